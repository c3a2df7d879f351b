"""Lessons of one player."""
