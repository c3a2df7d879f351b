"""Panels with a title in their frame, headings, the title bar above a board with its clock, and the
strip of news."""

from collections.abc import Iterable, Sequence
from typing import Final

from darwin_core.text.language import mark, tr
from darwin_tui.drawing.area import ELLIPSIS, Area
from darwin_tui.drawing.canvas import FRAMES, Run, Styled, beginning, columns_of, length
from darwin_tui.drawing.marks import seat_mark

FRAME_ROWS: Final = 2
"""Rows of a panel's frame."""
TITLE_COLUMN: Final = 2
"""Column of a frame at which its title begins."""
NOTE_EDGES: Final = TITLE_COLUMN + 2
"""Columns of the upper edge besides title and note: a blank at each side of the note, and as much
of the edge as before the title."""
FRAMED_COLUMNS_MIN: Final = 4
FRAMED_ROWS_MIN: Final = 2
"""Minimum size of an area with a frame."""


def panel(
    area: Area,
    title: Sequence[Styled] | str = "",
    note: Sequence[Styled] | str = "",
    foot: Sequence[Styled] | str = "",
    *,
    is_active: bool = False,
    ground: str = "panel",
    margin: int = 1,
) -> Area:
    """Draw a panel over a whole area.

    Args:
        area: area to fill.
        title: bold, at the left of the upper edge. A plain text is a message, which is translated;
            lessons find the panel under its English title. Pass names and composed texts in a list.
        note: dim, at the right of the upper edge; omitted if it does not fit.
        foot: dim, at the right of the lower edge.
        is_active: the frame is heavy and in the cursor's colour; one panel at a time.
        ground: name of its ground.
        margin: blank columns at each side inside the frame.

    Returns:
        The area inside the frame and its margins.
    """
    framed = area.over(ground)
    width = area.width
    if framed.height < FRAMED_ROWS_MIN or width < FRAMED_COLUMNS_MIN:
        framed.fill()
        return framed
    framed.stamp(_frame, is_active)
    x = TITLE_COLUMN
    if title:
        pieces = _styled(title, "strong")
        framed.mark("".join(piece[0] for piece in pieces).strip())
        if isinstance(title, str):
            pieces = [(tr(title), "strong")]
        x = framed.text(x, 0, " ", *pieces, " ")
    if note:
        pieces = _styled(note, "dim")
        if x + length(pieces) + NOTE_EDGES <= width:
            framed.right(0, " ", *pieces, " ", margin=TITLE_COLUMN)
    if foot:
        pieces = _styled(foot, "dim")
        framed.right(framed.height - 1, " ", *pieces, " ", margin=TITLE_COLUMN)
    return framed.inside(1 + margin, 1, 1 + margin, 1)


def _frame(area: Area, is_active: bool) -> None:
    """Fill an area, and draw its frame."""
    area.fill()
    left, right, low_left, low_right, across, down = tuple(
        FRAMES["heavy" if is_active else "plain"]
    )
    edge = area.style("cursor" if is_active else "rule")
    last = area.height - 1
    sides = [(across, edge)] * (area.width - 2)
    area.put(0, 0, [(left, edge), *sides, (right, edge)])
    area.put(0, last, [(low_left, edge), *sides, (low_right, edge)])
    for y in range(1, last):
        area.put(0, y, [(down, edge)])
        area.put(area.width - 1, y, [(down, edge)])


def draw_action(area: Area, sentences: Sequence[str]) -> Area:
    """Draw a replay's panel with the sentences about the last action; return the free area
    below."""
    inner = panel(area, mark("This action"))
    y = 0
    for sentence in sentences:
        y = inner.paragraph(y, sentence)
    y = min(y, inner.height)
    return inner.at(0, y, inner.width, inner.height - y)


def heading(area: Area, y: int, *pieces: Styled, ground: str = "strip") -> Area:
    """Fill a row with the ground of headings and write in it; return the row."""
    row = area.at(0, y, area.width, 1, ground)
    row.text(1, 0, *pieces)
    return row


def _styled(pieces: Sequence[Styled] | str, style: str) -> list[Run]:
    """Return pieces with a default style for those without one."""
    if isinstance(pieces, str):
        pieces = [pieces]
    return [(piece, style) if isinstance(piece, str) else piece for piece in pieces]


BLOCKS: Final = ("■", "□")
"""Signs of past and future steps of a clock."""
TITLE_GAP: Final = 2
"""Columns between a game's title and the clock."""
ENTRY_GAP: Final = 2
"""Columns between two news entries."""
SINCE: Final = mark("since your turn")
"""Title of the news."""
ENDING_GAP: Final = "  "
"""Blank before the words about the approaching end."""
Words = str | Sequence[Styled]
"""A seat's last actions: words, or pieces in styles."""
Entries = Sequence[tuple[int, Words]]
"""Seats, each with the words about its last actions."""


def title_bar(
    area: Area,
    title: str,
    *pieces: Styled,
    right: Sequence[Styled] = (),
    ending: Sequence[str] = (),
) -> Area:
    """Fill a row with the game's title, the clock, and further pieces at the right.

    Args:
        area: its first row is filled.
        title: the game's title.
        pieces: the clock and whose turn it is.
        right: pieces at the right edge.
        ending: words about an approaching end, longest first; the first that fit are written.

    Returns:
        The part of the row between the pieces and those at the right.
    """
    bar = area.at(0, 0, area.width, 1, "strip")
    x = bar.text(0, 0, (f" {title} ", "strong token-ink on cursor"))
    free_columns = bar.width - x - TITLE_GAP - length(pieces) - len(ENDING_GAP)
    while ending and right and len(ending[-1]) > free_columns - length(right) - 2:
        # An approaching end matters more than the last two pieces at the right: a name and its
        # figure.
        right = right[:-2]
    room = free_columns - (length(right) + 2 if right else 1)
    words = next((words for words in ending if len(words) <= room), "")
    if words:
        pieces = (*pieces, (f"{ENDING_GAP}{words}", "strong bad"))
    end = bar.width - length(right) - 1 if right else bar.width
    if right:
        bar.right(0, *right, margin=1)
    free = bar.at(x, 0, end - x, 1)
    used = free.text(TITLE_GAP, 0, *pieces) if pieces else 0
    return free.at(used, 0, free.width - used, 1)


def clock_blocks(now: int, of: int) -> list[Run]:
    """Return the steps of a clock as blocks; past steps are filled."""
    return [(BLOCKS[0] * now, "ink"), (BLOCKS[1] * (of - now), "dim")]


def news_strip(area: Area, variants: Iterable[Entries], title: str = SINCE) -> None:
    """Write one entry for each rival in the rows of an area.

    Entries are divided among the rows if one row is too short. An entry of the last variant is
    shortened if needed, but each has at least its share of a row's columns.

    Args:
        area: at least one row; all are filled.
        variants: seats with the words on their last actions, from many words to few. The first
            that fits is written.
        title: words before the entries.
    """
    strip = area.on("strip")
    title = tr(title)
    start = len(title) + 3
    room = max(strip.width - start - 1, 0)
    rows: list[Sequence[list[Styled]]] = []
    for entries in variants:
        rows = _in_rows([_entry(seat, words) for seat, words in entries], room, strip.height)
        if all(_width(row) <= room for row in rows):
            break
    if not rows:
        strip.text(1, 0, (tr("No news of the others."), "dim"))
        return
    strip.text(1, 0, (title, "dim"))
    for y, row in enumerate(rows):
        x, room_left = start, room
        for place, pieces in enumerate(row):
            later = row[place + 1 :]
            share = room_left // (len(later) + 1) - (ENTRY_GAP if later else 0)
            free = room_left - _width(later) - (ENTRY_GAP if later else 0)
            # At least its share, or as much as the later entries leave free.
            entry = shortened(pieces, max(share, free, 0))
            strip.text(x, y, *entry)
            used = length(entry) + ENTRY_GAP
            x += used
            room_left -= used


def _entry(seat: int, words: Words) -> list[Styled]:
    """Return the pieces of a seat's entry: its mark, and the words."""
    return [seat_mark(seat), " ", *([words] if isinstance(words, str) else words)]


def _width(row: Sequence[Sequence[Styled]]) -> int:
    """Return the columns of entries with the gaps between them."""
    return max(sum(length(pieces) + ENTRY_GAP for pieces in row) - ENTRY_GAP, 0)


def _in_rows(entries: Sequence[list[Styled]], room: int, rows: int) -> list[Sequence[list[Styled]]]:
    """Divide entries among rows: as many as fit in the first ones, the rest in the last."""
    lines: list[Sequence[list[Styled]]] = []
    rest = list(entries)
    while rest and len(lines) < rows - 1:
        fitting = 1
        while fitting < len(rest) and _width(rest[: fitting + 1]) <= room:
            fitting += 1
        lines.append(rest[:fitting])
        rest = rest[fitting:]
    return [*lines, rest] if rest else lines


def shortened(pieces: Sequence[Styled], room: int) -> list[Styled]:
    """Return pieces shortened to a number of columns, with an ellipsis for omitted words."""
    if length(pieces) <= room:
        return list(pieces)
    fitting: list[Styled] = []
    room_left = room - len(ELLIPSIS)
    for piece in pieces:
        words, style = (piece, "") if isinstance(piece, str) else piece
        if columns_of(words) >= room_left:
            return (
                [*fitting, (f"{beginning(words, room_left).rstrip()}{ELLIPSIS}", style)]
                if room_left > 0
                else fitting
            )
        fitting.append((words, style))
        room_left -= columns_of(words)
    return fitting
