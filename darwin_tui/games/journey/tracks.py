"""The chart: the ocean and the islands as winding lines, with all pieces and the rewards of
spaces."""

from functools import cache, lru_cache
from typing import Final, NamedTuple

from textual.geometry import Region

from darwin_core.games.journey.components import (
    CAMP_AT,
    CAMPSITES,
    ISLANDS,
    LASTS,
    NEXT,
    RIBBONS,
    SPACES,
    STARTS,
    TRACK,
    TRACKS,
)
from darwin_core.games.journey.effect_words import parts_short
from darwin_core.games.journey.voyage import beagle, tent_cost
from darwin_tui.games.journey.chart import Chart, columns, fit
from darwin_tui.games.journey.marks import code, marks, specimen
from darwin_tui.games.journey.route import route_words
from darwin_tui.widgets.canvas import Styled, length

_LABEL: Final = 3
"""Columns before a line of spaces."""
_WIDEST: Final = 11
_CAMPS: Final = 3
"""Rows of campsites if there is room for them."""
_CAMPS_A_ROW: Final = 5
"""The most campsites side by side."""
_ROUTE: Final = 2
MORE: Final = _CAMPS
"""Extra rows that can be used, for camps and a route in turn."""


class Cell(NamedTuple):
    """A space on a line of the chart."""

    space: int
    x: int
    width: int


# --- lines


@cache
def in_order(track: int) -> tuple[int, ...]:
    """Return the spaces of a track in order, side spaces before the space they lead to."""
    depth: dict[int, int] = {STARTS[track]: 0}
    edge = [STARTS[track]]
    while edge:
        here = edge.pop()
        for following in NEXT[here]:
            if depth[here] >= depth.get(following, 0):
                depth[following] = depth[here] + 1
                edge.append(following)
    return tuple(sorted(depth, key=lambda space: (depth[space], space)))


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


def _least(space: int, seats: int) -> int:
    """Return the minimum columns of a space: its sign and its reward, or its number and the pieces
    on it.

    Explorers share only the first and the last space.
    """
    row = SPACES[space]
    text = len(code(row.reward)) + 2 * (0 < row.specimen <= seats)
    text = max(text, 4 * (space in CAMP_AT), (3 + bool(row.banner)) * row.anchor)
    is_shared = not TRACK[space] or space in (STARTS[TRACK[space]], LASTS[TRACK[space]])
    return 1 + max(text, seats if is_shared else 3)


@lru_cache(maxsize=64)
def lines(width: int, seats: int) -> tuple[tuple[Cell, ...], ...]:
    """Return all tracks as lines that fit a width, as few as possible."""
    found: list[tuple[Cell, ...]] = []
    for track in range(len(TRACKS)):
        spaces = in_order(track)
        least = [_least(space, seats) for space in spaces]
        room = width - _LABEL
        number = -(-sum(least) // room)
        while not (parts := _partition(least, number, room)):
            number += 1
        for first, last in parts:
            found.append(_placed(spaces[first:last], least[first:last], room))
    return tuple(found)


def _partition(least: list[int], number: int, room: int) -> list[tuple[int, int]]:
    """Return so many parts with about equal numbers of spaces; empty if one of them does not
    fit."""
    each = -(-len(least) // number)
    parts = [(first, min(first + each, len(least))) for first in range(0, len(least), each)]
    return parts if all(sum(least[first:last]) <= room for first, last in parts) else []


def _placed(spaces: tuple[int, ...], least: list[int], room: int) -> tuple[Cell, ...]:
    """Return spaces side by side, with the free columns shared equally."""
    extra = min((room - sum(least)) // len(spaces), _WIDEST - max(least))
    cells, x = [], _LABEL
    for space, needs in zip(spaces, least, strict=True):
        width = needs + max(extra, 0)
        cells.append(Cell(space, x, width))
        x += width
    return tuple(cells)


def rows_for(width: int, seats: int) -> int:
    """Return the rows of the lines, with two for a route."""
    return 2 * len(lines(width, seats)) + _ROUTE


# --- drawing


def draw_tracks(chart: Chart, region: Region) -> None:
    """Draw the lines; below, campsites and the route to the focused space."""
    y = region.y
    for cells in lines(region.width, chart.seats):
        track = TRACK[cells[0].space]
        if cells[0].space == STARTS[track]:
            _draw_label(chart, track, region.x, y)
        for cell in cells:
            chart.part(_draw_cell, cell, Region(region.x + cell.x, y, cell.width, 2))
        y += 2
    below = Region(region.x, y, region.width, region.bottom - y)
    space = chart.chosen("space")
    if below.height >= _CAMPS + _ROUTE:
        _draw_camps(chart, Region(below.x, y, below.width, _CAMPS))
        if space is not None:
            _draw_route(chart, space, Region(below.x, y + _CAMPS, below.width, _ROUTE))
    elif space is not None and chart.asked and ("space", space) in chart.asked:
        _draw_route(chart, space, below)
    else:
        _draw_camps(chart, below)


def _draw_label(chart: Chart, track: int, x: int, y: int) -> None:
    """Draw the track's letter; an island can be selected to go ashore."""
    name = "O" if not track else ISLANDS[track - 1]
    element = ("island", track - 1)
    if track and (element in chart.asked or not chart.asked):
        chart.enter(element, Region(x, y, 2, 1))
    chart.canvas.text(x + 1, y, (name, chart.style(element, "strong")))


def _draw_cell(chart: Chart, cell: Cell, box: Region) -> None:
    """Draw the reward of a space; below, its number or ribbon on the line, and the pieces there."""
    canvas, space = chart.canvas, cell.space
    element = ("space", space)
    if element in chart.asked or "space" not in chart.asked_kinds:
        chart.enter(element, box)
    canvas.text(box.x + 1, box.y, *_content(chart, space, box.width - 1))
    way = ("┄" if is_side(space) else "─", "rule")
    pieces = _pieces(chart, space)
    room = box.width - 1 - length(pieces)
    runs: list[Styled] = []
    ribbon = _ribbon(chart, space)
    if ribbon and room >= len(ribbon):
        runs = [(ribbon, "good")]
    elif room >= 2:
        runs = [(f"{SPACES[space].name.lstrip('OIABC'):<2}".replace(" ", way[0]), "faint")]
    line = [way, *runs, *pieces]
    canvas.text(box.x, box.y + 1, *line, (way[0] * (box.width - length(line)), "rule"))


def _ribbon(chart: Chart, space: int) -> str:
    """Return the points that the first to arrive still gets."""
    if space not in RIBBONS or not chart.view.firsts[RIBBONS.index(space)]:
        return ""
    return f"+{SPACES[space].ribbon + SPACES[space].first}"


def _pieces(chart: Chart, space: int) -> list[Styled]:
    view, track = chart.view, TRACK[space]
    where = view.ships if not track else bytes(own[track - 1] for own in view.explorers)
    return marks(seat for seat, place in enumerate(where) if place == space)


def _content(chart: Chart, space: int, room: int) -> list[Styled]:
    view, row = chart.view, SPACES[space]
    style = chart.style(("space", space))
    if row.anchor:
        is_here = view.round and beagle(view) == space
        name: Styled = ("BGL", "title") if is_here else ("anc", "dim")
        return [name, (row.banner, "strong")]
    runs: list[Styled] = []
    for number, place in enumerate(view.specimens):
        if place == space:
            runs.append(specimen(number))
    if space in CAMP_AT:
        is_mine = chart.me in view.camps[CAMP_AT[space]]
        return [("tent" if is_mine else "camp", style or "strong")]
    left = room - length(runs)
    short = parts_short(row.reward)
    text = short if len(short) < left else code(row.reward)
    if not runs and not text:
        return [("·", style or "faint")]
    return [*runs, (text, style)]


# --- below


def _draw_camps(chart: Chart, region: Region) -> None:
    """Draw campsites: tents, cost, and reward. If they do not all fit, those open to a tent come
    first."""
    if region.height < 1:
        return
    number = min(max(-(-len(CAMPSITES) // region.height), 3), _CAMPS_A_ROW)
    boxes = [
        Region(box.x, region.y + row, box.width, 1)
        for row in range(region.height)
        for box in columns(region, number)
    ]
    sites = list(range(len(CAMPSITES)))
    if len(boxes) < len(sites):
        sites.sort(key=lambda site: tent_cost(chart.mine, site) is None)
    for site, box in zip(sorted(sites[: len(boxes)]), boxes, strict=False):
        chart.part(_draw_camp, site, box)


def _draw_camp(chart: Chart, site: int, box: Region) -> None:
    canvas, element = chart.canvas, ("site", site)
    name = CAMPSITES[site].space.lstrip("I")
    x = canvas.text(box.x + 1, box.y, (name, chart.style(element, "dim")), " ")
    standing = marks(chart.view.camps[site])
    cost = tent_cost(chart.mine, site)
    price = "yours" if chart.me in chart.view.camps[site] else "–" if cost is None else f"{cost}c"
    if box.width < 20 and price == "yours":
        price = "✓"
    if element in chart.asked or "space" not in chart.asked_kinds:
        chart.enter(element, box)
    start = canvas.right(box.right, box.y, *standing, " ", (price, chart.style(element, "strong")))
    words = [parts_short(CAMPSITES[site].reward), code(CAMPSITES[site].reward)]
    canvas.text(x, box.y, fit(start - x, words))


def _draw_route(chart: Chart, space: int, region: Region) -> None:
    """Draw the route to the focused space, and the rewards of its stops."""
    for row, line in enumerate(route_words(chart.mine, space)[: region.height]):
        text = fit(region.width - 1, [line])
        chart.canvas.text(region.x + 1, region.y + row, (text, "strong" if not row else "dim"))
