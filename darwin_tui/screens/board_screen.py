"""Bases of screens with a board: panes, sentences, a legend, and a cursor in time for
recordings."""

from collections.abc import Sequence
from typing import ClassVar, Final

from rich.text import Text
from textual.app import ComposeResult
from textual.containers import Horizontal
from textual.content import Content
from textual.widget import Widget
from textual.widgets import Static

from darwin_core.analysis.beliefs import Belief
from darwin_core.text.language import tr
from darwin_core.text.seat_names import SeatNames
from darwin_tui.boards import board_for
from darwin_tui.commands import Keys, keys_at_table
from darwin_tui.drawing.marks import legend
from darwin_tui.drawing.scene import AnyScene, Scene
from darwin_tui.library.saved_match import SavedMatch
from darwin_tui.play.replay import ReplayCursor
from darwin_tui.play.status_line import Lines
from darwin_tui.screens import navigation
from darwin_tui.widgets.board import AnyBoard, Board
from darwin_tui.widgets.board_panel import BoardPanel, EventLog
from darwin_tui.widgets.dialogs import MessageDialog
from darwin_tui.widgets.screen import DarwinScreen


class Sentences:
    """The status line and prompt, whose positions do not depend on their length."""

    def __init__(self) -> None:
        self._status = Static("", id="explain", markup=False)
        self._prompt = Prompt()

    @property
    def lines(self) -> tuple[Widget, Widget]:
        return self._status, self._prompt

    def write(self, lines: Lines) -> None:
        self._status.set_class(lines.is_refusal, "refused")
        self._status.set_class(lines.is_long, "-prompt")
        if self._status.content != lines.status:
            self._status.update(lines.status, layout=False)
        self._prompt.write(lines.prompt, lines.note, is_warning=lines.is_final)


class Prompt(Horizontal):
    """The prompt after a bar, with a note at its right."""

    def __init__(self) -> None:
        super().__init__(id="ask")
        self._text = Static("", id="prompt", markup=False)
        self._note = Static("", id="note", markup=False)

    def compose(self) -> ComposeResult:
        yield self._text
        yield self._note

    def write(self, text: str, note: str, *, is_warning: bool) -> None:
        """Write the prompt and the note. Of several sentences, the last one asks and gets the
        accent colour.

        Args:
            is_warning: the note says that an action is final.
        """
        self._note.set_class(is_warning, "-warning")
        if str(self._text.content) != text:
            self._text.update(_accented(text), layout=False)
        if self._note.content != note:
            # The note takes its room from the prompt, so both are laid out again.
            self._note.update(note)


def _accented(text: str) -> Content:
    """Put a text's last sentence in the accent colour, if there are several."""
    # The end of the last sentence is no end of an earlier one.
    start = text.rstrip(".?!").rfind(". ")
    if start < 0:
        return Content(text)
    return Content.assemble(text[: start + 2], (text[start + 2 :], "$accent"))


SIGN_COLUMNS: Final = 11
"""Columns of a sign before its meaning."""


class LegendDialog(MessageDialog):
    """The legend of the signs on a board. Any key closes it and also takes effect on the screen
    below."""

    def __init__(self, board: AnyBoard, pane: int, keys: Keys) -> None:
        lines = []
        for sign in legend(board.SIGNS, pane, board.drawing.canvas.plain()):
            line = Text()
            drawn = tr(sign.drawn)
            line.append(drawn, board.palette.style(sign.style) or "")
            line.append(" " * (SIGN_COLUMNS - len(drawn)))
            lines.append(line.append(tr(sign.words, **keys)))
        super().__init__(tr("Signs on this board"), lines)


class BoardScreen(DarwinScreen[None]):
    """A screen with a board in panes and the event log beside it."""

    TABLE: ClassVar[str] = "play"
    """Name of the screen in the table of commands."""
    panel: BoardPanel
    slug: str
    """Slug of the game."""

    def draw(self) -> None:
        """Draw the board and the sentences about it."""
        raise NotImplementedError

    def on_resize(self) -> None:
        """Open the log if there is room."""
        self.panel.fit()
        self.call_after_refresh(self.draw)

    def on_board_opened(self, event: Board.Opened) -> None:
        """Open the pane whose name was clicked."""
        self.panel.pane = event.pane
        self.draw()

    def on_board_panel_revealed(self) -> None:
        """Write the sentences that a reveal delayed."""
        self.draw()

    def action_open(self, letter: str) -> None:
        self.panel.open_letter(letter)
        self.draw()

    def action_pane(self, by: int) -> None:
        self.panel.turn(by)
        self.draw()

    def action_log(self) -> None:
        self.panel.toggle_log()
        self.call_after_refresh(self.draw)

    def action_scroll_log(self, by: int) -> None:
        self.panel.scroll_log(by)

    def action_legend(self) -> None:
        """Explain the signs of the open pane."""
        keys = keys_at_table(self.TABLE)
        self.app.push_screen(LegendDialog(self.panel.board, self.panel.pane, keys))

    def action_help(self) -> None:
        navigation.go(self.app, navigation.Help(self, self.slug))


class RecordedScreen(BoardScreen):
    """A board at a position of a saved match."""

    def __init__(self, saved: SavedMatch, viewer: int | None, position: int) -> None:
        """Open a saved match.

        Args:
            viewer: the first perspective; None for the saved match's default.
            position: number of actions before the first drawing.
        """
        super().__init__()
        recording = saved.recording(viewer)
        self._saved = saved
        self._game = recording.game
        self.slug = self._game.slug
        self._cursor = ReplayCursor(recording)
        self._cursor.go(position)
        self.panel = BoardPanel(board_for(self.slug, id="board"), EventLog(self._game))

    @property
    def _seat_names(self) -> SeatNames:
        """Names of the seats in the reader's words."""
        return SeatNames(self._cursor.recording.names)

    def _scene(self, sentences: Sequence[str] = (), beliefs: tuple[Belief, ...] = ()) -> AnyScene:
        """Return the scene at the cursor, with sentences and beliefs for the board."""
        cursor = self._cursor
        view = cursor.recording.view(cursor.position)
        viewer = cursor.recording.viewer
        return Scene(
            self._game,
            view,
            viewer,
            self._seat_names,
            cursor.log,
            said=tuple(sentences),
            since=cursor.recording.news(cursor.position),
            beliefs=beliefs,
        )

    def _moved(self) -> None:
        """Show the cursor's new position, on the pane that shows its action."""
        self.panel.open_for(self._cursor.recording.targets(self._cursor.position))
        self.draw()

    def _move_to(self, position: int) -> None:
        self._cursor.go(position)
        self._moved()

    def action_perspective(self) -> None:
        """Switch to the next perspective; the omniscient one only once the match is over."""
        viewers = self._saved.viewers
        index = viewers.index(self._cursor.recording.viewer)
        self._cursor.recording = self._saved.recording(viewers[(index + 1) % len(viewers)])
        self.draw()
