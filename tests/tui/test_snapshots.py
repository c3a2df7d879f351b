"""What a few screens look like, as pictures. After a change that is meant:
``pytest tests/tui/test_snapshots.py --snapshot-update``, then look at each picture."""

import pytest
from scenes import DarwinApp, closed, finished, playing, replaying, saved

from darwin_tui.screens.results import ResultsScreen

SMALL, LARGE = (80, 24), (120, 40)


@pytest.fixture(autouse=True)
def still(monkeypatch):
    """Nothing moves: bots do not come to choose."""
    monkeypatch.setattr("darwin_tui.screens.pace.BOT_PAUSE", 1e6)


def test_home(snap_compare):
    closed(saved("human", "bot:greedy", "bot:random", acts=30))
    assert snap_compare(DarwinApp(), terminal_size=SMALL)


def test_play_small(snap_compare):
    app = playing(saved("human", "bot:random", "bot:random", "bot:random", acts=16))
    assert snap_compare(app, terminal_size=SMALL, press=["2", "left"])


def test_play_large(snap_compare):
    app = playing(saved("human", "bot:random", acts=30))
    assert snap_compare(app, terminal_size=LARGE)


def test_play_on_paper(snap_compare):
    async def turn_to_paper(pilot):
        pilot.app.theme = "paper"
        await pilot.pause()

    app = playing(saved("human", "bot:random", "bot:random", acts=15))
    assert snap_compare(app, terminal_size=LARGE, run_before=turn_to_paper)


def test_replay(snap_compare):
    app = replaying(finished("human", "bot:random", "bot:random"))
    assert snap_compare(app, terminal_size=SMALL, press=["pagedown", "pagedown", "right"])


def test_results(snap_compare):
    async def tell(pilot):
        pilot.app.push_screen(ResultsScreen(opened))
        await pilot.pause()
        await pilot.press(*["enter"] * 6)

    opened = finished("human", "bot:random", "bot:random", "bot:random")
    assert snap_compare(DarwinApp(), terminal_size=SMALL, run_before=tell)
