"""The greedy player of Yummy Darwinism trades, and judges trades by the offers made before."""

from darwin_core.games.yummy import GAME
from darwin_core.games.yummy.acts import Accept, Trade
from darwin_core.lab.play import Case
from darwin_core.text.seat_names import SeatNames

from .positions import cards, table


def test_careful_players_trade():
    """A trade needs two who gain: in a match of four this happens more than once."""
    traded = 0
    for number in range(4):
        state = Case(GAME, 4, f"trades {number}").start()
        while movers := GAME.to_move(state):
            (seat,) = movers
            action = GAME.bots.advise(GAME.view(state, seat), seat, SeatNames())[0].action
            traded += isinstance(action, Accept)
            GAME.apply(state, seat, action, None)
    assert traded > 4 * 1.5


def test_a_trade_promises_more_where_the_partner_has_asked_others_for_what_is_held():
    position = table("P1 P2 C1", "P3 E3 E4", "C2", seen={(0, 1): "P3"})
    before = worth_of_trade(position.state, 1)
    position.state.declined[1 * 3 + 2] = cards("C1")
    assert worth_of_trade(position.state, 1) > before


def worth_of_trade(state, partner):
    return next(
        advice.value
        for advice in GAME.bots.advise(GAME.view(state, 0), 0, SeatNames())
        if isinstance(advice.action, Trade) and advice.action.partner == partner
    )
