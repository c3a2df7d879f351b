"""One player's matches: open, saved and listed matches, analyses and statistics."""
