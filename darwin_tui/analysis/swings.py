"""The actions that decided a match: those that moved a player's points against the winner's."""

import re
from collections.abc import Collection, Mapping, Sequence
from itertools import pairwise
from typing import Final, NamedTuple, cast

from darwin_core.analysis.cause import cause
from darwin_core.contract.game import ScoreLine, State, during
from darwin_core.match.recording import AnyRecording
from darwin_core.teaching import facts
from darwin_core.text.language import mark, tr
from darwin_core.text.seat_names import Lexicon
from darwin_core.text.wording import capitalized, counted, listed
from darwin_tui.analysis.reasons import reasons

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


def swings(recording: AnyRecording, viewer: int | None, lexicon: Lexicon) -> list[tuple[int, str]]:
    """Return the actions that decided most: the position after each, and a text.

    They are those that went against the player where they have lost, and else those for them. Where
    the lines of the score name sources, they are what made the lines that differ most, these first.
    Otherwise they are the largest changes of the totals, in their order.

    Args:
        recording: of a match that is over; of one that is not there are none.
        viewer: the player; the winner if nobody looks alone.
        lexicon: the names.
    """
    if recording.outcome is None or len(recording.names) < 2:
        return []
    outcome = recording.by_source()
    one, other, found = reasons(outcome, viewer)
    names = "" if one == viewer else recording.names[one], recording.names[other]
    duel = _Duel(one, other, 1 if one in outcome.winners else -1, found, names)
    standings = [recording.by_source(at) for at in range(recording.last + 1)]
    if recording.game.has_lines_by_source:
        return _by_lines(recording, duel, [standing.lines for standing in standings], lexicon)
    views = [recording.view(at) for at in range(recording.last)]
    risks = [*(_at_risk(recording, view, duel) for view in views), 0]
    leads = [
        standing.totals[one] - standing.totals[other] + risk
        for standing, risk in zip(standings, risks, strict=True)
    ]
    return _by_totals(recording, duel, leads, lexicon)


def _by_lines(
    recording: AnyRecording, duel: _Duel, course: Sequence[Sequence[ScoreLine]], lexicon: Lexicon
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
            moment, why = _source(recording, duel, each, lexicon, [label for _, label in group])
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
    recording: AnyRecording, duel: _Duel, at: int, lexicon: Lexicon, lines: Collection[str]
) -> tuple[str, str]:
    """Return the time of the action before a position, and what it did to lines of the score;
    nothing of the start."""
    if not at:
        return tr("from the start"), ""
    why = cause(recording, at, (duel.one, duel.other), lexicon, lines)
    return _moment(recording, at), why


def _by_totals(
    recording: AnyRecording, duel: _Duel, leads: Sequence[int], lexicon: Lexicon
) -> list[tuple[int, str]]:
    """Return the largest changes of the totals, in their order."""
    changes = _changes(leads, 1)
    swings = []
    for at in sorted(_largest(changes, duel.sign)[:SWINGS_MAX]):
        moment = _moment(recording, at)
        why = cause(recording, at, (duel.one, duel.other), lexicon)
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
    now = facts.Now(game, view, duel.one, (), Lexicon())
    return cast(int, risk(now, str(duel.one))) - cast(int, risk(now, str(duel.other)))
