"""Terminals that are smaller than 80 by 24, or larger than any screen."""

import pytest
from home import here, own
from textual.command import CommandPalette
from textual.geometry import Size
from tui.scenes import play_of, playing, saved, shown, until

from darwin_core.contract import registry
from darwin_core.match.record import Player
from darwin_tui.app import DarwinApp, TooSmallScreen
from darwin_tui.library import saves
from darwin_tui.screens.play import PlayScreen
from darwin_tui.terminal.painting_app import COLUMNS_MAX, ROWS_MAX


async def test_small_terminal_says_both_sizes_and_makes_way_when_it_grows():
    header = saves.header_for("dice", {}, [Player("Ada"), Player("Bo", "bot:random")], "1")
    app = DarwinApp(own(), play=saves.create(header, here()))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        screen = app.screen
        assert isinstance(screen, PlayScreen)
        for size in ((60, 20), (40, 10)):
            await pilot.resize_terminal(*size)
            await pilot.pause()
            assert isinstance(app.screen, TooSmallScreen)
            sentence = str(app.screen.query_one("#sentence").render())
            assert f"{size[0]}×{size[1]}" in sentence
            assert "80×24" in sentence
        await pilot.resize_terminal(100, 30)
        await pilot.pause()
        assert app.screen is screen
        await pilot.press("enter")
        await pilot.pause()
        assert len(app.screen_stack) == 2


@pytest.mark.parametrize("way", ["key", "mouse"])
async def test_small_terminal_can_be_left_and_says_how_to_continue_line_by_line(way):
    opened = saved("human", "bot:random")
    app = playing(opened)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.resize_terminal(60, 20)
        await pilot.pause()
        text = "".join(shown(app).split())
        assert f"darwin-tuiplay--plain--resume{opened.path}" in text
        before = opened.path.read_bytes()
        await (pilot.press("q") if way == "key" else pilot.click("#leave", offset=(2, 0)))
        await until(pilot, lambda: app._exit)
    assert opened.path.read_bytes() == before


async def test_no_key_reaches_the_table_under_the_sentence(quick_bots):
    opened = saved("human", "bot:random", game="journey")
    app = playing(opened)
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: play_of(app).live.snapshot.actions)
        await pilot.resize_terminal(60, 20)
        await pilot.pause()
        lines = len(opened.match.lines)
        await pilot.press("enter", "space", "1", "enter")
        await pilot.pause(0.3)
        assert len(opened.match.lines) == lines


async def test_program_started_small_opens_when_it_grows():
    app = DarwinApp(own())
    async with app.run_test(size=(40, 10)) as pilot:
        await pilot.pause()
        assert isinstance(app.screen, TooSmallScreen)
        await pilot.resize_terminal(80, 24)
        await pilot.pause()
        assert app.screen.query("#menu")


async def test_the_list_of_commands_is_opened_once_however_small_the_terminal_becomes():
    app = DarwinApp(own())
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("ctrl+p")
        assert isinstance(app.screen, CommandPalette)
        await pilot.resize_terminal(40, 10)
        await pilot.pause()
        await pilot.press("ctrl+p")
        assert isinstance(app.screen, TooSmallScreen)
        await pilot.resize_terminal(80, 24)
        await pilot.pause()
        assert isinstance(app.screen, CommandPalette)
        await pilot.press("escape")
        assert app.screen.query("#menu")


@pytest.mark.parametrize("slug", registry.SLUGS)
async def test_every_table_bears_any_size(slug, resting_bots):
    app = playing(saved("human", "bot:random", game=slug))
    async with app.run_test(size=(80, 24)) as pilot:
        whole = shown(app)
        for size in ((20, 5), (1, 1), (79, 24), (80, 23), (300, 3), (80, 24)):
            await pilot.resize_terminal(*size)
            await pilot.pause()
        await until(pilot, lambda: shown(app) == whole)


async def test_what_is_gone_when_the_terminal_grows_again_is_not_spoken_of(resting_bots):
    app = playing(saved("human", "bot:random", game="yummy"))
    async with app.run_test(size=(80, 24)) as pilot:
        screen = play_of(app)
        await pilot.resize_terminal(20, 5)
        await until(pilot, lambda: not screen.panel.board.places)
        # As if the cursor were on a triplet that another player has taken in the meantime.
        screen.selection.cursor = ("triplet", 1)
        screen.draw()
        await pilot.resize_terminal(80, 24)
        await until(pilot, lambda: screen.panel.board.places)
        await pilot.pause()
        assert screen.selection.cursor is None


@pytest.mark.parametrize("size", [(65_535, 24), (1_000, 300), (80, 65_535)])
async def test_of_a_terminal_beyond_all_screens_a_part_is_drawn(size):
    app = DarwinApp(own())
    drawn = Size(min(size[0], COLUMNS_MAX), min(size[1], ROWS_MAX))
    async with app.run_test(size=size) as pilot:
        assert app.size == app.screen.size == drawn
        await pilot.resize_terminal(100, 30)
        assert app.size == app.screen.size == (100, 30)
        await pilot.resize_terminal(*size)
        assert app.size == app.screen.size == drawn
