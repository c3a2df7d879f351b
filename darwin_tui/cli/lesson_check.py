"""Check of lessons against the rules and the boards; it imports boards, unlike its command."""

from collections.abc import Iterator
from typing import Final

from textual.geometry import Size

from darwin_core.contract.chooser import Chooser
from darwin_core.teaching import facts, lessons
from darwin_core.teaching.facts import AnyNow
from darwin_core.teaching.lessons import Lesson, Step
from darwin_core.text.language import NAMES, reading, tr
from darwin_tui.boards import board_for
from darwin_tui.drawing.overlay import region_of
from darwin_tui.drawing.scene import Scene
from darwin_tui.play.lesson import RIGHT, Note
from darwin_tui.play.status_line import BAR_COLUMNS
from darwin_tui.screens.lesson import DOCK_COLUMNS, STRIP_ROWS, wrapped

SMALL: Final = Size(80, 20)
LARGE: Final = Size(120 - DOCK_COLUMNS, 37)
"""The board beside or above the teacher, in terminals of 80×24 and 120×40."""
PROMPT_COLUMNS_MAX: Final = SMALL.width - 2 - BAR_COLUMNS
"""Columns of a prompt in a small terminal."""


def problems(lesson: Lesson) -> list[str]:
    """Return the faults of a lesson: of its facts, and of its display."""
    faults = lessons.problems(lesson)
    if faults:
        return faults
    moments = zip(lesson.steps, lessons.positions(lesson), strict=True)
    for number, (step, now) in enumerate(moments, 1):
        for language in NAMES:
            with reading(language):
                wrong = _misshown(lesson, step.translated, now, number)
                faults += [f"Step {number}: {fault}" for fault in wrong]
    return faults


def _long_answers(lesson: Lesson, step: Step, now: AnyNow) -> Iterator[str]:
    """Yield the answers to a choice that are too long."""
    answers = [lesson.explanation(step, action, now) for action in lesson.wrong(step)]
    if step.is_position:
        answers.append(tr(RIGHT, why=facts.shown(step.translated.why, now)))
    for words in answers:
        lines = wrapped(words, SMALL.width)
        if len(lines) > STRIP_ROWS:
            yield f"{words!r} has {len(lines)} lines at 80 columns, {STRIP_ROWS} have room."


def _misshown(lesson: Lesson, step: Step, now: AnyNow, number: int) -> Iterator[str]:
    text, do = facts.shown(step.text, now), facts.shown(step.do, now)
    titles = tuple(item.title for item in lesson.steps)
    note = Note(number, titles, text, do, is_reading=not step.play, is_done=False)
    lines = wrapped(note.text, SMALL.width)
    if len(lines) > STRIP_ROWS:
        yield f"the text has {len(lines)} lines at 80 columns, {STRIP_ROWS} have room."
    yield from _long_answers(lesson, lesson.steps[number - 1], now)
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
    actions = [item for item in legal if lesson.game.texts.notation(item) in step.play[:1]]
    chooser = Chooser.of(actions, lesson.game.targets)
    front = board.front(now.view, chooser) if actions else None
    pane = board.PANES.index(step.pane) if step.pane else front or 0
    scene = Scene(
        lesson.game, now.view, now.seat, now.seat_names, now.events, chooser=chooser, pane=pane
    )
    for size in (SMALL, LARGE):
        drawing = board.draw(scene, size)
        for look in step.look:
            places = lesson.elements(look) or (look,)
            if not any(region_of(drawing, place) for place in places):
                yield f"{look!r} is not on the board at {size.width}×{size.height}."
