"""Careful players lay cheap cards, gamblers dear ones, robbers those that rob others of cards."""

from core.manners import choices

from darwin_core.games.dice import GAME

from .positions import position


def chosen(hand, taken):
    return choices(GAME, position("flight yellow 5", hand, "B1 F1", "L1 F3", taken=taken))


def test_robber_lays_the_snake_when_a_rival_has_much_to_lose():
    by_manner = chosen("S3 F2", taken=["", "B8 F8 L7 F7", "L8"])
    assert (by_manner["plain"], by_manner["robber"]) == ("F2", "S3")


def test_robber_saves_the_snake_as_long_as_there_is_little_to_rob():
    by_manner = chosen("S3 F2", taken=["", "B8", "L8"])
    assert by_manner["robber"] == by_manner["plain"] == "F2"


def test_careful_player_lays_two_points_where_a_gambler_stakes_three():
    by_manner = chosen("S3 F2", taken=["", "B8 F8 L7 F7", "L8"])
    assert (by_manner["careful"], by_manner["trader"]) == ("S3", "F2")


def test_robber_does_not_lay_a_snake_that_can_hardly_win():
    by_manner = chosen("S8 B7", taken=["", "B8 F8 L7 F7", "L8"])
    assert by_manner["robber"] == by_manner["plain"] == "B7"
