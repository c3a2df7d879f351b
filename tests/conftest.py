"""Hooks and fixtures that all tests share."""

import logging
import os
from collections.abc import Iterator
from itertools import count
from pathlib import Path

import environment
import pytest
import rest
import runs
import stalls

from darwin_core.table import snapshot
from darwin_core.text import language
from darwin_core.text.language import reading

# Pytest must know these modules before any test, also of another folder, imports them.
pytest.register_assert_rewrite("tui.checks", "tui.hands")

rest.patch_pilots_to_wait()
rest.keep_notices()
rest.be_patient_with_examples()


@pytest.fixture(autouse=True)
def english() -> Iterator[None]:
    """Begin each test in English, whatever language the previous test has left active."""
    with reading("en"):
        yield


@pytest.fixture(autouse=True)
def same_chance(request: pytest.FixtureRequest) -> None:
    """Seed chance, so that a test gets the same cards, ids and secrets in every run."""
    environment.CHANCE.seed(request.config.getoption("deals"))


@pytest.fixture(autouse=True)
def sound_observers(request: pytest.FixtureRequest) -> Iterator[None]:
    """Fail the test if an observer or a translation fails.

    The program itself continues: a table drops the observer, and a text is shown in English.
    """
    failures: list[str] = []
    handler = logging.Handler(logging.ERROR)
    handler.emit = lambda record: failures.append(f"{record.getMessage()} {record.exc_info}")  # type: ignore[method-assign]
    logs = [logging.getLogger(module.__name__) for module in (snapshot, language)]
    for log in logs:
        log.addHandler(handler)
    yield
    for log in logs:
        log.removeHandler(handler)
    if not request.node.get_closest_marker("failing_observers"):
        assert not failures


@pytest.fixture(scope="session")
def unused_paths(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """Return paths at which nothing is."""
    folder = tmp_path_factory.mktemp("unused")
    return (folder / str(number) for number in count())


@pytest.fixture
def own_folder(request: pytest.FixtureRequest, unused_paths: Iterator[Path]) -> Path:
    """Return the test's ``tmp_path``, or an unused path if the test and its fixtures have none.

    Most tests write no file. To make and remove a folder takes longer than such a test.
    """
    if "tmp_path" in request.fixturenames:
        return Path(request.getfixturevalue("tmp_path"))
    return next(unused_paths)


@pytest.fixture
def newcomer() -> None:
    """Show primers and ask for a second Enter, as in a player's first match."""


@pytest.fixture(autouse=True)
def experienced(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Switch off the explanations of first matches, unless the test uses ``newcomer``."""
    if "newcomer" not in request.fixturenames:
        monkeypatch.setattr("darwin_tui.play.lesson.Primers.due", lambda *_: None)
        monkeypatch.setattr("darwin_tui.play.lesson.Primers.ahead", lambda *_: None)
        monkeypatch.setattr("darwin_tui.play.lesson.Primers.guides", False)
        monkeypatch.setattr("darwin_tui.settings.FIRST_MATCHES", 0)


def pytest_addoption(parser: pytest.Parser) -> None:
    runs.add_options(parser)


def pytest_configure(config: pytest.Config) -> None:
    config.pluginmanager.register(runs.Run(config))
    if not config.getoption("full"):
        config.pluginmanager.register(runs.HangGuard(runs.TEST_SECONDS_MAX))
    if seed := config.getoption("stalls"):
        config.pluginmanager.register(stalls.Stalls(seed))


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers() -> int:
    """Return the number of cores and two: some tests wait for a terminal more than they work."""
    return (os.cpu_count() or 1) + 2
