"""The rules of Yummy Darwinism in order: setup, the moves of a turn, the end.

Section names are those of the rulebook, rulings those of the rules page.
"""

from collections.abc import Sequence
from typing import Final, get_args

from darwin_core.contract.cards import together, without
from darwin_core.contract.chance import from_seed, rolled, shuffled
from darwin_core.contract.game import Clock
from darwin_core.games.yummy import actions, effects, events, memory, trades
from darwin_core.games.yummy.actions import BANK, END, KEEP, AnyAction, AnyMove
from darwin_core.games.yummy.components import (
    BOX,
    CITIZENS,
    FIRST_ACTION,
    GROUP,
    HAND,
    JOKERS,
    OPENINGS,
    TRADED,
    TRUMPED,
    USA,
)
from darwin_core.games.yummy.effects import AnyEffect
from darwin_core.games.yummy.events import Emitter, YummyEvent
from darwin_core.games.yummy.scoring import outcome
from darwin_core.games.yummy.state import Triplet, YummyOptions, YummyState
from darwin_core.games.yummy.triplets import (
    SIZE,
    can_be_trumped,
    captures,
    group_of,
    is_one_kind,
    lays,
    swapped,
    swaps,
)
from darwin_core.kit.effects import Rules, ask, ask_if_any, at_once, rules
from darwin_core.kit.fields import cloner


def setup(options: YummyOptions, seats: int, seed: str, emit: Emitter = None) -> YummyState:
    """Shuffle, deal six cards each, and draw who begins. [How to play; ruling: start]"""
    chance, cards = shuffled(from_seed(seed), BOX)
    chance, (first,) = rolled(chance, seats, 1)
    hands = [bytes(sorted(cards[HAND * seat : HAND * (seat + 1)])) for seat in range(seats)]
    state = YummyState(
        chance=chance,
        options=options,
        deck=bytes(cards[HAND * seats :]),
        out=b"",
        hands=hands,
        fields=[()] * seats,
        piles=[()] * seats,
        seen=[b""] * (seats * (seats + 1)),
        declined=[b""] * (seats * seats),
        direction=1,
        turn=0,
        openings=b"",
        has_marked=False,
        pending=[effects.Begin(first)],
    )
    if emit:
        emit(events.Dealt(tuple(hands), first))
    RULES.settle(state, emit)
    return state


clone: Final = cloner(YummyState)


# --- a turn


def _begin_turn(state: YummyState, effect: effects.Begin, emit: Emitter) -> None:
    """Begin a turn: draw a card. The deck is never empty here. [How to play 1]"""
    seat = effect.seat
    state.turn += 1
    state.openings = b""
    state.has_marked = False
    card, state.deck = state.deck[:1], state.deck[1:]
    state.hands[seat] = together(state.hands[seat], card)
    state.pending.append(effects.Move(seat))
    if emit:
        emit(events.TurnBegan(seat, card[0], len(state.deck)))


def _next_seat(state: YummyState, seat: int) -> int:
    """Return the next seat in the present direction."""
    return (seat + state.direction) % len(state.hands)


def limit(state: YummyState, seat: int) -> int:
    """Return the largest hand at the end of a turn: one more card for each triplet on the field.
    [How to play 4]"""
    return HAND + len(state.fields[seat])


def is_last_turn(state: YummyState) -> bool:
    """Return whether the last card was drawn when this turn began. The turn is played to its end.
    [ruling: End]"""
    return not state.deck


def _moves(state: YummyState, effect: effects.Move) -> Sequence[AnyMove]:
    """Return all moves: lay, trump, mark, swap, trade or end, as often and in any order as
    wanted."""
    seat = effect.seat
    hand = state.hands[seat]
    found: list[AnyMove] = [*lays(hand)]
    action_cards = [card for card in hand if card >= FIRST_ACTION]
    for owner, field in enumerate(state.fields):
        if owner == seat:
            continue
        for place, triplet in enumerate(field):
            group = group_of(triplet)
            for card in action_cards:
                if TRUMPED[card] == group and can_be_trumped(triplet):
                    found.append(actions.Trump(card, owner, place))
                elif group == USA and GROUP[card] == CITIZENS and not state.has_marked:
                    found.append(actions.Mark(card, owner, place))
            if triplet[SIZE - 1] in JOKERS:
                found += [
                    actions.Swap(card, owner, place) for card in swaps(triplet) if card in hand
                ]
    found += trades.openings(state, seat)
    found.append(END)
    return found


def _lay(state: YummyState, seat: int, cards: Triplet, emit: Emitter) -> None:
    """Lay a triplet; one of a kind may go to the point pile. [How to play 2, special rule 1]"""
    _play(state, seat, cards)
    if emit:
        emit(events.Laid(seat, cards))
    if is_one_kind(cards):
        state.pending.append(effects.Place(seat, cards))
    else:
        state.fields[seat] += (cards,)


def _places(state: YummyState, effect: effects.Place) -> Sequence[actions.Keep | actions.Bank]:
    return (KEEP, BANK)


def _put(
    state: YummyState, effect: effects.Place, action: actions.Keep | actions.Bank, emit: Emitter
) -> None:
    """Put a triplet on the field, or bank it, which reverses the direction of play. [special rule
    1]"""
    seat, cards = effect.seat, effect.cards
    if isinstance(action, actions.Bank):
        state.piles[seat] += (cards,)
        state.direction = -state.direction
        if emit:
            emit(events.Banked(seat, cards, state.direction))
    else:
        state.fields[seat] += (cards,)
        if emit:
            emit(events.Kept(seat, cards))


def _play(state: YummyState, seat: int, cards: bytes) -> None:
    """Play cards openly from a hand."""
    state.hands[seat] = without(state.hands[seat], cards)
    memory.remove_openly(state, seat, cards)


def _take(state: YummyState, owner: int, place: int) -> Triplet:
    """Take a triplet from a field, and return it."""
    field = state.fields[owner]
    state.fields[owner] = field[:place] + field[place + 1 :]
    return field[place]


def _trump(state: YummyState, seat: int, action: actions.Trump, emit: Emitter) -> None:
    """Trump a triplet: it goes to the point pile, one of the USA to the field. [How to play 3,
    special rule 4]"""
    _play(state, seat, bytes((action.card,)))
    state.out += bytes((action.card,))
    triplet = _take(state, action.owner, action.place)
    where = state.fields if group_of(triplet) == USA else state.piles
    where[seat] += (triplet,)
    if emit:
        emit(events.Trumped(seat, action.card, action.owner, triplet))


def _mark(state: YummyState, seat: int, action: actions.Mark, emit: Emitter) -> None:
    """Mark a triplet; the third mark captures it. [special rule 5]

    A captured triplet goes without marks to the field of the player who captures it. All three
    marks leave the game.
    """
    card = bytes((action.card,))
    _play(state, seat, card)
    state.has_marked = True
    owner, place = action.owner, action.place
    field = state.fields[owner]
    if emit:
        emit(events.Marked(seat, action.card, owner, field[place] + card))
    if captures(field[place]):
        triplet = _take(state, owner, place)
        state.out += triplet[SIZE:] + card
        state.fields[seat] += (triplet[:SIZE],)
        if emit:
            emit(events.Captured(seat, owner, triplet[:SIZE]))
    else:
        state.fields[owner] = (*field[:place], field[place] + card, *field[place + 1 :])


def _swap(state: YummyState, seat: int, action: actions.Swap, emit: Emitter) -> None:
    """Swap a card for a joker: the joker goes to the hand, the card replaces it. [special rule
    2]"""
    owner, place = action.owner, action.place
    field = state.fields[owner]
    triplet = field[place]
    joker = triplet[SIZE - 1 : SIZE]
    _play(state, seat, bytes((action.card,)))
    state.hands[seat] = together(state.hands[seat], joker)
    memory.add_openly(state, seat, joker)
    state.fields[owner] = (*field[:place], swapped(triplet, action.card), *field[place + 1 :])
    if emit:
        emit(events.Swapped(seat, action.card, owner, joker[0]))


def _end_turn(state: YummyState, seat: int, emit: Emitter) -> None:
    """Draw up, or discard the excess.

    The match ends if this was the last turn, or if drawing up takes the last card. [How to play 4;
    the end of the game; ruling: End]
    """
    was_last = is_last_turn(state)
    missing = limit(state, seat) - len(state.hands[seat])
    if missing > 0 and not was_last:
        cards, state.deck = state.deck[:missing], state.deck[missing:]
        state.hands[seat] = together(state.hands[seat], cards)
        if emit:
            emit(events.Refilled(seat, bytes(sorted(cards))))
    if state.deck:
        state.pending.append(effects.Trim(seat))


def _discards(state: YummyState, effect: effects.Trim) -> Sequence[actions.Discard]:
    """Return the kinds of cards in a hand that is too large; there are always several. [How to play
    4]"""
    hand = state.hands[effect.seat]
    if len(hand) <= limit(state, effect.seat):
        return ()
    return [actions.Discard(card) for card in sorted({*hand})]


def _discard(
    state: YummyState, effect: effects.Trim, action: actions.Discard, emit: Emitter
) -> None:
    """Discard an excess card face up, out of the game. [How to play 4]"""
    seat, card = effect.seat, action.card
    state.pending.append(effect)
    cards = bytes((card,))
    _play(state, seat, cards)
    state.out += cards
    if emit:
        emit(events.Discarded(seat, card))


def _pass_turn(state: YummyState, effect: effects.Trim, emit: Emitter) -> None:
    state.pending.append(effects.Begin(_next_seat(state, effect.seat)))


def _move(state: YummyState, effect: effects.Move, action: AnyMove, emit: Emitter) -> None:
    """Carry out a move; the turn continues until its player ends it."""
    seat = effect.seat
    if type(action) is actions.End:
        _end_turn(state, seat, emit)
        return
    state.pending.append(effect)
    # A comparison of types takes a fifth of the time of a match.
    if type(action) is actions.Lay:
        _lay(state, seat, action.cards, emit)
    elif type(action) is actions.Trade:
        trades.begin(state, seat, action.partner, emit)
    elif type(action) is actions.Trump:
        _trump(state, seat, action, emit)
    elif type(action) is actions.Mark:
        _mark(state, seat, action, emit)
    elif type(action) is actions.Swap:
        _swap(state, seat, action, emit)


# --- the end


def _end(state: YummyState, emit: Emitter) -> None:
    if emit and (result := outcome(state)):
        emit(events.Ended(result.totals, result.winners))


def clock(state: YummyState) -> Clock:
    """Return the round and the turn in it.

    A round has as many turns as there are seats, whatever the direction. The last turn is not known
    before the deck is empty.
    """
    seats = len(state.hands)
    turn = max(state.turn, 1) - 1
    most = turns(seats)
    return Clock(turn // seats + 1, -(-most // seats), turn % seats + 1, seats)


def left(state: YummyState) -> float:
    """Return the share of the deck that is left: how many turns that means, nobody knows."""
    return len(state.deck) / turns(len(state.hands))


def turns(seats: int) -> int:
    """Return the largest number of turns in a match: each draws a card. [ruling: End]"""
    return len(BOX) - HAND * seats


def bound(seats: int) -> int:
    """Return an upper bound of the choices in a match.

    In a turn these are trades, each an offer and a counter-offer, and swaps. In a match these are
    triplets laid, cards played and cards discarded.
    """
    offer = 2 * TRADED + 2
    turn = OPENINGS * 2 * (offer + 1) + 3 * len(JOKERS) + 1
    return turns(seats) * turn + len(BOX)


# --- the table of rules


_RULES: Final = (
    at_once(effects.Begin, _begin_turn),
    ask(effects.Move, _moves, _move),
    ask(effects.Place, _places, _put),
    ask(effects.Offer, trades.steps, trades.step),
    ask(effects.Answer, trades.answers, trades.answer),
    ask_if_any(effects.Trim, _discards, _discard, otherwise=_pass_turn),
)
RULES: Final[Rules[YummyState, AnyAction, YummyEvent]] = rules(
    get_args(AnyEffect), _RULES, emptied=_end
)
to_move: Final = RULES.to_move
legal: Final = RULES.legal
apply: Final = RULES.apply
