"""The rules of Yummy Darwinism in order: triplets, setup, the moves of a turn, the end, the score.

Section names are those of the rulebook, rulings those of the rules page.
"""

from collections.abc import Sequence
from functools import lru_cache
from itertools import combinations
from math import ceil
from typing import Final, NamedTuple, get_args

from darwin_core.contract.cards import Cards, together, without
from darwin_core.contract.chance import from_seed, rolled, shuffled
from darwin_core.contract.game import Clock, Outcome, ScoreLine, rank
from darwin_core.games.yummy import acts, material, trades
from darwin_core.games.yummy.acts import (
    BANK,
    END,
    KEEP,
    AnyAction,
    AnyMove,
    Emitter,
    Lay,
    YummyEvent,
)
from darwin_core.games.yummy.material import (
    BOX,
    CITIZENS,
    FIRST_ACTION,
    GROUP_OF,
    HAND_CARDS,
    JOKERS,
    LABELS,
    MARKS_TO_CAPTURE,
    TRADE_CARDS_MAX,
    TRADES_MAX,
    TRUMPED,
    USA,
    VALUE_OF_GROUP,
    AnyEffect,
    Triplet,
    YummyOptions,
    YummyState,
)
from darwin_core.kit.effects import Rules, ask, ask_if_any, at_once, rules
from darwin_core.kit.states import cloner
from darwin_core.text.language import mark

SIZE: Final = 3
"""Number of cards in a triplet; any further cards are marks."""
_LABELS_OUTSIDE: Final = tuple(
    bytes(label for label in range(LABELS) if label >= FIRST_ACTION or GROUP_OF[label] != group)
    for group in range(len(JOKERS))
)
"""By group: the labels to delete from cards to keep only the playing cards and joker of the
group."""
_ACTIONS: Final = frozenset(range(FIRST_ACTION, LABELS))
"""All action cards."""


def group_of(triplet: Triplet) -> int:
    """Return the group of a triplet's cards."""
    return GROUP_OF[triplet[0]]


def points_of(triplet: Triplet) -> int:
    """Return a triplet's points: its group's value, less one for each mark. [How to play; special
    rule 5]"""
    return VALUE_OF_GROUP[group_of(triplet)] - (len(triplet) - SIZE)


def flaw_of(cards: Cards) -> str:
    """Return the code of the reason why sorted cards are not a triplet; empty for a triplet.

    A triplet is three cards of one group, all equal or all different. A joker replaces any kind.
    [How to play 2; ruling: joker]
    """
    if len(cards) != SIZE:
        return "not-three"
    # Jokers and action cards have the highest labels, so the last card shows them.
    if cards[-1] >= FIRST_ACTION:
        return "action-card"
    if GROUP_OF[cards[0]] != GROUP_OF[cards[-1]]:
        return "two-groups"
    return "" if cards[-1] in JOKERS or len({*cards}) in (1, SIZE) else "two-and-one"


def is_triplet(cards: Cards) -> bool:
    """Return whether sorted cards are a triplet."""
    return not flaw_of(cards)


def is_one_kind(triplet: Triplet) -> bool:
    """Return whether a triplet counts as three of a kind; two equal cards with a joker do. [ruling:
    joker]"""
    # A joker is last, and three sorted cards of two kinds are no triplet.
    return triplet[0] == triplet[1]


@lru_cache(maxsize=1 << 14)
def lays(hand: Cards) -> tuple[Lay, ...]:
    """Return the triplets that can be laid from a sorted hand, group by group."""
    groups = range(len(JOKERS))
    return tuple(lay for group in groups for lay in lays_of(cards_of_group(hand, group)))


def cards_of_group(cards: Cards, group: int) -> Cards:
    """Return the playing cards and jokers of a group among some cards."""
    return cards.translate(None, _LABELS_OUTSIDE[group])


@lru_cache(maxsize=1 << 14)
def lays_of(cards: Cards) -> tuple[Lay, ...]:
    """Return the triplets that sorted cards of one group can form, in order."""
    threes = {bytes(three) for three in combinations(cards, SIZE)}
    return tuple(Lay(three) for three in sorted(threes) if not flaw_of(three))


@lru_cache(maxsize=1 << 10)
def swaps(triplet: Triplet) -> Cards:
    """Return the cards that could replace a triplet's joker: the same kind, or any third kind.
    [special rule 2; ruling: swap]

    The result is empty for a triplet without a joker.
    """
    first_card, second_card, joker = triplet[:SIZE]
    if joker not in JOKERS:
        return b""
    if first_card == second_card:
        return bytes((first_card,))
    # The labels of a group end with its joker, and begin after the joker of the group below.
    first = JOKERS[GROUP_OF[joker] - 1] + 1 if GROUP_OF[joker] else 0
    return bytes(card for card in range(first, joker) if card not in (first_card, second_card))


def with_joker_swapped(triplet: Triplet, card: int) -> Triplet:
    """Return a triplet with a card in place of its joker; marks stay. [ruling: a swap leaves them
    in place]"""
    return bytes(sorted((*triplet[: SIZE - 1], card))) + triplet[SIZE:]


def can_be_trumped(triplet: Triplet) -> bool:
    """Return whether an action card of the group above trumps a triplet: it does unless the triplet
    has marks, as only triplets of the USA can have. [special rule 5]"""
    return len(triplet) == SIZE


def captures(triplet: Triplet) -> bool:
    """Return whether the next mark captures a triplet. [special rule 5]"""
    return group_of(triplet) == USA and len(triplet) - SIZE == MARKS_TO_CAPTURE - 1


def score(state: YummyState) -> tuple[ScoreLine, ...]:
    """Return every player's score lines. [Who won?; special rule 5]"""
    return (
        ScoreLine(mark("point pile"), tuple(sum(map(points_of, pile)) for pile in state.piles)),
        ScoreLine(
            mark("field"),
            tuple(sum(points_of(triplet[:SIZE]) for triplet in field) for field in state.fields),
        ),
        ScoreLine(
            mark("citizens' actions"),
            tuple(sum(SIZE - len(triplet) for triplet in field) for field in state.fields),
        ),
    )


def totals(state: YummyState) -> tuple[int, ...]:
    """Return the sums of the score lines by seat."""
    # Searches need only the sums, so the lines are not made.
    return tuple(
        sum(map(points_of, pile)) + sum(map(points_of, field))
        for pile, field in zip(state.piles, state.fields, strict=True)
    )


def standing(state: YummyState) -> Outcome:
    """Return the result as if the match ended now."""
    sums = totals(state)
    return Outcome(score(state), sums, rank(sums))


def forecast(state: YummyState) -> Sequence[ScoreLine]:
    """Return the score if the match ended now, from the open cards: all triplets count, cards in
    hand do not."""
    if not state.pending:
        return ()
    return (
        ScoreLine(mark("points now"), totals(state)),
        ScoreLine(mark("safe in the pile"), score(state)[0].points),
        ScoreLine(
            mark("on the field"), tuple(sum(map(points_of, field)) for field in state.fields)
        ),
        ScoreLine(
            mark("of these within reach of actions"),
            tuple(
                sum(
                    points_of(triplet)
                    for triplet in field
                    if can_be_taken(state, owner, triplet, of_owner=True)
                )
                for owner, field in enumerate(state.fields)
            ),
        ),
        ScoreLine(mark("cards in hand, worth nothing"), tuple(map(len, state.hands))),
        # The end scores nothing more.
        ScoreLine(mark("points then"), totals(state)),
    )


class Danger(NamedTuple):
    """Action cards of a group that others could still play on a triplet."""

    group: int
    left: int
    """The number of these cards."""
    takes: bool
    """True if the cards can take the triplet; False if they can only cost it points."""


def dangers(
    view: YummyState, owner: int, triplet: Triplet, *, of_owner: bool = False
) -> list[Danger] | None:
    """Return the groups whose action cards can still be played against a triplet.

    These are the group above the triplet's and, for a triplet of the USA, the citizens. Return None
    if the match is over.

    Args:
        view: the view of any viewer.
        owner: the seat on whose field the triplet is.
        triplet: the triplet with its marks.
        of_owner: True to include action cards that the owner holds but could trade away.
    """
    if not view.pending:
        return None
    # Nobody plays on a triplet of their own. In another seat's view, the owner's hand is hidden.
    gone = {*view.out} if of_owner else {*view.out, *view.hands[owner]}
    # Marks have been played. There is one copy of each action card.
    gone |= {card for field in view.fields for laid in field for card in laid[SIZE:]}
    groups_left = [GROUP_OF[card] for card in _ACTIONS - gone]
    group = group_of(triplet)
    threats = list[Danger]()
    if can_be_trumped(triplet) and group + 1 in groups_left:
        threats.append(Danger(group + 1, groups_left.count(group + 1), takes=True))
    citizens = groups_left.count(CITIZENS)
    if group == USA and citizens:
        takes = len(triplet) - SIZE + citizens >= MARKS_TO_CAPTURE
        threats.append(Danger(CITIZENS, citizens, takes))
    return threats


def can_be_taken(view: YummyState, owner: int, triplet: Triplet, *, of_owner: bool = False) -> bool:
    """Return whether action cards can still take a triplet. The arguments are as in ``dangers``."""
    by = dangers(view, owner, triplet, of_owner=of_owner)
    return any(danger.takes for danger in by or ())


def outcome(state: YummyState) -> Outcome | None:
    """Return the result: the most points win; ties share. [Who won?; ruling: Score]"""
    return None if state.pending else standing(state)


def setup(options: YummyOptions, seats: int, seed: str, emit: Emitter = None) -> YummyState:
    """Shuffle, deal six cards each, and draw who begins. [How to play; ruling: start]"""
    chance, cards = shuffled(from_seed(seed), BOX)
    chance, (first,) = rolled(chance, seats, 1)
    hands = [
        bytes(sorted(cards[HAND_CARDS * seat : HAND_CARDS * (seat + 1)])) for seat in range(seats)
    ]
    state = YummyState(
        chance=chance,
        options=options,
        deck=bytes(cards[HAND_CARDS * seats :]),
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
        pending=[material.Begin(first)],
    )
    if emit:
        emit(acts.Dealt(tuple(hands), first))
    RULES.settle(state, emit)
    return state


clone: Final = cloner(YummyState)


# --- a turn


def _begin_turn(state: YummyState, effect: material.Begin, emit: Emitter) -> None:
    """Begin a turn: draw a card. The deck is never empty here. [How to play 1]"""
    seat = effect.seat
    state.turn += 1
    state.openings = b""
    state.has_marked = False
    card, state.deck = state.deck[:1], state.deck[1:]
    state.hands[seat] = together(state.hands[seat], card)
    state.pending.append(material.Move(seat))
    if emit:
        emit(acts.TurnBegan(seat, card[0], len(state.deck)))


def _next_seat(state: YummyState, seat: int) -> int:
    """Return the next seat in the present direction."""
    return (seat + state.direction) % len(state.hands)


def limit(state: YummyState, seat: int) -> int:
    """Return the maximum number of cards in hand at the end of a turn, which grows by one for each
    triplet on the field. [How to play 4]"""
    return HAND_CARDS + len(state.fields[seat])


def is_last_turn(state: YummyState) -> bool:
    """Return whether the last card was drawn when this turn began. The turn is played to its end.
    [ruling: End]"""
    return not state.deck


def _moves(state: YummyState, effect: material.Move) -> Sequence[AnyMove]:
    """Return all moves that are possible now, in this order: lay; for each triplet of another seat,
    trump, mark and swap; trade; end."""
    seat = effect.seat
    hand = state.hands[seat]
    moves: list[AnyMove] = [*lays(hand)]
    action_cards = [card for card in hand if card >= FIRST_ACTION]
    for owner, field in enumerate(state.fields):
        if owner == seat:
            continue
        for place, triplet in enumerate(field):
            group = group_of(triplet)
            for card in action_cards:
                if TRUMPED[card] == group and can_be_trumped(triplet):
                    moves.append(acts.Trump(card, owner, place))
                elif group == USA and GROUP_OF[card] == CITIZENS and not state.has_marked:
                    moves.append(acts.Mark(card, owner, place))
            if triplet[SIZE - 1] in JOKERS:
                moves += [acts.Swap(card, owner, place) for card in swaps(triplet) if card in hand]
    moves += trades.openings(state, seat)
    moves.append(END)
    return moves


def _lay(state: YummyState, seat: int, cards: Triplet, emit: Emitter) -> None:
    """Lay a triplet; one of a kind may go to the point pile. [How to play 2, special rule 1]"""
    _remove_openly(state, seat, cards)
    if emit:
        emit(acts.Laid(seat, cards))
    if is_one_kind(cards):
        state.pending.append(material.PlaceTriplet(seat, cards))
    else:
        state.fields[seat] += (cards,)


def _destinations(
    state: YummyState, effect: material.PlaceTriplet
) -> Sequence[acts.Keep | acts.Bank]:
    return (KEEP, BANK)


def _put_triplet(
    state: YummyState, effect: material.PlaceTriplet, action: acts.Keep | acts.Bank, emit: Emitter
) -> None:
    """Put a triplet on the field, or bank it, which reverses the direction of play. [special rule
    1]"""
    seat, cards = effect.seat, effect.cards
    if isinstance(action, acts.Bank):
        state.piles[seat] += (cards,)
        state.direction = -state.direction
        if emit:
            emit(acts.Banked(seat, cards, state.direction))
    else:
        state.fields[seat] += (cards,)
        if emit:
            emit(acts.Kept(seat, cards))


def _remove_openly(state: YummyState, seat: int, cards: bytes) -> None:
    """Remove cards from a hand in front of everybody: cards played, swapped or discarded."""
    state.hands[seat] = without(state.hands[seat], cards)
    trades.remove_openly(state, seat, cards)


def _take_triplet(state: YummyState, owner: int, place: int) -> Triplet:
    """Remove a triplet from a field, and return it.

    Args:
        place: the index of the triplet on the field.
    """
    field = state.fields[owner]
    state.fields[owner] = field[:place] + field[place + 1 :]
    return field[place]


def _trump(state: YummyState, seat: int, action: acts.Trump, emit: Emitter) -> None:
    """Trump a triplet: it moves to the point pile, one of the USA to the field. [How to play 3,
    special rule 4]"""
    _remove_openly(state, seat, bytes((action.card,)))
    state.out += bytes((action.card,))
    triplet = _take_triplet(state, action.owner, action.place)
    destination = state.fields if group_of(triplet) == USA else state.piles
    destination[seat] += (triplet,)
    if emit:
        emit(acts.Trumped(seat, action.card, action.owner, triplet))


def _mark(state: YummyState, seat: int, action: acts.Mark, emit: Emitter) -> None:
    """Mark a triplet; the third mark captures it. [special rule 5]

    A captured triplet goes without marks to the field of the player who captures it. All three
    marks leave the game.
    """
    card = bytes((action.card,))
    _remove_openly(state, seat, card)
    state.has_marked = True
    owner, place = action.owner, action.place
    field = state.fields[owner]
    if emit:
        emit(acts.Marked(seat, action.card, owner, field[place] + card))
    if captures(field[place]):
        triplet = _take_triplet(state, owner, place)
        state.out += triplet[SIZE:] + card
        state.fields[seat] += (triplet[:SIZE],)
        if emit:
            emit(acts.Captured(seat, owner, triplet[:SIZE]))
    else:
        state.fields[owner] = (*field[:place], field[place] + card, *field[place + 1 :])


def _swap(state: YummyState, seat: int, action: acts.Swap, emit: Emitter) -> None:
    """Swap a card for a joker: the joker goes to the hand, the card replaces it. [special rule
    2]"""
    owner, place = action.owner, action.place
    field = state.fields[owner]
    triplet = field[place]
    joker = triplet[SIZE - 1 : SIZE]
    _remove_openly(state, seat, bytes((action.card,)))
    state.hands[seat] = together(state.hands[seat], joker)
    trades.add_openly(state, seat, joker)
    state.fields[owner] = (
        *field[:place],
        with_joker_swapped(triplet, action.card),
        *field[place + 1 :],
    )
    if emit:
        emit(acts.Swapped(seat, action.card, owner, joker[0]))


def _end_turn(state: YummyState, seat: int, emit: Emitter) -> None:
    """Draw up to the limit. Any excess is discarded by the next effect, ``Trim``.

    The match ends if this was the last turn, or if drawing up takes the last card. [How to play 4;
    the end of the game; ruling: End]
    """
    was_last = is_last_turn(state)
    room = limit(state, seat) - len(state.hands[seat])
    if room > 0 and not was_last:
        cards, state.deck = state.deck[:room], state.deck[room:]
        state.hands[seat] = together(state.hands[seat], cards)
        if emit:
            emit(acts.Refilled(seat, bytes(sorted(cards))))
    # ``Trim`` also passes the turn. Without it, nothing is pending and the match ends.
    if state.deck:
        state.pending.append(material.Trim(seat))


def _discards(state: YummyState, effect: material.Trim) -> Sequence[acts.Discard]:
    """Return the cards that a hand above its limit can discard, each label once; empty for a hand
    within its limit. [How to play 4]"""
    hand = state.hands[effect.seat]
    if len(hand) <= limit(state, effect.seat):
        return ()
    return [acts.Discard(card) for card in sorted({*hand})]


def _discard(state: YummyState, effect: material.Trim, action: acts.Discard, emit: Emitter) -> None:
    """Discard an excess card face up, out of the game. [How to play 4]"""
    seat, card = effect.seat, action.card
    # Until the hand is within its limit.
    state.pending.append(effect)
    cards = bytes((card,))
    _remove_openly(state, seat, cards)
    state.out += cards
    if emit:
        emit(acts.Discarded(seat, card))


def _pass_turn(state: YummyState, effect: material.Trim, emit: Emitter) -> None:
    state.pending.append(material.Begin(_next_seat(state, effect.seat)))


def _move(state: YummyState, effect: material.Move, action: AnyMove, emit: Emitter) -> None:
    """Carry out a move; the turn continues until its player ends it."""
    seat = effect.seat
    if type(action) is acts.End:
        _end_turn(state, seat, emit)
        return
    # Effects of the move are settled before the seat is asked for its next one.
    state.pending.append(effect)
    # Comparing types takes a fifth of the time of a match statement here.
    if type(action) is acts.Lay:
        _lay(state, seat, action.cards, emit)
    elif type(action) is acts.Trade:
        trades.begin(state, seat, action.partner, emit)
    elif type(action) is acts.Trump:
        _trump(state, seat, action, emit)
    elif type(action) is acts.Mark:
        _mark(state, seat, action, emit)
    elif type(action) is acts.Swap:
        _swap(state, seat, action, emit)


# --- the end


def _end(state: YummyState, emit: Emitter) -> None:
    if emit and (result := outcome(state)):
        emit(acts.Ended(result.totals, result.winners))


def clock(state: YummyState) -> Clock:
    """Return the round, and the turn of the round. A round has as many turns as there are seats,
    whatever the direction of play. The number of turns is unknown until the deck is empty."""
    seats = len(state.hands)
    turn = max(state.turn, 1) - 1
    # The most rounds possible.
    rounds = ceil(turns_max(seats) / seats)
    return Clock(turn // seats + 1, rounds, turn % seats + 1, seats)


def share_left(state: YummyState) -> float:
    """Return the share of the deck that is left. The number of turns left is unknown, as it depends
    on trades and triplets."""
    # Each turn draws a card, so the most turns possible are the cards of the deck at the start.
    return len(state.deck) / turns_max(len(state.hands))


def turns_max(seats: int) -> int:
    """Return the maximum number of turns in a match, given that each turn draws a card. [ruling:
    End]"""
    return len(BOX) - HAND_CARDS * seats


def actions_max(seats: int) -> int:
    """Return an upper bound of the choices in a match.

    Trades (each with an offer and a counter-offer) and swaps are bounded per turn; triplets laid,
    cards played and cards discarded are bounded per match.
    """
    # The cards of both sides, opening the trade, and making the offer.
    actions_per_offer = 2 * TRADE_CARDS_MAX + 2
    # Each trade is an offer and a counter-offer, each with an answer. Swaps are taken to be three
    # for each joker. The last action ends the turn.
    actions_per_turn = TRADES_MAX * 2 * (actions_per_offer + 1) + 3 * len(JOKERS) + 1
    return turns_max(seats) * actions_per_turn + len(BOX)


# --- the table of rules


_RULES: Final = (
    at_once(material.Begin, _begin_turn),
    ask(material.Move, _moves, _move),
    ask(material.PlaceTriplet, _destinations, _put_triplet),
    ask(material.Offer, trades.steps, trades.step),
    ask(material.Answer, trades.answers, trades.answer),
    ask_if_any(material.Trim, _discards, _discard, otherwise=_pass_turn),
)
RULES: Final[Rules[YummyState, AnyAction, YummyEvent]] = rules(
    get_args(AnyEffect), _RULES, emptied=_end
)
to_move: Final = RULES.to_move
legal: Final = RULES.legal
apply: Final = RULES.apply
