"""The view of each viewer on a match of Darwin's Dice, and random states behind a view.

Hidden are other hands, cards chosen and not yet revealed, the deck and the later dice. [ruling:
Hidden]
"""

from collections.abc import Iterable

from darwin_core.game import HIDDEN, NOTHING
from darwin_core.games.dice.components import DECK, ROLLS
from darwin_core.games.dice.rules import clone
from darwin_core.games.dice.state import Chose, DiceEvent, DiceState, Hand, RoundBegan, hand_of
from darwin_core.kit.hidden import UNKNOWN
from darwin_core.rng import rolled, shuffled


def view(state: DiceState, viewer: int) -> DiceState:
    """Return the state with HIDDEN in place of all that the viewer may not see."""
    rolled_so_far = state.rolls[: state.turn + 1]
    seen = clone(state)
    seen.chance = b""
    seen.deck = UNKNOWN * len(state.deck)
    seen.hands = _hands(state.hands, viewer)
    seen.rolls = rolled_so_far.ljust(len(state.rolls), UNKNOWN)
    seen.chosen = [
        card if seat == viewer or card == NOTHING else HIDDEN
        for seat, card in enumerate(state.chosen)
    ]
    return seen


def _hands(hands: Iterable[Hand], viewer: int) -> list[Hand]:
    return [hand if seat == viewer else _back_of(hand) for seat, hand in enumerate(hands)]


def _back_of(hand: Hand) -> Hand:
    cards = sum(hand.values())
    return {HIDDEN: cards} if cards else {}


def redact(event: DiceEvent, viewer: int) -> DiceEvent | None:
    """Return an event as shown to a viewer; None if it is hidden.

    Choices of others are never shown as events; the position shows who has chosen.
    """
    match event:
        case Chose(seat):
            return event if seat == viewer else None
        case RoundBegan(round, hands):
            return RoundBegan(round, tuple(_hands(hands, viewer)))
        case _:
            return event


def unseen(view: DiceState) -> list[int]:
    """Return the cards a viewer has not seen, in order: other hands, chosen cards, and the deck."""
    left = list(DECK)
    seen = [
        card
        for hand in view.hands
        for card, copies in hand.items()
        if card != HIDDEN
        for _ in range(copies)
    ]
    seen += [card for card in view.chosen if card not in (HIDDEN, NOTHING)]
    for card in (*seen, *view.middle, *b"".join(view.taken), *view.out):
        left.remove(card)
    return left


def determinize(view: DiceState, chance: bytes) -> DiceState:
    """Return a whole state with the same view; all such deals are equally likely."""
    chance, cards = shuffled(chance, unseen(view))
    to_come = view.rolls.count(HIDDEN)
    chance, rolls = rolled(chance, ROLLS, to_come)
    hands = [
        hand_of([cards.pop() for _ in range(hand[HIDDEN])]) if HIDDEN in hand else hand
        for hand in view.hands
    ]
    chosen = [cards.pop() if card == HIDDEN else card for card in view.chosen]
    state = clone(view)
    state.chance, state.deck = chance, bytes(cards)
    state.hands, state.chosen = hands, chosen
    state.rolls = view.rolls[: len(view.rolls) - to_come] + bytes(rolls)
    return state
