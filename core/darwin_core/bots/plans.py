"""Plans: what a seat would do at its next decisions, where that is not what its policy says.

Rollouts by a cheap policy show little of an action that is worth much only if it is followed up
well. So the choices that the policy would make for the seat are changed one by one, and a change is
kept if it brings more.
"""

from collections.abc import Generator, Iterator, Sequence
from heapq import heappop, heappush
from itertools import count
from typing import Final

from darwin_core.bots.rollouts import ahead, mean, play_on
from darwin_core.game import Action, AnyGame, Clock, Horizon, State
from darwin_core.lexicon import Lexicon

PLANNED: Final = 3
"""The best candidates, which are planned; the one that is advised first is planned in any case."""
ALTERNATIVES: Final = 3
"""The actions that are tried at a decision to come besides the one that is advised first."""

Plan = tuple[Action | None, ...]
"""What a seat does at its decisions after an action; None, as for all after the last one, for what
its policy says."""


class Follower:
    """The policy of all seats, but that one of them follows a plan as far as the rules allow."""

    def __init__(self, game: AnyGame, seat: int, plan: Plan) -> None:
        self.next_view: State | None = None
        """What the seat saw at its first decision after the plan; None if it had none."""
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
        """Change the next decision of the plan that brings most, and go on with what came of it."""
        tried = []
        for number in range(len(self._candidates)):
            tried.append((yield from self._try(number, ())))
        best = [value for value, _ in tried]
        ranked = sorted(range(len(tried)), key=lambda number: -best[number])
        order = count()
        open_plans: list[tuple[float, int, int, Plan, State | None]] = []
        """The negative value; the place in the order of their coming; the candidate; the plan; what
        the seat sees when it has been followed."""

        def keep_open(number: int, plan: Plan, value: float, view: State | None) -> None:
            heappush(open_plans, (-value, next(order), number, plan, view))

        for number in sorted({0, *ranked[:PLANNED]}):
            keep_open(number, (), *tried[number])
        while open_plans and self._steps_left > 0:
            lack, _, number, plan, view = heappop(open_plans)
            if view is None:
                continue
            advised = self._game.advise(view, self._seat, Lexicon())
            for advice in advised[1 : 1 + ALTERNATIVES]:
                changed = (*plan, advice.action)
                value, next_view = yield from self._try(number, changed)
                keep_open(number, changed, value, next_view)
                if value > best[number]:
                    best[number], self.plans[number] = value, changed
            unchanged = (*plan, None)
            _, next_view = self._play(self._worlds[0], number, unchanged)
            yield True
            keep_open(number, unchanged, -lack, next_view)

    def _try(self, number: int, plan: Plan) -> Generator[bool, None, tuple[float, State | None]]:
        """Return what a candidate brings with a plan after it, and what the seat sees then."""
        values, views = [], []
        for world in self._worlds:
            value, view = self._play(world, number, plan)
            values.append(value)
            views.append(view)
            yield True
        return mean(values), views[0]

    def _play(self, world: State, number: int, plan: Plan) -> tuple[float, State | None]:
        game, state = self._game, self._game.clone(world)
        follower = Follower(game, self._seat, plan)
        game.apply(state, self._seat, self._candidates[number], None)
        self._steps_left -= 1 + play_on(game, state, self._since, self._horizon, follower)
        return ahead(game.worth(state), self._seat), follower.next_view
