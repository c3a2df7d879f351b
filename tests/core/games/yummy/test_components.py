"""The box: 100 cards in five groups, and the sources of all figures."""

from collections import Counter

import pytest

from darwin_core.contract.tables import read_text
from darwin_core.games.yummy import material
from darwin_core.text.language import NAMES, noun, reading

from . import oracle


def test_the_box_holds_100_cards():
    assert len(material.BOX) == 100
    assert (
        sum(card < material.FIRST_ACTION and card not in material.JOKERS for card in material.BOX)
        == 75
    )
    assert sum(card in material.JOKERS for card in material.BOX) == 5
    assert sum(card >= material.FIRST_ACTION for card in material.BOX) == 20
    assert Counter(material.BOX) == {
        label: oracle.copies(card.code) for label, card in enumerate(material.CARDS)
    }


def test_every_card_has_a_code_and_names_of_its_own():
    assert (
        material.LABELS == len(material.CARDS) == len({card.code for card in material.CARDS}) == 50
    )
    for language in NAMES:
        with reading(language):
            assert len({noun(card.name) for card in material.CARDS}) == material.LABELS


@pytest.mark.parametrize(
    ("table", "sources"),
    [
        ("groups", {"rulebook"}),
        ("kinds", {"rulebook", "house"}),
        ("jokers", {"found"}),
        ("actions", {"rulebook"}),
        ("figures", {"rulebook", "house"}),
    ],
)
def test_each_table_says_where_its_figures_come_from(table, sources):
    assert {row.source for row in getattr(material.TABLES, table)} == sources


def test_only_the_pensioner_and_the_trades_are_ours():
    assert [row.name for row in material.TABLES.kinds if row.source == "house"] == ["pensioner"]
    ours = {row.name for row in material.TABLES.figures if row.source == "house"}
    assert ours == {"openings", "traded"}


def test_no_religion_is_in_the_terror_group():
    assert "islam" not in read_text("darwin_core.games.yummy", "components.toml").lower()
    assert "islam" not in read_text("darwin_core.games.yummy", "rules.md").lower()
