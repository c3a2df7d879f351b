"""The best actions of a decision: as advised, then as the search of the Hard bot finds them."""

import asyncio
from collections.abc import Callable
from typing import Final

from darwin_core.advice import distinct, gain, loss, worth
from darwin_core.bots import Undecided, levels, pool
from darwin_core.bots.search import Judged
from darwin_core.game import Action, Advice, AnyGame, State
from darwin_core.lexicon import Lexicon
from darwin_core.rng import from_seed

LEVEL: Final = "hard"
"""The level whose search is asked."""
TICK_SECONDS: Final = 0.05
"""Time between two looks at what the search has found."""
THINKING: Final = "still thinking"
"""The words in place of a value that is not known yet."""


class Study:
    """The best actions of one decision, from the view of its seat only."""

    def __init__(self, game: AnyGame, view: State, seat: int, lexicon: Lexicon) -> None:
        self._game = game
        self._view = view
        self._seat = seat
        self._advised = game.advise(view, seat, lexicon)
        self._values: dict[Action, float] = {}
        self._is_begun = False
        self._is_over = False
        self.best: list[Advice[Action]] = distinct(game, self._advised)
        """The best first: by the advice of the game, and in the end by the search."""

    def value_of(self, advice: Advice[Action]) -> str:
        """Return the value of one of the best actions in words."""
        values, first = self._values, self.best[0].action
        if advice.action in values and first in values and len(values) > 1:
            if advice.action != first:
                return loss(values[first] - values[advice.action])
            return gain(values[first] - max(values[other] for other in values if other != first))
        return worth(advice) if self._is_over else THINKING

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
        seconds = levels.level(LEVEL).seconds
        judge = pool.shared().judge
        search = judge(self._game, self._view, self._seat, chance, seconds, found.append)
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
            self._values = {}
        finally:
            search.cancel()
        self._is_over = True
        show()

    def _take(self, judged: list[Judged]) -> None:
        self._values = {each.action: each.value for each in judged if each.worlds}

    def _rank(self, judged: list[Judged]) -> None:
        """Name the best actions in the order in which the search has them."""
        reasons = {advice.action: advice for advice in self._advised}
        ranked = [reasons[each.action] for each in judged if each.worlds]
        if ranked:
            self.best = distinct(self._game, ranked)
