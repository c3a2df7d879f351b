"""The museum: a row for each colour and a column for each kind, with the gains of a delivery."""

from typing import Final

from darwin_core.games.journey.acts import Deliver, Research
from darwin_core.games.journey.material import (
    COLOURS,
    GOAL_TILES,
    KINDS,
    MUSEUM,
    SPACES,
    TRACK,
    JourneyState,
    Redeliver,
)
from darwin_core.games.journey.names import COIN_SIGN, STEP_SIGN
from darwin_core.games.journey.objectives import book_points, own_objectives, requirements
from darwin_core.games.journey.voyage import WIDTH, delivery_gain, is_complete
from darwin_core.text.language import tr, tr_n
from darwin_core.text.wording import counted
from darwin_tui.boards.journey.journey_view import JourneyView
from darwin_tui.boards.journey.marks import kind_in, kind_name, kind_of, seal, tokens
from darwin_tui.boards.journey.scene import is_delivering
from darwin_tui.boards.journey.sea import NAMES
from darwin_tui.drawing.area import Area, fit
from darwin_tui.drawing.canvas import Styled
from darwin_tui.drawing.picture import Picture, pictures

_GRID_COLUMNS: Final = 52
"""Columns of the grid beside the missing specimens."""
_LIST_COLUMNS: Final = 24
"""Minimum columns of the missing specimens beside the grid."""
_LIST_ROWS: Final = 13
"""Minimum rows of the museum with the missing specimens beside the grid."""
_PLACE_ROWS_MAX: Final = 4
"""Maximum rows of a place."""
_PICTURE: Final = (10, 3)
"""Minimum columns and rows of a place with a picture."""
_LABEL_COLUMNS: Final = 2
"""Columns before the first place of a row of height 1; higher rows have three more."""
_NAME_COLUMNS: Final = 11
"""Columns of an island's name before its specimens."""


def draw_museum(area: Area, table: JourneyView) -> None:
    """Draw the grid, and the missing specimens beside it if there is room."""
    if area.width >= _GRID_COLUMNS + _LIST_COLUMNS and area.height >= _LIST_ROWS:
        area, right = area.columns(_GRID_COLUMNS, area.width - _GRID_COLUMNS - 2, gap=2)
        right.part(_draw_list, (table,))
    tall = max(min((area.height - 1) // WIDTH, _PLACE_ROWS_MAX), 1)
    label = _LABEL_COLUMNS + 3 * (tall > 1)
    cells = (area.width - label) // WIDTH
    for column, _ in enumerate(KINDS):
        # The specimens of the first colour have the kinds in order.
        words = kind_in(column, cells - 1)
        area.text(label + column * cells + 1, 0, (words, "dim"))
    for row in range(WIDTH):
        y = 1 + row * tall
        area.at(0, y, label - 1, tall).part(_draw_label, (table,), row)
        for column in range(WIDTH):
            place = area.at(label + column * cells, y, cells - 1, tall)
            place.part(_draw_specimen, (table,), WIDTH * row + column)


def _draw_label(area: Area, table: JourneyView, row: int) -> None:
    """Draw a row's letter, and below it the row's coin, or a word if the row is complete."""
    letter, style = seal(row)
    if area.height == 1:
        area.text(0, 0, (letter, style))
        return
    area.text(0, 0, (f" {letter} ", style))
    if is_complete(table.view, row):
        area.text(0, 1, (tr("full"), "good"))
    elif table.view.row_coins[row]:
        area.text(0, 1, (f"+1{COIN_SIGN}", "dim"))


def _draw_specimen(area: Area, table: JourneyView, number: int) -> None:
    """Draw the place of a specimen: the specimen if delivered, else the gains of its delivery."""
    if area.height == 1:
        _draw_low(area, table, number)
        return
    view = table.view
    spot = table.spot(area, ("specimen", number))
    is_here, is_again, ground = _situation(table, number)
    coins, steps = delivery_gain(view, number, is_again)
    kind = kind_of(number)
    colour = COLOURS[number // WIDTH]
    cell = spot.area
    has_picture = area.look.has_pictures and area.width >= _PICTURE[0]
    if is_here and has_picture and area.height >= _PICTURE[1] and not is_again:
        if cell.ground != "cursor":
            cell = area.on(f"panel~{16 if ground == colour else 60}~{ground}")
        cell.picture(1, 0, _picture(kind, colour))
    elif is_here:
        name = area.at(1, 0, area.width - 1, 1, ground)
        name.text(0, 0, (kind_in(number, name.width), "strong token-ink"))
        if is_again:
            spot.text(1, 1, f"{coins}{COIN_SIGN} {steps}{STEP_SIGN}")
    else:
        spot.text(2, 0, fit(area.width - 2, [counted(coins, "coin"), f"{coins}{COIN_SIGN}"]))
        forward = tr_n("{number} step", "{number} steps", steps)
        spot.text(2, 1, (fit(area.width - 2, [forward, f"{steps}{STEP_SIGN}"]), "dim"))
    # The tokens of the seats that have researched the specimen cover the picture's corner.
    researchers = tokens(
        seat for seat, research in enumerate(view.research) if research >> number & 1
    )
    corner = cell.at(cell.width - len(researchers), cell.height - 1, len(researchers), 1)
    corner.fill()
    corner.text(0, 0, *researchers)


def _draw_low(area: Area, table: JourneyView, number: int) -> None:
    """Draw the place of a specimen in a single row, with a tick if the viewer has researched it."""
    view = table.view
    spot = table.spot(area, ("specimen", number))
    is_here, is_again, ground = _situation(table, number)
    is_known = bool(view.research[table.seat] >> number & 1)
    if is_here:
        cell = area.at(1, 0, area.width - 1, 1, ground)
        words = f"{'✓' if is_known else ' '}{kind_in(number, cell.width - 1)}"
        cell.text(0, 0, (words, f"strong token-ink on {ground}"))
        return
    coins, steps = delivery_gain(view, number, is_again)
    gains = [f"{coins}{COIN_SIGN} {steps}{STEP_SIGN}", f"{coins}{COIN_SIGN}{steps}{STEP_SIGN}"]
    x = 1 + (len(gains[-1]) + 3 <= area.width)
    tick = ("✓" if is_known else "", "good")
    spot.text(x, 0, (fit(area.width - x - 1, gains), ""), tick)


def _situation(table: JourneyView, number: int) -> tuple[bool, bool, str]:
    """Return whether a specimen is in the museum, whether it may be delivered again now, and the
    ground of its name."""
    is_here = table.view.specimens[number] == MUSEUM
    is_again = is_here and isinstance(table.top_effect, Redeliver)
    is_new = is_delivering(table.scene, number)
    return is_here, is_again, "good" if is_new else COLOURS[number // WIDTH]


def use_of(view: JourneyState, action: Deliver | Research) -> tuple[int, int]:
    """Return the sort key of a delivery or of research, so that any delivery is of more use: the
    gain of the delivery, or the number of unmet requirements, and of goals of this round and those
    to come, that count the specimen."""
    seat, number = view.actor, action.specimen
    if isinstance(action, Deliver):
        gain = delivery_gain(view, number, view.specimens[number] == MUSEUM)
        # A step counts as two coins.
        return 1, gain.coins + 2 * gain.steps
    groups = {COLOURS[number // WIDTH], kind_of(number)}
    unmet = [
        requirement.what in groups and requirement.has < requirement.needs
        for tile in own_objectives(view, seat)
        for requirement in requirements(view, seat, tile)
    ]
    goals = [GOAL_TILES[goal].of in groups for goal in view.goals[view.round - 1 :]]
    return 0, sum(unmet) + sum(goals)


def _picture(kind: str, colour: str) -> Picture:
    """Return the picture of a specimen in its colour."""
    shades = {"seal": colour, "seal~38~token-ink": f"{colour}~38~token-ink"}
    return pictures("journey")[kind].in_colours(shades)


def _draw_list(area: Area, table: JourneyView) -> None:
    """Draw the specimens still on the islands or at sea, by their spaces, as far as there are rows;
    and the worth of a book."""
    view = table.view
    by_space = sorted((space, number) for number, space in enumerate(view.specimens))
    rows = [(space, number) for space, number in by_space if space != MUSEUM]
    points = book_points(view)
    worth = [
        tr("a book {points} points, +1 a full row", points=points),
        tr("a book {points}★", points=points),
    ]
    if len(rows) < area.height - 1:
        area.text(0, 0, (tr("Still on the islands"), "strong"))
        area.text(0, area.height - 1, (fit(area.width, worth), "dim"))
    else:
        area.text(0, 0, (tr("On the islands"), "strong"))
        area.right(0, (worth[-1], "dim"))
    name_above = ""
    for y, (space, number) in enumerate(rows[: area.height - 1], 1):
        name = NAMES[TRACK[space] - 1] if TRACK[space] else tr("at sea")
        area.text(0, y, ("" if name == name_above else name, "dim"))
        pieces: list[Styled] = [seal(number // WIDTH), f" {kind_name(number)}"]
        area.text(_NAME_COLUMNS, y, *pieces)
        # The number of the space; the letters of its track repeat the name.
        area.right(y, (SPACES[space].name.lstrip("OIABC"), "dim"))
        name_above = name
