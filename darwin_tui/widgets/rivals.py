"""The rivals of a player, with the streaks and the luck in matches against them."""

from collections.abc import Sequence
from typing import Final

from darwin_core.text.language import tr
from darwin_core.text.wording import percent
from darwin_tui.drawing.area import Area, Grow
from darwin_tui.library.statistics import GameFigures, Rival, luck_lines

WIDE_COLUMNS: Final = 73
"""Columns from which rivals stand beside the figures."""


def draw_rivals(area: Area, figures: GameFigures | None) -> None:
    """Write the streaks, and the rivals with the share of matches before them."""
    facts = [
        (tr("won in a row now"), str(figures.streak if figures else 0)),
        (tr("longest"), str(figures.longest_streak if figures else 0)),
        (tr("in the first two"), percent(figures.first_two) if figures else "–"),
        *(luck_lines(figures.luck) if figures and figures.luck else ()),
    ]
    rivals = figures.rivals if figures else ()
    if area.width >= WIDE_COLUMNS:
        left, right = area.columns(Grow(), Grow(), gap=4)
        _facts(left, facts)
        _rivals(right, rivals)
    else:
        top, below = area.rows(len(facts) + 1, Grow())
        _facts(top, facts)
        _rivals(below, rivals)


def _facts(area: Area, facts: Sequence[tuple[str, str]]) -> None:
    for row, (label, value) in enumerate(facts):
        area.text(0, row, (label, "dim"))
        area.right(row, (value, "strong"))


def _rivals(area: Area, rivals: Sequence[Rival]) -> None:
    names, plot, shares = area.columns(Grow(16, 24), Grow(6, 16), 7, gap=1)
    names.text(0, 0, (tr("rival"), "dim"))
    names.right(0, (tr("met"), "dim"))
    area.right(0, (tr("you ahead"), "dim"))
    if not rivals:
        area.text(0, 1, (tr("Nobody met yet."), "dim"))
    for row, rival in enumerate(rivals[: area.height - 1], 1):
        name = tr("{level} bots", level=tr(rival.name)) if rival.is_bot else rival.name
        names.text(0, row, (name, "strong"))
        names.right(row, str(rival.matches))
        plot.text(0, row, ("━" * round(plot.width * rival.ahead), "seat-0"))
        shares.right(row, (percent(rival.ahead), "strong"))
