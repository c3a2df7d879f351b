"""Lessons of one player: begun, continued at the step that was reached, and checked."""

import contextlib
from collections.abc import Callable
from pathlib import Path
from typing import Annotated, Final

import msgspec

from darwin_core import lessons
from darwin_core.journal import JournalError
from darwin_core.journal.file import FileJournal, read_whole, write_whole
from darwin_core.lessons import Lesson
from darwin_core.record import UNREADABLE, Player, RecordError
from darwin_core.table import Pace
from darwin_tui import saves
from darwin_tui.house import LocalTable
from darwin_tui.locations import Locations, private_dir
from darwin_tui.play.lesson import Coach
from darwin_tui.session import Session

BYTES_MAX: Final = 64 * 1024


class Progress(msgspec.Struct, frozen=True):
    """A lesson that is not finished."""

    path: str
    """The record of its match."""
    step: Annotated[int, msgspec.Meta(ge=0)]
    """The step that it has reached, from 0."""


class Progresses:
    """The lessons of one player that are not finished, kept in a file."""

    def __init__(self, locations: Locations) -> None:
        self._path = locations.lessons

    def all(self) -> dict[str, Progress]:
        """Return them by game; where the file cannot be read, none."""
        try:
            data = read_whole(self._path, BYTES_MAX)
            return msgspec.json.decode(data, type=dict[str, Progress])
        except (OSError, JournalError, *UNREADABLE):
            return {}

    def keep(self, slug: str, progress: Progress | None) -> None:
        """Keep how far a lesson is, or that it is finished; where that fails, it begins again."""
        found = self.all()
        if found.get(slug) == progress:
            return
        if progress is None:
            del found[slug]
        else:
            found[slug] = progress
        with contextlib.suppress(OSError, JournalError):
            private_dir(self._path.parent)
            write_whole(self._path, msgspec.json.encode(found))

    def of_record(self, path: Path) -> tuple[str, int] | None:
        """Return the game and the step of the lesson that a record belongs to, if it does."""
        return next(
            ((slug, each.step) for slug, each in self.all().items() if each.path == str(path)), None
        )


class Learning:
    """One lesson of a player: its table, and the teacher."""

    def __init__(self, table: LocalTable, coach: Coach, keep: Callable[[], None]) -> None:
        self.table = table
        self.coach = coach
        self.keep = keep
        """Keeps the step that is reached."""


def open_lesson(session: Session, slug: str) -> Learning:
    """Open the lesson of a game at the step that was reached.

    Raises:
        BrokenLesson: if there is none.
        RecordError: if its match cannot be played.
        JournalError: if its record cannot be written.
    """
    lesson = lessons.load(slug)
    progresses = Progresses(session.locations)
    kept = progresses.all().get(slug)
    step = min(kept.step, len(lesson.steps) - 1) if kept else 0
    opened = _resumed(lesson, Path(kept.path), step) if kept else None
    if opened is None:
        opened = _begun(session, lesson, step)
    match = opened.match
    table = session.house.host(
        opened,
        bots=lessons.rivals(lesson, lambda: match.history),
        pace=_pace(session),
    )
    coach = Coach(lesson, step, lambda: sum(each.seat == lesson.pupil for each in match.history))

    def keep() -> None:
        is_on = not coach.is_free
        progresses.keep(slug, Progress(str(table.path), coach.step) if is_on else None)

    keep()
    return Learning(table, coach, keep)


def _pace(session: Session) -> Pace:
    pace = session.settings.now.pace
    return "normal" if pace == "step" else pace


def _resumed(lesson: Lesson, path: Path, step: int) -> saves.Opened | None:
    """Return the match of a lesson at a step: its own record, set back if need be; None if that
    cannot be continued."""
    try:
        opened = saves.resume(path)
    except (RecordError, JournalError):
        return None
    history, is_asked = lessons.moves(opened.match.history), bool(opened.match.asked(lesson.pupil))
    done = sum(seat == lesson.pupil for seat, _ in history)
    if lesson.follows(history) and lesson.step_at(done, is_asked, step) == step:
        return opened
    assert opened.journal is not None
    opened.journal.close()
    if not lesson.follows(history):
        # It was played on freely, and is a match of its own.
        return None
    write_whole(path, lesson.record(opened.match.header, lesson.starts[step]))
    return saves.resume(path)


def _begun(session: Session, lesson: Lesson, step: int) -> saves.Opened:
    """Return a new match that has followed a lesson up to a step."""
    pupil = Player(_own_name(session.name, lesson), lessons.HUMAN)
    players = [pupil if seat == lesson.pupil else each for seat, each in enumerate(lesson.players)]
    fresh = saves.header_for(lesson.game.slug, {**lesson.options}, players, lesson.seed)
    path = saves.new_place(fresh, session.locations)
    FileJournal.create(path, lesson.record(fresh, lesson.starts[step])).close()
    return saves.resume(path)


def _own_name(name: str, lesson: Lesson) -> str:
    """Return the player's name, unless a rival has it."""
    rivals = {each.name for each in lesson.players if each.control != lessons.HUMAN}
    return lesson.players[lesson.pupil].name if name in rivals else name
