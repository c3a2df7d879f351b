"""Panels of the largest windows: the points by source, the last trick, and what traits do."""

from typing import Final

from darwin_core.games.darwinning.material import JOKER, NUMBER_OF, TABLES
from darwin_core.games.darwinning.rules import score, totals
from darwin_core.games.darwinning.species import beings, has
from darwin_core.games.darwinning.texts import trait_effect
from darwin_core.text.language import mark, tr
from darwin_tui.boards.darwinning.marks import Scene, being_mark
from darwin_tui.boards.darwinning.trick import draw_one_row, last_of
from darwin_tui.drawing.area import Area, Grow
from darwin_tui.drawing.marks import seat_name
from darwin_tui.drawing.panel import panel

NAME_COLUMNS: Final = 19
"""Columns of a seat's mark and name."""
FIGURES_COLUMNS: Final = 5
"""The fewest columns of figures."""
TOTAL: Final = mark("total")
SCORE_COLUMNS: Final = 72
"""Columns of the points."""
TRAIT_COLUMNS: Final = 88
"""Columns of a trait: its number, its effect and its owners."""
TRAITS: Final = len(TABLES.traits)


def reference_rows(width: int) -> int:
    """Return the rows of all panels at a width; 0 where there is no room for them."""
    if width >= 2 * TRAIT_COLUMNS:
        return (TRAITS + 1) // 2 + 2
    return TRAITS + 2 if width >= SCORE_COLUMNS + TRAIT_COLUMNS else 0


def draw_reference(area: Area, scene: Scene) -> None:
    """Draw what every trait does, and the points and the last trick beside it."""
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
    """Draw the points now, and the last trick beside them."""
    points, last = area.columns(SCORE_COLUMNS, Grow())
    draw_points(points, scene)
    draw_last(last, scene)


def draw_points(area: Area, scene: Scene) -> None:
    """Draw the points of each species if the match ended now."""
    view = scene.view
    inner = panel(area, mark("points now"))
    lines = [(line.label, line.points) for line in score(view)] + [(TOTAL, totals(view))]
    widths = [max(len(tr(label)), FIGURES_COLUMNS) + 1 for label, _ in lines]
    # The first label has room to its left.
    widths[0] = min(widths[0], inner.width - NAME_COLUMNS + 1 - sum(widths[1:]))
    for seat, name in enumerate(scene.names[: inner.height]):
        inner.text(0, seat, seat_name(seat, name))
    # The labels are written on the upper edge, which is hidden behind them.
    x = NAME_COLUMNS - 1
    edge = area.over(inner.ground).at(inner.region.x - area.region.x, 0, inner.width, 1)
    edge.text(x, 0, " " * (edge.width - x))
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
        owners = [being for being in beings(view) if has(view, being, trait)]
        is_here = trait == focused
        cell.text(0, 0, ("▸" if is_here else " ", "strong cursor"))
        cell.at(1, 0, 3, 1).right(0, (str(trait), "dim"))
        name, _, effect = trait_effect(trait).partition(":")
        style = "strong" if is_here or owners else "dim"
        x = cell.text(5, 0, (f"{name}:", style), (effect, "ink" if is_here else "dim"))
        cell.text(x + 1, 0, *(being_mark(view, being) for being in owners))


def _trait_at(scene: Scene) -> int:
    """Return the trait of a card under the cursor, 0 for none."""
    for kind in ("card", "display"):
        card = scene.pointer.number_of(kind)
        if card is not None and card != JOKER:
            return NUMBER_OF[card]
    return 0
