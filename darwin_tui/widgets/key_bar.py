"""The line of keys at the foot of a screen.

Textual's own footer makes a widget of each key, after the first frame and again whenever the focus
moves; this is one line of text.
"""

from typing import Any, ClassVar, Final

from rich.style import Style
from rich.text import Text
from textual.screen import Screen
from textual.widget import Widget

LAST: Final = 2
GAPS: Final = 3
"""Columns about a key and what it does."""


class KeyBar(Widget):
    """The keys that do something now, and what they do; a click on one presses it."""

    DEFAULT_CSS = """
    KeyBar {
        dock: bottom;
        height: 1;
    }
    """

    COMPONENT_CLASSES: ClassVar[set[str]] = {"key-bar--key", "key-bar--idle"}

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self.set_reactive(Widget.auto_links, False)
        self._keys: list[tuple[str, str, str, bool]] = []

    def on_mount(self) -> None:
        """Learn of changes."""
        self.screen.bindings_updated_signal.subscribe(self, self._look_again)

    def _look_again(self, screen: Screen[Any]) -> None:
        if screen is self.screen and self._keys != self._now():
            self.refresh()

    def _now(self) -> list[tuple[str, str, str, bool]]:
        """Of each action the first key, how it is shown, what it does, and whether it can."""
        shown: dict[str, tuple[str, str, str, bool]] = {}
        idle = getattr(self.screen, "idle_actions", ())
        words: dict[str, str] = getattr(self.screen, "key_words", {})
        for active in self.screen.active_bindings.values():
            binding = active.binding
            if binding.show:
                can = active.enabled and binding.action not in idle
                display = self.app.get_key_display(binding)
                does = words.get(binding.description, binding.description)
                key = (binding.key, display, does, can)
                shown.setdefault(binding.action, key)
        return list(shown.values())

    def _that_fit(self) -> list[tuple[str, str, str, bool]]:
        """What there is room for: the last two, help and the way out, are never left out."""
        keys = self._keys[:]
        wide = [len(display) + len(does) + GAPS for _, display, does, _ in keys]
        while len(keys) > LAST and sum(wide) > self.size.width:
            del keys[-LAST - 1], wide[-LAST - 1]
        return keys

    def render(self) -> Text:
        """The line."""
        self._keys = self._now()
        key_style = self.get_component_rich_style("key-bar--key")
        idle_style = self.get_component_rich_style("key-bar--idle")
        line = Text(no_wrap=True)
        for key, display, description, enabled in self._that_fit():
            start = len(line)
            line.append(f" {display} ", key_style if enabled else idle_style)
            line.append(f"{description} ", Style.null() if enabled else idle_style)
            click = Style(meta={"@click": f"app.simulate_key({key!r})"})
            line.stylize(click, start, len(line))
        return line
