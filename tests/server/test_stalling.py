"""A player's tricks to win time neither refill nor shorten the clocks of a server.

``SERVER_CLOCKS`` is the number of clocks of a campaign: SERVER_CLOCKS=200 pytest -m campaign
"""

import asyncio
import json
import os
from contextlib import suppress
from random import Random

import pytest
from server.tables import Hall, MemoryStore, Time, act, quiet, sit
from server.tables import patched as quick
from waiting import until

from darwin_core.contract.game import SPECTATOR
from darwin_core.match import Refused
from darwin_tui.library.seat_access import Rejected
from darwin_tui.server.lobby.server_seat_access import ServerSeatAccess
from darwin_tui.server.tables.live_table import LiveTable

CLOCK_SECONDS = 60
"""Seconds for a move, or for the whole match on a chess clock."""
ADDED_SECONDS = 1
"""Seconds that each decision adds to a chess clock."""
CLOCKS = int(os.environ.get("SERVER_CLOCKS", "50"))
GAMES = ("dice", "darwinning", "yummy", "evo", "journey")
STALLER, OTHER = 1, 0


class Trial:
    """A match in which Ben stalls his clock in all the ways that the server offers."""

    def __init__(self, chance: Random, *, is_chess: bool) -> None:
        self.chance = chance
        self.is_chess = is_chess
        """True if the clock is a total for the whole match, to which each decision adds."""
        self.left = {0: float(CLOCK_SECONDS + ADDED_SECONDS * is_chess)}
        """Seconds on Ben's clock as a question comes to him, by the number of his actions."""
        self.actions = 0
        self.store = MemoryStore()
        self.time = Time()
        self.servers = 0
        self.hall: Hall
        self.code = ""
        self.place: ServerSeatAccess | None = None
        self.due: dict[int, float] = {}
        """The time at which a bot decides for Ben, by the number of his actions not undone."""

    # --- the server

    async def start(self) -> None:
        self.servers += 1
        self.hall = Hall(self.store, f"server{self.servers}", self.time)
        await self.hall.begin()

    async def restart(self) -> None:
        await self.hall.end()
        self.place = None
        await self.start()

    async def kill(self) -> None:
        await self.written()
        await self.hall.kill()
        self.store.holders.clear()
        self.store._present.clear()
        self.place = None
        await self.start()

    async def written(self) -> None:
        """Wait until the stored table counts the last line of the record."""
        tables = self.hall.server_tables.services.tables
        await until(lambda: tables.all[self.code].line == len(self.store.records[self.code]) - 1)

    async def close_table(self) -> None:
        """Leave, and wait until the server has closed the table."""
        self.leave()
        await until(lambda: not self.hall.open)

    # --- the staller

    async def enter(self) -> ServerSeatAccess:
        if self.place is None:
            lobby = await self.hall.lobby("ben")
            self.place = await lobby.enter(self.code)
            self.place.open()
        return self.place

    def leave(self) -> None:
        if self.place:
            self.place.close()
            self.place = None

    async def hosted(self) -> LiveTable:
        await self.enter()
        return self.hall.open[self.code]

    async def look_in(self) -> None:
        self.leave()
        await self.enter()

    async def come_twice(self) -> None:
        await self.enter()
        self.place = None
        await self.enter()

    async def choose(self) -> None:
        """Take an action that can be undone, if there is one."""
        seat = (await self.enter()).seat(STALLER)
        now = seat.snapshot
        actions = [action for action in now.actions if action not in now.final]
        if actions:
            await seat.submit(self.chance.choice(actions), now.question)

    async def undo(self) -> None:
        with suppress(Refused):
            await (await self.enter()).seat(STALLER).undo()

    async def choose_and_undo(self) -> None:
        await self.choose()
        await self.check()
        await self.undo()

    async def undo_and_redo(self) -> None:
        await self.undo()
        await self.check()
        with suppress(Refused):
            await (await self.enter()).seat(STALLER).redo()

    async def reset(self) -> None:
        with suppress(Refused):
            await (await self.enter()).seat(STALLER).reset_turn()

    async def vote(self) -> None:
        table_people = (await self.enter()).table_people
        with suppress(Rejected):
            await table_people.vote(STALLER, "wait")
        await table_people.agree(STALLER, True)
        await table_people.agree(STALLER, False)

    async def watch(self) -> None:
        """Watch the match with another account, and try to with Ben's."""
        (await (await self.hall.lobby("benny")).watch(self.code)).close()
        with suppress(Rejected):
            await (await self.hall.lobby("ben")).watch(self.code)

    # --- the truth

    async def check(self) -> None:
        """Check the due time and the seconds left that the table shows for Ben."""
        hosted, place = await self.hosted(), await self.enter()
        member = place.table_people.members[STALLER]
        match = hosted.match
        is_asked = STALLER in match.game.to_move(match.state)
        assert (member.due is not None) == is_asked
        actions = sum(played.seat == STALLER for played in match.history)
        for decision in range(self.actions, actions):
            left = self.due[decision] - self.time.now + ADDED_SECONDS
            self.left[decision + 1] = left if self.is_chess else CLOCK_SECONDS
            if decision + 1 < actions:
                self.due[decision + 1] = self.time.now + self.left[decision + 1]
        self.actions = actions
        if member.due is not None:
            self.due.setdefault(actions, self.time.now + self.left[actions])
            assert member.due == pytest.approx(self.due[actions], abs=0.001)
        elif self.is_chess:
            assert member.clock_seconds == pytest.approx(self.left[actions], abs=0.001)

    async def run(self) -> None:
        """Let Ben stall until his time is nearly over, and check that it ends when due."""
        await self.start()
        chance = self.chance
        ada, ben = await self.hall.lobby("ada"), await self.hall.lobby("ben")
        self.code, (one, two) = await sit(
            ada,
            ben,
            game=chance.choice(GAMES),
            seconds_a_move=ADDED_SECONDS if self.is_chess else CLOCK_SECONDS,
            seconds_in_all=CLOCK_SECONDS if self.is_chess else 0,
            bots_take_over=True,
        )
        self.place = two
        await self.check()
        for _ in range(chance.randrange(12)):
            self.time.now += chance.uniform(0, 3)
            await act(one, chance) or await act(two, chance)
            await self.check()
        while not two.seat(STALLER).snapshot.actions and await act(one, chance):
            await self.check()
        if not two.seat(STALLER).snapshot.actions:
            return
        await self.written()
        one.close()
        tricks = [
            *[self.look_in, self.come_twice, self.choose_and_undo, self.undo_and_redo] * 2,
            *(self.close_table, self.restart, self.kill, self.vote, self.watch, self.choose),
            self.reset,
        ]
        # The decisions after this one, which undoing leads back from, may be due earlier.
        first = self.due[self.actions]
        while self.time.now < first - 20:
            self.time.now += chance.uniform(1, 10)
            await chance.choice(tricks)()
            await self.check()
        await self.end()

    async def end(self) -> None:
        """Undo up to a due decision, let its time pass, and check that a bot takes only this."""
        await self.enter()
        for _ in range(20):
            if (await self.hosted()).clocks.owed_since.get(STALLER):
                break
            await self.undo()
        match = (await self.hosted()).match
        actions = sum(played.seat == STALLER for played in match.history)
        assert STALLER in match.game.to_move(match.state)
        await self.check()
        due = self.due[actions]
        lines = len(match.lines)
        await self.written()
        if self.chance.random() < 0.5:
            self.leave()
        self.time.now = max(self.time.now, due - 0.5)
        for _ in range(3):
            self.hall.server_tables.upkeep.wake()
            await quiet()
        assert not self.decided(lines), "the time is not over yet"
        self.time.now = due + 0.5
        await until(lambda: self.decided(lines))
        await self.written()
        hosted = await self.hosted()
        # Ben cannot undo the bot's action, after which the bot would have to decide again.
        with pytest.raises(Refused):
            await (await self.enter()).seat(STALLER).undo()
        owed = hosted.clocks.owed_since.get(STALLER)
        assert owed is None or owed == pytest.approx(self.time.now, abs=0.001)
        assert STALLER not in hosted.table.snapshot(SPECTATOR).bots
        assert self.decided(lines) == 1
        if self.is_chess:
            table_people = (await self.enter()).table_people
            # Only the seconds that a decision adds are left of the total.
            assert table_people.members[STALLER].clock_seconds == ADDED_SECONDS

    def decided(self, lines: int) -> int:
        """Return the number of lines of Ben's seat after the first lines of the record."""
        records = self.store.records[self.code][lines + 1 :]
        return sum(json.loads(text)[1] == STALLER for text in records)


async def stall(seed: str, *, is_chess: bool) -> None:
    with quick():
        trial = Trial(Random(seed), is_chess=is_chess)
        try:
            await trial.run()
        finally:
            await trial.hall.end()


@pytest.mark.parametrize("is_chess", [False, True], ids=["a move", "in all"])
@pytest.mark.parametrize("number", range(20))
async def test_no_second_is_gained(number, is_chess):
    await stall(f"short {number}", is_chess=is_chess)


@pytest.mark.campaign
async def test_no_second_is_gained_at_length():
    for number in range(CLOCKS):
        async with asyncio.timeout(120):
            await stall(f"long {number}", is_chess=number % 2 == 1)
