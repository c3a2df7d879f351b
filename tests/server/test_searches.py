"""While bots search at the hardest level, players at other tables are answered at once.

The campaign takes SEARCHES_SECONDS, 60 by default.
"""

import asyncio
import os
from collections.abc import Sequence
from pathlib import Path
from statistics import median, quantiles
from typing import NamedTuple

import pytest
import sampling
from server import processes
from server.load import Guest, Load
from waiting import until

from darwin_tui.library import saves
from darwin_tui.seating import level_of
from darwin_tui.server.tables.register import BOT_SECONDS_MAX

HARDEST = f"master:{BOT_SECONDS_MAX}s"
SEARCHED = ("evo", "journey", "yummy", "darwinning")
OTHERS = 4
"""Number of players who only press keys."""
KEYS = ["\x1b[C", "\x1b[D"]
"""Keys that move the cursor at a table."""
SHORT = "master:1s"
"""The level of a shorter search."""
P95_MILLISECONDS_MAX = 50
"""Maximum time, for 95 of 100 keys, until the answer."""


class Report(NamedTuple):
    """Milliseconds until others' keys are answered, and the number of finished searches."""

    p50: float
    p95: float
    searched: int


def answered(folder: Path, seconds: float, searched: Sequence[str], level: str) -> Report:
    """Let bots search in some games while others press keys for some seconds."""
    others = [f"other{number}" for number in range(OTHERS)]
    players = [processes.player(folder, name, "dice") for name in others]
    players += [processes.player(folder, slug, slug, level) for slug in searched]
    with processes.serving(folder, players) as server:
        guests = [
            Guest(name, str(processes.key_file(folder, name)), f"join {server.codes[name]}")
            for name in others
        ]
        playing = processes.Players(
            folder, Load(server.port, guests, seconds, KEYS, at_once=1, drawn="Enter")
        )
        playing.until("ready")
        playing.until("done")
        result = playing.result()
        assert (result.lost, result.unanswered) == (0, 0)
        # On a busy machine, the first search may take longer than the keys.
        asyncio.run(until(lambda: bool(_searched(folder, level))))
        assert "Traceback" not in server.log
    times = [press.milliseconds for press in result.presses]
    return Report(median(times), quantiles(times, n=20)[-1], _searched(folder, level))


def _searched(folder: Path, level: str) -> int:
    """Return the number of actions that bots of a level have chosen."""
    count = 0
    for path in folder.glob("data/tables/*/*.jsonl"):
        match = saves.read(path).match
        levels = [level_of(player) for player in match.header.players]
        count += sum(levels[line.seat] == level for line in match.lines)
    return count


def test_players_are_answered_while_bots_search(tmp_path):
    answered(tmp_path, 2, sampling.one_by_turns(SEARCHED, 1), SHORT)


@pytest.mark.campaign
def test_players_are_answered_at_once_while_bots_search(tmp_path):
    seconds = float(os.environ.get("SEARCHES_SECONDS", "60"))
    report = answered(tmp_path, seconds, SEARCHED, HARDEST)
    print(report)
    assert report.searched > len(SEARCHED)
    assert report.p95 < P95_MILLISECONDS_MAX
