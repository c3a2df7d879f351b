"""Analyses of finished matches, as a player meets them.

``making`` has them made by the workers, ``kept`` keeps them, ``words`` puts them into words.
``hindsight`` finds the costliest decision of one player alone, which is quicker. ``reasons`` and
``swings`` need no workers: they read from the score and the actions why a match was won or lost.
"""

from collections.abc import Sequence
from concurrent.futures import Future
from pathlib import Path
from typing import Final, TypeVar

import msgspec

from darwin_core.analysis.report import FORMAT, Analysis, analysis_of
from darwin_core.analysis.review import WORLDS, Judgement, Knowledge, review, sketch, viewer_with
from darwin_core.journal import JournalError
from darwin_core.journal.disk import read_whole, write_whole
from darwin_core.match import AnyMatch
from darwin_core.text.language import tr
from darwin_core.workers import pool
from darwin_tui.paths import Locations, private_dir

BESIDE: Final = ".analysis.json"
"""At the end of the name of an analysis that lies beside its record, as those of the samples do."""
BYTES_MAX: Final = 4 * 2**20


class Sums(msgspec.Struct, frozen=True):
    """The sums of an analysis, read without the rest of it; one entry for each seat."""

    format: int
    game: str
    chain: str
    start: tuple[float, ...]
    luck: tuple[float, ...]
    decisions: tuple[float, ...]
    result: tuple[float, ...]


Kind = TypeVar("Kind", Analysis, Sums)


def find(
    match: AnyMatch,
    record: Path | None,
    locations: Locations,
    knowledge: Knowledge = "players",
) -> Analysis | None:
    """Return the analysis of a match that was kept, or that lies beside its record; None if there
    is none that holds."""
    path = locations.analysis_of(match.chain, knowledge)
    beside = record if knowledge == "players" else None
    found = _found(Analysis, match.game.slug, match.chain, path, beside)
    return found if found and len(found.curve) == match.seats else None


def sums_of(slug: str, chain: str, record: Path, locations: Locations) -> Sums | None:
    """Return the sums of the analysis of a match, found by the last hash of its record; None if
    there is none that holds."""
    return _found(Sums, slug, chain, locations.analysis_of(chain), record)


def _found(kind: type[Kind], slug: str, chain: str, path: Path, record: Path | None) -> Kind | None:
    paths = [path]
    if record:
        paths.append(record.with_name(f"{record.stem}{BESIDE}"))
    for path in paths:
        try:
            found = msgspec.json.decode(read_whole(path, BYTES_MAX), type=kind)
        except (OSError, JournalError, msgspec.MsgspecError, UnicodeDecodeError):
            continue
        if (found.format, found.game, found.chain) == (FORMAT, slug, chain):
            return found
    return None


def keep(analysis: Analysis, locations: Locations) -> None:
    """Keep an analysis.

    Raises:
        JournalError: if it cannot be written.
    """
    path = locations.analysis_of(analysis.chain, analysis.knowledge)
    private_dir(path.parent)
    write_whole(path, msgspec.json.encode(rounded(analysis)))


def rounded(analysis: Analysis) -> Analysis:
    """Return an analysis with numbers of four decimals: more would be noise."""
    plain = msgspec.to_builtins(analysis)
    return msgspec.convert(_round(plain), type=Analysis)


def _round(value: object) -> object:
    if isinstance(value, float):
        return round(value, 4)
    if isinstance(value, dict):
        return {key: _round(each) for key, each in value.items()}
    if isinstance(value, list | tuple):
        return [_round(each) for each in value]
    return value


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
