"""The sea and the islands: a chart with all pieces and the rewards of spaces.

A chart of a size has its geography (where spaces, ways, names and the ship are), its relief (the
ground of each pixel, two in a cell), and on it the spaces, in signs or, if there is room, in words.
"""

from collections.abc import Sequence
from functools import cache, lru_cache
from itertools import pairwise
from math import sqrt
from typing import Final, NamedTuple

from textual.geometry import Region

from darwin_core.games.journey.material import (
    ANCHORS,
    CAMP_AT,
    CAMPSITES,
    ISLANDS,
    KINDS,
    LASTS,
    NEXT,
    ROUNDS,
    SPACES,
    STARTS,
    TRACK,
)
from darwin_core.games.journey.voyage import has_tent, ribbon_points, tent_cost
from darwin_core.text.language import tr, tr_in
from darwin_tui.boards.journey.journey_view import JourneyView, free
from darwin_tui.boards.journey.marks import (
    CAMP_SIGN,
    EMPTY_PLACE,
    kind_in,
    kind_name,
    seal,
    signs,
    tokens,
    words,
)
from darwin_tui.boards.journey.scene import arriving, seat_pitching, to_come
from darwin_tui.drawing.area import Area, fit
from darwin_tui.drawing.canvas import SEAT_MARKS, Canvas, Drawing, Run, Styled, length
from darwin_tui.drawing.marks import token
from darwin_tui.drawing.picture import Picture, pictures

# --- the geography of the chart

_GRIDS: Final = (
    "01 00 10 20 30 40 41 31 21 11 12 02 13 03 04 14 24 23 22 32 42 43 33 34 44",
    "00 10 20 30 31 21 11 12 01 02 22 32 33 23 13",
    "00 10 20 21 11 01 02 12 22 32 31",
)
"""Column and row of each island's spaces, in the order of their numbers."""
_LOOPS: Final = {2, 6, 10, 17, 20}
"""Spaces at sea off the main way."""
_BOTTOM: Final = range(12)
"""Spaces at sea along the chart's bottom, from the right."""
_CORNER: Final = 12
"""The space at sea inside the corner, which the main way passes by."""
_LEFT: Final = (13, 14, 15)
"""Spaces at sea along the chart's left side, from below."""
_TOP: Final = range(16, 27)
"""Spaces at sea along the chart's top, from the left."""
WORDS_COLUMNS: Final = 112
"""Minimum columns of the chart for spaces in words."""
WORDS_ROWS: Final = 27
"""Minimum rows of the chart for spaces in words."""
_ISLAND_COLUMNS: Final = 9
"""Columns of spaces on the islands: five of the largest, four of the others to its right."""
_SPACE_COLUMNS_MAX: Final = 13
"""Maximum columns of a space."""
_PITCH_MAX: Final = 4
"""Maximum rows from one space of an island to the next below it."""
_SHIP: Final = (14, 4)
"""Columns and rows of the ship's picture."""
_LARGE_SHIP: Final = (22, 6)
"""Columns and rows of the ship's large picture."""
_CHARTS_KEPT_MAX: Final = 64
"""Maximum number of sizes whose charts are kept."""
_RELIEFS_KEPT_MAX: Final = 16
"""Maximum number of reliefs, and of their cells and characters, that are kept."""


class Way(NamedTuple):
    """A character of a way between two spaces, in its cell."""

    x: int
    y: int
    character: str


class Chart(NamedTuple):
    """The places of a chart of one size."""

    spaces: tuple[Region, ...]
    """Cells of each space; the column at the left is for its sign."""
    titles: tuple[tuple[int, int], ...]
    """Position of each island's name."""
    ways: tuple[Way, ...]
    berths: tuple[tuple[int, int], ...]
    """Position of the ship's picture by round; empty if it does not fit."""
    has_large_ship: bool
    gap: int
    """Maximum rows between two neighbours on an island."""


@cache
def is_side(space: int) -> bool:
    """Return whether a route from the start to the end of a space's track can bypass it."""
    track = TRACK[space]
    seen = {STARTS[track]}
    edge = [STARTS[track]]
    while edge:
        for following in NEXT[edge.pop()]:
            if following not in seen and following != space:
                seen.add(following)
                edge.append(following)
    return space not in {STARTS[track], LASTS[track]} and LASTS[track] in seen


@lru_cache(maxsize=_CHARTS_KEPT_MAX)
def chart_of(width: int, height: int) -> Chart:
    """Return the chart of a size, at least 80 by 16."""
    in_words = width >= WORDS_COLUMNS and height >= WORDS_ROWS
    tall = 2 if in_words else 1
    # The rest of the width has the edges, the spaces at the left side, and gaps between islands.
    pitch = (width - (22 if in_words else 17)) // _ISLAND_COLUMNS
    wide = min(pitch - 1, _SPACE_COLUMNS_MAX)
    # At sea, the bottom with its twelve spaces is the longest side.
    at_sea = min((width - 14) // len(_BOTTOM), wide)
    islands, titles = _islands(width, height, pitch, wide, at_sea, tall)
    spaces = (*_ocean(width, height, at_sea, tall), *islands)
    ways = (*_ring(spaces, height, tall), *_paths(spaces))
    berths, is_large = _berths(spaces, height, tall)
    # Of the first island, the first two spaces are above each other; of the second, the first and
    # the ninth. The third has the same pitch as the second.
    first, other = STARTS[1], STARTS[2]
    gap = max(spaces[first].y - spaces[first + 1].y, spaces[other + 8].y - spaces[other].y) - tall
    return Chart(spaces, titles, ways, berths, is_large, gap)


def _ocean(width: int, height: int, wide: int, tall: int) -> list[Region]:
    """Return the spaces at sea, along three sides of the chart; loops stand further in."""
    regions = {}
    for space in _BOTTOM:
        y = height - tall - tall * (space in _LOOPS)
        regions[space] = Region(width - wide - space * (wide + 1), y, wide, tall)
    regions[_CORNER] = Region(4, height - 3 * tall, wide, tall)
    low, high = height - 5 * tall, 4 * tall
    for space, y in zip(_LEFT, (low, (low + high) // 2, high), strict=True):
        regions[space] = Region(1, y, wide, tall)
    step = (width - 3 - wide) // (len(_TOP) - 1)
    for number, space in enumerate(_TOP):
        regions[space] = Region(3 + step * number, tall * (space in _LOOPS), wide, tall)
    return [regions[space] for space in sorted(regions)]


def _islands(
    width: int, height: int, pitch: int, wide: int, at_sea: int, tall: int
) -> tuple[list[Region], tuple[tuple[int, int], ...]]:
    """Return the spaces of the islands, and the positions of their names.

    The largest island is at the left, the others are above each other at the right. Only the left
    one leaves rows for the ship below it.

    Args:
        pitch: columns from one space to the next.
        wide: columns of a space.
        at_sea: columns of a space at sea, of which there are some left of the islands.
        tall: rows of a space.
    """
    right = width - 2 - 4 * pitch
    room = height - 6 * tall - _SHIP[1]
    left_pitch = max(tall + 1, min(_PITCH_MAX, room // 4))
    # At the right, the rows of two islands are six pitches.
    rows = max(tall + 1, min(_PITCH_MAX, (height - 4 * tall - 1) // 6))
    spare = (height - 4 * tall - 1) - 6 * rows
    top = tall + 1 + min(spare, 1)
    left = max(2 * tall + 1, (height - 4 * left_pitch - tall - _SHIP[1]) // 2)
    if height < 20:
        # So low a chart has no ship below the island.
        left = (height - 4 * left_pitch - tall) // 2
    origins = (
        (at_sea + 5, left, left_pitch),
        (right, top, rows),
        (right, top + 4 * rows + min(max(spare - 1, 0), 1), rows),
    )
    regions, titles = [], []
    for grid, (x, y, pitch_rows) in zip(_GRIDS, origins, strict=True):
        for position in grid.split():
            column, row = map(int, position)
            regions.append(Region(x + column * pitch, y + row * pitch_rows, wide, tall))
        # In the lowest chart, the ocean is where the name of an island would be.
        titles.append((x + 2 * pitch - pitch // 2, y - 1) if y > tall else (x - 1, y + 1))
    return regions, tuple(titles)


def _ring(spaces: tuple[Region, ...], height: int, tall: int) -> list[Way]:
    """Return the ships' way around the islands: the main way, then the ways to loops and corner."""
    ways: list[Way] = []
    bottom, top = height - tall, 0
    for start, end in pairwise([space for space in _BOTTOM if space not in _LOOPS]):
        ways += _across(spaces[end].right, spaces[start].x - 1, bottom, "◂")
    ways += _across(2, spaces[_BOTTOM[-1]].x - 1, bottom, "◂")
    stops = [bottom, *(spaces[space].y for space in _LEFT), top]
    for low, high in pairwise(stops):
        middle = (low + high + tall) // 2
        ways += [Way(1, y, "▴" if y == middle else "│") for y in range(high + 1, low)]
    ways += [Way(1, bottom, "╰"), Way(1, top, "╭")]
    ways += _across(2, spaces[_TOP[0]].x - 1, top, "‣")
    for start, end in pairwise([space for space in _TOP if space not in _LOOPS]):
        ways += _across(spaces[start].right, spaces[end].x - 1, top, "‣")
    for space in _LOOPS:
        sign = "◃" if space in _BOTTOM else "▹"
        ways += [Way(x, spaces[space].y, sign) for x in (spaces[space].x - 1, spaces[space].right)]
    corner = spaces[_CORNER]
    return [*ways, Way(5, corner.y - 1, "▵"), Way(5, corner.bottom, "▵")]


def _across(first: int, last: int, y: int, sign: str) -> list[Way]:
    """Return a line with a sign in its middle."""
    middle = (first + last) // 2
    return [Way(x, y, sign if x == middle else "─") for x in range(first, last + 1)]


def _paths(spaces: tuple[Region, ...]) -> list[Way]:
    """Return the ways on the islands. Signs point the way on; hollow ones and dotted lines are for
    ways by choice."""
    ways: list[Way] = []
    for space, following in enumerate(NEXT):
        for end in following:
            if not TRACK[space]:
                continue
            start, finish = spaces[space], spaces[end]
            optional = is_side(space) or is_side(end)
            x = finish.x + finish.width // 2
            if start.y == finish.y:
                # Each string has the signs of the way forward and by choice, then of the way back.
                sign = "‣▹◂◃"[2 * (finish.x < start.x) + optional]
                between = max(start.x, finish.x) - 1
                ways.append(Way(between, start.y, sign))
                continue
            upper, lower = sorted((start, finish), key=lambda region: region.y)
            gap = range(upper.bottom, lower.y)
            if start.x != finish.x:
                edge = max(start.x, finish.x) - 1
                ways += [Way(edge, y, "╱" if finish.x < start.x else "╲") for y in gap]
                continue
            sign = "▾▿▴▵"[2 * (finish.y < start.y) + optional]
            ways += [Way(x, y, "┊" if optional else "│") for y in gap]
            ways.append(Way(x, gap[len(gap) // 2], sign))
    return ways


def _berths(
    spaces: tuple[Region, ...], height: int, tall: int
) -> tuple[tuple[tuple[int, int], ...], bool]:
    """Return the ship's position in each round, and whether its picture is the large one. The ship
    is below the largest island, further left each round; there are no positions without room."""
    island = spaces[STARTS[1] : STARTS[2]]
    top = max(space.bottom for space in island) + (tall - 1)
    room = height - 2 * tall - top
    size = _LARGE_SHIP if tall == 2 and room >= _LARGE_SHIP[1] else _SHIP
    if room < size[1]:
        return (), False
    last = min(space.x for space in spaces[STARTS[2] :]) - size[0] - 2
    least = spaces[_CORNER].right + 3
    berths = tuple(
        (last - (last - least) * number // (ROUNDS - 1), top) for number in range(ROUNDS)
    )
    return berths, size == _LARGE_SHIP


# --- the relief

_REACH: Final = 10
"""Pixels around a space that it raises."""
_ROUGHNESS: Final = 2.1
"""Pixels by which noise moves a coast, chosen by eye, as are the other figures of the relief: a
larger one frays the coasts."""
_ROUGHNESS_MIN: Final = 0.35
"""Part of the roughness that moves every coast, where the noise is 0."""
_ROUGHNESS_RANGE: Final = 1.25
"""Further part of the roughness where the noise is 1."""
_ACROSS: Final = 0.8
"""Distance that a pixel across counts as: land reaches further across than up or down."""
_DOWN: Final = 1.15
"""Distance that a pixel up or down counts as."""
_HIGH: Final = 0.66
"""Noise from which land is high."""
_GROVE: Final = 0.42
"""Noise from which lower land is a grove."""
_INLAND: Final = 1.45
"""Pixels around a space that are always land."""
# Distances from the coast, in pixels, up to which each kind of ground or water reaches.
_LAND: Final = -1.0
_SHORE: Final = 0.0
_SURF: Final = 1.0
_SHALLOW: Final = 3.2
_MIDDLE: Final = 6.5
_ALIKE: Final = ({"land", "grove", "high"}, {"deep", "middle", "shallow"})
"""Colours that share a cell without being mixed. Only coasts are drawn by pixel, since a cell of
two colours costs a terminal twice the bytes."""
_PATCH: Final = 10
"""Pixels between two heights of the noise that divides land."""
_CELL: Final = 6
"""Pixels between two heights of the noise."""


def _hash(x: int, y: int, seed: int) -> float:
    """Return a fixed pseudo-random number from 0 to 1 for a place."""
    # The factors of x and y are primes of xxHash. With others, the sea would have other waves.
    # Each seed has a noise of its own: 1 for coasts, 2 for land, 3 for depths.
    number = (x * 374761393 + y * 668265263 + seed * 974634777) & 0xFFFFFFFF
    number = ((number ^ (number >> 13)) * 1274126177) & 0xFFFFFFFF
    return ((number ^ (number >> 16)) & 0xFFFF) / 0xFFFF


def _noise(x: int, y: int, cell: int, seed: int) -> float:
    """Return smooth noise from 0 to 1, interpolated between heights ``cell`` pixels apart."""
    column, row = x // cell, y // cell
    right, down = x % cell / cell, y % cell / cell
    top = _hash(column, row, seed) * (1 - right) + _hash(column + 1, row, seed) * right
    low = _hash(column, row + 1, seed) * (1 - right) + _hash(column + 1, row + 1, seed) * right
    return top * (1 - down) + low * down


@lru_cache(maxsize=_RELIEFS_KEPT_MAX)
def relief(width: int, height: int, land: tuple[Region, ...], gap: int) -> Picture:
    """Return the pixels of a chart.

    Args:
        width: columns of cells, each one pixel wide.
        height: rows of cells.
        land: spaces of the islands, in cells.
        gap: maximum rows between two neighbours, which are land.
    """
    far = float(_REACH)
    # Land without a hole between neighbours, however far apart they are.
    inland = _DOWN * (gap - 1) + _INLAND
    depth = [[far] * width for _ in range(2 * height)]
    for space in land:
        x = space.x
        y = 2 * space.y
        wide = space.width
        tall = 2 * space.height
        for row in range(max(y - _REACH, 0), min(y + tall + _REACH, 2 * height)):
            down = max(y - row, row - (y + tall - 1), 0) * _DOWN
            depths = depth[row]
            for column in range(max(x - _REACH, 0), min(x + wide + _REACH, width)):
                across = max(x - column, column - (x + wide - 1), 0) * _ACROSS
                distance = sqrt(across * across + down * down)
                if distance < depths[column]:
                    depths[column] = distance
    rows = [
        [_colour(x, y, distance, inland) for x, distance in enumerate(row)]
        for y, row in enumerate(depth)
    ]
    for above, below in zip(rows[::2], rows[1::2], strict=True):
        for x, (top, bottom) in enumerate(zip(above, below, strict=True)):
            if any({top, bottom} <= alike for alike in _ALIKE):
                below[x] = top
    return Picture(tuple(map(tuple, rows)))


def _colour(x: int, y: int, distance: float, inland: float) -> str:
    """Return the colour of a pixel at a distance from the nearest space."""
    if distance <= inland:
        return _ground(x, y)
    roughness = _ROUGHNESS * (_ROUGHNESS_MIN + _ROUGHNESS_RANGE * _noise(x, y, _CELL, 1))
    from_coast = distance - max(inland - _INLAND, 0) - roughness
    if from_coast < _LAND:
        return _ground(x, y)
    if from_coast < _SHORE:
        return "sand"
    if from_coast < _SURF:
        return "surf"
    if from_coast < _SHALLOW:
        return "shallow"
    # The border of the deep varies by a pixel to both sides.
    return "middle" if from_coast < _MIDDLE + 2 * _noise(x, y, 2 * _CELL, 3) - 1 else "deep"


def _ground(x: int, y: int) -> str:
    """Return the kind of land at a pixel."""
    height = _noise(x, y, _PATCH, 2)
    return "high" if height > _HIGH else "grove" if height > _GROVE else "land"


@lru_cache(maxsize=_RELIEFS_KEPT_MAX)
def surf(picture: Picture) -> tuple[str, ...]:
    """Return a row of characters for each row of cells: only the surf, for a terminal without
    colours."""
    pairs = zip(picture.rows[::2], picture.rows[1::2], strict=True)
    return tuple(
        "".join("░" if "surf" in both else " " for both in zip(above, below, strict=True))
        for above, below in pairs
    )


@lru_cache(maxsize=_RELIEFS_KEPT_MAX)
def characters(picture: Picture) -> tuple[str, ...]:
    """Return a row of characters for each row of cells, for ASCII: land, shore, surf, and blanks
    for sea. The upper pixel of each cell decides."""
    signs = {"land": ".", "grove": ".", "high": ".", "sand": ":", "surf": "~"}
    return tuple("".join(signs.get(pixel or "", " ") for pixel in row) for row in picture.rows[::2])


# --- the sea

ANCHOR: Final = "‡"
"""Sign of a space where the Beagle anchors in a round."""
SHIP: Final = "HMS"
"""Sign of the Beagle."""
NAMES: Final = ("Albemarle", "Barrington", "Chatham")
"""Names of the islands, in the order of their letters."""


def draw_sea(area: Area, table: JourneyView) -> None:
    """Draw the relief, the ways, the ship, and all spaces."""
    chart = chart_of(area.width, area.height)
    area.part(_draw_relief, (table,))
    for island, (x, y) in enumerate(chart.titles):
        area.at(x, y, len(NAMES[island]) + 8, 1).part(_draw_title, (table,), island)
    for space, region in enumerate(chart.spaces):
        cell = area.at(region.x - 1, region.y, region.width + 1, region.height)
        cell.part(_draw_space, (table,), space)


def _relief(area: Area) -> Picture:
    """Return the relief of an area's size."""
    chart = chart_of(area.width, area.height)
    return relief(area.width, area.height, chart.spaces[STARTS[1] :], chart.gap)


def _draw_relief(area: Area, table: JourneyView) -> None:
    """Draw the relief with the ways and the ship on it."""
    chart = chart_of(area.width, area.height)
    picture = _relief(area)
    if area.look.is_ascii or not area.look.has_colours:
        rows = characters(picture) if area.look.is_ascii else surf(picture)
        for y, row in enumerate(rows):
            area.put(0, y, [(character, area.style("dim")) for character in row])
        _draw_ways(area, picture)
        return
    for y, cells in enumerate(_land_and_sea(area.width, area.height)):
        area.put(0, y, cells)
    if chart.berths and table.round:
        x, y = chart.berths[table.round - 1]
        area.picture(
            x, y, pictures("journey")["beagle-large" if chart.has_large_ship else "beagle"]
        )


@lru_cache(maxsize=_RELIEFS_KEPT_MAX)
def _land_and_sea(width: int, height: int) -> Sequence[Sequence[Run]]:
    """Return the cells of the relief and of the ways on it."""
    area = Area(Drawing(Canvas(width, height), {}), Region(0, 0, width, height))
    picture = _relief(area)
    area.picture(0, 0, picture)
    _draw_ways(area, picture)
    return [tuple(area.drawing.canvas.grid[y]) for y in range(height)]


def _draw_ways(area: Area, picture: Picture) -> None:
    """Draw the ways; each keeps the ground of its cell's upper pixel."""
    for x, y, character in chart_of(area.width, area.height).ways:
        ground = "" if area.look.is_ascii else f" on {picture.rows[2 * y][x]}"
        area.put(x, y, [(character, f"strong way{ground}")])


def _draw_title(area: Area, table: JourneyView, island: int) -> None:
    """Draw the name of an island, which can be selected to go ashore."""
    element = ("island", island)
    if element in table.legal_elements or not table.legal_elements:
        area.enter(element)
    is_on = table.scene.is_on(element)
    is_open = element in table.scene.selectable
    title = area.on("cursor" if is_on else "letter" if is_open else "sea-chip")
    style = "strong token-ink" if is_on else "strong letter-ink" if is_open else "way"
    title.text(1, 0, (f" I{ISLANDS[island]} {EMPTY_PLACE} {NAMES[island]}", style))


# --- a space


def _draw_space(area: Area, table: JourneyView, space: int) -> None:
    """Draw a space: reward at the left, pieces at the right. While a campsite is to be chosen, its
    space stands for it."""
    element = ("space", space)
    if space in CAMP_AT and "site" in table.legal_kinds:
        element = ("site", CAMP_AT[space])
    if element in table.legal_elements or element[0] not in table.legal_kinds:
        area.enter(element)
    chip = "land-chip" if TRACK[space] else "sea-chip"
    ink = "ink"
    scene = table.scene
    if scene.is_on(element):
        chip, ink = "cursor", "token-ink"
    elif element in table.legal_elements and scene.style_of(element) in ("selected", "selectable"):
        chip, ink = "letter", "letter-ink"
    cell = area.on(chip) if chip in ("cursor", "letter") else area
    cell = cell.at(1, 0, area.width - 1, area.height, chip)
    if area.height > 1:
        _write_words(cell, table, space, ink)
    else:
        _write_signs(cell, table, space, ink)


def _ribbon(table: JourneyView, space: int) -> list[Styled]:
    """Return the points still open to the first arrival."""
    points = ribbon_points(table.view, space)
    return [(f"+{points}", "strong token-ink on gold")] if points else []


def _is_here(table: JourneyView, space: int) -> bool:
    """Return whether the Beagle is at a space in the displayed round."""
    return bool(table.round) and ANCHORS[table.round - 1] == space


def _tents(cell: Area, table: JourneyView, site: int) -> list[Styled]:
    """Return the tents on a campsite as their owners' marks. A tent still to come is left out;
    while it is pitched, it is a token."""
    is_dark = cell.ground in ("land-chip", "sea-chip")
    ink = "strong token-ink" if cell.ground == "cursor" else "strong letter-ink"
    inks = [f"strong seat-{seat}" if is_dark else ink for seat in range(table.seats)]
    new, hidden = (
        seat_pitching(arriving(table.scene), site),
        seat_pitching(to_come(table.scene), site),
    )
    return [
        token(seat) if seat == new else (SEAT_MARKS[seat], inks[seat])
        for seat in table.view.camps[site]
        if seat != hidden
    ]


def _price(table: JourneyView, site: int) -> tuple[str, str]:
    """Return the price of a tent on a campsite, in short and in words; or a sign and the reason why
    the seat can pitch none."""
    view, seat = table.view, table.seat
    cost = tent_cost(view, seat, site)
    if cost is not None:
        price = f"{cost}¢"
        return price, price if cost else free()
    if seat in view.camps[site]:
        return "✓", tr("yours") if table.is_own else tr_in("location", "taken")
    return "–", tr("full" if has_tent(view, seat) else "no tent")


def _write_signs(cell: Area, table: JourneyView, space: int, ink: str) -> None:
    """Write a space in one row: signs, and its pieces at the right."""
    standing = tokens(table.pieces_by_space.get(space, ()))
    right = [*standing, *_ribbon(table, space)]
    room = cell.width - length(right)
    # Words do not touch a mark; signs may.
    room_for_words = room - bool(standing)
    lying = [
        piece
        for number in table.specimens_by_space.get(space, ())
        for piece in _lying(number, space, room, room_for_words, ink)
    ]
    pieces = lying or _signs_of(cell, table, space, room, room_for_words, ink)
    is_free = length(pieces) < room_for_words and not lying
    cell.text(int(is_free), 0, *pieces)
    cell.right(0, *right)


def _lying(
    number: int, space: int, room: int, room_for_words: int, ink: str
) -> tuple[Styled, Styled]:
    """Return the signs of a specimen on a space, and of its gain there."""
    kind = kind_name(number)
    reward = signs(SPACES[space].reward)
    short = kind_in(number, room_for_words - 1)
    text = fit(room - 1, [f"{kind[0]}{reward}", reward, kind[0]]) if reward else short
    return seal(number // len(KINDS)), (text, ink)


def _signs_of(
    cell: Area, table: JourneyView, space: int, room: int, room_for_words: int, ink: str
) -> list[Styled]:
    """Return the signs of a space without a specimen."""
    data = SPACES[space]
    bold = f"strong {ink}"
    if data.anchor and _is_here(table, space):
        ship = SHIP if room_for_words >= len(SHIP) else SHIP[0]
        head = fit(room_for_words - len(ship), [f"{ANCHOR}{data.banner} ", f"{ANCHOR} ", ""])
        return [(head, ink), (ship, "strong token-ink on beagle")]
    if data.anchor:
        return [(fit(room, [f"{ANCHOR}{data.banner}", ANCHOR]), ink)]
    if space in CAMP_AT:
        site = CAMP_AT[space]
        pieces: list[Styled] = [(CAMP_SIGN, bold), *_tents(cell, table, site)]
        price, _ = _price(table, site)
        # The viewer's tent says that there is a tent of the viewer.
        if price != "✓" and length(pieces) + len(price) <= room:
            pieces.append((price, ink))
        return pieces[:room]
    if data.reward:
        apart = " ".join(signs([effect]) for effect in data.reward)
        together = signs(data.reward)
        is_wide = len(apart) <= room_for_words
        return [(fit(room, [apart if is_wide else together, together]), bold)]
    if space in STARTS:
        beach = (tr("beach"), data.name)
        start = (tr_in("space", "start"), tr_in("space", "go"))
        return [(fit(room_for_words, [*(beach if TRACK[space] else start), ""]), ink)]
    # The name of an empty space shows the numbering of the others.
    return [(fit(room, [SPACES[space].name, ""]), "dim" if ink == "ink" else ink)]


class _Words(NamedTuple):
    """The words of a space in two rows."""

    first: list[Styled]
    second: Sequence[str] = ("",)
    """From long to short."""
    top: Sequence[Styled] = ()
    """Text at the right of the first row."""


def _write_words(cell: Area, table: JourneyView, space: int, ink: str) -> None:
    """Write a space in two rows of words, with its pieces at the right."""
    right = [*tokens(table.pieces_by_space.get(space, ())), *_ribbon(table, space)]
    lying = table.specimens_by_space.get(space, ())
    if SPACES[space].anchor and _is_here(table, space) and not lying:
        right = [(SHIP, "strong token-ink on beagle"), *([" "] if right else []), *right]
    room = cell.width - length(right)
    if lying:
        number = lying[-1]
        reward = SPACES[space].reward
        name = (f" {kind_in(number, cell.width - 3)}", f"strong {ink}")
        text = _Words([seal(number // len(KINDS)), name], [" ".join(words(reward)), signs(reward)])
    else:
        text = _words_of(cell, table, space, room, ink)
    cell.text(0, 0, *text.first)
    cell.right(0, *text.top)
    cell.text(0, 1, (fit(room - bool(right), text.second), ink))
    cell.right(1, *right)


def _words_of(cell: Area, table: JourneyView, space: int, room: int, ink: str) -> _Words:
    """Return the words of a space without a specimen."""
    data = SPACES[space]
    bold = f"strong {ink}"
    if data.anchor:
        island = [tr("island {island}", island=data.banner), data.banner] if data.banner else [""]
        return _Words([(tr("anchor {number}", number=1 + ANCHORS.index(space)), ink)], island)
    if space in CAMP_AT:
        site = CAMP_AT[space]
        reward = CAMPSITES[site].reward
        tents = _tents(cell, table, site)
        price, name = _price(table, site)
        room_for_price = cell.width - 1 - length(tents) - bool(tents)
        first: list[Styled] = [
            (CAMP_SIGN, bold),
            (fit(room_for_price, [f" {name}", f" {price}", price]), ink),
        ]
        return _Words(first, [", ".join(words(reward)), signs(reward)], tents)
    if lines := words(data.reward):
        second = [lines[1] if len(lines) > 1 else "", signs(data.reward[1:])]
        return _Words([(fit(room, [lines[0], signs(data.reward[:1])]), bold)], second)
    if space in STARTS:
        plymouth = ["Plymouth", tr_in("space", "start")]
        return _Words([(tr("beach") if TRACK[space] else fit(cell.width, plymouth), ink)])
    return _Words([" ", (fit(room - 1, [SPACES[space].name, ""]), ink)])
