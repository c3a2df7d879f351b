"""PettingZoo environments of any game: one seat after the other (``aec``), or all that owe a
decision at once (``parallel``).

- An agent is a seat: ``seat_0`` and so on.
- An action is an index into the seat's list of legal actions, which has a stable order and at most
  ACTIONS_MAX entries. ``match.legal(seat)`` returns the list, and ``match.game.texts.notation`` an
  action as text. The mask is 1 for indices of the list, and all 0 for a seat that owes no decision.
- An observation is a dictionary of ``observation``, numbers of fixed length (see ``layout``), and
  ``action_mask``. Both follow from the seat's view alone: they contain no hidden information.
- The reward comes at the end: a winner gets 1, several winners share it, all others get 0; or with
  ``reward="margin"`` a seat's points less the mean of the others'.
- ``reset(seed=...)`` begins the sequence of matches of that seed; each further reset without a seed
  deals its next match.

This is the only module that imports PettingZoo.
"""

from collections.abc import Mapping
from random import Random
from typing import Final, Literal

import numpy as np
from gymnasium.spaces import Box, Dict, Discrete
from pettingzoo import AECEnv, ParallelEnv

from darwin_core.bots.rollouts import lead_over_others
from darwin_core.contract import registry
from darwin_core.contract.game import Action, AnyGame, State
from darwin_core.contract.options import read_options
from darwin_core.lab.rl.layout import layout_of, length, observation

ACTIONS_MAX: Final = 400
"""Size of the action space of every environment. It must be at least the length of the longest list
of legal actions; a longer list raises an error."""
SEEDS: Final = 1 << 32
"""Number of the engine's seeds, from which each deal draws one."""

Reward = Literal["win", "margin"]
"""The kind of reward; see the module."""
Observation = dict[str, np.ndarray]
"""Arrays by name: ``observation`` and ``action_mask``."""


class Match:
    """A match played by agents: numbered actions, observations and rewards."""

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
        self.deal(None)

    def deal(self, seed: int | None) -> None:
        """Begin the first match of a seed; without a seed, the next match of the sequence."""
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
        """Take the action with a number.

        Raises:
            ValueError: if the seat has no action with that number.
        """
        actions = self.legal(seat)
        if not 0 <= number < len(actions):
            raise ValueError(f"seat {seat} has {len(actions)} actions; there is no {number}")
        self.game.apply(self.state, seat, actions[number], None)

    def observe(self, seat: int) -> Observation:
        """Return a seat's observation, with the mask of its actions."""
        mask: np.ndarray = np.zeros(ACTIONS_MAX, np.int8)
        mask[: len(self.legal(seat))] = 1
        numbers = observation(self.game, self.layout, self.state, seat)
        return {"observation": np.array(numbers, np.int32), "action_mask": mask}

    def rewards(self) -> dict[str, float]:
        """Return the rewards of the current position: 0 before the end."""
        outcome = self.game.outcome(self.state)
        if outcome is None:
            return dict.fromkeys(self.agents, 0.0)
        if self._reward == "win":
            by_seat = [*outcome.wins]
        else:
            by_seat = [lead_over_others(outcome.totals, seat) for seat in range(self.seats)]
        return dict(zip(self.agents, by_seat, strict=True))


def _spaces(match: Match) -> tuple[dict[str, Dict], dict[str, Discrete]]:
    """Return the spaces of observations and actions, by agent."""
    numbers = np.iinfo(np.int32)
    size = length(match.layout)
    observations, actions = dict[str, Dict](), dict[str, Discrete]()
    for agent in match.agents:
        box = Box(numbers.min, numbers.max, (size,), np.int32)
        mask = Box(0, 1, (ACTIONS_MAX,), np.int8)
        observations[agent] = Dict({"observation": box, "action_mask": mask})
        actions[agent] = Discrete(ACTIONS_MAX)
    return observations, actions


class MatchEnv(AECEnv[str, Observation, int]):
    """A match, one decision at a time. If several seats owe a decision at once, the first seat
    decides first; the others do not see its choice."""

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
        """Take the action of the agent that is to move, by number; None for an agent whose match is
        over.

        Raises:
            ValueError: if the agent owes a decision and takes none, or has no action with that
                number.
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
        """Select the agent that decides next; at the end, mark all agents as terminated."""
        movers = self.match.game.to_move(self.match.state)
        if movers:
            self.agent_selection = self.possible_agents[min(movers)]
        else:
            self.terminations = dict.fromkeys(self.agents, True)
            self.agent_selection = self.agents[0]


class MatchParallelEnv(ParallelEnv[str, Observation, int]):
    """A match in which all seats that owe a decision take it in the same step. Actions given for
    other seats, whose masks are all 0, are ignored."""

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
        """Begin a match; return the observations and no further information."""
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
        agents = self.agents
        seen = self._observations()
        if is_over:
            # PettingZoo's sign for the end of an episode.
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
    """Return an environment in which one seat acts at a time.

    Raises:
        ValueError: with one sentence, if the game cannot be played in this way.
    """
    return MatchEnv(Match(registry.get(slug), seats, options, reward))


def parallel(
    slug: str, seats: int, *, reward: Reward = "win", **options: object
) -> MatchParallelEnv:
    """Return an environment in which all seats that owe a decision act at once; raises as
    ``aec``."""
    return MatchParallelEnv(Match(registry.get(slug), seats, options, reward))
