"""Keys that are typed ahead wait for the key before them, and not for ever."""

import asyncio

from textual.events import Key
from textual.screen import Screen
from waiting import until

from darwin_tui.terminal.app import PaintingApp
from darwin_tui.terminal.screen import SteadyScreen


class Stuck(Screen[None]):
    """A screen that does not end what a key begins."""

    def __init__(self) -> None:
        super().__init__()
        self.ends = asyncio.Event()

    async def key_x(self) -> None:
        await self.ends.wait()


class Sudden(SteadyScreen[None]):
    """A screen that opens without a key."""

    opens_by_itself = True

    def __init__(self) -> None:
        super().__init__()
        self.keys: list[str] = []

    def on_key(self, event: Key) -> None:
        self.keys.append(event.key)


async def test_screen_that_opens_by_itself_takes_no_key_from_before_it_was_painted() -> None:
    app, screen = PaintingApp[None](), Sudden()
    async with app.run_test() as pilot:
        early = [Key("a", "a"), Key("b", "b")]
        await app.push_screen(screen)
        await until(lambda: screen.painted is not None)
        for event in (*early, Key("c", "c")):
            app.post_message(event)
        await pilot.pause()
        await until(lambda: bool(screen.keys))
        assert screen.keys == ["c"]


async def test_work_without_an_end_keeps_nobody_from_leaving() -> None:
    app, screen = PaintingApp[None](), Stuck()
    async with app.run_test() as pilot:
        await app.push_screen(screen)
        app.post_message(Key("x", "x"))
        await pilot.pause(0)
        app.post_message(Key("ctrl+q", None))
        try:
            await until(lambda: app._exit)
        finally:
            screen.ends.set()
