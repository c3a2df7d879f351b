"""Pytest hooks that choose and order the tests of a run and report those it left out."""

import faulthandler
import gc
import os
import re
from collections import Counter
from collections.abc import Generator, Sequence
from typing import Any

import pytest
import sampling

from darwin_core.contract import registry

FIRST = (
    *("repo/test_tools", "repo/test_packaging", "conformance/test_laws", "test_interference"),
    *("proof/test_canary", "bench/test_latency", "server/test_restarts", "proof/test_memory"),
    *("whole_match", "server/test_two_apps", "tui/test_walks"),
)
"""Tests that begin first, the slowest before the others, so that no worker is left alone with a
slow test at the end. Some wait for a program more than they work."""
TEST_SECONDS_MAX = 900.0
"""Time after which a test counts as hanging. The slowest test takes two minutes on a machine that
is ten times slower than it should be."""
TOOLS = "repo/test_tools"
"""Tests that run for any ``--game``: they read the files of all games."""


def add_options(parser: pytest.Parser) -> None:
    """Add the options of this project."""
    group = parser.getgroup("darwin-tui")
    group.addoption("--full", action="store_true", help="run sweeps whole, not by sample")
    group.addoption("--stalls", metavar="SEED", help="stall at random, as busy machines do")
    group.addoption("--deals", metavar="SEED", default="beagle", help="deal other cards and ids")
    group.addoption(
        "--game",
        action="append",
        default=[],
        metavar="SLUG",
        help="run what a change of this game can break (may be given again for others)",
    )


def games_of(item: pytest.Item) -> set[str]:
    """Return the games that a test's path, name, parameters or ``games`` mark names."""
    names = set(re.findall("[a-z]+", item.nodeid.lower()))
    for mark in item.iter_markers("games"):
        names.update(mark.args or registry.SLUGS)
    return names.intersection(registry.SLUGS)


def _place(item: pytest.Item) -> tuple[object, ...]:
    """Return a test's sort key. All workers must have the same order."""
    rank = next((number for number, path in enumerate(FIRST) if path in item.nodeid), len(FIRST))
    return rank, item.path.parts


def counted(number: int, what: str) -> str:
    """Return a number and a noun, in the plural if needed: "2 tests"."""
    return f"{number:,} {what}{'s' if number != 1 else ''}"


def _leave_frozen() -> None:
    """Do nothing, in place of ``gc.freeze`` and ``gc.unfreeze``."""


class HangGuard:
    """Ends a process whose test hangs, after printing a traceback of each thread.

    One such test would hold up the whole run. It counts as failed, and the other workers continue.
    """

    def __init__(self, seconds: float) -> None:
        self.seconds = seconds
        # Pytest captures descriptor 2 while a test runs.
        self.errors = os.fdopen(os.dup(2), "w")

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Generator[None, object, object]:
        if not item.get_closest_marker("campaign"):
            faulthandler.dump_traceback_later(self.seconds, exit=True, file=self.errors)
        try:
            return (yield)
        finally:
            faulthandler.cancel_dump_traceback_later()


class Run:
    """A run of the tests: chooses and orders them, and counts those it leaves out."""

    def __init__(self, config: pytest.Config) -> None:
        self.config = config
        self.games: Sequence[str] = config.getoption("game")
        if unknown := [slug for slug in self.games if slug not in registry.SLUGS]:
            known = ", ".join(registry.SLUGS)
            raise pytest.UsageError(f"There is no game {unknown[0]!r}; the games are {known}.")
        sampling.pin(config.getoption("full"))
        self.left_out = Counter[str]()

    def pytest_report_header(self) -> str:
        return f"sweeps: {sampling.name()}"

    # --- choice

    @pytest.hookimpl(tryfirst=True)
    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        if self.games:
            left_out = [item for item in items if not self._is_wanted(item)]
            items[:] = [item for item in items if self._is_wanted(item)]
            self.config.hook.pytest_deselected(items=left_out)
        if hasattr(self.config, "workerinput"):
            # A worker sorts its tests. A single process keeps the order of the command line.
            items.sort(key=_place)

    def _is_wanted(self, item: pytest.Item) -> bool:
        return TOOLS in item.nodeid or not games_of(item).isdisjoint(self.games)

    @pytest.hookimpl(wrapper=True)
    def pytest_make_collect_report(
        self, collector: pytest.Collector
    ) -> Generator[None, pytest.CollectReport, pytest.CollectReport]:
        """Let each worker collect a folder from a different file on.

        In a new checkout, each worker so compiles its share of the files and reads the compiled
        files of the others.
        """
        report = yield
        if isinstance(collector, pytest.Directory) and report.passed:
            start = int(len(report.result) * self._share)
            report.result = [*report.result[start:], *report.result[:start]]
        return report

    @property
    def _share(self) -> float:
        """This worker's number as a fraction of all workers, from 0 to below 1."""
        worker = getattr(self.config, "workerinput", None)
        if not worker:
            return 0.0
        number = int(worker["workerid"].removeprefix("gw"))
        return float(number % worker["workercount"] / worker["workercount"])

    @pytest.hookimpl(wrapper=True)
    def pytest_collection(self) -> Generator[None, Any, Any]:
        """Collect no garbage while tests are collected: nearly all the new objects stay."""
        gc.disable()
        try:
            return (yield)
        finally:
            gc.enable()

    def pytest_collection_finish(self) -> None:
        """Exclude all loaded objects from garbage collection, and do not collect them first.

        Searching them would take a tenth of the run. Each server that a test starts would unfreeze
        them when it ends, which costs half a second, so freezing and unfreezing are disabled.
        """
        gc.freeze()
        for name in ("freeze", "unfreeze"):
            setattr(gc, name, _leave_frozen)
        gc.set_threshold(150_000, 20, 50)

    def pytest_deselected(self, items: Sequence[pytest.Item]) -> None:
        for item in items:
            if self.games and not self._is_wanted(item):
                self.left_out["other"] += 1
            else:
                is_long = item.get_closest_marker("campaign")
                self.left_out["campaign" if is_long else "deselected"] += 1

    # --- report

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_makereport(self) -> Generator[None, pytest.TestReport, pytest.TestReport]:
        report = yield
        if report.failed:
            again = "" if sampling.is_full() else f"; again with PROOF_OFFSET={sampling.offset()}"
            report.sections.append(("sweeps", sampling.name() + again))
        return report

    @pytest.hookimpl(optionalhook=True)
    def pytest_testnodedown(self, node: Any) -> None:
        """Take the counts of left-out tests from a worker: all workers have the same counts."""
        self.left_out = Counter(getattr(node, "workeroutput", {}).get("left_out", self.left_out))

    @pytest.hookimpl(wrapper=True, tryfirst=True)
    def pytest_sessionfinish(self) -> Generator[None, Any, Any]:
        if hasattr(self.config, "workeroutput"):
            self.config.workeroutput["left_out"] = dict(self.left_out)
        result = yield
        reporter = self.config.pluginmanager.get_plugin("terminalreporter")
        if reporter and not self.config.option.collectonly:
            reporter.write_line(self._summary(reporter.stats))
        return result

    def _summary(self, stats: dict[str, list[Any]]) -> str:
        number = sum(len(stats.get(how, ())) for how in ("passed", "failed", "error", "xfailed"))
        of = f" of {' and '.join(self.games)}" if self.games else ""
        return (
            f"Run: {counted(number, 'test')}{of}, {sampling.name()}. Not run: {self._rest(stats)}."
        )

    def _rest(self, stats: dict[str, list[Any]]) -> str:
        left = self.left_out
        skipped = len(stats.get("skipped", ()))
        rest = (
            (
                left["campaign"],
                f"{counted(left['campaign'], 'campaign test')} (pytest -m campaign)",
            ),
            (left["other"], f"{counted(left['other'], 'test')} of other games or none (pytest)"),
            (left["deselected"], f"{counted(left['deselected'], 'test')} that were not asked for"),
            (self.config.args_source.name == "ARGS", "other paths (pytest)"),
            (skipped, f"{counted(skipped, 'test')} skipped (pytest -rs tells why)"),
            (not sampling.is_full(), "the rest of the sweeps (pytest --full)"),
        )
        return "; ".join(words for is_left, words in rest if is_left) or "nothing"
