"""Lessons opened for a player: begun, or continued at the step that was reached."""

from collections.abc import Callable
from pathlib import Path

from darwin_core.journal import JournalError
from darwin_core.journal.disk import write_whole
from darwin_core.journal.file import FileJournal
from darwin_core.match.record import Player, RecordError
from darwin_core.table import Pace
from darwin_core.teaching import lessons
from darwin_core.teaching.lessons import Lesson
from darwin_tui.house import LocalPlace
from darwin_tui.library import saves
from darwin_tui.library.lessons import Progress, Progresses
from darwin_tui.play.lesson import Coach
from darwin_tui.session import Session


class Learning:
    """One lesson of a player: the place at its table, and the teacher."""

    def __init__(self, place: LocalPlace, coach: Coach, keep: Callable[[], None]) -> None:
        self.place = place
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
    place = session.house.host(
        opened,
        bots=lessons.rivals(lesson, lambda: match.history),
        pace=_pace(session),
    )
    coach = Coach(lesson, step, lambda: sum(each.seat == lesson.pupil for each in match.history))

    def keep() -> None:
        is_on = not coach.is_free
        progresses.keep(slug, Progress(str(place.path), coach.step) if is_on else None)

    keep()
    return Learning(place, coach, keep)


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
    history, is_asked = (
        lessons.moves(opened.match.history),
        bool(opened.match.legal(lesson.pupil)),
    )
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
    path = saves.new_path(fresh, session.locations)
    FileJournal.create(path, lesson.record(fresh, lesson.starts[step])).close()
    return saves.resume(path)


def _own_name(name: str, lesson: Lesson) -> str:
    """Return the player's name, unless a rival has it."""
    rivals = {each.name for each in lesson.players if each.control != lessons.HUMAN}
    return lesson.players[lesson.pupil].name if name in rivals else name
