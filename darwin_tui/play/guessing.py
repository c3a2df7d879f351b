"""Guessing the actions of one seat of a finished match, from what that seat knew; no drawing."""

from typing import NamedTuple

from darwin_core.analysis.report import Analysis
from darwin_core.analysis.review import Choice
from darwin_core.contract.game import Action
from darwin_core.match.recording import AnyRecording
from darwin_core.text.language import tr
from darwin_core.text.seat_names import SeatNames
from darwin_core.text.wording import counted


class Guess(NamedTuple):
    """An answer, beside the action that was played and the best one, where that is known."""

    guessed: Action
    played: Action
    choice: Choice | None

    @property
    def is_played(self) -> bool:
        return self.guessed == self.played


class Guessing:
    """The decisions of a seat one after the other, none of them shown before it is guessed."""

    def __init__(
        self, recording: AnyRecording, analysis: Analysis | None = None, position: int = 0
    ) -> None:
        """Go to the first decision.

        Args:
            recording: the match from the perspective of the seat.
            analysis: of the match, if it is known.
            position: the position after which decisions are guessed.
        """
        self.recording = recording
        self.seat = recording.viewer
        self._choices = analysis.choices[self.seat] if analysis else ()
        self.has_analysis = analysis is not None
        self.guesses: list[Guess] = []
        self.shown: Guess | None = None
        """The last guess, while its answer is shown."""
        self.position = self._next(position)

    def _next(self, position: int) -> int:
        """Return the first position from one on at which the seat decides; else the last."""
        recording = self.recording
        last: int = recording.last
        while position < last:
            if recording.seat(position + 1) == self.seat and not recording.forced[position]:
                break
            position += 1
        return position

    @property
    def is_over(self) -> bool:
        """There is nothing more to guess."""
        return self.position == self.recording.last

    @property
    def actions(self) -> tuple[Action, ...]:
        """The legal actions of the decision that is asked; none while an answer is shown."""
        if self.is_over or self.shown:
            return ()
        game, view = self.recording.game, self.recording.view(self.position)
        return tuple(game.legal(view, self.seat))

    def guess(self, action: Action) -> Guess:
        """Answer with an action, and show what was played."""
        played = self.recording.own_action(self.position + 1)
        assert played is not None
        found = (each for each in self._choices if each.position == self.position)
        self.shown = Guess(action, played, next(found, None))
        self.guesses.append(self.shown)
        return self.shown

    def proceed(self) -> None:
        """Go to the next decision."""
        self.shown = None
        self.position = self._next(self.position + 1)

    # --- in words

    def verdict(self, seat_names: SeatNames) -> list[str]:
        """Return sentences on the last guess; none while a decision is asked."""
        if self.shown is None:
            return []
        game, name = self.recording.game, self.recording.names[self.seat]
        view = self.recording.view(self.position)
        phrase = game.texts.phrase(view, self.shown.played, seat_names)
        words = [
            tr(
                "Yes, so did {player}: {action}."
                if self.shown.is_played
                else "No, {player} did this: {action}.",
                player=name,
                action=phrase,
            )
        ]
        choice = self.shown.choice
        if choice and choice.cost:
            best = game.texts.phrase(view, game.texts.parse(choice.best), seat_names)
            words.append(
                tr(
                    "Better: {action}, by {share} points of the chance to win.",
                    action=best,
                    share=f"{100 * choice.cost:.0f}",
                )
            )
        elif choice:
            words.append(tr("Nothing better was found."))
        return words

    def score(self) -> list[str]:
        """Return sentences on all guesses so far."""
        if not self.guesses:
            return [tr("You have guessed nothing yet: guesses begin where the replay is.")]
        name, game = self.recording.names[self.seat], self.recording.game
        hits = sum(guess.is_played for guess in self.guesses)
        total = len(self.guesses)
        lines = [
            tr(
                "As {player} played: {hits} of {actions}, {share} %.",
                hits=hits,
                actions=counted(total, "action"),
                player=name,
                share=f"{100 * hits / total:.0f}",
            )
        ]
        judged = [guess for guess in self.guesses if guess.choice]
        if judged:
            best = sum(
                game.texts.notation(each.guessed) == each.choice.best
                for each in judged
                if each.choice
            )
            own = sum(not each.choice.cost for each in judged if each.choice)
            lines.append(
                tr(
                    "The best that was found: you {number}, {player} {own} of {guesses}.",
                    number=best,
                    player=name,
                    own=own,
                    guesses=len(judged),
                )
            )
        elif not self.has_analysis:
            lines.append(tr("Once the match is analysed, you also see what was best."))
        return lines
