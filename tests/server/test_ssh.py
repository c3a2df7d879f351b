"""Players sign in over SSH with keys, and get an app at their terminal and nothing else."""

import asyncio
import os
import stat
import zlib
from collections.abc import Sequence
from typing import Any

import asyncssh
import msgspec
import pytest
from server.clients import (
    PATIENT,
    account_of,
    answered,
    at_screen,
    connected,
    key_of,
)
from waiting import PATIENCE_SECONDS, until

from darwin_tui.server.operations.sessions import RunningSession
from darwin_tui.server.ssh import gate, player_connection
from darwin_tui.server.ssh.gate import host_key
from darwin_tui.server.ssh.listener import Inflate
from darwin_tui.terminal.connection import Connection
from darwin_tui.terminal.facts import TerminalFacts
from darwin_tui.terminal.limits import Addresses, Limits

# --- a session


async def test_a_player_gets_an_app(serve):
    async with serve() as server, at_screen(server.port, "Ada") as ada:
        await ada.until("lobby 80x24")
        ada.press("x")
        await ada.until("key x")
        ada.resize(100, 30)
        await ada.until("lobby 100x30")
        ada.press("q")
        assert await ada.until_ended() == 0
        assert ada.output.rstrip().endswith(b"\x1b[?1049l\x1b[?25h")


async def test_a_command_is_answered_without_a_terminal(serve):
    async with serve() as server:
        assert await answered(server.port, "Emma", "tables 'of Ada'") == (
            "Emma: tables of Ada\n",
            2,
        )
        assert await answered(server.port, "Emma", None) == ("Emma: \n", 0)
        answer, status = await answered(server.port, "Emma", "tables 'of Ada")
        assert (answer.count("quotes"), status) == (1, 2)
        answer, status = await answered(server.port, "Emma", "join K7QF " + "word " * 5000)
        assert (answer.count("at most 1000 characters"), status) == (1, 2)


async def test_a_terminal_without_a_full_screen_is_answered_in_lines(serve):
    async with serve() as server:
        for term in ("dumb", "DUMB", "unknown", "a\tb"):
            async with at_screen(server.port, "Ada", term=term) as ada:
                assert await ada.until_ended() == 0
                assert ada.output == b"Ada: \r\n"
        assert not server.apps


PLACES = (
    (None, ("lobby", "", "")),
    ("join K7QF", ("join", "K7QF", "")),
    ("join K7QF two beagles", ("join", "K7QF", "two beagles")),
    ("watch k7qf", ("watch", "k7qf", "")),
    ("replay k7qf", ("replay", "k7qf", "")),
)
"""Commands, and the places at which the full screen opens."""


async def test_the_full_screen_opens_at_the_place_that_was_named(serve):
    async with serve() as server:
        for command, place in PLACES:
            async with at_screen(server.port, "Ada", command) as ada:
                await ada.until("lobby")
                asked = server.apps[-1].visit.destination
                assert (asked.place, asked.code, asked.seed_words) == place


async def test_another_command_at_a_terminal_is_answered_in_lines(serve):
    async with serve() as server, at_screen(server.port, "Ada", "get K7QF") as ada:
        assert await ada.until_ended() == 2
        assert ada.output == b"Ada: get K7QF\r\n"


TERMINALS = (
    ("xterm-256color", {"LANG": "en_GB.UTF-8"}, TerminalFacts(colour="256")),
    ("xterm", {"COLORTERM": "truecolor"}, TerminalFacts()),
    ("xterm", {"LC_ALL": "C"}, TerminalFacts(colour="16", has_unicode=False)),
    ("xterm", {"NO_COLOR": "1"}, TerminalFacts(colour="16", no_color=True)),
    ("xterm", {"TERM": "alacritty", "HOME": "/root"}, TerminalFacts(colour="16")),
)
"""Kinds of terminals, what their sessions say, and what follows."""


async def test_the_terminal_has_what_its_session_says(serve):
    async with serve() as server:
        for term, env, facts in TERMINALS:
            async with at_screen(server.port, "Ada", term=term, env=env) as ada:
                await ada.until("lobby")
                assert server.apps[-1].player.detected == facts
                if facts.no_color:
                    assert b"38;" not in ada.output
                    assert b"48;" not in ada.output


# --- who may come in


class Listening(asyncssh.SSHClient):
    """A client that keeps the banners that a server sends before authentication."""

    def __init__(self) -> None:
        self.banners: list[str] = []

    def auth_banner_received(self, msg: str, lang: str) -> None:
        self.banners.append(msg)


async def refusal(port: int, **options: Any) -> str:
    """Return the banner for a client that is refused."""
    client = Listening()
    with pytest.raises(asyncssh.Error) as refused:
        await connected(port, "Mary", client_factory=lambda: client, **options)
    return "".join(client.banners) + str(refused.value)


async def test_an_unknown_key_is_shown_the_line_for_the_host(serve):
    async with serve() as server:
        (key,) = account_of("Mary").keys
        words = await refusal(server.port)
        assert f'darwin-tui serve keys add NAME "{key.text}"' in words
        assert "darwin-tui does not know your key. Ask the host to run:" in words
        # The server knows neither the player's language yet nor whether the terminal shows more
        # than ASCII.
        assert "darwin-tui kennt deinen Schluessel nicht." in words
        assert all(len(line) < 78 for line in words.splitlines() if "keys add" not in line)
        assert not server.apps


async def test_a_client_without_a_key_is_shown_how_to_make_one(serve):
    async with serve() as server:
        words = await refusal(server.port, client_keys=[])
        assert "ssh-keygen -t ed25519" in words
        # The banner is sent before the width of the window is known.
        assert all(len(line) < 78 for line in words.splitlines())
        client = Listening()
        for _ in range(2):
            (await connected(server.port, "Ada", client_factory=lambda: client)).abort()
        assert len(client.banners) == 1, "somebody at this address knows how"


async def test_too_many_keys_are_refused(serve):
    async with serve() as server:
        keys = [key_of(f"key {number}") for number in range(Limits().tries_max + 1)]
        words = await refusal(server.port, client_keys=keys)
        assert "Too many keys" in words
        assert "Zu viele Schluessel" in words


async def test_an_agent_may_offer_many_other_keys_first(serve):
    async with serve() as server:
        client = Listening()
        keys = [*(key_of(f"key {number}") for number in range(12)), key_of("Ada")]
        connection = await connected(
            server.port, "Ada", client_keys=keys, client_factory=lambda: client
        )
        assert "".join(client.banners).count("serve keys add NAME") == 1
        connection.abort()


async def test_an_endless_key_is_refused(serve, monkeypatch):
    key = asyncssh.generate_private_key("ssh-rsa", key_size=2048)
    async with serve(is_open=True) as server:
        async with at_screen(server.port, "Mary", client_keys=[key]) as mary:
            await mary.until("Name:")
        monkeypatch.setattr(player_connection, "_KEY_BYTES_MAX", len(key.public_data) - 1)
        assert "Permission denied" in await refusal(server.port, client_keys=[key])


async def test_an_open_server_asks_for_a_name_once(serve):
    async with serve(is_open=True) as server:
        async with at_screen(server.port, "Mary", username="Ada") as mary:
            await mary.until("choose the name", "Name:")
            assert b"Enter alone takes" not in mary.output, "the name is somebody's already"
            mary.press("Ada\r")
            await mary.until("There is an account Ada already")
            mary.press("../etc\r")
            await mary.until("A name has 2 to 16 letters")
            mary.press("M\x1b[Arx\x7f\x7fary\r")
            await mary.until("lobby")
        assert server.store.kept["mary"].keys == account_of("Mary").keys
        async with at_screen(server.port, "Mary") as mary:
            await mary.until("lobby")
            assert b"Name:" not in mary.output


async def test_an_open_server_offers_a_name_that_is_free(serve):
    async with (
        serve(is_open=True) as server,
        at_screen(server.port, "Mary", username="Fitzroy") as mary,
    ):
        await mary.until("Enter alone takes Fitzroy", "Name:")
        mary.press("\r")
        await mary.until("lobby")
        assert server.store.kept["fitzroy"].keys == account_of("Mary").keys


@pytest.mark.parametrize("key", ["\x03", "\x04"])
async def test_a_new_player_can_leave_without_a_name(serve, key):
    async with serve(is_open=True) as server, at_screen(server.port, "Mary") as mary:
        await mary.until("Name:")
        mary.press(key)
        assert await mary.until_ended() == 1
        assert "No name was chosen" in mary.text
        assert [*server.store.kept] == ["ada", "emma"]


async def test_a_new_player_cannot_think_for_ever(serve):
    limits = msgspec.structs.replace(PATIENT, name_seconds=0.2)
    async with serve(is_open=True, limits=limits) as server, at_screen(server.port, "Mary") as mary:
        assert await mary.until_ended() == 1
        assert "No name was chosen" in mary.text


# --- the server's key and name


async def test_the_servers_key_is_made_once_and_is_its_own(tmp_path, serve):
    seen = []
    for _ in range(2):
        async with serve() as server:
            seen.append(server.door.fingerprint)
    path = tmp_path / "server" / "ssh_host_ed25519_key"
    assert seen[0] == seen[1] == asyncssh.read_private_key(path).get_fingerprint()
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    path.chmod(0o640)
    with pytest.raises(PermissionError, match="chmod 600"):
        host_key(path.parent)
    path.write_text("beagle")
    path.chmod(0o600)
    with pytest.raises(OSError, match="is no key"):
        host_key(path.parent)


async def test_the_version_has_no_number(serve):
    async with serve() as server:
        reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
        assert await reader.readline() == b"SSH-2.0-darwin-tui\r\n"
        writer.close()


# --- nothing of the host


async def test_variables_are_not_kept_once_the_session_has_begun(serve):
    channels: list[Any] = []

    async def look(connection: Connection, visit: RunningSession, words: Sequence[str]) -> int:
        channels.append(connection)
        await asyncio.sleep(0.2)
        return len(channels[0]._channel.get_environment())

    async with serve(run_command=look) as server:
        connection = await connected(server.port, "Ada")
        process = await connection.create_process("look", env={"LANG": "C"})
        for number in range(50):
            name = asyncssh.packet.String(f"V{number}")
            process.channel._send_request(b"env", name, name)
        await asyncio.wait_for(process.wait_closed(), PATIENCE_SECONDS)
        assert process.exit_status == 1
        connection.abort()


def test_a_compressed_packet_cannot_explode():
    whole = Inflate()
    assert whole.decompress(zlib.compress(b"beagle")) == b"beagle"
    assert Inflate().decompress(zlib.compress(bytes(10**8))) is None
    assert Inflate().decompress(b"finches") is None


async def test_a_client_may_compress(serve):
    only: dict[str, Any] = {"compression_algs": ["zlib@openssh.com"]}
    async with serve() as server, at_screen(server.port, "Ada", **only) as ada:
        await ada.until("lobby")
        assert ada.connection.get_extra_info("send_compression") == "zlib@openssh.com"


# --- before SSH


async def refused(port: int, name: str = "Ada", **options: Any) -> str:
    """Return the sentence with which the server refuses a connection."""
    with pytest.raises(asyncssh.DisconnectError) as error:
        await asyncio.wait_for(connected(port, name, **options), PATIENCE_SECONDS)
    return error.value.reason


async def test_one_who_is_refused_may_write_until_they_have_read_why(serve, monkeypatch):
    monkeypatch.setattr(gate, "LINGER_SECONDS", PATIENCE_SECONDS)
    limits = msgspec.structs.replace(PATIENT, connections_max=0)
    async with serve(limits=limits) as server, asyncio.timeout(PATIENCE_SECONDS):
        waiting = server.door.gates.refused
        reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
        assert b"The server is full" in await reader.read()
        for _ in range(3):
            writer.write(b"SSH-2.0-finch\r\n")
            await asyncio.sleep(0.01)
        assert len(waiting) == 1
        writer.close()
        await writer.wait_closed()
        await until(lambda: not waiting)
        # Refused connections above the maximum are closed without waiting.
        monkeypatch.setattr(gate, "REFUSED_MAX", 0)
        reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
        assert b"The server is full" in await reader.read()
        assert not waiting
        writer.close()
        await writer.wait_closed()


async def test_one_who_has_gone_can_be_refused():
    class Gone(asyncio.Transport):
        def write(self, data: Any) -> None:
            pass

        def write_eof(self) -> None:
            raise OSError("not connected")

    gates = gate.Gates(msgspec.structs.replace(PATIENT, connections_max=0))
    one_gate = gate.Gate(gates, asyncio.Protocol)
    one_gate.connection_made(Gone())
    assert gates.refused == {one_gate}
    one_gate.connection_lost(None)
    assert not gates.refused


async def test_an_address_that_connects_too_often_is_refused(serve):
    limits = msgspec.structs.replace(PATIENT, new_of_address_a_minute=3)
    async with serve(limits=limits) as server:
        for _ in range(3):
            (await connected(server.port, "Ada")).abort()
        assert "connects too often" in await refused(server.port)


async def test_an_address_whose_keys_are_refused_has_to_wait(serve):
    async with serve(limits=Limits()) as server:
        addresses = server.door.gates.addresses = Addresses(Limits(), lambda: 0.0)
        for _ in range(3):
            await refusal(server.port)
            await until(lambda: addresses.connections == 0)
        assert "try again in 15 seconds" in await refused(server.port)


async def test_one_who_does_not_sign_in_is_sent_away(serve, monkeypatch):
    limits = msgspec.structs.replace(PATIENT, sign_in_seconds=0.2)
    async with serve(limits=limits) as server:
        reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
        writer.write(b"SSH-2.0-snail\r\n")
        assert b"You did not sign in in time" in await asyncio.wait_for(
            reader.read(), PATIENCE_SECONDS
        )
        writer.close()
        # A connection that has signed in and opens no session is closed, too.
        reception = server.door
        account_of_key = server.store.account_of_key

        async def sign_in(fingerprint):
            reception.limits = limits
            return await account_of_key(fingerprint)

        monkeypatch.setattr(server.store, "account_of_key", sign_in)
        reception.limits = PATIENT
        connection = await connected(server.port, "Ada")
        await asyncio.wait_for(connection.wait_closed(), PATIENCE_SECONDS)
        await until(lambda: server.door.gates.addresses.connections == 0)


async def test_connections_leave_no_descriptors_behind(serve):
    async with serve() as server:
        await answered(server.port, "Ada", "x")
        before = len(os.listdir("/proc/self/fd"))
        for _ in range(5):
            await answered(server.port, "Ada", "x")
            (await connected(server.port, "Ada")).abort()
        await until(lambda: not server.door.tasks)
        await until(lambda: server.door.gates.addresses.connections == 0)
        await until(lambda: len(os.listdir("/proc/self/fd")) <= before)


@pytest.mark.parametrize("is_finished", [False, True])
async def test_a_client_that_never_finishes_new_keys_is_sent_away(is_finished, serve):
    seconds = 2 * PATIENCE_SECONDS if is_finished else 0.2
    limits = msgspec.structs.replace(PATIENT, rekey_seconds=seconds)
    async with serve(limits=limits) as server, at_screen(server.port, "Ada") as screen:
        connection: Any = screen.connection
        screen.press("a")
        await screen.until("key a")
        connection._send_kexinit()
        connection._kexinit_sent = True
        if not is_finished:
            connection.send_packet = lambda *_, **__: None
        (player,) = (session for session in server.sessions._running.values())
        session: Any = player.connection
        async with asyncio.timeout(PATIENCE_SECONDS):
            while not session._rekey_timer:
                session.write(b"\x1b[m")
                await asyncio.sleep(0)
        if is_finished:
            await until(lambda: not session._is_rekeying)
            session._end_rekey()
            screen.press("b")
            await screen.until("key b")
        else:
            await asyncio.wait_for(connection.wait_closed(), PATIENCE_SECONDS)
