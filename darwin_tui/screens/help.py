"""Keys of the screen below, and rules: of the game that is open, or of one to choose."""

import asyncio
import re
from collections.abc import Sequence
from itertools import zip_longest
from typing import ClassVar, Final

from rich.style import Style
from rich.table import Table
from rich.text import Text
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import VerticalScroll
from textual.screen import Screen
from textual.widgets import Markdown, Static

from darwin_core import registry
from darwin_core.components import read_text
from darwin_tui import commands
from darwin_tui.screens.base import DarwinScreen
from darwin_tui.widgets.boxes import title_of
from darwin_tui.widgets.key_bar import Key, KeyBar, bound_keys
from darwin_tui.widgets.title_bar import TitleBar

ANYWHERE: Final = [Key("ctrl+p", "Ctrl+p", "all commands", True)]


class HelpScreen(DarwinScreen[None]):
    """A page to scroll; the keys are read off the live bindings, and a click presses one."""

    BINDINGS: ClassVar[list[BindingType]] = commands.bindings("help")

    def __init__(self, under: Screen[None], slug: str = "") -> None:
        super().__init__()
        self._under = under
        self._keys = bound_keys(under)
        self._slug = slug
        self._laid, self._scrolled = asyncio.Event(), asyncio.Event()

    def compose(self) -> ComposeResult:
        """Yield the keys in two columns, then the list of rules or the rules themselves."""
        game = title_of(self._slug) if self._slug else "and the rules of the games"
        yield TitleBar("Keys", f"rules of {game}" if self._slug else game)
        with VerticalScroll(id="help"):
            yield Static("Keys", classes="heading")
            yield Static(self._table(), id="keys")
            if not self._slug:
                yield Static("Rules", classes="heading")
                yield Static(self._games(), id="games")
        yield KeyBar()

    def on_mount(self) -> None:
        """Follow the colours of the theme, and show the rules below the keys."""
        self.app.theme_changed_signal.subscribe(self, lambda _: self._colour())
        if self._slug:
            self.run_worker(self._lay_rules())

    def _colour(self) -> None:
        self.query_one("#keys", Static).update(self._table())
        for games in self.query("#games").results(Static):
            games.update(self._games())

    async def _lay_rules(self) -> None:
        """Mount the rules section by section, up to a page beyond what is shown.

        A long page with its tables takes seconds; its first screen does not.
        """
        page = self.query_one("#help")
        self.watch(page, "scroll_y", self._scrolled.set)
        text = read_text(registry.get(self._slug).package, "rules.md")
        for section in re.split(r"\n(?=## )", text):
            while page.max_scroll_y - page.scroll_y > page.size.height:
                self._scrolled.clear()
                await self._scrolled.wait()
            await page.mount(Markdown(section))
            self.call_after_refresh(self._laid.set)
            await self._laid.wait()
            self._laid.clear()

    def _games(self) -> Table:
        """Render the key and the name of each game whose rules can be opened."""
        table = Table(box=None, show_header=False, padding=(0, 2, 0, 0))
        hue = self.app.theme_variables["cursor"]
        for n, slug in enumerate(registry.slugs()[:9], 1):
            key = Style.parse(hue) + Style(meta={"@click": f"screen.rules({n})"})
            table.add_row(Text(str(n), key), registry.get(slug).title)
        return table

    def _table(self) -> Table:
        table = Table(box=None, show_header=False, padding=(0, 2, 0, 0))
        hue = self.app.theme_variables["cursor"]
        listed = {**self._keys, "all commands": ANYWHERE}
        rows = [(_clickable(keys, hue), title) for title, keys in listed.items()]
        half = (len(rows) + 1) // 2
        for left, right in zip_longest(rows[:half], rows[half:], fillvalue=("", "")):
            table.add_row(*left, *right)
        return table

    def action_press(self, key: str) -> None:
        """Go back and press a key there."""
        self.dismiss()
        self.app.simulate_key(key)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Allow a choice of rules unless a game is open."""
        return commands.is_available("help", action, () if self._slug else {"rules"})

    def action_rules(self, number: int) -> None:
        """Open the rules of a game by its number in the list."""
        for slug in registry.slugs()[number - 1 : number]:
            self.app.push_screen(HelpScreen(self._under, slug))

    def action_scroll_page(self, rows: int) -> None:
        """Move through the page."""
        self.query_one("#help").scroll_relative(y=rows, animate=False)


def _clickable(keys: Sequence[Key], hue: str) -> Text:
    """Render keys in a row, each of which can be clicked."""
    return Text(" ").join(
        Text(key.display, Style.parse(hue) + Style(meta={"@click": f"screen.press({key.key!r})"}))
        for key in keys
    )
