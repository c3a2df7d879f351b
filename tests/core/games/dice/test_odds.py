"""The odds of a card in its turn, against matches in which the rivals are bots."""

from collections import Counter
from statistics import mean
from typing import Any

import sampling

from darwin_core.games.dice import GAME, acts
from darwin_core.games.dice.bots import judge
from darwin_core.games.dice.odds import likely_wins
from darwin_core.kit.fitted_policies import stored_policy
from darwin_core.lab.play import Case, moments

from .claims import could_win
from .positions import cards, position

MATCHES = 60


def test_cards_win_about_as_often_as_is_said():
    """With random cards of the rivals, as Normal supposes, far more wins would be said."""
    seats = GAME.seats[-1]
    policy = stored_policy(GAME, seats)
    assert policy
    said, supposed, won = list[float](), list[float](), Counter[bool]()
    for number in range(sampling.part(MATCHES, 30)):
        state = GAME.setup(GAME.options(), seats, f"odds {number}", None)
        while movers := GAME.to_move(state):
            seat = movers[0]
            view = GAME.view(state, seat)
            # Half of the seats play by each policy.
            choose: Any = policy if seat % 2 else GAME.bots.fast_policy
            card = choose(view, seat).card
            said.append(likely_wins(view, seat)[card])
            supposed += [value.wins for value in judge(view, seat) if value.card == card]
            events = list[acts.DiceEvent]()
            GAME.apply(state, seat, acts.PLAYS[card], events.append)
            won[True] += sum(isinstance(event, acts.Won) for event in events)
    share = won[True] / len(said)
    assert abs(mean(said) - share) < 0.05
    assert mean(supposed) > share + 0.1


def test_a_rival_plays_high_where_much_lies_in_the_middle():
    middle = "F3 F3 S8 S3 L6 L6 O0 S1"
    state = position("flight blue 1", "B8 L2 F8 S5", "", "", "", turns_left=4, middle=middle)
    (lion,) = cards("L2")
    wins = likely_wins(GAME.view(state, 0), 0)
    assert wins[lion] < 0.2 < could_win(state, 0, lion)


def test_what_cannot_win_or_lose_is_certain():
    for moment in moments(Case(GAME, 2, "certain", is_advised=True)):
        view = GAME.view(moment.before, moment.seat)
        for card, wins in likely_wins(view, moment.seat).items():
            bound = could_win(moment.before, moment.seat, card)
            assert wins == bound if bound in (0, 1) else 0 < wins < 1


def test_the_same_view_has_the_same_odds():
    state = GAME.setup(GAME.options(), 3, "the same", None)
    view = GAME.view(state, 0)
    assert likely_wins(view, 0) == likely_wins(GAME.view(GAME.clone(state), 0), 0)
