"""The order in which tables ended, for a store that keeps the tables themselves elsewhere."""

from darwin_tui.server.model import TableInfo


class Finished:
    """Codes of the tables that are over: of all, and of each account's."""

    def __init__(self) -> None:
        self._all: list[str] = []
        self._of: dict[str, list[str]] = {}

    def add(self, table: TableInfo) -> None:
        """Add a table that has ended after all others."""
        self._all.append(table.code)
        for name in table.people:
            self._of.setdefault(name, []).append(table.code)

    def last(self, count: int | None) -> list[str]:
        """Return the codes of those that ended last, the newest first; all without a count."""
        return _last(self._all, count)

    def last_of(self, name: str, count: int) -> list[str]:
        """Return the same of an account."""
        return _last(self._of.get(name, []), count)


def _last(codes: list[str], count: int | None) -> list[str]:
    return codes[::-1] if count is None else codes[: -count - 1 : -1]
