"""A table runs its bots at its pace, off the loop, paused by front ends, stopped by a failure."""

import asyncio
import logging
import threading
import time
from collections.abc import AsyncIterator, Callable
from concurrent.futures import Future
from contextlib import asynccontextmanager
from typing import Any

import pytest
from matches import began
from waiting import PATIENCE_SECONDS, until

from darwin_core.bots import levels
from darwin_core.bots.search import Searcher
from darwin_core.contract.game import SPECTATOR
from darwin_core.journal import FileChanged, JournalError
from darwin_core.table import Pace, Seat, Snapshot, Table, runner
from darwin_core.table.runner import BOT_TICK_SECONDS

AnyTable = Table[Any, Any, Any]
RANDOM = levels.bot("random")


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Shorten the ticks and pauses of bots; the fixture ``endless`` makes pauses last for ever."""
    monkeypatch.setattr(runner, "BOT_TICK_SECONDS", 1e-4)
    monkeypatch.setattr(runner, "BOT_PAUSE_SECONDS", 1e-4)


@pytest.fixture
def endless(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(runner, "BOT_PAUSE_SECONDS", 1e6)


def table_of(seats: int, bots: str, pace: Pace = "instant", policy: Any = RANDOM) -> AnyTable:
    players = {int(seat): policy for seat in bots}
    written = began(seats)
    return Table(written.match, written, players, pace)


@asynccontextmanager
async def running(table: AnyTable) -> AsyncIterator[Seat[Any, Any, Any]]:
    """Let a table run its bots while its first seat is present."""
    seat = Seat(table, 0)
    seat.attach()
    task = asyncio.ensure_future(table.bots.run())
    try:
        yield seat
        assert not task.done(), "the bots are run until the table is closed"
    finally:
        task.cancel()
        await asyncio.wait([task])


async def quiet() -> None:
    """Give bots the time in which they would act if nothing kept them from it."""
    await asyncio.sleep(0.05)


def acts(table: AnyTable) -> list[int]:
    return [act.seat for act in table.match.history]


async def choose(seat: Seat[Any, Any, Any]) -> None:
    now = seat.snapshot
    await seat.submit(now.actions[0], now.question)


# --- presence of people


async def test_bots_play_when_no_person_is_asked_any_more():
    table = table_of(3, "12")
    async with running(table) as ada:
        await quiet()
        assert acts(table) == [], "a choice made at the same time: people first"
        await choose(ada)
        await until(lambda: len(acts(table)) == 3)
        assert acts(table) == [0, 1, 2]
        await quiet()
        assert len(acts(table)) == 3


async def test_bots_wait_for_every_person_also_one_who_is_absent():
    table = table_of(3, "2")
    async with running(table) as ada:
        await choose(ada)
        await quiet()
        assert acts(table) == [0]
        await choose(Seat(table, 1))
        await until(lambda: len(acts(table)) == 3)


async def test_bots_alone_play_to_the_end():
    table = table_of(2, "01")
    async with running(table):
        await until(lambda: table.snapshot(SPECTATOR).outcome)


# --- the pace


@pytest.mark.parametrize(
    ("pace", "lingers", "pauses"),
    [
        ("fast", False, 1),
        ("fast", True, 5),
        ("normal", False, 4),
        ("normal", True, 10),
        ("instant", False, 0),
        ("instant", True, 0),
        ("step", False, None),
        ("step", True, None),
    ],
)
def test_how_long_bots_wait(pace, lingers, pauses, monkeypatch):
    monkeypatch.setattr(runner, "BOT_PAUSE_SECONDS", 0.25)
    expected = None if pauses is None else pauses * 0.25
    assert runner.pause_seconds(pace, lingers) == expected


@pytest.mark.parametrize("pace", ["fast", "normal"])
async def test_bots_pause_before_each_action(pace, monkeypatch):
    monkeypatch.setattr(runner, "BOT_PAUSE_SECONDS", 0.02)
    table = table_of(2, "01", pace)
    seat = Seat(table, 0)
    began_at = time.monotonic()
    async with running(table):
        seat.attach()
        await until(lambda: len(acts(table)) == 3)
    assert time.monotonic() - began_at >= 3 * 0.02 * (4 if pace == "normal" else 1)


@pytest.mark.usefixtures("endless")
@pytest.mark.parametrize("pace", ["fast", "normal", "step"])
async def test_each_hurry_ends_one_pause(pace):
    table = table_of(2, "01", pace)
    async with running(table) as ada:
        for count in range(1, 4):
            await quiet()
            assert len(acts(table)) == count - 1
            ada.hurry()
            await until(lambda: len(acts(table)) == count)  # noqa: B023
        await quiet()
        assert len(acts(table)) == 3


@pytest.mark.usefixtures("endless")
async def test_a_hurry_before_the_pause_does_not_shorten_it():
    table = table_of(2, "1", "step")
    async with running(table) as ada:
        ada.hurry()
        await choose(ada)
        await quiet()
        assert acts(table) == [0]


@pytest.mark.usefixtures("endless")
async def test_a_new_pace_counts_at_once():
    table = table_of(2, "01", "step")
    async with running(table) as ada:
        await quiet()
        assert acts(table) == []
        table.bots.pace = "instant"
        assert ada.pace == "instant"
        await until(lambda: len(acts(table)) > 3)


@pytest.mark.usefixtures("endless")
async def test_bots_do_not_pause_where_nobody_is_present():
    table = table_of(2, "01", "step")
    async with running(table) as ada:
        await quiet()
        assert acts(table) == []
        ada.leave()
        await until(lambda: table.snapshot(SPECTATOR).outcome)


@pytest.mark.usefixtures("endless")
async def test_bots_do_not_pause_after_an_action_that_nobody_saw():
    table = table_of(3, "12", "step")
    async with running(table) as ada:
        await choose(ada)
        await quiet()
        assert acts(table) == [0], "what Ada saw, and may undo"
        ada.hurry()
        await until(lambda: len(acts(table)) == 3)
        assert acts(table) == [0, 1, 2], "a card laid face down by another bot shows Ada nothing"


async def test_bots_linger_while_a_person_may_undo(monkeypatch):
    waited: list[bool] = []

    def seconds(pace: Pace, lingers: bool) -> float:
        waited.append(lingers)
        return 0

    monkeypatch.setattr(runner, "pause_seconds", seconds)
    table = table_of(3, "12")
    async with running(table) as ada:
        await choose(ada)
        await until(lambda: len(acts(table)) == 3)
    assert waited[0], "Ada may undo"
    assert not any(waited[1:])


@pytest.mark.usefixtures("endless")
async def test_snapshots_say_when_a_key_shortens_a_pause():
    table = table_of(2, "1", "fast")
    async with running(table) as ada:
        assert not ada.snapshot.can_hurry
        await choose(ada)
        await until(lambda: ada.snapshot.can_hurry)
        assert ada.snapshot.line == 1
        ada.hurry()
        await until(lambda: len(acts(table)) == 2)
        assert not ada.snapshot.can_hurry


@pytest.mark.usefixtures("endless")
@pytest.mark.parametrize("lingers", [False, True])
async def test_a_front_end_asks_for_a_long_pause(lingers):
    table = table_of(2, "01", "fast")
    async with running(table) as ada:
        ada.hurry()
        await quiet()
        ada.hurry()
        await until(lambda: len(acts(table)) == 1)
        await quiet()
        assert not ada.snapshot.can_hurry
        if lingers:
            ada.linger()
        await quiet()
        assert ada.snapshot.can_hurry == lingers


# --- pauses


async def test_bots_wait_while_anybody_holds_them():
    table = table_of(2, "1")
    watcher = Seat(table, SPECTATOR)
    async with running(table) as ada:
        ada.hold()
        ada.hold()
        watcher.hold()
        await choose(ada)
        await quiet()
        ada.release()
        ada.hurry()
        await quiet()
        assert acts(table) == [0]
        watcher.release()
        await until(lambda: len(acts(table)) == 2)


async def test_who_leaves_holds_nobody_and_others_stay():
    table = table_of(2, "1")
    async with running(table) as ada:
        watcher = Seat(table, SPECTATOR)
        seen = list[int]()
        ada.observe(lambda snapshot: seen.append(snapshot.line))
        watcher.observe(lambda snapshot: seen.append(-snapshot.line))
        watcher.hold()
        await choose(ada)
        await quiet()
        assert acts(table) == [0]
        watcher.leave()
        # Observers run soon after the action, not with it.
        await until(lambda: len(seen) > 2)
        await quiet()
        assert seen == [1, -1, 2]
        assert len(acts(table)) == 2


async def test_a_hold_also_stops_a_bot_that_thinks_already():
    table, decision = deciding(2, "1")
    async with running(table) as ada:
        await choose(ada)
        await until(lambda: decision.asked)
        ada.hold()
        decision.answer()
        await quiet()
        assert acts(table) == [0]
        ada.release()
        await until(lambda: decision.asked > 1)
        decision.answer()
        await until(lambda: len(acts(table)) == 2)


# --- undo


class Decisions:
    """Decisions that come on a test's request."""

    def __init__(self) -> None:
        self.asked = 0
        self.last: Future[Any] = Future()
        self._choice: Any = None

    def __call__(self, policy: Any, game: Any, view: Any, seat: int, chance: bytes) -> Future[Any]:
        self.asked += 1
        self.last = Future()
        self._choice = policy(game, view, seat, chance)
        return self.last

    def answer(self) -> None:
        if self.last.set_running_or_notify_cancel():
            self.last.set_result(self._choice)


def deciding(seats: int, bots: str) -> tuple[AnyTable, Decisions]:
    decide = Decisions()
    written = began(seats)
    policies = {int(seat): RANDOM for seat in bots}
    return Table(written.match, written, policies, decide=decide), decide


async def test_undo_cancels_what_a_bot_decides_and_it_waits_for_the_person_again():
    table, decide = deciding(3, "12")
    async with running(table) as ada:
        await choose(ada)
        await until(lambda: decide.asked == 1)
        first = decide.last
        await ada.undo()
        await until(first.cancelled)
        decide.answer()
        await quiet()
        assert (acts(table), decide.asked) == ([], 1)
        await ada.redo()
        await until(lambda: decide.asked == 2)
        decide.answer()
        await until(lambda: decide.asked == 3)
        decide.answer()
        await until(lambda: len(acts(table)) == 3)


async def test_bot_that_answers_while_an_undo_is_written_is_not_heeded():
    decide = Decisions()
    written = began(3)
    table: AnyTable = Table(written.match, written, {1: RANDOM, 2: RANDOM}, decide=decide)
    async with running(table) as ada:
        await choose(ada)
        await until(lambda: decide.asked == 1)
        written.may_write.clear()
        written.writing.clear()
        undoing = asyncio.ensure_future(ada.undo())
        await until(written.writing.is_set)
        decide.answer()
        await quiet()
        written.may_write.set()
        await undoing
        await quiet()
        assert acts(table) == []
        assert ada.snapshot.trouble is None


async def test_closing_cancels_what_a_bot_decides():
    table, decide = deciding(2, "1")
    async with running(table) as ada:
        await choose(ada)
        await until(lambda: decide.asked)
    assert decide.last.cancelled()
    decide.answer()
    await quiet()
    assert acts(table) == [0]


# --- stand-ins


async def test_a_bot_stands_in_until_the_owner_returns():
    table = table_of(2, "")
    async with running(table) as ada:
        await choose(ada)
        await quiet()
        assert acts(table) == [0]
        table.bots.stand_in(1, RANDOM)
        await until(lambda: len(acts(table)) == 2)
        table.bots.stand_in(1, None)
        await choose(ada)
        await quiet()
        assert acts(table) == [0, 1, 0]
        await choose(Seat(table, 1))
        assert acts(table) == [0, 1, 0, 1]


async def test_people_come_before_a_stand_in_too():
    table = table_of(3, "2")
    async with running(table) as ada:
        heard: list[frozenset[int]] = []
        ada.observe(lambda snapshot: heard.append(snapshot.bots))
        table.bots.stand_in(1, RANDOM)
        await quiet()
        assert acts(table) == []
        assert heard == [{1, 2}], "the prompt names those who play from now on"


async def test_the_decision_of_a_stand_in_is_dropped_when_the_owner_returns():
    table, decide = deciding(2, "")
    async with running(table) as ada:
        await choose(ada)
        table.bots.stand_in(1, RANDOM)
        await until(lambda: decide.asked)
        table.bots.stand_in(1, None)
        decide.answer()
        await quiet()
        assert acts(table) == [0]
        assert ada.snapshot.trouble is None
        await choose(Seat(table, 1))
        assert acts(table) == [0, 1]


async def test_a_stand_in_whose_answer_waits_for_the_table_is_dropped_too():
    table, decide = deciding(3, "2")
    async with running(table) as ada:
        table.bots.stand_in(1, RANDOM)
        await choose(ada)
        await until(lambda: decide.asked == 1)
        async with table._lock:
            decide.answer()
            await quiet()
            table.bots.stand_in(1, None)
        await quiet()
        assert acts(table) == [0]


def test_nobody_stands_in_for_a_bot():
    table = table_of(2, "1")
    with pytest.raises(ValueError, match="no person"):
        table.bots.stand_in(1, RANDOM)


# --- trouble


class Fails:
    """A policy that fails until it is mended."""

    is_mended = False

    def __call__(self, game: Any, view: Any, seat: int, chance: bytes) -> Any:
        if not self.is_mended:
            raise KeyError("a card that nobody else may know")
        return game.legal(view, seat)[0]


async def test_a_bot_that_fails_stops_the_bots_and_all_can_see_why(caplog):
    policy = Fails()
    table = table_of(2, "1", policy=policy)
    async with running(table) as ada:
        seen: list[Snapshot[Any, Any, Any]] = []
        Seat(table, SPECTATOR).observe(seen.append)
        await choose(ada)
        await until(lambda: ada.snapshot.trouble)
        trouble = ada.snapshot.trouble
        assert trouble is not None
        assert (trouble.kind, trouble.seat) == ("policy", 1)
        assert trouble.sentence == "Ben cannot decide: KeyError."
        await until(lambda: seen[-1].trouble == trouble)
        assert [record.levelno for record in caplog.records] == [logging.ERROR]
        await quiet()
        assert len(caplog.records) == 1, "it is not tried again and again"
        policy.is_mended = True
        ada.retry()
        await until(lambda: len(acts(table)) == 2)
        assert ada.snapshot.trouble is None


@pytest.mark.parametrize(
    ("fault", "kind"),
    [
        (JournalError("/x is full."), "unsaved"),
        (FileChanged("/x is another file."), "file-changed"),
    ],
)
async def test_an_action_that_cannot_be_saved_stops_the_bots(fault, kind):
    written = began()
    table: AnyTable = Table(written.match, written, {1: RANDOM})
    async with running(table) as ada:
        await choose(ada)
        written.fault = fault
        await until(lambda: ada.snapshot.trouble)
        trouble = ada.snapshot.trouble
        assert trouble is not None
        assert (trouble.kind, trouble.seat, trouble.sentence) == (kind, 1, str(fault))
        assert acts(table) == [0]
        ada.retry()
        assert ada.snapshot.trouble is None
        await until(lambda: ada.snapshot.trouble)
        written.fault = None
        ada.retry()
        await until(lambda: len(acts(table)) == 2)


async def test_an_action_of_a_person_sets_stopped_bots_going():
    written = began()
    table: AnyTable = Table(written.match, written, {1: RANDOM})
    async with running(table) as ada:
        await choose(ada)
        written.fault = JournalError("/x is full.")
        await until(lambda: ada.snapshot.trouble)
        written.fault = None
        await ada.undo()
        assert ada.snapshot.trouble is None
        await choose(ada)
        await until(lambda: len(acts(table)) == 3 - 1)


# --- bots decide off the loop, and answer at a tick


async def test_bots_decide_in_another_thread_and_the_loop_continues():
    threads: list[str] = []
    may_answer = threading.Event()

    def think(game: Any, view: Any, seat: int, chance: bytes) -> Any:
        threads.append(threading.current_thread().name)
        may_answer.wait(PATIENCE_SECONDS)
        return game.legal(view, seat)[0]

    table = table_of(2, "1", policy=think)
    async with running(table) as ada:
        await choose(ada)
        await until(lambda: threads)
        assert threads != [threading.main_thread().name]
        await asyncio.sleep(0.01)
        may_answer.set()
        await until(lambda: len(acts(table)) == 2)


@pytest.mark.parametrize(
    ("thinks", "ticks"), [(0.001, 1), (BOT_TICK_SECONDS * 1.5, 2), (BOT_TICK_SECONDS * 6.1, 7)]
)
async def test_where_people_play_a_bot_takes_a_whole_number_of_ticks(monkeypatch, thinks, ticks):
    clock = Clock()
    monkeypatch.setattr(runner, "BOT_TICK_SECONDS", BOT_TICK_SECONDS)
    monkeypatch.setattr(runner, "time", clock)
    table, decide = deciding(2, "1")
    monkeypatch.setattr(runner, "asyncio", clock)
    clock.at(100 + thinks, decide.answer)
    await table.bots.play(1)
    assert len(table.match.lines) == 1
    assert clock.now == pytest.approx(100 + ticks * BOT_TICK_SECONDS)
    assert len(clock.slept) == ticks, "nor is the loop woken in between"


class Clock:
    """A clock that moves only while somebody sleeps."""

    def __init__(self) -> None:
        self.now = 100.0
        self.slept: list[float] = []
        self._due: list[tuple[float, Callable[[], object]]] = []

    def at(self, moment: float, do: Callable[[], object]) -> None:
        self._due.append((moment, do))

    def monotonic(self) -> float:
        return self.now

    async def sleep(self, seconds: float) -> None:
        self.slept.append(seconds)
        self.now += seconds
        due = [call for call in self._due if call[0] <= self.now]
        self._due = [call for call in self._due if call not in due]
        for _, do in due:
            do()


async def test_bots_alone_wait_for_no_tick(monkeypatch):
    monkeypatch.setattr(runner, "BOT_TICK_SECONDS", 1e6)
    table = table_of(2, "01")
    async with asyncio.timeout(PATIENCE_SECONDS):
        await table.bots.play(1)
    assert len(table.match.lines) == 1


# --- the time of an answer


def at_once(policy: Any, game: Any, view: Any, seat: int, chance: bytes) -> Future[Any]:
    answer: Future[Any] = Future()
    answer.set_result(game.legal(view, seat)[0])
    return answer


@pytest.mark.parametrize(("seconds", "count"), [(1e-3, 2), (1e6, 1)])
async def test_a_search_takes_all_its_seconds_so_that_its_time_reveals_nothing(seconds, count):
    written = began()
    table: AnyTable = Table(written.match, written, {1: Searcher(seconds)}, decide=at_once)
    async with running(table) as ada:
        await choose(ada)
        await until(lambda: len(acts(table)) == count)
        await quiet()
        assert len(acts(table)) == count


@pytest.mark.usefixtures("endless")
async def test_a_bot_thinks_during_its_pause():
    table, decide = deciding(2, "1")
    table.bots.pace = "step"
    async with running(table) as ada:
        await choose(ada)
        await until(lambda: decide.asked == 1)
        decide.answer()
        await quiet()
        assert acts(table) == [0]
        ada.hurry()
        await until(lambda: acts(table) == [0, 1])
        assert decide.asked == 1
