"""Markdown that is laid out as styled rows of a given width."""

import re

import pytest

from darwin_core.contract import registry
from darwin_core.contract.tables import read_text
from darwin_tui.drawing.prose import lay_out, plain, sections

_WORD = re.compile(r"[^\W\d_]+")


def texts(markdown, width=20):
    return [plain(row) for row in lay_out(markdown, width)]


def test_words_are_wrapped_and_their_styles_kept():
    rows = lay_out("The **strong one**, and *a* `key`.", 12)
    assert [plain(row) for row in rows] == ["The strong", "one, and a", "key."]
    assert ("strong", "strong") in rows[0]
    assert rows[1][0] == ("one", "strong")
    assert (",", "") in rows[1]
    assert ("a", "italic") in rows[1]


def test_a_list_hangs_and_keeps_its_numbers():
    assert texts("1. one two three four five\n2. six\n   seven") == [
        "1. one two three",
        "   four five",
        "2. six seven",
    ]
    assert texts("- one\n- two") == ["· one", "· two"]


def test_a_table_is_as_wide_as_its_texts_or_the_page():
    table = "| a | what |\n|---|---|\n| 1 | one two three four |"
    assert [row.rstrip() for row in texts(table, 30)] == [
        "a  what",
        "─  ──────────────────",
        "1  one two three four",
    ]
    assert [row.rstrip() for row in texts(table, 16)][2:] == ["1  one two three", "   four"]


def test_blocks_are_parted_by_a_blank_row():
    assert texts("## Head\none\n\ntwo") == ["Head", "one", "", "two"]


@pytest.mark.parametrize("slug", registry.SLUGS)
@pytest.mark.parametrize("width", [56, 90])
def test_rules_lose_no_word_and_fit(slug, width):
    page = read_text(registry.get(slug).package, "rules.md")
    for section in sections(page):
        rows = [plain(row) for row in lay_out(section.text, width)]
        assert all(len(row.rstrip()) <= width for row in rows)
        wanted = sorted(_WORD.findall(section.text))
        assert sorted(_WORD.findall("\n".join(rows))) == wanted
