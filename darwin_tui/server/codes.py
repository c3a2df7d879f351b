"""The codes of tables: which tables an account may know of, and how many codes it may guess."""

import re
from collections.abc import Callable

from darwin_core.text.language import tr
from darwin_tui.play.seat_access import Rejected
from darwin_tui.server.limits import Limits, Rate
from darwin_tui.server.model import CODE_PATTERN, TableInfo
from darwin_tui.server.shown import knows
from darwin_tui.server.tables import Tables, read_code


class Codes:
    """The codes that accounts have typed in this process. Who knows the code of a private table
    may know of it."""

    def __init__(self, tables: Tables, limits: Limits, now: Callable[[], float]) -> None:
        self._tables = tables
        self._now = now
        self._guesses = Rate(limits.guesses_max, limits.guesses_seconds)
        self._typed: dict[str, set[str]] = {}

    async def find(self, name: str, text: str) -> TableInfo:
        """Return the table of a code that an account has typed.

        Raises:
            Rejected: if there is none, or the account has tried too many.
            StoreError: if the store fails.
        """
        code, now = read_code(text), self._now()
        table = self._tables.all.get(code)
        if table is None or not self.may_know(table, name):
            if self._guesses.is_reached(name, now):
                raise Rejected(tr("You have tried too many wrong codes; wait for some minutes."))
            if table is None and re.match(CODE_PATTERN, code):
                table = await self._tables.refresh(code)
        if table is None:
            self._guesses.add(name, now)
            raise Rejected(tr("There is no table with that code."))
        self._typed.setdefault(name, set()).add(code)
        return table

    def may_know(self, table: TableInfo, name: str) -> bool:
        """Return whether an account may know of a table."""
        return knows(table, name) or table.code in self.typed(name)

    def typed(self, name: str) -> set[str]:
        """Return the codes that an account has typed, of tables that are remembered."""
        return self._typed.get(name, set())

    def forget(self, code: str) -> None:
        """Forget who has typed the code of a table."""
        for codes in self._typed.values():
            codes.discard(code)
