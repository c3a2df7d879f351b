"""Each proof has a state folder and a home of its own."""

from pathlib import Path

import pytest


@pytest.fixture(autouse=True)
def state_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    home = tmp_path / "state"
    monkeypatch.setenv("XDG_STATE_HOME", str(home))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(home))
    monkeypatch.setattr("darwin_tui.play.live_match.CONTINUE_GRACE_SECONDS", -1)
    # Where pictures of the screen go.
    monkeypatch.setenv("HOME", str(tmp_path))
    return home
