"""Cards as bytes, one byte for each card, and operations on sorted hands."""

from bisect import bisect
from typing import Final

Cards = bytes
"""Cards in a row, one byte each. Bytes are as quick to join, hash and write as text."""

Counts = bytes
"""Numbers, one byte each, indexed by kind, place or seat."""

ONE: Final = tuple(bytes((card,)) for card in range(256))
"""One-card hands, by card."""


def without(cards: bytes, gone: bytes) -> bytes:
    """Return the cards without the ``gone`` ones, each of which removes one copy."""
    for card in gone:
        cards = cards.replace(ONE[card], b"", 1)
    return cards


def with_one(cards: bytes, card: int) -> bytes:
    """Return sorted cards with one more card inserted in order."""
    index = bisect(cards, card)
    return cards[:index] + ONE[card] + cards[index:]


def together(some: bytes, others: bytes) -> bytes:
    """Merge two sorted hands into one."""
    return bytes(sorted(some + others)) if others else some
