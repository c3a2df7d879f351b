"""Texts for readers of several languages: messages, nouns, wording, and the names of seats."""
