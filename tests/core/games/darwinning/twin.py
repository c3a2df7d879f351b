"""The twin of a state: the same state with other hidden information.

Written from the paragraph "Hidden" of the rules: hands, the cards kept or discarded from hands, and
the order of the deck. The number of cards in each hand is known, and how many each seat kept once
all have chosen. It reads states only, never the views of the game.
"""

from random import Random

import msgspec
from core.twins import exchange

from darwin_core.games.darwinning.material import EMPTY, DarwinningState, KeepCards


def twin(state: DarwinningState, viewer: int, rng: Random) -> DarwinningState:
    """Redeal the hidden cards, or exchange as few as two of them."""
    others = [seat for seat in range(len(state.hands)) if seat != viewer]
    rows = [state.deck, *(state.hands[seat] for seat in others)]
    rows += [state.buried[seat] for seat in others]
    pool = [card for row in rows for card in row]
    if rng.random() < 0.5:
        exchange(pool, rng)
    else:
        rng.shuffle(pool)
    cards = iter(pool)
    deck, *dealt = (bytes(next(cards) for _ in row) for row in rows)
    hands, buried = list(state.hands), list(state.buried)
    for place, seat in enumerate(others):
        hands[seat] = bytes(sorted(dealt[place]))
        buried[seat] = dealt[len(others) + place]
    kept = list(state.kept)
    if any(isinstance(effect, KeepCards) for effect in state.pending):
        for seat in others:
            if state.kept[seat] != EMPTY:
                kept[seat] = _kept(state.kept[seat], hands[seat], rng)
    return msgspec.structs.replace(
        state, chance=rng.randbytes(16), deck=deck, hands=hands, buried=buried, kept=kept
    )


def _kept(was: bytes, hand: bytes, rng: Random) -> bytes:
    """Return another secret choice, or the same one if the hand still allows it."""
    if rng.random() < 0.3 and all(hand.count(card) >= was.count(card) for card in was):
        return was
    size = rng.randint(0, min(2, len(hand)))
    return bytes(sorted(rng.sample(list(hand), size)))
