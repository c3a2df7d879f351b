"""The analysis of a whole match: the reviews of all its seats, and its turning points, in figures
and in sentences.

A step is an action, named by the position after it. The sentences about a step are the sentences
about its events. They are composed with a mark, a private character, in place of each seat's name,
so that the sentences about a seat can be told from sentences about others.
"""

import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from itertools import islice, pairwise, takewhile
from math import fsum, hypot
from typing import Final

import msgspec

from darwin_core.analysis.review import MISTAKE, Choice, Knowledge, Review
from darwin_core.contract.game import OMNISCIENT, Event, during
from darwin_core.match.match import AnyMatch
from darwin_core.match.recording import AnyRecording
from darwin_core.text.language import tr
from darwin_core.text.seat_names import SeatNames
from darwin_core.text.wording import chance_figure

_FIRST_MARK: Final = 0xE000
"""Code of the character that stands for the first seat's name; the codes of the other seats follow.
They are the first of Unicode's private use area, so no text has them."""
_MINUS: Final = "\N{MINUS SIGN}"
"""Sign of points lost."""

FORMAT: Final = 14
"""Version of analyses, increased when the same match gets other numbers, so that stored analyses
are dropped."""
TURNING_POINTS_MAX: Final = 3
"""Maximum number of turning points of a match. Chosen by eye; with more, the page of an analysis
gets longer."""
CLEAR_ERRORS: Final = 2.0
"""Standard errors by which a chance must change at a turning point. Chosen; more would drop changes
that are real, fewer would show noise."""
STEPS_MAX: Final = 3
"""Maximum number of steps of a turn that a sentence names. Chosen by eye; more make it longer."""


def cause(
    recording: AnyRecording,
    at: int,
    seats: Sequence[int],
    seat_names: SeatNames,
    lines: Collection[str] = (),
) -> str:
    """Return the sentences about a step that name some players, or all sentences if none does.

    The sentences begin with what brought or cost these players points, then what was revealed for
    it. They omit the result of the match, events that a later event restates as a whole, and what
    the step did to others. Others' points are included if the players had none. If points were won
    or lost, other actions by others and a round's summary are omitted, too.

    Args:
        at: position after the step.
        seats: the players' seats; most is said about the first one.
        lines: labels of the score lines concerned; sentences about others are omitted.
    """
    marks = _marks(len(seat_names.names))
    marks_of_seats = {marks[seat] for seat in seats}
    # Compose with marks instead of names: a name may be part of another, or a word of a sentence.
    marked = SeatNames(tuple(marks))
    sentences = [
        (event, recording.game.texts.sentence(event, marked))
        for event in _events_of_step(recording, at)
    ]
    on_lines = [entry for entry in sentences if not {*lines}.isdisjoint(entry[0].lines)]
    on_seats = [entry for entry in sentences if marks_of_seats.intersection(entry[1])]
    if on_lines:
        # A sentence that names nobody, as about an extinction, may explain these players' lost
        # points.
        on_seats = [
            entry for entry in on_lines if entry in on_seats or not {*marks}.intersection(entry[1])
        ]
    elif not any(event.scores for event, _ in on_seats):
        on_seats = [entry for entry in sentences if entry in on_seats or entry[0].scores]
    chosen = [
        (event, _clauses_about(marks_of_seats, words, marks))
        for event, words in on_seats or sentences
    ]
    return _with_names(
        " ".join(_in_reading_order(chosen, marks[seats[0]])), marks, seat_names.names
    )


def _events_of_step(recording: AnyRecording, at: int) -> Sequence[Event]:
    """Return a step's events without the match result, restated steps, and summaries of what
    scored."""
    events: Sequence[Event] = recording.events(at)
    if recording.outcome and at == recording.last and len(events) > 1:
        # The last event of a match is its result.
        events = events[:-1]
    stated = [event for event in events if not event.is_draft]
    if any(event.scores for event in stated):
        stated = [event for event in stated if not event.sums_up]
    return stated or events


def _in_reading_order(chosen: Sequence[tuple[Event, str]], first: str) -> list[str]:
    """Return the sentences about events in reading order. If points were won or lost, what others
    did is omitted. ``first`` is the mark of the player about whom most is said."""
    scored = [words for event, words in chosen if event.scores]
    revealed = [words for event, words in chosen if event.reveals and not event.scores]
    # Only one revealing sentence is kept, if possible one that names the first player.
    revealed.sort(key=lambda words: first not in words)
    if not scored:
        return [words for event, words in chosen if not event.reveals or words in revealed[:1]]
    others = [words for event, words in chosen if not (event.scores or event.reveals)]
    done = [*scored, *(words for words in others if first in words)]
    return [*done[:1], *revealed[:1], *done[1:]]


def _clauses_about(own_marks: Collection[str], words: str, marks: Collection[str]) -> str:
    """Return the sentences about an event without the clauses about others. Clauses end at
    semicolons. The first one is left out only if it is about others and a later one is not."""

    def is_about(clause: str, sought: Collection[str]) -> bool:
        return any(mark in clause for mark in sought)

    sentences = []
    for sentence in re.split(r"(?<=\.) ", words):
        first, *more = sentence.removesuffix(".").split("; ")
        about = [clause for clause in more if is_about(clause, own_marks)]
        is_of_others = about and is_about(first, marks) and not is_about(first, own_marks)
        sentences.append(f"{'; '.join(about if is_of_others else [first, *about])}.")
    return " ".join(sentences)


def _marks(seats: int) -> list[str]:
    """Return the marks that stand for the names of a number of seats."""
    return [chr(_FIRST_MARK + seat) for seat in range(seats)]


def _with_names(words: str, marks: Sequence[str], names: Sequence[str]) -> str:
    """Return a text with names instead of marks."""
    for mark, name in zip(marks, names, strict=True):
        words = words.replace(mark, name)
    return words


class TurningPoint(msgspec.Struct, frozen=True):
    """A step that greatly changed a seat's chance."""

    position: int
    """Number of actions in force after it."""
    seat: int
    """The seat whose chance changed."""
    before: float
    """The chance before the step, from 0 to 1."""
    after: float


class Analysis(msgspec.Struct, frozen=True):
    """An analysed match; winning chances from 0 to 1, one entry per seat. For each seat, start,
    luck and decisions add up to the result."""

    game: str
    chain: str
    """Hash of the last analysed line."""
    worlds: int
    """Maximum number of worlds in which an action was tried."""
    start: tuple[float, ...]
    luck: tuple[float, ...]
    """Sum of the changes by luck."""
    decisions: tuple[float, ...]
    """Sum of the changes by the seat's decisions, 0 or below."""
    result: tuple[float, ...]
    """Share of the win."""
    curve: tuple[tuple[float, ...], ...]
    """Chance of each seat at each position, by the knowledge at that time."""
    turning_points: tuple[TurningPoint, ...]
    choices: tuple[tuple[Choice, ...], ...]
    """Decisions of each seat, with the best alternative found."""
    format: int = FORMAT
    knowledge: Knowledge = "players"
    errors: tuple[tuple[float, ...], ...] = ()
    """Standard error of each seat's chance at each position."""

    def choice_before(self, position: int) -> Choice | None:
        """Return the decision before a position, if there was one."""
        choices = (choice for seat in self.choices for choice in seat)
        return next((choice for choice in choices if choice.position + 1 == position), None)

    def mistake_before(self, position: int) -> Choice | None:
        """Return the decision before a position, if a better action was found."""
        choice = self.choice_before(position)
        return choice if choice and choice.cost else None


def analysis_of(
    match: AnyMatch, reviews: Sequence[Review], worlds: int, knowledge: Knowledge = "players"
) -> Analysis:
    """Combine the reviews of all seats, in seat order, into an analysis."""
    curve = tuple(review.chances for review in reviews)
    return Analysis(
        match.game.slug,
        match.chain,
        worlds,
        tuple(review.start for review in reviews),
        tuple(fsum(review.luck) for review in reviews),
        tuple(fsum(review.decisions) for review in reviews),
        tuple(review.result for review in reviews),
        curve,
        turning_points(curve, range(len(curve)), [review.errors for review in reviews]),
        tuple(review.choices for review in reviews),
        knowledge=knowledge,
        errors=tuple(review.errors for review in reviews),
    )


def turning_points(
    curve: Sequence[Sequence[float]], seats: Iterable[int], errors: Sequence[Sequence[float]] = ()
) -> tuple[TurningPoint, ...]:
    """Return at most TURNING_POINTS_MAX steps that changed the chances of some seats most, by at
    least MISTAKE, in order of position. Of steps close together, only the step with the largest
    change is returned.

    Args:
        curve: chances of each seat at all positions.
        seats: the seats whose changes count.
        errors: standard errors of these chances; changes of fewer than CLEAR_ERRORS of them are
            ignored. Empty if they are unknown.
    """

    def uncertainty(seat: int, position: int) -> float:
        if not errors:
            return 0.0
        return CLEAR_ERRORS * hypot(errors[seat][position - 1], errors[seat][position])

    points = [
        TurningPoint(position, seat, before, after)
        for seat in seats
        for position, (before, after) in enumerate(pairwise(curve[seat]), 1)
        if abs(after - before) >= max(MISTAKE, uncertainty(seat, position))
    ]
    points.sort(key=lambda point: -abs(point.after - point.before))
    chosen: list[TurningPoint] = []
    for point in points:
        # Close together: within one action of each seat.
        if all(abs(point.position - other.position) > len(curve) for other in chosen):
            chosen.append(point)
    return tuple(sorted(chosen[:TURNING_POINTS_MAX], key=lambda point: point.position))


def sentence(
    recording: AnyRecording,
    point: TurningPoint,
    seat_names: SeatNames,
    analysis: Analysis | None = None,
) -> str:
    """Describe a turning point as a recording's viewer may know it: the action, the points that it
    brought or cost, and the better action.

    If the points speak against the change, as a rival's gain against a rise, say which rival's
    chance changed the other way. A new roll or deal in the same step is named, since the chance
    after the step includes it.

    Args:
        analysis: the analysis of the match; without one, neither rivals' chances nor a better
            action are named.
    """
    choice = analysis.choice_before(point.position) if analysis else None
    curve = analysis.curve if analysis else ()
    moment = during(recording.game, recording.clocks[point.position - 1])
    steps = _steps_of_turn(recording, point)
    is_over = recording.outcome is not None and point.position == recording.last
    lead = f"{change_words(point, seat_names, is_over=is_over)} {moment}"
    counted = [*_step_sentences(recording, point, steps, seat_names)]
    if _is_contrary(recording, point, steps):
        if rival := _rival_change(point, curve):
            other = _rival_words(rival, seat_names, is_over=is_over)
            lead = tr("{change}, and {rival_change}", change=lead, rival_change=other)
        elif point.after > point.before:
            lead = tr("{change}, since it could have gone worse", change=lead)
        else:
            lead = tr("{change}, since it could have gone better", change=lead)
    dealt = _dealt(recording, point, counted, seat_names)
    if dealt:
        lead = tr("{change}, with what was then rolled or dealt", change=lead)
    elif choice and recording.seat(point.position) == point.seat and not _is_by(choice, point):
        # Without these words, the sentence would blame a choice that cost little or nothing.
        lead = tr("{change}, by luck more than by the choice", change=lead)
    parts = [
        *counted,
        *([tr("Then: {sentence}", sentence=dealt)] if dealt else []),
        *_line_sentences(
            recording, (point.seat, _rival(recording, point, steps)), steps, seat_names
        ),
        *_better_sentence(recording, point, choice, seat_names),
    ]
    # Repeat no sentence: two steps may have the same words.
    sentences = [text for part in parts for text in re.split(r"(?<=\.) ", part) if text]
    words = " ".join(dict.fromkeys(sentences))
    return f"{lead}: {words}" if words else f"{lead}."


def _is_by(choice: Choice, point: TurningPoint) -> bool:
    """Return whether a change can be put down to a decision: any rise, and a fall of which the
    decision cost at least half."""
    return point.after >= point.before or 2 * choice.cost >= point.before - point.after


def _is_contrary(recording: AnyRecording, point: TurningPoint, steps: Sequence[int]) -> bool:
    """Return whether the points of some steps cannot be the cause of a change: a rise without a
    gain of the seat or a loss of a rival, a fall without a loss of the seat or a gain of a rival,
    or a fall although the seat gained as much as any rival."""
    before, after = (recording.by_source(at).totals for at in (steps[0] - 1, steps[-1]))
    gains = [now - was for was, now in zip(before, after, strict=True)]
    if point.after < point.before and gains[point.seat] > 0 and gains[point.seat] == max(gains):
        return True
    gainers = {seat for seat, points in enumerate(after) if points > before[seat]}
    losers = {seat for seat, points in enumerate(after) if points < before[seat]}
    # Points that are not safe yet are in no total.
    scored = [event for at in steps for event in recording.events(at) if event.scores]
    losers |= {seat for event in scored for seat in event.losers if seat < len(after)}
    gainers |= {
        event.seat for event in scored if hasattr(event, "seat") and event.seat not in losers
    }
    has_fallen = point.after < point.before
    for_it, against_it = (losers, gainers) if has_fallen else (gainers, losers)
    if point.seat in for_it or against_it - {point.seat}:
        return False
    # Without any points, only a rise by an action of others is unexplained.
    is_own = recording.seat(point.position) == point.seat or any(
        event.reveals and getattr(event, "seat", None) == point.seat
        for event in recording.events(point.position)
    )
    return bool(gainers | losers) or not (is_own or has_fallen)


def _rival_change(point: TurningPoint, curve: Sequence[Sequence[float]]) -> TurningPoint | None:
    """Return the largest change of a rival's chance against a turning point; None if none is
    large."""
    sign = 1 if point.after > point.before else -1
    changes = [
        TurningPoint(point.position, seat, chances[point.position - 1], chances[point.position])
        for seat, chances in enumerate(curve)
        if seat != point.seat
    ]
    largest = max(changes, key=lambda other: sign * (other.before - other.after), default=None)
    is_large = largest and sign * (largest.before - largest.after) >= MISTAKE
    return largest if is_large else None


def _rival_words(rival: TurningPoint, seat_names: SeatNames, *, is_over: bool) -> str:
    return tr(
        "{seat}'s falls from {before} to {after} %"
        if rival.after < rival.before
        else "{seat}'s rises from {before} to {after} %",
        seat=seat_names.names[rival.seat],
        before=chance_figure(rival.before),
        after=chance_figure(rival.after, is_over=is_over),
    )


def _dealt(
    recording: AnyRecording, point: TurningPoint, counted: Sequence[str], seat_names: SeatNames
) -> str:
    """Return sentences about what the step rolled or dealt for all; empty for nothing, or if they
    are named already."""
    named = " ".join(counted)
    marks = _marks(len(seat_names.names))
    dealt = list[str]()
    for event in recording.events(point.position):
        if event.reveals and not hasattr(event, "seat"):
            marked = recording.game.texts.sentence(event, SeatNames(tuple(marks)))
            words = _with_names(marked, marks, seat_names.names)
            # What names several players was dealt to each of them, not rolled for all.
            if sum(mark in marked for mark in marks) <= 1 and words not in named:
                dealt.append(words)
    return " ".join(dealt)


def _steps_of_turn(recording: AnyRecording, point: TurningPoint) -> list[int]:
    """Return the steps of the turn to which a turning point belongs, from that step on. In another
    player's turn the earlier steps count as well, since they are judged together; so they do if the
    step is the last of its turn and reveals nothing."""
    position = point.position
    mover = recording.seat(position)
    clock = recording.clocks[position - 1]

    def is_of_turn(at: int) -> bool:
        return recording.clocks[at - 1] == clock and recording.seat(at) == mover

    after = [*takewhile(is_of_turn, range(position + 1, recording.last + 1))]
    is_mere_end = not after and not any(event.reveals for event in recording.events(position))
    before = list[int]()
    if mover != point.seat or is_mere_end:
        before = [*takewhile(is_of_turn, range(position - 1, 0, -1))]
    return [*reversed(before), position, *after]


def _line_sentences(
    recording: AnyRecording, seats: Iterable[int], steps: Sequence[int], seat_names: SeatNames
) -> Iterator[str]:
    """Yield one sentence for each of some players about the score lines that part of the match
    changed."""
    # From the position before the first step to the one after the last.
    before, after = recording.by_source(steps[0] - 1), recording.by_source(steps[-1])
    for seat in dict.fromkeys(seats):
        had = {line.label: line.points[seat] for line in before.lines}
        changes = [(line.label, line.points[seat] - had.get(line.label, 0)) for line in after.lines]
        lines = [
            f"{tr(label)} {'+' if points > 0 else _MINUS}{abs(points)}"
            for label, points in changes
            if points
        ]
        if lines:
            name = seat_names.names[seat]
            yield tr("{player}: {lines}.", player=name, lines=", ".join(lines))


def _rival(recording: AnyRecording, point: TurningPoint, steps: Sequence[int]) -> int:
    """Return the other player whose points some steps changed most. If several choose at the same
    time, that need not be the last one to act."""
    before, after = (recording.by_source(at).totals for at in (steps[0] - 1, steps[-1]))
    changes = [abs(now - was) for was, now in zip(before, after, strict=True)]
    mover = recording.seat(point.position)
    rivals = [seat for seat in range(len(changes)) if seat != point.seat]
    return max(rivals, key=lambda seat: (changes[seat], seat == mover))


def _better_sentence(
    recording: AnyRecording, point: TurningPoint, choice: Choice | None, seat_names: SeatNames
) -> Iterator[str]:
    """Yield a sentence about the better action, if a decision of the seat caused most of the change
    and the viewer may know the seat's cards."""
    is_known = recording.viewer in (OMNISCIENT, point.seat)
    is_its_own = choice and recording.seat(point.position) == point.seat
    if not (choice and is_known and is_its_own and _is_by(choice, point)):
        return
    if choice.cost:
        game = recording.game
        view = recording.from_perspective(point.seat).view(choice.position)
        action = game.texts.phrase(view, game.texts.parse(choice.best), seat_names)
        yield tr("Better: {action}.", action=action)


def change_words(point: TurningPoint, seat_names: SeatNames, *, is_over: bool) -> str:
    """Return the change of a turning point in words, without a full stop. ``is_over`` if its step
    is the last of the match."""
    return tr(
        "{seat}'s chance rises from {before} to {after} %"
        if point.after > point.before
        else "{seat}'s chance falls from {before} to {after} %",
        seat=seat_names.names[point.seat],
        before=chance_figure(point.before),
        after=chance_figure(point.after, is_over=is_over),
    )


def _step_sentences(
    recording: AnyRecording, point: TurningPoint, steps: Sequence[int], seat_names: SeatNames
) -> Iterator[str]:
    """Yield sentences about what some steps of a turn did to the seat, or to the acting player if
    the seat's chance falls.

    For steps that only lay cards, yield their consequences in the same turn of the table, or what
    they did to others.
    """
    mover = recording.seat(point.position)
    has_fallen = point.after < point.before
    gainer = mover if has_fallen else point.seat

    def settles(at: int) -> bool:
        return _settles(recording, at, gainer)

    def scores(at: int) -> bool:
        return any(event.scores for event in recording.events(at))

    # Of a long turn, prefer the turning point's own step, then the steps that score.
    ranked = sorted(steps, key=lambda at: (at != point.position, not scores(at), at))
    named = sorted(ranked[:STEPS_MAX])
    later = list[int]()
    if not any(map(settles, named)) and not (has_fallen and mover == point.seat):
        later = [*islice(filter(settles, _rest_of_turn(recording, steps[-1])), 1)]
    about = [point.seat, mover]
    if not (later or any(map(settles, named))):
        about += range(len(recording.names))
    for at in named:
        yield cause(recording, at, about, seat_names)
    for at in later:
        yield cause(recording, at, (gainer,), seat_names)
        yield from _line_sentences(recording, (gainer,), (at, at), seat_names)


def _rest_of_turn(recording: AnyRecording, after: int) -> Iterator[int]:
    """Yield the steps after a step in the same turn of the table."""
    clock = recording.clocks[after - 1]
    later = range(after + 1, recording.last + 1)
    return takewhile(lambda at: recording.clocks[at - 1] == clock, later)


def _settles(recording: AnyRecording, at: int, seat: int) -> bool:
    """Return whether a step did something to a seat beyond laying or turning up cards."""
    marks = _marks(len(recording.names))
    marked = SeatNames(tuple(marks))
    return any(
        marks[seat] in recording.game.texts.sentence(event, marked)
        for event in recording.events(at)
        if event.scores or not (event.reveals or event.is_draft)
    )
