"""The sea and the islands, a chart with all pieces and the rewards of spaces."""

from collections.abc import Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from textual.geometry import Region

from darwin_core.games.journey.components import (
    ANCHORS,
    CAMP_AT,
    CAMPSITES,
    ISLANDS,
    RIBBONS,
    SPACES,
    STARTS,
    TRACK,
)
from darwin_core.games.journey.voyage import tent_cost
from darwin_core.text.language import mark, tr, tr_in
from darwin_tui.boards.journey.chart import chart_of
from darwin_tui.boards.journey.costs import free
from darwin_tui.boards.journey.marks import (
    CAMP,
    EMPTY,
    kind_in,
    kind_name,
    marks,
    seal,
    signs,
    words,
)
from darwin_tui.boards.journey.moment import Moment
from darwin_tui.boards.journey.motion import arriving, pitched, to_come
from darwin_tui.boards.journey.relief import characters, relief, surf
from darwin_tui.drawing.area import Area
from darwin_tui.drawing.canvas import SEAT_MARKS, Canvas, Drawing, Run, Styled, length
from darwin_tui.drawing.marks import token
from darwin_tui.drawing.names import fit
from darwin_tui.drawing.picture import Picture, pictures

ANCHOR: Final = "‡"
SHIP: Final = "HMS"
NAMES: Final = ("Albemarle", "Barrington", "Chatham")


def draw_sea(area: Area, moment: Moment) -> None:
    """Draw the relief, the ways, the ship, and all spaces."""
    chart = chart_of(area.width, area.height)
    area.part(_draw_relief, (moment,))
    for island, (x, y) in enumerate(chart.titles):
        area.at(x, y, len(NAMES[island]) + 7, 1).part(_draw_title, (moment,), island)
    for space, region in enumerate(chart.spaces):
        own = area.at(region.x - 1, region.y, region.width + 1, region.height)
        own.part(_draw_space, (moment,), space)


def _relief(area: Area) -> Picture:
    chart = chart_of(area.width, area.height)
    return relief(area.width, area.height, chart.spaces[STARTS[1] :], chart.gap)


def _draw_relief(area: Area, moment: Moment) -> None:
    """Draw the relief with the ways on it, and the ship."""
    chart, picture = chart_of(area.width, area.height), _relief(area)
    if area.look.is_ascii or not area.look.has_colours:
        rows = characters(picture) if area.look.is_ascii else surf(picture)
        for y, row in enumerate(rows):
            area.put(0, y, [(character, area.style("dim")) for character in row])
        _draw_ways(area, picture)
        return
    for y, cells in enumerate(_land_and_sea(area.width, area.height)):
        area.put(0, y, cells)
    if chart.berths and moment.round:
        x, y = chart.berths[moment.round - 1]
        area.picture(
            x, y, pictures("journey")["beagle-large" if chart.has_large_ship else "beagle"]
        )


@lru_cache(maxsize=16)
def _land_and_sea(width: int, height: int) -> Sequence[Sequence[Run]]:
    """Return the cells of the relief and of the ways on it."""
    area = Area(Drawing(Canvas(width, height), {}), Region(0, 0, width, height))
    picture = _relief(area)
    area.picture(0, 0, picture)
    _draw_ways(area, picture)
    return [tuple(area.drawing.canvas.cells(y)) for y in range(height)]


def _draw_ways(area: Area, picture: Picture) -> None:
    for x, y, character in chart_of(area.width, area.height).ways:
        ground = "" if area.look.is_ascii else f" on {picture.rows[2 * y][x]}"
        area.put(x, y, [(character, f"strong way{ground}")])


def _draw_title(area: Area, moment: Moment, island: int) -> None:
    """Draw the name of an island, which can be selected to go ashore."""
    element = ("island", island)
    if element in moment.asked or not moment.asked:
        area.enter(element)
    is_on = moment.scene.is_on(element)
    is_open = element in moment.scene.selectable
    own = area.on("cursor" if is_on else "letter" if is_open else "sea-chip")
    style = "strong token-ink" if is_on else "strong letter-ink" if is_open else "way"
    own.text(1, 0, (f" {ISLANDS[island]} {EMPTY} {NAMES[island]}", style))


# --- a space


def _draw_space(area: Area, moment: Moment, space: int) -> None:
    """Draw a space: its reward at the left, the pieces on it at the right."""
    element = ("space", space)
    if space in CAMP_AT and "site" in moment.asked_kinds:
        element = ("site", CAMP_AT[space])
    if element in moment.asked or element[0] not in moment.asked_kinds:
        area.enter(element)
    chip = "land-chip" if TRACK[space] else "sea-chip"
    ink = "ink"
    scene = moment.scene
    if scene.is_on(element):
        chip, ink = "cursor", "token-ink"
    elif element in moment.asked and scene.style_of(element) in ("selected", "selectable"):
        chip, ink = "letter", "letter-ink"
    own = area.on(chip) if chip in ("cursor", "letter") else area
    own = own.at(1, 0, area.width - 1, area.height, chip)
    if area.height > 1:
        _write_words(own, moment, space, ink)
    else:
        _write_signs(own, moment, space, ink)


def _ribbon(moment: Moment, space: int) -> list[Styled]:
    """Return the points that the first to arrive still gets."""
    if space not in RIBBONS or not moment.view.firsts[RIBBONS.index(space)]:
        return []
    points = SPACES[space].ribbon + SPACES[space].first
    return [(f"+{points}", "strong token-ink on gold")]


def _is_here(moment: Moment, space: int) -> bool:
    return bool(moment.round) and ANCHORS[moment.round - 1] == space


def _tents(own: Area, moment: Moment, site: int) -> list[Styled]:
    """Return the tents on a campsite as the marks of their owners."""
    is_dark = own.ground in ("land-chip", "sea-chip")
    ink = "strong token-ink" if own.ground == "cursor" else "strong letter-ink"
    inks = [f"strong seat-{seat}" if is_dark else ink for seat in range(moment.seats)]
    new, hidden = pitched(arriving(moment.scene), site), pitched(to_come(moment.scene), site)
    return [
        token(seat) if seat == new else (SEAT_MARKS[seat], inks[seat])
        for seat in moment.view.camps[site]
        if seat != hidden
    ]


def _price(moment: Moment, site: int) -> str:
    """Return the price of a tent on a campsite in short."""
    if moment.me in moment.view.camps[site]:
        return "✓"
    cost = tent_cost(moment.mine, site)
    return "–" if cost is None else f"{cost}¢"


_PRICES: Final = {"✓": mark("yours"), "–": mark("full")}
"""Words for prices of a tent."""


def _write_signs(own: Area, moment: Moment, space: int, ink: str) -> None:
    """Write a space in one row: signs, and the pieces that stand there at the right."""
    right = [*marks(moment.standing.get(space, ())), *_ribbon(moment, space)]
    room = own.width - length(right)
    lying = [
        piece
        for number in moment.lying.get(space, ())
        for piece in _lying(number, space, room, ink)
    ]
    pieces = lying or _signs_of(own, moment, space, room, ink)
    is_free = length(pieces) < room and not lying
    own.text(int(is_free), 0, *pieces)
    own.right(0, *right)


def _lying(number: int, space: int, room: int, ink: str) -> tuple[Styled, Styled]:
    """Return the signs of a specimen that lies on a space, and of what it brings there."""
    kind, reward = kind_name(number), signs(SPACES[space].reward)
    short = kind_in(number, room - 1)
    text = fit(room - 1, [f"{kind[0]}{reward}", reward, kind[0]]) if reward else short
    return seal(number // 4), (text, ink)


def _signs_of(own: Area, moment: Moment, space: int, room: int, ink: str) -> list[Styled]:
    """Return the signs of a space on which nothing lies."""
    row, bold = SPACES[space], f"strong {ink}"
    if row.anchor and _is_here(moment, space):
        ship = SHIP if room >= len(SHIP) else SHIP[0]
        head = fit(room - len(ship), [f"{ANCHOR}{row.banner}", ANCHOR, ""])
        return [(head, ink), (ship, "strong token-ink on beagle")]
    if row.anchor:
        return [(fit(room, [f"{ANCHOR}{row.banner}", ANCHOR]), ink)]
    if space in CAMP_AT:
        site = CAMP_AT[space]
        pieces: list[Styled] = [(CAMP, bold), *_tents(own, moment, site)]
        price = _price(moment, site)
        if length(pieces) + len(price) <= room:
            pieces.append((price, ink))
        return pieces[:room]
    if row.reward:
        return [(fit(room, [signs(row.reward)]), bold)]
    if space in STARTS:
        beach, start = (tr("beach"), tr("bea")), (tr_in("space", "start"), tr_in("space", "go"))
        return [(fit(room, [*(beach if TRACK[space] else start), ""]), ink)]
    return [(EMPTY, ink)] if room > 1 else []


class _Words(NamedTuple):
    """The words of a space in two rows."""

    first: list[Styled]
    second: Sequence[str] = ("",)
    """From long to short."""
    top: Sequence[Styled] = ()
    """At the right of the first row."""


def _write_words(own: Area, moment: Moment, space: int, ink: str) -> None:
    """Write a space in two rows of words, the pieces that stand there at the right."""
    right = [*marks(moment.standing.get(space, ())), *_ribbon(moment, space)]
    lying = moment.lying.get(space, ())
    if SPACES[space].anchor and _is_here(moment, space) and not lying:
        right = [(SHIP, "strong token-ink on beagle"), *right]
    room = own.width - length(right)
    if lying:
        number, reward = lying[-1], SPACES[space].reward
        name = (f" {kind_in(number, own.width - 3)}", f"strong {ink}")
        found = _Words([seal(number // 4), name], [" ".join(words(reward)), signs(reward)])
    else:
        found = _words_of(own, moment, space, room, ink)
    own.text(0, 0, *found.first)
    own.right(0, *found.top)
    own.text(0, 1, (fit(room, found.second), ink))
    own.right(1, *right)


def _words_of(own: Area, moment: Moment, space: int, room: int, ink: str) -> _Words:
    """Return the words of a space on which nothing lies."""
    row, bold = SPACES[space], f"strong {ink}"
    if row.anchor:
        island = [tr("island {island}", island=row.banner), row.banner] if row.banner else [""]
        return _Words([(tr("anchor {number}", number=1 + ANCHORS.index(space)), ink)], island)
    if space in CAMP_AT:
        site = CAMP_AT[space]
        reward, tents, price = (
            CAMPSITES[site].reward,
            _tents(own, moment, site),
            _price(moment, site),
        )
        price = free() if price == "0¢" else tr(_PRICES[price]) if price in _PRICES else price
        room_for_price = own.width - 1 - length(tents)
        first: list[Styled] = [(CAMP, bold), (fit(room_for_price, [f" {price}"]), ink)]
        return _Words(first, [", ".join(words(reward)), signs(reward)], tents)
    if lines := words(row.reward):
        second = [lines[1] if len(lines) > 1 else "", signs(row.reward[1:])]
        return _Words([(fit(room, [lines[0], signs(row.reward[:1])]), bold)], second)
    if space in STARTS:
        plymouth = ["Plymouth", tr_in("space", "start")]
        return _Words([(tr("beach") if TRACK[space] else fit(own.width, plymouth), ink)])
    return _Words([" ", (EMPTY, ink)] if room > 1 else [])
