"""Every feature of SSH that gives access to a machine is refused, and other players play on.

A player who may sign in tries them at a whole server with a store of files.
"""

import asyncio
import logging
import os
import subprocess
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, TypeVar

import asyncssh
import pytest
import sampling
from asyncssh.packet import Boolean, String, UInt32
from server.clients import PATIENT, at_screen, connected, hosting, key_of, run, ssh_port
from waiting import PATIENCE_SECONDS

from darwin_tui.hosted.server import Server

Connection = asyncssh.SSHClientConnection
T = TypeVar("T")

VALUES_INTERVAL = 3
"""Interval, for ``sampling``, of the commands and names that are tried."""


@pytest.fixture
async def host(tmp_path: Path) -> AsyncIterator[Server]:
    """Run a server with accounts of Ada and Emma."""
    async with hosting(tmp_path / "server", "Ada", "Emma") as server:
        yield server


@pytest.fixture(autouse=True)
def no_failure(caplog: pytest.LogCaptureFixture) -> Any:
    """Check that the server has logged no error."""
    yield
    assert not [record for record in caplog.records if record.levelno >= logging.ERROR], caplog.text


@pytest.fixture(autouse=True)
def no_program(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let every attempt to run a program fail."""

    def started(*given: Any, **more: Any) -> None:
        raise AssertionError(f"A program was started: {given}")

    for name in ("system", "fork", "posix_spawn", "execv", "execve", "popen"):
        monkeypatch.setattr(os, name, started)
    monkeypatch.setattr(subprocess.Popen, "__init__", started)


async def is_well(host: Server, name: str = "Emma") -> bool:
    """Return whether the server answers another player."""
    status, out, _ = await asyncio.wait_for(
        run(ssh_port(host.ready), name, "games"), PATIENCE_SECONDS
    )
    return status == 0 and "Darwin's Dice" in out


def sampled(*values: T) -> Iterator[T]:
    """Yield a third of the values, a different one each day, or all with ``--full``."""
    return sampling.some(values, VALUES_INTERVAL)


# --- no programs of the host


COMMANDS = (
    *("sh", "bash -i", "id", "/bin/sh -c id", "$(id)", "`id`", "games; id", "games && id"),
    *("games\nid", "games | sh", "> made", "scp -t .", "scp -f /etc/passwd", "sftp"),
    *("rsync --server . .", "git-upload-pack .", "internal-sftp", "env", "serve keys list"),
    *("--help", "-", "get --help", "../../bin/sh", "%s%n%x", "\x1b]52;c;aWQ=\x07", "\u202eid"),
)


async def test_no_program_of_the_host_is_run(host, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for command in sampled(*COMMANDS):
        status, out, err = await run(ssh_port(host.ready), "Ada", command)
        assert (status, out) == (2, ""), "refused as a command that the server does not know"
        assert err.count("\n") == 1, "in a sentence"
        assert err[:-1].isprintable()
        assert "\u202e" not in err
        assert not (tmp_path / "made").exists()


async def test_there_is_no_subsystem(host):
    for subsystem in ("sftp", "netconf", "shell", "/bin/sh", "games"):
        connection = await connected(ssh_port(host.ready), "Ada")
        with pytest.raises(asyncssh.ChannelOpenError):
            await connection.create_process(subsystem=subsystem)
        connection.abort()
    assert await is_well(host)


# --- no forwarding

Ask = Callable[[Connection, Path], Awaitable[Any]]
LEFT, RIGHT = ("127.0.0.1", 0), ("127.0.0.1", 9)
FORWARDS: dict[str, Ask] = {
    "-L": lambda conn, _: conn.open_connection(*RIGHT),
    "-L path": lambda conn, at: conn.open_unix_connection(str(at / "socket")),
    "-R": lambda conn, _: conn.forward_remote_port(*LEFT, *RIGHT),
    "-R *": lambda conn, _: conn.forward_remote_port("", 0, *RIGHT),
    "-R path": lambda conn, at: conn.forward_remote_path(str(at / "made"), str(at / "socket")),
    "-w tun": lambda conn, _: conn.create_tun(asyncssh.SSHTunTapSession),
    "-w tap": lambda conn, _: conn.create_tap(asyncssh.SSHTunTapSession),
}


@pytest.mark.parametrize("way", FORWARDS)
async def test_nothing_is_forwarded(host, way):
    # A socket's path is limited to about 100 bytes, which a test's own folder may exceed.
    with TemporaryDirectory(dir="/tmp") as name:
        folder = Path(name)
        # This listener would notice a forwarded connection.
        reached = asyncio.Event()
        listener = await asyncio.start_unix_server(
            lambda reader, writer: reached.set(), folder / "socket"
        )
        connection = await connected(ssh_port(host.ready), "Ada")
        try:
            with pytest.raises((asyncssh.ChannelOpenError, asyncssh.ChannelListenError)):
                await FORWARDS[way](connection, folder)
        finally:
            listener.close()
        assert not (folder / "made").exists()
        assert not reached.is_set()
        connection.abort()


REQUESTS: dict[bytes, tuple[bytes, ...]] = {
    b"auth-agent-req@openssh.com": (),
    b"x11-req": (Boolean(False), String("MIT-MAGIC-COOKIE-1"), String(b"00" * 16), UInt32(0)),
    b"beagle@darwin": (String("x"),),
    b"shell": (),
    b"exec": (String("sh"),),
    b"subsystem": (String("sftp"),),
    b"env": (String("LD_PRELOAD"), String("/tmp/x.so")),
    b"pty-req": (String("x"), *[UInt32(9)] * 4, String("")),
}
"""Requests for an agent, X11, a second shell or program, a variable, or a second terminal."""


async def test_a_session_gets_nothing_more_than_its_terminal(host):
    async with at_screen(ssh_port(host.ready), "Ada") as ada:
        await ada.until("you are Ada")
        for name, values in REQUESTS.items():
            assert not await ada.process.channel._make_request(name, *values), name
        assert host.sessions.count == 1
        assert "LD_PRELOAD" not in os.environ
        ada.resize(100, 30)
        await ada.until("you are Ada")
        assert await is_well(host)


async def test_one_connection_has_one_channel(host):
    async with at_screen(ssh_port(host.ready), "Ada") as ada:
        await ada.until("you are Ada")
        many = [ada.connection.create_process("games") for _ in range(200)]
        refused = await asyncio.gather(*many, return_exceptions=True)
        assert {type(answer) for answer in refused} == {asyncssh.ChannelOpenError}
        assert "Only one session" in str(refused[0])
        assert host.sessions.count == 1
        ada.resize(100, 30)
        await ada.until("you are Ada")


# --- nobody without a key of a player


class Stranger(asyncssh.SSHClient):
    """A client that offers a password, and answers every question of the server."""

    def __init__(self, username: bytes = b"Ada") -> None:
        self.username = username
        self.asked: list[str] = []

    def connection_made(self, conn: Connection) -> None:
        # Set directly, because asyncssh would check a name that it is given.
        vars(conn)["_username"] = self.username

    def password_auth_requested(self) -> str:
        self.asked.append("password")
        return "beagle"

    def kbdint_auth_requested(self) -> str:
        self.asked.append("keyboard-interactive")
        return ""

    def kbdint_challenge_received(self, *given: Any) -> list[str]:
        return ["beagle"]


async def test_neither_password_nor_answers_let_anybody_in(host):
    client = Stranger()
    ways = "none,password,keyboard-interactive,hostbased,gssapi-with-mic"
    with pytest.raises(asyncssh.PermissionDenied):
        await connected(
            ssh_port(host.ready),
            "Ada",
            client_factory=lambda: client,
            client_keys=None,
            preferred_auth=ways,
        )
    assert not client.asked, "the server offers no such way"


def _pairs(name: str) -> Any:
    (pair,) = asyncssh.load_keypairs([key_of(name)])
    return pair


def wrong_key() -> Any:
    return key_of("nobody")


def stolen_public_key() -> Any:
    """Return a player's public key that signs with another key."""
    pair = _pairs("Ada")
    pair.sign = _pairs("nobody").sign
    return pair


def own_certificate() -> Any:
    """Return a key with a certificate, by an unknown authority, that it is a player's key."""
    authority, key = key_of("authority"), key_of("nobody")
    made = authority.generate_user_certificate(key, "Ada", principals=["Ada"])
    return key, made


@pytest.mark.parametrize("make", [wrong_key, stolen_public_key, own_certificate])
async def test_no_other_key_lets_anybody_in(host, make):
    with pytest.raises(asyncssh.PermissionDenied):
        await connected(ssh_port(host.ready), "Ada", client_keys=[make()])
    assert host.sessions.count == 0


@pytest.mark.parametrize(
    "name",
    [
        b"Emma",
        *sampled(
            *(b"", b"../../Emma", b"/etc/passwd", b"Emma\0", b"\xff\xfe\xc0\x80", b"\xed\xa0\x80"),
            *(b"%s%n", b"\x1b]0;x\x07", "\u202eamE".encode(), b"-oProxyCommand=id", b"a" * 1023),
            *(b"a" * 1024, b"a" * 200_000),
        ),
    ],
    ids=lambda name: f"{len(name)} bytes {name[:12]!r}",
)
async def test_a_name_from_the_wire_opens_nothing(host, name):
    """Check that the client is refused, or signed in as the player whose key it has."""
    port = ssh_port(host.ready)
    try:
        connection = await connected(port, "Ada", client_factory=lambda: Stranger(name))
    except asyncssh.Error:
        pass
    else:
        done = await connection.run("new dice --seats me,open")
        tables = [*host.server_tables.services.tables.all.values()]
        assert (done.exit_status, [table.host for table in tables]) == (0, ["Ada"])
        connection.abort()
    assert await is_well(host)


# --- terminals that cannot be


@pytest.mark.parametrize(
    ("size", "shown"),
    [
        ((0, 0), (80, 24)),
        ((0, 50), (80, 24)),
        ((1, 1), (1, 1)),
        ((65_535, 65_535), (500, PATIENT.cells_max // 500)),
        ((2**32 - 1, 2**32 - 1), (500, PATIENT.cells_max // 500)),
    ],
)
async def test_no_size_of_a_terminal_is_too_much(host, size, shown):
    connection = await connected(ssh_port(host.ready), "Ada")
    process = await connection.create_process(
        None, term_type="xterm", term_size=size, encoding=None
    )
    assert await asyncio.wait_for(process.stdout.read(1000), PATIENCE_SECONDS)
    (running,) = host.sessions._running.values()
    assert running.connection.size == shown
    process.change_terminal_size(*size)
    assert await is_well(host)
    assert running.connection.size == shown
    connection.abort()


async def test_a_terminal_of_a_strange_name_is_answered_in_lines(host):
    for term in ("dumb", "\x1b]0;x\x07", "../../terminfo/x", "x" * 10_000, "xterm\nid"):
        async with at_screen(ssh_port(host.ready), "Ada", term=term) as ada:
            assert await ada.until_ended() == 2
            assert not ada.output
            errors = (await ada.process.stderr.read()).decode()
            assert "has no full screen; play line by line with" in errors
            assert errors.strip().isprintable()


# --- names and codes that look like paths


@pytest.mark.parametrize(
    "word",
    sampled(
        *("../../outside", "/etc/passwd", "outside.jsonl", "..", ".", "", "K7QF/../../outside"),
        "%00",
    ),
)
async def test_a_word_is_never_a_path(host, word, tmp_path):
    port = ssh_port(host.ready)
    secret = "the ace of finches"
    for folder in (tmp_path, tmp_path / "server"):
        (folder / "outside.jsonl").write_text(secret)
    requests = [f"{verb} '{word}'" for verb in ("get", "join", "play", "watch")]
    requests += [f"new dice --seats me,'for:{word}'", f"new '{word}' --seats me,open"]
    requests += [
        f"new dice --seats me,'bot:{word}'",
        f"new dice --seats me,open --option '{word}=1'",
    ]
    before = sorted(map(str, tmp_path.rglob("*")))
    connection = await connected(port, "Ada")
    connection.abort()
    for request in requests:
        status, out, err = await run(port, "Ada", request)
        assert status in (1, 2), request
        assert secret not in out + err
        assert str(tmp_path) not in out + err
    assert sorted(map(str, tmp_path.rglob("*"))) == before, "nor is anything written"
