"""The boards of the other players: rows of workers, crew, objectives; three lines each."""

from typing import Final

from textual.geometry import Region

from darwin_core.game import HIDDEN, NOTHING
from darwin_core.games.journey.academy import is_able
from darwin_core.games.journey.components import CREW, OBJECTIVES, SLOTS, WORKERS
from darwin_core.games.journey.notation import LOCATION_CODES, SPECIMEN_CODES
from darwin_tui.games.journey.chart import Chart, fit
from darwin_tui.games.journey.crew import nearest
from darwin_tui.games.journey.marks import EMPTY, seal, seat_mark, specimen
from darwin_tui.games.journey.objectives import tile_short
from darwin_tui.widgets.canvas import Run, Styled, length

LINES: Final = 3
_HALF: Final = len(SLOTS) // 2


def seats_of(chart: Chart) -> list[int]:
    """Return the seats whose boards are shown: all except the own."""
    return [seat for seat in chart.view.order if seat != chart.scene.viewer]


def draw_players(chart: Chart, region: Region) -> None:
    """Draw boards one below the other."""
    seats = seats_of(chart)
    lines = LINES + (region.height >= (LINES + 1) * len(seats))
    for row, seat in enumerate(seats):
        _draw_player(chart, seat, Region(region.x, region.y + lines * row, region.width, lines))


def _draw_player(chart: Chart, seat: int, box: Region) -> None:
    canvas, view = chart.canvas, chart.view
    x = canvas.text(box.x + 1, box.y, seat_mark(seat), " ")
    canvas.text(x, box.y, (chart.scene.names[seat], f"seat-{seat}"))
    x = box.x + 21
    for worker in range(WORKERS):
        row = view.rows[seat][worker]
        where = view.workers[seat][worker]
        at = "" if where == NOTHING else LOCATION_CODES[where]
        canvas.text(x, box.y, (f"{worker + 1} ", "dim"), *map(seal, row), " ", (at, "dim"))
        x += 13
    if is_able(view, seat, "worker"):
        where = view.workers[seat][WORKERS]
        at = "5" if where == NOTHING else f"5 {LOCATION_CODES[where]}"
        canvas.text(x, box.y, (at, "dim"))
    _draw_crew(chart, seat, box.x + 2, box.y + 1)
    canvas.text(box.x + 3, box.y + 2, *_objectives(chart, seat, box.width - 4))
    if box.height > LINES:
        canvas.text(box.x + 3, box.y + 3, *_known(chart, seat))


def _draw_crew(chart: Chart, seat: int, x: int, y: int) -> None:
    """Draw crew cards with the colours that each lacks."""
    canvas, view = chart.canvas, chart.view
    if not view.crew[seat]:
        canvas.text(x + 1, y, ("no crew yet", "faint"))
    for place, card in enumerate(view.crew[seat]):
        start = x
        x = canvas.text(x + 1, y, *_card(chart, seat, place, card)) + 1
        element = ("crew", card)
        if card != HIDDEN and element not in chart.drawing.places:
            chart.enter(element, Region(start, y, x - start - 1, 1))


def _card(chart: Chart, seat: int, place: int, card: int) -> list[Styled]:
    view = chart.view
    if card == HIDDEN:
        return [("a card", "dim")]
    name = CREW[card].name
    if not view.assigned[seat]:
        return [name]
    if view.assigned[seat][place] != NOTHING:
        return [(name, "dim"), (" ✓", "good")]
    _, lacks = nearest(view, seat, card)
    return [name, (" −", "dim") if lacks else (" ready", "good"), *map(seal, lacks)]


def _objectives(chart: Chart, seat: int, width: int) -> list[Styled]:
    """Return the slots, a tick for achieved and a diamond for open; then the reserve."""
    runs: list[Styled] = []
    for side, label in enumerate(("S", "G")):
        runs.append((f"{label} ", "dim"))
        runs += [_slot(chart, seat, slot) for slot in range(side * _HALF, (side + 1) * _HALF)]
        runs.append("  ")
    view = chart.view
    tiles = [*view.reserve[seat]]
    texts = [f"{'SG'[OBJECTIVES[tile].is_gold]}: {tile_short(view, seat, tile)}" for tile in tiles]
    if texts:
        runs.append((fit(width - length(runs), ["  ".join(texts)]), ""))
    return runs


def _slot(chart: Chart, seat: int, slot: int) -> Run:
    if chart.view.achieved[seat] >> slot & 1:
        return ("✓", "good")
    return (EMPTY, "faint") if chart.view.slots[seat][slot] == NOTHING else ("◇", "strong")


def _known(chart: Chart, seat: int) -> list[Styled]:
    """Return the specimens researched."""
    own = [n for n in range(len(SPECIMEN_CODES)) if chart.view.research[seat] >> n & 1]
    runs: list[Styled] = [("known ", "dim")]
    for number in own:
        runs += [specimen(number), " "]
    return runs if own else [("nothing researched", "faint")]
