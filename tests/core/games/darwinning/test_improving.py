"""The four uses of a card: food chain, population, environments, traits."""

import re
from random import Random

import pytest

from darwin_core.games.darwinning import GAME
from darwin_core.games.darwinning.acts import Adapted, Gained, Grown
from darwin_core.games.darwinning.material import Improve
from darwin_core.games.darwinning.species import space_after_climb
from darwin_core.text.seat_names import SeatNames

from . import oracle
from .positions import board, cards, codes, doing, places, spaces


def improving(card, one="turtle", two="bat", three="bird", **where):
    """Begin with seat 0 improving with these cards, which are in the discards."""
    where.setdefault("discards", card)
    return doing(one, two, three, pending=[Improve(0, cards(card))], **where)


# --- food chain


def test_moves_agree_with_a_plain_walk():
    rng = Random(7)
    for _ in range(3000):
        occupied = rng.sample(range(1, 21), rng.randint(2, 7))
        start = occupied[0]
        points = rng.randint(1, 6)
        assert space_after_climb(occupied, start, points) == oracle.climb(occupied, start, points)


# --- population


def test_a_card_increases_the_population_by_its_icons():
    table = improving("A1").do(0, "grow A1")
    assert table.events_of(Grown) == [Grown(0, cards("A1")[0], 7)]
    assert codes(table.state.grown[0]) == "A1"
    assert improving("A8").do(0, "grow A8").state.population[0] == 6


def test_a_card_without_the_icon_has_no_such_use():
    table = improving("B11")
    assert table.why(0, "grow B11") == "no-icon"
    assert table.why(0, "climb B11") == "no-icon"
    assert not [text for text in table.may(0) if text.startswith(("grow", "climb"))]


# --- environments


def test_a_species_adapts_to_an_environment():
    table = improving("A2").do(0, "adapt A2")
    assert table.events_of(Adapted) == [Adapted(0, cards("A2")[0], places("forest"))]
    assert codes(table.state.adapted[0]) == "A2"


def test_a_card_with_two_environments_gives_both():
    table = improving("B2").do(0, "adapt B2")
    assert table.events_of(Adapted)[0].environments == places("highland jungle")
    assert GAME.texts.describe(table.state, 0, SeatNames(tuple("abc")))[1].lines[1].count("2") >= 2


def test_a_card_with_two_environments_of_which_one_is_known_gives_the_other():
    table = improving("B1").do(0, "adapt B1")  # A turtle lives in the desert, not in the forest.
    assert table.events_of(Adapted)[0].environments == places("forest")


@pytest.mark.parametrize("one", ["turtle", board("bird", adapted="B11 A2")])
def test_an_environment_that_is_known_cannot_be_gained_again(one):
    table = improving("B11", one, "bat", board("dragon"))
    assert table.why(0, "adapt B11") == "adapted"
    assert "adapt B11" not in table.may(0)


# --- traits


def test_a_trait_can_be_laid_on_any_of_five_spaces():
    table = improving("F12")
    assert [text for text in table.may(0) if "gain" in text] == [
        f"gain F12 {space}" for space in range(1, 6)
    ]
    table.do(0, "gain F12 5")
    assert table.state.traits[0] == spaces("- - - - F12")
    assert table.asked == ([], [])


def test_the_trait_is_that_of_the_number_whatever_the_suit():
    for suit in "ABF":
        table = improving(f"{suit}9").do(0, f"gain {suit}9 3")
        assert (
            "3 Poison" in GAME.texts.describe(table.state, 0, SeatNames(tuple("abc")))[1].lines[2]
        )


def test_a_replaced_trait_card_is_discarded():
    table = improving("F12", board("turtle", traits="- - A6 - -")).do(0, "gain F12 3")
    assert table.state.traits[0] == spaces("- - F12 - -")
    assert codes(table.state.discards) == "A6"


def test_a_printed_trait_is_covered_and_no_longer_shown():
    table = improving("F12").do(0, "gain F12 1")
    lines = GAME.texts.describe(table.state, 0, SeatNames(tuple("abc")))[1].lines
    assert lines[2] == "Traits: 1 Iron Stomach, 2 Food Storage."
    assert table.state.discards == b""


@pytest.mark.parametrize(
    ("traits", "space", "loss"),
    [
        ("- - A6 - -", 3, ": Teeth is lost, 1 point. Its effect: One more food. It may also eat"),
        ("- - - - A6", 5, ": Teeth is lost. Its effect: One more food."),
        ("- - - - -", 1, ": Hard Shell is hidden. Its effect: It is eaten only by"),
        # The printed Hard Shell stays.
        ("- - A4 - -", 3, ", in place of Hard Shell."),
        ("- - - - -", 3, ""),
    ],
)
def test_a_trait_gained_in_place_of_another_is_called_a_loss_before_and_after(traits, space, loss):
    table = improving("F12", board("turtle", traits=traits))
    names = SeatNames(tuple("abc"))
    action = GAME.texts.parse(f"gain F12 {space}")
    covered = re.search(r"Teeth|Hard Shell", loss)
    (reason,) = [
        advice.reason
        for advice in GAME.bots.advise(table.state, 0, names)
        if advice.action == action
    ]
    texts = [
        reason,
        GAME.texts.phrase(table.state, action, names),
        GAME.texts.element(table.state, 0, ("space", space - 1), names),
    ]
    (event,) = table.do(0, f"gain F12 {space}").events_of(Gained)
    words = GAME.texts.sentence(event, names)
    assert f"a gains Iron Stomach on space {space}{loss or '.'}" in words
    assert event.losers == ((0,) if loss else ())
    assert event.is_chosen_loss
    assert ("your" in reason) == bool(event.lost)
    if covered and event.lost:
        assert all(covered[0] in text for text in texts)
        assert ("costs your" in reason) == ("costs you" in texts[2]) == ("lost" in words)


@pytest.mark.parametrize("card", ["A4", "B4", "A7", "F11"])
def test_a_trait_that_is_shown_cannot_be_taken_again_nor_put_on_itself(card):
    table = improving(card, board("turtle", traits="- - B11 - -"))
    assert not [text for text in table.may(0) if "gain" in text]
    assert table.why(0, f"gain {card} 1") == "trait-known"
    assert table.why(0, f"gain {card} 3") == "trait-known"


def test_a_covered_printed_trait_can_be_gained_as_a_card():
    table = improving("A4", board("turtle", traits="F12 - - - -"))
    assert "gain A4 3" in table.may(0)
    assert table.do(0, "gain A4 1").state.traits[0] == spaces("A4 - - - -")


def test_a_card_that_changes_nothing_is_not_offered_at_all():
    full = board("turtle", place=18, traits="- - F11 - -")
    table = improving("B11", full, board("bat", place=19), board("bird", place=20))
    assert table.asked == ([], [])
    assert table.state.discards == cards("B11")


def test_one_card_of_several_is_used_once():
    table = improving("A1 A1 F2").do(0, "grow A1")
    assert codes(table.state.discards) == "A1 F2"
    assert table.asked == ([], [])
