"""A front end is given nothing but a seat: snapshots of one viewer, and commands."""

import asyncio
import gc
import logging
import tracemalloc
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from contextvars import ContextVar, copy_context
from typing import Any

import pytest
from core.test_table import choose, table_of
from core.test_undo_in_turns import ALONE, ONE, TWO, do
from matches import Paper, Written, header

from darwin_core.contract import registry
from darwin_core.contract.game import NOTHING, SPECTATOR, Refusal, State
from darwin_core.match import Match, begin
from darwin_core.table import Refused, Seat, Snapshot, Table


async def test_snapshot_says_who_acted_who_is_asked_and_what_can_be_undone():
    table, _ = table_of(3)
    ada = Seat(table, 0)
    ben = Seat(table, 1)
    watcher = Seat(table, SPECTATOR)
    first = ada.snapshot
    assert (first.seat, first.undone_line, first.to_move, first.line) == (NOTHING, 0, (0, 1, 2), 0)
    assert not first.can_undo
    card = first.actions[0]
    await ada.submit(card, first.question)
    for seat, can_undo in ((ada, True), (ben, False), (watcher, False)):
        now = seat.snapshot
        assert (now.seat, now.to_move, now.line, now.can_undo) == (0, (1, 2), 1, can_undo)
    assert await ada.undo() == card
    now = ada.snapshot
    assert (now.seat, now.undone_line, now.can_undo, now.can_redo) == (0, 1, False, True)
    await ada.redo()
    assert (ada.snapshot.can_undo, ada.snapshot.can_redo) == (True, False)
    assert ada.snapshot.undone_line == 0


async def test_log_is_the_viewers_own_and_follows_undo():
    table, _ = table_of(3)
    ada, ben = Seat(table, 0), Seat(table, 1)
    before = [*ada.log()], [*ben.log()]
    await ada.submit(ada.snapshot.actions[0], ada.snapshot.question)
    assert [len(ada.log()[-1]), len(ben.log()[-1])] == [1, 0], "nobody else hears of a choice"
    await ada.undo()
    assert ([*ada.log()], [*ben.log()]) == before


async def test_snapshots_name_the_actions_that_are_final():
    table, _ = table_of(2)
    ada, ben = Seat(table, 0), Seat(table, 1)
    assert ada.snapshot.final == set()
    await ada.submit(ada.snapshot.actions[0], ada.snapshot.question)
    assert ben.snapshot.final == {*ben.snapshot.actions}, "the last choice turns all cards up"
    assert ada.snapshot.final == set()


async def test_all_who_look_through_one_seat_get_the_same_snapshot():
    table, _ = table_of(2)
    seen: list[Any] = []
    for _ in range(2):
        Seat(table, 0).observe(seen.append)
    await table.submit(1, table.snapshot(1).actions[0], table.snapshot(1).question)
    one, other = seen
    assert one is other
    assert Seat(table, 0).snapshot is one


def test_nothing_that_a_seat_shows_leads_to_the_match():
    for slug in registry.SLUGS:
        game = registry.get(slug)
        match, text = begin(game, header(game.seats[0], game=slug))
        for viewer in (0, SPECTATOR):
            seat = Seat(Table(match, Paper(text)), viewer)
            for thing in _shown(seat):
                assert not isinstance(thing, Match)
                if isinstance(thing, State):
                    assert thing.chance == b"", "a view, not the state"


def _shown(seat: Seat[Any, Any, Any]) -> Iterator[Any]:
    """Yield the values of a seat's public attributes, and the values inside these."""
    waiting = [getattr(seat, name) for name in dir(seat) if not name.startswith("_")]
    seen = 0
    waiting.append(seat.log())
    while waiting and seen < 20_000:
        thing = waiting.pop()
        seen += 1
        yield thing
        if isinstance(thing, dict):
            waiting += [*thing, *thing.values()]
        elif isinstance(thing, tuple | list | set | frozenset):
            waiting += thing
        elif hasattr(thing, "__struct_fields__"):
            waiting += [getattr(thing, name) for name in thing.__struct_fields__]


async def test_nothing_comes_between_while_a_turn_is_undone():
    written = Written(*begin(ALONE, header()))
    do(written, ONE, TWO, TWO)
    table: Table[Any, Any, Any] = Table(written.match, written)
    seat = Seat(table, 0)
    (message, action), _ = await asyncio.gather(seat.reset_turn(), seat.redo())
    assert (message, action) == ("Your turn is undone.", ONE)
    acts = [line.action for line in written.match.lines[3:]]
    assert acts == ["undo 3", "undo 2", "undo 1", "one"]


async def test_a_guard_is_entered_around_each_command_and_may_refuse_it():
    table, _ = table_of(2)
    entered: list[str] = []

    @asynccontextmanager
    async def guard() -> AsyncIterator[None]:
        if len(entered) >= 8:
            raise Refused(Refusal("closed", "The table is closed."))
        entered.append("in")
        try:
            yield
        finally:
            entered.append("out")

    ada = Seat(table, 0, guard)
    now = ada.snapshot
    await ada.submit(now.actions[0], now.question)
    await ada.undo()
    await ada.redo()
    await ada.reset_turn()
    assert entered == ["in", "out"] * 4
    for command in (ada.submit(now.actions[0], now.question), ada.redo()):
        with pytest.raises(Refused, match="is closed"):
            await command
    assert len(ada.snapshot.actions) == len(now.actions), "nothing has changed"


async def test_a_connection_without_the_pace_neither_pauses_nor_hurries_the_bots():
    table, _ = table_of(2)
    seat = Seat(table, 0, sets_pace=False)
    runner = table.bots
    seat.hold()
    seat.linger()
    runner._is_hurried = False
    seat.hurry()
    assert not runner._holders
    assert runner._lingers_at == -1
    assert not runner._is_hurried
    heard: list[bool] = []
    seat.observe(lambda snapshot: heard.append(snapshot.can_hurry))
    runner._set_can_hurry(True)
    await asyncio.sleep(0)
    assert Seat(table, 0).snapshot.can_hurry
    assert {*heard, seat.snapshot.can_hurry} == {False}, "it offers no haste that it cannot make"
    Seat(table, 0).hold()
    assert runner._holders


# --- observers are independent: one that fails, blocks or acts affects no other

AnySnapshot = Snapshot[Any, Any, Any]


def fails(snapshot: AnySnapshot) -> None:
    raise RuntimeError("connection lost")


async def fails_later(snapshot: AnySnapshot) -> None:
    await asyncio.sleep(0)
    fails(snapshot)


@pytest.mark.failing_observers
@pytest.mark.parametrize("observe", [fails, fails_later])
async def test_an_observer_that_fails_is_logged_and_ended_and_nobody_else_notices(observe, caplog):
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


async def test_each_observer_has_the_newest_snapshot_when_a_command_returns():
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


async def test_an_observer_that_blocks_holds_up_nobody_and_then_gets_the_newest_snapshot():
    table, _ = table_of(4)
    may_go_on = asyncio.Event()
    begun = list[int]()
    seen = list[int]()

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


async def test_an_observer_that_acts_ends_before_it_gets_its_next_snapshot():
    table, _ = table_of(2)
    ben = Seat(table, 1)
    other = list[int]()

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


async def test_each_observer_is_called_in_its_own_context():
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


async def test_a_slow_observer_keeps_no_snapshots_waiting():
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
    return sum(isinstance(live_object, Snapshot) for live_object in gc.get_objects())


async def _again_and_again(table: Table[Any, Any, Any], lines: int) -> None:
    for _ in range(lines // 2):
        await table.undo(0)
        await table.redo(0)


async def test_an_observer_who_left_is_not_called_with_waiting_snapshots_either():
    table, _ = table_of(2)
    ada = Seat(table, 0)
    lines = list[int]()
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


async def test_snapshots_say_who_is_present():
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
