"""The twin of a state, which differs from it only in cards that a viewer cannot know."""

from random import Random

from darwin_core.contract.game import NOTHING
from darwin_finches.rules import clone
from darwin_finches.state import CARDS, FinchesState


def twin(state: FinchesState, viewer: int, rng: Random) -> FinchesState:
    """Return a copy of a state with the cards that are hidden from a viewer dealt again."""
    own_hand = state.hands[viewer] if viewer < len(state.hands) else b""
    known = {*own_hand, *state.gone, *(card for card in state.laid if card != NOTHING)}
    hidden = [card for card in range(CARDS) if card not in known]
    rng.shuffle(hidden)
    other = clone(state)
    for seat, hand in enumerate(state.hands):
        if seat != viewer:
            other.hands[seat] = bytes(sorted(hidden.pop() for _ in hand))
    return other
