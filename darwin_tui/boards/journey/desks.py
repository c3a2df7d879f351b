"""The desks of the other players: rows of workers, crew, objectives, and what they know."""

from collections.abc import Sequence
from typing import Final

from darwin_core.contract.game import HIDDEN, NOTHING
from darwin_core.games.journey.components import OBJECTIVES, SLOTS, WORKERS
from darwin_core.games.journey.notation import LOCATION_CODES, SPECIMEN_CODES
from darwin_core.text.language import tr
from darwin_tui.boards.journey.cards import crew_within, draw_likely, nearest
from darwin_tui.boards.journey.marks import EMPTY, kind_name, seal, specimen
from darwin_tui.boards.journey.moment import Moment
from darwin_tui.boards.journey.objectives import tile_short
from darwin_tui.drawing.area import Area, Grow
from darwin_tui.drawing.canvas import Run, Styled, length
from darwin_tui.drawing.marks import token
from darwin_tui.drawing.names import fit

LINES: Final = 4
"""Rows of a desk."""
TALL: Final = 8
"""Rows of a narrow desk with two rows of workers, and a row for each crew card."""
WHOLE_COLUMNS: Final = 40
"""Columns in which any crew card is whole, with the colours that it lacks."""
_HALF: Final = len(SLOTS) // 2
_WIDE: Final = 64


def seats_of(moment: Moment) -> list[int]:
    """Return the seats whose desks are shown: all except the own."""
    return [seat for seat in moment.view.order if seat != moment.scene.viewer]


def draw_desks(area: Area, moment: Moment) -> None:
    """Draw the desks one below the other."""
    seats = seats_of(moment)
    for seat, own in zip(seats, area.rows(*[Grow(3, 9)] * len(seats)), strict=True):
        own.part(_draw_desk, (moment,), seat)


def _draw_desk(area: Area, moment: Moment, seat: int) -> None:
    """Draw a desk in as many lines as there is room for."""
    name = moment.scene.names[seat]
    x = area.text(
        0,
        0,
        token(seat),
        (f" {name}", f"strong seat-{seat}"),
    )
    is_wide = area.width >= _WIDE
    if is_wide:
        x = max(x + 1, 21)
        _write_workers(area.at(x, 0, area.width - x, 1), moment, seat, per_row=WORKERS)
        y = 1
    else:
        # All in one row leave the places of the workers to the diaries.
        rows = 2 if area.height >= TALL else 1
        _write_workers(area.at(1, 1, area.width - 1, rows), moment, seat, per_row=WORKERS // rows)
        y = 1 + rows
    known = _known(moment, seat, area.width - 1)
    if is_wide and area.height < LINES:
        _write_crew(area.at(0, 1, area.width, 1), moment, seat)
        area.text(1, 2, *_slots(moment, seat, area.width - 2))
        return
    height = 1 if is_wide else min(3, max(area.height - y - 2, 1))
    _write_crew(area.at(0, y, area.width, height), moment, seat)
    y += height
    area.text(1, y, *_slots(moment, seat, area.width - 2))
    area.text(1, y + 1, *known)


def _write_workers(area: Area, moment: Moment, seat: int, per_row: int) -> None:
    """Write the rows of seals, and where each worker is."""
    view = moment.view
    room = area.width // per_row
    for worker in range(WORKERS):
        x, y = room * (worker % per_row), worker // per_row
        row, where = view.rows[seat][worker], view.workers[seat][worker]
        at = "" if where == NOTHING else LOCATION_CODES[where]
        pieces: list[Styled] = [(f"{worker + 1} ", "dim"), *map(seal, row)]
        at = fit(room - length(pieces) - 1, [f" {at}", ""])
        area.text(x, y, *pieces, (at, "dim"))


def _write_crew(area: Area, moment: Moment, seat: int) -> None:
    """Write the crew cards with the colours that each lacks."""
    view = moment.view
    if not view.crew[seat]:
        area.text(1, 0, (tr("no crew yet"), "dim"))
        draw_likely(area.at(14, 0, area.width - 15, 1), moment, seat, "hand")
        return
    if draw_likely(area.at(1, 0, area.width - 2, 1), moment, seat, "crew"):
        return
    cards = view.crew[seat]
    whole = [_card(moment, seat, place, card) for place, card in enumerate(cards)]
    for place, (card, own) in enumerate(
        zip(cards, _rooms(area, [length(pieces) + 2 for pieces in whole]), strict=True)
    ):
        pieces = _card(moment, seat, place, card, own.width - 2)
        if card == HIDDEN or seat == moment.me:
            own.text(1, 0, *pieces)
            continue
        moment.spot(own.at(0, 0, min(length(pieces) + 1, own.width), 1), ("crew", card)).text(
            1, 0, *pieces
        )


def _rooms(area: Area, wanted: Sequence[int]) -> list[Area]:
    """Divide an area among cards: as many cards to a row as have room, or else in columns."""
    found: list[Area] = []
    columns = -(-len(wanted) // area.height)
    if max(wanted) * columns > area.width:
        x = y = 0
        for width in wanted:
            if x and x + width > area.width and y + 1 < area.height:
                x, y = 0, y + 1
            found.append(area.at(x, y, width, 1))
            x += width
        if x <= area.width:
            return found
    lines = [wanted[at : at + columns] for at in range(0, len(wanted), columns)]
    rows = zip(lines, area.rows(*[1] * len(lines)), strict=True)
    return [own for line, row in rows for own in row.columns(*[Grow()] * len(line))]


def _card(
    moment: Moment, seat: int, place: int, card: int, room: int = WHOLE_COLUMNS
) -> list[Styled]:
    view = moment.view
    if card == HIDDEN:
        return [(tr("a card"), "dim")]
    tail: list[Styled] = []
    if view.assigned[seat] and view.assigned[seat][place] != NOTHING:
        tail = [(" ✓", "good")]
    elif view.assigned[seat]:
        _, lacks = nearest(view, seat, card)
        tail = [(" −" if lacks else tr(" ready"), "dim" if lacks else "good"), *map(seal, lacks)]
    return [crew_within(card, room - length(tail)), *tail]


def _slots(moment: Moment, seat: int, width: int) -> list[Styled]:
    """Return the slots, a tick for achieved and a diamond for open; then the reserve."""
    runs: list[Styled] = []
    for side, metal in enumerate(("silver", "gold")):
        runs.append((metal[0].upper(), f"strong token-ink on {metal}"))
        runs.append(" ")
        runs += [_slot(moment, seat, slot) for slot in range(side * _HALF, (side + 1) * _HALF)]
        runs.append("  ")
    view = moment.view
    texts = [
        f"{'SG'[OBJECTIVES[tile].is_gold]}: {tile_short(view, seat, tile)}"
        for tile in view.reserve[seat]
    ]
    if texts:
        metals = " ".join(text[0] for text in texts)
        forms = [
            "  ".join(texts),
            " ".join(texts),
            tr("{metals} in reserve", metals=metals),
            f"+ {metals}",
        ]
        runs.append((fit(width - length(runs), forms), ""))
    return runs


def _slot(moment: Moment, seat: int, slot: int) -> Run:
    if moment.view.achieved[seat] >> slot & 1:
        return ("✓", "good")
    return (EMPTY, "dim") if moment.view.slots[seat][slot] == NOTHING else ("◇", "strong")


def _known(moment: Moment, seat: int, width: int) -> list[Styled]:
    """Return the specimens researched."""
    own = [n for n in range(len(SPECIMEN_CODES)) if moment.view.research[seat] >> n & 1]
    if not own:
        return [(tr("nothing researched"), "dim")]
    for letters in (7, 4, 2, 1):
        runs: list[Styled] = [(tr("knows "), "dim")]
        for number in own:
            runs += [*specimen(number, min(letters, len(kind_name(number)))), " "]
        if length(runs) <= width:
            return runs
    return runs
