"""The twin of a state: everything hidden from a viewer, changed.

Written from the paragraph "Hidden" of the rules: hands, the deck's order, and an offer before it is
made are hidden. In a trade the two partners see the cards given or offered, and know that the other
held them then. The others see the traders, the number of cards, the labels asked for, and the
answer. Cards seen in a hand that must still be there stay there for the players who saw them; cards
that all saw stay for all.
The twin uses states only, never the game's views of them.
"""

from random import Random

import msgspec
from core.twins import exchange

from darwin_core.games.yummy.material import Answer, Move, Offer, YummyState


def twin(state: YummyState, viewer: int, rng: Random) -> YummyState:
    """Deal the hidden cards again, or exchange as few as two of them."""
    seats = len(state.hands)
    others = [seat for seat in range(seats) if seat != viewer]
    place = min(viewer, seats)
    known = {seat: _stays(state, place, seat, viewer) for seat in others}
    loose = {seat: _less(state.hands[seat], known[seat]) for seat in others}
    pool = [*state.deck, *(card for seat in others for card in loose[seat])]
    if rng.random() < 0.5:
        exchange(pool, rng)
    else:
        rng.shuffle(pool)
    cards = iter(pool)
    deck = bytes(next(cards) for _ in state.deck)
    hands = list(state.hands)
    for seat in others:
        dealt = [next(cards) for _ in loose[seat]]
        hands[seat] = bytes(sorted([*known[seat], *dealt]))
    pending, openings = _unseen_opening(state, hands, viewer, rng)
    if pending:
        pending[-1] = _offer(pending[-1], hands, viewer, rng)
    return msgspec.structs.replace(
        state,
        chance=rng.randbytes(16),
        deck=deck,
        hands=hands,
        seen=_memories(state, place, hands, pending, rng),
        openings=openings,
        pending=pending,
    )


def _stays(state: YummyState, place: int, seat: int, viewer: int) -> list[int]:
    """Return the cards of a hand that the viewer knows: from memory, and from an offer to the
    viewer."""
    stays = list(state.seen[place * len(state.hands) + seat])
    top = state.pending[-1] if state.pending else None
    if isinstance(top, Answer) and top.partner == seat and top.seat == viewer:
        stays += _less(top.give, stays)
    return stays


def _unseen_opening(state: YummyState, hands, viewer: int, rng: Random):
    """Return the pending effects and the openings, where another may have opened a trade or not."""
    pending = list(state.pending)
    openings = state.openings
    top = pending[-1] if pending else None
    is_open = isinstance(top, Offer) and not top.is_counter
    if not (is_open or isinstance(top, Move)) or top is None or top.seat == viewer:
        return pending, openings
    if is_open:
        openings = openings[:-1]
        pending.pop()
    seat = top.seat
    partners = [other for other, hand in enumerate(hands) if hand and other != seat]
    if rng.random() < 0.5 and len(openings) < 2 and hands[seat] and partners:
        partner = rng.choice(partners)
        openings += bytes((partner,))
        pending.append(Offer(seat, partner, is_counter=False))
    return pending, openings


def _offer(effect, hands, viewer: int, rng: Random):
    """Return an offer of others with other cards; only a made offer keeps their number."""
    if isinstance(effect, Offer) and effect.seat != viewer:
        give = _some(hands[effect.seat], rng.randint(0, 3), rng)
        ask = bytes(sorted(rng.sample(range(50), rng.randint(0, 3)))) if give else b""
        return msgspec.structs.replace(effect, give=give, ask=ask)
    if isinstance(effect, Answer) and viewer not in (effect.seat, effect.partner):
        give = _some(hands[effect.partner], len(effect.give), rng)
        return msgspec.structs.replace(effect, give=give)
    return effect


def _memories(state: YummyState, place: int, hands, pending, rng: Random) -> list[bytes]:
    """Return memories: the viewer's own and the spectators' are kept, those of others are changed.

    A changed memory is true and includes all that spectators have seen; beyond that it is random.
    """
    seats = len(hands)
    public = seats * seats
    seen = list(state.seen)
    for viewer in range(seats):
        for seat in range(seats):
            if viewer in (place, seat):
                continue
            row = list(state.seen[public + seat])
            more = _less(hands[seat], row)
            row += rng.sample(more, rng.randint(0, min(2, len(more))))
            top = pending[-1] if pending else None
            if isinstance(top, Answer) and (top.seat, top.partner) == (viewer, seat):
                row += _less(top.give, row)
            seen[viewer * seats + seat] = bytes(sorted(row))
    return seen


def _some(hand: bytes, number: int, rng: Random) -> bytes:
    return bytes(sorted(rng.sample(list(hand), min(number, len(hand)))))


def _less(cards, gone) -> list[int]:
    """Return cards without others."""
    left = list(cards)
    for card in gone:
        if card in left:
            left.remove(card)
    return left
