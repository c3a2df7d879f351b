"""The rules page agrees with the tables, and its examples with the rules."""

from core.rules_page import RulesPage

from darwin_core.games.evo import GAME, material
from darwin_core.games.evo.texts import design_name, trait_letter, trait_name
from darwin_core.text.language import noun, page_of, reading

from .positions import ending, kind, living

PAGE = RulesPage("evo")
ROWS = PAGE.rows
TEXT = PAGE.prose


def test_the_german_page_has_the_names_of_the_german_board():
    with reading("de"):
        page = page_of(GAME.package, "rules.md")
        for trait, row in enumerate(material.TRAITS):
            names = (
                trait_name(trait),
                trait_letter(trait),
                noun(row.location),
                noun(row.fauna),
                noun(row.flora),
            )
            assert f"| {' | '.join(names)} |" in page
        for family in range(len(material.TABLES.adaptations) // material.RING):
            named = [
                f"{design_name(material.RING * family + t)} ({trait_name(t)})"
                for t in range(material.RING)
            ]
            assert f"| {', '.join(named)} |" in page


def figure(name):
    (row,) = (row for row in material.TABLES.figures if row.name == name)
    return row


def test_every_trait_with_its_letter_location_fauna_and_flora():
    for row in material.TRAITS:
        assert [row.name, row.letter, row.location, row.fauna, row.flora] in ROWS


def test_every_adaptation_with_its_kind_and_its_trait():
    kinds = ("versatile", "forager", "hunter", "feeder", "special")
    for family, name in enumerate(kinds):
        named = [
            f"{design_name(material.RING * family + t)} ({row.name})"
            for t, row in enumerate(material.TRAITS)
        ]
        assert [name, ", ".join(named)] in ROWS
    effects = [row[0] for row in ROWS[ROWS.index(["adaptation", "what it does"]) + 2 :]]
    specials = [design_name(material.RING * 4 + trait) for trait in range(material.RING)]
    assert effects[: 4 + material.RING] == [*kinds[:4], *specials]


def test_how_many_cards_there_are():
    for words in (
        f"{material.COPIES * material.RING} trait cards, {material.COPIES} of each trait",
        f"{len(material.FAUNA)} fauna cards",
        f"{len(material.FLORA)} flora cards",
        f"{len(material.ADAPTATIONS)} adaptations: {len({*material.ADAPTATIONS})} kinds°",
        f"with {material.POPULATIONS_MAX} populations each",
        f"The printed game has {material.SURVIVAL_TOKENS} for each species",
        f"There are {material.WIDE_COPIES} cards of each trait, not {material.COPIES}",
        f"begin with {figure('balanced_genome').value} cards of each trait, not "
        f"{figure('genome').value}",
        f"draw all face-up cards on it, and then {figure('draw').value} more",
        f"Put {material.CATCH} tokens on the fauna",
    ):
        assert words in TEXT, words


def test_targets_and_bonuses():
    one, two, three, four = (row.target for row in material.TABLES.millennia)
    shown = f"{one} cards after the first millennium, {two} after the second, {three} after the "
    assert f"{shown}third and {four} after the fourth" in TEXT
    assert [(row.tokens, row.points) for row in material.TABLES.bonuses] == [
        (0, 0),
        (6, 3),
        (11, 7),
    ]


def test_when_a_fauna_or_flora_dies_out():
    assert f"more than {material.HARDY} plus the number of the millennium" in TEXT
    first, last = material.HARDY + 2, material.HARDY + 5
    assert f"So {first} tokens are too many in the first millennium, and {last}" in TEXT


def test_the_preset_is_shown_with_the_number_of_players_it_is_for():
    (preset,) = GAME.presets
    assert preset.options == material.EvoOptions(balanced_genome=True, wide_gene_pool=True)
    assert preset.seats == (4,)
    assert f"The preset **{preset.title}** is the balanced genome and the wide gene pool" in TEXT


# --- the examples


def test_the_worked_turn_follows_the_rules():
    table = living(kind(hand="SSPTTE", deck="RRRRRRR"), land=[("SP", "E")], places="swamp lake")
    table.do(0, "hunt 1", "forage 4 1")
    assert (table.tokens(1)[0], table.tokens(4)[0]) == (2, 1)
    assert sorted(table.offspring(0)) == ["S", "T"]
    assert sorted(table.future(0)) == sorted("SSPTE")
    table.do(0, "done")
    assert table.lost(0) == "T"
    assert sorted(table.hand(0)) == sorted("ST" + "R" * 6)


def test_the_example_of_a_millennium_follows_the_rules():
    table = ending(
        kind(future="SSSSRRRRPPPPTTTTEEEEAA"),
        kind(future="SSSSRRRRPPPPTTTTEEEEAAAA"),
        land=[("SS SR", ""), ("RR", "")],
        tokens={(0, 1): "4 0", (1, 1): "3 0"},
        places="swamp lake",
    )
    state = table.state
    assert (state.survived[0], state.thrived[0]) == (6, 3)
    assert state.survived[0] + state.thrived[0] + state.passed_on[0] == 7
