"""A line between a client and a server that is slow, or falls silent without being closed."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress


class Relay:
    """Carries bytes both ways, each after a while."""

    def __init__(self, to: int, seconds: float = 0) -> None:
        """Make a line that carries nothing yet.

        Args:
            to: port of the server on this machine.
            seconds: time that bytes are under way, in each direction.
        """
        self.port = 0
        self._to, self._seconds = to, seconds
        self._is_silent = False
        self._tasks: list[asyncio.Task[None]] = []
        self._writers: list[asyncio.StreamWriter] = []

    def fall_silent(self) -> None:
        """Lose all that is under way, and all that comes; neither end is notified."""
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
