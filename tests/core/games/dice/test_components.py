"""The box: cards, points, dice and deals, and the source of each figure."""

from collections import Counter

import pytest

from darwin_core.games.dice import material

from . import oracle


def test_the_box_holds_72_cards_worth_188_points():
    assert len(material.DECK) == 72
    assert sum(material.POINTS[card] for card in material.DECK) == 188


def test_each_animal_has_sixteen_cards_two_of_each_number():
    for animal in ("bear", "lion", "fox", "snake"):
        kinds = [card for card in material.CARDS if card.name == animal]
        assert [card.number for card in kinds] == list("12345678")
        assert {card.copies for card in kinds} == {2}


def test_owls_and_scorpions():
    specials = {
        (card.name, card.number): card.copies
        for card in material.CARDS
        if card.name in ("owl", "scorpion")
    }
    assert specials == {("owl", "0"): 2, ("owl", "9"): 2, ("scorpion", "4.5"): 4}


def test_colours_of_the_animals():
    assert {card.name: card.colour for card in material.CARDS} == {
        "bear": "blue",
        "lion": "yellow",
        "fox": "green",
        "snake": "red",
        "owl": "grey",
        "scorpion": "brown",
    }


def test_points_of_each_card():
    assert {card.code: card.points for card in material.CARDS} == {
        card.code: oracle.points(card.code) for card in material.CARDS
    }
    assert set(material.POINTS) == {1, 2, 3, 4, 5}


def test_a_fox_is_worth_four():
    assert 4 in {card.points for card in material.CARDS if card.name == "fox"}


def test_codes_are_the_cards_own():
    assert len({card.code for card in material.CARDS}) == len(material.CARDS) == 35
    assert Counter(material.DECK) == Counter(dict(enumerate(material.COPIES)))


def test_colour_die_has_each_colour_once_with_each_sign():
    assert Counter((row.colour, row.mode) for row in material.TABLES.faces) == Counter(
        (colour, mode) for colour in ("blue", "yellow", "green") for mode in ("fight", "flight")
    )


def test_number_die_has_eight_sides():
    assert sorted({material.number(roll) for roll in range(material.ROLLS)}) == list(range(1, 9))
    assert (
        len({(material.face(roll), material.number(roll)) for roll in range(material.ROLLS)})
        == material.ROLLS
        == 48
    )


def test_trump_is_the_card_of_colour_and_number():
    for roll in range(material.ROLLS):
        card = material.CARDS[material.TRUMP[roll]]
        assert (card.colour, card.number) == (
            material.face(roll).colour,
            str(material.number(roll)),
        )
        assert card.name != "snake"


def test_deals():
    assert {seats: (deal.cards, deal.rounds) for seats, deal in material.DEALS.items()} == {
        2: (9, 4),
        3: (8, 3),
        4: (6, 3),
    }
    assert all(deal.seats * deal.cards * deal.rounds == 72 for deal in material.DEALS.values())


@pytest.mark.parametrize(
    ("table", "sources"),
    [
        ("animals", {"rulebook"}),
        ("points", {"house"}),
        ("deals", {"rulebook"}),
        ("faces", {"house"}),
    ],
)
def test_each_table_says_where_its_figures_come_from(table, sources):
    assert {row.source for row in getattr(material.TABLES, table)} == sources


def test_the_number_of_an_owl_is_found_elsewhere():
    assert {row.source for row in material.TABLES.specials if row.name == "owl"} == {"found"}
