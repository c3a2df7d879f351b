"""The PROXY protocol: a known proxy names the client's address, and nobody else may."""

import asyncio
from contextlib import suppress
from ipaddress import ip_network
from typing import Any

import asyncssh
import pytest
from msgspec.structs import replace
from server.clients import PATIENT, connected, hosting, run, ssh_port
from server.test_sign_in_log import Log
from waiting import until

from darwin_tui.server.ssh.gate import read_proxy_header
from darwin_tui.server.store.admission import ban, read_ban

LOOPBACK = ip_network("127.0.0.0/8")
V2 = b"\r\n\r\n\0\r\nQUIT\n"
FOUR = V2 + b"\x21\x11\x00\x0c" + bytes([192, 0, 2, 7, 127, 0, 0, 1, 4, 0, 0, 22])
SIX = V2 + b"\x21\x21\x00\x24" + bytes.fromhex("20010db8" + "0" * 23 + "1") + bytes(20)


@pytest.fixture
def events(caplog: pytest.LogCaptureFixture) -> Log:
    caplog.set_level("INFO", "darwin_tui.server.event_log")
    return Log(caplog)


@pytest.mark.parametrize(
    ("header", "address"),
    [
        (b"PROXY TCP4 192.0.2.7 127.0.0.1 1024 22\r\n", "192.0.2.7"),
        (b"PROXY TCP6 2001:db8::1 ::1 1024 22\r\n", "2001:db8::1"),
        (b"PROXY UNKNOWN\r\n", ""),
        (FOUR, "192.0.2.7"),
        (SIX, "2001:db8::1"),
        (V2 + b"\x20\x00\x00\x00", ""),
        (V2 + b"\x21\x31\x00\x02xx", ""),
    ],
)
def test_a_header_is_read_however_it_is_cut(header, address):
    for end in range(len(header)):
        assert read_proxy_header(header[:end]) is None
    assert read_proxy_header(header + b"SSH-2.0-x") == (address, len(header))


@pytest.mark.parametrize(
    "data",
    [
        *(b"SSH-2.0-OpenSSH\r\n", b"SSH", b"PROXY TCP4 192.0.2.7\r\n", b"PROXY" + b"x" * 200),
        *(b"PROXY TCP4 beagle 127.0.0.1 1 2\r\n", V2 + b"\x11\x11\x00\x0c" + bytes(12)),
        *(V2 + b"\x21\x11\x00\x02xx", V2 + b"\x21\x11\xff\xff", b"PROXY \xff\r\n", b"\0"),
    ],
)
def test_what_is_no_header_is_refused(data):
    with pytest.raises(ValueError):  # noqa: PT011
        read_proxy_header(data)


async def through(port: int, header: bytes) -> Any:
    """Start a proxy before a server, which sends this header first; return it and its port."""

    async def pass_on(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        while data := await reader.read(65_536):
            writer.write(data)
        writer.close()

    async def connect(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        there = await asyncio.open_connection("127.0.0.1", port)
        for byte in header:
            there[1].write(bytes([byte]))
        await asyncio.gather(
            pass_on(reader, there[1]), pass_on(there[0], writer), return_exceptions=True
        )

    server = await asyncio.start_server(connect, "127.0.0.1", 0)
    return server, server.sockets[0].getsockname()[1]


@pytest.mark.parametrize("header", [FOUR, b"PROXY TCP4 192.0.2.7 127.0.0.1 1024 22\r\n"])
async def test_a_player_behind_a_proxy_has_an_address(header, tmp_path, events):
    async with hosting(tmp_path, "Ada", proxy=LOOPBACK) as host:
        server, port = await through(ssh_port(host.ready), header)
        async with server:
            assert (await run(port, "Ada", "who"))[0] == 0
            assert [event["address"] for event in events.of("signed in")] == ["192.0.2.7"]
            await ban(host.store, read_ban("192.0.2.7"))
            await until(lambda: bool(host.sessions.admission.ban_of(address="192.0.2.7")))
            with pytest.raises(asyncssh.Error, match="banned you"):
                await connected(port, "Ada")
        other, port = await through(ssh_port(host.ready), FOUR.replace(b"\x02\x07", b"\x02\x08"))
        async with other:
            assert (await run(port, "Ada", "who"))[0] == 0


async def test_who_is_no_proxy_is_not_believed(tmp_path, events):
    async with hosting(tmp_path, "Ada", proxy=ip_network("10.0.0.0/8")) as host:
        assert (await run(ssh_port(host.ready), "Ada", "who"))[0] == 0
        assert [event["address"] for event in events.of("signed in")] == ["127.0.0.1"]
        server, port = await through(ssh_port(host.ready), FOUR)
        async with server:
            with pytest.raises((asyncssh.Error, OSError)):
                await connected(port, "Ada")


async def test_a_proxy_that_says_nothing_is_left(tmp_path):
    limits = replace(PATIENT, first_packet_seconds=0.05)
    async with hosting(tmp_path, "Ada", proxy=LOOPBACK, limits=limits) as host:
        for beginning in (b"", b"PROXY", b"SSH-2.0-finch\r\n"):
            reader, writer = await asyncio.open_connection("127.0.0.1", ssh_port(host.ready))
            writer.write(beginning)
            with suppress(ConnectionError):
                assert await reader.read() == b""
            writer.close()
