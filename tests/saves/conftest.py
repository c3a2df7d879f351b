"""Each test has a state folder of its own."""

from pathlib import Path

import pytest


@pytest.fixture(autouse=True)
def state_home(own_folder: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_STATE_HOME", str(own_folder / "state"))
    return own_folder / "state"
