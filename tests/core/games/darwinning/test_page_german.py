"""The German rules page of Darwinning! agrees with the tables."""

import re

import pytest

from darwin_core.games.darwinning import GAME
from darwin_core.games.darwinning.material import SUITS, TABLES
from darwin_core.games.darwinning.texts import trait_name
from darwin_core.games.darwinning.tricks import NAMES
from darwin_core.text.language import noun, page_of, reading, tr


@pytest.fixture(autouse=True)
def german():
    with reading("de"):
        yield


def table(first):
    """Return the rows of the table of the rules page whose first column has this title."""
    text = page_of(GAME.package, "rules.md")
    lines = text[text.index(f"\n| {first} |") :].strip().split("\n\n")[0].splitlines()[2:]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines]


def ours(source):
    return "°" if source == "house" else ""


def test_species_and_combinations_are_those_of_the_tables():
    assert [row[0] for row in table("Kombination")] == [tr(name) for name in reversed(NAMES)]
    assert table("Art") == [
        [
            noun(row.name) + ours(row.name_source),
            str(row.food_chain),
            str(row.population) + ours(row.population_source),
            ", ".join(f"{noun(name)} {food}" for name, food in row.environments.items()),
            ", ".join(map(trait_name, row.traits)),
        ]
        for row in TABLES.species
    ]


def test_cards_are_those_of_the_tables():
    rows = {(row.suit, row.number): row for row in TABLES.cards}
    rows_of_cards = table("Zahl | Eichel")
    for number, cells in enumerate(rows_of_cards, 1):
        assert cells == [str(number), *(icons(rows[suit, number]) for suit in SUITS)]
    assert len(rows_of_cards) == 15


def icons(row):
    climb = [f"Kette {row.food_chain}"] if row.food_chain else []
    grow = [f"Pop. {row.population}"] if row.population else []
    return ", ".join([*climb, *grow, *map(noun, row.environments)])


def test_traits_are_those_of_the_tables():
    rows = table("Zahl | Merkmal")
    assert [row[:2] for row in rows] == [[str(row.number), tr(row.name)] for row in TABLES.traits]
    for (*_, effect, points), row in zip(rows, TABLES.traits, strict=True):
        assert points == str(row.points)
        assert re.findall(r"^(\d) Nahrung\.", effect) == [str(row.food)] * bool(row.food)
