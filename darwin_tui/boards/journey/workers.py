"""The own workers: their seals, what a seal costs, and where each is."""

from typing import Final

from darwin_core.contract.game import NOTHING
from darwin_core.games.journey.academy import is_able, seal_cost
from darwin_core.games.journey.components import ROW, SPOT_COSTS, WORKERS
from darwin_core.games.journey.diaries import FIFTH, distinction, hands_of
from darwin_core.games.journey.effect_words import COIN
from darwin_core.games.journey.effects import Academy
from darwin_core.games.journey.notation import LOCATION_CODES
from darwin_core.games.journey.pieces import means
from darwin_core.games.journey.state import JourneyState
from darwin_core.text.language import mark, tr, tr_in
from darwin_tui.boards.journey.marks import seal
from darwin_tui.boards.journey.moment import Moment
from darwin_tui.drawing.area import Area, Grow
from darwin_tui.drawing.canvas import Run, length
from darwin_tui.drawing.marks import token
from darwin_tui.drawing.names import fit

WORKER_ROWS: Final = 5
_LEVELS: Final = ("", mark("silver"), mark("gold"))


def discount(moment: Moment) -> int:
    """Return the discount in coins on a seal bought now."""
    top, state = moment.top, moment.mine
    if not isinstance(top, Academy) or moment.view.actor != moment.me:
        return 0
    return top.discount + means(state).discount


def seal_price(moment: Moment, spot: int, row: int | None) -> int | None:
    """Return the cost of a seal for a row, or the least for any; None if no row has room."""
    rows = moment.mine.rows[moment.me]
    free = [each for each, own in enumerate(rows) if len(own) < ROW]
    free = [each for each in free if row in {None, each}]
    costs = [seal_cost(moment.mine, spot, each, discount(moment)) for each in free]
    return min(costs, default=None)


def draw_workers(area: Area, moment: Moment) -> None:
    """Draw the workers one below the other: seals, prices of free spots, and where they are."""
    area.at(0, 0, area.width, 1).part(_draw_spot_costs, (moment,))
    for worker in range(WORKERS):
        area.at(0, 1 + worker, area.width, 1).part(_draw_worker, (moment,), worker)


def draw_workers_row(area: Area, moment: Moment) -> None:
    """Draw the workers side by side: token, number, seals, and where they are."""
    view, me = moment.view, moment.me
    workers = hands_of(view, me)
    for worker, own in zip(workers, area.columns(*[Grow()] * len(workers)), strict=True):
        own.part(_draw_hand, (moment,), worker)


def _draw_hand(area: Area, moment: Moment, worker: int) -> None:
    """Draw a worker in few columns."""
    view, me = moment.view, moment.me
    spot = moment.spot(area.at(0, 0, area.width - 1, 1), ("worker", worker))
    is_home = view.workers[me][worker] == NOTHING
    row = view.rows[me][worker] if worker < WORKERS else b""
    mark = token(me) if is_home else ("○", f"strong seat-{me}")
    x = spot.text(1, 0, mark, (f"{worker + 1} ", "strong"), *map(seal, row))
    words, style = _where(moment, worker, is_short=True)
    spot.text(x + 1, 0, (fit(spot.area.width - x - 1, [words]), style))


_SPOTS: Final = 5
"""The column of the first spot of a row."""


def _draw_spot_costs(area: Area, moment: Moment) -> None:
    for spot, cost in enumerate(SPOT_COSTS):
        area.text(_SPOTS + 2 * spot, 0, (f"{cost}", "dim"))
    x = _SPOTS + 2 * ROW + 1
    if is_able(moment.view, moment.me, "worker"):
        own = area.at(x, 0, area.width - x, 1)
        where, style = worker_place(moment.view, moment.me, FIFTH)
        moment.spot(own, ("worker", FIFTH)).text(1, 0, (fit(own.width - 1, [f"5 {where}"]), style))
    else:
        area.text(x, 0, (fit(area.width - x, [tr("¢ to place a seal"), tr("¢ a seal")]), "dim"))


def _draw_worker(area: Area, moment: Moment, worker: int) -> None:
    """Draw a worker: token, seals, and the place, or the price of the seal in question."""
    view, me = moment.view, moment.me
    element = ("row", worker) if "row" in moment.asked_kinds else ("worker", worker)
    spot = moment.spot(area, element)
    own = view.rows[me][worker]
    is_home = view.workers[me][worker] == NOTHING
    spot.text(1, 0, token(me) if is_home else ("○", f"strong seat-{me}"))
    spot.text(3, 0, (f"{worker + 1}", "strong"))
    for place in range(ROW):
        spot.text(_SPOTS + 2 * place, 0, seal(own[place] if place < len(own) else NOTHING))
    x = _SPOTS + 2 * ROW
    bought = moment.chosen("seal")
    if bought is not None and view.scrolls[bought] != NOTHING:
        price = seal_price(moment, bought, worker)
        is_dear = price is None or price > view.coins[me]
        words = tr("full") if price is None else tr("for {price}", price=f"{price}{COIN}")
        spot.right(0, (words, "bad" if is_dear else "strong"))
        return
    level = _LEVELS[distinction(own)]
    level = tr(level) if level else ""
    words, style = _where(moment, worker)
    if length([level, words]) + 1 <= area.width - x:
        spot.text(x, 0, (level, "good"))
    spot.right(0, (fit(area.width - x, [words]), style))


def _where(moment: Moment, worker: int, is_short: bool = False) -> Run:
    """Return the place of a worker, or its price for the location in question."""
    view, me = moment.view, moment.me
    location = moment.chosen("location") if "worker" in moment.asked_kinds else None
    if view.workers[me][worker] != NOTHING or location is None:
        return worker_place(view, me, worker, is_short)
    found = moment.offers.of(location, worker)
    if found.why:
        return (found.why, "bad")
    return (found.price, "good" if found.is_free else "strong")


def worker_place(view: JourneyState, seat: int, worker: int, is_short: bool = False) -> Run:
    """Return the place of a worker."""
    where = view.workers[seat][worker]
    if where == NOTHING:
        return (tr_in("worker", "home") if is_short else tr("at home"), "good")
    code = LOCATION_CODES[where]
    return (code if is_short else tr("on {place}", place=code), "dim")
