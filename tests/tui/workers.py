"""A fake pool of workers that answers when the test tells it to."""

from collections.abc import Sequence
from concurrent.futures import Future
from functools import lru_cache

from darwin_core.analysis import review
from darwin_core.analysis.review import Judgement, Seen
from darwin_core.bots import Undecided
from darwin_core.bots.search import Judged
from darwin_core.contract.registry import get
from darwin_core.match import AnyMatch, Match
from darwin_core.match.record import read

WORLDS = 16


class Workers:
    """A pool that keeps its tasks waiting until ``answer`` is called."""

    def __init__(self) -> None:
        self.waiting: list[tuple[Future[list[Judgement]], bytes, list[Seen], int]] = []
        self.asked: list[int] = []
        """All positions for which judgements were asked."""
        self.answers_at_once = False

    def review(self, record, seen, position, worlds, can_wait=False):
        answer: Future[list[Judgement]] = Future()
        self.asked.append(position)
        self.waiting.append((answer, record, [*seen], position))
        if self.answers_at_once:
            self.answer()
        return answer

    def search(self, *_args, **_more):
        """Fail at once, so that the game's own advice is used."""
        answer: Future[list[Judged]] = Future()
        answer.set_exception(Undecided("No search is made in these tests."))
        return answer

    def answer(self, parts: int | None = None) -> None:
        """Answer the first ``parts`` waiting tasks, by default all."""
        for answer, record, seen, position in self.waiting[:parts]:
            if answer.set_running_or_notify_cancel():
                answer.set_result([*judged(record, position, tuple(seen))])
        del self.waiting[:parts]


@lru_cache(maxsize=4096)
def judged(record: bytes, position: int, seen: tuple[Seen, ...]) -> Sequence[Judgement]:
    """Return judgements of a position, cached because several tests ask for the same."""
    return review.judge_all(loaded(record), position, seen, WORLDS)


@lru_cache(maxsize=8)
def loaded(record: bytes) -> AnyMatch:
    reading = read(record)
    return Match.load(get(reading.header.game), reading.header, reading.chain, reading.lines)
