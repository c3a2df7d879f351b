"""The rules page agrees with the tables, and its examples with the rules."""

import re

import pytest
from core.rules_page import RulesPage

from darwin_core.games.darwinning import material
from darwin_core.games.darwinning.acts import Climbed, Fed, TrickWon
from darwin_core.games.darwinning.texts import trait_name
from darwin_core.games.darwinning.tricks import NAMES
from darwin_core.text.language import noun, reading, tr

from .positions import board, cards, combination_of, doing, leading

PAGE = RulesPage("darwinning")
TEXT = PAGE.prose


def ours(source):
    return "°" if source == "house" else ""


def test_what_is_our_own_is_said_of_the_tables():
    sentence = "Where the species start, their environments and their printed traits are our own°."
    assert sentence in TEXT
    assert {row.source for row in material.TABLES.species} == {"house"}
    assert {row.source for row in material.TABLES.cards} == {"house"}


# --- the tables, in both languages

TITLES = {
    "en": ("combination", "species", "number | acorn", "climb {}", "grow {}", "number | trait"),
    "de": ("Kombination", "Art", "Zahl | Eichel", "Kette {}", "Pop. {}", "Zahl | Merkmal"),
}
"""The first titles of the tables of combinations and of species, of the cards' icons with two of
their words, and of traits."""
FOOD = {"en": "food", "de": "Nahrung"}


@pytest.fixture(params=TITLES)
def page(request):
    """Return the page in a language, and the titles."""
    with reading(request.param):
        yield RulesPage("darwinning"), TITLES[request.param], FOOD[request.param]


def test_combinations_and_species_are_those_of_the_tables(page):
    """Each figure that is our own has a mark."""
    text, (combinations, species, *_), _ = page
    assert [row[0] for row in text.table(combinations)] == [tr(name) for name in reversed(NAMES)]
    assert text.table(species) == [
        [
            noun(row.name) + ours(row.name_source),
            str(row.food_chain),
            str(row.population) + ours(row.population_source),
            ", ".join(f"{noun(name)} {food}" for name, food in row.environments.items()),
            ", ".join(map(trait_name, row.traits)),
        ]
        for row in material.TABLES.species
    ]


def test_icons_of_every_card_are_those_of_the_tables(page):
    text, (_, _, title, climb, grow, _), _ = page
    rows = {(row.suit, row.number): row for row in material.TABLES.cards}

    def icons(row):
        words = [climb.format(row.food_chain)] if row.food_chain else []
        words += [grow.format(row.population)] if row.population else []
        return ", ".join([*words, *map(noun, row.environments)])

    assert text.table(title) == [
        [str(number), *(icons(rows[suit, number]) for suit in material.SUITS)]
        for number in range(1, 16)
    ]


def test_traits_are_those_of_the_tables(page):
    text, (*_, title), food = page
    rows = text.table(title)
    assert [row[:2] for row in rows] == [
        [str(row.number), tr(row.name)] for row in material.TABLES.traits
    ]
    for (_, name, effect, points), row in zip(rows, material.TABLES.traits, strict=True):
        assert points == str(row.points), name
        assert re.findall(rf"^(\d) {food}\.", effect) == [str(row.food)] * bool(row.food), name


# --- the sources


def test_what_we_decided_of_a_trait_bears_the_mark_and_is_stated_at_the_end():
    sources = PAGE.sources
    for row in material.TABLES.traits:
        if row.house:
            assert f"for {row.name}, {row.house}" in sources
            whole = next(line for line in PAGE.text.splitlines() if f"| {row.name} |" in line)
            whole += next(
                (p for p in PAGE.text.split("\n\n") if p.startswith(f"**{row.name}.**")), ""
            )
            assert "°" in whole
    assert {row.name for row in material.TABLES.traits if row.house} == {
        "Pheromones",
        "Symbiosis",
        "Teeth",
        "Mutation",
        "Camouflage",
        "Metamorphosis",
    }


def test_every_environment_with_its_letter():
    for row in material.TABLES.environments:
        assert re.search(rf"\b{row.letter} {row.name}\b", TEXT)


def test_figures_of_the_box_and_of_an_era():
    three, four = material.LENGTHS[3], material.LENGTHS[4]
    for words in (
        f"There are {len(material.BOX)} cards",
        f"spaces from 1 to {material.TRACK.spaces}",
        f"{three[0]} in the first era, {three[1]} in the second, {three[2]} in the third",
        f"with {four[0]}, {four[1]}, {four[2]} and {four[3]} environments",
        f"begins on space 1, 2, 3, 4 or {material.TRACK.small} gets one point more",
    ):
        assert words in TEXT, words
    assert (material.HAND_CARDS, material.KEPT_CARDS_MAX, material.TRACK.bonus) == (10, 2, 1)


# --- the examples


def test_the_worked_turn_follows_the_rules():
    hands = ("A7 F7", "B2 B5 B9", "A15 F15")
    table = leading("turtle", "bat", "bird", hands=hands, spare=1)
    table.do(0, "A7 F7")
    assert combination_of(cards("B2 B5 B9")) == "flush"
    table.do(1, "B2 B5 B9")
    assert table.why(2, "A15 F15") == "too-weak"
    table.do(2, "A15")
    assert table.events_of(TrickWon)[0].seat == 1
    offered = {text.split()[1] for text in table.may(1) if " " in text}
    assert offered == {"B2", "B5", "B9"}
    assert list(table.state.places) == [3, 5, 6]
    table.do(1, "climb B5")
    assert list(table.state.places) == [3, 8, 6]
    assert table.asked == (["PlayCards"], [1]), "Ben leads"


def test_the_example_of_a_move_follows_the_rules():
    boards = (board("amoeba", 1), board("frog", 4), board("dragon", 9))
    table = doing(*boards, pending=[material.Improve(0, cards("F2"))], discards="F2")
    table.do(0, "climb F2")
    (moved,) = table.events_of(Climbed)
    assert (moved.start, moved.place) == (1, 5)


def test_the_example_of_a_survival_follows_the_rules():
    frog = board("frog", place=8, population=6, adapted="A1")
    insect = board("insect", place=4)
    where = {"environments": "wetlands desert", "pending": [material.EatSpecies(0)]}
    table = doing(frog, insect, board("bat", place=12), **where).do(0, "eat 2")
    assert table.state.bites[1] == 1
    table.do(0, "done")
    (fed,) = table.events_of(Fed)
    assert (fed.home, fed.meals, fed.needed) == (5, 2, 6)
    assert table.state.population[0] == 7


@pytest.mark.parametrize(
    ("own", "display", "kind"),
    [("B3", "F3", "pair"), ("A9", "A7 A8", "straight flush"), ("A5", "A7 A8", "flush")],
)
def test_the_example_of_a_display_follows_the_rules(own, display, kind):
    assert combination_of(cards(f"{own} {display}")) == kind
    table = leading("turtle", "bear", hands=(own, "A2"), spare=1, display="A7 A8 F3")
    assert own in table.may(0)
