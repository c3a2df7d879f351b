"""The panes of the table: their names and keys, the pane that a decision needs, and the names drawn
as tabs or as a title."""

from collections.abc import Sequence
from typing import Final

from darwin_core.contract.game import Element
from darwin_core.games.journey import material
from darwin_core.games.journey.material import AnyEffect, JourneyState
from darwin_core.games.journey.prompts import parts_of
from darwin_core.text.language import mark, tr
from darwin_tui.boards.journey.journey_view import JourneyView
from darwin_tui.drawing.area import Area
from darwin_tui.drawing.canvas import Styled

DIARIES, CREW, SEA, MUSEUM, ENVELOPES, OBJECTIVES, PLAYERS = range(7)
"""The panes, in the order of NAMES and KEYS."""
NAMES: Final = (
    mark("diaries"),
    mark("crew"),
    mark("sea"),
    mark("museum"),
    mark("envelopes"),
    mark("objectives"),
    mark("players"),
)
KEYS: Final = mark("DCSMEOP")
"""The key that opens each pane: the initial of its name in the player's language."""


# --- the pane of a decision

_NEEDS: Final[dict[type, int]] = {
    material.Draft: CREW,
    material.Academy: CREW,
    material.Seal: CREW,
    material.Purple: CREW,
    material.CopyCrew: CREW,
    material.Window: CREW,
    material.Explore: SEA,
    material.Navigate: SEA,
    material.Overtake: SEA,
    material.LandExplorer: SEA,
    material.PitchTent: SEA,
    material.ReuseTent: SEA,
    material.Correspond: ENVELOPES,
    material.Museum: MUSEUM,
    material.DeliverSpecimen: MUSEUM,
    material.ResearchSpecimen: MUSEUM,
    material.Redeliver: MUSEUM,
    material.Equip: OBJECTIVES,
    material.TakeObjective: OBJECTIVES,
    material.AchieveUnmet: OBJECTIVES,
}
"""The pane that an effect needs; the diaries for all others."""
_PANE_OF_KIND: Final = {
    "location": DIARIES,
    "crew": CREW,
    "row": CREW,
    "seal": CREW,
    "colour": CREW,
    "space": SEA,
    "site": SEA,
    "island": SEA,
    "specimen": MUSEUM,
    "envelope": ENVELOPES,
    "stack": ENVELOPES,
    "tile": OBJECTIVES,
    "slot": OBJECTIVES,
}
"""The pane of each kind of element, for kinds that are not on every pane."""


def pane_needed(
    view: JourneyState, picks: Sequence[Element], selectable: frozenset[Element]
) -> int:
    """Return the pane that a decision now needs: the pane of the selected elements, else of the
    pending effect, unless all selectable elements are on other panes."""
    for kind, _ in picks:
        if kind in _PANE_OF_KIND:
            return _PANE_OF_KIND[kind]
    top = view.pending[-1] if view.pending else None
    pane = _needs(top)
    panes_of_choice = {_PANE_OF_KIND[kind] for kind, _ in selectable if kind in _PANE_OF_KIND}
    return (
        pane
        if pane in panes_of_choice or not panes_of_choice or parts_of(top)
        else min(panes_of_choice)
    )


def _needs(effect: AnyEffect | None) -> int:
    """Return the pane that an effect needs; of a composed effect, its first part's."""
    if isinstance(effect, material.InOrder) and effect.parts:
        return _needs(effect.parts[0])
    parts = parts_of(effect)
    return _needs(parts[0]) if parts else _NEEDS.get(type(effect), DIARIES)


def holding(elements: frozenset[Element]) -> set[int]:
    """Return the panes that contain some of the elements."""
    return {_PANE_OF_KIND[kind] for kind, _ in elements if kind in _PANE_OF_KIND}


# --- names of the panes with their keys

SIDE: Final = (DIARIES, CREW, OBJECTIVES, PLAYERS)
"""Panes of which one is beside the sea if not all can be open."""
_TITLE_MARGIN: Final = 3
"""Columns of a panel before its title: the corner, a line and a blank."""


def pane_title(pane: int) -> list[Styled]:
    """Return the name of a pane with its key."""
    name = pane_name(pane)
    return [(name[0], "strong underline cursor"), (name[1:], "strong")]


def pane_name(pane: int) -> str:
    """Return the name of a pane in the reader's language; its initial is its key."""
    return tr(NAMES[pane]).capitalize()


def draw_tabs(area: Area, table: JourneyView, front: int) -> None:
    """Draw the names of all panes with their keys. The open one is filled; a dot marks another one
    with selectable elements."""
    area = area.on("strip")
    hidden_choices = holding(table.scene.selectable) - {front}
    x = 0
    names = [pane_name(pane) for pane in range(len(NAMES))]
    gap = (area.width - sum(len(name) + 2 for name in names)) // len(names)
    for pane, name in enumerate(names):
        tab = area.at(x, 0, len(name) + 2, 1)
        _draw_tab(tab.on("cursor") if pane == front else tab, table, pane, pane in hidden_choices)
        x += len(name) + 2 + min(gap, 2)


def _draw_tab(area: Area, table: JourneyView, pane: int, has_choice: bool) -> None:
    """Draw the name of a pane, whose area opens it. The open one has the cursor's ground."""
    name = pane_name(pane)
    is_open = area.ground == "cursor"
    sign = "▸" if is_open else "•" if has_choice else " "
    ink = "strong token-ink" if is_open else "dim"
    key = "strong token-ink" if is_open else "strong underline cursor"
    area.text(0, 0, (sign, ink if is_open else "selectable"), (name[0], key), (name[1:], ink))
    table.drawing.panes[pane] = area.region


def side_title(area: Area, table: JourneyView, side: int) -> list[Styled]:
    """Return the names of the panes of SIDE as the title of their panel, and enter each as the area
    that opens its pane. The open one is filled; a dot marks others with selectable elements."""
    hidden_choices = holding(table.scene.selectable) & {*SIDE} - {side}
    has_colours = area.look.has_colours
    open_sign = "" if has_colours else "▸"
    signs = [open_sign if pane == side else "•" if pane in hidden_choices else "" for pane in SIDE]
    names = [pane_name(pane) for pane in SIDE]
    room = area.width - 2 * _TITLE_MARGIN - len("".join(signs))
    is_tight = len(" ".join(names)) > room
    # In ASCII, German names are longer than any panel.
    while len("".join(names)) + signs[1:].count("") > room:
        longest = max(names, key=len)
        names[names.index(longest)] = f"{longest.rstrip('.')[:-2]}."
    pieces: list[Styled] = []
    x = _TITLE_MARGIN
    for pane, name, sign in zip(SIDE, names, signs, strict=True):
        # If a sign and a blank do not both fit, the sign replaces the blank.
        gap = " " if pieces and not (sign and is_tight) else ""
        is_filled = has_colours and pane == side
        ink = "strong token-ink on cursor" if is_filled else "strong" if pane == side else "dim"
        text: list[Styled] = [
            (sign, "strong cursor"),
            (name[0], ink if is_filled else "strong underline cursor"),
            (name[1:], ink),
        ]
        x += len(gap)
        table.drawing.panes[pane] = area.at(x, 0, len(sign) + len(name), 1).region
        x += len(sign) + len(name)
        pieces += [gap, *text]
    return pieces
