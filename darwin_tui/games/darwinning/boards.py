"""Parts of a species board: environments and traits."""

from typing import Final

from textual.geometry import Region

from darwin_core.game import NOTHING
from darwin_core.games.darwinning.boards import habitats_of, shown
from darwin_core.games.darwinning.components import ENVIRONMENTS, SPACES, TABLES
from darwin_core.games.darwinning.notation import trait_element
from darwin_core.games.darwinning.state import DarwinningState
from darwin_core.games.darwinning.words import trait_name
from darwin_tui.games.darwinning.heading import era_shown
from darwin_tui.games.darwinning.marks import is_choosable
from darwin_tui.games.darwinning.scene import Scene
from darwin_tui.widgets.canvas import Canvas, Drawing
from darwin_tui.widgets.signs import enter

TRAIT_COLUMNS: Final = 15
"""Columns of a trait if each trait has its own column."""


def draw_homes(
    canvas: Canvas,
    scene: Scene,
    view: DarwinningState,
    seat: int,
    x: int,
    y: int,
    width: int,
) -> None:
    """Draw the environments of a species with their food; those on the table are highlighted."""
    homes, environments = sorted(habitats_of(view, seat).items()), era_shown(scene, view)[1]
    long = sum(len(ENVIRONMENTS[place]) + 4 for place, _ in homes) - 2 <= width - x
    for place, food in homes:
        name = ENVIRONMENTS[place] if long else TABLES.environments[place].letter
        on_table = place in environments
        style = "good strong" if on_table else "faint"
        x = canvas.text(x, y, (f"{name}{' ' if long else ''}{food}", style), "  " if long else " ")


def draw_traits(
    drawing: Drawing,
    scene: Scene,
    view: DarwinningState,
    seat: int,
    x: int,
    y: int,
    *,
    wide: bool,
) -> None:
    """Draw the traits of a species by space; cards are highlighted against printed traits."""
    traits = shown(view.species[seat], view.traits[seat])
    names = [trait_name(trait) if trait else "–" for trait in traits]
    if not wide:
        names = _shortened(names, drawing.canvas.width - x)
    for space, (trait, name) in enumerate(zip(traits, names, strict=True)):
        is_card = view.traits[seat][space] != NOTHING
        style = "strong" if is_card and space < SPACES - 1 else "dim" if trait else "faint"
        element = trait_element(seat, space)
        if is_choosable(scene, element):
            enter(drawing, scene, element, Region(x, y, len(name) + 1, 1))
        drawing.canvas.text(x + 1, y, (name, style))
        x += TRAIT_COLUMNS if wide else len(name) + 2


def _shortened(names: list[str], room: int) -> list[str]:
    """Shorten names to fit side by side, each with a mark before and a space after it; the longest
    lose letters first."""
    cut = list(names)
    while sum(len(name) + 2 for name in cut) - 1 > room:
        longest = max(range(len(cut)), key=lambda place: len(cut[place]))
        cut[longest] = cut[longest].rstrip(".")[:-1].rstrip() + "."
        if len(cut[longest]) == len(names[longest]):
            # Only one letter was cut, for the dot itself.
            cut[longest] = names[longest][:-2].rstrip() + "."
    return cut
