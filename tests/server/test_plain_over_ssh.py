"""Playing and watching in line mode over SSH, while others move."""

import asyncio
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import AbstractAsyncContextManager
from pathlib import Path
from time import monotonic
from typing import Any

import pytest
from msgspec.structs import replace
from server.clients import PATIENT, Lines, at_screen, hosting, run, ssh_port, typing

from darwin_core.table.snapshot import Observation
from darwin_tui.hosted.server import Server
from darwin_tui.server.ssh.player_connection import SshConnection


@pytest.fixture
async def host(tmp_path: Path) -> AsyncIterator[Server]:
    async with hosting(tmp_path / "server", "Ada", "Emma", "Mary") as host:
        yield host


async def made(host: Server, seats: str = "me,open") -> str:
    _, out, err = await run(ssh_port(host.ready), "Ada", f"new dice --seats {seats}")
    assert err == ""
    return out.strip()


async def begun(host: Server) -> str:
    """Begin a match of Ada and Emma, and return the table's code."""
    code = await made(host)
    assert (await run(ssh_port(host.ready), "Emma", f"join {code}"))[0] == 0
    return code


def at(
    host: Server, name: str, code: str, word: str = "play"
) -> AbstractAsyncContextManager[Lines]:
    return typing(ssh_port(host.ready), name, f"{word} {code} --plain")


async def lines_of(host: Server, code: str) -> list[str]:
    return (await host.store.record(code)).decode().splitlines()


async def test_two_players_play_a_match_to_its_end_and_a_spectator_sees_only_the_table(
    host, monkeypatch
):
    """Play with snapshots that arrive late and together, as on a busy machine."""

    def deliver_late(observation: Observation[Any, Any, Any]) -> None:
        asyncio.get_running_loop().call_later(0.02, deliver, observation)

    deliver = Observation._deliver
    monkeypatch.setattr(Observation, "_deliver", deliver_late)
    code = await made(host, "me,open,bot:random")
    async with at(host, "Ada", code) as ada:
        await ada.until(f"Table {code} waits for 1 more player.")
        async with at(host, "Emma", code) as emma:
            await emma.until("Seat 3: ")
            async with at(host, "Mary", code, "watch") as mary:
                await mary.until("Round 1")
                mary.type("hint")
                await mary.until("There is no command 'hint'; type help for all commands.")
                # A spectator whose input has ended continues to watch.
                mary.process.stdin.write_eof()
                counts = [*await asyncio.gather(ada.play_on(), emma.play_on())]
                await mary.rest()
                assert mary.status == 0
            await emma.rest()
        await ada.rest()
    assert counts == [24, 24]
    assert (ada.status, emma.status) == (0, 0)
    assert all("The match is over." in player.lines for player in (ada, emma, mary))
    download = f"The match is saved; download it with: get {code}"
    assert [download in player.lines for player in (ada, emma, mary)] == [True, True, False]
    own = "Ada plays "
    assert sum(line.startswith(own) for line in ada.lines) == 24
    assert not any(line.startswith(own) for line in (*emma.lines, *mary.lines))
    cards = [line for line in ada.lines if line.startswith("The cards, strongest first")]
    assert len(cards) == 24
    how = "Type the number of your choice, or ? for all commands."
    assert [how in player.lines for player in (ada, emma, mary)] == [True, True, False]
    assert "Type ? for all commands." in mary.lines
    for player in (emma, mary):
        assert [line for line in player.lines if line in cards] == cards


async def test_end_of_input_leaves_the_seat_and_loses_nothing(host):
    code = await begun(host)
    async with at(host, "Ada", code) as ada:
        await ada.until("1. ")
        ada.type("1")
        await ada.until("Ada plays")
        ada.process.stdin.write_eof()
        assert (await ada.rest())[-1] == "Your seat is kept."
        assert ada.status == 0
    async with at(host, "Emma", code) as emma:
        await emma.until("1. ")
        emma.type("1")
        await emma.until("1. ")
        emma.type("quit")
        assert (await emma.rest())[-1] == "Your seat is kept."
    async with at(host, "Ada", code) as ada:
        await ada.until("What happened last:")
        await ada.until("1. ")
    assert len(await lines_of(host, code)) == 3


async def test_a_lost_line_ends_the_command_and_the_player_comes_back_to_the_same_question(host):
    code = await begun(host)
    async with at(host, "Ada", code) as ada:
        await ada.until("1. ")
        asked = ada.lines[-2]
        ada.connection.abort()
    async with at(host, "Emma", code) as emma:
        await emma.until("1. ")
        emma.type("who")
        await emma.until("Seat 1: Ada is away.")
    async with at(host, "Ada", code) as ada:
        await ada.until("1. ")
        assert ada.lines[-2] == asked
        ada.type("1")
        await ada.until("Ada plays")


async def test_a_player_not_to_move_is_refused_and_may_look_and_talk(host):
    code = await begun(host)
    async with at(host, "Ada", code) as ada, at(host, "Emma", code) as emma:
        await ada.until("1. ")
        await emma.until("1. ")
        ada.type("1")
        await ada.until("Ada plays")
        ada.type("2")
        await ada.until("You are not to move now.")
        ada.type("undo")
        await ada.until("Your last choice is undone.")
        await ada.until("1. ")
        ada.type("say well\x1b[31m played\u202e!")
        assert "\x1b" not in await emma.until("Ada says: ")
        emma.type("code")
        await emma.until(f"join {code}")
        emma.type("frobnicate")
        await emma.until("'frobnicate' is no card")
        emma.type("say")
        await emma.until("After say come your words")


async def test_a_match_ends_by_agreement_of_all(host):
    code = await begun(host)
    async with at(host, "Ada", code) as ada, at(host, "Emma", code) as emma:
        await ada.until("1. ")
        await emma.until("1. ")
        ada.type("agree")
        await ada.until("The match ends once all players agree.")
        emma.type("agree later")
        await emma.until("Type agree to wish for the end of the match, or agree no")
        emma.type("agree")
        await asyncio.gather(ada.rest(), emma.rest())
        assert (ada.status, emma.status) == (0, 0)
        assert ada.lines[-1] == f"The match is saved; download it with: get {code}"
    assert (await run(ssh_port(host.ready), "Ada", f"get {code}"))[0] == 0


async def test_a_match_of_two_ends_when_one_resigns(host):
    code = await begun(host)
    async with at(host, "Ada", code) as ada, at(host, "Emma", code) as emma:
        for player in (ada, emma):
            await player.until("1. ")
        ada.type("resign")
        await ada.until("Type resign yes")
        ada.type("resign yes")
        assert (await ada.rest())[-1] == "You have resigned; a bot plays for you to the end."
        lines = await emma.rest()
        places = [line for line in lines if line.startswith("Place")]
        assert places == ["Place 1: Emma with 0 points.", "Place 2: Ada with 0 points."]
        assert f"To play the same again: rematch {code}" in lines
        assert [line for line in lines if "resigned" in line] == [
            "Ada has resigned; a bot plays to the end.",
            "The match has ended: Ada resigned.",
            "Ada has resigned.",
        ]
        assert lines[-1:] == [
            f"The match is saved; download it with: get {code}",
        ]


async def test_the_others_play_on_with_a_bot_in_place_of_a_player_who_resigns(host):
    code = await made(host, "me,open,open")
    async with (
        at(host, "Ada", code) as ada,
        at(host, "Emma", code) as emma,
        at(host, "Mary", code) as mary,
    ):
        await ada.until("1. ")
        ada.type("resign yes")
        await ada.until("You have resigned; a bot plays for you to the end.")
        await emma.until("Ada has resigned; a bot plays to the end.")
        emma.type("1")
        assert [*await asyncio.gather(emma.play_on(3), mary.play_on(3))] == [3, 3]


async def test_a_player_who_waits_may_leave_before_the_match_begins(host):
    code = await made(host)
    async with at(host, "Ada", code) as ada:
        await ada.until("waits for 1 more player")
        ada.type("well?")
        await ada.until("The match has not begun yet; type quit to leave.")
        ada.type("quit")
        assert (await ada.rest())[-1].startswith("Your seat is kept")
        assert ada.status == 0


async def test_a_second_login_takes_the_seat_over(host):
    code = await begun(host)
    async with at(host, "Ada", code) as first:
        await first.until("1. ")
        async with at(host, "Ada", code) as second:
            await second.until("1. ")
            await first.rest()
            assert first.status == 1
            second.type("1")
            await second.until("Ada plays")


async def test_a_terminal_gets_an_echo_and_a_line_to_edit(host):
    code = await begun(host)
    command = f"play {code} --plain"
    async with at_screen(ssh_port(host.ready), "Ada", command, term="dumb") as ada:
        await ada.until("> ")
        ada.press("sax\x7fy hello\x1b[A")
        await ada.until("> say hello")
        async with at(host, "Emma", code) as emma:
            await emma.until("1. ")
            # A half-typed line is shown again after a line that arrives meanwhile.
            emma.type("say I am here")
            await ada.until("Emma says: I am here", "> say hello")
            ada.press("\r")
            await emma.until("Ada says: hello")
        ada.press("\x03")
        assert await ada.until_ended() == 0
        assert "\x1b" not in bytes(ada.output).decode()


async def test_a_client_that_never_reads_is_sent_no_more_and_stops_nobody_else(host, monkeypatch):
    code = await begun(host)
    written: Counter[object] = Counter()
    write = SshConnection.write

    def count(connection: SshConnection, data: bytes) -> None:
        written[connection] += len(data)
        write(connection, data)

    async with at(host, "Ada", code) as ada, at(host, "Emma", code) as emma:
        await ada.until("1. ")
        monkeypatch.setattr(SshConnection, "write", count)
        emma.process.channel.pause_reading()
        for _ in range(600):
            emma.type("rules")
        ada.type("1")
        await ada.until("Ada plays")
        await asyncio.sleep(0.3)
        # The whole output would be 4 MB.
        assert 0 < max(written.values()) < 1_500_000
        ada.type("undo")
        await ada.until("Your last choice is undone.")


async def test_lines_that_come_at_once_are_answered_no_faster_than_keys(tmp_path):
    """A player who sends thousands of lines at once must not keep the others waiting."""
    limits = replace(PATIENT, keys_burst=3, keys_a_second=20)
    async with (
        hosting(tmp_path, "Ada", limits=limits) as host,
        typing(ssh_port(host.ready), "Ada", "lines") as ada,
    ):
        begun = monotonic()
        ada.type("\n".join(["beagle"] * 13))
        for _ in range(13):
            await ada.until("There is no command 'beagle'")
        assert monotonic() - begun >= (13 - limits.keys_burst - 1) / limits.keys_a_second
