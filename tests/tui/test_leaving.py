"""Screens and apps that are left at a bad moment end cleanly."""

import asyncio
from functools import partial

import pytest
from home import own
from textual import work
from textual.app import ScreenStackError
from textual.css.query import NoMatches
from textual.screen import Screen
from textual.widget import MountError
from textual.widgets import Label
from waiting import until

from darwin_tui.app import DarwinApp
from darwin_tui.terminal.painting_app import PaintingApp
from darwin_tui.widgets.screen import DarwinScreen


class Asking(Screen[None]):
    """A screen that opens another one, and waits for its answer."""

    @work
    async def ask(self) -> None:
        await self.app.push_screen_wait(Screen[None]())


async def test_a_screen_that_is_closed_as_it_asks_is_removed_whole():
    """The waiting worker itself removes its own screen, which in turn ends the worker."""
    app = PaintingApp[None]()
    screen = Asking()
    async with app.run_test():
        await app.push_screen(screen)
        pump = screen._task
        assert pump is not None
        screen.dismiss()
        screen.ask()
        await until(pump.done)
        assert not pump.cancelled()
        assert not app.is_mounted(screen)


async def test_a_program_without_screens_attends_to_none():
    """Screens are removed at the end, and a signal of the last one may still arrive afterwards."""
    app = DarwinApp(own())
    async with app.run_test(size=(30, 5)):
        await until(lambda: app._opened)
    app._returns_to_shell = True
    assert not app.screen_stack
    app._attend_screen()
    app._cover()


@pytest.mark.parametrize("error", [NoMatches("no board"), MountError("gone"), ScreenStackError()])
async def test_what_finds_nothing_while_the_program_ends_fails_nothing(error):
    app = PaintingApp[int]()
    async with app.run_test():
        app.exit(0)
        app._handle_exception(error)
    assert app.failure is None
    assert app.return_code == 0


async def test_what_finds_nothing_while_screens_are_closed_fails_nothing():
    """A test that leaves its app closes the screens, but does not tell the app to end."""
    app = PaintingApp[None]()
    missed = list[bool]()

    async def look() -> None:
        while screen.children:
            await asyncio.sleep(0)
        missed.append(True)
        screen.query_one("#board")

    async with app.run_test():
        screen = DarwinScreen[None]()
        await app.push_screen(screen)
        await screen.mount(Label("board"))
        screen.work_on(look, "work")
        await until(lambda: bool(screen.workers))
    assert missed
    assert app.failure is None


async def test_what_finds_nothing_on_an_open_screen_is_a_failure():
    app = PaintingApp[int]()
    error = NoMatches("no board")
    with pytest.raises(NoMatches):
        async with app.run_test():
            app._handle_exception(error)
    assert app.failure is error
    assert app.return_code == 1


@pytest.mark.filterwarnings("error")
async def test_work_of_a_screen_that_is_closed_before_it_has_begun_leaves_nothing():
    app = DarwinApp(own())
    screen = DarwinScreen[None]()
    begun = list[str]()

    async def work(word: str) -> None:
        begun.append(word)

    async with app.run_test():
        await app.push_screen(screen)
        screen.work_on(partial(work, "too late"), "work")
        screen.workers.cancel_all()
        await until(lambda: not screen.workers)
        screen.work_on(partial(work, "done"), "work")
        await until(lambda: begun)
    assert begun == ["done"]
