"""What tests of the terminal program share: a home of their own, and how fast bots are."""

from pathlib import Path

import pytest
from tui.scenes import StrictCanvas

pytest.register_assert_rewrite("tui.checks", "tui.hands")


@pytest.fixture(autouse=True)
def state_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Matches and settings are kept under the test's own folder; programs started by it inherit
    that."""
    home = tmp_path / "state"
    monkeypatch.setenv("XDG_STATE_HOME", str(home))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    return home


@pytest.fixture(autouse=True)
def quick_answers(monkeypatch: pytest.MonkeyPatch) -> None:
    """Bots take no longer than they think, and keys do at once what they do."""
    monkeypatch.setattr("darwin_core.table.runner.BOT_TICK_SECONDS", 1e-4)
    monkeypatch.setattr("darwin_tui.play.pacing.CONTINUE_GRACE_SECONDS", -1)


@pytest.fixture
def quick_bots(monkeypatch: pytest.MonkeyPatch) -> None:
    """Bots that choose at once; a key goes on as soon as it is pressed."""
    monkeypatch.setattr("darwin_core.table.pacing.BOT_PAUSE_SECONDS", 0)
    monkeypatch.setattr("darwin_tui.play.pacing.KEY_REPEAT_SECONDS", 0)


@pytest.fixture
def slow_bots(monkeypatch: pytest.MonkeyPatch) -> None:
    """Bots that never come to choose, and no key goes on to it."""
    monkeypatch.setattr("darwin_core.table.pacing.BOT_PAUSE_SECONDS", 1e6)
    monkeypatch.setattr("darwin_tui.play.pacing.KEY_REPEAT_SECONDS", 1e6)


@pytest.fixture
def patient_bots(monkeypatch: pytest.MonkeyPatch) -> None:
    """Bots that choose when a key goes on."""
    monkeypatch.setattr("darwin_core.table.pacing.BOT_PAUSE_SECONDS", 1e6)
    monkeypatch.setattr("darwin_tui.play.pacing.KEY_REPEAT_SECONDS", 0)


@pytest.fixture
def resting_bots(monkeypatch: pytest.MonkeyPatch) -> None:
    """Bots that do not come to choose by themselves."""
    monkeypatch.setattr("darwin_core.table.pacing.BOT_PAUSE_SECONDS", 1e6)


@pytest.fixture
def no_bots(monkeypatch: pytest.MonkeyPatch) -> None:
    """Bots that never come to choose."""
    monkeypatch.setattr("darwin_core.table.Table.waiting_bot", lambda table: None)


@pytest.fixture
def strict(monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest) -> None:
    """The board of the module's game is drawn on a canvas where nothing may be lost."""
    slug = request.module.GAME.slug
    monkeypatch.setattr(f"darwin_tui.games.{slug}.board.Canvas", StrictCanvas)
