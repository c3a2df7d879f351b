"""The box: cards, points, dice and deals, and the source of each figure."""

from collections import Counter

import pytest

from darwin_core.games.dice.material import (
    CARDS,
    COPIES,
    DEALS,
    DECK,
    POINTS,
    ROLLS,
    TABLES,
    TRUMP,
    face,
    number,
)

from . import oracle


def test_the_box_holds_72_cards_worth_188_points():
    assert len(DECK) == 72
    assert sum(POINTS[card] for card in DECK) == 188


def test_each_animal_has_sixteen_cards_two_of_each_number():
    for animal in ("bear", "lion", "fox", "snake"):
        kinds = [card for card in CARDS if card.name == animal]
        assert [card.number for card in kinds] == list("12345678")
        assert {card.copies for card in kinds} == {2}


def test_owls_and_scorpions():
    specials = {
        (card.name, card.number): card.copies for card in CARDS if card.name in ("owl", "scorpion")
    }
    assert specials == {("owl", "0"): 2, ("owl", "9"): 2, ("scorpion", "4.5"): 4}


def test_colours_of_the_animals():
    assert {card.name: card.colour for card in CARDS} == {
        "bear": "blue",
        "lion": "yellow",
        "fox": "green",
        "snake": "red",
        "owl": "grey",
        "scorpion": "brown",
    }


def test_points_of_each_card():
    assert {card.code: card.points for card in CARDS} == {
        card.code: oracle.points(card.code) for card in CARDS
    }
    assert set(POINTS) == {1, 2, 3, 4, 5}


def test_a_fox_is_worth_four():
    assert 4 in {card.points for card in CARDS if card.name == "fox"}


def test_codes_are_the_cards_own():
    assert len({card.code for card in CARDS}) == len(CARDS) == 35
    assert Counter(DECK) == Counter(dict(enumerate(COPIES)))


def test_colour_die_has_each_colour_once_with_each_sign():
    assert Counter((row.colour, row.mode) for row in TABLES.faces) == Counter(
        (colour, mode) for colour in ("blue", "yellow", "green") for mode in ("fight", "flight")
    )


def test_number_die_has_eight_sides():
    assert sorted({number(roll) for roll in range(ROLLS)}) == list(range(1, 9))
    assert len({(face(roll), number(roll)) for roll in range(ROLLS)}) == ROLLS == 48


def test_trump_is_the_card_of_colour_and_number():
    for roll in range(ROLLS):
        card = CARDS[TRUMP[roll]]
        assert (card.colour, card.number) == (face(roll).colour, str(number(roll)))
        assert card.name != "snake"


def test_deals():
    assert {seats: (deal.cards, deal.rounds) for seats, deal in DEALS.items()} == {
        2: (9, 4),
        3: (8, 3),
        4: (6, 3),
    }
    assert all(deal.seats * deal.cards * deal.rounds == 72 for deal in DEALS.values())


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
    assert {row.source for row in getattr(TABLES, table)} == sources


def test_the_number_of_an_owl_is_found_elsewhere():
    assert {row.source for row in TABLES.specials if row.name == "owl"} == {"found"}
