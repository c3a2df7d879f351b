"""The signs of Evo."""

from typing import Final

from darwin_tui.parts.signs import Sign

SIGNS: Final = (
    Sign("●▲■◆", "strong ink", "a population that can still act"),
    Sign("○△□◇", "strong ink", "a population that is spent"),
    Sign("▶●", "strong token-ink on cursor", "the active population"),
    Sign("SSP", "strong ink", "hunt: the three cards that it takes"),
    Sign("T+P", "strong ink", "forage: search with T, gather with P"),
    Sign("S R P", "ink", "size, strength, speed"),
    Sign("T E A", "ink", "toughness, endurance, agility"),
    Sign("10!", "strong bad", "tokens on a card that bears no more of them", (0,)),
    Sign("generation", "dim", "a turn; the turns of all players count", (0,)),
    Sign("streaml.", "ink", "a name that is cut: z on the species has all", (0,)),
    Sign("•", "strong good", "you can act here, or use this"),
    Sign("A a", "ink", "genome: passed on, and not yet"),
    Sign("▼ 24", "ink", "cards that the genome should have"),
    Sign("▮▮", "ink", "cards of that trait in your hand"),
    Sign("✓", "good", "shown in the chart; Enter changes it", (2,)),
    Sign("·", "dim", "no token yet, or a free place"),
)
