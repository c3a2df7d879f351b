"""Program that plays matches in child processes for test_kill to kill.

Each line on stdin, ``path seed how``, forks a process that begins a match in that file and plays it
at random through a Table. The seed chooses the game. After each acknowledged action the process
writes ``number fingerprint`` to stdout. ``how`` is ``file`` for the real journal, or ``forgetful``
for a journal that acknowledges before it writes. When the process has died, ``dead`` is written.
"""

import asyncio
import os
import sys
from contextlib import suppress
from pathlib import Path
from random import Random
from typing import Any

from darwin_core.bots import levels
from darwin_core.contract import registry
from darwin_core.match import Refused
from darwin_core.match.record import Player
from darwin_core.table import Table
from darwin_tui.library import saves

HELD_BACK = 3
"""Number of lines that a forgetful journal has acknowledged but not yet written."""


class Forgetful:
    """A journal that acknowledges lines before it writes them."""

    def __init__(self, journal: Any) -> None:
        self._journal = journal
        self._held: list[tuple[bytes, int]] = []

    def append(self, line: bytes, expected: int) -> None:
        self._held.append((line, expected))
        if len(self._held) > HELD_BACK:
            self._journal.append(*self._held.pop(0))

    def since(self, count: int) -> bytes:
        written: bytes = self._journal.since(count)
        return written

    def close(self) -> None:
        self._journal.close()


def say(text: str) -> None:
    os.write(sys.stdout.fileno(), text.encode() + b"\n")


async def play(path: Path, seed: str, how: str) -> None:
    """Play a random match in a file, and print number and state hash of each acknowledged line."""
    rng = Random(seed)
    game = registry.SLUGS[int(seed) % len(registry.SLUGS)]
    players = [Player(name) for name in ("Ada", "Ben")]
    opened = saves.create(saves.header_for(game, {}, players, seed), path)
    match, journal = opened.match, opened.journal
    assert journal is not None
    table: Table[Any, Any, Any] = Table(match, journal if how == "file" else Forgetful(journal))
    choose = levels.bot("random")
    while movers := match.game.to_move(match.state):
        seat = rng.choice(movers)
        news = table.snapshot(seat)
        action = choose(match.game, news.view, seat, rng.randbytes(16))
        await table.submit(seat, action, news.question)
        say(f"{match.lines[-1].number} {match.lines[-1].state_hash}")
        if rng.random() < 0.5:
            with suppress(Refused):
                await table.undo(seat)
                say(f"{match.lines[-1].number} {match.lines[-1].state_hash}")
    say("over")
    await asyncio.sleep(60)


def main() -> None:
    for slug in registry.SLUGS:
        # Games are imported before the fork, so that no child imports them again.
        registry.get(slug)
    for order in sys.stdin:
        path, seed, how = order.split()
        child = os.fork()
        if not child:
            say(f"pid {os.getpid()}")
            asyncio.run(play(Path(path), seed, how))
            os._exit(0)
        os.waitpid(child, 0)
        say("dead")


if __name__ == "__main__":
    main()
