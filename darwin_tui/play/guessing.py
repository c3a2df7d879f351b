"""Seats at which a player answers questions about a recording: the base of guesses and puzzles, and
guesses of the next action.

To a screen, they look like a seat of a live match, but there is no table: an action is an answer.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple, cast

from darwin_core.analysis.report import Analysis
from darwin_core.analysis.review import Choice
from darwin_core.contract.game import NOTHING, Action, Clock, Event, State
from darwin_core.match.recording import AnyRecording
from darwin_core.table import AnyObservation, AnySeat, AnySnapshot, Snapshot
from darwin_core.table.snapshot import Observation
from darwin_core.text.language import tr
from darwin_core.text.seat_names import SeatNames
from darwin_core.text.wording import counted
from darwin_tui.library.saved_match import SavedMatch
from darwin_tui.paths import Locations


class Guess(NamedTuple):
    """An answer, with the action that was played and, if known, the analysis of the decision."""

    guessed: Action
    played: Action
    choice: Choice | None
    """The analysis of this decision, which knows the best action; None without one."""

    @property
    def is_right(self) -> bool:
        """True if the guess is the action that was played."""
        return self.guessed == self.played


class AskedSeat:
    """A seat at which a player answers questions about a recording.

    It has the interface of a table's seat. An action is an answer; nobody else acts, and nothing is
    undone.
    """

    why_no_help = ""
    """Empty, as at a table with hints."""
    last_action_position = 0
    """0, as of a seat that has taken no action: nothing can be undone."""

    def __init__(self, match: AnyRecording) -> None:
        self.viewer = match.viewer
        self.game = match.game
        self.players = match.players
        self.names = match.names
        self._observations: list[AnyObservation] = []
        self.question = 0
        """Number of the present question, from 0; as in a snapshot."""
        self.line = 0
        """Number of snapshots published so far; stands for a snapshot's line of the record."""
        self.position = 0
        """The position on display, in actions of the match."""

    # --- for subclasses

    @property
    def view(self) -> State:
        raise NotImplementedError

    @property
    def clock(self) -> Clock:
        raise NotImplementedError

    @property
    def is_asked(self) -> bool:
        """True while the player is asked for a decision."""
        raise NotImplementedError

    @property
    def is_shown(self) -> bool:
        """True while the right answer is on display. ``hurry`` ends it, as a bot's pause at a
        table."""
        raise NotImplementedError

    # --- as a seat of a table

    @property
    def snapshot(self) -> AnySnapshot:
        """The snapshot of the question or the answer on display. It reveals nothing about the end
        of the match."""
        view = self.view
        return Snapshot(
            viewer=self.viewer,
            view=view,
            events=(),
            actions=tuple(self.game.legal(view, self.viewer)) if self.is_asked else (),
            final=frozenset(),
            question=self.question,
            line=self.line,
            position=self.position,
            # While an answer is on display, the player counts as the seat that acted last.
            seat=self.viewer if self.is_shown else NOTHING,
            undone_line=0,
            to_move=(self.viewer,) if self.is_asked or self.is_shown else (),
            can_undo=False,
            can_redo=False,
            clock=self.clock,
            outcome=None,
            present=(),
            bots=frozenset(),
            can_hurry=self.is_shown,
            trouble=None,
        )

    def observe(self, observe: Callable[[AnySnapshot], None]) -> AnyObservation:
        """Call a function with each snapshot from now on, until the observation ends."""
        self._observations.append(Observation(self.viewer, observe))
        return self._observations[-1]

    def _publish(self) -> None:
        """Publish the snapshot after a change."""
        self.line += 1
        self._observations = [
            observation for observation in self._observations if observation.is_observing
        ]
        for observation in self._observations:
            observation.publish(self.snapshot)

    def hold(self) -> None:
        """Do nothing: nobody else acts."""

    release = hold


def why_no_guess(recording: AnyRecording, position: int) -> str:
    """Return why no action after a position can be guessed; empty if one can."""
    if recording.outcome is None:
        return tr("Actions can be guessed once the match is over.")
    return tr("There is nothing more to guess.") if position == recording.last else ""


def guessed_seat(saved: SavedMatch, recording: AnyRecording, position: int) -> int:
    """Return the seat whose actions are guessed: the recording's perspective, else the only
    person's seat, else the seat that acts next."""
    # Viewers beyond the seats are spectators and the omniscient.
    seat = saved.person if recording.viewer >= len(recording.names) else recording.viewer
    return recording.seat(position + 1) if seat is None else seat


class GuessSeat(AskedSeat):
    """A seat whose decisions the player guesses one by one, each before it is shown. The answer to
    a guess stays on display, without legal actions, until ``hurry``."""

    def __init__(
        self, recording: AnyRecording, analysis: Analysis | None = None, position: int = 0
    ) -> None:
        """Go to the first decision.

        Args:
            recording: the match from the seat's perspective.
            analysis: the analysis of the match, if known.
            position: position after which decisions are guessed.
        """
        super().__init__(recording)
        self.recording = recording
        self._choices = analysis.choices[self.viewer] if analysis else ()
        # An analysis may have no choice of this seat.
        self._has_analysis = analysis is not None
        self.guesses: list[Guess] = []
        self.answered: Guess | None = None
        """The last guess, while its answer is on display."""
        self.position = self._next_decision(position)

    def _next_decision(self, position: int) -> int:
        """Return the first position, from a given one on, at which the seat decides; else the
        last."""
        recording = self.recording
        last: int = recording.last
        while position < last:
            # Actions are counted from 1, ``forced`` from 0: both are of the action that follows.
            if recording.seat(position + 1) == self.viewer and not recording.forced[position]:
                break
            position += 1
        return position

    @property
    def is_over(self) -> bool:
        """True if there is nothing more to guess: the position is the last."""
        return self.position == self.recording.last

    @property
    def view(self) -> State:
        return self.recording.view(self.position)

    @property
    def clock(self) -> Clock:
        return self.recording.clocks[self.position]

    @property
    def is_asked(self) -> bool:
        return not (self.is_over or self.answered)

    @property
    def is_shown(self) -> bool:
        return self.answered is not None

    def log(self) -> Sequence[tuple[Event, ...]]:
        """Return the events up to the decision."""
        return self.recording.log(self.position)

    async def submit(self, action: Action, question: int) -> None:
        """Answer with an action, then show the action that was played. As at a table, an answer to
        an earlier question is ignored."""
        if question == self.question and not self.answered:
            played = self.recording.own_action(self.position + 1)
            assert played is not None
            choices = (choice for choice in self._choices if choice.position == self.position)
            self.answered = Guess(action, played, next(choices, None))
            self.guesses.append(self.answered)
            self.question += 1
            self._publish()

    def hurry(self) -> None:
        """Continue to the seat's next decision."""
        self.answered = None
        self.position = self._next_decision(self.position + 1)
        self._publish()

    # --- in words

    def verdict(self, seat_names: SeatNames) -> list[str]:
        """Return sentences about the last guess; none while the player is asked for one."""
        if self.answered is None:
            return []
        game = self.game
        view = self.recording.view(self.position)
        words = [
            tr(
                "Yes, so did {player}: {action}."
                if self.answered.is_right
                else "No, {player} did this: {action}.",
                player=self.names[self.viewer],
                action=game.texts.phrase(view, self.answered.played, seat_names),
            )
        ]
        choice = self.answered.choice
        if choice and choice.cost:
            best = game.texts.phrase(view, game.texts.parse(choice.best), seat_names)
            words.append(
                tr(
                    "Better: {action}, by {share} of the chance to win.",
                    action=best,
                    share=f"{100 * choice.cost:.0f} %",
                )
            )
        elif choice:
            # Without cost, the action played was the best known one.
            words.append(tr("Nothing better was found."))
        return words

    def score(self) -> list[str]:
        """Return sentences about all guesses so far."""
        if not self.guesses:
            return [tr("You have guessed nothing yet: guesses begin where the replay is.")]
        name = self.names[self.viewer]
        total = len(self.guesses)
        hits = sum(guess.is_right for guess in self.guesses)
        lines = [
            tr(
                "As {player} played: {hits} of {actions}, {share} %.",
                hits=hits,
                actions=counted(total, "action"),
                player=name,
                share=f"{100 * hits / total:.0f}",
            )
        ]
        judged = [(guess.guessed, guess.choice) for guess in self.guesses if guess.choice]
        if judged:
            are_best = (
                self.game.texts.notation(guessed) == choice.best for guessed, choice in judged
            )
            lines.append(
                tr(
                    "The best that was found: you {number}, {player} {own} of {guesses}.",
                    number=sum(are_best),
                    player=name,
                    own=sum(not choice.cost for _, choice in judged),
                    guesses=len(judged),
                )
            )
        elif not self._has_analysis:
            lines.append(tr("Once the match is analysed, you also see what was best."))
        return lines


@dataclass
class AskedAccess:
    """Access to a seat for questions about a recording, as in `library/seat_access.py`, but without
    a table: the methods for bots and files do nothing."""

    asked: AskedSeat
    saved: SavedMatch
    bot_levels: Mapping[int, str] = field(default_factory=dict)
    table_people: None = None
    path: None = None
    rules: str = ""
    notice: str = ""

    @property
    def people(self) -> tuple[int, ...]:
        return (self.asked.viewer,)

    @property
    def spectator(self) -> AnySeat:
        return self.seat(self.asked.viewer)

    def seat(self, viewer: int) -> AnySeat:
        """Return the only seat, which has everything a front end needs from a seat here."""
        return cast(AnySeat, self.asked)

    def open(self) -> None:
        """Do nothing: there is no table."""

    close = open

    async def change_level(self, seat: int, level: str) -> None:
        """Do nothing: no bot plays."""

    async def settle_bots(self) -> None:
        """Do nothing: no bot plays."""

    def why_unsaved(self) -> None:
        """Return None: nothing has to be saved."""

    def save_elsewhere(self, target: str, locations: Locations) -> None:
        """Do nothing: there is nothing to save."""
