"""Trades, and the memories of hands that they leave.

A trade is an offer built in small steps, an answer, and perhaps one counter-offer. The rulebook
says only that the player in turn may trade with another; the rest is a ruling. [special rule 3;
ruling: Trade]

Swaps and trades put cards into a hand openly. The players who saw a card know that it is there
until it may have left. ``state.seen`` has a row for each viewer and each hand: the cards that must
be there. [ruling: Hidden; a declined offer too shows what the other held]
"""

from collections.abc import Sequence
from typing import Final

from darwin_core.contract.cards import Cards, together, without
from darwin_core.games.yummy import acts
from darwin_core.games.yummy.acts import ACCEPT, COUNTER, DECLINE, PROPOSE, Emitter
from darwin_core.games.yummy.material import (
    COPIES_OF,
    LABELS,
    TRADE_CARDS_MAX,
    TRADES_MAX,
    Answer,
    Offer,
    YummyState,
)


def memory_index(state: YummyState, viewer: int, holder: int) -> int:
    """Return the index in ``state.seen`` of a viewer's memory of a hand. Spectators, who share a
    memory, are the viewer after the last seat."""
    return viewer * len(state.hands) + holder


def _viewers(state: YummyState, *but: int) -> list[int]:
    """Return all viewers, spectators among them as the last, except the given ones."""
    return [viewer for viewer in range(len(state.hands) + 1) if viewer not in but]


def remove_openly(state: YummyState, holder: int, cards: Cards) -> None:
    """Record that cards left a hand openly."""
    # Before the first trade or swap, there is nothing to forget.
    if not any(state.seen):
        return
    for viewer in _viewers(state, holder):
        index = memory_index(state, viewer, holder)
        state.seen[index] = without(state.seen[index], cards)


def add_openly(state: YummyState, holder: int, cards: Cards) -> None:
    """Record that cards came to a hand openly."""
    for viewer in _viewers(state, holder):
        index = memory_index(state, viewer, holder)
        state.seen[index] = together(state.seen[index], cards)


def show(state: YummyState, holder: int, cards: Cards, viewer: int) -> None:
    """Record that a player was shown cards that stay in a hand."""
    index = memory_index(state, viewer, holder)
    # Cards that the viewer knew before are not counted twice.
    state.seen[index] = together(state.seen[index], without(cards, state.seen[index]))


def pass_hidden(state: YummyState, giver: int, receiver: int, cards: Cards) -> None:
    """Record that cards passed from one hand to another, seen by these two players alone.

    The other viewers know only the number of cards. Of each kind that they knew to be in the
    giver's hand, up to that number may have left it.
    """
    for viewer in _viewers(state, giver, receiver):
        index = memory_index(state, viewer, giver)
        known = state.seen[index]
        # For all that the viewer knows, every card that left may have been of the same kind.
        state.seen[index] = b"".join(
            bytes((card,)) * max(known.count(card) - len(cards), 0) for card in sorted({*known})
        )
    index = memory_index(state, receiver, giver)
    state.seen[index] = without(state.seen[index], cards)
    index = memory_index(state, giver, receiver)
    state.seen[index] = together(state.seen[index], cards)


Step = acts.Give | acts.Ask | acts.Propose
"""An action that builds an offer."""
Reply = acts.Accept | acts.Decline | acts.Counter
"""An answer to an offer."""

_ASKS: Final = tuple(
    tuple(acts.Ask(label) for label in range(first, LABELS)) for first in range(LABELS + 1)
)
"""For each label, the actions that ask for it or for a later label. The last entry is empty: after
the last label, nothing can be asked for."""


def openings(state: YummyState, seat: int) -> list[acts.Trade]:
    """Return the trades that a seat can open: with each other seat that holds cards; empty after
    the last opening of the turn, and for a seat without cards."""
    if len(state.openings) == TRADES_MAX or not state.hands[seat]:
        return []
    return [acts.Trade(other) for other, hand in enumerate(state.hands) if hand and other != seat]


def steps(state: YummyState, effect: Offer) -> Sequence[Step]:
    """Return the next steps of an offer: a card to give, a label to ask for, or making the offer.

    Steps are in order of labels, so that each offer can be built in one way only.
    """
    giving, asking = effect.give, effect.ask
    actions: list[Step] = []
    if not asking and len(giving) < TRADE_CARDS_MAX:
        # Cards stay in the hand until the offer is accepted.
        hand = without(state.hands[effect.seat], giving)
        last = giving[-1] if giving else 0
        actions += [acts.Give(card) for card in sorted({*hand}) if card >= last]
    if giving and len(asking) < TRADE_CARDS_MAX:
        first = asking[-1] if asking else 0
        # No more copies can be asked for than the box has.
        actions += _ASKS[first + 1 if asking.count(first) == COPIES_OF[first] else first]
    if asking:
        actions.append(PROPOSE)
    return actions


def holds(hand: Cards, cards: Cards) -> bool:
    """Return whether a hand has all of some cards, with as many copies."""
    return all(hand.count(card) >= cards.count(card) for card in cards)


def answers(state: YummyState, effect: Answer) -> list[Reply]:
    """Return the answers to an offer: accept, decline, or make a counter-offer to a first offer.

    The seat can accept only if its hand has the requested labels. It can always make a
    counter-offer, since ``openings`` leaves out the seats without cards.
    """
    replies: list[Reply] = [ACCEPT] if holds(state.hands[effect.seat], effect.ask) else []
    replies.append(DECLINE)
    if not effect.is_counter:
        replies.append(COUNTER)
    return replies


def begin(state: YummyState, seat: int, partner: int, emit: Emitter) -> None:
    """Open a trade: the seat builds an offer to the partner."""
    state.openings += bytes((partner,))
    state.pending.append(Offer(seat, partner, is_counter=False))
    if emit:
        emit(acts.TradeOpened(seat, partner))


def step(state: YummyState, effect: Offer, action: Step, emit: Emitter) -> None:
    """Add a card or a label to an offer, or make the offer."""
    seat, partner, giving, asking = effect.seat, effect.partner, effect.give, effect.ask
    if not isinstance(action, acts.Propose):
        if isinstance(action, acts.Give):
            giving += bytes((action.card,))
        else:
            asking += bytes((action.label,))
        state.pending.append(Offer(seat, partner, effect.is_counter, giving, asking))
        if emit:
            emit(acts.Picked(seat, giving, asking))
        return
    # The partner sees the cards even if the offer is declined.
    show(state, seat, giving, partner)
    state.pending.append(Answer(partner, seat, effect.is_counter, giving, asking))
    if emit:
        emit(acts.Offered(seat, partner, giving, asking))


def answer(state: YummyState, effect: Answer, action: Reply, emit: Emitter) -> None:
    """Carry out the answer to an offer. The effect's seat answers; its partner made the offer, and
    ``give`` and ``ask`` are the partner's."""
    seat, partner = effect.seat, effect.partner
    is_accepted = isinstance(action, acts.Accept)
    # Rows are by maker of the offer. A counter-offer declines the offer, too.
    state.declined[partner * len(state.hands) + seat] = b"" if is_accepted else effect.ask
    if isinstance(action, acts.Counter):
        state.pending.append(Offer(seat, partner, is_counter=True))
        if emit:
            emit(acts.Countered(seat, partner))
    elif is_accepted:
        _exchange(state, effect)
        if emit:
            emit(acts.Traded(partner, seat, effect.give, effect.ask))
    elif emit:
        emit(acts.Declined(seat, partner))


def _exchange(state: YummyState, effect: Answer) -> None:
    """Exchange the cards of an offer that the effect's seat has accepted, and record who knows of
    them."""
    seat, partner = effect.seat, effect.partner
    hands = state.hands
    hands[seat] = together(without(hands[seat], effect.ask), effect.give)
    hands[partner] = together(without(hands[partner], effect.give), effect.ask)
    # The requested labels are public; the cards given are seen by these two players only.
    remove_openly(state, seat, effect.ask)
    pass_hidden(state, partner, seat, effect.give)
    add_openly(state, partner, effect.ask)
