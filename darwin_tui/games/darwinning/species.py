"""The species, a line each, with the panes beside them."""

from collections.abc import Sequence
from typing import Final

from textual.geometry import Region

from darwin_core.game import NOTHING, Element
from darwin_core.games.darwinning.boards import TWO
from darwin_core.games.darwinning.components import (
    BORN,
    CARDS,
    CLIMBS,
    JOKER,
    NUMBER,
    SPECIES,
)
from darwin_core.games.darwinning.notation import trait_element
from darwin_core.games.darwinning.state import DarwinningState, Hunt, Mutate, Share, Transform
from darwin_core.games.darwinning.words import trait_name
from darwin_tui.games.darwinning.boards import draw_homes, draw_traits
from darwin_tui.games.darwinning.chain import beside_ladder
from darwin_tui.games.darwinning.marks import DUMMY_MARK, is_choosable, suit
from darwin_tui.games.darwinning.scene import Scene
from darwin_tui.games.darwinning.survival import draw_survival, was_survival
from darwin_tui.games.darwinning.trick import draw_last_trick, draw_trick
from darwin_tui.widgets.canvas import SEAT_MARKS, Drawing
from darwin_tui.widgets.signs import enter

LINE_COLUMNS: Final = 42
"""Columns of a species' line before its pane."""
PANE_COLUMNS: Final = 39
"""Columns of a pane."""
NAME_COLUMNS: Final = 19
"""Columns of a species' line with the name alone, before its traits."""
DISPLAY_CARD_COLUMNS: Final = 23
"""Columns of a card of the display."""


def draw_species(
    drawing: Drawing,
    scene: Scene,
    view: DarwinningState,
    y: int,
    panes: Sequence[str],
    foot: int,
) -> int:
    """Draw a line for each species with the open pane beside it, or all panes if there is room;
    return the row after the last."""
    canvas, seats = drawing.canvas, len(view.hands)
    # The own board takes four rows and the title of the hand takes one.
    room = foot - 6 - y
    dummy = TWO if seats == TWO else 0
    tall = room >= 3 * seats + dummy
    width = min(canvas.width, 80)
    if beside_ladder(canvas) < canvas.width:
        width = beside_ladder(canvas)
    canvas.text(0, y, ("─" * width, "rule"))
    canvas.text(1, y, (" species ", "strong"))
    tabs = _tabs(panes, tall=tall)
    pane = tabs[(_first_pane(scene, view, tabs) + scene.pane) % len(tabs)]
    wide = tall and width >= LINE_COLUMNS + 2 * PANE_COLUMNS
    if pane != "traits":
        canvas.text(28, y, (" at ", "dim"))
        canvas.text(33, y, (" eggs ", "dim"))
    x = LINE_COLUMNS - 1
    for place, name in enumerate(("trick", "survival") if wide else tabs):
        x = LINE_COLUMNS + PANE_COLUMNS * place - 1 if wide else x
        x = canvas.text(x, y, (f" {name} ", "strong" if wide or name == pane else "faint"))
    y += 1
    for seat in range(seats):
        _species_line(drawing, scene, view, seat, y, brief=pane == "traits")
        if wide:
            draw_trick(canvas, scene, view, seat, LINE_COLUMNS, y)
            draw_survival(canvas, scene, view, seat, LINE_COLUMNS + PANE_COLUMNS, y)
        else:
            _draw_pane(drawing, scene, view, seat, y, pane)
        y += 1
        if tall:
            draw_homes(canvas, scene, view, seat, 3, y, width)
            draw_traits(drawing, scene, view, seat, 3, y + 1, wide=True)
            # An empty row between the species if there is room.
            y += 3 if room >= 4 * seats + dummy else 2
    if seats == TWO:
        _dummy_lines(drawing, scene, view, y)
        y += dummy
    return y


def _tabs(panes: Sequence[str], *, tall: bool) -> Sequence[str]:
    """Return the panes to switch between; on tall screens environments and traits are always
    open."""
    return [name for name in panes if name not in ("homes", "traits")] if tall else panes


def _first_pane(scene: Scene, view: DarwinningState, tabs: Sequence[str]) -> int:
    """Return the pane that the decision is about; Tab switches from there to the others."""
    if scene.is_paused:
        return tabs.index("survival") if was_survival(scene) else 0
    match view.pending[-1] if view.pending else None:
        case Mutate() if "traits" in tabs:
            return tabs.index("traits")
        case Share() | Hunt() | Transform():
            return tabs.index("survival")
    return 0


def _species_line(
    drawing: Drawing,
    scene: Scene,
    view: DarwinningState,
    seat: int,
    y: int,
    *,
    brief: bool,
) -> None:
    canvas = drawing.canvas
    element: Element = ("species", seat)
    if is_choosable(scene, element):
        enter(drawing, scene, element, Region(0, y, LINE_COLUMNS - 2, 1))
    hue = f"seat-{seat}"
    name = f"{SEAT_MARKS[seat]} {scene.names[seat]}"
    canvas.text(1, y, (name, f"{hue} strong" if seat == scene.viewer else hue))
    if brief:
        return
    canvas.text(20, y, (SPECIES[view.species[seat]].name, "dim"))
    canvas.right(32, y, (str(view.places[seat]), "strong"))
    eggs, born = view.population[seat], BORN[view.species[seat]]
    canvas.right(36, y, (str(eggs), "good strong" if eggs > born else "strong"))
    canvas.text(36, y, (f"/{born}", "dim"))
    if view.bites[seat]:
        canvas.text(39, y, (f"✗{view.bites[seat]}", "bad strong"))


def _draw_pane(
    drawing: Drawing, scene: Scene, view: DarwinningState, seat: int, y: int, pane: str
) -> None:
    match pane:
        case "trick":
            draw_trick(drawing.canvas, scene, view, seat, LINE_COLUMNS, y)
        case "survival":
            draw_survival(drawing.canvas, scene, view, seat, LINE_COLUMNS, y)
        case "last":
            draw_last_trick(drawing.canvas, scene, seat, LINE_COLUMNS, y)
        case "homes":
            draw_homes(drawing.canvas, scene, view, seat, LINE_COLUMNS - 1, y, drawing.canvas.width)
        case _:
            draw_traits(drawing, scene, view, seat, NAME_COLUMNS, y, wide=False)


def _dummy_lines(drawing: Drawing, scene: Scene, view: DarwinningState, y: int) -> None:
    """Draw the dummy: its space, and below it the cards of the display."""
    canvas = drawing.canvas
    element: Element = ("species", TWO)
    if is_choosable(scene, element):
        enter(drawing, scene, element, Region(0, y, LINE_COLUMNS - 2, 1))
    canvas.text(1, y, (f"{DUMMY_MARK} the dummy", "dim"))
    canvas.right(32, y, (str(view.places[TWO]), "strong"))
    canvas.text(3, y + 1, ("display", "dim"))
    for space, card in enumerate(view.display):
        at = 11 + space * DISPLAY_CARD_COLUMNS
        if card == NOTHING:
            canvas.text(at + 1, y + 1, ("–", "faint"))
            continue
        code, climbs = CARDS[card].code, CLIMBS[card]
        name = "joker" if card == JOKER else trait_name(NUMBER[card])
        region = Region(at, y + 1, DISPLAY_CARD_COLUMNS - 1, 1)
        elements: tuple[Element, ...] = (("display", card), trait_element(TWO, space))
        for element in elements:
            if is_choosable(scene, element) and element not in drawing.places:
                enter(drawing, scene, element, region)
        x = canvas.text(at + 1, y + 1, (code, f"{suit(card)} strong"), " ", (name, "dim"))
        canvas.text(x + 1, y + 1, (f"↑{climbs}" if climbs else "", "dim"))
