"""Genes: counting trait cards, and moving them between hand, deck, genomes and supply."""

from functools import lru_cache
from operator import mul, sub
from typing import Final

from darwin_core.cards import ONE, together, without
from darwin_core.games.evo.components import DRAW, RING, WIDE_COPIES
from darwin_core.games.evo.state import Cards, Counts, Drew, Emitter, EvoState
from darwin_core.kit.rows import plus

NONE: Counts = bytes(RING)
_UNITS: Final = tuple(1 << 8 * trait for trait in range(RING))
"""A card of each trait in a number of a byte for each."""


@lru_cache(maxsize=1 << 14)
def counted(cards: Cards) -> Counts:
    """How many cards of each trait there are."""
    return sum([_UNITS[card] for card in cards]).to_bytes(RING, "little")


_DEPTH: Final = 3
"""Cards of a trait that a hunt asks for at most: a hand's bits tell of each trait whether there is
one, whether there are two, and whether there are three."""
PAIRS: Final = sum(0b011 << _DEPTH * trait for trait in range(RING))
"""Of a hand's bits those for one card and for two."""
EVERYTHING: Final = (1 << _DEPTH * RING) - 1
"""The bits of a hand that holds all that could be asked for."""
_BITS: Final = tuple(
    tuple((1 << min(number, _DEPTH)) - 1 << _DEPTH * trait for number in range(WIDE_COPIES + 1))
    for trait in range(RING)
)


class _Bits(dict[Cards, int]):
    """Worked out when first asked for, and forgotten when they grow too many. Every decision asks,
    and a dictionary answers sooner than ``lru_cache``."""

    def __missing__(self, cards: Cards) -> int:
        if len(self) >= 1 << 15:
            self.clear()
        bits = self[cards] = sum([_BITS[trait][cards.count(trait)] for trait in {*cards}])
        return bits


BITS: Final = _Bits()
"""Cards as bits. A hand holds the cards if it has all their bits."""


def cards_of(bits: int) -> Cards:
    """The cards that bits stand for, in order."""
    return bytes(bit // _DEPTH for bit in range(bits.bit_length()) if bits >> bit & 1)


def added(some: Counts, others: Counts) -> Counts:
    """The sums."""
    sums = int.from_bytes(some, "little") + int.from_bytes(others, "little")
    return sums.to_bytes(len(some), "little")


def less(some: Counts, others: Counts) -> Counts:
    """The differences, never below none."""
    return bytes(map(max, map(sub, some, others), NONE))


def spread(counts: Counts) -> Cards:
    """Counts as cards in order."""
    return b"".join(map(mul, ONE, counts))


@lru_cache(maxsize=1 << 10)
def weakened(known: Cards, number: int) -> Cards:
    """What must still be there of cards that were known, once so many went unseen."""
    kinds = sorted({*known})
    return b"".join(bytes((card,)) * max(known.count(card) - number, 0) for card in kinds)


def has_future(state: EvoState, species: int) -> bool:
    """Whether a future generation exists: any card, face up or down, in the trait deck.
    [A Future Generation; ruling]"""
    return bool(state.decks[species] or state.offspring[species])


def pass_on(state: EvoState, species: int, cards: Cards) -> None:
    """Macroevolution: played cards go to the Future Genome. [Hunt Fauna 3; Forage Flora 4]"""
    state.hands[species] = without(state.hands[species], cards)
    state.shown[species] = without(state.shown[species], cards)
    state.future[species] = added(state.future[species], counted(cards))


def bear(state: EvoState, species: int, trait: int, number: int) -> int:
    """Microevolution: offspring lie face up on the deck. How many: as many as the supply has.
    [Hunt Fauna 4; Forage Flora 5; ruling: Offspring]"""
    number = min(number, state.supply[trait])
    if number:
        state.supply = plus(state.supply, trait, -number)
        state.born[species] = plus(state.born[species], trait, number)
        state.offspring[species] = bytes((trait,)) * number + state.offspring[species]
    return number


def draw_generation(state: EvoState, seat: int, emit: Emitter) -> None:
    """Draw all face-up cards, then those of the deck. [The end of a Generation 3]"""
    species = state.species[seat]
    face_up, deck = state.offspring[species], state.decks[species]
    cards, state.decks[species] = deck[:DRAW], deck[DRAW:]
    state.offspring[species] = b""
    state.hands[species] = together(state.hands[species], face_up + cards)
    state.shown[species] = together(state.shown[species], face_up)
    if emit:
        emit(Drew(seat, bytes(sorted(face_up)), bytes(sorted(cards))))
