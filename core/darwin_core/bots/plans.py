"""Plans: what a seat would do at its next decisions, where that is not what its policy says.

Rollouts by a cheap policy show little of an action that is worth much only if it is followed up
well. So the choices that the policy would make for the seat are changed one by one, and a change is
kept if it brings more.
"""

from collections.abc import Generator, Iterator, Sequence
from heapq import heappop, heappush
from itertools import count
from typing import Final

import msgspec

from darwin_core.bots.rollouts import ahead, mean, play_on
from darwin_core.game import Action, AnyGame, Clock, Horizon, State
from darwin_core.lexicon import Lexicon

PLANNED: Final = 3
"""The best candidates, which are planned; the one that is advised first is planned in any case."""
ALTERNATIVES: Final = 3
"""The actions that are tried at a decision to come besides the one that is advised first."""

Plan = tuple[Action | None, ...]
"""The choices of a seat after an action; None, as for all that follow the last one, for that of its
policy."""


class Follower:
    """The policy of all seats, but that one of them follows a plan as far as the rules allow."""

    def __init__(self, game: AnyGame, seat: int, plan: Plan) -> None:
        self.next_view: State | None = None
        """The seat's view at its first decision after the plan; None if it had none."""
        self._game, self._seat, self._plan = game, seat, plan
        self._made = 0
        """The decisions of the seat so far."""

    def __call__(self, state: State, seat: int) -> Action:
        """Return the action of a seat."""
        game = self._game
        if seat == self._seat:
            number, self._made = self._made, self._made + 1
            if number < len(self._plan):
                action = self._plan[number]
                if action is not None and action in game.legal(state, seat):
                    return action
            elif number == len(self._plan):
                self.next_view = game.view(state, seat)
        choice: Action = game.policy(state, seat)
        return choice


class _Branch(msgspec.Struct, frozen=True):
    """A candidate with a plan after it, as it was tried."""

    number: int
    """The number of the candidate."""
    plan: Plan
    value: float
    """The mean of what it brings in all worlds."""
    next_view: State | None
    """The seat's view in the first world at its first decision after the plan."""


class Planner:
    """The search for the best plan after each candidate of a decision, a rollout at a time."""

    def __init__(
        self,
        game: AnyGame,
        seat: int,
        since: Clock,
        horizon: Horizon,
        candidates: Sequence[Action],
        worlds: Sequence[State],
        steps: int,
    ) -> None:
        """Prepare the search.

        Args:
            game: the game.
            seat: the seat that decides.
            since: the clock at the decision.
            horizon: how far the rollouts go from there.
            candidates: the actions that it may take, the one that is advised first before all.
            worlds: those in which all plans are tried. A plan is to be judged by others in the end,
                or the luckiest would seem the best.
            steps: the actions that may be played.
        """
        self.plans: list[Plan] = [()] * len(candidates)
        """The best plan so far for each candidate."""
        self._game, self._seat, self._since, self._horizon = game, seat, since, horizon
        self._candidates, self._worlds = candidates, worlds
        self._steps_left = steps
        self._rollouts = self._search()

    def play_next(self) -> bool:
        """Play the next rollout; return False if the search is over."""
        return next(self._rollouts, False)

    def _search(self) -> Iterator[bool]:
        """Change the next decision of the branch that brings most, again and again."""
        branches = []
        for number in range(len(self._candidates)):
            branches.append((yield from self._try(number, ())))
        best = [branch.value for branch in branches]
        ranked = sorted(range(len(branches)), key=lambda number: -best[number])
        order = count()
        to_change: list[tuple[float, int, _Branch]] = []

        def put(branch: _Branch) -> None:
            heappush(to_change, (-branch.value, next(order), branch))

        for number in sorted({0, *ranked[:PLANNED]}):
            put(branches[number])
        while to_change and self._steps_left > 0:
            _, _, branch = heappop(to_change)
            if branch.next_view is None:
                continue
            number = branch.number
            advised = self._game.advise(branch.next_view, self._seat, Lexicon())
            for advice in advised[1 : 1 + ALTERNATIVES]:
                changed = yield from self._try(number, (*branch.plan, advice.action))
                put(changed)
                if changed.value > best[number]:
                    best[number], self.plans[number] = changed.value, changed.plan
            kept = (*branch.plan, None)
            _, next_view = self._play(self._worlds[0], number, kept)
            yield True
            put(_Branch(number, kept, branch.value, next_view))

    def _try(self, number: int, plan: Plan) -> Generator[bool, None, _Branch]:
        """Try a candidate with a plan after it in all worlds."""
        values, views = [], []
        for world in self._worlds:
            value, view = self._play(world, number, plan)
            values.append(value)
            views.append(view)
            yield True
        return _Branch(number, plan, mean(values), views[0])

    def _play(self, world: State, number: int, plan: Plan) -> tuple[float, State | None]:
        """Return what a candidate brings in a world, and what the seat sees after the plan."""
        game, state = self._game, self._game.clone(world)
        follower = Follower(game, self._seat, plan)
        game.apply(state, self._seat, self._candidates[number], None)
        self._steps_left -= 1 + play_on(game, state, self._since, self._horizon, follower)
        return ahead(game.worth(state), self._seat), follower.next_view
