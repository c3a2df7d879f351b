"""The species at length: cards by place, populations, and what their adaptations do."""

from textwrap import wrap
from typing import Final

from darwin_core.game import HIDDEN
from darwin_core.games.evo.state import EvoState
from darwin_core.games.evo.words import design_name, design_words, species_name
from darwin_core.language import tr, tr_in
from darwin_tui.games.evo.adaptations import adaptations
from darwin_tui.games.evo.genomes import homes, name_of, order
from darwin_tui.games.evo.marks import letters, species_mark
from darwin_tui.games.evo.scene import Scene
from darwin_tui.games.evo.strand import COUNTS_NARROW, counts
from darwin_tui.parts.area import Area
from darwin_tui.parts.panel import heading, panel
from darwin_tui.widgets.canvas import Styled

PANEL_ROWS_MIN: Final = 18
PANEL_COLUMNS_MIN: Final = 28


def draw_species(area: Area, scene: Scene, view: EvoState) -> None:
    """Draw all species over an area: panels side by side, or two rows each in a small window."""
    species = order(view)
    if area.height < PANEL_ROWS_MIN or area.width // len(species) < PANEL_COLUMNS_MIN:
        own = area.on("panel")
        if own.height > 2 * len(species):
            heading(own, 0, (tr("species"), "strong"))
            own = own.inside(0, 1, 0, 0)
        for row, each in enumerate(species):
            _rows(own.at(0, 2 * row, own.width, 2), scene, view, each)
        return
    width = area.width // len(species)
    for place, each in enumerate(species):
        own = area.at(width * place, 0, width, area.height)
        _panel(own, scene, view, each)


def _cards(view: EvoState, species: int) -> list[Styled]:
    face_up, shown = view.offspring[species], view.shown[species]
    pieces: list[Styled] = [
        (f"{tr('deck')} ", "dim"),
        (f"{len(view.decks[species])}", "strong"),
        (f"  {tr('face up')} ", "dim"),
        *letters(face_up),
        (f"  {tr('hand')} ", "dim"),
        (f"{len(view.hands[species])}", "strong"),
    ]
    if shown and HIDDEN in view.hands[species]:
        pieces += [(f" {tr_in('hand', 'with')} ", "dim"), *letters(shown)]
    return [*pieces, (f"  {tr('lost')} ", "dim"), (f"{len(view.lost[species])}", "strong")]


def _rows(area: Area, scene: Scene, view: EvoState, species: int) -> None:
    seat = view.species.find(species)
    style = f"strong seat-{seat}" if seat >= 0 else "strong"
    area.text(1, 0, species_mark(view, species), " ", (name_of(scene, view, species), style))
    area.text(22, 0, *_cards(view, species))
    area.text(3, 1, *adaptations(view, species, area.width - 5))


def _panel(area: Area, scene: Scene, view: EvoState, species: int) -> None:
    seat = view.species.find(species)
    style = f"strong seat-{seat}" if seat >= 0 else "strong"
    panel(
        area,
        [species_mark(view, species), " ", (name_of(scene, view, species), style)],
        species_name(species) if seat >= 0 else "",
    )
    inner = area.over("panel").inside(2, 1, 2, 1)
    own = counts(view, species, COUNTS_NARROW)
    # Three traits a row: a letter and its figures for each.
    inner.text(0, 0, *own[:6])
    inner.text(0, 1, *own[6:])
    face_up, shown = view.offspring[species], view.shown[species]
    inner.text(
        0,
        2,
        (f"{tr('deck')} ", "dim"),
        (f"{len(view.decks[species])}", "strong"),
        (f"  {tr('hand')} ", "dim"),
        (f"{len(view.hands[species])}", "strong"),
        (f"  {tr('lost')} ", "dim"),
        (f"{len(view.lost[species])}", "strong"),
    )
    inner.text(0, 3, (f"{tr('face up')} ", "dim"), *letters(face_up))
    if shown and HIDDEN in view.hands[species]:
        inner.text(0, 4, (f"{tr('seen in hand')} ", "dim"), *letters(shown))
    y = 5
    home = "".join(piece if isinstance(piece, str) else piece[0] for piece in homes(view, species))
    y = inner.paragraph(y, home, "dim")
    named = list(zip(view.adaptations[species], view.worn[species], strict=True))
    for place, (design, tokens) in enumerate(named):
        lines = wrap(f"{design_words(design)}.", inner.width - 2)
        left = inner.height - y - (len(named) - place - 1)
        if left < 1:
            return
        figure = f" {tokens}" if tokens else ""
        inner.text(0, y, (design_name(design), "strong"), (figure, "strong good"))
        y += 1
        for line in lines[: max(left - 1, 0)]:
            inner.text(2, y, (line, "dim"))
            y += 1
