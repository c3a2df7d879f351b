"""Snapshots of a few screens.

After an intended change, run ``pytest tests/tui/test_snapshots.py --snapshot-update`` and look at
each picture.
"""

from pathlib import Path

import pytest
from home import own
from tui.scenes import DarwinApp, closed, finished, playing, replaying, saved, submit, until

from darwin_core.contract import registry
from darwin_core.contract.game import NOTHING
from darwin_core.games.darwinning.material import KeepCards, PlayCards
from darwin_core.games.evo.acts import Hunt
from darwin_core.games.yummy.acts import Lay, Trump
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


def test_play_large(snap_compare):
    app = playing(saved("human", "bot:random", actions=30))
    assert snap_compare(app, terminal_size=LARGE)


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


def careful(game, *controls, seed, until):
    """Return a match of careful players, played until a condition holds."""
    opened = saved(*controls, seed=seed, game=game)
    match = opened.match
    game = opened.match.game
    while not until(match):
        (seat, *_) = game.to_move(match.state)
        submit(opened, seat, game.bots.advise(match.view(seat), seat, SeatNames())[0].action)
    return opened


def darwinning(*controls, until, seed="finch"):
    return careful("darwinning", *controls, seed=seed, until=lambda match: until(match.state))


def first_may(condition):
    """Return a condition on a match: the first seat alone is to move, and ``condition`` holds.

    ``condition`` gets the state and the legal actions.
    """
    return lambda match: (
        match.game.to_move(match.state) == (0,) and condition(match.state, match.legal(0))
    )


def is_asked(kind, era):
    """Return a condition on a state: the first seat owes a kind of decision in an era."""
    return lambda state: (
        state.era == era
        and isinstance(state.pending[-1], kind)
        and getattr(state.pending[-1], "seat", 0) == 0
    )


def can_beat(state):
    """Return whether the first seat may play a combination on a rival's combination."""
    if not is_asked(PlayCards, 2)(state) or state.best in (0, NOTHING):
        return False
    actions = registry.get("darwinning").legal(state, 0)
    return len(state.played[state.best]) > 1 and any(len(play.cards) > 1 for play in actions)


BOTS = ("bot:greedy",) * 3


def test_darwinning_small(snap_compare):
    app = playing(darwinning("human", *BOTS, until=can_beat, seed="albatross"))
    assert snap_compare(app, terminal_size=SMALL, press=["1", "right", "space"])


def test_darwinning_survival(snap_compare):
    async def survive(pilot):
        screen = pilot.app.screen
        while not screen.live.pause:
            if screen.live.snapshot.actions:
                await pilot.press("enter")
            screen.live.seat.hurry()
            await pilot.pause()

    app = playing(darwinning("human", *BOTS, until=is_asked(KeepCards, 2)))
    assert snap_compare(app, terminal_size=LARGE, run_before=survive)


def has_much_to_do(state, actions):
    kinds = {type(action) for action in actions}
    return sum(map(len, state.fields)) >= 6 and {Lay, Trump} <= kinds


def test_yummy_small(snap_compare):
    app = playing(careful("yummy", "human", *BOTS, seed="2", until=first_may(has_much_to_do)))
    assert snap_compare(app, terminal_size=SMALL)


def is_crowded(state, actions):
    """Return whether many tokens are out, and an adaptation can help to pay for a hunt."""
    return (
        state.millennium == 2
        and sum(map(sum, state.tokens)) >= 24
        and isinstance(actions[0], Hunt)
        and any(isinstance(action, Hunt) and action.uses for action in actions)
    )


def test_evo_small(snap_compare):
    app = playing(careful("evo", "human", *BOTS, seed="finch", until=first_may(is_crowded)))
    assert snap_compare(app, terminal_size=SMALL)


def test_evo_results(snap_compare):
    opened = finished("human", *BOTS, game="evo")
    app = DarwinApp(own())
    assert snap_compare(app, terminal_size=SMALL, run_before=results_of(opened))


def voyage(actions):
    """Return the sample match of Darwin's Journey after some actions, with a person at the first
    seat."""
    opened = saved("human", *BOTS, seed="1", game="journey")
    sample = saves.read(ROOT / "saves/journey.jsonl").match
    for line in sample.lines[:actions]:
        submit(opened, line.seat, sample.game.texts.parse(line.action))
    return opened


def test_journey_small(snap_compare):
    assert snap_compare(playing(voyage(193)), terminal_size=SMALL)


def test_journey_large(snap_compare):
    assert snap_compare(playing(voyage(294)), terminal_size=LARGE)
