"""The page in Chromium without a window: signing in, a card, a lost socket, and coming back."""

import asyncio
import gc
import json
import shutil
import subprocess
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import aiohttp
import pytest
from server.clients import at_screen, hosting, lines_of, run, ssh_port
from waiting import PATIENCE_SECONDS

from darwin_tui.hosted.server import Server
from darwin_tui.server.operations.plan import Address
from darwin_tui.server.store.accounts import new_token
from darwin_tui.server.web.listener import BrowserConnection

PROGRAM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("chrome")

pytestmark = pytest.mark.skipif(PROGRAM is None, reason="there is no Chromium on this machine")


class Replaced(Exception):
    """The page gave way to another before it answered."""


class Page:
    """A page of Chromium, driven over its debugging protocol."""

    def __init__(self, socket: aiohttp.ClientWebSocketResponse) -> None:
        self._socket = socket
        self._number = 0

    async def do(self, method: str, **params: Any) -> Any:
        self._number += 1
        await self._socket.send_json({"id": self._number, "method": method, "params": params})
        async with asyncio.timeout(PATIENCE_SECONDS):
            while True:
                answer = json.loads((await self._socket.receive()).data)
                if answer.get("id") == self._number:
                    if "navigated" in answer.get("error", {}).get("message", ""):
                        raise Replaced(answer["error"]["message"])
                    assert "error" not in answer, answer
                    return answer["result"]

    async def run(self, script: str) -> Any:
        found = await self.do("Runtime.evaluate", expression=script, returnByValue=True)
        return found["result"].get("value")

    async def until(self, script: str) -> None:
        """Wait until a script is true."""
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

    async def press(self, *keys: str) -> None:
        for text in keys:
            names = {"text": text, "key": "Enter" if text == "\r" else text}
            code = ord(text)
            await self.do(
                "Input.dispatchKeyEvent", type="keyDown", windowsVirtualKeyCode=code, **names
            )
            await self.do("Input.dispatchKeyEvent", type="keyUp", windowsVirtualKeyCode=code)


@asynccontextmanager
async def chromium(folder: Path, address: str) -> AsyncIterator[Page]:
    """Open a page in a new Chromium until the end of the block."""
    assert PROGRAM is not None
    with (folder / "log").open("wb") as log:
        process = subprocess.Popen(
            [
                *(PROGRAM, "--headless=new", "--no-sandbox", "--disable-dev-shm-usage"),
                *("--enable-unsafe-swiftshader", "--remote-debugging-port=0"),
                *(f"--user-data-dir={folder / 'profile'}", "--window-size=1200,800", address),
            ],
            stdout=log,
            stderr=log,
            stdin=subprocess.DEVNULL,
        )
    try:
        port = folder / "profile" / "DevToolsActivePort"
        async with aiohttp.ClientSession() as session:
            while not (port.exists() and port.read_text().count("\n")):
                await asyncio.sleep(0.05)
            base = f"http://127.0.0.1:{port.read_text().splitlines()[0]}"
            found: list[Any] = []
            while not found:
                async with session.get(f"{base}/json") as answer:
                    pages = await answer.json()
                found = [each for each in pages if each["type"] == "page"]
            async with session.ws_connect(found[0]["webSocketDebuggerUrl"]) as socket:
                yield Page(socket)
    finally:
        process.kill()
        process.wait()


async def has_lines(host: Server, code: str, count: int) -> None:
    async with asyncio.timeout(PATIENCE_SECONDS):
        while await lines_of(host, code) < count:
            await asyncio.sleep(0.05)


async def test_a_player_signs_in_plays_loses_the_socket_and_comes_back(tmp_path: Path) -> None:
    web = Address("127.0.0.1", 0)
    async with hosting(tmp_path / "server", "Ada", "Emma", web=web) as host:
        _, code, _ = await run(ssh_port(host.ready), "Ada", "new dice --seats me,open")
        code, token = code.strip(), await new_token(host.store, "Ada")
        page_address = "http://127.0.0.1:" + host.ready.rpartition(":")[2]
        async with (
            at_screen(ssh_port(host.ready), "Emma", f"join {code}") as emma,
            chromium(tmp_path, f"{page_address}/join/{code}") as ada,
        ):
            await emma.until("Choose a card")
            await ada.until("document.querySelector('[name=token]') !== null")
            await ada.run(
                f"document.querySelector('[name=token]').value = '{token}';"
                "document.getElementById('sign-in').submit()"
            )
            await ada.until("document.body && document.body.classList.contains('-first-byte')")
            await asyncio.sleep(0.5)
            await ada.press("1", "\r")
            await has_lines(host, code, 1)
            emma.press("1\r")
            await has_lines(host, code, 2)
            await ada.run("window.marked = true")
            for each in gc.get_objects():
                if isinstance(each, BrowserConnection) and not each.is_lost:
                    each._response._req.transport.abort()  # type: ignore[union-attr]
            await ada.until("!document.getElementById('ended')?.hidden || !window.marked")
            # The page comes back by itself, to the same table.
            await ada.until("!window.marked && document.body.classList.contains('-first-byte')")
            await asyncio.sleep(0.5)
            await ada.press("1", "\r")
            await has_lines(host, code, 3)
            # So does it after a restart of the server, however often it has to try.
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
