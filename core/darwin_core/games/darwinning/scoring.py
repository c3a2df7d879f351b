"""The score of Darwinning! and the result."""

from typing import Final

from darwin_core.contract.game import Outcome, ScoreLine
from darwin_core.games.darwinning.boards import habitats, points_of_board, points_of_traits
from darwin_core.games.darwinning.state import DarwinningState
from darwin_core.text.language import mark

LINES: Final = (mark("food chain"), mark("population"), mark("environments"), mark("traits"))
"""The score lines, in order."""


def points_of(state: DarwinningState, seat: int) -> tuple[int, int, int, int]:
    """Return the points of a species, by score line. [Game end and scoring]"""
    species = state.species[seat]
    return points_of_board(
        species,
        state.places[seat],
        state.population[seat],
        len(habitats(species, state.adapted[seat])),
        points_of_traits(state.traits[seat]),
    )


def score(state: DarwinningState) -> tuple[ScoreLine, ...]:
    """Return the score lines of all species."""
    points = [points_of(state, seat) for seat in range(len(state.hands))]
    return tuple(map(ScoreLine, LINES, zip(*points, strict=True)))


def totals(state: DarwinningState) -> tuple[int, ...]:
    """Return the sums of the score lines, by seat."""
    return tuple(sum(points_of(state, seat)) for seat in range(len(state.hands)))


def standing(state: DarwinningState) -> Outcome:
    """Return the result as if the match ended now; of a view, as far as it shows."""
    sums = totals(state)
    keys = [
        (sums[seat], state.population[seat], state.places[seat]) for seat in range(len(state.hands))
    ]
    ranks = tuple(1 + sum(other > key for other in keys) for key in keys)
    return Outcome(score(state), sums, ranks)


def outcome(state: DarwinningState) -> Outcome | None:
    """Return the result: ranked by points, then by population, then by the place on the food
    chain. [Game end and scoring]"""
    return None if state.pending else standing(state)
