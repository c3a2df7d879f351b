"""The context of all parts of the table: the drawing, the view, and the seat of the costs."""

from collections.abc import Callable, Hashable, Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Final

from textual.geometry import Region

from darwin_core.game import NOTHING, Element
from darwin_core.games.journey.rules import clone
from darwin_core.games.journey.state import AnyEffect, JourneyState
from darwin_tui.games.journey.costs import Offers
from darwin_tui.games.journey.scene import Scene
from darwin_tui.widgets.canvas import Canvas, Drawing
from darwin_tui.widgets.signs import sign

WITHOUT_DIGIT: Final = frozenset({"worker", "row", "space", "site", "button"})
"""Kinds that show no digit for their key: they have numbers of their own, or are too close
together."""
SELF_NUMBERED: Final = frozenset({"worker", "row"})
"""Kinds that always show numbers of their own."""
DIGIT_COLUMNS_MIN: Final = 6
"""Minimum columns of an element with room for its digit."""
RANKS: Final = (
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
class Chart:
    """A drawing of a view in progress."""

    drawing: Drawing
    scene: Scene
    view: JourneyState

    @property
    def canvas(self) -> Canvas:
        """The canvas of the drawing."""
        return self.drawing.canvas

    @cached_property
    def seats(self) -> int:
        """The number of seats."""
        return len(self.view.coins)

    @cached_property
    def me(self) -> int:
        """The seat whose costs are shown: the viewer's, or for a spectator that of the active
        player."""
        if self.scene.viewer < self.seats:
            return self.scene.viewer
        return self.view.order[0] if self.view.actor == NOTHING else self.view.actor

    @cached_property
    def mine(self) -> JourneyState:
        """The view as if that seat were to move, to ask the rules for its costs."""
        state = clone(self.view)
        state.actor = self.me
        if self.view.actor != self.me:
            state.pending = []
        return state

    @property
    def top(self) -> AnyEffect | None:
        """The pending decision, of any seat."""
        return self.view.pending[-1] if self.view.pending else None

    @property
    def selected(self) -> tuple[Element, ...]:
        """The selected elements."""
        return self.scene.chooser.selected if self.scene.chooser else ()

    @cached_property
    def asked(self) -> frozenset[Element]:
        """All elements of all legal actions, regardless of the selection."""
        return asked(self.scene)

    @cached_property
    def asked_kinds(self) -> frozenset[str]:
        """The kinds of these elements."""
        return frozenset(kind for kind, _ in self.asked)

    @cached_property
    def offers(self) -> Offers:
        """All locations with their costs for that seat."""
        return Offers(self.mine, self.me)

    def chosen(self, kind: str) -> int | None:
        """Return the selected element of a kind, or else the focused one."""
        chosen = next((number for each, number in self.selected if each == kind), None)
        return self.scene.pointer.number_of(kind) if chosen is None else chosen

    def part(self, draw: Callable[..., None], *args: Hashable) -> None:
        """Draw a part of the table, or copy it from the last drawing."""
        self.drawing.part(draw, (self,), *args)

    def enter(self, element: Element, region: Region) -> None:
        """Enter an element; its first cell is reserved for its sign."""
        self.drawing.places[element] = region

    def style(self, element: Element, default: str = "") -> str:
        """Return the style of an element's words: dim if only others of its kind are selectable."""
        if self.scene.is_on(element):
            return "cursor strong"
        look = self.scene.style_of(element)
        if look == "selected":
            return "selected"
        if look == "selectable" or element[0] not in self.asked_kinds:
            return default
        return "dim"


def asked(scene: Scene) -> frozenset[Element]:
    """Return all elements of all legal actions, regardless of the selection."""
    chooser = scene.chooser
    return (
        frozenset(each for touched in chooser.touched for each in touched)
        if chooser
        else (frozenset())
    )


def sort_places(chart: Chart) -> None:
    """Sort the places so that keys 1 to 9 begin with selectable elements."""
    places, selectable = chart.drawing.places, chart.scene.selectable
    order = sorted(places, key=lambda each: (each not in selectable, RANKS.index(each[0])))
    chart.drawing.places = {element: places[element] for element in order}


def sign_places(chart: Chart) -> None:
    """Draw the sign of each element: focused, selected, or selectable with its digit."""
    drawing = chart.drawing
    drawing.numbers = _numbers(chart)
    keys = {element: f"{number}" for number, element in drawing.numbers.items()}
    for element, region in drawing.places.items():
        if element[0] != "button":
            selectable = "•" if element[0] in WITHOUT_DIGIT else keys.get(element, "•")
            chart.canvas.text(region.x, region.y, sign(chart.scene, element, selectable))


def _numbers(chart: Chart) -> dict[int, Element]:
    """Return the elements that keys 1 to 9 select.

    These are the elements with drawn digits, if there are several; else workers and rows by their
    own numbers, or spaces in their order.
    """
    places = chart.drawing.places
    selectable = [
        element
        for element in places
        if element in chart.scene.selectable and element[0] != "button"
    ]
    drawn = [
        e for e in selectable if e[0] not in WITHOUT_DIGIT and places[e].width >= DIGIT_COLUMNS_MIN
    ]
    by_own_number = {
        number + 1: (kind, number) for kind, number in selectable if kind in SELF_NUMBERED
    }
    if len(drawn) < 2 and by_own_number:
        return by_own_number
    return dict(enumerate((drawn or selectable)[:9], 1))


def fit(room: int, texts: Iterable[str]) -> str:
    """Return the first text that fits; if none fits, the last one, cut."""
    text = ""
    for text in texts:
        if len(text) <= room:
            return text
    return text[: max(room - 1, 0)] + "…"[: max(room, 0)]


def columns(region: Region, number: int) -> Sequence[Region]:
    """Return a region split into columns of equal width, two blanks between them."""
    x, y, width, height = region
    each = (width + 2) // number
    return [Region(x + place * each, y, each - 2, height) for place in range(number)]
