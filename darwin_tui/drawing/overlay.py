"""Drawings over a board: flying points, the primer's note, announced losses, and a lesson's
corners."""

from collections import Counter
from collections.abc import Sequence
from functools import cache
from itertools import accumulate, chain, pairwise, product
from typing import Final, NamedTuple

from textual.geometry import Region

from darwin_core.contract.game import Element
from darwin_core.teaching.lessons import Look
from darwin_core.teaching.primers import Primer
from darwin_core.text.language import mark, tr
from darwin_tui.commands import KEYS
from darwin_tui.drawing.area import LETTER_ROWS, Area, write_big
from darwin_tui.drawing.canvas import (
    FRAMES,
    Canvas,
    Drawing,
    Run,
    Styled,
    columns_of,
    ground_of,
    length,
    wrapped,
)
from darwin_tui.drawing.marks import seat_mark
from darwin_tui.drawing.scene import Announcement

# --- flying points

FLIGHT_FRAMES: Final = 4
"""Frames of a flight, the first and the last position included."""


class Flight(NamedTuple):
    """Words that fly over a board."""

    words: tuple[Styled, ...]
    """Words with a ground in their styles."""
    start: Region | None
    end: Region | None
    """The first and last position; the words do not fly if the board does not show both."""


def points(gain: int, unit: str = "") -> tuple[Styled, ...]:
    """Return points as a flying chip."""
    return ((f" +{gain}{unit} ", "strong token-ink on good"),)


ROW_DEVIATION: Final = 16
"""Columns as much as which a row counts in a deviation: a row has the figures of one seat, so words
that stay in their row hide less."""
DEVIATIONS: Final = sorted(
    product(range(-40, 41), range(-3, 4)),
    key=lambda step: (abs(step[0]) + ROW_DEVIATION * abs(step[1]), step),
)
"""Columns and rows by which words may deviate from their way, nearest first."""


def draw_flights(drawing: Drawing, flights: Sequence[Flight], left: int) -> None:
    """Draw flying words over a drawing.

    Each is as near to its way as possible without covering other words, letters or figures; words
    without such a position are omitted.

    Args:
        drawing: drawing of the whole board.
        flights: flights that begin and end together.
        left: frames left, FLIGHT_FRAMES in the first.
    """
    canvas = drawing.canvas
    board = Area(drawing, Region(0, 0, canvas.width, canvas.height))
    taken: list[Region] = []

    @cache
    def is_occupied(y: int) -> list[bool]:
        # Wide characters have an empty second cell.
        return [not sign or sign.isalnum() for sign, _ in canvas.grid[y]]

    for words, start, end in flights:
        if start is None or end is None or not 0 < left <= FLIGHT_FRAMES:
            continue
        width = length(words)
        step = FLIGHT_FRAMES - left
        x, y = (
            a + (b - a) * step // (FLIGHT_FRAMES - 1)
            for a, b in zip(_middle(start), _middle(end), strict=True)
        )
        candidates = (Region(x - width // 2 + dx, y + dy, width, 1) for dx, dy in DEVIATIONS)
        place = next(
            (
                region
                for region in candidates
                if board.region.contains_region(region)
                and not any(is_occupied(region.y)[region.x : region.right])
                and not any(map(region.overlaps, taken))
            ),
            None,
        )
        if place is not None:
            # A free column separates adjacent flying words.
            taken.append(place.grow((0, 1, 0, 1)))
            board.text(place.x, place.y, *words)


def _middle(region: Region) -> tuple[int, int]:
    return region.x + region.width // 2, region.y + region.height // 2


# --- the primer's note

Sums = Sequence[Sequence[int]]
"""Prefix sums of costs over rows and columns (a summed-area table, if over both)."""
TITLE: Final = mark("New to you")
CLOSES: Final = mark("Esc shows the whole table, {play.no_notes} no more notes")
CLOSES_SHORT: Final = mark("Esc closes this")
"""Words on the keys of a note, and of a narrow note."""
AWAITED: Final = mark("What is best here is being tried …")
"""Words in place of a suggestion while the judge is thinking."""
AWAITED_COLUMNS: Final = 70
"""Columns of a typical sentence about a suggestion."""
_STAND_IN: Final = "number " * 14
"""Words in place of a sentence that follows the cursor, when room is found for it in a narrow note;
few sentences are longer."""
SLIVER_COLUMNS: Final = 8
"""A note that would leave fewer columns takes the whole width: pieces of pictures beside it would
look like a fault."""
KEPT_MARK: Final = "kept in sight"
"""Mark of a part that a board keeps readable beside the note, such as a headline."""
HINT_SIGN: Final = "!"
"""Sign of each element of a suggested action: numbers would look like keys."""
EDGE_COLUMNS: Final = 5
"""Columns beside the sentences: a sign, and a blank at each side."""
ROWS_A_SENTENCE_MAX: Final = 4
"""Maximum rows of a sentence of the note on a narrow board."""
WIDE_COLUMNS: Final = 100
"""Minimum columns of a board on which a sentence takes at most WIDE_SENTENCE_ROWS_MAX rows."""
WIDE_SENTENCE_ROWS_MAX: Final = 2
ROW_PENALTY: Final = 1.5
"""Cost factor of a note for each further row of a sentence. A larger one makes notes lower and
wider, though they cover more of the board."""
_KEPT_COST: Final = 10_000
"""Cost of covering a cell that must stay in sight, more than a whole board of drawn cells at cost 1
each."""
_CHOSEN_SHARE: Final = 100
"""Cost of covering a cell of the element under the cursor or of a suggested one, as a multiple of
``_KEPT_COST``: on a full board, a note covers something else."""
_PLATE_COST: Final = 3
"""Additional cost of covering a drawn cell of a seat's plate."""
PLATES: Final = ("plate ", "board ")
"""Prefixes of the plates' marks, before the number of the seat."""
_CUT_COST: Final = 6
"""Cost of an edge that cuts a word in two; a fully covered word is missed less."""
_EMPTY: Final = frozenset(" ·")
"""Characters that cost nothing to cover on a ground of the board."""
_GROUND_SHARE: Final = 12
"""A colour of at least one in so many cells is a ground of the board, on which empty cells cost
nothing to cover."""
FIRST_FRAME, LAST_FRAME = "─", "╿"
"""Ends of Unicode's box-drawing characters."""
FIRST_PIXEL, LAST_PIXEL = "▀", "▟"
"""Ends of Unicode's block elements."""
_PLAIN: Final = {"panel", "strip", "table", "felt", "stripe"}
"""Grounds on which dim words can be read."""
FRAME_CHARACTERS: Final = {" ", "-", "|", "+", *"".join(FRAMES.values())}
"""Blanks and all characters of frames, in ASCII and otherwise."""


def draw_primer(
    drawing: Drawing,
    primer: Primer,
    beside: Sequence[Region] | None = None,
    chosen: Sequence[Region] = (),
) -> Region:
    """Draw a note where it covers least; return its region.

    Args:
        drawing: drawing of the board.
        primer: the note; each of its texts starts a row, and takes several in a narrow note.
        beside: regions that the note mentions and must not cover; all other words become dim. None
            keeps the whole board.
        chosen: regions of the element under the cursor and of suggested ones, which the note covers
            last of all.
    """
    is_first = beside is not None
    if beside is None:
        mark_region = drawing.marks.get(KEPT_MARK)
        beside = [*drawing.places.values(), *([mark_region] if mark_region else [])]
    else:
        _dim_outside(drawing, beside)
    beside = [*beside, *(part for part in chosen for _ in range(_CHOSEN_SHARE))]
    texts = [*primer.sentences, *primer.advised]
    awaited = ("x" * AWAITED_COLUMNS,) * 2 if primer.is_awaited else ()
    fitted = [*primer.sentences, *(primer.advised or awaited)]
    follows_cursor = is_first and len(fitted) > len(primer.sentences) + 1
    region, rows_of = _fit_note(drawing, fitted, beside, follows_cursor=follows_cursor)
    lines = [wrapped(text, region.width - EDGE_COLUMNS) for text in texts]
    _cover_whole_words(drawing, region)
    note = Area(drawing, region).on("stock")
    head = note.at(0, 0, note.width, 1, "back")
    # Without colours, the note would have no edge but this reversed row.
    ink = "stock" if drawing.look.has_colours else "reverse"
    head.fill(" ", ink)
    head.text(1, 0, (tr(TITLE), f"strong {ink}"))
    room = note.width - len(tr(TITLE)) - 4
    candidates = (tr(CLOSES, **KEYS), tr(CLOSES_SHORT))
    closes = next((words for words in candidates if len(words) <= room), "")
    head.right(0, (closes, ink), margin=1)
    # The judge's words get the room that they are likely to take.
    below = note.inside(0, 1, 0, 0).rows(*rows_of)
    if primer.is_awaited:
        waiting = wrapped(tr(AWAITED), region.width - EDGE_COLUMNS)
        for y, row in enumerate(waiting):
            below[len(primer.sentences)].text(EDGE_COLUMNS - 1, y, (row, "stock-ink"))
    for number, (part, rows) in enumerate(zip(below, lines, strict=False)):
        # The first advised text is about the suggested action, the second about an alternative.
        is_suggestion = number == len(primer.sentences)
        if is_suggestion:
            part.text(1, 0, (f" {HINT_SIGN} ", "strong token-ink on good"))
        for y, row in enumerate(rows):
            style = "strong stock-ink" if is_suggestion else "stock-ink"
            part.text(EDGE_COLUMNS - 1, y, (row, style))
    return region


def _dim_outside(drawing: Drawing, beside: Sequence[Region]) -> None:
    """Dim all words and figures outside some regions of a board. Pictures and frames stay."""
    canvas = drawing.canvas
    is_ascii = drawing.look.is_ascii
    for y, row in enumerate(canvas.grid):
        stays = _columns(beside, y, canvas.width)
        cells = [
            cell if stays[x] or _is_frame(row, x, is_ascii) else _dimmed(cell)
            for x, cell in enumerate(row)
        ]
        canvas.write(0, y, cells)


def _dimmed(cell: Run) -> Run:
    """Return a cell with its sign dim, if it stands on a plain ground: on others, it could not be
    read."""
    sign, style = cell
    # A style may have a ground alone.
    _, on, ground = f" {style}".partition(" on ")
    is_word = sign != " " and not _is_pixel(cell)
    return (sign, f"dim{on}{ground}") if is_word and (not on or ground in _PLAIN) else cell


def _columns(regions: Sequence[Region], y: int, width: int) -> list[bool]:
    """Return for each column of a row whether a region covers it."""
    covered = [False] * width
    for region in regions:
        if region.y <= y < region.bottom:
            columns = slice(max(region.x, 0), max(region.right, 0))
            covered[columns] = [True] * len(covered[columns])
    return covered


def _is_frame(row: Sequence[Run], x: int, is_ascii: bool) -> bool:
    """Return whether a cell is part of a frame, and not a minus sign."""
    character = row[x][0]
    if not is_ascii:
        return FIRST_FRAME <= character <= LAST_FRAME
    beside = {character for character, _ in row[max(x - 1, 0) : x + 2]}
    return character in FRAME_CHARACTERS and beside <= FRAME_CHARACTERS


def _is_pixel(cell: Run) -> bool:
    return FIRST_PIXEL <= cell[0] <= LAST_PIXEL


def _cover_whole_words(drawing: Drawing, region: Region) -> None:
    """Also cover the rest of each word that an edge of the note cuts, except on elements."""
    canvas = drawing.canvas
    element_regions = drawing.places.values()
    for y in range(region.y, region.bottom):
        row = canvas.grid[y]
        for x, step in ((region.x, -1), (region.right - 1, 1)):
            if not row[x][0].isalnum():
                continue
            x += step
            while 0 <= x < canvas.width and row[x][0].isalnum():
                if not any(element.contains(x, y) for element in element_regions):
                    canvas.write(x, y, [(" ", row[x][1])])
                x += step


def _fit_note(
    drawing: Drawing, sentences: Sequence[str], beside: Sequence[Region], *, follows_cursor: bool
) -> tuple[Region, list[int]]:
    """Return the note's region, and the number of rows of each sentence. A sentence takes a single
    row unless a narrower note covers much less.

    Args:
        follows_cursor: the last sentence changes with the cursor; a narrow note has room for
            longer ones, so that it neither moves nor changes its size meanwhile.
    """
    sums = (_sums(drawing, beside), _cuts(drawing))
    longer = [*sentences[:-1], max(sentences[-1], _STAND_IN, key=columns_of)]
    if follows_cursor:
        cost, region, rows = _cheapest(drawing, sums, sentences, longer)
        if cost < _KEPT_COST:
            return region, rows
    _, region, rows = _cheapest(drawing, sums, sentences, sentences)
    return region, rows


def _cheapest(
    drawing: Drawing, sums: tuple[Sums, Sums], in_a_row: Sequence[str], in_rows: Sequence[str]
) -> tuple[float, Region, list[int]]:
    """Return the lowest cost of a note, with its region and the number of rows of each sentence.

    Args:
        in_a_row: the sentences of a note in which each takes a row.
        in_rows: the sentences of narrower notes.
    """
    candidates: list[tuple[float, Region, list[int]]] = []
    is_wide = drawing.canvas.width >= WIDE_COLUMNS
    rows_max = WIDE_SENTENCE_ROWS_MAX if is_wide else ROWS_A_SENTENCE_MAX
    for most in range(1, rows_max + 1):
        texts = in_a_row if most == 1 else in_rows
        columns, rows = _measured(texts, most, drawing.canvas.width - EDGE_COLUMNS)
        # The first candidate stays even if it is too high: there must be one.
        if candidates and sum(rows) + 1 >= drawing.canvas.height:
            break
        region, cost = _emptiest(drawing, sums, columns + EDGE_COLUMNS, sum(rows) + 1)
        candidates.append((cost * ROW_PENALTY ** (most - 1), region, rows))
    return min(candidates, key=lambda candidate: candidate[0])


def _measured(sentences: Sequence[str], most: int, room: int) -> tuple[int, list[int]]:
    """Return the fewest columns in which no sentence takes more than a number of rows, and the rows
    of each; at worst the whole room, in which it may take more."""
    longest = max(map(columns_of, sentences))
    columns = next(
        columns
        for columns in range(min(-(-longest // most), room), room + 1)
        if columns == room or all(len(wrapped(text, columns)) <= most for text in sentences)
    )
    if room - columns < SLIVER_COLUMNS:
        columns = room
    return columns, [len(wrapped(text, columns)) for text in sentences]


def _emptiest(
    drawing: Drawing, costs: tuple[Sums, Sums], width: int, height: int
) -> tuple[Region, int]:
    """Return the cheapest region of a size and its cost; of several, the lowest, of these the
    leftmost.

    Args:
        costs: the sums of ``_sums`` and ``_cuts``.
    """
    sums, cuts = costs
    lowest = max(drawing.canvas.height - height, 1)
    rows = []
    # From below, as the first of equal rows wins; row 0 is the board's title.
    for y in range(lowest, 0, -1):
        covered = [below - above for below, above in zip(sums[y + height], sums[y], strict=True)]
        cut = [
            _CUT_COST * (below - above)
            for below, above in zip(cuts[y + height], cuts[y], strict=True)
        ]
        # Not strict: the sequences of right edges end first.
        edges = zip(covered, covered[width:], cut, cut[width:], strict=False)
        row = [right - left + left_cut + right_cut for left, right, left_cut, right_cut in edges]
        rows.append((min(row), row, y))
    cost, row, y = min(rows, key=lambda candidate: candidate[0])
    return Region(row.index(cost), y, width, height), cost


def _sums(drawing: Drawing, beside: Sequence[Region]) -> Sums:
    """Return for each corner between cells the cost of covering everything above and to its left.

    Args:
        beside: regions that must stay in sight.
    """
    canvas = drawing.canvas
    rows = canvas.grid
    grounds = Counter[str]()
    runs = Counter(chain.from_iterable(rows))
    for (_, style), count in runs.items():
        grounds[ground_of(style)] += count
    least = canvas.width * canvas.height // _GROUND_SHARE
    free = {ground for ground, cells in grounds.items() if cells >= least}
    cost_of = {run: int(run[0] not in _EMPTY or ground_of(run[1]) not in free) for run in runs}
    costs = [[cost_of[run] for run in row] for row in rows]
    for plate in (region for name, region in drawing.marks.items() if name.startswith(PLATES)):
        for row in costs[max(plate.y, 0) : plate.bottom]:
            columns = slice(max(plate.x, 0), plate.right)
            # Empty cells of a plate stay free.
            row[columns] = [cost and cost + _PLATE_COST for cost in row[columns]]
    for kept in beside:
        for y in range(max(kept.y, 0), min(kept.bottom, canvas.height)):
            for x in range(max(kept.x, 0), min(kept.right, canvas.width)):
                costs[y][x] += _KEPT_COST
    sums = [[0] * (canvas.width + 1)]
    for row in costs:
        sums.append([a + b for a, b in zip(sums[-1], accumulate(row, initial=0), strict=True)])
    return sums


def _cuts(drawing: Drawing) -> Sums:
    """Return for each corner between cells the number of words in the rows above it that a vertical
    edge at its column would cut."""
    cuts = [[0] * (drawing.canvas.width + 1)]
    for row in drawing.canvas.grid:
        is_word = [character.isalnum() for character, _ in row]
        inside = [False, *(a and b for a, b in pairwise(is_word)), False]
        cuts.append([a + b for a, b in zip(cuts[-1], inside, strict=True)])
    return cuts


# --- announced losses

LOSS_ROWS_MAX: Final = 9
"""Maximum rows of an announcement's sentences; the log has all."""
LOSS_COLUMNS_MAX: Final = 100
"""Maximum columns of an announcement's sentences: longer lines are hard to read."""
FIGURE_COLUMNS: Final = 24
"""Columns at the right of an announcement, for the points."""
LOSS_MARGIN_COLUMNS: Final = 6
"""Blank columns beside an announcement's sentences: 4 at their left, 2 at their right."""
LOSS_FRAME_ROWS: Final = 3
"""Rows of an announcement besides its sentences: its title, and the edges above and below."""


def draw_losses(drawing: Drawing, losses: Sequence[Announcement]) -> None:
    """Draw a band below the title for each loss, in the colour of the seat concerned. It has the
    sentences, and at the right the points before and after."""
    canvas = drawing.canvas
    board = Area(drawing, Region(0, 0, canvas.width, canvas.height))
    y = 1
    for loss in losses:
        before, after = loss.points
        figure = FIGURE_COLUMNS if after < before else 0
        columns = min(board.width - figure - LOSS_MARGIN_COLUMNS, LOSS_COLUMNS_MAX)
        lines = [line for sentence in loss.sentences for line in wrapped(sentence, columns)]
        if len(lines) > LOSS_ROWS_MAX:
            lines[LOSS_ROWS_MAX - 1 :] = [tr("The log has more: {play.log} opens it.", **KEYS)]
        height = max(len(lines), LETTER_ROWS if figure else 0) + LOSS_FRAME_ROWS
        if y + height > board.height:
            return
        band = board.at(0, y, board.width, height).on("panel")
        _draw_loss(band, loss, lines)
        if figure:
            _draw_fall(band.at(band.width - figure, 0, figure, height), loss)
        y += height


def _draw_loss(band: Area, loss: Announcement, lines: Sequence[str]) -> None:
    """Fill a band with its edges, the seat's mark and title, and the sentences."""
    colour = f"seat-{loss.seat}"
    upper, lower = ("=", "=") if band.look.is_ascii else ("▀", "▄")
    band.fill()
    band.text(0, 0, (upper * band.width, colour))
    band.text(0, band.height - 1, (lower * band.width, colour))
    band.text(2, 1, seat_mark(loss.seat), (f" {loss.title}", f"strong {colour}"))
    for y, line in enumerate(lines, 2):
        band.text(4, y, (line, "strong"))


def _draw_fall(area: Area, loss: Announcement) -> None:
    """Draw the points lost in large digits, and the points before and after."""
    before, after = (f"{points}".replace("-", "−") for points in loss.points)
    write_big(area, 0, 2, f"−{loss.points[0] - loss.points[1]}", f"seat-{loss.seat}")
    area.right(1, (tr("points"), "dim"), margin=2)
    sign = ">" if area.look.is_ascii else "›"
    area.right(3, (f"{before} {sign} ", "dim"), (after, "strong"), margin=2)


# --- a lesson's corners

LABEL: Final = mark("look here")
CORNERS: Final = "┏┓┗┛"
ASCII_CORNERS: Final = "++++"
CORNER_STYLE: Final = "strong cursor"
LABEL_STYLE: Final = "strong token-ink on cursor"
ARM_COLUMNS: Final = 3
"""Columns of a corner."""


def region_of(drawing: Drawing, look: Look) -> Region | None:
    """Return the region of an element or a mark in a drawing; None if it is not drawn."""
    return drawing.marks.get(look) if isinstance(look, str) else drawing.places.get(look)


def draw_looks(drawing: Drawing, looks: Sequence[Look], cursor: Element | None) -> None:
    """Draw corners around each place that a lesson mentions, with a label at the first.

    Args:
        drawing: drawing of the board.
        looks: the places.
        cursor: the element under the cursor, which needs no corners.
    """
    targets = [(look, region) for look in looks if (region := region_of(drawing, look))]
    for look, region in targets:
        if look != cursor:
            _draw_corners(drawing, region, is_element=not isinstance(look, str))
    if targets:
        _draw_label(drawing, targets[0][1])


def _draw_corners(drawing: Drawing, region: Region, is_element: bool) -> None:
    """Put four corner marks on a place's frame, or around it if the cells are free. An element,
    which has signs already, gets them only if all four fit."""
    canvas = drawing.canvas
    around = region.grow((1, 1, 1, 1)).intersection(Region(0, 0, canvas.width, canvas.height))
    corners = [
        _corners(drawing, frame) for frame in ((around,) if is_element else (region, around))
    ]
    unbroken = (frame for frame in corners if all(_is_edge(canvas, x, y) for x, y, _ in frame))
    for x, y, character in next(unbroken, [] if is_element else corners[0]):
        if _is_edge(canvas, x, y):
            _write_corner(drawing, x, y, character)


def _corners(drawing: Drawing, region: Region) -> list[tuple[int, int, str]]:
    """Return the cells of a region's corners."""
    is_ascii = drawing.look.is_ascii
    upper_left, upper_right, lower_left, lower_right = ASCII_CORNERS if is_ascii else CORNERS
    across, down = ("-", "|") if is_ascii else ("━", "┃")
    if region.height == 1:
        return [(region.x, region.y, down), (region.right - 1, region.y, down)]
    arm = across * (min(ARM_COLUMNS, region.width // 2) - 1)
    cells = []
    for y, left, right in (
        (region.y, upper_left, upper_right),
        (region.bottom - 1, lower_left, lower_right),
    ):
        cells += [(region.x + at, y, sign) for at, sign in enumerate(left + arm)]
        start = region.right - len(arm) - 1
        cells += [(start + at, y, sign) for at, sign in enumerate(arm + right)]
    return cells


def _is_edge(canvas: Canvas, x: int, y: int) -> bool:
    """Return whether a cell is blank or part of a frame."""
    return canvas.grid[y][x][0] in FRAME_CHARACTERS


def _draw_label(drawing: Drawing, region: Region) -> None:
    """Write the label at the right or left of a place, else below or above, else inside, where it
    fits first; nowhere without a free spot."""
    left, right, up, down = "<>^v" if drawing.look.is_ascii else "◀▶▲▼"
    label = tr(LABEL)
    after, before = f" {left} {label} ", f" {label} {right} "
    for y in (region.y + region.height // 2, region.y, region.bottom - 1):
        if _is_free(drawing, region.right, y, len(after)):
            _write_label(drawing, region.right, y, after)
            return
        if _is_free(drawing, region.x - len(before), y, len(before)):
            _write_label(drawing, region.x - len(before), y, before)
            return
    for y, sign in ((region.bottom, up), (region.y - 1, down)):
        if _is_free(drawing, region.x, y, len(after)):
            _write_label(drawing, region.x, y, f" {sign} {label} ")
            return
    for y in (region.y, region.bottom - 1, *range(region.y + 1, region.bottom - 1)):
        # At the right, beside the corner.
        for x in range(region.right - ARM_COLUMNS - len(after), region.x + ARM_COLUMNS - 1, -1):
            if _is_free(drawing, x, y, len(after), region):
                _write_label(drawing, x, y, after)
                return


def _write_label(drawing: Drawing, x: int, y: int, text: str) -> None:
    """Write a label, whose ground differs from table and paper."""
    drawing.canvas.text(x, y, (text, LABEL_STYLE))


def _is_free(drawing: Drawing, x: int, y: int, columns: int, inside: Region | None = None) -> bool:
    """Return whether cells are blank, and belong to no element outside a region."""
    canvas = drawing.canvas
    cells = Region(x, y, columns, 1)
    if any(place.overlaps(cells) for place in drawing.places.values() if place != inside):
        return False
    if not 0 <= y < canvas.height or x < 0 or x + columns > canvas.width:
        return False
    return all(character == " " for character, _ in canvas.grid[y][x : x + columns])


def _write_corner(drawing: Drawing, x: int, y: int, text: str) -> None:
    """Write in the style of corners on each cell's existing ground."""
    canvas = drawing.canvas
    for column, character in enumerate(text, x):
        if 0 <= column < canvas.width and 0 <= y < canvas.height:
            ground = canvas.ground(column, y)
            style = f"{CORNER_STYLE} on {ground}" if ground else CORNER_STYLE
            canvas.text(column, y, (character, style))
