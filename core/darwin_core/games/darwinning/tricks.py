"""Tricks: combinations of cards, Mutation, leading and following, the display of a match of two,
and the winner. [Playing tricks]

A set is the cards of one combination, in order of kinds. Sets are numbered by codes in order of
strength, so a hand's plays are compared as integers. Sets of equal strength have different codes.
"""

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from functools import cache, lru_cache
from itertools import chain, combinations, combinations_with_replacement, product
from operator import itemgetter
from typing import Final

from darwin_core.contract.cards import ONE, Cards, without
from darwin_core.contract.game import NOTHING
from darwin_core.games.darwinning import acts, material
from darwin_core.games.darwinning.acts import DONE, Emitter
from darwin_core.games.darwinning.material import (
    CACHE_MAX,
    CLIMBS,
    COPIES,
    EMPTY,
    HIGHEST_NUMBER,
    JOKER,
    KINDS,
    MUTATION,
    NUMBER_OF,
    PRINTED_TRAITS,
    SUITS,
    AnyEffect,
    DarwinningState,
)
from darwin_core.games.darwinning.species import (
    SEATS_WITH_DUMMY,
    has_dummy,
    lay_trait,
    points_of_traits,
    space_after_climb,
    traits_shown,
)
from darwin_core.kit.judging import BoundedCache
from darwin_core.text.language import mark

NAMES: Final = (
    mark("single card"),
    mark("pair"),
    mark("flush"),
    mark("straight"),
    mark("three of a kind"),
    mark("straight flush"),
    mark("four of a kind"),
)
"""Kinds of combination, weakest first."""
SINGLE, PAIR, FLUSH, STRAIGHT, THREE, STRAIGHT_FLUSH, FOUR = range(len(NAMES))
SET_SIZE_MAX: Final = 4
"""Maximum number of cards in a set."""

_STEP: Final = 100
"""Difference in strength between two kinds of combination: more than any sum of four cards, so that
the stronger kind always wins."""


def _suit(kind: int) -> int:
    """Return the suit of a kind of card, 0 to 2; a joker, which matches any suit, gives 3."""
    return kind // HIGHEST_NUMBER


def rank_of(cards: Sequence[int]) -> int | None:
    """Return the strongest combination that the cards make, as an index in NAMES; None if they make
    no combination.

    A joker is a zero of any suit. [ruling: combinations]
    """
    numbers = sorted(NUMBER_OF[card] for card in cards)
    are_equal = numbers[0] == numbers[-1]
    # Flushes and straights have three cards.
    if len(cards) != 3:
        return {1: SINGLE, 2: PAIR, 4: FOUR}.get(len(cards)) if are_equal else None
    if are_equal:
        return THREE
    one_suit = len({_suit(card) for card in cards if card != JOKER}) <= 1
    if numbers[0] + 1 == numbers[1] and numbers[1] + 1 == numbers[2]:
        return STRAIGHT_FLUSH if one_suit else STRAIGHT
    return FLUSH if one_suit else None


def strength(cards: Sequence[int]) -> int:
    """Return the strength of cards: the kind of combination first, then the sum of their numbers.
    Cards that make no combination are as strong as the highest card alone. [ruling: two players]"""
    rank = rank_of(cards)
    if rank is None:
        return max(NUMBER_OF[card] for card in cards)
    return _STEP * rank + sum(NUMBER_OF[card] for card in cards)


def _is_in_the_box(cards: Sequence[int]) -> bool:
    """Return whether the box has enough copies of each kind."""
    return all(cards.count(card) <= COPIES[card] for card in cards)


def _all_sets() -> Iterator[bytes]:
    """Yield the cards of all combinations, some repeatedly or with more copies than the box has."""
    by_number = [
        [kind for kind in range(KINDS) if NUMBER_OF[kind] == n] for n in range(HIGHEST_NUMBER + 1)
    ]
    for kinds in by_number:
        for size in range(1, SET_SIZE_MAX + 1):
            yield from map(bytes, combinations_with_replacement(kinds, size))
    # The lowest number of a straight, from the joker's 0.
    for low in range(HIGHEST_NUMBER - 1):
        yield from map(bytes, product(*by_number[low : low + 3]))
    for suit in range(len(SUITS)):
        kinds = [*range(HIGHEST_NUMBER * suit, HIGHEST_NUMBER * (suit + 1)), JOKER]
        yield from map(bytes, combinations_with_replacement(kinds, 3))


_BY_STRENGTH: Final = sorted(
    (strength(cards), cards)
    for cards in {bytes(sorted(cards)) for cards in _all_sets()}
    if _is_in_the_box(cards)
)
SETS: Final = tuple(cards for _, cards in _BY_STRENGTH)
"""The sets, by code, weakest first. Single cards come first, so their codes are below ``KINDS``."""
CODE: Final = {cards: code for code, cards in enumerate(SETS)}
"""The code of each set."""
STRENGTHS: Final = tuple(set_strength for set_strength, _ in _BY_STRENGTH)
"""The strength of each set, by code."""
FIRST: Final = tuple(
    bisect_left(STRENGTHS, set_strength) for set_strength in range(STRENGTHS[-1] + 2)
)
"""The first code of each strength or more, by strength. The last entry, for a strength that no set
has, is the number of sets."""
BEATEN_FROM: Final = {cards: FIRST[STRENGTHS[code]] for cards, code in CODE.items()}
"""The lowest code that beats a set; a set of equal strength beats it."""


def _orders(cards: bytes) -> set[tuple[int, ...]]:
    """Return the orders in which ``_codes`` finds the cards of a set: by kind and by number."""
    return {tuple(cards), tuple(sorted(cards, key=NUMBER_OF.__getitem__))}


_IN_ANY_ORDER: Final = {order: code for cards, code in CODE.items() for order in _orders(cards)}
"""The code of each set, by its cards in each order of ``_orders``."""
_CODE_OF: Final = _IN_ANY_ORDER.__getitem__
_SINGLES: Final = bytes(CODE[bytes((kind,))] for kind in range(KINDS)).ljust(256, b"\0")
"""The codes of single cards as a translation table."""
_ENDS: Final = tuple(HIGHEST_NUMBER * suit for suit in range(1, len(SUITS) + 1))
"""The first kind of card after each suit."""


def _fits() -> tuple[tuple[bytearray, ...], ...]:
    """Return ``_FITS``."""
    fits = tuple(tuple(bytearray(b"\1" * len(SETS)) for _ in range(n)) for n in COPIES)
    for code, cards in enumerate(SETS):
        for kind in set(cards):
            for too_few in fits[kind][: cards.count(kind)]:
                too_few[code] = 0
    return fits


_FITS: Final = _fits()
"""For each kind of card and each number of copies left in the hand, below the number in the box: a
byte for each code, 1 if the set does not need more copies."""
_known_codes: Final = BoundedCache[bytes, tuple[int, ...]](CACHE_MAX)
"""A cache of hands and the codes of their sets."""


def codes(hand: bytes) -> tuple[int, ...]:
    """Return the codes of all sets of a hand, weakest first; the hand is in order of kinds."""
    cached = _known_codes.get(hand)
    if cached is None:
        cached = _known_codes.keep(hand, _codes(hand))
    return cached


def rest_of(hand: bytes, cards: Sequence[int]) -> bytes:
    """Return the cards left in a hand after some are played, and cache their codes.

    The codes are those of the full hand, except codes that need more cards than are left.
    Filtering is faster than searching again.
    """
    cards_left = hand
    codes_left = _known_codes.get(hand)
    for card in cards:
        cards_left = cards_left.replace(ONE[card], b"", 1)
        if codes_left is not None:
            fits = _FITS[card][cards_left.count(card)]
            codes_left = tuple([code for code in codes_left if fits[code]])
    if codes_left is not None:
        _known_codes.keep(cards_left, codes_left)
    return cards_left


def _codes(hand: bytes) -> tuple[int, ...]:
    """Search a hand for all sets, and return their codes in order."""
    by_number = [b""] * (HIGHEST_NUMBER + 1)
    for card in hand:
        by_number[NUMBER_OF[card]] += ONE[card]
    sets: list[tuple[int, ...]] = []
    lower = low = b""
    for cards in by_number:
        if cards:
            # Cards of one number make pairs, threes and fours; three numbers in a row make
            # straights. The tests for the size save calls for most numbers.
            if len(cards) > 1:
                sets += combinations(cards, 2)
                if len(cards) > 2:
                    sets += combinations(cards, 3)
                    sets += combinations(cards, 4)
            if lower and low:
                sets += product(lower, low, cards)
        lower, low = low, cards
    # Three cards of one suit make flushes; jokers belong to every suit. A sorted hand has the suits
    # one after the other, and jokers at its end.
    jokers = hand[bisect_left(hand, JOKER) :]
    start = 0
    for suit_ends in _ENDS:
        end = bisect_left(hand, suit_ends, start)
        sets += combinations(hand[start:end] + jokers, 3)
        start = end
    return tuple(sorted({*hand.translate(_SINGLES), *map(_CODE_OF, sets)}))


PLAYS: Final = tuple(map(acts.Play, SETS))
"""The play of each set, by code."""
_play_of: Final = [*PLAYS].__getitem__


@lru_cache(maxsize=CACHE_MAX)
def _may_mutate(species: int, traits: Cards) -> bool:
    """Return whether a species may have Mutation on its turn: in force, or printed.

    A printed Mutation counts because a theft may uncover it.
    """
    return MUTATION in PRINTED_TRAITS[species] or MUTATION in traits_shown(species, traits)


@cache
def _trick(leader: int, mutants: tuple[bool, ...]) -> tuple[AnyEffect, ...]:
    """Return all effects of a trick, last first. The leader can always take a trait, as it may gain
    Mutation before the trick begins."""
    seats = len(mutants)
    order = [(leader + turn) % seats for turn in range(seats)]
    steps: list[AnyEffect] = []
    for seat in order:
        if mutants[seat] or seat == leader:
            steps.append(material.TakeTrait(seat))
        steps.append(material.PlayCards(seat))
    if seats == SEATS_WITH_DUMMY:
        steps += [material.UseDisplay(seat) for seat in order]
    return (*reversed([*steps, material.EndTrick()]),)


def must_be_last(state: DarwinningState) -> bool:
    """Return whether the trick that is played now is the last of its era for certain: a player has
    played the last card of a hand, or has only one to play."""
    hands = zip(state.hands, state.played, strict=True)
    # At most one card: the last one in hand, or the last one just played.
    return any(len(hand) + bool(played) <= 1 for hand, played in hands)


def begin_trick(state: DarwinningState, leader: int) -> None:
    """Clear the table and push the effects of a trick; the leader begins."""
    seats = len(state.hands)
    state.trick += 1
    state.leader = leader
    state.best = NOTHING
    state.played = [b""] * seats
    state.used = [b""] * seats
    state.pending += _trick(leader, tuple(map(_may_mutate, state.species, state.traits)))


# --- Mutation


def thefts(state: DarwinningState, effect: material.TakeTrait) -> list[acts.Take | acts.Done]:
    """Return the thefts that Mutation allows, and Done; empty if no theft is possible. [Trait 8;
    ruling: Mutation]

    With two Mutations, each theft can go onto either.
    """
    seat = effect.seat
    spaces = traits_shown(state.species[seat], state.traits[seat])
    if MUTATION not in spaces:
        return []
    seats = len(state.hands)
    boards = [*state.traits, state.display] if seats == SEATS_WITH_DUMMY else state.traits
    actions: list[acts.Take | acts.Done] = [
        acts.Take(owner, space, onto)
        for owner, cards in enumerate(boards)
        if owner != seat
        for space, card in enumerate(cards)
        # ``NOTHING`` and, on the display, jokers are no traits.
        if card < JOKER and NUMBER_OF[card] not in spaces
        for onto, trait in enumerate(spaces)
        if trait == MUTATION
    ]
    return [*actions, DONE] if actions else []


def steal(
    state: DarwinningState, effect: material.TakeTrait, action: acts.Take | acts.Done, emit: Emitter
) -> None:
    """Take a trait and place it on Mutation, or decline."""
    if isinstance(action, acts.Done):
        return
    seat = effect.seat
    owner, space = action.owner, action.space
    # The owner whose number is the seat count is the dummy.
    board = state.display if owner == len(state.hands) else state.traits[owner]
    card = board[space]
    cards_left = board[:space] + EMPTY + board[space + 1 :]
    if owner == len(state.hands):
        state.display = cards_left
    else:
        state.traits[owner] = cards_left
    lay_trait(state, seat, card, action.onto)
    if emit:
        points = points_of_traits(board) - points_of_traits(cards_left)
        emit(acts.TraitTaken(seat, owner, card, action.onto, points))


# --- playing


def legal_plays(state: DarwinningState, effect: material.PlayCards) -> Sequence[acts.Play]:
    """Return the plays that beat the strongest set so far, and all single cards; the leader may
    play anything. In a match of two, return all plays that make a set, alone or with the
    display."""
    hand = state.hands[effect.seat]
    if has_dummy(state):
        return _with_display(hand, display_cards(state))
    playable = codes(hand)
    if state.best != NOTHING:
        first = BEATEN_FROM[state.played[state.best]]
        # Otherwise the best set is a single card, and every play is a single card or beats it.
        if first >= KINDS:
            # Codes are in order of strength: single cards first, plays that beat the best set last.
            singles, stronger = bisect_left(playable, KINDS), bisect_left(playable, first)
            playable = playable[:singles] + playable[stronger:]
    return [*map(_play_of, playable)]


def display_cards(state: DarwinningState) -> Cards:
    """Return the cards on the display, in order of kinds."""
    return bytes(sorted(state.display.replace(EMPTY, b"")))


@lru_cache(maxsize=CACHE_MAX)
def _with_display(hand: Cards, display: Cards) -> tuple[acts.Play, ...]:
    """Return the plays of a hand that make a set, alone or with cards of the display; the fewest
    cards first."""
    # A set has four cards at most, and at least one is of the display.
    some_of_hand = chain(combinations(hand, 1), combinations(hand, 2), combinations(hand, 3))
    sets = {SETS[code] for code in codes(hand)}
    sets.update(map(bytes, _partners(display).intersection(some_of_hand)))
    return tuple(map(acts.Play, sorted(sorted(sets), key=len)))


@lru_cache(maxsize=CACHE_MAX)
def _partners(display: Cards) -> frozenset[tuple[int, ...]]:
    """Return the groups of hand cards that make a set with some cards of the display."""
    partners = _partners_of_parts()
    return frozenset().union(*(partners.get(part, ()) for part in _parts(display)))


@cache
def _partners_of_parts() -> dict[Cards, set[tuple[int, ...]]]:
    """Return, for each part of a set, the groups of cards that complete it."""
    partners: dict[Cards, set[tuple[int, ...]]] = {}
    for cards in SETS:
        for part in _parts(cards):
            if len(part) < len(cards):
                partners.setdefault(part, set()).add(tuple(without(cards, part)))
    return partners


@lru_cache(maxsize=1 << 12)
def _parts(cards: Cards) -> tuple[Cards, ...]:
    """Return all groups of some cards, in order; none is empty."""
    sizes = range(1, len(cards) + 1)
    return tuple(sorted({bytes(part) for size in sizes for part in combinations(cards, size)}))


def follow(
    state: DarwinningState, effect: material.PlayCards, action: acts.Play, emit: Emitter
) -> None:
    """Play cards from the hand to the table."""
    seat, cards = effect.seat, action.cards
    state.hands[seat] = rest_of(state.hands[seat], cards)
    state.played[seat] = cards
    if not has_dummy(state):
        best = state.best
        if best == NOTHING or BEATEN_FROM[cards] >= BEATEN_FROM[state.played[best]]:
            state.best = seat
    if emit:
        emit(acts.Played(seat, cards))


# --- the display of a match of two


def legal_uses(state: DarwinningState, effect: material.UseDisplay) -> list[acts.Use]:
    """Return the groups of display cards that complete the cards played; empty if there are not
    several. [Rules for two players]"""
    uses = usable(state, effect.seat)
    return [*map(acts.Use, uses)] if len(uses) > 1 else []


def usable(state: DarwinningState, seat: int) -> list[Cards]:
    """Return the groups of display cards that make a set with a seat's cards, among them b"" if
    the cards played are a set by themselves. The result is empty if Mutation has taken a card that
    the seat needs."""
    played = state.played[seat]
    return [
        cards
        for cards in (b"", *_parts(display_cards(state)))
        if bytes(sorted(played + cards)) in CODE
    ]


@lru_cache(maxsize=1 << 14)
def strongest_use(played: Cards, display: Cards) -> Cards | None:
    """Return the cards of a display that make the strongest set with the cards played.

    The result may be empty. It is None if no set is possible.
    """
    on_display = display.replace(EMPTY, b"")
    uses = [
        (STRENGTHS[code], used)
        for size in range(len(on_display) + 1)
        for used in map(bytes, combinations(on_display, size))
        if (code := CODE.get(bytes(sorted(played + used)))) is not None
    ]
    # Of equally strong uses the first is the one with the fewest cards.
    return max(uses, key=itemgetter(0))[1] if uses else None


def use_display(
    state: DarwinningState, effect: material.UseDisplay, action: acts.Use, emit: Emitter
) -> None:
    """Declare the display cards used; they stay on the display until the trick is won."""
    state.used[effect.seat] = action.cards
    if emit:
        emit(acts.Used(effect.seat, action.cards))


# --- the end of a trick


def end_trick(state: DarwinningState, emit: Emitter) -> list[AnyEffect] | None:
    """Find the winner and clear the table.

    Returns:
        The effects after the era's last trick, in order; None if the winner leads the next trick.
    """
    seats = len(state.hands)
    if seats == SEATS_WITH_DUMMY:
        _find_best_of_two(state)
    winner = state.best
    cards = state.played[winner] + state.used[winner]
    # The trick that leaves somebody without cards is the era's last.
    is_last = not all(state.hands)
    if emit:
        emit(acts.TrickWon(winner, cards, is_last, () if is_last else _beaten(state, winner)))
    state.discards += b"".join(state.played)
    if seats == SEATS_WITH_DUMMY:
        _end_of_two(state, winner, emit)
    if is_last:
        return _after_last_trick(state)
    # The stack is settled from its end, so the winner improves before the next trick.
    begin_trick(state, winner)
    state.pending.append(material.Improve(winner, cards))
    return None


def _beaten(state: DarwinningState, winner: int) -> tuple[tuple[int, Cards], ...]:
    """Return the sets of two cards or more that did not win, each with its seat."""
    sets = [cards + used for cards, used in zip(state.played, state.used, strict=True)]
    return tuple(
        [
            (seat, cards)
            for seat, cards in enumerate(sets)
            if seat != winner and len(cards) > 1 and rank_of(cards) is not None
        ]
    )


def _find_best_of_two(state: DarwinningState) -> None:
    """Find the stronger seat; of equals it is the second to play. [Rules for two players]"""
    first = state.leader
    second = 1 - state.leader
    strengths = [strength(state.played[seat] + state.used[seat]) for seat in (first, second)]
    state.best = second if strengths[1] >= strengths[0] else first


def _end_of_two(state: DarwinningState, winner: int, emit: Emitter) -> None:
    """Discard the display cards that the winner used; if no seat used any, move the dummy."""
    if not any(state.used):
        _move_dummy(state, emit)
    for card in state.used[winner]:
        state.display = state.display.replace(bytes((card,)), EMPTY, 1)
    state.discards += state.used[winner]


def _move_dummy(state: DarwinningState, emit: Emitter) -> None:
    """Move the dummy up by the food chain icons of the display. [Rules for two players]"""
    points = sum(CLIMBS[card] for card in display_cards(state))
    if not points:
        return
    dummy = len(state.hands)
    start = state.places[dummy]
    state.places[dummy] = space_after_climb(state.places, start, points)
    if emit and state.places[dummy] != start:
        emit(acts.DummyMoved(state.places[dummy]))


def _after_last_trick(state: DarwinningState) -> list[AnyEffect]:
    """Return the improvements of the losers, in turn order from the winner's left. [End of an
    era]"""
    seats = len(state.hands)
    winner = state.best
    steps: list[AnyEffect] = []
    for turn in range(1, seats):
        seat = (winner + turn) % seats
        steps.append(material.Improve(seat, state.played[seat]))
    if seats == SEATS_WITH_DUMMY:
        # The rival of the player who first ran out of cards may use any discarded card. The leader
        # plays first, and so runs out first if both do.
        first_out = state.leader if not state.hands[state.leader] else 1 - state.leader
        steps.append(material.Browse(1 - first_out))
    return steps
