"""Analyses on their way: made by the workers of the program, a few positions at a time."""

from collections.abc import Sequence
from concurrent.futures import Future
from typing import Final

from darwin_core.analysis.report import Analysis, analysis_of
from darwin_core.analysis.review import WORLDS, Judgement, Knowledge, review, sketch, viewer_with
from darwin_core.match import AnyMatch
from darwin_core.text.language import tr
from darwin_core.workers import pool
from darwin_tui.analysis.kept import keep, rounded
from darwin_tui.paths import Locations

POSITIONS: Final = 6
"""Positions that a worker judges at a time: few, so that bots need not wait for long."""


class Analysing:
    """The analysis of a match on its way, in the workers of the program."""

    def __init__(
        self,
        match: AnyMatch,
        locations: Locations | None,
        worlds: int = WORLDS,
        knowledge: Knowledge = "players",
    ) -> None:
        """Begin; ``poll`` says when it is done.

        Args:
            match: the match.
            locations: the folders to keep the analysis in; None to keep it nowhere.
            worlds: the number of worlds in which each action is tried.
            knowledge: the cards that are known.

        Raises:
            ValueError: if the match is not over.
        """
        outcome = match.game.outcome(match.state)
        if outcome is None:
            raise ValueError(tr("Only a match that is over can be analysed."))
        self._match, self._locations, self._worlds = match, locations, worlds
        self._knowledge, self._wins = knowledge, outcome.wins
        text, last = match.text(), len(match.history)
        workers = pool.shared()
        self._firsts = range(0, last, POSITIONS)
        self._parts: list[dict[int, Future[list[Judgement]]]] = [{} for _ in self._viewers]
        for first in spread_out(self._firsts):
            for seat, viewer in self._viewers:
                count = min(POSITIONS, last - first)
                part = workers.review(text, seat, viewer, first, count, worlds)
                self._parts[seat][first] = part

    @property
    def _viewers(self) -> list[tuple[int, int]]:
        """Each seat with the viewer whose knowledge is used for it."""
        seats = range(self._match.seats)
        return [(seat, viewer_with(self._knowledge, seat)) for seat in seats]

    @property
    def share(self) -> float:
        """The share that is done, from 0 to 1."""
        parts = [part for seat in self._parts for part in seat.values()]
        return sum(part.done() for part in parts) / max(len(parts), 1)

    @property
    def curve(self) -> list[list[float | None]]:
        """The curves of all seats as far as they are found; None where they are not."""
        last = len(self._match.history)
        found = []
        for seat, parts in enumerate(self._parts):
            judged: list[Judgement | None] = [None] * last
            for first, part in parts.items():
                if part.done() and not part.cancelled() and not part.exception():
                    judgements = part.result()
                    judged[first : first + len(judgements)] = judgements
            found.append(sketch(judged, self._wins[seat]))
        return found

    def poll(self) -> Analysis | None:
        """Return the analysis once it is whole, and keep it.

        Raises:
            Undecided: with a sentence, if the workers fail.
        """
        if self.share < 1:
            return None
        reviews = []
        for (seat, viewer), parts in zip(self._viewers, self._parts, strict=True):
            found = [parts[first].result() for first in self._firsts]
            judgements = [judgement for each in found for judgement in each]
            reviews.append(review(self._match, seat, judgements, viewer))
        analysis = rounded(analysis_of(self._match, reviews, self._worlds, self._knowledge))
        if self._locations:
            keep(analysis, self._locations)
        return analysis

    def cancel(self) -> None:
        """Drop what is not done yet."""
        for parts in self._parts:
            for part in parts.values():
                part.cancel()


def spread_out(places: Sequence[int]) -> list[int]:
    """Return places in an order in which the first ones lie far apart, and later ones between them:
    by the bits of their numbers, read backwards."""
    bits = len(places).bit_length()
    order = sorted(range(len(places)), key=lambda at: int(f"{at:0{bits}b}"[::-1], 2))
    return [places[at] for at in order]
