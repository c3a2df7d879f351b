"""State and events cut to what a viewer may know."""

from darwin_core.contract.chance import shuffled
from darwin_core.contract.game import HIDDEN
from darwin_finches.events import Dealt, FinchesEvent
from darwin_finches.rules import clone
from darwin_finches.state import CARDS, ROUNDS, FinchesState


def view(state: FinchesState, viewer: int) -> FinchesState:
    """Return a copy of the state without the chance and without the hands of other seats."""
    seen = clone(state)
    seen.chance = b""
    seen.hands = [
        hand if seat == viewer else bytes([HIDDEN]) * len(hand)
        for seat, hand in enumerate(state.hands)
    ]
    return seen


def redact(event: FinchesEvent, viewer: int) -> FinchesEvent:
    """Return an event cut to what a viewer may know."""
    if isinstance(event, Dealt):
        hidden = bytes([HIDDEN]) * ROUNDS
        return Dealt(tuple(h if s == viewer else hidden for s, h in enumerate(event.hands)))
    return event


def determinize(view: FinchesState, chance: bytes) -> FinchesState:
    """Return a whole state that agrees with a view, with the hidden cards dealt at random."""
    known = {*b"".join(view.hands), *view.laid, *view.gone}
    chance, cards = shuffled(chance, [card for card in range(CARDS) if card not in known])
    drawn = clone(view)
    drawn.chance = chance
    drawn.hands = [
        bytes(sorted(cards.pop() for _ in hand)) if HIDDEN in hand else hand for hand in view.hands
    ]
    return drawn
