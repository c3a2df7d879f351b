"""The strength of bots: matches between them, the ladder of levels, and duels by the same deals."""
