"""A table takes all actions in one way: it writes them first, then publishes them in order."""

import asyncio
import gc
import threading
from collections.abc import Awaitable, Callable
from concurrent.futures import Future
from typing import Any

import pytest
from matches import DICE, Paper, began, loaded, mark

from darwin_core.bots import levels
from darwin_core.contract.game import HIDDEN, NOTHING, SPECTATOR
from darwin_core.games.dice.acts import PLAYS
from darwin_core.journal import Conflict, JournalError
from darwin_core.journal.file import FileJournal
from darwin_core.match import Refused
from darwin_core.table import BotFailed, Snapshot, Table

AnySnapshot = Snapshot[Any, Any, Any]


def table_of(seats: int = 2, bots: str = "") -> tuple[Table[Any, Any, Any], Paper]:
    """Return a table; ``bots`` names the seats that bots play, as in ``"12"``."""
    written = began(seats)
    players = {int(seat): levels.bot("random") for seat in bots}
    return Table(written.match, written, players), written


async def choose(table: Table[Any, Any, Any], seat: int, place: int = 0) -> None:
    snapshot = table.snapshot(seat)
    await table.submit(seat, snapshot.actions[place], snapshot.question)


async def test_nothing_is_published_before_the_line_is_written():
    table, paper = table_of()
    for viewer in (0, 1, SPECTATOR):
        table.observe(
            viewer,
            lambda snapshot: paper.done.append(f"published {snapshot.viewer} of {snapshot.line}"),
        )
    await choose(table, 0)
    assert paper.done == [
        "written 1",
        "published 0 of 1",
        "published 1 of 1",
        f"published {SPECTATOR} of 1",
    ]
    assert loaded(paper.text).lines == table.match.lines


async def test_the_writing_does_not_hold_up_the_loop():
    table, paper = table_of()
    await choose(table, 0)
    assert paper.thread != threading.main_thread().name


async def test_two_actions_at_once_are_written_and_published_one_after_the_other():
    table, paper = table_of(4)
    table.observe(SPECTATOR, lambda snapshot: paper.done.append(f"published {snapshot.line}"))
    await asyncio.gather(*(choose(table, seat) for seat in (2, 0, 3, 1)))
    assert paper.done == [
        f"{step} {line}" for line in range(1, 5) for step in ("written", "published")
    ]
    assert [act.seat for act in table.match.history] == [2, 0, 3, 1]


@pytest.mark.parametrize("fault", [JournalError("/x is full."), Conflict("there are more")])
async def test_action_that_cannot_be_saved_leaves_nothing_behind(fault):
    table, paper = table_of()
    snapshots: list[AnySnapshot] = []
    table.observe(0, snapshots.append)
    await choose(table, 1)
    snapshots.clear()
    before = mark(table.match), list(table.match.lines), paper.text, table.snapshot(0)
    paper.fault = fault
    with pytest.raises(JournalError, match=str(fault)):
        await choose(table, 0)
    with pytest.raises(JournalError, match=str(fault)):
        await table.undo(1)
    assert before == (mark(table.match), table.match.lines, paper.text, table.snapshot(0))
    assert snapshots == []
    paper.fault = None
    await choose(table, 0)
    assert len(snapshots) == 1
    assert loaded(paper.text).lines == table.match.lines


async def test_full_disk_refuses_the_action_with_path_and_reason(tmp_path, monkeypatch):
    written = began()
    path = tmp_path / "match.jsonl"
    table: Table[Any, Any, Any] = Table(written.match, FileJournal.create(path, written.text))

    def full(*args: object) -> int:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr("os.pwrite", full)
        with pytest.raises(JournalError) as error:
            await choose(table, 0)
    assert str(error.value) == f"{path} cannot be written: No space left on device."
    assert path.read_bytes() == written.text
    assert table.match.lines == []
    await choose(table, 0)
    assert loaded(path.read_bytes()).lines == table.match.lines
    table.close()


async def test_action_that_is_not_allowed_is_refused_and_not_written():
    table, paper = table_of()
    snapshots: list[AnySnapshot] = []
    table.observe(1, snapshots.append)
    text = paper.text
    with pytest.raises(Refused, match="nothing to undo"):
        await table.undo(0)
    stranger = next(a for a in table.snapshot(1).actions if a not in table.snapshot(0).actions)
    with pytest.raises(Refused, match="You hold no"):
        await table.submit(0, stranger, table.snapshot(0).question)
    assert (paper.text, snapshots) == (text, [])


async def test_key_pressed_twice_plays_once():
    table, paper = table_of(3)
    snapshot = table.snapshot(0)
    answers = await asyncio.gather(
        *(table.submit(0, snapshot.actions[0], snapshot.question) for _ in range(3)),
        return_exceptions=True,
    )
    refused = [answer for answer in answers if isinstance(answer, Refused)]
    assert len(refused) == 2
    assert len(table.match.lines) == 1
    assert paper.text.count(b"\n") == 2


async def test_answer_to_a_past_question_is_refused_as_stale():
    table, _ = table_of()
    snapshot = table.snapshot(0)
    await choose(table, 0)
    await choose(table, 1)
    assert snapshot.actions[1] in table.snapshot(0).actions
    with pytest.raises(Refused) as error:
        await table.submit(0, snapshot.actions[1], snapshot.question)
    assert error.value.refusal.code == "stale"
    assert len(table.match.lines) == 2


async def test_answer_stays_good_while_others_choose_and_undo():
    table, _ = table_of(3)
    snapshot = table.snapshot(2)
    await choose(table, 0)
    await table.undo(0)
    await choose(table, 1)
    await table.redo(0)
    await table.submit(2, snapshot.actions[0], snapshot.question)
    assert table.match.state.turn == 1


async def test_snapshots_hold_nothing_that_the_viewer_may_not_know():
    table, _ = table_of()
    snapshots: dict[int, AnySnapshot] = {}
    for viewer in (0, 1, SPECTATOR):
        table.observe(viewer, lambda snapshot: snapshots.__setitem__(snapshot.viewer, snapshot))
    await choose(table, 0)
    card = table.match.state.chosen[0]
    assert snapshots[0].view.chosen == [card, NOTHING]
    for viewer in (1, SPECTATOR):
        assert snapshots[viewer].view.chosen == [HIDDEN, NOTHING]
        assert snapshots[viewer].view.hands[0] == {HIDDEN: 8}
        assert snapshots[viewer].view.chance == b""
        assert set(snapshots[viewer].view.deck) == {HIDDEN}
        assert snapshots[viewer].events == ()
    assert [type(event).__name__ for event in snapshots[0].events] == ["Chose"]
    assert snapshots[0].actions == ()
    assert snapshots[1].actions == table.match.legal(1)
    assert snapshots[SPECTATOR].actions == ()


async def test_a_snapshot_taken_later_equals_the_one_that_was_published():
    table, _ = table_of(3)
    snapshots: dict[int, AnySnapshot] = {}
    for viewer in (0, 1, 2, SPECTATOR):
        table.observe(viewer, lambda snapshot: snapshots.__setitem__(snapshot.viewer, snapshot))
    acts: list[Callable[[], Awaitable[None]]] = [
        lambda: choose(table, 0),
        lambda: choose(table, 1),
        lambda: table.undo(0),
        lambda: table.redo(0),
        lambda: choose(table, 2),
    ]
    for act in acts:
        await act()
        for viewer, snapshot in snapshots.items():
            assert table.snapshot(viewer) == snapshot


async def test_an_observer_who_left_gets_no_more_snapshots():
    table, _ = table_of()
    lines: list[int] = []
    leave = table.observe(0, lambda snapshot: lines.append(snapshot.line))
    table.observe(0, lambda snapshot: lines.append(-snapshot.line))
    await choose(table, 0)
    leave.end()
    leave.end()
    await choose(table, 1)
    assert lines == [1, -1, -2]


async def test_action_whose_caller_gives_up_is_still_written_accepted_and_published():
    table, paper = table_of()
    lines: list[int] = []
    table.observe(1, lambda snapshot: lines.append(snapshot.line))
    paper.may_write.clear()
    task = asyncio.ensure_future(choose(table, 0))
    while not paper.writing.is_set():
        await asyncio.sleep(0)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    assert table.match.lines == []
    paper.may_write.set()
    await choose(table, 1)
    assert lines == [1, 2]
    assert loaded(paper.text).lines == table.match.lines


async def test_action_whose_caller_gives_up_and_that_fails_leaves_nothing_behind(caplog):
    table, paper = table_of()
    paper.may_write.clear()
    paper.fault = JournalError("full")
    task = asyncio.ensure_future(choose(table, 0))
    while not paper.writing.is_set():
        await asyncio.sleep(0)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    paper.may_write.set()
    while paper.fault and table._lock.locked():
        await asyncio.sleep(0.001)
    gc.collect()
    assert not caplog.records, "nor does anybody complain"
    paper.fault = None
    await choose(table, 0)
    assert [act.seat for act in table.match.history] == [0]
    assert loaded(paper.text).lines == table.match.lines


@pytest.mark.parametrize("seats", DICE.seats)
async def test_bots_alone_play_to_the_end(seats):
    table, paper = table_of(seats, "0123"[:seats])
    await table.bots.settle()
    assert DICE.outcome(table.match.state) is not None
    assert len(table.match.lines) == DICE.actions_max(seats)
    assert loaded(paper.text).lines == table.match.lines


async def test_same_seed_gives_the_same_match_of_bots():
    texts = []
    for _ in range(2):
        table, paper = table_of(3, "012")
        await table.bots.settle()
        texts.append(paper.text)
    assert texts[0] == texts[1]


async def test_bots_settle_until_a_person_is_asked():
    table, _ = table_of(3, "02")
    await table.bots.settle()
    assert table.bots.waiting() is None
    assert list(DICE.to_move(table.match.state)) == [1]


async def test_bot_sees_only_its_own_view():
    seen: list[Any] = []

    def spy(game: Any, view: Any, seat: int, chance: bytes) -> Any:
        seen.append((view, seat, chance))
        return game.legal(view, seat)[0]

    written = began(2)
    table: Table[Any, Any, Any] = Table(written.match, written, {1: spy})
    await choose(table, 0)
    await table.bots.play(1)
    ((view, seat, chance),) = seen
    assert (seat, len(chance)) == (1, 16)
    assert view.chosen[0] == HIDDEN
    assert view.chance == b""
    assert set(view.hands[0]) == {HIDDEN}


@pytest.mark.parametrize("is_alone", [False, True])
async def test_bot_keeps_silent_if_its_question_was_answered_while_it_thought(is_alone):
    written = began(3)
    match = written.match
    first, other = match.legal(1)[:2]
    decision: Future[Any] = Future()
    # A running decision cannot be cancelled, whether the table has given it up by then or not.
    decision.set_running_or_notify_cancel()
    seats = range(3) if is_alone else [1]
    table: Table[Any, Any, Any] = Table(
        match,
        written,
        dict.fromkeys(seats, levels.bot("random")),
        decide=lambda policy, game, view, seat, chance: decision,
    )
    playing = asyncio.ensure_future(table.bots.play(1))
    await asyncio.sleep(0)
    await table.submit(1, other, table.snapshot(1).question)
    decision.set_result(first)
    await playing
    assert [(act.seat, act.action) for act in match.history] == [(1, other)]
    assert loaded(written.text).lines == match.lines


async def test_bot_whose_choice_is_not_allowed_is_refused_aloud():
    written = began(3)
    held = {action.card for action in written.match.legal(1)}
    forbidden = next(action for action in PLAYS if action.card not in held)
    table: Table[Any, Any, Any] = Table(written.match, written, {1: lambda *_: forbidden})
    with pytest.raises(BotFailed, match="Ben chose an illegal action"):
        await table.bots.play(1)
    assert table.match.lines == []


def test_closing_lets_go_of_the_journal():
    table, paper = table_of()
    table.close()
    assert paper.is_closed
