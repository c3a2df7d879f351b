"""The keys of the commands in play and replay, to be chosen anew."""

from dataclasses import replace
from typing import ClassVar

import msgspec
from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.screen import Screen
from textual.widgets import DataTable, Static

from darwin_tui import settings
from darwin_tui.screens.play import PlayScreen
from darwin_tui.screens.replay import ReplayScreen
from darwin_tui.screens.settings import keep
from darwin_tui.widgets.key_bar import KeyBar

_NEVER = ("ctrl+c", "ctrl+q", "escape")
"""Keys that always mean the same."""


def commands() -> list[Binding]:
    """The commands whose keys can be chosen."""
    return [
        binding
        for screen in (PlayScreen, ReplayScreen)
        for binding in screen.BINDINGS
        if isinstance(binding, Binding) and binding.id
    ]


class KeysScreen(Screen[None]):
    """A list of commands; Enter, then the new key."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "choose", "choose a key", priority=True),
        Binding("d", "usual", "the usual key"),
        Binding("q,escape", "leave", "back", key_display="q"),
    ]

    def __init__(self) -> None:
        super().__init__()
        self._waits = False

    def compose(self) -> ComposeResult:
        """The list."""
        yield Static("Keys", id="heading")
        yield DataTable(cursor_type="row")
        yield Static("", id="trouble", markup=False)
        yield KeyBar()

    def on_mount(self) -> None:
        """Fill it."""
        table = self.query_one(DataTable)
        table.add_columns("where", "command", "keys")
        self._list()
        table.focus()

    def _list(self) -> None:
        table = self.query_one(DataTable)
        at = table.cursor_row
        table.clear()
        for binding in commands():
            where = (binding.id or "").partition(".")[0]
            table.add_row(where, binding.description, self._shown(binding))
        table.move_cursor(row=at)

    def _keys(self, binding: Binding) -> str:
        return settings.of(self.app).keys.get(binding.id or "", binding.key)

    def _shown(self, binding: Binding) -> str:
        return " ".join(
            self.app.get_key_display(replace(binding, key=key.strip(), key_display=None))
            for key in self._keys(binding).split(",")
        )

    def _chosen(self) -> Binding:
        return commands()[self.query_one(DataTable).cursor_row]

    def _say(self, text: str) -> None:
        self.query_one("#trouble", Static).update(text)

    def action_choose(self) -> None:
        """Wait for the new key."""
        self._waits = True
        self._say(f"Press the new key for “{self._chosen().description}”; Esc leaves it as it is.")

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """While a key is waited for, none is a command."""
        return not self._waits

    def on_key(self, event: events.Key) -> None:
        """Take the key that was waited for."""
        if not self._waits:
            return
        event.stop()
        event.prevent_default()
        self._waits = False
        if event.key == "escape":
            self._say("")
            return
        chosen = self._chosen()
        taken = self._taken(event.key, chosen)
        if taken:
            self._say(taken)
            return
        self._set(chosen, event.key)

    def _taken(self, key: str, chosen: Binding) -> str:
        """Why a key cannot be had, in one sentence; empty if it can."""
        if key in _NEVER:
            return f"{key} always means the same."
        where = (chosen.id or "").partition(".")[0]
        for binding in commands():
            same_screen = (binding.id or "").startswith(f"{where}.")
            if same_screen and binding.id != chosen.id and key in self._keys(binding).split(","):
                return f"{key} means “{binding.description}” already."
        return ""

    def _set(self, binding: Binding, key: str | None) -> None:
        now = settings.of(self.app)
        keys = {name: keys for name, keys in now.keys.items() if name != binding.id}
        if key is not None:
            keys[binding.id or ""] = key
        keep(self, msgspec.structs.replace(now, keys=keys))
        self._say("")
        self._list()

    def action_usual(self) -> None:
        """Give a command its usual keys back."""
        self._set(self._chosen(), None)

    def action_leave(self) -> None:
        """Back."""
        self.dismiss()
