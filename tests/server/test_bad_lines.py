"""Players whose line is slow, or falls silent without being closed, lose nothing."""

import asyncio
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace
from server.at_host import hosting, run, ssh_port
from server.clients import PATIENT, at_screen
from server.relay import Relay
from waiting import PATIENCE_SECONDS, until

from darwin_tui.hosted.server import Server

ONE_WAY_SECONDS = 0.15
"""A round trip of 300 ms."""
LIMITS = replace(PATIENT, farewell_seconds=1)


def watch(host: Server, name: str) -> None:
    """Let the server ask a player's terminal so often whether it is there that it soon notices a
    silence. From the start, a busy machine would be taken for a silent one."""
    for each in host.sessions._all:
        if each.account.name == name:
            connection: Any = each.connection
            connection._ssh.set_keepalive(0.2, 2)


@pytest.mark.parametrize("is_noticed", [True, False], ids=["noticed", "still unnoticed"])
async def test_who_falls_silent_is_away_for_the_others_and_comes_back_to_the_same_prompt(
    tmp_path: Path, is_noticed: bool
) -> None:
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
            # Nothing of what is typed into a dead line counts.
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


async def test_keys_typed_ahead_on_a_slow_line_all_count_in_their_order(tmp_path: Path) -> None:
    async with hosting(tmp_path, "Ada") as host:
        async with (
            Relay(ssh_port(host.ready), ONE_WAY_SECONDS).open() as line,
            at_screen(line.port, "Ada") as ada,
        ):
            # Before there is any picture.
            ada.press("/first\r/second\rn\r")
            await ada.until("Fair shuffle")
        async with asyncio.timeout(PATIENCE_SECONDS):
            while len(said := await host.store.chat("")) < 2:
                await asyncio.sleep(0.01)
        assert [each.text for each in said] == ["first", "second"]
