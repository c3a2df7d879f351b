"""Whole states behind a view, in which rivals have chosen as they are likely to choose."""

from darwin_core.contract.game import HIDDEN, NOTHING
from darwin_core.games.dice import view as views
from darwin_core.games.dice.policy import policy
from darwin_core.games.dice.state import DiceState, hand_of


def guess(view: DiceState, chance: bytes) -> DiceState:
    """Return a whole state with the same view. All deals of the unknown cards are equally likely;
    of its hand, a rival who has chosen face down has chosen what the policy chooses."""
    state = views.determinize(view, chance)
    for seat, card in enumerate(view.chosen):
        if card == HIDDEN:
            _choose_again(state, seat)
    return state


def _choose_again(state: DiceState, seat: int) -> None:
    """Give a seat its card back, and let it choose."""
    cards = [kind for kind, copies in state.hands[seat].items() for _ in range(copies)]
    cards.append(state.chosen[seat])
    state.hands[seat], state.chosen[seat] = hand_of(cards), NOTHING
    state.waiting |= 1 << seat
    card = policy(state, seat).card
    cards.remove(card)
    state.hands[seat], state.chosen[seat] = hand_of(cards), card
    state.waiting &= ~(1 << seat)
