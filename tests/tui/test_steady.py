"""Sizes and keys that come faster than the app handles them do no harm."""

import asyncio
from collections.abc import Callable
from functools import partial
from typing import Any

import pytest
import sampling
from home import own
from textual import events
from textual._compositor import Compositor
from textual.command import CommandList, CommandPalette
from textual.geometry import Size
from tui.scenes import finished, play_of, playing, replaying, saved, shown, until

from darwin_core.contract.game import OMNISCIENT
from darwin_core.match.record import Player
from darwin_tui.app import DarwinApp, TooSmallScreen
from darwin_tui.library.saved_match import SavedMatch
from darwin_tui.play.live_match import Over
from darwin_tui.screens import navigation
from darwin_tui.screens.home import HomeScreen
from darwin_tui.screens.match_screens import BranchDialog
from darwin_tui.screens.new_match import NewMatchScreen
from darwin_tui.screens.play import PlayScreen
from darwin_tui.screens.results import ResultsScreen
from darwin_tui.widgets.dialogs import ConfirmDialog, Dialog, EntryDialog, MessageDialog, PickDialog
from darwin_tui.widgets.screen import DarwinScreen

LARGE, SMALL = (100, 30), (60, 20)
MOST = 60
"""The most layouts for a few sizes; an endless loop would exceed it."""

DIALOGS: dict[str, tuple[Callable[[], Dialog[Any]], Any]] = {
    "message": (lambda: MessageDialog("Title", ["A line."]), None),
    "confirm": (lambda: ConfirmDialog("Title", "Sure?"), True),
    "entry": (lambda: EntryDialog("Title", "Words:"), ...),
    "pick": (lambda: PickDialog("Title", ["first", "second"]), 0),
    "branch": (lambda: BranchDialog([Player("Ada")], OMNISCIENT, is_unfinished=False), ...),
}
"""Each dialog and its answer to Enter, or ``...`` if the answer varies."""


def send(app: Any, *messages: Any) -> None:
    """Post keys (strings) and sizes (tuples) as if they came in one read of the terminal."""
    for message in messages:
        if isinstance(message, tuple):
            app._driver._size = message
            size = Size(*message)
            app.post_message(events.Resize(size, size))
        else:
            app.post_message(events.Key(message, None))


async def opened(pilot: Any, name: str) -> tuple[Dialog[Any], list[Any]]:
    """Open a dialog over the open screen; return it, and the list that gets its answers."""
    answers: list[Any] = []
    dialog = DIALOGS[name][0]()
    await pilot.app.push_screen(dialog, answers.append)
    await pilot.pause()
    return dialog, answers


def check(name: str, answers: list[Any]) -> None:
    """Check that a dialog has given one answer, that of Enter."""
    wanted = DIALOGS[name][1]
    assert len(answers) == 1
    assert wanted in (..., answers[0])


@pytest.mark.parametrize("name", DIALOGS)
async def test_dialog_that_is_covered_by_the_sentence_waits_to_be_answered(name):
    async with DarwinApp(own()).run_test(size=LARGE) as pilot:
        app = pilot.app
        dialog, answers = await opened(pilot, name)
        send(app, "x", "enter", "escape", SMALL, "enter", "x")
        await pilot.pause()
        assert isinstance(app.screen, TooSmallScreen)
        # A dialog that closes itself while it is covered closes nothing else.
        dialog.dismiss()
        await pilot.pause()
        assert [type(screen) for screen in app.screen_stack] == [
            HomeScreen,
            type(dialog),
            TooSmallScreen,
        ]
        send(app, LARGE)
        await until(pilot, lambda: app.screen is dialog)
        await pilot.press("enter")
        check(name, answers)
        assert len(app.screen_stack) == 1


@pytest.mark.parametrize("name", DIALOGS)
async def test_of_two_keys_in_one_read_the_second_closes_nothing_else(name):
    async with DarwinApp(own()).run_test(size=LARGE) as pilot:
        app = pilot.app
        navigation.go(app, navigation.Settings())
        await pilot.pause()
        under = app.screen
        dialog, answers = await opened(pilot, name)
        send(app, "enter", "enter")
        await until(pilot, lambda: app.screen is not dialog)
        await pilot.pause()
        check(name, answers)
        assert app.screen is under


async def test_keys_for_the_list_of_commands_that_is_covered_close_nothing_else():
    async with DarwinApp(own()).run_test(size=LARGE) as pilot:
        app = pilot.app
        await pilot.press("ctrl+p", "q", "u", "i", "t")
        palette = app.screen
        assert isinstance(palette, CommandPalette)
        send(app, "enter", "escape", SMALL, "escape")
        await pilot.pause()
        palette.dismiss()
        await pilot.pause()
        assert isinstance(app.screen, TooSmallScreen)
        send(app, LARGE)
        await until(pilot, lambda: app.screen is palette)


@pytest.mark.parametrize("visible", [False, True])
async def test_list_of_commands_that_finds_some_while_it_closes_closes(visible):
    async with DarwinApp(own()).run_test(size=LARGE) as pilot:
        await pilot.press("ctrl+p")
        palette = pilot.app.screen
        assert isinstance(palette, CommandPalette)
        await until(pilot, lambda: palette._list_visible)
        palette._show_busy = palette._list_visible = not visible
        # Remove the list, as if a search were still going on when the palette closes.
        await palette.query(CommandList).remove()
        palette._show_busy = palette._list_visible = visible
        await pilot.press("escape")
        assert isinstance(pilot.app.screen, HomeScreen)


async def test_list_of_themes_is_one_of_our_screens_too():
    async with DarwinApp(own()).run_test(size=LARGE) as pilot:
        pilot.app.search_themes()
        await pilot.pause()
        assert isinstance(pilot.app.screen, DarwinScreen)
        assert "lamp" in shown(pilot.app)


@pytest.mark.parametrize("steps", [2, 3, 4])
async def test_keys_that_come_while_the_program_ends_are_dropped(steps):
    async with DarwinApp(own()).run_test(size=LARGE) as pilot:
        send(pilot.app, *"xxxxxxxxxx")
        for _ in range(steps):
            await asyncio.sleep(0)
        # The app ends here, while keys are on their way to the screen and from there to the app.


async def test_screen_that_opens_in_a_terminal_that_became_too_small_is_covered():
    app = DarwinApp(own())
    async with app.run_test(size=LARGE) as pilot:
        navigation.go(app, navigation.NewMatch())
        await pilot.pause()
        assert isinstance(app.screen, NewMatchScreen)
        send(app, SMALL)
        await pilot.pause()
        # The action of a key that was on its way when the terminal shrank.
        under = app.screen_stack[-2]
        assert isinstance(under, NewMatchScreen)
        await under.action_start()
        await pilot.pause()
        assert [type(screen) for screen in app.screen_stack] == [
            HomeScreen,
            PlayScreen,
            TooSmallScreen,
        ]
        send(app, LARGE)
        await until(pilot, lambda: isinstance(app.screen, PlayScreen))
        send(app, SMALL)
        await until(pilot, lambda: isinstance(app.screen, TooSmallScreen))


async def test_results_wait_until_the_terminal_is_large_enough(quick_bots):
    ended = finished("human", "bot:random")
    app = playing(saved("human", "bot:random", seed="other"))
    async with app.run_test(size=LARGE) as pilot:
        screen = play_of(app)
        screen.open_results = partial(app.open, navigation.Results(SavedMatch.of(ended)))
        screen.live.phase = Over()
        send(app, SMALL)
        await until(pilot, lambda: isinstance(app.screen, TooSmallScreen))
        screen.show_results()
        assert isinstance(app.screen, TooSmallScreen)
        send(app, LARGE)
        await until(pilot, lambda: app.screen is screen)
        screen.show_results()
        assert isinstance(app.screen, ResultsScreen)
        await pilot.pause()


def begun() -> DarwinApp:
    return DarwinApp(own())


def at_play() -> DarwinApp:
    return playing(saved("human", "bot:random"))


STORMED: dict[str, tuple[Callable[[], DarwinApp], tuple[str, ...]]] = {
    "home": (begun, ()),
    "saved": (begun, ("s",)),
    "new match": (begun, ("n",)),
    "settings": (begun, ("t",)),
    "commands": (begun, ("ctrl+p",)),
    "play": (at_play, ()),
    "rules": (at_play, ("question_mark",)),
    "dialog": (at_play, ("z",)),
    "replay": (lambda: replaying(finished("human", "bot:random")), ()),
    "pick": (lambda: replaying(finished("human", "bot:random")), ("right", "enter")),
}


@pytest.mark.parametrize("where", STORMED)
async def test_two_sizes_under_way_at_once_come_to_rest(where, resting_bots, monkeypatch):
    begin, keys = STORMED[where]
    app = begin()
    async with app.run_test(size=LARGE) as pilot:
        await pilot.press(*keys)
        await pilot.pause()
        layouts = 0
        real = Compositor.reflow

        def counted(*args: Any) -> Any:
            nonlocal layouts
            layouts += 1
            assert layouts < MOST, "laid out again and again"
            return real(*args)

        monkeypatch.setattr(Compositor, "reflow", counted)
        for screen in app.screen_stack:
            for size in (Size(140, 45), Size(90, 28), Size(*LARGE)):
                screen.post_message(events.Resize(size, size))
                # Without a message between them, waiting sizes would be merged into one.
                screen.call_later(lambda: None)
        await pilot.pause()
        await until(pilot, lambda: all(screen.size == LARGE for screen in app.screen_stack))


@pytest.mark.parametrize("where", sampling.some(STORMED, sampling.SITUATIONS_INTERVAL))
async def test_no_size_is_too_small_to_wait_in(where, resting_bots):
    begin, keys = STORMED[where]
    app = begin()
    async with app.run_test(size=LARGE) as pilot:
        await pilot.press(*keys)
        await pilot.pause()
        under = app.screen
        # Wait until the list of commands has its lines.
        await until(pilot, lambda: getattr(under, "_list_visible", True))
        sizes = ((20, 9), *((width, 30) for width in range(12, 0, -1)), (1, 1))
        for width, height in sizes:
            await pilot.resize_terminal(width, height)
        await pilot.resize_terminal(*LARGE)
        await until(pilot, lambda: app.screen is under and under.size == LARGE)


async def test_form_whose_seats_are_gone_recommends_nothing():
    async with DarwinApp(own()).run_test(size=LARGE) as pilot:
        await pilot.press("n")
        screen = pilot.app.screen
        assert isinstance(screen, NewMatchScreen)
        await screen.query("#seats > *").remove()
        screen.form._recommend()
        await pilot.press("escape")
