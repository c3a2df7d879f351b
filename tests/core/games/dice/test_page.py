"""The statements of the rules page, compared with the component tables and with the rules."""

import re

import pytest
from core.rules_page import RulesPage

from darwin_core.games.dice.acts import Revealed
from darwin_core.games.dice.material import CARDS, DEALS, POINTS, TABLES
from darwin_core.games.dice.texts import card_name, tie_order

from .positions import cards, play, roll

PAGE = RulesPage("dice")


def test_cards_are_those_of_the_box():
    rows = {
        name: (colour, numbers, copies) for name, colour, numbers, copies in PAGE.table("animal")
    }
    assert list(rows) == [row.name for row in TABLES.animals] + ["owl", "scorpion"]
    for name, (colour, numbers, copies) in rows.items():
        kinds = [card for card in CARDS if card.name == name]
        assert colour == kinds[0].colour
        assert re.findall(r"[\d.]+", numbers) == list(
            dict.fromkeys([kinds[0].number, kinds[-1].number])
        )
        assert copies.startswith(f"{sum(card.copies for card in kinds)}, ")


def test_points_are_those_of_the_table():
    rows = dict(PAGE.table("card"))
    for kind, card in enumerate(CARDS):
        key = card.name
        if key not in rows:
            (key,) = [row for row in rows if card.number in re.findall(r"\d", row)]
        assert rows[key] == str(POINTS[kind]), card.code
    assert {row.source for row in TABLES.points} == {"house"}


def test_deals_are_those_of_the_table():
    deals = {
        int(seats): (int(cards), int(rounds)) for seats, cards, rounds in PAGE.table("players")
    }
    assert deals == {seats: (deal.cards, deal.rounds) for seats, deal in DEALS.items()}


@pytest.mark.parametrize("mode", ["fight", "flight"])
def test_ties_are_those_of_the_table(mode):
    first, second, third, fourth = tie_order(roll(f"{mode} blue 1"))
    assert (
        f"in a {mode} {first} beats {second}, {second} beats {third}, and {third} beats " + (fourth)
        in PAGE.prose
    )


def test_the_worked_example_follows_the_rules():
    text = PAGE.prose
    assert f"the {card_name(*cards('F3'))}. Ada plays the bear 2, Ben the lion 1 and Cleo" in text
    played = play("flight green 3", "B2", "L1", "F3")
    assert (played.winners, played.taken[2]) == ([2], "B2 F3 L1")
    assert play("flight green 3", "B2", "L1", "F8").winners == [1]


def test_the_worked_turn_follows_the_rules():
    before = ("B7 L8", "", "")
    assert [POINTS[card] for card in cards("B7 L8")] == [3, 4]
    played = play("flight green 3", "F3", "L1", "C", taken=before)
    assert played.losses == [("scorpion", 0, "B7 L8")]
    assert [POINTS[card] for card in played.state.taken[2]] == [2, 4, 2]
    assert (played.taken, played.darwin) == (["", "", "C F3 L1"], 2)
    ranking = [card for _, card in played.events_of(Revealed)[0].ranking]
    assert ranking == [*cards("C F3 L1")]
    other = play("flight green 3", "F3", "L1", "O9", taken=before)
    assert (other.winners, other.losses) == ([0], [])
    assert [POINTS[card] for card in cards("F3 L1 O9")] == [2, 4, 5]
