"""The signs of Yummy Darwinism."""

from typing import Final

from darwin_core.text.language import mark
from darwin_tui.drawing.signs import Sign

_CITIZENS: Final = "strong dark-ink on citizens"
_POLITICS: Final = "strong dark-ink on politics"
_TAG: Final = "strong token-ink on tag"
_DANGER: Final = "stock-bad on stock"

SIGNS: Final = (
    Sign(mark("citizens 1"), _CITIZENS, mark("a playing card, and the points of its triplet")),
    Sign(mark("politics ▸"), _POLITICS, mark("an action card: takes the group right below")),
    Sign(
        mark("▸ take"), "strong token-ink on tag", mark("what you can play on this triplet"), (0,)
    ),
    Sign("! ×4", _DANGER, mark("4 action cards of that group could take it"), (0,)),
    Sign(
        mark("!A1 !C4"),
        "stock-bad on stock",
        mark("the same: 1 of the aliens, 4 of the citizens"),
        (0,),
    ),
    Sign("− ×4", _DANGER, mark("4 citizens' cards could each cost it a point"), (0,)),
    Sign(mark("executi."), "ink", mark("a name that is cut: z on the card says it all")),
    Sign("▸", "strong cursor", mark("whose turn it is, or what is asked")),
    Sign("›", "dim", mark("the order of play"), (0,)),
    Sign("‹›", "strong cursor", mark("the two sides of a trade"), (0,)),
    Sign("✓", "strong cursor", mark("selected, or in your hand")),
    Sign("»", "strong cursor", mark("selected, and under the cursor")),
    Sign("≡", "good", mark("makes a triplet with cards of yours"), (0,)),
    Sign("· · ·", "dim", mark("room for a triplet"), (0,)),
)
