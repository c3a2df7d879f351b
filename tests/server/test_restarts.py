"""Servers that are ended or killed while tables play over SSH lose no acknowledged action.

Variables of a campaign: ``SERVER_KILLS`` is the number of ends, ``SERVER_TABLES`` the number of
tables, ``SERVER_INTERVAL`` the seconds between two ends (random within one second if not given),
``SERVER_THINKING`` the seconds that a player takes for an action, and ``SERVER_SECONDS`` the length
of the soak test.
"""

import asyncio
import os
import signal
import subprocess
import sys
import time
from collections import Counter
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from itertools import cycle
from pathlib import Path
from random import Random
from statistics import linear_regression

import asyncssh
import pytest
from server.clients import account_of, run, typing
from waiting import PATIENCE_SECONDS, kept_port, until

from darwin_tui.library import saves
from darwin_tui.server.lobby.account_session import FINISHED_MAX
from darwin_tui.server.store.files import FileStore
from darwin_tui.terminal.limits import Limits

KILLS = int(os.environ.get("SERVER_KILLS", "100"))
TABLES = int(os.environ.get("SERVER_TABLES", "20"))
INTERVAL_SECONDS = float(os.environ.get("SERVER_INTERVAL", "0"))
SECONDS = float(os.environ.get("SERVER_SECONDS", "900"))
SETTLING_SECONDS = SECONDS / 6
SAMPLE_SECONDS = 10
"""Time between two samples of memory and open files in the soak test."""
THINKING_SECONDS = float(os.environ.get("SERVER_THINKING", "0.02"))
BACK_SECONDS_MAX = 2.0
"""Maximum time after a restart until a player is back."""
TESTS = Path(__file__).parents[1]


class Server:
    """A server in a separate process, which is started again and again."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.port = kept_port()
        self.process: subprocess.Popen[bytes] | None = None

    async def start(self) -> None:
        """Start the server and wait until it is ready."""
        with (self.folder.parent / "log").open("ab") as log:
            self.process = subprocess.Popen(
                [sys.executable, "-m", "server.storm_child", str(self.folder), str(self.port)],
                stdout=subprocess.PIPE,
                stderr=log,
                cwd=TESTS,
            )
        assert self.process.stdout is not None
        line = await asyncio.to_thread(self.process.stdout.readline)
        assert line.startswith(b"ready "), (self.folder.parent / "log").read_text()[-2000:]

    async def end(self, how: signal.Signals) -> int:
        """End the server by a signal; return the exit code."""
        assert self.process is not None
        self.process.send_signal(how)
        await asyncio.to_thread(self.process.communicate, timeout=PATIENCE_SECONDS)
        return self.process.returncode


@dataclass
class Tables:
    """Tables at which two players each play match after match."""

    server: Server
    acknowledged: Counter[tuple[str, str]] = field(default_factory=Counter)
    """Number of acknowledged actions by table and player."""
    backs: list[float] = field(default_factory=list)
    """Seconds from each renewed sign-in to the player's question."""
    is_over: bool = False

    @property
    def actions(self) -> int:
        return sum(self.acknowledged.values())

    async def continue_playing(self) -> None:
        """Wait until another action is acknowledged."""
        before = self.actions
        await until(lambda: self.actions > before)

    async def keep_playing(self, first: str, second: str) -> None:
        while not self.is_over:
            with suppress(OSError, asyncssh.Error, AssertionError, TimeoutError):
                status, code, _ = await run(self.server.port, first, "new dice --seats me,open")
                if status != 0:  # None where the server was ended before it answered
                    continue
                code = code.strip()
                await asyncio.gather(self._play(first, code), self._play(second, code))

    async def _play(self, name: str, code: str) -> None:
        is_back = False
        while not self.is_over:
            began = time.monotonic()
            with suppress(OSError, asyncssh.Error):
                async with typing(self.server.port, name, f"play {code} --plain") as player:
                    is_asked = False
                    while line := await player.process.stdout.readline():
                        if is_back and line.startswith("1. "):
                            self.backs.append(time.monotonic() - began)
                            is_back = False
                        if line.startswith("The match is over.") or self.is_over:
                            return
                        if line.startswith("1. "):
                            await asyncio.sleep(THINKING_SECONDS)
                            player.type("1")
                            is_asked = True
                        elif is_asked and line.startswith(f"{name} plays "):
                            self.acknowledged[code, name] += 1
                            is_asked = False
            is_back = True
            await asyncio.sleep(0.02)


@asynccontextmanager
async def played(folder: Path, tables: int) -> AsyncIterator[tuple[Server, Tables]]:
    """Let tables play at a server until the end of the block; then check all records."""
    store = FileStore(folder)
    await store.open()
    pairs = [(f"P{number}a", f"P{number}b") for number in range(tables)]
    for name in (name for pair in pairs for name in pair):
        await store.put_account(account_of(name))
    await store.close()
    server = Server(folder)
    await server.start()
    playing = Tables(server)
    tasks = [asyncio.create_task(playing.keep_playing(*pair)) for pair in pairs]
    try:
        yield server, playing
        await until(lambda: playing.actions > 10 * tables)
    finally:
        playing.is_over = True
        if server.process is not None and server.process.returncode is None:
            await server.end(signal.SIGTERM)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
    lost = {key: count for key, count in playing.acknowledged.items() if kept(folder, *key) < count}
    assert lost == {}
    assert "Traceback" not in (folder.parent / "log").read_text()


def kept(folder: Path, code: str, name: str) -> int:
    """Verify a table's record, and return the number of a player's actions in it."""
    path = folder / "tables" / code / f"{code}.jsonl"
    assert saves.verify(path) is None
    match = saves.read(path).match
    seat = match.header.names.index(name)
    return sum(line.seat == seat for line in match.lines)


async def storm(folder: Path, ways: Sequence[signal.Signals], ends: int, tables: int) -> Tables:
    """End a server by alternating signals at random moments while tables play."""
    chance = Random(ways[0])
    turns = cycle(ways)
    async with played(folder / "server", tables) as (server, playing):
        while ends > 0 or not playing.backs:
            await playing.continue_playing()
            await asyncio.sleep(INTERVAL_SECONDS or chance.uniform(0.2, 1.0))
            how = next(turns)
            code = await server.end(how)
            assert code == (0 if how == signal.SIGTERM else -signal.SIGKILL)
            await server.start()
            await playing.continue_playing()
            ends -= 1
    return playing


async def test_a_server_that_ends_while_tables_play_loses_nothing(tmp_path):
    await storm(tmp_path, (signal.SIGTERM, signal.SIGKILL), ends=2, tables=2)


@pytest.mark.campaign
@pytest.mark.parametrize("how", [signal.SIGTERM, signal.SIGKILL])
async def test_many_ends_lose_nothing_and_players_are_back_at_once(how, tmp_path):
    playing = await storm(tmp_path, (how,), KILLS, TABLES)
    backs = sorted(playing.backs)
    late = backs[int(0.95 * len(backs))]
    print(f"{playing.actions} acknowledged, {len(backs)} back, p95 {late:.2f} s")
    assert late < BACK_SECONDS_MAX


def figures(server: Server) -> tuple[int, int]:
    """Return the memory of a server in KB and its open files."""
    assert server.process is not None
    folder = Path("/proc") / str(server.process.pid)
    text = (folder / "status").read_text()
    return int(text.split("VmRSS:")[1].split()[0]), len(list((folder / "fd").iterdir()))


@pytest.mark.campaign
async def test_a_long_run_neither_grows_nor_leaves_files_open(tmp_path):
    """Fit a line through the memory's size over time, since single samples are off by some MB.

    Measuring begins when the server remembers as many finished tables as it ever will and the time
    to settle is over.
    """
    begun = time.monotonic()
    minutes, memory, files = list[float](), list[float](), list[int]()
    async with played(tmp_path / "server", TABLES) as (server, playing):
        folder = tmp_path / "server" / "tables"
        remembered = max(Limits().finished_max, TABLES * FINISHED_MAX)
        while len(list(folder.iterdir())) < TABLES + remembered:
            await asyncio.sleep(1)
        await asyncio.sleep(max(0.0, begun + SETTLING_SECONDS - time.monotonic()))
        at_first = len(list(folder.iterdir()))
        began = time.monotonic()
        while not minutes or minutes[-1] < SECONDS / 60:
            minutes.append((time.monotonic() - began) / 60)
            size, opened = figures(server)
            memory.append(size / 1024)
            files.append(opened)
            print(f"{minutes[-1]:.1f} min, {size / 1024:.1f} MB, {opened} files", flush=True)
            await asyncio.sleep(SAMPLE_SECONDS)
        tables = len(list(folder.iterdir()))
    growth = 60 * linear_regression(minutes, memory).slope
    print(f"{growth:.2f} MB an hour, {tables - at_first} tables after {at_first},")
    print(f"{playing.actions} actions, files {files[0]} to {max(files)}")
    assert growth < 1
    assert max(files) <= files[0] + 2 * TABLES
