"""Laws of all rules pages: the order of their sections, and where their sources stand."""

import re
from importlib.resources import files
from itertools import pairwise
from pathlib import Path

import pytest
from core.rules_page import SOURCES, RulesPage

from darwin_core.contract import registry

PAGES = pytest.mark.parametrize("slug", registry.SLUGS)


@PAGES
def test_the_goal_comes_first_then_a_turn_and_the_sources_last(slug):
    headings = re.findall(r"^## (.*)", RulesPage(slug).text, re.MULTILINE)
    assert headings[0] == "The goal"
    assert headings[1] in {"A turn", "An era", "A generation", "A round"}
    assert headings[-1] == SOURCES


@PAGES
def test_provenance_is_at_the_end_and_not_in_the_sentences(slug):
    page = RulesPage(slug)
    assert not re.search(r"\*\*[RFH]\*\*|\b[RFH]\b\*\*|\[[RFH]\]", page.text)
    for words in ("Printed in the rule", "Found elsewhere", "Our own"):
        assert words in page.sources


LINE = 80
"""A line ends inside a paragraph only where the next word would exceed this many columns."""
_BEGINS = re.compile(r"\s*([-*|#]|\d+\.) ")
"""The beginnings of lines that do not continue the line before."""


def _pages(slug: str) -> list[Path]:
    root = Path(str(files(registry.get(slug).package)))
    return [root / folder / name for folder in ("", "de") for name in ("rules.md", "summary.md")]


@PAGES
def test_no_line_is_broken_in_mid_sentence(slug):
    for path in _pages(slug):
        for line, following in pairwise(path.read_text("utf-8").splitlines()):
            if line and following and not line.startswith(("|", "#")):
                has_room = len(line) + 1 + len(following.split()[0]) <= LINE
                assert _BEGINS.match(following) or not has_room, f"{path.name}: {line}"


@PAGES
def test_no_word_was_replaced_by_a_figure_behind_its_article(slug):
    """An example is "the 1 seal", which stood where the Academy was meant."""
    for path in _pages(slug):
        if path.parent.name != "de":
            assert not re.search(r"\b(the|one|an) 1 [a-z]", path.read_text("utf-8")), path
