"""Keys that are typed ahead wait for the key before them, and not for ever."""

import asyncio

from textual.events import Key
from textual.screen import Screen
from waiting import until

from darwin_tui.terminal.app import PaintingApp


class Stuck(Screen[None]):
    """A screen that does not end what a key begins."""

    def __init__(self) -> None:
        super().__init__()
        self.ends = asyncio.Event()

    async def key_x(self) -> None:
        await self.ends.wait()


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
