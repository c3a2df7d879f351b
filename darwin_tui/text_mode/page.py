"""A rules page as lines for a screen reader: no Markdown, a sentence for each table row."""

import re
from collections.abc import Iterator
from itertools import groupby
from typing import Final

from darwin_core.text.language import mark, tr

OURS: Final = mark("(ours)")
"""Replaces the mark of figures without a source, which a voice would skip or misread."""

_ITEM: Final = re.compile(r"\s*(?:[-*]|(\d+\.))\s+")
_HEADING: Final = re.compile(r"#+\s+")
_RULE: Final = re.compile(r"\|[\s:|-]+")
_CELLS: Final = re.compile(r"(?<!\\)\|")
_LINK: Final = re.compile(r"\[([^\]]+)\]\([^)]*\)")
_EMPHASIS: Final = re.compile(r"(\*\*|\*|`)(.+?)\1")
_WORD: Final = re.compile(r"[^\W\d]{2}")
_MARK: Final = re.compile(r"\s*°")


def spoken(page: str) -> list[str]:
    """Return a page of Markdown as lines: a heading, a paragraph, an item or a row in each."""
    lines: list[str] = []
    for block in re.split(r"\n\s*\n", page.strip()):
        if _HEADING.match(block):
            heading, _, block = block.partition("\n")
            title = _plain(_HEADING.sub("", heading, count=1))
            lines += ["", f"{title}:"] if lines else [title]
        for is_table, group in groupby(block.splitlines(), lambda row: row.startswith("|")):
            rows = list(group)
            lines += _table(rows) if is_table else _text(rows)
    return lines


def _text(rows: list[str]) -> Iterator[str]:
    """Yield the paragraphs and items of some lines of the page, each in one line."""
    text = ""
    for row in rows:
        if item := _ITEM.match(row):
            if text:
                yield _plain(text)
            number = f"{item[1]} " if item[1] else ""
            text = number + row[item.end() :]
        else:
            text = f"{text} {row.strip()}".strip()
    if text:
        yield _plain(text)


def _table(rows: list[str]) -> Iterator[str]:
    """Yield a line for each row: its subject, then each cell after its column's title."""
    titles = _cells(rows[0])
    for row in rows[1:]:
        if _RULE.fullmatch(row):
            continue
        cells = zip(titles, _cells(row), strict=False)
        parts = [
            f"{title}: {cell}" if title and (place or not _WORD.search(cell)) else cell
            for place, (title, cell) in enumerate(cells)
            if cell and cell != "–"
        ]
        yield " ".join(f"{part[0].upper()}{part[1:].rstrip('.')}." for part in parts)


def _cells(row: str) -> list[str]:
    return [_plain(cell) for cell in _CELLS.split(row.strip())[1:-1]]


def _plain(text: str) -> str:
    """Return a text without the marks of Markdown."""
    text = _LINK.sub(r"\1", text.replace("\\|", "|"))
    while (bare := _EMPHASIS.sub(r"\2", text)) != text:
        text = bare
    return " ".join(_MARK.sub(f" {tr(OURS)}", text).split())
