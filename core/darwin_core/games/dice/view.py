"""The view of each viewer on a match of Darwin's Dice, and random states behind a view.

Hidden are other hands, cards chosen and not yet revealed, the deck and the later dice. [ruling:
Hidden]
"""

from collections.abc import Iterable
from operator import mul

from darwin_core.contract.cards import ONE, Cards
from darwin_core.contract.chance import rolled, shuffled
from darwin_core.contract.game import HIDDEN, NOTHING, Holding
from darwin_core.games.dice.components import COPIES, ROLLS
from darwin_core.games.dice.events import Chose, DiceEvent, RoundBegan
from darwin_core.games.dice.rules import clone
from darwin_core.games.dice.state import DiceState, Hand, hand_of
from darwin_core.kit.hidden import UNKNOWN
from darwin_core.text.language import mark


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
    hands = [hand for hand in view.hands if HIDDEN not in hand]
    chosen = [card for card in view.chosen if card not in (HIDDEN, NOTHING)]
    return [*_unseen(view, hands, chosen)]


def unseen_by(state: DiceState, seat: int) -> Cards:
    """Return the cards that a seat has not seen, in order, of a whole state or of its view."""
    chosen = state.chosen[seat]
    return _unseen(state, (state.hands[seat],), () if chosen == NOTHING else (chosen,))


def _unseen(state: DiceState, hands: Iterable[Hand], chosen: Iterable[int]) -> Cards:
    """Return the cards that are neither in these hands, nor chosen, nor open."""
    left = [*COPIES]
    for card in b"".join((state.middle, state.out, *state.taken, bytes(chosen))):
        left[card] -= 1
    for hand in hands:
        for card in hand:
            left[card] -= hand[card]
    return b"".join(map(mul, ONE, left))


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


def holdings(state: DiceState) -> list[Holding]:
    """Return the hands, and the cards chosen face down."""
    hands = [
        bytes(kind for kind, copies in hand.items() for _ in range(copies)) for hand in state.hands
    ]
    return [
        *(Holding(seat, mark("hand"), cards) for seat, cards in enumerate(hands)),
        *(
            Holding(seat, mark("card chosen"), bytes([card]))
            for seat, card in enumerate(state.chosen)
            if card != NOTHING
        ),
    ]
