"""The views of a match of Yummy Darwinism, redaction of its events, states that fit a view, and the
invariants of a state.

Hidden are other hands, the order of the deck, an offer that is still being built, the cards given
in a trade between two other seats, and the memories of other viewers. [ruling: Hidden]
"""

from itertools import chain
from operator import mul
from typing import Final

from darwin_core.contract.cards import ONE, Cards
from darwin_core.contract.chance import shuffled
from darwin_core.contract.game import HIDDEN, SPECTATOR, Holding
from darwin_core.games.yummy import acts, material, trades
from darwin_core.games.yummy.acts import YummyEvent
from darwin_core.games.yummy.material import (
    BOX,
    CITIZENS,
    COPIES_OF,
    FIRST_ACTION,
    GROUP_OF,
    LABELS,
    MARKS_TO_CAPTURE,
    TRADE_CARDS_MAX,
    TRADES_MAX,
    USA,
    AnyEffect,
    Triplet,
    YummyState,
)
from darwin_core.games.yummy.rules import SIZE, clone, group_of, is_one_kind, is_triplet, legal
from darwin_core.games.yummy.trades import holds, memory_index
from darwin_core.kit.states import UNKNOWN, backs

SEATS: Final = range(2, 6)
"""The numbers of seats that the rules allow."""


def view(state: YummyState, viewer: int) -> YummyState:
    """Return the state with HIDDEN for everything that the viewer may not see."""
    seats = len(state.hands)
    redacted = clone(state)
    redacted.chance = b""
    redacted.deck = UNKNOWN * len(state.deck)
    redacted.hands = backs(state.hands, viewer)
    # The memories are a table with a row for each viewer; all spectators have the last one.
    start = memory_index(state, min(viewer, seats), 0)
    memories = state.seen
    # Everybody has seen what spectators have seen.
    redacted.seen = [UNKNOWN] * (seats * seats) + memories[seats * seats :]
    redacted.seen[start : start + seats] = memories[start : start + seats]
    if state.pending:
        top = state.pending[-1]
        if isinstance(top, material.Offer) and top.seat != viewer and not top.is_counter:
            # Others do not know of an offer before it is made; a counter-offer is announced.
            redacted.pending.pop()
            redacted.openings = state.openings[:-1]
        else:
            redacted.pending[-1] = _redact_effect(top, viewer)
    return redacted


def _redact_effect(effect: AnyEffect, viewer: int) -> AnyEffect:
    """Return the top effect without the cards that are hidden from a viewer."""
    match effect:
        case material.Offer(seat, partner, is_counter) if seat != viewer:
            return material.Offer(seat, partner, is_counter, UNKNOWN, UNKNOWN)
        case material.Answer(seat, partner, is_counter, give, ask) if viewer not in (seat, partner):
            return material.Answer(seat, partner, is_counter, UNKNOWN * len(give), ask)
        case _:
            return effect


def redact(event: YummyEvent, viewer: int) -> YummyEvent | None:
    """Return an event without the parts that are hidden from a viewer; None if all of it is
    hidden."""
    match event:
        case acts.Dealt(hands, first):
            return acts.Dealt(tuple(backs(hands, viewer)), first)
        case acts.TurnBegan(seat, _, left) if seat != viewer:
            return acts.TurnBegan(seat, HIDDEN, left)
        case acts.Refilled(seat, cards) if seat != viewer:
            return acts.Refilled(seat, UNKNOWN * len(cards))
        case acts.TradeOpened(seat) | acts.Picked(seat) if seat != viewer:
            return None
        case acts.Offered(seat, partner, give, ask) if viewer not in (seat, partner):
            return acts.Offered(seat, partner, UNKNOWN * len(give), ask)
        case acts.Traded(seat, partner, give, ask) if viewer not in (seat, partner):
            return acts.Traded(seat, partner, UNKNOWN * len(give), ask)
        case _:
            return event


def known_cards(view: YummyState) -> list[int]:
    """Return every card that a viewer sees, wherever it is. For a whole state, these are all 100
    cards."""
    laid = (effect.cards for effect in view.pending if isinstance(effect, material.PlaceTriplet))
    triplets = chain(*view.fields, *view.piles)
    zones = (view.deck, view.out, *view.hands, *laid, *triplets)
    return [card for cards in zones for card in cards if card != HIDDEN]


def remembered_by_seat(view: YummyState, viewer: int) -> list[Cards]:
    """Return by seat the cards of others that a viewer knows."""
    seats = len(view.hands)
    start = memory_index(view, min(viewer, seats), 0)
    return view.seen[start : start + seats]


def viewer_of(view: YummyState) -> int:
    """Return the viewer of a view: the first row of memories that is not hidden is theirs."""
    seats = len(view.hands)
    row = next(index for index, cards in enumerate(view.seen) if cards != UNKNOWN) // seats
    return row if row < seats else SPECTATOR


def unseen_copies(state: YummyState, viewer: int) -> list[int]:
    """Return, by label, the number of cards that a viewer has not seen or does not remember, given
    a whole state or the viewer's view."""
    laid = [effect.cards for effect in state.pending if isinstance(effect, material.PlaceTriplet)]
    own_hand = state.hands[viewer] if viewer < len(state.hands) else b""
    zones = (*laid, *chain(*state.fields, *state.piles), *remembered_by_seat(state, viewer))
    copies_left = [*COPIES_OF]
    for card in b"".join((own_hand, state.out, *zones)):
        copies_left[card] -= 1
    return copies_left


def copies_out_of_sight(view: YummyState) -> list[int]:
    """Return, by label, the number of cards that the viewer of a view does not see: others hold
    them, or they can be drawn. Unlike ``unseen_copies``, it counts cards that
    the viewer remembers."""
    copies_left = [*COPIES_OF]
    for card in known_cards(view):
        copies_left[card] -= 1
    return copies_left


def unseen(view: YummyState, viewer: int) -> Cards:
    """Return the cards unknown to a viewer, in order: the deck and the unknown part of others'
    hands."""
    # Each label, repeated for its copies.
    return b"".join(map(mul, ONE, unseen_copies(view, viewer)))


def determinize(view: YummyState, chance: bytes) -> YummyState:
    """Return a complete state that looks the same to the viewer.

    Cards that the viewer knows stay in their hands; the other unknown cards are dealt at random.
    """
    viewer = viewer_of(view)
    chance, cards = shuffled(chance, unseen(view, viewer))
    undealt = iter(cards)
    state = clone(view)
    state.chance = chance
    for seat, known in enumerate(remembered_by_seat(view, viewer)):
        if seat != viewer:
            missing = len(view.hands[seat]) - len(known)
            dealt = bytes(next(undealt) for _ in range(missing))
            state.hands[seat] = bytes(sorted(known + dealt))
    state.deck = bytes(undealt)
    state.seen = [
        _public_memory(view, index) if cards == UNKNOWN else cards
        for index, cards in enumerate(view.seen)
    ]
    if state.pending:
        effect = _with_guessed_cards(state, state.pending[-1])
        state.pending[-1] = effect
        if isinstance(effect, material.Answer):
            trades.show(state, effect.partner, effect.give, effect.seat)
    return state


def _public_memory(view: YummyState, index: int) -> Cards:
    """Return the minimum memory of another viewer: the cards that everybody has seen.

    Args:
        index: the index in ``seen``, see ``memory_index``.
    """
    seats = len(view.hands)
    viewer, holder = divmod(index, seats)
    return b"" if viewer == holder else view.seen[memory_index(view, seats, holder)]


def _with_guessed_cards(state: YummyState, effect: AnyEffect) -> AnyEffect:
    """Return an offer that is partly hidden, with cards that its seat could have given."""
    match effect:
        case material.Offer(seat, partner, is_counter, give) if give == UNKNOWN:
            return material.Offer(seat, partner, is_counter)
        case material.Answer(seat, partner, is_counter, give, ask) if HIDDEN in give:
            _, hand = shuffled(state.chance, state.hands[partner])
            return material.Answer(seat, partner, is_counter, bytes(sorted(hand[: len(give)])), ask)
        case _:
            return effect


def holdings(state: YummyState) -> list[Holding]:
    """Return the hands."""
    return [Holding(seat, "hand", cards) for seat, cards in enumerate(state.hands)]


def invariants(state: YummyState) -> list[str]:
    """Return the inconsistencies of a state: missing cards, wrong memories, impossible offers."""
    seats = len(state.hands)
    faults: list[str] = []
    # What follows needs lists of the right length, so the first fault ends the check.
    if seats not in SEATS or {len(state.fields), len(state.piles)} != {seats}:
        return ["the seats do not agree"]
    if len(state.seen) != seats * (seats + 1):
        return ["the memories are not as many as the seats ask for"]
    if len(state.declined) != seats * seats:
        return ["the offers declined are not as many as the seats ask for"]
    zones = (state.deck, state.out, *state.hands, *state.seen, *state.declined)
    if any(card >= LABELS for cards in zones for card in cards):
        return ["there is no such card"]
    # The triplets of a huge hand would be too many to list.
    if any(len(cards) > len(BOX) for cards in zones):
        return ["the cards are not the 100 of the box"]
    triplets = [*chain(*state.fields, *state.piles)]
    if not all(triplets):
        return ["a triplet has no cards"]
    if sorted(known_cards(state)) != sorted(BOX):
        faults.append("the cards are not the 100 of the box")
    if any(bytes(sorted(hand)) != hand for hand in state.hands):
        faults.append("a hand is not in order")
    for triplet in triplets:
        if not is_triplet(triplet[:SIZE]):
            faults.append("three cards are no triplet")
        elif len(triplet) > SIZE and not _is_marked_well(triplet):
            faults.append("a triplet has marks that it cannot have")
    if any(len(triplet) > SIZE for pile in state.piles for triplet in pile):
        faults.append("a triplet on a point pile has marks")
    if state.direction not in (1, -1):
        faults.append("play goes in no direction")
    if len(state.openings) > TRADES_MAX or any(seat >= seats for seat in state.openings):
        faults.append("too many trades were opened, or with somebody who is not there")
    return faults + _memory_faults(state) + _pending_faults(state)


def _is_marked_well(triplet: Triplet) -> bool:
    """Return whether the marks of a triplet are possible: with ``MARKS_TO_CAPTURE`` marks, it would
    be captured."""
    marks = triplet[SIZE:]
    is_citizens = all(card >= FIRST_ACTION and GROUP_OF[card] == CITIZENS for card in marks)
    return group_of(triplet) == USA and is_citizens and len(marks) < MARKS_TO_CAPTURE


def _memory_faults(state: YummyState) -> list[str]:
    """Return the errors of the memories.

    Each viewer remembers only cards that are still in a hand, and only in other hands. Each player
    remembers every card that spectators remember.
    """
    faults: list[str] = []
    seats = len(state.hands)
    for holder, hand in enumerate(state.hands):
        seen_by_all = state.seen[memory_index(state, seats, holder)]
        for viewer in range(seats):
            cards = state.seen[memory_index(state, viewer, holder)]
            if viewer == holder and cards:
                faults.append("a seat remembers its own hand")
            elif viewer != holder and not holds(cards, seen_by_all):
                faults.append("spectators have seen what a player has not")
            elif not holds(hand, cards):
                faults.append("somebody remembers cards that are not there")
        if not holds(hand, seen_by_all):
            faults.append("spectators remember cards that are not there")
    return faults


def _pending_faults(state: YummyState) -> list[str]:
    """Return an error if no seat can decide the top effect, or if the effect is impossible."""
    if not state.pending:
        return [] if not state.deck else ["the match is over before the deck"]
    # The bottom effect is of the player in turn.
    bottom, top = state.pending[0], state.pending[-1]
    if isinstance(top, material.Begin) or not 0 <= top.seat < len(state.hands):
        return ["nobody has to choose, or somebody who is not there"]
    if isinstance(top, material.Offer | material.Answer):
        if not 0 <= top.partner < len(state.hands) or top.partner == top.seat:
            return ["there is nobody to trade with"]
        if bottom.seat not in (top.seat, top.partner):
            return ["two trade of whom neither is in turn"]
        if fault := _offer_fault(state, top):
            return [fault]
    if isinstance(top, material.PlaceTriplet) and not (
        is_triplet(top.cards) and is_one_kind(top.cards)
    ):
        return ["what may be banked is not three of a kind"]
    if not legal(state, top.seat):
        return ["there is nothing to choose"]
    return []


def _offer_fault(state: YummyState, offer: material.Offer | material.Answer) -> str | None:
    """Return the fault of an offer, made or not, or None."""
    # An effect names the seat that decides: the giver while it builds the offer, then the partner.
    is_made = isinstance(offer, material.Answer)
    giver = offer.partner if is_made else offer.seat
    give, ask = offer.give, offer.ask
    if not holds(state.hands[giver], give):
        return "an offer gives what its seat does not hold"
    if max(len(give), len(ask)) > TRADE_CARDS_MAX or not holds(BOX, ask):
        return "an offer is too large, or asks for more than there is"
    if bytes(sorted(give)) != give or bytes(sorted(ask)) != ask:
        return "an offer is not in order"
    if is_made and not (give and ask):
        return "an offer is a gift"
    if is_made and not holds(state.seen[memory_index(state, offer.seat, giver)], give):
        return "a player does not remember the cards of an offer to them"
    return None
