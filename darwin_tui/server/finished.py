"""The order in which tables ended, for a store that keeps the tables themselves elsewhere."""

from collections import defaultdict
from typing import Final

from darwin_tui.server.model import TableInfo

_CODE_BYTES: Final = 4


class Finished:
    """Codes of the tables that are over: of all, and of each account's.

    There is no end to them, so each takes no more than its letters, one after the other.
    """

    def __init__(self) -> None:
        self._all = bytearray()
        self._of: defaultdict[str, bytearray] = defaultdict(bytearray)

    def add(self, table: TableInfo) -> None:
        """Add a table that has ended after all others."""
        code = table.code.encode()
        self._all += code
        for name in table.people:
            self._of[name] += code

    def last(self, count: int | None) -> list[str]:
        """Return the codes of those that ended last, the newest first; all without a count."""
        return _last(self._all, count)

    def last_of(self, name: str, count: int) -> list[str]:
        """Return the same of an account."""
        return _last(self._of.get(name, bytearray()), count)


def _last(codes: bytearray, count: int | None) -> list[str]:
    least = 0 if count is None else max(0, len(codes) - count * _CODE_BYTES)
    places = range(len(codes) - _CODE_BYTES, least - 1, -_CODE_BYTES)
    return [codes[at : at + _CODE_BYTES].decode() for at in places]
