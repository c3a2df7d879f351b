"""A better line than a mistake in a replay: it is explained, stepped through on the board, and
branched from."""

import pytest
import sampling
from home import here, own
from tui.scenes import DarwinApp, content, finished, replay_of, replaying, shown, until

from darwin_core.text.seat_names import SeatNames
from darwin_tui.library import analyses, saves
from darwin_tui.library.hindsight import share_of
from darwin_tui.library.saved_match import SavedMatch
from darwin_tui.play.advice import steps
from darwin_tui.screens.better_line import BetterDialog, BetterLineScreen
from darwin_tui.screens.match_screens import BranchDialog
from darwin_tui.widgets.dialogs import MessageDialog


@pytest.mark.parametrize("size", sampling.some([(80, 24), (120, 40)], 2))
async def test_a_better_line_is_walked_and_left_and_played_on_from(workers, size):
    opened = finished("human", "human", seed="careless")
    async with replaying(opened).run_test(size=size) as pilot:
        app = pilot.app
        await pilot.press("c")
        workers.answer()
        # The curve is drawn while it is computed, but only a complete analysis is stored.
        await until(pilot, lambda: analyses.find(opened.match, opened.path, here()))
        analysis = analyses.find(opened.match, opened.path, here())
        assert analysis is not None
        first = next(choice for choices in analysis.choices for choice in choices if choice.cost)
        screen = replay_of(app)
        screen.action_go(first.position + 1)
        await pilot.press("c", "Y")
        await until(pilot, lambda: isinstance(app.screen, BetterDialog))
        cost = share_of(first)
        assert f"That cost {cost} of the chance to win." in shown(app)
        assert f"┄ {first.position + 5}" in shown(app)
        await pilot.press("right")
        await until(pilot, lambda: isinstance(app.screen, BetterLineScreen))
        assert "step 1 of 5" in content(app, "#scrubber")
        await pilot.press("right", "p", *["right"] * 5)
        assert "step 5 of 5" in content(app, "#scrubber")
        await pilot.press(*["left"] * 6)
        assert "step 0 of 5" in content(app, "#scrubber")
        assert content(app, "#perspective").startswith("A better line, not the match")
        await pilot.resize_terminal(80, 24)
        await pilot.press("L", "escape")
        assert isinstance(app.screen, BetterLineScreen), "the log covered the board"
        await pilot.resize_terminal(*size)
        await pilot.press("escape")
        await until(pilot, lambda: app.screen is screen)
        assert screen.position == first.position + 1
        await pilot.press("Y")
        await until(pilot, lambda: isinstance(app.screen, BetterDialog))
        await pilot.press("right")
        await until(pilot, lambda: isinstance(app.screen, BetterLineScreen))
        await pilot.press("right", "b")
        await until(pilot, lambda: isinstance(app.screen, BranchDialog))
        await pilot.press("enter")
        await until(pilot, lambda: not isinstance(app.screen, BetterLineScreen | BranchDialog))
        (row,) = [row for row in saves.listed(here()) if row.is_branch]
        match = saves.read(row.path).match
        assert match.header.parent is not None
        assert match.header.parent.id == opened.match.header.id
        assert len(match.history) == first.position + 2


async def test_long_steps_of_a_better_line_are_read_to_their_end():
    async with DarwinApp(own()).run_test(size=(80, 24)) as pilot:
        steps = [f"{number}  {'A long sentence. ' * 12}The end." for number in range(5)]
        pilot.app.push_screen(BetterDialog(["Better: bear 8."], steps))
        await pilot.pause()
        assert "→ walks this line" in shown(pilot.app)
        assert shown(pilot.app).count("The end.") < 5
        await pilot.press("end")
        await until(pilot, lambda: "4  A long" in shown(pilot.app))
        assert "The end." in shown(pilot.app)
        await pilot.press("left")
        await until(pilot, lambda: not isinstance(pilot.app.screen, BetterDialog))


def test_no_step_of_a_line_is_cut():
    recording = SavedMatch.of(finished("human", "bot:random", game="evo")).recording(0)
    names = SeatNames(recording.names)
    *_, step = steps(recording, 0, names)
    assert step.endswith(recording.game.texts.sentence(recording.events(recording.last)[-1], names))
    assert len(step) > 400
    assert "…" not in step


async def test_an_action_that_was_no_mistake_is_explained_as_before(workers):
    opened = finished("human", "human", seed="careless")
    async with replaying(opened).run_test() as pilot:
        await pilot.press("right", "Y")
        await until(pilot, lambda: "any key continues" in shown(pilot.app))


async def test_a_long_message_is_whole_in_a_low_terminal():
    lines = ["Lives in desert 2, forest 2 and ocean 2, among others, with 7 of its kind."] * 5
    lines += ["Society: It may eat species with Communication that are below it."] * 6 + [
        "The end."
    ]
    async with DarwinApp(own()).run_test(size=(80, 24)) as pilot:
        pilot.app.push_screen(MessageDialog("Under the cursor", lines))
        await pilot.pause()
        assert "The end." in shown(pilot.app)


async def test_the_keys_of_a_dialog_are_in_sight_however_much_it_says():
    async with DarwinApp(own()).run_test(size=(80, 24)) as pilot:
        pilot.app.push_screen(MessageDialog("Why?", ["Many words."] * 60))
        await pilot.pause()
        keys = pilot.app.screen.query_one(".keys")
        assert keys.region.height == 1
        assert keys.region.bottom < pilot.app.screen.query_one(".panel").region.bottom <= 24
