"""The rules of Yummy Darwinism in their order: set-up, a turn and what can be done in it, the end.

Section names are those of the rulebook, rulings those of the rules page.
"""

from collections.abc import Sequence
from typing import Final

from darwin_core.cards import together, without
from darwin_core.game import Clock, Emit, Outcome, ScoreLine, rank
from darwin_core.games.yummy import memory, trades
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
from darwin_core.games.yummy.state import (
    BANK,
    END,
    KEEP,
    Answer,
    AnyAction,
    Bank,
    Banked,
    Begin,
    Captured,
    Dealt,
    Discard,
    Discarded,
    End,
    Ended,
    Kept,
    Laid,
    Lay,
    Mark,
    Marked,
    Move,
    Offer,
    Place,
    Refilled,
    Swap,
    Swapped,
    Trade,
    Trim,
    Triplet,
    Trump,
    Trumped,
    TurnBegan,
    YummyEvent,
    YummyOptions,
    YummyState,
    discard,
    mark,
    swap,
    trump,
)
from darwin_core.games.yummy.triplets import (
    SIZE,
    can_be_trumped,
    captures,
    group_of,
    is_one_kind,
    lays,
    swapped,
    swaps,
    worth,
)
from darwin_core.rng import from_seed, rolled, shuffled

Ear = Emit[YummyEvent] | None

_SEAT: Final = tuple((seat,) for seat in range(5))


def setup(options: YummyOptions, seats: int, seed: str, emit: Ear = None) -> YummyState:
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
        pending=[Begin(first)],
    )
    if emit:
        emit(Dealt(tuple(hands), first))
    _settle(state, emit)
    return state


def clone(state: YummyState) -> YummyState:
    """A copy that shares no list with the original."""
    return YummyState(
        state.chance,
        state.options,
        state.deck,
        state.out,
        state.hands[:],
        state.fields[:],
        state.piles[:],
        state.seen[:],
        state.declined[:],
        state.direction,
        state.turn,
        state.openings,
        state.has_marked,
        state.pending[:],
    )


# --- a turn


def _settle(state: YummyState, emit: Ear) -> None:
    """Do what leaves no choice: begin a turn, once no card is too many. A hand too large always
    has cards of several kinds to choose from."""
    pending = state.pending
    while pending:
        effect = pending[-1]
        if type(effect) is Begin:
            pending.pop()
            _begin_turn(state, effect.seat, emit)
        elif type(effect) is Trim:
            if len(state.hands[effect.seat]) > limit(state, effect.seat):
                return
            pending[-1] = Begin(next_seat(state, effect.seat))
        else:
            return


def _begin_turn(state: YummyState, seat: int, emit: Ear) -> None:
    """Draw a card. The deck is never empty here. [How to play 1]"""
    state.turn += 1
    state.openings = b""
    state.has_marked = False
    card, state.deck = state.deck[:1], state.deck[1:]
    state.hands[seat] = together(state.hands[seat], card)
    state.pending.append(Move(seat))
    if emit:
        emit(TurnBegan(seat, card[0], len(state.deck)))


def next_seat(state: YummyState, seat: int) -> int:
    """Who comes after a seat in the present direction."""
    return (seat + state.direction) % len(state.hands)


def limit(state: YummyState, seat: int) -> int:
    """The cards a hand may have at the end of its turn: one more for each triplet on the field.
    [How to play 4]"""
    return HAND + len(state.fields[seat])


def is_last_turn(state: YummyState) -> bool:
    """Whether the last card was drawn when this turn began, so that it is played to its end.
    [ruling: End]"""
    return not state.deck


def _moves(state: YummyState, seat: int) -> Sequence[AnyAction]:
    """Lay, trump, mark, swap, trade or end, as often and in any order as one likes."""
    hand = state.hands[seat]
    found: list[AnyAction] = [*lays(hand)]
    actions = [card for card in hand if card >= FIRST_ACTION]
    for owner, field in enumerate(state.fields):
        if owner == seat:
            continue
        for place, triplet in enumerate(field):
            group = group_of(triplet)
            for card in actions:
                if TRUMPED[card] == group and can_be_trumped(triplet):
                    found.append(trump(card, owner, place))
                elif group == USA and GROUP[card] == CITIZENS and not state.has_marked:
                    found.append(mark(card, owner, place))
            if triplet[SIZE - 1] in JOKERS:
                found += [swap(card, owner, place) for card in swaps(triplet) if card in hand]
    found += trades.openings(state, seat)
    found.append(END)
    return found


def _lay(state: YummyState, seat: int, cards: Triplet, emit: Ear) -> None:
    """Lay a triplet; one of a kind may go to the point pile. [How to play 2, special rule 1]"""
    _play(state, seat, cards)
    if emit:
        emit(Laid(seat, cards))
    if is_one_kind(cards):
        state.pending.append(Place(seat, cards))
    else:
        state.fields[seat] += (cards,)


def _put(state: YummyState, effect: Place, action: AnyAction, emit: Ear) -> None:
    """Say where a triplet goes. To bank it reverses the direction of play. [special rule 1]"""
    seat, cards = effect.seat, effect.cards
    if isinstance(action, Bank):
        state.piles[seat] += (cards,)
        state.direction = -state.direction
        if emit:
            emit(Banked(seat, cards, state.direction))
    else:
        state.fields[seat] += (cards,)
        if emit:
            emit(Kept(seat, cards))


def _play(state: YummyState, seat: int, cards: bytes) -> None:
    """Cards leave a hand before all eyes."""
    state.hands[seat] = without(state.hands[seat], cards)
    memory.left_openly(state, seat, cards)


def _take(state: YummyState, owner: int, place: int) -> Triplet:
    """Take a triplet from a field."""
    field = state.fields[owner]
    state.fields[owner] = field[:place] + field[place + 1 :]
    return field[place]


def _trump(state: YummyState, seat: int, action: Trump, emit: Ear) -> None:
    """The triplet goes to the point pile, one of the USA to the field. [How to play 3, special rule
    4]"""
    _play(state, seat, bytes((action.card,)))
    state.out += bytes((action.card,))
    triplet = _take(state, action.owner, action.place)
    where = state.fields if group_of(triplet) == USA else state.piles
    where[seat] += (triplet,)
    if emit:
        emit(Trumped(seat, action.card, action.owner, triplet))


def _mark(state: YummyState, seat: int, action: Mark, emit: Ear) -> None:
    """The mark stays on the triplet; the third takes it to the field of who plays it, clean, and
    all three leave the game. [special rule 5]"""
    card = bytes((action.card,))
    _play(state, seat, card)
    state.has_marked = True
    owner, place = action.owner, action.place
    field = state.fields[owner]
    if emit:
        emit(Marked(seat, action.card, owner, field[place] + card))
    if captures(field[place]):
        triplet = _take(state, owner, place)
        state.out += triplet[SIZE:] + card
        state.fields[seat] += (triplet[:SIZE],)
        if emit:
            emit(Captured(seat, owner, triplet[:SIZE]))
    else:
        state.fields[owner] = (*field[:place], field[place] + card, *field[place + 1 :])


def _swap(state: YummyState, seat: int, action: Swap, emit: Ear) -> None:
    """The joker goes to the hand, the card takes its place. [special rule 2]"""
    owner, place = action.owner, action.place
    field = state.fields[owner]
    triplet = field[place]
    joker = triplet[SIZE - 1 : SIZE]
    _play(state, seat, bytes((action.card,)))
    state.hands[seat] = together(state.hands[seat], joker)
    memory.came_openly(state, seat, joker)
    state.fields[owner] = (*field[:place], swapped(triplet, action.card), *field[place + 1 :])
    if emit:
        emit(Swapped(seat, action.card, owner, joker[0]))


def _end_turn(state: YummyState, seat: int, emit: Ear) -> None:
    """Draw up, or discard what is too much; or the match ends, if this was the last turn or drawing
    up takes the last card. [How to play 4; the end of the game; ruling: End]"""
    was_last = is_last_turn(state)
    missing = limit(state, seat) - len(state.hands[seat])
    if missing > 0 and not was_last:
        cards, state.deck = state.deck[:missing], state.deck[missing:]
        state.hands[seat] = together(state.hands[seat], cards)
        if emit:
            emit(Refilled(seat, bytes(sorted(cards))))
    if state.deck:
        state.pending.append(Trim(seat))
    elif emit:
        result = outcome(state)
        assert result
        emit(Ended(result.totals, result.winners))


def _discard(state: YummyState, seat: int, card: int, emit: Ear) -> None:
    """A card too many goes out of the game, face up. [How to play 4]"""
    cards = bytes((card,))
    _play(state, seat, cards)
    state.out += cards
    if emit:
        emit(Discarded(seat, card))


# --- the contract


def to_move(state: YummyState) -> Sequence[int]:
    """The seat that has to choose."""
    return _SEAT[state.pending[-1].seat] if state.pending else ()


def legal(state: YummyState, seat: int) -> Sequence[AnyAction]:
    """What a seat may choose now."""
    if not state.pending:
        return ()
    effect = state.pending[-1]
    if effect.seat != seat:
        return ()
    match effect:
        case Move():
            return _moves(state, seat)
        case Offer():
            return trades.steps(state, effect)
        case Answer():
            return trades.answers(state, effect)
        case Place():
            return (KEEP, BANK)
        case Trim():
            return [discard(card) for card in sorted({*state.hands[seat]})]
        case _:
            return ()


def apply(state: YummyState, seat: int, action: AnyAction, emit: Ear = None) -> None:
    """Do what a seat chose, and all that follows up to the next choice."""
    effect = state.pending[-1]
    match effect:
        case Move():
            _move(state, seat, action, emit)
        case Offer():
            state.pending.pop()
            trades.step(state, effect, action, emit)
        case Answer():
            state.pending.pop()
            trades.answer(state, effect, action, emit)
        case Place():
            state.pending.pop()
            _put(state, effect, action, emit)
        case Trim():
            assert isinstance(action, Discard)
            _discard(state, seat, action.card, emit)
            _settle(state, emit)


def _move(state: YummyState, seat: int, action: AnyAction, emit: Ear) -> None:
    match action:
        case Lay(cards):
            _lay(state, seat, cards, emit)
        case Trump():
            _trump(state, seat, action, emit)
        case Mark():
            _mark(state, seat, action, emit)
        case Swap():
            _swap(state, seat, action, emit)
        case Trade(partner):
            trades.begin(state, seat, partner, emit)
        case End():
            state.pending.pop()
            _end_turn(state, seat, emit)
            _settle(state, emit)
        case _:
            raise AssertionError("no move of a turn")


# --- the end


def score(state: YummyState) -> tuple[ScoreLine, ...]:
    """What every player has. [Who won?; special rule 5]"""
    return (
        ScoreLine("point pile", tuple(sum(map(worth, pile)) for pile in state.piles)),
        ScoreLine(
            "field", tuple(sum(worth(each[:SIZE]) for each in field) for field in state.fields)
        ),
        ScoreLine(
            "citizens' actions",
            tuple(sum(SIZE - len(each) for each in field) for field in state.fields),
        ),
    )


def totals(state: YummyState) -> tuple[int, ...]:
    """The sums of the score lines by seat."""
    return tuple(
        sum(map(worth, pile)) + sum(map(worth, field))
        for pile, field in zip(state.piles, state.fields, strict=True)
    )


def outcome(state: YummyState) -> Outcome | None:
    """The most points win; a tie is shared. [Who won?; ruling: Score]"""
    if state.pending:
        return None
    sums = totals(state)
    return Outcome(score(state), sums, rank(sums))


def clock(state: YummyState) -> Clock:
    """Rounds of as many turns as there are seats, whatever the direction. The last turn is not
    known before the deck is empty."""
    seats = len(state.hands)
    turn = max(state.turn, 1) - 1
    most = turns(seats)
    return Clock(turn // seats + 1, -(-most // seats), turn % seats + 1, seats)


def turns(seats: int) -> int:
    """The most turns of a match: each draws a card. [ruling: End]"""
    return len(BOX) - HAND * seats


def bound(seats: int) -> int:
    """More choices than a match can hold. In a turn these are trades, each an offer and a counter-
    offer, and swaps; in a match triplets laid, cards played and cards discarded."""
    offer = 2 * TRADED + 2
    turn = OPENINGS * 2 * (offer + 1) + 3 * len(JOKERS) + 1
    return turns(seats) * turn + len(BOX)
