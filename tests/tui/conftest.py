"""Fixtures of the terminal program's tests: private folders, the speed of bots, and workers."""

from concurrent.futures import Future
from pathlib import Path

import pytest
from tui.scenes import StrictCanvas
from tui.workers import Workers

from darwin_core.bots import Undecided
from darwin_core.bots.search import Judged
from darwin_core.workers.pool import Pool


@pytest.fixture(autouse=True)
def state_home(own_folder: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Keep matches and settings under the test's own folder.

    The environment is changed, so that programs started by a test keep theirs there, too.
    """
    home = own_folder / "state"
    monkeypatch.setenv("XDG_STATE_HOME", str(home))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(own_folder / "config"))
    return home


@pytest.fixture(autouse=True)
def quick_answers(monkeypatch: pytest.MonkeyPatch) -> None:
    """Switch off animations, the rounding of bots' thinking times, and the grace time in which a
    continue key does not answer a new decision."""
    monkeypatch.setattr("textual.constants.TEXTUAL_ANIMATIONS", "none")
    monkeypatch.setattr("darwin_core.table.runner.BOT_TICK_SECONDS", 1e-4)
    monkeypatch.setattr("darwin_tui.play.live_match.CONTINUE_GRACE_SECONDS", -1)


@pytest.fixture(autouse=True)
def no_workers(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let searches end at once without a result, so that the game's own advice is used."""

    def search(*_args: object, **_more: object) -> Future[list[Judged]]:
        future: Future[list[Judged]] = Future()
        future.set_exception(Undecided("No worker is started in these tests."))
        return future

    monkeypatch.setattr(Pool, "search", search)


@pytest.fixture
def quick_bots(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let bots play at once, and a continue key end a pause at any time."""
    monkeypatch.setattr("darwin_core.table.runner.BOT_PAUSE_SECONDS", 0)
    monkeypatch.setattr("darwin_tui.play.live_match.KEY_REPEAT_SECONDS", 0)


@pytest.fixture
def slow_bots(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let bots never play, not even after a continue key."""
    monkeypatch.setattr("darwin_core.table.runner.BOT_PAUSE_SECONDS", 1e6)
    monkeypatch.setattr("darwin_tui.play.live_match.KEY_REPEAT_SECONDS", 1e6)


@pytest.fixture
def patient_bots(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let bots play only after a continue key, which works at any time."""
    monkeypatch.setattr("darwin_core.table.runner.BOT_PAUSE_SECONDS", 1e6)
    monkeypatch.setattr("darwin_tui.play.live_match.KEY_REPEAT_SECONDS", 0)


@pytest.fixture
def resting_bots(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let bots play only after a continue key, which works after the usual delay."""
    monkeypatch.setattr("darwin_core.table.runner.BOT_PAUSE_SECONDS", 1e6)


@pytest.fixture
def no_bots(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let no bot begin to think."""
    monkeypatch.setattr("darwin_core.table.runner.BotRunner.waiting", lambda bots: None)


@pytest.fixture
def strict(monkeypatch: pytest.MonkeyPatch) -> None:
    """Draw boards on a canvas that fails where a text would be cut off or overwritten."""
    monkeypatch.setattr("darwin_tui.widgets.board.Canvas", StrictCanvas)


@pytest.fixture
def workers(monkeypatch: pytest.MonkeyPatch) -> Workers:
    """Give the program workers that answer when the test tells them to."""
    workers = Workers()
    monkeypatch.setattr("darwin_core.workers.pool.shared", lambda: workers)
    return workers


@pytest.fixture(autouse=True)
def no_hindsight(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Keep the results screen and tables from judging decisions, unless the test has
    ``workers``."""
    if "workers" not in request.fixturenames:
        for judges in (
            "darwin_tui.screens.results.ResultsScreen._can_look_back",
            "darwin_tui.library.open_matches._LiveTable._can_judge",
        ):
            monkeypatch.setattr(judges, property(lambda owner: False))
