"""The Markdown subset of the rules pages, laid out in rows of a width.

Headings, paragraphs, lists and tables, with ``**bold**``, ``*italic*`` and ``code``.
"""

import re
from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import Final, NamedTuple

Run = tuple[str, str]
"""A piece of text and the words of its style."""
Row = tuple[Run, ...]

_PIECE: Final = re.compile(r"\*\*(.+?)\*\*|\*(.+?)\*|`(.+?)`")
_STYLES: Final = ("strong", "italic", "strong")
_ITEM: Final = re.compile(r"(\s*)([-*]|\d+\.) (.*)")
_HEADING: Final = re.compile(r"(#+) (.*)")
_GAP_COLUMNS: Final = 2
"""Blank columns between the columns of a table if there is room; else there is one."""


class Section(NamedTuple):
    """A part of a page under a second-level heading."""

    title: str
    """Empty before the first such heading."""
    text: str


def sections(page: str) -> list[Section]:
    """Return the parts of a page; a part without text is omitted."""
    parts = []
    for part in re.split(r"^(?=## )", page, flags=re.MULTILINE):
        head, _, rest = part.partition("\n")
        is_titled = head.startswith("## ")
        parts.append(Section(head[3:].strip() if is_titled else "", rest if is_titled else part))
    return [section for section in parts if section.title or section.text.strip()]


def lay(text: str, width: int) -> list[Row]:
    """Lay out a text in rows of limited width, with a blank row between its blocks."""
    rows: list[Row] = []
    for block in _blocks(text):
        if rows:
            rows.append(())
        rows += _laid(block, max(width, 1))
    return rows


def plain(row: Row) -> str:
    """Return the characters of a row."""
    return "".join(words for words, _ in row)


def _blocks(text: str) -> Iterator[list[str]]:
    for is_blank, lines in groupby(text.splitlines(), lambda line: not line.strip()):
        if not is_blank:
            yield list(lines)


def _laid(block: Sequence[str], width: int) -> list[Row]:
    heading = _HEADING.fullmatch(block[0])
    if heading:
        rest = _laid(block[1:], width) if block[1:] else []
        return [*_wrapped(_pieces(heading[2], "title"), width), *rest]
    if block[0].startswith("|"):
        return _table(block, width)
    if not _ITEM.fullmatch(block[0]):
        return _wrapped(_pieces(" ".join(map(str.strip, block))), width)
    laid: list[Row] = []
    for indent, mark, words in _items(block):
        start = " " * len(indent) + (f"{mark} " if mark[0].isdigit() else "· ")
        rows = _wrapped(_pieces(words), width - len(start))
        laid += [
            ((start if n == 0 else " " * len(start), "dim"), *row) for n, row in enumerate(rows)
        ]
    return laid


def _items(block: Sequence[str]) -> list[tuple[str, str, str]]:
    items: list[tuple[str, str, str]] = []
    for line in block:
        item = _ITEM.fullmatch(line)
        if item:
            items.append((item[1], item[2], item[3]))
        else:
            indent, mark, words = items[-1]
            items[-1] = indent, mark, f"{words} {line.strip()}"
    return items


def _pieces(text: str, style: str = "") -> list[Run]:
    """Return the pieces of a text, each with its style."""
    pieces = []
    offset = 0
    for match in _PIECE.finditer(text):
        pieces.append((text[offset : match.start()], style))
        (emphasis,) = (name for name, words in zip(_STYLES, match.groups(), strict=True) if words)
        pieces.append((match[1] or match[2] or match[3], f"{style} {emphasis}".strip()))
        offset = match.end()
    pieces.append((text[offset:], style))
    return [(words, style) for words, style in pieces if words]


def _wrapped(pieces: Sequence[Run], width: int) -> list[Row]:
    """Wrap pieces between words; a word may consist of several pieces."""
    rows: list[list[Run]] = [[]]
    column = 0
    for word in _words(pieces):
        length = sum(len(words) for words, _ in word)
        if column and column + 1 + length > width:
            rows.append([])
            column = 0
        if column:
            last = rows[-1][-1][1]
            rows[-1].append((" ", last if last == word[0][1] else ""))
            column += 1
        rows[-1] += word
        column += length
    return [tuple(row) for row in rows]


def _words(pieces: Sequence[Run]) -> list[list[Run]]:
    split: list[list[Run]] = [[]]
    for words, style in pieces:
        for n, word in enumerate(words.split(" ")):
            if n and split[-1]:
                split.append([])
            if word:
                split[-1].append((word, style))
    return [word for word in split if word]


def _table(block: Sequence[str], width: int) -> list[Row]:
    """Lay out a table; its second line, of dashes, becomes a rule."""
    cells = [[cell.strip() for cell in line.strip().strip("|").split("|")] for line in block]
    head, body = cells[0], cells[2:]
    columns = max(map(len, cells))
    texts = [[*line, *[""] * (columns - len(line))] for line in (head, *body)]
    wide = [max(_length(line[at]) for line in texts) for at in range(columns)]
    # No column is narrower than its longest word.
    words = [[word for line in texts for word in line[at].split()] for at in range(columns)]
    least = [max(map(_length, column), default=0) for column in words]
    is_tight = sum(least) + _GAP_COLUMNS * (columns - 1) > width
    gap = 1 if is_tight else _GAP_COLUMNS
    while sum(wide) + gap * (columns - 1) > width and wide != least:
        spare = [room if room > needed else 0 for room, needed in zip(wide, least, strict=True)]
        wide[spare.index(max(spare))] -= 1
    rows: list[Row] = []
    for n, line in enumerate(texts):
        rows += _table_rows(line, wide, gap, "strong" if n == 0 else "")
        if n == 0:
            rule = (" " * gap).join("─" * columns for columns in wide)
            rows.append(((rule, "rule"),))
    return rows


def _table_rows(line: Sequence[str], wide: Sequence[int], gap: int, style: str) -> list[Row]:
    cells = [_wrapped(_pieces(text, style), room) for text, room in zip(line, wide, strict=True)]
    rows: list[Row] = []
    for y in range(max(map(len, cells))):
        row: list[Run] = []
        for cell, room in zip(cells, wide, strict=True):
            runs = cell[y] if y < len(cell) else ()
            row += [*runs, (" " * (room - len(plain(runs))), ""), (" " * gap, "")]
        # There is no gap after the last column.
        rows.append(tuple(row[:-1]))
    return rows


def _length(text: str) -> int:
    return len(plain(tuple(_pieces(text))))
