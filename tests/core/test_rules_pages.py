"""Laws of all rules pages: the order of their sections, and where their sources stand."""

import re

import pytest
from core.rules_page import SOURCES, RulesPage

from darwin_core import registry

PAGES = pytest.mark.parametrize("slug", registry.SLUGS)


@PAGES
def test_the_goal_comes_first_then_a_turn_and_the_sources_last(slug: str) -> None:
    headings = re.findall(r"^## (.*)", RulesPage(slug).text, re.MULTILINE)
    assert headings[0] == "The goal"
    assert headings[1] in {"A turn", "An era", "A generation", "A round"}
    assert headings[-1] == SOURCES


@PAGES
def test_provenance_is_at_the_end_and_not_in_the_sentences(slug: str) -> None:
    page = RulesPage(slug)
    assert not re.search(r"\*\*[RFH]\*\*|\b[RFH]\b\*\*|\[[RFH]\]", page.text)
    for words in ("Printed in the rule", "Found elsewhere", "Our own"):
        assert words in page.sources
