"""The manners of bots: what their species become, and whom they eat."""

from typing import Final

from darwin_core.contract.game import Manner
from darwin_core.games.darwinning import actions
from darwin_core.games.darwinning.actions import AnyAction
from darwin_core.games.darwinning.boards import EATING
from darwin_core.games.darwinning.components import JOKER, NUMBER
from darwin_core.games.darwinning.judgement import Trick
from darwin_core.games.darwinning.state import DarwinningState
from darwin_core.text.language import mark


def _feeds(view: DarwinningState, seat: int, action: AnyAction) -> float:
    return float(isinstance(action, actions.Adapt | actions.Grow | actions.Live))


def _bites(view: DarwinningState, seat: int, action: AnyAction) -> float:
    match action:
        case actions.Play(cards):
            trick = Trick(view, seat)
            return float(0 <= trick.least < trick.strength(cards))
        case actions.Eat(being) | actions.Take(owner=being):
            return float(being < len(view.hands))
        case actions.Climb():
            return 1.0
        case actions.Gain(card) if card != JOKER:
            return float(EATING >> NUMBER[card] & 1)
        case _:
            return 0.0


def _collects(view: DarwinningState, seat: int, action: AnyAction) -> float:
    return (
        len(action.cards) / 2
        if isinstance(action, actions.Hold)
        else isinstance(action, actions.Gain | actions.Take)
    )


MANNERS: Final[dict[str, Manner[DarwinningState, AnyAction]]] = {
    "careful": Manner(
        title=mark("careful"),
        line=mark("looks for food and lets its population grow"),
        lean=_feeds,
        margin=1.0,
    ),
    "robber": Manner(
        title=mark("a robber"),
        line=mark("takes tricks from you and eats your species"),
        lean=_bites,
        margin=1.0,
    ),
    "trader": Manner(
        title=mark("a collector"),
        line=mark("gathers traits and keeps cards for the next era"),
        lean=_collects,
        margin=0.5,
    ),
}
