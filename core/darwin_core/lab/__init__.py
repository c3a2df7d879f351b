"""Checks of a game. Importable, so that a new game can test itself.

``conformance.LAWS`` hold for every game, seat count and seed; ``interference`` asks whether a seat
can distinguish what it may not know; ``playthroughs`` and ``play.count_ahead`` pin
down how a game plays.
"""
