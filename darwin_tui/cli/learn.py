"""Learning: ``darwin-tui learn``."""

from collections.abc import Iterator
from typing import Final

import click
from textual.geometry import Size

from darwin_core.contract.chooser import Chooser
from darwin_core.teaching import facts, lessons
from darwin_core.teaching.facts import AnyNow
from darwin_core.teaching.lessons import Lesson, Step
from darwin_core.text.language import NAMES, reading
from darwin_core.text.wording import counted, listed
from darwin_tui.boards import board_for
from darwin_tui.cli import process
from darwin_tui.cli.options import GAME, PLAIN, refuse_unused, wrong_use
from darwin_tui.cli.program import NotSo
from darwin_tui.drawing.overlay import region_of
from darwin_tui.drawing.scene import Scene
from darwin_tui.library.player_context import Session
from darwin_tui.play.lesson import Note
from darwin_tui.play.status_line import BAR_COLUMNS
from darwin_tui.screens.lesson import DOCK_COLUMNS, STRIP_ROWS, strip_lines


@click.command()
@click.argument("game", metavar="[GAME]", type=GAME, required=False)
@click.option("--restart", "restarts", is_flag=True, help="Begin at the first step.")
@click.option("--check", "checks", is_flag=True, help="Check the lessons against the rules.")
@PLAIN
@click.pass_obj
def learn(session: Session, game: str | None, restarts: bool, checks: bool, is_plain: bool) -> int:
    """Learn a game in a guided match, which continues at the step that you left it at."""
    if game is not None:
        wrong_use(lessons.load, game)
    if checks:
        unused = "--check plays no lesson: {option} does nothing."
        refuse_unused(click.get_current_context(), ("restarts", "is_plain"), unused)
        return _check([game] if game else lessons.slugs())
    if game is None:
        raise click.UsageError(f"Name a game: {listed(lessons.slugs())}.")
    if restarts:
        from darwin_tui.library.lessons import Progresses

        Progresses(session.locations).keep(game, None)
    if is_plain or not process.has_terminal():
        from darwin_tui import text_mode
        from darwin_tui.play.lesson import open_lesson

        console = text_mode.Console(session)
        return text_mode.learn_plain(lambda: open_lesson(session, game), console)
    return process.load_full_screen()(session, learn=game)


def _check(slugs: "list[str] | tuple[str, ...]") -> int:
    """Say what is wrong with lessons, a line each."""

    wrong = 0
    for slug in slugs:
        lesson = lessons.load(slug)
        found = problems(lesson)
        wrong += len(found)
        for problem in found:
            click.echo(f"{slug}: {problem}")
        if not found:
            click.echo(f"{slug}: {counted(len(lesson.steps), 'step')}, all true.")
    if wrong:
        raise NotSo(f"{counted(wrong, 'thing')} in the lessons must be mended")
    return 0


SMALL: Final = Size(80, 20)
LARGE: Final = Size(120 - DOCK_COLUMNS, 37)
"""The board beside or above the teacher, in terminals of 80×24 and 120×40."""
PROMPT_COLUMNS_MAX: Final = SMALL.width - 2 - BAR_COLUMNS
"""Columns of a prompt in a small terminal."""


def problems(lesson: Lesson) -> list[str]:
    """Return all that is wrong with a lesson: with its facts, and with what it shows."""
    found = lessons.problems(lesson)
    if found:
        return found
    moments = zip(lesson.steps, lessons.positions(lesson), strict=True)
    for number, (step, now) in enumerate(moments, 1):
        for language in NAMES:
            with reading(language):
                wrong = _misshown(lesson, step.translated, now, number)
                found += [f"Step {number}: {each}" for each in wrong]
    return found


def _misshown(lesson: Lesson, step: Step, now: AnyNow, number: int) -> Iterator[str]:
    text, do = facts.shown(step.text, now), facts.shown(step.do, now)
    titles = tuple(each.title for each in lesson.steps)
    note = Note(number, titles, text, do, is_reading=not step.play, is_done=False)
    lines = strip_lines(note, SMALL.width)
    if len(lines) > STRIP_ROWS:
        yield f"the text has {len(lines)} lines at 80 columns, {STRIP_ROWS} have room."
    for prompt in (note.prompt, note.only) if step.play else (note.prompt,):
        if len(prompt) > PROMPT_COLUMNS_MAX:
            yield f"{prompt!r} has {len(prompt)} columns, {PROMPT_COLUMNS_MAX} have room."
    if step.play and not step.do:
        yield "nothing says what is to be done."
    board = board_for(lesson.game.slug)
    if step.pane and step.pane not in board.PANES:
        yield f"the board has no pane {step.pane!r}."
        return
    legal = lesson.game.legal(now.view, now.seat)
    actions = [each for each in legal if lesson.game.notation(each) in step.play[:1]]
    chooser = Chooser.of(actions, lesson.game.targets)
    front = board.front(now.view, chooser) if actions else None
    pane = board.PANES.index(step.pane) if step.pane else front or 0
    scene = Scene(
        lesson.game, now.view, now.seat, now.lexicon, now.events, chooser=chooser, pane=pane
    )
    for size in (SMALL, LARGE):
        drawing = board.draw(scene, size)
        for look in step.look:
            places = lesson.elements(look) or (look,)
            if not any(region_of(drawing, place) for place in places):
                yield f"{look!r} is not on the board at {size.width}×{size.height}."
