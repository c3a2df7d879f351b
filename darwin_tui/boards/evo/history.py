"""The history of the genomes: shares of the traits, millennium by millennium."""

from collections.abc import Sequence
from typing import Final

from darwin_core.contract.game import NOTHING
from darwin_core.games.evo.components import MILLENNIA, RING, TRAITS
from darwin_core.games.evo.description import shares_of
from darwin_core.games.evo.events import Adopted, Dealt, EvoEvent
from darwin_core.games.evo.state import EvoState
from darwin_core.games.evo.words import species_name, trait_letter, trait_name
from darwin_core.text.language import tr
from darwin_core.text.seat_names import Lexicon
from darwin_tui.boards.evo.marks import letter, solid
from darwin_tui.drawing.area import Area
from darwin_tui.drawing.canvas import SEAT_MARKS, Styled
from darwin_tui.drawing.chart import Layer, stacked
from darwin_tui.drawing.marks import seat_mark
from darwin_tui.drawing.panel import panel

PANEL_COLUMNS_MIN: Final = 24
"""Columns of a species from which its chart is in a panel with a frame."""
NUMERALS: Final = ("0", "I", "II", "III", "IV")
NUMERALS_COLUMNS: Final = 16
"""Columns of a chart from which millennia have Roman numerals."""
BARS: Final = "▁▂▃▄▅▆▇█"
CURVE: Final = 18
"""Columns of a trait in the lines of text."""
TABLE_ROWS_MIN: Final = 19
"""Rows of a chart from which there is a table of all shares below it."""


def players_of(events: Sequence[EvoEvent], species: int) -> list[int]:
    """Return the seats that played a species, millennium by millennium."""
    found: list[int] = []
    for event in events:
        match event:
            case Dealt() if species in event.species:
                found.append(event.species.index(species))
            case Adopted(seat, each) if each == species:
                found.append(seat)
    return found


def history(
    area: Area, view: EvoState, order: Sequence[int], events: Sequence[EvoEvent] = ()
) -> None:
    """Draw the history of the genomes over an area, a chart for each species side by side.

    Args:
        area: of 80 columns and 8 rows or more.
        view: any view of the match; genomes are known to all.
        order: the species from left to right.
        events: all events so far, from which it is known who played a species; the row is left
            out without them.
    """
    for species, own in zip(order, area.columns(*_widths(area.width, len(order))), strict=True):
        seats = players_of(events, species)
        seat = view.species.find(species)
        if own.width >= PANEL_COLUMNS_MIN and own.height > 12:
            title: list[Styled] = [tr("the {species}", species=species_name(species))]
            if seat >= 0:
                title += [" ", seat_mark(seat)]
            panel(own, title)
            inner = own.over("panel").inside(2, 1, 2, 1)
        else:
            own = own.on("panel")
            mark: Styled = seat_mark(seat) if seat >= 0 else ("·", "dim")
            name = tr("the {species}", species=species_name(species))
            own.text(1, 0, mark, " ", (name, "strong"))
            inner = own.inside(1, 1, 1, 0)
        _chart(inner, view, species, seats)


def _layers() -> list[Layer]:
    return [
        Layer(row.name, trait_letter(trait), f"strong on-{row.name}")
        for trait, row in enumerate(TRAITS)
    ]


def _widths(width: int, parts: int) -> list[int]:
    each, more = divmod(width, parts)
    return [each + (place < more) for place in range(parts)]


def _chart(area: Area, view: EvoState, species: int, seats: Sequence[int]) -> None:
    """Draw the chart of a species, its axis, a table of the figures where there is room, and who
    played it."""
    columns = [list(row[species]) for row in view.history]
    steps = len(columns)
    below = (
        1 + (RING if area.height >= TABLE_ROWS_MIN else 0) + 2 * bool(seats and area.height > 12)
    )
    has_table = below > RING
    chart = area.at(0, 0, area.width - 7, max(area.height - below, 2))
    places = [
        round(step * (chart.width - 1) / max(steps - 1, 1)) if steps > 1 else 0
        for step in range(steps)
    ]
    middles = stacked(chart, columns, _layers())
    last = [shares_of(view, species, trait)[-1] for trait in range(RING)]
    for trait, row in _label_rows(middles, last, chart.height):
        area.text(chart.width + 1, row, letter(trait), f"{last[trait]:>4}%")
    y = chart.height
    if has_table:
        step = min((area.width - 3) // (MILLENNIA + 1), 5)
        for number in range(steps):
            area.at(2 + number * step, y, step, 1).right(0, (NUMERALS[number], "dim"))
        for trait in range(RING):
            area.text(0, y + 1 + trait, letter(trait))
            for number, share in enumerate(shares_of(view, species, trait)):
                area.at(2 + number * step, y + 1 + trait, step, 1).right(0, f"{share}")
        area.text(2 + steps * step + 1, y, ("%", "dim"))
        y += 1 + RING
    else:
        end = 0
        numerals = NUMERALS if chart.width >= NUMERALS_COLUMNS else map(str, range(steps))
        for x, numeral in zip(places, numerals, strict=False):
            x = min(x, chart.width - len(numeral))
            if x >= end:
                end = area.text(x, y, (numeral, "dim")) + 1
        y += 1
    if seats and y < area.height:
        x = area.text(0, y, (f"{tr('played by')} ", "dim"))
        for seat in seats:
            x = area.text(x, y, seat_mark(seat), " ")
    if y + 1 < area.height and steps > 1:
        _changes(area, view, species, y + 1)


def _label_rows(
    middles: Sequence[int | None], shares: Sequence[int], height: int
) -> list[tuple[int, int]]:
    """Return the traits with a share from the top down, each with the row of its label: beside
    the middle of its layer, or as near as there is room."""
    found: list[tuple[int, int]] = []
    free = 0
    for trait in reversed(range(RING)):
        middle = middles[trait]
        if middle is not None or shares[trait]:
            found.append((trait, max(middle or 0, free)))
            free = found[-1][1] + 1
    last = len(found) - 1
    return [(trait, min(row, height - 1 - last + at)) for at, (trait, row) in enumerate(found)]


def _changes(area: Area, view: EvoState, species: int, y: int) -> None:
    """Write which share grew most and which fell most."""
    change = [
        shares[-1] - shares[0] for shares in (shares_of(view, species, t) for t in range(RING))
    ]
    gain, loss = change.index(max(change)), change.index(min(change))
    if not change[gain] > 0 > change[loss]:
        return
    plus, minus = ("+", "strong good"), ("−", "strong bad")
    names = [trait_name(trait) for trait in (gain, loss)]
    if sum(map(len, names)) + 6 <= area.width:
        area.text(0, y, plus, f" {names[0]}  ", minus, f" {names[1]}")
    else:
        area.text(0, y, plus, " ", letter(gain), "  ", minus, " ", letter(loss))


def legend(area: Area) -> None:
    """Write in a row what the letters of the traits mean."""
    x = 1
    for trait in range(RING):
        words = (f" {trait_letter(trait)} {trait_name(trait)} ", solid(trait))
        x = area.text(x, 0, words) + 1


def _block(share: int) -> str:
    """Return a share as a bar, full for half of the genome or more."""
    return BARS[min(share * 2 * (len(BARS) - 1) // 100, len(BARS) - 1)]


def evolution(view: EvoState, lexicon: Lexicon) -> list[str]:
    """Return the history as lines of text: a curve for each trait of each species, and its first
    and last share.

    Each species takes two lines of at most 74 columns.
    """
    names = lexicon.names
    lines = ["", tr("how the genomes evolved, in percent")]
    room = max(map(len, names)) + 3
    for seat, species in enumerate(view.species):
        if species == NOTHING:
            continue
        curves = []
        for trait in range(RING):
            shares = shares_of(view, species, trait)
            curve = "".join(map(_block, shares))
            curves.append(f"{trait_letter(trait)} {curve} {shares[0]}→{shares[-1]}".ljust(CURVE))
        start = f"{SEAT_MARKS[seat]} {names[seat]}".ljust(room)
        lines += [start + "".join(curves[: RING // 2]), " " * room + "".join(curves[RING // 2 :])]
    return [line.rstrip() for line in lines]
