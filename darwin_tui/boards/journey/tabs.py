"""Names of the panes with their keys: in a row, and as titles of panels."""

from typing import Final

from darwin_core.text.language import tr
from darwin_tui.boards.journey import panes
from darwin_tui.boards.journey.moment import Moment
from darwin_tui.boards.journey.panes import CREW, DIARIES, NAMES, OBJECTIVES, PLAYERS
from darwin_tui.drawing.area import Area
from darwin_tui.drawing.canvas import Styled

SIDE: Final = (DIARIES, CREW, OBJECTIVES, PLAYERS)
"""Panes that share a place where not all can be open."""


def pane_title(pane: int) -> list[Styled]:
    """Return the name of a pane with its key."""
    name = pane_name(pane)
    return [(name[0], "strong underline cursor"), (name[1:], "strong")]


def pane_name(pane: int) -> str:
    """Return the name of a pane; its initial is its key."""
    return tr(NAMES[pane]).capitalize()


def draw_tabs(area: Area, moment: Moment, front: int) -> None:
    """Draw the names of all panes with their keys: the open one filled, and a dot on another one
    with selectable elements."""
    area = area.on("strip")
    hidden = panes.holding(moment.scene.selectable) - {front}
    x = 0
    names = [pane_name(pane) for pane in range(len(NAMES))]
    gap = (area.width - sum(len(name) + 2 for name in names)) // len(names)
    for pane, name in enumerate(names):
        own = area.at(x, 0, len(name) + 2, 1)
        _draw_tab(own.on("cursor") if pane == front else own, moment, pane, pane in hidden)
        x += len(name) + 2 + min(gap, 2)


def _draw_tab(area: Area, moment: Moment, pane: int, has_choice: bool) -> None:
    name = pane_name(pane)
    is_open = area.ground == "cursor"
    mark = "▸" if is_open else "•" if has_choice else " "
    ink = "strong token-ink" if is_open else "dim"
    key = "strong token-ink" if is_open else "strong underline cursor"
    area.text(0, 0, (mark, ink if is_open else "selectable"), (name[0], key), (name[1:], ink))
    moment.drawing.panes[pane] = area.region


def side_title(area: Area, moment: Moment, side: int) -> list[Styled]:
    """Return the names of the panes that share a place as the title of its panel."""
    hidden = panes.holding(moment.scene.selectable) & {*SIDE} - {side}
    marks = ["▸" if pane == side else "•" if pane in hidden else "" for pane in SIDE]
    names = [pane_name(pane) for pane in SIDE]
    room = area.width - 2 * _TITLE_MARGIN - len("".join(marks))
    is_tight = len(" ".join(names)) > room
    # Letters of ASCII alone make German names longer than any panel.
    while len("".join(names)) + marks[1:].count("") > room:
        longest = max(names, key=len)
        names[names.index(longest)] = f"{longest.rstrip('.')[:-2]}."
    pieces: list[Styled] = []
    x = _TITLE_MARGIN
    for pane, name, mark in zip(SIDE, names, marks, strict=True):
        # Where there is no room for both, a mark stands in place of the blank.
        gap = " " if pieces and not (mark and is_tight) else ""
        ink = "strong" if pane == side else "dim"
        own: list[Styled] = [
            (mark, "strong cursor"),
            (name[0], "strong underline cursor"),
            (name[1:], ink),
        ]
        x += len(gap)
        moment.drawing.panes[pane] = area.at(x, 0, len(mark) + len(name), 1).region
        x += len(mark) + len(name)
        pieces += [gap, *own]
    return pieces


_TITLE_MARGIN: Final = 3
"""Columns of a panel before its title: the corner, a line and a blank."""
