"""Guessing the actions of one seat of a finished match, from what that seat knew."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple, cast

from darwin_core.analysis.report import Analysis
from darwin_core.analysis.review import Choice
from darwin_core.contract.game import NOTHING, Action, Event
from darwin_core.match.recording import AnyRecording
from darwin_core.table import AnyObservation, AnySeat, AnySnapshot, Snapshot
from darwin_core.table.snapshot import Observation
from darwin_core.text.language import tr
from darwin_core.text.seat_names import SeatNames
from darwin_core.text.wording import counted
from darwin_tui.library.saved_match import SavedMatch
from darwin_tui.paths import Locations


class Guess(NamedTuple):
    """An answer, beside the action that was played and the best one, where that is known."""

    guessed: Action
    played: Action
    choice: Choice | None

    @property
    def is_played(self) -> bool:
        return self.guessed == self.played


class GuessSeat:
    """A seat over a recording, as front ends use the seat of a table.

    It is asked the seat's decisions one after the other, and none is shown before it is guessed. An
    action is a guess; it stays on the table, with no legal actions, until ``hurry``.
    """

    why_no_help = ""
    """Empty, as at a table with hints."""

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
        self.viewer = recording.viewer
        self.game, self.players, self.names = recording.game, recording.players, recording.names
        self._choices = analysis.choices[self.viewer] if analysis else ()
        self._has_analysis = analysis is not None
        self._observations: list[AnyObservation] = []
        self.guesses: list[Guess] = []
        self.shown: Guess | None = None
        """The last guess, while its answer is shown."""
        self.position = self._next(position)

    def _next(self, position: int) -> int:
        """Return the first position from one on at which the seat decides; else the last."""
        recording = self.recording
        last: int = recording.last
        while position < last:
            if recording.seat(position + 1) == self.viewer and not recording.forced[position]:
                break
            position += 1
        return position

    @property
    def is_over(self) -> bool:
        """There is nothing more to guess."""
        return self.position == self.recording.last

    # --- as a seat of a table

    @property
    def snapshot(self) -> AnySnapshot:
        """The decision that is asked, or the answer to the last guess. It tells nothing of the end
        of the match."""
        game, view = self.game, self.recording.view(self.position)
        is_asked = not (self.is_over or self.shown)
        return Snapshot(
            viewer=self.viewer,
            view=view,
            events=(),
            actions=tuple(game.legal(view, self.viewer)) if is_asked else (),
            final=frozenset(),
            question=len(self.guesses),
            line=2 * len(self.guesses) - (self.shown is not None),
            position=self.position,
            seat=self.viewer if self.shown else NOTHING,
            undone_line=0,
            to_move=() if self.is_over else (self.viewer,),
            can_undo=False,
            can_redo=False,
            clock=self.recording.clocks[self.position],
            outcome=None,
            present=(),
            bots=frozenset(),
            can_hurry=self.shown is not None,
            trouble=None,
        )

    def log(self) -> Sequence[tuple[Event, ...]]:
        """Return the events up to the decision."""
        return self.recording.log(self.position)

    def observe(self, observe: Callable[[AnySnapshot], None]) -> AnyObservation:
        """Call ``observe`` with each new snapshot."""
        self._observations.append(Observation(self.viewer, observe))
        return self._observations[-1]

    def _publish(self) -> None:
        self._observations = [each for each in self._observations if each.is_observing]
        for observation in self._observations:
            observation.publish(self.snapshot)

    def hold(self) -> None:
        """Do nothing: nobody else acts."""

    release = hold

    async def submit(self, action: Action, question: int) -> None:
        """Answer with an action, and show what was played."""
        if question == len(self.guesses) and not self.shown:
            played = self.recording.own_action(self.position + 1)
            assert played is not None
            choices = (each for each in self._choices if each.position == self.position)
            self.shown = Guess(action, played, next(choices, None))
            self.guesses.append(self.shown)
            self._publish()

    def hurry(self) -> None:
        """Go to the next decision."""
        self.shown = None
        self.position = self._next(self.position + 1)
        self._publish()

    # --- in words

    def verdict(self, seat_names: SeatNames) -> list[str]:
        """Return sentences on the last guess; none while a decision is asked."""
        if self.shown is None:
            return []
        game, view = self.game, self.recording.view(self.position)
        words = [
            tr(
                "Yes, so did {player}: {action}."
                if self.shown.is_played
                else "No, {player} did this: {action}.",
                player=self.names[self.viewer],
                action=game.texts.phrase(view, self.shown.played, seat_names),
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
        name, total = self.names[self.viewer], len(self.guesses)
        hits = sum(guess.is_played for guess in self.guesses)
        lines = [
            tr(
                "As {player} played: {hits} of {actions}, {share} %.",
                hits=hits,
                actions=counted(total, "action"),
                player=name,
                share=f"{100 * hits / total:.0f}",
            )
        ]
        judged = [(each.guessed, each.choice) for each in self.guesses if each.choice]
        if judged:
            best = (self.game.texts.notation(guessed) == choice.best for guessed, choice in judged)
            lines.append(
                tr(
                    "The best that was found: you {number}, {player} {own} of {guesses}.",
                    number=sum(best),
                    player=name,
                    own=sum(not choice.cost for _, choice in judged),
                    guesses=len(judged),
                )
            )
        elif not self._has_analysis:
            lines.append(tr("Once the match is analysed, you also see what was best."))
        return lines


@dataclass
class GuessAccess:
    """The access to the seat whose decisions are guessed; there is no table to open or to leave."""

    guesses: GuessSeat
    saved: SavedMatch
    bot_levels: Mapping[int, str] = field(default_factory=dict)
    table_people: None = None
    path: None = None
    rules: str = ""
    notice: str = ""

    @property
    def people(self) -> tuple[int, ...]:
        return (self.guesses.viewer,)

    @property
    def spectator(self) -> AnySeat:
        return self.seat(self.guesses.viewer)

    def seat(self, viewer: int) -> AnySeat:
        """Return the only seat, which has all that a front end uses of a seat here."""
        return cast(AnySeat, self.guesses)

    def open(self) -> None:
        """Do nothing: there is no table."""

    close = open

    async def change_level(self, seat: int, level: str) -> None:
        """Do nothing: no bot plays."""

    async def settle_bots(self) -> None:
        """Do nothing: no bot plays."""

    def why_unsaved(self) -> None:
        """Do nothing: there is nothing to save."""

    def save_elsewhere(self, target: str, locations: Locations) -> None:
        """Do nothing: there is nothing to save."""
