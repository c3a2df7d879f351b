"""Emulated terminals for apps in the test's own process, so that a test can read the cells that a
terminal would show."""

from collections.abc import Awaitable, Callable
from typing import Any

import pyte
from textual.drivers.headless_driver import HeadlessDriver

from darwin_tui.app import DarwinApp
from darwin_tui.terminal.painter import rows
from darwin_tui.terminal.painting_app import until_at_rest


class Terminal(HeadlessDriver):
    """A driver with an emulated terminal, which shows the app's output unless ``drops`` is set."""

    def __init__(self, app: Any, *, size: tuple[int, int], **more: Any) -> None:
        super().__init__(app, size=size, **more)
        columns, lines = size
        self.screen = pyte.Screen(columns, lines)
        self.stream = pyte.Stream(self.screen)
        self.stream.feed("\x1b[?7l")  # No automatic line breaks.
        self.sent = ""
        self.drops = False

    @property
    def is_headless(self) -> bool:
        return False

    def write(self, data: str) -> None:
        if not self.drops:
            self.sent += data
            self.stream.feed(data)

    def flush(self) -> None:
        pass

    def wrong_rows(self, app: Any) -> list[int]:
        """Return the numbers of the rows that differ from the app's own screen."""
        drawn = [strip.text for strip in rows(app.screen)]
        assert len(drawn) == len(self.screen.display)
        return [y for y, text in enumerate(self.screen.display) if text != drawn[y]]


async def on_terminal(
    app: DarwinApp,
    look: Callable[[Any, Terminal], Awaitable[None]],
    size: tuple[int, int] = (120, 40),
) -> None:
    """Run an app on an emulated terminal, and call ``look`` once the app is at rest."""
    app.driver_class = Terminal

    async def pilot_it(pilot: Any) -> None:
        await until_at_rest()
        assert isinstance(app._driver, Terminal)
        await look(pilot, app._driver)
        app.exit()

    await app.run_async(size=size, auto_pilot=pilot_it)
    assert app._exception is None
