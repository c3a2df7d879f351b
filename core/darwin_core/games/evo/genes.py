"""Genes: counting trait cards, and moving them between hand, deck, genomes and supply."""

from functools import lru_cache
from operator import mul, sub
from typing import Final

from darwin_core.contract.cards import ONE, Cards, Counts, together, without
from darwin_core.games.evo.components import DRAW, RING, WIDE_COPIES
from darwin_core.games.evo.events import Drew, Emitter
from darwin_core.games.evo.state import EvoState
from darwin_core.kit.rows import plus

NONE: Counts = bytes(RING)
_UNITS: Final = tuple(1 << 8 * trait for trait in range(RING))
"""One card of each trait, in a number that has a byte for each trait."""


@lru_cache(maxsize=1 << 14)
def counts_of(cards: Cards) -> Counts:
    """Return the number of cards of each trait."""
    return sum([_UNITS[card] for card in cards]).to_bytes(RING, "little")


_DEPTH: Final = 3
"""The most cards of one trait that a hunt asks for.

A hand has three bits for each trait: at least one card, at least two, and at least three.
"""
PAIRS: Final = sum(0b011 << _DEPTH * trait for trait in range(RING))
"""The bits of a hand for the first and the second card of each trait."""
EVERYTHING: Final = (1 << _DEPTH * RING) - 1
"""The bits of a hand that can pay for everything."""
_BITS: Final = tuple(
    tuple((1 << min(number, _DEPTH)) - 1 << _DEPTH * trait for number in range(WIDE_COPIES + 1))
    for trait in range(RING)
)


class _Bits(dict[Cards, int]):
    """A cache of the bits of cards. It is cleared when it grows too large.

    Every decision asks for them, and a dictionary answers faster than ``lru_cache``.
    """

    def __missing__(self, cards: Cards) -> int:
        if len(self) >= 1 << 15:
            self.clear()
        bits = self[cards] = sum([_BITS[trait][cards.count(trait)] for trait in {*cards}])
        return bits


BITS: Final = _Bits()
"""Cards as bits. A hand holds some cards if it has all their bits."""


def cards_of(bits: int) -> Cards:
    """Return the cards of bits, in order."""
    return bytes(bit // _DEPTH for bit in range(bits.bit_length()) if bits >> bit & 1)


def added(some: Counts, others: Counts) -> Counts:
    """Return the sums."""
    sums = int.from_bytes(some, "little") + int.from_bytes(others, "little")
    return sums.to_bytes(len(some), "little")


def less(some: Counts, others: Counts) -> Counts:
    """Return the differences, never below zero."""
    return bytes(map(max, map(sub, some, others), NONE))


def spread(counts: Counts) -> Cards:
    """Return counts as cards in order."""
    return b"".join(map(mul, ONE, counts))


@lru_cache(maxsize=1 << 10)
def still_known(known: Cards, number: int) -> Cards:
    """Return the known cards that must still be there after a number of cards were lost unseen."""
    kinds = sorted({*known})
    return b"".join(bytes((card,)) * max(known.count(card) - number, 0) for card in kinds)


def has_future(state: EvoState, species: int) -> bool:
    """Return whether a future generation exists: any card, face up or down, in the trait deck. [A
    Future Generation; ruling]"""
    return bool(state.decks[species] or state.offspring[species])


def pass_on(state: EvoState, species: int, cards: Cards) -> None:
    """Move played cards to the Future Genome (macroevolution). [Hunt Fauna 3; Forage Flora 4]"""
    state.hands[species] = without(state.hands[species], cards)
    state.shown[species] = without(state.shown[species], cards)
    state.future[species] = added(state.future[species], counts_of(cards))


def add_offspring(state: EvoState, species: int, trait: int, number: int) -> int:
    """Put offspring face up on the deck (microevolution), and return their number.

    The supply limits the number. [Hunt Fauna 4; Forage Flora 5; ruling: Offspring]
    """
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
