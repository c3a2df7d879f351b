"""The largest swings of a match: the actions that moved a player's points against the winner's."""

from itertools import pairwise
from typing import Final, cast

from darwin_core import facts
from darwin_core.analysis.cause import cause
from darwin_core.game import Outcome, when
from darwin_core.lexicon import Lexicon
from darwin_core.match.recording import AnyRecording
from darwin_tui.history.reasons import reasons

SWINGS_MAX: Final = 3


def swings(recording: AnyRecording, viewer: int | None, lexicon: Lexicon) -> list[tuple[int, str]]:
    """Return the actions that decided most, in their order: the position after each, and a text.

    They are those that went against the player where they have lost, and else those for them.

    Args:
        recording: of a match that is over; of one that is not there are none.
        viewer: the player; the winner if nobody looks alone.
        lexicon: the names.
    """
    outcome: Outcome | None = recording.outcome
    if outcome is None or len(outcome.totals) < 2:
        return []
    one, other, _ = reasons(outcome, viewer)
    positions = range(len(recording.clocks))
    ahead = [_points(recording, at, one) - _points(recording, at, other) for at in positions]
    ahead[-1] = outcome.totals[one] - outcome.totals[other]
    changes = {at: after - before for at, (before, after) in enumerate(pairwise(ahead), 1)}
    sign = 1 if one in outcome.winners else -1
    largest = sorted(changes, key=lambda at: (-sign * changes[at], at))[:SWINGS_MAX]
    who = "You" if one == viewer else recording.names[one]
    found = []
    for at in sorted(at for at in largest if sign * changes[at] > 0):
        moment = when(recording.game, recording.clocks[at - 1])
        why = cause(recording, at, (recording.names[one], recording.names[other]), lexicon)
        found.append((at, f"{who} {changes[at]:+d}, {moment}: {why}".replace("-", "−")))
    return found


def _points(recording: AnyRecording, at: int, seat: int) -> int:
    """Return the points of a seat, with those that it has taken and that are not safe yet: they are
    won in the turn that takes them, not when a round ends."""
    game, view = recording.game, recording.view(at)
    risk = facts.of(game.package).get("risk")
    at_risk = risk(facts.Now(game, view, seat, (), Lexicon()), str(seat)) if risk else 0
    return game.standing(view).totals[seat] + cast(int, at_risk)
