"""The best actions of a decision: as advised, then as the search of the Hard bot finds them."""

import asyncio
from collections.abc import Callable
from typing import Final

from darwin_core.bots import Undecided, levels
from darwin_core.bots.hints import distinct, gain, loss, worth
from darwin_core.bots.search import Judged, Searcher
from darwin_core.contract.chance import from_seed
from darwin_core.contract.game import Action, Advice, AnyGame, State
from darwin_core.text.language import mark, tr
from darwin_core.text.seat_names import Lexicon
from darwin_core.workers import pool

LEVEL: Final = "hard"
"""The level whose search is asked."""
TICK_SECONDS: Final = 0.05
"""Time between two looks at what the search has found."""
THINKING: Final = mark("at first sight")
"""The words in place of a value that is not known yet."""
CLEAR_ERRORS: Final = 2.0
"""The standard errors by which a difference must be above 0 to be named in points."""


class Study:
    """The best actions of one decision, from the view of its seat only."""

    def __init__(self, game: AnyGame, view: State, seat: int, lexicon: Lexicon) -> None:
        self._game = game
        self._view = view
        self._seat = seat
        self._advised = game.advise(view, seat, lexicon)
        self._worths = {advice.action: advice.value for advice in self._advised}
        self._found: dict[Action, Judged] = {}
        self._is_begun = False
        self._is_over = False
        self.best: list[Advice[Action]] = distinct(game, self._advised)
        """The best first: by the advice of the game, and in the end by the search."""

    def value_of(self, advice: Advice[Action]) -> str:
        """Return the value of one of the best actions in words; none where it is the only one."""
        if len(self._advised) == 1:
            return ""
        found, first = self._found, self.best[0].action
        if advice.action in found and first in found and len(found) > 1:
            if advice.action != first:
                return loss(self._lead(first, advice.action))
            return gain(min(self._lead(first, other) for other in found if other != first))
        return worth(advice) if self._is_over else tr(THINKING)

    def _lead(self, first: Action, other: Action) -> float:
        """Return the points by which the first action is better than another beyond doubt.

        Where all worlds go the same way the search has played a single line, and what the players
        do there because of a small choice counts in full: then the game's own advice, which looks
        at this choice only, bounds it.
        """
        one, two = self._found[first], self._found[other]
        points, error = one.value - two.value, max(one.error, two.error)
        if error:
            return points if points > CLEAR_ERRORS * error else 0.0
        return max(min(points, self._worths[first] - self._worths[other]), 0.0)

    def begin(self) -> bool:
        """Note that the search begins; return False if it has begun before."""
        is_first, self._is_begun = not self._is_begun, True
        return is_first

    async def refine(self, show: Callable[[], bool]) -> None:
        """Search, and take in what is found.

        Args:
            show: called after each change; returns whether the search is still wanted.
        """
        found: list[list[Judged]] = []
        chance = from_seed("hint", self._seat)
        searcher = Searcher(levels.level(LEVEL).seconds)
        workers = pool.shared()
        search = workers.search(self._game, self._view, self._seat, chance, searcher, found.append)
        is_wanted = True
        try:
            while is_wanted and not search.done():
                await asyncio.sleep(TICK_SECONDS)
                if found:
                    self._take(found.pop())
                    found.clear()
                is_wanted = show()
            if is_wanted:
                self._take(search.result())
                self._rank(search.result())
        except Undecided:
            # The advice of the game stands.
            self._found = {}
        finally:
            search.cancel()
        self._is_over = True
        show()

    def _take(self, judged: list[Judged]) -> None:
        self._found = {each.action: each for each in judged if each.worlds}

    def _rank(self, judged: list[Judged]) -> None:
        """Name the best actions in the order in which the search has them."""
        reasons = {advice.action: advice for advice in self._advised}
        ranked = [reasons[each.action] for each in judged if each.worlds]
        if ranked:
            self.best = distinct(self._game, ranked)
