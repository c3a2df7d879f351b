"""Times, memory and processor time of a server whose players are in another process.

A server of one process keeps its store in files; several processes share a Redis. Half of the
players sit at tables of Darwin's Dice and half at tables of Darwin's Journey, and move the cursor.
Then others come to the lobby, first one after another, then all at once. Server and players share
one machine, so the players take part of its processor time.
"""

from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from pathlib import Path
from statistics import median, quantiles
from tempfile import TemporaryDirectory
from time import sleep
from typing import Final

import msgspec
from server import processes
from server.load import Guest, Load, Result

from darwin_tui.terminal.limits import Limits

from . import room
from .paired import Figure

SESSIONS: Final = 40
"""Number of players at tables."""
PLAY_SECONDS: Final = 15.0
"""Time for which they play."""
VISITORS: Final = 20
"""Number of players who come to the lobby."""
GAMES: Final = ("dice", "journey")
KEYS: Final = ["\x1b[C", "\x1b[D"]
"""Keys that move the cursor to and fro."""
SETTLING_SECONDS: Final = 2.0
"""Pause between the two parts of the lobby's measurement."""
_LIMITS: Final = Limits(
    sessions_max=1000,
    connections_max=1000,
    connections_of_address_max=1000,
    first_packet_seconds=60,
    new_of_address_a_minute=100_000,
)
"""Limits that do not hold back many players from one address."""


def figures(
    sessions: int = SESSIONS, processes_count: int = 1, seconds: float = PLAY_SECONDS
) -> Iterator[Figure]:
    """Yield the figures of a server, and then those of its tables."""
    with TemporaryDirectory() as folder:
        if processes_count == 1:
            yield from _figures(Path(folder), sessions, seconds)
        else:
            yield from _shared(Path(folder), sessions, processes_count, seconds)
        yield from room.table_of_two()
        yield from room.figures()


def _shared(folder: Path, sessions: int, count: int, seconds: float) -> Iterator[Figure]:
    """Yield the figures of several processes with one store."""
    from server.stores import RedisServer  # Needs Redis.

    redis = RedisServer(folder / "redis")
    result = Result()
    redis.start()
    try:
        with ExitStack() as closing:
            servers, guests = [], []
            for number in range(count):
                names = [f"player{at}" for at in range(number, sessions, count)]
                players = [
                    processes.player(folder, name, GAMES[at % 2]) for at, name in enumerate(names)
                ]
                own_folder = folder / f"process{number}"
                own_folder.mkdir()
                server = closing.enter_context(
                    processes.serving(own_folder, players, _LIMITS, redis.url)
                )
                servers.append(server)
                guests += [
                    msgspec.structs.replace(
                        _guest(folder, name, f"join {server.codes[name]}"), port=server.port
                    )
                    for name in names
                ]
            load = Load(0, guests, seconds, KEYS, drawn="Enter", opening=room.NO_NOTES)
            playing = processes.Players(folder, load)
            playing.until("ready")
            cpu = sum(server.cpu_seconds() for server in servers)
            playing.until("done")
            cpu = sum(server.cpu_seconds() for server in servers) - cpu
            result = playing.result()
            assert not any("Traceback" in server.log for server in servers)
    finally:
        redis.kill()
    yield from _pressed(f"{sessions} sessions in {count} processes", result, cpu)


def _pressed(where: str, result: Result, cpu: float) -> Iterator[Figure]:
    yield from _spread(where, "key to byte, ms", [press.milliseconds for press in result.presses])
    yield Figure(where, "CPU of a key, ms", 1000 * cpu / len(result.presses))
    yield Figure(where, "bytes of a key", median(press.bytes for press in result.presses))
    yield Figure(where, "keys unanswered", result.unanswered)
    yield Figure(where, "sessions lost", result.lost)


def _figures(folder: Path, sessions: int, seconds: float) -> Iterator[Figure]:
    """Yield the figures of a server with players at tables and visitors in the lobby."""
    guests = [f"player{number}" for number in range(sessions)]
    visitors = [f"visitor{number}" for number in range(VISITORS)]
    players = [
        *(processes.player(folder, name, GAMES[at % 2]) for at, name in enumerate(guests)),
        processes.player(folder, "first"),
        *(processes.player(folder, name) for name in visitors),
    ]
    with processes.serving(folder, players, _LIMITS) as server:
        # The first session imports the modules that all sessions need.
        _lobby(folder, server, ["first"], 1)
        before = server.megabytes()
        wanted = Load(
            server.port,
            [_guest(folder, name, f"join {server.codes[name]}") for name in guests],
            seconds,
            KEYS,
            drawn="Enter",
            opening=room.NO_NOTES,
        )
        playing = processes.Players(folder, wanted)
        playing.until("ready")
        cpu = server.cpu_seconds()
        playing.until("done")
        cpu = server.cpu_seconds() - cpu
        memory = server.megabytes() - before
        one_by_one, alone_cpu = _lobby(folder, server, visitors, 1)
        sleep(SETTLING_SECONDS)
        together, together_cpu = _lobby(folder, server, visitors, VISITORS)
        result = playing.result()
        where = f"{sessions} sessions"
        yield from _pressed(where, result, cpu)
        yield Figure(where, "MB of a session", memory / sessions)
        for visit, arrived, used in (
            ("one by one", one_by_one, alone_cpu),
            (f"{VISITORS} at once", together, together_cpu),
        ):
            yield Figure(visit, "CPU of an arrival, ms", 1000 * used / VISITORS)
            yield from _spread(visit, "connect, ms", arrived.connect_ms)
            yield from _spread(visit, "to the lobby, ms", arrived.drawn_ms)
        assert "Traceback" not in server.log


def _guest(folder: Path, name: str, command: str | None = None) -> Guest:
    return Guest(name, str(processes.key_file(folder, name)), command)


def _lobby(
    folder: Path, server: processes.Server, names: Sequence[str], at_once: int
) -> tuple[Result, float]:
    """Let players come to the lobby and leave; return their times and the processor seconds."""
    guests = [_guest(folder, name) for name in names]
    coming = processes.Players(
        folder, Load(server.port, guests, 0, [], at_once=at_once, drawn="leave")
    )
    cpu = server.cpu_seconds()
    coming.until("ready")
    cpu = server.cpu_seconds() - cpu
    coming.until("done")
    return coming.result(), cpu


def _spread(where: str, figure: str, values: Sequence[float]) -> Iterator[Figure]:
    yield Figure(where, f"{figure}, p50", median(values))
    yield Figure(where, f"{figure}, p95", quantiles(values, n=20)[-1])
