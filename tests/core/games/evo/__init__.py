"""Evo, by its rulebook and its rules page."""
