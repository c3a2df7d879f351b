"""The words of a teacher: a paper note beside the board, or a strip below it."""

from textwrap import wrap
from typing import Final

from darwin_core.teaching.lessons import TEACHER
from darwin_core.text.language import mark, tr
from darwin_tui.drawing.area import Area, Grow
from darwin_tui.drawing.panel import panel
from darwin_tui.drawing.picture import pictures
from darwin_tui.play.lesson import Note
from darwin_tui.widgets.pane import Drawn

STRIP_ROWS: Final = 2
STRIP_MARGIN: Final = 2
"""Columns at each side of the words of a strip."""
DOCK_COLUMNS: Final = 38
PORTRAIT: Final = (14, 7)
"""Columns and rows of the teacher's portrait."""
INK: Final = "stock-ink"
TITLES_MIN: Final = 5
"""Rows that the list of steps has at least."""


class LessonPart(Drawn):
    """A part of the screen on which the teacher speaks."""

    def __init__(self, *, id: str) -> None:
        super().__init__(id=id)
        self._note: Note | None = None

    def show(self, note: Note | None) -> None:
        """Show what the teacher says now; None in a free match."""
        self.display = note is not None
        if note != self._note:
            self._note = note
            self.redraw()

    def fill(self, area: Area) -> None:
        """Draw the note."""
        if self._note:
            self.fill_note(area, self._note)

    def fill_note(self, area: Area, note: Note) -> None:
        """Draw a note in the whole area."""
        raise NotImplementedError


class LessonStrip(LessonPart):
    """The note of a small screen: two rows across it."""

    def fill_note(self, area: Area, note: Note) -> None:
        """Draw the sentences of a note, without a title."""
        own = area.on("stock")
        for y in range(own.height):
            own.at(0, y, 1, 1, "back")
        lines = strip_lines(note, area.width)
        for y, line in enumerate(lines[:STRIP_ROWS]):
            own.text(STRIP_MARGIN, y, (line, INK))


def strip_lines(note: Note, columns: int) -> list[str]:
    """Return the sentences of a note in lines of a strip."""
    return wrap(note.text, columns - 2 * STRIP_MARGIN)


class LessonDock(LessonPart):
    """The note of a large screen: the list of steps, and below it the teacher."""

    def fill_note(self, area: Area, note: Note) -> None:
        """Draw the list of steps above, and the teacher with the note below."""
        lines, do = _note_lines(note, area.width, area.look.has_pictures)
        rows = 1 + max(len(lines), PORTRAIT[1] if area.look.has_pictures else 0) + 2
        rows += len(do) + 2
        above, below = area.rows(Grow(TITLES_MIN), rows)
        _draw_titles(above, note)
        _draw_paper(below, note, lines, do)


def _note_lines(note: Note, columns: int, has_portrait: bool) -> tuple[list[str], list[str]]:
    """Return the lines of the sentences and of what is to be done."""
    beside = columns - PORTRAIT[0] - 4 if has_portrait else columns - 2
    return wrap(note.text, beside), wrap(note.do, columns - 2)


def _draw_titles(area: Area, note: Note) -> None:
    """Draw the list of steps, as far as there is room for it around the present one."""
    words = tr("{number} of {all} done", number=note.number - 1, all=note.count)
    own = panel(area, mark("the lesson"), words)
    first = max(min(note.number - own.height // 2 - 1, note.count - own.height), 0)
    is_ascii = area.look.is_ascii
    for y, title in enumerate(note.titles[first : first + own.height]):
        number = first + y + 1
        sign = "  "
        if number < note.number:
            sign = "x " if is_ascii else "✓ "
        elif number == note.number:
            sign = "> " if is_ascii else "▶ "
        row = own.at(0, y, own.width, 1)
        if number == note.number:
            row = row.on("strip")
        words = "strong ink" if number == note.number else "ink" if number < note.number else "dim"
        done = "good" if number < note.number else "strong cursor"
        row.text(0, 0, (sign, done), (f"{number:>2} {title}", words))


def _draw_paper(area: Area, note: Note, lines: list[str], do: list[str]) -> None:
    has_portrait = area.look.has_pictures
    own = area.on("stock")
    head = own.at(0, 0, own.width, 1, "back")
    ink = "stock" if area.look.has_colours else "reverse"
    head.fill(" ", ink)
    step = tr("{number} of {all}", number=note.number, all=note.count)
    head.text(1, 0, (TEACHER, f"strong {ink}"), (f", {tr('your teacher')}", ink))
    head.right(0, (step, f"strong {ink}"), margin=1)
    x = 1
    if has_portrait:
        own.picture(1, 2, pictures("teacher")["henslow"])
        x = PORTRAIT[0] + 3
    for y, line in enumerate(lines, 2):
        own.text(x, y, (line, INK))
    y = 2 + max(len(lines), PORTRAIT[1] if has_portrait else 0) + 1
    style = INK if note.is_done else f"strong {INK}"
    for line in do:
        own.text(1, y, (line, style))
        y += 1
    foot = "" if note.is_done else tr("n skips this step")
    own.right(own.height - 1, (foot, INK), margin=1)
