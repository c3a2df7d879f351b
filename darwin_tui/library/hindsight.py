"""A finished match in words: reasons of its result, decisive actions, and the costs of
decisions."""

import re
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Final, NamedTuple, cast

from darwin_core.analysis.report import Analysis, cause, sentence
from darwin_core.analysis.review import MISTAKE, Choice, Knowledge, Review
from darwin_core.bots.hints import main_words
from darwin_core.bots.search import Claim
from darwin_core.contract.game import Outcome, ScoreLine, State, during
from darwin_core.match import AnyMatch
from darwin_core.match.recording import AnyRecording
from darwin_core.teaching import facts
from darwin_core.text.language import mark, noun, tr, tr_in
from darwin_core.text.seat_names import SeatNames
from darwin_core.text.wording import (
    capitalized,
    chance_figure,
    chance_words,
    counted,
    listed,
    percent,
)
from darwin_tui.library.analyses import Analysing, review_of_seat
from darwin_tui.strength.figures import aligned, signed_share, with_minus

WORST_MAX: Final = 3
"""Number of a player's mistakes that are named."""
KNOWN: Final[dict[Knowledge, str]] = {
    "players": mark("as each player knew the match"),
    "spectator": mark("as a spectator knew the match"),
    "all": mark("with all cards open"),
}
"""The knowledge in words."""
FOLLOWED: Final = mark("A hint had named the action played, too.")
"""Words about a costly decision that followed a hint."""
APART: Final = mark("Each player knew other things, so the chances of all need not make 100 %.")
"""The sentence below chances that do not add up."""


def lines(
    recording: AnyRecording, analysis: Analysis, followed: Collection[int] = ()
) -> Iterator[str]:
    """Yield an analysis as lines of text.

    They contain the parts of each player's result, the turning points and the worst mistakes, each
    with the number of its action.

    Args:
        followed: positions of decisions that followed a hint.
    """
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
            choice = analysis.choice_before(point.position)
            words = sentence(recording, point, seat_names, analysis)
            if choice and choice.cost and choice.position in followed:
                words = f"{words} {tr(FOLLOWED)}"
            # Five columns hold the number of any action.
            yield f"{point.position:5}  {words}"
    for seat, choices in enumerate(analysis.choices):
        worst = sorted(
            (costly for costly in choices if costly.cost), key=lambda costly: -costly.cost
        )
        if worst:
            yield ""
            yield tr(
                "{player}: {mistakes} of {decisions}",
                player=seat_names.names[seat],
                # Slips are listed, too, but cost less than a mistake.
                mistakes=counted(sum(costly.cost >= MISTAKE for costly in worst), "mistake"),
                decisions=counted(len(choices), "decision"),
            )
            own_recording = recording.from_perspective(seat)
            for choice in worst[:WORST_MAX]:
                played = phrase_of(own_recording, choice, choice.played, seat_names)
                cost = cost_of(own_recording, choice, seat_names)
                cost = f"{cost} {tr(FOLLOWED)}" if choice.position in followed else cost
                # Mistakes are numbered like turning points, and like the actions of a replay.
                yield f"{choice.position + 1:5}  {played}: {cost}"


def _table(names: Sequence[str], analysis: Analysis) -> Iterator[str]:
    """Yield the parts of each player's result, in columns below their titles."""
    rows = [
        (tr("player"), tr_in("chance", "start"), tr("luck"), tr("decisions"), tr("result")),
    ]
    for seat, name in enumerate(names):
        start, result = chance_words(analysis.start[seat]), percent(analysis.result[seat])
        luck, decisions = signed_share(analysis.luck[seat]), signed_share(analysis.decisions[seat])
        rows.append((name, start, luck, decisions, result))
    yield from aligned(rows, frozenset({0}))


def cost_of(recording: AnyRecording, choice: Choice, seat_names: SeatNames) -> str:
    """Return the cost of a decision and a better action in words, from its seat's perspective."""
    name = seat_names.names[recording.viewer]
    best = phrase_of(recording, choice, choice.best, seat_names)
    return tr(
        "{mark} costs {player} {share} of the chance to win; better: {action}.",
        mark=choice.mark,
        player=name,
        share=share_of(choice),
        action=best,
    )


def share_of(choice: Choice) -> str:
    """Return a decision's cost in percentage points of the winning chance, as ``9 ± 3 %``. The
    error is included if it is a point or more."""
    cost, error = round(100 * choice.cost), round(100 * choice.error)
    return f"{cost} ± {error} %" if error else f"{cost} %"


def phrase_of(recording: AnyRecording, choice: Choice, text: str, seat_names: SeatNames) -> str:
    """Return a possible action of a decision in words."""
    game = recording.game
    return game.texts.phrase(recording.view(choice.position), game.texts.parse(text), seat_names)


def reasons(outcome: Outcome, viewer: int | None) -> tuple[int, int, list[tuple[int, str]]]:
    """Return two seats and the score lines in which their points differ, largest first.

    The first seat is the viewer's, or the winner's for a spectator; the second is the winner's, or
    the runner-up's if the first has won.
    """
    order = sorted(range(len(outcome.ranks)), key=lambda seat: outcome.ranks[seat])
    one = order[0] if viewer is None else viewer
    other = order[1] if one == order[0] else order[0]
    differences = [(line.points[one] - line.points[other], line.label) for line in outcome.lines]
    ranked = sorted(
        (difference for difference in differences if difference[0]),
        key=lambda difference: -abs(difference[0]),
    )
    return one, other, ranked


OTHER_LINES: Final = mark("other lines")
"""Label of the lines that do not fit."""


def first_reasons(differences: Sequence[tuple[int, str]], most: int) -> list[tuple[int, str]]:
    """Return the largest differences, and last the sum of the others, so that they add up."""
    # The last of the lines is given up for the sum.
    others = sum(points for points, _ in differences[most - 1 :])
    if len(differences) <= most:
        return [*differences]
    return [*differences[: most - 1], *([(others, OTHER_LINES)] if others else [])]


SWINGS_MAX: Final = 3
"""Maximum number of swings that explain a result."""


class _Duel(NamedTuple):
    """Two players whose points are compared."""

    one: int
    other: int
    sign: int
    """1 if the first has won, else -1."""
    differences: Sequence[tuple[int, str]]
    """The score lines and their differences, largest first."""
    names: tuple[str, str]
    """Both names for a sentence; the first is empty for the viewer."""


def swings(
    recording: AnyRecording, viewer: int | None, seat_names: SeatNames
) -> list[tuple[int, str]]:
    """Return the actions that decided the match: the position after each, and a text.

    For a player who has lost, these are actions against them, otherwise actions for them. If the
    score lines name sources, the actions behind the most different lines come first. Otherwise the
    largest changes of the totals are returned in order of time.

    Args:
        recording: recording of a match; no actions are returned before its end.
        viewer: the player; the winner for a spectator.
    """
    if recording.outcome is None or len(recording.names) < 2:
        return []
    outcome = recording.by_source()
    one, other, differences = reasons(outcome, viewer)
    names = "" if one == viewer else recording.names[one], recording.names[other]
    duel = _Duel(one, other, 1 if one in outcome.winners else -1, differences, names)
    standings = [recording.by_source(at) for at in range(recording.last + 1)]
    if recording.game.has_lines_by_source:
        return _by_lines(recording, duel, [standing.lines for standing in standings], seat_names)
    views = [recording.view(at) for at in range(recording.last)]
    # At the end, all points are safe.
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
    """Return the most different score lines, with the one or two actions that caused most of each.

    Lines that owe most to the same action share a text. The start, at 0, counts as an action, as
    seats may begin with different points.
    """
    # Each lead begins with 0 before the start, so that its first change is that of the start.
    leads = {
        rows[-1].label: [0, *(row.points[duel.one] - row.points[duel.other] for row in rows)]
        for rows in zip(*course, strict=True)
    }
    groups = dict[int, list[tuple[int, str]]]()
    for points, label in duel.differences:
        if points * duel.sign > 0:
            at = _largest(_changes(leads[label], 0), duel.sign)[0]
            groups.setdefault(at, []).append((points, label))
    swings = []
    for at, group in list(groups.items())[:SWINGS_MAX]:
        total = sum(points for points, _ in group)
        parts = [leads[label] for _, label in group]
        changes = _changes([sum(source) for source in zip(*parts, strict=True)], 0)
        # One action explains the lines if it caused more than half of them; else name two.
        is_most = 2 * abs(changes[at]) > abs(total)
        named = _largest(changes, duel.sign)[: 1 if is_most else 2]
        sources = []
        for source in named:
            moment, why = _source(
                recording, duel, source, seat_names, [label for _, label in group]
            )
            # With two actions, use only the first sentence of each; more would separate the two.
            why = re.split(r"(?<=\.) ", why)[0] if len(named) > 1 else why
            share = _share(abs(changes[source]), abs(total), moment)
            sources.append(f"{share}: {why}" if why else f"{share}.")
        lines = listed([tr(label) for _, label in group])
        # The text on each further action starts a new sentence.
        sources = [sources[0], *map(capitalized, sources[1:])]
        swings.append((at, f"{_distance(duel, abs(total), lines)}, {' '.join(sources)}"))
    return swings


def _distance(duel: _Duel, points: int, lines: str) -> str:
    """Return the start of a sentence about score lines in which two players differ."""
    name, other = duel.names
    if name:
        text = mark("{name} was {points} ahead of {other} in {lines}")
    elif duel.sign > 0:
        text = mark("You were {points} ahead of {other} in {lines}")
    else:
        text = mark("You were {points} behind {other} in {lines}")
    return tr(text, name=name, points=counted(points, "point"), other=other, lines=lines)


def _share(points: int, total: int, moment: str) -> str:
    """Return words about the share of a difference that an action caused, and the time."""
    if points == total:
        return tr("all {moment}", moment=moment)
    if points < total:
        return tr("{points} of them {moment}", points=points, moment=moment)
    lost = points - total
    return tr(
        "{points} {moment}, less {rest} at other times", points=points, moment=moment, rest=lost
    )


def _source(
    recording: AnyRecording, duel: _Duel, at: int, seat_names: SeatNames, lines: Collection[str]
) -> tuple[str, str]:
    """Return the time of the action before a position, and its effect on score lines; the start has
    no effect."""
    if not at:
        return tr("from the start"), ""
    why = cause(recording, at, (duel.one, duel.other), seat_names, lines)
    return _moment(recording, at), why


def _by_totals(
    recording: AnyRecording, duel: _Duel, leads: Sequence[int], seat_names: SeatNames
) -> list[tuple[int, str]]:
    """Return the largest changes of the totals, in order of time."""
    changes = _changes(leads, 1)
    swings = []
    for at in sorted(_largest(changes, duel.sign)[:SWINGS_MAX]):
        moment = _moment(recording, at)
        why = cause(recording, at, (duel.one, duel.other), seat_names)
        swings.append((at, f"{_gain(duel, abs(changes[at]))} {moment}: {why}"))
    return swings


def _gain(duel: _Duel, points: int) -> str:
    """Return the start of a sentence about points that one player gained on the other."""
    name, other = duel.names
    if name:
        text = mark("{name} gained {points} on {other}")
    elif duel.sign > 0:
        text = mark("You gained {points} on {other}")
    else:
        text = mark("{other} gained {points} on you")
    return tr(text, name=name, points=counted(points, "point"), other=other)


def _changes(leads: Sequence[int], first: int) -> dict[int, int]:
    """Return the changes of a lead by the position after each; ``first`` is the first position."""
    return {at: after - before for at, (before, after) in enumerate(pairwise(leads), first)}


def _largest(changes: Mapping[int, int], sign: int) -> list[int]:
    """Return the positions of the changes with one sign, largest first."""
    # Of equal changes, the first comes first, but the start last, as it was nobody's action.
    order = sorted(changes, key=lambda at: (-sign * changes[at], not at, at))
    return [at for at in order if sign * changes[at] > 0]


def _moment(recording: AnyRecording, at: int) -> str:
    """Return the time of the action before a position in words."""
    return during(recording.game, recording.clocks[at - 1])


def _at_risk(recording: AnyRecording, view: State, duel: _Duel) -> int:
    """Return one player's lead over the other in points that are not safe yet. With these points,
    the deciding change falls on a turn instead of the round's end."""
    game = recording.game
    if not (risk := facts.by_name(game.package).get("risk")):
        return 0
    now = facts.Now(game, view, duel.one, (), SeatNames())
    # A fact of a game is untyped; this one is a number of points.
    return cast(int, risk(now, str(duel.one))) - cast(int, risk(now, str(duel.other)))


NOTHING_BETTER: Final = mark("No decision of yours cost you much of your chance to win.")
NOT_YOURS: Final = mark("No decision of yours cost much.")
"""Verdicts without a costly decision: alone, and before words about others and luck."""


class Fall(NamedTuple):
    """A loss of winning chance that the player did not cause; negative for a gain."""

    first: int
    """The position after the first step that may have caused it."""
    last: int
    """The position after the last such step."""
    before: float
    after: float

    @property
    def share(self) -> float:
        """The chance lost."""
        return self.before - self.after


def worst_of(choices: Iterable[Choice], followed: Collection[int] = ()) -> Choice | None:
    """Return the costliest decision; None if none cost much. A decision that followed a hint comes
    after all others.

    Args:
        choices: the decisions of a player.
        followed: positions of those that followed a hint.
    """
    costly = [choice for choice in choices if choice.cost >= MISTAKE]
    return max(
        costly, key=lambda choice: (choice.position not in followed, choice.cost), default=None
    )


@dataclass
class Hindsight:
    """One player's decisions, judged with that player's knowledge. An analysis must have reached
    all of them. All methods raise ``Undecided``, with a sentence, if the workers fail."""

    recording: AnyRecording
    """Recording from the player's perspective."""
    analysing: Analysing
    match: AnyMatch
    followed: frozenset[int] = frozenset()
    """Positions of the player's decisions that followed a hint."""

    @property
    def is_done(self) -> bool:
        return self.analysing.is_judged(self.analysing.own_positions)

    def _review(self) -> Review:
        """Return the review of the match at the player's decisions only."""
        seat = self.recording.viewer
        return review_of_seat(self.match, seat, self.analysing.judgements(seat))

    def choices(self) -> tuple[Choice, ...]:
        return self._review().choices

    def worst(self) -> Choice | None:
        """Return the costliest decision; None if none cost much."""
        return worst_of(self.choices(), self.followed)

    def verdict(self, seat_names: SeatNames) -> tuple[int, str]:
        """Return the position after the costliest decision, with words about it. If none cost much,
        the words are about the largest loss of chance by others and by luck."""
        worst = self.worst()
        if worst is None and (falls := self.falls()):
            return fall_words(self.recording, self.start(), falls, seat_names)
        return costliest(self.recording, worst, seat_names, self.followed)

    def falls(self) -> list[Fall]:
        """Return the changes of the winning chance between decisions, by others' actions and by
        luck. Empty for a player who has not lost."""
        if self.recording.viewer in self.recording.standing.winners:
            return []
        # The last fall ends with the match, which the player has lost.
        steps = [*self._chances(), (self.recording.last, 0.0, 0.0)]
        return [
            Fall(start + 1, end, before, after)
            for (start, _, before), (end, after, _) in pairwise(steps)
        ]

    def start(self) -> float:
        """Return the winning chance at the player's first decision."""
        return next((chance for _, chance, _ in self._chances()), 0.0)

    def _chances(self) -> list[tuple[int, float, float]]:
        """Return the position of each decision, and the winning chance before and after it."""
        reviewed = self._review()
        return [
            (choice.position, before := reviewed.chances[choice.position], before - choice.cost)
            for choice in reviewed.choices
        ]


def costliest(
    recording: AnyRecording,
    worst: Choice | None,
    seat_names: SeatNames,
    followed: Collection[int] = (),
) -> tuple[int, str]:
    """Return the position after a player's costliest decision, with words about it. If none cost
    much, return the last position, with a sentence that says so.

    Args:
        followed: positions of the player's decisions that followed a hint.
    """
    if worst is None:
        return recording.last, tr(NOTHING_BETTER)
    is_hinted = worst.position in followed
    return worst.position + 1, choice_words(recording, worst, seat_names, is_hinted=is_hinted)


def choice_words(
    recording: AnyRecording, choice: Choice, seat_names: SeatNames, *, is_hinted: bool = False
) -> str:
    """Return sentences about a decision, a better action, and the cost. The most important ones
    come first, in case not all fit.

    Args:
        is_hinted: the decision followed a hint.
    """
    moment = during(recording.game, recording.clocks[choice.position])
    best, played = (
        phrase_of(recording, choice, text, seat_names) for text in (choice.best, choice.played)
    )
    cost = tr(
        "Your costliest choice {moment}: {action}, which a hint had named, too. Better: {better}. "
        "It cost {share} of your chance to win."
        if is_hinted
        else "Your costliest choice {moment}: {action}. Better: {better}. It cost {share} of "
        "your chance to win.",
        moment=moment,
        action=played,
        better=best,
        share=share_of(choice),
    )
    return f"{cost} {why_better(choice.why)}".rstrip()


def losses(recording: AnyRecording, seat_names: SeatNames) -> list[tuple[int, str]]:
    """Return the losses and defeats of a recording's viewer that the table announced, with the
    gains of others that the viewer missed or that its gifts brought them, in the order of the
    match: the position after each, and sentences that say when, by whom and how many points."""
    seat, texts = recording.viewer, recording.game.texts
    log = recording.log()
    all_events = [event for events in log for event in events]
    losses_so_far = []
    for position, events in enumerate(log):
        sentences = []
        for event in events:
            sentence = texts.sentence(event, seat_names)
            gift = texts.gift(event, all_events, seat, seat_names)
            if sentence and seat not in event.losers and seat in event.missed:
                sentence = tr("Missed: {sentence}", sentence=sentence)
            if sentence and (gift or seat in (*event.losers, *event.missed)):
                sentences += [sentence, gift]
        sentences.append(texts.defeat(events, seat, seat_names))
        words = " ".join(dict.fromkeys(filter(None, sentences)))
        if not words or not position:
            continue
        moment = during(recording.game, recording.clocks[position - 1])
        before, after = (
            recording.game.standing(recording.view(at)).totals[seat]
            for at in (position - 1, position)
        )
        if after < before:
            was, now = with_minus(f"{before}"), with_minus(f"{after}")
            words = f"{words} {tr('Points: {before} › {after}.', before=was, after=now)}"
        losses_so_far.append((position, f"{capitalized(moment)}: {words}"))
    return losses_so_far


def why_better(claims: Sequence[Claim]) -> str:
    """Return a sentence about the score line that explains most why an action is better; empty if
    none does beyond doubt.

    Further lines would be parts of a difference that no sentence names as a whole.

    Args:
        claims: the differences from the worse action, the largest first.
    """
    words = main_words(claims[0]) if claims and not claims[0].error else ""
    return tr("The better one is worth more, {why}.", why=words) if words else ""


def fall_words(
    recording: AnyRecording, start: float, falls: Sequence[Fall], seat_names: SeatNames
) -> tuple[int, str]:
    """Return the step that caused most of the largest loss of chance, and sentences about the
    causes. Used if no decision caused the loss."""
    fall = max(falls, key=lambda fall: fall.share)
    if fall.share < MISTAKE:
        return recording.last, f"{tr(NOT_YOURS)} {_bit_by_bit(recording, start, falls)}"
    one, other, _ = reasons(recording.by_source(), recording.viewer)
    totals = [recording.by_source(at).totals for at in range(fall.first - 1, fall.last + 1)]
    leads = [points[one] - points[other] for points in totals]
    changes = {at: now - was for at, (was, now) in enumerate(pairwise(leads), fall.first)}
    at = min(changes, key=lambda position: (changes[position], position))
    fell = tr(
        "Your chance fell most {moment} ({before} to {after} %).",
        moment=during(recording.game, recording.clocks[at - 1]),
        before=chance_figure(fall.before),
        after=chance_figure(fall.after, is_over=fall.last == recording.last),
    )
    by_others = tr("Others and luck did that.")
    why = cause(recording, at, (one, other), seat_names) if changes[at] < 0 else by_others
    return at, f"{tr(NOT_YOURS)} {fell} {why}"


def _bit_by_bit(recording: AnyRecording, start: float, falls: Sequence[Fall]) -> str:
    """Return a sentence about a chance lost in many steps, with the costliest round."""
    game = recording.game
    lost = defaultdict[int, float](float)
    for fall in falls:
        lost[recording.clocks[fall.first - 1].round] += fall.share
    round = max(lost, key=lambda number: lost[number])
    has_rounds = len(lost) > 1 and not game.counts_turns_on
    return tr(
        "You began with a chance of {chance} %; others and luck took it bit by bit, most of it in "
        "{round} ({share} %)."
        if has_rounds
        else "You began with a chance of {chance} %; others and luck took it bit by bit.",
        chance=chance_figure(start),
        round=noun(game.clock_words[0]).followed_by(round),
        share=f"{100 * lost[round]:.0f}",
    )
