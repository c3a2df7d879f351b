"""The history of the genomes as charts and as lines of text, and the end of a millennium with the
effects of each step. A share is a trait's part of a genome, in percent."""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Final

from darwin_core.contract.game import NOTHING
from darwin_core.games.evo.acts import (
    Adopted,
    Counted,
    Culled,
    Dealt,
    DiedOut,
    Displaced,
    EvoEvent,
    MillenniumBegan,
    Mutated,
    Outcompeted,
    Survived,
    Withered,
)
from darwin_core.games.evo.material import MILLENNIA, RING, TARGETS, TRAITS, EvoState
from darwin_core.games.evo.millennium import points
from darwin_core.games.evo.texts import (
    at_location,
    card_name,
    kind_name,
    shares_of,
    species_name,
    trait_letter,
    trait_name,
)
from darwin_core.text.language import noun, tr, tr_in
from darwin_tui.boards.evo.marks import fitted_alone, letter, solid
from darwin_tui.boards.evo.scene import STEP_FRAMES, Scene
from darwin_tui.drawing.area import ELLIPSIS, Area
from darwin_tui.drawing.canvas import SEAT_MARKS, Run, Styled
from darwin_tui.drawing.chart import COUNT_FRAMES, Gain, Layer, stacked
from darwin_tui.drawing.marks import bar, seat_mark, seat_name, signed
from darwin_tui.drawing.panel import heading, panel

# --- the history of the genomes

PANEL_COLUMNS_MIN: Final = 24
"""Minimum columns of a species' chart in a framed panel."""
NUMERALS: Final = ("0", "I", "II", "III", "IV")
"""Labels of the genomes at the start and after each millennium."""
NUMERALS_COLUMNS: Final = 16
"""Minimum columns of a chart whose millennia have Roman numerals."""
BARS: Final = "▁▂▃▄▅▆▇█"
"""Bars of a curve in a line of text, from the lowest share to the highest."""
LABEL_COLUMNS: Final = 7
"""Columns right of a chart: a blank, a trait's letter, and its share."""
STEP_COLUMNS_MAX: Final = 5
"""Maximum columns of a millennium in the table of shares."""
CURVE_COLUMNS: Final = 18
"""Columns of a trait in the lines of text."""
WITH_SEATS_ROWS: Final = 13
"""Minimum rows of a chart with a frame and a row of its species' players."""
TABLE_ROWS_MIN: Final = 19
"""Minimum rows of a chart with a table of all shares below it."""


def players_of(events: Sequence[EvoEvent], species: int) -> list[int]:
    """Return the seats that played a species, millennium by millennium."""
    players: list[int] = []
    for event in events:
        match event:
            case Dealt() if species in event.species:
                players.append(event.species.index(species))
            case Adopted(seat, adopted) if adopted == species:
                players.append(seat)
    return players


def draw_history(
    area: Area, view: EvoState, order: Sequence[int], events: Sequence[EvoEvent] = ()
) -> None:
    """Draw the history of the genomes, one chart per species side by side.

    Args:
        area: at least 80 columns and 8 rows.
        view: any view of the match; genomes are public.
        order: the species from left to right.
        events: all events so far, which tell who played a species; without the deal, that row is
            omitted.
    """
    # A match that is branched from a replay does not know who played before.
    is_whole = any(isinstance(event, Dealt) for event in events[:1])
    for species, column in zip(order, area.columns(*_widths(area.width, len(order))), strict=True):
        seats = players_of(events, species) if is_whole else []
        seat = view.species.find(species)
        if column.width >= PANEL_COLUMNS_MIN and column.height >= WITH_SEATS_ROWS:
            title: list[Styled] = [tr("the {species}", species=species_name(species))]
            if seat >= 0:
                title += [" ", seat_mark(seat)]
            panel(column, title)
            inner = column.over("panel").inside(2, 1, 2, 1)
        else:
            column = column.on("panel")
            mark: Styled = seat_mark(seat) if seat >= 0 else ("·", "dim")
            name = tr("the {species}", species=species_name(species))
            column.text(1, 0, mark, " ", (name, "strong"))
            inner = column.inside(1, 1, 1, 0)
        _draw_chart(inner, view, species, seats)


def _layers() -> list[Layer]:
    """Return the layers of a chart, a trait each."""
    return [
        Layer(row.name, trait_letter(trait), f"strong on-{row.name}")
        for trait, row in enumerate(TRAITS)
    ]


def _widths(width: int, parts: int) -> list[int]:
    """Return the columns of parts that fill a width; the first ones are wider by one if needed."""
    share, more = divmod(width, parts)
    return [share + (place < more) for place in range(parts)]


def _draw_chart(area: Area, view: EvoState, species: int, seats: Sequence[int]) -> None:
    """Draw the chart of a species with its axis and players, and a table of the figures if it
    fits."""
    columns = [list(genomes[species]) for genomes in view.history]
    steps = len(columns)
    has_table = area.height >= TABLE_ROWS_MIN
    has_players = bool(seats) and area.height >= WITH_SEATS_ROWS
    below = 1 + RING * has_table + 2 * has_players
    chart = area.at(0, 0, area.width - LABEL_COLUMNS, max(area.height - below, 2))
    # The column of each genome of the history in the chart, from its left edge to its right one.
    genome_xs = [round(index * (chart.width - 1) / max(steps - 1, 1)) for index in range(steps)]
    middles = stacked(chart, columns, _layers())
    last = [shares_of(view, species, trait)[-1] for trait in range(RING)]
    for trait, row in _label_rows(middles, last, chart.height):
        area.text(chart.width + 1, row, letter(trait), f"{last[trait]:>4}%")
    y = chart.height
    if has_table:
        width = min((area.width - 3) // (MILLENNIA + 1), STEP_COLUMNS_MAX)
        for number in range(steps):
            area.at(2 + number * width, y, width, 1).right(0, (NUMERALS[number], "dim"))
        for trait in range(RING):
            area.text(0, y + 1 + trait, letter(trait))
            for number, share in enumerate(shares_of(view, species, trait)):
                area.at(2 + number * width, y + 1 + trait, width, 1).right(0, f"{share}")
        area.text(2 + steps * width + 1, y, ("%", "dim"))
        y += 1 + RING
    else:
        end = 0
        numerals = NUMERALS if chart.width >= NUMERALS_COLUMNS else map(str, range(steps))
        # Until the match is over there are fewer genomes than numerals.
        for x, numeral in zip(genome_xs, numerals, strict=False):
            x = min(x, chart.width - len(numeral))
            if x >= end:
                end = area.text(x, y, (numeral, "dim")) + 1
        y += 1
    if seats and y < area.height:
        x = area.text(0, y, (f"{tr('played by')} ", "dim"))
        for seat in seats:
            x = area.text(x, y, seat_mark(seat), " ")
    if y + 1 < area.height and steps > 1:
        _draw_changes(area, view, species, y + 1)


def _label_rows(
    middles: Sequence[int | None], shares: Sequence[int], height: int
) -> list[tuple[int, int]]:
    """Return the traits with a share from the top down, each with the row of its label. A label is
    beside the middle of its layer, or as near as possible."""
    labels: list[tuple[int, int]] = []
    free = 0
    for trait in reversed(range(RING)):
        middle = middles[trait]
        if middle is not None or shares[trait]:
            labels.append((trait, max(middle or 0, free)))
            free = labels[-1][1] + 1
    # Labels below the last row are pushed up, each by as many rows as there are labels below it.
    last = len(labels) - 1
    return [(trait, min(row, height - 1 - last + at)) for at, (trait, row) in enumerate(labels)]


def _draw_changes(area: Area, view: EvoState, species: int, y: int) -> None:
    """Write the traits whose shares grew most and fell most, if one grew and one fell."""
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


def draw_legend(area: Area) -> None:
    """Write the meaning of the traits' letters in a row."""
    x = 1
    for trait in range(RING):
        words = (f" {trait_letter(trait)} {trait_name(trait)} ", solid(trait))
        x = area.text(x, 0, words) + 1


def _block(share: int) -> str:
    """Return a share in percent as a bar, full for half of the genome or more."""
    return BARS[min(share * 2 * (len(BARS) - 1) // 100, len(BARS) - 1)]


def evolution(view: EvoState) -> list[str]:
    """Return the history as lines of text: a curve for each trait of each species, with its first
    and last share. Each species takes two lines of at most 74 columns."""
    lines = ["", tr("how the genomes evolved, in percent; each with its last player")]
    labels = {
        species: f"{SEAT_MARKS[seat]} {species_name(species)}"
        for seat, species in enumerate(view.species)
        if species != NOTHING
    }
    room = max(map(len, labels.values()), default=0) + 2
    for species, label in labels.items():
        curves = []
        for trait in range(RING):
            shares = shares_of(view, species, trait)
            curve = "".join(map(_block, shares))
            curves.append(
                f"{trait_letter(trait)} {curve} {shares[0]}→{shares[-1]}".ljust(CURVE_COLUMNS)
            )
        lines += [
            label.ljust(room) + "".join(curves[: RING // 2]),
            " " * room + "".join(curves[RING // 2 :]),
        ]
    return [line.rstrip() for line in lines]


# --- the end of a millennium

ADAPTATION_ROWS: Final = 3
"""Rows of the lost adaptation and of two gained ones."""
TOTAL_COLUMNS: Final = 4
"""Columns of a seat's points, before their bar."""
ROW_WORDS_COLUMNS: Final = 24
"""Columns of the words before the figures."""
SEAT_COLUMNS_MAX: Final = 34
"""Maximum columns of a seat."""
BOX_ROWS: Final = 14
"""Maximum rows of an area whose steps have no frame."""


def latest_events(events: Sequence[EvoEvent]) -> Sequence[EvoEvent]:
    """Return the events since the last generation ended."""
    last = max((at for at, event in enumerate(events) if isinstance(event, Withered)), default=-1)
    return events[last + 1 :]


def is_reckoning(scene: Scene) -> bool:
    """Return whether the board shows the end of a millennium: in the pause for it, and in a replay
    until the next choice."""
    kinds = set(map(type, latest_events(scene.events)))
    if Survived not in kinds:
        return False
    return scene.is_paused or (scene.chooser is None and Adopted not in kinds)


Row = tuple[str, list[Run]]
"""The label of a row, and a figure for each seat."""


def balance(scene: Scene, view: EvoState) -> tuple[list[Row], list[Gain]]:
    """Return the steps of the end of a millennium with each seat's figure, and its points before
    and after.

    The last row is the sum of the others. A number before a colon only explains the figure.
    """
    events = latest_events(scene.events)
    seats = range(len(scene.names))
    target = TARGETS[view.millennium - 1]
    lost = Counter[int]()
    for by_seat in sources(scene).values():
        lost.update(by_seat)
    kept, left, extra, size, change = ([0] * len(seats) for _ in range(5))
    for event in events:
        match event:
            case Outcompeted(seat, kept=saved):
                kept[seat] += saved
            case Survived(seat, tokens, more):
                left[seat], extra[seat] = tokens, more
            case Counted(seat, cards, gained):
                size[seat], change[seat] = cards, gained
    sums = [left[seat] + extra[seat] + change[seat] for seat in seats]
    return [
        (tr("tokens, lost"), [_tokens(left[seat], lost[seat], kept[seat]) for seat in seats]),
        (tr("bonus for tokens left"), [_bonus(left[seat], extra[seat]) for seat in seats]),
        (
            tr("genome of {target} wanted", target=target),
            [(f"{size[seat]}: {signed(change[seat])}", _style(change[seat])) for seat in seats],
        ),
        (tr("this millennium"), [(signed(number), f"strong {_style(number)}") for number in sums]),
    ], [Gain(points(view, seat) - sums[seat], points(view, seat)) for seat in seats]


def _style(number: int) -> str:
    """Return the style of points: red for a loss."""
    return "bad" if number < 0 else "ink"


def _tokens(left: int, lost: int, kept: int) -> Run:
    """Return a seat's tokens before the losses, and those lost; without losses, its tokens and
    those that an adaptation kept."""
    if lost:
        return (f"+{left + lost} −{lost}", "bad")
    words = f"+{left} {tr('keeps {number}', number=kept)}" if kept else f"+{left}"
    return (words, ("good" if kept else "ink") if left else "dim")


def _bonus(left: int, more: int) -> Run:
    """Return a seat's tokens left, and the bonus points for them."""
    return (f"{left}: +{more}", "ink" if more else "dim")


def draw_balance(area: Area, scene: Scene, view: EvoState) -> None:
    """Draw the end of a millennium in an area of ten rows or more, first step by step, then the
    points counted up, then what was lost and gained where."""
    title = tr("end of millennium {number}", number=view.millennium)
    is_boxed = area.height > BOX_ROWS
    if is_boxed:
        panel(area, [title], is_active=True)
        inner = area.over("panel").inside(2, 1, 2, 1)
    else:
        inner = area.on("panel")
        heading(inner, 0, (title, "strong"))
        inner = inner.inside(1, 0, 1, 0)
    rows, gains = balance(scene, view)
    names = scene.names
    width = min((inner.width - ROW_WORDS_COLUMNS) // len(names), SEAT_COLUMNS_MAX)
    cells = [
        inner.at(ROW_WORDS_COLUMNS + seat * width, 0, width, inner.height)
        for seat in range(len(names))
    ]
    for seat, cell in enumerate(cells):
        mark, style = seat_name(seat, names[seat])
        cell.over("panel" if is_boxed else "strip").text(0, 0, (mark[: width - 1], style))
    y = 1
    # `frame` counts down; the last frames count the points, when all steps are shown.
    shown = len(rows) - -(-max(scene.frame - COUNT_FRAMES, 0) // STEP_FRAMES)
    for number, (words, figures) in enumerate(rows):
        is_shown = number < shown
        sign = ("✓", "good") if is_shown else ("·", "dim")
        inner.text(0, y, sign, f" {words}")
        for cell, (text, style) in zip(cells, figures, strict=True):
            if is_shown:
                cell.text(2, y, (text, style))
        y += 1
    is_counted = scene.frame <= COUNT_FRAMES
    sign = ("✓", "good") if is_counted else ("·", "dim")
    inner.text(0, y, sign, f" {tr('in all')}")
    if is_counted:
        for seat, cell in enumerate(cells):
            _draw_total(cell.at(2, y, cell.width - 3, 1), seat, gains, scene.frame)
    y += 1
    if scene.frame:
        # The details follow once nothing moves any more.
        return
    # The last millennium selects nothing.
    is_selected = any(isinstance(event, Culled) for event in latest_events(scene.events))
    has_adaptations = inner.height - y > ADAPTATION_ROWS and is_selected
    extinct = _extinct_names(scene)
    y = _draw_sources(inner, scene, cells, y, ADAPTATION_ROWS * has_adaptations + bool(extinct))
    if has_adaptations:
        y = _draw_adaptations(inner, scene, cells, y)
    _draw_extinct(inner.at(0, y, inner.width, inner.height - y), extinct)


def _draw_total(cell: Area, seat: int, gains: Sequence[Gain], frames_left: int) -> None:
    """Draw a seat's points counted so far, with a bar for those above zero."""
    gain = gains[seat]
    now = gain.counted(frames_left)
    cell.text(0, 0, (signed(now), "strong"))
    earlier = max(min(gain.before, now), 0)
    parts = [(earlier, f"seat-{seat}"), (max(now - earlier, 0), "good")]
    # All seats' bars have one scale.
    most = max(1, *(gain.after for gain in gains))
    bar(cell, TOTAL_COLUMNS, 0, max(cell.width - TOTAL_COLUMNS, 0), parts, most)


def sources(scene: Scene) -> Mapping[str, Mapping[int, int]]:
    """Return the causes of the tokens lost in the finished millennium in words, with each seat's
    tokens; the cause that cost the viewer most comes first, of equal ones the costliest for all."""
    events = scene.events
    # A match that is branched from a replay may begin within a millennium.
    begins = (at for at, event in enumerate(events) if isinstance(event, MillenniumBegan))
    start = max(begins, default=0)
    tokens_by_cause: dict[str, Counter[int]] = {}
    for event in events[start:]:
        match event:
            case Outcompeted(seat, location, tokens) if tokens:
                words = tr("{place}: empty food", place=noun(TRAITS[location].location))
                lost = {seat: tokens}
            case DiedOut(slot, card, location, tokens=owners) if owners:
                place = noun(TRAITS[location].location)
                words = tr("{place}: {food} died", place=place, food=kind_name(slot, card))
                lost = dict(owners)
            case Displaced(owner=seat) if seat != NOTHING:
                words = tr("by predation")
                lost = {seat: 1}
            case _:
                continue
        tokens_by_cause.setdefault(words, Counter()).update(lost)
    mine = scene.viewer
    return dict(
        sorted(
            tokens_by_cause.items(),
            key=lambda source: (source[1][mine], source[1].total()),
            reverse=True,
        )
    )


def summed_up(
    tokens_by_cause: Mapping[str, Mapping[int, int]], rows: int
) -> Mapping[str, Mapping[int, int]]:
    """Return causes with each seat's tokens in at most some rows; the last sums up the rest."""
    if len(tokens_by_cause) <= rows:
        return tokens_by_cause
    causes = [*tokens_by_cause.items()]
    shown = max(rows - 1, 0)
    rest = Counter[int]()
    for _, by_seat in causes[shown:]:
        rest.update(by_seat)
    return {**dict(causes[:shown]), tr("elsewhere"): rest} if rows > 0 else {}


def _draw_sources(inner: Area, scene: Scene, cells: Sequence[Area], y: int, reserved: int) -> int:
    """Write the causes of lost tokens, a row each, above the reserved rows; return the row below.

    The rows add up to all tokens lost: the last one sums up causes without a row of their own.
    """
    for words, by_seat in summed_up(sources(scene), inner.height - reserved - y).items():
        inner.text(0, y, ("−", "bad"), (f" {words}", "dim"))
        for seat, number in by_seat.items():
            cells[seat].text(2, y, (f"−{number}", "bad"))
        y += 1
    return y


def _extinct_names(scene: Scene) -> list[str]:
    """Return the fauna and flora that have died out, in words."""
    return [
        f"{card_name(event.slot, event.card)} {at_location(event.location)}"
        for event in latest_events(scene.events)
        if isinstance(event, DiedOut)
    ]


def _draw_extinct(area: Area, names: Sequence[str]) -> None:
    """Write as many extinct fauna and flora as fit; the text is cut if it has too many rows."""
    if not area.height:
        return
    text = tr("died out: {cards}", cards=", ".join(names) or tr_in("cards", "none"))
    lines = len(text) // max(area.width, 1) + 1
    if lines > area.height:
        # Each row may lose some columns to the wrapping of words.
        text = text[: area.width * area.height - 2 * area.height - 20].rstrip(", ") + f" {ELLIPSIS}"
    area.paragraph(0, text, "dim")


def _draw_adaptations(inner: Area, scene: Scene, cells: Sequence[Area], y: int) -> int:
    """Write the adaptations that each seat's species lost and gained in a millennium that is not
    the last; return the row below."""
    inner.text(0, y, ("✓", "good"), f" {tr('natural selection')}")
    for event in latest_events(scene.events):
        match event:
            case Culled(_, design, seat):
                changes = [(y, ("−", "strong bad"), design)]
            case Mutated(_, designs, seat):
                gain = ("+", "strong good")
                changes = [(row, gain, design) for row, design in enumerate(designs, y + 1)]
            case _:
                continue
        cell = cells[seat]
        for row, sign, design in changes:
            cell.text(0, row, sign, f" {fitted_alone(design, cell.width - 3)}")
    return y + ADAPTATION_ROWS
