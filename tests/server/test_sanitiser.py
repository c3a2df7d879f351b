"""The sanitiser makes one printable line of any text that other people send."""

import sys
import unicodedata

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from rich.cells import cell_len

from darwin_tui.server.sanitiser import one_line

HOSTILE = [
    "\x1b[2J\x1b[H", "\x1b]0;title\x07", "\x1b]52;c;aGk=\x07", "\x9b31m", "\x1bP$q\"p\x1b\\",
    "a\rb\nc\td", "\x00\x7f\x85", "\u202eevil\u202c", "\u2066x\u2069", "a\u200bb\u200d\ufeffc",
    "\U000e0041\U000e007f", "e\u0301" * 40, "Z" + "\u0336\u0489" * 500, "\u2028\u2029",
    "👨‍👩‍👧‍👦🏽‍🚀", "\ud800\udfff", "\uffff\U0010ffff", "漢字" * 50, "\u3000\u00a0\u2003x",
    "\u115f\u3164\u2800", "\ufff9a\ufffab\ufffb", "🇩🇪" * 30, "x" * 100_000, "\u180e\u061c",
]  # fmt: skip


@pytest.mark.parametrize("text", HOSTILE)
@pytest.mark.parametrize("cells", [0, 1, 2, 3, 16, 200])
def test_hostile_texts_are_one_printable_line(text, cells):
    check(text, cells)


@given(st.text(st.characters()), st.integers(0, 40))
@example("Wallace", 7)
def test_whatever_comes_in_one_printable_line_comes_out(text, cells):
    check(text, cells)


def test_each_character_alone_is_left_out_or_has_its_width():
    for point in range(0, sys.maxunicode + 1, 7):
        check(f"a{chr(point)}b", 16)


def check(text: str, cells: int) -> None:
    shown = one_line(text, cells)
    assert shown.isprintable()
    assert cell_len(shown) <= cells
    assert shown == " ".join(shown.split())
    for character in shown:
        assert unicodedata.category(character) not in {"Cc", "Cf", "Cs", "Co", "Cn", "Mn", "Me"}
        assert unicodedata.bidirectional(character) not in {
            *("LRE", "RLE", "LRO", "RLO", "PDF", "LRI", "RLI", "FSI", "PDI")
        }
    assert one_line(shown, cells) == shown


@pytest.mark.parametrize(
    ("text", "cells", "shown"),
    [
        ("Wallace", 16, "Wallace"),
        ("  on   the\n\nBeagle ", 20, "on the Beagle"),
        ("Galapagos", 9, "Galapagos"),
        ("Galapagos", 8, "Galapag…"),
        ("two words", 5, "two…"),
        ("go 🇩🇪!", 16, "go DE!"),
        ("👍🏽 👍", 16, "👍 👍"),
        ("漢字", 4, "漢字"),
        ("漢字字", 4, "漢…"),
        ("cafe\u0301", 10, "café"),
        ("\u202eabc", 10, "abc"),
        ("a\u200db", 10, "ab"),
        ("Ünïcödé – “fine”", 30, "Ünïcödé – “fine”"),
        ("\x1b[31mred", 30, "[31mred"),
    ],
)
def test_what_can_be_shown_stays(text, cells, shown):
    assert one_line(text, cells) == shown
