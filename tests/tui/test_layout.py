"""A change causes one layout, and a scrolling list is still laid out again for its scrollbar."""

from textual.app import App, ComposeResult
from textual.containers import Horizontal, VerticalScroll
from textual.widgets import Static

from darwin_tui.terminal.painting_app import lay_out_once
from darwin_tui.terminal.screen import SteadyScreen


class Counting(SteadyScreen[None]):
    """A screen that counts its layouts: two texts side by side, above a list that may scroll."""

    layouts = 0

    def compose(self) -> ComposeResult:
        with Horizontal():
            yield Static("fox", id="left")
            yield Static("lion", id="right")
        with VerticalScroll():
            yield Static("bear", id="list")

    def _refresh_layout(self, *given: object, **named: object) -> None:
        self.layouts += 1
        super()._refresh_layout(*given, **named)  # type: ignore[arg-type]


class Animals(App[None]):
    CSS = """
    Horizontal { height: 1; }
    #left { width: 1fr; }
    #right { width: auto; }
    """

    def get_default_screen(self) -> Counting:
        return Counting()


async def test_text_that_grows_is_laid_out_once():
    lay_out_once()
    async with Animals().run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        screen = pilot.app.screen
        assert isinstance(screen, Counting)
        screen.layouts = 0
        screen.query_one("#right", Static).update("rattlesnake")
        await pilot.pause()
        assert screen.layouts == 1
        assert screen.query_one("#left").size.width == 80 - len("rattlesnake")


async def test_list_that_grows_beyond_the_screen_gets_its_scrollbar_and_its_width():
    lay_out_once()
    async with Animals().run_test(size=(80, 24)) as pilot:
        text = pilot.app.screen.query_one("#list", Static)
        before = text.size.width
        text.update("\n".join(["snake"] * 40))
        await pilot.pause()
        around = pilot.app.screen.query_one(VerticalScroll)
        assert around.show_vertical_scrollbar
        assert text.size == (before - around.scrollbar_size_vertical, 40)
