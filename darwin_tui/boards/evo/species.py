"""The species at length: cards by place, populations, and what their adaptations do."""

from collections.abc import Iterable
from textwrap import wrap
from typing import Final, NamedTuple

from darwin_core.contract.game import HIDDEN
from darwin_core.games.evo.material import RING, EvoState
from darwin_core.games.evo.texts import design_name, design_words, species_name, trait_name
from darwin_core.text.language import tr, tr_in
from darwin_tui.boards.evo.genomes import cards_of, count_of
from darwin_tui.boards.evo.marks import (
    adaptations,
    face_up,
    homes,
    letter,
    letters,
    order,
    seen_in_hand,
    species_label,
    species_mark,
)
from darwin_tui.boards.evo.scene import Scene
from darwin_tui.drawing.area import ELLIPSIS, Area
from darwin_tui.drawing.canvas import Styled, length
from darwin_tui.drawing.panel import heading, panel

PANEL_ROWS_MIN: Final = 18
PANEL_COLUMNS_MIN: Final = 28
PANEL_EDGES: Final = 3
"""Columns of the frame of a panel, and of the blank beside it."""
COUNTS_A_ROW: Final = 3
"""Traits of which a panel shows the cards in one row."""


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
    _draw_panels(area, scene, view)


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
    area.text(1, 0, species_mark(view, species), " ", (species_label(scene, view, species), style))
    area.text(22, 0, *_cards(view, species))
    area.text(3, 1, *adaptations(view, species, area.width - 5))


# --- panels side by side


class Form(NamedTuple):
    """The form in which a panel shows a species."""

    has_cards: bool
    """Each trait has a row of its cards, not figures alone."""
    gap: int
    """Rows before each adaptation."""
    is_flowing: bool
    """The effect of an adaptation follows its name in the same row."""
    has_home: bool = True
    """True if the panel names the locations of the species, which the map shows as well."""


FORMS: Final = (
    Form(True, 2, False),
    Form(True, 1, False),
    Form(True, 0, False),
    Form(False, 1, False),
    Form(False, 0, False),
    Form(False, 0, True),
    Form(False, 0, True, has_home=False),
)
"""Forms, from the most rows to the fewest; the first with room for all species is used."""


def _draw_panels(area: Area, scene: Scene, view: EvoState) -> None:
    species = order(view)
    width = area.width // len(species)
    room, rows = width - PANEL_EDGES, area.height - 2
    for form in FORMS:
        texts = [_lines(view, each, room, form) for each in species]
        if all(len(text) <= rows and max(map(length, text)) <= room for text in texts):
            break
    for place, (each, text) in enumerate(zip(species, texts, strict=True)):
        own = area.at(width * place, 0, width, area.height)
        seat = view.species.find(each)
        style = f"strong seat-{seat}" if seat >= 0 else "strong"
        panel(
            own,
            [species_mark(view, each), " ", (species_label(scene, view, each), style)],
            species_name(each) if seat >= 0 else "",
        )
        inner = own.over("panel").inside(2, 1, 1, 1)
        for y, line in enumerate(text[:rows]):
            inner.text(0, y, *line)
        if len(text) > rows:
            inner.right(rows - 1, (f" {ELLIPSIS}", "dim"))


Line = list[Styled]


def _lines(view: EvoState, species: int, room: int, form: Form) -> list[Line]:
    """Return the rows of a panel of a given width."""
    rows = _traits(view, species, form.has_cards)
    rows += _deck(view, species, room)
    if form.has_home:
        (label, _), (places, _) = homes(view, species)
        home = f"{label}{places}" if len(label) + len(places) <= room else places
        rows += _dim(wrap(home, room))
    for design, tokens in zip(view.adaptations[species], view.worn[species], strict=True):
        rows += [Line()] * form.gap
        rows += _adaptation(design, tokens, room, form)
    return rows


def _deck(view: EvoState, species: int, room: int) -> list[Line]:
    """Return the numbers of cards by place, and those that all have seen."""
    numbers: Line = [
        (f"{tr('deck')} ", "dim"),
        (f"{len(view.decks[species])}", "strong"),
        (f"  {tr('hand')} ", "dim"),
        (f"{len(view.hands[species])}", "strong"),
        (f"  {tr('lost')} ", "dim"),
        (f"{len(view.lost[species])}", "strong"),
    ]
    up, in_hand = face_up(view, species), seen_in_hand(view, species)
    both = [(face_up(view, each), seen_in_hand(view, each)) for each in order(view)]
    if all(length(one) + 2 + length(other) <= room for one, other in both):
        return [numbers, [*up, "  ", *in_hand]]
    return [numbers, up, in_hand]


def _traits(view: EvoState, species: int, has_cards: bool) -> list[Line]:
    """Return the cards of each trait, passed on and in all: as figures, several traits to a row, or
    as letters, a row for each trait."""
    figures = [f"{count_of(view, species, trait)}" for trait in range(RING)]
    if not has_cards:
        cells: list[Line] = [[letter(trait), f" {figures[trait]:<7}"] for trait in range(RING)]
        return [
            [piece for cell in cells[at : at + COUNTS_A_ROW] for piece in cell]
            for at in range(0, RING, COUNTS_A_ROW)
        ]
    names = max(len(trait_name(trait)) for trait in range(RING)) + 1
    return [
        [
            (f"{trait_name(trait):<{names}}", "dim"),
            (f"{figures[trait]:>5}  ", "strong"),
            *cards_of(view, species, trait),
        ]
        for trait in range(RING)
    ]


def _adaptation(design: int, tokens: int, room: int, form: Form) -> list[Line]:
    """Return the name of an adaptation with its tokens, and its effect."""
    name, figure = design_name(design), f" {tokens}" if tokens else ""
    head: Line = [(name, "strong"), (figure, "strong good")]
    if not form.is_flowing:
        return [head, *_dim(f"  {line}" for line in wrap(_effect(design), room - 2))]
    head.append((":", "dim"))
    start = f"{name}{figure}:"
    # The name is one word of the text, so that it is never divided.
    first, *others = wrap(f"{'x' * len(start)} {_effect(design)}", room)
    return [[*head, (first[len(start) :], "dim")], *_dim(others)]


def _dim(lines: Iterable[str]) -> list[Line]:
    return [[(line, "dim")] for line in lines]


def _effect(design: int) -> str:
    return f"{design_words(design)}."
