"""The draft of the crew: who has chosen, the hand, the cards kept, and what this match asks for."""

from typing import Final

from textual.geometry import Size

from darwin_core.contract.game import NOTHING
from darwin_core.games.journey.components import (
    FIRST_SPECIAL,
    GOAL_TILES,
    LOCKABLE,
    OBJECTIVES,
    TILES,
)
from darwin_core.games.journey.diaries import is_locked, seals_of
from darwin_core.games.journey.rules import to_move
from darwin_core.text.language import mark, tr
from darwin_tui.boards.journey.cards import draw_choice, draw_kept, draw_likely
from darwin_tui.boards.journey.marks import actions, legend, seal, seals
from darwin_tui.boards.journey.moment import Moment
from darwin_tui.boards.journey.objectives import tile_names
from darwin_tui.boards.journey.sea import draw_sea
from darwin_tui.drawing.area import Area, Grow
from darwin_tui.drawing.canvas import Styled
from darwin_tui.drawing.marks import token
from darwin_tui.drawing.names import fit
from darwin_tui.drawing.panel import panel

_CHART: Final = Size(190, 30)
"""The least room below the cards for the chart."""


def draw_draft(area: Area, moment: Moment) -> None:
    """Draw the draft over the whole table."""
    top, middle, lower = area.rows(5, Grow(14, 17), Grow(14))
    top.part(_draw_seats, (moment,))
    hand = moment.view.hands[moment.me]
    one = tr("Choose one of {number}", number=len(hand))
    title = one if moment.asked else tr("All choose their crew")
    note = tr("the others are passed on to the left")
    draw_choice(panel(middle, [title], note, is_active=bool(moment.asked)), moment)
    if lower.width >= _CHART.width and lower.height >= _CHART.height:
        chart, right = lower.columns(Grow(), 72)
        draw_sea(panel(chart, mark("Sea and islands"), foot="  ".join(legend()), margin=0), moment)
        kept, match = right.rows(12, Grow())
    else:
        kept, match = lower.columns(Grow(56), Grow(56, 90), gap=0)
    is_own = moment.scene.viewer < moment.seats
    whose = tr("Your crew") if is_own else tr("{name}'s crew", name=moment.scene.names[moment.me])
    draw_kept(panel(kept, [whose], tr("hidden from the others until all have chosen")), moment)
    match.part(_draw_match, (moment,))


def _draw_seats(area: Area, moment: Moment) -> None:
    """Draw who has chosen."""
    inner = panel(area, mark("Round the table"), tr("hands go to the left after each pick"))
    movers = to_move(moment.view)
    for seat, own in zip(range(moment.seats), inner.columns(*[Grow()] * moment.seats), strict=True):
        own.text(0, 0, token(seat), (f" {moment.scene.names[seat]}", f"strong seat-{seat}"))
        if seat in movers:
            own.text(2, 1, (tr("choosing"), "strong cursor" if seat == moment.me else "dim"))
        else:
            own.text(2, 1, (tr("✓ has chosen"), "good"))
        place = 1 + moment.view.order.index(seat)
        draw_likely(own.at(16, 1, own.width - 17, 1), moment, seat, "crew")
        if draw_likely(own.at(7, 2, own.width - 8, 1), moment, seat, "hand"):
            own.text(2, 2, (tr("hand"), "dim"))
        else:
            own.text(2, 2, (tr("turn order {number}", number=place), "dim"))


def _draw_match(area: Area, moment: Moment) -> None:
    """Draw the goals, the objectives and the special locations of this match."""
    view = moment.view
    inner = panel(area, mark("This match"))
    lines: list[tuple[str, list[Styled]]] = []
    for number, goal in enumerate(view.goals, 1):
        tile = GOAL_TILES[goal]
        head = "Beagle" if number == 1 else ""
        words = tr(
            "round {number}: {goal}, {points} each",
            number=number,
            goal=tr(tile.name),
            points=tile.points,
        )
        lines.append((head, [words]))
    for number, tile_number in enumerate(view.starters or view.display):
        metal = "gold" if OBJECTIVES[tile_number].is_gold else "silver"
        words = ", ".join(tile_names(view, moment.me, tile_number))
        head = tr("objectives") if not number else ""
        chip = (f" {metal[0].upper()} ", f"strong token-ink on {metal}")
        lines.append((head, [chip, f" {words}"]))
    for number, location in enumerate(range(FIRST_SPECIAL, LOCKABLE)):
        tile_number = view.specials[location - FIRST_SPECIAL]
        state = "" if is_locked(view, location) else tr(" (open)")
        words = fit(inner.width - 17 - len(state), actions(TILES[tile_number].actions))
        head = tr("special") if not number else ""
        lines.append((head, [*seals(f"{seals_of(view, location)}"), f" {words}", (state, "good")]))
    scrolls = [seal(colour) for colour in view.scrolls if colour != NOTHING]
    if scrolls:
        lines.append((tr("scrolls"), list(scrolls)))
    for y, (head, pieces) in enumerate(lines[: inner.height]):
        inner.text(0, y, (head, "dim"))
        inner.text(12, y, *pieces)
