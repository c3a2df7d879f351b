"""Genomes: each species' cards in ring order, as a strand of letters or a helix, with their counts,
the seat's points, the species' other cards, adaptations and locations, and the supply.

A card is *passed on* if the next generation has it, which counts for points. ``then`` is the state
after the action that Enter would take; *soon* are the cards passed on in ``then`` but not yet in
the view.
"""

from functools import lru_cache
from math import pi, sin
from typing import Final, NamedTuple

from darwin_core.contract.cards import Counts
from darwin_core.contract.game import Element
from darwin_core.games.evo.generation import NONE, counts_added, less
from darwin_core.games.evo.material import (
    RING,
    TRAITS,
    AdoptSpecies,
    EvoState,
    is_choosing,
    target_of,
)
from darwin_core.games.evo.millennium import points, tokens_now
from darwin_core.games.evo.texts import species_name, trait_letter, trait_name
from darwin_core.text.language import tr, tr_in
from darwin_core.text.wording import counted
from darwin_tui.boards.evo.history import players_of
from darwin_tui.boards.evo.marks import (
    FREE,
    NAMES_MAX,
    adaptations,
    chip,
    draw_likely,
    draw_name,
    face_up,
    homes,
    letter,
    name_columns,
    order,
    seen_in_hand,
    solid,
    tinted,
)
from darwin_tui.boards.evo.scene import Scene, Table, newborn
from darwin_tui.drawing.area import Area
from darwin_tui.drawing.canvas import SEAT_MARKS, Run, Styled, length
from darwin_tui.drawing.marks import SIGNS, State, seat_mark, signed, state_of
from darwin_tui.drawing.panel import heading, panel
from darwin_tui.drawing.picture import Picture, Pixels

# --- a genome as a strand or a helix

TURN: Final = 8
"""Cards in one turn of a helix."""
HELIX_ROWS: Final = 5
"""Pixel rows of a helix."""
LOOSE_END_PITCH: Final = 4
"""Pixel columns from one pair of dots to the next in a helix without cards."""
HELICES_KEPT_MAX: Final = 256
"""Maximum number of pictures of helices that are kept."""


def whole_of(view: EvoState, species: int) -> Counts:
    """Return all cards of a genome by trait, including the offspring."""
    return counts_added(view.genomes[species], view.born[species])


def passed_of(view: EvoState, species: int) -> Counts:
    """Return the cards that count, by trait: those passed on, or all while species are chosen."""
    return view.genomes[species] if is_choosing(view) else view.future[species]


def strand(view: EvoState, then: EvoState, species: int, newborn: Counts) -> list[Styled]:
    """Return a genome with a letter for each card. Capitals are passed on, those on a light ground
    by Enter's action; newborn cards stand out."""
    pieces = [
        piece
        for trait in range(RING)
        for piece in cards_of(view, species, trait, newborn[trait], then=then)
    ]
    free = target_of(view) - length(pieces)
    return [*pieces, (FREE * free, "dim")] if free > 0 else pieces


def cards_of(
    view: EvoState, species: int, trait: int, newborn: int = 0, *, then: EvoState | None = None
) -> list[Styled]:
    """Return the cards of one trait of a genome, a letter for each card."""
    name = trait_letter(trait)
    now = passed_of(view, species)[trait]
    soon = max(passed_of(then, species)[trait] - now, 0) if then else 0
    later = max(whole_of(then or view, species)[trait] - now - soon, 0)
    fresh = min(newborn, later)
    pieces: list[Styled] = [(name * now, solid(trait))] if now else []
    pieces += (
        [(name * soon, f"strong underline low-{TRAITS[trait].name} on raised")] if soon else []
    )
    pieces += [(name.lower() * (later - fresh), tinted(trait))] if later > fresh else []
    return [*pieces, (name.lower() * fresh, NEWBORN)] if fresh else pieces


NEWBORN: Final = "strong token-ink on good"
"""The style of newborn cards."""
COUNTS: Final = 60
"""Columns of the counts of all traits with their letters as chips."""
COUNTS_NARROW: Final = 48
"""Columns of the counts with bare letters."""


def counts(view: EvoState, species: int, width: int) -> list[Styled]:
    """Return each trait's number of cards, passed on and in all, fitted to a room."""
    pieces: list[Styled] = []
    for trait in range(RING):
        figures = count_of(view, species, trait)
        sign = chip(trait, trait_letter(trait)) if width >= COUNTS else letter(trait)
        pieces += [" "] if pieces else []
        pieces += [sign, f" {figures:<5}" if width >= COUNTS_NARROW else f" {figures}"]
    return pieces


def count_of(view: EvoState, species: int, trait: int) -> str:
    """Return a species' number of cards of a trait, passed on and in all."""
    return f"{passed_of(view, species)[trait]}/{whole_of(view, species)[trait]}"


def strand_columns(view: EvoState) -> int:
    """Return the columns of the longest genome."""
    genomes = max(sum(whole_of(view, species)) for species in range(len(view.genomes)))
    return max(genomes, target_of(view))


@lru_cache(maxsize=HELICES_KEPT_MAX)
def helix(
    passed: Counts, whole: Counts, soon: Counts, newborn: Counts, target: int, seat: str, scale: int
) -> Picture:
    """Return a genome as a double helix, with full rungs for passed-on cards, thin ones for others.

    Args:
        passed: cards passed on, by trait.
        whole: all cards, by trait.
        soon: cards that Enter's action would pass on, by trait; drawn bright.
        newborn: cards just born, by trait; drawn bright.
        target: cards wanted; loose ends follow the last card up to this number.
        seat: colour of the strands.
        scale: columns of a card, one or two.
    """
    # Of each trait, the cards passed on come first, then those that soon will be; newborn ones are
    # last.
    cards = [
        (
            trait,
            at < passed[trait],
            at >= whole[trait] - newborn[trait] or 0 <= at - passed[trait] < soon[trait],
        )
        for trait in range(RING)
        for at in range(whole[trait])
    ]
    field = Pixels(scale * max(len(cards), target), HELIX_ROWS + 1)
    middle = (HELIX_ROWS - 1) / 2
    for x in range(field.width):
        swing = middle * sin(2 * pi * (x + 0.5) / (TURN * scale))
        high, low = round(middle - abs(swing)), round(middle + abs(swing))
        if x // scale >= len(cards):
            if x % LOOSE_END_PITCH == 1:
                for y in (high, low):
                    field.set(x, y, f"{seat}~60~panel")
            continue
        trait, counts_now, is_new = cards[x // scale]
        name = TRAITS[trait].name
        if is_new:
            field.fill(x, high, 1, low - high + 1, "good")
        elif counts_now:
            field.fill(x, high, 1, low - high + 1, name)
        elif x % 2 == 0:
            field.fill(x, high, 1, low - high + 1, f"{name}~55~panel")
        front, behind = (high, low) if swing >= 0 else (low, high)
        field.set(x, behind, f"{seat}~45~panel")
        field.set(x, front, seat)
    return field.picture


# --- all genomes

HELIX_ROWS_MIN: Final = 3
"""Minimum rows of a genome drawn as a helix, which has two pixels in a row."""
HELIX_TEXT: Final = 42
"""Columns of the text beside a helix with two columns per card."""
POINTS: Final = (7, 5)
"""Columns of the points with tokens; the fewer if names would be cut. Tokens that do not fit are
omitted."""
NAME_MIN: Final = 7
"""Minimum columns of a name beside a long genome."""
FIGURES_MIDDLE: Final = 46
"""Minimum columns of a species' figures with the lost cards."""
FIGURES_LONG: Final = 58
"""Minimum columns of a species' figures in words."""
SHORTFALL_COLUMNS: Final = 17
"""Columns of the cards that a genome is short of its target, while species are chosen."""
NEEDS_COLUMNS: Final = 10
"""Columns of the cards that a genome needs."""
_LABELS_MIN: Final = 15
"""Columns before a genome from which the label of the points is a whole word; it is beside the
title."""
WIDE_ROW: Final = 76
"""Minimum columns of a row of adaptations that names publicly seen cards in full."""
NAME_EDGES: Final = 4
"""Columns besides a name: a sign, the mark and a blank before it, and a gap after it."""
BESIDE_PERCENT: Final = 52
"""Percentage of the row's width at which the text beside the genomes begins, so that it is aligned
in all rows. A long genome moves the text right; the width of the counts moves it left."""


# --- the panel


def draw_genomes(area: Area, table: Table) -> None:
    """Draw all genomes, with the changes by Enter's action."""
    changed = (*table.then.future, *table.then.tokens) if table.has_change else ()
    area.part(_draw_genomes, (table,), changed)


def _draw_genomes(area: Area, table: Table, changed: tuple[bytes, ...]) -> None:
    """Draw all genomes.

    Args:
        changed: the effect of Enter's action. It is not read, but is part of the key under which
            ``Area.part`` keeps a drawing.
    """
    view, plan = table.view, table.plan
    edge = 1 if plan.is_boxed else 0
    inner = area.inside(edge, 1, edge, edge).over("panel")
    columns = _columns(inner, table)
    target = target_of(view)
    scale = _scale(inner, table, columns)
    if plan.is_boxed:
        title = _draw_box(area, table.scene, is_helix=scale > 0)
        wanted = tr("{number} cards wanted", number=target)
        marks = (f"▼ {wanted} ", f"▼ {target}")
    else:
        title = _draw_heading(area, view, columns.genome)
        marks = (f"▼ {target}", "▼")
    column = inner.region.x - area.region.x + columns.genome + max(scale, 1) * target
    for mark in marks:
        if title.start < column and column + len(mark) < title.end:
            title.row.text(column, 0, (mark, "strong cursor"))
            break
    for row, species in enumerate(order(view)):
        row_area = inner.at(0, row * plan.genome, inner.width, plan.genome)
        _species(row_area, table, species, columns)


class _Title(NamedTuple):
    """The row above the genomes, and its free columns."""

    row: Area
    start: int
    end: int


def _draw_box(area: Area, scene: Scene, *, is_helix: bool) -> _Title:
    """Draw the frame around the genomes, with the supply at its foot."""
    view = scene.view
    is_choice = is_choosing(view) and isinstance(view.pending[-1], AdoptSpecies)
    is_choice = is_choice and scene.chooser is not None and bool(scene.chooser.actions)
    panel(area, is_active=is_choice)
    inner = area.over("panel")
    top, bottom = inner.at(0, 0, inner.width, 1), inner.at(0, inner.height - 1, inner.width, 1)
    title = tr("species") if is_choice else tr("genomes")
    start = top.text(2, 0, " ", (title, "strong"), " ", *_legend(view, is_helix=is_helix))
    bottom.right(0, " ", *supply(view, is_short=False), " ", margin=2)
    return _Title(top, start, inner.width)


def _draw_heading(area: Area, view: EvoState, genome: int) -> _Title:
    """Draw the heading of genomes without a frame, with the supply at its right.

    Args:
        genome: first column of the genomes; the legend is above it if it fits.
    """
    area.on("panel")
    top = heading(area, 0, (tr("genomes"), "strong"))
    end = top.right(0, *supply(view, is_short=True))
    legend = _legend(view, is_helix=False)
    x = genome
    if x + length(legend) + 1 < end:
        label = tr("points") if x > _LABELS_MIN else tr("pts")
        top.text(x - 1 - len(label), 0, (label, "dim"))
    else:
        x = len(tr("genomes")) + 2
    return _Title(top, top.text(x, 0, *legend) + 1, end)


def _legend(view: EvoState, *, is_helix: bool) -> list[Styled]:
    """Explain how passed-on cards are drawn; while species are chosen, who chooses first."""
    if is_choosing(view):
        return [(f"{tr('the fewest points choose first')} ", "dim")]
    if is_helix:
        return [
            (f"{tr('full bars')} ", "strong"),
            (f"{tr_in('genome', 'passed on')}  ", "dim"),
            f"{tr('thin')} ",
            (f"{tr('not yet')} ", "dim"),
        ]
    return [
        ("A", "strong"),
        (f" {tr_in('genome', 'passed on')}  ", "dim"),
        "a",
        (f" {tr('not yet')} ", "dim"),
    ]


def supply(view: EvoState, *, is_short: bool) -> list[Styled]:
    """Return the remaining cards of each trait; an exhausted trait loses its ground."""
    pieces: list[Styled] = [(f"{tr('supply')} ", "dim")]
    for trait, number in enumerate(view.supply):
        text = f"{trait_letter(trait)}{number}" if is_short else f"{trait_name(trait)} {number}"
        pieces.append((f" {text} ", solid(trait) if number else "bad"))
    return pieces


class Columns(NamedTuple):
    """The columns of the parts of a genome's row."""

    name: int
    """Columns of a name."""
    genome: int
    """First column of the genome."""
    figures: int
    """Columns of the figures at the right, as ``_figures`` takes them."""
    points: int
    """Columns of the points."""


def _columns(inner: Area, table: Table) -> Columns:
    """Return the columns of all rows. If a row is too narrow, figures and points are shortened
    first, then names."""
    view = table.view
    wanted = name_columns(table.scene)

    def with_figures(figures: int, points: int) -> Columns:
        # Besides these, a gap follows the points, and one is at each side of the figures.
        columns_left = (
            inner.width - length(_figures(view, view, 0, figures)) - NAME_EDGES - points - 3
        )
        name = max(min(wanted, columns_left - strand_columns(view)), min(wanted, NAME_MIN))
        return Columns(name, name + NAME_EDGES + points + 1, figures, points)

    half = inner.width // 2
    ways = [
        with_figures(figures, points)
        for figures in (half, min(half, FIGURES_MIDDLE), 0)
        for points in POINTS
    ]
    least = ways[-1]
    end = least.genome + strand_columns(view) + length(_figures(view, view, 0, least.figures)) + 1
    if end > inner.width:
        # Counts of cards, which need fewer columns than the genomes, leave room for the target.
        least = with_figures(1, POINTS[-1])
    return next((way for way in ways if way.name == wanted), least)


def _scale(inner: Area, table: Table, columns: Columns) -> int:
    """Return the columns of a card in a helix. Two if the counts still fit beside it; 0 if genomes
    are strands of letters."""
    has_picture = inner.look.has_pictures and inner.look.has_colours
    if table.plan.genome < HELIX_ROWS_MIN or not has_picture:
        return 0
    columns_left = inner.width - columns.genome - 4 - HELIX_TEXT
    return max(min(columns_left // strand_columns(table.view), 2), 0)


def _species(area: Area, table: Table, species: int, columns: Columns) -> None:
    """Draw the rows of a species."""
    scene, then, plan = table
    view = table.view
    column = columns.genome
    if _is_choice_of_species(scene):
        element: Element = ("species", species)
        state = state_of(scene, element)
        area.enter(element)
        if state.is_focused:
            area = area.on("glow")
        # In a generation, the number keys select food, not prey.
        has_key = state is State.SELECTABLE and is_choosing(view)
        key = f"{1 + order(view).index(species)}"
        area.text(0, 0, (key, "selectable") if has_key else SIGNS[state])
    draw_name(area, scene, view, species, 0, columns.name)
    seat = view.species.find(species)
    if seat >= 0:
        plate = area.at(0, 0, column - 1, 1).mark(f"plate {seat}")
        plate.right(0, *_score(view, then, seat, columns.points))
    elif players := players_of(scene.events, species):
        # A rival may take over a species that the reader has shaped.
        before: list[Styled] = [(f"{tr_in('species', 'was')} ", "dim"), seat_mark(players[-1])]
        area.at(0, 0, column - 1, 1).right(0, *before)
    scale = _scale(area, table, columns)
    if scale:
        _helix(area, table, species, column, scale)
    else:
        _strand(area, table, species, columns)
    end = _end_of_genome(view, column, scale)
    if plan.genome <= 2:
        figures = _figures(view, then, species, columns.figures)
        # The last column stays blank, unless the gap after the genome would vanish.
        margin = int(end + length(figures) + 2 <= area.width)
        start = area.right(0, *figures, margin=margin)
        draw_likely(area.at(end + 1, 0, start - end - 2, 1), scene, view, species)
    if plan.genome > 1:
        area.text(3, 1, (_name_or_free(view, species)[: column - 4], "dim"))
    if plan.genome == 2:
        _adaptations_row(area.inside(column, 1, 1, 0), view, species)
    elif plan.genome > 2:
        _words(area, table, species, column, scale)


def _score(view: EvoState, then: EvoState, seat: int, room: int) -> list[Styled]:
    """Return a seat's points, and the tokens that would count if the millennium ended after Enter's
    action. The tokens are green if more than now would count, red if some would be lost."""
    scored = signed(points(view, seat))
    died, taken, left = tokens_now(then)
    is_less = bool(died[seat] + taken[seat])
    is_more = then is not view and left[seat] > tokens_now(view)[-1][seat]
    style = "strong good" if is_more else "strong bad" if is_less else ""
    # Points and tokens are not added: the sum would look like the final points, which also count
    # the bonus and the genome.
    more: Run = (f"{SEAT_MARKS[seat]}{left[seat]}", style)
    if not (left[seat] or is_less) or len(scored + more[0]) > room:
        return [(scored, "strong")]
    return [(scored, "strong"), more]


def _end_of_genome(view: EvoState, column: int, scale: int) -> int:
    """Return the column after the longest genome, the same in all rows."""
    return column + strand_columns(view) * max(scale, 1)


def _helix(area: Area, table: Table, species: int, column: int, scale: int) -> None:
    """Draw a genome as a helix from a column, with ``scale`` columns per card. Cards that Enter's
    action would pass on are bright."""
    view, then = table.view, table.then
    seat = view.species.find(species)
    target = target_of(view)
    colour = f"seat-{seat}" if seat >= 0 else "dim"
    passed = bytes(passed_of(view, species))
    whole = whole_of(then, species)
    soon = less(passed_of(then, species), passed) if table.has_change else NONE
    born = newborn(table.scene, species)
    area.picture(column, 0, helix(passed, whole, soon, born, target, colour, scale))
    if sum(whole) <= target:
        for y in range(HELIX_ROWS_MIN):
            area.text(column + scale * target, y, ("┆", "cursor"))


def _strand(area: Area, table: Table, species: int, columns: Columns) -> None:
    """Draw a genome as a strand of letters, or as counts if it does not fit beside the figures."""
    scene, view, then = table.scene, table.view, table.then
    figures = _figures(view, then, species, columns.figures)
    column = columns.genome
    if column + strand_columns(view) + length(figures) + 1 > area.width:
        area.text(column, 0, *_short_counts(view, species))
    else:
        area.text(column, 0, *strand(view, then, species, newborn(scene, species)))


def _words(area: Area, table: Table, species: int, column: int, scale: int) -> None:
    """Write further facts beside and below the genome of a species with three rows or more."""
    scene, then, plan = table
    view = table.view
    beside = min(area.width * BESIDE_PERCENT // 100, area.width - COUNTS - 1)
    text = area.inside(max(_end_of_genome(view, column, scale) + 3, beside), 0, 1, 0)
    is_tight = bool(scale) and plan.genome == HELIX_ROWS_MIN and not is_choosing(view)
    room = FIGURES_MIDDLE if is_tight else text.width
    text.text(0, 0, *_figures(view, then, species, room))
    if not draw_likely(text.at(0, 1, text.width, 1), scene, view, species):
        text.text(0, 1, *counts(view, species, text.width))
    if scale and plan.genome > HELIX_ROWS_MIN:
        if not is_choosing(view):
            text.text(0, 2, *homes(view, species))
        _adaptations_row(area.inside(column, 3, 1, 0), view, species)
    elif is_tight:
        # In three rows of text, the publicly seen cards use the room saved on words.
        text.right(0, *_seen(view, species, is_short=True))
        text.text(0, 2, *adaptations(view, species, text.width))
    elif scale:
        _adaptations_row(text.inside(0, 2, 0, 0), view, species)
    else:
        area.text(column, 1, *homes(view, species))
        _adaptations_row(area.inside(column, 2, 1, 0), view, species)


def _adaptations_row(area: Area, view: EvoState, species: int) -> None:
    """Write a species' adaptations, and at the right the publicly seen cards."""
    names = length(adaptations(view, species, NAMES_MAX)) + 2
    is_short = area.width < WIDE_ROW or any(
        length(adaptations(view, kind, NAMES_MAX)) + 2 + length(_seen(view, kind)) > area.width
        for kind in order(view)
    )
    seen = homes(view, species) if is_choosing(view) else _seen(view, species, is_short=is_short)
    if is_choosing(view) and names + length(seen) > area.width:
        # The locations above show the populations, too.
        seen = []
    area.text(0, 0, *adaptations(view, species, area.width - length(seen) - 2 * bool(seen)))
    area.right(0, *seen)


def _is_choice_of_species(scene: Scene) -> bool:
    """Return whether the viewer chooses a species."""
    chooser = scene.chooser
    return chooser is not None and any(
        kind == "species" for action_targets in chooser.targets for kind, _ in action_targets
    )


def _name_or_free(view: EvoState, species: int) -> str:
    """Return the name of a played species, below its player's; of others the word for free, as
    their name is above it."""
    is_played = view.species.find(species) >= 0
    return species_name(species) if is_played else tr_in("species", "free")


def _figures(view: EvoState, then: EvoState, species: int, room: int) -> list[Styled]:
    """Return a species' progress after Enter's action and its remaining cards, in about ``room``
    columns; for 0, in the fewest."""
    target = target_of(view)
    size = sum(passed_of(then, species))
    grows = size > sum(passed_of(view, species))
    missing = max(target - size, 0)
    deck, hand = len(view.decks[species]), len(view.hands[species])
    lost = len(view.lost[species])
    style = "strong good" if size >= target or grows else "strong"
    if room < FIGURES_MIDDLE:
        pieces: list[Styled] = [(f"{size:>2}", style), (f"/{target}" if room else "", "dim")]
        return [*pieces, (f" {tr('deck')} {deck:>2} {tr('hand')} {hand:>2}", "")]
    if is_choosing(view) and room >= FIGURES_LONG:
        needs = tr("{number} short of {target}", number=missing, target=target)
        words = f", {needs}" if missing else f" {tr('of {number}', number=target)}"
        start: list[Styled] = [
            (counted(size, "card"), style),
            (words.ljust(SHORTFALL_COLUMNS), "bad" if missing else "dim"),
        ]
    elif room < FIGURES_LONG:
        start = [(f"{size:>2}", style), (f"/{target} ", "dim")]
    else:
        needs = f", {tr('needs {number}', number=missing)}" if missing else ""
        words = tr("of {target} passed on", target=target)
        start = [(f"{size:>2}", style), f" {words}", (needs.ljust(NEEDS_COLUMNS), "bad")]
    return [
        *start,
        (f"  {tr('deck')} ", "dim"),
        (f"{deck:<2}", "strong"),
        (f"  {tr('hand')} ", "dim"),
        (f"{hand:<2}", "strong"),
        (f"  {tr('lost')} ", "dim"),
        (f"{lost:<2}", "strong"),
    ]


def _seen(view: EvoState, species: int, *, is_short: bool = False) -> list[Styled]:
    """Return a species' publicly seen cards: face up on its deck, and in its hand."""
    in_hand = seen_in_hand(view, species, is_short=is_short)
    return [*face_up(view, species, is_short=is_short), *(["  ", *in_hand] if in_hand else [])]


def _short_counts(view: EvoState, species: int) -> list[Styled]:
    """Return each trait's number of cards, for a genome without room for a cell per card."""
    pieces: list[Styled] = []
    passed, whole = passed_of(view, species), whole_of(view, species)
    for trait in range(RING):
        pieces.append((f"{trait_letter(trait)}{passed[trait]}", solid(trait)))
        pieces.append((f"/{whole[trait]} ", ""))
    return pieces
