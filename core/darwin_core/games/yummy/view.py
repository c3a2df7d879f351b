"""The views of a match of Yummy Darwinism, redaction of its events, and states that fit a view.

Hidden are other hands, the order of the deck, an offer that is not made yet, the cards that two
others give each other in a trade, and the memories of others. [ruling: Hidden]
"""

from itertools import chain
from operator import mul

from darwin_core.contract.cards import ONE, Cards
from darwin_core.contract.chance import shuffled
from darwin_core.contract.game import HIDDEN, SPECTATOR, Holding
from darwin_core.games.yummy import effects, events, memory
from darwin_core.games.yummy.components import COPIES
from darwin_core.games.yummy.effects import AnyEffect
from darwin_core.games.yummy.events import YummyEvent
from darwin_core.games.yummy.memory import memory_index
from darwin_core.games.yummy.rules import clone
from darwin_core.games.yummy.state import YummyState
from darwin_core.kit.hidden import UNKNOWN, backs


def view(state: YummyState, viewer: int) -> YummyState:
    """Return the state with HIDDEN for everything that the viewer may not see."""
    seats = len(state.hands)
    seen = clone(state)
    seen.chance = b""
    seen.deck = UNKNOWN * len(state.deck)
    seen.hands = backs(state.hands, viewer)
    first = memory_index(state, min(viewer, seats), 0)
    known = state.seen
    # Everybody has seen what spectators have seen.
    seen.seen = [UNKNOWN] * (seats * seats) + known[seats * seats :]
    seen.seen[first : first + seats] = known[first : first + seats]
    if state.pending:
        top = state.pending[-1]
        if isinstance(top, effects.Offer) and top.seat != viewer and not top.is_counter:
            # Until it is made, others do not know that there will be an offer.
            seen.pending.pop()
            seen.openings = state.openings[:-1]
        else:
            seen.pending[-1] = _effect(top, viewer)
    return seen


def _effect(effect: AnyEffect, viewer: int) -> AnyEffect:
    match effect:
        case effects.Offer(seat, partner, is_counter) if seat != viewer:
            return effects.Offer(seat, partner, is_counter, UNKNOWN, UNKNOWN)
        case effects.Answer(seat, partner, is_counter, give, ask) if viewer not in (seat, partner):
            return effects.Answer(seat, partner, is_counter, UNKNOWN * len(give), ask)
        case _:
            return effect


def redact(event: YummyEvent, viewer: int) -> YummyEvent | None:
    """Return an event as a viewer may know it, or None."""
    match event:
        case events.Dealt(hands, first):
            return events.Dealt(tuple(backs(hands, viewer)), first)
        case events.TurnBegan(seat, _, left) if seat != viewer:
            return events.TurnBegan(seat, HIDDEN, left)
        case events.Refilled(seat, cards) if seat != viewer:
            return events.Refilled(seat, UNKNOWN * len(cards))
        case events.TradeOpened(seat) | events.Picked(seat) if seat != viewer:
            return None
        case events.Offered(seat, partner, give, ask) if viewer not in (seat, partner):
            return events.Offered(seat, partner, UNKNOWN * len(give), ask)
        case events.Traded(seat, partner, give, ask) if viewer not in (seat, partner):
            return events.Traded(seat, partner, UNKNOWN * len(give), ask)
        case _:
            return event


def known_cards(view: YummyState) -> list[int]:
    """Return every card that a viewer sees anywhere; of a whole state, all 100."""
    laid = (effect.cards for effect in view.pending if isinstance(effect, effects.Place))
    triplets = (triplet for row in (*view.fields, *view.piles) for triplet in row)
    rows = (view.deck, view.out, *view.hands, *laid, *triplets)
    return [card for cards in rows for card in cards if card != HIDDEN]


def remembered(view: YummyState, viewer: int) -> list[Cards]:
    """Return by seat the cards of others that a viewer knows."""
    seats = len(view.hands)
    first = memory_index(view, min(viewer, seats), 0)
    return view.seen[first : first + seats]


def viewer_of(view: YummyState) -> int:
    """Return the viewer of a view."""
    seats = len(view.hands)
    mine = next(place for place, cards in enumerate(view.seen) if cards != UNKNOWN) // seats
    return mine if mine < seats else SPECTATOR


def left_to(state: YummyState, viewer: int) -> list[int]:
    """Return by label the number of cards that a viewer has not seen or does not remember, of a
    whole state or of its view."""
    laid = [effect.cards for effect in state.pending if isinstance(effect, effects.Place)]
    mine = state.hands[viewer] if viewer < len(state.hands) else b""
    rows = (*laid, *chain(*state.fields, *state.piles), *remembered(state, viewer))
    left = [*COPIES]
    for card in b"".join((mine, state.out, *rows)):
        left[card] -= 1
    return left


def unseen(view: YummyState, viewer: int) -> Cards:
    """Return the cards unknown to a viewer, in order: the deck and the unknown part of others'
    hands."""
    return b"".join(map(mul, ONE, left_to(view, viewer)))


def determinize(view: YummyState, chance: bytes) -> YummyState:
    """Return a complete state that looks the same to the viewer.

    Cards that the viewer knows stay in their hands; the other unknown cards are dealt at random.
    """
    viewer = viewer_of(view)
    chance, cards = shuffled(chance, unseen(view, viewer))
    rest = iter(cards)
    state = clone(view)
    state.chance = chance
    for seat, known in enumerate(remembered(view, viewer)):
        if seat != viewer:
            missing = len(view.hands[seat]) - len(known)
            dealt = bytes(next(rest) for _ in range(missing))
            state.hands[seat] = bytes(sorted(known + dealt))
    state.deck = bytes(rest)
    state.seen = [
        _public_memory(view, place) if cards == UNKNOWN else cards
        for place, cards in enumerate(view.seen)
    ]
    if state.pending:
        effect = _with_guessed_cards(state, state.pending[-1])
        state.pending[-1] = effect
        if isinstance(effect, effects.Answer):
            memory.show(state, effect.partner, effect.give, effect.seat)
    return state


def _public_memory(view: YummyState, place: int) -> Cards:
    """Return the least memory of another viewer: the cards that all have seen."""
    seats = len(view.hands)
    viewer, holder = divmod(place, seats)
    return b"" if viewer == holder else view.seen[memory_index(view, seats, holder)]


def _with_guessed_cards(state: YummyState, effect: AnyEffect) -> AnyEffect:
    """Return an offer that is partly hidden, with cards that its seat could have given."""
    match effect:
        case effects.Offer(seat, partner, is_counter, give) if give == UNKNOWN:
            return effects.Offer(seat, partner, is_counter)
        case effects.Answer(seat, partner, is_counter, give, ask) if HIDDEN in give:
            _, hand = shuffled(state.chance, state.hands[partner])
            return effects.Answer(seat, partner, is_counter, bytes(sorted(hand[: len(give)])), ask)
        case _:
            return effect


def holdings(state: YummyState) -> list[Holding]:
    """Return the hands."""
    return [Holding(seat, "hand", cards) for seat, cards in enumerate(state.hands)]
