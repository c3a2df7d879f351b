"""The crew: scrolls of the Academy, the own rows of workers with their seals, and crew cards."""

from typing import Final

from textual.geometry import Region

from darwin_core.game import HIDDEN, NOTHING
from darwin_core.games.journey.academy import is_able, lacking, seal_cost
from darwin_core.games.journey.components import (
    COLOURS,
    CREW,
    LAST_TENT,
    LETTERS,
    ROW,
    SCROLL,
    SCROLL_COSTS,
    SCROLLS,
    SPOT_COSTS,
    TENTS,
    WORKERS,
)
from darwin_core.games.journey.diaries import FIFTH, distinction
from darwin_core.games.journey.effect_words import parts_short, parts_words
from darwin_core.games.journey.notation import LOCATION_CODES
from darwin_core.games.journey.objectives import copyable
from darwin_core.games.journey.pieces import means
from darwin_core.games.journey.state import Academy, CopyCrew, JourneyState
from darwin_tui.games.journey.chart import Chart, columns, fit
from darwin_tui.games.journey.marks import EMPTY, hue, seal, seals, seat_mark
from darwin_tui.widgets.canvas import Run, Styled

ROWS: Final = 11
_SCROLL_WIDTH: Final = 31
_LEVELS: Final = ("", "silver", "gold")


def draw_crew(chart: Chart, region: Region) -> None:
    """Draw scrolls beside rows, or the cards to draft or copy; below, the own cards and the bag."""
    left = Region(region.x, region.y, _SCROLL_WIDTH, 5)
    right = Region(region.x + _SCROLL_WIDTH + 2, region.y, region.width - _SCROLL_WIDTH - 2, 5)
    if any(chart.view.hands):
        _draw_hand(chart, region)
    elif chart.asked and isinstance(chart.top, CopyCrew):
        _draw_copyable(chart, region)
        return
    else:
        chart.part(_draw_scrolls, left)
        chart.part(_draw_rows, right)
    _draw_cards(chart, Region(region.x, region.y + 5, region.width, 4))
    chart.part(_draw_bag, Region(region.x, region.y + 9, region.width, 1))
    chart.part(_draw_rest, Region(region.x, region.y + 10, region.width, 1))


# --- the Academy


def discount(chart: Chart) -> int:
    """Return the discount in coins on a seal bought now."""
    top, state = chart.top, chart.mine
    if not isinstance(top, Academy) or chart.view.actor != chart.me:
        return 0
    return top.discount + means(state).discount


def _cost(chart: Chart, spot: int, row: int | None) -> int | None:
    """Return the cost of a seal for a row, or the least for any; None if no row has room."""
    rows = chart.mine.rows[chart.me]
    free = [each for each, own in enumerate(rows) if len(own) < ROW]
    free = [each for each in free if row in {None, each}]
    costs = [seal_cost(chart.mine, spot, each, discount(chart)) for each in free]
    return min(costs, default=None)


def _draw_scrolls(chart: Chart, region: Region) -> None:
    canvas, view = chart.canvas, chart.view
    less = discount(chart)
    title = f"scrolls, {less}c off" if less else "scrolls"
    canvas.text(region.x + 2, region.y, (title, "dim"))
    row = chart.chosen("row")
    canvas.right(region.right, region.y, ("to that row" if row is not None else "at least", "dim"))
    free = is_able(view, chart.me, "scrolls")
    for scroll in range(SCROLLS):
        y = region.y + 1 + scroll
        added = 0 if free else SCROLL_COSTS[scroll]
        canvas.text(region.x + 2, y, (f"+{added}c" if added else " 0c", "dim"))
        for place in range(SCROLL):
            spot = scroll * SCROLL + place
            box = Region(region.x + 8 + 8 * place, y, 7, 1)
            if view.scrolls[spot] == NOTHING:
                canvas.text(box.x + 1, y, (EMPTY, "faint"))
                continue
            chart.enter(("seal", spot), box)
            canvas.text(box.x + 2, y, seal(view.scrolls[spot]))
            cost = _cost(chart, spot, row)
            price = "–" if cost is None else f"{cost}c"
            is_dear = cost is None or cost > view.coins[chart.me]
            style = "bad" if is_dear else chart.style(("seal", spot))
            canvas.text(box.x + 4, y, (price, style))


def _draw_rows(chart: Chart, region: Region) -> None:
    """Draw worker rows: seals, cost of empty spots, the worker's place, and the cost of the seal in
    question."""
    canvas, view, me = chart.canvas, chart.view, chart.me
    canvas.text(region.x + 2, region.y, ("workers' rows with spot costs", "dim"))
    spot = chart.chosen("seal")
    for row in range(WORKERS):
        y = region.y + 1 + row
        own = view.rows[me][row]
        chart.enter(("row", row), Region(region.x, y, 19, 1))
        x = canvas.text(region.x + 2, y, (f"{row + 1}", chart.style(("row", row), "strong"))) + 2
        canvas.text(x, y, *_spots(own))
        x += 2 * ROW + 1
        level = _LEVELS[distinction(own)]
        canvas.text(x, y, (level, "good" if level else ""))
        if spot is not None and view.scrolls[spot] != NOTHING:
            cost = _cost(chart, spot, row)
            price = "full" if cost is None else f"for {cost}c"
            is_dear = cost is None or cost > view.coins[me]
            canvas.right(region.right, y, (price, "bad" if is_dear else "strong"))
        else:
            canvas.right(region.right, y, worker_place(view, me, row))


def _spots(row: bytes) -> list[Styled]:
    runs: list[Styled] = []
    for spot, cost in enumerate(SPOT_COSTS):
        runs += [seal(row[spot]) if spot < len(row) else (f"{cost}", "dim"), " "]
    return runs


def worker_place(view: JourneyState, seat: int, worker: int) -> Run:
    """Return the place of a worker."""
    where = view.workers[seat][worker]
    return ("at home", "good") if where == NOTHING else (f"on {LOCATION_CODES[where]}", "dim")


def _draw_rest(chart: Chart, region: Region) -> None:
    """Draw the reward of the next tent, and the fifth worker."""
    view, me = chart.view, chart.me
    pitched = len(view.tents[me])
    runs: list[Styled] = [(f"tents pitched {pitched} of {len(TENTS)}", "dim")]
    if pitched < len(TENTS):
        own = parts_short(TENTS[pitched].reward)
        last = f"{LAST_TENT} points at the end" if pitched == len(TENTS) - 1 else "nothing"
        runs.append((f"; the next gives {own or last}", "dim"))
    if is_able(view, me, "worker"):
        runs += [("   worker 5 ", "dim"), worker_place(view, me, FIFTH)]
    chart.canvas.text(region.x + 2, region.y, *runs)


def _draw_bag(chart: Chart, region: Region) -> None:
    """Draw the seals left in the bag, by colour."""
    canvas = chart.canvas
    x = canvas.text(region.x + 2, region.y, ("seals in the bag ", "dim"))
    for colour, number in enumerate(chart.view.bag):
        element = ("colour", colour)
        if element in chart.asked or not chart.asked:
            chart.enter(element, Region(x, region.y, 6, 1))
        style = chart.style(element, "dim" if number else "faint")
        canvas.text(x + 1, region.y, seal(colour), (f" {number}", style))
        x += 7
    canvas.text(x, region.y, ("P is any colour", "dim"))


# --- crew cards


def missing(row: bytes, card: int) -> list[int]:
    """Return the colours that a row lacks for a crew card; purple seals count as any."""
    left = [LETTERS.index(letter) for letter in CREW[card].seals]
    for colour in row:
        if colour in left:
            left.remove(colour)
    short = lacking(row, CREW[card].seals)
    return sorted(left)[: max(short, 0)] if short < len(left) else left


def nearest(view: JourneyState, seat: int, card: int) -> tuple[int, list[int]]:
    """Return the row that lacks least for a crew card, and the colours it lacks."""
    used = view.assigned[seat]
    rows = [row for row in range(WORKERS) if row not in used]
    lacks = {row: missing(view.rows[seat][row], card) for row in rows}
    row = min(rows, key=lambda each: len(lacks[each]))
    return row, lacks[row]


def _draw_cards(chart: Chart, region: Region) -> None:
    """Draw the own crew: what each card lacks, and its reward."""
    canvas, view, me = chart.canvas, chart.view, chart.me
    is_drafted = not any(view.hands)
    title = "crew: seals in one row, rewards" if is_drafted else "kept"
    canvas.text(region.x + 2, region.y, (title, "dim"))
    for place, card in enumerate(view.crew[me]):
        box = Region(region.x, region.y + 1 + place, region.width, 1)
        if card == HIDDEN:
            canvas.text(box.x + 2, box.y, ("a card", "dim"))
            continue
        state: list[Styled] = []
        if is_drafted and view.assigned[me][place] != NOTHING:
            state = [(f"✓ row {view.assigned[me][place] + 1}", "good")]
        elif is_drafted:
            row, lacks = nearest(view, me, card)
            runs = [seal(colour) for colour in lacks]
            state = [(f"row {row + 1} lacks ", "dim"), *runs] if lacks else [("ready", "good")]
        chart.part(_draw_card, card, box, tuple(state))


def _draw_card(chart: Chart, card: int, box: Region, state: tuple[Styled, ...]) -> None:
    """Draw a card in a line: name, seals, missing colours, and reward."""
    canvas, crew = chart.canvas, CREW[card]
    chart.enter(("crew", card), box)
    x = canvas.text(box.x + 2, box.y, (f"{crew.name:<17}", chart.style(("crew", card))))
    x = canvas.text(x, box.y, *seals(crew.seals)) + 2
    canvas.text(x, box.y, *state)
    x += 18
    canvas.text(x, box.y, fit(box.right - x, [parts_words(crew.reward), parts_short(crew.reward)]))


def _draw_hand(chart: Chart, region: Region) -> None:
    """Draw the cards of which one is kept in the draft; for spectators all hands."""
    canvas, view = chart.canvas, chart.view
    if chart.scene.viewer >= chart.seats:
        canvas.text(region.x + 2, region.y, ("all choose their crew", "dim"))
        for row, hand in enumerate(view.hands):
            runs: list[Styled] = [
                (f" {CREW[card].name}" if card != HIDDEN else " ▒", "dim") for card in hand
            ]
            canvas.text(region.x + 2, region.y + 1 + row, seat_mark(row), *runs)
        return
    canvas.text(region.x + 2, region.y, ("your hand: start seal, seals, rewards", "dim"))
    for place, card in enumerate(view.hands[chart.me]):
        box = Region(region.x, region.y + 1 + place, region.width, 1)
        start = LETTERS.index(CREW[card].start)
        brings = ("brings ", "dim"), (COLOURS[start], hue(start))
        chart.part(_draw_card, card, box, brings)


def _draw_copyable(chart: Chart, region: Region) -> None:
    """Draw the crew cards of all players that can be copied."""
    chart.canvas.text(region.x + 2, region.y, ("crew cards to copy", "dim"))
    owners = {card: seat for seat, crew in enumerate(chart.view.crew) for card in crew}
    cards = copyable(chart.mine)
    for number, card in enumerate(cards):
        column = columns(region, 2)[number % 2]
        box = Region(column.x, region.y + 1 + number // 2, column.width, 1)
        chart.enter(("crew", card), box)
        x = chart.canvas.text(box.x + 2, box.y, seat_mark(owners[card]), " ")
        x = chart.canvas.text(x, box.y, (f"{CREW[card].name} ", chart.style(("crew", card))))
        words = [parts_words(CREW[card].reward), parts_short(CREW[card].reward)]
        chart.canvas.text(x, box.y, (fit(box.right - x, words), "dim"))
