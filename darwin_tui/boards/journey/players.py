"""The title bar, the players in turn order with their means and points, and the desks of the
viewer's rivals: their workers, crew, objectives and research.

A figure is a seat's number of points, coins, notes (of knowledge), steps, books or workers at home;
its end, the points that it would have if the match ended now.
"""

from collections.abc import Sequence
from typing import Final

from darwin_core.contract.game import HIDDEN, NOTHING
from darwin_core.games.journey.acts import SPECIMEN_CODES
from darwin_core.games.journey.diaries import at_home
from darwin_core.games.journey.material import (
    ANCHORS,
    DISCARD,
    GOAL_TILES,
    OBJECTIVES,
    ROUNDS,
    SLOTS_OF_METAL,
    SPACES,
    WORKERS,
    JourneyState,
    books,
)
from darwin_core.games.journey.names import (
    COIN_SIGN,
    KNOWLEDGE_SIGN,
    POINT_SIGN,
    location_short_name,
)
from darwin_core.games.journey.objectives import final_lines, goal_count, goal_points
from darwin_core.games.journey.rules import to_move
from darwin_core.text.language import noun, tr, tr_in
from darwin_tui.boards.journey.crew import crew_title, crew_within, draw_likely, nearest
from darwin_tui.boards.journey.journey_view import JourneyView
from darwin_tui.boards.journey.marks import EMPTY_PLACE, goal_name, kind_name, seal, specimen
from darwin_tui.boards.journey.objectives import tile_short
from darwin_tui.boards.journey.scene import GAIN, arriving, gains_of, to_come
from darwin_tui.boards.journey.sea import SHIP
from darwin_tui.drawing.area import Area, Grow, fit, fitting
from darwin_tui.drawing.canvas import Run, Styled, beginning, length
from darwin_tui.drawing.marks import token
from darwin_tui.drawing.overlay import KEPT_MARK
from darwin_tui.drawing.panel import clock_blocks, title_bar

# --- desks

DESK_ROWS: Final = 4
"""Rows of a desk."""
TALL_DESK_ROWS: Final = 8
"""Rows of a narrow desk with two rows of workers, and a row for each crew card."""
WHOLE_COLUMNS: Final = 40
"""Columns that fit any crew card with the colours it lacks."""
NAMED_FROM_COLUMNS: Final = 100
"""Minimum columns of a title that names the player who decides."""
_WIDE_FROM_COLUMNS: Final = 64
"""Minimum columns of a desk whose workers stand beside the name."""
_WORKERS_AT: Final = 21
"""Column at which the workers beside a name begin, if the name is no longer."""
_CREW_ROWS_MAX: Final = 3
"""Maximum rows of the crew on a narrow desk."""
_KNOWN_LETTERS: Final = (7, 4, 2, 1)
"""Maximum letters of a researched specimen's kind, tried in this order."""


def seats_of(table: JourneyView) -> list[int]:
    """Return the seats whose desks are shown: all except the viewer's."""
    return [seat for seat in table.view.order if seat != table.scene.viewer]


def draw_desks(area: Area, table: JourneyView) -> None:
    """Draw the desks in a column."""
    seats = seats_of(table)
    for seat, desk in zip(seats, area.rows(*[Grow(3, 9)] * len(seats)), strict=True):
        desk.part(_draw_desk, (table,), seat)


def _draw_desk(area: Area, table: JourneyView, seat: int) -> None:
    """Draw a desk in as many lines as fit."""
    head = area.at(0, 0, area.width, 1, "strip")
    name = table.scene.names[seat]
    x = head.text(0, 0, token(seat), (f" {name}", f"strong seat-{seat}"))
    is_wide = area.width >= _WIDE_FROM_COLUMNS
    if is_wide:
        x = max(x + 1, _WORKERS_AT)
        _write_workers(head.at(x, 0, head.width - x, 1), table, seat, per_row=WORKERS)
        y = 1
    else:
        # A single row may have no room for the workers' locations, which the diaries show.
        rows = 2 if area.height >= TALL_DESK_ROWS else 1
        _write_workers(area.at(1, 1, area.width - 1, rows), table, seat, per_row=WORKERS // rows)
        y = 1 + rows
    if is_wide and area.height < DESK_ROWS:
        _write_crew(area.at(0, 1, area.width, 1), table, seat)
        area.text(1, 2, *_slots(table, seat, area.width - 2))
        return
    # Two rows remain for the slots and the researched specimens.
    height = 1 if is_wide else min(_CREW_ROWS_MAX, max(area.height - y - 2, 1))
    _write_crew(area.at(0, y, area.width, height), table, seat)
    y += height
    area.text(1, y, *_slots(table, seat, area.width - 2))
    area.text(1, y + 1, *_researched(table, seat, area.width - 1))


def _write_workers(area: Area, table: JourneyView, seat: int, per_row: int) -> None:
    """Write the rows of seals, and each worker's location."""
    view = table.view
    room = area.width // per_row
    for worker in range(WORKERS):
        x, y = room * (worker % per_row), worker // per_row
        row, where = view.rows[seat][worker], view.workers[seat][worker]
        code = "" if where == NOTHING else location_short_name(where)
        pieces: list[Styled] = [(f"{worker + 1} ", "dim"), *map(seal, row)]
        words = fit(room - length(pieces) - 1, [f" {code}", ""])
        area.text(x, y, *pieces, (words, "dim"))


def _write_crew(area: Area, table: JourneyView, seat: int) -> None:
    """Write the crew cards with the colours that each lacks; likely cards if there are beliefs. A
    rival's visible cards can be selected."""
    view = table.view
    if not view.crew[seat]:
        area.text(1, 0, (tr("no crew yet"), "dim"))
        draw_likely(area.at(14, 0, area.width - 15, 1), table, seat, "hand")
        return
    if draw_likely(area.at(1, 0, area.width - 2, 1), table, seat, "crew"):
        return
    cards = view.crew[seat]
    whole = [_card(table, seat, number, card) for number, card in enumerate(cards)]
    for number, (card, card_area) in enumerate(
        zip(cards, _rooms(area, [length(pieces) + 2 for pieces in whole]), strict=True)
    ):
        pieces = _card(table, seat, number, card, card_area.width - 2)
        if card == HIDDEN or seat == table.seat:
            card_area.text(1, 0, *pieces)
            continue
        table.spot(
            card_area.at(0, 0, min(length(pieces) + 1, card_area.width), 1), ("crew", card)
        ).text(1, 0, *pieces)


def _rooms(area: Area, wanted: Sequence[int]) -> list[Area]:
    """Divide an area among cards of wanted columns: in equal columns, or if these are too narrow
    one after the other; in equal columns also if even these do not fit."""
    rooms: list[Area] = []
    columns = -(-len(wanted) // area.height)
    if max(wanted) * columns > area.width:
        x = y = 0
        for width in wanted:
            if x and x + width > area.width and y + 1 < area.height:
                x, y = 0, y + 1
            rooms.append(area.at(x, y, width, 1))
            x += width
        if x <= area.width:
            return rooms
    lines = [wanted[at : at + columns] for at in range(0, len(wanted), columns)]
    rows = zip(lines, area.rows(*[1] * len(lines)), strict=True)
    return [room for line, row in rows for room in row.columns(*[Grow()] * len(line))]


def _card(
    table: JourneyView, seat: int, number: int, card: int, room: int = WHOLE_COLUMNS
) -> list[Styled]:
    """Return a crew card, by its number in the crew, with the colours that it lacks, or a tick once
    it is completed."""
    view = table.view
    if card == HIDDEN:
        return [(tr("a card"), "dim")]
    tail: list[Styled] = []
    if view.assigned[seat] and view.assigned[seat][number] != NOTHING:
        tail = [(" ✓", "good")]
    elif view.assigned[seat]:
        _, lacks = nearest(view, seat, card)
        words = tr(" lacks ") if lacks else tr(" ready")
        if len(crew_title(card)) + len(words) + len(lacks) > room:
            words = " −" if lacks else words
        tail = [(words, "dim" if lacks else "good"), *map(seal, lacks)]
    return [crew_within(card, room - length(tail)), *tail]


def _slots(table: JourneyView, seat: int, width: int) -> list[Styled]:
    """Return the slots, a tick for achieved and a diamond for open; then the reserve."""
    label = f"{tr('objectives')} "
    # The slots of a metal have a letter and three blanks; the reserve takes at least its metals.
    has_label = width >= len(label) + 2 * (SLOTS_OF_METAL + 4) + len("+ S G")
    runs: list[Styled] = [(label, "dim")] if has_label else []
    for side, metal in enumerate(("silver", "gold")):
        runs.append((metal[0].upper(), f"strong token-ink on {metal}"))
        runs.append(" ")
        runs += [
            _slot(table, seat, slot)
            for slot in range(side * SLOTS_OF_METAL, (side + 1) * SLOTS_OF_METAL)
        ]
        runs.append("  ")
    view = table.view
    texts = [
        f"{'SG'[OBJECTIVES[tile].is_gold]}: {tile_short(view, seat, tile)}"
        for tile in view.reserve[seat]
    ]
    if texts:
        metals = " ".join(text[0] for text in texts)
        forms = [
            f"{tr('reserve ')} {'  '.join(texts)}",
            "  ".join(texts),
            " ".join(texts),
            tr("{metals} in reserve", metals=metals),
            f"+ {metals}",
        ]
        runs.append((fit(width - length(runs), forms), ""))
    return runs


def _slot(table: JourneyView, seat: int, slot: int) -> Run:
    """Return the sign of a slot: achieved, free, or with an open objective."""
    if table.view.achieved[seat] >> slot & 1:
        return ("✓", "good")
    return (EMPTY_PLACE, "dim") if table.view.slots[seat][slot] == NOTHING else ("◇", "strong")


def _researched(table: JourneyView, seat: int, width: int) -> list[Styled]:
    """Return the researched specimens, each with as many letters of its kind as fit for all."""
    researched = [n for n in range(len(SPECIMEN_CODES)) if table.view.research[seat] >> n & 1]
    if not researched:
        return [(tr("nothing researched"), "dim")]
    for letters in _KNOWN_LETTERS:
        runs: list[Styled] = [(tr("knows "), "dim")]
        for number in researched:
            colour, kind = specimen(number, min(letters, len(kind_name(number))))
            runs += [colour, *([" "] if letters > 1 else []), kind, " "]
        if length(runs) <= width:
            return runs
    return runs


# --- the title bar, and the players in turn order

_ENDS: Final = {
    "points": 23,
    "end": 27,
    "coins": 33,
    "notes": 36,
    "steps": 42,
    "books": 48,
    "workers": 56,
}
"""Columns at which the figures of a seat end."""
_NAME_COLUMNS_MAX: Final = 16
"""Maximum columns of a seat's name before its figures."""
_STAMPS_AT: Final = 58
"""Column at which a seat's stamps begin."""
_USED_COLUMNS: Final = 3
"""Columns of the used stamps, before which there is no blank."""
_LENSES_AT: Final = 68
"""Column at which the number of lenses ends."""
_TENTS_AT: Final = 71
"""Column at which the number of tents ends."""
_COLUMNS_MAX: Final = 84
"""Maximum columns of the table of all seats."""
TITLE: Final = "Darwin's Journey"
PREVIEW: Final = "›"
"""Sign before a figure as it would be after Enter's action."""


def draw_title(area: Area, table: JourneyView) -> None:
    """Draw the title bar: round, Beagle and goal, and whose turn it is."""
    view = table.view
    if not view.pending and not table.finished_round:
        title_bar(area, TITLE, tr("the match is over"))
        return
    turn = [] if table.finished_round else _turn(area, table)
    if not view.round:
        phase = (tr("set-up"), "strong"), (tr(": crew and first objectives"), "dim")
        title_bar(area, TITLE, *phase, right=turn)
        return
    room = area.width - len(TITLE) - 5
    beside = room - length(turn) - 2 if turn else room
    ending = () if table.finished_round else table.scene.ending
    if ending:
        beside -= len(ending[-1]) + 2
    pieces = fitting(beside, _voyages(table))
    title_bar(area, TITLE, *pieces, right=turn, ending=ending)


def _turn(area: Area, table: JourneyView) -> list[Styled]:
    """Return the seats that owe a decision."""
    movers = to_move(table.view)
    if movers == (table.scene.viewer,):
        return [(tr("your turn "), "dim"), token(table.scene.viewer)]
    named = len(movers) == 1 and area.width >= NAMED_FROM_COLUMNS
    name = [(f" {table.scene.names[movers[0]]}", "strong")] if named else []
    return [(tr("turn "), "dim"), *(token(seat) for seat in movers), *name]


def _voyages(table: JourneyView) -> list[list[Styled]]:
    """Return the round, the Beagle's space and the goal, from long to short."""
    now = table.round
    goal = GOAL_TILES[table.view.goals[now - 1]]
    blocks = [(tr("round "), "dim"), *clock_blocks(now, ROUNDS)]
    if table.finished_round:
        over = tr(" {number} of {all} is over", number=now, all=ROUNDS)
        return [[*blocks, (over, "strong")]]
    ship = (SHIP, "strong token-ink on beagle")
    anchor = (tr(" at {space}", space=SPACES[ANCHORS[now - 1]].name), "strong")
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
    at_anchor = [*clock, "  ", ship, anchor]
    race = _race(table)
    return [long, [*at_anchor, *aim, *race], [*clock, *aim, *race], [*clock, *aim]]


def _race(table: JourneyView) -> list[Styled]:
    """Return each seat's count of the round's goal, the leader's in bold."""
    view = table.view
    goal = view.goals[table.round - 1]
    counts = [goal_count(view, seat, goal) for seat in range(table.seats)]
    pieces: list[Styled] = []
    for seat in view.order:
        is_ahead = counts[seat] == max(counts) > 0
        pieces += [" ", token(seat), (f"{counts[seat]}", "strong" if is_ahead else "dim")]
    return pieces


def draw_players(area: Area, table: JourneyView, changes: tuple[int, ...] = ()) -> None:
    """Draw a row of labels over a row for each seat, in at least 80 columns.

    Args:
        changes: the effect of Enter's action, which only distinguishes drawings.
    """
    whole, area = area, area.at(0, 0, min(area.width, _COLUMNS_MAX), area.height)
    area.mark(KEPT_MARK)
    draw_labels(area)
    # A blank separates the labels from the edge of a wider panel.
    whole.at(area.width, 0, 1, 1).fill()
    for row, seat in enumerate(table.view.order, 1):
        _draw_seat(area.at(0, row, area.width, 1), table, seat)


def draw_labels(area: Area) -> None:
    """Draw the names of the figures over the panel's edge."""
    first = _ENDS["points"] - len(_labels()[0]) - 1
    area.text(first, 0, " " * (area.width - first))
    end = 0
    for x, label in zip(_ENDS.values(), _labels(), strict=True):
        # A label too long for its columns moves to the right.
        end = area.text(max(x - len(label), end + 1), 0, (label, "dim"))
    area.text(_STAMPS_AT, 0, (tr("stamps lens tent"), "dim"))
    area.right(0, (tr("goal"), "dim"))


def _labels() -> tuple[str, ...]:
    """Return the names of the figures, in few letters."""
    return (
        tr("points"),
        noun("end"),
        tr("coins"),
        KNOWLEDGE_SIGN,
        tr_in("figures", "steps"),
        tr_in("figures", "books"),
        tr("workers"),
    )


def _draw_seat(area: Area, table: JourneyView, seat: int) -> None:
    """Draw a seat's figures in a row. A figure is replaced by its preview after Enter's action, and
    by its gain while this is animated; gains still to be animated are not counted yet."""
    view = table.view
    area.at(0, 0, _ENDS["points"] + 1, 1).mark(f"plate {seat}")
    is_to_move = seat in to_move(view) and not table.finished_round
    not_shown = table.finished_round.to_come(seat) if table.finished_round else 0
    row = area
    if seat == table.scene.viewer:
        row = area.on("raised")
    if is_to_move:
        row.text(0, 0, ("▶", "strong cursor"))
    else:
        row.text(0, 0, (f"{1 + view.order.index(seat)}", "dim"))
    name = beginning(table.scene.names[seat], _NAME_COLUMNS_MAX)
    row.text(2, 0, token(seat), " ", (name, f"strong seat-{seat}"))
    figures = _figures(view, seat, not_shown)
    then = table.view_after_enter
    after = _figures(then, seat, not_shown) if then is not view and seat == table.seat else figures
    now, later = (gains_of(events_of(table.scene), seat) for events_of in (arriving, to_come))
    for label, (number, style) in figures.items():
        figure = f"{number - later.get(label, 0)}"
        then_number = after[label][0]
        if then_number != number:
            figure = f"{PREVIEW}{then_number}"
            style = _changed(number, then_number)
        if label in now:
            figure = f"+{now[label]}"
            style = GAIN
        row.text(_ENDS[label] - len(figure), 0, (figure, style))
    stacks = view.stacks[seat]
    used = f"+{stacks[DISCARD]}" if stacks[DISCARD] else ""
    used = f" {used}" if len(used) < _USED_COLUMNS else used
    pieces: list[Styled] = [(" ".join(map(str, stacks[:DISCARD])), ""), (used, "dim")]
    row.text(_STAMPS_AT, 0, *pieces)
    row.text(_LENSES_AT - 1, 0, f"{view.lenses.count(seat)}")
    row.text(_TENTS_AT - 1, 0, f"{len(view.tents[seat])}")
    if not table.finished_round:
        row.right(0, *_forecast(then if seat == table.seat else view, seat, view))


def _figures(view: JourneyState, seat: int, not_shown: int) -> dict[str, tuple[int, str]]:
    """Return a seat's figures with their styles, without the points that are not shown yet."""
    return {
        "points": (view.points[seat] - not_shown, "strong"),
        "end": (sum(final_lines(view, seat).values()) - not_shown, "dim"),
        "coins": (view.coins[seat], "strong"),
        "notes": (view.knowledge[seat], "strong"),
        "steps": (view.evolution[seat], ""),
        "books": (books(view.evolution[seat]), ""),
        "workers": (len(at_home(view, seat)), ""),
    }


def _forecast(view: JourneyState, seat: int, now: JourneyState) -> list[Run]:
    """Return the points that the round's goal would give, and in front of them the loss by lagging.

    Args:
        view: the view after Enter's action, or the current one.
        now: the current view; points that differ from its are drawn as a preview.
    """
    if not view.round or not view.pending:
        return []
    goal = view.goals[view.round - 1]
    points = goal_points(view, seat, goal)
    full = goal_count(view, seat, goal) * GOAL_TILES[goal].points
    lost = full - points
    runs: list[Run] = [(f"{full}", "dim"), (f"−{lost}", "bad"), ("=", "dim")] if lost else []
    before = goal_points(now, seat, goal)
    style = "good" if points > before else "bad" if points < before else ""
    sign = PREVIEW if points != before else ""
    style = f"strong {style}" if points or style else "dim"
    return [*runs, (f"{sign}{points}", style)]


def _changed(before: int, after: int) -> str:
    """Return the style of a figure that Enter's action would change."""
    return "strong good" if after > before else "strong bad"


def draw_fold(area: Area, table: JourneyView, changes: tuple[int, ...] = ()) -> None:
    """Draw all players in one row: points, coins and knowledge, with previews and gains.

    Args:
        changes: the effect of Enter's action, which only distinguishes drawings.
    """
    view = table.view
    columns = area.columns(*[area.width // table.seats] * table.seats)
    for seat, column in zip(view.order, columns, strict=True):
        now = gains_of(arriving(table.scene), seat)
        column.mark(f"plate {seat}")
        then = table.view_after_enter if seat == table.seat else view
        figures: list[Styled] = []
        for label, sign, before, after, style in (
            ("points", POINT_SIGN, view.points[seat], then.points[seat], "strong"),
            ("coins", COIN_SIGN, view.coins[seat], then.coins[seat], ""),
            ("notes", KNOWLEDGE_SIGN, view.knowledge[seat], then.knowledge[seat], ""),
        ):
            preview = PREVIEW if after != before else ""
            style = _changed(before, after) if preview else style
            figures += [" ", (f"{preview}{after}{sign}", GAIN if label in now else style)]
        turn: Styled = ("▶", "strong cursor") if seat in to_move(view) else " "
        name = table.scene.names[seat]
        # Besides the name are the sign of the turn, the token and two blanks.
        if length([*figures, name]) + 4 > column.width:
            # The blanks between the figures go before letters of the name.
            figures = [" ", *(piece for piece in figures if piece != " ")]
        name = beginning(name, max(column.width - length(figures) - 4, 0))
        column.text(0, 0, turn, token(seat), " ", (name, f"strong seat-{seat}"), *figures)
