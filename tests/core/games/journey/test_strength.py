"""The greedy bot is a fair opponent: it scores far more than one that plays at random."""

from statistics import mean

from darwin_core.contract.game import NOTHING
from darwin_core.games.journey import GAME
from darwin_core.games.journey.acts import Keep, Place, Skip
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
