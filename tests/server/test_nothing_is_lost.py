"""Nothing that was acknowledged is lost when server processes or Redis are killed at any moment."""

import os
import queue
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from random import Random
from statistics import quantiles

import pytest
from matches import loaded
from server.stores import Address, Folder, Place, RedisServer
from waiting import PATIENCE_SECONDS, wait_until

from darwin_tui.server.store.contract import Store

ROOT = Path(__file__).parents[2]
ENOUGH = 20
"""Minimum number of acknowledged actions in a trial."""


class Writers:
    """Processes that play by themselves (``writer.py``), and a record of their output."""

    def __init__(self) -> None:
        path = os.pathsep.join(map(str, (ROOT / "tests", ROOT / "core", ROOT)))
        self._process = subprocess.Popen(
            [sys.executable, str(ROOT / "tests" / "server" / "writer.py")],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            env={**os.environ, "PYTHONPATH": path},
        )
        self._begun: queue.Queue[int] = queue.Queue()
        self.acknowledged: dict[str, dict[int, str]] = {}
        self.times: dict[tuple[str, int], tuple[int, float]] = {}
        self.shown: dict[tuple[str, int], dict[int, float]] = {}
        self.versions: dict[tuple[str, str], int] = {}
        self._living: set[int] = set()
        self.checked: dict[str, int] = {}
        """Number of acknowledged lines of each table that have been checked."""
        threading.Thread(target=self._read, daemon=True).start()

    def _read(self) -> None:
        assert self._process.stdout is not None
        for text in self._process.stdout:
            match text.split():
                case [pid, b"begun"]:
                    self._begun.put(int(pid))
                case [pid, b"ack", code, line, state_hash, at]:
                    lines = self.acknowledged.setdefault(code.decode(), {})
                    lines[int(line)] = state_hash.decode()
                    self.times[code.decode(), int(line)] = int(pid), float(at)
                case [pid, b"shown", code, line, at]:
                    seen = self.shown.setdefault((code.decode(), int(line)), {})
                    seen[int(pid)] = float(at)
                case [_, kind, name, version]:
                    key = kind.decode(), name.decode()
                    self.versions[key] = max(self.versions.get(key, 0), int(version))

    @property
    def actions(self) -> int:
        return sum(map(len, list(self.acknowledged.values())))

    def until_enough(self, least: int = 0) -> None:
        """Wait until more than ``least`` actions, and more than ENOUGH, are acknowledged."""
        enough = max(ENOUGH, least)
        wait_until(lambda: self.actions > enough, lambda: f"they play {self.actions} actions")

    def start(self, kind: str, place: str, seed: int) -> int:
        """Start a writer, and return its process id once its store is open."""
        assert self._process.stdin is not None
        self._process.stdin.write(f"{kind} {place} {seed}\n".encode())
        self._process.stdin.flush()
        pid = self._begun.get(timeout=PATIENCE_SECONDS)
        self._living.add(pid)
        return pid

    def kill(self, pid: int) -> None:
        self._living.discard(pid)
        os.kill(pid, signal.SIGKILL)
        while Path(f"/proc/{pid}").exists():
            time.sleep(0.001)

    def close(self) -> None:
        for pid in [*self._living]:
            self.kill(pid)
        self._process.kill()
        self._process.wait()
        for stream in (self._process.stdin, self._process.stdout):
            assert stream is not None
            stream.close()


@pytest.fixture
def writers() -> Iterator[Writers]:
    writers = Writers()
    yield writers
    writers.close()


async def lost(place: Place, writers: Writers, is_all: bool = True) -> list[str]:
    """Return the acknowledged lines and values that a place has lost.

    Args:
        is_all: check all tables, not only those with new lines.
    """
    store = place.store()
    await store.open()
    losses: list[str] = []
    try:
        for code, lines in [*writers.acknowledged.items()]:
            if is_all or writers.checked.get(code) != len(lines):
                writers.checked[code] = len(lines)
                losses += await _lost_lines(store, code, dict(lines))
        for (kind, name), version in [*writers.versions.items()]:
            value = await (store.table(name) if kind == "table" else store.account(name))
            if version > (value.version if value else 0):
                losses.append(f"{kind} {name}")
    finally:
        await store.close()
    return losses


async def _lost_lines(store: Store, code: str, lines: dict[int, str]) -> list[str]:
    journal = await store.journal(code)
    match = loaded(journal.since(0))
    journal.close()
    assert match.divergence is None
    kept = {line.number: line.state_hash for line in match.lines}
    return [f"{code} {number}" for number, line in lines.items() if kept.get(number) != line]


async def kill_writers_of_files(folder: Path, writers: Writers, times: int) -> None:
    """Kill a folder's writers one after another, and check its acknowledged actions each time."""
    place, rng = Folder(folder), Random(times)
    for number in range(times):
        pid = writers.start("files", str(folder), number)
        time.sleep(rng.random() * 0.15)
        if number == times - 1:
            writers.until_enough()
        writers.kill(pid)
        assert await lost(place, writers, is_all=number == times - 1) == []


async def test_nothing_acknowledged_is_lost_when_the_server_is_killed(tmp_path, writers):
    await kill_writers_of_files(tmp_path / "server", writers, 8)


@pytest.mark.campaign
async def test_nothing_acknowledged_is_lost_in_a_thousand_kills(tmp_path, writers):
    await kill_writers_of_files(tmp_path / "server", writers, 1000)
    print(f"{writers.actions} acknowledged actions, 0 lost")


async def test_what_was_not_written_is_found(tmp_path, writers):
    folder = tmp_path / "server"
    await kill_writers_of_files(folder, writers, 2)
    code, lines = max(writers.acknowledged.items(), key=lambda item: len(item[1]))
    path = folder / "tables" / code / f"{code}.jsonl"
    path.write_bytes(b"".join(path.read_bytes().splitlines(keepends=True)[: max(lines)]))
    assert f"{code} {max(lines)}" in await lost(Folder(folder), writers)


async def kill_redis_and_hosts(server: RedisServer, writers: Writers, times: int) -> None:
    """Kill one of two hosts or their Redis many times, and check all acknowledged actions."""
    rng = Random(times)
    hosts = [writers.start("redis", server.url, number) for number in range(2)]
    for number in range(times):
        time.sleep(0.1 + rng.random() * 0.3)
        victim = rng.randrange(3)
        if victim == 2 or not number:
            server.kill()
            time.sleep(rng.random() * 0.1)
            server.start()
        else:
            writers.kill(hosts[victim])
            hosts[victim] = writers.start("redis", server.url, times + number)
    writers.until_enough(writers.actions)
    for pid in hosts:
        writers.kill(pid)
    assert await lost(Address(server), writers) == []


@pytest.fixture
def own_redis(tmp_path: Path) -> Iterator[RedisServer]:
    server = RedisServer(tmp_path / "redis")
    server.start()
    yield server
    server.kill()


async def test_nothing_acknowledged_is_lost_when_redis_or_a_host_is_killed(own_redis, writers):
    await kill_redis_and_hosts(own_redis, writers, 4)


@pytest.mark.campaign
async def test_nothing_acknowledged_is_lost_in_hundreds_of_kills_of_redis_and_hosts(
    own_redis, writers
):
    await kill_redis_and_hosts(own_redis, writers, 300)
    print(f"{writers.actions} acknowledged actions, 0 lost")


def delays(writers: Writers) -> list[float]:
    """Return the times from the submission of actions until the other host shows them."""
    losses = []
    for key, (author, at) in [*writers.times.items()]:
        others = [when for pid, when in [*writers.shown.get(key, {}).items()] if pid != author]
        losses += [max(0.0, when - at) for when in others]
    return losses


def test_other_host_shows_what_one_has_acknowledged(own_redis, writers):
    for number in range(2):
        writers.start("redis", own_redis.url, number)
    wait_until(lambda: len(delays(writers)) > ENOUGH, lambda: f"{delays(writers)}")


@pytest.mark.campaign
def test_other_host_shows_an_action_within_thirty_milliseconds(own_redis, writers, record_property):
    hosts = [writers.start("redis", own_redis.url, number) for number in range(2)]
    time.sleep(60)
    for pid in hosts:
        writers.kill(pid)
    percentiles = quantiles(delays(writers), n=100)
    record_property("p50, p95 in ms", (percentiles[49] * 1000, percentiles[94] * 1000))
    print(f"p50 {percentiles[49] * 1000:.1f} ms, p95 {percentiles[94] * 1000:.1f} ms")
    assert percentiles[94] <= 0.03
