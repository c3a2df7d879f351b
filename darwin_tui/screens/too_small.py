"""The screen of a terminal that is too small; the table under it waits unchanged."""

import shlex
from typing import ClassVar, Final

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Vertical
from textual.geometry import Size
from textual.widgets import Static

from darwin_core.text.language import tr
from darwin_tui import commands
from darwin_tui.terminal.printable import clean
from darwin_tui.widgets.screen import DarwinScreen

NEEDED: Final = Size(80, 24)


def fits(size: Size) -> bool:
    """Return whether a terminal of that size is large enough."""
    return size.width >= NEEDED.width and size.height >= NEEDED.height


class TooSmallScreen(DarwinScreen[None]):
    """The present and the needed size of the terminal, until it is large enough."""

    LEAST = Size(1, 1)
    opens_by_itself = True
    BINDINGS: ClassVar[list[BindingType]] = commands.bindings("small")

    def compose(self) -> ComposeResult:
        """Yield one sentence, and the way out."""
        with Vertical(id="small"):
            yield Static(tr("Too small"), id="strip")
            yield Static("", id="sentence", markup=False)
            yield Static(tr("[@click=app.quit]q leaves; nothing is lost.[/]"), id="leave")

    def on_resize(self) -> None:
        """Show the present size, or close."""
        size = self.app.size
        if fits(size):
            self.dismiss()
            return
        self.query_one("#sentence", Static).update(
            tr(
                "The terminal is {size} and the table needs {needed}: make it larger, or leave and "
                "play line by line with {command}",
                size=f"{size.width}×{size.height}",
                needed=f"{NEEDED.width}×{NEEDED.height}",
                command=self._line_by_line(),
            )
        )

    def _line_by_line(self) -> str:
        """Return the command that continues without a full screen."""
        if command := getattr(self.app, "line_by_line", None):
            return str(command)
        screens = [each for each in self.app.screen_stack if isinstance(each, DarwinScreen)]
        path = next(filter(None, (screen.saved_at for screen in screens)), None)
        if path is None:
            return "darwin-tui play dice --plain"
        return f"darwin-tui play --plain --resume {clean(shlex.quote(str(path)))}"

    def on_screen_resume(self) -> None:
        """Close if the terminal has grown while another screen was over this one."""
        if fits(self.app.size):
            self.dismiss()
