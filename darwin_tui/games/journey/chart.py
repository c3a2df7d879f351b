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

UNNUMBERED: Final = frozenset({"worker", "row", "space", "site", "button"})
"""Kinds that show no number for their key: they have numbers of their own, or lie too close."""
BEARING: Final = frozenset({"worker", "row"})
"""Kinds whose numbers stand there anyway."""
NUMBERED: Final = 6
"""The fewest columns of an element that has room for its number."""
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
"""Kinds in the order of the keys that pick them."""


@dataclass(frozen=True)
class Chart:
    """A drawing of a view, in the making."""

    drawing: Drawing
    scene: Scene
    view: JourneyState

    @property
    def canvas(self) -> Canvas:
        """Return what is drawn on."""
        return self.drawing.canvas

    @cached_property
    def seats(self) -> int:
        """Return how many play."""
        return len(self.view.coins)

    @cached_property
    def me(self) -> int:
        """The seat whose costs are shown: the viewer's, or for a watcher that of who acts."""
        if self.scene.viewer < self.seats:
            return self.scene.viewer
        return self.view.order[0] if self.view.actor == NOTHING else self.view.actor

    @cached_property
    def mine(self) -> JourneyState:
        """The view as if it were that seat's turn, to ask the rules what things would cost."""
        state = clone(self.view)
        state.actor = self.me
        if self.view.actor != self.me:
            state.pending = []
        return state

    @property
    def top(self) -> AnyEffect | None:
        """Return what is asked now, whoever is asked."""
        return self.view.pending[-1] if self.view.pending else None

    @property
    def selected(self) -> tuple[Element, ...]:
        """Return what is picked."""
        return self.scene.chooser.selected if self.scene.chooser else ()

    @cached_property
    def asked(self) -> frozenset[Element]:
        """All elements of all that can be chosen, whatever is picked."""
        return asked(self.scene)

    @cached_property
    def asked_kinds(self) -> frozenset[str]:
        """The kinds of these elements."""
        return frozenset(kind for kind, _ in self.asked)

    @cached_property
    def offers(self) -> Offers:
        """All locations as they stand for that seat."""
        return Offers(self.mine, self.me)

    def chosen(self, kind: str) -> int | None:
        """The element of a kind that is picked, or else under the cursor."""
        chosen = next((number for each, number in self.selected if each == kind), None)
        return self.scene.pointer.number_of(kind) if chosen is None else chosen

    def part(self, draw: Callable[..., None], *args: Hashable) -> None:
        """Draw a part of the table, or copy it from the last drawing."""
        self.drawing.part(draw, (self,), *args)

    def enter(self, element: Element, region: Region) -> None:
        """Enter an element; its first cell is kept free for its sign."""
        self.drawing.places[element] = region

    def style(self, element: Element, usual: str = "") -> str:
        """The style of an element's words: dim where it is of a kind that is asked for and cannot
        be picked itself."""
        if self.scene.is_on(element):
            return "cursor strong"
        looks = self.scene.style_of(element)
        if looks == "selected":
            return "selected"
        if looks == "selectable" or element[0] not in self.asked_kinds:
            return usual
        return "dim"


def asked(scene: Scene) -> frozenset[Element]:
    """All elements of all that can be chosen, whatever is picked."""
    chooser = scene.chooser
    return (
        frozenset(each for touched in chooser.touched for each in touched)
        if chooser
        else (frozenset())
    )


def sort_places(chart: Chart) -> None:
    """Have keys 1 to 9 begin with what can be picked."""
    places, selectable = chart.drawing.places, chart.scene.selectable
    order = sorted(places, key=lambda each: (each not in selectable, RANKS.index(each[0])))
    chart.drawing.places = {element: places[element] for element in order}


def sign_places(chart: Chart) -> None:
    """Put its sign before each element: whether it has the cursor, is picked, or can be, and by
    which number."""
    drawing = chart.drawing
    drawing.numbers = _numbers(chart)
    keys = {element: f"{number}" for number, element in drawing.numbers.items()}
    for element, region in drawing.places.items():
        if element[0] != "button":
            selectable = "•" if element[0] in UNNUMBERED else keys.get(element, "•")
            chart.canvas.text(region.x, region.y, sign(chart.scene, element, selectable))


def _numbers(chart: Chart) -> dict[int, Element]:
    """Return what keys 1 to 9 pick of what can be picked: what digits are drawn for, if there are
    several; else workers and rows by the numbers that they bear, or spaces in their order."""
    places = chart.drawing.places
    selectable = [
        element
        for element in places
        if element in chart.scene.selectable and element[0] != "button"
    ]
    drawn = [e for e in selectable if e[0] not in UNNUMBERED and places[e].width >= NUMBERED]
    bearing = {number + 1: (kind, number) for kind, number in selectable if kind in BEARING}
    if len(drawn) < 2 and bearing:
        return bearing
    return dict(enumerate((drawn or selectable)[:9], 1))


def fit(room: int, texts: Iterable[str]) -> str:
    """The first text that has room; the last one cut where none has."""
    text = ""
    for text in texts:
        if len(text) <= room:
            return text
    return text[: max(room - 1, 0)] + "…"[: max(room, 0)]


def columns(region: Region, number: int) -> Sequence[Region]:
    """A region in columns of equal width, two blanks between them."""
    x, y, width, height = region
    each = (width + 2) // number
    return [Region(x + place * each, y, each - 2, height) for place in range(number)]
