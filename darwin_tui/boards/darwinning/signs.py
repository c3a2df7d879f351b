"""The signs of Darwinning!"""

from typing import Final

from darwin_core.text.language import mark
from darwin_tui.drawing.signs import Sign

SIGNS: Final = (
    Sign("↑2", "strong ink", mark("up the food chain, or its points")),
    Sign("•2", "strong ink", mark("population, or its points")),
    Sign("⌂2", "strong ink", mark("environments (env.), or their points")),
    Sign("✦2", "strong ink", mark("traits, or their points")),
    Sign("•●", "strong ink", mark("one population of that player's species")),
    Sign("4/6", "strong ink", mark("food found, and food needed")),
    Sign("✗1", "strong bad", mark("bites: two cost one population")),
    Sign("◀", "strong good", mark("the strongest cards of the trick")),
    Sign("◀ ▶", "ink", mark("who eats whom, along the food chain"), (2,)),
    Sign("┄▼", "ink", mark("who could eat whom as things stand")),
    Sign("1 A", "strong ink", mark("number and suit: acorn, blueberry, flower")),
    Sign(mark("Camou."), "strong ink", mark("a name in short; z says it whole")),
    Sign(mark("des2"), "ink", mark("environment by its first letters, food")),
    Sign("J", "strong ink", mark("a joker: 0 of any suit")),
)
