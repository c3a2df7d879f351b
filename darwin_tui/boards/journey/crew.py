"""The crew: scrolls of the Academy, crew cards, the bag and the tents."""

from typing import Final

from darwin_core.contract.game import NOTHING
from darwin_core.games.journey.academy import is_able
from darwin_core.games.journey.components import (
    COLOURS,
    CREW,
    LAST_TENT,
    SCROLL,
    SCROLL_COSTS,
    SCROLLS,
    TENTS,
)
from darwin_core.games.journey.effect_words import COIN
from darwin_core.games.journey.effects import CopyCrew
from darwin_core.games.journey.objectives import copyable
from darwin_core.text.language import tr
from darwin_tui.boards.journey.cards import CARD_ROWS, crew_title, draw_cards, draw_hands
from darwin_tui.boards.journey.marks import EMPTY, actions, seal
from darwin_tui.boards.journey.moment import Moment
from darwin_tui.boards.journey.workers import WORKER_ROWS, discount, draw_workers, seal_price
from darwin_tui.drawing.area import Area, Grow
from darwin_tui.drawing.canvas import Styled
from darwin_tui.drawing.marks import token
from darwin_tui.drawing.names import fit

_WIDE: Final = 70
_SCROLL_ROWS: Final = 5


def draw_crew(area: Area, moment: Moment, has_rows: bool = True) -> None:
    """Draw scrolls, crew cards, the bag and tents; the workers' rows too if they are nowhere
    else."""
    if any(moment.view.hands):
        draw_hands(area, moment)
        return
    if moment.asked and isinstance(moment.top, CopyCrew):
        _draw_copyable(area, moment)
        return
    if area.width >= _WIDE:
        left, right = area.columns(Grow(34, 40), Grow(34), gap=2)
        if has_rows:
            gap = int(left.height >= _SCROLL_ROWS + WORKER_ROWS + 4)
            scrolls, rows, rest = left.rows(_SCROLL_ROWS, WORKER_ROWS, Grow(2), gap=gap)
            draw_workers(rows, moment)
        else:
            scrolls, rest = left.rows(_SCROLL_ROWS, Grow(2), gap=1)
        cards = right
    else:
        cards_rows = Grow(1 + 3 * CARD_ROWS, 3 + 3 * (CARD_ROWS + 1))
        scrolls, cards, rest = area.rows(_SCROLL_ROWS, cards_rows, 2, gap=1)
    scrolls.part(_draw_scrolls, (moment,))
    draw_cards(cards, moment)
    rest.at(0, 0, rest.width, 1).part(_draw_bag, (moment,))
    rest.at(0, 1, rest.width, rest.height - 1).part(_draw_tents, (moment,))


# --- the Academy


def _draw_scrolls(area: Area, moment: Moment) -> None:
    """Draw the seals for sale, with their price for the row in question or for the best one."""
    view = moment.view
    less = discount(moment)
    row = moment.chosen("row")
    off = tr("  {less} off", less=less) if less else ""
    area.text(0, 0, (tr("Scrolls"), "strong"), (off, "good"))
    area.right(0, (tr("for that row" if row is not None else "least price"), "dim"))
    is_free = is_able(view, moment.me, "scrolls")
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
            price = seal_price(moment, spot, row)
            is_dear = price is None or price > view.coins[moment.me]
            words = "–" if price is None else f"{price}{COIN}"
            moment.spot(own, ("seal", spot)).text(
                1, 0, seal(view.scrolls[spot]), " ", (words, "bad" if is_dear else "")
            )


def _draw_tents(area: Area, moment: Moment) -> None:
    """Draw the tents, and the gain of the next one."""
    view, me = moment.view, moment.me
    pitched = len(view.tents[me])
    count = tr("{number} of {all}", number=pitched, all=len(TENTS))
    x = area.text(0, 0, (tr("Tents "), "strong"), count)
    if pitched == len(TENTS):
        return
    own = actions(TENTS[pitched].reward) if TENTS[pitched].reward else [tr("nothing")]
    if not TENTS[pitched].reward and pitched == len(TENTS) - 1:
        own = [tr("{number} points at the end", number=LAST_TENT), f"{LAST_TENT}★"]
    full = tr(", the next also gives {reward}", reward=own[0])
    words = [full, *(tr(", next: {reward}", reward=each) for each in own)]
    area.text(x, 0, (fit(area.width - x, words), "dim"))


def _draw_bag(area: Area, moment: Moment) -> None:
    """Draw the seals left in the bag, by colour."""
    x = area.text(0, 0, (tr("Bag"), "strong"))
    room = (area.width - x) // len(COLOURS)
    for colour, number in enumerate(moment.view.bag):
        element = ("colour", colour)
        own = area.at(x + room * colour, 0, room, 1)
        pieces: list[Styled] = [seal(colour), f" {number}"]
        if element in moment.asked or not moment.asked:
            moment.spot(own, element).text(1, 0, *pieces)
        else:
            own.text(1, 0, *pieces)


def _draw_copyable(area: Area, moment: Moment) -> None:
    """Draw the crew cards of all players that can be copied."""
    area.text(0, 0, (tr("Crew cards to copy"), "strong"))
    owners = {card: seat for seat, crew in enumerate(moment.view.crew) for card in crew}
    cards = copyable(moment.mine)
    columns = 2 if area.width >= _WIDE else 1
    half = -(-len(cards) // columns)
    each = 2 if (area.height - 1) >= 2 * half else 1
    for number, card in enumerate(cards):
        side = area.columns(*[Grow()] * columns, gap=2)[number // half]
        own = side.at(0, 1 + each * (number % half), side.width, 1)
        spot = moment.spot(own, ("crew", card))
        x = spot.text(1, 0, token(owners[card]), " ", (crew_title(card), "strong"), " ")
        spot.right(0, (fit(own.width - x, actions(CREW[card].reward)), "dim"))
