"""The probability that each card of a hand wins its turn against what rivals would choose."""

from hashlib import shake_128
from typing import Final

import msgspec

from darwin_core.contract.chance import CHANCE_BYTES, from_seed
from darwin_core.contract.game import NOTHING
from darwin_core.games.dice.acts import PLAYS, Play
from darwin_core.games.dice.bots import fast_policy, guess, win_probability
from darwin_core.games.dice.fitted_policy import FITTED_POLICY, kind_of, scores_of
from darwin_core.games.dice.material import DiceState, strengths_of
from darwin_core.games.dice.view import unseen_by
from darwin_core.kit.fitted_policies import stored_weights
from darwin_core.kit.judging import BoundedCache, best

WORLDS: Final = 128
"""Number of deals of the unseen cards in which rivals choose. The standard error of a probability
is at most 0.045, less than half a tenth."""
_RARELY: Final = 1 / (2 * WORLDS)
"""Probability of a possible win that happens in none of the deals; 1 less it, of a possible
loss."""
_CACHED = BoundedCache[tuple[bytes, int], dict[int, float]](64)
"""Results by view and seat: a decision's texts ask for them again and again."""


def likely_wins(view: DiceState, seat: int) -> dict[int, float]:
    """Return the probability that each card of a seat's hand wins the turn alone.

    The unseen cards are dealt at random. Each rival then chooses as the fitted policy does, in
    every second deal as ``fast_policy``. 0 and 1 are certain, whatever the rivals hold.
    """
    key = shake_128(msgspec.msgpack.encode(view)).digest(CHANCE_BYTES), seat
    known = _CACHED.get(key)
    return _CACHED.keep(key, _sampled(view, *key)) if known is None else known


def _sampled(view: DiceState, chance: bytes, seat: int) -> dict[int, float]:
    roll = view.rolls[view.turn]
    cards = unseen_by(view, seat)
    rivals = len(view.hands) - 1
    exact = {card: win_probability(card, roll, cards, rivals) for card in view.hands[seat]}
    possible = [card for card in exact if 0 < exact[card] < 1]
    wins = dict.fromkeys(possible, 0)
    policies = (_fitted_policy, fast_policy)
    for number in range(WORLDS if possible else 0):
        policy = policies[number % len(policies)]
        world = guess(view, from_seed(chance.hex(), "turn", number), policy)
        others = bytes(
            policy(world, other).card if world.chosen[other] == NOTHING else world.chosen[other]
            for other in range(rivals + 1)
            if other != seat
        )
        for card in possible:
            strength, *strengths = strengths_of(roll, bytes((card,)) + others)
            wins[card] += strength > max(strengths)
    sampled = {
        card: min(max(number / WORLDS, _RARELY), 1 - _RARELY) for card, number in wins.items()
    }
    return exact | sampled


def _fitted_policy(state: DiceState, seat: int) -> Play:
    weights = stored_weights(__package__, FITTED_POLICY, len(state.hands))
    actions = [PLAYS[card] for card in state.hands[seat]]
    return best(actions, scores_of(state, seat, actions, weights[kind_of(state, seat)]))
