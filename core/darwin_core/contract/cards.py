"""Cards as bytes, one byte for each card, and operations on hands."""

from bisect import bisect
from typing import Final

Cards = bytes
"""Cards in a row, one byte each. Bytes are as quick to join, hash and write as text."""

Counts = bytes
"""Numbers, one byte each, indexed by kind, place or seat."""

ONE: Final = tuple(bytes((card,)) for card in range(256))
"""One-card hands, by card."""


def without(cards: bytes, gone: bytes) -> bytes:
    """Return the cards, in the same order, without the ``gone`` ones. Each of these removes the
    first copy, if there is any."""
    for card in gone:
        cards = cards.replace(ONE[card], b"", 1)
    return cards


def with_one(cards: bytes, card: int) -> bytes:
    """Return sorted cards with one more card inserted in order."""
    index = bisect(cards, card)
    return cards[:index] + ONE[card] + cards[index:]


def together(some: bytes, others: bytes) -> bytes:
    """Return a sorted hand and any further cards as one sorted hand."""
    # Without further cards, the hand is sorted already.
    return bytes(sorted(some + others)) if others else some
