"""Rows of cards, a byte for each card, and sorted hands of them."""

from bisect import bisect
from typing import Final

Cards = bytes
"""Cards in a row, one byte each. Bytes are as quick to join, hash and write as text."""

Counts = bytes
"""Numbers by kind, by place or by seat, one byte each."""

ONE: Final = tuple(bytes((card,)) for card in range(256))
"""One-card hands, by card."""


def without(cards: bytes, gone: bytes) -> bytes:
    """Return cards without some others, each of which removes one copy."""
    for card in gone:
        cards = cards.replace(ONE[card], b"", 1)
    return cards


def with_one(cards: bytes, card: int) -> bytes:
    """Return the cards and one more, in order."""
    place = bisect(cards, card)
    return cards[:place] + ONE[card] + cards[place:]


def together(some: bytes, others: bytes) -> bytes:
    """Return the cards of both hands, in order."""
    return bytes(sorted(some + others)) if others else some
