"""Sessions of a process work in turns, one at a time; a throttle merges calls after changes."""

import asyncio
from time import monotonic

import pytest
from server.stand_ins import Wire
from server.tables import Time
from server.test_connection_driver import running
from waiting import until

from darwin_tui.server.tables.services import Throttle
from darwin_tui.terminal.connection import WorkQueue, WorkTurn
from darwin_tui.terminal.limits import Limits

LONG_SECONDS = 100


class Line:
    """The queue of a process, and the names of the sessions that had a turn."""

    def __init__(self) -> None:
        self.time = Time()
        self.queue = WorkQueue(self.time)
        self.began: list[str] = []

    def ask(self, turn: WorkTurn, name: str, seconds_max: float = LONG_SECONDS) -> None:
        turn.ask(lambda: self.began.append(name), seconds_max)


async def test_one_at_a_time_has_its_turn_and_who_used_least_is_next():
    line = Line()
    greedy, modest, idle = (WorkTurn(line.queue) for _ in range(3))
    line.ask(greedy, "greedy")
    assert line.began == ["greedy"], "nobody else wants it"
    line.time.now += 1
    greedy.end()
    line.ask(idle, "idle")
    line.time.now += 0.1
    line.ask(greedy, "greedy again")
    line.ask(modest, "modest")
    assert greedy.is_wanted
    assert line.began == ["greedy", "idle"]
    for turn in (idle, modest):
        turn.end()
        await asyncio.sleep(0)
    assert line.began == ["greedy", "idle", "modest", "greedy again"]
    assert not greedy.is_wanted


async def test_what_was_used_is_forgotten():
    line = Line()
    turn = WorkTurn(line.queue)
    line.ask(turn, "one")
    line.time.now += 1
    turn.end()
    assert turn.used == 1
    line.time.now += 2
    assert turn.used == 0.5


async def test_a_turn_without_end_ends():
    line = Line()
    first, second = WorkTurn(line.queue), WorkTurn(line.queue)
    line.ask(first, "first", seconds_max=0.001)
    line.ask(second, "second")
    assert line.began == ["first"]
    await asyncio.sleep(0.01)
    assert line.began == ["first", "second"]


@pytest.mark.parametrize("has_begun", [False, True])
async def test_who_leaves_keeps_nobody_waiting(has_begun):
    line = Line()
    first, second, third = (WorkTurn(line.queue) for _ in range(3))
    for turn, name in ((first, "first"), (second, "second"), (third, "third")):
        line.ask(turn, name)
    if has_begun:
        first.end()
        second.leave()
    else:
        second.leave()
        first.end()
    await asyncio.sleep(0)
    assert line.began == ["first", "third"]


async def test_a_key_waits_for_the_turn_of_another_session(tmp_path):
    wire = Wire()
    async with running(tmp_path, wire) as app:
        pressed = app.screen.pressed  # type: ignore[attr-defined]
        other = WorkTurn(wire.work_queue)
        other.ask(lambda: None, LONG_SECONDS)
        wire.received(b"a")
        await asyncio.sleep(0.05)
        assert pressed == []
        other.end()
        await until(lambda: pressed == ["a"])
        # The session has drawn its answer, so that the other has its turn well before the limit.
        began: list[str] = []
        other.ask(lambda: began.append("other"), LONG_SECONDS)
        await until(lambda: began == ["other"])


async def test_a_size_waits_for_the_turn_of_another_session(tmp_path):
    wire = Wire(limits=Limits(resize_interval_seconds=0))
    async with running(tmp_path, wire) as app:
        other = WorkTurn(wire.work_queue)
        other.ask(lambda: None, LONG_SECONDS)
        wire.resized((100, 30))
        await asyncio.sleep(0.05)
        assert app.size.width == 80
        other.end()
        await until(lambda: app.size.width == 100)


async def test_large_sizes_change_seldom(tmp_path):
    """Many changes to the largest sizes may not use more than a session's part of the processor."""
    limits = Limits(resize_interval_seconds=0)
    wire = Wire(limits=limits)
    sizes: list[tuple[int, int]] = []
    wire.on_resize = lambda: sizes.append(wire.size)
    for number in range(50):
        wire.resized((500, 60 - number % 2))
    assert len(sizes) <= limits.resize_burst_cells // limits.cells_max + 1
    small = Wire(limits=limits)
    small.on_resize = lambda: sizes.append(small.size)
    sizes.clear()
    for number in range(200):
        small.resized((20, 10 + number % 2))
    assert len(sizes) <= limits.resize_burst_cells // limits.resize_cells_min + 1


async def test_a_size_that_changes_and_comes_back_during_the_pause_is_reported(monkeypatch):
    """The terminal may have lost the text that did not fit into the smaller size."""
    now = monotonic()
    monkeypatch.setattr("darwin_tui.terminal.connection.monotonic", lambda: now)
    wire = Wire(limits=Limits(resize_interval_seconds=0.01))
    sizes: list[tuple[int, int]] = []
    wire.on_resize = lambda: sizes.append(wire.size)
    wire.resized((120, 40))
    wire.resized((1, 1))
    wire.resized((120, 40))
    await until(lambda: len(sizes) == 2)
    assert sizes == [(120, 40), (120, 40)]


async def test_calls_after_many_changes_are_few_and_the_last_change_counts():
    seen: list[int] = []
    changes = 0
    throttle = Throttle(lambda: seen.append(changes), 0.02)
    for _ in range(10):
        changes += 1
        throttle.changed()
    assert not seen
    await asyncio.sleep(0.05)
    assert seen == [10]
    throttle.changed()
    throttle.close()
    await asyncio.sleep(0.04)
    assert seen == [10]
