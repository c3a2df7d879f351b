"""Length of the largest screens: what they do beside drawing and keys has modules of its own."""

from pathlib import Path

import pytest

SCREENS = Path(__file__).parents[2] / "darwin_tui" / "screens"
LINES_MAX = 300


@pytest.mark.parametrize("name", ["play", "replay"])
def test_screen_has_at_most_300_lines(name: str) -> None:
    assert len((SCREENS / f"{name}.py").read_text().splitlines()) <= LINES_MAX
