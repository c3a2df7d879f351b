"""The title bar, and the players in turn order with their means and their points by the goal."""

from typing import Final

from darwin_core.games.journey.components import DISCARD, GOAL_TILES, ROUNDS, books
from darwin_core.games.journey.diaries import at_home
from darwin_core.games.journey.effect_words import COIN, NOTE, POINT
from darwin_core.games.journey.rules import to_move
from darwin_core.games.journey.scoring import final_lines, goal_count, goal_points, lag
from darwin_core.games.journey.state import JourneyState
from darwin_core.text.language import noun, tr, tr_in
from darwin_tui.boards.journey.marks import goal_name
from darwin_tui.boards.journey.moment import Moment
from darwin_tui.boards.journey.motion import GAIN, arriving, gains_of, to_come
from darwin_tui.boards.journey.sea import SHIP
from darwin_tui.drawing.area import Area
from darwin_tui.drawing.bars import clock_blocks, title_bar
from darwin_tui.drawing.canvas import Run, Styled, length
from darwin_tui.drawing.marks import token
from darwin_tui.drawing.names import fitting
from darwin_tui.drawing.primer import KEPT_MARK

_ENDS: Final = {
    "points": 23,
    "end": 27,
    "coins": 33,
    "notes": 36,
    "steps": 42,
    "books": 48,
    "workers": 56,
}
"""The columns where figures end."""
_STAMPS: Final = 58
_LENSES: Final = 68
_TENTS: Final = 71
_COLUMNS_MAX: Final = 84
TITLE: Final = "Darwin's Journey"


def draw_title(area: Area, moment: Moment) -> None:
    """Draw the title bar: round, Beagle and goal, and whose turn it is."""
    view = moment.view
    if not view.pending and not moment.end:
        title_bar(area, TITLE, tr("the match is over"))
        return
    turn = [] if moment.end else _turn(area, moment)
    if not view.round:
        what = (tr("set-up"), "strong"), (tr(": crew and first objectives"), "dim")
        title_bar(area, TITLE, *what, right=turn)
        return
    room = area.width - len(TITLE) - 5
    beside = room - length(turn) - 2 if turn else room
    pieces = fitting(beside, _voyages(moment))
    title_bar(area, TITLE, *pieces, right=turn)


def _turn(area: Area, moment: Moment) -> list[Styled]:
    """Return the seats that owe a decision."""
    movers = to_move(moment.view)
    if movers == (moment.scene.viewer,):
        return [(tr("your turn "), "dim"), token(moment.scene.viewer)]
    named = len(movers) == 1 and area.width >= 100
    name = [(f" {moment.scene.names[movers[0]]}", "strong")] if named else []
    return [(tr("turn "), "dim"), *(token(seat) for seat in movers), *name]


def _voyages(moment: Moment) -> list[list[Styled]]:
    """Return the round, the Beagle and the goal, from long to short; the Beagle is at the anchor
    that has the number of the round."""
    now = moment.round
    goal = GOAL_TILES[moment.view.goals[now - 1]]
    blocks = [(tr("round "), "dim"), *clock_blocks(now, ROUNDS)]
    if moment.end:
        over = tr(" {number} of {all} is over", number=now, all=ROUNDS)
        return [[*blocks, (over, "strong")]]
    ship = (SHIP, "strong token-ink on beagle")
    anchor = (tr(" anchor {number}", number=now), "strong")
    worth = tr("{goal}, {points} points each", goal=tr(goal.name), points=goal.points)
    head = (tr("  goal "), "dim")
    long: list[Styled] = [
        *blocks,
        (tr(" {number} of {all}", number=now, all=ROUNDS), "strong"),
        ("  Beagle ", "dim"),
        ship,
        anchor,
        head,
        (worth, "strong"),
    ]
    clock: list[Styled] = [
        *clock_blocks(now, ROUNDS),
        (tr(" round {number}", number=now), "strong"),
    ]
    aim: list[Styled] = [head, (f"{goal_name(goal)} ×{goal.points}", "strong")]
    return [long, [*clock, "  ", ship, anchor, *aim], [*clock, anchor, *aim]]


def draw_players(area: Area, moment: Moment) -> None:
    """Draw a row of labels over a row for each seat, in an area of at least 80 columns."""
    area = area.at(0, 0, min(area.width, _COLUMNS_MAX), area.height)
    draw_labels(area)
    for row, seat in enumerate(moment.view.order, 1):
        _draw_seat(area.at(0, row, area.width, 1), moment, seat)


def draw_labels(area: Area) -> None:
    """Draw the names of the figures; the edge of a panel behind them is hidden."""
    first = _ENDS["points"] - len(_labels()[0]) - 1
    area.text(first, 0, " " * (area.width - first))
    end = 0
    for x, label in zip(_ENDS.values(), _labels(), strict=True):
        # A label that is too long for its columns is moved to the right.
        end = area.text(max(x - len(label), end + 1), 0, (label, "dim"))
    area.text(_STAMPS, 0, (tr("stamps lens tent"), "dim"))
    area.right(0, (tr("goal"), "dim"))


def _labels() -> tuple[str, ...]:
    """Return the names of the figures, in few letters."""
    return (
        tr("points"),
        noun("end"),
        tr("coins"),
        NOTE,
        tr_in("figures", "steps"),
        tr_in("figures", "books"),
        tr("workers"),
    )


def _draw_seat(area: Area, moment: Moment, seat: int) -> None:
    view = moment.view
    is_moving = seat in to_move(view) and not moment.end
    ends = moment.end.to_come(seat) if moment.end else 0
    own = area
    if seat == moment.scene.viewer:
        own = area.on("raised")
        area.at(0, 0, _ENDS["coins"] + 1, 1).mark(KEPT_MARK)
    if is_moving:
        own.text(0, 0, ("▶", "strong cursor"))
    else:
        own.text(0, 0, (f"{1 + view.order.index(seat)}", "dim"))
    own.text(2, 0, token(seat), " ", (moment.scene.names[seat], f"strong seat-{seat}"))
    figures = {
        "points": (view.points[seat] - ends, "strong"),
        "end": (sum(final_lines(view, seat).values()) - ends, "dim"),
        "coins": (view.coins[seat], "strong"),
        "notes": (view.knowledge[seat], "strong"),
        "steps": (view.evolution[seat], ""),
        "books": (books(view.evolution[seat]), ""),
        "workers": (len(at_home(view, seat)), ""),
    }
    now, later = (gains_of(some(moment.scene), seat) for some in (arriving, to_come))
    for label, (number, style) in figures.items():
        figure = f"{number - later.get(label, 0)}"
        if label in now:
            figure, style = f"+{now[label]}", GAIN
        own.text(_ENDS[label] - len(figure), 0, (figure, style))
    stacks = view.stacks[seat]
    used = f"+{stacks[DISCARD]}" if stacks[DISCARD] else ""
    pieces: list[Styled] = [(" ".join(map(str, stacks[:DISCARD])), ""), (used, "dim")]
    own.text(_STAMPS, 0, *pieces)
    own.text(_LENSES - 1, 0, f"{view.lenses.count(seat)}")
    own.text(_TENTS - 1, 0, f"{len(view.tents[seat])}")
    if not moment.end:
        own.right(0, *_forecast(view, seat))


def _forecast(view: JourneyState, seat: int) -> list[Run]:
    """Return the points that the goal of the round would give now: times met, less the lag, and
    the sum."""
    if not view.round or not view.pending:
        return []
    goal = view.goals[view.round - 1]
    lost, points = lag(view, seat), goal_points(view, seat, goal)
    runs: list[Run] = [(f"{goal_count(view, seat, goal)}×{GOAL_TILES[goal].points}", "dim")]
    runs += [(f"−{lost}", "bad")] if lost else []
    return [*runs, ("=", "dim"), (f"{points}", "strong" if points else "dim")]


def draw_fold(area: Area, moment: Moment) -> None:
    """Draw all players in one row: points, coins and knowledge."""
    view = moment.view
    places = area.columns(*[area.width // moment.seats] * moment.seats)
    for seat, own in zip(view.order, places, strict=True):
        now = gains_of(arriving(moment.scene), seat)
        figures: list[Styled] = [
            " ",
            (f"{view.points[seat]}{POINT}", GAIN if "points" in now else "strong"),
            " ",
            (f"{view.coins[seat]}{COIN}", GAIN if "coins" in now else ""),
            " ",
            (f"{view.knowledge[seat]}{NOTE}", GAIN if "notes" in now else ""),
        ]
        mark = ("▶", "strong cursor") if seat in to_move(view) else " "
        room = max(own.width - length(figures) - 4, 0)
        name = moment.scene.names[seat][:room]
        own.text(0, 0, mark, token(seat), " ", (name, f"strong seat-{seat}"), *figures)
