"""The keys of commands, to choose others."""

from typing import ClassVar

import msgspec
from rich.text import Text
from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.widgets import DataTable, Static

from darwin_core.text.language import tr, tr_in
from darwin_tui import commands, settings
from darwin_tui.commands import CONTEXT, Command, key_names
from darwin_tui.screens.settings import keep
from darwin_tui.widgets.key_bar import KeyBar
from darwin_tui.widgets.screen import DarwinScreen
from darwin_tui.widgets.title_bar import TitleBar


class KeysScreen(DarwinScreen[None]):
    """A list of commands; Enter, then the new key."""

    BINDINGS: ClassVar[list[BindingType]] = commands.bindings("keys")

    def __init__(self) -> None:
        super().__init__()
        self._wanting: Command | None = None
        """The command that waits for its new key."""

    def compose(self) -> ComposeResult:
        """Yield the list."""
        yield TitleBar(tr("Keys"), tr("Enter, then the new key"))
        yield DataTable(cursor_type="row")
        yield Static("", id="trouble", markup=False)
        yield KeyBar()

    def on_mount(self) -> None:
        """Fill the list."""
        table = self.query_one(DataTable)
        # The keys come before the command: where there is no room, words are cut and not keys.
        table.add_columns(tr("where"), tr("keys"), tr("command"))
        self._list()
        table.focus()

    def _list(self) -> None:
        table = self.query_one(DataTable)
        at = table.cursor_row
        table.clear()
        for command in commands.rebindable():
            keys = " ".join(self._displays(self._keys(command)))
            where = tr_in(CONTEXT, command.screen)
            table.add_row(*map(Text, (where, keys, commands.title(command))))
        table.move_cursor(row=at)

    @property
    def _chosen_keys(self) -> dict[str, str]:
        return settings.of(self.app).keys

    def _keys(self, command: Command) -> str:
        return self._chosen_keys.get(command.name, command.keys)

    def _displays(self, keys: str) -> list[str]:
        """Return the displays of keys that are separated by commas."""
        return [self.app.get_key_display(Binding(key.strip(), "", "")) for key in keys.split(",")]

    def _command(self) -> Command:
        """Return the command under the cursor."""
        return commands.rebindable()[self.query_one(DataTable).cursor_row]

    def _say(self, text: str) -> None:
        self.query_one("#trouble", Static).update(text)

    def action_choose(self) -> None:
        """Wait for the new key."""
        self._wanting = self._command()
        title = commands.title(self._wanting)
        self._say(tr("Press the new key for “{command}”; Esc cancels.", command=title))

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Disable all commands while a new key is waited for."""
        return self._wanting is None

    def on_key(self, event: events.Key) -> None:
        """Take the key that was waited for."""
        wanting = self._wanting
        if wanting is None:
            return
        event.stop()
        event.prevent_default()
        self._wanting = None
        if event.key == "escape":
            self._say("")
            return
        taken = self._why_taken(event.key, wanting)
        if taken:
            self._say(taken)
            return
        # The first of the default keys makes way for the new one; the others stay.
        others = [key for key in wanting.keys.split(",")[1:] if key != event.key]
        self._set(wanting, ",".join([event.key, *others]))

    def _why_taken(self, key: str, wanting: Command) -> str:
        """Return why a command cannot have a key, in one sentence; empty if it can."""
        (display,) = self._displays(key)
        if key in commands.RESERVED_KEYS and key not in key_names(wanting.keys):
            return tr("{key} cannot be given to another command.", key=display)
        holder = commands.holder(key, wanting, self._chosen_keys)
        if holder is None:
            return ""
        title = commands.title(holder)
        return tr("{key} is the key of “{command}” already.", key=display, command=title)

    def _set(self, command: Command, keys: str | None) -> None:
        now = settings.of(self.app)
        chosen = {name: keys for name, keys in now.keys.items() if name != command.name}
        title = commands.title(command)
        self._say(tr("“{command}” has its default key.", command=title))
        if keys is not None:
            chosen[command.name] = keys
            displays = f" {tr('or')} ".join(self._displays(keys))
            self._say(tr("“{command}” now has the key {keys}.", command=title, keys=displays))
        keep(self, msgspec.structs.replace(now, keys=chosen))
        self._list()

    def action_default(self) -> None:
        """Give a command its default keys back, unless another has taken one of them."""
        command = self._command()
        taken = [self._why_taken(key, command) for key in command.keys.split(",")]
        trouble = next(filter(None, taken), "")
        if trouble:
            self._say(trouble)
        else:
            self._set(command, None)

    def action_leave(self) -> None:
        """Go back."""
        self.dismiss()
