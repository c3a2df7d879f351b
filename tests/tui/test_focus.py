"""The terminal's own cursor is on the focused element of each screen."""

import pytest
from home import own
from textual.widgets import DataTable, Input, OptionList
from tui.scenes import DarwinApp, closed, finished, playing, saved, scene_of, until

from darwin_tui.screens.saved import SavedScreen
from darwin_tui.screens.settings import SettingsScreen
from darwin_tui.terminal import painter
from darwin_tui.widgets.board import Board
from darwin_tui.widgets.dialogs import EntryDialog, PickDialog
from darwin_tui.widgets.forms import Choice


def line(app) -> str:
    """Return the text from the terminal's cursor to the end of its row."""
    x, y = app.cursor_position
    strips = painter.rows(app.screen)
    return str(strips[y].text[x:])


async def test_on_the_first_screen_it_is_on_the_line_of_the_menu():
    async with DarwinApp(own()).run_test() as pilot:
        await pilot.pause()
        assert line(pilot.app).startswith("▶ First match?")
        await pilot.press("down")
        assert line(pilot.app).startswith("▶ 1")


async def test_in_settings_it_is_on_the_value_that_can_be_changed():
    async with DarwinApp(own()).run_test() as pilot:
        await pilot.press("t")
        await until(pilot, lambda: isinstance(pilot.app.screen, SettingsScreen))
        await pilot.press("down")
        assert isinstance(pilot.app.focused, Choice)
        assert line(pilot.app).startswith(pilot.app.focused.render().plain)


async def test_in_a_list_of_matches_it_is_on_the_row():
    for seed in ("one", "two"):
        closed(finished("bot:random", "bot:random", seed=seed))
    async with DarwinApp(own()).run_test() as pilot:
        await pilot.press("s")
        await until(pilot, lambda: isinstance(pilot.app.screen, SavedScreen))
        await pilot.press("down")
        table = pilot.app.focused
        assert isinstance(table, DataTable)
        assert table.cursor_row == 1
        assert str(table.get_row_at(1)[2]).splitlines()[0] in line(pilot.app)
        played, _ = str(table.get_row_at(1)[3]).splitlines()
        assert played in line(pilot.app), "the first line of the row"
        await pilot.press("n")
        await until(pilot, lambda: isinstance(pilot.app.screen, EntryDialog))
        field = pilot.app.focused
        assert isinstance(field, Input)
        assert pilot.app.cursor_position == field.cursor_screen_offset


async def test_in_a_long_list_it_goes_along_as_the_list_scrolls():
    async with DarwinApp(own()).run_test() as pilot:
        dialog = PickDialog("Pick", [f"row {number}" for number in range(60)])
        await pilot.app.push_screen(dialog)
        await pilot.press("end")
        assert isinstance(pilot.app.focused, OptionList)
        assert line(pilot.app).strip().startswith("row 59")


async def test_in_a_list_it_is_on_the_first_row_of_a_long_line():
    async with DarwinApp(own()).run_test() as pilot:
        lines = [f"line {number} {'and so on ' * 20}" for number in range(9)]
        await pilot.app.push_screen(PickDialog("Pick", lines))
        for number in (1, 2, 8):
            await pilot.press(*["down"] * (1 if number < 8 else 6))
            assert f"line {number} and" in line(pilot.app)


@pytest.mark.usefixtures("resting_bots")
async def test_on_a_table_it_is_on_the_card():
    async with playing(saved("human", "bot:random")).run_test() as pilot:
        await pilot.press("right")
        board = pilot.app.focused
        assert isinstance(board, Board)
        cursor = scene_of(pilot.app).cursor
        assert cursor is not None
        place = board.places[cursor]
        assert pilot.app.cursor_position == board.region.offset + place.offset + (1, 1)


async def test_no_field_blinks():
    async with DarwinApp(own()).run_test() as pilot:
        await pilot.press("n")
        await until(pilot, lambda: pilot.app.screen.query(Input))
        field = pilot.app.screen.query(Input).first()
        field.focus()
        await until(pilot, lambda: field.has_focus)
        assert not field.cursor_blink
        assert field._cursor_visible
