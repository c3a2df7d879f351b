"""Hints: the value of each legal action and its reason in words; and the manners of bots."""

from collections.abc import Sequence
from typing import Final

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

_REASONS: Final = dict(
    zip(
        SOURCES,
        (
            (mark("it scores points"), mark("{points} at once")),
            (mark("it brings coins"), mark("{points} in coins")),
            (mark("it brings knowledge"), mark("{points} in knowledge")),
            (mark("your books are worth more"), mark("{points} by evolution")),
            (mark("your worker gets a seal"), mark("{points} by seals")),
            (mark("it counts for an objective"), mark("{points} for objectives")),
            (mark("a crew card comes nearer"), mark("{points} for a crew card")),
            (mark("it counts for the Beagle's goals"), mark("{points} for the Beagle's goals")),
            (
                mark("it brings a piece of yours farther on the board"),
                mark("{points} for the voyage"),
            ),
            (mark("you research a specimen"), mark("{points} by specimens")),
            (mark("it puts stamps on the envelopes"), mark("{points} by envelopes")),
            (mark("you play earlier in the next round"), mark("{points} by the turn order")),
        ),
        strict=True,
    )
)
"""For each source, the reason for a change that comes mainly from it, and the purpose of its
points."""
NO_USE: Final = mark("it is of no use now")
NAMED_MAX: Final = 2
"""Maximum number of sources of a change that a reason names with their points."""


def advise(view: JourneyState, seat: int, seat_names: SeatNames) -> list[Advice[AnyAction]]:
    """Return each action that a seat may take with its worth in points, best first; ties keep their
    order."""
    actions = rules.legal(view, seat)
    judgements = dict(zip(actions, judge(view, seat, actions), strict=True))
    values = [value for value, _ in judgements.values()]
    return advised(actions, values, lambda action, _: _why(view, action, judgements[action][1]))


def _why(view: JourneyState, action: AnyAction, reason: Reason) -> str:
    """Format the reason for an action; for a tile that scores later, add its task."""
    if isinstance(action, Take):
        lack = missing(view, view.actor, action.tile)
        return tr("it still needs {things}", things=lack) if lack else tr("you meet it already")
    if isinstance(action, Achieve) and not _is_gain(reason):
        return tr("it achieves the objective")
    return _words(reason)


def _is_gain(reason: Reason) -> bool:
    """Return whether a reason names a gain or a consequence."""
    if isinstance(reason, Change):
        highest = max(
            now - was for now, was in zip(reason.after.parts, reason.before.parts, strict=True)
        )
        return highest > 0 if highest >= reason.hope else _is_gain(reason.follows)
    return reason not in (ONLY_COSTS, NO_HOPE[1])


def _words(reason: Reason) -> str:
    """Format a reason; for a change, name its largest part."""
    match reason:
        case str():
            return tr(reason)
        case Gain(effect):
            return tr("it gives {effect}", effect=effect_words(effect))
        case Promise(effect):
            return tr("it leads to {effect}", effect=effect_words(effect))
        case Change(before, after, hope, follows):
            changes = [now - was for now, was in zip(after.parts, before.parts, strict=True)]
            return _change_words(changes) if max(changes) >= hope else _words(follows)


def _change_words(changes: Sequence[float]) -> str:
    """Describe the largest effects of a change, by source, in whole points; without figures if none
    reaches one point."""
    order = sorted(range(len(changes)), key=lambda source: -changes[source])
    named = [(round(changes[source]), SOURCES[source]) for source in order[:NAMED_MAX]]
    parts = [tr(_REASONS[source][1], points=points) for points, source in named[1:] if points > 0]
    points, most = named[0]
    if changes[order[0]] <= 0:
        return tr(ONLY_COSTS if min(changes) < 0 else NO_USE)
    if points < 1:
        return tr(_REASONS[most][0])
    first = tr(_REASONS[most][1], points=counted(points, "point"))
    return ", ".join([tr("about {gain}", gain=first), *parts])


# --- manners: where bots send their workers


def _saves(view: JourneyState, seat: int, action: AnyAction) -> float:
    if isinstance(action, acts.Place):
        return float(not diaries.is_busy(view, action.location))
    return 0.0


def _hinders(view: JourneyState, seat: int, action: AnyAction) -> float:
    match action:
        case acts.Place(location=location):
            is_free = not diaries.is_busy(view, location)
            blocks = is_free or not LOCATIONS[location].is_open
            others = [other for other in view.order if other != seat]
            wanting = sum(_can_go(view, other, location) for other in others)
            return blocks * wanting / len(others)
        case acts.Stamp(envelope=envelope):
            stamps = view.envelopes[envelope]
            return float(max(stamps) > 0 and stamps[seat] <= max(stamps))
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


def _explores(view: JourneyState, seat: int, action: AnyAction) -> float:
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


MANNERS: Final[dict[str, Manner[JourneyState, AnyAction]]] = {
    "careful": Manner(
        title="careful",
        line="goes where nobody stands and saves its coins",
        lean=_saves,
        margin=2.0,
    ),
    "robber": Manner(
        title="a robber",
        line="goes where you could go, and you pay or stay away",
        lean=_hinders,
        margin=2.0,
    ),
    "trader": Manner(
        title="an explorer", line="lets explorers walk and camp", lean=_explores, margin=2.0
    ),
}
