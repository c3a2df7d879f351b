"""The page with the player's own statistics: scores, rivals, the collection, and filters."""

import re
from dataclasses import replace
from datetime import UTC, datetime
from types import SimpleNamespace
from typing import Any

import msgspec
import pytest
from home import here, own
from textual.geometry import Region
from tui.hands import open_you
from tui.scenes import DarwinApp, finished, replay_of, shown, until

from darwin_tui import settings
from darwin_tui.drawing.area import Area
from darwin_tui.drawing.canvas import Canvas, Drawing
from darwin_tui.screens.replay import ReplayScreen
from darwin_tui.screens.you import NAME_COLUMNS, YouScreen, draw_given
from darwin_tui.widgets.dialogs import PickDialog

pytestmark = pytest.mark.usefixtures("resting_bots")

SIZES = ((80, 24), (120, 40))


@pytest.fixture
def six():
    """Save six matches of Darwin's Dice, one a day, with their seeds as titles."""
    for number in range(6):
        finished(
            "human", "bot:greedy", "bot:random", seed=str(number),
            made=f"2020-01-0{number + 1}T10:00:00+00:00",
        )  # fmt: skip


@pytest.mark.parametrize("size", SIZES)
async def test_without_matches_the_page_says_so(size):
    async with DarwinApp(own()).run_test(size=size) as pilot:
        await open_you(pilot)
        assert "No match is finished yet" in shown(pilot.app)
        for key in ("down", "enter", "tab", "up", "tab", "left"):
            await pilot.press(key)
            assert isinstance(pilot.app.screen, YouScreen)


@pytest.mark.parametrize("size", SIZES)
async def test_single_score_is_no_curve_and_enter_opens_its_replay(size):
    finished("human", "bot:greedy", seed="only")
    async with DarwinApp(own()).run_test(size=size) as pilot:
        page = await open_you(pilot)
        assert "The curve of" in shown(pilot.app)
        await pilot.press("left", "enter")
        assert page.cursor == "score:0"
        await until(pilot, lambda: isinstance(pilot.app.screen, ReplayScreen))


async def test_shares_of_wins_have_a_decimal_comma_in_german(six):
    settings.write(settings.Settings(language="de"), here())
    async with DarwinApp(own()).run_test(size=SIZES[1]) as pilot:
        page = await open_you(pilot)
        assert page.statistics
        games = [msgspec.structs.replace(game, won=2.5) for game in page.statistics.games]
        page.show(msgspec.structs.replace(page.statistics, games=tuple(games)))
        await pilot.pause()
        assert " 6  2,5 " in shown(pilot.app)


@pytest.mark.parametrize("count", [1, 3])
async def test_negative_points_have_a_minus_sign(count):
    for seed in range(count):
        finished("human", "bot:random", seed=str(seed), game="evo")
    async with DarwinApp(own()).run_test(size=SIZES[1]) as pilot:
        page = await open_you(pilot)
        await pilot.press("left")
        assert page.score
        assert page.score.points < 0
        text = shown(pilot.app)
        assert f"−{-page.score.points} points" in text
        assert not re.search(r"-\d", text)


async def test_arrows_go_through_a_drawer_and_to_that_of_the_next_game(six):
    async with DarwinApp(own()).run_test(size=SIZES[1]) as pilot:
        page = await open_you(pilot)
        await pilot.press("tab", "right", "right")
        assert page.slug == "dice"
        assert [*page.places].index(page.cursor) == [*page.places].index("find:dice:sting") + 2
        await pilot.press("down")
        assert page.slug == "darwinning"
        assert page.cursor.startswith("find:darwinning:")
        assert "← → specimen" in shown(pilot.app)
        page.move_to("game:dice")  # As the mouse does.
        await pilot.pause()
        assert "← → match" in shown(pilot.app)


@pytest.mark.parametrize("size", SIZES)
async def test_enter_opens_the_replay_of_a_point_of_the_curve(six, size):
    async with DarwinApp(own()).run_test(size=size) as pilot:
        page = await open_you(pilot)
        await pilot.press("left", "left")
        assert page.cursor == "score:4", "the last but one"
        score = page.score
        assert score
        assert f"5 Jan 2020: {score.points} points" in shown(pilot.app)
        await pilot.press("enter")
        await until(pilot, lambda: isinstance(pilot.app.screen, ReplayScreen))
        path = replay_of(pilot.app).saved_at
        assert path
        assert path.stem == "4"


async def test_tab_shows_decisions_and_then_rating_and_rivals_on_a_small_page(six):
    async with DarwinApp(own()).run_test(size=SIZES[0]) as pilot:
        await open_you(pilot)
        assert "Random bots" not in shown(pilot.app)
        await pilot.press("tab")
        assert "not analysed" in shown(pilot.app)
        await pilot.press("tab")
        assert "Random bots" in shown(pilot.app)
        await pilot.press("tab")
        assert "Random bots" not in shown(pilot.app)


async def test_game_under_the_cursor_rules_the_other_panels(six):
    finished("human", "bot:random", seed="y", game="yummy")
    async with DarwinApp(own()).run_test(size=(120, 40)) as pilot:
        page = await open_you(pilot)
        assert page.slug == "dice", "played most often"
        assert "Normal bots" in shown(pilot.app)
        await pilot.press("down", "down")
        assert "Yummy Darwinism: scores in order" in shown(pilot.app)
        assert "Normal bots" not in shown(pilot.app)


def test_page_at_80_columns(six, snap_compare):
    assert snap_compare(DarwinApp(replace(own(), name="Ada")), press=("y",), terminal_size=SIZES[0])


def test_page_at_120_columns(six, snap_compare):
    assert snap_compare(DarwinApp(replace(own(), name="Ada")), press=("y",), terminal_size=SIZES[1])


async def test_figures_are_limited_to_rivals_tables_and_days(six):
    finished("human", "bot:easy", seed="two", made=datetime.now(UTC).isoformat())
    async with DarwinApp(own()).run_test() as pilot:
        page = await open_you(pilot)

        def played():
            assert page.statistics
            return page.statistics.matches

        assert played() == 7
        await pilot.press("f")
        assert played() == 1
        assert "1 match (last 30 days)" in shown(pilot.app)
        await pilot.press("f", "f", "f", "o")
        await until(pilot, lambda: isinstance(pilot.app.screen, PickDialog))
        assert "Easy bots" in shown(pilot.app)
        await pilot.press("down", "enter")
        await until(pilot, lambda: played() == 6)
        assert "6 matches (against Normal bots)" in shown(pilot.app)
        await pilot.press("x")
        await until(pilot, lambda: isinstance(pilot.app.screen, PickDialog))
        await pilot.press("down", "enter")
        await until(pilot, lambda: played() == 0)
        assert "0 matches (against Normal bots, 2 seats)" in shown(pilot.app)


async def test_a_most_played_game_of_another_package_has_no_rows_and_breaks_nothing():
    finished("human", "bot:greedy", game="evo")
    async with DarwinApp(own()).run_test() as pilot:
        page = await open_you(pilot)
        assert page.statistics
        (figures,) = page.statistics.games
        other = msgspec.structs.replace(figures, game="elsewhere", played=9)
        page.slug = "dice"
        page.show(msgspec.structs.replace(page.statistics, games=(figures, other)))
        assert page.slug == "evo"
        await pilot.press("up")
        assert page.slug == page.games[page.games.index("evo") - 1]


@pytest.mark.parametrize("width", [18, 43, 73])
@pytest.mark.parametrize("high", [0.03, 0.2, 0.4, 1.0])
def test_figures_of_a_scale_have_a_gap_however_much_is_given_away(high, width):
    game = SimpleNamespace(luck=SimpleNamespace(given=SimpleNamespace(high=high)), levels={})
    figures: Any = SimpleNamespace(games=(game,))
    drawing = Drawing(Canvas(NAME_COLUMNS + width, 1), {})
    area = Area(drawing, Region(0, 0, NAME_COLUMNS + width, 1))
    draw_given(area, figures, (), "")
    zero, _, *others = "".join(character for character, _ in drawing.canvas.grid[0]).split()
    values = [int(value) for value in (zero, *others)]
    assert values == list(range(0, values[-1] + 1, values[1]))
    assert values[-1] <= max(100 * high, 4)
