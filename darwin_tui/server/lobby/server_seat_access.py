"""A session's access to seats at a server's table, to the people there, and to finished matches.

Reading a match writes nothing on the host.
"""

import re
from collections.abc import AsyncIterator, Callable, Iterable, Mapping, Sequence
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from time import monotonic
from typing import Final

from msgspec.structs import replace

from darwin_core.analysis.review import Knowledge
from darwin_core.contract.game import SPECTATOR, Action, Event, Refusal, State
from darwin_core.contract.options import rules_title
from darwin_core.journal import JournalError
from darwin_core.match import AnyMatch, Refused
from darwin_core.table import AnySeat, Seat
from darwin_core.table.seat import Guard
from darwin_core.text.language import mark, tr
from darwin_tui.library.analyses import Analysing
from darwin_tui.library.saved_match import SavedMatch
from darwin_tui.library.seat_access import ChatLine, Member, Rejected, Vote
from darwin_tui.paths import Locations
from darwin_tui.play.people_words import PLAYED_OUT
from darwin_tui.seating import people_of
from darwin_tui.server.lobby.account_session import AccountSession
from darwin_tui.server.lobby.lobby_cards import (
    change_words,
    ended_words,
    invitation_line,
    may_read,
    spectators_words,
    terms_words,
)
from darwin_tui.server.store.contract import CODE_PATTERN, SeatInfo, StoreError, TableInfo
from darwin_tui.server.tables import clocks
from darwin_tui.server.tables.chat import translated
from darwin_tui.server.tables.live_table import LiveTable
from darwin_tui.server.tables.open_tables import ELSEWHERE, OpenTables
from darwin_tui.server.tables.register import (
    Alter,
    all_agree,
    checked_level,
    has_help,
    rejecting,
    resigned_seats,
    seats_of,
    with_seat,
)
from darwin_tui.server.tables.services import Callbacks, Services

NO_BRANCH: Final = mark("Branches are made at home: download the record first.")
"""The refusal of a branch."""


class ServerMatch(SavedMatch):
    """A match on a server, read-only, from the perspectives open to one account."""

    def __init__(
        self,
        match: AnyMatch,
        people: tuple[int, ...],
        resigned: tuple[int, ...] = (),
        may_see_hands: bool = True,
    ) -> None:
        """Make a match of a server readable.

        Args:
            people: the account's seats in the match.
            resigned: seats that have resigned, in this order.
            may_see_hands: the account may read the record once the match is over.
        """
        super().__init__(match)
        self._resigned = resigned
        self._may_see_hands = may_see_hands
        self._people = people

    @property
    def table(self) -> str:
        """The code of the match's table, for those who sat there."""
        fair = self._match.header.fair
        # The seed of a shared deal carries the deal's name instead of a table code.
        is_table = fair is not None and re.match(CODE_PATTERN, fair.code)
        return fair.code if fair and is_table and self._people else ""

    @property
    def resigned(self) -> tuple[int, ...]:
        """The seats that have resigned.

        Older records do not note resignations; their tables do, and then list more seats.
        """
        return max(super().resigned, self._resigned, key=len)

    @property
    def is_decided(self) -> bool:
        """True if the match ended by its rules, or all people but one have resigned."""
        seats_left = {*people_of(self._match.header.players)} - {*self.resigned}
        return super().is_decided or (bool(self.resigned) and len(seats_left) < 2)

    @property
    def viewers(self) -> tuple[int, ...]:
        """The perspectives from which the account may read the match now."""
        match = self._match
        if self._may_see_hands and match.game.outcome(match.state) is not None:
            return super().viewers
        return (*self._people, SPECTATOR)

    def why_hidden(self, viewer: int) -> str | None:
        """Return the reason why a perspective is closed; None if it is open."""
        is_shown = viewer in self.viewers
        return None if is_shown else tr("That can be seen only when the match is over.")

    def analysis(self, locations: Locations, knowledge: Knowledge = "players") -> None:
        """Return None: the host keeps no analyses."""

    def analyse(self, locations: Locations, knowledge: Knowledge = "players") -> Analysing:
        """Begin to analyse the match; the result is not stored.

        Raises:
            Refused: if the account may not see the hands of the match.
        """
        if not self._may_see_hands:
            sentence = tr("Only those who sat there may read the record of that match.")
            raise Refused(Refusal("hidden", sentence))
        return Analysing(self._match, None, knowledge=knowledge)

    @property
    def why_no_branch(self) -> str | None:
        """Sentence that no branch is possible here: it would be a match without a table."""
        return tr(NO_BRANCH)


async def enter(account_session: AccountSession, code: str) -> "ServerSeatAccess":
    """Return the access to the account's seat in a match; raises Rejected."""
    with rejecting():
        table = await account_session.table(code)
    if table.phase == "gathering":
        raise Rejected(tr("That match has not begun: seats are free."))
    return await take_seats(account_session, table.code)


async def take_seats(account_session: AccountSession, code: str) -> "ServerSeatAccess":
    """Return the access to all of the account's seats in a running match; raises Rejected."""
    people = seats_of(account_session.services.tables.all[code], account_session.account.name)
    if not people:
        raise Rejected(tr("You have no seat there; you may watch."))
    with rejecting():
        return await take_place(account_session, code, people)


async def take_place(
    account_session: AccountSession, code: str, people: tuple[int, ...]
) -> "ServerSeatAccess":
    """Return the access to a table whose match has begun.

    Args:
        people: the seats played through this access; none for a spectator.

    Raises:
        Rejected: if the session has ended meanwhile.
        StoreError, JournalError, RecordError: if the table cannot be opened.
    """
    services, open_tables = account_session.services, account_session.open_tables
    try:
        await services.chat.enter(code)
        live_table = await open_tables.open(code)
        # The table may be closed as idle while this session waits for it.
        while live_table.is_closed:
            live_table = await open_tables.open(code)
        if account_session.is_closed:
            raise Rejected(tr("You have left the server."))
    except BaseException:
        services.chat.leave(code)
        raise
    # An account plays a seat in one session at a time.
    for other in [*live_table.accesses]:
        if people and other.people and other.name == account_session.account.name:
            other.end(ELSEWHERE)
    access = ServerSeatAccess(account_session, live_table, people)
    live_table.accesses.append(access)
    account_session.accesses.append(access)
    try:
        await services.attendance.put(account_session.presence)
        await open_tables.resume(live_table, people)
        await open_tables.give_back(live_table, people)
        await open_tables.settle_votes(live_table)
    except BaseException:
        access.close()
        raise
    return access


class TimedSeat(Seat[State, Action, Event]):
    """A person's seat with a clock.

    An action taken after its time cannot be undone: the decision would be due at once, or could be
    put off for ever.
    """

    def __init__(
        self, access: "ServerSeatAccess", viewer: int, guard: Guard, sets_pace: bool
    ) -> None:
        super().__init__(access.live_table.table, viewer, guard, sets_pace)
        self._access = access

    @property
    def why_no_help(self) -> str:
        """Return a sentence if the table's terms forbid help; else empty."""
        if has_help(self._access.live_table.info):
            return ""
        return tr("At this table there are no hints.")

    def _check_time(self, actions: int) -> None:
        """Refuse to undo some actions if the decision they lead back to is no longer in time."""
        live_table = self._access.live_table
        now = self._access.account_session.services.now()
        if not live_table.clocks.can_undo(live_table.info, self.viewer, actions, now):
            sentence = tr("That cannot be undone: the time for that decision is over.")
            raise Refused(Refusal("undo-late", sentence))

    async def undo(self) -> Action:
        """Undo the seat's last action and return it; see ``Seat.undo``."""
        async with self._guard():
            self._check_time(1)
            return await self._table.undo(self.viewer)

    async def reset_turn(self) -> tuple[str, Action]:
        """Undo the seat's actions in this turn; see ``Seat.reset_turn``."""
        async with self._guard():
            self._check_time(self._access.live_table.match.actions_in_turn(self.viewer))
            return await self._table.reset_turn(self.viewer)


class ServerSeatAccess:
    """Access to a table for an account's seats, or for a spectator."""

    def __init__(
        self, account_session: AccountSession, live_table: LiveTable, people: tuple[int, ...]
    ) -> None:
        table, info = live_table.table, live_table.info
        self.people = people
        self.live_table = live_table
        self.account_session = account_session
        # Only a person alone sets the pace: nobody may make other people wait.
        is_alone = sum(seated.kind == "person" for seated in info.seats) == len(people)
        self.spectator: AnySeat = Seat(table, SPECTATOR, self._check, is_alone)
        self._seats: dict[int, AnySeat] = {
            seat: TimedSeat(self, seat, self._check, is_alone) for seat in people
        }
        self.table_people = ServerPeople(self)
        self.is_closed = False

    @property
    def code(self) -> str:
        return self.live_table.info.code

    @property
    def name(self) -> str:
        """The account that holds the access."""
        return self.account_session.account.name

    @property
    def session_id(self) -> str:
        return self.account_session.session_id

    def open(self) -> None:
        """Attach the people's seats. The server runs the bots."""
        for seat in self.people:
            self._seats[seat].attach()

    def seat(self, viewer: int) -> AnySeat:
        return self._seats.get(viewer, self.spectator)

    @property
    def bot_levels(self) -> Mapping[int, str]:
        return self.live_table.levels

    async def change_level(self, seat: int, level: str) -> None:
        """Change the level of a bot, with a notice to the table; raises Rejected."""
        services = self.account_session.services
        host = self.name
        level = checked_level(level)

        def alter(table: TableInfo) -> TableInfo:
            if table.tournament:
                raise Rejected(tr("The bots of a tournament keep their level."))
            if table.host != host:
                raise Rejected(tr("Only the host of the table changes the levels of its bots."))
            if table.phase != "playing":
                raise Rejected(tr("The match is over."))
            return with_seat(table, seat, replace(table.seats[seat], level=level))

        # Each change is a notice in the chat of the table.
        services.chat.count_line(host)
        with rejecting():
            await services.tables.change(self.code, alter)
        name = self.live_table.match.header.names[seat]
        services.spawn(services.chat.add_notice(self.code, "level", name, level))

    async def settle_bots(self) -> None:
        """Wait until no bot has to act before a person does."""
        await self.live_table.settled()

    @asynccontextmanager
    async def _check(self) -> AsyncIterator[None]:
        """Refuse commands once the access is closed or the match is over."""
        if not self.people:
            raise Refused(Refusal("spectator", tr("You are watching; only the players act.")))
        if self.is_closed:
            sentence = self.table_people.closed or tr("You have left this table.")
            raise Refused(Refusal("closed", sentence))
        if sentence := self.table_people.ended:
            raise Refused(Refusal("over", sentence))
        if any(self.live_table.info.seats[seat].has_resigned for seat in self.people):
            raise Refused(Refusal("resigned", tr("You have resigned; a bot plays for you.")))
        open_tables = self.account_session.open_tables
        # An action shows that the person is here, so the clocks run and no bot stands in.
        began = monotonic()
        await open_tables.resume(self.live_table, self.people)
        await open_tables.give_back(self.live_table, self.people)
        yield
        open_tables.submits.append(monotonic() - began)

    # --- the record

    @property
    def path(self) -> Path | None:
        """None: the host keeps the match."""
        return None

    @property
    def saved(self) -> SavedMatch:
        """The match, read-only, as this account may read it."""
        info = self.live_table.info
        may_see_hands = may_read(info, self.name)
        return ServerMatch(self.live_table.match, self.people, resigned_seats(info), may_see_hands)

    @property
    def rules(self) -> str:
        match = self.live_table.match
        return tr(rules_title(match.game, match.header.options))

    @property
    def notice(self) -> str:
        """Empty: the store repairs its records before they are opened."""
        return ""

    def why_unsaved(self) -> str | None:
        """Return None: a line that cannot be saved is refused."""
        return None

    def save_elsewhere(self, target: str, locations: Locations) -> None:
        """Refuse: the host keeps the match.

        Raises:
            JournalError: always.
        """
        raise JournalError(tr("The host keeps this match; it cannot be saved elsewhere."))

    def notify(self) -> None:
        """Notify the observers of the people."""
        self.table_people.callbacks.changed()

    def end(self, sentence: str) -> None:
        """Close the access, and show its player the sentence."""
        self.table_people.close(sentence)
        self.close()
        self.notify()

    def close(self) -> None:
        if self.is_closed:
            return
        self.is_closed = True
        for seat in (*self._seats.values(), self.spectator):
            seat.leave()
        self.account_session.left(self)
        self.account_session.services.chat.leave(self.code)
        self.account_session.open_tables.left(self.live_table, self)


class ServerPeople:
    """The people around a table, as one session sees them."""

    def __init__(self, access: ServerSeatAccess) -> None:
        self._closed = ""
        """Sentence about the end of this access; empty before."""
        self.callbacks = Callbacks()
        self._access = access
        self._session = access.account_session
        self._services = access.account_session.services

    @property
    def _info(self) -> TableInfo:
        return self._access.live_table.info

    @property
    def code(self) -> str:
        return self._info.code

    @property
    def invitation(self) -> str:
        return invitation_line(self._info, self._session.address)

    @property
    def commitment(self) -> str:
        return self._info.commitment

    @property
    def watching(self) -> str:
        info = self._info
        sentences = (spectators_words(info), terms_words(info), clocks.clock_rule(info))
        return " ".join(filter(None, sentences))

    @property
    def rating(self) -> str:
        change = self._services.ratings.change(self._info, self._session.account.name)
        return change_words(*change) if change else ""

    @property
    def is_rated(self) -> bool:
        return self._info.terms == "rated"

    @property
    def members(self) -> Sequence[Member]:
        return self._access.live_table.members

    @property
    def chat(self) -> Sequence[ChatLine]:
        chat = self._services.chat
        lines = chat.lines_with_announcements(self.code, self._session.since)
        return translated(self._session.unblocked(lines))

    @property
    def can_say(self) -> bool:
        return bool(self._access.people) or self._info.watchers_chat

    @property
    def ended(self) -> str:
        return ended_words(self._info)

    @property
    def closed(self) -> str:
        return tr(self._closed)

    def close(self, sentence: str) -> None:
        self._closed = sentence

    @property
    def can_download(self) -> bool:
        return may_read(self._info, self._session.account.name)

    @property
    def rematch(self) -> str:
        again = self._services.tables.all.get(self._info.rematch)
        is_open = again is not None and again.phase == "gathering"
        is_mine = again is not None and again.host == self._session.account.name
        return again.host if again and is_open and not is_mine else ""

    @property
    def absent(self) -> Sequence[int]:
        seats = self._access.live_table.absent(self._services.now())
        # A player who is past the clock, too, has no vote.
        voting = {seat for seat in self._access.people if not self._info.seats[seat].has_resigned}
        return seats if voting - {*seats} else ()

    @property
    def next_turn(self) -> str | None:
        return self._session.listing.next_turn_but(self.code)

    async def say(self, text: str) -> None:
        if not self.can_say:
            raise Rejected(tr("At this table only the players write."))
        await self._services.chat.say(self.code, self._session.account, text)

    def _own_seat(self, table: TableInfo, seat: int) -> SeatInfo:
        """Return this account's seat in a running match; raises Rejected."""
        if seat not in self._access.people:
            raise Rejected(tr("That is not your seat."))
        if self._access.is_closed:
            raise Rejected(self.closed or tr("You have left this table."))
        if table.phase != "playing":
            raise Rejected(tr("The match is over."))
        if table.seats[seat].has_resigned:
            raise Rejected(tr("You have resigned already."))
        return table.seats[seat]

    async def resign(self, seat: int) -> None:
        self._own_seat(self._info, seat)
        with rejecting():
            await _resign(self._services, self._access.live_table, seat)

    async def agree(self, seat: int, wish: bool) -> None:
        def alter(table: TableInfo) -> TableInfo:
            info = self._own_seat(table, seat)
            if info.agrees == wish:
                return table
            if table.terms == "rated":
                raise Rejected(tr(PLAYED_OUT))
            table = with_seat(table, seat, replace(info, agrees=wish))
            now = self._services.now()
            if not all_agree(table):
                return table
            return replace(table, phase="over", ended="agreement", to_move=(), moved=now)

        await self._change(alter)

    async def vote(self, seat: int, vote: Vote) -> None:
        def alter(table: TableInfo) -> TableInfo:
            info = self._own_seat(table, seat)
            if not self.absent:
                raise Rejected(tr(clocks.NOBODY_ABSENT))
            if table.terms == "rated" and vote == "bot":
                raise Rejected(tr("At a rated table there are no bots."))
            return with_seat(table, seat, replace(info, vote=vote))

        await self._change(alter)
        with rejecting():
            await self._session.open_tables.settle_votes(self._access.live_table)

    async def _change(self, alter: Alter) -> None:
        with rejecting():
            await self._services.tables.change(self.code, alter)

    async def enter(self, code: str) -> ServerSeatAccess:
        return await enter(self._session, code)

    def observe(self, callback: Callable[[], None]) -> Callable[[], None]:
        return self.callbacks.observe(callback)


async def resign(account_session: AccountSession, code: str) -> None:
    """Resign all of the account's seats at a table; raises Rejected."""
    with rejecting():
        table = await account_session.table(code)
        seats = seats_of(table, account_session.account.name)
        if not seats:
            raise Rejected(tr("You do not sit there."))
        if table.phase == "gathering":
            raise Rejected(tr("That match has not begun: seats are free."))
        await resign_seats(account_session.services, account_session.open_tables, table, seats)


async def resign_seats(
    services: Services, open_tables: OpenTables, table: TableInfo, seats: Iterable[int]
) -> None:
    """Resign seats at a table; raises Rejected, StoreError, JournalError or RecordError."""
    live_table = await open_tables.open(table.code)
    for seat in seats:
        await _resign(services, live_table, seat)


async def _resign(services: Services, live_table: LiveTable, seat: int) -> None:
    """Resign one seat; raises Rejected or JournalError."""
    code = live_table.info.code
    if live_table.info.phase != "playing":
        raise Rejected(tr("The match is over."))
    if live_table.info.seats[seat].has_resigned:
        raise Rejected(tr("You have resigned already."))
    try:
        await live_table.table.resign(seat)
    except Refused as refused:
        raise Rejected(str(refused)) from None
    # The record now has the resignation. If the table's info cannot be stored now, the upkeep
    # stores it later.
    with suppress(StoreError):
        await services.tables.change(code, live_table.described)
    services.spawn(services.chat.add_notice(code, "resigned", live_table.info.seats[seat].name))
