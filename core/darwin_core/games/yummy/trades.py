"""Trades: an offer built in small steps, an answer, and perhaps one counter-offer.

All of it is a ruling, except that one of the two is the player in turn. [special rule 3; ruling:
Trade]
"""

from collections.abc import Sequence
from typing import Final

from darwin_core.contract.cards import Cards, together, without
from darwin_core.games.yummy import actions, events, memory
from darwin_core.games.yummy.actions import ACCEPT, COUNTER, DECLINE, PROPOSE
from darwin_core.games.yummy.components import COPIES, LABELS, OPENINGS, TRADED
from darwin_core.games.yummy.effects import Answer, Offer
from darwin_core.games.yummy.events import Emitter
from darwin_core.games.yummy.state import YummyState

Step = actions.Give | actions.Ask | actions.Propose
Reply = actions.Accept | actions.Decline | actions.Counter

_ASKS: Final = tuple(
    tuple(actions.Ask(label) for label in range(first, LABELS)) for first in range(LABELS + 1)
)
"""For each label, the questions for it and for all later labels."""


def openings(state: YummyState, seat: int) -> list[actions.Trade]:
    """Return the seats to trade with: those that hold cards, if the opener does."""
    if len(state.openings) == OPENINGS or not state.hands[seat]:
        return []
    return [
        actions.Trade(other) for other, hand in enumerate(state.hands) if hand and other != seat
    ]


def steps(state: YummyState, effect: Offer) -> Sequence[Step]:
    """Return the next steps of an offer: a card to give, a label to ask for, or making the offer.

    Steps are in order of labels, so that an offer has one spelling.
    """
    giving, asking = effect.give, effect.ask
    found: list[Step] = []
    if not asking and len(giving) < TRADED:
        hand = without(state.hands[effect.seat], giving)
        last = giving[-1] if giving else 0
        found += [actions.Give(card) for card in sorted({*hand}) if card >= last]
    if giving and len(asking) < TRADED:
        first = asking[-1] if asking else 0
        found += _ASKS[first + 1 if asking.count(first) == COPIES[first] else first]
    if asking:
        found.append(PROPOSE)
    return found


def holds(hand: Cards, cards: Cards) -> bool:
    """Return whether a hand holds all of some cards."""
    return all(hand.count(card) >= cards.count(card) for card in cards)


def answers(state: YummyState, effect: Answer) -> list[Reply]:
    """Return the answers to an offer: accept, decline, and once a counter-offer.

    The seat can accept only if its hand has the labels asked for. It always holds cards to offer.
    """
    found: list[Reply] = [ACCEPT] if holds(state.hands[effect.seat], effect.ask) else []
    found.append(DECLINE)
    if not effect.is_counter:
        found.append(COUNTER)
    return found


def begin(state: YummyState, seat: int, partner: int, emit: Emitter) -> None:
    """Open a trade."""
    state.openings += bytes((partner,))
    state.pending.append(Offer(seat, partner, is_counter=False))
    if emit:
        emit(events.TradeOpened(seat, partner))


def step(state: YummyState, effect: Offer, action: Step, emit: Emitter) -> None:
    """Add to an offer, or make it."""
    seat, partner, giving, asking = effect.seat, effect.partner, effect.give, effect.ask
    if not isinstance(action, actions.Propose):
        if isinstance(action, actions.Give):
            giving += bytes((action.card,))
        else:
            asking += bytes((action.label,))
        state.pending.append(Offer(seat, partner, effect.is_counter, giving, asking))
        if emit:
            emit(events.Picked(seat, giving, asking))
        return
    memory.show(state, seat, giving, partner)
    state.pending.append(Answer(partner, seat, effect.is_counter, giving, asking))
    if emit:
        emit(events.Offered(seat, partner, giving, asking))


def answer(state: YummyState, effect: Answer, action: Reply, emit: Emitter) -> None:
    """Carry out the answer to an offer."""
    seat, partner = effect.seat, effect.partner
    taken = isinstance(action, actions.Accept)
    state.declined[partner * len(state.hands) + seat] = b"" if taken else effect.ask
    if isinstance(action, actions.Counter):
        state.pending.append(Offer(seat, partner, is_counter=True))
        if emit:
            emit(events.Countered(seat, partner))
    elif taken:
        _exchange(state, effect)
        if emit:
            emit(events.Traded(partner, seat, effect.give, effect.ask))
    elif emit:
        emit(events.Declined(seat, partner))


def _exchange(state: YummyState, effect: Answer) -> None:
    seat, partner = effect.seat, effect.partner
    hands = state.hands
    hands[seat] = together(without(hands[seat], effect.ask), effect.give)
    hands[partner] = together(without(hands[partner], effect.give), effect.ask)
    # The labels asked for are public; the cards given are seen by these two players alone.
    memory.remove_openly(state, seat, effect.ask)
    memory.pass_hidden(state, partner, seat, effect.give)
    memory.add_openly(state, partner, effect.ask)
