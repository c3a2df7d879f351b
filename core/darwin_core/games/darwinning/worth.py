"""The points that each seat is likely to have at the end, by weights fitted on matches.

The features of a seat are its points, what the boards are likely to change, its cards and what they
gain. ``worth.toml`` holds their weights and the run that found them.
"""

from typing import Final

from darwin_core.contract.cards import Cards
from darwin_core.contract.game import NOTHING
from darwin_core.games.darwinning.boards import TWO
from darwin_core.games.darwinning.combinations import SETS, codes
from darwin_core.games.darwinning.components import SPACES
from darwin_core.games.darwinning.effects import Improve
from darwin_core.games.darwinning.outlook import Outlook, outlook
from darwin_core.games.darwinning.scoring import outcome, points_of
from darwin_core.games.darwinning.state import DarwinningState
from darwin_core.games.darwinning.view import is_trick_open
from darwin_core.kit.fitted import fitted_worth

FEATURE_NAMES: Final = (
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


def features(state: DarwinningState) -> list[tuple[float, ...]]:
    """Return the features of each seat of a whole state."""
    return [_features(state, seat) for seat in range(len(state.hands))]


def _features(state: DarwinningState, seat: int) -> tuple[float, ...]:
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


worth: Final = fitted_worth(__package__, FEATURE_NAMES, features, outcome)
