"""PettingZoo environments of any game: one seat after the other (``aec``), or all that owe a
decision at once (``parallel``).

- An agent is a seat: ``seat_0`` and so on.
- An action is a place in the seat's list of legal actions, which has a stable order and at most
  ACTIONS_MAX entries; ``match.legal(seat)`` returns the list, and
  ``match.game.texts.notation`` an action as text.
  The mask is 1 for places in the list, all 0 for a seat that owes no decision.
- An observation is a dictionary of ``observation``, numbers of fixed length (see ``layout``), and
  ``action_mask``. Both follow from the seat's view alone: no hidden information is in them.
- The reward comes at the end: a winner has 1, shared among several, everybody else 0; or with
  ``reward="margin"`` a seat's points less the mean of the others'.
- ``reset(seed=...)`` deals the match of that seed; without a seed each reset deals another one.

This is the only module that imports PettingZoo.
"""

import argparse
from collections.abc import Iterator, Mapping, Sequence
from importlib.resources import files
from itertools import islice
from math import ceil, prod
from pathlib import Path
from random import Random
from typing import Final, Literal
from zlib import crc32

import msgspec
import numpy as np
from gymnasium.spaces import Box, Dict, Discrete
from pettingzoo import AECEnv, ParallelEnv

from darwin_core.bots.rollouts import ahead
from darwin_core.contract import registry
from darwin_core.contract.game import Action, AnyGame, State
from darwin_core.contract.options import read_options
from darwin_core.contract.tables import read_text

FILE: Final = "observation.toml"
"""The name of the file beside a game."""
EMPTY: Final = -1
"""A place without anything."""
SPARE: Final = 1.5
"""The length given to a list that varies, for the longest that was seen of it."""
ADVISED: Final = 0.5
"""The share of matches that are played well: things happen there that chance never brings about."""

Numbers = int | Sequence["Numbers"]
"""A number, or a list of numbers and lists."""
Shape = tuple[int, ...]
"""The length of a list, of the lists in it, and so on; empty for a number."""
Layout = Mapping[str, Shape]
"""The shape of each field, in their order."""


def length(layout: Layout) -> int:
    """Return the length of an observation."""
    return sum(map(prod, layout.values()))


def layout_of(game: AnyGame) -> Layout:
    """Return the layout of a game's observations.

    Raises:
        ValueError: if the game has none, or if it is of other fields than its states have.
    """
    try:
        layout = msgspec.toml.decode(read_text(game.package, FILE), type=dict[str, Shape])
    except FileNotFoundError:
        layout = {}
    if (*layout,) != _fields(game):
        raise ValueError(
            f"{game.title} has no layout of observations; "
            f"python -m darwin_core.lab.rl.layout {game.slug} makes one."
        )
    return layout


def observation(game: AnyGame, layout: Layout, state: State, seat: int) -> list[int]:
    """Return what a seat knows as numbers."""
    seen = game.view(state, seat)
    found: list[int] = []
    for field, shape in layout.items():
        _lay(_numbers(getattr(seen, field)), shape, found)
    return found


def _fields(game: AnyGame) -> tuple[str, ...]:
    return tuple(field for field in game.state.__struct_fields__ if field != "chance")


def _numbers(value: object) -> Numbers:
    """Return a value as numbers and lists of these; an effect, which begins with its name, as one
    list."""
    match value:
        case str():
            return crc32(value.encode()) >> 1
        case bytes():
            return value
        case int():
            return int(value)
        case dict():
            return _numbers([*value.values()])
        case list() | tuple():
            numbers = [_numbers(item) for item in value]
            return [*_flat(numbers)] if any(isinstance(item, str) for item in value) else numbers
        case _:
            return _numbers(msgspec.to_builtins(value, builtin_types=(bytes,)))


def _flat(numbers: Numbers) -> Iterator[int]:
    if isinstance(numbers, int):
        yield numbers
    else:
        for item in numbers:
            yield from _flat(item)


def _lay(numbers: Numbers, shape: Shape, found: list[int]) -> None:
    """Append numbers to those found, cut or filled up to a shape."""
    if isinstance(numbers, int):
        found.append(numbers)
        return
    size, *inner = shape
    end = len(found) + prod(shape)
    for item in islice(numbers, size):
        _lay(item, tuple(inner), found)
    found += [EMPTY] * (end - len(found))


# --- measuring


def _measure(numbers: Numbers, lengths: list[set[int]], depth: int = 0) -> None:
    """Add to the lengths seen, by depth, those of some numbers."""
    if isinstance(numbers, int):
        return
    if depth == len(lengths):
        lengths.append(set())
    lengths[depth].add(len(numbers))
    for item in numbers:
        _measure(item, lengths, depth + 1)


def played(game: AnyGame, seats: int, seed: str) -> Iterator[State]:
    """Yield the states of a match played at random, or well."""
    rng = Random(f"{game.slug} {seats} {seed}")
    is_advised = rng.random() < ADVISED
    state: State = game.setup(game.options(), seats, seed, None)
    yield state
    while movers := game.to_move(state):
        seat = rng.choice(movers)
        action = (
            game.bots.fast_policy(state, seat)
            if is_advised
            else rng.choice(game.legal(state, seat))
        )
        game.apply(state, seat, action, None)
        yield state


def measured(game: AnyGame, matches: int) -> dict[str, Shape]:
    """Return the shapes that the states of sampled matches at each table need, and some more."""
    found: dict[str, list[set[int]]] = {field: [] for field in _fields(game)}
    by_seat = set(found)
    for seats in game.seats:
        for number in range(matches):
            for state in played(game, seats, f"layout {number}"):
                for field, lengths in found.items():
                    numbers = _numbers(getattr(state, field))
                    _measure(numbers, lengths)
                    if isinstance(numbers, int) or len(numbers) != seats:
                        by_seat.discard(field)
    return {
        field: tuple(
            max(seen) if len(seen) == 1 or (not depth and field in by_seat) else _roomy(seen)
            for depth, seen in enumerate(lengths)
        )
        for field, lengths in found.items()
    }


def _roomy(seen: set[int]) -> int:
    return ceil(SPARE * max(seen))


def main(args: Sequence[str] | None = None) -> None:
    """Measure the layout of a game and write it."""
    parser = argparse.ArgumentParser("python -m darwin_core.lab.rl.layout")
    parser.add_argument("game")
    parser.add_argument("--matches", type=int, default=30, help="matches of each number of seats")
    given = parser.parse_args(args)
    game = registry.get(given.game)
    layout = measured(game, given.matches)
    path = Path(str(files(game.package).joinpath(FILE)))
    lines = (
        f"# The shapes of observations, measured on {given.matches} matches of each number of",
        "# seats; see darwin_core/lab/rl/layout.py.",
        *(f"{field} = {list(shape)}" for field, shape in layout.items()),
    )
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    print(f"{length(layout)} numbers, written: {path}")


if __name__ == "__main__":
    main()


ACTIONS_MAX: Final = 400
"""The number of actions of every environment: no legal list is longer."""
SEEDS: Final = 1 << 32
"""The number of seeds drawn for matches without one."""

Reward = Literal["win", "margin"]
Observation = dict[str, np.ndarray]
"""Arrays by name: ``observation`` and ``action_mask``."""


class Match:
    """A match as agents play it."""

    def __init__(
        self, game: AnyGame, seats: int, options: Mapping[str, object], reward: Reward
    ) -> None:
        if seats not in game.seats:
            counts = ", ".join(map(str, game.seats))
            raise ValueError(f"{game.title} is played by {counts}, not by {seats}.")
        self.game = game
        self.seats = seats
        self.agents = [f"seat_{seat}" for seat in range(seats)]
        self.layout = layout_of(game)
        self._options = read_options(game, options)
        self._reward = reward
        self._seeds = Random()
        self.state: State
        self.deal(0)

    def deal(self, seed: int | None) -> None:
        """Begin a match: that of a seed, or the next one."""
        if seed is not None:
            self._seeds = Random(seed)
        self.state = self.game.setup(
            self._options, self.seats, str(self._seeds.randrange(SEEDS)), None
        )

    def legal(self, seat: int) -> list[Action]:
        """Return the actions that a seat may take, in the order of the action numbers."""
        actions = [*self.game.legal(self.state, seat)]
        if len(actions) > ACTIONS_MAX:
            raise RuntimeError(f"{len(actions)} actions are legal, {ACTIONS_MAX} can be numbered")
        return actions

    def take(self, seat: int, number: int) -> None:
        """Take the action of a number.

        Raises:
            ValueError: if the seat has no action of that number.
        """
        actions = self.legal(seat)
        if not 0 <= number < len(actions):
            raise ValueError(f"seat {seat} has {len(actions)} actions; there is no {number}")
        self.game.apply(self.state, seat, actions[number], None)

    def observe(self, seat: int) -> Observation:
        """Return what a seat knows and may do."""
        mask: np.ndarray = np.zeros(ACTIONS_MAX, np.int8)
        mask[: len(self.legal(seat))] = 1
        numbers = observation(self.game, self.layout, self.state, seat)
        return {"observation": np.array(numbers, np.int32), "action_mask": mask}

    def rewards(self) -> dict[str, float]:
        """Return the rewards of the position reached: 0 before the end."""
        outcome = self.game.outcome(self.state)
        if outcome is None:
            return dict.fromkeys(self.agents, 0.0)
        if self._reward == "win":
            found = [*outcome.wins]
        else:
            found = [ahead(outcome.totals, seat) for seat in range(self.seats)]
        return dict(zip(self.agents, found, strict=True))


def _spaces(match: Match) -> tuple[dict[str, Dict], dict[str, Discrete]]:
    """Return the spaces of observations and of actions, by agent."""
    numbers = np.iinfo(np.int32)
    size = length(match.layout)
    seen, actions = dict[str, Dict](), dict[str, Discrete]()
    for agent in match.agents:
        box = Box(numbers.min, numbers.max, (size,), np.int32)
        mask = Box(0, 1, (ACTIONS_MAX,), np.int8)
        seen[agent] = Dict({"observation": box, "action_mask": mask})
        actions[agent] = Discrete(ACTIONS_MAX)
    return seen, actions


class MatchEnv(AECEnv[str, Observation, int]):
    """A match, one decision after the other. Of seats that owe one at once, the first in the order
    of the seats decides first; the others do not see what it chose."""

    def __init__(self, match: Match) -> None:
        super().__init__()
        self.match = match
        self.metadata = {"name": f"{match.game.slug}_v{match.game.rules_version}"}
        self.possible_agents = [*match.agents]
        self.observation_spaces, self.action_spaces = _spaces(match)

    def observation_space(self, agent: str) -> Dict:
        """Return an agent's space of observations."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Discrete:
        """Return an agent's space of actions."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, object] | None = None) -> None:
        """Begin a match."""
        self.match.deal(seed)
        self.agents = [*self.possible_agents]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, object]] = {agent: {} for agent in self.agents}
        self._select()

    def observe(self, agent: str) -> Observation:
        """Return what an agent knows and may do."""
        return self.match.observe(self.possible_agents.index(agent))

    def step(self, action: int | None) -> None:
        """Take the action of the agent that is to move, by its number; None for an agent whose
        match is over.

        Raises:
            ValueError: if the agent owes a decision and takes none, or has none of that number.
        """
        agent = self.agent_selection
        if self.terminations[agent]:
            self._was_dead_step(action)
            return
        if action is None:
            raise ValueError(f"{agent} owes a decision")
        self._cumulative_rewards[agent] = 0.0
        self.match.take(self.possible_agents.index(agent), int(action))
        self.rewards = self.match.rewards()
        self._accumulate_rewards()
        self._select()

    def _select(self) -> None:
        """Select the agent that decides next; at the end, let all leave."""
        movers = self.match.game.to_move(self.match.state)
        if movers:
            self.agent_selection = self.possible_agents[min(movers)]
        else:
            self.terminations = dict.fromkeys(self.agents, True)
            self.agent_selection = self.agents[0]


class MatchParallelEnv(ParallelEnv[str, Observation, int]):
    """A match in which all seats that owe a decision take it in the same step. What is given for
    the other seats, whose masks are all 0, is ignored."""

    def __init__(self, match: Match) -> None:
        self.match = match
        self.metadata = {"name": f"{match.game.slug}_v{match.game.rules_version}"}
        self.possible_agents = [*match.agents]
        self.agents: list[str] = []
        self.observation_spaces, self.action_spaces = _spaces(match)

    def observation_space(self, agent: str) -> Dict:
        """Return an agent's space of observations."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Discrete:
        """Return an agent's space of actions."""
        return self.action_spaces[agent]

    def reset(
        self, seed: int | None = None, options: dict[str, object] | None = None
    ) -> tuple[dict[str, Observation], dict[str, dict[str, object]]]:
        """Begin a match; return the observations and nothing else to know."""
        self.match.deal(seed)
        self.agents = [*self.possible_agents]
        return self._observations(), {agent: {} for agent in self.agents}

    def step(
        self, actions: dict[str, int]
    ) -> tuple[
        dict[str, Observation],
        dict[str, float],
        dict[str, bool],
        dict[str, bool],
        dict[str, dict[str, object]],
    ]:
        """Take the actions of all seats that owe a decision."""
        match = self.match
        for seat in sorted(match.game.to_move(match.state)):
            match.take(seat, int(actions[self.possible_agents[seat]]))
        is_over = not match.game.to_move(match.state)
        agents, seen = self.agents, self._observations()
        if is_over:
            self.agents = []
        return (
            seen,
            match.rewards(),
            dict.fromkeys(agents, is_over),
            dict.fromkeys(agents, False),
            {agent: {} for agent in agents},
        )

    def _observations(self) -> dict[str, Observation]:
        return {agent: self.match.observe(seat) for seat, agent in enumerate(self.possible_agents)}


def aec(slug: str, seats: int, *, reward: Reward = "win", **options: object) -> MatchEnv:
    """Return an environment in which one seat acts after the other.

    Raises:
        ValueError: with one sentence, if the game cannot be played so.
    """
    return MatchEnv(Match(registry.get(slug), seats, options, reward))


def parallel(
    slug: str, seats: int, *, reward: Reward = "win", **options: object
) -> MatchParallelEnv:
    """Return an environment in which all seats that owe a decision act at once; raises as ``aec``
    does."""
    return MatchParallelEnv(Match(registry.get(slug), seats, options, reward))
