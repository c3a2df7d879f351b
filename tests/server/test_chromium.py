"""The server's web page in headless Chromium, on a desktop, by touch on a phone, and in line mode.

Players sign in, play, lose the socket and come back.
"""

import asyncio
import gc
import json
import os
import shutil
import subprocess
import tempfile
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import aiohttp
import pytest
from server.clients import at_screen, hosting, lines_of, run, ssh_port
from textual.geometry import Region
from waiting import PATIENCE_SECONDS, until

from darwin_tui.hosted.lobby import LobbyScreen
from darwin_tui.hosted.server import Server
from darwin_tui.screens.help import HelpPage
from darwin_tui.screens.play import PlayScreen
from darwin_tui.server.operations.plan import Address
from darwin_tui.server.store.accounts import new_token
from darwin_tui.server.web.listener import BrowserConnection
from darwin_tui.widgets.board import AnyBoard

PROGRAM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("chrome")

pytestmark = pytest.mark.skipif(PROGRAM is None, reason="there is no Chromium on this machine")


class Replaced(Exception):
    """The page navigated to another one before it answered."""


class Page:
    """A page of Chromium, driven over its debugging protocol."""

    def __init__(self, socket: aiohttp.ClientWebSocketResponse) -> None:
        self._socket = socket
        self._number = 0

    async def do(self, method: str, **params: Any) -> Any:
        return await self._answer(await self._send(method, **params))

    async def _send(self, method: str, **params: Any) -> int:
        self._number += 1
        await self._socket.send_json({"id": self._number, "method": method, "params": params})
        return self._number

    async def _answer(self, number: int) -> Any:
        async with asyncio.timeout(PATIENCE_SECONDS):
            while True:
                answer = json.loads((await self._socket.receive()).data)
                if answer.get("id") == number:
                    if "navigated" in answer.get("error", {}).get("message", ""):
                        raise Replaced(answer["error"]["message"])
                    assert "error" not in answer, answer
                    return answer["result"]

    async def run(self, script: str) -> Any:
        answer = await self.do("Runtime.evaluate", expression=script, returnByValue=True)
        return answer["result"].get("value")

    async def until(self, script: str) -> None:
        """Wait until a JavaScript expression is true."""
        try:
            async with asyncio.timeout(PATIENCE_SECONDS):
                while not await self._is_true(script):
                    await asyncio.sleep(0.05)
        except TimeoutError:
            raise AssertionError(
                f"{script}: {await self.run('document.body.outerHTML.slice(0, 900)')}"
            ) from None

    async def _is_true(self, script: str) -> bool:
        try:
            return bool(await self.run(script))
        except Replaced:
            return False

    async def hold(self, width: int, height: int, *, is_phone: bool = True) -> None:
        """Set the size of the page's window, and emulate a phone with touch or a desktop."""
        metrics = {"deviceScaleFactor": 0, "mobile": is_phone}
        await self.do("Emulation.setDeviceMetricsOverride", width=width, height=height, **metrics)
        await self.do("Emulation.setTouchEmulationEnabled", enabled=is_phone)

    async def go(self, address: str) -> None:
        await self.do("Page.navigate", url=address)
        await self.until(f"location.href === '{address}' && document.readyState === 'complete'")

    async def sign_in(self, token: str) -> None:
        await self.until("document.querySelector('[name=token]') !== null")
        await self.run(
            f"document.querySelector('[name=token]').value = '{token}';"
            "document.getElementById('sign-in').submit()"
        )

    async def tap(self, x: float, y: float) -> None:
        """Touch a point and let go at once: a finger that stays is no tap."""
        points = [{"x": x, "y": y}]
        down = await self._send("Input.dispatchTouchEvent", type="touchStart", touchPoints=points)
        up = await self._send("Input.dispatchTouchEvent", type="touchEnd", touchPoints=[])
        await self._answer(down)
        await self._answer(up)

    async def drag(self, *ways: tuple[tuple[float, float], tuple[float, float]]) -> None:
        """Move one or more fingers at the same time, each from one point to another."""
        for step in range(5):
            points = [
                {"x": x + (to_x - x) * step / 4, "y": y + (to_y - y) * step / 4, "id": finger}
                for finger, ((x, y), (to_x, to_y)) in enumerate(ways)
            ]
            kind = "touchMove" if step else "touchStart"
            await self.do("Input.dispatchTouchEvent", type=kind, touchPoints=points)
        await self.do("Input.dispatchTouchEvent", type="touchEnd", touchPoints=[])

    async def box(self, selector: str) -> tuple[float, float, float, float]:
        """Return left, top, width and height of an element."""
        box = await self.run(
            f"(({{x, y, width, height}}) => [x, y, width, height])"
            f"(document.querySelector({selector!r}).getBoundingClientRect())"
        )
        return (*box,)

    async def tap_on(self, selector: str) -> None:
        x, y, width, height = await self.box(selector)
        await self.tap(x + width / 2, y + height / 2)

    async def tap_cell(self, x: int, y: int) -> None:
        """Tap on a cell of the terminal."""
        left, top, width, height = await self.box(".xterm-screen")
        columns, rows = await self.run("[terminal.cols, terminal.rows]")
        await self.tap(left + (x + 0.5) * width / columns, top + (y + 0.5) * height / rows)

    async def press(self, *keys: str) -> None:
        for text in keys:
            names = {"text": text, "key": "Enter" if text == "\r" else text}
            code = ord(text)
            await self.do(
                "Input.dispatchKeyEvent", type="keyDown", windowsVirtualKeyCode=code, **names
            )
            await self.do("Input.dispatchKeyEvent", type="keyUp", windowsVirtualKeyCode=code)


@asynccontextmanager
async def chromium(folder: Path, address: str, dots: int = 1) -> AsyncIterator[Page]:
    """Open a page in a new Chromium until the end of the block.

    Args:
        dots: device pixels in a pixel of the page, in each direction.
    """
    assert PROGRAM is not None
    log_file = folder / "log"
    # Chromium exits at once if its socket below TMPDIR has a path of more than 107 bytes.
    short = tempfile.TemporaryDirectory(dir="/tmp", ignore_cleanup_errors=True)
    with log_file.open("wb") as log:
        process = subprocess.Popen(
            [
                *(PROGRAM, "--headless=new", "--no-sandbox", "--disable-dev-shm-usage"),
                *("--enable-unsafe-swiftshader", "--remote-debugging-port=0"),
                f"--force-device-scale-factor={dots}",
                *(f"--user-data-dir={folder / 'profile'}", "--window-size=1200,800", address),
            ],
            stdout=log,
            stderr=log,
            stdin=subprocess.DEVNULL,
            env={**os.environ, "TMPDIR": short.name},
        )
    try:
        port = folder / "profile" / "DevToolsActivePort"
        async with aiohttp.ClientSession() as session:
            await until(
                lambda: process.poll() is not None or (port.exists() and "\n" in port.read_text())
            )
            assert process.poll() is None, log_file.read_text(errors="replace")
            base = f"http://127.0.0.1:{port.read_text().splitlines()[0]}"
            targets: list[Any] = []
            async with asyncio.timeout(PATIENCE_SECONDS):
                while not targets:
                    async with session.get(f"{base}/json") as answer:
                        pages = await answer.json()
                    targets = [page for page in pages if page["type"] == "page"]
            async with session.ws_connect(targets[0]["webSocketDebuggerUrl"]) as socket:
                yield Page(socket)
    finally:
        process.kill()
        process.wait()
        short.cleanup()


async def has_lines(host: Server, code: str, count: int) -> None:
    async with asyncio.timeout(PATIENCE_SECONDS):
        while await lines_of(host, code) < count:
            await asyncio.sleep(0.05)


async def test_a_player_signs_in_plays_loses_the_socket_and_comes_back(tmp_path):
    web = Address("127.0.0.1", 0)
    async with hosting(tmp_path / "server", "Ada", "Emma", web=web) as host:
        _, code, _ = await run(ssh_port(host.ready), "Ada", "new dice --seats me,open")
        code = code.strip()
        token = await new_token(host.store, "Ada")
        page_address = "http://127.0.0.1:" + host.ready.rpartition(":")[2]
        async with (
            at_screen(ssh_port(host.ready), "Emma", f"join {code}") as emma,
            chromium(tmp_path, f"{page_address}/join/{code}") as ada,
        ):
            await emma.until("Choose a card")
            await ada.sign_in(token)
            await ada.until("document.body && document.body.classList.contains('-first-byte')")
            await asyncio.sleep(0.5)
            await ada.press("1", "\r")
            await has_lines(host, code, 1)
            emma.press("1\r")
            await has_lines(host, code, 2)
            await ada.run("window.marked = true")
            for thing in gc.get_objects():
                if isinstance(thing, BrowserConnection) and not thing.is_lost:
                    thing._response._req.transport.abort()  # type: ignore[union-attr]
            await ada.until("!document.getElementById('ended')?.hidden || !window.marked")
            # The page comes back by itself, to the same table.
            await ada.until("!window.marked && document.body.classList.contains('-first-byte')")
            await asyncio.sleep(0.5)
            await ada.press("1", "\r")
            await has_lines(host, code, 3)
            # It also comes back after a restart of the server, after as many tries as it takes.
            port = int(page_address.rpartition(":")[2])
            await host.close()
            await ada.until(
                "document.getElementById('words')?.textContent.startsWith('The server restarts')"
            )
            web = Address("127.0.0.1", port)
            async with hosting(tmp_path / "server", web=web) as again:
                await ada.until("document.getElementById('ended')?.hidden")
                await ada.until("document.body.classList.contains('-first-byte')")
                await asyncio.sleep(0.5)
                await ada.press("/", "h", "i", "\r")
                async with asyncio.timeout(PATIENCE_SECONDS):
                    while not await again.store.chat(code):
                        await asyncio.sleep(0.05)


PORTRAIT, LANDSCAPE = (390, 844), (844, 390)
THUMB_PIXELS = 40
"""Minimum width and height of keys that a thumb can hit."""


async def check_layout(page: Page, size: tuple[int, int]) -> None:
    """Check that the window shows a whole table, and that no key is too small or covers it."""
    await page.hold(*size)
    await page.until(
        f"window.innerWidth === {size[0]} && terminal?.cols >= 80 && terminal.rows >= 24"
        " && ['clientWidth', 'clientHeight'].every((side) =>"
        " document.querySelector('.xterm-screen')[side] <= element('screen')[side])"
    )
    boxes = await page.run(
        "[...document.querySelectorAll('.keys button, .xterm-screen')]"
        ".map((shown) => shown.getBoundingClientRect())"
        ".map(({left, top, right, bottom}) => [left, top, right, bottom])"
    )
    table, *keys = sorted(boxes, key=lambda box: -(box[2] - box[0]) * (box[3] - box[1]))
    assert len(keys) == 27
    for left, top, right, bottom in keys:
        assert 0 <= left < right <= size[0]
        assert 0 <= top < bottom <= size[1]
        assert min(right - left, bottom - top) >= THUMB_PIXELS
        assert right <= table[0] or left >= table[2] or top >= table[3], "it covers the table"


def screen_of(host: Server, name: str) -> Any:
    """Return the screen that a player of the server sees."""
    running = host.sessions._running.values()
    (app,) = [session.app for session in running if session.account.name == name]
    assert app is not None
    return app.screen


def is_drawn(board: AnyBoard, size: tuple[int, int]) -> bool:
    """Return whether a board is laid out and drawn for a terminal of a size."""
    room = Region(0, 0, *board.size)
    is_laid = board.app.size == size and board.size.height < size[1]
    return is_laid and all(room.contains_region(place) for place in board.places.values())


def takes_keys(screen: PlayScreen) -> bool:
    """Return whether the next key answers a question: no pause, motion or note takes it."""
    live, panel = screen.live, screen.panel
    is_asked = bool(live.snapshot.actions) and not live.pause and not live.is_too_early
    return is_asked and not (panel.is_revealing or panel.is_moving or screen.table.open_primer)


@asynccontextmanager
async def table_of_two(folder: Path) -> AsyncIterator[tuple[Server, str, str, str]]:
    """Run a server with a table of Ada and Emma.

    Yield the server, the address of its pages, the table's code and Ada's sign-in token.
    """
    web = Address("127.0.0.1", 0)
    async with hosting(folder / "server", "Ada", "Emma", web=web) as host:
        port = ssh_port(host.ready)
        _, code, _ = await run(port, "Ada", "new dice --seats me,open")
        code = code.strip()
        token = await new_token(host.store, "Ada")
        assert (await run(port, "Emma", f"join {code}"))[0] == 0
        yield host, "http://127.0.0.1:" + host.ready.rpartition(":")[2], code, token


async def test_a_phone_plays_by_touch_in_both_hands(tmp_path):
    async with (
        table_of_two(tmp_path) as (host, address, code, token),
        chromium(tmp_path, f"{address}/join/{code}", dots=2) as ada,
    ):
        await ada.hold(*PORTRAIT)
        await ada.sign_in(token)
        await ada.until("document.body?.classList.contains('-first-byte')")
        await check_layout(ada, PORTRAIT)
        await until(lambda: isinstance(screen_of(host, "Ada"), PlayScreen))
        screen = screen_of(host, "Ada")
        await until(lambda: screen.live.snapshot.actions)
        # Esc ends the animation of the first roll of the dice, and closes the note on it.
        await ada.tap_on("[data-key=Escape]")
        await until(lambda: not (screen.panel.is_revealing or screen.table.open_primer))
        await check_layout(ada, LANDSCAPE)
        columns, rows = await ada.run("[terminal.cols, terminal.rows]")
        board = screen.panel.board
        await until(lambda: is_drawn(board, (columns, rows)) and takes_keys(screen))
        # The first tap selects, the second one plays.
        card, region = next(iter(board.places.items()))
        cell = board.region.offset + region.offset + (1, 1)
        await ada.tap_cell(*cell)
        await until(lambda: screen.selection.chooser.selected == (card,))
        assert await lines_of(host, code) == 0
        await ada.tap_cell(*cell)
        await has_lines(host, code, 1)
        await run(ssh_port(host.ready), "Emma", f"play {code} --plain", "1\n")
        await until(lambda: takes_keys(screen))
        await ada.tap_on("[data-key='1']")
        await ada.tap_on("[data-key=Enter]")
        await has_lines(host, code, 3)
        # Two fingers enlarge the letters, and one finger then pans the screen.
        await ada.drag(((400, 150), (300, 150)), ((440, 150), (540, 150)))
        await ada.until("fontPx > 20")
        await ada.drag(((500, 150), (400, 150)))
        await ada.until("element('screen').scrollLeft > 50")
        while await ada.run("zoomedPx"):
            await ada.tap_on("#smaller")
        await ada.until(f"[terminal.cols, terminal.rows].join() === '{columns},{rows}'")
        # One finger scrolls a text.
        await ada.tap_on("[data-key='?']")
        await until(lambda: screen_of(host, "Ada").query(HelpPage))
        page = screen_of(host, "Ada").query_one(HelpPage)
        await ada.tap_on("[data-key=Tab]")
        await until(lambda: page.top_max)
        await ada.drag(((400, 300), (400, 100)))
        await until(lambda: page.top)
        await ada.tap_on("[data-key=Escape]")
        await until(lambda: screen_of(host, "Ada") is screen)
        # The phone's keyboard writes a line, and its autocorrection changes a word.
        await ada.tap_on("#type")
        await ada.until("document.activeElement === element('typed')")
        await ada.do("Input.insertText", text="/hi")
        await ada.run(
            "element('typed').value = '/hello';element('typed').dispatchEvent(new Event('input'))"
        )
        await ada.tap_on("#typing [data-key=Enter]")
        async with asyncio.timeout(PATIENCE_SECONDS):
            while not (lines := await host.store.chat(code)):
                await asyncio.sleep(0.05)
        assert [line.text for line in lines] == ["hello"]
        await ada.tap_on("#done")
        # From the table to the lobby, and out.
        await ada.tap_on("[data-key=q]")
        await until(lambda: isinstance(screen_of(host, "Ada"), LobbyScreen))
        await ada.tap_on("[data-key=q]")
        await ada.until("document.activeElement === element('again')")
        await ada.run("window.marked = true")
        await ada.press("\r")
        await ada.until("!window.marked && document.body?.classList.contains('-first-byte')")


async def test_a_desktop_has_no_keys_on_its_screen_and_a_page_of_lines(tmp_path):
    async with (
        table_of_two(tmp_path) as (host, address, code, token),
        chromium(tmp_path, f"{address}/lines/{code}") as ada,
    ):
        await ada.hold(1200, 800, is_phone=False)
        await ada.sign_in(token)
        await ada.until("document.querySelectorAll('#log button').length === 9")
        await ada.run("document.querySelectorAll('#log button')[8].click()")
        await has_lines(host, code, 1)
        await ada.until("document.querySelectorAll('#log button:enabled').length === 0")
        await ada.run("element('line').value = 'log'; element('command').requestSubmit()")
        await ada.until("element('log').lastChild.textContent.startsWith('Ada plays')")
        await ada.go(f"{address}/")
        shown = "[fontPx, document.querySelectorAll('.keys')[0].checkVisibility()]"
        await ada.until("terminal?.cols > 100")
        assert await ada.run(shown) == [16, False]
        # A small window also shows a whole table.
        await ada.hold(620, 400, is_phone=False)
        await ada.until("innerWidth === 620 && terminal?.cols >= 80 && terminal.rows >= 24")
        await ada.go(f"{address}/?keys")
        await ada.until("document.querySelectorAll('.keys')[0].checkVisibility()")
