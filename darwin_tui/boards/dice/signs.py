"""The signs of Darwin's Dice."""

from typing import Final

from darwin_core.text.language import mark
from darwin_tui.drawing.signs import Sign

SIGNS: Final = (
    Sign("+", "strong ink", mark("fight: the highest number wins")),
    Sign("−", "strong ink", mark("flight: the lowest number wins")),
    Sign("BLFSCO", "strong ink", mark("bear, lion, fox, snake, scorpion (C), owl")),
    Sign("◆", "strong bear-ink on bear", mark("a point of the card")),
    Sign("›", "dim", mark("beats, when numbers are equal")),
    Sign("★", "strong bear-ink on bear", mark("the trump, on its card")),
    Sign("½", "strong scorpion-ink on scorpion", mark("the scorpion's number is 4½")),
    Sign("✓", "good", mark("has chosen a card")),
    Sign("■□", "ink", mark("rounds or turns begun, and those to come")),
    Sign("█", "ink", mark("points that are safe; cards not seen yet")),
    Sign("▒", "bad", mark("points at risk until the round ends")),
)
