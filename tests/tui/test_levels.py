"""The levels of bots: their change during a match, and their strength and manner in words."""

from functools import partial

import pytest
from home import own
from tui.scenes import DarwinApp, closed, match_at, play_of, saved, shown, table_at, until

from darwin_core.bots import ladder, levels
from darwin_core.bots.ladder import Rung
from darwin_core.contract import registry
from darwin_tui.library import notes, saves
from darwin_tui.library.open_matches import OpenMatches
from darwin_tui.seating import about_bot, bot_effect, bot_values


async def test_level_is_changed_between_actions_and_noted_on_the_record(slow_bots):
    opened = saved("human", "bot:normal", actions=4)
    lines = len(opened.match.lines)
    player = own()
    async with DarwinApp(player, play=opened).run_test(size=(80, 24)) as pilot:
        app = pilot.app
        await pilot.press("b")
        await until(pilot, lambda: "Ben  Normal: takes what looks best now" in shown(app))
        await pilot.press("enter")
        await until(pilot, lambda: "Ben plays as" in shown(app))
        await pilot.press("down", "enter")
        await until(pilot, lambda: "Ben plays as Hard from now on." in shown(app))
        assert table_at(app).bots.policies[1] == levels.bot("hard")
        assert len(match_at(app).lines) == lines, "the record is left as it is"
        await pilot.press("b", "escape")
        await until(pilot, lambda: app.screen is play_of(app))
    (note,) = notes.read(player.locations.notes_on(opened.path))
    assert (note.line, note.render()) == (lines, "Ben: plays as Hard from here")
    assert saves.verify(opened.path) is None
    again = player.matches.resume(opened.path)
    assert again.bot_levels == {1: "hard"}
    again.close()


def test_a_note_of_no_level_changes_nothing(state_home):
    opened = closed(saved("human", "bot:normal", actions=4))
    matches, player = OpenMatches(), own()
    matches.locations = player.locations
    path = player.locations.notes_on(opened.path)
    notes.write(path, notes.Note(1, "Ben", text="well played"))
    notes.write(path, notes.Note(2, "Ben", level="deep"))
    notes.write(path, notes.Note(3, "Ada", level="hard"))
    again = matches.resume(opened.path)
    assert again.bot_levels == {1: "normal"}
    again.close()


@pytest.mark.parametrize(
    ("seats", "words"), [(2, "■■■□ beats Normal 71 % ± 4"), (4, "■■■□ wins 71 % ± 4 (25 is fair)")]
)
def test_measured_strength_is_beside_a_level(monkeypatch, seats, words):
    rung = Rung("hard", seats, 400, 0.71, 0.67, 0.75, 5.0, 4.0, 6.0, "2026-11-23", "")
    monkeypatch.setattr(ladder, "against_normal", lambda package: {("hard", seats): rung})
    assert bot_effect("bot:hard", registry.get("dice"), seats) == words
    assert bot_effect("bot:hard", registry.get("dice"), 3) == "■■■□ thinks up to 0.5 s"


def test_two_levels_of_which_none_is_stronger_are_one():
    """In Dice, Master has learnt; in Yummy Darwinism luck decides more than four times the time."""
    dice, yummy = registry.get("dice"), registry.get("yummy")
    assert bot_effect("bot:master", dice, 2).startswith("■■■■ ")
    assert bot_effect("bot:master", yummy, 2).startswith("■■■□ ")
    assert about_bot("bot:master", yummy) == "Master: about as strong as Hard in this game."
    assert about_bot("bot:master", dice).startswith("Master: has learnt")


def test_forms_offer_a_level_that_nobody_chooses_only_where_a_seat_has_it():
    offered = ["bot:master", "bot:hard", "bot:normal", "bot:easy"]
    assert [control for control, _ in bot_values("human")] == offered
    assert [control for control, _ in bot_values("bot:greedy")] == offered
    for control in ("bot:random", "bot:master:10s"):
        assert [control for control, _ in bot_values(control)] == [*offered, control]
    assert bot_values("bot:master:10s")[-1][1] == "a bot, master, 10 s"


async def test_bots_dialog_says_in_which_manner_a_bot_plays(slow_bots):
    opened = saved("human", "bot:hard", names=("Ada", "Huxley"), actions=4)
    async with DarwinApp(own(), play=opened).run_test(size=(80, 24)) as pilot:
        assert table_at(pilot.app).bots.policies[1] == levels.bot("hard", "robber")
        await pilot.press("b")
        await until(pilot, lambda: "Huxley  Hard. A robber: saves snakes" in shown(pilot.app))
        await pilot.press("enter", "up", "enter")
        await until(pilot, lambda: "Huxley plays as Normal from now on." in shown(pilot.app))
        policy = table_at(pilot.app).bots.policies[1]
        assert isinstance(policy, partial)
        assert policy.keywords == {"manner": "robber"}
