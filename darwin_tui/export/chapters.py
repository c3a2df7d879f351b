"""A match divided into its turns, as one viewer may know them."""

import msgspec

from darwin_core.contract.game import Clock, Event
from darwin_core.match.recording import AnyRecording


class Chapter(msgspec.Struct):
    """The events of one turn."""

    clock: Clock
    events: list[Event]
    position: int
    """The position at the end of the turn."""


def chapters(recording: AnyRecording) -> list[Chapter]:
    """Return the turns of a match in order.

    The events of an action belong to the turn in which it was taken, so a turn ends with what its
    last action brought about, be it the beginning of the next.
    """
    clocks = recording.clocks
    found = [Chapter(clocks[0], list(recording.events(0)), 0)]
    for position in range(1, recording.last + 1):
        before = clocks[position - 1]
        if (before.round, before.turn) != (found[-1].clock.round, found[-1].clock.turn):
            found.append(Chapter(before, [], position))
        found[-1].events += recording.events(position)
        found[-1].position = position
    return found
