"""The way of a cursor between places on a screen."""

from collections.abc import Mapping
from typing import TypeVar

from textual.geometry import Region

K = TypeVar("K")


def neighbour(places: Mapping[K, Region], start: K | None, dx: int, dy: int) -> K | None:
    """Return the nearest place in a direction; the first if there is none to start from."""
    if start is None or start not in places:
        return next(iter(places), None)
    home = places[start]
    x, y = home.x + home.width / 2, home.y + home.height / 2
    best, found = (True, float("inf")), start
    for other, region in places.items():
        along = (region.x + region.width / 2 - x) * dx + (region.y + region.height / 2 - y) * dy
        across = abs(region.x + region.width / 2 - x) * abs(dy)
        across += 2 * abs(region.y + region.height / 2 - y) * abs(dx)
        # To the side, places in the same rows come first, at any distance.
        is_off = bool(dx) and not (region.y < home.bottom and home.y < region.bottom)
        distance = is_off, along + 2 * across
        if other != start and along > 0 and distance < best:
            best, found = distance, other
    return found
