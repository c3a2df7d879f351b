"""The signs of Darwin's Dice."""

from typing import Final

from darwin_tui.parts.signs import Sign

SIGNS: Final = (
    Sign("+", "strong ink", "fight: the highest number wins"),
    Sign("−", "strong ink", "flight: the lowest number wins"),
    Sign("BLFSCO", "strong ink", "bear, lion, fox, snake, scorpion (C), owl"),
    Sign("◆", "strong bear-ink on bear", "a point of the card"),
    Sign("›", "dim", "beats, when numbers are equal"),
    Sign("★", "strong bear-ink on bear", "the trump, on its card"),
    Sign("½", "strong scorpion-ink on scorpion", "the scorpion's number is 4½"),
    Sign("✓", "good", "has chosen a card"),
    Sign("■□", "ink", "rounds or turns begun, and those to come"),
    Sign("█", "ink", "points that are safe; cards not seen yet"),
    Sign("▒", "bad", "points at risk until the round ends"),
)
