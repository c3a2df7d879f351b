"""Darwin's Dice, by its rules page."""
