"""The driver of an untrusted terminal over a connection, one of many in a server's process."""

import asyncio
import gc
import logging
import sys
import weakref
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from time import monotonic
from typing import Any, cast, get_args

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from server.clients import account_of
from server.stand_ins import FirstScreen, StandIn, Wire
from textual import constants, events, messages
from textual.geometry import Size
from textual.screen import Screen
from textual.widgets import Static
from waiting import PATIENCE_SECONDS, until

from darwin_core.text.language import Language, reading, tr_in
from darwin_tui.app import Commands
from darwin_tui.commands import CONTEXT
from darwin_tui.server.operations.sessions import Destination, RunningSession
from darwin_tui.terminal.input import RESTORE, TerminalInput
from darwin_tui.terminal.limits import Limits
from darwin_tui.terminal.painter import rows
from darwin_tui.terminal.painting_app import until_at_rest

SIZE = Size(80, 24)


def read(*pieces: bytes, most: int = 1000) -> list[Any]:
    """Feed pieces of input to a new ``TerminalInput``, and return the messages."""
    terminal_input = TerminalInput(most)
    return [message for piece in pieces for message in terminal_input.feed(piece, SIZE)]


def keys(messages: list[Any]) -> list[str]:
    return [message.key for message in messages if isinstance(message, events.Key)]


# --- input


@pytest.mark.parametrize(
    "data",
    [
        b"\x1b[48;99999999;99999999;1;1t",
        b"\x1b[48;5000;5000;1;1t",
        b"\x1b[48;0;0;0;0t",
        b"\x1b[99999999999;1u",
        b"\x1b[1114112;1u",
        b"\x1b[<0;99999999;99999999M",
        b"\x1b[<0;81;1M",
        b"\x1b[<0;1;25M",
        b"\x1b[999999999;999999999R",
        b"\x1b[?2048;1$y",
        b"\xff\xfe\xc3",
        b"\x1b[" + b"9" * 2000,
    ],
    ids=lambda data: repr(data[:20]),
)
def test_hostile_input_does_nothing_and_the_next_key_is_read(data):
    terminal_input = TerminalInput(1000)
    first = terminal_input.feed(data, SIZE)
    wanted = (events.Key, events.Paste)
    assert not [message for message in first if not isinstance(message, wanted)]
    # CAN ends a sequence that was cut off.
    terminal_input.feed(b"\x18\x18", SIZE)
    assert "x" in keys(terminal_input.feed(b"x", SIZE))


PIECES = [b"\x1b", b"[", b"200~", b"201~", b"<0;1;1M", b"48;1;1;1;1t", b"1u", b"a", b"\xc3", b"9"]
"""Parts of sequences."""


@given(st.lists(st.sampled_from(PIECES) | st.binary(max_size=60), max_size=40))
def test_no_bytes_make_it_fail(pieces):
    for message in read(*pieces):
        assert not isinstance(message, events.Resize | messages.InBandWindowResize)
        if isinstance(message, events.MouseEvent):
            assert 0 <= message.screen_x < 80


def test_the_mouse_is_where_the_terminal_is():
    (down,) = read(b"\x1b[<0;80;24M")
    assert (down.screen_x, down.screen_y) == (79, 23)
    # A report of the size in pixels must not change how mouse positions are read.
    (down,) = read(b"\x1b[48;24;80;2400;8000t\x1b[<0;80;24M")
    assert (down.screen_x, down.screen_y) == (79, 23)


@pytest.mark.parametrize("cut", range(1, 12))
def test_a_paste_is_bounded_wherever_it_is_cut(cut):
    data = b"a\x1b[200~" + b"x" * 30 + b"\x1b[201~b"
    pieces = [data[at : at + cut] for at in range(0, len(data), cut)]
    pieces_read = read(*pieces, most=10)
    assert keys(pieces_read) == ["a", "b"]
    pastes = [message.text for message in pieces_read if isinstance(message, events.Paste)]
    assert pastes == ["x" * 10]


def test_an_endless_paste_takes_no_memory():
    terminal_input = TerminalInput(10)
    terminal_input.feed(b"\x1b[200~", SIZE)
    for _ in range(100):
        terminal_input.feed(b"x" * 10_000, SIZE)
    kept = [
        len(referent)
        for referent in gc.get_referents(terminal_input._parser._gen)
        if isinstance(referent, list)
    ]
    assert kept
    assert sum(kept) < 100
    assert len(terminal_input._held) < 10
    paste: Any
    (paste,) = terminal_input.feed(b"\x1b[201~", SIZE)
    assert paste.text == "x" * 10
    assert keys(terminal_input.feed(b"y", SIZE)) == ["y"]


def test_a_parser_is_not_kept_by_its_keys():
    terminal_input = TerminalInput(10)
    assert keys(terminal_input.feed(b"\x1b[97;5u", SIZE)) == ["ctrl+a"]
    parser = weakref.ref(terminal_input._parser)
    del terminal_input
    gc.collect()
    assert parser() is None


# --- an app at a terminal


@asynccontextmanager
async def running(folder: Path, wire: Wire) -> AsyncIterator[StandIn]:
    """Run a small app at an emulated terminal until the end of the block."""
    app = StandIn(
        wire, RunningSession(wire, account_of("Ada"), Destination(), is_command=False), folder
    )
    task = asyncio.create_task(app.run_async(size=wire.size))
    try:
        await asyncio.wait_for(app.started.wait(), PATIENCE_SECONDS)
        yield app
    finally:
        app.exit()
        await asyncio.wait_for(task, PATIENCE_SECONDS)


async def rest(app: StandIn) -> None:
    """Wait until the app has nothing left to do."""

    async def wait() -> None:
        with app._context():
            await until_at_rest()

    await asyncio.create_task(wait())
    await asyncio.sleep(0)


Look = Callable[[StandIn, Wire], Awaitable[None]]


async def test_a_lone_escape_is_a_key(tmp_path):
    wire = Wire()
    async with running(tmp_path, wire) as app:
        wire.received(b"\x1b")
        await until(lambda: "key escape" in wire.text)
        wire.received(b"\x1b[A")
        await until(lambda: "key up" in wire.text)
        assert app.is_running


async def test_a_sequence_of_which_a_part_waits_to_be_read_is_no_escape(tmp_path):
    wire = Wire()
    async with running(tmp_path, wire) as app:
        driver: Any = app._driver
        # The session has used the processor much, so that its next key waits.
        driver._free_at = asyncio.get_running_loop().time() + 3 * constants.ESCAPE_DELAY
        wire.received(b"x\x1b")
        wire.received(b"[A")
        await until(lambda: "key up" in wire.text)
        assert "key escape" not in wire.text


async def test_a_key_without_answer_does_not_block_the_keys_after_it(tmp_path):
    wire = Wire()
    async with running(tmp_path, wire) as app:
        wire.received(b"x")
        await until(lambda: "key x" in wire.text)
        await rest(app)
        driver: Any = app._driver
        # The player pressed a key that changed nothing, and then waited ten minutes for others.
        driver._asked_at = asyncio.get_running_loop().time() - 600
        wire.resized((100, 30))
        await until(lambda: app.size == Size(100, 30))
        await rest(app)
        wire.received(b"y")
        await until(lambda: "key y" in wire.text)


async def test_a_sentence_breaks_between_words():
    wire = Wire((30, 24))
    wire.say("You have signed in elsewhere, and play on there.")
    assert wire.writes == [b"You have signed in elsewhere,\r\nand play on there.\r\n"]


async def test_only_the_connection_changes_the_size(tmp_path):
    wire = Wire()
    async with running(tmp_path, wire) as app:
        wire.received(b"\x1b[48;50;50;1;1tx")
        await until(lambda: "key x" in wire.text)
        assert app.size == Size(80, 24)
        wire.screen.resize(30, 100)
        wire.resized((100, 30))
        await until(lambda: "lobby 100x30" in wire.text)
        wire.resized((10_000, 1))
        await until(lambda: app.size == Size(500, 1))
        wire.resized((10_000, 10_000))
        await until(lambda: app.size == Size(500, 60))


async def test_sizes_change_seldom_and_the_last_counts(tmp_path):
    wire = Wire()
    async with running(tmp_path, wire) as app:
        await rest(app)
        assert isinstance(app.screen, FirstScreen)
        seen = app.screen.sizes
        begun = monotonic()
        seen.clear()
        for number in range(1000):
            wire.resized((20 + number % 400, 10 + number % 100))
            if number % 50 == 0:
                await asyncio.sleep(0)
        wire.resized((90, 30))
        await until(lambda: seen[-1:] == [Size(90, 30)])
        # The screen is notified of each change twice.
        changes = 2 + (monotonic() - begun) / wire.limits.resize_interval_seconds
        assert len(seen) <= 2 * changes


async def test_a_turn_of_the_loop_is_one_write(tmp_path):
    wire = Wire()
    async with running(tmp_path, wire) as app:
        await rest(app)
        wire.writes.clear()
        app._driver.write("be")  # type: ignore[union-attr]
        app._driver.write("agle")  # type: ignore[union-attr]
        assert wire.writes == []
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        assert wire.writes == [b"beagle"]
        wire.writes.clear()
        await rest(app)
        assert wire.writes == [], "an app at rest sends nothing"


async def test_a_slow_client_loses_pictures_and_then_gets_a_whole_one(tmp_path):
    wire = Wire()
    async with running(tmp_path, wire) as app:
        await rest(app)
        sent = len(wire.output)
        wire.is_slow = True
        wire.received(b"a")
        assert not wire.is_reading, "who reads no answers may not ask for more"
        assert isinstance(app.screen, FirstScreen)
        app.screen.query_one("#key", Static).update("key b")
        await rest(app)
        assert len(wire.output) == sent
        wire.is_slow = False
        wire.resumed()
        await until(lambda: "key a" in wire.text)
        await rest(app)
        assert wire.is_reading
        assert wire.screen.display == [strip.text for strip in rows(app.screen)]


async def test_the_terminal_is_restored_even_if_its_client_is_slow(tmp_path):
    wire = Wire()
    async with running(tmp_path, wire) as app:
        await rest(app)
        wire.is_slow = True
    assert wire.output.endswith(RESTORE)
    assert wire.feed is None


async def test_keys_are_passed_on_no_faster_than_allowed(tmp_path):
    limits = msgspec.structs.replace(Limits(), keys_a_second=150, keys_burst=5)
    wire = Wire(limits=limits)
    async with running(tmp_path, wire) as app:
        await rest(app)
        assert isinstance(app.screen, FirstScreen)
        pressed = app.screen.pressed
        begun = monotonic()
        wire.received(b"x" * 2000)  # Enough for many seconds.
        while len(pressed) < 20:
            assert not wire.is_reading, "the client waits, too"
            await asyncio.sleep(0.01)
            seconds = monotonic() - begun
            assert len(pressed) <= limits.keys_burst + 1 + limits.keys_a_second * seconds


async def test_movements_of_the_mouse_that_wait_are_one(tmp_path):
    wire = Wire(limits=msgspec.structs.replace(Limits(), keys_a_second=50, keys_burst=1))
    async with running(tmp_path, wire) as app:
        await rest(app)
        wire.received(b"x")
        wire.received(b"".join(b"\x1b[<35;%d;5M" % x for x in range(1, 80)))
        assert len(app._driver._waiting) == 1  # type: ignore[union-attr]


async def test_input_is_read_no_faster_than_allowed():
    wire = Wire(limits=msgspec.structs.replace(Limits(), input_burst_bytes=100))
    received: list[bytes] = []
    wire.feed = received.append
    wire.received(b"x" * 100)
    assert wire.is_reading
    wire.received(b"x" * 400)
    assert not wire.is_reading
    await until(lambda: wire.is_reading)


async def test_early_input_is_kept_and_bounded():
    wire = Wire()
    wire.received(b"x" * 5000)
    received: list[bytes] = []
    wire.feed = received.append
    assert received == [b"x" * 4096]


async def test_what_would_happen_on_the_host_does_not(tmp_path, monkeypatch):
    opened: list[str] = []
    monkeypatch.setattr("webbrowser.open", opened.append)
    monkeypatch.setenv("XDG_DOWNLOAD_DIR", str(tmp_path / "downloads"))
    wire = Wire()
    async with running(tmp_path, wire) as app:
        app.open_url("http://127.0.0.1/")
        app.deliver_screenshot(path=str(tmp_path), filename="shot.svg")
        app.action_suspend_process()
        await rest(app)
        for code in get_args(Language):
            with reading(code):
                titles = {command.title for command in app.get_system_commands(app.screen)}
                assert tr_in(CONTEXT, "Theme") in titles
                assert tr_in(CONTEXT, "Screenshot") not in titles
    assert opened == []
    assert not list(tmp_path.rglob("*.svg"))


async def test_apps_that_end_in_any_order_leave_the_streams_as_they_were(tmp_path, capsys):
    before = sys.stdout
    first, second = Wire(), Wire()
    outer, inner = running(tmp_path, first), running(tmp_path, second)
    await outer.__aenter__()
    await inner.__aenter__()
    for wire in (first, second):
        wire.received(b"p")
    await asyncio.sleep(0.1)
    await outer.__aexit__(None, None, None)
    await inner.__aexit__(None, None, None)
    held = gc.get_referents(sys.stdout)
    assert not [each for each in held if isinstance(each, StandIn)]
    assert "ace" not in capsys.readouterr().out
    sys.stdout = before


async def test_a_failure_is_logged_without_values(tmp_path, caplog, capfd):
    wire = Wire()
    with caplog.at_level(logging.ERROR):
        async with running(tmp_path, wire) as app:
            wire.received(b"f")
            await until(lambda: app.failure is not None)
    assert "ValueError in a session" in caplog.text
    assert "action_fail" in caplog.text
    everything = caplog.text + wire.text + "".join(capfd.readouterr())
    assert "ace of" not in everything.replace('hand = ["the ace of finches"]', "")


class Late(Screen[None]):
    """A screen that fails on mount by querying a missing widget, after ``happen`` was called."""

    def __init__(self, happen: Callable[[StandIn], object]) -> None:
        super().__init__()
        self._happen = happen

    def on_mount(self) -> None:
        self._happen(cast(StandIn, self.app))
        self.query_one("#nowhere")


@pytest.mark.parametrize(
    ("happen", "has_failed", "has_ended"),
    [
        (StandIn.exit, False, True),
        (StandIn.pop_screen, False, False),
        (lambda _: None, True, True),
    ],
    ids=["the app ends", "the screen is closed", "nothing"],
)
async def test_a_screen_that_is_taken_apart_is_no_failure(
    happen, has_failed, has_ended, tmp_path, caplog
):
    wire = Wire()
    with caplog.at_level(logging.ERROR):
        async with running(tmp_path, wire) as app:
            app.push_screen(Late(happen))
            if has_ended:
                await until(lambda: not app.is_running)
            else:
                await rest(app)
                wire.received(b"a")
                await until(lambda: "key a" in wire.text)
    assert (app.failure is not None) == has_failed
    assert ("in a session" in caplog.text) == has_failed


async def test_the_list_of_commands_opens_while_the_last_one_closes(tmp_path):
    async with running(tmp_path, Wire()) as app:

        def open_again() -> None:
            app.pop_screen()
            app.action_command_palette()

        app.call_later(app.action_command_palette)
        await until(lambda: isinstance(app.screen, Commands))
        first = app.screen
        app.call_later(open_again)
        await until(lambda: app.screen is not first)
        await rest(app)
        assert isinstance(app.screen, Commands)
        assert app.failure is None


async def test_themes_of_apps_that_share_parsed_rules_are_their_own(tmp_path):
    seen = []
    for theme in ("lamp", "paper", "lamp"):
        wire = Wire()
        async with running(tmp_path, wire) as app:
            await rest(app)
            app.theme = theme
            await rest(app)
            seen.append(app.screen.styles.background)
    assert seen[0] == seen[2] != seen[1]
