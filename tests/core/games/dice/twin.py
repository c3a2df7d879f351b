"""The twin of a state: the same state with other hidden information.

Written from the paragraph "Hidden" of the rules: other hands; cards chosen but not yet revealed;
the deck; dice not yet rolled. It reads states only, never the views of the game.
"""

from random import Random

import msgspec
from core.twins import exchange

from darwin_core.contract.game import NOTHING
from darwin_core.games.dice.material import DiceState, hand_of


def twin(state: DiceState, viewer: int, rng: Random) -> DiceState:
    """Redeal the hidden cards and reroll the later dice, or exchange as few as two of them."""
    is_small_change = rng.random() < 0.5
    others = [seat for seat in range(len(state.hands)) if seat != viewer]
    hands = {
        seat: [card for card, n in state.hands[seat].items() for _ in range(n)] for seat in others
    }
    laid = [seat for seat in others if state.chosen[seat] != NOTHING]
    hidden = [*state.deck, *(state.chosen[seat] for seat in laid)]
    hidden += [card for seat in others for card in hands[seat]]
    to_come = list(state.rolls[state.turn + 1 :])
    if is_small_change:
        exchange(hidden, rng)
        if rng.random() < 0.5:
            exchange(to_come, rng)
    else:
        rng.shuffle(hidden)
        to_come = [rng.randrange(48) for _ in to_come]
    cards = iter(hidden)
    deck = bytes(next(cards) for _ in state.deck)
    chosen = list(state.chosen)
    for seat in laid:
        chosen[seat] = next(cards)
    dealt = [hand.copy() for hand in state.hands]
    for seat in others:
        dealt[seat] = hand_of([next(cards) for _ in hands[seat]])
    return msgspec.structs.replace(
        state,
        chance=rng.randbytes(16),
        deck=deck,
        hands=dealt,
        rolls=bytes([*state.rolls[: state.turn + 1], *to_come]),
        chosen=chosen,
        taken=list(state.taken),
    )
