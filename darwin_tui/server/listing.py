"""The list of tables that one account sees: live ones, and the last of those that are over."""

from collections.abc import Iterable
from typing import Final

from darwin_core.text.language import reading
from darwin_tui.server import shown
from darwin_tui.server.cards import TableCard
from darwin_tui.server.model import TableInfo
from darwin_tui.server.services import Services

FINISHED_MAX: Final = 50
"""Finished tables in a list."""


class Listing:
    """The cards of one session. A change costs no more than the cards concerned and their order,
    however many matches the server has kept."""

    def __init__(self, services: Services, name: str, address: str) -> None:
        """Begin with an empty list.

        Args:
            services: of the process.
            name: of the account.
            address: the command to connect, as ``ssh -p 8022 host``.
        """
        self._services = services
        self._name = name
        self._address = address
        self._live: dict[str, TableCard] = {}
        self._over: dict[str, TableCard] = {}
        self._last_over: tuple[TableCard, ...] = ()
        self._tables: dict[str, TableInfo] = {}
        """The tables of the cards."""

    @property
    def cards(self) -> tuple[TableCard, ...]:
        """The tables by sections: the account's turn, its other tables, those gathering, in play,
        and over. In English, so that a change is found for readers of any language."""
        return (*shown.in_order(self._live.values()), *self._last_over)

    @property
    def turns(self) -> list[TableCard]:
        """The tables where it is the account's turn: first where it has been for the longest."""
        turns = [card for card in self._live.values() if card.is_my_turn]
        return sorted(turns, key=lambda each: (each.waiting_since, each.code))

    def next_turn_but(self, code: str) -> str | None:
        """Return the code of another table where it is the account's turn: the one that has waited
        longest, or where it is its turn at this one too, the one after it, so that all are
        reached."""
        codes = [each.code for each in self.turns]
        if code in codes:
            at = codes.index(code)
            codes = [*codes[at + 1 :], *codes[:at]]
        return codes[0] if codes else None

    def in_language(self, cards: Iterable[TableCard]) -> tuple[TableCard, ...]:
        """Return cards of the list in the language of the reader."""
        return tuple(self.drawn(self._tables[card.code]) for card in cards)

    def codes(self) -> list[str]:
        """Return the codes of all tables that belong in the list."""
        tables = [each for each in self._services.tables.all.values() if self._lists(each)]
        live = [each for each in tables if each.phase != "over"]
        over = [each for each in tables if each.phase == "over"]
        over.sort(key=lambda table: -table.moved)
        return [each.code for each in (*live, *over[:FINISHED_MAX])]

    def refresh(self, codes: Iterable[str]) -> bool:
        """Make the cards of some tables again; return whether anything has changed."""
        has_changed = has_over_changed = False
        for code in codes:
            before, new = self._live.get(code) or self._over.get(code), self._card(code)
            if new == before or (new is None and code in self._over):
                # One that is over does not change any more, even if the house forgets it.
                continue
            has_changed = True
            self._live.pop(code, None)
            has_over_changed |= self._over.pop(code, None) is not None
            if new and new.phase == "over":
                self._over[code] = new
                has_over_changed = True
            elif new:
                self._live[code] = new
        if has_over_changed:
            self._trim()
        return has_changed

    def add_finished(self, tables: Iterable[TableInfo]) -> None:
        """Add tables of the account that the house has forgotten."""
        self._over |= {table.code: self._kept(table) for table in tables if self._lists(table)}
        self._trim()

    def _trim(self) -> None:
        self._last_over = shown.in_order(self._over.values())[:FINISHED_MAX]
        self._over = {each.code: each for each in self._last_over}
        listed = self._live.keys() | self._over.keys()
        self._tables = {code: table for code, table in self._tables.items() if code in listed}

    def _card(self, code: str) -> TableCard | None:
        table = self._services.tables.all.get(code)
        return self._kept(table) if table and self._lists(table) else None

    def _kept(self, table: TableInfo) -> TableCard:
        self._tables[table.code] = table
        with reading("en"):
            return self.drawn(table)

    def drawn(self, table: TableInfo) -> TableCard:
        """Return the card of a table that the account may know of, in the language of the
        reader."""
        services = self._services
        return shown.card(table, self._name, services.attendance.all.values(), self._address)

    def _lists(self, table: TableInfo) -> bool:
        if table.phase == "over" and not shown.can_replay(table, self._name):
            return False
        return self._services.codes.may_know(table, self._name)
