"""Workers decide for bots in processes that stop, die and are replaced without harm to a match."""

import asyncio
import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from pathlib import Path
from threading import Event
from typing import Any

import pytest
from core.odd_worker import DEADLY, DEADLY_ONCE, ENDLESS, FAULTY, STUCK
from matches import DICE, began, careless, loaded
from waiting import PATIENCE_SECONDS, until, wait_until

from darwin_core.analysis.review import Seen, judge_all
from darwin_core.bots import Undecided, levels
from darwin_core.bots.search import WORLDS_MAX, Judged, Searcher
from darwin_core.contract import registry
from darwin_core.contract.game import Action
from darwin_core.table import Seat, Table
from darwin_core.text.language import reading, tr
from darwin_core.workers import worker
from darwin_core.workers.pool import Pool
from darwin_core.workers.worker import MEMORY_MAX_BYTES, NICENESS, SESSION_NICENESS

VIEW = began().match.view(0)
CHANCE = b"0123456789abcdef"
SHORT_SECONDS = 1.0
"""Time of a short search."""


@pytest.fixture
def pool(tmp_path: Path) -> Iterator[Pool]:
    odd = str(Path(__file__).with_name("odd_worker.py"))
    pool = Pool(1, (sys.executable, odd, str(tmp_path)))
    yield pool
    pool.close()


def judge(pool: Pool, seconds: float, **more: Any) -> Future[list[Judged]]:
    return pool.search(DICE, VIEW, 0, CHANCE, Searcher(seconds), **more)


def process_of(pool: Pool) -> int:
    """Return the id of the process that answers the next question."""
    judge(pool, SHORT_SECONDS).result(PATIENCE_SECONDS)
    process = pool._workers[0]._process
    assert process is not None
    return process.pid


@pytest.mark.parametrize("slug", registry.SLUGS)
def test_a_worker_answers_with_a_legal_action_of_any_game(slug):
    game = registry.get(slug)
    pool = Pool(1)
    match = began(game.seats[0], game=slug).match
    seat = game.to_move(match.state)[0]
    action = pool.decide(Searcher(0.1), game, match.view(seat), seat, CHANCE).result(
        PATIENCE_SECONDS
    )
    assert action in match.legal(seat)
    pool.close()


@pytest.mark.skipif(not Path("/proc/self/limits").exists(), reason="no /proc")
def test_the_memory_of_a_worker_is_bounded():
    pool = Pool(1)
    limits = Path(f"/proc/{process_of(pool)}/limits").read_text()
    pool.close()
    (line,) = (line for line in limits.splitlines() if line.startswith("Max address space"))
    assert line.split()[3] == str(MEMORY_MAX_BYTES)


def test_a_worker_gives_way_to_the_program_that_asks():
    """This holds, too, where the system shares processors among sessions before processes."""
    pool = Pool(1)
    process = process_of(pool)
    # 19 is the system's maximum.
    assert os.getpriority(os.PRIO_PROCESS, process) == min(os.nice(0) + NICENESS, 19)
    group = Path(f"/proc/{process}/autogroup")
    assert not group.exists() or group.read_text().split()[1:] == ["nice", str(SESSION_NICENESS)]
    pool.close()


def test_policies_that_answer_at_once_start_no_worker(pool):
    for level in ("random", "easy", "normal"):
        pool.decide(levels.bot(level), DICE, VIEW, 0, CHANCE).result(PATIENCE_SECONDS)
    assert not pool._workers


def test_a_cancelled_search_leaves_its_worker_for_the_next_question(pool):
    process = process_of(pool)
    search = judge(pool, ENDLESS)
    wait_until(lambda: pool._workers[0]._asked)
    pool._workers[0]._kill_if_answering = lambda *_: None
    assert search.cancel()
    assert process_of(pool) == process


def test_a_worker_that_does_not_stop_is_killed_and_replaced(pool):
    process = process_of(pool)
    search = judge(pool, STUCK)
    wait_until(lambda: pool._workers[0]._asked)
    assert search.cancel()
    assert process_of(pool) != process


def test_a_worker_killed_when_it_had_just_stopped_is_replaced_without_a_word(
    pool, monkeypatch, caplog
):
    monkeypatch.setattr("darwin_core.workers.pool.STOP_SECONDS", 1.0)
    process_of(pool)
    is_dead = Event()
    decode: Callable[[bytes], worker.Reply] = worker.decode_reply

    def late(data: bytes) -> worker.Reply:
        reply = decode(data)
        if isinstance(reply, worker.Stopped):
            is_dead.wait(PATIENCE_SECONDS)
        return reply

    monkeypatch.setattr(worker, "decode_reply", late)
    search = judge(pool, ENDLESS)
    wait_until(lambda: pool._workers[0]._asked)
    process = pool._workers[0]._process
    assert process
    # The pool reads that the worker has stopped only after it has killed the worker.
    assert search.cancel()
    wait_until(lambda: process.poll() is not None)
    is_dead.set()
    process_of(pool)
    assert caplog.records == []


def test_a_search_that_is_cancelled_while_its_worker_starts_leaves_it_running(pool):
    search = judge(pool, ENDLESS)
    wait_until(lambda: pool._workers[0]._asked)
    worker = pool._workers[0]
    process = worker._process
    assert process
    # Return the worker to the state before it said that it is ready. It says so once, hence not
    # in between.
    wait_until(lambda: worker._is_ready)
    worker._is_ready = False
    worker._kill_if_answering(process, worker._asked)
    assert search.cancel()
    assert process_of(pool) == process.pid


def test_a_question_is_asked_again_when_its_worker_dies(pool):
    assert judge(pool, DEADLY_ONCE).result(PATIENCE_SECONDS)[0].action in DICE.legal(VIEW, 0)


def test_a_question_over_which_two_workers_die_is_given_up_with_a_sentence(pool):
    with pytest.raises(Undecided, match="has ended twice"):
        judge(pool, DEADLY).result(PATIENCE_SECONDS)
    process_of(pool)


def test_an_error_in_a_search_is_logged_and_the_worker_stays(pool, caplog):
    process = process_of(pool)
    with pytest.raises(Undecided) as failed:
        judge(pool, FAULTY).result(PATIENCE_SECONDS)
    assert "ZeroDivisionError" in caplog.text
    with reading("de"):
        assert tr(str(failed.value)) == "Seine Suche ist gescheitert."
    assert process_of(pool) == process


class Faulty(Searcher, frozen=True):
    """A search that cannot choose among the judged actions, as with a manner that fails."""

    def chosen(self, *_: object) -> Action:
        raise ZeroDivisionError


def test_an_error_in_the_choice_after_a_search_is_the_answer(pool):
    chosen = pool.decide(Faulty(SHORT_SECONDS), DICE, VIEW, 0, CHANCE)
    with pytest.raises(ZeroDivisionError):
        chosen.result(PATIENCE_SECONDS)


def test_decisions_beyond_the_workers_wait_and_what_people_watch_comes_first(pool):
    done: list[str] = []
    first = judge(pool, ENDLESS)
    wait_until(lambda: pool._workers[0]._asked)
    bot = judge(pool, SHORT_SECONDS)
    bot.add_done_callback(lambda _: done.append("bot"))
    hint = judge(pool, SHORT_SECONDS, is_hint=True)
    hint.add_done_callback(lambda _: done.append("hint"))
    assert len(pool._workers) == 1
    first.cancel()
    bot.result(PATIENCE_SECONDS)
    assert done == ["hint", "bot"]


def test_reviews_that_can_wait_are_put_off_for_anything_else(pool):
    match = careless(seats=3)
    done = list[str]()
    process = process_of(pool)
    seen = [Seen(seat, seat) for seat in range(3)]
    review = pool.review(match.text(), seen, 0, WORLDS_MAX, can_wait=True)
    review.add_done_callback(lambda _: done.append("review"))
    wait_until(lambda: pool._workers[0]._asked)
    first = judge(pool, ENDLESS)
    wait_until(lambda: pool._unfinished and pool._workers[0]._asked)
    assert not done
    second = judge(pool, SHORT_SECONDS)
    second.add_done_callback(lambda _: done.append("bot"))
    first.cancel()
    second.result(PATIENCE_SECONDS)
    assert review.result(PATIENCE_SECONDS) == judge_all(match, 0, seen, WORLDS_MAX)
    assert done == ["bot", "review"]
    assert process_of(pool) == process, "the worker was asked to stop and not killed"


def test_a_worker_reads_on_in_a_match_that_has_grown(pool):
    whole = careless(seats=2)
    lines = whole.text().splitlines(keepends=True)
    for count in (5, 9, 9, 5, len(lines)):
        match = loaded(b"".join(lines[:count]))
        seen = [Seen(0, 0)]
        judgements = pool.review(match.text(), seen, 1, 1).result(PATIENCE_SECONDS)
        assert judgements == judge_all(match, 1, seen, 1)


PARENT = """
from core.odd_worker import ENDLESS
from core.test_pool import *
pool = Pool(1, (sys.executable, sys.argv[1], "."))
print(process_of(pool), flush=True)
judge(pool, ENDLESS).result()
"""


def test_no_worker_outlives_its_parent():
    this_file = Path(__file__)
    parent = subprocess.Popen(
        [sys.executable, "-c", PARENT, str(this_file.with_name("odd_worker.py"))],
        stdout=subprocess.PIPE,
        env={**os.environ, "PYTHONPATH": str(this_file.parents[1])},
    )
    with parent:
        assert parent.stdout
        worker = int(parent.stdout.readline())
        parent.send_signal(signal.SIGKILL)
    wait_until(lambda: _is_gone(worker))


def _is_gone(process: int) -> bool:
    try:
        # An orphan that has ended stays a zombie, in state Z, as long as nobody waits for it.
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] == "Z"
    except FileNotFoundError:
        return True


# --- at a table


async def thinking(pool: Pool, table: Table[Any, Any, Any]) -> None:
    """Let the person choose, and wait until the bot searches."""
    now = Seat(table, 0).snapshot
    await Seat(table, 0).submit(now.actions[0], now.question)
    await until(lambda: pool._workers and pool._workers[0]._asked)


async def test_the_loop_turns_and_undo_ends_the_search_while_a_bot_thinks(pool):
    written = began()
    table: Table[Any, Any, Any] = Table(
        written.match, written, {1: Searcher(ENDLESS)}, decide=pool.decide
    )
    running = asyncio.ensure_future(table.bots.run())
    await thinking(pool, table)
    for _ in range(1000):
        await asyncio.sleep(0)
    assert pool._workers[0]._asked, "it thinks all the while"
    await Seat(table, 0).undo()
    assert not table.match.history
    await until(lambda: not pool._unfinished)
    await thinking(pool, table)
    running.cancel()
    await asyncio.wait([running])
    wait_until(lambda: not pool._unfinished)
