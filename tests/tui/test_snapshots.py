"""Snapshots of a few screens. The boards of all games are also pinned by ``test_pictures``.

After an intended change, run ``pytest tests/tui/test_snapshots.py --snapshot-update`` and look at
each picture.
"""

from pathlib import Path

import pytest
from home import own
from tui.scenes import DarwinApp, closed, finished, playing, replaying, saved, submit, until

from darwin_core.contract import registry
from darwin_core.contract.game import NOTHING
from darwin_core.games.darwinning.material import PlayCards
from darwin_core.text.seat_names import SeatNames
from darwin_tui.library import saves
from darwin_tui.library.hindsight import losses
from darwin_tui.library.saved_match import SavedMatch
from darwin_tui.play.setbacks import setbacks_in
from darwin_tui.screens import navigation
from darwin_tui.screens.results import ResultsScreen

ROOT = Path(__file__).parents[2]
SMALL, LARGE = (80, 24), (120, 40)


pytestmark = pytest.mark.usefixtures("resting_bots")


@pytest.mark.usefixtures("patient_bots")
@pytest.mark.parametrize("size", [SMALL, LARGE])
def test_lesson(snap_compare, monkeypatch, size):
    monkeypatch.setattr("getpass.getuser", lambda: "ada")

    async def read_on(pilot):
        screen = pilot.app.screen
        for step in (2, 3, 4, 5):
            screen.shown_at = 0.0
            await pilot.press("enter")
            while True:
                await until(pilot, lambda step=step: screen.live.can_continue or at(screen, step))
                if at(screen, step):
                    break
                await pilot.press("space")

    def at(screen, step):
        return screen.coach.shown + 1 == step and not screen.live.can_continue

    app = DarwinApp(own(), first=navigation.Learn("dice"))
    assert snap_compare(app, terminal_size=size, run_before=read_on)


def test_home(snap_compare):
    closed(saved("human", "bot:greedy", "bot:random", actions=30))
    assert snap_compare(DarwinApp(own()), terminal_size=SMALL)


def test_play_small(snap_compare):
    app = playing(saved("human", "bot:random", "bot:random", "bot:random", actions=16))
    assert snap_compare(app, terminal_size=SMALL, press=["2", "left"])


def test_play_on_paper(snap_compare):
    async def turn_to_paper(pilot):
        pilot.app.theme = "paper"
        await pilot.pause()

    app = playing(saved("human", "bot:random", "bot:random", actions=15))
    assert snap_compare(app, terminal_size=LARGE, run_before=turn_to_paper)


def test_replay(snap_compare):
    app = replaying(finished("human", "bot:random", "bot:random"))
    assert snap_compare(app, terminal_size=SMALL, press=["pagedown", "pagedown", "right"])


def test_replay_with_chances(snap_compare):
    """The sample match is stored with its analysis."""
    app = replaying(saves.read(ROOT / "saves/journey.jsonl"))
    keys = ["c", *["full_stop"] * 3]
    assert snap_compare(app, terminal_size=LARGE, press=keys)


def results_of(opened):
    """Return a function that opens the results of a match and shows all their lines."""

    async def open_results(pilot):
        saved_match = SavedMatch.of(opened)
        screen = ResultsScreen(saved_match)
        pilot.app.push_screen(screen)
        await pilot.pause()
        await pilot.press(*["enter"] * 6)
        recording = saved_match.recording(saved_match.person)
        names = SeatNames(recording.names)
        count = len([*losses(recording, names), *setbacks_in(recording)])
        await until(pilot, lambda: screen.page.losses == count)

    return open_results


def test_results(snap_compare):
    opened = finished("human", "bot:random", "bot:random", "bot:random")
    app = DarwinApp(own())
    assert snap_compare(app, terminal_size=SMALL, run_before=results_of(opened))


BOTS = ("bot:greedy",) * 3


def test_results_of_another_game(snap_compare):
    opened = finished("human", *BOTS, game="evo")
    app = DarwinApp(own())
    assert snap_compare(app, terminal_size=SMALL, run_before=results_of(opened))


def can_beat(state):
    """Return whether the first seat may play a combination on a rival's combination."""
    is_asked = isinstance(state.pending[-1], PlayCards) and state.pending[-1].seat == 0
    if state.era != 2 or not is_asked or state.best in (0, NOTHING):
        return False
    actions = registry.get("darwinning").legal(state, 0)
    return len(state.played[state.best]) > 1 and any(len(play.cards) > 1 for play in actions)


def test_darwinning_small(snap_compare):
    opened = saved("human", *BOTS, game="darwinning", seed="albatross")
    match, game = opened.match, opened.match.game
    while not can_beat(match.state):
        (seat, *_) = game.to_move(match.state)
        submit(opened, seat, game.bots.advise(match.view(seat), seat, SeatNames())[0].action)
    assert snap_compare(playing(opened), terminal_size=SMALL, press=["1", "right", "space"])


def test_journey_small(snap_compare):
    """The largest board on the smallest terminal; the README shows it."""
    opened = saved("human", *BOTS, seed="1", game="journey")
    sample = saves.read(ROOT / "saves/journey.jsonl").match
    for line in sample.lines[:193]:
        submit(opened, line.seat, sample.game.texts.parse(line.action))
    assert snap_compare(playing(opened), terminal_size=SMALL)
