"""The box: cards, species, environments and traits, and the source of each figure."""

from collections import Counter

import pytest

from darwin_core.games.darwinning import material


def test_the_box_holds_92_cards():
    assert len(material.BOX) == 92
    assert Counter(card.suit for card in material.CARDS) == {
        "acorn": 15,
        "blueberry": 15,
        "flower": 15,
        "": 1,
    }
    assert set(material.COPIES) == {2}
    assert len({card.code for card in material.CARDS}) == len(material.CARDS) == 46


def test_a_joker_is_a_zero_without_icons():
    joker = material.CARDS[material.JOKER]
    assert (joker.number, joker.food_chain, joker.population) == (0, 0, 0)
    assert not joker.environments


def test_the_food_chain_has_twenty_spaces_and_small_animals_stand_on_the_first_five():
    assert (material.TRACK.spaces, material.TRACK.small, material.TRACK.bonus) == (20, 5, 1)


def test_environments_on_the_table_by_era():
    assert material.LENGTHS == {3: (5, 4, 3), 4: (5, 5, 4, 3)}


def test_figures_fixed_by_the_scoring_example_of_the_rulebook():
    by_name = {row.name: row for row in material.TABLES.species}
    assert all(by_name[name].population % 2 for name in ("fish", "bird", "T-Rex"))
    assert by_name["T-Rex"].population == 1
    assert by_name["frog"].population % 2 == 0
    assert all(len(by_name[name].environments) in (2, 4) for name in ("fish", "frog"))
    assert all(len(by_name[name].environments) in (1, 3, 5) for name in ("bird", "T-Rex"))


@pytest.mark.parametrize(
    ("table", "sources"),
    [
        ("track", {"rulebook"}),
        ("environments", {"rulebook"}),
        ("lengths", {"rulebook"}),
        ("traits", {"rulebook"}),
        ("species", {"house"}),
        ("cards", {"house"}),
        ("jokers", {"rulebook"}),
    ],
)
def test_each_table_says_where_its_figures_come_from(table, sources):
    assert {row.source for row in getattr(material.TABLES, table)} == sources


def test_names_spaces_and_populations_that_were_found_elsewhere():
    assert material.TRACK.spaces_source == "found"
    ours = {row.name for row in material.TABLES.species if row.name_source == "house"}
    assert ours == {"turtle", "bat", "chameleon", "bear"}
    names = {row.name for row in material.TABLES.species if row.population_source == "found"}
    assert names == {"amoeba", "T-Rex"}
