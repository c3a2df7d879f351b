"""The end of a round: envelopes opened one after the other, and the Beagle's goal last."""

from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

from darwin_core.contract.cards import Counts
from darwin_core.games.journey.components import ENVELOPES
from darwin_core.games.journey.events import Collected, Counted, JourneyEvent, Ordered, Reported
from darwin_tui.boards.journey.scene import Scene

STEP_FRAMES: Final = 4
"""Frames for which each envelope is the last one opened."""


class RoundEnd(NamedTuple):
    """A round that is over, as far as it is shown."""

    round: int
    counted: Sequence[Counted]
    taken: Mapping[int, Counts]
    """By envelope the stamps taken off, by seat."""
    goal: Reported
    shown: int
    """Envelopes that are open."""
    is_goal_shown: bool

    def to_come(self, seat: int) -> int:
        """Return the points of a seat by the goal while they are not shown."""
        return 0 if self.is_goal_shown else self.goal.points[seat]


def round_end(scene: Scene) -> RoundEnd | None:
    """Return the round that is over if play pauses on it."""
    if not scene.is_paused:
        return None
    last = max((at for at, each in enumerate(scene.events) if isinstance(each, Ordered)), default=0)
    events = scene.events[last:]
    goal = next((event for event in events if isinstance(event, Reported)), None)
    if goal is None:
        return None
    steps = -(-min(scene.frame, reveal_frames(scene.moving)) // STEP_FRAMES)
    shown = ENVELOPES + 1 - steps
    counted = [event for event in events if isinstance(event, Counted)]
    return RoundEnd(
        sum(isinstance(event, Reported) for event in scene.events),
        counted,
        {event.envelope: event.taken for event in events if isinstance(event, Collected)},
        goal,
        shown,
        shown > len(counted),
    )


def reveal_frames(events: Sequence[JourneyEvent]) -> int:
    """Return the frames in which the envelopes are opened and the goal is scored."""
    is_over = any(isinstance(event, Reported) for event in events)
    return STEP_FRAMES * (ENVELOPES + 1) if is_over else 0
