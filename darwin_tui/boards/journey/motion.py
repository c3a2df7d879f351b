"""Motion: pieces that go their way space by space, and then what their owners gain."""

from collections.abc import Sequence
from typing import Final

from darwin_core.games.journey.events import (
    CameFirst,
    Delivered,
    Gained,
    JourneyEvent,
    Moved,
    Pitched,
    Reported,
    Stamped,
)
from darwin_tui.boards.journey.route import way_of
from darwin_tui.boards.journey.scene import Scene

STEP_FRAMES: Final = 3
"""Frames that a piece is shown on each space of its way."""
GAIN_FRAMES: Final = 4
"""Frames for which a gain is beside the figure that it raises."""
GAIN: Final = "strong token-ink on good"
"""The style of a gain while it is new."""
_GAINS: Final = (Gained, CameFirst, Stamped, Delivered, Pitched)
"""Events that are shown once all pieces have arrived."""


def frames_of(events: Sequence[JourneyEvent]) -> int:
    """Return the frames in which the last piece that moved goes its way, and gains are shown."""
    if any(isinstance(event, Reported) for event in events):
        # The end of a round is shown as a whole.
        return 0
    way = _way(events)
    gains = any(isinstance(event, _GAINS) for event in events)
    return STEP_FRAMES * max(len(way) - 1, 0) + GAIN_FRAMES * gains


def _way(events: Sequence[JourneyEvent]) -> list[int]:
    moves = [event for event in events if isinstance(event, Moved)]
    return way_of(moves[-1].start, moves[-1].space) if moves else []


def passing(scene: Scene) -> tuple[int, int] | None:
    """Return the seat whose piece is on its way, and its space now; None if none is."""
    way = _way(scene.moving)
    left = scene.frame - GAIN_FRAMES * any(isinstance(each, _GAINS) for each in scene.moving)
    steps = -(-left // STEP_FRAMES)
    seat = next((each.seat for each in reversed(scene.moving) if isinstance(each, Moved)), None)
    return (seat, way[max(len(way) - 1 - steps, 0)]) if seat is not None and steps > 0 else None


def arriving(scene: Scene) -> Sequence[JourneyEvent]:
    """Return the events whose gains are shown now."""
    is_shown = 0 < scene.frame <= GAIN_FRAMES
    return [event for event in scene.moving if isinstance(event, _GAINS)] if is_shown else ()


def to_come(scene: Scene) -> Sequence[JourneyEvent]:
    """Return the events whose gains are still to be shown."""
    is_early = scene.frame > GAIN_FRAMES
    return [event for event in scene.moving if isinstance(event, _GAINS)] if is_early else ()


def gains_of(events: Sequence[JourneyEvent], seat: int) -> dict[str, int]:
    """Return what a seat gains by events: points, coins, notes and steps."""
    found: dict[str, int] = {}

    def add(**gains: int) -> None:
        for what, number in gains.items():
            if number:
                found[what] = found.get(what, 0) + number

    for event in events:
        match event:
            case Gained(who, coins, points, knowledge, steps) if who == seat:
                add(coins=coins, points=points, notes=knowledge, steps=steps)
            case CameFirst(who, _, points) if who == seat:
                add(points=points)
            case _:
                pass
    return found


def stamped(scene: Scene, envelope: int) -> dict[int, int]:
    """Return by seat the stamps that come to an envelope now."""
    found: dict[int, int] = {}
    for event in arriving(scene):
        if isinstance(event, Stamped) and event.envelope == envelope:
            found[event.seat] = found.get(event.seat, 0) + 1
    return found


def pitched(events: Sequence[JourneyEvent], site: int) -> int | None:
    """Return the seat whose tent is pitched on a campsite by events."""
    return next((e.seat for e in events if isinstance(e, Pitched) and e.site == site), None)


def delivered(scene: Scene, specimen: int) -> bool:
    """Return True while a specimen comes to the museum."""
    return any(
        isinstance(each, Delivered) and each.specimen == specimen for each in arriving(scene)
    )
