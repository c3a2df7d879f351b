"""Yummy Darwinism, by its rulebook and its rules page."""
