"""The signs of Darwinning!"""

from typing import Final

from darwin_tui.parts.signs import Sign

SIGNS: Final = (
    Sign("↑2", "strong ink", "up the food chain, or its points"),
    Sign("•2", "strong ink", "population, or its points"),
    Sign("⌂2", "strong ink", "environments (env.), or their points"),
    Sign("✦2", "strong ink", "traits, or their points"),
    Sign("•●", "strong ink", "one population of that player's species"),
    Sign("4/6", "strong ink", "food found, and food from eating"),
    Sign("✗1", "strong bad", "bites: two cost one population"),
    Sign("◀", "strong good", "the strongest cards of the trick"),
    Sign("◀ ▶", "ink", "who eats whom, along the food chain", (2,)),
    Sign("┄▼", "ink", "who could eat whom as things stand"),
    Sign("1 A", "strong ink", "number and suit: acorn, blueberry, flower"),
    Sign("Camou.", "strong ink", "a name in short; z says it whole"),
    Sign("des2", "ink", "environment by its first letters, food"),
    Sign("J", "strong ink", "a joker: 0 of any suit"),
)
