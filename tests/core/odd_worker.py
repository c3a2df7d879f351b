"""A worker for the tests of pools: the seconds of a question encode how its search fails."""

import os
import sys
import time
from functools import partial
from pathlib import Path
from typing import Any

from darwin_core.bots.search import Searcher
from darwin_core.workers import worker

ENDLESS, STUCK, DEADLY, DEADLY_ONCE, FAULTY = 11.0, 12.0, 13.0, 14.0, 15.0
"""Seconds that ask for a search without end, one that hangs, one that kills its worker, always or
only the first time, and one that raises an error."""


def odd_search(searcher: Searcher, *args: Any) -> Any:
    """Return a sound search whose rollouts are replaced by the failure that is asked for."""
    search: Any = sound_search(Searcher(1.0), *args)
    search.play_next = partial(play_next, searcher.seconds)
    return search


def play_next(seconds: float) -> bool:
    if seconds == STUCK:
        time.sleep(600)
    if seconds == DEADLY:
        os._exit(1)
    mark = Path(sys.argv[1], "died")
    if seconds == DEADLY_ONCE and not mark.exists():
        mark.touch()
        os._exit(1)
    if seconds == FAULTY:
        raise ZeroDivisionError
    return seconds == ENDLESS


if __name__ == "__main__":
    sound_search = Searcher.search
    setattr(Searcher, "search", odd_search)  # noqa: B010
    worker.main()
