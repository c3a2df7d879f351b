"""Players whose connection is slow, or falls silent without being closed, lose nothing."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from typing import Any

import pytest
from msgspec.structs import replace
from server.clients import PATIENT, at_screen, hosting, run, ssh_port
from waiting import PATIENCE_SECONDS, until

from darwin_tui.hosted.server import Server


class Relay:
    """Carries bytes between a client and a server with a delay, until it falls silent."""

    def __init__(self, to: int, seconds: float = 0) -> None:
        """Make a relay, which ``open`` starts.

        Args:
            to: port of the server on this machine.
            seconds: delay of bytes in each direction.
        """
        self.port = 0
        self._to = to
        self._seconds = seconds
        self._is_silent = False
        self._tasks: list[asyncio.Task[None]] = []
        self._writers: list[asyncio.StreamWriter] = []

    def fall_silent(self) -> None:
        """Drop all bytes from now on, also those under way, without notifying either end."""
        self._is_silent = True

    async def _connected(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        far_reader, far_writer = await asyncio.open_connection("127.0.0.1", self._to)
        self._writers += (writer, far_writer)
        for source, target in ((reader, far_writer), (far_reader, writer)):
            self._tasks.append(asyncio.ensure_future(self._carry(source, target)))

    async def _carry(self, source: asyncio.StreamReader, target: asyncio.StreamWriter) -> None:
        loop = asyncio.get_running_loop()
        with suppress(OSError):
            while data := await source.read(65_536):
                loop.call_later(self._seconds, self._arrive, target, data)
        loop.call_later(self._seconds, self._end, target)

    def _arrive(self, target: asyncio.StreamWriter, data: bytes) -> None:
        if not self._is_silent:
            target.write(data)

    def _end(self, target: asyncio.StreamWriter) -> None:
        if not self._is_silent:
            target.close()

    @asynccontextmanager
    async def open(self) -> AsyncIterator["Relay"]:
        """Carry bytes until the end of the block."""
        server = await asyncio.start_server(self._connected, "127.0.0.1", 0)
        self.port = server.sockets[0].getsockname()[1]
        try:
            yield self
        finally:
            server.close()
            for task in self._tasks:
                task.cancel()
            for writer in self._writers:
                writer.close()
            ends = (writer.wait_closed() for writer in self._writers)
            await asyncio.gather(*self._tasks, *ends, return_exceptions=True)


ONE_WAY_SECONDS = 0.15
"""Delay in each direction, which makes a round trip of 300 ms."""
LIMITS = replace(PATIENT, farewell_seconds=1)


def watch(host: Server, name: str) -> None:
    """Shorten a player's keepalive interval, so that the server soon notices silence.

    This must not be done from the start: a busy machine would count as silent.
    """
    for session in host.sessions._all:
        if session.account.name == name:
            connection: Any = session.connection
            connection._ssh.set_keepalive(0.2, 2)


@pytest.mark.parametrize("is_noticed", [True, False], ids=["noticed", "still unnoticed"])
async def test_who_falls_silent_is_away_for_the_others_and_comes_back_to_the_same_prompt(
    tmp_path, is_noticed
):
    async with hosting(tmp_path, "Ada", "Ben", limits=LIMITS) as host:
        port = ssh_port(host.ready)
        _, code, _ = await run(port, "Ada", "new dice --seats me,open")
        code = code.strip()
        async with (
            Relay(port).open() as line,
            at_screen(port, "Ben", f"join {code}") as ben,
            at_screen(line.port, "Ada", f"join {code}") as ada,
        ):
            await ada.until("Choose a card", "Enter")
            ada.press("1\r")
            await ben.until("Ada")
            await until(lambda: host.server_tables.services.tables.all[code].line == 1)
            before = await host.store.record(code)
            line.fall_silent()
            # Keys typed into a dead connection do not count.
            ada.press("1\r")
            if is_noticed:
                watch(host, "Ada")
                await ben.until("Ada away")
            async with at_screen(port, "Ada", f"join {code}") as again:
                await again.until("Darwin's Dice", "Waiting for Ben")
                assert await host.store.record(code) == before
                await until(lambda: host.sessions.count == 2)
                ben.press("1\r")
                await until(lambda: host.server_tables.services.tables.all[code].line == 2)
                assert (await host.store.record(code)).startswith(before)
                assert "away" not in ben.text


async def test_keys_typed_ahead_on_a_slow_line_all_count_in_their_order(tmp_path):
    async with hosting(tmp_path, "Ada") as host:
        async with (
            Relay(ssh_port(host.ready), ONE_WAY_SECONDS).open() as line,
            at_screen(line.port, "Ada") as ada,
        ):
            # These keys are typed before the first picture arrives.
            ada.press("/first\r/second\rn\r")
            await ada.until("Fair shuffle")
        async with asyncio.timeout(PATIENCE_SECONDS):
            while len(chat := await host.store.chat("")) < 2:
                await asyncio.sleep(0.01)
        assert [chat_line.text for chat_line in chat] == ["first", "second"]
