"""A fake pool of workers that answers when the test tells it to."""

from collections.abc import Sequence
from concurrent.futures import Future
from functools import lru_cache

from darwin_core.analysis import review
from darwin_core.analysis.report import Analysis, analysis_of
from darwin_core.analysis.review import Judgement, Seen
from darwin_core.bots import Undecided
from darwin_core.bots.search import Judged
from darwin_core.contract.registry import get
from darwin_core.match import AnyMatch, Match
from darwin_core.match.record import read

WORLDS = 16
Played = tuple[object, ...]
"""A match by its game, number of seats, seed, start, options and lines."""


class Workers:
    """A pool that keeps its tasks waiting until ``answer`` is called."""

    def __init__(self) -> None:
        self.waiting: list[tuple[Future[list[Judgement]], bytes, list[Seen], int]] = []
        self.asked: list[int] = []
        """All positions for which judgements were asked."""
        self.answers_at_once = False
        self.judges = True
        """Positions are judged by a search, which takes seconds for a match. If False, all chances
        are even, for tests of what becomes of an analysis with any content."""

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
                even = [Judgement(0.5, is_news=True)] * len(seen)
                answer.set_result([*judged(record, position, tuple(seen))] if self.judges else even)
        del self.waiting[:parts]


_judgements: dict[tuple[Played, int, tuple[Seen, ...]], Sequence[Judgement]] = {}


def judged(record: bytes, position: int, seen: tuple[Seen, ...]) -> Sequence[Judgement]:
    """Return judgements of a position, cached because several tests ask for the same."""
    played, match = loaded(record)
    key = played, position, seen
    if key not in _judgements:
        _judgements[key] = review.judge_all(match, position, seen, WORLDS)
    return _judgements[key]


def analysed(match: AnyMatch) -> Analysis:
    """Return the analysis of a match that is over, as these workers make it."""
    seats = range(match.seats)
    seen = tuple(Seen(seat, seat) for seat in seats)
    text = match.text()
    by_position = [judged(text, position, seen) for position in range(len(match.history))]
    reviews = [review.review(match, seat, [row[seat] for row in by_position]) for seat in seats]
    return analysis_of(match, reviews, WORLDS)


@lru_cache(maxsize=8)
def loaded(record: bytes) -> tuple[Played, AnyMatch]:
    """Return the match of a record, and all that its positions follow from: not the names of the
    players, nor who controls them."""
    reading = read(record)
    head = reading.header
    lines = tuple((line.seat, line.action, line.state_hash) for line in reading.lines)
    played = head.game, len(head.players), head.seed, bytes(head.start), str(head.options), lines
    return played, Match.load(get(head.game), head, reading.chain, reading.lines)
