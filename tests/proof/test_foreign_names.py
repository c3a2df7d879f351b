"""File names made to control a terminal are shown as text and control nothing.

An unpacked archive may contain records with any name. Unprintable characters of a name never reach
the terminal, and no part of it is read as markup.
"""

import os
import re
import signal
import termios
from pathlib import Path
from random import Random
from typing import Any, Self

import pyte
import pytest
import sampling
from home import here, own
from matches import began, play
from rich.segment import Segment
from textual.geometry import Size
from textual.strip import Strip
from textual.widgets import DataTable, Input, Static
from tui.scenes import shown, until
from waiting import wait_until

from darwin_core.match.record import Player
from darwin_tui import paths
from darwin_tui.app import DarwinApp, TooSmallScreen
from darwin_tui.library import saves
from darwin_tui.library.saved_match import SavedMatch
from darwin_tui.screens import navigation
from darwin_tui.screens.saved import SavedScreen
from darwin_tui.terminal.facts import TerminalFacts
from darwin_tui.terminal.painter import Painter, parts, rows
from darwin_tui.terminal.printable import clean

try:
    from bench import terminal
except ImportError:
    pytest.skip("a pty is wanted", allow_module_level=True)

DRIVING = {
    "\x1b]52;c;UFdORUQ=\x1b\\": b"\x1b]52",
    "\x1b]0;PWNED\x07": b"\x1b]0;",
    "\x1bPq#0\x1b\\": b"\x1bPq",
    "\x1b[31337;5H": b"\x1b[31337",
    "\x9b31m": b"\xc2\x9b",
    "\u202eltr": b"\xe2\x80\xae",
    "a\u200bb\u2060c": b"\xe2\x80\x8b",
    "one\ntwo\rthree\u2028four": b"one\ntwo",
    "\x08\x08\x7f": b"\x08\x08",
    "\udcff\udcfe": b"\xff\xfe",
}
"""Parts of names that must not reach a terminal unchanged, each with bytes by which to see it."""
MARKUP = ("[oops]", "[link=http:x]y", "[@click=app.quit]x", "[red]r[]", "\\[b", "[b")
"""Names that must be shown unchanged although they look like markup."""
ALL = "".join(DRIVING)
WORDS = b"PWNED"
"""The harmless part of these names."""


def furnish(*titles: str, actions: int = 4) -> list[Path]:
    """Save a match under each of these names."""
    folder = paths.private_dir(here().matches)
    players = (Player("Ada"), Player("Ben", "bot:random"))
    text = play(began(2, "open", players=players), Random("open"), actions).text
    records = [folder / f"{title}{paths.SUFFIX}" for title in titles]
    for path in records:
        path.write_bytes(text)
    return records


def driven(sent: bytes) -> list[bytes]:
    """Return the controlling parts that have reached the terminal unchanged."""
    return [sequence for sequence in DRIVING.values() if sequence in sent]


def test_clean_text_is_one_printable_line_of_the_same_length():
    for name in (ALL, *MARKUP):
        assert clean(name).isprintable()
        assert len(clean(name)) == len(name)
    assert [clean(name) for name in MARKUP] == [*MARKUP]
    assert clean("two\u00a0words\n") == "two words "


def test_painter_sends_no_character_that_drives_whatever_was_drawn():
    for name in (ALL, *DRIVING, f"進{ALL}"):
        sent = painted([Strip([Segment(name)])])
        assert not driven(sent.encode(errors="surrogateescape")), name
        assert "\x1b" not in re.sub(r"\x1b\[(1;1H|\d+G)", "", sent)


def frame(app: Any) -> bytes:
    """Return the bytes that paint the app's screen on an empty terminal."""
    return painted(rows(app.screen)).encode(errors="surrogateescape")


def painted(strips: list[Strip]) -> str:
    return Painter(TerminalFacts()).paint(parts(strips), Size(140, 45))


async def test_every_name_is_listed_and_asked_about_as_it_is():
    """List all names, or a fifth of them in a sample."""
    driving, markup = (
        [*sampling.some(names, sampling.NAMES_INTERVAL)] for names in (DRIVING, MARKUP)
    )
    names = [*driving, *markup]
    furnish(*names)
    app = DarwinApp(own())
    async with app.run_test(size=(140, 45), notifications=True) as pilot:
        navigation.go(app, navigation.Saved())
        await pilot.pause()
        screen = app.screen
        assert isinstance(screen, SavedScreen)
        listed = frame(app)
        table = screen.query_one(DataTable)
        assert all(name.encode() in listed for name in markup)
        assert not driven(listed)
        for row, saved in enumerate(screen._rows):
            assert str(table.get_row_at(row)[-1]).split("\n")[1] == clean(saved.title)
            table.move_cursor(row=row)
            await pilot.press("d")
            asked = app.screen.query(".says").first(Static)
            assert str(asked.content) == f"Move {clean(saved.title)} to the trash?"
            assert not driven(frame(app))
            await pilot.press("escape", "n")
            assert app.screen.query_one(Input).value == clean(saved.title)
            assert not driven(frame(app))
            await pilot.press("enter")
            # A title that is confirmed unchanged does not rename the file.
            assert saved.path.exists()
        for y in range(1, min(table.size.height, 3 * len(names) + 1)):
            await pilot.click(DataTable, offset=(40, y))
        assert not app._exit
        app.notify(ALL)
        await until(pilot, lambda: WORDS in frame(app))
        assert not driven(frame(app))


async def test_match_of_such_a_name_is_played_replayed_and_reported():
    path = furnish(ALL)[0]
    over = furnish(f"{ALL} over", actions=10_000)[0]
    app = DarwinApp(own(), play=saves.resume(path))
    async with app.run_test(size=(140, 45)) as pilot:
        await pilot.resize_terminal(60, 20)
        await pilot.pause()
        assert isinstance(app.screen, TooSmallScreen)
        # The path may be wrapped in the middle of the word.
        assert WORDS.decode() in "".join(shown(app).split())
        assert not driven(frame(app))
        await pilot.resize_terminal(140, 45)
        await pilot.press("q")
        navigation.go(app, navigation.Results(SavedMatch.of(saves.read(over))))
        await pilot.press(*["enter"] * 12)
        await until(pilot, lambda: WORDS in frame(app))
        assert not driven(frame(app))


class Watched(terminal.Terminal):
    """A program in a terminal whose output is stored and also drawn on an emulated screen."""

    def __enter__(self) -> Self:
        self.screen = pyte.Screen(terminal.COLUMNS, terminal.ROWS)
        self.stream = pyte.ByteStream(self.screen)
        self.sent = b""
        return self

    def resize(self, columns: int, rows: int) -> None:
        self.screen.resize(rows, columns)
        termios.tcsetwinsize(self._master, (rows, columns))
        os.kill(self.pid, signal.SIGWINCH)

    def until(self, words: str, is_gone: bool = False) -> bytes:
        """Wait until the screen shows words, or no longer shows them; return the output."""
        start = len(self.sent)

        def is_so() -> bool:
            chunk = self.read(0.02)
            self.stream.feed(chunk)
            self.sent += chunk
            return any(words in row for row in self.screen.display) != is_gone

        wait_until(is_so, lambda: "\n".join(self.screen.display))
        return self.sent[start:]


def test_terminal_is_sent_nothing_of_such_a_name_that_drives_it(tmp_path):
    furnish(ALL)
    furnish(f"{ALL} over", actions=10_000)
    with Watched(here().matches.parent.parent) as shown:

        def after(key: bytes, words: str, is_gone: bool = False) -> bool:
            """Press a key, wait for the words, and return whether the output contains the name."""
            shown.press(key)
            return WORDS in shown.until(words, is_gone)

        home, listed, asked = "Descent with", "Saved matches", "to the trash?"
        played = "previous turn"
        shown.until(home)
        assert after(b"s", WORDS.decode())
        assert after(b"d", asked)
        after(b"\x1b", asked, is_gone=True)
        assert after(b"n", "New title for")
        after(b"/\r", "A title has")
        after(b"c", "3 matches")
        after(b"r", "as ● Ada knew it")
        after(b"n", "On action 0:")
        after(b"x\r", "Robert: x")
        after(b"q", listed)
        after(b"q", home)
        after(b"c", played)
        # In a terminal that is too small, the path may be wrapped in the middle of the word.
        shown.resize(70, 20)
        shown.until("Too small")
        shown.resize(120, 40)
        shown.until(played)
        after(b"q", home)
        after(b"s", listed)
        assert after(b"d", asked)
        after(b"y", "2 matches")
        after(b"q", home)
        assert not driven(shown.sent)
