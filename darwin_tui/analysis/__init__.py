"""Analyses of finished matches, as a player meets them.

``making`` has them made by the workers, ``kept`` keeps them, ``words`` puts them into words.
``hindsight`` finds the costliest decision of one player alone, which is quicker. ``reasons`` and
``swings`` need no workers: they read from the score and the actions why a match was won or lost.
"""
