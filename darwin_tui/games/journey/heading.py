"""The heading: the progress of the match, the Beagle and its goal, and a row for each seat in turn
order.

A row shows the means of a seat and its points by the goal.
"""

from typing import Final

from darwin_core.games.journey.components import (
    DISCARD,
    GOAL_TILES,
    LENSES,
    ROUNDS,
    SPACES,
    books,
)
from darwin_core.games.journey.diaries import at_home
from darwin_core.games.journey.rules import to_move
from darwin_core.games.journey.scoring import final_lines, goal_count, goal_points, lag
from darwin_core.games.journey.state import JourneyState
from darwin_core.games.journey.voyage import beagle
from darwin_tui.games.journey.chart import Chart
from darwin_tui.games.journey.marks import seat_mark
from darwin_tui.widgets.canvas import Canvas, Styled

_ENDS: Final = {"vp": 23, "end": 27, "coins": 33, "tk": 36, "evo": 40, "bk": 43, "men": 47}
"""The columns where figures end."""
_STAMPS: Final = 49
_LENSES: Final = 61
_TENTS: Final = 66
_FORECAST: Final = 79


def draw_heading(chart: Chart) -> int:
    """Draw the heading and return the row after it."""
    canvas, view = chart.canvas, chart.view
    x = canvas.text(1, 0, ("Darwin's Journey", "title")) + 3
    if not view.pending:
        canvas.text(x, 0, ("the match is over", "dim"))
    elif not view.round:
        canvas.text(x, 0, ("before the voyage: crew and first objectives", "dim"))
    else:
        canvas.text(x, 0, *_voyage(view))
    _draw_labels(canvas)
    for row, seat in enumerate(view.order):
        _draw_seat(chart, seat, 2 + row)
    return 2 + chart.seats


def _voyage(view: JourneyState) -> list[Styled]:
    goal = GOAL_TILES[view.goals[view.round - 1]]
    return [
        ("round ", "dim"),
        (f"{view.round}", "strong"),
        (f"/{ROUNDS}   Beagle at ", "dim"),
        (SPACES[beagle(view)].name, "strong"),
        ("   goal ", "dim"),
        (goal.name, "strong"),
        (f" ×{goal.points}", "strong"),
    ]


def _draw_labels(canvas: Canvas) -> None:
    canvas.rule(1, ("turn order", "dim"))
    canvas.text(_ENDS["vp"] - 3, 1, " " * (_TENTS - _ENDS["vp"] + 4))
    for label, x in _ENDS.items():
        canvas.right(x, 1, (label, "dim"))
    canvas.text(_STAMPS, 1, ("stamps", "dim"))
    canvas.right(_LENSES, 1, ("lens", "dim"))
    canvas.right(_TENTS, 1, ("tent", "dim"))
    canvas.right(_FORECAST + 1, 1, (" goal−lag ", "dim"))


def _draw_seat(chart: Chart, seat: int, y: int) -> None:
    canvas, view = chart.canvas, chart.view
    if seat in to_move(view):
        canvas.text(0, y, ("▸", "cursor strong"))
    style = f"seat-{seat} strong" if seat == chart.scene.viewer else f"seat-{seat}"
    canvas.text(1, y, seat_mark(seat), " ", (chart.scene.names[seat], style))
    figures = {
        "vp": (f"{view.points[seat]}", "strong"),
        "end": (f"{sum(final_lines(view, seat).values())}", "dim"),
        "coins": (f"{view.coins[seat]}", "strong"),
        "tk": (f"{view.knowledge[seat]}", "strong"),
        "evo": (f"{view.evolution[seat]}", ""),
        "bk": (f"{books(view.evolution[seat])}", ""),
        "men": (f"{len(at_home(view, seat))}", ""),
    }
    for label, figure in figures.items():
        canvas.right(_ENDS[label], y, figure)
    stacks = view.stacks[seat]
    used = f" +{stacks[DISCARD]}" if stacks[DISCARD] else ""
    canvas.text(_STAMPS, y, " ".join(map(str, stacks[:DISCARD])), (used, "dim"))
    canvas.right(_LENSES, y, f"{LENSES - view.lenses.count(seat)}")
    canvas.right(_TENTS, y, f"{len(view.tents[seat])}")
    canvas.right(_FORECAST, y, *_forecast(view, seat))


def _forecast(view: JourneyState, seat: int) -> list[Styled]:
    """Return the points that the goal of the round would give now: times met, factor, less the
    lag."""
    if not view.round or not view.pending:
        return []
    goal = view.goals[view.round - 1]
    lost, points = lag(view, seat), goal_points(view, seat, goal)
    runs: list[Styled] = [(f"{goal_count(view, seat, goal)}×{GOAL_TILES[goal].points}", "dim")]
    runs += [(f"−{lost}", "bad")] if lost else []
    return [*runs, ("=", "dim"), (f"{points}", "strong" if points else "dim")]
