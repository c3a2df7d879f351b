"""Robbers climb the food chain, collectors gain traits, careful players look after food."""

from core.manners import choices

from darwin_core.games.darwinning import GAME
from darwin_core.games.darwinning.material import Improve

from .positions import board, cards, doing


def chosen(card, *places):
    boards = map(board, ("turtle", "bear", "bat"), places)
    return choices(GAME, doing(*boards, pending=[Improve(0, cards(card))], discards=card).state)


def test_robber_climbs_to_where_it_can_eat_more():
    by_manner = chosen("A8", 5, 7, 9)
    assert (by_manner["plain"], by_manner["robber"]) == ("adapt A8", "climb A8")


def test_careful_player_takes_another_environment_rather_than_a_trait():
    by_manner = chosen("A8", 8, 6, 7)
    assert (by_manner["plain"], by_manner["careful"]) == ("gain A8 3", "adapt A8")


def test_collector_gains_a_trait_rather_than_climb():
    by_manner = chosen("F12", 5, 7, 9)
    assert (by_manner["plain"], by_manner["trader"]) == ("climb F12", "gain F12 3")
