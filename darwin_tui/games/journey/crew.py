"""The crew: scrolls of the Academy, the own rows of workers with their seals, and crew cards."""

from typing import Final

from darwin_core.game import HIDDEN, NOTHING
from darwin_core.games.journey.academy import is_able, lacking, seal_cost
from darwin_core.games.journey.components import (
    COLOURS,
    CREW,
    CREW_DEALT,
    CREW_KEPT,
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
from darwin_core.games.journey.diaries import FIFTH, distinction, hands_of
from darwin_core.games.journey.notation import LOCATION_CODES
from darwin_core.games.journey.objectives import copyable
from darwin_core.games.journey.pieces import means
from darwin_core.games.journey.state import Academy, CopyCrew, JourneyState
from darwin_tui.games.journey.marks import COIN, EMPTY, actions, filled, seal, seals
from darwin_tui.games.journey.table import Table, fit
from darwin_tui.parts.area import Area, Grow
from darwin_tui.parts.card import empty_place, ring
from darwin_tui.parts.marks import token
from darwin_tui.widgets.canvas import Run, Styled, length

WORKER_ROWS: Final = 5
_WIDE: Final = 70
_SCROLL_ROWS: Final = 5
_CARD_ROWS: Final = 3
_LEVELS: Final = ("", "silver", "gold")


def draw_crew(table: Table, area: Area, has_rows: bool = True) -> None:
    """Draw scrolls, crew cards, the bag and tents; the workers' rows too if they are nowhere
    else."""
    if any(table.view.hands):
        _draw_hands(table, area)
        return
    if table.asked and isinstance(table.top, CopyCrew):
        _draw_copyable(table, area)
        return
    if area.width >= _WIDE:
        left, right = area.columns(Grow(34, 40), Grow(34), gap=2)
        if has_rows:
            gap = int(left.height >= _SCROLL_ROWS + WORKER_ROWS + 4)
            scrolls, rows, rest = left.rows(_SCROLL_ROWS, WORKER_ROWS, Grow(2), gap=gap)
            draw_workers(table, rows)
        else:
            scrolls, rest = left.rows(_SCROLL_ROWS, Grow(2), gap=1)
        cards = right
    else:
        cards_rows = Grow(1 + 3 * _CARD_ROWS, 3 + 3 * (_CARD_ROWS + 1))
        scrolls, cards, rest = area.rows(_SCROLL_ROWS, cards_rows, 2, gap=1)
    table.part(_draw_scrolls, scrolls)
    draw_cards(table, cards)
    table.part(_draw_bag, rest.at(0, 0, rest.width, 1))
    table.part(_draw_tents, rest.at(0, 1, rest.width, rest.height - 1))


# --- the Academy


def discount(table: Table) -> int:
    """Return the discount in coins on a seal bought now."""
    top, state = table.top, table.mine
    if not isinstance(top, Academy) or table.view.actor != table.me:
        return 0
    return top.discount + means(state).discount


def seal_price(table: Table, spot: int, row: int | None) -> int | None:
    """Return the cost of a seal for a row, or the least for any; None if no row has room."""
    rows = table.mine.rows[table.me]
    free = [each for each, own in enumerate(rows) if len(own) < ROW]
    free = [each for each in free if row in {None, each}]
    costs = [seal_cost(table.mine, spot, each, discount(table)) for each in free]
    return min(costs, default=None)


def _draw_scrolls(table: Table, area: Area) -> None:
    """Draw the seals for sale, with their price for the row in question or for the best one."""
    view = table.view
    less = discount(table)
    row = table.chosen("row")
    area.text(0, 0, ("Scrolls", "strong"), (f"  {less} off" if less else "", "good"))
    area.right(0, ("for that row" if row is not None else "least price", "dim"))
    is_free = is_able(view, table.me, "scrolls")
    room = (area.width - 4) // SCROLL
    for scroll in range(SCROLLS):
        y = 1 + scroll
        added = 0 if is_free else SCROLL_COSTS[scroll]
        area.text(0, y, (f"+{added}{COIN}", "dim"))
        for place in range(SCROLL):
            spot = scroll * SCROLL + place
            own = area.at(4 + room * place, y, room - 1, 1)
            if view.scrolls[spot] == NOTHING:
                own.text(1, 0, (EMPTY, "dim"))
                continue
            price = seal_price(table, spot, row)
            is_dear = price is None or price > view.coins[table.me]
            words = "–" if price is None else f"{price}{COIN}"
            table.spot(own, ("seal", spot)).text(
                1, 0, seal(view.scrolls[spot]), " ", (words, "bad" if is_dear else "")
            )


# --- workers


def draw_workers(table: Table, area: Area) -> None:
    """Draw the workers one below the other: seals, prices of free spots, and where they are."""
    table.part(_draw_spot_costs, area.at(0, 0, area.width, 1))
    for worker in range(WORKERS):
        table.part(_draw_worker, worker, area.at(0, 1 + worker, area.width, 1))


def draw_workers_row(table: Table, area: Area) -> None:
    """Draw the workers side by side: token, number, seals, and where they are."""
    view, me = table.view, table.me
    workers = hands_of(view, me)
    for worker, own in zip(workers, area.columns(*[Grow()] * len(workers)), strict=True):
        table.part(_draw_hand, worker, own)


def _draw_hand(table: Table, worker: int, area: Area) -> None:
    """Draw a worker in few columns."""
    view, me = table.view, table.me
    spot = table.spot(area.at(0, 0, area.width - 1, 1), ("worker", worker))
    is_home = view.workers[me][worker] == NOTHING
    row = view.rows[me][worker] if worker < WORKERS else b""
    mark = token(me) if is_home else ("○", f"strong seat-{me}")
    x = spot.text(1, 0, mark, (f"{worker + 1} ", "strong"), *map(seal, row))
    words, style = _where(table, worker)
    words = words.removeprefix("at ").removeprefix("on ")
    spot.text(x + 1, 0, (fit(spot.area.width - x - 1, [words]), style))


_SPOTS: Final = 5
"""The column of the first spot of a row."""


def _draw_spot_costs(table: Table, area: Area) -> None:
    for spot, cost in enumerate(SPOT_COSTS):
        area.text(_SPOTS + 2 * spot, 0, (f"{cost}", "dim"))
    x = _SPOTS + 2 * ROW + 1
    if is_able(table.view, table.me, "worker"):
        own = area.at(x, 0, area.width - x, 1)
        where, style = worker_place(table.view, table.me, FIFTH)
        table.spot(own, ("worker", FIFTH)).text(1, 0, (fit(own.width - 1, [f"5 {where}"]), style))
    else:
        area.text(x, 0, (fit(area.width - x, [f"{COIN} to place a seal", f"{COIN} a seal"]), "dim"))


def _draw_worker(table: Table, worker: int, area: Area) -> None:
    """Draw a worker: token, seals, and the place, or the price of the seal in question."""
    view, me = table.view, table.me
    element = ("row", worker) if "row" in table.asked_kinds else ("worker", worker)
    spot = table.spot(area, element)
    own = view.rows[me][worker]
    is_home = view.workers[me][worker] == NOTHING
    spot.text(1, 0, token(me) if is_home else ("○", f"strong seat-{me}"))
    spot.text(3, 0, (f"{worker + 1}", "strong"))
    for place in range(ROW):
        spot.text(_SPOTS + 2 * place, 0, seal(own[place] if place < len(own) else NOTHING))
    x = _SPOTS + 2 * ROW
    bought = table.chosen("seal")
    if bought is not None and view.scrolls[bought] != NOTHING:
        price = seal_price(table, bought, worker)
        is_dear = price is None or price > view.coins[me]
        words = "full" if price is None else f"for {price}{COIN}"
        spot.right(0, (words, "bad" if is_dear else "strong"))
        return
    level = _LEVELS[distinction(own)]
    words, style = _where(table, worker)
    if length([level, words]) + 1 <= area.width - x:
        spot.text(x, 0, (level, "good"))
    spot.right(0, (fit(area.width - x, [words]), style))


def _where(table: Table, worker: int) -> Run:
    """Return the place of a worker, or its price for the location in question."""
    view, me = table.view, table.me
    location = table.chosen("location") if "worker" in table.asked_kinds else None
    if view.workers[me][worker] != NOTHING or location is None:
        return worker_place(view, me, worker)
    found = table.offers.of(location, worker)
    if found.why:
        return (found.why, "bad")
    return (found.price, "good" if found.price == "free" else "strong")


def worker_place(view: JourneyState, seat: int, worker: int) -> Run:
    """Return the place of a worker."""
    where = view.workers[seat][worker]
    return ("at home", "good") if where == NOTHING else (f"on {LOCATION_CODES[where]}", "dim")


def _draw_tents(table: Table, area: Area) -> None:
    """Draw the tents, and the gain of the next one."""
    view, me = table.view, table.me
    pitched = len(view.tents[me])
    x = area.text(0, 0, ("Tents ", "strong"), f"{pitched} of {len(TENTS)}")
    if pitched == len(TENTS):
        return
    own = actions(TENTS[pitched].reward)
    if not TENTS[pitched].reward:
        is_last = pitched == len(TENTS) - 1
        own = [f"{LAST_TENT} points at the end", f"{LAST_TENT}★"] if is_last else ["nothing more"]
    words = [f", the next also gives {own[0]}", *(f", next: {each}" for each in own)]
    area.text(x, 0, (fit(area.width - x, words), "dim"))


def _draw_bag(table: Table, area: Area) -> None:
    """Draw the seals left in the bag, by colour."""
    x = area.text(0, 0, ("Bag", "strong"))
    room = (area.width - x) // len(COLOURS)
    for colour, number in enumerate(table.view.bag):
        element = ("colour", colour)
        own = area.at(x + room * colour, 0, room, 1)
        pieces: list[Styled] = [seal(colour), f" {number}"]
        if element in table.asked or not table.asked:
            table.spot(own, element).text(1, 0, *pieces)
        else:
            own.text(1, 0, *pieces)


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


def draw_cards(table: Table, area: Area) -> None:
    """Draw the own crew cards one below the other, with what each lacks."""
    crew = table.view.crew[table.me]
    area.text(0, 0, ("Crew", "strong"))
    area.right(0, ("nearest row, and what it lacks", "dim"))
    if not crew:
        return
    each = min((area.height - 1) // len(crew), _CARD_ROWS + 1)
    for place, card in enumerate(crew):
        own = area.at(0, 1 + each * place, area.width, min(each, _CARD_ROWS))
        table.part(_draw_card, card, place, own)


def _draw_card(table: Table, card: int, place: int, area: Area) -> None:
    """Draw a card of the own crew: name and seals, reward, and what is lacking."""
    view, me = table.view, table.me
    paper = area.on("flap")
    if card == HIDDEN:
        paper.text(1, 0, ("a card", "letter-ink"))
        return
    name, ink = _named(table, card, paper)
    crew = CREW[card]
    name.text(_indent(name, crew.name), 0, (crew.name, ink))
    own = seals(crew.seals)
    room = name.width - len(crew.name) - 2
    if room >= 2 * len(own):
        name.right(0, *(piece for each in own for piece in (each, " ")))
    elif room >= len(own):
        name.right(0, *own)
    else:
        paper.right(paper.height - 1, *own)
    if paper.height < 2:
        return
    reward = actions(crew.reward)
    state = _progress(view, me, place, card)
    if paper.height == 2:
        room = paper.width - length(state) - 3
        paper.text(1, 1, (fit(room, reward), "strong letter-ink"))
        paper.right(1, *state, margin=1)
        return
    paper.text(1, 1, (fit(paper.width - 2, reward), "strong letter-ink"))
    paper.text(1, 2, *state)


def _indent(area: Area, name: str) -> int:
    """Return the column of a name: behind the sign, with a blank between them if there is room."""
    return 1 + (len(name) + 2 <= area.width)


def _named(table: Table, card: int, paper: Area) -> tuple[Area, str]:
    """Enter a card, and return its row with the name, and the style of the name."""
    element = ("crew", card)
    paper.enter(element)
    top = paper.at(0, 0, paper.width, 1)
    if table.scene.is_on(element):
        return top.on("cursor"), "strong token-ink"
    is_asked = "crew" in table.asked_kinds and element in table.asked
    return (top.on("letter") if is_asked else top), "strong letter-ink"


def _progress(view: JourneyState, seat: int, place: int, card: int) -> list[Styled]:
    """Return what the nearest row lacks for a card."""
    if not view.assigned[seat]:
        return [("seal to start ", "letter-ink"), seal(LETTERS.index(CREW[card].start))]
    if view.assigned[seat][place] != NOTHING:
        return [(f"✓ done with row {view.assigned[seat][place] + 1}", "strong letter-ink")]
    row, lacks = nearest(view, seat, card)
    if not lacks:
        return [(f"row {row + 1} is ready", "strong letter-ink")]
    return [(f"row {row + 1} lacks ", "letter-ink"), *(seal(colour) for colour in lacks)]


def _draw_hands(table: Table, area: Area) -> None:
    """Draw the cards of which one is kept in the draft, and the cards kept."""
    upper, lower = area.rows(Grow(DRAFT_ROWS, 16), Grow(4))
    draw_choice(table, upper)
    draw_kept(table, lower)


DRAFT_ROWS: Final = 11


def draw_choice(table: Table, area: Area) -> None:
    """Draw the own hand side by side; for a spectator those of all seats as names."""
    view = table.view
    if table.scene.viewer >= table.seats:
        for row, hand in enumerate(view.hands):
            cards = [CREW[card].name if card != HIDDEN else "a card" for card in hand]
            own = area.at(0, 3 * row, area.width, 2)
            own.text(0, 0, token(row), (f" {table.scene.names[row]}", f"strong seat-{row}"))
            own.text(2, 1, (fit(own.width - 2, [", ".join(cards), f"{len(cards)} cards"]), "dim"))
        return
    hand = view.hands[table.me]
    places = area.inside(1, 1, 1, 1).columns(*[Grow(17, 30)] * CREW_DEALT, gap=2)
    for card, place in zip(hand, places, strict=False):
        table.part(_draw_offer, card, place)
    for place in places[len(hand) :]:
        empty_place(place, "passed on")


def draw_kept(table: Table, area: Area) -> None:
    """Draw the cards that are kept, and the places of those to come."""
    kept = table.view.crew[table.me]
    area.text(0, 0, ("Kept", "strong"))
    places = area.at(0, 1, area.width, area.height - 1).columns(*[Grow()] * CREW_KEPT, gap=1)
    for place, own in enumerate(places):
        own = own.at(0, 0, own.width, min(own.height, 6))
        if place < len(kept) and kept[place] != HIDDEN:
            table.part(_draw_card, kept[place], place, own)
        else:
            empty_place(own, f"pick {place + 1}")


def _draw_offer(table: Table, card: int, area: Area) -> None:
    """Draw a card of the draft."""
    crew, element = CREW[card], ("crew", card)
    start = LETTERS.index(crew.start)
    paper = area.on("letter")
    paper.enter(element)
    if table.scene.is_on(element) or element in table.selected:
        ring(area)
    top = paper.at(0, 0, paper.width, 2, COLOURS[start])
    ink = filled(start)
    top.text(_indent(top, crew.name), 0, (crew.name, ink))
    top.text(1, 1, (fit(top.width - 1, [f"{COLOURS[start]} seal to start", COLOURS[start]]), ink))
    y = 2 + (paper.height > 9)
    paper.text(1, y, ("one row needs", "letter-ink"))
    x = 1
    for run in seals(crew.seals):
        letter, style = run if isinstance(run, tuple) else (run, "")
        x = paper.text(x, y + 1, (f" {letter} " if paper.width > 20 else letter, style)) + 1
    y += 2 + (paper.height > 8)
    paper.text(1, y, ("then, once", "letter-ink"))
    inner = paper.at(1, y + 1, paper.width - 2, paper.height - y - 1)
    inner.paragraph(0, actions(crew.reward)[0], "strong letter-ink")


def _draw_copyable(table: Table, area: Area) -> None:
    """Draw the crew cards of all players that can be copied."""
    area.text(0, 0, ("Crew cards to copy", "strong"))
    owners = {card: seat for seat, crew in enumerate(table.view.crew) for card in crew}
    cards = copyable(table.mine)
    columns = 2 if area.width >= _WIDE else 1
    half = -(-len(cards) // columns)
    each = 2 if (area.height - 1) >= 2 * half else 1
    for number, card in enumerate(cards):
        side = area.columns(*[Grow()] * columns, gap=2)[number // half]
        own = side.at(0, 1 + each * (number % half), side.width, 1)
        spot = table.spot(own, ("crew", card))
        x = spot.text(1, 0, token(owners[card]), " ", (CREW[card].name, "strong"), " ")
        spot.right(0, (fit(own.width - x, actions(CREW[card].reward)), "dim"))
