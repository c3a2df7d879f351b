"""Genomes: what each species consists of, what of it is passed on already, and how that changed."""

from darwin_core.game import HIDDEN
from darwin_core.games.evo.components import MILLENNIA, RING, TARGETS
from darwin_core.games.evo.genes import added
from darwin_core.games.evo.millennium import points
from darwin_core.games.evo.state import EvoState
from darwin_core.games.evo.words import design_name, species_name
from darwin_tui.games.evo.marks import hue, letter, species_mark
from darwin_tui.widgets.board import Scene
from darwin_tui.widgets.canvas import Canvas, Styled

BARS = "▁▂▃▄▅▆▇█"
NAME = 12
"""Columns of a species' mark and name."""
POINTS = 5


def order(view: EvoState) -> list[int]:
    """The species in the order of the seats that play them, those that nobody plays at the end."""
    taken = [species for species in view.species if species < len(view.genomes)]
    return [*taken, *(each for each in range(len(view.genomes)) if each not in taken)]


def _name(canvas: Canvas, scene: Scene, view: EvoState, species: int, y: int) -> int:
    """A species by its mark, and by its player's name or its own; the column after it."""
    seat = view.species.find(species)
    name = scene.names[seat] if seat >= 0 else f"the {species_name(species)}"
    style = f"seat-{seat}" if seat >= 0 else "dim"
    own = seat >= 0 and seat == scene.viewer
    canvas.text(2, y, species_mark(view, species), " ")
    canvas.text(4, y, (name[: NAME - 2], f"{style} strong" if own else style))
    return 2 + NAME + 1


def draw_genomes(canvas: Canvas, scene: Scene, view: EvoState, y: int) -> None:
    """A row a species: its points, and of each trait the cards passed on and the others."""
    target = TARGETS[view.millennium - 1]
    for row, species in enumerate(order(view)):
        x = _name(canvas, scene, view, species, y + row)
        seat = view.species.find(species)
        if seat >= 0:
            canvas.right(x + POINTS - 1, y + row, (f"{points(view, seat)}", "strong"))
        x += POINTS
        everything = added(view.genomes[species], view.born[species])
        size = sum(view.future[species])
        width = (canvas.width - x - 8) // RING
        for trait in range(RING):
            _bar(canvas, x, y + row, trait, view.future[species][trait], everything[trait], width)
            x += width
        style = "good" if size >= target else "strong"
        canvas.right(canvas.width - 1, y + row, (f"{size}", style), (f"/{target}", "dim"))


def _bar(canvas: Canvas, x: int, y: int, trait: int, passed: int, whole: int, width: int) -> None:
    """A card a block; where there are too many, in proportion."""
    most = width - 2
    if whole > most:
        passed, whole = passed * most // whole, most
    canvas.text(
        x, y, letter(trait), ("█" * passed, hue(trait)), ("░" * (whole - passed), hue(trait))
    )


def draw_species(canvas: Canvas, scene: Scene, view: EvoState, y: int, bottom: int) -> None:
    """Two rows a species: its cards by where they are, and its adaptations with their tokens."""
    for row, species in enumerate(order(view)):
        top = y + 2 * row
        if top + 1 >= bottom:
            return
        x = _name(canvas, scene, view, species, top)
        face_up = view.offspring[species]
        told: list[Styled] = [
            ("deck ", "dim"),
            (f"{len(view.decks[species])}", "strong"),
            ("  face up ", "dim"),
            *([letter(card) for card in face_up] or [("–", "dim")]),
            ("  hand ", "dim"),
            (f"{len(view.hands[species])}", "strong"),
        ]
        shown = view.shown[species]
        if shown and HIDDEN in view.hands[species]:
            told += [(" with ", "dim"), *(letter(card) for card in shown)]
        told += [("  lost ", "dim"), (f"{len(view.lost[species])}", "strong")]
        canvas.text(x, top, *told)
        canvas.text(4, top + 1, *adaptations(view, species, canvas.width - 6))


def adaptations(view: EvoState, species: int, width: int) -> list[Styled]:
    """A species' adaptations with their tokens, cut to a width."""
    pieces: list[Styled] = []
    left = width
    for design, worn in zip(view.adaptations[species], view.worn[species], strict=True):
        name, count = design_name(design), f" {worn}" if worn else ""
        comma = ", " if pieces else ""
        if len(comma + name + count) > left:
            return [*pieces, (" …", "dim")]
        pieces += [(comma, "dim"), (name, ""), (count, "strong")]
        left -= len(comma + name + count)
    return pieces


def draw_history(canvas: Canvas, scene: Scene, view: EvoState, y: int, bottom: int) -> None:
    """How each species' traits changed from millennium to millennium, in shares."""
    for row, species in enumerate(order(view)):
        if y + row >= bottom:
            return
        x = _name(canvas, scene, view, species, y + row)
        for trait in range(RING):
            x = canvas.text(x, y + row, letter(trait), " ")
            x = canvas.text(x, y + row, (_line(view, species, trait), hue(trait))) + 2


def _line(view: EvoState, species: int, trait: int) -> str:
    """A sparkline, highest where a trait is half of the genome or more."""
    line = ""
    for genomes in view.history:
        genome = genomes[species]
        share = genome[trait] / max(sum(genome), 1)
        line += BARS[min(round(2 * share * (len(BARS) - 1)), len(BARS) - 1)]
    return line.ljust(MILLENNIA + 1, "·")
