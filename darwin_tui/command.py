"""A command: its keys, its action on a screen, and the words that name it."""

from typing import Final

import msgspec
from textual.binding import Binding, BindingType

_KEY: Final = "{key}"
CONTEXT: Final = "key"
"""The context of all words on keys and commands, which are short."""


class Command(msgspec.Struct, frozen=True, kw_only=True):
    """One thing that a key does on a screen."""

    name: str
    """Screen and command, as settings files name it."""
    keys: str
    """Default keys, separated by commas; the first is shown."""
    action: str
    """Textual's action; ``{key}`` in it is replaced by the key pressed."""
    label: str
    """Words in the key bar."""
    help: str
    """Words in the help, the palette and the page of keys."""
    is_shown: bool
    """The key bar shows it."""
    display: str | None
    """Keys as the key bar shows them, where one command speaks for several."""
    also_on: tuple[str, ...]
    """Other screens that have it."""
    needs: str
    """Capability that a game or screen must have for it."""
    has_fixed_keys: bool
    """Its keys cannot be changed."""
    has_priority: bool
    """It comes before the keys of the widget in focus."""

    @property
    def screen(self) -> str:
        """The screen that it belongs to."""
        return self.name.partition(".")[0]

    @property
    def words(self) -> str:
        """Its own name without that of the screen, in words."""
        return self.name.partition(".")[2].replace("_", " ")

    @property
    def actions(self) -> dict[str, str]:
        """Action by default key."""
        keys = self.keys.split(",")
        return {key: self.action.replace(_KEY, key) for key in keys}

    def bindings(self) -> list[Binding]:
        """Return Textual's bindings for it."""
        if _KEY in self.action:
            return [self._binding(key, action) for key, action in self.actions.items()]
        return [self._binding(self.keys, self.action)]

    def _binding(self, keys: str, action: str) -> Binding:
        return Binding(
            keys,
            action,
            self.label,
            show=self.is_shown,
            key_display=self.display,
            priority=self.has_priority,
            id=self.name,
        )


def command(
    name: str,
    keys: str,
    action: str,
    label: str,
    help: str = "",
    *,
    shown: bool = False,
    display: str | None = None,
    also_on: tuple[str, ...] = (),
    needs: str = "",
    fixed: bool = False,
    priority: bool = False,
) -> Command:
    """Return a row of the table, with the defaults of what it leaves out."""
    return Command(
        name=name,
        keys=keys,
        action=action,
        label=label,
        help=help or label,
        is_shown=shown,
        display=display,
        also_on=also_on,
        needs=needs,
        has_fixed_keys=fixed or _KEY in action,
        has_priority=priority,
    )


def binding_keys(binding: BindingType) -> set[str]:
    """Return the keys of a binding, each named as when it is pressed."""
    return key_names(binding.key) if isinstance(binding, Binding) else key_names(binding[0])


def key_names(keys: str) -> set[str]:
    """Return keys that are separated by commas, each named as when it is pressed."""
    return {each.key for each in Binding.make_bindings([Binding(keys, "")])}
