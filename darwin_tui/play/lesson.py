"""Teaching at a table: the coach of a lesson, and the primer of a first match."""

import contextlib
from collections.abc import Callable
from dataclasses import dataclass
from itertools import chain
from pathlib import Path
from typing import Final, NamedTuple

import msgspec

from darwin_core.contract.game import SPECTATOR, Action, AnyGame
from darwin_core.journal import JournalError
from darwin_core.journal.disk import write_whole
from darwin_core.journal.file import FileJournal
from darwin_core.match.record import HUMAN, Player, RecordError
from darwin_core.table import AnySnapshot, Pace
from darwin_core.teaching import facts, lessons, primers
from darwin_core.teaching.facts import AnyNow, Now
from darwin_core.teaching.lessons import Lesson, Look, Step
from darwin_core.teaching.primers import Primer
from darwin_core.text.language import mark, tr
from darwin_core.text.seat_names import SeatNames
from darwin_tui.library import saves
from darwin_tui.library.lessons import Progress, Progresses, progress_key
from darwin_tui.library.open_matches import LocalSeatAccess
from darwin_tui.library.player_context import PlayerContext
from darwin_tui.settings import Preferences

DONE: Final = mark("Done. Now the others play.")
"""The request while the others act."""
AGAIN: Final = mark("Try another.")
"""The request after a wrong choice."""
RIGHT: Final = mark("Right. {why}")
"""The words after the right choice."""


@dataclass(frozen=True)
class Note:
    """The teacher's words at one moment."""

    number: int
    """Number of the step, from 1."""
    titles: tuple[str, ...]
    """Titles of all steps."""
    text: str
    do: str
    """The one thing to do."""
    is_done: bool
    """The step is played, and the others act."""

    @property
    def count(self) -> int:
        return len(self.titles)

    @property
    def prompt(self) -> str:
        """The prompt: the step, and what to do."""
        return tr(
            "Step {number} of {count}. {do}", number=self.number, count=self.count, do=self.do
        )

    @property
    def only(self) -> str:
        """The refusal of an action outside the step, with the request again."""
        return tr("Not in this step. {do}", do=self.do)


class _Texts(NamedTuple):
    text: str
    do: str
    """The one thing to do."""
    why: str
    """The reason for what is to be done."""


class Coach:
    """The teacher of one pupil: limits the legal actions to those of the current step, and words
    it.

    A step asks the pupil for an action, or to read and press Enter; then the others act. After a
    wrong choice the pupil tries again; the right choice is praised, and Enter leads on. After the
    last step the match is free.
    """

    def __init__(self, lesson: Lesson, step: int, done: Callable[[], int]) -> None:
        """Begin at a step, from 0.

        Args:
            done: counts the pupil's actions that are not undone.
        """
        self.lesson = lesson
        self.step = step
        """The step that the match has reached."""
        self.shown = step
        """The step on display, still the previous one during a reveal."""
        self.is_free = False
        """The match continues without a teacher."""
        self._done = done
        self._is_asked = True
        """The pupil owes a decision, by the last snapshot."""
        self._positions: dict[int, AnyNow] = {}
        """Positions at which the steps began, by step."""
        self.wrong: Action | None = None
        """The latest wrong choice in the current step."""
        self.is_answered = False
        """The choice is answered, and the lesson continues in another position."""

    # --- queries

    @property
    def displayed_step(self) -> Step:
        """The step on display."""
        return self.lesson.steps[self.shown]

    @property
    def is_reading(self) -> bool:
        """True if the pupil only reads, and Enter continues."""
        is_present = not self.is_free and self.shown == self.step
        return is_present and (self.is_answered or not self.displayed_step.play)

    @property
    def chooses(self) -> bool:
        return len(self.choices) > 1

    @property
    def is_last(self) -> bool:
        """True if the match has reached the last step."""
        return self.step == len(self.lesson.steps) - 1

    @property
    def _is_done(self) -> bool:
        """True if the displayed step is played, and the others act."""
        if self.is_answered:
            return False
        return self.shown != self.step or (bool(self.displayed_step.play) and self.action is None)

    @property
    def action(self) -> Action | None:
        """The action that the teacher would play now; None while others act or no action is due."""
        step = self.step
        done = self._done()
        # The step is over once the pupil has taken all actions that precede the next step.
        is_over = self.is_answered or done >= self.lesson.own_starts[step + 1]
        if self.is_free or not self._is_asked or is_over:
            return None
        present = self.lesson.steps[step]
        if present.is_exercise:
            # The match may have left the lesson's course, so the step names the action itself.
            answer: Action = self.lesson.game.texts.parse(present.play[0])
            return answer
        return self.lesson.own_actions[done]

    @property
    def choices(self) -> tuple[Action, ...]:
        """The actions between which the pupil chooses now, the right one first. Empty while nothing
        is due."""
        action = self.action
        return (
            ()
            if action is None
            else (action, *self.lesson.wrong_actions(self.lesson.steps[self.step]))
        )

    @property
    def why_no_undo(self) -> str:
        """The refusal of an undo that would leave the position at which the step begins; empty if
        none would. After a jump, the last action of the match is not one that the pupil chose."""
        step = self.lesson.steps[self.step]
        if self.is_free or step.at is None or self._done() > self.lesson.own_starts[self.step]:
            return ""
        return tr("There is nothing to undo.")

    @property
    def looks(self) -> tuple[Look, ...]:
        """The places that the step mentions."""
        if self.is_free or self._is_done:
            return ()
        looks = ((look, self.lesson.elements(look)) for look in self.displayed_step.look)
        return tuple(chain.from_iterable(elements or [look] for look, elements in looks))

    # --- texts

    def note_position(self, snapshot: AnySnapshot, names: tuple[str, ...]) -> None:
        """Remember the position at which the reached step begins: its texts take their facts from
        it."""
        if self.is_free or self.step in self._positions:
            return
        game = self.lesson.game
        view = snapshot.view
        self._positions[self.step] = Now(game, view, snapshot.viewer, (), SeatNames(names))

    def note(self) -> Note:
        """Return the teacher's words on the displayed step, or about the pupil's answer."""
        text, do, why = self._texts()
        is_reading = self.is_reading or not self.displayed_step.play
        is_done = self._is_done
        if self.is_answered:
            text = tr(RIGHT, why=why)
            do = ""
        elif self.wrong is not None and not is_done:
            position = self._positions[self.step]
            text = self.lesson.explanation(self.displayed_step, self.wrong, position)
            do = tr(AGAIN)
        return Note(
            self.shown + 1,
            tuple(tr(step.title) for step in self.lesson.steps),
            text,
            tr(DONE) if is_done else do or (tr("Press Enter.") if is_reading else ""),
            is_done,
        )

    def _texts(self) -> "_Texts":
        """Return the displayed step's texts; empty before its position is noted."""
        position = self._positions.get(self.shown)
        step = self.displayed_step.translated
        if position is None:
            return _Texts("", "", "")
        return _Texts(*(facts.fill_in(text, position) for text in (step.text, step.do, step.why)))

    @property
    def why(self) -> str:
        """The reason for the step's action; empty if there is none, or the pupil chooses."""
        return "" if self.is_free or self.displayed_step.wrong else self._texts().why

    def only(self) -> str:
        """Return the refusal of an action outside the step, with the request again; empty in a free
        match."""
        return "" if self.is_free else self.note().only

    # --- the course

    def permit(self, snapshot: AnySnapshot) -> AnySnapshot:
        """Note how far the match is, and return the snapshot limited to what the step allows."""
        if self.is_free or snapshot.viewer != self.lesson.pupil:
            return snapshot
        self._is_asked = bool(snapshot.actions)
        before, self.step = self.step, self.lesson.step_at(self._done(), self._is_asked, self.step)
        if self.step != before:
            self.wrong = None
        choices = self.choices
        allowed = tuple(action for action in snapshot.actions if action in choices)
        return msgspec.structs.replace(
            snapshot,
            actions=allowed,
            final=snapshot.final & {*allowed},
            can_undo=snapshot.can_undo and not self.why_no_undo,
            can_redo=False,
        )

    def answer(self, action: Action) -> bool:
        """Judge the pupil's answer; return whether the match plays it."""
        if self.is_free:
            return True
        is_right = action == self.action
        self.wrong = None if is_right else action
        self.is_answered = is_right and self.lesson.steps[self.step].is_exercise
        return is_right and not self.is_answered

    def catch_up(self) -> None:
        """Show the step that the match has reached."""
        self.shown = self.step

    def read_on(self) -> bool:
        """Continue after a step that is only read; after the last one, free the match. Returns
        whether the match must be set to another position."""
        self.is_answered = False
        if self.is_last:
            self.is_free = True
            return False
        self.step = self.shown = self.step + 1
        return self.lesson.own_starts[self.step] != self._done()

    def step_back(self) -> bool:
        """Go back one step; return whether the match must be set back."""
        if self.step == 0:
            return False
        self.step -= 1
        self.shown = self.step
        self.wrong = None
        self.is_answered = False
        return self.lesson.own_starts[self.step] != self._done()


@dataclass(frozen=True)
class OpenLesson:
    """An open lesson: the pupil's access to the seat, and the coach."""

    access: LocalSeatAccess
    coach: Coach
    keep: Callable[[], None]
    """Stores the reached step."""
    part: str = lessons.RULES


def open_lesson(player: PlayerContext, slug: str, part: str = lessons.RULES) -> OpenLesson:
    """Open a lesson of a game at the step reached earlier.

    Raises:
        BrokenLesson: if there is none.
        RecordError: if its match cannot be played.
        JournalError: if its record cannot be written.
    """
    lesson = lessons.load(slug, part)
    key = progress_key(slug, part)
    progresses = Progresses(player.locations)
    progress = progresses.all().get(key)
    step = min(progress.step, len(lesson.steps) - 1) if progress else 0
    opened = _resume(lesson, Path(progress.path), step) if progress else None
    if opened is None:
        opened = _new_match(player, lesson, step)
    match = opened.match
    access = player.matches.host(
        opened, bots=lessons.rivals(lesson, lambda: match.history), pace=_pace(player)
    )
    coach = Coach(lesson, step, lambda: sum(move.seat == lesson.pupil for move in match.history))

    def keep() -> None:
        is_on = not coach.is_free
        progresses.keep(key, Progress(str(access.path), coach.step) if is_on else None)

    keep()
    return OpenLesson(access, coach, keep, part)


def _pace(player: PlayerContext) -> Pace:
    """Return the player's pace of bots; normal instead of step by step."""
    pace = player.settings.now.pace
    return "normal" if pace == "step" else pace


def _resume(lesson: Lesson, path: Path, step: int) -> saves.Opened | None:
    """Resume a lesson's match from its record, set back to a step if needed. Return None if the
    record cannot be continued."""
    try:
        opened = saves.resume(path)
    except (RecordError, JournalError):
        return None
    history = lessons.moves(opened.match.history)
    is_asked = bool(opened.match.legal(lesson.pupil))
    done = sum(seat == lesson.pupil for seat, _ in history)
    if lesson.follows(history) and lesson.step_at(done, is_asked, step) == step:
        return opened
    assert opened.journal is not None
    opened.journal.close()
    if not lesson.follows(history):
        # The player continued without a teacher, so the record is an ordinary match now.
        return None
    write_whole(path, lesson.record(opened.match.header, lesson.starts[step]))
    return saves.resume(path)


def _new_match(player: PlayerContext, lesson: Lesson, step: int) -> saves.Opened:
    """Return a new match that follows a lesson up to a step."""
    pupil = Player(_own_name(player.name, lesson), HUMAN)
    players = [
        pupil if seat == lesson.pupil else rival for seat, rival in enumerate(lesson.players)
    ]
    fresh = saves.header_for(lesson.game.slug, {**lesson.options}, players, lesson.seed)
    path = saves.new_path(fresh, player.locations)
    FileJournal.create(path, lesson.record(fresh, lesson.starts[step])).close()
    return saves.resume(path)


def _own_name(name: str, lesson: Lesson) -> str:
    """Return the player's name, unless a rival has the same."""
    rivals = {player.name for player in lesson.players if player.control != HUMAN}
    return lesson.players[lesson.pupil].name if name in rivals else name


class Primers:
    """The primers of one game for one player."""

    def __init__(self, game: AnyGame, preferences: Preferences) -> None:
        self._game = game
        self._preferences = preferences
        self._explained_before: set[str] | None = None
        """Phases explained before this match; None until known."""
        self._explains_again = False
        """The player asked to read all notes again before this match, and none is saved yet."""
        self._explained_here: list[tuple[str, int]] = []
        """Phases explained in this match, in order. Each has its seat, as several people can share
        a screen."""

    @property
    def guides(self) -> bool:
        """True in a player's first match of the game, or if all notes come again: each decision
        gets a suggestion."""
        settings = self._preferences.now
        is_first = not settings.matches.get(self._game.slug)
        return settings.primers == "again" or (is_first and settings.primers == "on")

    def due(self, snapshot: AnySnapshot) -> Primer | None:
        """Return the note on a decision's phase the first time it comes, and count it as shown."""
        settings = self._preferences.now
        if settings.primers == "off" or not snapshot.actions:
            return None
        if self._explained_before is None:
            self._explains_again = settings.primers == "again"
            self._explained_before = set() if self._explains_again else {*settings.primed}
        slug = self._game.slug
        viewer = snapshot.viewer
        here = {primer for primer, seat in self._explained_here if seat == viewer}
        explained = here | self._explained_before
        known = [
            primer.removeprefix(f"{slug}.") for primer in explained if primer.startswith(f"{slug}.")
        ]
        phase, sentences = primers.sentences(self._game, snapshot.view, viewer, known)
        name = f"{slug}.{phase}"
        if not phase or name in explained:
            return None
        self._explained_here.append((name, viewer))
        return Primer(phase, sentences) if sentences else None

    def ahead(self, snapshot: AnySnapshot) -> Primer | None:
        """Return the note to read while others begin a match. It explains the phase that the game's
        file names first. None once a decision was explained."""
        settings = self._preferences.now
        if settings.primers == "off" or snapshot.outcome or self._explained_here:
            return None
        seen = () if settings.primers == "again" else settings.primed
        phase = primers.first(self._game)
        if f"{self._game.slug}.{phase}" in seen or snapshot.viewer >= SPECTATOR:
            return None
        sentences = primers.on_phase(self._game, phase, snapshot.view, snapshot.viewer)
        return Primer(phase, sentences) if sentences else None

    def keep(self, *, is_open: bool = False) -> None:
        """Save the phases that the player has seen; after a failure they are explained once
        more.

        Args:
            is_open: the last note is still shown. Its phase is explained again once the player
                returns to the decision.
        """
        settings = self._preferences.now
        if self._explained_before is None or settings.primers == "off":
            return
        if settings.primers == "again" and not self._explains_again:
            # The player has asked for it during this match; the next one explains all.
            return
        self._explains_again = False
        read = self._explained_here[:-1] if is_open else self._explained_here
        primed = tuple(sorted(self._explained_before | {name for name, _ in read}))
        updated = msgspec.structs.replace(settings, primers="on", primed=primed)
        if updated != settings:
            with contextlib.suppress(JournalError):
                self._preferences.keep(updated)
