"""The keys of the commands in play and replay, to be chosen anew."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import replace
from typing import ClassVar, Final

import msgspec
from rich.text import Text
from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.screen import Screen
from textual.widgets import DataTable, Static

from darwin_tui import settings
from darwin_tui.screens.base import DarwinScreen
from darwin_tui.screens.play import PlayScreen
from darwin_tui.screens.replay import ReplayScreen
from darwin_tui.screens.settings import keep
from darwin_tui.widgets.key_bar import KeyBar

SCREENS: Final[dict[str, type[Screen[None]]]] = {"play": PlayScreen, "replay": ReplayScreen}
"""Where there are commands whose keys can be chosen, by what their ids begin with."""
_NEVER: Final = ("ctrl+c", "ctrl+q", "escape")
"""Keys that always mean the same."""


def commands() -> list[Binding]:
    """The commands whose keys can be chosen."""
    return [
        binding
        for screen in SCREENS.values()
        for binding in screen.BINDINGS
        if isinstance(binding, Binding) and binding.id
    ]


def told(binding: Binding) -> str:
    """What a command does; where several are described alike, with the name of this one."""
    name = (binding.id or "").partition(".")
    alike = [
        other
        for other in commands()
        if other.description == binding.description and (other.id or "").startswith(name[0])
    ]
    which = f" ({name[2].replace('_', ' ')})" if name[2] and len(alike) > 1 else ""
    return f"{binding.description}{which}"


def bound(binding: Binding, keys: str) -> set[str]:
    """The keys of a command, parted by commas, as they are called when they are pressed."""
    return {each.key for each in Binding.make_bindings([replace(binding, key=keys)])}


def clashing(chosen: Mapping[str, str]) -> list[Binding]:
    """The commands whose chosen keys mean something else on the same screen too; without these
    choices no key means two things."""
    left_out: set[str | None] = set()
    while True:
        found = left_out | {
            binding.id
            for screen in SCREENS.values()
            for binding in _sharing(screen, {k: v for k, v in chosen.items() if k not in left_out})
            if binding.id in chosen
        }
        if found == left_out:
            return [binding for binding in commands() if binding.id in found]
        left_out = found


def _sharing(screen: type[Screen[None]], chosen: Mapping[str, str]) -> list[Binding]:
    """The commands of a screen of which a key is also another's, or always means the same."""
    held = [
        (binding, bound(binding, chosen.get(binding.id or "", binding.key)))
        for binding in screen.BINDINGS
        if isinstance(binding, Binding)
    ]
    often = Counter(key for _, keys in held for key in keys)
    return [
        binding
        for binding, keys in held
        if any(often[key] > 1 for key in keys)
        or (binding.id in chosen and not keys.isdisjoint(_NEVER))
    ]


class KeysScreen(DarwinScreen[None]):
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
            cells = where, told(binding), self._shown(binding)
            table.add_row(*map(Text, cells))
        table.move_cursor(row=at)

    def _keys(self, binding: Binding) -> str:
        return settings.of(self.app).keys.get(binding.id or "", binding.key)

    def _bound(self, binding: Binding) -> set[str]:
        """The keys that a command has now, as they are called when they are pressed."""
        return bound(binding, self._keys(binding))

    def _shown(self, binding: Binding) -> str:
        return " ".join(self._names(self._keys(binding)))

    def _names(self, keys: str) -> list[str]:
        """How keys that are parted by commas are called."""
        return [self.app.get_key_display(Binding(key.strip(), "", "")) for key in keys.split(",")]

    def _chosen(self) -> Binding:
        return commands()[self.query_one(DataTable).cursor_row]

    def _say(self, text: str) -> None:
        self.query_one("#trouble", Static).update(text)

    def action_choose(self) -> None:
        """Wait for the new key."""
        self._waits = True
        self._say(f"Press the new key for “{told(self._chosen())}”; Esc leaves it as it is.")

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
        # The first of the usual keys makes way for the new one; the others stay.
        others = [key for key in chosen.key.split(",")[1:] if key != event.key]
        self._set(chosen, ",".join([event.key, *others]))

    def _taken(self, key: str, chosen: Binding) -> str:
        """Why a key cannot be had, in one sentence; empty if it can."""
        (shown,) = self._names(key)
        if key in _NEVER:
            return f"{shown} always means the same."
        for binding in SCREENS[(chosen.id or "").partition(".")[0]].BINDINGS:
            assert isinstance(binding, Binding)
            if binding.id != chosen.id and key in self._bound(binding):
                return f"{shown} means “{told(binding)}” already."
        return ""

    def _set(self, binding: Binding, key: str | None) -> None:
        now = settings.of(self.app)
        keys = {name: keys for name, keys in now.keys.items() if name != binding.id}
        if key is not None:
            keys[binding.id or ""] = key
        self._say(f"“{told(binding)}” has the usual key.")
        if key is not None:
            self._say(f"“{told(binding)}” is {' or '.join(self._names(key))} from now on.")
        keep(self, msgspec.structs.replace(now, keys=keys))
        self._list()

    def action_usual(self) -> None:
        """Give a command its usual keys back, unless another has taken one of them."""
        chosen = self._chosen()
        taken = [self._taken(key, chosen) for key in chosen.key.split(",")]
        trouble = next(filter(None, taken), "")
        if trouble:
            self._say(trouble)
        else:
            self._set(chosen, None)

    def action_leave(self) -> None:
        """Back."""
        self.dismiss()
