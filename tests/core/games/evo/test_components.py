"""The box: traits, locations, fauna, flora, adaptations, and the sources of all figures."""

from collections import Counter

import pytest

from darwin_core.games.evo import generation, material


def test_36_fauna_ask_for_their_primary_trait_twice_and_each_trait_once():
    assert len(material.FAUNA) == len(set(material.FAUNA)) == 36
    fauna: Counter[tuple[int, int]] = Counter()
    for card in material.FAUNA:
        symbols = list(material.SYMBOLS[card])
        assert len(symbols) == 3
        symbols.remove(material.primary(card))
        symbols.remove(material.primary(card))
        fauna[material.primary(card), symbols[0]] += 1
    assert fauna == {(one, other): 1 for one in range(6) for other in range(6)}


def test_the_bits_of_a_hand_hold_every_price_of_a_hunt_and_of_a_migration():
    """A figure that asks for more cards of a trait than the bits can count would make hunts
    cheaper."""
    prices = [
        generation.price(fauna, hunt.uses)
        for fauna, helpful in enumerate(generation.HELPFUL)
        for _, hunts in generation.ways(0, fauna, helpful)
        for hunt in hunts
    ]
    for cards in prices:
        assert generation.cards_of(generation.BITS[cards]) == cards
    for trait in range(material.RING):
        cards = bytes((trait,)) * material.MIGRATION_CARDS
        bits = generation.BITS[cards + cards]
        assert generation.cards_of(bits & generation.PAIRS) == cards


def test_18_flora_three_of_each():
    assert Counter(material.FLORA) == dict.fromkeys(range(6), 3)


FIGURES = {
    "copies": (20, "rulebook"),
    "wide_copies": (30, "house"),
    "genome": (2, "rulebook"),
    "balanced_genome": (3, "house"),
    "draw": (6, "rulebook"),
    "populations": (3, "rulebook"),
    "tokens": (6, "rulebook"),
    "survival_tokens": (24, "rulebook"),
    "adaptations": (2, "rulebook"),
    "adaptation_copies": (2, "house"),
    "fauna": (3, "rulebook"),
    "symbols": (2, "found"),
    "flora": (2, "rulebook"),
    "flora_copies": (3, "rulebook"),
    "catch": (2, "rulebook"),
    "hardy": (5, "rulebook"),
    "predation": (3, "house"),
    "prey": (2, "house"),
}


def test_figures_and_where_they_come_from():
    assert {row.name: (row.value, row.source) for row in material.TABLES.figures} == FIGURES


@pytest.mark.parametrize(
    ("table", "source"),
    [
        ("millennia", "rulebook"),
        ("bonuses", "rulebook"),
        ("traits", "rulebook"),
        ("species", "house"),
        ("adaptations", "house"),
    ],
)
def test_each_table_says_where_its_figures_come_from(table, source):
    assert {row.source for row in getattr(material.TABLES, table)} == {source}
