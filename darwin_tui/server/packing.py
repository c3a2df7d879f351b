"""Bytes of the values that a store keeps. Only what can be read again is ever written."""

import re
from collections.abc import Callable
from typing import Final, TypeVar

import msgspec

from darwin_core.match.record import UNREADABLE
from darwin_tui.server.model import CODE_PATTERN, Account, ChatLine, Presence, TableInfo
from darwin_tui.server.store import Damaged, StoreError

T = TypeVar("T", Account, TableInfo, ChatLine, Presence)

_encode = msgspec.json.Encoder(order="deterministic").encode
_DECODERS: Final[dict[type[object], Callable[[bytes], object]]] = {
    kind: msgspec.json.Decoder(kind).decode for kind in (Account, TableInfo, ChatLine, Presence)
}


def pack(value: Account | TableInfo | ChatLine | Presence) -> bytes:
    """Return the bytes of a value.

    Raises:
        Damaged: if it could not be read again, as with a name that is none.
    """
    data = _encode(value)
    _decode(data, type(value))
    return data


def unpack(data: object, kind: type[T]) -> T:
    """Return the value of bytes.

    Raises:
        Damaged: if they are not those of such a value.
    """
    value = _decode(data, kind)
    assert isinstance(value, kind)
    return value


def _decode(data: object, kind: type[object]) -> object:
    try:
        # Other programs may have put anything there.
        if isinstance(data, bytes):
            return _DECODERS[kind](data)
    except UNREADABLE:
        pass
    raise Damaged(f"{_NAMES[kind]} cannot be kept or read: it is damaged.")


_NAMES: Final[dict[type[object], str]] = {
    Account: "An account",
    TableInfo: "A table",
    ChatLine: "A line of chat",
    Presence: "The presence of a player",
}


def check_code(code: str) -> str:
    """Return the code of a table, which may be anything that a stranger has typed.

    Raises:
        StoreError: if it cannot be a code.
    """
    if not re.match(CODE_PATTERN, code):
        raise StoreError("There is no table of that code.")
    return code


def fold(name: str) -> str:
    """Return an account's name as names are compared."""
    return name.casefold()
