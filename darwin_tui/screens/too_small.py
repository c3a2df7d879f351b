"""What stands there while the terminal is too small; the table under it waits unchanged."""

from typing import Final

from textual.app import ComposeResult
from textual.geometry import Size
from textual.screen import Screen
from textual.widgets import Static

NEEDED: Final = Size(80, 24)


def fits(size: Size) -> bool:
    """Whether a terminal of that size is large enough."""
    return size.width >= NEEDED.width and size.height >= NEEDED.height


class TooSmallScreen(Screen[None]):
    """Says how large the terminal is and has to be, until it is."""

    _gone = False

    def compose(self) -> ComposeResult:
        """One sentence."""
        yield Static("", id="sentence", markup=False)

    def on_resize(self) -> None:
        """Say the present size, or make way."""
        size = self.app.size
        if fits(size):
            self._make_way()
            return
        self.query_one("#sentence", Static).update(
            f"The terminal is {size.width}×{size.height}; the table needs "
            f"{NEEDED.width}×{NEEDED.height}. Make it larger, or leave with ctrl+q and play with "
            "--plain. Nothing is lost."
        )

    def on_screen_resume(self) -> None:
        """The terminal may have grown while another screen lay over this one."""
        if fits(self.app.size):
            self._make_way()

    def _make_way(self) -> None:
        # Several changes of size may come before the screen is gone, and some while another lies
        # over it.
        if not self._gone and self.is_active:
            self._gone = True
            self.dismiss()
