"""Sharing a match from its replay and its results."""

import json
from pathlib import Path

import pytest
from home import here, own
from matches import DICE, loaded
from textual.widgets import OptionList
from tui.scenes import DarwinApp, closed, content, finished, replaying, saved, shown, until

from darwin_core.match import record
from darwin_core.text.seat_names import SeatNames
from darwin_tui.cli.export import exported
from darwin_tui.export.share import KINDS, REPORT
from darwin_tui.library import saves
from darwin_tui.library.saved_match import SavedMatch
from darwin_tui.screens import navigation
from darwin_tui.widgets.dialogs import MessageDialog

pytestmark = pytest.mark.usefixtures("resting_bots")

ROOT = Path(__file__).parents[2]


async def shared(pilot, kind: str) -> Path:
    """Share the open match as a kind of file, and return the file that the dialog names."""
    await pilot.press("e")
    await until(pilot, lambda: pilot.app.screen.query(OptionList))
    await pilot.press(str([choice.name for choice in (*KINDS, REPORT)].index(kind) + 1))
    await until(pilot, lambda: isinstance(pilot.app.screen, MessageDialog))
    (path,) = here().shared.iterdir()
    assert path.name in content(pilot.app, ".says"), "it says where the file went"
    return path


async def test_picture_is_the_screen_without_the_keys_of_the_program():
    async with replaying(finished("human", "bot:random", seed="beagle")).run_test() as pilot:
        await pilot.press("end")
        assert "leave" in shown(pilot.app).splitlines()[-1]
        path = await shared(pilot, "svg")
        assert path.name == "beagle.svg"
        text = path.read_text()
        assert text.startswith("<svg")
        assert "Ada" in text
        assert "leave" not in text


async def test_text_of_the_results_is_that_of_the_command():
    opened = finished("human", "bot:random", seed="beagle")
    app = DarwinApp(own())
    async with app.run_test() as pilot:
        navigation.go(app, navigation.Results(SavedMatch.of(saves.read(opened.path))))
        await pilot.pause()
        path = await shared(pilot, "md")
        assert path.read_bytes() == exported(own(), opened, 0, "md")


async def test_film_is_made_by_another_process_and_said_to_be_ready():
    async with replaying(finished("human", "bot:random", seed="beagle")).run_test() as pilot:
        path = await shared(pilot, "cast")
        head = json.loads(path.read_text().splitlines()[0])
        assert head["title"] == "Darwin's Dice"


async def test_report_of_an_action_has_all_that_is_needed_to_see_it_again():
    opened = finished("human", "bot:random", seed="beagle")
    async with replaying(opened).run_test() as pilot:
        await pilot.press("e")
        await until(pilot, lambda: pilot.app.screen.query(OptionList))
        assert REPORT.words not in shown(pilot.app), "nobody has acted yet"
        await pilot.press("escape", "pagedown", "6")
        path = await shared(pilot, REPORT.name)
        report = json.loads(path.read_text())
        again = loaded(report["record"].encode())
        assert again.chain == opened.match.chain
        played = again.history[report["position"] - 1]
        assert report["position"] == 20
        assert (report["seat"], report["action"]) == (
            played.seat + 1,
            DICE.texts.notation(played.action),
        )
        assert report["player"]["control"] == again.header.players[played.seat].control
        assert [note["glyph"] for note in report["notes"]] == ["??"]
        assert report["versions"]["rules"] == DICE.rules_version
        assert len(report["advice"]) > 1


async def test_nothing_of_a_living_match_is_reported():
    async with replaying(closed(saved("human", "human", actions=6))).run_test() as pilot:
        await pilot.press("right", "e")
        await until(pilot, lambda: pilot.app.screen.query(OptionList))
        assert KINDS[0].words in shown(pilot.app)
        assert REPORT.words not in shown(pilot.app)


async def test_second_file_does_not_replace_the_first():
    async with replaying(finished("human", "bot:random", seed="beagle")).run_test() as pilot:
        first = await shared(pilot, "svg")
        kept = first.read_bytes()
        await pilot.press("escape", "right", "e", "1")
        await until(pilot, lambda: isinstance(pilot.app.screen, MessageDialog))
        assert sorted(path.name for path in here().shared.iterdir()) == [
            "beagle 2.svg",
            "beagle.svg",
        ]
        assert first.read_bytes() == kept


def test_text_leaves_out_offers_that_are_half_built():
    reading = record.read((ROOT / "saves" / "yummy.jsonl").read_bytes())
    seat = next(line.seat for line in reading.lines if line.action.startswith("give"))
    opened = saves.read(ROOT / "saves" / "yummy.jsonl")
    recording = SavedMatch.of(opened).recording(seat)
    events = [event for logged in recording.log() for event in logged]
    drafts = [event for event in events if event.is_draft]
    assert drafts, "the seat sees the steps of its offers"
    text = exported(own(), opened, seat, "md").decode()
    seat_names = SeatNames(recording.names)
    assert not [
        event for event in drafts if recording.game.texts.sentence(event, seat_names) in text
    ]
    assert " offers " in text
