"""Texts for readers of several languages: messages, nouns, lists, and the names of seats."""
