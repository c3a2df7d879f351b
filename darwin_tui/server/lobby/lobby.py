"""The lobby: the tables, people, chat, holidays, ratings and orders of a server for a signed-in
account."""

import asyncio
from collections.abc import Callable, Collection, Iterable
from contextlib import suppress
from functools import partial
from typing import Final, NamedTuple

from msgspec.structs import replace

from darwin_core.text.language import Reader, language, mark, reader, reading, tr
from darwin_core.text.wording import listed
from darwin_tui.library.dates import DAY_SECONDS, short_moment
from darwin_tui.library.seat_access import ChatLine, Rejected
from darwin_tui.server.event_log import log
from darwin_tui.server.lobby import lobby_cards
from darwin_tui.server.lobby.account_session import FINISHED_MAX, AccountSession
from darwin_tui.server.lobby.lobby_cards import Friend, Invitation, TableCard, Visitor
from darwin_tui.server.lobby.server_seat_access import (
    ServerMatch,
    ServerSeatAccess,
    enter,
    resign,
    take_place,
    take_seats,
)
from darwin_tui.server.lobby.tournament_desk import TournamentDesk
from darwin_tui.server.store.accounts import change, mute
from darwin_tui.server.store.admission import kick
from darwin_tui.server.store.contract import LOBBY, Account, TableInfo, fold, read_code
from darwin_tui.server.store.orders import end_table
from darwin_tui.server.tables.chat import translated
from darwin_tui.server.tables.clocks import (
    HOLIDAY_DAYS,
    LIVE_SECONDS,
    clock_of,
    days_of_holiday,
    end_of_holiday,
    on_holiday,
    with_holiday,
)
from darwin_tui.server.tables.finds import Finds, finds_of
from darwin_tui.server.tables.ratings import LadderKey, LadderRow, Profile, Season
from darwin_tui.server.tables.register import (
    Participant,
    SeatPlan,
    TablePlan,
    is_full,
    is_invited,
    load,
    plan_again,
    rejecting,
    resigned_seats,
    seats_of,
)
from darwin_tui.server.tables.services import Callbacks

ORDERS: Final = ("mute", "unmute", "kick", "end")
"""The orders that moderators can give."""
CODE_OR_NAME_CHARACTERS_MAX: Final = 16
"""Maximum length of a code or name in the server's log."""
LISTED_MAX: Final = 200
"""Maximum number of friends, and of blocked accounts, of one account."""
NO_INVITATION: Final = mark("{name} takes no invitations from you.")
NO_JOIN: Final = mark("{name} does not play with you.")
"""Refusals if a player blocks the account that invites, or joins."""


def plan_for_two(game: str, friend: str = "") -> TablePlan:
    """Return the plan of a table for two.

    Against a friend, the seat is reserved and each move may take a day. Against anybody, each move
    may take five minutes.
    """
    other = SeatPlan("reserved", friend) if friend else SeatPlan("open")
    return TablePlan(
        game,
        (SeatPlan("me"), other),
        seconds_a_move=DAY_SECONDS if friend else LIVE_SECONDS,
        bots_take_over=True,
    )


def parse_holiday_days(text: str) -> int:
    """Parse the number of holiday days that a player typed; raises Rejected."""
    if not (text.isascii() and text.isdecimal() and 1 <= int(text) <= HOLIDAY_DAYS):
        raise Rejected(tr("A holiday has 1 to {number} days.", number=HOLIDAY_DAYS))
    return int(text)


class _Translated(NamedTuple):
    """Tables and people in a reader's language."""

    reader: Reader
    source: tuple[tuple[TableCard, ...], tuple[Visitor, ...]]
    """Cards and people in English, from which the others were translated."""
    cards: tuple[TableCard, ...]
    people: tuple[Visitor, ...]


class Lobby(AccountSession):
    """A session's interface to the server: tables, invitations, people, friends, holidays, finished
    matches, ratings, chat and moderators' orders; ``desk`` has the tournaments.

    Every refusal raises Rejected. All texts are safe to show. Private tables unknown to the account
    and hidden hands are left out.
    """

    def __post_init__(self) -> None:
        super().__post_init__()
        self._callbacks = Callbacks()
        self.desk = TournamentDesk(self)
        self._cards: tuple[TableCard, ...] = ()
        self._people: tuple[Visitor, ...] = ()
        # Both are in English; readers of other languages get a translation, made when it is read.
        self._translated: _Translated | None = None
        self._account_at_arrival = self.account
        """The account as it was at the beginning of the session, with the time of the last
        visit."""
        tables = self.services.tables.all.values()
        name = self.account.name
        self._tables_at_arrival = lobby_cards.concerning(tables, name)
        """The account's tables at the beginning of the session, for the news."""
        self.invitation: Invitation | None = None
        self.refresh_people()
        self.invitation = self._newest_invitation()
        self.refresh_tables(self.listing.codes())

    @property
    def title(self) -> str:
        return self.services.title

    async def load(self) -> None:
        """Add the account's finished matches that the server no longer holds in memory."""
        tables = self.services.tables
        with rejecting():
            finished = await tables.finished(self.account.name, FINISHED_MAX)
        older = [table for table in finished if table.code not in tables.all]
        if older:
            self.listing.add_finished(older)
            self._tables_at_arrival += lobby_cards.concerning(older, self.account.name)
            self._cards = self.listing.cards
            self._callbacks.changed()

    @property
    def cards(self) -> tuple[TableCard, ...]:
        """Table cards: my turn, my other tables, gathering, in play, finished."""
        return self._cards if language() == "en" else self._in_language().cards

    @property
    def people(self) -> tuple[Visitor, ...]:
        return self._people if language() == "en" else self._in_language().people

    @property
    def news(self) -> tuple[str, ...]:
        """One sentence for each event since the last visit."""
        welcome = [self.welcome] if self.welcome else []
        news = lobby_cards.news(self._tables_at_arrival, self._account_at_arrival)
        if until := self.holiday:
            news = (*news, tr("You are on holiday until {day}.", day=short_moment(until)))
        return (*news, *self.desk.news, *welcome)

    @property
    def chat(self) -> tuple[ChatLine, ...]:
        return translated(self.unblocked(self.services.chat.lines(LOBBY)))

    def _newest_invitation(self) -> Invitation | None:
        tables = self.services.tables.all.values()
        account = self.account
        return lobby_cards.invitation(tables, account.name, account.blocked)

    def _in_language(self) -> "_Translated":
        """Return tables and people in the reader's language, translated once per change."""
        translated = self._translated
        now = reader()
        source = (self._cards, self._people)
        if translated is None or translated.reader != now or translated.source != source:
            cards = self.listing.translated(self._cards)
            translated = self._translated = _Translated(now, source, cards, self._visitors())
        return translated

    @property
    def turns(self) -> frozenset[str]:
        """Codes of all tables where it is this account's turn."""
        return frozenset(turn.code for turn in self.listing.turns)

    def observe(self, callback: Callable[[], None]) -> Callable[[], None]:
        """Call back after each change, on the loop and in the caller's context.

        Changes in quick succession cause one call. Returns the unsubscriber.
        """
        return self._callbacks.observe(callback)

    # --- tables, people and chat as the session shows them

    def refresh_tables(self, codes: Collection[str]) -> None:
        """Rebuild the cards of some tables, and the invitation if it concerns them."""
        name = self.account.name
        tables = self.services.tables.all
        has_changed = self.listing.refresh(codes)
        is_invited_now = any(is_invited(tables.get(code), name) for code in codes)
        if is_invited_now or (self.invitation and self.invitation.code in codes):
            self.invitation = self._newest_invitation()
            has_changed = True
            # An invited account may see who is at the table.
            self.refresh_people()
        if has_changed:
            self._cards = self.listing.cards
            self._callbacks.changed()

    def remove_table(self, code: str) -> None:
        """Stop showing a deleted table."""
        if self.listing.remove(code):
            self._cards = self.listing.cards
            self._callbacks.changed()

    def refresh_people(self) -> None:
        """Rebuild the list of people."""
        with reading("en"):
            people = self._visitors()
        if people != self._people:
            self._people = people
            self._callbacks.changed()

    def _visitors(self) -> tuple[Visitor, ...]:
        present = self.services.attendance.all.values()
        return lobby_cards.visitors(present, self.account.name, self._visible)

    def _visible(self, code: str) -> TableInfo | None:
        """Return the table of a code if this account may know of it."""
        table = self.services.tables.all.get(code)
        return table if table and self.services.codes.may_know(table, self.account.name) else None

    def redraw(self) -> None:
        """Redraw the tournaments and the chats."""
        self._callbacks.changed()

    @property
    def table_chat(self) -> tuple[ChatLine, ...]:
        """The chat of the table at which this session waits."""
        chat = self.services.chat
        room, since = self.room, self.since
        return (
            translated(self.unblocked(chat.lines_with_announcements(room, since))) if room else ()
        )

    # --- friends

    @property
    def friends(self) -> tuple[Friend, ...]:
        """The account's friends, those present first, then the accounts it blocks."""
        return lobby_cards.friends(self.account, self.people)

    async def befriend(self, name: str, is_on: bool = True) -> str:
        """Add an account to the friends, or remove it; return the name as its owner spells it."""
        return await self._set_listed(name, is_on, is_friends=True)

    async def block(self, name: str, is_on: bool = True) -> str:
        """Block or unblock an account; return the name as its owner spells it.

        A blocked account cannot write to, invite or join this one.
        """
        return await self._set_listed(name, is_on, is_friends=False)

    async def _set_listed(self, name: str, is_on: bool, *, is_friends: bool) -> str:
        """Put an account at the end of the friends or of the blocked accounts, or remove it from
        them."""
        with rejecting():
            proper_name = await self._listed_name(name, is_on, is_friends)

            def alter(account: Account) -> Account:
                names = account.friends if is_friends else account.blocked
                names = tuple(other for other in names if other != proper_name)
                if is_on and len(names) >= LISTED_MAX:
                    raise Rejected(tr("Your list is full."))
                names = (*names, proper_name) if is_on else names
                if is_friends:
                    return replace(account, friends=names)
                return replace(account, blocked=names)

            self.account = await change(self.services.store, self.account.name, alter)
        self.invitation = self._newest_invitation()
        self._callbacks.changed()
        return proper_name

    async def _listed_name(self, name: str, is_on: bool, is_friends: bool) -> str:
        """Return the proper spelling of a name to be listed or unlisted; raises Rejected."""
        if not is_on:
            # A removed account is found in the account's own lists only.
            names = (*self.account.friends, *self.account.blocked)
            if proper_name := next((other for other in names if fold(other) == fold(name)), ""):
                return proper_name
        proper_name = await self.services.tables.known_name(name)
        if proper_name == self.account.name:
            raise Rejected(tr("That is you."))
        account = await self.services.store.account(proper_name)
        if is_on and is_friends and account and account.is_guest:
            raise Rejected(
                tr("{name} is a guest, whose name others may have later.", name=proper_name)
            )
        return proper_name

    async def _check_blocks(self, names: Iterable[str], sentence: str) -> None:
        """Raise Rejected with a sentence if any of the named accounts blocks this one.

        Raises:
            StoreError: if an account cannot be read.
        """
        for name in sorted({*names} - {self.account.name}):
            other = await self.services.store.account(name)
            if other and self.account.name in other.blocked:
                raise Rejected(tr(sentence, name=other.name))

    async def _check_invited(self, names: Collection[str]) -> None:
        """Raise Rejected if any of the named accounts blocks this one, or is blocked by it: neither
        could sit down.

        Raises:
            StoreError: if an account cannot be read.
        """
        await self._check_blocks(names, NO_INVITATION)
        blocked = {fold(name): name for name in self.account.blocked}
        for name in names:
            if proper_name := blocked.get(fold(name)):
                raise Rejected(tr("{name} is blocked.", name=proper_name))

    # --- holidays

    @property
    def holiday(self) -> float:
        """The end of the account's holiday, in seconds since the epoch; 0 without one."""
        return end_of_holiday(self.account.holidays, self.services.now())

    @property
    def holiday_left(self) -> int:
        """Number of holiday days left to the account in this season."""
        begin = Season.at(self.services.now()).begins
        return max(0, HOLIDAY_DAYS - days_of_holiday(self.account.holidays, begin))

    async def take_holiday(self, days: int) -> None:
        """Stop the clocks of the account's turn-based matches for some days from now on.

        Args:
            days: 0 ends the holiday now.
        """
        self.check_kept()
        services = self.services
        name = self.account.name
        now = self.services.now()
        season = Season.at(now)

        def alter(account: Account) -> Account:
            # Holidays of this season and the one before are kept.
            holidays = tuple(row for row in account.holidays if row.until > season.moved(-1).begins)
            changed = with_holiday(holidays, days, season.begins, now)
            return replace(account, holidays=changed)

        with rejecting():
            self.account = await change(services.store, name, alter)
            apply = partial(on_holiday, holidays={name: self.account.holidays})
            # ``on_holiday`` returns the same object where nothing changes, which saves the store.
            for table in [*services.tables.all.values()]:
                if apply(table) is not table:
                    await services.tables.change(table.code, apply)
        self._callbacks.changed()

    # --- tables

    async def find(self, code: str) -> TableCard:
        """Return the card of the table of a typed code, which is listed from now on."""
        with rejecting():
            table = await self.table(code)
        self.refresh_tables([table.code])
        return self.listing.drawn(table)

    async def create(self, plan: TablePlan) -> str:
        """Open a table with the account in the seat planned as ``me``; return its code.

        A table without free seats begins at once.
        """
        services = self.services
        name = self.account.name
        if plan.terms == "rated":
            self.check_kept()
        own_tables = [hosted for hosted in services.tables.all.values() if hosted.host == name]
        if (
            sum(hosted.phase != "over" and not hosted.tournament for hosted in own_tables)
            >= services.limits.tables_of_account_max
        ):
            raise Rejected(
                tr("You have as many tables as one player may have; end one of them first.")
            )
        with rejecting():
            await self._check_invited([seat.name for seat in plan.seats if seat.kind == "reserved"])
            table = await services.tables.create(self.account, plan, services.now())
            if is_full(table):
                await self.open_tables.begin(table.code)
        return table.code

    @property
    def last_table(self) -> TableInfo | None:
        """The last table opened by the account, if the server still remembers it."""
        name = self.account.name
        hosted = [
            table
            for table in self.services.tables.all.values()
            if table.host == name and not table.tournament
        ]
        return max(hosted, key=lambda table: table.made, default=None)

    async def again(self) -> str:
        """Open a table like the account's last one; return its code."""
        last = self.last_table
        if last is None:
            raise Rejected(tr("You have opened no table yet."))
        return await self._create_again(last)

    async def _create_again(self, table: TableInfo) -> str:
        """Open a table like an earlier one; return its code. Seats of removed accounts are open."""

        async def seat(planned: SeatPlan) -> SeatPlan:
            is_reserved = planned.kind == "reserved"
            account = await self.services.store.account(planned.name) if is_reserved else None
            return SeatPlan("open") if account and account.is_removed else planned

        plan = plan_again(table, self.account.name)
        with rejecting():
            seats = [await seat(planned) for planned in plan.seats]
        return await self.create(replace(plan, seats=tuple(seats)))

    async def for_two(self, game: str, friend: str = "") -> str:
        """Return the code of a table for two: one already open to anybody, or a new one.

        Nobody sits down at a rated or turn-based table without having read its card.

        Args:
            friend: the account for whom the seat is reserved, with a day for each move; empty for
                anybody, with five minutes.
        """
        if not friend:
            for card in self.cards:
                is_free = card.can_sit and not card.is_mine and not card.is_private
                if not is_free or card.game != game or len(card.seats) != 2:
                    continue
                table = self.services.tables.all[card.code]
                if table.terms != "rated" and not clock_of(table).is_turn_based:
                    # A table whose host blocks this account is passed over.
                    with suppress(Rejected), rejecting():
                        await self._check_blocks([card.host], NO_JOIN)
                        if card.host not in self.account.blocked:
                            return card.code
        return await self.create(plan_for_two(game, friend))

    async def rematch(self, code: str) -> str:
        """Return the code of a table with the seats and rules of a finished one.

        If another of its players has already opened such a table, that one is returned.
        """
        with rejecting():
            old = await self.table(code)
            if old.tournament:
                raise Rejected(tr("A match of a tournament is played once."))
            if old.phase != "over" or not seats_of(old, self.account.name):
                raise Rejected(tr("Only those who sat there can play the same again."))
            again = await self.services.tables.refresh(old.rematch) if old.rematch else None
        if again and again.phase != "over":
            return again.code
        new = await self._create_again(old)

        def claim(table: TableInfo) -> TableInfo:
            # Another player may have opened a table for the rematch meanwhile.
            return replace(table, rematch=new) if table.rematch == old.rematch else table

        with rejecting():
            claimed = await self.services.tables.change(old.code, claim)
        if claimed.rematch != new:
            # Leaving one's own table removes it.
            await self.leave(new)
        return claimed.rematch

    async def join(self, code: str, words: str = "") -> ServerSeatAccess:
        """Sit down in a free seat or return to one's own; return once the match has begun.

        If the caller stops waiting, the account stays seated.

        Args:
            words: any text, mixed into the seed of the match.
        """
        with rejecting():
            table = await self.table(code)
            if table.phase == "gathering" and not seats_of(table, self.account.name):
                if table.terms == "rated":
                    self.check_kept()
                await self._check_blocks(table.people, NO_JOIN)
            sit = partial(self._participant.sit, words=words)
            await self.services.tables.change(table.code, sit)
            async with self.waiting(table.code):
                await self._begun(table.code)
        return await take_seats(self, table.code)

    async def _begun(self, code: str) -> None:
        """Wait until a match in which the account has a seat begins."""
        while True:
            table = self.services.tables.all.get(code)
            if table is None:
                raise Rejected(tr("The host has closed that table."))
            if not seats_of(table, self.account.name):
                raise Rejected(tr("You have left that table."))
            if table.phase != "gathering":
                return
            if is_full(table):
                # Any of the waiting sessions may begin it, here or at another host.
                await self.open_tables.begin(code)
            else:
                await self.services.tables.next_change(code)

    async def enter(self, code: str) -> ServerSeatAccess:
        """Return the access to the account's seat in a match."""
        return await enter(self, code)

    async def watch(self, code: str) -> ServerSeatAccess:
        """Return a spectator's access to a match."""
        with rejecting():
            table = await self.table(code)
            if seats_of(table, self.account.name):
                raise Rejected(tr("You play there, so you cannot watch; enter your seat."))
            if table.watching == "none":
                raise Rejected(tr("That table has no spectators."))
            if table.phase == "gathering":
                raise Rejected(tr("That match has not begun: seats are free."))
            if table.phase == "over":
                # ``opens_record``, not ``watching``, decides whether the account may replay it.
                raise Rejected(tr("The match is over."))
            return await take_place(self, table.code, ())

    async def add_words(self, code: str, words: str) -> None:
        """Mix words into the seed of a match that has not begun, replacing earlier words."""
        with rejecting():
            table = await self.table(code)
            add = partial(self._participant.add_words, words=words)
            await self.services.tables.change(table.code, add)

    async def leave(self, code: str) -> None:
        """Get up from a gathering table; if its host leaves, the table is removed."""
        with rejecting():
            table = await self.table(code)
            if table.host != self.account.name:
                await self.services.tables.change(table.code, self._participant.get_up)
            elif table.phase != "gathering" or is_full(table):
                raise Rejected(tr("The match has begun; you may resign there."))
            else:
                await self.services.tables.remove(table.code)

    async def resign(self, code: str) -> None:
        """Let a bot play the account's seats at a table to the end."""
        await resign(self, code)

    async def start(self, code: str) -> None:
        """Fill the free seats of the account's own table with bots, which begins the match."""
        with rejecting():
            table = await self.table(code)
            await self.services.tables.change(table.code, self._participant.fill)
            await self.open_tables.begin(table.code)

    async def invite(self, name: str, code: str) -> str:
        """Invite an account to a gathering table; return the name as its owner spells it."""
        with rejecting():
            table = await self.table(code)
            proper_name = await self.services.tables.known_name(name)
            await self._check_invited([proper_name])
            invite = partial(self._participant.invite, name=proper_name)
            await self.services.tables.change(table.code, invite)
            return proper_name

    async def answer(self, is_accepted: bool) -> ServerSeatAccess | None:
        """Answer the invitation; return the access to the seat, or None if it is declined."""
        invitation = self.invitation
        if invitation is None:
            raise Rejected(tr("That invitation is no longer open."))
        if is_accepted:
            return await self.join(invitation.code)
        with rejecting():
            await self.services.tables.change(invitation.code, self._participant.decline)
        return None

    @property
    def _participant(self) -> Participant:
        return Participant(self.account.name)

    # --- finished matches

    async def record(self, code: str) -> bytes:
        """Return the record of a finished match that the account may replay."""
        with rejecting():
            table = await self.table(code)
            if table.phase != "over":
                raise Rejected(tr("The record can be read only when the match is over."))
            if not lobby_cards.can_replay(table, self.account.name):
                raise Rejected(tr("Only those who sat there may read the record of that match."))
            return await self.services.store.record(table.code)

    async def replay(self, code: str) -> ServerMatch:
        """Return a finished match to replay."""
        text = await self.record(code)
        with rejecting():
            table = await self.table(code)
            match = await asyncio.to_thread(load, text)
            return ServerMatch(match, seats_of(table, self.account.name), resigned_seats(table))

    # --- ratings

    async def ladders(self) -> list[LadderKey]:
        """Return the ladders that have matches, those with the most matches first."""
        with rejecting():
            await self.services.ratings.load()
        return self.services.ratings.ladders

    def seasons(self, key: LadderKey) -> list[Season]:
        """Return the seasons of a ladder, the current one first."""
        return self.services.ratings.seasons(key, self.services.now())

    async def ladder(self, key: LadderKey, season: Season) -> tuple[LadderRow, ...]:
        """Return the players of a ladder in a season, leaving out removed accounts."""
        with rejecting():
            await self.services.ratings.load()
            accounts = await self.services.store.accounts()
        removed = {account.name for account in accounts if account.is_removed}
        return self.services.ratings.ladder(key, season, removed)

    async def profile(self, name: str) -> tuple[Profile, tuple[TableCard, ...]]:
        """Return an account's profile, and the latest of its matches that this account may see."""
        services = self.services
        with rejecting():
            await services.ratings.load()
            proper_name = await services.tables.known_name(name)
            account = await services.store.account(proper_name)
            finished = await services.tables.finished(proper_name, FINISHED_MAX)
            given = await services.ratings.given(proper_name)
        tables = [
            table
            for table in finished
            if seats_of(table, proper_name) and services.codes.may_know(table, self.account.name)
        ]
        made = account.made if account else ""
        cards = tuple(self.listing.drawn(table) for table in tables)
        return services.ratings.profile(proper_name, made, given), cards

    async def finds(self, name: str) -> Finds:
        """Return the achievements of an account in its finished matches.

        Leaves out matches of deals that others may still play, or whose tournament is damaged.
        """
        services = self.services
        with rejecting():
            proper_name = await services.tables.known_name(name)
            tables = []
            for table in await services.tables.finished(proper_name, FINISHED_MAX):
                # Only a deal is played at several tables.
                contest = await services.tournaments.known(table.tournament) if table.deal else None
                if not table.deal or (contest and contest.phase == "over"):
                    tables.append(table)
            return await finds_of(services.store, proper_name, tables)

    # --- chat

    async def say(self, text: str) -> None:
        """Write a line in the lobby's chat, or give a moderator's order such as ``/kick Emma``."""
        word, _, subject = text.removeprefix("/").partition(" ")
        if text.startswith("/") and self.account.may("moderate"):
            if word not in ORDERS:
                raise Rejected(tr("{orders} are the orders.", orders=listed(ORDERS)))
            await self.order(word, subject.strip())
            return
        await self.services.chat.say(LOBBY, self.account, text)

    async def order(self, word: str, subject: str) -> str:
        """Carry out a moderator's order; return a sentence about it.

        Args:
            word: one of ORDERS.
            subject: the name of a player, or the code of a table.
        """
        store = self.services.store
        me = self.account
        if not me.may("moderate"):
            raise Rejected(tr("Only moderators can do that."))
        with rejecting():
            if word == "end":
                table = await store.table(read_code(subject))
                if table and seats_of(table, me.name) and table.phase == "playing":
                    raise Rejected(tr("You play there yourself: another moderator has to end it."))
                await end_table(store, subject, self.services.now())
                done = tr("The table {code} is ended.", code=read_code(subject))
            else:
                name = await self.services.tables.known_name(subject)
                account = await store.account(name)
                if account and account.may("moderate"):
                    raise Rejected(tr("{name} is a moderator, too.", name=name))
                if word == "kick":
                    if self._plays_with(name):
                        # A player who is sent away repeatedly cannot move, and loses by the clock.
                        raise Rejected(
                            tr("You play with {name}: another moderator has to do that.", name=name)
                        )
                    await kick(store, name, now=self.services.now())
                    done = tr("{name} is sent away.", name=name)
                else:
                    await mute(store, name, is_muted=word == "mute")
                    done = (
                        tr("{name} is muted.", name=name)
                        if word == "mute"
                        else tr("{name} may speak again.", name=name)
                    )
        log("moderated", name=me.name, order=word, subject=subject[:CODE_OR_NAME_CHARACTERS_MAX])
        return done

    def _plays_with(self, name: str) -> bool:
        """Return whether this account and another one sit at the same running match."""
        tables = self.services.tables.all.values()
        both = (self.account.name, name)
        return any(
            table.phase == "playing" and all(seats_of(table, player) for player in both)
            for table in tables
        )

    async def say_at_table(self, text: str) -> None:
        """Write a line in the chat of the table at which this session waits."""
        if not self.room:
            raise Rejected(tr("You do not wait at a table."))
        await self.services.chat.say(self.room, self.account, text)
