"""Hints with a value for each card, and the policy of the simplest bot."""

from darwin_core.contract.game import NOTHING, Advice
from darwin_core.text.seat_names import SeatNames
from darwin_finches.actions import Lay
from darwin_finches.rules import legal
from darwin_finches.state import CARDS, FinchesState


def advise(view: FinchesState, seat: int, seat_names: SeatNames) -> list[Advice[Lay]]:
    """Return the legal cards with the largest first: only size counts."""
    best = max((card for card in view.laid if card != NOTHING), default=-1)
    judged = [
        Advice(action, action.card / CARDS, "it leads" if action.card > best else "it is lost")
        for action in legal(view, seat)
    ]
    return sorted(judged, key=lambda advice: -advice.value)


def fast_policy(state: FinchesState, seat: int) -> Lay:
    """Return the largest card."""
    return max(legal(state, seat), key=lambda action: action.card)
