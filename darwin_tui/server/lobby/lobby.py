"""The lobby: the tables, people and chat of a server for a signed-in account."""

import asyncio
from collections.abc import Callable, Collection
from functools import partial
from typing import Final, NamedTuple

import msgspec
from msgspec.structs import replace

from darwin_core.text.language import Reader, language, reader, reading, tr
from darwin_core.text.wording import listed
from darwin_tui.library.seat_access import ChatLine, Rejected, SeatAccess
from darwin_tui.server.event_log import log
from darwin_tui.server.lobby import lobby_cards
from darwin_tui.server.lobby.account_session import FINISHED_MAX, AccountSession
from darwin_tui.server.lobby.lobby_cards import Invitation, TableCard, Visitor
from darwin_tui.server.lobby.server_seat_access import (
    KeptMatch,
    enter,
    resign,
    take_place,
    take_seats,
)
from darwin_tui.server.store.accounts import mute
from darwin_tui.server.store.admission import kick
from darwin_tui.server.store.contract import LOBBY, TableInfo, read_code
from darwin_tui.server.store.orders import end_table
from darwin_tui.server.tables.chat import in_language
from darwin_tui.server.tables.register import (
    Guest,
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
CODE_OR_NAME_MAX: Final = 16


class _Translated(NamedTuple):
    """Tables and people in the language of a reader."""

    reader: Reader
    source: tuple[tuple[TableCard, ...], tuple[Visitor, ...]]
    """The same in English."""
    cards: tuple[TableCard, ...]
    people: tuple[Visitor, ...]


class Lobby(AccountSession):
    """A session's interface to the server: tables, people, chat. Every refusal is a Rejected.

    Its texts are safe to show. It leaves out private tables that the account does not know, and
    hidden hands.
    """

    def __post_init__(self) -> None:
        super().__post_init__()
        self._callbacks = Callbacks()
        self._cards: tuple[TableCard, ...] = ()
        self._people: tuple[Visitor, ...] = ()
        self._translated: _Translated | None = None
        self._arrived = self.account
        tables, name = self.services.tables.all.values(), self.account.name
        self._visited = lobby_cards.concerning(tables, name)
        self.invitation: Invitation | None = None
        self.refresh_people()
        self.invitation = lobby_cards.invitation(tables, name)
        self.refresh_tables(self.listing.codes())

    @property
    def title(self) -> str:
        """The server's name."""
        return self.services.title

    async def load(self) -> None:
        """Add the account's finished matches that the server does not remember."""
        tables = self.services.tables
        with rejecting():
            finished = await tables.finished(self.account.name, FINISHED_MAX)
        older = [table for table in finished if table.code not in tables.all]
        if older:
            self.listing.add_finished(older)
            self._visited += lobby_cards.concerning(older, self.account.name)
            self._cards = self.listing.cards
            self._callbacks.changed()

    @property
    def cards(self) -> tuple[TableCard, ...]:
        """Tables where it is my turn, my other tables, gathering, played, and finished tables."""
        return self._cards if language() == "en" else self._in_language().cards

    @property
    def people(self) -> tuple[Visitor, ...]:
        return self._people if language() == "en" else self._in_language().people

    @property
    def news(self) -> tuple[str, ...]:
        """A sentence for each event since the last visit."""
        welcome = [self.welcome] if self.welcome else []
        return (*lobby_cards.news(self._visited, self._arrived), *welcome)

    @property
    def chat(self) -> tuple[ChatLine, ...]:
        return in_language(self.services.chat.lines(LOBBY))

    def _in_language(self) -> "_Translated":
        """Return tables and people in the language of the reader."""
        translated, now = self._translated, reader()
        source = (self._cards, self._people)
        if translated is None or translated.reader != now or translated.source != source:
            cards = self.listing.in_language(self._cards)
            translated = self._translated = _Translated(now, source, cards, self._visitors())
        return translated

    @property
    def turns(self) -> frozenset[str]:
        """The codes of all tables where it is this account's turn."""
        return frozenset(turn.code for turn in self.listing.turns)

    @property
    def next_turn(self) -> str | None:
        """The code of a table where it is this account's turn."""
        return self.listing.next_turn_but("")

    def observe(self, callback: Callable[[], None]) -> Callable[[], None]:
        """Call back after each change, on the loop, in the caller's context; return the end.

        Changes in quick succession are one call.
        """
        return self._callbacks.observe(callback)

    # --- showing tables, people and chat

    def refresh_tables(self, codes: Collection[str]) -> None:
        """Show some tables as they are now."""
        name, tables = self.account.name, self.services.tables.all
        has_changed = self.listing.refresh(codes)
        is_called = any(is_invited(tables.get(code), name) for code in codes)
        if is_called or (self.invitation and self.invitation.code in codes):
            self.invitation = lobby_cards.invitation(tables.values(), name)
            has_changed = True
            # Those who are called may know who is there.
            self.refresh_people()
        if has_changed:
            self._cards = self.listing.cards
            self._callbacks.changed()

    def remove_table(self, code: str) -> None:
        """Show a table no longer, which is gone."""
        if self.listing.remove(code):
            self._cards = self.listing.cards
            self._callbacks.changed()

    def refresh_people(self) -> None:
        """Make the list of people again."""
        with reading("en"):
            people = self._visitors()
        if people != self._people:
            self._people = people
            self._callbacks.changed()

    def _visitors(self) -> tuple[Visitor, ...]:
        present = self.services.attendance.all.values()
        return lobby_cards.visitors(present, self.account.name, self._visible)

    def _visible(self, code: str) -> TableInfo | None:
        table = self.services.tables.all.get(code)
        return table if table and self.services.codes.may_know(table, self.account.name) else None

    def refresh_chat(self) -> None:
        """Show the chat of the lobby, and of a table before its match, as it is now."""
        self._callbacks.changed()

    @property
    def table_chat(self) -> tuple[ChatLine, ...]:
        """The chat of the table at which this session waits."""
        chat = self.services.chat
        room, since = self.room, self.since
        return in_language(chat.lines_with_notices(room, since)) if room else ()

    # --- tables

    async def find(self, code: str) -> TableCard:
        """Return the table of a code that somebody has sent; from now on it is among the cards."""
        with rejecting():
            table = await self.table(code)
        self.refresh_tables([table.code])
        return self.listing.drawn(table)

    async def create(self, plan: TablePlan) -> str:
        """Make a table at which the account sits in the seat planned as ``me``; return its code.

        A table without free seats begins at once.
        """
        services, name = self.services, self.account.name
        own_tables = [hosted for hosted in services.tables.all.values() if hosted.host == name]
        if (
            sum(hosted.phase != "over" for hosted in own_tables)
            >= services.limits.tables_of_account_max
        ):
            raise Rejected(
                tr("You have as many tables as one player may have; end one of them first.")
            )
        with rejecting():
            table = await services.tables.create(self.account, plan, services.now())
            if is_full(table):
                await self.open_tables.begin(table.code)
        return table.code

    async def rematch(self, code: str) -> str:
        """Return the code of a table with the seats and rules of a finished one: another player
        there may have opened it already, else it is new."""
        with rejecting():
            old = await self.table(code)
            if old.phase != "over" or not seats_of(old, self.account.name):
                raise Rejected(tr("Only those who sat there can play the same again."))
            again = await self.services.tables.refresh(old.rematch) if old.rematch else None
        if again and again.phase != "over":
            return again.code
        new = await self.create(plan_again(old, self.account.name))

        def claim(table: TableInfo) -> TableInfo:
            # Another may have been quicker.
            return replace(table, rematch=new) if table.rematch == old.rematch else table

        with rejecting():
            claimed = await self.services.tables.change(old.code, claim)
        if claimed.rematch != new:
            await self.leave(new)
        return claimed.rematch

    async def join(self, code: str, words: str = "") -> SeatAccess:
        """Sit down in a free seat, or return to one's seat; return once the match has begun.

        If the caller stops waiting, the account stays seated.

        Args:
            words: any text, which is mixed into the seed of the match.
        """
        with rejecting():
            table = await self.table(code)
            sit = partial(self._guest.sit, words=words)
            await self.services.tables.change(table.code, sit)
            async with self.waiting(table.code):
                await self._begun(table.code)
        return await take_seats(self, table.code)

    async def _begun(self, code: str) -> None:
        """Wait until a match begins in which the account has a seat."""
        while True:
            table = self.services.tables.all.get(code)
            if table is None:
                raise Rejected(tr("The host has closed that table."))
            if not seats_of(table, self.account.name):
                raise Rejected(tr("You have left that table."))
            if table.phase != "gathering":
                return
            if is_full(table):
                await self.open_tables.begin(code)
            else:
                await self.services.tables.next_change(code)

    async def enter(self, code: str) -> SeatAccess:
        """Return the access to a match in which the account has a seat."""
        return await enter(self, code)

    async def watch(self, code: str) -> SeatAccess:
        """Return a spectator's access to a match."""
        with rejecting():
            table = await self.table(code)
            if seats_of(table, self.account.name):
                raise Rejected(tr("You play there, so you cannot watch; enter your seat."))
            if table.watching == "none":
                raise Rejected(tr("That table has no spectators."))
            if table.phase == "gathering":
                raise Rejected(tr("That match has not begun: seats are free."))
            return await take_place(self, table.code, ())

    async def add_words(self, code: str, words: str) -> None:
        """Mix words into the seed of a match that has not begun, in place of earlier words."""
        with rejecting():
            table = await self.table(code)
            add = partial(self._guest.add_words, words=words)
            await self.services.tables.change(table.code, add)

    async def leave(self, code: str) -> None:
        """Get up from a table that is gathering; a table that its host leaves is removed."""
        with rejecting():
            table = await self.table(code)
            if table.host != self.account.name:
                await self.services.tables.change(table.code, self._guest.get_up)
            elif table.phase != "gathering" or is_full(table):
                raise Rejected(tr("The match has begun; you may resign there."))
            else:
                await self.services.tables.remove(table.code)

    async def resign(self, code: str) -> None:
        """Let a bot play the account's seats at a table to the end."""
        await resign(self, code)

    async def start(self, code: str) -> None:
        """Fill the free seats of the account's table with bots, which begins the match."""
        with rejecting():
            table = await self.table(code)
            await self.services.tables.change(table.code, self._guest.fill)
            await self.open_tables.begin(table.code)

    async def invite(self, name: str, code: str) -> str:
        """Invite an account to a table that is gathering; return its name as it is written."""
        with rejecting():
            table = await self.table(code)
            known = await self.services.tables.known_name(name)
            invite = partial(self._guest.invite, name=known)
            await self.services.tables.change(table.code, invite)
            return known

    async def answer(self, is_accepted: bool) -> SeatAccess | None:
        """Answer the invitation; return as ``join`` does, or None if it is declined."""
        invitation = self.invitation
        if invitation is None:
            raise Rejected(tr("That invitation is no longer open."))
        if is_accepted:
            return await self.join(invitation.code)
        with rejecting():
            await self.services.tables.change(invitation.code, self._guest.decline)
        return None

    @property
    def _guest(self) -> Guest:
        return Guest(self.account.name)

    # --- finished matches

    async def record(self, code: str) -> bytes:
        """Return the record of a finished match."""
        with rejecting():
            table = await self.table(code)
            if table.phase != "over":
                raise Rejected(tr("The record can be read only when the match is over."))
            if not lobby_cards.can_replay(table, self.account.name):
                raise Rejected(tr("Only those who sat there may read the record of that match."))
            return await self.services.store.record(table.code)

    async def replay(self, code: str) -> KeptMatch:
        """Return a finished match to replay."""
        text = await self.record(code)
        with rejecting():
            table = await self.table(code)
            match = await asyncio.to_thread(load, text)
            return KeptMatch(match, seats_of(table, self.account.name), resigned_seats(table))

    # --- chat and settings

    async def say(self, text: str) -> None:
        """Write a line in the lobby's chat, or give a moderator's order, as ``/kick Emma``."""
        word, _, subject = text.removeprefix("/").partition(" ")
        if text.startswith("/") and self.account.is_moderator:
            if word not in ORDERS:
                raise Rejected(tr("{orders} are the orders.", orders=listed(ORDERS)))
            await self.order(word, subject.strip())
            return
        await self.services.chat.say(LOBBY, self.account, text)

    async def order(self, word: str, subject: str) -> str:
        """Carry out a moderator's order, and return a sentence on it.

        Args:
            word: one of ORDERS.
            subject: the name of a player, or the code of a table.
        """
        store, me = self.services.store, self.account
        if not me.is_moderator:
            raise Rejected(tr("Only moderators can do that."))
        with rejecting():
            if word == "end":
                await end_table(store, subject, self.services.now())
                done = tr("The table {code} is ended.", code=read_code(subject))
            else:
                name = await self.services.tables.known_name(subject)
                account = await store.account(name)
                if account and account.is_moderator:
                    raise Rejected(tr("{name} is a moderator, too.", name=name))
                if word == "kick":
                    await kick(store, name, now=self.services.now())
                    done = tr("{name} is sent away.", name=name)
                else:
                    await mute(store, name, is_muted=word == "mute")
                    done = (
                        tr("{name} is muted.", name=name)
                        if word == "mute"
                        else tr("{name} may speak again.", name=name)
                    )
        log("moderated", name=me.name, order=word, subject=subject[:CODE_OR_NAME_MAX])
        return done

    async def say_at_table(self, text: str) -> None:
        """Write a line in the chat of the table at which this session waits."""
        if not self.room:
            raise Rejected(tr("You do not wait at a table."))
        await self.services.chat.say(self.room, self.account, text)

    async def keep_settings(self, settings: bytes) -> None:
        """Keep the account's settings, JSON as in a settings file."""
        raw = msgspec.Raw(settings)
        with rejecting():
            await self.services.change_account(
                self.account.name, lambda account: replace(account, settings=raw)
            )
