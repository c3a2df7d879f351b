"""The decision of a player that cost most in a match that is over, found by the workers."""

from concurrent.futures import Future
from typing import Final

from darwin_core.analysis.review import MISTAKE, WORLDS, Choice, Judgement
from darwin_core.bots import pool
from darwin_core.game import during
from darwin_core.language import mark, tr
from darwin_core.lexicon import Lexicon
from darwin_core.match import AnyMatch
from darwin_core.match.recording import AnyRecording, Recording
from darwin_tui.analyses import phrase_of

NOTHING_BETTER: Final = mark("No decision of yours cost you much of your chance to win.")


class Hindsight:
    """The decisions of one player, judged one by one with what that player knew."""

    def __init__(self, match: AnyMatch, seat: int) -> None:
        """Begin; ``is_done`` says when all are judged.

        Args:
            match: the match, which is over.
            seat: of the player.
        """
        self.recording: AnyRecording = Recording(match, seat)
        text, workers = match.text(), pool.shared()
        self._parts: list[Future[list[Judgement]]] = [
            workers.review(text, seat, seat, position, 1, WORLDS)
            for position, act in enumerate(match.history)
            if act.seat == seat and not self.recording.forced[position]
        ]

    @property
    def is_done(self) -> bool:
        """All decisions are judged."""
        return all(part.done() for part in self._parts)

    def worst(self) -> Choice | None:
        """Return the decision that cost most; None if none cost much.

        Raises:
            Undecided: with a sentence, if the workers fail.
        """
        judged = [judgement.choice for part in self._parts for judgement in part.result()]
        choices = [choice for choice in judged if choice and choice.cost >= MISTAKE]
        return max(choices, key=lambda choice: choice.cost, default=None)

    def cancel(self) -> None:
        """Drop what is not judged yet."""
        for part in self._parts:
            part.cancel()


def words(recording: AnyRecording, choice: Choice, lexicon: Lexicon) -> str:
    """Return a decision, what would have been better, and what it cost: the sentences that say most
    come first, for there may be no room for all."""
    moment = during(recording.game, recording.clocks[choice.position])
    best, played = (
        phrase_of(recording, choice, text, lexicon) for text in (choice.best, choice.played)
    )
    return tr(
        "Your costliest choice {moment}: {action}. Better: {better}. It cost {share} % of your "
        "chance to win.",
        moment=moment,
        action=played,
        better=best,
        share=f"{100 * choice.cost:.0f}",
    )
