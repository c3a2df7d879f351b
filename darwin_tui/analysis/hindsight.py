"""The decision of a player that cost most in a match that is over, found by the workers."""

from collections import defaultdict
from collections.abc import Sequence
from concurrent.futures import Future
from itertools import pairwise
from typing import Final, NamedTuple

from darwin_core.analysis.cause import cause
from darwin_core.analysis.review import MISTAKE, WORLDS, Choice, Judgement
from darwin_core.contract.game import during
from darwin_core.match import AnyMatch
from darwin_core.match.recording import AnyRecording, Recording
from darwin_core.text.language import mark, noun, tr
from darwin_core.text.seat_names import Lexicon
from darwin_core.workers import pool
from darwin_tui.analysis.reasons import reasons
from darwin_tui.analysis.words import phrase_of

NOTHING_BETTER: Final = mark("No decision of yours cost you much of your chance to win.")
NOT_YOURS: Final = mark("No decision of yours cost much.")


class Fall(NamedTuple):
    """A fall of a chance to win that no decision of the player made; a rise if it is negative."""

    first: int
    """The position after the first step that can have made it."""
    last: int
    """The position after the last one."""
    before: float
    after: float

    @property
    def share(self) -> float:
        """The chance that was lost."""
        return self.before - self.after


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
        self._seat = seat
        self._parts: dict[int, Future[list[Judgement]]] = {
            position: workers.review(text, seat, seat, position, 1, WORLDS)
            for position, act in enumerate(match.history)
            if act.seat == seat and not self.recording.forced[position]
        }

    @property
    def is_done(self) -> bool:
        """All decisions are judged."""
        return all(part.done() for part in self._parts.values())

    def worst(self) -> Choice | None:
        """Return the decision that cost most; None if none cost much.

        Raises:
            Undecided: with a sentence, if the workers fail.
        """
        judged = [judgement.choice for part in self._parts.values() for judgement in part.result()]
        choices = [choice for choice in judged if choice and choice.cost >= MISTAKE]
        return max(choices, key=lambda choice: choice.cost, default=None)

    def falls(self) -> list[Fall]:
        """Return the changes of the chance to win between decisions, by what others did and by
        luck; none for a player who has not lost."""
        if self._seat in self.recording.standing.winners:
            return []
        steps = [*self._chances(), (self.recording.last, 0.0, 0.0)]
        return [
            Fall(here + 1, there, before, after)
            for (here, _, before), (there, after, _) in pairwise(steps)
        ]

    def start(self) -> float:
        """Return the chance to win at the player's first decision."""
        return next((chance for _, chance, _ in self._chances()), 0.0)

    def _chances(self) -> list[tuple[int, float, float]]:
        """Return the position of each decision, and the chance to win before and after it."""
        return [
            (position, judged.chance, min(max(judged.chance + judged.decision, 0.0), 1.0))
            for position, part in self._parts.items()
            for judged in part.result()
            if judged.chance is not None
        ]

    def cancel(self) -> None:
        """Drop what is not judged yet."""
        for part in self._parts.values():
            part.cancel()


def words(recording: AnyRecording, choice: Choice, lexicon: Lexicon) -> str:
    """Return a decision, what would have been better, and what it cost: the sentences that say most
    come first, for there may be no room for all."""
    moment = during(recording.game, recording.clocks[choice.position])
    best, played = (
        phrase_of(recording, choice, text, lexicon) for text in (choice.best, choice.played)
    )
    return tr(
        "Your costliest choice {moment}: {action}. Better: {better}. It cost {share} points of "
        "your chance to win.",
        moment=moment,
        action=played,
        better=best,
        share=f"{100 * choice.cost:.0f}",
    )


def fall_words(
    recording: AnyRecording, start: float, falls: Sequence[Fall], lexicon: Lexicon
) -> tuple[int, str]:
    """Return the position after the step that the largest fall is owed to most, and sentences on
    what made the difference to the chance at the start, as no decision did."""
    fall = max(falls, key=lambda fall: fall.share)
    if fall.share < MISTAKE:
        return recording.last, f"{tr(NOT_YOURS)} {_bit_by_bit(recording, start, falls)}"
    one, other, _ = reasons(recording.by_source(), recording.viewer)
    totals = [recording.by_source(at).totals for at in range(fall.first - 1, fall.last + 1)]
    leads = [points[one] - points[other] for points in totals]
    changes = {at: now - was for at, (was, now) in enumerate(pairwise(leads), fall.first)}
    at = min(changes, key=lambda each: (changes[each], each))
    fell = tr(
        "Your chance fell most {moment} ({before} to {after} %).",
        moment=during(recording.game, recording.clocks[at - 1]),
        before=f"{100 * fall.before:.0f}",
        after=f"{100 * fall.after:.0f}",
    )
    by_others = tr("Others and luck did that.")
    why = cause(recording, at, (one, other), lexicon) if changes[at] < 0 else by_others
    return at, f"{tr(NOT_YOURS)} {fell} {why}"


def _bit_by_bit(recording: AnyRecording, start: float, falls: Sequence[Fall]) -> str:
    """Return a sentence on a chance that no single step took, with the round that took most."""
    game = recording.game
    lost = defaultdict[int, float](float)
    for fall in falls:
        lost[recording.clocks[fall.first - 1].round] += fall.share
    round = max(lost, key=lambda each: lost[each])
    has_rounds = len(lost) > 1 and not game.counts_turns_on
    return tr(
        "You began with a chance of {chance} %; others and luck took it bit by bit, most of it in "
        "{round} ({share} %)."
        if has_rounds
        else "You began with a chance of {chance} %; others and luck took it bit by bit.",
        chance=f"{100 * start:.0f}",
        round=noun(game.clock_words[0]).followed_by(round),
        share=f"{100 * lost[round]:.0f}",
    )
