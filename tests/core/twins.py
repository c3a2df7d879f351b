"""Helpers for tests of twins of states, and of the invariants that find damaged states."""

from collections.abc import Callable, Iterable
from random import Random
from typing import Any

import msgspec

from darwin_core.contract.game import AnyGame
from darwin_core.lab.play import AnyCase


def exchange(things: list[int], rng: Random) -> None:
    """Exchange two random members of a list, if it has two."""
    if len(things) > 1:
        one, two = rng.sample(range(len(things)), 2)
        things[one], things[two] = things[two], things[one]


def checked_twins(
    case: AnyCase,
    twin: Callable[[Any, int, Random], Any],
    state: Any,
    seat: int,
    hidden: set[str],
    varied: Iterable[str] | None = None,
) -> list[Any]:
    """Return many twins of a state for a seat, after checking them.

    Each twin is sound and equals the state in all fields that hide nothing. Each varied field, by
    default each hidden one, has many values among the twins.
    """
    rng = case.rng("twin")
    twins = [twin(state, seat, rng) for _ in range(100)]
    for other in twins:
        assert case.game.invariants(other) == []
        for name in {*state.__struct_fields__} - hidden:
            assert getattr(other, name) == getattr(state, name), name
    for name in hidden if varied is None else varied:
        assert len({msgspec.json.encode(getattr(other, name)) for other in twins}) > 5, name
    return twins


def check_problem(game: AnyGame, sound: Any, change: dict[str, Any], words: str) -> None:
    """Check that a state is sound, and that the invariants name the fault of a changed state."""
    assert game.invariants(sound) == []
    problems = game.invariants(msgspec.structs.replace(sound, **change))
    assert any(words in problem for problem in problems), problems
