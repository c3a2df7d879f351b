"""The viewer's own species at 80 columns, below the lines of all."""

from typing import Final

from darwin_core.contract.game import NOTHING, Element
from darwin_core.games.darwinning.boards import shown
from darwin_core.games.darwinning.components import SPACES
from darwin_core.text.language import tr, tr_in
from darwin_tui.boards.darwinning.chain import PORTRAIT_COLUMNS, portrait, zone
from darwin_tui.boards.darwinning.choice import draw_choice
from darwin_tui.boards.darwinning.figures import forecast
from darwin_tui.boards.darwinning.lines import line_homes
from darwin_tui.boards.darwinning.marks import (
    element_sign,
    is_choosable,
    short_trait,
    species_name,
    species_noun,
)
from darwin_tui.boards.darwinning.news import draw_news
from darwin_tui.boards.darwinning.scene import Scene
from darwin_tui.drawing.area import Area, Grow

ROWS: Final = 3
"""Rows without a portrait: environments, traits and the choice."""
PORTRAIT_ROWS: Final = 5


def draw_own(area: Area, scene: Scene) -> None:
    """Draw the viewer's species: its environments, its traits and the present choice."""
    view, seat = scene.view, scene.viewer
    own = area.on("panel")
    name = tr("your {species}", species=species_noun(view, seat))
    has_title = area.height > ROWS
    if area.height >= PORTRAIT_ROWS:
        ground = zone(view.places[seat])
        left, own = own.columns(PORTRAIT_COLUMNS, Grow())
        face = left.on(ground)
        if face.look.is_ascii:
            face.centre(2, (species_name(view, seat, face.width), "strong"))
        sprite = portrait(view.species[seat], view.bites[seat], ground)
        face.picture(0, face.height - PORTRAIT_ROWS, sprite)
    own = own.inside(1, 0, 1)
    has_news = area.height >= PORTRAIT_ROWS
    title, homes, traits, choice, _, news = own.rows(int(has_title), 1, 1, 1, Grow(), int(has_news))
    if has_title:
        x = title.text(0, 0, (name, "strong")) + 3
        title.text(x, 0, *forecast(scene, seat, title.width - x))
        line_homes(homes, scene, seat)
    else:
        x = homes.text(0, 0, (name, "strong")) + 2
        line_homes(homes.at(x, 0, homes.width - x, 1), scene, seat)
    _draw_traits(traits, scene)
    draw_choice(choice, scene)
    if has_news:
        draw_news(news, scene)


def _draw_traits(area: Area, scene: Scene) -> None:
    """Draw the five trait spaces in a row, by their numbers."""
    view, seat = scene.view, scene.viewer
    traits = shown(view.species[seat], view.traits[seat])
    cells = area.columns(*[Grow()] * SPACES, gap=1)
    for space, (trait, cell) in enumerate(zip(traits, cells, strict=True)):
        element: Element = ("space", space)
        if is_choosable(scene, element):
            cell.enter(element)
            cell.text(0, 0, element_sign(scene, element))
        number = str(space + 1)
        cell.text(1, 0, (number, "faint"))
        beside = cell.at(3, 0, cell.width - 3, 1)
        if trait:
            is_card = view.traits[seat][space] != NOTHING
            tile = beside.on("stock" if is_card else "printed")
            ink = "strong stock-ink" if is_card else "ink"
            tile.text(0, 0, (short_trait(trait, tile.width), ink))
        else:
            words = "┄┄┄┄" if space < SPACES - 1 else tr_in("space", "no points")
            beside.text(0, 0, (words[: beside.width], "faint"))
