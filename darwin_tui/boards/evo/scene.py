"""A scene of Evo: its types, the effect of Enter, the rows of the board's parts at any window size,
and its animation."""

from collections.abc import Sequence
from typing import Final, NamedTuple

from darwin_core.contract.cards import Counts
from darwin_core.contract.game import NOTHING
from darwin_core.games.evo.acts import (
    AnyAction,
    Awoke,
    Displaced,
    EvoEvent,
    Forage,
    Foraged,
    Hunt,
    Hunted,
    Migrate,
    Migrated,
    Moved,
    Predated,
    Settled,
    Survived,
)
from darwin_core.games.evo.generation import forage_flora, hunt_fauna
from darwin_core.games.evo.material import FAUNA_SLOTS, NOWHERE, RING, SLOTS, EvoState, primary
from darwin_core.games.evo.rules import clone
from darwin_tui.drawing import scene
from darwin_tui.drawing.canvas import Drawing
from darwin_tui.drawing.chart import COUNT_FRAMES, frames_alike
from darwin_tui.drawing.overlay import Flight, points
from darwin_tui.play.selection import action_of_enter

Scene = scene.Scene[EvoState, AnyAction, EvoEvent]


# --- the effect of Enter


def after_enter(scene: Scene) -> EvoState:
    """Return the view after Enter's hunt or forage; without one, the current view. Neither depends
    on chance."""
    view, chooser = scene.view, scene.chooser
    action = action_of_enter(chooser, scene.cursor) if chooser and not scene.is_paused else None
    if not isinstance(action, Hunt | Forage):
        return view
    then = clone(view)
    seat = view.pending[-1].seat
    if isinstance(action, Hunt):
        hunt_fauna(then, seat, action, None)
    else:
        forage_flora(then, seat, action, None)
    return then


def goal_of(scene: Scene) -> int | None:
    """Return the location, by index, to which Enter would migrate."""
    chooser = scene.chooser
    action = action_of_enter(chooser, scene.cursor) if chooser and not scene.is_paused else None
    return action.location if isinstance(action, Migrate) else None


# --- the rows of the parts

HAND_ROWS: Final = 4
"""Rows of the hand: a card of three rows, and one into which it is raised."""
BOX_COLUMNS_MIN: Final = 26
"""Minimum columns of a location with a frame and its prices in words."""
WIDE_COLUMNS: Final = 112
"""Minimum columns for the adaptations beside the hand instead of above it."""


class Plan(NamedTuple):
    """The rows of the parts, and the form of locations."""

    card: int
    """Rows of a fauna or flora."""
    sky: int
    """Rows of a location's landscape."""
    genome: int
    """Rows of a species' genome."""
    is_boxed: bool
    """Locations and genomes are framed panels."""

    def locations(self) -> int:
        """Return the rows of the locations: cards, landscape, populations, and frame or title."""
        return SLOTS * self.card + self.sky + 1 + (2 if self.is_boxed else 1)

    def genomes(self, species: int) -> int:
        """Return the rows of the genomes of some species, with their frame or heading."""
        return species * self.genome + (2 if self.is_boxed else 1)


LADDER: Final = (
    Plan(5, 5, 4, True),
    Plan(5, 4, 3, True),
    Plan(4, 4, 4, True),
    Plan(4, 4, 3, True),
    Plan(4, 4, 2, True),
    Plan(3, 4, 3, True),
    Plan(3, 3, 2, True),
    Plan(3, 2, 2, True),
    Plan(3, 2, 1, True),
    Plan(3, 3, 2, False),
    Plan(2, 3, 2, False),
    Plan(2, 3, 1, False),
    Plan(2, 2, 1, False),
    Plan(2, 1, 1, False),
    Plan(1, 2, 2, False),
    Plan(1, 2, 1, False),
    Plan(1, 1, 1, False),
)
"""Plans from largest to smallest; the first that fits is used."""


class Table(NamedTuple):
    """The scene, the effect of Enter and the plan, from which the parts of the board are drawn."""

    scene: Scene
    then: EvoState
    """The view after the action that Enter would play."""
    plan: Plan

    @property
    def view(self) -> EvoState:
        return self.scene.view

    @property
    def has_change(self) -> bool:
        """Enter's action changes the table, and the change is drawn."""
        return self.then is not self.view


def plan(width: int, height: int, species: int) -> Plan:
    """Return the plan of a board; spare rows go to the landscape. If no plan fits, return the
    smallest."""
    # One row has the title bar, one the news, and in a narrow window one the adaptations.
    room = height - 2 - HAND_ROWS - (width < WIDE_COLUMNS)
    is_wide = width // species >= BOX_COLUMNS_MIN
    fitting = next(
        (
            rung
            for rung in LADDER
            if (is_wide or not rung.is_boxed) and rung.locations() + rung.genomes(species) <= room
        ),
        LADDER[-1],
    )
    rows_left = room - fitting.locations() - fitting.genomes(species)
    sky = fitting.sky + max(rows_left, 0)
    return Plan(fitting.card, sky, fitting.genome, fitting.is_boxed)


# --- motion

FRAMES: Final = 4
"""Frames for which a change is shown; for the first half of them, a population leaves."""
STEPS: Final = 4
"""Rows of figures at the end of a millennium, revealed one by one."""
STEP_FRAMES: Final = 3
"""Frames for which each step is the last one shown."""


def frames_of(events: Sequence[EvoEvent]) -> int:
    """Return the frames that show tokens on a card, offspring, or an arrival."""
    animated = Hunted | Foraged | Predated | Displaced | Migrated | Moved | Settled
    moves = any(isinstance(event, animated) for event in events)
    return FRAMES if moves and not reveal_frames(events) else 0


def reveal_frames(events: Sequence[EvoEvent]) -> int:
    """Return the frames that show the end of a millennium by steps, and count its points."""
    is_over = any(isinstance(event, Survived) for event in events)
    return STEPS * STEP_FRAMES + COUNT_FRAMES if is_over else 0


def alike(events: Sequence[EvoEvent], frame: int) -> int:
    """Return the number of frames, from ``frame`` on, that show the same step of a millennium's end
    or of a trip."""
    if reveal_frames(events):
        return frames_alike(frame, STEP_FRAMES)
    return frames_alike(frame, FRAMES // 2, 0)


def flies(events: Sequence[EvoEvent], frame: int) -> bool:
    """Return whether tokens fly in a frame."""
    has_tokens = any(isinstance(event, Displaced | Hunted | Foraged) for event in events)
    return has_tokens and not reveal_frames(events) and frame > 0


class Trip(NamedTuple):
    """A population on its way."""

    species: int
    start: int
    """Index of the location; -1 for a new population."""
    goal: int
    has_arrived: bool


def trip(scene: Scene) -> Trip | None:
    """Return the last population that moved, while this is animated; None if none did."""
    if not scene.frame:
        return None
    view = scene.view
    has_arrived = 2 * scene.frame <= FRAMES
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
        # Events name locations by trait.
        begins = view.locations.find(start) if start != NOTHING else -1
        goal = view.locations.find(location)
        return Trip(view.species[seat], begins, goal, has_arrived)
    return None


def flights_of(scene: Scene, drawing: Drawing) -> list[Flight]:
    """Return the flying tokens: from hunted or foraged food to the seat's points, and a
    predator's token from each slot that it takes."""
    flights: list[Flight] = []
    for event in scene.moving:
        if isinstance(event, Displaced):
            taken = drawing.places.get(("slot", event.slot))
            flights.append(Flight(points(1), taken, drawing.marks.get(f"plate {event.seat}")))
        if isinstance(event, Hunted | Foraged):
            start = drawing.places.get(("slot", _slot_of_catch(scene.view, event)))
            end = drawing.marks.get(f"plate {event.seat}")
            flights.append(Flight(points(event.tokens), start, end))
    return flights


def _slot_of_catch(view: EvoState, event: Hunted | Foraged) -> int:
    """Return the slot of the food of a catch; NOTHING if it is no longer at the active location. Of
    two equal floras, it is one with as many tokens of the seat's species."""
    if view.active == NOWHERE:
        return NOTHING
    # Faunas and floras are numbered apart.
    if isinstance(event, Hunted):
        card, slots = event.fauna, range(FAUNA_SLOTS)
    else:
        card, slots = event.flora, range(FAUNA_SLOTS, SLOTS)
    places = {slot: SLOTS * view.active + slot for slot in slots}
    equal = [slot for slot, place in places.items() if view.slots[place] == card]
    species = view.species[event.seat]
    caught = (slot for slot in equal if view.tokens[places[slot]][species] >= event.tokens)
    return next(caught, equal[0] if equal else NOTHING)


def _location_before(scene: Scene, event: Migrated) -> int:
    """Return the location from which a population migrates, by trait; NOTHING if unknown: where the
    seat's generation began, or to which it migrated last."""
    index = max(
        (place for place, earlier in enumerate(scene.events) if earlier == event), default=0
    )
    for earlier in reversed(scene.events[:index]):
        if isinstance(earlier, Awoke | Migrated) and earlier.seat == event.seat:
            return earlier.location
    return NOTHING


def newborn(scene: Scene, species: int) -> Counts:
    """Return a species' newborn cards by trait, while this is animated."""
    born = [0] * RING
    view = scene.view
    for event in scene.moving if scene.frame else ():
        match event:
            case Hunted(seat, fauna) if view.species[seat] == species:
                born[primary(fauna)] += event.offspring
            case Foraged(seat) if view.species[seat] == species and view.active < len(
                view.locations
            ):
                born[view.locations[view.active]] += event.offspring
            case Predated(seat, _, trait) if view.species[seat] == species:
                born[trait] += event.offspring
            case _:
                pass
    return bytes(born)
