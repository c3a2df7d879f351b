"""Figures of a server's tables.

They are the time until all spectators of a table see an action, and the processor time of a key at
a table of two players.
"""

import asyncio
from collections.abc import Iterator
from pathlib import Path
from random import Random
from statistics import median, quantiles
from tempfile import TemporaryDirectory
from time import monotonic
from typing import Final

import msgspec
from server import processes
from server.load import Guest, Load, Player, Result

from darwin_tui.terminal.limits import Limits

from .latency import calibration
from .paired import Figure

WATCHERS: Final = 20
"""Number of spectators of a table."""
ACTIONS: Final = 25
"""Number of actions that the spectators are sent."""
TURNS: Final = 8
"""Number of measured turns of a match of two."""
_TURN: Final = (b" ", b"\x1b[C", b"\x1b[D", b"\r")
"""Each player's keys in a turn. Space ends the pause after the last turn's reveal."""
NO_NOTES: Final = "N"
"""Key that switches off the notes of first matches, for which a bot would search."""
_KEY_SECONDS: Final = 0.3
"""Time for which output is drained after a key."""
_REVEAL_SECONDS: Final = 3.0
"""Time for which output is drained after a reveal."""
_QUIET_SECONDS: Final = 1.5
"""Time in which a bot has answered and everything has been drawn."""
_ANSWER_SECONDS_MAX: Final = 2.0
"""Maximum time to wait for an answer."""
_LIMITS: Final = Limits(
    connections_of_address_max=100,
    first_packet_seconds=60,
    new_of_address_a_minute=10_000,
)
"""Limits that do not hold back many players from one address."""


def figures(watchers: int = WATCHERS, actions: int = ACTIONS) -> Iterator[Figure]:
    """Yield the times from an action at a table of Darwin's Dice to its spectators' pictures."""
    with TemporaryDirectory() as made:
        folder = Path(made)
        names = [f"watcher{number}" for number in range(watchers)]
        players = [processes.player(folder, name) for name in names]
        players.append(processes.player(folder, "host", "dice"))
        with processes.serving(folder, players, _LIMITS) as server:
            code = server.codes["host"]
            guests = [
                Guest(name, str(processes.key_file(folder, name)), f"{word} {code}")
                for name, word in (("host", "join"), *((name, "watch") for name in names))
            ]
            load = Load(server.port, guests, 0, [], at_once=4, drawn="Dice")
            times = asyncio.run(_play(load, actions))
            assert "Traceback" not in server.log
    where = f"{watchers} spectators"
    last = [max(time) for time in times]
    yield Figure(where, "action to first picture, ms, p50", median(map(min, times)))
    yield Figure(where, "action to all pictures, ms, p50", median(last))
    yield Figure(where, "action to all pictures, ms, p95", quantiles(last, n=20)[-1])
    yield Figure(where, "actions", len(times))


def table_of_two(turns: int = TURNS) -> Iterator[Figure]:
    """Yield the server's processor time for a key at a table of two of Darwin's Dice.

    In a turn, both players move the cursor to and fro, play a card and see the reveal.
    """
    with TemporaryDirectory() as made:
        folder = Path(made)
        host = processes.player(folder, "host", "dice")
        guest = processes.player(folder, "guest")
        players = [msgspec.structs.replace(host, has_open_seat=True), guest]
        with processes.serving(folder, players, _LIMITS) as server:
            command = f"join {server.codes['host']}"
            guests = [
                Guest(player.name, str(processes.key_file(folder, player.name)), command)
                for player in players
            ]
            load = Load(server.port, guests, 0, [], drawn=server.codes["host"])
            loop = calibration()
            seconds = asyncio.run(_turns(load, server, turns))
            assert "Traceback" not in server.log
    value = 1000 * median(seconds) / (len(guests) * len(_TURN))
    yield Figure("table of two", "CPU of a key, ms", value, "fixed loop", value / loop)


async def _turns(load: Load, server: processes.Server, turns: int) -> list[float]:
    """Let both players play, and return the server's processor seconds of each turn."""
    players = [Player(load, guest, Result(), Random(guest.name)) for guest in load.guests]
    for player in players:
        await player.come()
    # The notes of first matches come once both players are there.
    for opening in ("", NO_NOTES):
        for player in players:
            player.process.stdin.write(opening.encode())
        await _drain(players, _QUIET_SECONDS)
    seconds = []
    for _ in range(turns):
        begun = server.cpu_seconds()
        for key in _TURN:
            for player in players:
                player.process.stdin.write(key)
                await _drain(players, _KEY_SECONDS)
        await _drain(players, _REVEAL_SECONDS)
        seconds.append(server.cpu_seconds() - begun)
    for player in players:
        player.connection.abort()
    return seconds


async def _play(load: Load, actions: int) -> list[list[float]]:
    """Return, for each action, the milliseconds until each spectator gets its first byte."""
    result = Result()
    gate = asyncio.Semaphore(load.at_once)
    everybody = [Player(load, guest, result, Random(guest.name)) for guest in load.guests]
    host, *watchers = everybody

    async def come(player: Player) -> None:
        async with gate:
            await player.come()

    await come(host)
    await asyncio.gather(*map(come, watchers))
    times: list[list[float]] = []
    for _ in range(2 * actions):
        await _drain(everybody, _QUIET_SECONDS)
        host.process.stdin.write(b"1")
        await _drain(everybody, 0.3)
        begun = monotonic()
        host.process.stdin.write(b"\r")
        answered = await asyncio.gather(*(_answer(player, begun) for player in watchers))
        seen = [answer for answer in answered if answer is not None]
        # A key that plays nothing sends nothing to spectators, and is not counted.
        if len(seen) == len(watchers):
            times.append(seen)
        if len(times) == actions:
            break
    for player in everybody:
        player.connection.abort()
    return times


async def _drain(players: list[Player], seconds: float) -> None:
    await asyncio.gather(*(player.drain(seconds) for player in players))


async def _answer(player: Player, begun: float) -> float | None:
    try:
        await asyncio.wait_for(player.process.stdout.read(65_536), _ANSWER_SECONDS_MAX)
    except TimeoutError:
        return None
    return 1000 * (monotonic() - begun)
