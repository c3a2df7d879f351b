"""Tools for developers rather than players: checks of a game, fitted values, calibration, and
environments for reinforcement learning.

The package can be imported, so that a new game can test itself: ``check_game("pebbles")``, or from
a shell ``python -m darwin_core.lab pebbles``. No code that plays a match imports it.

``conformance.LAWS`` hold for every game, seat count and seed; ``check.check_interference`` asks
whether a seat can distinguish what it may not know; ``playthroughs`` and ``play.count_ahead`` pin
down how a game plays.
"""

from darwin_core.lab.check import check_game, lacking

__all__ = ["check_game", "lacking"]
