"""Careful players lay cheap cards, gamblers dear ones, robbers what costs others their cards."""

from core.manners import choices

from darwin_core.games.dice import GAME

from .positions import position


def chosen(hand, taken):
    return choices(GAME, position("flight green 3", hand, "B1 F1", "L1 F2", taken=taken))


def test_robber_lays_the_snake_when_others_have_cards_to_lose():
    found = chosen("S3 F2", taken=["", "B8 F8", "L8"])
    assert (found["plain"], found["robber"]) == ("F2", "S3")


def test_robber_lays_as_others_do_when_nobody_has_taken_a_card():
    found = chosen("S3 F2", taken=["", "", ""])
    assert found["robber"] == found["plain"]


def test_careful_player_lays_two_points_where_a_gambler_stakes_three():
    found = chosen("S3 F2", taken=["", "B8 F8", "L8"])
    assert (found["careful"], found["trader"]) == ("S3", "F2")
