"""The signs of Yummy Darwinism."""

from typing import Final

from darwin_tui.parts.signs import Sign

_CITIZENS: Final = "strong dark-ink on citizens"
_POLITICS: Final = "strong dark-ink on politics"

SIGNS: Final = (
    Sign("citizens 1", _CITIZENS, "a playing card, and the points of its triplet"),
    Sign("politics ▸", _POLITICS, "an action card: takes the group right below"),
    Sign("▸ take", "strong token-ink on tag", "what you can play on this triplet", (0,)),
    Sign("! ×4", "stock-bad on stock", "4 action cards of that group could take it", (0,)),
    Sign("!A1 !C4", "stock-bad on stock", "the same: 1 of the aliens, 4 of the citizens", (0,)),
    Sign("− ×4", "stock-bad on stock", "4 citizens' cards could each cost it a point", (0,)),
    Sign("executi.", "ink", "a name that is cut: z on the card says it all"),
    Sign("▸", "strong cursor", "whose turn it is, or what is asked"),
    Sign("›", "dim", "the order of play", (0,)),
    Sign("‹›", "strong cursor", "the two sides of a trade", (0,)),
    Sign("✓", "strong cursor", "selected, or in your hand"),
    Sign("»", "strong cursor", "selected, and under the cursor"),
    Sign("≡", "good", "makes a triplet with cards of yours", (0,)),
    Sign("· · ·", "dim", "room for a triplet", (0,)),
)
