"""Decisions in processes, for policies that search and for reviews of matches.

All tables of a program share the workers. A worker is started when a task waits for one, up to a
maximum, and ends with the program. Policies that answer at once run in a thread. A cancelled
decision leaves its worker within ``STOP_SECONDS``: a worker that does not stop by itself is killed,
and replaced when needed. A worker that is still starting is not killed: it reads the request to
stop before it begins.

Reviews that can wait are begun only while nothing else is wanted, and postponed as soon as another
task arrives.
"""

import logging
import os
import subprocess
import sys
from collections.abc import Callable, Sequence
from concurrent.futures import Future, InvalidStateError, ThreadPoolExecutor
from contextlib import suppress
from functools import cache, partial
from heapq import heappop, heappush
from itertools import count
from threading import Condition, Lock, Thread, Timer
from typing import Any, Final, Generic, TypeVar

import msgspec

from darwin_core.analysis.review import Judgement, Seen
from darwin_core.bots import Policy, Undecided
from darwin_core.bots.search import (
    SEARCH_FAILED,
    Block,
    Budget,
    Judged,
    Rollouts,
    Search,
    Searcher,
    Split,
)
from darwin_core.contract.game import Action, AnyGame, State
from darwin_core.text.language import mark
from darwin_core.workers import worker


@cache
def _threads() -> ThreadPoolExecutor:
    return ThreadPoolExecutor(os.cpu_count(), thread_name_prefix="bot")


def start_in_thread(work: Callable[[], None]) -> None:
    """Start some work that takes milliseconds and return at once."""
    _threads().submit(work)


def decide_in_thread(
    policy: Policy, game: AnyGame, view: State, seat: int, chance: bytes
) -> Future[Action]:
    """Start a decision in a thread shared by all tables of the process. A running decision cannot
    be stopped; its result is dropped."""
    return _threads().submit(policy, game, view, seat, chance)


_log: Final = logging.getLogger(__name__)

# The next figures are chosen: no command derives them.
WORKERS_MAX: Final = 4
"""Maximum number of a program's workers, whatever the number of processors. Each may take
``worker.MEMORY_MAX_BYTES``."""
STOP_SECONDS: Final = 0.05
"""Time in which a worker must drop a cancelled decision. A worker notices a request between two
rollouts; with a longer time, a stuck worker blocks others for longer."""
SPLIT_SECONDS: Final = 1.0
"""Duration from which a search is worth splitting among all workers."""

COMMAND: Final = (sys.executable, "-P", "-m", "darwin_core.workers.worker")
"""The command line of a worker. With ``-P`` it imports nothing from the current folder, which may
be any folder of the user."""

_HINT, _BOT, _REVIEW, _SPARE, _END = range(5)
"""Urgencies of tasks, most urgent first. Tasks of spare time are begun only while no other task
waits or runs; _END is not a task, but tells a worker to end once it has nothing else to do."""

R = TypeVar("R")


class _Task(Generic[R]):
    """A question for a worker, and the future of its answer."""

    def __init__(
        self, urgency: int, question: worker.AnyQuestion, read: Callable[[worker.Reply], R]
    ) -> None:
        self.urgency = urgency
        """One of the urgencies above; the lowest number is the most urgent."""
        # A future that is never marked as running can be cancelled at any time.
        self.answer: Future[R] = Future()
        self._question = question
        self._read = read

    def question(self, number: int) -> worker.AnyQuestion:
        """Return the question under a number, by which one worker knows it."""
        return msgspec.structs.replace(self._question, number=number)

    def take(self, reply: worker.Reply) -> None:
        """Read the answer from a reply, and resolve the future."""
        result = self._read(reply)
        with suppress(InvalidStateError):
            self.answer.set_result(result)

    def fail(self, sentence: str) -> None:
        """Resolve the future with an error."""
        with suppress(InvalidStateError):
            self.answer.set_exception(Undecided(sentence))


_AnyTask = _Task[Any]


def _decision(game: AnyGame, view: State, seat: int, chance: bytes) -> worker.Decision:
    """Return a decision in the form sent to a worker. The class of the view, which is not part of
    its bytes, tells the version of the rules."""
    rules = (number for number, kind in game.earlier.items() if type(view) is kind)
    rules_version = next(rules, game.rules_version)
    return worker.Decision(game.slug, rules_version, worker.pack(view), seat, chance)


def _search_task(
    game: AnyGame,
    decision: worker.Decision,
    searcher: Searcher,
    *,
    is_hint: bool,
    afterwards: Sequence[Action] = (),
) -> _Task[list[Judged]]:
    """Return the task of a search in one worker; see ``Pool.search``."""
    packed = [msgspec.Raw(worker.pack(action)) for action in afterwards]
    question = worker.Question(0, decision, searcher, is_hint, packed)

    def read(reply: worker.Reply) -> list[Judged]:
        assert isinstance(reply, worker.Searched)
        # The worker does not name the type of an action: only the game knows it.
        return [
            Judged(msgspec.msgpack.decode(fields[0], type=game.actions), *fields[1:])
            for fields in reply.judged
        ]

    return _Task(_HINT if is_hint else _BOT, question, read)


def _read_judgements(reply: worker.Reply) -> list[Judgement]:
    assert isinstance(reply, worker.Reviewed)
    return reply.judgements


def _read_rollouts(reply: worker.Reply) -> Rollouts:
    assert isinstance(reply, worker.Tried)
    return reply.rollouts


class _Worker:
    """A process that answers one question at a time, and the thread that asks it.

    The thread ``_serve`` asks and reads; ``_drop`` and ``postpone`` run in other threads, and only
    write messages while they hold ``_writing``.
    """

    def __init__(self, pool: "Pool") -> None:
        self._pool = pool
        self._process: subprocess.Popen[bytes] | None = None
        self._writing = Lock()
        """Held while a message is written: the worker's thread asks, other threads stop it."""
        self._numbers = count(1)
        self._asked = 0
        """Number of the question being answered; 0 for none."""
        self.is_postponable = False
        """True if the current task is one of spare time."""
        self._is_ready = False
        """True once the process has reported that it has started."""
        self._is_killed = False
        """True if the process was killed, and must not be asked again."""
        Thread(target=self._serve, name="bots", daemon=True).start()

    def _serve(self) -> None:
        """Answer the tasks of the pool, one after the other, until the pool is closed."""
        while (task := self._pool.wait_for_task()) is not None:
            try:
                self._answer(task)
            finally:
                self._pool.note_done(task)
        self.kill()

    def _answer(self, task: _AnyTask) -> None:
        """Ask a question; ask another process once more if this one dies over it."""
        for _ in range(2):
            if task.answer.done():
                return
            try:
                self._ask(task)
                return
            except Exception:
                # Whatever failed, the process may be gone, and its next reply cannot be trusted.
                status = self.kill()
                if not task.answer.done():
                    _log.warning(
                        "A worker of the bots has ended with status %s.", status, exc_info=True
                    )
        task.fail(mark("The process in which it thinks has ended twice."))

    def _ask(self, task: _AnyTask) -> None:
        """Ask the process a task's question and read its replies up to the answer.

        A task of spare time is returned to the pool if another task waits, or if the process drops
        the question for one. Any exception means that the process cannot be asked again.
        """
        number = next(self._numbers)
        # Set before asking the pool, so that a task arriving meanwhile postpones this one.
        self.is_postponable = task.urgency == _SPARE
        with self._writing:
            if self.is_postponable and self._pool.has_urgent_task:
                self._pool.put(task)
                return
            process = self._ensure_process()
            assert process.stdin
            assert process.stdout
            self._asked = number
            worker.write(process.stdin, task.question(number))
        task.answer.add_done_callback(partial(self._drop, process, number))
        try:
            while True:
                reply = worker.decode_reply(worker.read(process.stdout))
                self._is_ready = self._is_ready or isinstance(reply, worker.Ready)
                if reply.number != number:
                    # ``Ready``, or the late reply to a question that was dropped.
                    continue
                if isinstance(reply, worker.Failed):
                    _log.warning("A search of the bots has failed: %s.", reply.error)
                    task.fail(SEARCH_FAILED)
                elif isinstance(reply, worker.Stopped):
                    # Postponed, unless it was cancelled.
                    if not task.answer.done():
                        self._pool.put(task)
                else:
                    task.take(reply)
                return
        finally:
            self._asked = 0
            self.is_postponable = False

    def _ensure_process(self) -> "subprocess.Popen[bytes]":
        """Return the process, starting it if needed."""
        if self._is_killed:
            self.kill()
        if self._process is None:
            self._is_killed = self._is_ready = False
            # In a separate session, no key at the terminal reaches the worker.
            self._process = subprocess.Popen(
                self._pool.command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                start_new_session=True,
            )
        return self._process

    def postpone(self) -> None:
        """Postpone the current task if it is one of spare time."""
        with self._writing:
            if self._asked and self.is_postponable and self._process:
                self._stop(self._process, self._asked)

    def _stop(self, process: "subprocess.Popen[bytes]", number: int) -> None:
        assert process.stdin
        with suppress(OSError, ValueError):
            worker.write(process.stdin, worker.Stop(number))

    def _drop(self, process: "subprocess.Popen[bytes]", number: int, answer: Future[R]) -> None:
        """Stop a cancelled search; kill a process that does not stop."""
        if not answer.cancelled() or self._asked != number:
            return
        with self._writing:
            self._stop(process, number)
        timer = Timer(STOP_SECONDS, self._kill_if_answering, (process, number))
        timer.daemon = True
        timer.start()

    def _kill_if_answering(self, process: "subprocess.Popen[bytes]", number: int) -> None:
        """Kill a process that still answers the question with a number."""
        with self._writing:
            # A process that is still starting will read the request to stop before it begins.
            if self._asked == number and self._is_ready:
                # Its last reply may still arrive, as if it were alive: do not ask it again.
                self._is_killed = True
                process.kill()

    def kill(self) -> int | None:
        """End the process, if there is one; return its exit status."""
        process, self._process = self._process, None
        if process is None:
            return None
        process.kill()
        status = process.wait()
        for stream in (process.stdin, process.stdout):
            with suppress(OSError):
                assert stream
                stream.close()
        return status


class Pool:
    """Workers, and the tasks that wait for one."""

    def __init__(self, size: int, command: Sequence[str] = COMMAND) -> None:
        """Prepare a pool; nothing is started yet.

        Args:
            size: maximum number of workers.
            command: the command line that starts a worker.
        """
        self.command = command
        self._size = size
        self._waiting: list[tuple[int, int, _AnyTask | None]] = []
        """A heap of tasks by urgency and order; None tells a worker to end."""
        self._order = count()
        self._changed = Condition()
        self._workers: list[_Worker] = []
        self._unfinished = 0
        """Number of waiting or running tasks, without tasks of spare time."""

    def decide(
        self, policy: Policy, game: AnyGame, view: State, seat: int, chance: bytes
    ) -> Future[Action]:
        """Start a decision and return at once; see ``Decider``."""
        if not isinstance(policy, Searcher):
            return decide_in_thread(policy, game, view, seat, chance)
        judged = self.search(game, view, seat, chance, policy)
        chosen: Future[Action] = Future()
        choose = partial(policy.chosen, game, view, seat)
        judged.add_done_callback(partial(_choose, chosen, choose))
        # A cancelled choice must also stop the search behind it.
        chosen.add_done_callback(lambda chosen: chosen.cancelled() and judged.cancel())
        return chosen

    def search(
        self,
        game: AnyGame,
        view: State,
        seat: int,
        chance: bytes,
        searcher: Searcher,
        *,
        is_hint: bool = False,
        afterwards: Sequence[Action] = (),
    ) -> "Future[list[Judged]]":
        """Start a search and return at once; the future has the actions tried, best first.

        Long searches are split among the workers, and then neither ``is_hint`` nor ``afterwards``
        has an effect.

        Args:
            chance: 16 bytes to draw from.
            is_hint: True if a person waits: the search precedes those of bots, and gives reasons.
            afterwards: for a hint, actions that the finished search judges as well.
        """
        if searcher.seconds >= SPLIT_SECONDS and self._size > 1:
            budget = searcher.budget(game, view, self._size)
            return self.split(game, view, seat, chance, budget)
        decision = _decision(game, view, seat, chance)
        task = _search_task(game, decision, searcher, is_hint=is_hint, afterwards=afterwards)
        return self.put(task)

    def split(
        self,
        game: AnyGame,
        view: State,
        seat: int,
        chance: bytes,
        budget: Budget,
    ) -> "Future[list[Judged]]":
        """Start a search whose worlds are split among all workers; see ``search``. The result is
        the result of one worker with the same budget, unless time ends it."""
        decision = msgspec.structs.replace(
            _decision(game, view, seat, chance), is_trained=budget.is_trained
        )

        def ask(block: Block, seconds: float) -> Future[Rollouts]:
            question = worker.TrialsQuestion(0, decision, block, seconds)
            return self.put(_Task(_BOT, question, _read_rollouts))

        split = Split(ask)
        search = partial(Search, game, view, seat, chance, budget)
        # Even the advice with which a search begins is computed off the event loop.
        start_in_thread(partial(split.begin, search, self._size))
        return split.answer

    def review(
        self,
        record: bytes,
        seen: Sequence[Seen],
        position: int,
        worlds: int,
        *,
        can_wait: bool = False,
    ) -> "Future[list[Judgement]]":
        """Start to judge a position of a match and return at once.

        The future has one judgement for each requested seat. It is empty if the match is not over
        and a later action may change a judgement.

        Args:
            record: the record so far.
            seen: the seats whose winning chances are followed, and with whose knowledge.
            position: number of actions in force before it.
            worlds: maximum number of worlds in which each action is tried.
            can_wait: True to do it in spare time, while nothing else is wanted.
        """
        question = worker.ReviewQuestion(0, record, tuple(seen), position, worlds)
        return self.put(_Task(_SPARE if can_wait else _REVIEW, question, _read_judgements))

    def put(self, task: _Task[R]) -> Future[R]:
        """Submit a task and return its future answer; running tasks of spare time give way to any
        other task."""
        with self._changed:
            self._unfinished += task.urgency < _SPARE
            # A worker for each unfinished task; one is enough for all tasks of spare time.
            if len(self._workers) < min(max(self._unfinished, 1), self._size):
                self._workers.append(_Worker(self))
            heappush(self._waiting, (task.urgency, next(self._order), task))
            self._changed.notify_all()
            postponable = [worker for worker in self._workers if worker.is_postponable]
        if task.urgency < _SPARE:
            for worker in postponable:
                # In a thread: the process may be starting, and nobody waits for that here.
                start_in_thread(worker.postpone)
        return task.answer

    @property
    def has_urgent_task(self) -> bool:
        """True if a task other than one of spare time waits or runs."""
        return self._unfinished > 0

    def wait_for_task(self) -> _AnyTask | None:
        """Wait for the next task and return it; None if the pool is closed."""
        with self._changed:
            while not self._waiting or (self._waiting[0][0] == _SPARE and self.has_urgent_task):
                self._changed.wait()
            return heappop(self._waiting)[-1]

    def note_done(self, task: _AnyTask) -> None:
        """Note that a task is done, dropped or postponed."""
        with self._changed:
            self._unfinished -= task.urgency < _SPARE
            self._changed.notify_all()

    def close(self) -> None:
        """End the workers once they have answered."""
        with self._changed:
            for _ in self._workers:
                heappush(self._waiting, (_END, next(self._order), None))
            self._changed.notify_all()


def _choose(
    chosen: Future[Action], choose: Callable[[list[Judged]], Action], judged: "Future[list[Judged]]"
) -> None:
    """Resolve the choice of an action by the outcome of its search."""
    if judged.cancelled():
        chosen.cancel()
        return
    with suppress(InvalidStateError):
        try:
            action = choose(judged.result())
        except Exception as error:
            # Of the search, or of the manner that chooses among its actions.
            chosen.set_exception(error)
        else:
            chosen.set_result(action)


@cache
def shared() -> Pool:
    """Return the pool of this program."""
    return Pool(max(1, min(os.cpu_count() or 1, WORKERS_MAX)))


def decide(policy: Policy, game: AnyGame, view: State, seat: int, chance: bytes) -> Future[Action]:
    """Start a decision in a thread, or in a worker if it takes longer."""
    return shared().decide(policy, game, view, seat, chance)
