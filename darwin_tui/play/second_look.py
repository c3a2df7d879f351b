"""A decision of a record, judged as a hint at the table would judge it."""

import asyncio
from collections.abc import Callable
from typing import NamedTuple, Self

from darwin_core.analysis.review import Choice
from darwin_core.bots import Undecided, levels
from darwin_core.bots.hints import lag_words, lead_words
from darwin_core.bots.search import chance_of
from darwin_core.contract.game import Action, Advice, AnyGame, State
from darwin_core.match.recording import AnyRecording
from darwin_core.text.language import mark, tr
from darwin_core.text.seat_names import SeatNames
from darwin_core.text.wording import capitalized
from darwin_core.workers import pool
from darwin_tui.play.advice import TICK_SECONDS, Study


class Line(NamedTuple):
    """An action with its value and a reason."""

    advice: Advice[Action]
    value: str
    """Empty if there is no other action."""


class SecondLook(Study):
    """The study of a decision that was taken. Its judgements are those of a hint; the action taken
    is judged beside them and changes none."""

    def __init__(
        self, game: AnyGame, view: State, seat: int, seat_names: SeatNames, taken: Action
    ) -> None:
        super().__init__(game, view, seat, seat_names)
        self.taken = taken
        self.count = len(self._advised)
        """Number of possible actions."""

    @classmethod
    def before(cls, recording: AnyRecording, position: int, seat_names: SeatNames) -> Self | None:
        """Return the study of the action before a position; None if the recording's viewer did not
        take it."""
        taken = recording.own_action(position)
        if taken is None:
            return None
        view = recording.view(position - 1)
        return cls(recording.game, view, recording.viewer, seat_names, taken)

    async def judge(self, is_wanted: Callable[[], bool]) -> None:
        """Search as a hint does. If the workers fail, the game's advice remains.

        Args:
            is_wanted: called repeatedly; once it returns False, the search is dropped.
        """
        if self.count == 1:
            return
        search = pool.shared().search(
            self._game,
            self._view,
            self._seat,
            chance_of(self._view),
            levels.HINTS,
            is_hint=True,
            afterwards=[self.taken],
        )
        try:
            while is_wanted() and not search.done():
                await asyncio.sleep(TICK_SECONDS)
            if search.done():
                self._take(search.result())
                self._rank(search.result())
        except Undecided:
            self._judged = {}
        finally:
            search.cancel()
        self.is_over = True

    @property
    def lag(self) -> float:
        """The points by which the taken action is worse than a hint's, beyond doubt."""
        return 0.0 if self._is_best else self._gap(self.best[0].action, self.taken)

    @property
    def _is_best(self) -> bool:
        """True if a hint names the taken action first, or the search chose it among actions that
        are about as good."""
        return self.taken in (self.best[0].action, self._chosen)

    @property
    def is_ahead(self) -> bool:
        """True if the taken action is the best one beyond doubt."""
        return self._is_best and round(self._margin) > 0

    def lines(self) -> list[Line]:
        """Return the taken action and another one, the better one first: the best other action if
        the taken one is the best, else the first hint."""
        if self.count == 1:
            return [Line(self._advised[0], "")]
        named = [*self.best, *self._advised]
        other = next(advice for advice in named if advice.action != self.taken)
        taken = self._advice_on(self.taken)
        pair = (taken, other) if self._is_best else (other, taken)
        if pair[0].action == self.best[0].action or not self._judged:
            return [Line(advice, self.value_of(advice)) for advice in pair]
        gap = self._gap(self.taken, other.action)
        return [Line(taken, lead_words(self._margin)), Line(other, lag_words(gap))]

    @property
    def _margin(self) -> float:
        """The points by which the taken action is better than any other, beyond doubt."""
        judged = self._judged or self._advised_values
        gaps = (self._gap(self.taken, other) for other in judged if other != self.taken)
        return min(gaps, default=0.0)

    def _advice_on(self, action: Action) -> Advice[Action]:
        """Return the advice on an action, with the reason of a hint."""
        return next(advice for advice in self._advised if advice.action == action)


def second_look_words(study: SecondLook, player: str, choice: Choice | None = None) -> list[str]:
    """Return sentences about an action that was taken.

    Args:
        study: the study of the decision.
        player: the name of the player.
        choice: the action as judged by an analysis, if any.
    """

    def line_words(line: Line) -> str:
        phrase = capitalized(study.phrase(line.advice.action))
        if not line.value:
            return tr("{choice}: {reason}.", choice=phrase, reason=line.advice.reason)
        return tr(
            "{choice}, {worth}: {reason}.",
            choice=phrase,
            worth=line.value,
            reason=line.advice.reason,
        )

    # Reasons address the player who decides.
    hint = tr("In the words of a hint for {player}:", player=player)
    lines = study.lines()
    first, *others = map(line_words, lines)
    if not others:
        return [tr("{player} had no other choice.", player=player), "", hint, first]
    is_first = lines[0].advice.action == study.taken
    is_strong = choice is not None and choice.mark == "!"
    if is_first and (study.is_ahead or is_strong):
        verdict = mark("From what {player} knew, this was the best of {count} choices.")
    elif round(study.lag) <= 0:
        verdict = mark("From what {player} knew, none of {count} choices was clearly better.")
    else:
        verdict = mark("From what {player} knew, another of {count} choices was better.")
    words = tr(verdict, player=player, count=study.count)
    label = tr("Next best:") if is_first else tr("Chosen:")
    return [words, "", hint, first, "", label, *others]
