"""Places for stores."""

from pathlib import Path

import pytest
from server.stores import Folder, Place


@pytest.fixture
def place(request: pytest.FixtureRequest, tmp_path: Path) -> Place:
    return Folder(tmp_path / "server")
