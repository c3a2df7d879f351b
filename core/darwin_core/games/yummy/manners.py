"""The manners of bots: what they do with their triplets, their action cards and their offers."""

from typing import Final

from darwin_core.contract.game import Manner
from darwin_core.games.yummy import actions
from darwin_core.games.yummy.actions import AnyAction
from darwin_core.games.yummy.components import FIRST_ACTION
from darwin_core.games.yummy.effects import Offer
from darwin_core.games.yummy.judgement import Judgement
from darwin_core.games.yummy.scoring import totals
from darwin_core.games.yummy.state import YummyState


def _secures(view: YummyState, seat: int, action: AnyAction) -> float:
    return float(not isinstance(action, actions.Keep | actions.Counter))


def _robs(view: YummyState, seat: int, action: AnyAction) -> float:
    match action:
        case actions.Trump(owner=owner) | actions.Mark(owner=owner):
            points = totals(view)
            return 1.0 if points[owner] == max(points) else 0.75
        case actions.Ask(label):
            return float(label >= FIRST_ACTION and _may_hold(view, seat, label))
        case actions.Give() | actions.Propose():
            return 1.0
        case actions.Discard(card):
            return float(card < FIRST_ACTION)
        case _:
            return 0.0


def _may_hold(view: YummyState, seat: int, label: int) -> bool:
    """Return whether the partner of an offer may hold a card, as far as the seat knows."""
    effect = view.pending[-1]
    assert isinstance(effect, Offer)
    return Judgement(view, seat).partner(effect.partner).holding_chance(label) > 0


def _trades(view: YummyState, seat: int, action: AnyAction) -> float:
    match action:
        case actions.Accept():
            return 1.0
        case actions.Trade(partner) if partner not in view.openings:
            return float(bool(Judgement(view, seat).plan(partner).ask))
        case actions.Counter():
            return 0.5
        case _:
            return 0.0


MANNERS: Final[dict[str, Manner[YummyState, AnyAction]]] = {
    "careful": Manner(
        title="careful",
        line="brings triplets to safety and seldom makes counter-offers",
        lean=_secures,
        margin=1.0,
    ),
    "robber": Manner(
        title="a robber", line="asks for action cards and takes triplets", lean=_robs, margin=1.2
    ),
    "trader": Manner(title="a trader", line="offers and accepts a lot", lean=_trades, margin=0.4),
}
