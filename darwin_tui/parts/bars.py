"""The title bar above a board, and the strip of what others did since the viewer's last turn."""

from collections.abc import Sequence
from typing import Final

from darwin_tui.parts.area import ELLIPSIS, Area
from darwin_tui.parts.marks import seat_mark
from darwin_tui.widgets.canvas import Run, Styled, length

BLOCKS: Final = ("■", "□")
"""Steps of a clock that are reached, and those to come."""
TITLE_GAP: Final = 2
"""Columns between the title of a game and the clock."""
ENTRY_GAP: Final = 2
"""Columns between two entries of the news."""
Words = str | Sequence[Styled]
"""The last actions of a seat: words, or pieces in styles."""


def title_bar(area: Area, title: str, *pieces: Styled, right: Sequence[Styled] = ()) -> Area:
    """Fill a row with the title of the game, the clock, and at the right what is left over.

    Returns:
        The part of the row after the pieces and before what is at the right.
    """
    bar = area.at(0, 0, area.width, 1, "strip")
    x = bar.text(0, 0, (f" {title} ", "strong token-ink on cursor"))
    end = bar.width - length(right) - 1 if right else bar.width
    if right:
        bar.right(0, *right, margin=1)
    free = bar.at(x, 0, end - x, 1)
    used = free.text(TITLE_GAP, 0, *pieces) if pieces else 0
    return free.at(used, 0, free.width - used, 1)


def clock_blocks(now: int, of: int) -> list[Run]:
    """Return the steps of a clock as blocks, those up to now filled."""
    return [(BLOCKS[0] * now, "ink"), (BLOCKS[1] * (of - now), "dim")]


def news_strip(
    area: Area, entries: Sequence[tuple[int, Words]], title: str = "since your turn"
) -> None:
    """Write one entry for each rival in the rows of an area; a long one is shortened.

    The entries are divided among the rows where one row has no room for all; in a row each has
    at least its share of the columns.

    Args:
        area: of one row or more, all of which are filled.
        entries: seats and what they did, in few words, perhaps in styles.
        title: before the entries.
    """
    strip = area.on("strip")
    if not entries:
        strip.text(1, 0, ("No news of the others.", "dim"))
        return
    start = strip.text(1, 0, (title, "dim")) + 2
    room = max(strip.width - start - 1, 0)
    ready = [_entry(seat, words) for seat, words in entries]
    for y, row in enumerate(_in_rows(ready, room, strip.height)):
        x, left = start, room
        for place, pieces in enumerate(row):
            share = max(left // (len(row) - place) - ENTRY_GAP, 0)
            rest = row[place + 1 :]
            shown = shortened(pieces, max(share, left - _widths(rest)) if rest else left)
            strip.text(x, y, *shown)
            used = length(shown) + ENTRY_GAP
            x, left = x + used, left - used


def is_whole(area: Area, entries: Sequence[tuple[int, Words]], title: str) -> bool:
    """Return whether a strip of news has room for its entries without cutting one."""
    room = area.width - len(title) - 4
    rows = _in_rows([_entry(seat, words) for seat, words in entries], room, area.height)
    return all(_widths(row) - 2 * ENTRY_GAP <= room for row in rows)


def _entry(seat: int, words: Words) -> list[Styled]:
    return [seat_mark(seat), " ", *([words] if isinstance(words, str) else words)]


def _widths(row: Sequence[Sequence[Styled]]) -> int:
    return sum(length(pieces) + ENTRY_GAP for pieces in row) + ENTRY_GAP


def _in_rows(entries: Sequence[list[Styled]], room: int, rows: int) -> list[Sequence[list[Styled]]]:
    """Divide entries among rows: as many as fit in the first ones, the rest in the last."""
    found: list[Sequence[list[Styled]]] = []
    rest = list(entries)
    while rest and len(found) < rows - 1:
        fitting = 1
        while fitting < len(rest) and _widths(rest[: fitting + 1]) - 2 * ENTRY_GAP <= room:
            fitting += 1
        found.append(rest[:fitting])
        rest = rest[fitting:]
    return [*found, rest] if rest else found


def shortened(pieces: Sequence[Styled], room: int) -> list[Styled]:
    """Return pieces shortened to a number of columns, with an ellipsis where words are left out."""
    if length(pieces) <= room:
        return list(pieces)
    found: list[Styled] = []
    left = room - len(ELLIPSIS)
    for piece in pieces:
        words, style = (piece, "") if isinstance(piece, str) else piece
        if len(words) >= left:
            return [*found, (f"{words[:left].rstrip()}{ELLIPSIS}", style)] if left > 0 else found
        found.append((words, style))
        left -= len(words)
    return found
