"""The app on an emulated terminal: the screen is right, and little is sent."""

import re
from dataclasses import replace

import pytest
from home import own
from textual.events import Resize
from textual.geometry import Size
from tui.scenes import DarwinApp, playing, saved
from tui.terminals import Terminal, on_terminal

from darwin_core.contract import registry
from darwin_tui.settings import Settings
from darwin_tui.terminal.facts import Colour, TerminalFacts
from darwin_tui.terminal.painting_app import until_at_rest

pytestmark = pytest.mark.usefixtures("resting_bots")
COLOUR = re.compile(r"\x1b\[(?:[0-9;]*;)?(?:3[0-8]|4[0-8]|9[0-7]|10[0-7])[0-9;]*m")


def match(slug: str = "dice") -> DarwinApp:
    return playing(saved("human", "bot:random", "bot:random", actions=12, game=slug))


def whole_picture(app: DarwinApp, terminal: Terminal) -> int:
    """Return the bytes of a full repaint, which assumes nothing about the terminal's contents."""
    terminal.sent = ""
    app.repaint()
    return len(terminal.sent.encode())


@pytest.mark.parametrize("slug", ["", *registry.SLUGS], ids=lambda slug: slug or "home")
async def test_at_most_two_whole_pictures_are_sent_at_the_start(slug):
    app = match(slug) if slug else DarwinApp(own())

    async def look(pilot, terminal):
        assert terminal.wrong_rows(app) == []
        sent = len(terminal.sent.encode())
        assert sent <= 2 * whole_picture(app, terminal)

    await on_terminal(app, look)


async def test_after_dropped_frames_a_repaint_shows_everything():
    app = match("journey")

    async def look(pilot, terminal):
        terminal.drops = True
        for key in ("question_mark", "escape", "right", "right", "L"):
            await pilot.press(key)
            await until_at_rest()
        terminal.drops = False
        await pilot.press("left")
        await until_at_rest()
        assert terminal.wrong_rows(app), "nothing was missed"
        app.repaint()
        assert terminal.wrong_rows(app) == []
        await pilot.press("right")
        await until_at_rest()
        assert terminal.wrong_rows(app) == []

    await on_terminal(app, look)


@pytest.mark.parametrize("between", [(90, 30), None], ids=["reported", "not reported"])
async def test_terminal_that_grew_back_shows_everything(between):
    """A terminal that shrinks for a moment loses the cells outside."""
    app = match()

    async def look(pilot, terminal):
        terminal.screen.resize(30, 90)
        terminal.screen.resize(40, 120)
        assert terminal.wrong_rows(app)
        for size in filter(None, (between, (120, 40))):
            app.post_message(Resize(Size(*size), Size(*size)))
        await until_at_rest()
        assert terminal.wrong_rows(app) == []

    await on_terminal(app, look)


@pytest.mark.parametrize("size", [(100, 30), (200, 60)])
async def test_new_size_is_painted_whole(size):
    app = match()

    async def look(pilot, terminal):
        columns, lines = size
        terminal.screen.resize(lines, columns)
        app.post_message(Resize(Size(*size), Size(*size)))
        await until_at_rest()
        assert terminal.wrong_rows(app) == []

    await on_terminal(app, look)


async def test_every_screen_is_shown_and_nothing_of_the_one_before():
    app = DarwinApp(own())

    async def look(pilot, terminal):
        for screen in ("n", "s", "t", "question_mark", "ctrl+p"):
            for key in (screen, "escape", screen, "escape"):
                await pilot.press(key)
                await until_at_rest()
                assert terminal.wrong_rows(app) == [], screen

    await on_terminal(app, look)


async def test_colours_and_glyphs_change_at_once_with_the_settings():
    app = match()

    async def look(pilot, terminal):
        assert COLOUR.search(terminal.sent)
        assert not terminal.sent.isascii()
        app.keep_settings(Settings(colour="none", glyphs="ascii"))
        await until_at_rest()
        assert "".join(terminal.screen.display).isascii()
        cells = [cell for row in terminal.screen.buffer.values() for cell in row.values()]
        assert {(cell.fg, cell.bg) for cell in cells} == {("default", "default")}
        terminal.sent = ""
        for key in ("right", "question_mark", "escape", "L"):
            await pilot.press(key)
            await until_at_rest()
        assert terminal.sent.isascii()
        assert not COLOUR.search(terminal.sent)
        app.keep_settings(Settings(glyphs="unicode"))
        await until_at_rest()
        assert terminal.wrong_rows(app) == []

    await on_terminal(app, look)


async def test_terminals_side_by_side_are_sent_their_own_colours():
    """Nothing that was rendered for one terminal may be reused for another."""
    seen = {}
    colours: list[Colour] = ["truecolor", "256", "16", "truecolor"]
    for number, colour in enumerate(colours):
        opened = saved("human", "bot:random", actions=12, title=f"match {number}")
        player = replace(own(), detected=TerminalFacts(colour=colour))
        app = DarwinApp(player, play=opened)

        async def look(pilot, terminal, colour=colour):
            seen[colour] = terminal.sent

        await on_terminal(app, look)
    assert "38;2;" in seen["truecolor"]
    assert "38;5;" in seen["256"]
    assert "38;2;" not in seen["256"]
    assert not re.search("[;[]38;[25];", seen["16"])
    assert COLOUR.search(seen["16"])
