"""Names of species, and what is known of each, in short rows beside genomes, panels and hands."""

from typing import Final

from darwin_core.contract.game import HIDDEN
from darwin_core.games.evo.components import TRAITS
from darwin_core.games.evo.state import EvoState
from darwin_core.games.evo.words import species_name
from darwin_core.text.language import noun, tr, tr_in
from darwin_tui.boards.evo.marks import is_choosing, letters, likely_name, species_mark
from darwin_tui.boards.evo.scene import Scene
from darwin_tui.drawing.area import Area
from darwin_tui.drawing.canvas import Run, Styled
from darwin_tui.drawing.likely import draw_gauges

LIKELY_COLUMNS: Final = 4
"""Columns of a trait that is likely in a hand: its letter and the chance."""
LIKELY_COLUMNS_MAX: Final = 14


def order(view: EvoState) -> list[int]:
    """Return the species in the order of the seats that play them; in their own while players
    choose."""
    if is_choosing(view):
        return [*range(len(view.genomes))]
    taken = [species for species in view.species if species < len(view.genomes)]
    return [*taken, *(each for each in range(len(view.genomes)) if each not in taken)]


def name_of(scene: Scene, view: EvoState, species: int) -> str:
    """Return the name of a species' player, or of the species itself."""
    seat = view.species.find(species)
    return scene.names[seat] if seat >= 0 else tr("the {species}", species=species_name(species))


def draw_name(area: Area, scene: Scene, view: EvoState, species: int, y: int, room: int = 0) -> int:
    """Write a species' mark and name; return the column after it, which is the same for all."""
    seat = view.species.find(species)
    style = f"strong seat-{seat}" if seat >= 0 else "strong"
    width = room or name_columns(scene)
    area.text(
        1, y, species_mark(view, species), " ", (name_of(scene, view, species)[:width], style)
    )
    return 4 + width


def name_columns(scene: Scene) -> int:
    """Return the columns of the longest name that is shown, of a player or of a species."""
    view = scene.view
    return max(len(name_of(scene, view, species)) for species in range(len(view.genomes)))


def face_up(view: EvoState, species: int, *, is_short: bool = False) -> list[Styled]:
    """Return the cards face up on the deck of a species."""
    label = tr_in("deck", "up") if is_short else tr("face up")
    return [(f"{label} ", "dim"), *letters(view.offspring[species])]


def seen_in_hand(view: EvoState, species: int, *, is_short: bool = False) -> list[Styled]:
    """Return the cards in the hand of a species that all have seen, if there are hidden ones."""
    shown = view.shown[species]
    if not shown or HIDDEN not in view.hands[species]:
        return []
    label = tr_in("hand", "seen") if is_short else tr("seen in hand")
    return [(f"{label} ", "dim"), *letters(shown)]


def homes(view: EvoState, species: int) -> list[Run]:
    """Return where a species lives, with the number of its populations."""
    here = [
        f"{noun(TRAITS[trait].location)} {ready + spent}"
        for trait, ready, spent in zip(
            view.locations, view.available[species], view.spent[species], strict=True
        )
        if ready + spent
    ]
    return [(f"{tr_in('species', 'lives in')} ", "dim"), (", ".join(here) or "–", "")]


def draw_likely(area: Area, scene: Scene, view: EvoState, species: int) -> bool:
    """Fill a row with the traits that the hand of a species is likely to hold, if they are shown;
    return whether they are."""
    seat = view.species.find(species)
    likely = scene.likely(seat, "hand")
    if likely and area.width >= LIKELY_COLUMNS:
        colour = f"seat-{seat}"
        draw_gauges(
            area, likely, likely_name, colour, least=LIKELY_COLUMNS, most=LIKELY_COLUMNS_MAX
        )
    return bool(likely)
