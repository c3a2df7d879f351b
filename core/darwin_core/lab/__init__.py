"""The lab, for everything that no player runs: checks of a game, fitted values, calibration,
learning programs.

It is importable, so that a new game can test itself: ``check_game("pebbles")``, or from a shell
``python -m darwin_core.lab pebbles``. Nothing that plays imports it.

``conformance.LAWS`` hold for every game, seat count and seed; ``check.check_interference`` asks
whether a seat can distinguish what it may not know; ``playthroughs`` and ``play.count_ahead`` pin
down how a game plays.
"""

from darwin_core.lab.check import check_game, lacking

__all__ = ["check_game", "lacking"]
