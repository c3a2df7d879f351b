"""Genomes: each species' cards, those already passed on, and their history."""

from collections.abc import Sequence
from math import ceil

from darwin_core.game import HIDDEN
from darwin_core.games.evo.components import MILLENNIA, RING, TARGETS
from darwin_core.games.evo.description import shares_of
from darwin_core.games.evo.genes import added
from darwin_core.games.evo.millennium import points
from darwin_core.games.evo.notation import LETTERS
from darwin_core.games.evo.state import EvoState
from darwin_core.games.evo.words import design_name, species_name
from darwin_tui.games.evo.marks import hue, letter, species_mark
from darwin_tui.games.evo.scene import Scene
from darwin_tui.widgets.canvas import SEAT_MARKS, Canvas, Styled

BARS = "▁▂▃▄▅▆▇█"
NAME = 12
"""The columns of a species' name."""
POINTS = 4
SIZE = 6
"""The columns of the size of a Future Genome."""
CURVE_COLUMNS_MIN = 24
"""The columns of a trait's history from which a curve is drawn too."""

CURVE = 18
"""The columns of a trait in the epilogue."""


def order(view: EvoState) -> list[int]:
    """Return the species in the order of the seats that play them, unplayed ones last."""
    taken = [species for species in view.species if species < len(view.genomes)]
    return [*taken, *(each for each in range(len(view.genomes)) if each not in taken)]


def name_of(scene: Scene, view: EvoState, species: int) -> str:
    """Return the name of a species' player, or of the species itself."""
    seat = view.species.find(species)
    return scene.names[seat] if seat >= 0 else f"the {species_name(species)}"


def draw_name(canvas: Canvas, scene: Scene, view: EvoState, species: int, y: int) -> int:
    """Draw a species' mark and name; return the column after it, which is the same for all."""
    seat = view.species.find(species)
    style = f"seat-{seat}" if seat >= 0 else "dim"
    own = seat >= 0 and seat == scene.viewer
    canvas.text(2, y, species_mark(view, species), " ")
    canvas.text(4, y, (name_of(scene, view, species), f"{style} strong" if own else style))
    return 5 + max(NAME, *map(len, scene.names))


def draw_genomes(canvas: Canvas, scene: Scene, view: EvoState, y: int) -> None:
    """Draw a row for each species: its points, and by trait the cards passed on and the others."""
    target = TARGETS[view.millennium - 1]
    wholes = [added(*both) for both in zip(view.genomes, view.born, strict=True)]
    for row, species in enumerate(order(view)):
        x = draw_name(canvas, scene, view, species, y + row)
        seat = view.species.find(species)
        if seat >= 0:
            canvas.right(x + POINTS - 1, y + row, (f"{points(view, seat)}", "strong"))
        x += POINTS
        size = sum(view.future[species])
        width = (canvas.width - x - SIZE) // RING
        most = max(map(max, wholes))
        # If there is no room for one block per card, the number is shown too.
        is_scaled = most > width - 2
        scale = most / (width - 4) if is_scaled else 1.0
        for trait in range(RING):
            whole = ceil(wholes[species][trait] / scale)
            passed = ceil(view.future[species][trait] / scale)
            # Remaining cards always show at least one block.
            passed = min(passed, whole - (view.future[species][trait] < wholes[species][trait]))
            canvas.text(
                x,
                y + row,
                letter(trait),
                (f"{wholes[species][trait]:<2}" if is_scaled else "", "dim"),
                ("█" * passed, hue(trait)),
                ("░" * (whole - passed), hue(trait)),
            )
            x += width
        style = "good" if size >= target else "strong"
        canvas.right(canvas.width - 1, y + row, (f"{size}", style), (f"/{target}", "dim"))


def draw_species(canvas: Canvas, scene: Scene, view: EvoState, y: int, bottom: int) -> None:
    """Draw two rows for each species: its cards by place, and its adaptations with their tokens."""
    for row, species in enumerate(order(view)):
        top = y + 2 * row
        if top + 1 >= bottom:
            return
        x = draw_name(canvas, scene, view, species, top)
        face_up = view.offspring[species]
        parts: list[Styled] = [
            ("deck ", "dim"),
            (f"{len(view.decks[species])}", "strong"),
            ("  face up ", "dim"),
            *([letter(card) for card in face_up] or [("–", "dim")]),
            ("  hand ", "dim"),
            (f"{len(view.hands[species])}", "strong"),
        ]
        shown = view.shown[species]
        if shown and HIDDEN in view.hands[species]:
            parts += [(" with ", "dim"), *(letter(card) for card in shown)]
        parts += [("  lost ", "dim"), (f"{len(view.lost[species])}", "strong")]
        canvas.text(x, top, *parts)
        canvas.text(4, top + 1, *adaptations(view, species, canvas.width - 6))


def adaptations(view: EvoState, species: int, width: int) -> list[Styled]:
    """Return a species' adaptations with their tokens, in at most ``width`` columns."""
    own, tokens = view.adaptations[species], view.worn[species]
    counts = [f" {worn}" if worn else "" for worn in tokens]
    room = width - 2 * (len(own) - 1) - sum(map(len, counts))
    pieces: list[Styled] = []
    for name, count in zip(fitted([*map(design_name, own)], room), counts, strict=True):
        pieces += [(", ", "dim")] if pieces else []
        pieces += [name, (count, "strong")]
    return pieces


def fitted(names: list[str], room: int) -> list[str]:
    """Return names that fit together in the room; the longest are cut, with a dot."""
    longest = max(map(len, names), default=0)
    while longest > 1 and sum(min(len(name), longest) for name in names) > room:
        longest -= 1
    return [name if len(name) <= longest else f"{name[: longest - 1].rstrip()}." for name in names]


def draw_history(canvas: Canvas, scene: Scene, view: EvoState, y: int, bottom: int) -> None:
    """Draw the history of each species' traits in percent, millennium by millennium.

    Each species takes two rows.
    """
    for row, species in enumerate(order(view)):
        top = y + 2 * row
        if top + 1 >= bottom:
            return
        x = draw_name(canvas, scene, view, species, top)
        width = (canvas.width - x) // (RING // 2)
        for trait in range(RING):
            at = x + width * (trait % (RING // 2))
            line = top + trait // (RING // 2)
            shares = shares_of(view, species, trait)
            figures = "".join(f"{share:>3}" for share in shares)
            figures += "  ·" * (MILLENNIA + 1 - len(shares))
            at = canvas.text(at, line, letter(trait), (figures, hue(trait)))
            if width >= CURVE_COLUMNS_MIN:
                canvas.text(at + 1, line, ("".join(map(_block, shares)), hue(trait)))


def _block(share: int) -> str:
    """Return a share as a bar, full for half of the genome or more."""
    return BARS[min(share * 2 * (len(BARS) - 1) // 100, len(BARS) - 1)]


def evolution(view: EvoState, names: Sequence[str]) -> list[str]:
    """Return a curve for each trait of each species, and its first and last share.

    Each species takes two lines.
    """
    lines = ["", "how the genomes evolved, in percent"]
    room = max(map(len, names)) + 3
    for seat, species in enumerate(view.species):
        curves = []
        for trait in range(RING):
            shares = shares_of(view, species, trait)
            curve = "".join(map(_block, shares))
            curves.append(f"{LETTERS[trait]} {curve} {shares[0]}→{shares[-1]}".ljust(CURVE))
        start = f"{SEAT_MARKS[seat]} {names[seat]}".ljust(room)
        lines += [start + "".join(curves[: RING // 2]), " " * room + "".join(curves[RING // 2 :])]
    return [line.rstrip() for line in lines]
