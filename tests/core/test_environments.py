"""The games as PettingZoo environments pass PettingZoo's tests, and show no more than a view."""

from importlib import import_module
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest
import sampling

from darwin_core.contract import registry
from darwin_core.contract.game import State
from darwin_core.lab.play import packed
from darwin_core.lab.rl.layout import EMPTY, layout_of, length, observation, played

WITHOUT = "PettingZoo is not installed; pip install -e '.[test,rl]' brings it."
STEPS = 60
"""The number of actions that PettingZoo's tests take for each seat."""
STATES_INTERVAL = 7
"""One state of a match in this many is observed. The observing seat rotates, so the interval shares
no factor with any number of seats."""

TABLES = [(slug, seats) for slug in registry.SLUGS for seats in registry.get(slug).seats]


@pytest.fixture(scope="module")
def environments():
    pytest.importorskip("pettingzoo", reason=WITHOUT)
    return import_module("darwin_core.lab.rl.environments")


def some_seats(game):
    """Return one of the game's numbers of seats, another one on every day."""
    return game.seats[sampling.offset() % len(game.seats)]


def zoo_tests(environments, slug, seats, steps):
    """Run the tests that PettingZoo brings."""
    tests = import_module("pettingzoo.test")
    tests.api_test(environments.aec(slug, seats), steps)
    tests.seed_test(lambda: environments.aec(slug, seats), steps)
    tests.parallel_api_test(environments.parallel(slug, seats), steps)


# These warnings are recommendations for other environments: observations that are one array, an
# action to choose at any time, and a render method.
recommendations = pytest.mark.filterwarnings(
    "ignore:Observation",
    "ignore:Action mask numpy array is all zeros",
    "ignore:Environment has not defined a render",
)


@recommendations
@pytest.mark.parametrize("slug", registry.SLUGS)
def test_environments_pass_the_tests_of_pettingzoo(environments, slug):
    zoo_tests(environments, slug, some_seats(registry.get(slug)), STEPS)


@recommendations
@pytest.mark.campaign
@pytest.mark.parametrize(("slug", "seats"), TABLES)
def test_environments_pass_the_tests_of_pettingzoo_to_the_end(environments, slug, seats):
    zoo_tests(environments, slug, seats, registry.get(slug).actions_max(seats))


@pytest.mark.parametrize("slug", registry.SLUGS)
def test_observations_are_the_same_for_what_a_seat_may_not_know(slug):
    game = registry.get(slug)
    seats = registry.get(slug).seats[-1]
    rng = Random(slug)
    twin = import_module(f"{slug}.twin").twin
    layout = layout_of(game)
    different = 0
    for number, state in sampling.some(enumerate(played(game, seats, "twins")), STATES_INTERVAL):
        seat = number % seats
        other = twin(state, seat, rng)
        different += packed(other) != packed(state)
        assert observation(game, layout, state, seat) == observation(game, layout, other, seat)
    assert different


@pytest.mark.parametrize("slug", registry.SLUGS)
def test_observations_have_room_for_all_that_a_seat_knows(slug):
    """Check that no number of a view is cut off, and that none is lost."""
    game = registry.get(slug)
    layout = layout_of(game)
    wide = {field: tuple(4 * size for size in shape) for field, shape in layout.items()}
    for state in sampling.some(played(game, some_seats(game), "room"), STATES_INTERVAL):
        numbers, more = (observation(game, shapes, state, 0) for shapes in (layout, wide))
        assert len(numbers) == length(layout)
        assert [n for n in numbers if n != EMPTY] == [n for n in more if n != EMPTY]


class Den(State):
    """A state that may lack a thing, of several numbers or of one."""

    row: tuple[int, int] | None = None
    guest: int | None = None


@pytest.mark.parametrize(
    ("den", "numbers"),
    [(Den(b""), [EMPTY] * 3), (Den(b"", (7, 8)), [7, 8, EMPTY]), (Den(b"", None, 9), [-1, -1, 9])],
)
def test_a_thing_that_a_state_lacks_is_empty(den, numbers):
    game: Any = SimpleNamespace(view=lambda state, seat: state)
    assert observation(game, {"row": (2,), "guest": ()}, den, 0) == numbers


def test_actions_are_places_in_the_legal_list_and_rewards_are_the_result(environments):
    rng = Random("play")
    for reward in ("win", "margin"):
        env = environments.aec("dice", 3, reward=reward)
        env.reset(seed=3)
        while not all(env.terminations.values()):
            match = env.match
            seat = env.possible_agents.index(env.agent_selection)
            legal = match.legal(seat)
            mask = env.observe(env.agent_selection)["action_mask"]
            assert mask.sum() == mask[: len(legal)].sum() == len(legal)
            assert env.rewards == dict.fromkeys(env.agents, 0.0)
            env.step(rng.randrange(len(legal)))
        outcome = match.game.outcome(match.state)
        rewards = list(env.rewards.values())
        assert sum(rewards) == pytest.approx(1.0 if reward == "win" else 0.0)
        assert [rewards[seat] == max(rewards) for seat in range(3)] == [
            seat in outcome.winners for seat in range(3)
        ]


def test_environments_without_a_seed_deal_different_matches(environments):
    dealt = set()
    for _ in range(2):
        env = environments.aec("dice", 3)
        dealt.add(packed(env.match.state))
        env.reset()
        dealt.add(packed(env.match.state))
    assert len(dealt) == 4


def test_environment_that_cannot_be_made_is_refused_in_a_sentence(environments):
    with pytest.raises(ValueError, match="Darwin's Dice is played by 2, 3, 4, not by 9"):
        environments.aec("dice", 9)
    env = environments.aec("dice", 2)
    env.reset(seed=1)
    with pytest.raises(ValueError, match="actions; there is no 399"):
        env.step(399)
