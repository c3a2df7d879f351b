"""The choice and the value of a position for searches: the greedy bot without words."""

from collections.abc import Callable, Sequence
from functools import cache
from typing import Final

from darwin_core.game import NOTHING
from darwin_core.games.darwinning.boards import TWO
from darwin_core.games.darwinning.combinations import SETS, codes
from darwin_core.games.darwinning.components import SPACES
from darwin_core.games.darwinning.judgement import judge
from darwin_core.games.darwinning.outlook import Outlook, outlook
from darwin_core.games.darwinning.rules import legal, points_of, totals
from darwin_core.games.darwinning.state import AnyAction, Cards, DarwinningState, Improve
from darwin_core.games.darwinning.view import is_trick_open
from darwin_core.kit.fitted import weigher
from darwin_core.kit.judging import best


def policy(state: DarwinningState, seat: int) -> AnyAction:
    """Return the action that ``advise`` names first."""
    actions = legal(state, seat)
    return best(actions, judge(state, seat, actions))


def worth(state: DarwinningState) -> tuple[float, ...]:
    """Return the points that each seat is likely to have at the end, by fitted weights; at the end,
    the points."""
    if not state.pending:
        return totals(state)
    weigh = _weigh()
    return tuple([weigh(features(state, seat)) for seat in range(len(state.hands))])


@cache
def _weigh() -> Callable[[Sequence[float]], float]:
    return weigher(__package__, FEATURES)


FEATURES: Final = (
    "points",
    "likely changes",
    "likely changes, for each era left",
    "population, for each era left",
    "environments, for each era left",
    "trait cards",
    "trait cards, for each era left",
    "danger",
    "cards in hand",
    "cards in all hands",
    "best gain of a card",
    "gains of all cards",
    "strongest set",
    "winning the trick",
    "best gain while winning the trick",
    "improving",
    "best gain while improving",
    "eras left",
    "seats",
    "seats, for each era left",
)
"""The names of the features, in their order."""


def features(state: DarwinningState, seat: int) -> Sequence[float]:
    """Return the numbers of a seat by which the worth of a position is fitted."""
    seats, hand = len(state.hands), state.hands[seat]
    here = outlook(state, seat)
    left = max(state.options.eras - state.era, 0)
    points = sum(points_of(state, seat))
    changes = here.worth - points
    cards = SPACES - state.traits[seat].count(NOTHING)
    gains = here.best_gains(hand)
    of_hand = [max(gains[card], 0.0) for card in hand]
    is_winning = is_trick_open(state) and _is_winning(state, seat)
    offered = [
        effect.cards
        for effect in state.pending
        if isinstance(effect, Improve) and effect.seat == seat
    ]
    return (
        points,
        changes,
        changes * left,
        state.population[seat] * left,
        here.homes.number * left,
        cards,
        cards * left,
        here.place.danger(here.traits),
        len(hand),
        sum(map(len, state.hands)) / seats,
        max(of_hand, default=0.0),
        sum(of_hand),
        codes(hand)[-1] / len(SETS) if all(state.hands) else 0.0,
        is_winning,
        _best_gain(here, state.played[seat]) if is_winning else 0.0,
        len(offered),
        max([_best_gain(here, each) for each in offered], default=0.0),
        left,
        seats,
        seats * left,
    )


def _is_winning(state: DarwinningState, seat: int) -> bool:
    """Return True if the cards of a seat may win the trick; in a match of two, where the display
    decides, if it has played any."""
    if len(state.hands) == TWO:
        return bool(state.played[seat])
    return state.best == seat


def _best_gain(here: Outlook, cards: Cards) -> float:
    gains = here.best_gains(cards)
    return max([0.0, *[gains[card] for card in cards]])
