"""The signs of Yummy Darwinism."""

from typing import Final

from darwin_tui.parts.signs import Sign

SIGNS: Final = (
    Sign("citizens 1", "strong citizens", "a playing card, and the points of its triplet"),
    Sign("citizens ▸", "strong citizens", "an action card of that group"),
    Sign("▸", "strong cursor", "whose turn it is, or what is asked"),
    Sign("›", "dim", "the order of play", (0,)),
    Sign("‹›", "strong cursor", "the two sides of a trade", (0,)),
    Sign("✓", "strong cursor", "selected, or in your hand"),
    Sign("»", "strong cursor", "selected, and under the cursor"),
    Sign("≡", "good", "makes a triplet with cards of yours", (0,)),
    Sign("· · ·", "dim", "room for a triplet", (0,)),
)
