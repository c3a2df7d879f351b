"""Opponents. A bot is a function of what its seat may know, so none can cheat."""

from collections.abc import Callable
from typing import Any

Bot = Callable[[Any, Any, int, bytes], Any]
"""``bot(game, view, seat, chance)``: one of the seat's legal actions. ``chance`` is 16 bytes to
draw from; the same view and chance give the same action everywhere."""
