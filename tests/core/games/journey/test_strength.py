"""The greedy bot of Darwin's Journey: its play, its hints, and the values that it keeps."""

import re
from statistics import mean

import pytest

from darwin_core.contract.game import NOTHING
from darwin_core.games.journey import GAME, worth
from darwin_core.games.journey.acts import Achieve, Keep, Place, Skip
from darwin_core.lab.play import Case, pick
from darwin_core.text.seat_names import SeatNames


def careful(seats, seed):
    """Yield the choices of careful players: the state before each, and its advice."""
    state = GAME.setup(GAME.options(), seats, seed, None)
    while movers := GAME.to_move(state):
        advice = GAME.bots.advise(GAME.view(state, movers[0]), movers[0], SeatNames())
        yield GAME.clone(state), movers[0], advice
        GAME.apply(state, movers[0], advice[0].action, None)


def test_careful_players_finish_objectives_sail_far_and_do_not_waste_coins():
    achieved, ships, coins = [], [], []
    for seed in range(4):
        for state, _, _ in careful(3, f"careful {seed}"):
            last = state
        achieved += [done.bit_count() for done in last.achieved]
        ships += last.ships
        coins += last.coins
    assert mean(achieved) >= 3.5
    assert mean(ships) >= 10
    assert sorted(coins)[len(coins) // 2] <= 5


def test_a_worker_is_never_placed_for_nothing():
    """Check each placing: the worker uses its location first, before the seat skips the rest."""
    for seed in range(3):
        has_placed = False
        for _, _, advice in careful(2, f"idle {seed}"):
            best = advice[0].action
            assert not (has_placed and isinstance(best, Skip))
            has_placed = isinstance(best, Place)


def test_hints_of_the_draft_prefer_cards_that_go_together():
    state = GAME.setup(GAME.options(), 2, "hints", None)
    advice = GAME.bots.advise(GAME.view(state, 0), 0, SeatNames())
    assert {row.action for row in advice} == set(map(Keep, state.hands[0]))
    assert [row.value for row in advice] == sorted((row.value for row in advice), reverse=True)
    assert NOTHING not in state.hands[0]


# --- reasons that hints give for a choice


def test_reasons_name_what_is_gained():
    """Name the use of a crew card's seal, and the later gain of an action without a reward."""
    state = GAME.setup(GAME.options(), 2, "reasons", None)
    reasons = set()
    while movers := GAME.to_move(state):
        advice = GAME.bots.advise(GAME.view(state, movers[0]), movers[0], SeatNames())
        for advised in advice:
            reasons.add(advised.reason)
            if isinstance(advised.action, Keep):
                assert re.match(r"\w+ lets worker \d ", advised.reason)
        GAME.apply(state, movers[0], advice[0].action, None)
    assert any(reason.startswith("it leads to ") for reason in reasons)
    figures = [reason for reason in reasons if reason.startswith("about ")]
    assert len({re.sub(r"\d+", "", reason) for reason in figures}) > 9, figures
    assert all(re.fullmatch(r"about [1-9]\d* point[^,]+", figure) for figure in figures)


# --- parts of a value that a choice has not changed are not valued again, and need not be


@pytest.mark.parametrize("seats", GAME.seats)
def test_a_value_kept_up_to_date_equals_one_computed_again(seats, monkeypatch):
    since = worth.updated_value
    times = 0

    def checked(state, seat, was):
        nonlocal times
        times += 1
        values = since(state, seat, was)
        assert values == worth.value_of(state, seat)
        return values

    monkeypatch.setattr(worth, "updated_value", checked)
    case = Case(GAME, seats, "kept up")
    rng = case.rng("wander")
    state = case.start()
    while movers := GAME.to_move(state):
        action = GAME.bots.fast_policy(state, movers[0])
        if rng.random() < 0.1:
            action = pick(rng, GAME.legal(state, movers[0]))
        GAME.apply(state, movers[0], action, None)
    assert times > 1_000


def test_achieving_an_objective_names_no_fewer_points_than_its_slot():
    reasons = [
        option.reason
        for _, _, advice in careful(3, "achieve")
        for option in advice
        if isinstance(option.action, Achieve)
    ]
    assert "it achieves the objective" in reasons
    assert not [reason for reason in reasons if "objectives" in reason]
