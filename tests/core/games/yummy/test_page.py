"""The rules page, compared with the component tables and with the rules."""

import re
from collections import Counter
from itertools import pairwise

from core.rules_page import RulesPage

from darwin_core.games.yummy.material import (
    GROUPS,
    HAND_CARDS,
    MARKS_TO_CAPTURE,
    TABLES,
    TRADE_CARDS_MAX,
    TRADES_MAX,
)
from darwin_core.text.language import noun, page_of, reading

from .positions import table

PAGE = RulesPage("yummy")
TEXT = PAGE.prose


def test_groups_are_those_of_the_table():
    kinds = Counter(row.group for row in TABLES.kinds)
    actions = Counter(row.group for row in TABLES.actions)
    jokers = Counter(row.group for row in TABLES.jokers)
    groups = PAGE.table("group")
    for group, row in zip(GROUPS, groups, strict=True):
        counts = (group.value, kinds[group.name], jokers[group.name], actions[group.name])
        numbers = [str(count) if count else "–" for count in counts]
        with reading("de"):
            assert row == [group.name, noun(group.name), group.colour or "–", *numbers]
    assert [group.colour for group in GROUPS] == ["yellow", "green", "brown", "black", "red", ""]


def test_every_card_is_listed_with_both_names_and_its_group():
    for title, cards in (("playing card", TABLES.kinds), ("action card", TABLES.actions)):
        listed = [[cell.rstrip("°") for cell in row] for row in PAGE.table(title)]
        with reading("de"):
            named = [[card.name, noun(card.name), card.group] for card in cards]
        assert [[name, own.removeprefix("Der "), group] for name, own, group in listed] == named


def test_the_german_page_lists_the_cards_by_their_german_names():
    with reading("de"):
        page = page_of("darwin_core.games.yummy", "rules.md")
        for row in (*TABLES.kinds, *TABLES.actions):
            name = noun(row.name)
            listed = re.search(rf"^\| {name}°? \| (.+?) \| {noun(row.group)} \|$", page, re.M)
            assert listed
            assert listed[1] == row.name


def test_what_is_ours_bears_the_mark():
    assert [row[0] for row in PAGE.table("playing card") if row[0].endswith("°")] == [
        "the zealot°",
        "pensioner°",
    ][::-1]


def test_trumps_go_from_each_group_to_that_below():
    names = [group.name for group in GROUPS]
    assert [row[:2] for row in PAGE.table("action card of")] == [
        [above, below] for below, above in pairwise(names)
    ]


def test_figures_are_those_of_the_table():
    numbers = {1: "one", 2: "two", 3: "three", 6: "six"}
    assert f"your limit: {numbers[HAND_CARDS]}, and one more" in TEXT
    assert f"You can make {numbers[TRADES_MAX]} offers in a turn, and one that is declined" in TEXT
    assert f"first one to {numbers[TRADE_CARDS_MAX]} cards that you give" in TEXT
    assert MARKS_TO_CAPTURE == 3


def test_a_triplet_is_of_playing_cards():
    assert table("EA1 EA2 EA3", "").lays(0) == []


def test_the_worked_turn_follows_the_rules():
    """From the page: draw the military, bank, lay, trump, and draw seven cards."""
    position = table("C1 C1 CJ E1 E2 EA2 E3", "", "", fields=[[], ["C2 C3 C4"]])
    position.do(0, "C1 C1 CJ", "bank")
    assert position.state.direction == -1
    position.do(0, "E1 E2 E3")
    position.do(0, "trump EA2 2.1")
    assert position.hand(0) == ""
    position.do(0, "end")
    assert len(position.state.hands[0]) == 7
    assert position.pile(0) == ["C1 C1 CJ", "C2 C3 C4"]
    assert position.field(0) == ["E1 E2 E3"]


def test_the_example_of_a_trade_follows_the_rules():
    position = table("E2 C5", "T2", "").offer(0, "E2", "T3", to=1)
    assert position.may(1) == ["decline", "counter"]
    position.do(1, "counter").offer(1, "T2", "C5").do(0, "accept")
    assert (position.hand(0), position.hand(1)) == ("E2 T2", "C5")
