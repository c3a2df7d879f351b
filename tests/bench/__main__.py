"""Measurements of the program's speed.

python -m tests.bench engine --game journey
    Rates of a game beside its peers (pip install -e '.[bench]' brings them).

python -m tests.bench latency
    First frame, keys and bytes in a terminal, beside a bare Textual program.

python -m tests.bench boards
    CPU and bytes of the boards.

python -m tests.bench analysing --game journey
    Keys of a replay while its match is analysed.

python -m tests.bench workers --game dice --pairs 10
    A search split among two workers, beside the same search of one.

python -m tests.bench server --sessions 40
    Keys, memory and arrivals of a server in one process, and a table with spectators.

python -m tests.bench server --sessions 100 --processes 3
    Keys of a server of three processes that share a Redis, and a table with spectators.
"""

import argparse
import sys
from collections.abc import Iterator
from itertools import chain
from pathlib import Path

import msgspec

from darwin_core.contract import registry

from . import engine
from .paired import PAIRS, PAIRS_MIN, Figure


def main(args: list[str] | None = None) -> None:
    """Measure the figures that the command line names, and print them."""
    lines = argparse.RawDescriptionHelpFormatter
    parser = argparse.ArgumentParser("tests.bench", description=__doc__, formatter_class=lines)
    kinds = ["engine", "latency", "boards", "analysing", "workers", "server"]
    parser.add_argument("figures", choices=kinds)
    parser.add_argument("--game", default="dice", choices=registry.SLUGS)
    parser.add_argument("--pairs", type=int, default=PAIRS, help="slices of each side")
    parser.add_argument("--other", metavar="PYTHON", help="an installation to be measured beside")
    parser.add_argument("--sessions", type=int, default=40, help="players of a server")
    parser.add_argument("--processes", type=int, default=1, help="processes of a server")
    parser.add_argument("--json", action="store_true")
    given = parser.parse_args(args)
    if given.pairs < PAIRS_MIN:
        parser.error(f"--pairs must be {PAIRS_MIN} at least")
    measured = []
    for figure in _figures(given):
        measured.append(figure)
        if not given.json:
            print(engine.line(figure), flush=True)
    if given.json:
        print(msgspec.json.encode(measured).decode())


def _figures(given: argparse.Namespace) -> Iterator[Figure]:
    """Yield the figures that the command line asks for."""
    if given.figures == "latency":
        from . import latency  # Only where there are ptys.

        return latency.figures(given.pairs, given.other)
    if given.figures == "boards":
        from . import boards  # Only where boards are measured.

        return chain.from_iterable(boards.figures(slug) for slug in registry.SLUGS)
    if given.figures == "analysing":
        from . import analysing  # Only where there are ptys.

        return analysing.figures(given.game)
    if given.figures == "workers":
        from . import workers  # Only where /proc tells the time of a process.

        return workers.figures(given.game, given.pairs)
    if given.figures == "server":
        # What the tests of the server use, they import from the folder of all tests.
        sys.path.insert(0, str(Path(__file__).parents[1]))
        from . import sessions

        return sessions.figures(given.sessions, given.processes)
    noted: set[str] = set()

    def note(sentence: str) -> None:
        if sentence not in noted:
            noted.add(sentence)
            print(sentence, file=sys.stderr)

    game = registry.get(given.game)
    return chain(engine.control(note, given.pairs), engine.figures(game, note, given.pairs))


if __name__ == "__main__":
    main()
