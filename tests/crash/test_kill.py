"""A kill at any moment of a match loses no acknowledged action and leaves no unreadable file."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterable, Iterator
from itertools import chain, takewhile
from pathlib import Path
from random import Random

import pytest
import sampling

from darwin_tui.library import saves

PLAYER = Path(__file__).with_name("player.py")
MORE = range(100_000, 101_000)
"""Seeds beyond those of all sweeps."""
LONGEST = 0.060
"""Maximum seconds until the kill: about as long as a match of Darwin's Dice takes."""

pytestmark = pytest.mark.games

Player = subprocess.Popen[str]


@pytest.fixture
def player() -> Iterator[Player]:
    run = [sys.executable, str(PLAYER)]
    with subprocess.Popen(
        run, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1
    ) as process:
        yield process
        assert process.stdin is not None
        process.stdin.close()


def killed(player: Player, path: Path, seed: int, how: str, kill: signal.Signals) -> list[str]:
    """Kill a process at a random moment and return the actions it had acknowledged.

    With odd seeds it is killed after its first acknowledgement, with even ones perhaps before its
    record exists.
    """
    assert player.stdin is not None
    assert player.stdout is not None
    player.stdin.write(f"{path} {seed} {how}\n")
    pid = int(player.stdout.readline().split()[1])
    acknowledged = [player.stdout.readline().rstrip()] if seed % 2 else []
    time.sleep(Random(f"{seed} {kill}").random() * LONGEST)
    os.kill(pid, kill)
    while (line := player.stdout.readline().rstrip()) != "dead":
        assert line, "the player ended"
        acknowledged.append(line)
    return [line for line in acknowledged if line != "over"]


class Count:
    """Counts of the results of all kills."""

    def __init__(self) -> None:
        self.lost = 0
        self.wrong = 0
        self.unreadable: list[str] = []
        self.truncated = 0
        self.midway = 0

    def judge(self, path: Path, acknowledged: list[str]) -> None:
        if not path.exists():
            self.lost += len(acknowledged)
            return
        try:
            opened = saves.resume(path)
        except ValueError as error:
            self.unreadable.append(str(error))
            return
        assert opened.journal is not None
        opened.journal.close()
        match = opened.match
        hashes = [f"{line.number} {line.state_hash}" for line in match.lines]
        self.lost += max(0, len(acknowledged) - len(hashes))
        self.wrong += hashes[: len(acknowledged)] != acknowledged[: len(hashes)]
        self.truncated += opened.notice != ""
        self.midway += bool(match.game.to_move(match.state))


def count(
    player: Player,
    folder: Path,
    seeds: Iterable[int],
    how: str = "file",
    kill: signal.Signals = signal.SIGKILL,
    midway: int = 0,
) -> Count:
    """Kill a process for each seed, and then more until ``midway`` matches were not over."""
    done = Count()
    more = takewhile(lambda _: done.midway < midway, MORE)
    for seed in chain(seeds, more):
        path = folder / f"{seed}.jsonl"
        done.judge(path, killed(player, path, seed, how, kill))
        path.unlink(missing_ok=True)
    return done


@pytest.mark.parametrize("part", range(2))
def test_nothing_acknowledged_is_lost_in_a_hundred_kills(player, tmp_path, part):
    """Kill a hundred processes, or five of them in a sample."""
    seeds = range(100 * part, 100 * part + 100)
    sample = sampling.some(seeds, sampling.PROOF_INTERVAL)
    midway = 31 if sampling.is_full() else 1
    done = count(player, tmp_path, sample, midway=midway)
    assert (done.lost, done.wrong, done.unreadable) == (0, 0, [])
    assert done.midway >= midway


@pytest.mark.parametrize(
    "kill", [signal.SIGTERM, signal.SIGHUP, signal.SIGINT], ids=lambda kill: kill.name
)
def test_nothing_acknowledged_is_lost_when_asked_to_end(player, tmp_path, kill):
    done = count(player, tmp_path, range(6), kill=kill)
    assert (done.lost, done.wrong, done.unreadable) == (0, 0, [])


def test_journal_that_acknowledges_before_it_writes_is_found_out(player, tmp_path):
    assert count(player, tmp_path, range(10), "forgetful").lost > 0


@pytest.mark.campaign
def test_nothing_acknowledged_is_lost_in_ten_thousand_kills(player, tmp_path):
    done = count(player, tmp_path, range(10_000))
    assert (done.lost, done.wrong, done.unreadable) == (0, 0, [])
