"""A scene of Darwin's Journey as its board shows it: the costs of locations for a seat's workers,
the facts that the parts of the table share, and the signs and keys of elements.

The drawing functions call a `JourneyView` the table, and its game state the view.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import Final, NamedTuple

from darwin_core.contract.game import NOTHING, Element
from darwin_core.games.journey import diaries
from darwin_core.games.journey.acts import Place
from darwin_core.games.journey.diaries import Stay
from darwin_core.games.journey.material import (
    COLOURS,
    LOCATIONS,
    LOCKABLE,
    PURPLE,
    SLOTS_OF_METAL,
    TRACK,
    WORKERS,
    AnyEffect,
    JourneyState,
    Page,
)
from darwin_core.games.journey.objectives import goal_count, goal_points
from darwin_core.games.journey.pieces import lacking
from darwin_core.games.journey.rounds import placings
from darwin_core.games.journey.rules import clone
from darwin_core.text.language import tr, tr_in
from darwin_tui.boards.journey.scene import RoundEnd, Scene, after_enter, passing, round_end
from darwin_tui.drawing.area import Area
from darwin_tui.drawing.canvas import Drawing, Run, Styled

# --- costs of locations

_DISTINGUISHED: Final[frozenset[Page]] = frozenset(
    {"exploration", "navigation", "correspondence", "academy", "special"}
)
"""Pages on whose locations a worker's distinction counts."""


class PlacementCost(NamedTuple):
    """The cost of a location for one worker."""

    worker: int
    coins: int
    knowledge: int
    stay: Stay
    """The effects of the worker's stay there."""
    obstacle: str = ""
    """The reason why the worker cannot go there; empty if it can."""
    is_lacking: bool = False
    """True if the reason is that the seat cannot pay."""

    @property
    def price(self) -> str:
        """The cost in short, or the reason why the worker cannot go there."""
        coins = [f"{self.coins}¢"] if self.coins else []
        knowledge = [f"{self.knowledge}✎"] if self.knowledge else []
        return self.obstacle or " ".join(coins + knowledge) or free()

    @property
    def is_free(self) -> bool:
        """The worker can go there at no cost."""
        return not (self.obstacle or self.coins or self.knowledge)


class PlacementCosts:
    """The costs of all locations for a seat, as if it were its turn."""

    def __init__(self, state: JourneyState, seat: int) -> None:
        self.state = state
        self.seat = seat
        self.taken, self.busy = diaries.occupied(state)
        """The locations with a worker, and the areas with a worker."""
        self.legal = frozenset(placings(state, seat))
        """The legal placings of workers."""
        self.occupied_cost = diaries.occupied_cost(state, seat)
        """Coins for a place in an area that already has a worker."""
        self.home = diaries.at_home(state, seat)
        """The workers that can still be placed in this round."""

    def cost(self, location: int, worker: int | None = None) -> PlacementCost:
        """Return the cost for a worker; without a worker, for the best one at home, or for the best
        of all if none is at home."""
        if worker is not None:
            return self._cost_of(location, worker)
        return self.best(location, self.home or diaries.workers_of(self.state, self.seat))

    def best(self, location: int, workers: Iterable[int]) -> PlacementCost:
        """Return the cost for the best of some workers.

        The best one can go and spends the least knowledge. Ties go to the highest distinction if
        that counts, else to the lowest; then to the fewest purple seals, then to the fewest seals.
        """
        counts = LOCATIONS[location].page in _DISTINGUISHED

        def rank(cost: PlacementCost) -> tuple[bool, int, int, int, int]:
            row = diaries.row_of(self.state, self.seat, cost.worker)
            level = diaries.distinction(row)
            seals = row.count(PURPLE), len(row)
            return bool(cost.obstacle), cost.knowledge, -level if counts else level, *seals

        return min((self._cost_of(location, worker) for worker in workers), key=rank)

    def _cost_of(self, location: int, worker: int) -> PlacementCost:
        """Return the cost for a worker. The first reason against it is named."""
        state, seat = self.state, self.seat
        row = diaries.row_of(state, seat, worker)
        coins = diaries.entry_cost(state, seat, location)
        if LOCATIONS[location].page == "small":
            # In the small diary, the lens has a price of its own.
            coins += diaries.lens_cost(is_free=False)
        knowledge = lacking(row, diaries.seals_of(state, location))
        stay = diaries.stay(state, location, diaries.distinction(row))
        obstacle = ""
        is_lacking = False
        if diaries.is_locked(state, location):
            obstacle = tr("locked")
        elif not diaries.has_room(location, self.taken):
            obstacle = tr_in("location", "taken")
        elif coins > state.coins[seat]:
            obstacle = _lacks(f"{coins - state.coins[seat]}¢")
            is_lacking = True
        elif knowledge > state.knowledge[seat]:
            obstacle = _lacks(f"{knowledge - state.knowledge[seat]}✎")
            is_lacking = True
        elif worker in self.home and Place(worker, location) not in self.legal:
            obstacle = tr("no use")
        return PlacementCost(worker, coins, knowledge, stay, obstacle, is_lacking)


def _lacks(amount: str) -> str:
    """Return the reason that an amount of coins or knowledge is lacking."""
    return tr("lacks {amount}", amount=amount)


def free() -> str:
    """Return the price of something free."""
    return tr_in("location", "free")


def lens_price(state: JourneyState, seat: int, location: int, is_free: bool) -> str:
    """Return the cost of a lens at a location, or the reason why none can be placed now."""
    if not diaries.is_locked(state, location):
        return tr_in("location", "open")
    if location not in diaries.unlockable(state):
        return tr("now done" if location in diaries.inside(state) else "not yet")
    if not diaries.has_lens(state, seat):
        return tr("no lens")
    return f"{diaries.lens_cost(is_free)}¢" if diaries.lens_cost(is_free) else free()


def lens_owner(state: JourneyState, location: int) -> int:
    """Return the seat whose lens is on a location, NEUTRAL, or NOTHING."""
    return state.lenses[location] if location < LOCKABLE else NOTHING


# --- the table as it is drawn

WITHOUT_DIGIT: Final = frozenset({"worker", "row", "slot", "space", "site", "button"})
"""Kinds that show no digit for their key: they have numbers already, or are too close together."""
SELF_NUMBERED: Final = {"worker": WORKERS + 1, "row": WORKERS, "slot": SLOTS_OF_METAL}
"""Kinds that always show their own numbers, with the highest one. The slots of each metal have
numbers of their own; only slots of one metal are selectable together."""
DIGIT_COLUMNS_MIN: Final = 6
"""Minimum columns of an element with room for its digit."""
DIGITS: Final = 9
"""Number of keys that select elements: 1 to 9."""
INKS: Final = {
    "letter": "strong letter-ink",
    "flap": "strong letter-ink",
    **dict.fromkeys(("cursor", "gold", "silver", *COLOURS), "strong token-ink"),
}
"""Styles of signs on grounds that need a special one."""
KIND_ORDER: Final = (
    "crew",
    "part",
    "location",
    "seal",
    "colour",
    "tile",
    "envelope",
    "specimen",
    "island",
    "space",
    "site",
    "stack",
    "slot",
    "row",
    "worker",
    "button",
)
"""Kinds in the order of the keys that select them."""


@dataclass(frozen=True)
class JourneyView:
    """A view, and the facts that the parts of the table need for drawing."""

    drawing: Drawing
    scene: Scene
    view: JourneyState

    @cached_property
    def seats(self) -> int:
        return len(self.view.coins)

    @cached_property
    def finished_round(self) -> RoundEnd | None:
        """The finished round, while play pauses on it."""
        return round_end(self.scene)

    @property
    def round(self) -> int:
        """The displayed round."""
        return self.finished_round.round if self.finished_round else self.view.round

    @property
    def is_own(self) -> bool:
        """The viewer has a seat, whose costs are shown."""
        return self.scene.viewer < self.seats

    @cached_property
    def seat(self) -> int:
        """The seat whose costs are shown: the viewer, or for a spectator the active player."""
        if self.is_own:
            return self.scene.viewer
        return self.view.order[0] if self.view.actor == NOTHING else self.view.actor

    @property
    def name(self) -> str:
        """The name of the seat whose costs are shown."""
        return self.scene.names[self.seat]

    @cached_property
    def view_in_turn(self) -> JourneyState:
        """The view as if it were the turn of ``seat``, to ask the rules for that seat's costs."""
        state = clone(self.view)
        state.actor = self.seat
        if self.view.actor != self.seat:
            state.pending = []
        return state

    @cached_property
    def view_after_enter(self) -> JourneyState:
        """The view after Enter's action, as far as its effect is drawn."""
        return after_enter(self.scene)

    @cached_property
    def figures_after_enter(self) -> tuple[int, ...]:
        """The player's figures after Enter's action, the key of cached drawings; empty without such
        an action."""
        view, seat = self.view_after_enter, self.seat
        if view is self.view:
            return ()
        goal = view.goals[view.round - 1] if view.round else NOTHING
        scored = (goal_count(view, seat, goal), goal_points(view, seat, goal)) if view.round else ()
        possessions = (view.points, view.coins, view.knowledge, view.evolution)
        return (*(figures[seat] for figures in possessions), *scored)

    @cached_property
    def pieces_by_space(self) -> dict[int, list[int]]:
        """Seats whose ship or explorer is shown on each space; a moving piece is on its way."""
        seats: dict[int, list[int]] = {}
        moving = passing(self.scene)
        for seat, (ship, explorers) in enumerate(
            zip(self.view.ships, self.view.explorers, strict=True)
        ):
            # Track 0 is the ocean.
            for track, space in enumerate((ship, *explorers)):
                is_moving = moving and moving[0] == seat and TRACK[moving[1]] == track
                seats.setdefault(moving[1] if moving and is_moving else space, []).append(seat)
        return seats

    @cached_property
    def specimens_by_space(self) -> dict[int, list[int]]:
        """Specimens on each space."""
        specimens: dict[int, list[int]] = {}
        for number, space in enumerate(self.view.specimens):
            specimens.setdefault(space, []).append(number)
        return specimens

    @property
    def top_effect(self) -> AnyEffect | None:
        """The pending decision, of any seat."""
        return self.view.pending[-1] if self.view.pending else None

    @property
    def selected(self) -> tuple[Element, ...]:
        return self.scene.chooser.selected if self.scene.chooser else ()

    @cached_property
    def legal_elements(self) -> frozenset[Element]:
        """All elements of all legal actions, regardless of the selection."""
        targets = self.scene.chooser.targets if self.scene.chooser else ()
        return frozenset(element for elements in targets for element in elements)

    @cached_property
    def legal_kinds(self) -> frozenset[str]:
        """The kinds of the ``legal_elements`` elements."""
        return frozenset(kind for kind, _ in self.legal_elements)

    @cached_property
    def placement_costs(self) -> PlacementCosts:
        """All locations with their costs for ``seat``."""
        return PlacementCosts(self.view_in_turn, self.seat)

    def chosen(self, kind: str) -> int | None:
        """Return the number of the selected element of a kind, else of the focused one."""
        selected = next(
            (number for selected_kind, number in self.selected if selected_kind == kind), None
        )
        return self.scene.pointer.number_of(kind) if selected is None else selected

    def spot(self, area: Area, element: Element, ink: str = "") -> "Spot":
        """Enter an element and fill its area to show its state.

        Args:
            area: the whole element; its first cell is reserved for its sign.
            element: the element there.
            ink: style of words without a style.
        """
        area.enter(element)
        scene = self.scene
        if scene.is_on(element):
            return Spot(area.on("cursor"), "strong token-ink", is_plain=True)
        look = scene.style_of(element)
        if scene.chooser is None or element[0] not in self.legal_kinds:
            return Spot(area, ink)
        if look == "selected":
            return Spot(area.on("raised"), f"strong {ink}".strip())
        if look == "selectable":
            return Spot(area.on("raised"), ink)
        return Spot(area, "dim", is_plain=not ink)


@dataclass(frozen=True)
class Spot:
    """The area of an element, whose words follow its state."""

    area: Area
    ink: str
    """Style of words without a style."""
    is_plain: bool = False
    """Words override styles without a ground of their own."""

    def text(self, x: int, y: int, *pieces: Styled) -> int:
        """Write pieces; return the column after the last."""
        return self.area.text(x, y, *map(self._styled, pieces))

    def right(self, y: int, *pieces: Styled) -> int:
        """Write pieces at the right edge; return the column of the first."""
        return self.area.right(y, *map(self._styled, pieces))

    def _styled(self, piece: Styled) -> Run:
        text, style = (piece, "") if isinstance(piece, str) else piece
        if " on " in style:
            return (text, style)
        if self.is_plain:
            return (text, self.ink)
        return (text, style or self.ink)


def sort_regions(table: JourneyView) -> None:
    """Sort the regions of elements: the elements of the decision come first. Selections do not
    change the order, so no key moves during a decision."""
    places = table.drawing.places
    order = sorted(
        places,
        key=lambda element: (element not in table.legal_elements, KIND_ORDER.index(element[0])),
    )
    table.drawing.places = {element: places[element] for element in order}


def draw_signs(table: JourneyView) -> None:
    """Draw each element's sign over its first cell: focused, selected, or selectable with its
    digit."""
    drawing = table.drawing
    canvas = table.drawing.canvas
    drawing.numbers = _numbers(table)
    keys = {element: f"{number}" for number, element in drawing.numbers.items()}
    for element, region in drawing.places.items():
        if element[0] == "button":
            continue
        selectable = "•" if element[0] in WITHOUT_DIGIT else keys.get(element, "•")
        character, style = _sign(table.scene, element, selectable)
        if character == " ":
            continue
        ground = canvas.ground(region.x, region.y)
        ink = INKS.get(ground, style)
        canvas.text(region.x, region.y, (character, f"{ink} on {ground}" if ground else ink))


def _sign(scene: Scene, element: Element, selectable: str) -> Run:
    """Return the sign before an element that is focused, selected, both, or selectable."""
    own_style = scene.style_of(element)
    if scene.is_on(element):
        return ("»" if own_style == "selected" else "▶", "cursor strong")
    if own_style == "selected":
        return ("✓", "selected")
    return (selectable, "selectable") if own_style == "selectable" and scene.chooser else (" ", "")


def _numbers(table: JourneyView) -> dict[int, Element]:
    """Return the elements that keys 1 to 9 select.

    If several can be selected, these are the elements with drawn digits, which they keep during the
    decision; else workers, rows and slots by their own numbers; else all selectable elements in
    order.
    """
    places, selectable = table.drawing.places, table.scene.selectable
    keyed = [
        element for element in places if element in table.legal_elements and element[0] != "button"
    ]
    drawn = [
        element
        for element in keyed
        if element[0] not in WITHOUT_DIGIT and places[element].width >= DIGIT_COLUMNS_MIN
    ]
    keys = {key: element for key, element in enumerate(drawn[:DIGITS], 1) if element in selectable}
    # The gold slots follow the silver slots, with the same numbers again.
    by_own_number = {
        number % SELF_NUMBERED[kind] + 1: (kind, number)
        for kind, number in keyed
        if kind in SELF_NUMBERED and (kind, number) in selectable
    }
    if len(keys) < 2 and by_own_number:
        return by_own_number
    return keys or dict(
        enumerate([element for element in keyed if element in selectable][:DIGITS], 1)
    )
