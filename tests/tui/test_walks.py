"""Walks through all screens and back, by keyboard alone and by mouse alone."""

import re

import pytest
from home import here, own
from matches import DICE
from textual.widgets import DataTable, OptionList
from tui.scenes import DarwinApp, closed, match_at, play_of, said, saved, shown, until

from darwin_tui import settings
from darwin_tui.screens.help import HelpScreen
from darwin_tui.screens.home import HomeScreen
from darwin_tui.screens.new_match import NewMatchScreen
from darwin_tui.screens.play import PlayScreen
from darwin_tui.screens.replay import ReplayScreen
from darwin_tui.screens.results import ResultsScreen
from darwin_tui.screens.saved import SavedScreen
from darwin_tui.screens.settings import KeysScreen, SettingsScreen
from darwin_tui.widgets.dialogs import ConfirmDialog, EntryDialog, MessageDialog, PickDialog
from darwin_tui.widgets.forms import Choice

pytestmark = pytest.mark.usefixtures("quick_bots")


async def on(pilot, screen):
    await until(pilot, lambda: isinstance(pilot.app.screen, screen))


async def click_words(pilot, words):
    """Click on the first place on the screen with these words."""
    await click_pattern(pilot, re.escape(words))


async def click_key(pilot, key, what):
    """Open the list of keys, scroll to a key's row, and click on it."""
    await click_words(pilot, "help")
    await on(pilot, HelpScreen)
    await click_words(pilot, "Keys")
    listed = f"{re.escape(key)} +{what}"
    for _ in range(20):
        if re.search(listed, shown(pilot.app)):
            break
        await click_words(pilot, "scroll")
    await click_pattern(pilot, listed)


async def click_pattern(pilot, pattern):
    for y, row in enumerate(shown(pilot.app).splitlines()):
        if matched := re.search(pattern, row):
            await pilot.click(offset=(matched.start(), y))
            return
    raise AssertionError(f"{pattern!r} is not on the screen:\n{shown(pilot.app)}")


async def click_card(pilot, place=0):
    board = pilot.app.screen.panel.board
    region = list(board.places.values())[place]
    await pilot.click("#board", offset=(region.x + 2, region.y + 2))


async def test_all_screens_by_mouse_alone():
    closed(saved("human", "bot:random", actions=68))
    app = DarwinApp(own())
    async with app.run_test() as pilot:
        await click_words(pilot, "Continue")
        await on(pilot, PlayScreen)
        await play_by_mouse(pilot)
        await on(pilot, ResultsScreen)
        await click_words(pilot, "next line")
        await click_words(pilot, "replay")
        await on(pilot, ReplayScreen)
        await replay_by_mouse(pilot)
        await on(pilot, ResultsScreen)
        await click_words(pilot, "first screen")
        await on(pilot, HomeScreen)
        await click_words(pilot, "New match")
        await on(pilot, NewMatchScreen)
        control = app.screen.query_one("#control-3", Choice)
        before = control.value
        await pilot.click("#control-3")
        assert control.value != before
        await pilot.click("#start")
        await on(pilot, PlayScreen)
        await look_round_by_mouse(pilot)
        await click_words(pilot, "q leave")
        await on(pilot, HomeScreen)
        await keep_house_by_mouse(pilot)


async def look_round_by_mouse(pilot):
    """Click on the keys of the key bar at a table, and come back from each screen."""
    app = pilot.app
    screen = app.screen
    await click_words(pilot, "hint")
    assert said(app).startswith("Hint")
    await click_words(pilot, "pane")
    assert screen.panel.pane == 1
    await click_words(pilot, "log")
    assert screen.has_class("-log")
    await click_words(pilot, "log")
    await click_words(pilot, "help")
    await on(pilot, HelpScreen)
    await click_words(pilot, "q back")
    await on(pilot, PlayScreen)
    # Commands without room on the key bar are used from the list of keys.
    await click_key(pilot, "p", "hide the hand")
    await on(pilot, PlayScreen)
    assert screen.live.is_hand_hidden
    await click_words(pilot, "play")
    assert not screen.live.is_hand_hidden


async def play_by_mouse(pilot):
    """Play a match of Darwin's Dice to its end by clicks on cards."""
    screen = pilot.app.screen
    match = match_at(screen)
    before = own_steps = sum(act.seat == 0 for act in match.history)
    while DICE.outcome(match.state) is None:
        await until(pilot, lambda: screen.live.snapshot.actions)
        if screen.live.pause:
            await pilot.click("#board", offset=(2, 2))
            assert not screen.live.pause
        await click_card(pilot)
        await click_card(pilot)
        own_steps += 1
        await until(pilot, lambda: screen.live.snapshot.actions or DICE.outcome(match.state))
        assert sum(act.seat == 0 for act in match.history) == own_steps
    assert own_steps > before
    await pilot.click("#prompt")


async def replay_by_mouse(pilot):
    """Step through a replay by its keys and its timeline."""
    app = pilot.app
    screen = app.screen
    await click_words(pilot, "act")
    await click_words(pilot, "p view")
    await click_key(pilot, "v", "show the length")
    await on(pilot, ReplayScreen)
    assert screen._cursor.is_revealed
    await pilot.click("#scrubber", offset=(3 + screen._bar_columns, 0))
    assert screen.position == screen._cursor.last
    await pilot.click("#scrubber", offset=(3, 0))
    assert screen.position == 0
    await click_key(pilot, "Enter", "to a line")
    await on(pilot, PickDialog)
    await pilot.click(OptionList, offset=(2, 7))
    await on(pilot, ReplayScreen)
    assert screen.position > 0
    await click_key(pilot, "g", "to a number")
    await on(pilot, EntryDialog)
    await click_words(pilot, "Esc cancels")
    await on(pilot, ReplayScreen)
    await click_words(pilot, "leave")


async def keep_house_by_mouse(pilot):
    """Copy, delete, rename and replay saved matches, and change settings."""
    app = pilot.app
    await pilot.resize_terminal(120, 40)
    await click_words(pilot, "Saved matches")
    await on(pilot, SavedScreen)
    await pilot.click(DataTable, offset=(4, 1))
    await click_words(pilot, "copy")
    assert app.screen.query_one(DataTable).row_count == 3
    await click_words(pilot, "delete")
    await on(pilot, ConfirmDialog)
    await click_words(pilot, "y or Enter: yes")
    await on(pilot, SavedScreen)
    await until(pilot, lambda: app.screen.query_one(DataTable).row_count == 2)
    await click_words(pilot, "rename")
    await on(pilot, EntryDialog)
    await click_words(pilot, "Enter accepts")
    await on(pilot, SavedScreen)
    await click_words(pilot, "replay")
    await on(pilot, ReplayScreen)
    await click_words(pilot, "leave")
    await on(pilot, SavedScreen)
    await click_words(pilot, "q back")
    await click_words(pilot, "Settings")
    await on(pilot, SettingsScreen)
    await pilot.click("#theme")
    assert settings.read(here()).settings.theme == "paper"
    await click_words(pilot, "keys of commands")
    await on(pilot, KeysScreen)
    await click_words(pilot, "choose a key")
    await until(pilot, lambda: "Press the new key" in shown(app))
    await pilot.press("escape")
    await click_words(pilot, "q back")
    await on(pilot, SettingsScreen)
    await click_words(pilot, "q back")
    await click_words(pilot, "Keys and rules")
    await on(pilot, HelpScreen)
    await click_words(pilot, "q back")
    await on(pilot, HomeScreen)


async def test_all_screens_by_keyboard_alone():
    app = DarwinApp(own())
    closed(saved("human", "bot:random", actions=70))
    async with app.run_test() as pilot:

        async def press(*keys, leads_to):
            await pilot.press(*keys)
            await on(pilot, leads_to)

        await press("n", leads_to=NewMatchScreen)
        await press("question_mark", leads_to=HelpScreen)
        await press("q", leads_to=NewMatchScreen)
        await press("escape", leads_to=HomeScreen)
        await press("c", leads_to=PlayScreen)
        await press("question_mark", leads_to=HelpScreen)
        await press("q", leads_to=PlayScreen)
        await press("z", leads_to=MessageDialog)
        await press("x", leads_to=PlayScreen)
        await pilot.press("enter")
        await until(pilot, lambda: play_of(app).live.pause)
        await press("enter", leads_to=ResultsScreen)
        await press("question_mark", leads_to=HelpScreen)
        await press("q", leads_to=ResultsScreen)
        await press("r", leads_to=ReplayScreen)
        await press("end", "enter", leads_to=PickDialog)
        await press("escape", leads_to=ReplayScreen)
        await press("g", leads_to=EntryDialog)
        await press("escape", leads_to=ReplayScreen)
        await press("q", leads_to=ResultsScreen)
        await press("q", leads_to=HomeScreen)
        await press("s", leads_to=SavedScreen)
        await press("d", leads_to=ConfirmDialog)
        await press("n", leads_to=SavedScreen)
        await press("q", leads_to=HomeScreen)
        await press("t", leads_to=SettingsScreen)
        await press("question_mark", leads_to=HelpScreen)
        await press("q", leads_to=SettingsScreen)
        await press("K", leads_to=KeysScreen)
        await press("q", leads_to=SettingsScreen)
        await press("q", leads_to=HomeScreen)
        await press("question_mark", leads_to=HelpScreen)
        await press("q", leads_to=HomeScreen)
