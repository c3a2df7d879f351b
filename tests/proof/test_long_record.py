"""A record of more than a thousand actions opens in the replay, in little memory."""

import subprocess
import sys
from pathlib import Path
from random import Random

import pytest
from matches import NAMES, began, is_undoable

from darwin_core.match import Redo, Undo, record
from darwin_core.match.record import Player

LINES = 1_000
MEGABYTES = 150
OPENED = """
import asyncio, re, sys, time
from pathlib import Path

start = time.perf_counter()
from darwin_tui.library import saves
from darwin_tui.app import DarwinApp
from darwin_tui.cli import process

async def main():
    ready = time.perf_counter()
    opened = saves.read(Path(sys.argv[1]))
    read = time.perf_counter()
    player = process.begin_own_session()
    async with DarwinApp(player, replay=opened).run_test(size=(100, 30)) as pilot:
        await pilot.pause()
        shown = time.perf_counter()
        await pilot.press("end")
        assert len(opened.match.lines) == int(sys.argv[2])
        assert opened.match.divergence is None
    # Unlike getrusage, this does not count the memory of the parent that started this process.
    memory = int(re.search(r"VmHWM:\\s+(\\d+)", Path("/proc/self/status").read_text())[1])
    print(ready - start, read - ready, shown - ready, memory // 1024)

asyncio.run(main())
"""


def written(game: str, seats: int, path: Path) -> int:
    """Write the record of a random match with many undos and redos; return its number of lines."""
    sitting = tuple(Player(name) for name in NAMES[:seats])
    match = began(seats, "long", game=game, players=sitting)
    rng = Random("long")
    while movers := match.match.game.to_move(match.match.state):
        seat = rng.choice(movers)
        offered = match.match.legal(seat)
        match.act(seat, rng.choice(offered))
        while rng.random() < 0.8 and is_undoable(match.match, seat):
            match.act(seat, Undo())
            match.act(seat, Redo())
    path.write_bytes(match.text)
    return len(match.match.lines)


@pytest.mark.campaign
@pytest.mark.skipif(sys.platform != "linux", reason="memory is read from /proc")
@pytest.mark.parametrize("game", ["yummy", "evo", "journey"])
def test_record_of_a_thousand_actions_opens_in_little_memory(game, tmp_path):
    """Allow 150 MB. The time is only printed, because machines differ."""
    path = tmp_path / "long.jsonl"
    lines = written(game, 4, path)
    assert lines >= LINES
    assert record.read(path.read_bytes()).damage is None
    run = [sys.executable, "-c", OPENED, str(path), str(lines)]
    child = subprocess.run(run, capture_output=True, text=True, check=False)
    assert child.returncode == 0, child.stderr[-3000:]
    started, read, shown, memory = map(float, child.stdout.split())
    print(
        f"{game}, {lines} lines: read in {read:.2f} s, shown after {shown:.2f} s, the program "
        f"itself loaded in {started:.2f} s, {memory:.0f} MB"
    )
    assert memory <= MEGABYTES
