"""The candidates of a decision, each of which can be tried in any world by its number."""

from collections.abc import Iterator, Sequence
from math import inf
from time import monotonic

import msgspec

from darwin_core.bots.plans import Follower, Plan, Planner
from darwin_core.bots.rollouts import ahead, deal, play_on, with_chance
from darwin_core.game import Action, AnyGame, State, Tuning
from darwin_core.lexicon import Lexicon
from darwin_core.rng import from_seed


class Planning(msgspec.Struct, frozen=True, array_like=True):
    """A bound of the planning before the candidates of a decision are tried."""

    steps: int
    """Actions played in worlds."""
    seconds: float = 0
    """0 for any time."""


class Rollout(msgspec.Struct, frozen=True, array_like=True):
    """The result of a candidate in one world."""

    value: float
    """The points by which the seat is ahead of the mean of the others."""
    steps: int
    """The actions played."""
    is_settled: bool
    """True if it goes the same way in every world."""


def tuning_in(game: AnyGame, view: State) -> Tuning:
    """Return the tuning of a game to the number of seats in a view."""
    return game.tuning_at.get(len(game.standing(view).totals), game.tuning)


class Trials:
    """The candidates of one decision, and what each brings in a world."""

    def __init__(
        self,
        game: AnyGame,
        view: State,
        seat: int,
        chance: bytes,
        planning: Planning | None = None,
    ) -> None:
        """Find the candidates.

        Args:
            game: the game.
            view: what the seat sees.
            seat: the seat that decides.
            chance: 16 bytes to draw from.
            planning: the bound of plans for what follows on the candidates; None for no plans.
        """
        self.tuning = tuning_in(game, view)
        advised = game.advise(view, seat, Lexicon())
        self.candidates: list[Action] = [
            advice.action for advice in advised[: self.tuning.candidates]
        ]
        self._game, self._view, self._seat = game, view, seat
        self._seed, self._since = chance.hex(), game.clock(view)
        self._plans: Sequence[Plan] = [()] * len(self.candidates)
        self._planner: Planner | None = None
        if planning and len(self.candidates) > 1:
            worlds = [self._world("plan", number) for number in range(self.tuning.plan_worlds)]
            self._planner = Planner(
                game,
                seat,
                self._since,
                self.tuning.horizon,
                self.candidates,
                worlds,
                planning.steps,
            )
            self._planning_seconds = planning.seconds or inf

    def prepare(self) -> Iterator[None]:
        """Plan what follows on the candidates, a rollout at a time; once only."""
        if self._planner is None:
            return
        ends = monotonic() + self._planning_seconds
        while monotonic() < ends and self._planner.play_next():
            yield
        self._plans, self._planner = self._planner.plans, None

    def world(self, number: int) -> State:
        """Return a world: the same for the same number."""
        return self._world("world", number)

    def _world(self, kind: str, number: int) -> State:
        return deal(self._game, self._view, from_seed(self._seed, kind, number))

    def play(self, world: State, number: int) -> Rollout:
        """Try a candidate in a world: let all seats play on to the horizon."""
        game, state = self._game, self._game.clone(world)
        game.apply(state, self._seat, self.candidates[number], None)
        plan = self._plans[number]
        policy = Follower(game, self._seat, plan) if plan else game.policy
        steps = 1 + play_on(game, state, self._since, self.tuning.horizon, policy)
        value = ahead(game.worth(state), self._seat)
        return Rollout(value, steps, state.chance == world.chance and self._knows_all_of(world))

    def _knows_all_of(self, world: State) -> bool:
        """Return whether only the chance of a world had to be dealt."""
        return bool(with_chance(self._game, world, self._view.chance) == self._view)
