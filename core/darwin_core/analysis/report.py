"""The analysis of a whole match: the reviews of all its seats, and its turning points."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice, pairwise, takewhile
from typing import Final

import msgspec

from darwin_core.analysis.cause import cause
from darwin_core.analysis.review import MISTAKE, Choice, Knowledge, Review
from darwin_core.contract.game import during
from darwin_core.match.match import AnyMatch
from darwin_core.match.recording import AnyRecording
from darwin_core.text.language import tr
from darwin_core.text.seat_names import Lexicon

FORMAT: Final = 7
"""Increased when other numbers are found for the same match, so that kept analyses are dropped."""
TURNING_POINTS_MAX: Final = 3
STEPS_MAX: Final = 3
"""Steps of a turn that are named."""


class TurningPoint(msgspec.Struct, frozen=True):
    """A step that changed a seat's chance much."""

    position: int
    """The actions in force after it."""
    seat: int
    """The seat whose chance changed."""
    before: float
    after: float


class Analysis(msgspec.Struct, frozen=True):
    """A match analysed; chances to win from 0 to 1, one entry for each seat.

    For each seat start, luck and decisions add up to the result.
    """

    game: str
    chain: str
    """The hash of the last line that was analysed."""
    worlds: int
    start: tuple[float, ...]
    luck: tuple[float, ...]
    decisions: tuple[float, ...]
    result: tuple[float, ...]
    curve: tuple[tuple[float, ...], ...]
    """The chance of each seat at each position, by what was known then."""
    turning_points: tuple[TurningPoint, ...]
    choices: tuple[tuple[Choice, ...], ...]
    """The decisions of each seat, beside the best that was found."""
    format: int = FORMAT
    knowledge: Knowledge = "players"

    def choice_before(self, position: int) -> Choice | None:
        """Return the decision before a position, if there was one to take."""
        choices = (each for seat in self.choices for each in seat)
        return next((each for each in choices if each.position + 1 == position), None)

    def mistake_before(self, position: int) -> Choice | None:
        """Return the decision before a position, if a better action was found."""
        choice = self.choice_before(position)
        return choice if choice and choice.cost else None


def analysis_of(
    match: AnyMatch, reviews: Sequence[Review], worlds: int, knowledge: Knowledge = "players"
) -> Analysis:
    """Return the analysis that the reviews of all seats amount to, in the order of seats."""
    curve = tuple(review.chances for review in reviews)
    return Analysis(
        match.game.slug,
        match.chain,
        worlds,
        tuple(review.start for review in reviews),
        tuple(sum(review.luck) for review in reviews),
        tuple(sum(review.decisions) for review in reviews),
        tuple(review.result for review in reviews),
        curve,
        turning_points(curve, range(len(curve))),
        tuple(review.choices for review in reviews),
        knowledge=knowledge,
    )


def turning_points(
    curve: Sequence[Sequence[float]], seats: Iterable[int]
) -> tuple[TurningPoint, ...]:
    """Return the steps that changed the chances of some seats most, in their order; of steps close
    to each other only the largest."""
    found = [
        TurningPoint(position, seat, before, after)
        for seat in seats
        for position, (before, after) in enumerate(pairwise(curve[seat]), 1)
        if abs(after - before) >= MISTAKE
    ]
    found.sort(key=lambda point: -abs(point.after - point.before))
    chosen: list[TurningPoint] = []
    for point in found:
        if all(abs(point.position - other.position) > len(curve) for other in chosen):
            chosen.append(point)
    return tuple(sorted(chosen[:TURNING_POINTS_MAX], key=lambda point: point.position))


def sentence(recording: AnyRecording, point: TurningPoint, lexicon: Lexicon) -> str:
    """Return a turning point in words, as the viewer of a recording may know it."""
    moment = during(recording.game, recording.clocks[point.position - 1])
    said = " ".join(filter(None, _steps(recording, point, lexicon)))
    fell = f"{change(point, lexicon)} {moment}"
    return f"{fell}: {said}" if said else f"{fell}."


def change(point: TurningPoint, lexicon: Lexicon) -> str:
    """Return the change of a turning point in words, without a full stop."""
    return tr(
        "{seat}'s chance rises from {before} to {after} %"
        if point.after > point.before
        else "{seat}'s chance falls from {before} to {after} %",
        seat=lexicon.names[point.seat],
        before=f"{100 * point.before:.0f}",
        after=f"{100 * point.after:.0f}",
    )


def _steps(recording: AnyRecording, point: TurningPoint, lexicon: Lexicon) -> Iterator[str]:
    """Yield what a step did to the seat, and what came of it in the rest of the same turn. Of one
    that only ends a turn, the turn is named; of one that only lays cards or does nothing to the
    seat, what the same turn of the table then brings it."""
    here = point.position
    mover, clock = recording.seat(here), recording.clocks[here - 1]

    def is_in_turn(at: int) -> bool:
        return recording.clocks[at - 1] == clock

    def is_of_mover(at: int) -> bool:
        return is_in_turn(at) and recording.seat(at) == mover

    def settles(at: int) -> bool:
        return _settles(recording, at, point.seat, lexicon)

    steps = [here, *takewhile(is_of_mover, range(here + 1, recording.last + 1))]
    is_mere_end = len(steps) == 1 and not any(each.reveals for each in recording.events(here))
    if is_mere_end:
        before = [*takewhile(is_of_mover, range(here - 1, 0, -1))]
        steps = [*reversed(before), here]
    named = steps[:STEPS_MAX]
    for at in named:
        yield cause(recording, at, (point.seat, mover), lexicon)
    if not any(map(settles, named)):
        later = takewhile(is_in_turn, range(named[-1] + 1, recording.last + 1))
        for at in islice(filter(settles, later), 1):
            yield cause(recording, at, (point.seat,), lexicon)


def _settles(recording: AnyRecording, at: int, seat: int, lexicon: Lexicon) -> bool:
    """Return True if a step did something to a seat, and not only laid or turned up cards."""
    return any(
        lexicon.names[seat] in recording.game.sentence(event, lexicon)
        for event in recording.events(at)
        if event.scores or not (event.reveals or event.is_draft)
    )
