"""Processes that share the matches of a measurement, on this machine or on a cluster."""

import os
import signal
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Executor, Future, ProcessPoolExecutor
from contextlib import contextmanager
from multiprocessing import get_context
from multiprocessing.connection import Connection, wait
from threading import Thread
from typing import Final, TypeVar

import msgspec

CHUNK: Final = 16
"""Matches that a worker plays at a time: enough to be worth sending, few enough to stop."""
_AHEAD: Final = 4
"""Chunks per worker that are submitted before the first results are awaited."""
CONNECT_SECONDS: Final = 10
"""Time limit for a scheduler's answer."""
_ADDRESS_CHARACTERS_MAX: Final = 80
"""Characters of an address that a sentence repeats."""

R = TypeVar("R")


class Workers(msgspec.Struct, frozen=True):
    """Processes that play matches; their number does not change the results."""

    jobs: int
    """Number of processes, or of processors of the cluster; 1 starts no process on this machine."""
    cluster: Executor | None = None
    """An executor that does the work instead of processes of this machine."""

    def played(
        self,
        play_chunk: Callable[[Sequence[int]], list[R]],
        numbers: Sequence[int],
        chunk: int = CHUNK,
    ) -> Iterator[R]:
        """Yield the results of matches in the order of their numbers.

        Args:
            play_chunk: plays the matches with some numbers. It is sent to other processes.
            numbers: numbers of all matches.
            chunk: maximum number that a worker plays before it reports.
        """
        # Share the work evenly even if there are few matches, each of which may take minutes.
        size = max(1, min(chunk, len(numbers) // (_AHEAD * self.jobs)))
        chunks = [numbers[at : at + size] for at in range(0, len(numbers), size)]
        if self.cluster:
            yield from self._shared(self.cluster, play_chunk, chunks)
        elif self.jobs == 1 or len(chunks) < 2:
            for part in chunks:
                yield from play_chunk(part)
        else:
            with _processes(min(self.jobs, len(chunks))) as pool:
                yield from self._shared(pool, play_chunk, chunks)

    def _shared(
        self,
        pool: Executor,
        play_chunk: Callable[[Sequence[int]], list[R]],
        chunks: Sequence[Sequence[int]],
    ) -> Iterator[R]:
        """Yield the results of all chunks in order, submitting a few chunks ahead."""
        waiting: deque[Future[list[R]]] = deque()
        for numbers in chunks:
            with _ignoring_interrupts():
                waiting.append(pool.submit(play_chunk, numbers))
            if len(waiting) > _AHEAD * self.jobs:
                yield from waiting.popleft().result()
        while waiting:
            yield from waiting.popleft().result()


@contextmanager
def _processes(count: int) -> Iterator[Executor]:
    """Yield new processes of this machine, which end with this one."""
    context = get_context("spawn")
    # Nothing is ever written: the workers end when the parent, the last writer, closes the pipe.
    reader, writer = context.Pipe(duplex=False)
    with ProcessPoolExecutor(count, context, _end_with_parent, (reader,)) as pool, writer:
        yield pool


@contextmanager
def _ignoring_interrupts() -> Iterator[None]:
    """Make processes started meanwhile ignore Ctrl-C: the parent receives it and ends them."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _end_with_parent(reader: Connection) -> None:
    """End a worker with its parent; otherwise it would wait for work forever."""

    def wait_for_parent() -> None:
        wait([reader])
        # End at once, without waiting for the match that is being played.
        os._exit(1)

    Thread(target=wait_for_parent, daemon=True).start()


class NoCluster(Exception):
    """Raised if no cluster is usable; the message is a sentence for people."""


@contextmanager
def connected(address: str) -> Iterator[Workers]:
    """Yield the workers of a cluster, one per processor.

    Args:
        address: address of the scheduler, such as ``tcp://10.0.0.5:8786``.

    Raises:
        NoCluster: if no scheduler answers, or it has no workers that can play.
    """
    # Dask is slow to import, and comes with an extra.
    import distributed

    shown_address = address[:_ADDRESS_CHARACTERS_MAX]
    try:
        client = distributed.Client(address, timeout=CONNECT_SECONDS, set_as_default=False)
    except (OSError, ValueError) as error:
        raise NoCluster(f"No Dask scheduler answers at {shown_address}.") from error
    with client:
        jobs = sum(client.ncores().values())
        if not jobs:
            raise NoCluster(f"The Dask scheduler at {shown_address} has no workers.")
        try:
            # Equal numbers mean equal matches, but dask must not merge their tasks.
            yield Workers(jobs, client.get_executor(pure=False))
        except ModuleNotFoundError as error:
            raise NoCluster(f"The workers at {shown_address} lack {error.name}.") from error
