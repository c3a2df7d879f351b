"""Darwin's Journey, by its rulebook and its rules page."""
