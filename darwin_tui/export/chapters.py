"""A match parted into its turns, as one viewer heard them."""

import msgspec

from darwin_core.game import Clock, Event
from darwin_core.match import AnyMatch, replay


class Chapter(msgspec.Struct):
    """What a viewer heard in one turn."""

    clock: Clock
    events: list[Event]
    position: int
    """How many acts in force lie behind when the turn is over."""


def chapters(match: AnyMatch, viewer: int) -> list[Chapter]:
    """The turns of a match in order.

    The events of an act belong to the turn in which it was taken, so a turn ends with what its last
    act brought about, be it the beginning of the next.
    """
    clocks = replay.clocks(match)
    story = replay.event_log(match, viewer)
    told = [Chapter(clocks[0], list(story[0]), 0)]
    for position, events in enumerate(story[1:], 1):
        before = clocks[position - 1]
        if (before.round, before.turn) != (told[-1].clock.round, told[-1].clock.turn):
            told.append(Chapter(before, [], position))
        told[-1].events += events
        told[-1].position = position
    return told
