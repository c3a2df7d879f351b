"""Analyses of finished matches: made by the workers, kept beside records, and put into words."""

import re
from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from concurrent.futures import Future
from itertools import pairwise
from pathlib import Path
from typing import Final, NamedTuple, TypeVar, cast

import msgspec

from darwin_core.analysis.report import FORMAT, Analysis, analysis_of, cause, sentence
from darwin_core.analysis.review import (
    MISTAKE,
    WORLDS,
    Choice,
    Judgement,
    Knowledge,
    Review,
    Seen,
    review,
    sketch,
    viewer_with,
)
from darwin_core.bots.hints import reason
from darwin_core.contract.game import Outcome, ScoreLine, State, during
from darwin_core.journal import JournalError
from darwin_core.journal.disk import read_whole, write_whole
from darwin_core.match import AnyMatch
from darwin_core.match.recording import AnyRecording, Recording
from darwin_core.teaching import facts
from darwin_core.text.language import mark, noun, tr, tr_in
from darwin_core.text.seat_names import SeatNames
from darwin_core.text.wording import capitalized, counted, listed, percent
from darwin_core.workers import pool
from darwin_tui.paths import Locations, private_dir
from darwin_tui.seating import people_of

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
    choices: tuple[tuple[msgspec.Raw, ...], ...] = ()
    """The decisions of each seat, not read."""

    def given(self, seat: int) -> float | None:
        """Return the chance that a seat gave away per decision, from 0 to 1; None without any."""
        count = len(self.choices[seat]) if seat < len(self.choices) else 0
        return -self.decisions[seat] / count if count else None


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
        # Never -0.0.
        return round(value, 4) or 0.0
    if isinstance(value, dict):
        return {key: _round(each) for key, each in value.items()}
    if isinstance(value, list | tuple):
        return [_round(each) for each in value]
    return value


POSITIONS: Final = 6
"""Positions that a worker judges at a time: few, so that bots need not wait for long."""


class _Part(NamedTuple):
    """Positions that are judged together for some seats."""

    seen: list[Seen]
    positions: list[int]
    judged: "Future[list[list[Judgement]]]"


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
            worlds: the most worlds in which each action is tried.
            knowledge: the cards that are known.

        Raises:
            ValueError: if the match is not over.
        """
        outcome = match.game.outcome(match.state)
        if outcome is None:
            raise ValueError(tr("Only a match that is over can be analysed."))
        self._match, self._locations, self._worlds = match, locations, worlds
        self._knowledge, self._wins = knowledge, outcome.wins
        text, workers = match.text(), pool.shared()
        self._parts: list[_Part] = [
            _Part(seen, positions, workers.review(text, seen, positions, worlds))
            for seen, positions in self._shares()
        ]

    @property
    def _seen(self) -> list[Seen]:
        """Each seat with the viewer whose knowledge is used for it."""
        seats = range(self._match.seats)
        return [Seen(seat, viewer_with(self._knowledge, seat)) for seat in seats]

    def _shares(self) -> Iterator[tuple[list[Seen], list[int]]]:
        """Yield seats and positions that are judged together: first the decisions of the only
        person, then all that is left."""
        history, everybody = self._match.history, self._seen
        people = people_of(self._match.header.players)
        person = people[0] if len(people) == 1 else None
        own = [position for position, played in enumerate(history) if played.seat == person]
        for first in spread_out(range(0, len(own), POSITIONS)):
            yield (
                [seen for seen in everybody if seen.seat == person],
                own[first : first + POSITIONS],
            )
        for first in spread_out(range(0, len(history), POSITIONS)):
            positions = range(first, min(first + POSITIONS, len(history)))
            others = [seen for seen in everybody if seen.seat != person]
            for seen, some in (
                (everybody, [each for each in positions if history[each].seat != person]),
                (others, [each for each in positions if history[each].seat == person]),
            ):
                if seen and some:
                    yield seen, some

    @property
    def share(self) -> float:
        """The share that is done, from 0 to 1."""
        return sum(part.judged.done() for part in self._parts) / max(len(self._parts), 1)

    @property
    def curve(self) -> list[list[float | None]]:
        """The curves of all seats as far as they are found; None where they are not."""
        found = self._judgements()
        return [sketch(judged, self._wins[seat]) for seat, judged in enumerate(found)]

    def _judgements(self) -> list[list[Judgement | None]]:
        """Return the judgements of each seat as far as they are made."""
        found: list[list[Judgement | None]] = [
            [None] * len(self._match.history) for _ in range(self._match.seats)
        ]
        for part in self._parts:
            if part.judged.done() and not part.judged.cancelled() and not part.judged.exception():
                for position, judgements in zip(part.positions, part.judged.result(), strict=True):
                    for seen, judgement in zip(part.seen, judgements, strict=True):
                        found[seen.seat][position] = judgement
        return found

    def poll(self) -> Analysis | None:
        """Return the analysis once it is whole, and keep it.

        Raises:
            Undecided: with a sentence, if the workers fail.
        """
        if self.share < 1:
            return None
        for part in self._parts:
            part.judged.result()
        found = [[each or Judgement() for each in judged] for judged in self._judgements()]
        reviews = [
            review(self._match, seen.seat, found[seen.seat], seen.viewer) for seen in self._seen
        ]
        analysis = rounded(analysis_of(self._match, reviews, self._worlds, self._knowledge))
        if self._locations:
            keep(analysis, self._locations)
        return analysis

    def cancel(self) -> None:
        """Drop what is not done yet."""
        for part in self._parts:
            part.judged.cancel()


def spread_out(places: Sequence[int]) -> list[int]:
    """Return places in an order in which the first ones lie far apart, and later ones between them:
    by the bits of their numbers, read backwards."""
    bits = len(places).bit_length()
    order = sorted(range(len(places)), key=lambda at: int(f"{at:0{bits}b}"[::-1], 2))
    return [places[at] for at in order]


WORST_MAX: Final = 3
"""Mistakes of a player that are named."""
SHARE_COLUMNS: Final = len("+100 %")
KNOWN: Final[dict[Knowledge, str]] = {
    "players": mark("as each player knew the match"),
    "spectator": mark("as a spectator knew the match"),
    "all": mark("with all cards open"),
}
"""The knowledge in words."""
APART: Final = mark("Each player knew other things, so the chances of all need not make 100 %.")


def lines(recording: AnyRecording, analysis: Analysis) -> Iterator[str]:
    """Yield an analysis in lines of text: how each player came to the result, the turning points
    and the worst mistakes."""
    seat_names = SeatNames(recording.names)
    yield tr(
        "{title}: chances to win, {knowledge}",
        title=recording.game.title,
        knowledge=tr(KNOWN[analysis.knowledge]),
    )
    yield ""
    yield from _table(seat_names.names, analysis)
    if analysis.knowledge == "players":
        yield tr(APART)
    if analysis.knowledge == "spectator":
        yield tr("A spectator cannot judge decisions, so all of it counts as luck.")
    else:
        yield tr("A decision counts by what it lacks of the best one; all the rest is luck.")
    if analysis.turning_points:
        yield ""
        yield tr("Turning points")
        for point in analysis.turning_points:
            yield f"{point.position:5}  {sentence(recording, point, seat_names)}"
    for seat, choices in enumerate(analysis.choices):
        worst = sorted((each for each in choices if each.cost), key=lambda each: -each.cost)
        if worst:
            yield ""
            yield tr(
                "{player}: {mistakes} of {decisions}",
                player=seat_names.names[seat],
                mistakes=counted(len(worst), "mistake"),
                decisions=counted(len(choices), "decision"),
            )
            own = recording.from_perspective(seat)
            for choice in worst[:WORST_MAX]:
                played = phrase_of(own, choice, choice.played, seat_names)
                yield f"{choice.position:5}  {played}: {cost_of(own, choice, seat_names)}"


def _table(names: Sequence[str], analysis: Analysis) -> Iterator[str]:
    """Yield the parts of each player's result, in columns below their titles."""
    player = tr("player")
    titles = tr_in("chance", "start"), tr("luck"), tr("decisions"), tr("result")
    width = max(len(player), *map(len, names))
    columns = [max(SHARE_COLUMNS, len(title)) for title in titles]
    rows = [(player, *titles)]
    for seat, name in enumerate(names):
        start, result = (percent(part[seat]) for part in (analysis.start, analysis.result))
        luck, decisions = (
            f"{100 * part[seat]:+.0f} %" for part in (analysis.luck, analysis.decisions)
        )
        rows.append((name, start, luck, decisions, result))
    for name, *cells in rows:
        shown = (f"{cell:>{room}}" for cell, room in zip(cells, columns, strict=True))
        yield "  ".join((f"{name:{width}}", *shown))


def cost_of(recording: AnyRecording, choice: Choice, seat_names: SeatNames) -> str:
    """Return in words what a decision cost and what would have been better, from the perspective of
    its seat."""
    name, best = (
        seat_names.names[recording.viewer],
        phrase_of(recording, choice, choice.best, seat_names),
    )
    return tr(
        "{mark} costs {player} {share} points of the chance to win; better: {action}.",
        mark=choice.mark,
        player=name,
        share=share_of(choice),
        action=best,
    )


def share_of(choice: Choice) -> str:
    """Return the cost of a decision in points of the chance to win, with its error where that is a
    point or more: ``9 ± 3``."""
    cost, error = round(100 * choice.cost), round(100 * choice.error)
    return f"{cost} ± {error}" if error else str(cost)


def phrase_of(recording: AnyRecording, choice: Choice, text: str, seat_names: SeatNames) -> str:
    """Return an action that was open at a decision in words."""
    game = recording.game
    return game.texts.phrase(recording.view(choice.position), game.texts.parse(text), seat_names)


def reasons(outcome: Outcome, viewer: int | None) -> tuple[int, int, list[tuple[int, str]]]:
    """Return two seats and the lines in which their points differ, the largest difference first.

    The first seat is the viewer's, or the winner's if nobody looks alone; the second is the
    winner's, or that of the next best if the first has won.
    """
    order = sorted(range(len(outcome.ranks)), key=lambda seat: outcome.ranks[seat])
    one = order[0] if viewer is None else viewer
    other = order[1] if one == order[0] else order[0]
    found = [(line.points[one] - line.points[other], line.label) for line in outcome.lines]
    ranked = sorted((each for each in found if each[0]), key=lambda each: -abs(each[0]))
    return one, other, ranked


OTHER_LINES: Final = mark("other lines")
"""The label of the lines that have no room."""


def first_reasons(found: Sequence[tuple[int, str]], most: int) -> list[tuple[int, str]]:
    """Return the largest differences, with the rest as the last of them, so that they add up."""
    rest = sum(points for points, _ in found[most - 1 :])
    if len(found) <= most:
        return [*found]
    return [*found[: most - 1], *([(rest, OTHER_LINES)] if rest else [])]


SWINGS_MAX: Final = 3


class _Duel(NamedTuple):
    """The two players of whom the points are compared."""

    one: int
    other: int
    sign: int
    """1 if the first has won, else -1."""
    found: Sequence[tuple[int, str]]
    """The differences and the lines of the score, the largest first."""
    names: tuple[str, str]
    """Both in a sentence; the first is empty for the viewer."""


def swings(
    recording: AnyRecording, viewer: int | None, seat_names: SeatNames
) -> list[tuple[int, str]]:
    """Return the actions that decided most: the position after each, and a text.

    They are those that went against the player where they have lost, and else those for them. Where
    the lines of the score name sources, they are what made the lines that differ most, these first.
    Otherwise they are the largest changes of the totals, in their order.

    Args:
        recording: of a match that is over; of one that is not there are none.
        viewer: the player; the winner if nobody looks alone.
        seat_names: the names.
    """
    if recording.outcome is None or len(recording.names) < 2:
        return []
    outcome = recording.by_source()
    one, other, found = reasons(outcome, viewer)
    names = "" if one == viewer else recording.names[one], recording.names[other]
    duel = _Duel(one, other, 1 if one in outcome.winners else -1, found, names)
    standings = [recording.by_source(at) for at in range(recording.last + 1)]
    if recording.game.has_lines_by_source:
        return _by_lines(recording, duel, [standing.lines for standing in standings], seat_names)
    views = [recording.view(at) for at in range(recording.last)]
    risks = [*(_at_risk(recording, view, duel) for view in views), 0]
    leads = [
        standing.totals[one] - standing.totals[other] + risk
        for standing, risk in zip(standings, risks, strict=True)
    ]
    return _by_totals(recording, duel, leads, seat_names)


def _by_lines(
    recording: AnyRecording,
    duel: _Duel,
    course: Sequence[Sequence[ScoreLine]],
    seat_names: SeatNames,
) -> list[tuple[int, str]]:
    """Return the lines that differ most, and the action or two that made most of each; lines that
    owe most to the same action are in one text. The start, at 0, counts as an action: seats may
    begin with different points."""
    leads = {
        rows[-1].label: [0, *(row.points[duel.one] - row.points[duel.other] for row in rows)]
        for rows in zip(*course, strict=True)
    }
    groups = dict[int, list[tuple[int, str]]]()
    for points, label in duel.found:
        if points * duel.sign > 0:
            at = _largest(_changes(leads[label], 0), duel.sign)[0]
            groups.setdefault(at, []).append((points, label))
    swings = []
    for at, group in list(groups.items())[:SWINGS_MAX]:
        total = sum(points for points, _ in group)
        parts = [leads[label] for _, label in group]
        changes = _changes([sum(each) for each in zip(*parts, strict=True)], 0)
        is_most = 2 * abs(changes[at]) > abs(total)
        named = _largest(changes, duel.sign)[: 1 if is_most else 2]
        sources = []
        for each in named:
            moment, why = _source(recording, duel, each, seat_names, [label for _, label in group])
            # Of two actions the first sentence alone: more would stand between the two.
            why = re.split(r"(?<=\.) ", why)[0] if len(named) > 1 else why
            share = _share(abs(changes[each]), abs(total), moment)
            sources.append(f"{share}: {why}" if why else f"{share}.")
        lines = listed([tr(label) for _, label in group])
        # Of several actions each begins where the last sentence has ended.
        sources = [sources[0], *map(capitalized, sources[1:])]
        swings.append((at, f"{_distance(duel, abs(total), lines)}, {' '.join(sources)}"))
    return swings


def _distance(duel: _Duel, points: int, lines: str) -> str:
    """Return the beginning of a sentence on lines of the score in which two players differ."""
    name, other = duel.names
    if name:
        text = mark("{name} was {points} ahead of {other} in {lines}")
    elif duel.sign > 0:
        text = mark("You were {points} ahead of {other} in {lines}")
    else:
        text = mark("You were {points} behind {other} in {lines}")
    return tr(text, name=name, points=counted(points, "point"), other=other, lines=lines)


def _share(points: int, total: int, moment: str) -> str:
    """Return the rest of it: how much of a difference came from an action at a time."""
    if points == total:
        return tr("all {moment}", moment=moment)
    if points < total:
        return tr("{points} of them {moment}", points=points, moment=moment)
    rest = points - total
    return tr(
        "{points} {moment}, less {rest} at other times", points=points, moment=moment, rest=rest
    )


def _source(
    recording: AnyRecording, duel: _Duel, at: int, seat_names: SeatNames, lines: Collection[str]
) -> tuple[str, str]:
    """Return the time of the action before a position, and what it did to lines of the score;
    nothing of the start."""
    if not at:
        return tr("from the start"), ""
    why = cause(recording, at, (duel.one, duel.other), seat_names, lines)
    return _moment(recording, at), why


def _by_totals(
    recording: AnyRecording, duel: _Duel, leads: Sequence[int], seat_names: SeatNames
) -> list[tuple[int, str]]:
    """Return the largest changes of the totals, in their order."""
    changes = _changes(leads, 1)
    swings = []
    for at in sorted(_largest(changes, duel.sign)[:SWINGS_MAX]):
        moment = _moment(recording, at)
        why = cause(recording, at, (duel.one, duel.other), seat_names)
        swings.append((at, f"{_gain(duel, abs(changes[at]))} {moment}: {why}"))
    return swings


def _gain(duel: _Duel, points: int) -> str:
    """Return the beginning of a sentence on points that one player gained on the other."""
    name, other = duel.names
    if name:
        text = mark("{name} gained {points} on {other}")
    elif duel.sign > 0:
        text = mark("You gained {points} on {other}")
    else:
        text = mark("{other} gained {points} on you")
    return tr(text, name=name, points=counted(points, "point"), other=other)


def _changes(leads: Sequence[int], first: int) -> dict[int, int]:
    """Return the changes of a lead, by the position after each; the first is given."""
    return {at: after - before for at, (before, after) in enumerate(pairwise(leads), first)}


def _largest(changes: Mapping[int, int], sign: int) -> list[int]:
    """Return the positions of the changes of one sign, the largest first."""
    order = sorted(changes, key=lambda at: (-sign * changes[at], not at, at))
    return [at for at in order if sign * changes[at] > 0]


def _moment(recording: AnyRecording, at: int) -> str:
    """Return the time of the action before a position in words."""
    return during(recording.game, recording.clocks[at - 1])


def _at_risk(recording: AnyRecording, view: State, duel: _Duel) -> int:
    """Return the lead of points taken that are not safe yet: they are won in the turn that takes
    them, not when a round ends."""
    game = recording.game
    if not (risk := facts.of(game.package).get("risk")):
        return 0
    now = facts.Now(game, view, duel.one, (), SeatNames())
    return cast(int, risk(now, str(duel.one))) - cast(int, risk(now, str(duel.other)))


NOTHING_BETTER: Final = mark("No decision of yours cost you much of your chance to win.")
NOT_YOURS: Final = mark("No decision of yours cost much.")


class Fall(NamedTuple):
    """A fall of a chance to win that no decision of the player made; a rise if it is negative."""

    first: int
    """The position after the first step that can have made it."""
    last: int
    """The position after the last one."""
    before: float
    after: float

    @property
    def share(self) -> float:
        """The chance that was lost."""
        return self.before - self.after


class Hindsight:
    """The decisions of one player, judged one by one with what that player knew."""

    def __init__(self, match: AnyMatch, seat: int) -> None:
        """Begin; ``is_done`` says when all are judged.

        Args:
            match: the match, which is over.
            seat: of the player.
        """
        self.recording: AnyRecording = Recording(match, seat)
        text, workers = match.text(), pool.shared()
        self._match, self._seat = match, seat
        self._parts: dict[int, Future[list[list[Judgement]]]] = {
            position: workers.review(text, [Seen(seat, seat)], [position], WORLDS)
            for position, act in enumerate(match.history)
            if act.seat == seat and not self.recording.forced[position]
        }

    @property
    def is_done(self) -> bool:
        """All decisions are judged."""
        return all(part.done() for part in self._parts.values())

    def _review(self) -> Review:
        """Return the review of the match at the decisions of the player only.

        Raises:
            Undecided: with a sentence, if the workers fail.
        """
        judged = [Judgement()] * len(self._match.history)
        for position, part in self._parts.items():
            [[judgement]] = part.result()
            is_in_turn = position and self._match.history[position - 1].seat == self._seat
            judged[position] = msgspec.structs.replace(
                judgement, is_news=judgement.is_news or not is_in_turn
            )
        return review(self._match, self._seat, judged)

    def worst(self) -> Choice | None:
        """Return the decision that cost most; None if none cost much.

        Raises:
            Undecided: with a sentence, if the workers fail.
        """
        choices = [choice for choice in self._review().choices if choice.cost >= MISTAKE]
        return max(choices, key=lambda choice: choice.cost, default=None)

    def falls(self) -> list[Fall]:
        """Return the changes of the chance to win between decisions, by what others did and by
        luck; none for a player who has not lost."""
        if self._seat in self.recording.standing.winners:
            return []
        steps = [*self._chances(), (self.recording.last, 0.0, 0.0)]
        return [
            Fall(here + 1, there, before, after)
            for (here, _, before), (there, after, _) in pairwise(steps)
        ]

    def start(self) -> float:
        """Return the chance to win at the player's first decision."""
        return next((chance for _, chance, _ in self._chances()), 0.0)

    def _chances(self) -> list[tuple[int, float, float]]:
        """Return the position of each decision, and the chance to win before and after it."""
        reviewed = self._review()
        return [
            (choice.position, before := reviewed.chances[choice.position], before - choice.cost)
            for choice in reviewed.choices
        ]

    def cancel(self) -> None:
        """Drop what is not judged yet."""
        for part in self._parts.values():
            part.cancel()


def words(recording: AnyRecording, choice: Choice, seat_names: SeatNames) -> str:
    """Return a decision, what would have been better, and what it cost: the sentences that say most
    come first, for there may be no room for all."""
    moment = during(recording.game, recording.clocks[choice.position])
    best, played = (
        phrase_of(recording, choice, text, seat_names) for text in (choice.best, choice.played)
    )
    cost = tr(
        "Your costliest choice {moment}: {action}. Better: {better}. It cost {share} points of "
        "your chance to win.",
        moment=moment,
        action=played,
        better=best,
        share=share_of(choice),
    )
    why = reason(choice.why)
    return f"{cost} {tr('The better one brings {why}.', why=why)}" if why else cost


def fall_words(
    recording: AnyRecording, start: float, falls: Sequence[Fall], seat_names: SeatNames
) -> tuple[int, str]:
    """Return the position after the step that the largest fall is owed to most, and sentences on
    what made the difference to the chance at the start, as no decision did."""
    fall = max(falls, key=lambda fall: fall.share)
    if fall.share < MISTAKE:
        return recording.last, f"{tr(NOT_YOURS)} {_bit_by_bit(recording, start, falls)}"
    one, other, _ = reasons(recording.by_source(), recording.viewer)
    totals = [recording.by_source(at).totals for at in range(fall.first - 1, fall.last + 1)]
    leads = [points[one] - points[other] for points in totals]
    changes = {at: now - was for at, (was, now) in enumerate(pairwise(leads), fall.first)}
    at = min(changes, key=lambda each: (changes[each], each))
    fell = tr(
        "Your chance fell most {moment} ({before} to {after} %).",
        moment=during(recording.game, recording.clocks[at - 1]),
        before=f"{100 * fall.before:.0f}",
        after=f"{100 * fall.after:.0f}",
    )
    by_others = tr("Others and luck did that.")
    why = cause(recording, at, (one, other), seat_names) if changes[at] < 0 else by_others
    return at, f"{tr(NOT_YOURS)} {fell} {why}"


def _bit_by_bit(recording: AnyRecording, start: float, falls: Sequence[Fall]) -> str:
    """Return a sentence on a chance that no single step took, with the round that took most."""
    game = recording.game
    lost = defaultdict[int, float](float)
    for fall in falls:
        lost[recording.clocks[fall.first - 1].round] += fall.share
    round = max(lost, key=lambda each: lost[each])
    has_rounds = len(lost) > 1 and not game.counts_turns_on
    return tr(
        "You began with a chance of {chance} %; others and luck took it bit by bit, most of it in "
        "{round} ({share} %)."
        if has_rounds
        else "You began with a chance of {chance} %; others and luck took it bit by bit.",
        chance=f"{100 * start:.0f}",
        round=noun(game.clock_words[0]).followed_by(round),
        share=f"{100 * lost[round]:.0f}",
    )
