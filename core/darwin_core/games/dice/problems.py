"""Consistency checks of a state: all cards are somewhere, and the turn and the accounts add up."""

from darwin_core.contract.game import NOTHING
from darwin_core.games.dice.components import DEALS, DECK, KINDS, POINTS, TRUMP
from darwin_core.games.dice.state import DiceState


def problems(state: DiceState) -> list[str]:
    """Return the inconsistencies of a state: 72 cards and 188 points exist, and the turn adds
    up."""
    seats = len(state.hands)
    found: list[str] = []
    if seats not in DEALS or not len(state.chosen) == len(state.taken) == seats:
        return ["the seats do not agree"]
    deal = DEALS[seats]
    turns = deal.cards * deal.rounds
    # The cards are listed below, so the counts of a forged record must be limited.
    if any(copies > len(DECK) for hand in state.hands for copies in hand.values()):
        return ["a hand holds more cards than the box"]
    held = [card for hand in state.hands for card, copies in hand.items() for _ in range(copies)]
    laid = [card for card in state.chosen if card != NOTHING]
    cards = [*state.deck, *held, *laid, *state.middle, *b"".join(state.taken), *state.out]
    if sorted(cards) != list(DECK):
        found.append("the cards are not the 72 of the box")
    if len(state.rolls) != turns or not all(0 <= roll < len(TRUMP) for roll in state.rolls):
        found.append("the rolls are not one for each turn")
    if not 0 <= state.turn <= turns or not 0 <= state.darwin < seats:
        return [*found, "the turn or the Darwin is out of range"]
    over = state.turn == turns
    missing = sum(1 << seat for seat in range(seats) if state.chosen[seat] == NOTHING)
    if state.waiting != (0 if over else missing):
        found.append("the waiting seats do not agree with the cards chosen")
    sizes = [
        sum(hand.values()) + (card != NOTHING)
        for hand, card in zip(state.hands, state.chosen, strict=True)
    ]
    left = 0 if over else deal.cards - state.turn % deal.cards
    if any(size != left for size in sizes):
        found.append("the hands do not have the size the turn asks for")
    if any(list(hand) != sorted(hand) or min(hand.values(), default=1) < 1 for hand in state.hands):
        found.append("a hand is not in order")
    rounds = state.turn // deal.cards
    if len(state.deck) != seats * deal.cards * max(deal.rounds - rounds - 1, 0):
        found.append("the deck does not have the size the round asks for")
    if len(cards) - len(state.deck) - len(held) - len(laid) != state.turn * seats:
        found.append("the cards played are not those of the turns played")
    if len(state.scores) != rounds or any(len(row) != seats for row in state.scores):
        found.append("the accounts do not have a row for each finished round")
    gone = sum(POINTS[card] for card in state.out if card < KINDS)
    if any(points < 0 for row in state.scores for points in row) or sum(state.points) > gone:
        found.append("the accounts hold points that no card brought")
    return found
