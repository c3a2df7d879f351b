"""Fixtures of the terminal program's tests: a home of their own, and the speed of bots."""

from concurrent.futures import Future
from pathlib import Path

import pytest
from tui.scenes import StrictCanvas
from tui.workers import Workers

from darwin_core.bots import Undecided
from darwin_core.bots.search import Judged
from darwin_core.workers.pool import Pool


@pytest.fixture(autouse=True)
def state_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Keep matches and settings under the test's own folder; programs started by it inherit
    that."""
    home = tmp_path / "state"
    monkeypatch.setenv("XDG_STATE_HOME", str(home))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    return home


@pytest.fixture(autouse=True)
def quick_answers(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let bots take no longer than they think, and keys act at once, with nothing moving."""
    monkeypatch.setattr("textual.constants.TEXTUAL_ANIMATIONS", "none")
    monkeypatch.setattr("darwin_core.table.runner.BOT_TICK_SECONDS", 1e-4)
    monkeypatch.setattr("darwin_tui.play.live_match.CONTINUE_GRACE_SECONDS", -1)


@pytest.fixture(autouse=True)
def no_workers(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let searches end at once without a result: what a game advises stands."""

    def search(*_args: object, **_more: object) -> Future[list[Judged]]:
        future: Future[list[Judged]] = Future()
        future.set_exception(Undecided("No worker is started in these tests."))
        return future

    monkeypatch.setattr(Pool, "search", search)


@pytest.fixture
def quick_bots(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let bots choose at once; a key continues as soon as it is pressed."""
    monkeypatch.setattr("darwin_core.table.runner.BOT_PAUSE_SECONDS", 0)
    monkeypatch.setattr("darwin_tui.play.live_match.KEY_REPEAT_SECONDS", 0)


@pytest.fixture
def slow_bots(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let bots never choose, not even when a key is pressed to continue."""
    monkeypatch.setattr("darwin_core.table.runner.BOT_PAUSE_SECONDS", 1e6)
    monkeypatch.setattr("darwin_tui.play.live_match.KEY_REPEAT_SECONDS", 1e6)


@pytest.fixture
def patient_bots(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let bots choose when a key is pressed to continue."""
    monkeypatch.setattr("darwin_core.table.runner.BOT_PAUSE_SECONDS", 1e6)
    monkeypatch.setattr("darwin_tui.play.live_match.KEY_REPEAT_SECONDS", 0)


@pytest.fixture
def resting_bots(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let bots never choose by themselves."""
    monkeypatch.setattr("darwin_core.table.runner.BOT_PAUSE_SECONDS", 1e6)


@pytest.fixture
def no_bots(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let bots never choose."""
    monkeypatch.setattr("darwin_core.table.runner.BotRunner.waiting", lambda bots: None)


@pytest.fixture
def strict(monkeypatch: pytest.MonkeyPatch) -> None:
    """Draw boards on a canvas where nothing may be lost."""
    monkeypatch.setattr("darwin_tui.widgets.board.Canvas", StrictCanvas)


@pytest.fixture
def workers(monkeypatch: pytest.MonkeyPatch) -> Workers:
    """Give the program workers whose answers come when the test asks for them."""
    workers = Workers()
    monkeypatch.setattr("darwin_core.workers.pool.shared", lambda: workers)
    return workers


@pytest.fixture(autouse=True)
def no_hindsight(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let neither results nor tables judge decisions where the test gives no workers for it."""
    if "workers" not in request.fixturenames:
        for judges in (
            "darwin_tui.screens.results.ResultsScreen._can_look_back",
            "darwin_tui.library.open_matches._LiveTable._can_judge",
        ):
            monkeypatch.setattr(judges, property(lambda owner: False))
