"""The connection of one browser: the websocket protocol of textual-serve's page.

Text frames come from the browser, such as ``["stdin", data]`` and ``["resize", {"width": 80,
"height": 24}]``; binary frames with the terminal's output go to it.
"""

import asyncio
from collections import deque
from contextlib import suppress
from typing import Any, Final

import msgspec
from aiohttp import WSCloseCode, WSMsgType, web

from darwin_tui.server.limits import Allowance, Limits
from darwin_tui.terminal.connection import Connection
from darwin_tui.terminal.facts import TerminalFacts

_WORD_MAX: Final = 40
"""Characters of a ping."""


class BrowserConnection(Connection):
    """The terminal of one browser, over its websocket."""

    def __init__(
        self,
        response: web.WebSocketResponse,
        limits: Limits,
        size: tuple[int, int],
        address: str,
        facts: TerminalFacts,
    ) -> None:
        """Take over a websocket that is open.

        Args:
            response: the websocket.
            limits: of the server.
            size: columns and rows of the terminal.
            address: of the browser.
            facts: what the terminal can show, and the language of its reader.
        """
        self._response = response
        self._unsent: deque[bytes | str] = deque()
        self._unsent_bytes = 0
        self._has_output = asyncio.Event()
        self._may_read = asyncio.Event()
        self._may_read.set()
        self._received = Allowance(limits.received_bytes_a_second, limits.received_burst_bytes)
        self._is_paused = False
        self._is_closing = False
        super().__init__(
            limits,
            terminal_type="xterm-256color",
            size=size,
            facts=facts,
            address=address,
        )

    # --- to the browser

    @property
    def is_paused(self) -> bool:
        """True while the browser is too slow to read more."""
        return self._is_paused

    def write(self, data: bytes) -> None:
        """Send output."""
        self._send(data)

    def write_error(self, data: bytes) -> None:
        """Send output; a browser has no standard error."""
        self._send(data)

    def close(self, status: int) -> None:
        """Send what is left of the output, and end the connection."""
        self._is_closing = True
        self._has_output.set()

    def _send(self, frame: bytes | str) -> None:
        if self._is_closing or self.is_lost or not frame:
            return
        self._unsent.append(frame)
        self._unsent_bytes += len(frame)
        self._is_paused = self._is_paused or self._unsent_bytes > self.limits.output_bytes_max // 2
        self._has_output.set()

    async def write_out(self) -> None:
        """Send output until the connection is closed or lost."""
        with suppress(ConnectionError):
            while True:
                await self._has_output.wait()
                self._has_output.clear()
                while self._unsent:
                    await self._send_first()
                if self._is_closing:
                    restarts = self.is_interrupted
                    code = WSCloseCode.SERVICE_RESTART if restarts else WSCloseCode.OK
                    await self._response.close(code=code)
                    return

    async def _send_first(self) -> None:
        frame = self._unsent.popleft()
        if isinstance(frame, str):
            await self._response.send_str(frame)
        else:
            await self._response.send_bytes(frame)
        self._unsent_bytes -= len(frame)
        if self._is_paused and self._unsent_bytes < self.limits.output_bytes_max // 4:
            self._is_paused = False
            self.resumed()

    # --- from the browser

    def set_reading(self, is_reading: bool) -> None:
        """Let the browser send more input, or wait."""
        if is_reading:
            self._may_read.set()
        else:
            self._may_read.clear()

    async def read(self) -> None:
        """Take frames until the browser is gone."""
        try:
            while True:
                await self._may_read.wait()
                message = await self._response.receive()
                if message.type is not WSMsgType.TEXT:
                    return
                self._received.take(len(message.data))
                self._take(message.data)
                await asyncio.sleep(self._received.wait_seconds())
        finally:
            self.lost()

    def _take(self, text: str) -> None:
        """Take one frame; what is not of the protocol is ignored."""
        try:
            frame = msgspec.json.decode(text, type=list[Any])
        except (msgspec.MsgspecError, RecursionError):
            return
        match frame:
            case ["stdin", str() as data]:
                self.received(data.encode(errors="replace"))
            case ["resize", {"width": int() as width, "height": int() as height}]:
                self.resized((max(0, width), max(0, height)))
            case ["ping", str() as word] if len(word) < _WORD_MAX and not self._is_paused:
                self._send(msgspec.json.encode(["pong", word]).decode())
