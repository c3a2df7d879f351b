"""The strength of bots: matches between them, and the ladder of levels."""
