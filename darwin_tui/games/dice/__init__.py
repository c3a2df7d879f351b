"""What Darwin's Dice looks like."""
