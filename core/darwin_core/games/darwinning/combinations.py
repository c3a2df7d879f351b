"""Single cards and combinations, each with its strength. [Playing tricks]

All 3,050 sets of kinds that are a combination are listed at import, weakest first. The place of a
set in that list is its code. A set is beaten by all codes from a certain code on.
"""

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from itertools import combinations, combinations_with_replacement, product
from typing import Final

from darwin_core.contract.cards import ONE
from darwin_core.games.darwinning.components import (
    CACHE_MAX,
    COPIES,
    JOKER,
    KINDS,
    NUMBER,
    NUMBERS,
    SUITS,
)
from darwin_core.kit.kept import Kept
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

_STEP: Final = 100
"""More than any sum of four cards, so that the stronger kind always wins."""


def _suit(kind: int) -> int:
    """Return the suit, 0 to 2; a joker has no suit and goes with any."""
    return kind // NUMBERS


def rank_of(cards: Sequence[int]) -> int | None:
    """Return the strongest combination that cards make, as a place in NAMES; None if they make
    none.

    A joker is a zero of any suit. [ruling: combinations]
    """
    numbers = sorted(NUMBER[card] for card in cards)
    same = numbers[0] == numbers[-1]
    if len(cards) != 3:
        return {1: SINGLE, 2: PAIR, 4: FOUR}.get(len(cards)) if same else None
    if same:
        return THREE
    one_suit = len({_suit(card) for card in cards if card != JOKER}) <= 1
    if numbers[0] + 1 == numbers[1] and numbers[1] + 1 == numbers[2]:
        return STRAIGHT_FLUSH if one_suit else STRAIGHT
    return FLUSH if one_suit else None


def strength(cards: Sequence[int]) -> int:
    """Return the strength of cards: the kind of combination first, then the sum of their numbers.

    Cards that make no combination are as strong as the highest of them alone. [ruling: two players]
    """
    rank = rank_of(cards)
    if rank is None:
        return max(NUMBER[card] for card in cards)
    return _STEP * rank + sum(NUMBER[card] for card in cards)


def _is_in_the_box(cards: Sequence[int]) -> bool:
    return all(cards.count(card) <= COPIES[card] for card in cards)


def _all() -> Iterator[bytes]:
    by_number = [[kind for kind in range(KINDS) if NUMBER[kind] == n] for n in range(NUMBERS + 1)]
    for kinds in by_number:
        for size in (1, 2, 3, 4):
            yield from map(bytes, combinations_with_replacement(kinds, size))
    for low in range(NUMBERS - 1):
        yield from map(bytes, product(*by_number[low : low + 3]))
    for suit in range(len(SUITS)):
        kinds = [*range(NUMBERS * suit, NUMBERS * (suit + 1)), JOKER]
        yield from map(bytes, combinations_with_replacement(kinds, 3))


_BY_STRENGTH: Final = sorted(
    (strength(cards), cards)
    for cards in {bytes(sorted(cards)) for cards in _all()}
    if _is_in_the_box(cards)
)
SETS: Final = tuple(cards for _, cards in _BY_STRENGTH)
"""The kinds of card in each combination, by code; lowest kind first."""
CODE: Final = {cards: code for code, cards in enumerate(SETS)}
STRENGTHS: Final = tuple(strong for strong, _ in _BY_STRENGTH)
FIRST: Final = tuple(bisect_left(STRENGTHS, strong) for strong in range(STRENGTHS[-1] + 2))
"""The first code that is at least as strong, by strength."""
BEATEN_FROM: Final = {cards: FIRST[STRENGTHS[code]] for cards, code in CODE.items()}
"""The first code that beats some cards, by those cards. All codes from there on beat them, the code
of the cards themselves included."""


def _orders(cards: bytes) -> set[tuple[int, ...]]:
    """Return the orders in which the search finds the cards of a combination: by kind and by
    number."""
    return {tuple(cards), tuple(sorted(cards, key=NUMBER.__getitem__))}


_IN_ANY_ORDER: Final = {order: code for cards, code in CODE.items() for order in _orders(cards)}
_CODE_OF: Final = _IN_ANY_ORDER.__getitem__
_SINGLES: Final = bytes(CODE[bytes((kind,))] for kind in range(KINDS)).ljust(256, b"\0")
_ENDS: Final = tuple(NUMBERS * suit for suit in range(1, len(SUITS) + 1))


def _fits() -> tuple[tuple[bytearray, ...], ...]:
    fits = tuple(tuple(bytearray(b"\1" * len(SETS)) for _ in range(n)) for n in COPIES)
    for code, cards in enumerate(SETS):
        for kind in set(cards):
            for too_few in fits[kind][: cards.count(kind)]:
                too_few[code] = 0
    return fits


_FITS: Final = _fits()
"""By kind and by copies left in the hand: for each code, 1 if the combination needs no more
copies."""
_known: Final = Kept[bytes, tuple[int, ...]](CACHE_MAX)
"""A cache of hands and their codes."""


def codes(hand: bytes) -> tuple[int, ...]:
    """Return the codes of all plays of a hand, weakest first; the hand is in order of kinds."""
    found = _known.get(hand)
    if found is None:
        found = _known.keep(hand, _codes(hand))
    return found


def rest_of(hand: bytes, cards: Sequence[int]) -> bytes:
    """Return the cards left of a hand after some are played, and cache the codes of the rest.

    Those codes are the codes of the hand, without those that need too many of the cards played. To
    filter them is quicker than to search again.
    """
    rest, still = hand, _known.get(hand)
    for card in cards:
        rest = rest.replace(ONE[card], b"", 1)
        if still is not None:
            fits = _FITS[card][rest.count(card)]
            still = tuple([code for code in still if fits[code]])
    if still is not None:
        _known.keep(rest, still)
    return rest


def _codes(hand: bytes) -> tuple[int, ...]:
    by_number = [b""] * (NUMBERS + 1)
    for card in hand:
        by_number[NUMBER[card]] += ONE[card]
    sets: list[tuple[int, ...]] = []
    lower = low = b""
    for cards in by_number:
        if cards:
            if len(cards) > 1:
                sets += combinations(cards, 2)
                if len(cards) > 2:
                    sets += combinations(cards, 3)
                    sets += combinations(cards, 4)
            if lower and low:
                sets += product(lower, low, cards)
        lower, low = low, cards
    jokers = hand[bisect_left(hand, JOKER) :]
    start = 0
    for suit_ends in _ENDS:
        end = bisect_left(hand, suit_ends, start)
        sets += combinations(hand[start:end] + jokers, 3)
        start = end
    return tuple(sorted({*hand.translate(_SINGLES), *map(_CODE_OF, sets)}))
