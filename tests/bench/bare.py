"""A bare Textual program with the widgets of a match, to measure our program against.

It has a title, a board of 18 frames drawn line by line, a status line and a key bar. An arrow key
moves the cursor to the next frame, whose border is drawn heavy, and updates the status line: the
least that such a screen can do.
"""

from typing import ClassVar

from rich.segment import Segment
from rich.style import Style
from textual.app import App, ComposeResult
from textual.binding import Binding, BindingType
from textual.geometry import Region
from textual.strip import Strip
from textual.widget import Widget
from textual.widgets import Static

FRAMES = [Region(2 + 19 * column, 1 + 12 * row, 17, 10) for row in range(3) for column in range(6)]
PLAIN, HEAVY, TEXT = Style.parse("grey58"), Style.parse("bold yellow"), Style.parse("white")


class Board(Widget):
    """Frames drawn on lines."""

    DEFAULT_CSS = "Board { width: 1fr; height: 1fr; }"
    cursor = 0

    def move(self, step: int) -> None:
        """Put the cursor on another frame."""
        before = FRAMES[self.cursor]
        self.cursor = (self.cursor + step) % len(FRAMES)
        self.refresh(before, FRAMES[self.cursor])

    def render_line(self, y: int) -> Strip:
        segments = list[Segment]()
        x = 0
        for number, frame in enumerate(FRAMES):
            if not frame.y <= y < frame.bottom:
                continue
            segments.append(Segment(" " * (frame.x - x)))
            is_edge = y in (frame.y, frame.bottom - 1)
            across, down = "━┃" if number == self.cursor else "─│"
            style = HEAVY if number == self.cursor else PLAIN
            if is_edge:
                segments.append(Segment(across * frame.width, style))
            else:
                words = f" frame {number} line {y} ".ljust(frame.width - 2)
                segments += [Segment(down, style), Segment(words, TEXT), Segment(down, style)]
            x = frame.right
        return Strip(segments).adjust_cell_length(self.size.width)


class Bare(App[None]):
    """The bare program, with one screen."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("right", "move(1)", "next"),
        Binding("left", "move(-1)", "previous"),
    ]

    def compose(self) -> ComposeResult:
        yield Static("A bare program of the same widgets", id="title")
        yield Board()
        yield Static("Frame 0", id="status")
        yield Static("←→ move  Enter play  ? help  ctrl+q quit", id="keys")

    def action_move(self, step: int) -> None:
        board = self.query_one(Board)
        board.move(step)
        self.query_one("#status", Static).update(f"Frame {board.cursor}")


if __name__ == "__main__":
    Bare().run()
