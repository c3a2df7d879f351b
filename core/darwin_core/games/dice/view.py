"""The views of a match of Darwin's Dice, redaction of its events, states that fit a view, and the
invariants of a state.

Hidden are other hands, cards chosen but not yet revealed, the deck and the rolls of later turns.
[ruling: Hidden]
"""

from collections.abc import Iterable
from operator import mul

from darwin_core.contract.cards import ONE, Cards
from darwin_core.contract.chance import rolled, shuffled
from darwin_core.contract.game import HIDDEN, NOTHING, Holding
from darwin_core.games.dice.acts import Chose, DiceEvent, RoundBegan
from darwin_core.games.dice.material import (
    COPIES,
    DEALS,
    DECK,
    ROLLS,
    DiceState,
    Hand,
    hand_of,
    points_of,
)
from darwin_core.games.dice.rules import clone
from darwin_core.kit.states import UNKNOWN
from darwin_core.text.language import mark


def view(state: DiceState, viewer: int) -> DiceState:
    """Return the state with HIDDEN for everything that the viewer may not see."""
    # The roll of the present turn is open.
    rolled_so_far = state.rolls[: state.turn + 1]
    redacted = clone(state)
    redacted.chance = b""
    redacted.deck = UNKNOWN * len(state.deck)
    redacted.hands = _hands(state.hands, viewer)
    redacted.rolls = rolled_so_far.ljust(len(state.rolls), UNKNOWN)
    redacted.chosen = [
        card if seat == viewer or card == NOTHING else HIDDEN
        for seat, card in enumerate(state.chosen)
    ]
    return redacted


def _hands(hands: Iterable[Hand], viewer: int) -> list[Hand]:
    return [hand if seat == viewer else _back_of(hand) for seat, hand in enumerate(hands)]


def _back_of(hand: Hand) -> Hand:
    """Return a hand of which only the number of cards is known."""
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
    """Return the cards that a viewer has not seen, in order of kinds: other hands, cards
    chosen by others, and the deck."""
    hands = [hand for hand in view.hands if HIDDEN not in hand]
    chosen = [card for card in view.chosen if card not in (HIDDEN, NOTHING)]
    return [*_unseen(view, hands, chosen)]


def unseen_by(state: DiceState, seat: int) -> Cards:
    """Return the cards that a seat has not seen, in order of kinds, given a whole state or the
    seat's view."""
    chosen = state.chosen[seat]
    return _unseen(state, (state.hands[seat],), () if chosen == NOTHING else (chosen,))


def _unseen(state: DiceState, hands: Iterable[Hand], chosen: Iterable[int]) -> Cards:
    """Return the cards that are not in the given hands, not among the given chosen cards and not
    face up."""
    copies_left = [*COPIES]
    for card in b"".join((state.middle, state.out, *state.taken, bytes(chosen))):
        copies_left[card] -= 1
    for hand in hands:
        for card in hand:
            copies_left[card] -= hand[card]
    # Each kind of card, repeated for its copies.
    return b"".join(map(mul, ONE, copies_left))


def determinize(view: DiceState, chance: bytes) -> DiceState:
    """Return a whole state with the same view; every deal of the unseen cards is equally likely."""
    chance, cards = shuffled(chance, unseen(view))
    to_come = view.rolls.count(HIDDEN)
    chance, rolls = rolled(chance, ROLLS, to_come)
    hands = [
        hand_of([cards.pop() for _ in range(hand[HIDDEN])]) if HIDDEN in hand else hand
        for hand in view.hands
    ]
    chosen = [cards.pop() if card == HIDDEN else card for card in view.chosen]
    state = clone(view)
    state.chance = chance
    state.deck = bytes(cards)
    state.hands = hands
    state.chosen = chosen
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


def invariants(state: DiceState) -> list[str]:
    """Return the inconsistencies of a state: lost cards, wrong sizes of hands and deck, and
    accounts that do not agree with the cards played."""
    seats = len(state.hands)
    faults: list[str] = []
    if seats not in DEALS or not len(state.chosen) == len(state.taken) == seats:
        return ["the seats do not agree"]
    deal = DEALS[seats]
    turns = deal.cards * deal.rounds
    # The cards are listed below, so the counts of a forged record must be limited.
    if any(copies > len(DECK) for hand in state.hands for copies in hand.values()):
        return ["a hand holds more cards than the box"]
    held_cards = [
        card for hand in state.hands for card, copies in hand.items() for _ in range(copies)
    ]
    chosen = [card for card in state.chosen if card != NOTHING]
    cards = [*state.deck, *held_cards, *chosen, *state.middle, *b"".join(state.taken), *state.out]
    if sorted(cards) != list(DECK):
        faults.append("the cards are not the 72 of the box")
    if len(state.rolls) != turns or not all(0 <= roll < ROLLS for roll in state.rolls):
        faults.append("the rolls are not one for each turn")
    if not 0 <= state.turn <= turns or not 0 <= state.darwin < seats:
        return [*faults, "the turn or the Darwin is out of range"]
    over = state.turn == turns
    missing = sum(1 << seat for seat in range(seats) if state.chosen[seat] == NOTHING)
    if state.waiting != (0 if over else missing):
        faults.append("the waiting seats do not agree with the cards chosen")
    sizes = [
        sum(hand.values()) + (card != NOTHING)
        for hand, card in zip(state.hands, state.chosen, strict=True)
    ]
    hand_size = 0 if over else deal.cards - state.turn % deal.cards
    if any(size != hand_size for size in sizes):
        faults.append("the hands do not have the size the turn asks for")
    if any(list(hand) != sorted(hand) or min(hand.values(), default=1) < 1 for hand in state.hands):
        faults.append("a hand is not in order")
    rounds = state.turn // deal.cards
    if len(state.deck) != seats * deal.cards * max(deal.rounds - rounds - 1, 0):
        faults.append("the deck does not have the size the round asks for")
    if len(cards) - len(state.deck) - len(held_cards) - len(chosen) != state.turn * seats:
        faults.append("the cards played are not those of the turns played")
    if len(state.scores) != rounds or any(len(points) != seats for points in state.scores):
        faults.append("the accounts do not have a row for each finished round")
    # Cards that brought points have left the game.
    gone = points_of(state.out)
    is_negative = any(points < 0 for by_seat in state.scores for points in by_seat)
    if is_negative or sum(state.points) > gone:
        faults.append("the accounts hold points that no card brought")
    return faults
