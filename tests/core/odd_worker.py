"""A worker whose searches end as the seconds of a question tell: started by the tests of pools."""

import os
import sys
import time
from pathlib import Path
from typing import Any

from darwin_core.bots import worker
from darwin_core.bots.search import Searcher

ENDLESS, STUCK, DEADLY, DEADLY_ONCE, FAULTY = 11.0, 12.0, 13.0, 14.0, 15.0


class OddSearcher:
    def __init__(self, seconds: float) -> None:
        self.seconds = seconds

    def search(self, *args: Any) -> Any:
        search: Any = Searcher(1.0).search(*args)
        search.play_next = self._play_next
        return search

    def _play_next(self) -> bool:
        if self.seconds == STUCK:
            time.sleep(600)
        if self.seconds == DEADLY:
            os._exit(1)
        mark = Path(sys.argv[1], "died")
        if self.seconds == DEADLY_ONCE and not mark.exists():
            mark.touch()
            os._exit(1)
        if self.seconds == FAULTY:
            raise ZeroDivisionError
        return self.seconds == ENDLESS


if __name__ == "__main__":
    setattr(worker, "Searcher", OddSearcher)  # noqa: B010
    worker.main()
