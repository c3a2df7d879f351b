"""Signing in under load: silent connections keep nobody out, and crowds get in."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from typing import Any, cast

import asyncssh
import msgspec
import pytest
from server.clients import IDENTIFICATION, PATIENT, Serve, connected, kexinit, packet
from waiting import PATIENCE_SECONDS, until

from darwin_tui.server.ssh import gate
from darwin_tui.terminal.limits import Limits

ADDRESSES_EACH = 3
"""Number of silent connections from each address. More from one address are refused anyway."""
SITTERS: dict[str, Callable[[], bytes]] = {
    "nothing": lambda: b"",
    "a version": lambda: IDENTIFICATION,
    "half a packet": lambda: IDENTIFICATION + kexinit()[:20],
    "the first packet": lambda: IDENTIFICATION + kexinit(),
    "another packet": lambda: IDENTIFICATION + packet(b"\x02" + bytes(8)),
    "noise": lambda: IDENTIFICATION + b"\x00\x00\x80\x00" * 20_000,
}
"""Bytes of clients that hold a connection open without signing in, by description."""
Held = list[asyncio.StreamWriter]


async def sit(port: int, words: bytes, address: str, held: Held) -> None:
    """Open a connection from an address, send some bytes, and hold it."""
    _, writer = await asyncio.open_connection("127.0.0.1", port, local_addr=(address, 0))
    held.append(writer)
    writer.write(words)


@asynccontextmanager
async def sitting(port: int, words: bytes, count: int) -> AsyncIterator[Held]:
    """Hold connections from many addresses open until the end of the block."""
    held: Held = []
    try:
        for number in range(count):
            await sit(port, words, f"127.0.3.{1 + number // ADDRESSES_EACH % 250}", held)
        yield held
    finally:
        for writer in held:
            writer.transport.abort()


async def sign_in(port: int, address: str) -> None:
    """Sign in from an address, and leave."""
    connection = await asyncio.wait_for(
        connected(port, "Ada", local_addr=(address, 0)), PATIENCE_SECONDS
    )
    done = await connection.run("x", stdin=asyncssh.DEVNULL)
    assert done.exit_status == 1
    connection.abort()
    await connection.wait_closed()


async def besiege(serve: Serve, words: bytes, count: int, limits: Limits) -> None:
    """Check that a player can sign in while others hold connections open."""
    async with serve(limits=limits) as server, sitting(server.port, words, count) as held:
        for number in range(3):
            await sign_in(server.port, f"127.0.4.{1 + number}")
            await sit(server.port, words, f"127.0.5.{1 + number}", held)
        assert server.door.gates.addresses.connections <= limits.connections_max


@pytest.mark.parametrize("words", SITTERS)
async def test_silent_connections_keep_nobody_out(serve, words):
    limits = msgspec.structs.replace(PATIENT, connections_max=12)
    await besiege(serve, SITTERS[words](), 18, limits)


@pytest.mark.campaign
@pytest.mark.parametrize("words", SITTERS)
async def test_three_hundred_silent_connections_keep_nobody_out(serve, words):
    await besiege(serve, SITTERS[words](), 300, Limits())


async def test_silent_connections_of_an_address_keep_nobody_there_out(serve, monkeypatch):
    monkeypatch.setattr(gate, "_SILENCE_SECONDS", 0.0)
    limits = msgspec.structs.replace(PATIENT, connections_of_address_max=3)
    async with serve(limits=limits) as server:
        addresses = server.door.gates.addresses
        held = Held()
        for _ in range(9):
            await sit(server.port, IDENTIFICATION, "127.0.0.1", held)
        await until(lambda: addresses.connections == 3)
        await sign_in(server.port, "127.0.0.1")
        # Connections that are signing in make no room for a new one from the same address.
        await until(lambda: addresses.connections < 3)
        for _ in range(4):
            await sit(server.port, IDENTIFICATION + kexinit(), "127.0.0.1", held)
        await until(lambda: not server.door.gates._silent)
        with pytest.raises(asyncssh.DisconnectError, match="too many connections from your"):
            await connected(server.port, "Ada")
        for writer in held:
            writer.transport.abort()


async def test_an_address_that_holds_most_connections_makes_room_first(serve):
    limits = msgspec.structs.replace(PATIENT, connections_max=3)
    async with serve(limits=limits) as server:
        held = Held()
        for address in ("127.0.3.9", "127.0.3.1", "127.0.3.1"):
            await sit(server.port, b"", address, held)
        await until(lambda: server.door.gates.addresses.connections == 3)
        await sign_in(server.port, "127.0.4.1")
        left = {gate.address for gate in server.door.gates._unknown}
        assert left == {"127.0.3.1", "127.0.3.9"}, "the oldest, which is alone, stays"
        for writer in held:
            writer.transport.abort()


async def test_those_who_have_signed_in_never_make_room(serve):
    limits = msgspec.structs.replace(PATIENT, connections_max=2)
    async with serve(limits=limits) as server:
        friends = [await connected(server.port, name) for name in ("Ada", "Emma")]
        for _ in range(3):
            with pytest.raises(asyncssh.DisconnectError, match="The server is full"):
                await connected(server.port, "Ada")
        assert all(not friend.is_closed() for friend in friends)
        for friend in friends:
            friend.abort()


async def test_the_first_packet_has_to_come_soon(serve):
    limits = msgspec.structs.replace(PATIENT, first_packet_seconds=0.1)
    async with serve(limits=limits) as server, asyncio.timeout(PATIENCE_SECONDS):
        for words in ("nothing", "a version", "half a packet", "another packet"):
            reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
            writer.write(SITTERS[words]())
            with suppress(ConnectionResetError):
                await reader.read()
            writer.close()
        # A client that has sent its first packet may wait: its player compares fingerprints.
        reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
        writer.write(IDENTIFICATION + kexinit())
        await until(lambda: server.door.gates.addresses.connections == 1)
        await asyncio.sleep(0.3)
        assert server.door.gates.addresses.connections == 1
        writer.transport.abort()


async def crowd(
    serve: Serve, count: int, address: Callable[[int], str], within: float | None = None
) -> None:
    """Let many players sign in at the same moment, in at most ``within`` seconds."""
    async with serve(limits=Limits()) as server:
        arrivals: list[Awaitable[None]] = [
            sign_in(server.port, address(number)) for number in range(count)
        ]
        async with asyncio.timeout(within):
            await asyncio.gather(*arrivals)
        assert server.door.gates._unknown == {}


@pytest.mark.parametrize("is_one_household", [False, True])
async def test_a_crowd_that_arrives_at_once_gets_in(serve, is_one_household):
    address = "127.0.0.1" if is_one_household else "127.0.6.{}"
    await crowd(serve, 8, lambda number: address.format(1 + number))


@pytest.mark.campaign
async def test_sixty_who_arrive_at_once_get_in(serve):
    await crowd(serve, 60, lambda number: f"127.0.6.{1 + number}", within=10)


class Unknown:
    """A stand-in for a connection that has not signed in."""

    def __init__(self, address: str, closed: list[str], is_silent: bool = False) -> None:
        self.address = address
        self.is_silent = is_silent
        self._closed = closed

    def give_way(self) -> None:
        self._closed.append(self.address)


@pytest.mark.parametrize("silence", [0.0, 1e6])
async def test_a_silent_connection_makes_room_before_an_older_one(monkeypatch, silence):
    monkeypatch.setattr(gate, "_SILENCE_SECONDS", silence)
    closed: list[str] = []
    gates = gate.Gates(Limits(connections_max=3))
    for number in range(3):
        gates.enter(cast(Any, Unknown(f"192.0.2.{number}", closed, is_silent=number > 0)))
    # Wait until the loop's clock has advanced, so that a silence of 0 s is over.
    entered = asyncio.get_running_loop().time()
    await until(lambda: asyncio.get_running_loop().time() > entered)
    gates.make_room("198.51.100.7")
    # Under the long limit, no connection counts as silent yet.
    assert closed == ["192.0.2.1" if silence == 0 else "192.0.2.0"]
