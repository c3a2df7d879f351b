"""Locations side by side, each with its fauna, its flora and its populations."""

from textual.geometry import Region

from darwin_core.game import NOTHING
from darwin_core.games.evo.components import FAUNA_SLOTS, SLOTS, TRAITS
from darwin_core.games.evo.state import Drift, EvoState
from darwin_core.games.evo.words import card_name
from darwin_tui.games.evo.marks import (
    SPENT,
    cost,
    hue,
    letter,
    room,
    species_mark,
    tokens,
)
from darwin_tui.games.evo.scene import Scene
from darwin_tui.widgets.canvas import Drawing, Styled, length
from darwin_tui.widgets.signs import enter

ROWS = SLOTS + 1
"""The rows of a location below its name, with one row a card; with two, ``2 * SLOTS + 1``."""
WIDEST = 36
"""The largest number of columns of a location."""
NAMED = 25
"""The columns from which cards in one row have names."""


def draw_locations(drawing: Drawing, scene: Scene, view: EvoState, y: int, a_card: int) -> None:
    """Draw all locations, their names on a line, with one or two rows a card."""
    drawing.canvas.rule(y)
    places = len(view.locations)
    width = (drawing.canvas.width - 1) // places
    for location in range(places):
        region = Region(1 + location * width, y, min(width - 1, WIDEST), 2 + a_card * SLOTS)
        _title(drawing, scene, view, location, region)
        for slot in range(SLOTS):
            row = Region(region.x, y + 2 + slot * a_card, region.width, a_card)
            _card(drawing, scene, view, SLOTS * location + slot, row)


def _title(drawing: Drawing, scene: Scene, view: EvoState, location: int, region: Region) -> None:
    """Draw a location's name, its trait, and its populations."""
    canvas, trait = drawing.canvas, view.locations[location]
    name = TRAITS[trait].location
    title = Region(region.x, region.y, len(name) + 3, 1)
    lives = Region(region.x, region.y + 1, region.width, 1)
    if isinstance(view.pending[-1] if view.pending else None, Drift):
        # A population moves from the row of marks to a name.
        enter(drawing, scene, ("goal", location), title)
        enter(drawing, scene, ("location", location), lives)
    else:
        enter(drawing, scene, ("location", location), title)
    active = view.active == location
    canvas.text(region.x + 1, region.y, (name, "strong" if active else ""), " ", letter(trait), " ")
    pieces = _populations(view, location, is_short=False)
    if length(pieces) >= region.width:
        pieces = _populations(view, location, is_short=True)
    canvas.text(region.x + 1, region.y + 1, *pieces)


def _populations(view: EvoState, location: int, is_short: bool) -> list[Styled]:
    """Return a mark for each population, or their number if there are many; spent ones after a
    dot."""
    pieces: list[Styled] = []
    for species, (ready, spent) in enumerate(zip(view.available, view.spent, strict=True)):
        mark, whose = species_mark(view, species)
        lives = view.active == location and view.pending
        if lives and view.species[view.pending[-1].seat] == species:
            pieces += [("▸", "cursor strong"), (mark, whose)]
        if number := ready[location]:
            pieces.append((f"{mark}{number}" if is_short else mark * number, whose))
        if number := spent[location]:
            few = f"{'' if ready[location] else mark}{SPENT}{number}"
            pieces.append((few if is_short else f"{SPENT}{mark * number}", "dim"))
    return pieces


def _card(drawing: Drawing, scene: Scene, view: EvoState, place: int, region: Region) -> None:
    """Draw a card's name, its cost, its tokens by owner, and the number of tokens that it bears."""
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
    held, most = tokens(view, place), room(view, place)
    if region.height > 1:
        canvas.text(x, region.y, *cost(view, place), " ", named)
        canvas.text(x + 4, region.y + 1, *held)
        canvas.right(region.right, region.y + 1, most)
        return
    x = canvas.text(x, region.y, *cost(view, place), " ")
    if region.width >= NAMED:
        canvas.text(x, region.y, named)
        x += 9
    canvas.text(x, region.y, *held)
    free = region.right - x - length(held)
    figure = next(text for text in (most[0], most[0].partition("/")[0], "") if len(text) <= free)
    canvas.right(region.right, region.y, (figure, most[1]))
