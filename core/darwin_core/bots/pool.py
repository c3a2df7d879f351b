"""Decisions in processes: for policies that search. All tables of a program share the workers.

A worker is started when a decision waits for one, up to a maximum, and ends with the program.
Policies that answer at once run in a thread. A decision that is cancelled leaves its worker within
``STOP_SECONDS``: a worker that does not stop by itself is killed, and replaced when it is needed.
"""

import logging
import os
import subprocess
import sys
from collections.abc import Callable, Sequence
from concurrent.futures import Future, InvalidStateError
from contextlib import suppress
from functools import cache, partial
from itertools import count
from queue import PriorityQueue
from threading import Lock, Thread, Timer
from typing import Final

import msgspec

from darwin_core.bots import Policy, Undecided, thread, worker
from darwin_core.bots.search import Judged, Searcher
from darwin_core.game import Action, AnyGame, State

WORKERS_MAX: Final = 4
"""Workers of a program, whatever the number of processors."""
STOP_SECONDS: Final = 0.05
"""Time in which a worker must drop a decision that is not wanted any more."""
_log: Final = logging.getLogger(__name__)

COMMAND: Final = (sys.executable, "-P", "-m", "darwin_core.bots.worker")

Note = Callable[[list[Judged]], None]
"""A function that is called, in a thread, with the actions as a search has found them so far."""


class _Decision:
    """A question for a worker, and the future of its answer."""

    def __init__(
        self,
        game: AnyGame,
        view: State,
        seat: int,
        chance: bytes,
        seconds: float,
        note: Note | None,
    ) -> None:
        # A future that is never marked as running can be cancelled at any time.
        self.judged: Future[list[Judged]] = Future()
        self._actions = game.actions
        self._note = note
        rules = (number for number, kind in game.earlier.items() if type(view) is kind)
        self._question = worker.Question(
            number=0,
            game=game.slug,
            rules=next(rules, game.rules_version),
            view=msgspec.Raw(worker.pack(view)),
            seat=seat,
            chance=chance,
            seconds=seconds,
            is_watched=note is not None,
        )

    def question(self, number: int) -> worker.Question:
        """Return the question with a number for one worker."""
        return msgspec.structs.replace(self._question, number=number)

    def take(self, report: worker.Report) -> None:
        """Take in a report; the last one is the answer."""
        judged = [
            Judged(msgspec.msgpack.decode(action, type=self._actions), value, error, worlds)
            for action, value, error, worlds in report.judged
        ]
        if not report.is_last:
            if self._note and not self.judged.done():
                self._note(judged)
            return
        with suppress(InvalidStateError):
            self.judged.set_result(judged)

    def fail(self, sentence: str) -> None:
        """End without an answer."""
        with suppress(InvalidStateError):
            self.judged.set_exception(Undecided(sentence))


class _Worker:
    """A process that answers one question at a time, and the thread that asks it."""

    def __init__(self, pool: "Pool") -> None:
        self._pool = pool
        self._process: subprocess.Popen[bytes] | None = None
        self._writing = Lock()
        self._numbers = count(1)
        self._asked = 0
        """The question that is being answered; 0 for none."""
        Thread(target=self._serve, name="bots", daemon=True).start()

    def _serve(self) -> None:
        while (decision := self._pool.next()) is not None:
            try:
                self._decide(decision)
            finally:
                self._pool.note_done()
        self.kill()

    def _decide(self, decision: _Decision) -> None:
        """Ask for a decision; ask another process once more if this one dies over it."""
        for _ in range(2):
            if decision.judged.done():
                return
            try:
                self._ask(decision)
                return
            except Exception:
                # Whatever it was: the process may be gone, and its next words unknown.
                self.kill()
                if not decision.judged.done():
                    _log.warning("A worker of the bots has ended.", exc_info=True)
        decision.fail("The process in which it thinks has ended twice.")

    def _ask(self, decision: _Decision) -> None:
        process, number = self._started(), next(self._numbers)
        assert process.stdin
        assert process.stdout
        with self._writing:
            self._asked = number
            worker.write(process.stdin, decision.question(number))
        decision.judged.add_done_callback(partial(self._drop, process, number))
        try:
            while True:
                reply = worker.decode_reply(worker.read(process.stdout))
                if reply.number != number:
                    continue
                if isinstance(reply, worker.Report):
                    decision.take(reply)
                    if not reply.is_last:
                        continue
                elif isinstance(reply, worker.Failed):
                    decision.fail(f"Its search failed: {reply.error}.")
                return
        finally:
            self._asked = 0

    def _started(self) -> "subprocess.Popen[bytes]":
        """Return the process, which is started if need be."""
        if self._process is None:
            # In a session of its own, no key at the terminal reaches it.
            self._process = subprocess.Popen(
                self._pool.command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                start_new_session=True,
            )
        return self._process

    def _drop(
        self, process: "subprocess.Popen[bytes]", number: int, judged: Future[list[Judged]]
    ) -> None:
        """Stop a search that is not wanted any more; kill a process that does not stop."""
        if not judged.cancelled() or self._asked != number:
            return
        assert process.stdin
        with suppress(OSError, ValueError), self._writing:
            worker.write(process.stdin, worker.Stop(number))
        timer = Timer(STOP_SECONDS, self._kill_at, (process, number))
        timer.daemon = True
        timer.start()

    def _kill_at(self, process: "subprocess.Popen[bytes]", number: int) -> None:
        if self._asked == number:
            process.kill()

    def kill(self) -> None:
        """End the process, if there is one."""
        process, self._process = self._process, None
        if process is not None:
            process.kill()
            process.wait()
            for stream in (process.stdin, process.stdout):
                with suppress(OSError):
                    assert stream
                    stream.close()


class Pool:
    """Workers, and the decisions that wait for one."""

    def __init__(self, size: int, command: Sequence[str] = COMMAND) -> None:
        """Prepare a pool; nothing is started yet.

        Args:
            size: the maximum of workers.
            command: starts one.
        """
        self.command = command
        self._size = size
        self._waiting: PriorityQueue[tuple[bool, int, _Decision | None]] = PriorityQueue()
        self._order = count()
        self._lock = Lock()
        self._workers: list[_Worker] = []
        self._unfinished = 0

    def decide(
        self, policy: Policy, game: AnyGame, view: State, seat: int, chance: bytes
    ) -> Future[Action]:
        """Start a decision and return at once; see ``Decider``."""
        if not isinstance(policy, Searcher):
            return thread.decide(policy, game, view, seat, chance)
        judged = self.judge(game, view, seat, chance, policy.seconds)
        chosen: Future[Action] = Future()
        judged.add_done_callback(partial(_choose, chosen))
        chosen.add_done_callback(lambda chosen: chosen.cancelled() and judged.cancel())
        return chosen

    def judge(
        self,
        game: AnyGame,
        view: State,
        seat: int,
        chance: bytes,
        seconds: float,
        note: Note | None = None,
    ) -> "Future[list[Judged]]":
        """Start a search and return at once; the future has the actions tried, the best first.

        Args:
            game: the game.
            view: of the seat.
            seat: the seat that decides.
            chance: 16 bytes to draw from.
            seconds: the most time that it may take.
            note: called with what is found meanwhile; such a search comes before the bots'.
        """
        decision = _Decision(game, view, seat, chance, seconds, note)
        with self._lock:
            self._unfinished += 1
            if len(self._workers) < min(self._unfinished, self._size):
                self._workers.append(_Worker(self))
        self._waiting.put((note is None, next(self._order), decision))
        return decision.judged

    def next(self) -> _Decision | None:
        """Return the next decision, once there is one; None if the pool is closed."""
        return self._waiting.get()[-1]

    def note_done(self) -> None:
        """Note that a decision is made, or dropped."""
        with self._lock:
            self._unfinished -= 1

    def close(self) -> None:
        """End the workers once they have answered."""
        for _ in self._workers:
            self._waiting.put((True, next(self._order), None))


def _choose(chosen: Future[Action], judged: "Future[list[Judged]]") -> None:
    with suppress(InvalidStateError):
        if judged.cancelled():
            chosen.cancel()
        elif error := judged.exception():
            chosen.set_exception(error)
        else:
            chosen.set_result(judged.result()[0].action)


@cache
def shared() -> Pool:
    """Return the pool of this program."""
    return Pool(max(1, min(os.cpu_count() or 1, WORKERS_MAX)))


def decide(policy: Policy, game: AnyGame, view: State, seat: int, chance: bytes) -> Future[Action]:
    """Start a decision in a thread, or in a worker if it takes its time."""
    return shared().decide(policy, game, view, seat, chance)
