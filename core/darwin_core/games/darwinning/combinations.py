"""What can be played: single cards and combinations, each with its strength. [Playing tricks]

All 3,050 sets of kinds that are a combination are known beforehand, weakest first; the number of
one in that order is its code. So what beats something is everything from some code on.
"""

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import combinations, combinations_with_replacement, product
from typing import Final

from darwin_core.games.darwinning.components import COPIES, JOKER, KINDS, NUMBER, NUMBERS, SUITS

NAMES: Final = (
    "single card",
    "pair",
    "flush",
    "straight",
    "three of a kind",
    "straight flush",
    "four of a kind",
)
"""Weakest first."""
SINGLE, PAIR, FLUSH, STRAIGHT, THREE, STRAIGHT_FLUSH, FOUR = range(len(NAMES))

_STEP: Final = 100
"""More than any sum of four cards, so that the stronger kind always wins."""


def _suit(kind: int) -> int:
    """0 to 2; a joker has none and goes with any."""
    return kind // NUMBERS


def rank_of(cards: Sequence[int]) -> int | None:
    """The strongest combination that cards are, as a place in NAMES; None if they are none.

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
    """How strong cards are: the kind of combination first, then the sum of their numbers.

    Cards that are no combination are as strong as the highest of them alone. [ruling: two players]
    """
    rank = rank_of(cards)
    if rank is None:
        return max(NUMBER[card] for card in cards)
    return _STEP * rank + sum(NUMBER[card] for card in cards)


def rank(strong: int) -> int:
    """The kind of combination that has this strength."""
    return strong // _STEP


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


SETS: Final = tuple(
    sorted(
        {bytes(sorted(cards)) for cards in _all() if _is_in_the_box(cards)},
        key=lambda cards: (strength(cards), cards),
    )
)
"""By code the kinds of a combination, lowest kind first."""
CODE: Final = {cards: code for code, cards in enumerate(SETS)}
STRENGTHS: Final = tuple(strength(cards) for cards in SETS)
FIRST: Final = tuple(
    next((code for code, one in enumerate(STRENGTHS) if one >= strong), len(SETS))
    for strong in range(STRENGTHS[-1] + 2)
)
"""By strength the first code that is at least as strong."""


_ONE: Final = tuple(bytes((kind,)) for kind in range(KINDS))
_SINGLES: Final = bytes(CODE[bytes((kind,))] for kind in range(KINDS)).ljust(256, b"\0")
_ENDS: Final = tuple(NUMBERS * suit for suit in range(1, len(SUITS) + 1))


_COUNTS: Final = tuple(bytes(cards.count(kind) for cards in SETS) for kind in range(KINDS))
"""For each kind and code how many of the kind the combination takes."""
_MOST: Final = 1 << 14
_known: dict[bytes, tuple[int, ...]] = {}
"""Hands and their codes, for a while."""


def codes(hand: bytes) -> tuple[int, ...]:
    """The codes of all that a hand could play, weakest first; the hand is in order of kinds."""
    found = _known.get(hand)
    if found is None:
        found = _remember(hand, _codes(hand))
    return found


def left(hand: bytes, cards: Sequence[int]) -> bytes:
    """What is left of a hand when cards are played.

    What it can play is remembered: it is what the hand could, save what takes too many of these
    cards, which is quicker to find than all anew.
    """
    rest, still = hand, _known.get(hand)
    for card in cards:
        place = rest.index(card)
        rest = rest[:place] + rest[place + 1 :]
        if still is not None:
            counts, copies = _COUNTS[card], rest.count(card)
            still = tuple([code for code in still if counts[code] <= copies])
    if still is not None:
        _remember(rest, still)
    return rest


def _remember(hand: bytes, found: tuple[int, ...]) -> tuple[int, ...]:
    if len(_known) >= _MOST:
        _known.clear()
    _known[hand] = found
    return found


def _codes(hand: bytes) -> tuple[int, ...]:
    found = {*hand.translate(_SINGLES)}
    by_number: dict[int, bytes] = {}
    for card in hand:
        number = NUMBER[card]
        by_number[number] = by_number.get(number, b"") + _ONE[card]
    for number, cards in by_number.items():
        if len(cards) > 1:
            found.update(_groups(cards))
        if number + 1 in by_number and number + 2 in by_number:
            found.update(_straights(cards, by_number[number + 1], by_number[number + 2]))
    jokers = by_number.get(0, b"")
    start = 0
    for suit_ends in _ENDS:
        end = bisect_left(hand, suit_ends, start)
        if end - start + len(jokers) > 2 and end > start:
            found.update(_flushes(hand[start:end] + jokers))
        start = end
    return tuple(sorted(found))


@lru_cache(maxsize=1 << 14)
def _groups(cards: bytes) -> tuple[int, ...]:
    """Pairs, threes and fours of cards of one number."""
    sets = {bytes(some) for size in (2, 3, 4) for some in combinations(cards, size)}
    return tuple(CODE[some] for some in sets)


@lru_cache(maxsize=1 << 14)
def _straights(low: bytes, middle: bytes, high: bytes) -> tuple[int, ...]:
    return tuple({CODE[bytes(sorted(some))] for some in product(low, middle, high)})


@lru_cache(maxsize=1 << 14)
def _flushes(cards: bytes) -> list[int]:
    return [CODE[bytes(some)] for some in combinations(cards, 3)]
