"""The reference below the boards: panels of the current points, of the last trick, and of the
traits' effects; and the end of an era with the points that it brought."""

from collections.abc import Sequence
from typing import Final

from darwin_core.games.darwinning.acts import EraBegan
from darwin_core.games.darwinning.material import JOKER, NUMBER_OF, TABLES
from darwin_core.games.darwinning.rules import LINES, points_of, score, totals
from darwin_core.games.darwinning.species import beings, has_trait, traits_shown
from darwin_core.games.darwinning.texts import trait_effect, trait_name
from darwin_core.text.language import mark, tr, tr_in
from darwin_tui.boards.darwinning.fates import ICONS, Fate, fates_of, survival_events
from darwin_tui.boards.darwinning.marks import Scene, being_mark, species_name
from darwin_tui.boards.darwinning.trick import draw_one_row, last_of
from darwin_tui.drawing.area import Area, Grow
from darwin_tui.drawing.canvas import Styled, length
from darwin_tui.drawing.chart import Gain, draw_gain
from darwin_tui.drawing.marks import seat_name, signed
from darwin_tui.drawing.panel import panel

NAME_COLUMNS: Final = 19
"""Columns of a seat's mark and name."""
FIGURES_COLUMNS: Final = 5
"""Minimum columns of figures."""
TOTAL: Final = mark("total")
"""Label of all points of a species."""
SCORE_COLUMNS: Final = 72
"""Columns of the points."""
ERA_NAME_COLUMNS: Final = 31
"""Columns of a seat and its species at the end of an era."""
ERA_ROWS_MAX: Final = 3
"""Rows of a species at the end of an era: points, their sources, and traits."""
TRAIT_COLUMNS: Final = 88
"""Columns of a trait: number, effect and owners."""
TRAITS: Final = len(TABLES.traits)
"""Number of traits, which are numbered from 1."""


def reference_rows(width: int) -> int:
    """Return the rows of the reference with its frame at a width; 0 if it does not fit."""
    if width >= 2 * TRAIT_COLUMNS:
        return (TRAITS + 1) // 2 + 2
    return TRAITS + 2 if width >= SCORE_COLUMNS + TRAIT_COLUMNS else 0


def draw_reference(area: Area, scene: Scene) -> None:
    """Draw every trait's effect in two columns; or in one, with the points and the last trick
    beside it."""
    if area.width >= 2 * TRAIT_COLUMNS:
        _draw_traits(area, scene, 2)
        return
    left, right = area.columns(SCORE_COLUMNS, Grow())
    seats = len(scene.view.hands)
    points, last = left.rows(seats + 2, Grow())
    draw_points(points, scene)
    draw_last(last, scene)
    _draw_traits(right, scene, 1)


def draw_standings(area: Area, scene: Scene) -> None:
    """Draw the current points, and the last trick beside them."""
    points, last = area.columns(SCORE_COLUMNS, Grow())
    draw_points(points, scene)
    draw_last(last, scene)


def draw_points(area: Area, scene: Scene) -> None:
    """Draw each species' points if the match ended now."""
    view = scene.view
    inner = panel(area, mark("points now"))
    lines = [(line.label, line.points) for line in score(view)] + [(TOTAL, totals(view))]
    widths = [max(len(tr(label)), FIGURES_COLUMNS) + 1 for label, _ in lines]
    # The first label has room at its left.
    widths[0] = min(widths[0], inner.width - NAME_COLUMNS - sum(widths[1:]))
    for seat, name in enumerate(scene.names[: inner.height]):
        inner.text(0, seat, seat_name(seat, name))
    # The labels are on the upper edge, which is hidden behind them.
    x = NAME_COLUMNS - 1
    edge = area.over(inner.ground).at(inner.region.x - area.region.x, 0, inner.width, 1)
    first = min(x, x + widths[0] - len(tr(lines[0][0])) - 1)
    edge.text(first, 0, " " * (edge.width - first))
    for (label, points), width in zip(lines, widths, strict=True):
        title = tr(label)
        column = inner.at(x, 0, width, inner.height)
        edge.text(x + width - len(title), 0, (title, "dim"))
        for seat, count in enumerate(points[: inner.height]):
            column.right(seat, (str(count), "strong" if label == TOTAL else "ink"))
        x += width


def draw_last(area: Area, scene: Scene) -> None:
    """Draw the last trick that was won."""
    inner = panel(area, mark("last trick"))
    for seat, name in enumerate(scene.names[: inner.height]):
        inner.text(0, seat, seat_name(seat, name))
        beside = inner.at(NAME_COLUMNS, seat, inner.width - NAME_COLUMNS, 1)
        draw_one_row(beside, last_of(scene, seat))


def era_end_rows(scene: Scene) -> int:
    """Return the rows of the end of an era with everything written on it."""
    return 1 + ERA_ROWS_MAX * len(scene.view.hands)


def draw_era_end(area: Area, scene: Scene) -> None:
    """Draw each species' points from an era, counted up. If there is room, also draw their sources,
    the species' meals and eaters, and its traits."""
    view = scene.view
    inner = area.on("panel")
    begun = [event for event in scene.events if isinstance(event, EraBegan)]
    fates = fates_of(survival_events(scene))
    # Unless the match is over, the next era has begun.
    start = begun[-2] if view.pending else begun[-1]
    now = [points_of(view, seat) for seat in range(len(view.hands))]
    gains = [Gain(sum(old), sum(new)) for old, new in zip(start.points, now, strict=True)]
    title = tr("era {number} is over", number=start.era)
    head = inner.at(0, 0, inner.width, 1).on("strip")
    end = head.text(1, 0, (title, "strong"))
    words = tr("points of the era, and in all")
    if end + len(words) + 2 < head.width:
        head.right(0, (words, "dim"), margin=1)
    seats = len(now)
    body = inner.inside(1, 1, 1)
    # All species have words, or all have signs.
    for names in ([f" {tr(line)}" for line in LINES], [""] * len(LINES)):
        rows_below = [
            [
                *_changes(
                    [
                        after - before
                        for before, after in zip(start.points[seat], now[seat], strict=True)
                    ],
                    names,
                ),
                *_meals(scene, seat, fates),
            ]
            for seat in range(seats)
        ]
        if max(map(length, rows_below)) <= body.width - 2:
            break
    rows = min(max(body.height // seats, 1), ERA_ROWS_MAX)
    for seat, row in enumerate(body.rows(*[rows] * seats)):
        name = seat_name(seat, scene.names[seat])
        x = row.text(0, 0, name)
        species = species_name(view, seat, ERA_NAME_COLUMNS - x - 2)
        row.at(0, 0, ERA_NAME_COLUMNS - 1, 1).text(x, 0, (f" {species}", "dim"))
        bars = row.at(ERA_NAME_COLUMNS, 0, row.width - ERA_NAME_COLUMNS, 1)
        draw_gain(bars, seat, gains[seat], gains, scene.frame)
        below = row.inside(2, 1, 0)
        if below.height:
            below.text(0, 0, *rows_below[seat])
        if below.height > 1:
            traits = [
                trait_name(trait)
                for trait in traits_shown(view.species[seat], view.traits[seat])
                if trait
            ]
            below.text(0, 1, (", ".join(traits) or tr_in("traits", "no traits"), "dim"))


def _meals(scene: Scene, seat: int, fates: dict[int, Fate]) -> list[Styled]:
    """Return the marks of a species' prey in the last survival, and of its eaters, with the cost of
    their bites."""
    eaten = fates[seat].eaten if seat in fates else []
    eaters = [being for being, fate in fates.items() for victim in fate.eaten if victim == seat]
    pieces: list[Styled] = []
    for words, others in ((tr("eats"), eaten), (tr("eaten by"), eaters)):
        if others:
            marks = [being_mark(scene.view, being) for being in others]
            pieces += [(f"   {words} ", "dim"), *marks]
    if eaters:
        bitten = fates[seat].bitten if seat in fates else None
        is_smaller = bitten is not None and bitten.change < 0
        cost = tr("population −1") if is_smaller else tr("costs nothing")
        pieces += [(f": {cost}", "bad" if is_smaller else "dim")]
    return pieces


def _changes(changes: Sequence[int], names: Sequence[str]) -> list[Styled]:
    """Return the changes of the points by source, each with the source's sign and its name, which
    may be empty."""
    pieces: list[Styled] = []
    for icon, name, change in zip(ICONS, names, changes, strict=True):
        words = f"+{change}" if change > 0 else signed(change)
        style = "good" if change > 0 else "bad" if change else "dim"
        pieces += [(f"{icon}{name} ", "dim"), (words, style), "  "]
    return pieces


def _draw_traits(area: Area, scene: Scene, across: int) -> None:
    """Draw every trait with its owners, and mark the one under the cursor."""
    view = scene.view
    inner = panel(area, mark("traits"), tr("by the numbers of the cards"))
    cells = [
        row
        for column in inner.columns(*[Grow()] * across, gap=2)
        for row in column.rows(*[1] * -(-TRAITS // across))
    ]
    focused = 0 if scene.is_paused else _trait_at(scene)
    for trait, cell in zip(range(1, TRAITS + 1), cells, strict=False):
        owners = [being for being in beings(view) if has_trait(view, being, trait)]
        is_here = trait == focused
        cell.text(0, 0, ("▸" if is_here else " ", "strong cursor"))
        cell.at(1, 0, 3, 1).right(0, (str(trait), "dim"))
        name, _, effect = trait_effect(trait).partition(":")
        style = "strong" if is_here or owners else "dim"
        x = cell.text(5, 0, (f"{name}:", style), (effect, "ink" if is_here else "dim"))
        cell.text(x + 1, 0, *(being_mark(view, being) for being in owners))


def _trait_at(scene: Scene) -> int:
    """Return the trait of the card under the cursor, 0 for none."""
    for kind in ("card", "display"):
        card = scene.pointer.number_of(kind)
        if card is not None and card != JOKER:
            return NUMBER_OF[card]
    return 0
