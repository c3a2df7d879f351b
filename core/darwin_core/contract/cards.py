"""Rows of cards, a byte for each card, and sorted hands of them."""

from bisect import bisect
from typing import Final

Cards = bytes
"""Cards in a row, a byte each. Bytes are as quick to join, to hash and to write as text."""

Counts = bytes
"""Numbers by kind, by place or by seat, a byte each."""

ONE: Final = tuple(bytes((card,)) for card in range(256))
"""Hands of one card, by card."""


def without(cards: bytes, gone: bytes) -> bytes:
    """Return the cards without others, of which each copy removes a copy."""
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
