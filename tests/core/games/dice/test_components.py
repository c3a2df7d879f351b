"""The box: cards, points, dice and deals, and the source of each figure."""

from collections import Counter

import pytest

from darwin_core.games.dice import material


def test_the_box_holds_72_cards_worth_188_points():
    assert len(material.DECK) == 72
    assert sum(material.POINTS[card] for card in material.DECK) == 188


def test_colours_of_the_animals():
    assert {card.name: card.colour for card in material.CARDS} == {
        "bear": "blue",
        "lion": "yellow",
        "fox": "green",
        "snake": "red",
        "owl": "grey",
        "scorpion": "brown",
    }


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
