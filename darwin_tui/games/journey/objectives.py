"""Objectives: those on display, in the reserve and on the slots, with their missing parts."""

from typing import Final

from textual.geometry import Region

from darwin_core.game import NOTHING, Element
from darwin_core.games.journey.components import (
    COLOURS,
    OBJECTIVES,
    PAIR,
    RESERVE,
    SLOTS,
    Ability,
)
from darwin_core.games.journey.effect_words import parts_words
from darwin_core.games.journey.notation import SLOT_CODES
from darwin_core.games.journey.objectives import Requirement, is_met, requirements
from darwin_core.games.journey.state import JourneyState, ResearchSpecimen
from darwin_tui.games.journey.chart import Chart, columns, fit
from darwin_tui.widgets.canvas import Styled

ROWS: Final = 14
_HALF: Final = len(SLOTS) // 2
_ABILITIES: Final[dict[Ability, str]] = {
    "scrolls": "scrolls cost nothing",
    "books": "one book more",
    "worker": "fifth worker",
    "occupied": "occupied: 1c less",
    "lagging": "lags: 2vp at most",
}


# --- words


def _name(what: str, needs: int) -> str:
    if what in COLOURS:
        return f"{what} specimen{'s' * (needs > 1)}"
    return {"evolution": "evo", "at_beagle": "at the Beagle", "points": "vp"}.get(what, what)


def _short(what: str) -> str:
    """Return a requirement in few letters: ``red sp`` is a red specimen."""
    names = {"points": "vp", "coins": "c", "knowledge": "tk", "evolution": "evo"}
    names |= {"stacks": "stack", "lenses": "lens", "tents": "tent", "at_beagle": "at Beagle"}
    return f"{what} sp" if what in COLOURS else names.get(what, what)


def _requirement_words(requirement: Requirement) -> str:
    what, has, needs = requirement
    name = _name(what, needs)
    if has >= needs:
        return f"{name} ✓" if needs == 1 or what.isupper() else f"{needs} {name} ✓"
    return f"{name} –" if needs == 1 else f"{name} {int(has)}/{needs}"


def tile_words(state: JourneyState, seat: int, tile: int) -> list[str]:
    """Return the requirements of an objective with a seat's progress, from long to short."""
    asked = list(requirements(state, seat, tile))
    return [", ".join(map(_requirement_words, asked)), tile_short(state, seat, tile)]


def tile_short(state: JourneyState, seat: int, tile: int) -> str:
    """Return the requirements of an objective, in short."""
    return "+".join(
        f"{needs} {_short(what)}" if needs > 1 and not what.isupper() else _short(what)
        for what, _, needs in requirements(state, seat, tile)
    )


def slot_words(slot: int) -> str:
    """Return the effect of a slot for an objective achieved on it."""
    row = SLOTS[slot]
    last = f"with the other last +{PAIR}" if slot % _HALF == _HALF - 1 else "–"
    if any(isinstance(part, ResearchSpecimen) for part in row.action):
        return "research on own islands"
    return parts_words(row.action) or _ABILITIES.get(row.ability, last)


# --- drawing


def draw_objectives(chart: Chart, region: Region) -> None:
    """Draw silver objectives to the left, gold ones to the right."""
    view, me = chart.view, chart.me
    tiles = view.display if view.round else view.starters
    shown = "on display" if view.round else "first objectives"
    for side, column in enumerate(columns(region, 2)):
        title = f"{('silver', 'gold')[side]}, {shown}"
        chart.canvas.text(column.x + 2, region.y, (title, "dim"))
        own = [tile for tile in tiles if OBJECTIVES[tile].is_gold == bool(side)]
        for row, tile in enumerate(own, 1):
            _draw_tile(chart, tile, Region(column.x, region.y + row, column.width, 1))
    silver = sum(not OBJECTIVES[tile].is_gold for tile in tiles)
    y = region.y + 1 + max(silver, len(tiles) - silver, 2)
    for place, column in enumerate(columns(region, RESERVE)):
        box = Region(column.x, y, column.width, 1)
        if place < len(view.reserve[me]):
            tile = view.reserve[me][place]
            label = f"reserve {'SG'[OBJECTIVES[tile].is_gold]}: "
            _draw_tile(chart, tile, box, label)
        else:
            chart.canvas.text(box.x + 2, y, ("reserve: free", "faint"))
    _draw_slots(chart, Region(region.x, y + 1, region.width, region.bottom - y - 1))


def _draw_tile(chart: Chart, tile: int, box: Region, label: str = "") -> None:
    """Draw a tile with its missing parts."""
    canvas, element = chart.canvas, ("tile", tile)
    chart.enter(element, box)
    met = is_met(chart.view, chart.me, tile)
    x = canvas.text(box.x + 2, box.y, (label, "dim"))
    words = fit(box.right - x, tile_words(chart.view, chart.me, tile))
    canvas.text(x, box.y, (words, chart.style(element, "good" if met else "")))


def _open_on(chart: Chart, slot: int) -> int:
    """Return the objective face up on a slot, or NOTHING."""
    achieved = chart.view.achieved[chart.me] >> slot & 1
    return NOTHING if achieved else chart.view.slots[chart.me][slot]


def _draw_slots(chart: Chart, region: Region) -> None:
    """Draw the slots; an open objective takes its own row if all of them fit."""
    tall = [
        any(_open_on(chart, slot) != NOTHING for slot in (row, row + _HALF)) for row in range(_HALF)
    ]
    has_room = region.height >= _HALF + sum(tall)
    y = region.y
    for row in range(_HALF):
        for slot, column in zip((row, row + _HALF), columns(region, 2), strict=True):
            height = 1 + (tall[row] and has_room)
            _draw_slot(chart, slot, Region(column.x, y, column.width, height))
        y += 1 + (tall[row] and has_room)


def _draw_slot(chart: Chart, slot: int, box: Region) -> None:
    """Draw a slot: its cost, its effect, its points, and its objective."""
    canvas, row = chart.canvas, SLOTS[slot]
    element: Element = ("slot", slot)
    tile, is_done = _open_on(chart, slot), chart.view.achieved[chart.me] >> slot & 1
    chart.enter(element, Region(box.x, box.y, 5, 1))
    x = canvas.text(box.x + 2, box.y, (SLOT_CODES[slot], chart.style(element, "strong"))) + 1
    runs: list[Styled] = [(f"{row.points}vp", "strong" if is_done else "dim")]
    if is_done:
        runs = [("✓ ", "good"), *runs]
    elif tile == NOTHING and row.cost:
        is_dear = row.cost > chart.view.coins[chart.me]
        runs = [(f"{row.cost}c ", "bad" if is_dear else "strong"), *runs]
    start = canvas.right(box.right, box.y, *runs)
    if tile != NOTHING and box.height == 1:
        _draw_tile(chart, tile, Region(x - 1, box.y, start - x, 1))
        return
    if tile != NOTHING:
        _draw_tile(chart, tile, Region(box.x + 3, box.y + 1, box.width - 3, 1))
    style = "good" if is_done else "dim" if tile != NOTHING else ""
    canvas.text(x, box.y, (fit(start - x - 1, [slot_words(slot)]), style))
