"""Locations side by side, each with its fauna, its flora, and who lives there."""

from textual.geometry import Region

from darwin_core.game import NOTHING
from darwin_core.games.evo.components import FAUNA_SLOTS, SLOTS, TRAITS
from darwin_core.games.evo.state import EvoState
from darwin_core.games.evo.words import card_name
from darwin_tui.games.evo.marks import (
    SPENT,
    cost,
    enter,
    hue,
    letter,
    room,
    species_mark,
    tokens,
)
from darwin_tui.widgets.board import Scene
from darwin_tui.widgets.canvas import Drawing, Styled

ROWS = SLOTS + 1
"""A location with a row a card; with two rows a card, ``2 * SLOTS + 1``."""
WIDEST = 36
"""Columns that a location takes at most."""
NAMED = 25
"""Columns from which cards are named in their one row."""


def draw_locations(drawing: Drawing, scene: Scene, view: EvoState, y: int, a_card: int) -> None:
    """All locations, with one or two rows a card."""
    places = len(view.locations)
    width = (drawing.canvas.width - 1) // places
    for location in range(places):
        region = Region(1 + location * width, y, min(width - 1, WIDEST), 1 + a_card * SLOTS)
        _title(drawing, scene, view, location, region)
        for slot in range(SLOTS):
            row = Region(region.x, y + 1 + slot * a_card, region.width, a_card)
            _card(drawing, scene, view, SLOTS * location + slot, row)


def _title(drawing: Drawing, scene: Scene, view: EvoState, location: int, region: Region) -> None:
    """Its name, its trait, and the populations there."""
    canvas, trait = drawing.canvas, view.locations[location]
    goal = ("goal", location)
    element = goal if goal in scene.lit else ("location", location)
    name = TRAITS[trait].location
    enter(drawing, scene, element, Region(region.x, region.y, len(name) + 3, 1))
    active = view.active == location
    style = "strong" if active else "dim"
    x = canvas.text(region.x + 1, region.y, (name, style), " ", letter(trait))
    pieces: list[Styled] = []
    for species, (ready, spent) in enumerate(zip(view.available, view.spent, strict=True)):
        mark, whose = species_mark(view, species)
        lives = active and view.pending and view.species[view.pending[-1].seat] == species
        pieces += [("▸", "cursor strong"), (mark, whose)] if lives else []
        pieces.append((mark * ready[location], whose))
        if spent[location]:
            pieces.append((f"{SPENT}{mark * spent[location]}", "dim"))
    canvas.text(x + 1, region.y, *pieces)


def _card(drawing: Drawing, scene: Scene, view: EvoState, place: int, region: Region) -> None:
    """What it is called, what it asks for, whose tokens lie on it, and how many it bears."""
    canvas, card = drawing.canvas, view.slots[place]
    here = place // SLOTS == view.active
    element = ("slot", place % SLOTS) if here else ("place", place)
    enter(drawing, scene, element, Region(region.x, region.y, region.width, region.height))
    x = region.x + 1
    if card == NOTHING:
        canvas.text(x, region.y, ("nothing", "faint"))
        return
    trait = card if place % SLOTS >= FAUNA_SLOTS else card // len(TRAITS)
    name = card_name(place, card).removeprefix("great ").partition(" ")[0]
    named: Styled = (name, hue(trait))
    if region.height > 1:
        canvas.text(x, region.y, *cost(view, place), " ", named)
        canvas.text(x + 4, region.y + 1, *tokens(view, place))
        canvas.right(region.right, region.y + 1, room(view, place))
        return
    x = canvas.text(x, region.y, *cost(view, place), " ")
    if region.width >= NAMED:
        canvas.text(x, region.y, named)
        x += 9
    canvas.text(x, region.y, *tokens(view, place))
    canvas.right(region.right, region.y, room(view, place))
