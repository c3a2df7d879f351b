"""The points that each seat is likely to have at the end, by weights fitted on matches.

The features of a seat are the sources that the greedy bot judges by, now and with each round that
is left, and the workers still to be placed. ``worth.toml`` holds their weights and the run that
found them.
"""

from typing import Final

from darwin_core.games.journey import diaries
from darwin_core.games.journey.components import ROUNDS
from darwin_core.games.journey.scoring import outcome
from darwin_core.games.journey.sources import SOURCES, of
from darwin_core.games.journey.state import JourneyState
from darwin_core.kit.fitted import fitted_worth

FEATURE_NAMES: Final = (
    *SOURCES,
    *(f"{source}, for each round left" for source in SOURCES),
    "workers at home",
    "workers, for each round left",
    "rounds left",
    "three seats",
    "four seats",
    "seats, for each round left",
)


def features(state: JourneyState) -> list[tuple[float, ...]]:
    """Return the features of each seat of a whole state."""
    return [_features(state, seat) for seat in range(len(state.coins))]


def _features(state: JourneyState, seat: int) -> tuple[float, ...]:
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


worth: Final = fitted_worth(__package__, FEATURE_NAMES, features, outcome)
