"""The event log of a match, rendered as sentences for one viewer."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from rich.text import Text
from textual.events import Resize
from textual.widgets import RichLog

from darwin_core.contract.game import AnyGame, Event
from darwin_core.text.language import reader, tr
from darwin_core.text.seat_names import Lexicon

KEPT: Final = 3
"""Divisor of the part of a page that stays when it is turned: a third of the page."""

WIDTH_COLUMNS_MIN: Final = 8
"""Width below which nothing is written."""
HANGING: Final = Text("  ")
"""The blank before all lines of a sentence but the first: where one begins is seen at a glance."""


@dataclass(frozen=True)
class Undone:
    """An event of an action that was undone later."""

    event: Event


class EventLog(RichLog, can_focus=False):
    """The events of a match as sentences, the newest last.

    A full page is turned rather than scrolled line by line: each line that moves is sent again.
    """

    def __init__(self, game: AnyGame) -> None:
        super().__init__(
            wrap=True,
            markup=False,
            highlight=False,
            auto_scroll=False,
            max_lines=5000,
            min_width=1,
        )
        self._game = game
        self._lexicon = Lexicon()
        self._reader = reader()
        self._events: list[Event | Undone] = []
        self._written = 0
        """The number of these events that are written as lines."""
        self._full_at = 0
        """The lines above the first page, which is full: pages are turned from there."""

    def on_mount(self) -> None:
        """Rewrite the log whenever the theme changes."""
        self.app.theme_changed_signal.subscribe(self, lambda _: self._rewrite())
        self._write_title()

    def on_unmount(self) -> None:
        """Unsubscribe from the theme's signal, which would keep the log alive."""
        self.app.theme_changed_signal.unsubscribe(self)

    def show(self, events: Sequence[Event | Undone], lexicon: Lexicon) -> None:
        """Show these events: append new ones, and start again if earlier ones, the names or the
        language differ."""
        are_new = list(events[: len(self._events)]) != self._events
        if are_new or (lexicon, reader()) != (self._lexicon, self._reader):
            self._written = 0
            self._lexicon, self._reader = lexicon, reader()
            self._write_title()
            self.clear()
        self._events = list(events)
        if self.scrollable_content_region.width < WIDTH_COLUMNS_MIN:
            # A log that is closed has no width to break lines to; it is written when it is opened.
            return
        new = self._events[self._written :]
        is_opened = not self._written
        for event in new:
            self.write(self._hanging(self._sentence(event)))
        self._written = len(self._events)
        if new:
            self._turn_page(is_opened=is_opened)

    def _turn_page(self, *, is_opened: bool) -> None:
        """Bring the last line into sight; of a page that is turned, the last lines stay.

        Args:
            is_opened: the log is written as a whole, and its last page is full.
        """
        height = self.scrollable_content_region.height
        beyond = max(len(self.lines) - height, 0)
        if is_opened:
            self._full_at = beyond
        if beyond > 0:
            turned = max(height - height // KEPT, 1)
            blank = (self._full_at - beyond) % turned
            self.virtual_size = self.virtual_size.with_height(len(self.lines) + blank)
        self.scroll_end(animate=False)

    def on_show(self) -> None:
        """Write what was not written while the log was closed."""
        self._rewrite()

    def on_resize(self, event: Resize) -> None:
        """Break the lines for the new width."""
        super().on_resize(event)
        self._rewrite()

    def _rewrite(self) -> None:
        self._written = 0
        self.clear()
        self.show(self._events, self._lexicon)

    def _write_title(self) -> None:
        self.border_title = tr("log")

    def _hanging(self, sentence: Text) -> Text:
        """Return a sentence in lines as wide as the log."""
        width = self.scrollable_content_region.width - len(HANGING)
        lines = sentence.wrap(self.app.console, width)
        return Text("\n").join(
            HANGING + line if number else line for number, line in enumerate(lines)
        )

    def _sentence(self, event: Event | Undone) -> Text:
        variables = self.app.theme_variables
        if isinstance(event, Undone):
            sentence = self._game.sentence(event.event, self._lexicon)
            return Text(f"{sentence} {tr('(Undone.)')}", style=variables.get("ink-faint", ""))
        text = Text(self._game.sentence(event, self._lexicon))
        for seat, name in enumerate(self._lexicon.names):
            text.highlight_words([name], style=f"bold {variables.get(f'seat-{seat}', '')}")
        return text
