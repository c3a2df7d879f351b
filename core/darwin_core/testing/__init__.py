"""What a game is tried with. Importable, so that a new game tests itself.

``conformance.LAWS`` hold for every game, seat count and seed; ``interference`` asks whether a seat
can tell apart what it may not know; ``playthroughs`` and ``counts`` pin down how a game plays.
"""
