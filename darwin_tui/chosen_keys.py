"""Keys that a player has chosen for commands, and the commands that share them."""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Final

from darwin_tui.command import Command, key_names
from darwin_tui.commands import COMMANDS, on

RESERVED_KEYS: Final = frozenset({"ctrl+c", "ctrl+q", "escape"})
"""Keys that always mean the same, so no command can be given one."""

_ANYWHERE: Final = "app"
"""The screen, in the table of commands, of those that every screen has."""
_SCREENS: Final = frozenset(
    screen for each in COMMANDS for screen in (each.screen, *each.also_on)
) - {_ANYWHERE}


def _available_on(screen: str) -> Sequence[Command]:
    """Return the commands whose keys count on a screen."""
    return (*on(_ANYWHERE), *on(screen))


def rebindable() -> list[Command]:
    """Return the commands whose keys can be changed."""
    return [command for command in COMMANDS if not command.has_fixed_keys]


def keymap(chosen: Mapping[str, str]) -> dict[str, str]:
    """Return chosen keys without those of commands whose keys cannot be changed."""
    can = {command.name for command in rebindable()}
    return {name: keys for name, keys in chosen.items() if name in can}


def holder(key: str, wanting: Command, chosen: Mapping[str, str]) -> Command | None:
    """Return the command that has a key on a screen where another command wants it.

    Args:
        key: the key.
        wanting: the command that wants it.
        chosen: keys that differ from the default, by names of commands.
    """
    screens = _SCREENS if wanting.screen == _ANYWHERE else (wanting.screen, *wanting.also_on)
    for screen in screens:
        for command in _available_on(screen):
            if command is not wanting and key in key_names(chosen.get(command.name, command.keys)):
                return command
    return None


def clashing(chosen: Mapping[str, str]) -> list[Command]:
    """Return the commands whose chosen keys have two meanings on the same screen; without
    these choices no key means two things."""
    left_out: set[str] = set()
    while True:
        kept = {name: keys for name, keys in chosen.items() if name not in left_out}
        found = {name for screen in _SCREENS for name in _sharing(screen, kept) if name in kept}
        if not found:
            return [command for command in COMMANDS if command.name in left_out]
        left_out |= found


def _sharing(screen: str, chosen: Mapping[str, str]) -> list[str]:
    """Return the commands of a screen of which a key is also another's, or is reserved."""
    own = {each: key_names(chosen.get(each.name, each.keys)) for each in _available_on(screen)}
    often = Counter(key for keys in own.values() for key in keys)
    return [
        command.name
        for command, keys in own.items()
        if any(often[key] > 1 for key in keys) or (keys - key_names(command.keys)) & RESERVED_KEYS
    ]
