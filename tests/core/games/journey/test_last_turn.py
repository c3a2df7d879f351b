"""The last turn of a match: no objective is left that could be achieved."""

from darwin_core.games.journey import GAME
from darwin_core.games.journey.acts import END, Achieve

from .blunders import STAMPS_AND_POINTS, done, last
from .positions import SILVER


def test_in_its_last_turn_a_seat_achieves_an_objective_even_on_a_poor_slot():
    """An objective that is not achieved then scores nothing."""
    others = [tile for tile in SILVER if tile != STAMPS_AND_POINTS][:3]
    table = (
        last()
        .display()
        .objectives(
            0,
            STAMPS_AND_POINTS,
            slots=dict(zip((2, 3, 4), others, strict=True)),
            achieved=(2, 3, 4),
        )
    )
    state = done(table.give(0, points=16).stamps(0, stacks=(0, 0, 4)))
    assert END in GAME.legal(state, 0)
    assert isinstance(GAME.bots.fast_policy(state, 0), Achieve)
