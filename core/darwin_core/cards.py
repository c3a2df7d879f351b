"""Cards in a row, a byte each, in order: what games do to hands of them."""

from typing import Final

ONE: Final = tuple(bytes((card,)) for card in range(256))
"""Each card alone."""


def without(cards: bytes, gone: bytes) -> bytes:
    """Cards less others, each as often as it is there."""
    for card in gone:
        cards = cards.replace(ONE[card], b"", 1)
    return cards


def together(some: bytes, others: bytes) -> bytes:
    """Both, in order."""
    return bytes(sorted(some + others))
