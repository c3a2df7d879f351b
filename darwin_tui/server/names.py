"""Names that strangers may not choose: those of the house, and those that look like another's.

The host of a server is not bound by it: ``serve keys add`` takes any name that is free.
"""

import re
from collections.abc import Iterable
from functools import lru_cache
from typing import Final

from darwin_tui.seating import BOT_NAMES
from darwin_tui.server.plan import TITLE

RESERVED: Final = frozenset(
    (
        *("admin", "administrator", "anybody", "anyone", "bot", "bots", "darwin", "everybody"),
        *("everyone", "guest", "host", "me", "mod", "moderator", "nobody", "open", "operator"),
        *("player", "root", "seat", "server", "somebody", "spectator", "staff", "support"),
        *("system", "watcher", "you", TITLE, *BOT_NAMES),
    )
)
"""Names that stand for the house, a bot or a kind of seat where they are read."""
_ALIKE: Final = (("rn", "m"), ("vv", "w"), ("0", "o"), ("1", "l"), ("i", "l"), ("5", "s"))
"""Letters and digits that readers take for others."""
_REMEMBERED: Final = 20_000
"""Names whose readings are remembered: those of all accounts are read for each new one."""


def is_reserved(name: str) -> bool:
    """Return whether a name reads as one of the house's."""
    return any(looks_like(name, each) for each in RESERVED)


def look_alike(name: str, others: Iterable[str]) -> str:
    """Return the first of other names that a name could be taken for; empty if there is none."""
    return next((each for each in others if looks_like(name, each)), "")


def looks_like(name: str, other: str) -> bool:
    """Return whether readers could take two names for the same.

    Of two names that end in different numbers, as Finch27 and Finch28, neither is the other's.
    """
    return _skeleton(name) in (_skeleton(other), _stem(other)) or _stem(name) == _skeleton(other)


@lru_cache(_REMEMBERED)
def _skeleton(name: str) -> str:
    """Return the letters of a name as they are read: marks and case make no difference."""
    read = re.sub("[-_]", "", name.casefold())
    for shown, taken_for in _ALIKE:
        read = read.replace(shown, taken_for)
    return read


@lru_cache(_REMEMBERED)
def _stem(name: str) -> str:
    """Return the same without the marks and digits at the end; of digits alone, all of them."""
    return _skeleton(re.sub(r"[-_0-9]+\Z", "", name) or name)
