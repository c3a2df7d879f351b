"""Parts of a value that a choice has not changed are not valued again, and need not be."""

import pytest

from darwin_core.games.journey import GAME, worth
from darwin_core.lab.play import Case, pick


@pytest.mark.parametrize("seats", GAME.seats)
def test_value_that_is_kept_up_is_the_same_as_anew(seats, monkeypatch):
    since, times = worth.since, 0

    def checked(state, seat, was):
        nonlocal times
        times += 1
        found = since(state, seat, was)
        assert found == worth.of(state, seat)
        return found

    monkeypatch.setattr(worth, "since", checked)
    case = Case(GAME, seats, "kept up")
    rng, state = case.rng("wander"), case.start()
    while movers := GAME.to_move(state):
        action = GAME.bots.fast_policy(state, movers[0])
        if rng.random() < 0.1:
            action = pick(rng, GAME.legal(state, movers[0]))
        GAME.apply(state, movers[0], action, None)
    assert times > 1_000
