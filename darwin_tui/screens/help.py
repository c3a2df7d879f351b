"""Keys of the screen one came from, and the rules of the game that is open."""

from collections.abc import Sequence
from dataclasses import replace
from itertools import zip_longest
from typing import Any, ClassVar

from rich.style import Style
from rich.table import Table
from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.screen import Screen
from textual.widgets import Markdown, Static

from darwin_core import registry
from darwin_core.components import read_text
from darwin_tui.widgets.key_bar import KeyBar

Key = tuple[str, str]
"""A key as it is called and as it is shown."""


class HelpScreen(Screen[None]):
    """A page to scroll; the keys are read off the live bindings, and a click presses one."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("j,down", "scroll_page(1)", "scroll", key_display="↑ ↓"),
        Binding("k,up", "scroll_page(-1)", "scroll", show=False),
        Binding("pagedown,space", "scroll_page(16)", "a page", key_display="PgUp PgDn"),
        Binding("pageup", "scroll_page(-16)", "a page", show=False),
        Binding("q,escape,question_mark", "dismiss", "back", key_display="q"),
    ]

    def __init__(self, under: Screen[Any], slug: str = "") -> None:
        super().__init__()
        self._keys = bound_keys(under)
        self._slugs = [slug] if slug else list(registry.SLUGS)

    def compose(self) -> ComposeResult:
        """The keys in two columns, then the rules."""
        with VerticalScroll(id="help"):
            yield Static("Keys", classes="heading")
            yield Static(self._table(), id="keys")
            for slug in self._slugs:
                # A half is written as in all other words.
                yield Markdown(read_text(slug, "rules.md").replace("½", ".5"))
        yield KeyBar()

    def on_mount(self) -> None:
        """Take on the colours of another theme."""
        keys = self.query_one("#keys", Static)
        self.app.theme_changed_signal.subscribe(self, lambda _: keys.update(self._table()))

    def _table(self) -> Table:
        table = Table(box=None, show_header=False, padding=(0, 2, 0, 0))
        hue = self.app.theme_variables["cursor"]
        commands = [*self._keys.items(), ("all commands", [("ctrl+p", "Ctrl+p")])]
        rows = [(_clickable(keys, hue), what) for what, keys in commands]
        half = (len(rows) + 1) // 2
        for left, right in zip_longest(rows[:half], rows[half:], fillvalue=("", "")):
            table.add_row(*left, *right)
        return table

    def action_press(self, key: str) -> None:
        """Go back and press a key there."""
        self.dismiss()
        self.app.simulate_key(key)

    def action_scroll_page(self, rows: int) -> None:
        """Move through the page."""
        self.query_one("#help").scroll_relative(y=rows, animate=False)


def _clickable(keys: Sequence[Key], hue: str) -> Text:
    """Keys in a row, each of which can be clicked."""
    return Text(" ").join(
        Text(shown, Style.parse(hue) + Style(meta={"@click": f"screen.press({key!r})"}))
        for key, shown in keys
    )


def bound_keys(under: Screen[Any]) -> dict[str, list[Key]]:
    """What a screen can do, and the keys it is bound to now: each as it is called and shown."""
    own = {binding.action for binding in type(under).BINDINGS if isinstance(binding, Binding)}
    words: dict[str, str] = getattr(under, "key_words", {})
    described: dict[str, list[Key]] = {}
    for active in under.active_bindings.values():
        binding = active.binding
        if active.node is under and binding.description and binding.action in own:
            shown = under.app.get_key_display(replace(binding, key_display=None))
            does = words.get(binding.description, binding.description)
            described.setdefault(does, []).append((binding.key, shown))
    # Letters that do the same as other keys come after them.
    return {
        what: sorted(keys, key=lambda key: key[1].isalpha()) for what, keys in described.items()
    }


def keys_of(under: Screen[Any]) -> list[tuple[str, str]]:
    """The keys a screen answers to and what they do, as they are shown."""
    return [
        (" ".join(shown for _, shown in keys), what) for what, keys in bound_keys(under).items()
    ]
