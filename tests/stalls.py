"""Simulated stalls: ``pytest --stalls SEED`` finds tests that pass only on a quick machine.

At random turns of an event loop, before work in threads, and before and after the start of
programs, the process sleeps for 5 to 400 ms, now and then for two seconds. Data from a socket
arrives in pieces of any size. Callbacks still run in the order that asyncio promises. The stalls of
a test follow from its name and the seed: more seeds find more.
"""

import subprocess
from asyncio import events, selector_events
from collections.abc import Callable, Generator
from concurrent.futures import thread
from random import Random
from time import sleep
from typing import Any, Final

import pytest

STALL_SECONDS: Final = (0.005, 0.4)
"""Shortest and longest ordinary stall. Their lengths are spread evenly on a logarithmic scale, as
often between 5 and 20 ms as between 100 and 400."""
LONG_STALL_SECONDS: Final = 2.0
LONG_STALL_INTERVAL: Final = 60
"""One in so many stalls is long."""
TURN_INTERVALS: Final = (10, 50, 250, 1200, 6000)
"""Mean number of event-loop callbacks between two stalls; each test draws one of these."""
STALLED_SECONDS_MAX: Final = (1.0, 3.0, 20.0)
"""Total seconds for which a test is stalled; each test draws one of these. They are far below the
time after which a test gives up."""
PIECE_BYTES: Final = (1, 64, 1000, 256 * 1024, 256 * 1024, 256 * 1024)
"""Maximum number of bytes read from a socket at once; each test draws one of these."""
SOCKETS: Final[Any] = vars(selector_events)["_SelectorSocketTransport"]


class Stalls:
    """A plug-in that stalls the tests of a run."""

    def __init__(self, seed: str) -> None:
        self.seed = seed
        self._begin("collecting")
        self._before(events.Handle, "_run", self._turn)
        self._before(thread._WorkItem, "run", self._now_and_then)
        self._before(subprocess.Popen, "__init__", self._now_and_then)
        self._before(subprocess.Popen, "poll", self._now_and_then)
        self._after(subprocess.Popen, "__init__", self._now_and_then)

    def _begin(self, name: str) -> None:
        self._chance = Random(f"{self.seed} {name}")
        self._interval = self._chance.choice(TURN_INTERVALS)
        self._left_seconds = self._chance.choice(STALLED_SECONDS_MAX)
        self._turns = self._gap()
        SOCKETS.max_size = self._chance.choice(PIECE_BYTES)

    def _gap(self) -> int:
        return int(self._chance.expovariate(1 / self._interval))

    # --- stalls

    def _turn(self) -> None:
        self._turns -= 1
        if self._turns < 0:
            self._turns = self._gap()
            self._stall()

    def _now_and_then(self) -> None:
        if self._chance.random() < 1 / 2:
            self._stall()

    def _stall(self) -> None:
        shortest, longest = STALL_SECONDS
        seconds = shortest * (longest / shortest) ** self._chance.random()
        if self._chance.random() < 1 / LONG_STALL_INTERVAL:
            seconds = LONG_STALL_SECONDS
        if seconds < self._left_seconds:
            self._left_seconds -= seconds
            sleep(seconds)

    @staticmethod
    def _before(owner: Any, name: str, stall: Callable[[], None]) -> None:
        unstalled = getattr(owner, name)

        def later(*args: Any, **more: Any) -> Any:
            stall()
            return unstalled(*args, **more)

        setattr(owner, name, later)

    @staticmethod
    def _after(owner: Any, name: str, stall: Callable[[], None]) -> None:
        unstalled = getattr(owner, name)

        def longer(*args: Any, **more: Any) -> Any:
            result = unstalled(*args, **more)
            stall()
            return result

        setattr(owner, name, longer)

    # --- hooks

    def pytest_report_header(self) -> str:
        return f"stalls: seed {self.seed}"

    @pytest.hookimpl(wrapper=True, tryfirst=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Generator[None, Any, Any]:
        self._begin(item.nodeid)
        return (yield)

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_makereport(self) -> Generator[None, pytest.TestReport, pytest.TestReport]:
        report = yield
        if report.failed:
            report.sections.append(("stalls", f"again with --stalls {self.seed}"))
        return report
