"""Each observer is by itself: one that fails, blocks or acts affects no other."""

import asyncio
import gc
import logging
import tracemalloc
from contextvars import ContextVar, copy_context
from typing import Any

import pytest
from core.test_table import choose, table_of

from darwin_core.contract.game import SPECTATOR
from darwin_core.table import Seat, Snapshot, Table

AnySnapshot = Snapshot[Any, Any, Any]


def fails(snapshot: AnySnapshot) -> None:
    raise RuntimeError("connection lost")


async def fails_later(snapshot: AnySnapshot) -> None:
    await asyncio.sleep(0)
    fails(snapshot)


@pytest.mark.failing_observers
@pytest.mark.parametrize("observe", [fails, fails_later])
async def test_one_that_fails_is_logged_and_ended_and_nobody_else_notices(
    observe: Any, caplog: pytest.LogCaptureFixture
) -> None:
    table, _ = table_of()
    lines: list[int] = []
    failing = Seat(table, 0).observe(observe)
    sound = Seat(table, 0).observe(lambda snapshot: lines.append(snapshot.line))
    assert failing.is_observing
    await choose(table, 0)
    await choose(table, 1)
    assert lines == [1, 2]
    assert sound.is_observing
    assert not failing.is_observing
    assert failing.failure == "RuntimeError: connection lost"
    assert [record.levelno for record in caplog.records] == [logging.ERROR]


async def test_each_has_the_newest_snapshot_when_a_command_returns() -> None:
    table, _ = table_of(3)
    seen: list[int] = []
    Seat(table, 2).observe(lambda snapshot: seen.append(snapshot.line))
    await choose(table, 0)
    assert seen == [1]
    await table.undo(0)
    assert seen == [1, 2]
    await table.redo(0)
    assert seen == [1, 2, 3]
    await table.reset_turn(0)
    assert seen == [1, 2, 3, 4]


async def test_one_that_blocks_holds_up_nobody_and_then_gets_the_newest() -> None:
    table, _ = table_of(4)
    may_go_on, begun, seen = asyncio.Event(), list[int](), list[int]()

    async def block(snapshot: AnySnapshot) -> None:
        begun.append(snapshot.line)
        await may_go_on.wait()

    table.observe(0, block)
    table.observe(1, lambda snapshot: seen.append(snapshot.line))
    for seat in range(3):
        await choose(table, seat)
    assert (begun, seen) == ([1], [1, 2, 3])
    may_go_on.set()
    await asyncio.sleep(0.01)
    assert begun == [1, 3], "what came between can be read from the log"
    assert len(Seat(table, 0).log()) == 4


async def test_one_that_acts_is_done_before_the_next_snapshot_of_its_own() -> None:
    table, _ = table_of(2)
    ben, other = Seat(table, 1), list[int]()

    async def answers(snapshot: AnySnapshot) -> None:
        if snapshot.actions:
            await ben.submit(snapshot.actions[0], snapshot.question)

    observation = ben.observe(answers)
    Seat(table, SPECTATOR).observe(lambda snapshot: other.append(snapshot.line))
    await choose(table, 0)
    while len(other) < 2:
        await asyncio.sleep(0)
    assert other == [1, 2]
    assert [act.seat for act in table.match.history] == [0, 1]
    assert observation.failure is None


async def test_each_is_called_in_its_own_context() -> None:
    table, _ = table_of(2)
    theme: ContextVar[str] = ContextVar("theme", default="none")
    seen: list[tuple[int, str]] = []

    def observe(snapshot: AnySnapshot) -> None:
        seen.append((snapshot.viewer, theme.get()))

    async def observe_later(snapshot: AnySnapshot) -> None:
        observe(snapshot)

    def sit_down(viewer: int, name: str, how: Any) -> None:
        theme.set(name)
        table.observe(viewer, how)

    copy_context().run(sit_down, 0, "light", observe)
    copy_context().run(sit_down, 1, "dark", observe)
    copy_context().run(sit_down, SPECTATOR, "late", observe_later)
    theme.set("of the author")
    await choose(table, 0)
    await asyncio.sleep(0)
    await choose(table, 1)
    await asyncio.sleep(0)
    assert seen == [(0, "light"), (1, "dark"), (SPECTATOR, "late")] * 2


async def test_a_slow_one_keeps_no_snapshots_waiting() -> None:
    table, _ = table_of(2)
    forever = asyncio.Event()

    async def slow(snapshot: AnySnapshot) -> None:
        await forever.wait()

    Seat(table, 1).observe(slow)
    await choose(table, 0)
    await _again_and_again(table, 100)
    gc.collect()
    tracemalloc.start()
    try:
        before = tracemalloc.get_traced_memory()[0]
        snapshots = _snapshots()
        await _again_and_again(table, 1_000)
        gc.collect()
        grown = tracemalloc.get_traced_memory()[0] - before
    finally:
        tracemalloc.stop()
    assert _snapshots() <= snapshots
    # The record itself grows by 1,000 lines.
    assert grown < 1_000 * 1_500
    forever.set()


def _snapshots() -> int:
    return sum(isinstance(each, Snapshot) for each in gc.get_objects())


async def _again_and_again(table: Table[Any, Any, Any], lines: int) -> None:
    for _ in range(lines // 2):
        await table.undo(0)
        await table.redo(0)


async def test_who_left_is_called_no_more_not_even_with_what_waits() -> None:
    table, _ = table_of(2)
    ada, lines = Seat(table, 0), list[int]()
    started = asyncio.Event()

    async def slow(snapshot: AnySnapshot) -> None:
        lines.append(snapshot.line)
        started.set()
        await asyncio.sleep(60)
        lines.append(-snapshot.line)

    observation = ada.observe(slow)
    await choose(table, 0)
    await started.wait()
    await table.undo(0)
    ada.leave()
    await asyncio.sleep(0.01)
    await table.redo(0)
    assert lines == [1]
    assert not observation.is_observing
    assert observation.failure is None


async def test_snapshots_say_who_is_present() -> None:
    table, _ = table_of(3)
    ada, ben, bens_other = Seat(table, 0), Seat(table, 1), Seat(table, 1)

    def present() -> tuple[int, ...]:
        return ada.snapshot.present

    assert present() == ()
    seen: list[tuple[int, ...]] = []
    ada.observe(lambda snapshot: seen.append(snapshot.present))
    assert present() == (0,)
    for step in (ben.attach, bens_other.attach, ben.leave, ben.leave, bens_other.leave):
        step()
        await asyncio.sleep(0)
    assert seen == [(0, 1), (0,)], "one of the two that Ben has is enough"
    Seat(table, SPECTATOR).attach()
    assert present() == (0,)
    assert ada.snapshot.line == 0
    await choose(table, 0)
    assert present() == (0,)
