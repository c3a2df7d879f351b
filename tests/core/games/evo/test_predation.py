"""The house variant in which species hunt each other."""

import pytest

from darwin_core.games.evo import GAME
from darwin_core.games.evo.acts import Displace, Displaced, Predated

from .positions import kind, living

DECK = "TTTTTT"
LAND = [("SR SS SP", "SR")]


def hunting(hand="EEER", tokens=None, stand="1 2", deck=DECK, **where):
    where.setdefault("land", LAND)
    where.setdefault("predation", True)
    return living(
        kind(hand=hand, deck=deck, own=where.pop("own", "")),
        kind(stand=stand, spent=where.pop("spent", "0 0")),
        tokens={(0, 1): "0 2", (0, 4): "1 1"} if tokens is None else tokens,
        **where,
    )


def test_it_is_off_unless_agreed_on():
    table = hunting(predation=False)
    assert table.may(0, "predate") == []
    assert table.why(0, "predate 2 E") == "no-predation"


def test_three_cards_of_one_trait_hunt_a_species_that_lives_and_has_a_token_here():
    table = hunting(hand="EEERRSSSS")
    assert table.may(0, "predate") == ["predate 2 S", "predate 2 E"]
    assert hunting(hand="EERRSS").may(0, "predate") == []


@pytest.mark.parametrize(
    ("stand", "spent", "tokens", "may"),
    [
        ("1 2", "0 0", {(0, 1): "0 1"}, True),
        ("0 2", "1 0", {(0, 1): "0 1"}, True),
        ("0 3", "0 0", {(0, 1): "0 1"}, False),
        ("1 2", "0 0", {(1, 1): "0 1"}, False),
        ("1 2", "0 0", {(0, 1): "3 0"}, False),
    ],
)
def test_prey_has_a_population_and_a_token_here_spent_or_not(stand, spent, tokens, may):
    table = hunting(stand=stand, spent=spent, tokens=tokens, land=[*LAND, ("RR", "")])
    assert bool(table.may(0, "predate")) == may
    if not may:
        assert table.why(0, "predate 2 E") == "no-prey"


def test_nobody_hunts_its_own_species():
    assert hunting(tokens={(0, 1): "3 1"}).why(0, "predate 1 E") == "no-prey"


def test_up_to_two_tokens_are_replaced_on_the_same_cards():
    table = hunting(tokens={(0, 1): "0 2", (0, 4): "1 1"})
    before = table.supply("E")
    table.do(0, "predate 2 E")
    assert table.asked == (["DisplaceTokens"], [0])
    assert table.may(0) == ["displace 1", "displace 4"], "at least one"
    assert table.why(0, "done") == "must-replace"
    table.do(0, "displace 4")
    assert table.may(0) == ["displace 1", "done"]
    table.do(0, "displace 1")
    assert (table.tokens(1), table.tokens(4)) == ([1, 1], [2, 0])
    assert table.asked == (["Live"], [0])
    assert (table.future(0), table.hand(0)) == ("EEE", "R")
    assert (table.offspring(0), table.supply("E")) == ("E", before - 1)
    assert [event.slot for event in table.events_of(Displaced)] == [3, 0]


def test_both_tokens_may_be_of_one_card_and_the_hunter_may_stop_after_one():
    table = hunting(tokens={(0, 1): "0 2", (0, 4): "0 1"}).do(0, "predate 2 E", "displace 1")
    assert table.may(0) == ["displace 1", "displace 4", "done"]
    table.do(0, "displace 1")
    assert table.tokens(1) == [2, 0]
    table = hunting(tokens={(0, 1): "0 2", (0, 4): "0 1"})
    table.do(0, "predate 2 E", "displace 1", "done")
    assert (table.tokens(1), table.tokens(4)) == ([1, 1], [0, 1])
    assert table.asked == (["Live"], [0])


def test_a_single_token_leaves_no_choice():
    table = hunting(tokens={(0, 1): "0 1"}).do(0, "predate 2 E")
    assert table.tokens(1) == [1, 0]
    assert table.asked == (["Live"], [0])


def test_without_a_future_generation_one_more_token_is_placed_on_one_of_these_cards():
    table = hunting(deck="").do(0, "predate 2 E", "displace 4", "displace 1")
    assert table.asked == (["Gorge"], [0])
    assert table.may(0) == ["displace 1", "displace 4"]
    table.do(0, "displace 4")
    assert (table.tokens(1), table.tokens(4)) == ([1, 1], [3, 0])
    assert table.offspring(0) == ""
    table = hunting(deck="", tokens={(0, 1): "0 1"}).do(0, "predate 2 E")
    assert table.tokens(1) == [2, 0], "one card only is not asked for"


def test_with_a_future_generation_and_no_supply_there_is_neither_offspring_nor_token():
    table = hunting(supply={"E": 0}, tokens={(0, 1): "0 1"}).do(0, "predate 2 E")
    assert table.offspring(0) == ""
    assert table.tokens(1) == [1, 0]
    assert table.events_of(Predated) == [Predated(0, 1, 4, 0, 1)]


def test_adaptations_do_nothing_for_it():
    table = hunting(hand="EEAR", own="VE HE XE XR")
    assert table.may(0, "predate") == []
    table = hunting(own="XE", tokens={(0, 1): "0 1"}).do(0, "predate 2 E")
    assert table.offspring(0) == "E"
    assert table.worn(0) == {"XE": [0]}


def test_a_species_may_be_hunted_again():
    table = hunting(hand="EEEEEE", tokens={(0, 1): "0 2"})
    table.do(0, "predate 2 E", "done", "predate 2 E")
    assert table.tokens(1) == [2, 0]


def test_bot_adds_the_last_token_where_the_card_survives_it():
    """The limit of the first millennium is six tokens, and no generation follows."""
    table = living(
        kind(hand="EEER", stand="0 0", spent="2 0"),
        kind(stand="0 0", spent="1 2"),
        land=LAND,
        tokens={(0, 1): "0 6", (0, 4): "1 1"},
        predation=True,
    )
    table.do(0, "predate 2 E", "displace 1", "displace 4")
    assert table.may(0) == ["displace 1", "displace 4"]
    assert GAME.bots.fast_policy(table.state, 0) == Displace(3)
