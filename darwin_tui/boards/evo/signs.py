"""The signs of Evo."""

from typing import Final

from darwin_core.text.language import mark
from darwin_tui.drawing.signs import Sign

SIGNS: Final = (
    Sign("●▲■◆", "strong ink", mark("a population that can still act")),
    Sign("○△□◇", "strong ink", mark("a population that is spent")),
    Sign("▶●", "strong token-ink on cursor", mark("the active population")),
    Sign(mark("SSP"), "strong ink", mark("hunt: the three cards that it takes")),
    Sign(mark("T+P"), "strong ink", mark("forage: search with T, gather with P")),
    Sign(mark("S R P"), "ink", mark("size, strength, speed")),
    Sign(mark("T E A"), "ink", mark("toughness, endurance, agility")),
    Sign("10!", "strong bad", mark("tokens on a card that bears no more of them"), (0,)),
    Sign(mark("streaml."), "ink", mark("a name that is cut: z on the species has all"), (0,)),
    Sign("•", "strong good", mark("you can act here, or use this")),
    Sign("A a", "ink", mark("genome: passed on, and not yet")),
    Sign("0+2", "strong", mark("points, and tokens to count at the end")),
    Sign("▼ 24", "ink", mark("cards that the genome should have")),
    Sign("▮▮", "ink", mark("cards of that trait in your hand")),
    Sign("✓", "good", mark("shown in the chart; Enter changes it"), (2,)),
    Sign("·", "dim", mark("no token yet, or a free place")),
)
