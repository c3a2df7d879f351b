"""Cards in a row, a byte each, in order: what games do to hands of them."""

from bisect import bisect
from typing import Final

ONE: Final = tuple(bytes((card,)) for card in range(256))
"""Each card alone."""


def without(cards: bytes, gone: bytes) -> bytes:
    """Cards less others, each as often as it is there."""
    for card in gone:
        cards = cards.replace(ONE[card], b"", 1)
    return cards


def with_one(cards: bytes, card: int) -> bytes:
    """Cards and one more, in order."""
    place = bisect(cards, card)
    return cards[:place] + ONE[card] + cards[place:]


def together(some: bytes, others: bytes) -> bytes:
    """Both, in order."""
    return bytes(sorted(some + others)) if others else some
