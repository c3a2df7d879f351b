"""The geography of the chart: the places of all spaces, the ways between them, and the ship."""

from functools import cache, lru_cache
from itertools import pairwise
from typing import Final, NamedTuple

from textual.geometry import Region

from darwin_core.games.journey.components import LASTS, NEXT, STARTS, TRACK

_GRIDS: Final = (
    "01 00 10 20 30 40 41 31 21 11 12 02 13 03 04 14 24 23 22 32 42 43 33 34 44",
    "00 10 20 30 31 21 11 12 01 02 22 32 33 23 13",
    "00 10 20 21 11 01 02 12 22 32 31",
)
"""Column and row of the spaces of each island, in the order of their numbers."""
_LOOPS: Final = {2, 6, 10, 17, 20}
"""Spaces at sea that lie beside the way."""
_BOTTOM: Final = range(12)
_CORNER: Final = 12
_LEFT: Final = (13, 14, 15)
_TOP: Final = range(16, 27)
WORDS_WIDTH: Final = 112
WORDS_HEIGHT: Final = 27
"""The least columns and rows for spaces in words."""
_SHIP: Final = (14, 4)
_LARGE_SHIP: Final = (22, 6)
"""Columns and rows of the pictures of the ship."""


class Way(NamedTuple):
    """A character of a way between two spaces."""

    x: int
    y: int
    character: str


class Chart(NamedTuple):
    """The places of a chart of one size."""

    spaces: tuple[Region, ...]
    """By space, its cells; one more at the left is for its sign."""
    titles: tuple[tuple[int, int], ...]
    """By island, where its name is written."""
    ways: tuple[Way, ...]
    berths: tuple[tuple[int, int], ...]
    """By round, where the picture of the ship is; none if there is no room."""
    has_large_ship: bool
    gap: int
    """The most rows between two neighbours on an island."""


@cache
def is_side(space: int) -> bool:
    """Return True if a route can bypass a space."""
    track = TRACK[space]
    seen, edge = {STARTS[track]}, [STARTS[track]]
    while edge:
        for following in NEXT[edge.pop()]:
            if following not in seen and following != space:
                seen.add(following)
                edge.append(following)
    return space not in {STARTS[track], LASTS[track]} and LASTS[track] in seen


@lru_cache(maxsize=64)
def chart_of(width: int, height: int) -> Chart:
    """Return the chart of a size, at least 80 by 17."""
    in_words = width >= WORDS_WIDTH and height >= WORDS_HEIGHT
    tall = 2 if in_words else 1
    pitch = (width - (22 if in_words else 17)) // 9
    wide = min(pitch - 1, 13)
    at_sea = min((width - 14) // 12, wide)
    islands, titles = _islands(width, height, pitch, wide, at_sea, tall)
    spaces = (*_ocean(width, height, at_sea, tall), *islands)
    ways = (*_ring(spaces, height, tall), *_paths(spaces))
    berths, is_large = _berths(spaces, height, tall)
    first, other = STARTS[1], STARTS[2]
    gap = max(spaces[first].y - spaces[first + 1].y, spaces[other + 8].y - spaces[other].y) - tall
    return Chart(spaces, titles, ways, berths, is_large, gap)


def _ocean(width: int, height: int, wide: int, tall: int) -> list[Region]:
    found = {}
    for place in _BOTTOM:
        y = height - tall - tall * (place in _LOOPS)
        found[place] = Region(width - wide - place * (wide + 1), y, wide, tall)
    found[_CORNER] = Region(4, height - 3 * tall, wide, tall)
    low, high = height - 5 * tall, 4 * tall
    for place, y in zip(_LEFT, (low, (low + high) // 2, high), strict=True):
        found[place] = Region(1, y, wide, tall)
    step = (width - 3 - wide) // 10
    for place, number in enumerate(_TOP):
        found[number] = Region(3 + step * place, tall * (number in _LOOPS), wide, tall)
    return [found[number] for number in sorted(found)]


def _islands(
    width: int, height: int, pitch: int, wide: int, at_sea: int, tall: int
) -> tuple[list[Region], tuple[tuple[int, int], ...]]:
    """Return the spaces of the islands, and where their names are written."""
    right = width - 2 - 4 * pitch
    room = height - 6 * tall - _SHIP[1]
    own = max(tall + 1, min(4, room // 4))
    rows = max(tall + 1, min(4, (height - 4 * tall - 1) // 6))
    spare = max((height - 4 * tall - 1) - 6 * rows, 0)
    top = tall + 1 + min(spare, 1)
    left = max(2 * tall + 1, (height - 4 * own - tall - _SHIP[1]) // 2)
    if height < 20:
        left = (height - 4 * own - tall) // 2
    origins = (
        (at_sea + 5, left, own),
        (right, top, rows),
        (right, top + 4 * rows + min(max(spare - 1, 0), 1), rows),
    )
    found, titles = [], []
    for grid, (x, y, each) in zip(_GRIDS, origins, strict=True):
        for place in grid.split():
            column, row = int(place[0]), int(place[1])
            found.append(Region(x + column * pitch, y + row * each, wide, tall))
        titles.append((x + 2 * pitch - pitch // 2, y - 1))
    return found, tuple(titles)


def _ring(spaces: tuple[Region, ...], height: int, tall: int) -> list[Way]:
    """Return the way of the ships around the islands."""
    ways: list[Way] = []
    bottom, top = height - tall, 0
    for start, end in _pairs([place for place in _BOTTOM if place not in _LOOPS]):
        ways += _across(spaces[end].right, spaces[start].x - 1, bottom, "◂")
    ways += _across(2, spaces[_BOTTOM[-1]].x - 1, bottom, "◂")
    stops = [bottom, *(spaces[place].y for place in _LEFT), top]
    for low, high in _pairs(stops):
        middle = (low + high + tall) // 2
        ways += [Way(1, y, "▴" if y == middle else "│") for y in range(high + 1, low)]
    ways += [Way(1, bottom, "╰"), Way(1, top, "╭")]
    ways += _across(2, spaces[_TOP[0]].x - 1, top, "‣")
    for start, end in _pairs([place for place in _TOP if place not in _LOOPS]):
        ways += _across(spaces[start].right, spaces[end].x - 1, top, "‣")
    for place in _LOOPS:
        sign = "◃" if place in _BOTTOM else "▹"
        ways += [Way(x, spaces[place].y, sign) for x in (spaces[place].x - 1, spaces[place].right)]
    corner = spaces[_CORNER]
    return [*ways, Way(5, corner.y - 1, "▵"), Way(5, corner.bottom, "▵")]


def _pairs(places: list[int]) -> list[tuple[int, int]]:
    return list(pairwise(places))


def _across(first: int, last: int, y: int, sign: str) -> list[Way]:
    """Return a line with a sign in its middle."""
    middle = (first + last) // 2
    return [Way(x, y, sign if x == middle else "─") for x in range(first, last + 1)]


def _paths(spaces: tuple[Region, ...]) -> list[Way]:
    """Return the ways on the islands."""
    ways: list[Way] = []
    for space, following in enumerate(NEXT):
        for end in following:
            if not TRACK[space]:
                continue
            here, there = spaces[space], spaces[end]
            optional = is_side(space) or is_side(end)
            x = there.x + there.width // 2
            if here.y == there.y:
                sign = "‣▹◂◃"[2 * (there.x < here.x) + optional]
                between = max(here.x, there.x) - 1
                ways.append(Way(between, here.y, sign))
                continue
            upper, lower = sorted((here, there), key=lambda each: each.y)
            gap = range(upper.bottom, lower.y)
            if here.x != there.x:
                edge = max(here.x, there.x) - 1
                ways += [Way(edge, y, "╱" if there.x < here.x else "╲") for y in gap]
                continue
            sign = "▾▿▴▵"[2 * (there.y < here.y) + optional]
            ways += [Way(x, y, "┊" if optional else "│") for y in gap]
            ways.append(Way(x, gap[len(gap) // 2], sign))
    return ways


def _berths(
    spaces: tuple[Region, ...], height: int, tall: int
) -> tuple[tuple[tuple[int, int], ...], bool]:
    """Return where the ship is drawn in each round: below the largest island, more to the left
    from round to round."""
    island = spaces[STARTS[1] : STARTS[2]]
    top = max(space.bottom for space in island) + (tall - 1)
    room = height - 2 * tall - top
    size = _LARGE_SHIP if tall == 2 and room >= _LARGE_SHIP[1] else _SHIP
    if room < size[1]:
        return (), False
    last = min(space.x for space in spaces[STARTS[2] :]) - size[0] - 2
    least = spaces[_CORNER].right + 3
    berths = tuple((last - (last - least) * place // 4, top) for place in range(5))
    return berths, size == _LARGE_SHIP
