"""Checks of a sound state: the cards are there, memories are true, and offers are sound."""

from darwin_core.contract.game import HIDDEN
from darwin_core.games.yummy import effects
from darwin_core.games.yummy.components import (
    BOX,
    CITIZENS,
    FIRST_ACTION,
    GROUP,
    LABELS,
    MARKS,
    OPENINGS,
    TRADED,
    USA,
)
from darwin_core.games.yummy.memory import memory_index
from darwin_core.games.yummy.rules import legal
from darwin_core.games.yummy.state import Triplet, YummyState
from darwin_core.games.yummy.trades import holds
from darwin_core.games.yummy.triplets import SIZE, group_of, is_one_kind, is_triplet
from darwin_core.games.yummy.view import known_cards


def problems(state: YummyState) -> list[str]:
    """Return the inconsistencies: cards that are missing, memories that are false, offers that
    cannot be."""
    seats = len(state.hands)
    found: list[str] = []
    if not 2 <= seats <= 5 or {len(state.fields), len(state.piles)} != {seats}:
        return ["the seats do not agree"]
    if len(state.seen) != seats * (seats + 1):
        return ["the memories are not as many as the seats ask for"]
    if len(state.declined) != seats * seats:
        return ["the offers declined are not as many as the seats ask for"]
    rows = (state.deck, state.out, *state.hands, *state.seen, *state.declined)
    if any(card >= LABELS for cards in rows for card in cards):
        return ["there is no such card"]
    triplets = [each for row in (*state.fields, *state.piles) for each in row]
    if not all(triplets):
        return ["a triplet has no cards"]
    if sorted(known_cards(state)) != sorted(BOX):
        found.append("the cards are not the 100 of the box")
    if any(bytes(sorted(hand)) != hand for hand in state.hands):
        found.append("a hand is not in order")
    for each in triplets:
        if not is_triplet(each[:SIZE]):
            found.append("three cards are no triplet")
        elif len(each) > SIZE and not _is_marked_well(each):
            found.append("a triplet has marks that it cannot have")
    if any(len(each) > SIZE for pile in state.piles for each in pile):
        found.append("a triplet on a point pile has marks")
    if state.direction not in (1, -1):
        found.append("play goes in no direction")
    if len(state.openings) > OPENINGS or any(seat >= seats for seat in state.openings):
        found.append("too many trades were opened, or with somebody who is not there")
    return found + _memory_problems(state) + _pending_problems(state)


def _is_marked_well(triplet: Triplet) -> bool:
    marks = triplet[SIZE:]
    is_citizens = all(card >= FIRST_ACTION and GROUP[card] == CITIZENS for card in marks)
    return group_of(triplet) == USA and is_citizens and len(marks) < MARKS


def _memory_problems(state: YummyState) -> list[str]:
    """Return the errors of the memories.

    Each viewer remembers only cards that are there, and only of other hands. Each player remembers
    all that spectators have seen.
    """
    found: list[str] = []
    seats = len(state.hands)
    for holder, hand in enumerate(state.hands):
        by_all = state.seen[memory_index(state, seats, holder)]
        for viewer in range(seats):
            cards = state.seen[memory_index(state, viewer, holder)]
            if viewer == holder and cards:
                found.append("a seat remembers its own hand")
            elif viewer != holder and not holds(cards, by_all):
                found.append("spectators have seen what a player has not")
            elif not holds(hand, cards):
                found.append("somebody remembers cards that are not there")
        if not holds(hand, by_all):
            found.append("spectators remember cards that are not there")
    return found


def _pending_problems(state: YummyState) -> list[str]:
    """Return the error if the top effect is not a decision of a seat."""
    if not state.pending:
        return [] if not state.deck else ["the match is over before the deck"]
    first, top = state.pending[0], state.pending[-1]
    if isinstance(top, effects.Begin) or not 0 <= top.seat < len(state.hands):
        return ["nobody has to choose, or somebody who is not there"]
    if isinstance(top, effects.Offer | effects.Answer):
        if not 0 <= top.partner < len(state.hands) or top.partner == top.seat:
            return ["there is nobody to trade with"]
        if first.seat not in (top.seat, top.partner):
            return ["two trade of whom neither is in turn"]
        if problem := _offer_problem(state, top):
            return [problem]
    if isinstance(top, effects.Place) and not (is_triplet(top.cards) and is_one_kind(top.cards)):
        return ["what may be banked is not three of a kind"]
    if not legal(state, top.seat):
        return ["there is nothing to choose"]
    return []


def _offer_problem(state: YummyState, offer: effects.Offer | effects.Answer) -> str | None:
    """Return the error of an offer, made or not, or None."""
    is_made = isinstance(offer, effects.Answer)
    giver = offer.partner if is_made else offer.seat
    give, ask = offer.give, offer.ask
    if HIDDEN in (*give, *ask):
        return None
    if not holds(state.hands[giver], give):
        return "an offer gives what its seat does not hold"
    if max(len(give), len(ask)) > TRADED or not holds(BOX, ask):
        return "an offer is too large, or asks for more than there is"
    if bytes(sorted(give)) != give or bytes(sorted(ask)) != ask:
        return "an offer is not in order"
    if is_made and not (give and ask):
        return "an offer is a gift"
    if is_made and not holds(state.seen[memory_index(state, offer.seat, giver)], give):
        return "a player does not remember the cards of an offer to them"
    return None
