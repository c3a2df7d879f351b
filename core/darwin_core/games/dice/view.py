"""What each viewer may know of a match of Darwin's Dice, and what could be behind it.

Hidden are other hands, cards chosen and not yet turned up, the deck and the dice to come.
[ruling: Hidden]
"""

from typing import Final

from darwin_core.game import HIDDEN, NOTHING
from darwin_core.games.dice.components import DECK, ROLLS
from darwin_core.games.dice.state import Chose, DiceEvent, DiceState, Hand, RoundBegan, hand_of
from darwin_core.rng import rolled, shuffled

_UNKNOWN: Final = bytes([HIDDEN])


def view(state: DiceState, viewer: int) -> DiceState:
    """The state with HIDDEN wherever the viewer may not look."""
    rolled_so_far = state.rolls[: state.turn + 1]
    return DiceState(
        b"",
        state.options,
        _UNKNOWN * len(state.deck),
        [
            hand.copy() if seat == viewer else _back_of(hand)
            for seat, hand in enumerate(state.hands)
        ],
        rolled_so_far.ljust(len(state.rolls), _UNKNOWN),
        state.turn,
        state.waiting,
        [
            card if seat == viewer or card == NOTHING else HIDDEN
            for seat, card in enumerate(state.chosen)
        ],
        state.darwin,
        state.middle,
        state.taken[:],
        state.out,
        state.scores,
    )


def _back_of(hand: Hand) -> Hand:
    cards = sum(hand.values())
    return {HIDDEN: cards} if cards else {}


def redact(event: DiceEvent, viewer: int) -> DiceEvent | None:
    """An event as a viewer hears it. Who else has chosen is seen in the position, never heard."""
    match event:
        case Chose(seat):
            return event if seat == viewer else None
        case RoundBegan(round, hands):
            return RoundBegan(
                round,
                tuple(
                    hand if seat == viewer else _back_of(hand) for seat, hand in enumerate(hands)
                ),
            )
        case _:
            return event


def unseen(view: DiceState) -> list[int]:
    """The cards a viewer has not seen, in order: other hands, chosen cards, and the deck."""
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
    """A whole state that looks the same to the viewer, each such deal equally likely."""
    chance, cards = shuffled(chance, unseen(view))
    to_come = view.rolls.count(HIDDEN)
    chance, rolls = rolled(chance, ROLLS, to_come)
    hands = [
        hand_of([cards.pop() for _ in range(hand[HIDDEN])]) if HIDDEN in hand else hand.copy()
        for hand in view.hands
    ]
    chosen = [cards.pop() if card == HIDDEN else card for card in view.chosen]
    return DiceState(
        chance,
        view.options,
        bytes(cards),
        hands,
        view.rolls[: len(view.rolls) - to_come] + bytes(rolls),
        view.turn,
        view.waiting,
        chosen,
        view.darwin,
        view.middle,
        view.taken[:],
        view.out,
        view.scores,
    )
