"""The choice and the value of a position for searches: the greedy bot without words."""

from collections.abc import Callable, Sequence
from functools import cache
from typing import Final

from darwin_core.games.journey import diaries, rules
from darwin_core.games.journey.actions import AnyAction
from darwin_core.games.journey.components import ROUNDS
from darwin_core.games.journey.judgement import judge
from darwin_core.games.journey.scoring import standing
from darwin_core.games.journey.state import JourneyState
from darwin_core.games.journey.worth import SOURCES, of
from darwin_core.kit.fitted import weigher
from darwin_core.kit.judging import best


def policy(state: JourneyState, seat: int) -> AnyAction:
    """Return the best judged action, the first of equals."""
    actions = rules.legal(state, seat)
    if len(actions) == 1:
        return actions[0]
    return best(actions, [value for value, _ in judge(state, seat, actions)])


def worth(state: JourneyState) -> tuple[float, ...]:
    """Return the points that each seat is likely to have at the end, by fitted weights; at the end,
    the points."""
    if not state.pending:
        return standing(state).totals
    weigh = _weigh()
    return tuple([weigh(features(state, seat)) for seat in range(len(state.coins))])


@cache
def _weigh() -> Callable[[Sequence[float]], float]:
    return weigher(__package__, FEATURES)


def features(state: JourneyState, seat: int) -> Sequence[float]:
    """Return what the worth of a position to a seat is fitted by: the sources that the greedy bot
    judges by, now and with each round that is left, and the workers still to be placed."""
    left = ROUNDS - max(state.round, 1)
    parts = of(state, seat).parts
    seats, workers = len(state.coins), len(diaries.hands_of(state, seat))
    return (
        *parts,
        *[part * left for part in parts],
        len(diaries.at_home(state, seat)),
        workers * left,
        left,
        seats == 3,
        seats == 4,
        seats * left,
    )


FEATURES: Final = (
    *SOURCES,
    *(f"{source}, for each round left" for source in SOURCES),
    "workers at home",
    "workers, for each round left",
    "rounds left",
    "three seats",
    "four seats",
    "seats, for each round left",
)
"""The names of the features, in their order."""
