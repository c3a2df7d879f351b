"""The keys of a screen, read off its live bindings, and the rules."""

from dataclasses import replace

import pytest
from home import own
from rich.style import Style
from rich.table import Table
from rich.text import Text
from textual.binding import Binding
from textual.widgets import Markdown, Static
from tui.scenes import DarwinApp, finished, keys_of, playing, replaying, saved, shown, until

from darwin_core import registry
from darwin_core.components import read_text
from darwin_tui import commands
from darwin_tui.screens.help import HelpScreen
from darwin_tui.screens.home import HomeScreen
from darwin_tui.screens.play import PlayScreen
from darwin_tui.screens.replay import ReplayScreen
from darwin_tui.screens.saved import SavedScreen
from darwin_tui.widgets.key_bar import labels_of

pytestmark = pytest.mark.usefixtures("resting_bots")


def begun() -> DarwinApp:
    return DarwinApp(own())


APPS = {
    "play": (PlayScreen, lambda: playing(saved("human", "bot:random", acts=2)), ()),
    "replay": (ReplayScreen, lambda: replaying(finished("human", "bot:random")), ()),
    "home": (HomeScreen, begun, ()),
    "saved": (SavedScreen, begun, ("s",)),
}


@pytest.mark.parametrize("name", APPS)
async def test_lists_every_key_of_the_screen(name):
    screen, app, keys = APPS[name]
    async with app().run_test(size=(100, 50)) as pilot:
        await pilot.press(*keys)
        assert isinstance(pilot.app.screen, screen)
        listed = dict(map(reversed, keys_of(pilot.app.screen)))
        labels = labels_of(pilot.app.screen)
        for command in commands.on(name):
            # Some commands are of use in some games only.
            action = command.action.partition("(")[0]
            if pilot.app.screen.check_action(action, ()):
                for key in commands.key_names(command.keys):
                    display = pilot.app.get_key_display(Binding(key, ""))
                    title = labels.get(command.name, command.help)
                    assert display in listed[title].split(), command
        await pilot.press("question_mark")
        assert isinstance(pilot.app.screen, HelpScreen)
        words = " ".join(shown(pilot.app).split())
        for what, key in listed.items():
            assert what in words
            assert key in words
        await pilot.press("q")
        assert isinstance(pilot.app.screen, screen)


async def test_each_thing_to_do_is_one_row_arrows_first():
    async with playing(saved("human", "bot:random", acts=2)).run_test() as pilot:
        rows = [(keys, what) for keys, what in keys_of(pilot.app.screen) if what == "move"]
        assert rows == [("← → ↑ ↓ h l k j", "move")]


async def test_keys_that_are_no_commands_are_not_named():
    async with DarwinApp(own()).run_test() as pilot:
        await pilot.press("n")
        assert {what for _, what in keys_of(pilot.app.screen)} == {
            "start",
            "next field",
            "previous field",
            "take a game",
            "rules",
            "back",
        }


async def test_keys_take_on_the_colours_of_another_theme():
    async with DarwinApp(own()).run_test() as pilot:
        await pilot.press("question_mark")
        keys = pilot.app.screen.query_one("#keys", Static)
        for theme in ("lamp", "paper"):
            pilot.app.theme = theme
            await pilot.pause()
            assert isinstance(keys.content, Table)
            (column, *_) = keys.content.columns
            hue = Style.parse(pilot.app.theme_variables["cursor"]).color
            assert {
                span.style.color
                for cell in column.cells
                if isinstance(cell, Text)
                for span in cell.spans
                if isinstance(span.style, Style)
            } == {hue}


async def test_keys_are_those_bound_now():
    async with playing(saved("human", "bot:random", acts=2)).run_test() as pilot:
        keys = pilot.app.screen._bindings.key_to_bindings
        keys["f9"] = [replace(binding, key="f9") for binding in keys.pop("H")]
        pilot.app.screen.refresh_bindings()
        assert ("f9", "hint") in keys_of(pilot.app.screen)
        assert ("H", "hint") not in keys_of(pilot.app.screen)


async def test_the_rules_of_the_open_game_are_there_to_the_end():
    async with playing(saved("human", "bot:random", acts=2)).run_test() as pilot:
        before = pilot.app.screen
        await pilot.press("question_mark")
        page = pilot.app.screen.query_one("#help")
        assert "Darwin's Dice" in shown(pilot.app)
        sections = read_text("darwin_core.games.dice", "rules.md").split("\n## ")
        seen = shown(pilot.app)
        while page.scroll_y < page.max_scroll_y or len(page.query(Markdown)) < len(sections):
            await pilot.press("space")
            await pilot.pause()
            seen += shown(pilot.app)
        last = read_text("darwin_core.games.dice", "rules.md").split()[-1].strip("*_.")
        assert last in shown(pilot.app)
        for section in sections[1:]:
            assert section.splitlines()[0] in seen
        await pilot.press("pageup", "k")
        assert page.scroll_y < page.max_scroll_y
        await pilot.press("question_mark")
        assert pilot.app.screen is before


async def test_a_long_page_of_rules_can_be_read_before_all_of_it_is_laid():
    async with playing(saved("human", "bot:random", game="journey")).run_test() as pilot:
        pilot.app.simulate_key("question_mark")
        await until(pilot, lambda: "Darwin's Journey" in shown(pilot.app))
        sections = len(read_text("darwin_core.games.journey", "rules.md").split("\n## "))
        assert 0 < len(pilot.app.screen.query(Markdown)) < sections


async def test_from_the_first_screen_every_games_rules_are_a_key_away():
    async with DarwinApp(own()).run_test() as pilot:
        await pilot.press("question_mark")
        overview = pilot.app.screen
        assert not overview.query(Markdown)
        for n, slug in enumerate(registry.SLUGS, 1):
            title = registry.get(slug).title
            assert f"{n}  {title}" in shown(pilot.app)
            pilot.app.simulate_key(str(n))
            await until(pilot, lambda: pilot.app.screen.query(Markdown))
            heading = read_text(registry.get(slug).package, "rules.md").splitlines()[0].strip("# ")
            assert pilot.app.screen is not overview
            await until(pilot, lambda heading=heading: heading in shown(pilot.app))
            pilot.app.simulate_key("escape")
            await until(pilot, lambda: pilot.app.screen is overview)


async def test_the_rules_of_a_game_are_a_click_away():
    async with DarwinApp(own()).run_test() as pilot:
        await pilot.press("question_mark")
        rows = shown(pilot.app).splitlines()
        (row,) = (y for y, text in enumerate(rows) if "1  Darwin's Dice" in text)
        await pilot.click(offset=(rows[row].index("1  "), row))
        await until(pilot, lambda: "Darwin's Dice" in shown(pilot.app).split("Keys")[-1])
        assert pilot.app.screen.query(Markdown)


async def test_same_key_does_the_same_on_every_screen():
    """Check that a key that means a thing in play means nothing else that could do harm in
    replay."""
    same = {"question_mark", "q", "tab", "L"}

    def actions(screen):
        return {b.key: b.action.split("(")[0] for b in Binding.make_bindings(screen.BINDINGS)}

    for screen in (PlayScreen, ReplayScreen):
        found = actions(screen)
        assert {key: found[key] for key in same} == {
            "question_mark": "help",
            "q": "leave",
            "tab": "pane",
            "L": "log",
        }


async def test_the_list_of_commands_has_all_that_a_screen_can_do():
    opened = saved("human", "bot:random")
    async with playing(opened).run_test() as pilot:
        screen = pilot.app.screen
        await pilot.press("ctrl+p")
        titles = [command.title for command in pilot.app.get_system_commands(screen)]
        assert titles[-3:] == ["Theme", "Quit", "Screenshot"]
        assert {what.capitalize() for _, what in keys_of(screen)} <= {*titles}
        await pilot.press(*"hint")
        await until(pilot, lambda: "key: H" in shown(pilot.app))
        await pilot.press("enter")
        await until(pilot, lambda: "Hint 1 of" in shown(pilot.app))
