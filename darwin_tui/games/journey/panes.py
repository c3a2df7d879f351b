"""The open panes, their regions, and the pane that a decision needs."""

from collections.abc import Callable, Sequence
from typing import Final, NamedTuple

from textual.geometry import Region, Size

from darwin_core.game import Element
from darwin_core.games.journey.state import (
    Academy,
    AchieveUnmet,
    AnyEffect,
    CopyCrew,
    Correspond,
    DeliverSpecimen,
    Draft,
    Equip,
    Explore,
    InOrder,
    JourneyState,
    LandExplorer,
    Museum,
    Navigate,
    Overtake,
    PitchTent,
    Purple,
    Redeliver,
    ResearchSpecimen,
    ReuseTent,
    Seal,
    TakeObjective,
    Window,
)
from darwin_tui.games.journey import crew, diaries, letters, museum, objectives, players, tracks
from darwin_tui.games.journey.chart import Chart
from darwin_tui.games.journey.strip import parts_of

DIARIES, CREW, SEA, MUSEUM, LETTERS, OBJECTIVES, PLAYERS = range(7)
NAMES: Final = ("diaries", "crew", "sea", "museum", "envelopes", "objectives", "players")
KEYS: Final = "DCSMEOP"
"""The key that opens each pane."""


class Pane(NamedTuple):
    """A part of the table."""

    draw: Callable[[Chart, Region], None]
    rows: Callable[[Chart, int], int]
    """Minimum rows at a width."""
    more: Callable[[Chart, int], int] = lambda chart, width: 0
    """Extra rows that it can use."""


PANES: Final = (
    Pane(diaries.draw_locations, lambda chart, width: diaries.ROWS),
    Pane(crew.draw_crew, lambda chart, width: crew.ROWS),
    Pane(
        tracks.draw_tracks,
        lambda chart, width: tracks.rows_for(width, chart.seats),
        lambda chart, width: tracks.MORE,
    ),
    Pane(museum.draw_museum, lambda chart, width: museum.rows_for(width)),
    Pane(
        letters.draw_letters,
        lambda chart, width: letters.rows_for(width),
        lambda chart, width: letters.rows_more(width),
    ),
    Pane(objectives.draw_objectives, lambda chart, width: objectives.ROWS),
    Pane(
        players.draw_players,
        lambda chart, width: players.LINES * len(players.seats_of(chart)),
        lambda chart, width: len(players.seats_of(chart)),
    ),
)

# --- the pane of a decision

_NEEDS: Final[dict[type, int]] = {
    Draft: CREW,
    Academy: CREW,
    Seal: CREW,
    Purple: CREW,
    CopyCrew: CREW,
    Window: CREW,
    Explore: SEA,
    Navigate: SEA,
    Overtake: SEA,
    LandExplorer: SEA,
    PitchTent: SEA,
    ReuseTent: SEA,
    Correspond: LETTERS,
    Museum: MUSEUM,
    DeliverSpecimen: MUSEUM,
    ResearchSpecimen: MUSEUM,
    Redeliver: MUSEUM,
    Equip: OBJECTIVES,
    TakeObjective: OBJECTIVES,
    AchieveUnmet: OBJECTIVES,
}
"""The pane that an effect needs; the diaries for all other effects."""
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
    "envelope": LETTERS,
    "stack": LETTERS,
    "tile": OBJECTIVES,
    "slot": OBJECTIVES,
}
"""The pane of each kind of element, for kinds that are not on every pane."""


def needed(view: JourneyState, picks: Sequence[Element], selectable: frozenset[Element]) -> int:
    """Return the pane that a decision needs now."""
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
    if isinstance(effect, InOrder) and effect.parts:
        return _needs(effect.parts[0])
    parts = parts_of(effect)
    return _needs(parts[0]) if parts else _NEEDS.get(type(effect), DIARIES)


def holding(elements: frozenset[Element]) -> set[int]:
    """Return the panes that contain some of the elements."""
    return {_PANE_OF_KIND[kind] for kind, _ in elements if kind in _PANE_OF_KIND}


# --- layout

_COLUMNS_MIN_ROWS: Final = 16
"""Minimum rows for several open panes."""
_SIDE: Final = 39
"""Columns of the narrow panes at the side."""
_MAIN: Final = 79
_NARROW: Final = (MUSEUM, LETTERS)
_LEFT: Final = (DIARIES, CREW, MUSEUM, LETTERS)


def _split(width: int) -> list[tuple[int, int, tuple[int, ...]]]:
    """Return the columns of panes: start, width, and the panes that each may contain."""
    every = tuple(range(len(PANES)))
    wide = tuple(pane for pane in every if pane not in _NARROW)
    right = tuple(pane for pane in every if pane not in _LEFT)
    if width >= 2 * _MAIN + _SIDE + 3:
        main = (width - _SIDE - 1) // 2
        return [
            (0, main, (DIARIES, CREW, PLAYERS)),
            (main, main, (SEA, OBJECTIVES)),
            (2 * main + 1, width - 2 * main - 2, _NARROW),
        ]
    if width >= 2 * _MAIN + 2:
        main = width // 2
        return [(0, main, _LEFT), (main, width - main - 1, right)]
    if width >= _MAIN + _SIDE + 1:
        main = width - _SIDE - 2
        return [(0, main, wide), (main + 1, _SIDE, _NARROW)]
    return [(0, width, every)]


NEWS: Final = len(PANES)
"""The place after all panes: the last sentences of the log, on free rows while the log is
closed."""
TITLED_NEWS_ROWS: Final = 3
"""Minimum rows of news with a title."""


def layout(chart: Chart, size: Size, top: int, bottom: int, front: int) -> dict[int, Region]:
    """Return the regions of the open panes below the row of names.

    A single pane has that row as its title. Several panes have a title row each.
    """
    found: dict[int, Region] = {}
    for x, width, panes in _split(size.width) if bottom - top > _COLUMNS_MIN_ROWS else ():
        found |= _stacked(chart, Region(x + 1, top + 1, width - 2, bottom - top - 1), panes, front)
    if len(found) < 2:
        width = size.width - 2
        rows = 1 + PANES[front].rows(chart, width) + PANES[front].more(chart, width)
        return _with_news(chart, {front: Region(1, top, size.width - 2, bottom - top)}, rows)
    return found


def _with_news(chart: Chart, found: dict[int, Region], rows: int) -> dict[int, Region]:
    """Return the region of a single pane with so many rows, and news below it if there is room."""
    ((pane, region),) = found.items()
    if chart.scene.has_log or region.height <= rows:
        return found
    left = Region(region.x, region.y + rows, region.width, region.height - rows)
    return {pane: Region(region.x, region.y, region.width, rows), NEWS: left}


def _stacked(chart: Chart, column: Region, panes: tuple[int, ...], front: int) -> dict[int, Region]:
    """Return the regions of panes stacked in a column.

    The front pane is always shown, and the others if they fit. Free rows go to panes that can use
    them, then to all.
    """
    need = {pane: 1 + PANES[pane].rows(chart, column.width) for pane in panes}
    first = front if front in panes else panes[0]
    left = column.height - need[first]
    kept = {first}
    for pane in panes:
        if pane != first and need[pane] <= left:
            kept.add(pane)
            left -= need[pane]
    shown = [pane for pane in panes if pane in kept]
    for pane in shown:
        more = min(max(left, 0), PANES[pane].more(chart, column.width))
        need[pane] += more
        left -= more
    found, y = {}, column.y
    for number, pane in enumerate(shown):
        height = need[pane] + max(left, 0) // len(shown) * (number < len(shown) - 1)
        found[pane] = Region(column.x, y, column.width, min(height, column.bottom - y))
        y += height
    return found
