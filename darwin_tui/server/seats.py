"""The seats of a table on a server: who sits there, and what accounts may change about it."""

from dataclasses import dataclass
from typing import Final

from msgspec.structs import replace

from darwin_core.match import fairness
from darwin_core.text.language import tr
from darwin_tui.play.seat_access import Rejected
from darwin_tui.seating import DEFAULT_LEVEL, bot_names
from darwin_tui.server.model import Invited, SeatInfo, TableInfo

_INVITED_MAX: Final = 20


def with_seat(table: TableInfo, seat: int, info: SeatInfo) -> TableInfo:
    """Return a table with one seat replaced."""
    return replace(table, seats=(*table.seats[:seat], info, *table.seats[seat + 1 :]))


def seats_of(table: TableInfo, name: str) -> tuple[int, ...]:
    """Return the seats of an account."""
    pairs = enumerate(table.seats)
    return tuple(seat for seat, each in pairs if each.kind == "person" and each.name == name)


def is_full(table: TableInfo) -> bool:
    """Return whether every seat is taken."""
    return all(each.kind in ("person", "bot") for each in table.seats)


def names_of(table: TableInfo) -> tuple[str, ...]:
    """Return the names at a table by seat; before the match begins, bots have those that nobody
    else there has."""
    bots = bot_names(seat.name for seat in table.seats)
    return tuple(seat.name or (next(bots) if seat.kind == "bot" else "") for seat in table.seats)


def people_left(table: TableInfo) -> set[str]:
    """Return the people who have not resigned."""
    return {seat.name for seat in table.seats if seat.kind == "person" and not seat.has_resigned}


def resigned_seats(table: TableInfo) -> tuple[int, ...]:
    """Return the seats of those who have resigned, in this order."""
    seats = [seat for seat, each in enumerate(table.seats) if each.has_resigned]
    return tuple(sorted(seats, key=lambda seat: table.seats[seat].resigned))


def opens_record(table: TableInfo) -> bool:
    """Return whether everybody may read the record of a table once the match is over."""
    return table.opens_record == "all" or table.watching == "seats"


@dataclass(frozen=True)
class Guest:
    """The changes that one account may make to a table. Each may raise Rejected."""

    name: str
    """The account's name."""

    def sit(self, table: TableInfo, words: str) -> TableInfo:
        """Take the first free seat; one who sits there already may add words."""
        if seats_of(table, self.name):
            may_add = words and table.phase == "gathering" and not is_full(table)
            return self.add_words(table, words) if may_add else table
        if table.phase != "gathering":
            raise Rejected(tr("That match has begun without you."))
        mine = [n for n, each in enumerate(table.seats) if self._is_for_me(each)]
        free = [*mine, *(n for n, each in enumerate(table.seats) if each.kind == "open")]
        if not free:
            raise Rejected(tr("All seats there are taken."))
        taken = SeatInfo("person", self.name, nonce=fairness.nonce(words))
        return self._without_me(with_seat(table, free[0], taken))

    def add_words(self, table: TableInfo, words: str) -> TableInfo:
        """Mix words of one's own into the seed, in place of those of before."""
        if table.phase != "gathering" or is_full(table):
            raise Rejected(tr("The match has begun, and its cards are fixed."))
        own = seats_of(table, self.name)
        if not own:
            raise Rejected(tr("You do not sit there."))
        for seat in own:
            table = with_seat(table, seat, replace(table.seats[seat], nonce=fairness.nonce(words)))
        return table

    def get_up(self, table: TableInfo) -> TableInfo:
        """Free the own seats."""
        if table.phase != "gathering" or is_full(table):
            raise Rejected(tr("The match has begun; you may resign there."))
        if not seats_of(table, self.name):
            raise Rejected(tr("You do not sit there."))
        for seat in seats_of(table, self.name):
            table = with_seat(table, seat, SeatInfo("open"))
        return table

    def fill(self, table: TableInfo) -> TableInfo:
        """Put bots into the free seats."""
        if table.host != self.name:
            raise Rejected(tr("Only the host of a table can start it."))
        if table.phase != "gathering":
            raise Rejected(tr("That match has begun already."))
        names = names_of(table)
        for seat, each in enumerate(table.seats):
            if each.kind in ("open", "reserved"):
                table = with_seat(table, seat, SeatInfo("bot", level=DEFAULT_LEVEL))
            elif each.kind == "bot":
                # Those that come now take none of the names that all have read.
                table = with_seat(table, seat, replace(each, name=names[seat]))
        if not any(each.kind == "person" for each in table.seats):
            raise Rejected(tr("At least one person has to sit there."))
        return replace(table, invited=())

    def invite(self, table: TableInfo, name: str) -> TableInfo:
        """Invite an account."""
        if table.host != self.name and not seats_of(table, self.name):
            raise Rejected(tr("Only those who sit there can invite others."))
        if table.phase != "gathering":
            raise Rejected(tr("That match has begun already."))
        if seats_of(table, name):
            raise Rejected(tr("{name} sits there already.", name=name))
        if any(each.name == name for each in table.invited):
            return table
        if len(table.invited) >= _INVITED_MAX:
            raise Rejected(tr("Too many are invited there already."))
        return replace(table, invited=(*table.invited, Invited(name, self.name)))

    def decline(self, table: TableInfo) -> TableInfo:
        """Refuse an invitation; a seat reserved for the account is open then."""
        return self._without_me(table)

    def _is_for_me(self, seat: SeatInfo) -> bool:
        return seat.kind == "reserved" and seat.name == self.name

    def _without_me(self, table: TableInfo) -> TableInfo:
        """Return the table without invitations of, and seats reserved for, this account."""
        kept = tuple(each for each in table.invited if each.name != self.name)
        for seat, each in enumerate(table.seats):
            if self._is_for_me(each):
                table = with_seat(table, seat, SeatInfo("open"))
        return table if kept == table.invited else replace(table, invited=kept)
