"""Motion: what a card gets, cards that are born, populations on their way, and the end of a
millennium by steps."""

from collections.abc import Sequence
from typing import Final, NamedTuple

from darwin_core.contract.cards import Counts
from darwin_core.contract.game import NOTHING
from darwin_core.games.evo.components import RING, primary
from darwin_core.games.evo.events import (
    Awoke,
    EvoEvent,
    Foraged,
    Hunted,
    Migrated,
    Moved,
    Preyed,
    Settled,
    Survived,
)
from darwin_tui.boards.evo.scene import Scene

FRAMES: Final = 4
"""Frames for which it is shown what changes."""
STEPS: Final = 5
"""Rows of figures at the end of a millennium, which are shown one by one."""
STEP_FRAMES: Final = 3
"""Frames for which each step is the last one shown."""


def frames_of(events: Sequence[EvoEvent]) -> int:
    """Return the frames that show what a card got, what was born, or who came."""
    moves = any(
        isinstance(each, Hunted | Foraged | Preyed | Migrated | Moved | Settled) for each in events
    )
    return FRAMES if moves and not reveal_frames(events) else 0


def reveal_frames(events: Sequence[EvoEvent]) -> int:
    """Return the frames that show the end of a millennium by steps."""
    return STEPS * STEP_FRAMES if any(isinstance(each, Survived) for each in events) else 0


class Trip(NamedTuple):
    """A population on its way."""

    species: int
    start: int
    """A place among the locations; -1 for a new population."""
    goal: int
    has_arrived: bool


def trip(scene: Scene) -> Trip | None:
    """Return the population that is shown moving."""
    if not scene.frame:
        return None
    view, has_arrived = scene.view, 2 * scene.frame <= FRAMES
    for event in reversed(scene.moving):
        match event:
            case Migrated(seat, location):
                start = _location_before(scene, event)
            case Moved(seat, start, location):
                pass
            case Settled(seat, location):
                start = NOTHING
            case _:
                continue
        places = view.locations
        begins = places.find(start) if start != NOTHING else -1
        return Trip(view.species[seat], begins, places.find(location), has_arrived)
    return None


def _location_before(scene: Scene, event: Migrated) -> int:
    """Return the location that a population migrates from; NOTHING if it is not known."""
    at = max((place for place, each in enumerate(scene.events) if each == event), default=0)
    for each in reversed(scene.events[:at]):
        if isinstance(each, Awoke | Migrated) and each.seat == event.seat:
            return each.location
    return NOTHING


def newborn(scene: Scene, species: int) -> Counts:
    """Return by trait the cards of a species that are born while this is shown moving."""
    born, view = [0] * RING, scene.view
    for event in scene.moving if scene.frame else ():
        match event:
            case Hunted(seat, fauna) if view.species[seat] == species:
                born[primary(fauna)] += event.offspring
            case Foraged(seat) if view.species[seat] == species and view.active < len(
                view.locations
            ):
                born[view.locations[view.active]] += event.offspring
            case Preyed(seat, _, trait) if view.species[seat] == species:
                born[trait] += event.offspring
            case _:
                pass
    return bytes(born)
