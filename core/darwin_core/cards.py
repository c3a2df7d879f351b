"""Sorted hands of cards, a byte for each card."""

from bisect import bisect
from typing import Final

ONE: Final = tuple(bytes((card,)) for card in range(256))
"""Hands of one card, by card."""


def without(cards: bytes, gone: bytes) -> bytes:
    """Return the cards less others, each removed as often as it is there."""
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
