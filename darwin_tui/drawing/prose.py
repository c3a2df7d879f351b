"""The Markdown subset of the rules pages, laid out in rows of a width.

Headings, paragraphs, lists and tables, with ``**bold**``, ``*italic*`` and ``code``. A nested list
is only indented more, and a cell of a table cannot contain ``|``.
"""

import re
from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import Final, NamedTuple

from darwin_tui.drawing.canvas import Run

Row = tuple[Run, ...]
"""The runs of a row, from left to right."""

_EMPHASIS: Final = re.compile(r"\*\*(.+?)\*\*|\*(.+?)\*|`(.+?)`")
_EMPHASIS_STYLES: Final = ("strong", "italic", "strong")
"""Styles of the groups of ``_EMPHASIS``: bold, italic and code. All letters of a terminal have one
width, so code is bold."""
_ITEM: Final = re.compile(r"(?P<indent>\s*)(?P<mark>[-*]|\d+\.) (?P<text>.*)")
_HEADING: Final = re.compile(r"#+ (?P<title>.*)")
_GAP_COLUMNS: Final = 2
"""Blank columns between the columns of a table if there is room; else there is one."""


class Section(NamedTuple):
    """A part of a page under a second-level heading."""

    title: str
    """Empty before the first such heading."""
    text: str


def sections(page: str) -> list[Section]:
    """Return the parts of a page. The part before the first heading is omitted if it is blank."""
    parts = []
    for part in re.split(r"^(?=## )", page, flags=re.MULTILINE):
        head, _, rest = part.partition("\n")
        is_titled = head.startswith("## ")
        title = head.removeprefix("## ").strip() if is_titled else ""
        parts.append(Section(title, rest if is_titled else part))
    return [section for section in parts if section.title or section.text.strip()]


def lay_out(text: str, width: int) -> list[Row]:
    """Lay out a text in rows of a width, which only a long word or a table exceeds, with a blank
    row between its blocks."""
    rows: list[Row] = []
    for block in _blocks(text):
        if rows:
            rows.append(())
        rows += _block_rows(block, max(width, 1))
    return rows


def plain(row: Row) -> str:
    """Return the characters of a row."""
    return "".join(words for words, _ in row)


def _blocks(text: str) -> Iterator[list[str]]:
    """Yield the lines between blank lines."""
    for is_blank, lines in groupby(text.splitlines(), lambda line: not line.strip()):
        if not is_blank:
            yield list(lines)


def _block_rows(block: Sequence[str], width: int) -> list[Row]:
    """Lay out a block; lines directly below a heading are laid out as a block of their own."""
    heading = _HEADING.fullmatch(block[0])
    if heading:
        rest = _block_rows(block[1:], width) if block[1:] else []
        return [*_wrap(_runs(heading["title"], "title"), width), *rest]
    if block[0].startswith("|"):
        return _table(block, width)
    if not _ITEM.fullmatch(block[0]):
        return _wrap(_runs(" ".join(map(str.strip, block))), width)
    rows: list[Row] = []
    for indent, mark, text in _items(block):
        start = " " * len(indent) + (f"{mark} " if mark[0].isdigit() else "· ")
        item_rows = _wrap(_runs(text), width - len(start))
        rows += [
            ((start if n == 0 else " " * len(start), "dim"), *row)
            for n, row in enumerate(item_rows)
        ]
    return rows


def _items(block: Sequence[str]) -> list[tuple[str, str, str]]:
    """Join the lines of a list to items: indentation, mark and text. The first line is an item."""
    items: list[tuple[str, str, str]] = []
    for line in block:
        item = _ITEM.fullmatch(line)
        if item:
            items.append((item["indent"], item["mark"], item["text"]))
        else:
            indent, mark, text = items[-1]
            items[-1] = indent, mark, f"{text} {line.strip()}"
    return items


def _runs(text: str, style: str = "") -> list[Run]:
    """Return the runs of a text, with the emphasis of each added to a style."""
    runs = []
    offset = 0
    for match in _EMPHASIS.finditer(text):
        runs.append((text[offset : match.start()], style))
        # Exactly one group matches.
        group = match.lastindex or 0
        runs.append((match[group], f"{style} {_EMPHASIS_STYLES[group - 1]}".strip()))
        offset = match.end()
    runs.append((text[offset:], style))
    return [(words, style) for words, style in runs if words]


def _wrap(runs: Sequence[Run], width: int) -> list[Row]:
    """Wrap runs between words; a word may consist of several runs. A word wider than the width is
    alone in a row, which is then too wide."""
    rows: list[list[Run]] = [[]]
    column = 0
    for word in _words(runs):
        length = sum(len(words) for words, _ in word)
        if column and column + 1 + length > width:
            rows.append([])
            column = 0
        if column:
            # A blank between two styles has neither, so that no emphasis runs beyond its words.
            last_style, next_style = rows[-1][-1][1], word[0][1]
            rows[-1].append((" ", last_style if last_style == next_style else ""))
            column += 1
        rows[-1] += word
        column += length
    return [tuple(row) for row in rows]


def _words(runs: Sequence[Run]) -> list[list[Run]]:
    """Split runs at blanks; return the runs of each word."""
    words: list[list[Run]] = [[]]
    for text, style in runs:
        for n, part in enumerate(text.split(" ")):
            if n and words[-1]:
                words.append([])
            if part:
                words[-1].append((part, style))
    return [word for word in words if word]


def _table(block: Sequence[str], width: int) -> list[Row]:
    """Lay out a table; its second line, of dashes, becomes a rule."""
    cells = [[cell.strip() for cell in line.strip().strip("|").split("|")] for line in block]
    head, body = cells[0], cells[2:]
    columns = max(map(len, cells))
    texts = [[*line, *[""] * (columns - len(line))] for line in (head, *body)]
    widths = [max(_length(line[at]) for line in texts) for at in range(columns)]
    # No column is narrower than its longest word.
    words = [[word for line in texts for word in line[at].split()] for at in range(columns)]
    min_widths = [max(map(_length, column), default=0) for column in words]
    needs_narrow_gaps = sum(min_widths) + _GAP_COLUMNS * (columns - 1) > width
    gap = 1 if needs_narrow_gaps else _GAP_COLUMNS
    # Take one column at a time from the widest that can shrink. If none can, the table is wider
    # than the width.
    while sum(widths) + gap * (columns - 1) > width and widths != min_widths:
        shrinkable = [
            room if room > needed else 0 for room, needed in zip(widths, min_widths, strict=True)
        ]
        widths[shrinkable.index(max(shrinkable))] -= 1
    rows: list[Row] = []
    for n, line in enumerate(texts):
        rows += _table_rows(line, widths, gap, "strong" if n == 0 else "")
        if n == 0:
            rule = (" " * gap).join("─" * room for room in widths)
            rows.append(((rule, "rule"),))
    return rows


def _table_rows(cells: Sequence[str], widths: Sequence[int], gap: int, style: str) -> list[Row]:
    """Lay out a line of a table, in as many rows as its highest cell."""
    wrapped = [_wrap(_runs(text, style), room) for text, room in zip(cells, widths, strict=True)]
    rows: list[Row] = []
    for y in range(max(map(len, wrapped))):
        row: list[Run] = []
        for cell, room in zip(wrapped, widths, strict=True):
            runs = cell[y] if y < len(cell) else ()
            row += [*runs, (" " * (room - len(plain(runs))), ""), (" " * gap, "")]
        # There is no gap after the last column.
        rows.append(tuple(row[:-1]))
    return rows


def _length(text: str) -> int:
    """Return the columns of a text without the marks of emphasis."""
    return len(plain(tuple(_runs(text))))
