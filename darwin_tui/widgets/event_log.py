"""The log: what has happened, told in sentences, as its viewer heard it."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from rich.text import Text
from textual.events import Resize
from textual.widgets import RichLog

from darwin_core.game import AnyGame, Event
from darwin_core.lexicon import Lexicon

KEPT: Final = 3
"""The part of a page that stays when it is turned, as in one of so many."""

NARROW: Final = 8
"""Columns below which nothing is told."""


@dataclass(frozen=True)
class TakenBack:
    """An event of an act that was taken back later."""

    event: Event


class EventLog(RichLog, can_focus=False):
    """The told story of a match, the newest last.

    A page that is full is turned rather than pushed up line by line: whatever moves is sent again.
    """

    def __init__(self, game: AnyGame, *, id: str | None = None) -> None:
        super().__init__(
            wrap=True,
            markup=False,
            highlight=False,
            auto_scroll=False,
            max_lines=5000,
            min_width=1,
            id=id,
        )
        self._game = game
        self._lexicon = Lexicon()
        self._events: list[Event | TakenBack] = []
        self._written = 0
        """Of these, as many as stand in lines."""

    def on_mount(self) -> None:
        """Take on the colours of another theme."""
        self.app.theme_changed_signal.subscribe(self, lambda _: self._tell_anew())

    def on_unmount(self) -> None:
        """Let go of the signal of the theme, which would keep the log for ever."""
        self.app.theme_changed_signal.unsubscribe(self)

    def emit(self, events: Sequence[Event | TakenBack], lexicon: Lexicon) -> None:
        """Bring the log to this story: what is new is added, another story starts it anew."""
        if list(events[: len(self._events)]) != self._events or lexicon != self._lexicon:
            self._written = 0
            self._lexicon = lexicon
            self.clear()
        self._events = list(events)
        if self.scrollable_content_region.width < NARROW:
            # A log that is closed has no width to break lines to; it is told when it is opened.
            return
        new = self._events[self._written :]
        for event in new:
            self.write(self._sentence(event))
        self._written = len(self._events)
        if new:
            self._turn_page()

    def _turn_page(self) -> None:
        """Bring the last line into sight; of a page that is turned, the last lines stay."""
        height = self.scrollable_content_region.height
        beyond = len(self.lines) - height
        if beyond > 0:
            turned = max(height - height // KEPT, 1)
            blank = -beyond % turned
            self.virtual_size = self.virtual_size.with_height(len(self.lines) + blank)
        self.scroll_end(animate=False)

    def on_show(self) -> None:
        """Tell what was not told while it was closed."""
        self._tell_anew()

    def on_resize(self, event: Resize) -> None:
        """Break the lines anew."""
        super().on_resize(event)
        self._tell_anew()

    def _tell_anew(self) -> None:
        self._written = 0
        self.clear()
        self.emit(self._events, self._lexicon)

    def _sentence(self, event: Event | TakenBack) -> Text:
        variables = self.app.theme_variables
        if isinstance(event, TakenBack):
            told = f"{self._game.sentence(event.event, self._lexicon)} (Taken back.)"
            return Text(told, style=variables.get("ink-faint", ""))
        text = Text(self._game.sentence(event, self._lexicon))
        for seat, name in enumerate(self._lexicon.names):
            text.highlight_words([name], style=variables.get(f"seat-{seat}", ""))
        return text
