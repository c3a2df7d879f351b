"""Analyses of finished matches, as a player meets them.

``making`` has them made by the workers, ``kept`` keeps them, ``words`` puts them into words.
``hindsight`` finds the costliest decision of one player alone, which is quicker.
"""
