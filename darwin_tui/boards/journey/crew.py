"""The crew: workers, crew cards, the cards of a draft, scrolls of the Academy, the bag and the
tents; and the draft over the whole table.

A worker has a row of spots for seals. A crew card lacks the seals that it asks for beyond those of
a row. A letter is a colour's, on its seals.
"""

from textwrap import wrap
from typing import Final

from textual.geometry import Size

from darwin_core.contract.game import HIDDEN, NOTHING, Element
from darwin_core.games.journey.diaries import FIFTH, distinction, is_locked, seals_of, workers_of
from darwin_core.games.journey.material import (
    COLOURS,
    CREW,
    CREW_DEALT,
    CREW_KEPT,
    FIRST_SPECIAL,
    GOAL_TILES,
    LAST_TENT_POINTS,
    LETTERS,
    LOCKABLE,
    OBJECTIVES,
    PURPLE,
    ROW_SPOTS,
    SCROLL_COSTS,
    SCROLL_SPOTS,
    SCROLLS,
    SPOT_COSTS,
    START_COLOURS,
    TENTS,
    TILES,
    WORKERS,
    Academy,
    CopyCrew,
    JourneyState,
)
from darwin_core.games.journey.names import (
    COIN_SIGN,
    colour_name,
    crew_gain_words,
    has_knowledge,
    location_short_name,
)
from darwin_core.games.journey.objectives import copyable
from darwin_core.games.journey.pieces import is_able, lacking, means, seal_cost
from darwin_core.games.journey.rules import to_move
from darwin_core.text.language import mark, noun, tr, tr_in
from darwin_tui.boards.journey.journey_view import JourneyView
from darwin_tui.boards.journey.marks import (
    EMPTY_PLACE,
    effect_texts,
    legend,
    seal,
    seals,
    style_on_colour,
)
from darwin_tui.boards.journey.objectives import tile_names
from darwin_tui.boards.journey.sea import draw_sea
from darwin_tui.drawing.area import Area, Grow, cut, fit
from darwin_tui.drawing.canvas import Run, Styled, columns_of, length
from darwin_tui.drawing.card import draw_gauges, draw_likely_back, empty_place, ring
from darwin_tui.drawing.marks import token
from darwin_tui.drawing.panel import panel

# --- workers

WORKER_ROWS: Final = 5
"""Rows of the panel of workers."""
_LEVELS: Final = ("", mark("silver"), mark("gold"))
"""Words for a worker's distinction."""
_SPOTS: Final = 5
"""Column of a row's first spot; spots are two columns apart."""


def discount(table: JourneyView) -> int:
    """Return the discount in coins on a seal bought now."""
    top, state = table.top_effect, table.view_in_turn
    if not isinstance(top, Academy) or table.view.actor != table.seat:
        return 0
    return top.discount + means(state).discount


def seal_price(table: JourneyView, spot: int, row: int | None) -> int | None:
    """Return the cost in coins of a seal for a row, or the lowest for any row; None if no row has
    room.

    Args:
        spot: spot of the seal on the scrolls.
        row: the row, or None for any.
    """
    rows = table.view_in_turn.rows[table.seat]
    free = [number for number, row_seals in enumerate(rows) if len(row_seals) < ROW_SPOTS]
    free = [number for number in free if row in {None, number}]
    costs = [seal_cost(table.view_in_turn, spot, number, discount(table)) for number in free]
    return min(costs, default=None)


def draw_workers(area: Area, table: JourneyView) -> None:
    """Draw the workers in a column: seals, prices of free spots, and locations."""
    area.at(0, 0, area.width, 1).part(_draw_spot_costs, (table,))
    for worker in range(WORKERS):
        area.at(0, 1 + worker, area.width, 1).part(_draw_worker, (table,), worker)


def draw_workers_row(area: Area, table: JourneyView) -> None:
    """Draw the workers side by side: token, number, seals, and location."""
    view, me = table.view, table.seat
    workers = workers_of(view, me)
    for worker, column in zip(workers, area.columns(*[Grow()] * len(workers)), strict=True):
        column.part(_draw_short_worker, (table,), worker)


def _draw_short_worker(area: Area, table: JourneyView, worker: int) -> None:
    """Draw a worker in few columns."""
    view, me = table.view, table.seat
    spot = table.spot(area.at(0, 0, area.width - 1, 1), _element(table, worker))
    is_home = view.workers[me][worker] == NOTHING
    # The fifth worker has no row.
    row = view.rows[me][worker] if worker < WORKERS else b""
    sign = token(me) if is_home else ("○", f"strong seat-{me}")
    x = spot.text(1, 0, sign, (f"{worker + 1} ", "strong"), *map(seal, row))
    words, style = _price(table, worker) or _where(table, worker, is_short=True)
    spot.text(x + 1, 0, (fit(spot.area.width - x - 1, [words]), style))


def _draw_spot_costs(area: Area, table: JourneyView) -> None:
    """Draw the price of a seal on each spot; at the right the fifth worker, or the meaning."""
    for spot, cost in enumerate(SPOT_COSTS):
        area.text(_SPOTS + 2 * spot, 0, (f"{cost}", "dim"))
    x = _SPOTS + 2 * ROW_SPOTS + 1
    if is_able(table.view, table.seat, "worker"):
        inner = area.at(x, 0, area.width - x, 1)
        where, style = worker_place(table.view, table.seat, FIFTH)
        table.spot(inner, ("worker", FIFTH)).text(
            1, 0, (fit(inner.width - 1, [f"5 {where}"]), style)
        )
    else:
        area.text(x, 0, (fit(area.width - x, [tr("¢ to place a seal"), tr("¢ a seal")]), "dim"))


def _draw_worker(area: Area, table: JourneyView, worker: int) -> None:
    """Draw a worker: token, seals, and location, or the price of the seal in question."""
    view, me = table.view, table.seat
    spot = table.spot(area, _element(table, worker))
    row_seals = view.rows[me][worker]
    is_home = view.workers[me][worker] == NOTHING
    spot.text(1, 0, token(me) if is_home else ("○", f"strong seat-{me}"))
    spot.text(3, 0, (f"{worker + 1}", "strong"))
    for number in range(ROW_SPOTS):
        colour = row_seals[number] if number < len(row_seals) else NOTHING
        spot.text(_SPOTS + 2 * number, 0, seal(colour))
    x = _SPOTS + 2 * ROW_SPOTS
    if price := _price(table, worker):
        spot.right(0, price)
        return
    level = _LEVELS[distinction(row_seals)]
    level = tr(level) if level else ""
    words, style = _where(table, worker)
    if length([level, words]) + 1 <= area.width - x:
        spot.text(x, 0, (level, "good"))
    spot.right(0, (fit(area.width - x, [words]), style))


def _element(table: JourneyView, worker: int) -> Element:
    """Return the element of a worker, or of its row while a row can be chosen but no worker."""
    kinds = {kind for kind, _ in (*table.scene.selectable, *table.selected)}
    is_row = "row" in kinds and "worker" not in kinds and worker < WORKERS
    return ("row" if is_row else "worker", worker)


def _price(table: JourneyView, worker: int) -> Run | None:
    """Return the price of the seal in question for a worker's row; None without a seal."""
    bought = table.chosen("seal")
    if bought is None or table.view.scrolls[bought] == NOTHING or worker == FIFTH:
        return None
    price = seal_price(table, bought, worker)
    is_dear = price is None or price > table.view.coins[table.seat]
    words = tr("full") if price is None else tr("for {price}", price=f"{price}{COIN_SIGN}")
    return (words, "bad" if is_dear else "strong")


def _where(table: JourneyView, worker: int, is_short: bool = False) -> Run:
    """Return a worker's location, or its price for the location in question."""
    view, me = table.view, table.seat
    location = table.chosen("location") if "worker" in table.legal_kinds else None
    if view.workers[me][worker] != NOTHING or location is None:
        return worker_place(view, me, worker, is_short)
    cost = table.placement_costs.cost(location, worker)
    if cost.obstacle:
        return (cost.obstacle, "bad")
    return (cost.price, "good" if cost.is_free else "strong")


def worker_place(view: JourneyState, seat: int, worker: int, is_short: bool = False) -> Run:
    """Return a worker's location, or that it is at home."""
    where = view.workers[seat][worker]
    if where == NOTHING:
        return (tr_in("worker", "home") if is_short else tr("at home"), "good")
    code = location_short_name(where)
    return (code if is_short else tr("on {place}", place=code), "dim")


# --- crew cards

CARD_ROWS: Final = 3
"""Maximum rows of a crew card of the viewer."""
_OFFER_ROWS_MIN: Final = 9
"""Minimum rows of a full-length card."""
_OFFER_ROWS: Final = 12
"""Maximum rows of a full-length card that is kept."""
_TALL_OFFER_ROWS: Final = 11
"""Minimum rows of a card with large seals."""
_SEAL_COLUMNS: Final = 5
"""Maximum columns of a large seal."""
_SEAL_ROWS: Final = 3
"""Rows of a large seal."""
_SMALL_SEAL_COLUMNS: Final = 3
"""Maximum columns of a seal in a single row."""
LIKELY_COLUMNS: Final = 12
"""Minimum columns of a likely card."""
DRAFT_ROWS: Final = 11
"""Minimum rows of the hand from which a card is kept in the draft."""
BACK_COLUMNS: Final = 9
"""Columns of a card's back."""
HAND_CARD_COLUMNS: Final = 22
"""Maximum columns of a card when all hands are shown."""
_SHORTER: Final = {
    "first lieutenant": mark("1st lieutenant"),
    "instrument maker": mark("instrument maker"),
}
"""Crew cards with a short name for few columns, in some language."""


def missing(row: bytes, card: int) -> list[int]:
    """Return the colours that a row lacks for a crew card; purple seals count as any colour."""
    left = [LETTERS.index(letter) for letter in CREW[card].seals]
    for colour in row:
        if colour in left:
            left.remove(colour)
    # With purple seals, fewer seals are lacking than colours are left: any of these will do.
    short = lacking(row, CREW[card].seals)
    return sorted(left)[: max(short, 0)] if short < len(left) else left


def nearest(view: JourneyState, seat: int, card: int) -> tuple[int, list[int]]:
    """Return the row that lacks least for a crew card, and the colours that it lacks. Rows with
    which other cards were completed do not count."""
    used = view.assigned[seat]
    rows = [row for row in range(WORKERS) if row not in used]
    lacks = {row: missing(view.rows[seat][row], card) for row in rows}
    row = min(rows, key=lambda number: len(lacks[number]))
    return row, lacks[row]


def draw_cards(area: Area, table: JourneyView) -> None:
    """Draw the viewer's crew cards in a column, with the seals that each lacks."""
    crew = table.view.crew[table.seat]
    area.text(0, 0, (tr("Crew"), "strong"))
    area.right(0, (tr("nearest row, and what it lacks"), "dim"))
    if not crew:
        return
    card_rows = min((area.height - 1) // len(crew), CARD_ROWS + 1)
    for number, card in enumerate(crew):
        card_area = area.at(0, 1 + card_rows * number, area.width, min(card_rows, CARD_ROWS))
        card_area.part(_draw_card, (table,), card, number)


def _draw_card(area: Area, table: JourneyView, card: int, number: int) -> None:
    """Draw a card of the viewer's crew, by its number in the crew: name and seals, reward, and
    missing seals, as far as the rows allow."""
    view, me = table.view, table.seat
    paper = area.on("flap")
    if card == HIDDEN:
        paper.text(1, 0, (tr("a card"), "letter-ink"))
        return
    name, ink = _named(paper, table, card)
    crew = CREW[card]
    words = crew_within(card, name.width - 2)
    name.text(2, 0, (words, ink))
    own_seals = seals(crew.seals)
    room = name.width - len(words) - 2
    if room > 2 * len(own_seals):
        name.right(0, *(piece for run in own_seals for piece in (run, " ")))
    elif room > len(own_seals):
        name.right(0, *own_seals)
    else:
        paper.right(paper.height - 1, *own_seals)
    if paper.height < 2:
        return
    reward = effect_texts(crew.reward)
    progress = _progress(view, me, number, card)
    if paper.height == 2:
        room = paper.width - length(progress) - 3
        paper.text(1, 1, (fit(room, reward), "strong letter-ink"))
        paper.right(1, *progress, margin=1)
        return
    paper.text(1, 1, (fit(paper.width - 2, reward), "strong letter-ink"))
    paper.text(1, 2, *progress)


def _named(paper: Area, table: JourneyView, card: int) -> tuple[Area, str]:
    """Enter a card; return its row with the name, and the style of the name."""
    element = ("crew", card)
    paper.enter(element)
    top = paper.at(0, 0, paper.width, 1)
    if table.scene.is_on(element):
        return top.on("cursor"), "strong token-ink"
    is_legal = "crew" in table.legal_kinds and element in table.legal_elements
    return (top.on("letter") if is_legal else top), "strong letter-ink"


def _progress(view: JourneyState, seat: int, number: int, card: int) -> list[Styled]:
    """Return words for the seals that the nearest row lacks for a card, or for the row with which
    it was completed. In the draft, return the seal with which it lets the row of its number begin.
    """
    if not view.assigned[seat]:
        words = tr("worker {number} begins ", number=number + 1)
        return [(words, "letter-ink"), seal(START_COLOURS[card])]
    if view.assigned[seat][number] != NOTHING:
        done = tr("✓ done with row {number}", number=view.assigned[seat][number] + 1)
        return [(done, "strong letter-ink")]
    row, lacks = nearest(view, seat, card)
    if not lacks:
        return [(tr("row {number} is ready", number=row + 1), "strong letter-ink")]
    words = tr("row {number} lacks ", number=row + 1)
    return [(words, "letter-ink"), *(seal(colour) for colour in lacks)]


def crew_title(card: int) -> str:
    """Return the name of a crew card."""
    return noun(CREW[card].name)


def crew_within(card: int, room: int) -> str:
    """Return the name of a crew card; a short one, cut if needed, if it does not fit."""
    name = crew_title(card)
    shorter = tr(_SHORTER.get(CREW[card].name, name))
    return fit(room, [name, cut(shorter, room)])


def draw_likely(area: Area, table: JourneyView, seat: int, place: str) -> bool:
    """Fill a row with the likely cards of a seat in a place, its "hand" or "crew", if they are
    shown; return whether they are."""
    likely = table.scene.likely(seat, place)
    if likely:
        draw_gauges(area, likely, crew_within, f"seat-{seat}", least=LIKELY_COLUMNS)
    return bool(likely)


def draw_hands(area: Area, table: JourneyView) -> None:
    """Draw the hand from which a card is kept in the draft, and the cards already kept."""
    head, upper, lower = area.rows(1, Grow(DRAFT_ROWS, 16), Grow(5))
    _draw_first_seals(head, table)
    draw_choice(upper, table)
    # A note covers the kept cards; the first row names their seals.
    if not table.scene.primer:
        draw_kept(lower, table)


def _draw_first_seals(area: Area, table: JourneyView) -> None:
    """Draw the workers with the first seals that kept cards bring."""
    area.mark("first seals")
    kept = table.view.crew[table.seat]
    columns = area.inside(2, 0, 0, 0).columns(*[Grow()] * WORKERS, gap=2)
    for worker, column in enumerate(columns):
        if worker == CREW_KEPT:
            first: Styled = seal(PURPLE)
        elif worker < len(kept) and kept[worker] != HIDDEN:
            first = seal(START_COLOURS[kept[worker]])
        elif worker == len(kept):
            first = ("?", "strong")
        else:
            first = ("–", "dim")
        style = "strong" if worker == len(kept) else ""
        column.text(0, 0, token(table.seat), (f"{worker + 1} ", style), first)


def draw_choice(area: Area, table: JourneyView) -> None:
    """Draw the viewer's hand side by side; for a spectator those of all seats, hidden cards as
    backs, with likely faces if there are beliefs."""
    view = table.view
    if not table.is_own:
        start = max(map(columns_of, table.scene.names)) + 4
        columns = min((area.width - start) // CREW_DEALT - 1, HAND_CARD_COLUMNS)
        hand_rows = max(area.height // table.seats, 3)
        top = max((area.height - hand_rows * table.seats + 1) // 2, 0)
        for row, hand in enumerate(view.hands):
            card_area = area.at(0, top + hand_rows * row, area.width, hand_rows - 1)
            card_area.text(0, 0, token(row), (f" {table.scene.names[row]}", f"strong seat-{row}"))
            for number, card in enumerate(hand):
                if card == HIDDEN:
                    likely = table.scene.likely(row, "hand")[number :: len(hand)]
                    wide = columns if likely else BACK_COLUMNS
                    place = card_area.at(start + number * (wide + 1), 0, wide, card_area.height)
                    draw_likely_back(place, likely, crew_within, f"seat-{row}")
                else:
                    _draw_short(
                        card_area.at(start + number * (columns + 1), 0, columns, card_area.height),
                        card,
                    )
        return
    hand = view.hands[table.seat]
    card_areas = area.inside(1, 1, 1, 1).columns(*[Grow(17, 46)] * CREW_DEALT, gap=2)
    for card, card_area in zip(hand, card_areas, strict=False):
        card_area.part(_draw_offer, (table,), card)
    for card_area in card_areas[len(hand) :]:
        empty_place(card_area, tr("passed on"))


def _draw_short(area: Area, card: int) -> None:
    """Draw a card in two rows: its name on the colour of its first seal, and its reward."""
    crew = CREW[card]
    paper = area.on("letter")
    start = START_COLOURS[card]
    top = paper.at(0, 0, paper.width, 1, COLOURS[start])
    top.text(1, 0, (crew_within(card, top.width - 1), style_on_colour(start)))
    paper.text(1, 1, (fit(paper.width - 2, effect_texts(crew.reward)), "letter-ink"))


def draw_kept(area: Area, table: JourneyView) -> None:
    """Draw the kept cards and, if they are tall, empty places for the cards to come."""
    kept = table.view.crew[table.seat]
    columns = area.columns(*[Grow()] * CREW_KEPT, gap=1)
    for number, column in enumerate(columns):
        card_area = column.at(0, 0, column.width, min(column.height, _OFFER_ROWS))
        if number < len(kept) and kept[number] != HIDDEN:
            if card_area.height >= _OFFER_ROWS_MIN:
                card_area.part(_draw_offer, (table,), kept[number])
            else:
                card_area.part(_draw_card, (table,), kept[number], number)
        elif number < len(kept):
            likely = table.scene.likely(table.seat, "crew")[number :: len(kept)]
            draw_likely_back(card_area, likely, crew_within, f"seat-{table.seat}")
        elif card_area.height >= _OFFER_ROWS_MIN:
            empty_place(card_area, tr("pick {number}", number=number + 1))


def _draw_offer(area: Area, table: JourneyView, card: int) -> None:
    """Draw a card of the draft in full length: name, first seal, seals that it needs, reward."""
    crew = CREW[card]
    element = ("crew", card)
    start = START_COLOURS[card]
    paper = area.on("letter")
    paper.enter(element)
    if table.scene.is_on(element) or element in table.selected:
        ring(area)
    top = paper.at(0, 0, paper.width, 2, COLOURS[start])
    ink = style_on_colour(start)
    top.text(2, 0, (crew_within(card, top.width - 2), ink))
    if table.view.picked[table.seat] == card:
        # The cards stay in sight until all have chosen.
        top.text(0, 0, ("✓", ink))
    top.text(1, 1, (tr("{colour} seal", colour=colour_name(start)), ink))
    y = 2 + (paper.height > 9)
    paper.text(1, y, (tr("needs"), "letter-ink"))
    is_tall = paper.height >= _TALL_OFFER_ROWS
    columns_max = _SEAL_COLUMNS if is_tall else _SMALL_SEAL_COLUMNS
    columns = min((paper.width - 2) // len(crew.seals) - 1, columns_max)
    # A letter is centred only in an odd number of columns.
    columns -= columns > 2 and columns % 2 == 0
    rows = _SEAL_ROWS if is_tall else 1
    for number, run in enumerate(seals(crew.seals)):
        letter, style = run if isinstance(run, tuple) else (run, "")
        cell = paper.at(1 + number * (columns + 1), y + 1, columns, rows)
        cell.fill(style=style)
        cell.centre(rows // 2, (letter, style))
    y += 1 + rows + (paper.height > 8)
    paper.text(1, y, (tr("gives"), "letter-ink"))
    inner = paper.at(1, y + 1, paper.width - 2, paper.height - y - 1)
    reward = effect_texts(crew.reward)[0]
    explained = crew_gain_words(card) if has_knowledge(card) else reward
    has_room = len(wrap(explained, inner.width)) <= inner.height
    inner.paragraph(0, explained if has_room else reward, "strong letter-ink")


# --- the crew

_WIDE_FROM_COLUMNS: Final = 70
"""Minimum columns for cards beside the scrolls, and for copyable cards in two columns."""
_SCROLL_ROWS: Final = 5
"""Rows of the Academy's scrolls with their title."""


def draw_crew(area: Area, table: JourneyView, has_rows: bool = True) -> None:
    """Draw scrolls, crew cards, the bag and tents; also the workers' rows if they are nowhere
    else."""
    if any(table.view.hands):
        draw_hands(area, table)
        return
    if table.legal_elements and isinstance(table.top_effect, CopyCrew):
        _draw_copyable(area, table)
        return
    if area.width >= _WIDE_FROM_COLUMNS:
        left, right = area.columns(Grow(34, 40), Grow(34), gap=2)
        if has_rows:
            gap = int(left.height >= _SCROLL_ROWS + WORKER_ROWS + 4)
            scrolls, rows, rest = left.rows(_SCROLL_ROWS, WORKER_ROWS, Grow(2), gap=gap)
            draw_workers(rows, table)
        else:
            scrolls, rest = left.rows(_SCROLL_ROWS, Grow(2), gap=1)
        cards = right
    else:
        cards_rows = Grow(1 + 3 * CARD_ROWS, 3 + 3 * (CARD_ROWS + 1))
        scrolls, cards, rest = area.rows(_SCROLL_ROWS, cards_rows, 2, gap=1)
    scrolls.part(_draw_scrolls, (table,))
    draw_cards(cards, table)
    rest.at(0, 0, rest.width, 1).part(_draw_bag, (table,))
    rest.at(0, 1, rest.width, rest.height - 1).part(_draw_tents, (table,))


# --- the Academy


def _draw_scrolls(area: Area, table: JourneyView) -> None:
    """Draw the seals for sale, priced for the row in question or the cheapest row."""
    view = table.view
    coins_off = discount(table)
    row = table.chosen("row")
    off = tr("  {less} off", less=coins_off) if coins_off else ""
    area.text(0, 0, (tr("Scrolls"), "strong"), (off, "good"))
    area.right(0, (tr("for that row" if row is not None else "least price"), "dim"))
    is_free = is_able(view, table.seat, "scrolls")
    # Before the seals of a scroll is its own price.
    room = (area.width - 4) // SCROLL_SPOTS
    for scroll in range(SCROLLS):
        y = 1 + scroll
        added = 0 if is_free else SCROLL_COSTS[scroll]
        area.text(0, y, (f"+{added}{COIN_SIGN}", "dim"))
        for column in range(SCROLL_SPOTS):
            spot = scroll * SCROLL_SPOTS + column
            cell = area.at(4 + room * column, y, room - 1, 1)
            if view.scrolls[spot] == NOTHING:
                cell.text(1, 0, (EMPTY_PLACE, "dim"))
                continue
            price = seal_price(table, spot, row)
            is_dear = price is None or price > view.coins[table.seat]
            words = "–" if price is None else f"{price}{COIN_SIGN}"
            table.spot(cell, ("seal", spot)).text(
                1, 0, seal(view.scrolls[spot]), " ", (words, "bad" if is_dear else "")
            )


def _draw_tents(area: Area, table: JourneyView) -> None:
    """Draw the tents, and the gain of the next one."""
    view, me = table.view, table.seat
    pitched = len(view.tents[me])
    count = tr("{number} of {all}", number=pitched, all=len(TENTS))
    x = area.text(0, 0, (tr("Tents "), "strong"), count)
    if pitched == len(TENTS):
        return
    rewards = effect_texts(TENTS[pitched].reward) if TENTS[pitched].reward else [tr("nothing")]
    if not TENTS[pitched].reward and pitched == len(TENTS) - 1:
        rewards = [
            tr("{number} points at the end", number=LAST_TENT_POINTS),
            f"{LAST_TENT_POINTS}★",
        ]
    full = tr(", the next also gives {reward}", reward=rewards[0])
    words = [full, *(tr(", next: {reward}", reward=reward) for reward in rewards)]
    area.text(x, 0, (fit(area.width - x, words), "dim"))


def _draw_bag(area: Area, table: JourneyView) -> None:
    """Draw the seals left in the bag, by colour."""
    x = area.text(0, 0, (tr("Bag"), "strong"))
    room = (area.width - x) // len(COLOURS)
    for colour, number in enumerate(table.view.bag):
        element = ("colour", colour)
        cell = area.at(x + room * colour, 0, room, 1)
        pieces: list[Styled] = [seal(colour), f" {number}"]
        if element in table.legal_elements or not table.legal_elements:
            table.spot(cell, element).text(1, 0, *pieces)
        else:
            cell.text(1, 0, *pieces)


def _draw_copyable(area: Area, table: JourneyView) -> None:
    """Draw the crew cards of all players that the viewer can copy, each with its owner's token."""
    area.text(0, 0, (tr("Crew cards to copy"), "strong"))
    owners = {card: seat for seat, crew in enumerate(table.view.crew) for card in crew}
    cards = copyable(table.view_in_turn)
    columns = 2 if area.width >= _WIDE_FROM_COLUMNS else 1
    half = -(-len(cards) // columns)
    card_rows = 2 if (area.height - 1) >= 2 * half else 1
    for number, card in enumerate(cards):
        side = area.columns(*[Grow()] * columns, gap=2)[number // half]
        row_area = side.at(0, 1 + card_rows * (number % half), side.width, 1)
        spot = table.spot(row_area, ("crew", card))
        x = spot.text(1, 0, token(owners[card]), " ", (crew_title(card), "strong"), " ")
        spot.right(0, (fit(row_area.width - x, effect_texts(CREW[card].reward)), "dim"))


# --- the draft

_CHART: Final = Size(190, 30)
"""Minimum columns and rows for the chart below the cards."""


def draw_draft(area: Area, table: JourneyView) -> None:
    """Draw the draft over the whole table."""
    view = table.view
    top, middle, lower = area.rows(5, Grow(14, 17), Grow(14))
    top.part(_draw_seats, (table,))
    hand = view.hands[table.seat]
    choose = tr("Choose one of {number}", number=len(hand))
    title = choose if table.legal_elements else tr("All choose their crew")
    note = tr("the others are passed on to the left")
    draw_choice(panel(middle, [title], note, is_active=bool(table.legal_elements)), table)
    if lower.width >= _CHART.width and lower.height >= _CHART.height:
        chart, right = lower.columns(Grow(), 72)
        draw_sea(panel(chart, mark("Sea and islands"), foot="  ".join(legend()), margin=0), table)
        kept, match = right.rows(12, Grow())
    else:
        kept, match = lower.columns(Grow(56), Grow(56, 90), gap=0)
    whose = tr("Your crew") if table.is_own else tr("{name}'s crew", name=table.name)
    inner = panel(kept, [whose], tr("hidden from the others until all have chosen"))
    if table.scene.primer and view.crew[table.seat]:
        # The note fits below short cards; beside a tall one it would cover the next panel's edge.
        inner = inner.at(0, 0, inner.width, CARD_ROWS)
    draw_kept(inner, table)
    match.part(_draw_match, (table,))


def _draw_seats(area: Area, table: JourneyView) -> None:
    """Draw each seat with its state in the draft and its place in the turn order."""
    inner = panel(area, mark("Round the table"), tr("hands go to the left after each pick"))
    movers = to_move(table.view)
    for seat, seat_area in zip(
        range(table.seats), inner.columns(*[Grow()] * table.seats), strict=True
    ):
        seat_area.text(0, 0, token(seat), (f" {table.scene.names[seat]}", f"strong seat-{seat}"))
        if seat in movers:
            seat_area.text(2, 1, (tr("choosing"), "strong cursor" if seat == table.seat else "dim"))
        else:
            seat_area.text(2, 1, (tr("✓ has chosen"), "good"))
        position = 1 + table.view.order.index(seat)
        draw_likely(seat_area.at(16, 1, seat_area.width - 17, 1), table, seat, "crew")
        if draw_likely(seat_area.at(7, 2, seat_area.width - 8, 1), table, seat, "hand"):
            seat_area.text(2, 2, (tr("hand"), "dim"))
        else:
            seat_area.text(2, 2, (tr("turn order {number}", number=position), "dim"))


def _draw_match(area: Area, table: JourneyView) -> None:
    """Draw the goals, the objectives and the special locations of this match."""
    view = table.view
    inner = panel(area, mark("This match"))
    lines: list[tuple[str, list[Styled]]] = []
    for number, goal in enumerate(view.goals, 1):
        tile = GOAL_TILES[goal]
        head = "Beagle" if number == 1 else ""
        words = tr(
            "round {number}: {goal}, {points} each",
            number=number,
            goal=tr(tile.name),
            points=tile.points,
        )
        lines.append((head, [words]))
    for number, tile_number in enumerate(view.starters or view.display):
        metal = "gold" if OBJECTIVES[tile_number].is_gold else "silver"
        words = ", ".join(tile_names(view, table.seat, tile_number))
        head = tr("objectives") if not number else ""
        chip = (f" {metal[0].upper()} ", f"strong token-ink on {metal}")
        lines.append((head, [chip, f" {words}"]))
    for number, location in enumerate(range(FIRST_SPECIAL, LOCKABLE)):
        tile_number = view.specials[location - FIRST_SPECIAL]
        state = "" if is_locked(view, location) else tr(" (open)")
        words = fit(inner.width - 17 - len(state), effect_texts(TILES[tile_number].actions))
        head = tr("special") if not number else ""
        lines.append((head, [*seals(f"{seals_of(view, location)}"), f" {words}", (state, "good")]))
    scrolls = [seal(colour) for colour in view.scrolls if colour != NOTHING]
    if scrolls:
        lines.append((tr("scrolls"), list(scrolls)))
    for y, (head, pieces) in enumerate(lines[: inner.height]):
        inner.text(0, y, (head, "dim"))
        inner.text(12, y, *pieces)
