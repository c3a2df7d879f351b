"""The library of one player's matches: open, saved and listed matches, analyses and statistics."""
