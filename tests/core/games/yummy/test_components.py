"""The box: 100 cards in five groups, and the sources of all figures."""

from collections import Counter

import pytest

from darwin_core.contract.game import HIDDEN
from darwin_core.contract.tables import read_text
from darwin_core.games.yummy import material
from darwin_core.text.language import NAMES, noun, reading

from . import oracle

KINDS = """
citizens: anarchist/Autonomer, bourgeois/Spießer, scientist/Wissenschaftler, \
proletariat/Proletarier, student/Student, trade unionist/Gewerkschafter, pensioner/Rentner
executive: border police/BGS, police/Polizei, military/Militär, \
ticket controller/Fahrkartenkontrolleur, judiciary/Judikative, secret police/Verfassungsschutz
politics: corruption/Korruption, diplomacy/Diplomatie, media/Medien, \
organised crime/Organisiertes Verbrechen, legislature/Legislative
terror: CIA/CIA, IRA/IRA, the zealot/Eiferer, the assassin/Attentäter
USA: Rambo/Rambo, Superman/Superman, the president/Präsident
"""

ACTIONS = """
citizens: pollution control, economic boycott, direct action, demonstration, strike
executive: governmental repression, deportation, eviction, de-escalation strategy, \
house-to-house search
politics: telephone sex affair, church asylum, torture commission, employment cuts
terror: toxic gas attack, terror attack, suicide bomber
USA: preventive war, foreign affairs
aliens: aliens invade the USA
"""


def by_group(rows, words):
    names = [group.name for group in material.GROUPS]
    listed = {name: [words(row) for row in rows if row.group == name] for name in names}
    return [f"{name}: {', '.join(members)}" for name, members in listed.items() if members]


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


def test_kinds_are_those_of_the_rules_page():
    with reading("de"):
        kinds = by_group(material.TABLES.kinds, lambda row: f"{row.name}/{noun(row.name)}")
    assert kinds == KINDS.strip().splitlines()
    assert {row.copies for row in material.TABLES.kinds} == {3}


def test_kinds_go_down_from_seven_to_three():
    counts = Counter(row.group for row in material.TABLES.kinds)
    assert counts == {"citizens": 7, "executive": 6, "politics": 5, "terror": 4, "USA": 3}


def test_actions_are_those_of_the_rules_page():
    assert by_group(material.TABLES.actions, lambda row: row.name) == ACTIONS.strip().splitlines()
    assert {row.copies for row in material.TABLES.actions} == {1}


def test_one_joker_in_each_group():
    assert [row.group for row in material.TABLES.jokers] == [
        group.name for group in material.GROUPS[:5]
    ]
    assert {row.copies for row in material.TABLES.jokers} == {1}
    assert [material.GROUP_OF[joker] for joker in material.JOKERS] == list(range(5))
    assert [material.CARDS[joker].code for joker in material.JOKERS] == [
        "CJ",
        "EJ",
        "PJ",
        "TJ",
        "UJ",
    ]


def test_groups_are_worth_one_to_five():
    assert list(material.VALUE_OF_GROUP) == [1, 2, 3, 4, 5, 0]
    assert [(group.name, group.letter) for group in material.GROUPS] == [
        ("citizens", "C"),
        ("executive", "E"),
        ("politics", "P"),
        ("terror", "T"),
        ("USA", "U"),
        ("aliens", "A"),
    ]


def test_each_action_card_trumps_the_group_directly_below():
    for label, card in enumerate(material.CARDS):
        below = oracle.BELOW.get(card.code[0]) if label >= material.FIRST_ACTION else None
        expected = next(
            (n for n, group in enumerate(material.GROUPS) if group.letter == below), HIDDEN
        )
        assert material.TRUMPED[label] == expected, card.code


def test_every_card_has_a_code_and_names_of_its_own():
    assert (
        material.LABELS == len(material.CARDS) == len({card.code for card in material.CARDS}) == 50
    )
    for language in NAMES:
        with reading(language):
            assert len({noun(card.name) for card in material.CARDS}) == material.LABELS


def test_figures_of_the_rules_page():
    assert (
        material.HAND_CARDS,
        material.TRADES_MAX,
        material.TRADE_CARDS_MAX,
        material.MARKS_TO_CAPTURE,
    ) == (6, 2, 3, 3)


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
