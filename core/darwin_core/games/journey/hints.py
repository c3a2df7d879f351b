"""Hints: the value of each legal action and its reason in words; and the manners of bots, which
prefer some actions among actions of nearly the same value."""

from collections.abc import Sequence
from typing import Final, NamedTuple

from msgspec.structs import replace

from darwin_core.contract.game import Advice, Manner
from darwin_core.games.journey import acts, diaries, rules
from darwin_core.games.journey.acts import Achieve, AnyAction, Take
from darwin_core.games.journey.bots import (
    NO_HOPE,
    ONLY_COSTS,
    Change,
    Gain,
    Promise,
    Reason,
    judge,
)
from darwin_core.games.journey.material import GREEN, LOCATIONS, TRACK, JourneyState
from darwin_core.games.journey.names import effect_words
from darwin_core.games.journey.refusals import missing
from darwin_core.games.journey.worth import SOURCES
from darwin_core.kit.judging import advised
from darwin_core.text.language import mark, tr
from darwin_core.text.seat_names import SeatNames
from darwin_core.text.wording import counted


class _ReasonTexts(NamedTuple):
    """The texts for a change that comes mainly from one source of value."""

    plain: str
    """The reason without a figure."""
    with_points: str
    """The points, and what they are for."""


_REASONS: Final = {
    "points": _ReasonTexts(mark("it scores points"), mark("{points} at once")),
    "coins": _ReasonTexts(mark("it brings coins"), mark("{points} in coins")),
    "knowledge": _ReasonTexts(mark("it brings knowledge"), mark("{points} in knowledge")),
    "evolution": _ReasonTexts(mark("your books are worth more"), mark("{points} by evolution")),
    "seals": _ReasonTexts(mark("your worker gets a seal"), mark("{points} by seals")),
    "objectives": _ReasonTexts(mark("it counts for an objective"), mark("{points} for objectives")),
    "crew": _ReasonTexts(mark("a crew card comes nearer"), mark("{points} for a crew card")),
    "the Beagle's goals": _ReasonTexts(
        mark("it counts for the Beagle's goals"), mark("{points} for the Beagle's goals")
    ),
    "the voyage": _ReasonTexts(
        mark("it brings a piece of yours farther on the board"), mark("{points} for the voyage")
    ),
    "research": _ReasonTexts(mark("you research a specimen"), mark("{points} by specimens")),
    "letters": _ReasonTexts(mark("it puts stamps on the envelopes"), mark("{points} by envelopes")),
    "the turn order": _ReasonTexts(
        mark("you play earlier in the next round"), mark("{points} by the turn order")
    ),
}
"""The texts of each source of ``worth``."""
NO_USE: Final = mark("it is of no use now")
NAMED_MAX: Final = 2
"""Maximum number of sources of a change that a reason names with their points."""


def advise(view: JourneyState, seat: int, seat_names: SeatNames) -> list[Advice[AnyAction]]:
    """Return an advice for each legal action of a seat, with its worth in points and the reason,
    best first; equal ones in the order of ``legal``."""
    actions = rules.legal(view, seat)
    judgements = dict(zip(actions, judge(view, seat, actions), strict=True))
    values = [value for value, _ in judgements.values()]
    return advised(
        actions, values, lambda action, _: _why(view, seat, action, judgements[action][1])
    )


def _why(view: JourneyState, seat: int, action: AnyAction, reason: Reason) -> str:
    """Format the reason for an action. For an objective taken, it is the needs still to be met; for
    one achieved without another gain, the achievement."""
    if isinstance(action, Take):
        lack = missing(view, seat, action.tile)
        return tr("it still needs {things}", things=lack) if lack else tr("you meet it already")
    if isinstance(action, Achieve):
        # The slot names its points. Most of them count before, so that the change is far less.
        reason = _without_objectives(reason)
        if not _is_gain(reason):
            return tr("it achieves the objective")
    return _reason_words(reason)


def _without_objectives(reason: Reason) -> Reason:
    """Return a reason without the points that objectives are worth more."""
    if not isinstance(reason, Change):
        return reason
    now, was = list(reason.after.parts), reason.before.parts
    source = SOURCES.index("objectives")
    now[source] = was[source]
    return replace(reason, after=replace(reason.after, parts=tuple(now)))


def _is_gain(reason: Reason) -> bool:
    """Return whether the reason for achieving an objective names something gained, now or by what
    follows."""
    if isinstance(reason, Change):
        highest = max(_changes(reason))
        return highest > 0 if highest >= reason.hope else _is_gain(reason.follows)
    # Achieving an objective has no other reasons without a gain.
    return reason not in (ONLY_COSTS, NO_HOPE[1])


def _changes(reason: Change) -> list[float]:
    """Return the changes of value in points, by source."""
    parts = zip(reason.after.parts, reason.before.parts, strict=True)
    return [now - was for now, was in parts]


def _reason_words(reason: Reason) -> str:
    """Format a reason; for a change, name its largest parts, or what follows if that is worth
    more."""
    match reason:
        case str():
            return tr(reason)
        case Gain(effect):
            return tr("it gives {effect}", effect=effect_words(effect))
        case Promise(effect):
            return tr("it leads to {effect}", effect=effect_words(effect))
        case Change(hope=hope, follows=follows):
            changes = _changes(reason)
            return _change_words(changes) if max(changes) >= hope else _reason_words(follows)


def _change_words(changes: Sequence[float]) -> str:
    """Name the sources that change most, in whole points; without a figure if even the largest
    change rounds to none."""
    if max(changes) <= 0:
        return tr(ONLY_COSTS if min(changes) < 0 else NO_USE)
    order = sorted(range(len(changes)), key=lambda source: -changes[source])
    (points, first), *others = [
        (round(changes[source]), SOURCES[source]) for source in order[:NAMED_MAX]
    ]
    if points < 1:
        return tr(_REASONS[first].plain)
    gain = tr(_REASONS[first].with_points, points=counted(points, "point"))
    parts = [
        tr(_REASONS[source].with_points, points=points) for points, source in others if points > 0
    ]
    return ", ".join([tr("about {gain}", gain=gain), *parts])


# --- manners: where bots send their workers


def _lean_of_careful(view: JourneyState, seat: int, action: AnyAction) -> float:
    """Return 1 for a place in an area without workers, which costs nothing; 0 for other actions."""
    if isinstance(action, acts.Place):
        return float(not diaries.is_busy(view, action.location))
    return 0.0


def _lean_of_robber(view: JourneyState, seat: int, action: AnyAction) -> float:
    """Return the share of the rivals that a placing hinders, or 1 for a stamp on an envelope where
    the seat is not ahead of all rivals; 0 for other actions."""
    others = [other for other in view.order if other != seat]
    match action:
        case acts.Place(location=location):
            if diaries.is_busy(view, location) and LOCATIONS[location].is_open:
                # Rivals pay already, and the location has room for them.
                return 0.0
            return sum(_can_go(view, other, location) for other in others) / len(others)
        case acts.Stamp(envelope=envelope):
            stamps = view.envelopes[envelope]
            most_of_rivals = max(stamps[other] for other in others)
            return float(most_of_rivals > 0 and stamps[seat] <= most_of_rivals)
        case _:
            return 0.0


def _can_go(view: JourneyState, seat: int, location: int) -> bool:
    """Return whether a seat has an unplaced worker with the seals for a location, or with knowledge
    to replace them."""
    rows = diaries.rows_of(view, seat)
    known = view.knowledge[seat]
    return any(
        diaries.in_reach(rows[worker], view.specials, known) >> location & 1
        for worker in diaries.at_home(view, seat)
    )


def _lean_of_explorer(view: JourneyState, seat: int, action: AnyAction) -> float:
    """Return 1 for an action of explorers and tents, and for green seals, which Exploration asks
    for; 0 for other actions."""
    match action:
        case acts.Place(location=location):
            return float(LOCATIONS[location].page == "exploration")
        case acts.Move(space):
            return float(TRACK[space] > 0)
        case acts.Land() | acts.Pitch() | acts.Reuse():
            return 1.0
        case acts.Buy(spot=spot):
            return float(view.scrolls[spot] == GREEN)
        case acts.Add(colour=colour):
            return float(colour == GREEN)
        case _:
            return 0.0


_MARGIN: Final = 2.0
"""Points by which an action in a manner may be worse. With it, a bot with the manner is as strong
as one without (``tests/core/test_manners.py``)."""

# The game has no trades, so its trader explores.
MANNERS: Final[dict[str, Manner[JourneyState, AnyAction]]] = {
    "careful": Manner(
        title="careful",
        line="goes where nobody stands and saves its coins",
        lean=_lean_of_careful,
        margin=_MARGIN,
    ),
    "robber": Manner(
        title="a robber",
        line="goes where you could go, and you pay or stay away",
        lean=_lean_of_robber,
        margin=_MARGIN,
    ),
    "trader": Manner(
        title="an explorer",
        line="lets explorers walk and camp",
        lean=_lean_of_explorer,
        margin=_MARGIN,
    ),
}
