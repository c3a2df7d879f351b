"""The board of Darwin's Dice."""
