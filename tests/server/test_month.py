"""A simulated month of a server: accounts come and go, play and fall silent, the clock jumps, and
the server is restarted and killed.

After each hour clocks and notices are checked, and after each day everything that must follow from
the records. A campaign simulates SERVER_DAYS days with SERVER_ACCOUNTS accounts and SERVER_MATCHES
matches in all: SERVER_MATCHES=10000 pytest -n0 -s -m campaign tests/server/test_month.py
"""

import asyncio
import os
import re
import time
from collections import Counter
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager, suppress
from datetime import UTC, datetime
from functools import partial
from random import Random
from typing import Any

import pytest
import redis
from server.stores import KINDS, Address, Folder, Place
from server.tables import ME, OPEN, Hall, Time, act, patched, plan
from server.test_notifications import Listener, listening
from waiting import PATIENCE_SECONDS, until

from darwin_core.contract import registry
from darwin_core.match import AnyMatch, Refused, undone_line
from darwin_tui.library.dates import DAY_SECONDS
from darwin_tui.library.seat_access import Rejected
from darwin_tui.seating import result
from darwin_tui.server.lobby.lobby import Lobby
from darwin_tui.server.operations.notifications import Contact, Outbox, change_contact
from darwin_tui.server.store.accounts import allow, new_guest, remove
from darwin_tui.server.store.admission import Admission, Ban, ban, guests, note_guest
from darwin_tui.server.store.contract import (
    CHALLENGES,
    LOBBY,
    Account,
    Store,
    TableInfo,
    Tournament,
    decode,
)
from darwin_tui.server.tables import pairing, ratings
from darwin_tui.server.tables.clocks import HOUR_SECONDS, may_be_overdue
from darwin_tui.server.tables.clocks import waits_for_bots as bots_owe
from darwin_tui.server.tables.ratings import Course, Ratings
from darwin_tui.server.tables.register import SeatPlan, is_full, load, seats_of
from darwin_tui.server.tables.tournaments import (
    TournamentPlan,
    challenge_of,
    day_of,
    put_tournament,
    tournaments,
)
from darwin_tui.terminal.limits import Limits

DAYS = int(os.environ.get("SERVER_DAYS", "30"))
ACCOUNTS = int(os.environ.get("SERVER_ACCOUNTS", "100"))
MATCHES = int(os.environ.get("SERVER_MATCHES", "10000"))
BEGINNING = datetime(2026, 12, 1, tzinfo=UTC).timestamp()
LIMITS = Limits(finished_max=60, notifications_a_day=5)
CODE = r"[0-9A-HJKMNP-TV-Z]{4}"
NOTICE = re.compile(
    rf"(Your turn|You are invited|The tournament has begun): [^,]+, (?:table|tournament) ({CODE})"
    r"(?:, with [\w, -]+)?\."
)
"""The only sentences that notices may contain."""


class Month:
    """A server with its accounts, and notes of its history to check the server's state against."""

    def __init__(self, place: Place, listener: Listener, chance: Random, accounts: int) -> None:
        self.place = place
        self.listener = listener
        self.chance = chance
        self.time = Time()
        self.time.now = BEGINNING
        self.names = [f"Ada{number}" for number in range(accounts)]
        self.contacts: dict[str, Contact] = {}
        self.banned: dict[str, float] = {}
        self.here: dict[str, Lobby] = {}
        self.typed: dict[str, set[str]] = {name: set() for name in self.names}
        self.servers = 0
        self.store: Store
        self.hall: Hall
        self.outbox: Outbox
        self.seats: dict[str, tuple[str, ...]] = {}
        """The names by seat at each table whose match has begun."""
        self.versions: dict[str, int] = {}
        """The version of each table with a clock at the last check."""
        self.lines: dict[str, int] = {}
        """The number of lines of each match with a clock at the last check."""
        self.acted: Counter[tuple[str, int]] = Counter()
        """The number of actions by each person's seat since the last check."""
        self.asked: dict[tuple[str, int, int], float] = {}
        """The time at which a decision was first asked, by table, seat, and the number of the
        seat's earlier actions."""
        self.undid: set[tuple[str, int]] = set()
        """Seats that have undone an action. Their decision may be asked since an earlier time."""
        self.paused: dict[str, float] = {}
        self.unkept: set[str] = set()
        """Tables whose last line a killed server had not noted in the table's entry."""
        self.told: Counter[tuple[str, str, str, int]] = Counter()
        """The number of notices by player, kind, code and time of the question."""
        self.told_at: dict[str, list[float]] = {name: [] for name in self.names}
        self.cut: set[str] = set()
        """The ids of notices during whose sending the server was killed."""
        self.counts: Counter[str] = Counter()

    # --- the server

    async def start(self) -> None:
        self.servers += 1
        self.store = self.place.store()
        await self.store.open()
        self.hall = Hall(self.store, f"server{self.servers}", self.time, LIMITS)
        await self.hall.begin()
        services = self.hall.server_tables.services
        await until(lambda: self.hall.server_tables._is_open)
        services.allows_own_network = True
        self.outbox = Outbox(services)

    async def end(self) -> None:
        self.here.clear()
        await self.outbox.close()
        await self.hall.end()
        await self.store.close()

    async def restart(self) -> None:
        await self.end()
        await self.start()
        self.counts["restarts"] += 1

    async def kill(self) -> None:
        """Kill the server, perhaps before tables have noted their last lines, and start another."""
        for code, live in self.hall.open.items():
            if live.info.line != len(live.match.lines):
                self.unkept.add(code)
        server_tables = self.hall.server_tables
        await self.hall.kill()
        # Tasks that the killed process had begun must not continue beside the next process.
        begun = server_tables.open_tables
        await asyncio.gather(
            *begun._opening.values(), *begun._beginning.values(), return_exceptions=True
        )
        await server_tables.services.finish()
        for live in begun.all.values():
            live.close()
        leases = ["notifications", *(f"table:{code}" for code in begun.all)]
        self.here.clear()
        # Remove presences and leases, as if they had expired.
        for name in leases:
            await self.store.release(name, self.hall.process)
        for presence in await self.store.present():
            await self.store.remove_presence(presence.session)
        await self.store.close()
        await self.start()
        self.counts["kills"] += 1

    async def settled(self) -> None:
        """Wait until the server has done everything that is due at the current time."""
        try:
            await until(lambda: not self._work())
        except TimeoutError:
            pytest.fail(f"The server does not come to an end: {self._work()}")

    def _work(self) -> str:
        """Describe some work that the server still has to do; empty if there is none."""
        services = self.hall.server_tables.services
        now = self.time.now
        upkeep = self.hall.server_tables.upkeep
        known = services.tables.all
        here = {presence.name for presence in services.attendance.all.values()}
        if services._spawned or upkeep._marked or upkeep._updating or here != {*self.here}:
            return f"{services._spawned} {upkeep._marked} {here ^ {*self.here}}"
        if upkeep._unchecked is None or upkeep._unchecked:
            return "A look at each match after the start."
        for live in self.hall.open.values():
            is_asked = live.waits_for_bots or live._late or live._overdue(now)
            if is_asked or live.is_idle or (live.has_lease and live.wanted_stand_ins(now)):
                return f"{live.info} {live.clocks.owed_since}"
            if live.info.phase == "playing" and live.info.line != len(live.match.lines):
                return f"{live.info} {len(live.match.lines)}"
        for table in known.values():
            is_due = bots_owe(table) or may_be_overdue(table, now)
            if is_due or (table.phase == "gathering" and is_full(table)):
                return f"{table}"
        leading = services.tournaments.all.values()
        return next((f"{leader}" for leader in leading if not self._is_led(leader, here)), "")

    def _is_led(self, tournament: Tournament, here: set[str]) -> bool:
        """Return whether a tournament is as it must be at the current time."""
        known, now = self.hall.tables, self.time.now
        if tournament.phase == "over":
            return True
        if pairing.advanced(tournament, now, here) is not tournament:
            return False
        return not any(
            row.table not in known or known[row.table].phase == "over" or now >= row.due
            for row in pairing.running(tournament)
            if row.table
        )

    # --- the accounts

    async def wait(self, seconds: float) -> None:
        """Let time pass, and check all clocks."""
        self.time.now += seconds
        await self.settled()
        await self.check_clocks()

    async def come(self, name: str) -> Lobby:
        lobby = self.here[name] = await self.hall.lobby(name)
        return lobby

    async def go(self, name: str) -> None:
        await self.here.pop(name).close()

    async def settle_in(self) -> None:
        """Make the accounts, set their addresses for notices, and give rights to the host."""
        for number, name in enumerate(self.names):
            await self.store.put_account(Account(name))
            if number % 3:
                contact = Contact(
                    "ntfy",
                    self.listener.url.replace("topic", name),
                    "secret",
                    is_confirmed=True,
                    quiet=(22, 7) if number % 4 == 1 else None,
                    digest=18 if number % 5 == 2 else None,
                )
                await change_contact(self.store, name, partial(_put, contact))
                self.contacts[name] = contact
        await allow(self.store, self.names[0], "tournaments", is_allowed=True)

    async def hour(self, seconds: float, visitors: int, matches: int) -> None:
        """Let some time pass, and some accounts visit the server."""
        await self.wait(seconds)
        absent = [
            name
            for name in self.names
            if name not in self.here and self.banned.get(name, 0) <= self.time.now
        ]
        for name in self.chance.sample(absent, min(visitors, len(absent))):
            await self.come(name)
        await self.settled()
        for name in [*self.here]:
            await self.visit(self.here[name])
        for _ in range(matches):
            await self.play_new()
        await self.settled()
        await self.check_clocks()
        self.check_secrets()
        for name in [*self.here]:
            if self.chance.random() < 0.9:
                await self.go(name)
        await self.settled()
        await self.wait(120)
        await self.notify()

    async def visit(self, lobby: Lobby) -> None:
        """Let an account make its moves and do something random in the lobby."""
        chance = self.chance
        name = lobby.account.name
        for turn in lobby.listing.turns[:3]:
            await self.play([name], turn.code, chance.choice((1, 5, 100)))
        await self.play_tournaments(lobby)
        free = [card for card in lobby.cards if card.can_sit and card.phase == "gathering"]
        own_cards = [card for card in lobby.cards if card.is_mine and card.phase == "playing"]
        with suppress(Rejected):
            if free and chance.random() < 0.7:
                await self.sit(lobby, chance.choice(free).code)
            if own_cards and chance.random() < 0.3:
                await self.stir(lobby, chance.choice(own_cards).code)
            other = chance.choice(self.names)
            match chance.randrange(12):
                case 0:
                    await lobby.say(f"Hello {other}")
                case 1:
                    await lobby.befriend(other)
                case 2:
                    await lobby.block(other, is_on=chance.random() < 0.5)
                case 3:
                    code = await lobby.create(self.plan(2, bots=0))
                    await lobby.invite(other, code)
                case 4:
                    await lobby.for_two("dice", other)
                case 5 if over := [card for card in lobby.cards if card.phase == "over"]:
                    await lobby.rematch(over[0].code)
                case 6 if mine := [card for card in lobby.cards if card.phase == "gathering"]:
                    await lobby.leave(chance.choice(mine).code)

    async def stir(self, lobby: Lobby, code: str) -> None:
        """Resign, agree to an end, or vote at a table."""
        access = await lobby.enter(code)
        chance = self.chance
        people, (seat,) = access.table_people, access.people
        try:
            match chance.randrange(4):
                case 0:
                    await people.resign(seat)
                case 1:
                    await people.agree(seat, True)
                case 2:
                    await people.vote(seat, chance.choice(("bot", "stop")))
                case 3:
                    await people.say("Good luck")
        finally:
            access.close()

    def plan(self, seats: int, bots: int) -> Any:
        chance = self.chance
        clock = chance.choice((None, 300, HOUR_SECONDS, DAY_SECONDS))
        bot = SeatPlan("bot", level="random")
        return plan(
            *(ME, *[OPEN] * (seats - bots - 1), *[bot] * bots),
            terms="casual" if bots or clock is None else chance.choice(("rated", "casual")),
            seconds_a_move=clock,
            bots_take_over=clock is not None or chance.random() < 0.5,
            is_private=chance.random() < 0.3,
            watching=chance.choice(("public", "none")),
            opens_record=chance.choice(("seats", "all")),
        )

    async def play_new(self) -> None:
        """Let people who are present play at a new table for a while.

        The first match is rated and played to the end, so that every run has a rated result.
        """
        chance = self.chance
        is_first = not self.counts["matches"]
        count = min(len(self.here), 2 if is_first else chance.choice((2, 2, 2, 3)))
        people = chance.sample([*self.here], count)
        bots = 1 if count < 2 else chance.randrange(2) if count == 2 else 0
        wanted = self.plan(count + bots, bots)
        if is_first:
            wanted = plan(ME, OPEN, terms="rated", seconds_a_move=DAY_SECONDS, bots_take_over=True)
        with suppress(Rejected):
            code = await self.here[people[0]].create(wanted)
            self.counts["matches"] += 1
            for name in people[1:]:
                await self.sit(self.here[name], code)
            if self.hall.tables[code].phase == "playing":
                actions = 1000 if is_first else chance.choice((3, 40, 1000))
                await self.play(people, code, actions)

    async def sit(self, lobby: Lobby, code: str) -> None:
        """Sit down at a table, and wait for its match only if all seats are taken."""
        name = lobby.account.name
        self.typed.setdefault(name, set()).add(code)
        joining = asyncio.ensure_future(lobby.join(code))

        def has_sat() -> bool:
            table = self.hall.tables.get(code)
            return table is not None and bool(seats_of(table, name)) and not is_full(table)

        await until(lambda: joining.done() or has_sat())
        if not joining.done():
            joining.cancel()
            with suppress(asyncio.CancelledError):
                await joining
        else:
            (await joining).close()

    async def play(self, names: Sequence[str], code: str, actions: int) -> None:
        """Let people at a table take up to a number of random actions."""
        with suppress(Rejected):
            places = [await self.here[name].enter(code) for name in names]
            for place in places:
                place.open()
            await self.act(places, actions)
            for place in places:
                place.close()

    async def act(self, places: Sequence[Any], actions: int) -> None:
        chance = self.chance
        for _ in range(actions):
            await places[0].settle_bots()
            for place in places:
                (seat,) = place.people
                try:
                    has_acted = await act(place, chance)
                except Refused:
                    # The match is over by agreement, or the seat has resigned.
                    return
                if has_acted:
                    self.acted[place.code, seat] += 1
                    break
            else:
                return
            if chance.random() < 0.02:
                with suppress(Refused):
                    await place.seat(seat).undo()
                    self.acted[place.code, seat] += 1

    # --- tournaments

    async def open_tournament(self, number: int) -> None:
        wanted = (
            TournamentPlan("duplicate", "dice", seats=2, count=2, seconds=2 * DAY_SECONDS),
            TournamentPlan("swiss", "dice", count=3, wait_seconds=7200, seconds=8 * HOUR_SECONDS),
            TournamentPlan("arena", "dice", seconds=12 * HOUR_SECONDS),
        )[number % 3]
        host = self.names[0]
        if host not in self.here and self.banned.get(host, 0) <= self.time.now:
            await self.come(host)
        if host in self.here:
            await until(lambda: self.here[host].desk.may_open)
            with suppress(Rejected):
                await self.here[host].desk.open(wanted)
                self.counts["tournaments"] += 1
        await self.wait(0)

    async def play_tournaments(self, lobby: Lobby) -> None:
        chance = self.chance
        desk = lobby.desk
        name = lobby.account.name
        day = day_of(self.time.now)
        if await self.store.document(CHALLENGES, day) is None:
            # Put the day's challenge here, without its pars, which take seconds to compute.
            await put_tournament(self.store, challenge_of(day, self.time.now))
        await until(lambda: day in self.hall.server_tables.services.tournaments.all)
        for known in desk.all:
            if known.phase == "over":
                continue
            with suppress(Rejected):
                if chance.random() < 0.5:
                    await desk.join(known.code)
                if chance.random() < 0.5:
                    await self.play([name], await desk.play(known.code), 1000)
                elif chance.random() < 0.1:
                    await desk.leave(known.code)
        if chance.random() < 0.2:
            with suppress(Rejected):
                dice = registry.SLUGS.index("dice")
                await self.play([name], await desk.play(day, dice), chance.choice((2, 1000)))

    # --- checks of an hour

    async def check_clocks(self) -> None:
        """Compare the clocks of all tables with the times at which decisions were asked."""
        now = self.time.now
        for table in [*self.hall.tables.values()]:
            code, clock = table.code, table.seconds_a_move
            if table.phase == "gathering" or clock is None:
                continue
            if self.versions.get(code) == table.version:
                since = [table.seats[seat].owed_since or table.moved for seat in table.to_move]
                is_timed = table.bots_take_over and not table.paused
                assert not is_timed or all(now <= asked + clock for asked in since)
                continue
            self.versions[code] = table.version
            match = load(await self.store.record(code))
            new = match.lines[self.lines.get(code, 0) :]
            self.lines[code] = len(match.lines)
            people = [
                seat
                for seat, seated in enumerate(table.seats)
                if seated.kind == "person" and seat not in match.resigned
            ]
            undone = {line.seat for line in new if undone_line(line.action) is not None}
            self.undid.update((code, seat) for seat in undone)
            late = set[int]()
            for seat in people:
                lines = sum(line.seat == seat for line in new)
                if by_clock := lines - self.acted.pop((code, seat), 0):
                    late.add(seat)
                    self.check_decision(table, seat, by_clock)
            if table.phase == "over":
                self.forget(code)
                continue
            if self.paused.get(code, 0) not in (0, table.paused):
                # The match was resumed: clocks continue with the time that was left.
                for key in [key for key in self.asked if key[0] == code]:
                    self.asked[key] += now - self.paused[code]
            self.paused[code] = table.paused
            for seat in people:
                key = (code, seat, count_of(match, seat))
                if seat not in match.game.to_move(match.state):
                    continue
                owed = table.seats[seat].owed_since or table.moved
                known = self.asked.setdefault(key, owed if (code, seat) in self.undid else now)
                told = [(line.seat, line.action) for line in match.lines[-9:]], new, table
                if code in self.unkept or undone - {seat}:
                    # Asked again after an undo by others, or after a kill before lines were noted.
                    assert known - 0.01 <= owed <= now + 0.01
                elif (code, seat) in self.undid:
                    # After a decision by the clock, the next decision is a new one.
                    is_new = seat in late and owed == now
                    assert is_new or owed <= known + 0.01, (key, now, known, told)
                else:
                    assert owed == pytest.approx(known, abs=0.01), (key, now, told)
                self.asked[key] = owed
                assert table.paused or not table.bots_take_over or now <= owed + clock
            self.unkept.discard(code)
            self.counts["clocks"] += 1
        self.acted.clear()

    def check_decision(self, table: TableInfo, seat: int, by_clock: int) -> None:
        """Check that a seat's clock has led to exactly one decision, and not too early."""
        assert table.seconds_a_move is not None
        assert by_clock == 1, (table, seat)
        dues = [
            asked + table.seconds_a_move
            for (code, who, _), asked in self.asked.items()
            if (code, who) == (table.code, seat)
        ]
        assert dues
        assert min(dues) < self.time.now
        self.counts["late"] += 1

    def forget(self, code: str) -> None:
        self.asked = {key: asked for key, asked in self.asked.items() if key[0] != code}
        self.paused.pop(code, None)

    def check_secrets(self) -> None:
        """Check that no account is shown a table that it may not know of."""
        tables = self.hall.tables
        for name, lobby in self.here.items():
            shown = {card.code for card in lobby.cards}
            shown |= {person.table for person in lobby.people}
            shown |= {friend.table for friend in lobby.friends}
            shown |= {lobby.invitation.code} if lobby.invitation else set()
            shown |= {code for text in lobby.news for code in re.findall(f"table ({CODE})", text)}
            for code in shown & tables.keys():
                table = tables[code]
                names = {seat.name for seat in table.seats} | {row.name for row in table.invited}
                names |= {table.host}
                assert not table.is_private or name in names or code in self.typed[name]
            for code in tables.keys() & {card.code for card in lobby.cards if card.can_replay}:
                table = tables[code]
                assert table.phase == "over"
                names = {table.host, *(seat.name for seat in table.seats)}
                assert name in names or table.opens_record == "all"

    async def notify(self) -> None:
        """Send due notices, and check that each is sent once, to the right player, when allowed."""
        first = len(self.listener.requests)
        if self.chance.random() < 0.1:
            await self.kill_while_sending()
        await self.outbox.work()
        for request in self.listener.requests[first:]:
            self.note(request)
        for name in self.contacts:
            self.check_notices(name)

    async def kill_while_sending(self) -> None:
        """Kill the server once a receiver has a notice."""
        working = asyncio.ensure_future(self.outbox.work())

        def cut(request: Any) -> bool:
            self.cut.add(request.headers["X-Sequence-ID"])
            working.cancel()
            return True

        self.listener.before_answer = cut
        with suppress(asyncio.CancelledError):
            await working
        self.listener.before_answer = None
        await self.kill()
        await self.wait(0)
        await self.wait(60)

    def note(self, request: Any) -> None:
        name = request.path[1:].partition("?")[0]
        contact = self.contacts[name]
        now = self.time.now
        is_again = request.headers["X-Sequence-ID"] in self.cut
        assert name not in self.here
        assert not contact.is_quiet(now)
        self.told_at[name].append(now)
        keys = set()
        for sentence in request.text.splitlines():
            parts = NOTICE.fullmatch(sentence)
            assert parts, sentence
            kind, code = parts.groups()
            if kind == "The tournament has begun":
                known = self.hall.server_tables.services.tournaments.all[code]
                assert known.entry(name)
                keys.add((name, kind, code, 0))
                continue
            table = self.hall.tables[code]
            is_invited = any(row.name == name for row in table.invited)
            assert any(seat.name == name for seat in table.seats) or is_invited
            keys.add((name, kind, code, int(owed_since(table, name))))
        if contact.digest is not None and any(key[1] == "Your turn" for key in keys):
            keys = {(name, "digest", f"{datetime.fromtimestamp(now, UTC):%Y-%m-%d}", 0)}
        for key in keys:
            self.told[key] += 1
            assert self.told[key] == 1 or is_again, key
        self.counts["notices"] += 1

    def check_notices(self, name: str) -> None:
        """Check that a player who is away lacks no notice."""
        contact = self.contacts[name]
        now = self.time.now
        last = [at for at in self.told_at[name] if now - at < DAY_SECONDS]
        # Notices during whose sending the server was killed may have come twice.
        assert len(last) <= LIMITS.notifications_a_day + len(self.cut)
        is_full = len(last) >= LIMITS.notifications_a_day
        if name in self.here or contact.is_quiet(now) or is_full:
            return
        for table in self.hall.tables.values():
            asked = owed_since(table, name)
            if not asked or now - asked < LIMITS.notify_after_seconds:
                continue
            key = (name, "Your turn", table.code, int(asked))
            today = datetime.fromtimestamp(now, UTC)
            if contact.digest is not None:
                key = (name, "digest", f"{today:%Y-%m-%d}", 0)
                if today.hour < contact.digest:
                    continue
            assert self.told[key], (key, now - asked)

    # --- checks of a day

    async def day(self, number: int, hours: int, visitors: int, matches: int) -> None:
        """Simulate a day, and check everything that must follow from the records."""
        chance = self.chance
        await self.open_tournament(number)
        for hour in range(hours):
            await self.hour(DAY_SECONDS / hours - 120, visitors, share_of(matches, hours, hour))
            match chance.randrange(8):
                case 0:
                    await self.restart()
                case 1:
                    await self.kill()
                case 2 if number:
                    # The server's clock was fast, and is set back.
                    await self.wait(-1800)
                case 3:
                    await self.ban()
                case 4:
                    await self.guest()
        if number % 10 == 9:
            await self.remove()
        for name in [*self.here]:
            await self.go(name)
        await self.settled()
        await self.check_clocks()
        await self.check_day()
        self.counts["days"] += 1

    async def ban(self) -> None:
        name = self.chance.choice(self.names[1:])
        now = self.time.now
        until_then = now + DAY_SECONDS
        await ban(self.store, Ban("name", name, now, until_then))
        if name in self.here:
            await self.go(name)
        self.banned[name] = until_then
        admission = Admission(self.store, now=self.time)
        await admission.load()
        for other in self.names:
            assert bool(admission.ban_of(other)) == (self.banned.get(other, 0) > now)

    async def guest(self) -> None:
        """Let a guest visit and leave, and wait until the server has forgotten the guest."""
        account = await new_guest(self.store, "credential")
        await note_guest(self.store, account.name)
        lobby = await self.come(account.name)
        self.typed[account.name] = set()
        await self.visit(lobby)
        await self.wait(0)
        await self.go(account.name)
        await self.wait(60)
        await until(lambda: account.name in self.hall.server_tables.upkeep._gone)
        await self.wait(60)
        async with asyncio.timeout(PATIENCE_SECONDS):
            while account.name in await guests(self.store):
                await asyncio.sleep(0.01)
        await self.wait(0)

    async def remove(self) -> None:
        """Remove an account: its seats stay, and nobody waits for it in tournaments."""
        name = self.names.pop()
        self.contacts.pop(name, None)
        if name in self.here:
            await self.go(name)
        await remove(self.store, name)

    async def check_day(self) -> None:
        tables = {table.code: table for table in await self.store.tables()}
        await self.check_seats(tables)
        await self.check_ratings(tables)
        for tournament in await tournaments(self.store):
            await self.check_tournament(tournament)
        await self.check_store(tables)
        # After a start, the server opens tables for a moment to check them.
        await until(lambda: not self.hall.open)
        self.check_memory()

    async def check_seats(self, tables: dict[str, TableInfo]) -> None:
        """Check that all who have sat down at a match still sit there."""
        for code, table in tables.items():
            if table.phase == "gathering":
                continue
            names = tuple(seat.name for seat in table.seats)
            if code not in self.seats:
                match = load(await self.store.record(code))
                assert match.header.names == names
                assert [seat.kind == "person" for seat in table.seats] == [
                    player.control == "human" for player in match.header.players
                ]
                self.seats[code] = names
            assert self.seats[code] == names
        assert self.seats.keys() <= tables.keys()

    async def check_ratings(self, tables: dict[str, TableInfo]) -> None:
        """Check that the ratings follow from the records."""
        results = []
        for table in tables.values():
            if table.phase == "over" and table.terms == "rated":
                assert ratings.recorded(await self.store.record(table.code), table) == table
                if ended := ratings.result_of(table):
                    results.append(ended)
        running = self.hall.server_tables.services.ratings
        await running.load()
        fresh = Ratings(self.store)
        await fresh.load()
        assert {*running.ladders} == {ended.ladder for ended in results} == {*fresh.ladders}
        for key in running.ladders:
            course = Course(ended for ended in results if ended.ladder == key)
            assert running.course(key).points == course.points == fresh.course(key).points
        self.counts["rated"] = len(results)

    async def check_tournament(self, tournament: Tournament) -> None:
        """Check that results agree with the records, and that nobody is paired twice at once."""
        seeds: dict[int, str] = {}
        for row in tournament.pairings:
            if row.table and row.ended:
                match = load(await self.store.record(row.table))
                first = tournament.deals[row.number].seat if tournament.is_alone else 0
                outcome = result(match)
                assert row.points == outcome.totals[first : first + len(row.names)]
                if not row.forfeits:
                    assert row.ranks == outcome.ranks
                if tournament.is_alone:
                    assert seeds.setdefault(row.number, match.header.seed) == match.header.seed
        played = Counter((row.number, name) for row in tournament.pairings for name in row.names)
        assert all(times == 1 for times in played.values())
        self.counts["pairings"] += len(tournament.pairings)

    async def check_store(self, tables: dict[str, TableInfo]) -> None:
        """Check that the store contains nothing that belongs to no table or player."""
        assert not await self.store.present()
        for key, data in (await self.store.documents("notifications")).items():
            # Notes on sent notices are kept while the table lasts, so that none is sent again.
            table = tables.get(key.split()[2])
            is_past = self.time.now - decode(data, dict)["made"] > 2 * DAY_SECONDS
            assert not is_past or (table and table.phase != "over"), key
        if isinstance(self.place, Folder):
            folder = self.place.path / "tables"
            assert {path.name for path in folder.iterdir()} <= tables.keys()
            for file in folder.iterdir():
                files = {path.name for path in file.iterdir()}
                assert files <= {"table.json", "secret", f"{file.name}.jsonl"}
        elif isinstance(self.place, Address):
            with redis.Redis(port=self.place.server.port) as client:
                names = [key.decode() for key in client.keys("darwin:*")]
            codes = {match[1] for name in names if (match := re.search(f":({CODE})$", name))}
            assert codes <= tables.keys()
            assert not [name for name in names if ":presence:" in name]

    def check_memory(self) -> None:
        """Check that the server remembers nothing of tables and people that are gone."""
        services = self.hall.server_tables.services
        known = self.hall.tables
        over = sum(table.phase == "over" for table in known.values())
        assert over <= LIMITS.finished_max
        assert {*services.tables._changes} <= known.keys()
        assert {*services.chat._readers} == {*services.chat._rooms} == {LOBBY}
        typed = {code for codes in services.codes._typed.values() for code in codes}
        assert typed <= known.keys()
        assert not services._spawned
        assert not self.hall.server_tables.lobbies


def _put(contact: Contact, before: Contact | None) -> Contact:
    return contact


def share_of(count: int, parts: int, part: int) -> int:
    """Return the size of one part of a number that is divided as evenly as possible."""
    return count * (part + 1) // parts - count * part // parts


def count_of(match: AnyMatch, seat: int) -> int:
    """Return the number of a seat's actions in force."""
    return sum(played.seat == seat for played in match.history)


def owed_since(table: TableInfo, name: str) -> float:
    """Return the time since which a person owes a decision at a table; 0 for none."""
    if table.phase != "playing" or table.paused:
        return 0
    return min(
        (
            table.seats[seat].owed_since or table.moved
            for seat in seats_of(table, name)
            if seat in table.to_move
            and not table.seats[seat].has_resigned
            and not table.seats[seat].has_stand_in
        ),
        default=0,
    )


@asynccontextmanager
async def living(place: Place, seed: str, accounts: int) -> AsyncIterator[Month]:
    with patched():
        async with listening() as listener:
            month = Month(place, listener, Random(seed), accounts)
            await month.start()
            await month.settle_in()
            try:
                yield month
            finally:
                await month.end()


@pytest.mark.parametrize("place", KINDS, indirect=True)
async def test_some_days_of_a_server_keep_all_promises(place):
    async with living(place, "short", 8) as month:
        for number in range(3):
            await month.day(number, 3, 3, 2)
        assert month.counts["notices"]
        assert month.counts["rated"]


@pytest.mark.campaign
@pytest.mark.parametrize("place", KINDS, indirect=True)
async def test_a_month_of_a_server_keeps_all_promises(place):
    began = time.process_time()
    async with living(place, "long", ACCOUNTS) as month:
        for number in range(DAYS):
            await month.day(number, 24, max(4, ACCOUNTS // 12), share_of(MATCHES, DAYS, number))
            print(f"{time.process_time() - began:.0f} s", dict(month.counts), flush=True)
