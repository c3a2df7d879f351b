"""The screens in German: no text is English or cut, and a change of language shows at once. Pages
in both languages, at any width."""

import os
import re
from collections.abc import Iterable
from functools import partial
from itertools import product
from textwrap import wrap
from time import time

import pytest
import sampling
from english import english
from home import here, own
from msgspec.structs import replace
from textual.geometry import Size
from textual.widget import Widget
from tui.scenes import closed, finished, replaying, saved, shown, until

from darwin_core.contract import registry
from darwin_core.kit.achievements import PER_GAME
from darwin_core.text.language import provide, reading, tr, tr_in
from darwin_tui import commands, settings
from darwin_tui.app import DarwinApp
from darwin_tui.drawing.canvas import Canvas, Drawing, Run
from darwin_tui.screens.home import HomeScreen
from darwin_tui.screens.replay import ReplayScreen
from darwin_tui.screens.settings import SettingsScreen
from darwin_tui.screens.you import YouPage
from darwin_tui.settings import Settings
from darwin_tui.widgets import pane
from darwin_tui.widgets.boxes import PICTURE
from darwin_tui.widgets.forms import Choice
from darwin_tui.widgets.pane import Page

SIZES = ((80, 24), (100, 30), (120, 40), (160, 50), (200, 60))
ENGLISH = english(
    *("match(es)?", "seats?", "players?", "plays", "open", "scores?", "back", "keys", "saved?"),
    *("new", "person"),
    flags=re.IGNORECASE,
)
"""English words that must be on no German screen; the games' titles contain none of them."""
VISITS = {
    "home": (),
    "settings": ("t",),
    "keys of commands": ("t", "K"),
    "help": ("question_mark",),
    "new match": ("n",),
    "saved matches": ("s",),
    "statistics": ("y",),
    "rating": ("y", "tab"),
    "collection": ("y", "tab", "tab"),
    "challenge": ("d",),
    "lessons": ("L",),
}

LOOKS = [*product(VISITS, SIZES[:1]), *sampling.grid(VISITS, SIZES[1:], interval=len(SIZES) - 1)]
"""Screens and sizes to test: each screen in the smallest window and in one larger one."""
REPLAY_VISITS = (
    ("c",),
    ("k", "k"),
    ("end", "r", "enter", "enter", "enter", "enter"),
    ("b",),
    ("n",),
    ("e",),
    ("enter",),
    ("question_mark", "shift+tab", "pagedown"),
)


@pytest.fixture
def cuts(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Return a list that gets every text that a page cuts from now on."""
    cut: list[str] = []
    monkeypatch.setattr(pane, "Drawing", partial(Drawing, cuts=cut))
    return cut


@pytest.fixture
def german() -> None:
    settings.write(Settings(language="de", motion=False), here())


def check_german(app, visit, cuts):
    text = shown(app)
    assert not ENGLISH.findall(text), (visit, text)
    assert not cuts, visit


async def leave(pilot, screen):
    """Press Escape until a screen is on top again."""
    while not isinstance(pilot.app.screen, screen):
        await pilot.press("escape")


@pytest.mark.parametrize("size", SIZES, ids=str)
@pytest.mark.usefixtures("german", "resting_bots")
async def test_no_screen_is_english_or_cut(size, cuts):
    finished("human", "bot:greedy", "bot:hard", seed="b")
    saved("human", "bot:greedy", seed="c", actions=5)
    async with DarwinApp(own()).run_test(size=size) as pilot:
        for visit in [visit for visit, at in LOOKS if at == size]:
            await pilot.press(*VISITS[visit])
            check_german(pilot.app, visit, cuts)
            await leave(pilot, HomeScreen)


class OnceWritten(Canvas):
    """A canvas that fails where a text is written over letters."""

    def write(self, x: int, y: int, cells: Iterable[Run]) -> None:
        run = [*cells]
        above = self.grid[y][max(x, 0) : max(x + len(run), 0)] if 0 <= y < self.height else []
        if any(character != " " for character, _ in run):
            for (before, _), (character, _) in zip(above, run[max(-x, 0) :], strict=False):
                assert before == character or not before.isalnum(), (run, self.plain())
        super().write(x, y, run)


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("keys", ["", "y", "d", "p"])
async def test_no_page_is_cut_or_overwritten_at_any_width(keys, language, cuts, monkeypatch):
    monkeypatch.setattr(pane, "Canvas", OnceWritten)
    settings.write(Settings(language=language), here())
    going = closed(saved("human", "bot:greedy", "bot:greedy", seed="c", actions=60, game="evo"))
    os.utime(going.path, (time() - 59 * 60,) * 2)
    async with DarwinApp(own()).run_test() as pilot:
        await pilot.press(*keys)
        await until(pilot, lambda: pilot.app.focused is not None)
        for width, height in product(range(80, 140, 3), (23, 30, 38, 50)):
            pilot.app.screen.query_one(Page).draw(Size(width, height))
            assert not cuts, (width, height)


@pytest.mark.usefixtures("german", "resting_bots")
async def test_nothing_over_a_replay_is_english_or_cut(cuts):
    app = replaying(finished("human", "bot:greedy", "bot:hard", seed="b"))
    async with app.run_test(size=SIZES[0]) as pilot:
        for keys in REPLAY_VISITS:
            await pilot.press(*keys)
            check_german(app, keys, cuts)
            await leave(pilot, ReplayScreen)
            await pilot.press("home")


@pytest.mark.usefixtures("german")
async def test_all_places_of_the_collection_fit_a_small_page(cuts):
    async with DarwinApp(own()).run_test(size=SIZES[0]) as pilot:
        await pilot.press("y", "tab", "tab", "tab")
        page = pilot.app.screen.query_one(YouPage)
        for _ in registry.SLUGS:
            assert len(page.places) == PER_GAME
            assert all(place.height for place in page.places.values())
            assert not cuts
            await pilot.press("right")


@pytest.mark.parametrize("number", sampling.some(range(1, 6), sampling.GAMES_INTERVAL))
@pytest.mark.usefixtures("german")
async def test_words_beside_the_fields_of_a_match_fit_a_small_window(number):
    async with DarwinApp(own()).run_test(size=SIZES[0]) as pilot:
        await pilot.press("n", str(number), *["down"] * 4, "left")
        for field in pilot.app.screen.query(".label, .effect, Choice").results(Widget):
            if isinstance(field, Choice):
                words = field.render().plain
                room = field.size.width
            else:
                words = str(field.render())
                room = field.content_region.width
            assert len(words) <= room or not field.region, words


def test_words_on_the_boxes_fit_two_rows_of_the_shelf():
    provide("darwin_tui")
    with reading("de"):
        for box in registry.BOXES.values():
            assert len(wrap(tr(box.words), PICTURE[0])) <= 2, box.title


async def test_another_language_is_shown_at_once_on_all_open_screens():
    async with DarwinApp(own()).run_test(size=(80, 24)) as pilot:
        app = pilot.app
        await pilot.press("t")
        app.screen.query_one("#language").focus()
        await pilot.press("right")
        await until(pilot, lambda: "Einstellungen" in shown(app))
        assert isinstance(app.screen, SettingsScreen)
        assert "Settings" not in shown(app)
        assert app.screen.focused
        assert app.screen.focused.id == "language"
        await pilot.press("escape")
        assert isinstance(app.screen, HomeScreen)
        await until(pilot, lambda: "Neue Partie" in shown(app))
        assert not ENGLISH.findall(shown(app))
        await pilot.press("t")
        app.screen.query_one("#language").focus()
        await pilot.press("left", "escape")
        await until(pilot, lambda: "New match" in shown(app))


@pytest.mark.usefixtures("resting_bots")
async def test_a_replay_follows_a_language_chosen_over_it():
    app = replaying(finished("human", "bot:greedy", "bot:hard", seed="b"))
    async with app.run_test(size=SIZES[0]) as pilot:
        await pilot.press("question_mark")
        app.keep_settings(replace(app.settings, language="de"))
        await pilot.press("escape")
        await until(pilot, lambda: "Zug" in shown(app))
        assert not ENGLISH.findall(shown(app))


def test_commands_of_a_screen_have_different_german_words():
    """The palette and the help tell commands apart by these words alone."""
    provide("darwin_tui")
    with reading("de"):
        for screen in {command.screen for command in commands.COMMANDS}:
            english = {command.help for command in commands.on(screen)}
            assert len({tr_in("key", words) for words in english}) == len(english), screen
