"""Tests of every screen on terminals without colour, and on terminals that have ASCII alone."""

import itertools

import pytest
import sampling
from home import here, own
from textual.color import Color
from tui.scenes import DarwinApp, closed, finished, playing, replaying, saved, shown

from darwin_tui import settings
from darwin_tui.library.saved_match import SavedMatch
from darwin_tui.screens.home import HomeScreen
from darwin_tui.screens.match_screens import BranchDialog
from darwin_tui.screens.new_match import NewMatchScreen
from darwin_tui.screens.results import ResultsScreen
from darwin_tui.screens.saved import SavedScreen
from darwin_tui.screens.settings import KeysScreen, SettingsScreen
from darwin_tui.settings import Settings
from darwin_tui.terminal import painter
from darwin_tui.terminal.painter import to_ascii
from darwin_tui.widgets.dialogs import PickDialog

pytestmark = pytest.mark.usefixtures("resting_bots")


def first():
    closed(saved("human", "bot:random", seed="one", actions=4))
    closed(saved("human", "bot:random", seed="two", actions=4))
    return DarwinApp(own())


def results():
    app = DarwinApp(own())
    opened = finished("human", "bot:random")
    app.call_later(lambda: app.push_screen(ResultsScreen(SavedMatch.of(opened))))
    return app


def match():
    return playing(saved("human", "bot:random", "bot:random", "bot:random", actions=16))


def replay():
    return replaying(finished("human", "bot:random"))


# --- without colour


def looks(app):
    """Return the screen without colours: the texts, each with bold, reverse and underline."""
    strips = painter.rows(app.screen)
    return [
        [
            (s.text, *((s.style.bold, s.style.reverse, s.style.underline) if s.style else ()))
            for s in strip
        ]
        for strip in strips
    ]


@pytest.mark.parametrize(
    ("screen", "app", "keys", "step", "steps"),
    [
        (HomeScreen, first, (), "down", 6),
        (NewMatchScreen, first, ("n",), "tab", 12),
        (SettingsScreen, first, ("t",), "down", 7),
        (KeysScreen, first, ("t", "K"), "down", 9),
        (SavedScreen, first, ("s",), "down", 2),
        (PickDialog, replay, ("end", "enter"), "down", 9),
        (BranchDialog, replay, ("b",), "down", 3),
    ],
    ids=lambda value: getattr(value, "__name__", ""),
)
async def test_focus_shows_without_colour(screen, app, keys, step, steps):
    settings.write(Settings(colour="none"), here())
    async with app().run_test() as pilot:
        await pilot.press(*keys)
        assert isinstance(pilot.app.screen, screen)
        seen = []
        for _ in range(steps):
            pilot.app.screen._blink_visible = False
            seen.append(looks(pilot.app))
            await pilot.press(step)
        assert all(look not in seen[:step] for step, look in enumerate(seen))


async def test_start_looks_in_focus_only_when_it_is():
    for theme in ("lamp", "paper", "ink"):
        settings.write(Settings(theme=theme), here())
        async with DarwinApp(own()).run_test() as pilot:
            await pilot.press("n")
            button = pilot.app.screen.query_one("#start")
            plain = (button.styles.background, button.styles.text_style)
            choice = pilot.app.screen.query_one("#game")
            assert choice.has_focus
            button.focus()
            await pilot.pause()
            focused = button.styles.background
            assert (focused, button.styles.text_style) != plain
            ground = Color.parse(pilot.app.theme_variables["background"])
            assert contrast(plain[0], ground) < contrast(focused, ground)


def contrast(one: Color, other: Color) -> float:
    return abs(one.brightness - other.brightness)


def is_underlined(app):
    return any(cell[3] for row in looks(app) for cell in row if len(cell) > 1)


async def test_colours_that_come_back_take_their_signs_of_focus_along():
    settings.write(Settings(colour="none"), here())
    async with first().run_test() as pilot:
        await pilot.press("n")
        pilot.app.screen.query_one("#seed").focus()
        await pilot.pause()
        assert is_underlined(pilot.app)
        pilot.app.keep_settings(Settings())
        await pilot.pause()
        assert not is_underlined(pilot.app)


# --- without characters beyond ASCII


SCREENS = [
    (first, ()),
    (first, ("n",)),
    (first, ("t",)),
    (first, ("t", "K", "enter")),
    (first, ("s",)),
    (first, ("s", "d")),
    (first, ("question_mark",)),
    (match, ("2",)),
    (match, ("2", "enter")),
    (match, ("H",)),
    (match, ("L",)),
    (match, ("question_mark",)),
    (replay, ("end",)),
    (replay, ("end", "enter")),
    (replay, ("b",)),
    (replay, ("question_mark",)),
    (results, ("enter",) * 6),
]
SIZES = ((80, 24), (200, 60))


@pytest.mark.parametrize(("size", "screen"), sampling.some(itertools.product(SIZES, SCREENS), 4))
async def test_every_character_of_every_screen_has_an_ascii_twin(size, screen):
    """The short form of the tests checks each screen at one of the sizes."""
    app, keys = screen
    async with app().run_test(size=size) as pilot:
        await pilot.press(*keys)
        words = shown(pilot.app)
        for page in pilot.app.screen.query("#help"):
            while page.scroll_y < page.max_scroll_y:
                await pilot.press("space")
                words += shown(pilot.app)
        lost = {c for c in words if to_ascii(c) == "?" and c != "?"}
        assert lost == set()
        assert "½" not in words, "there is no twin of it that reads right"
        assert len(to_ascii(words)) == len(words)
