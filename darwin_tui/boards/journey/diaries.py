"""The diaries: all locations with their seals, actions, lens, workers and price, as an open book or
in a column.

The main diaries have two pages each; a special and a small diary have one. The rectangles are the
locations outside the diaries: museum, turn order and objectives.
"""

from typing import Final

from darwin_core.contract.game import NOTHING
from darwin_core.games.journey.diaries import effects_of, inside, is_locked, seals_of
from darwin_core.games.journey.material import (
    FIRST_SPECIAL,
    LENS_LOCATION,
    LOCATIONS,
    LOCKABLE,
    MUSEUM_LOCATION,
    ORDER_LOCATION,
    SPECIAL_COLUMNS,
    TILES,
    AnyEffect,
    Lens,
    Page,
    PerformLocked,
    areas,
)
from darwin_core.games.journey.names import location_name, location_short_name
from darwin_core.text.language import mark, tr, tr_in
from darwin_tui.boards.journey.journey_view import (
    JourneyView,
    PlacementCost,
    free,
    lens_owner,
    lens_price,
)
from darwin_tui.boards.journey.marks import counts, effect_texts, lens, seals, tokens
from darwin_tui.drawing.area import Area, Grow, fit, fitting
from darwin_tui.drawing.canvas import Run, Styled, length
from darwin_tui.drawing.panel import heading

BOOK_ROWS: Final = 12
"""Minimum rows of an open book: seven of the main diaries, four of the special one, and one of the
small one and the rectangles."""
_PAGES: Final[tuple[tuple[Page, Page], ...]] = (
    ("exploration", "navigation"),
    ("correspondence", "academy"),
)
"""Pages of the left and right main diaries."""
_PAGE_WORDS: Final[dict[Page, str]] = {
    "exploration": mark("Explore"),
    "navigation": mark("Navigate"),
    "correspondence": mark("stamps"),
    "academy": mark("seals"),
}
"""Names of the pages of the main diaries in one word."""
_TITLES: Final = (
    (mark("Exploration, Navigation"), mark("Explore, Navigate")),
    (mark("Correspondence, Academy"), mark("Stamps, Seals")),
    (mark("Special diary"),),
)
"""Names of the diaries: those of their pages, which also name locations, if they fit."""
_EXTRA: Final = 14
"""Columns that a diary's title always leaves to the extra cost, so that it never moves."""
_SEALS: Final = 4
"""Maximum number of seals that a location asks for."""
_GAP_WIDTH: Final = 14
"""Minimum columns of a location with a blank before its name."""
BOOK_WIDTH: Final = 70
"""Minimum columns of an open book, with both main diaries side by side."""
PAGE_ROWS: Final = 25
"""Rows of the diaries in a column; one fewer if the last ones share rows."""
_SMALL: Final = (Grow(15, 18), Grow(15, 18), Grow(14, 20), Grow(16, 24), Grow(15, 20))
"""Columns of the small diary and the rectangles."""
_SMALL_NARROW: Final = (Grow(13), Grow(13), Grow(13), Grow(15), Grow(12))
"""Columns of the small diary and the rectangles in a narrower row."""
_SMALL_WIDTH: Final = sum(share.least for share in _SMALL) + len(_SMALL) - 1
"""Minimum columns of the small diary and the rectangles in one row."""
_SMALL_GAPS: Final = 16
"""Columns beyond the minimum from which there are wider gaps between the small diary's locations
and the rectangles."""


def draw_diaries(area: Area, table: JourneyView) -> None:
    """Draw the main diaries, the special one, the small one, and the rectangles."""
    if area.width >= BOOK_WIDTH:
        _draw_book(area, table)
    else:
        _draw_pages(area, table)


def _draw_book(area: Area, table: JourneyView) -> None:
    """Draw the diaries as an open book; each page has the same number of rows."""
    spare = area.height - BOOK_ROWS
    # The small diary and the rectangles take two rows if they are too wide for one.
    last = 1 + (spare > 0 and area.width < _SMALL_WIDTH)
    spare -= last - 1
    above = min(spare // 2, 1)
    between = min(max(spare - 1, 0), 1)
    upper, _, middle, _, lower = area.rows(7, above, 4, between, last)
    for side, page in enumerate(_halves(upper)):
        _draw_title(page, table, side)
        numbers = [number for name in _PAGES[side] for number in _locations_of(name)]
        for row, number in enumerate(numbers, 1):
            page.at(0, row, page.width, 1).part(_draw_location, (table,), number)
    _draw_title(middle, table, len(_PAGES))
    for row, number in enumerate(_locations_of("special")):
        page = _halves(middle)[row % 2]
        page.at(0, 1 + row // 2, page.width, 1).part(_draw_location, (table,), number)
    _draw_spine(upper.at(0, 0, upper.width, upper.height), 0)
    _draw_spine(middle, 1)
    small = _locations_of("small")
    rectangles = range(MUSEUM_LOCATION, len(LOCATIONS))
    if area.width >= _SMALL_WIDTH:
        # Separate a price from the next name if there is room.
        cells = lower.columns(*_SMALL, gap=1 + (area.width >= _SMALL_WIDTH + _SMALL_GAPS))
    elif last == 1:
        cells = lower.columns(*_SMALL_NARROW, gap=1)
    else:
        both, others = lower.rows(1, 1)
        cells = [*_halves(both), *others.columns(*[Grow()] * len(rectangles), gap=1)]
    for location, cell in zip((*small, *rectangles), cells, strict=True):
        cell.part(_draw_location, (table,), location)


def _halves(area: Area) -> list[Area]:
    """Return both pages of a book, two columns apart."""
    half = (area.width - 2) // 2
    return area.columns(half, half, gap=2)


def _draw_spine(area: Area, top: int) -> None:
    """Draw the spine between both pages of a book, from a row on."""
    x = (area.width - 2) // 2
    for y in range(top, area.height):
        cell = area.at(x, y, 2, 1)
        cell.put(0, 0, [("▐", cell.style("wood")), ("▌", cell.style("wood"))])


def _draw_pages(area: Area, table: JourneyView) -> None:
    """Draw the diaries in a column."""
    y = 0
    pages: tuple[tuple[Page, ...], ...] = (*_PAGES, ("special",))
    spare = area.height - PAGE_ROWS
    for side, names in enumerate(pages):
        _draw_title(area.at(0, y, area.width, 1), table, side)
        numbers = [number for name in names for number in _locations_of(name)]
        for row, number in enumerate(numbers, y + 1):
            area.at(0, row, area.width, 1).part(_draw_location, (table,), number)
        # Spare rows separate the diaries, from the top.
        y += 1 + len(numbers) + (spare > side)
    # The small diary and the rectangles come last, the latter two per row if rows are few.
    last = area.at(0, y, area.width, area.height - y)
    across = 2 if spare < 0 else 1
    pairs, others = last.rows(1, Grow())
    half = area.width // 2
    cells = pairs.columns(half, half)
    rectangles = range(MUSEUM_LOCATION, len(LOCATIONS))
    for index, _ in enumerate(rectangles):
        cells.append(others.at(index % across * half, index // across, area.width // across, 1))
    for location, cell in zip((*_locations_of("small"), *rectangles), cells, strict=True):
        cell.part(_draw_location, (table,), location)


def _locations_of(page: Page) -> list[int]:
    """Return the locations of a page, in order."""
    return [number for number, location in enumerate(LOCATIONS) if location.page == page]


def _draw_title(area: Area, table: JourneyView, side: int) -> None:
    """Draw a diary's name, and the extra cost of its occupied areas."""
    costs = table.placement_costs
    pages: tuple[Page, ...] = (*_PAGES, ("special",))[side]
    where = areas(table.seats)
    # An area is named after its first location, which is written last.
    names = {
        where[number]: _area_name(number)
        for page in pages
        for number in reversed(_locations_of(page))
    }
    busy = [name for number, name in names.items() if number in costs.busy]
    occupied = tr("occupied") if len(busy) == len(names) else ", ".join(busy)
    extra = f"{occupied}: +{costs.occupied_cost}¢" if busy and costs.occupied_cost else ""
    title = fit(area.width - _EXTRA - 2, map(tr, _TITLES[side]))
    row = heading(area, 0, (title, "strong"), ground="raised")
    row.right(0, (extra, "bad"), margin=1)


def _area_name(location: int) -> str:
    """Return the name of a location's area: a page, or a column of the special diary."""
    page = LOCATIONS[location].page
    if page == "special":
        return tr("right" if (location - FIRST_SPECIAL) % SPECIAL_COLUMNS else "left")
    return tr(_PAGE_WORDS[page])


def _draw_location(area: Area, table: JourneyView, location: int) -> None:
    """Draw a location: sign, seals, actions, lens and workers, price.

    What does not fit gives way in this order: the words of the actions become fewer, the workers
    are shortened or left out, the lens loses its brackets.
    """
    spot = table.spot(area, ("location", location))
    chosen = table.chosen("worker") if "worker" in table.legal_kinds else None
    cost = table.placement_costs.cost(location, chosen)
    price, price_style = _price(table, location, cost)
    style = "dim" if cost.obstacle and ("location", location) not in table.legal_elements else ""
    room = area.width - len(price) - bool(price)
    x = 1
    if location < LOCKABLE:
        x = spot.text(x + 1, 0, (location_short_name(location), style)) + 1
        spot.text(x, 0, *seals(seals_of(table.view, location)))
        x += _SEALS + 1
    elif area.width >= _GAP_WIDTH:
        x += 1
    spot.right(0, (price, price_style))
    owner = lens_owner(table.view, location)
    right: list[Styled] = [] if owner == NOTHING else lens(owner)
    words = _words(table, location, cost)
    if LOCATIONS[location].page == "small" and len(words[-1]) > room - x:
        words = [location_short_name(location)]
    if owner != NOTHING and len(words[-1]) > room - x - length(right) - 1:
        # The lens without its brackets.
        right = right[1:-1]
    right += fitting(room - x - len(words[-1]) - length(right) - 1, _worker_forms(table, location))
    text = fit(room - x - length(right) - bool(right), words)
    spot.text(x, 0, (text, style))
    if right:
        spot.text(room - length(right), 0, *right)


def _worker_forms(table: JourneyView, location: int) -> list[list[Styled]]:
    """Return the workers at a location, in forms from long to short; in the turn order, the seats
    in the queue."""
    if location == ORDER_LOCATION:
        return [tokens(dict.fromkeys(table.view.queue))]
    there = [where.count(location) for where in table.view.workers]
    if not sum(there):
        return [[]]
    return [
        counts(there, gap=" "),
        counts(there),
        [(tr("{number} here", number=sum(there)), "dim")],
        [],
    ]


def _words(table: JourneyView, location: int, cost: PlacementCost) -> list[str]:
    """Return the actions of a location in words, from long to short: with what a worker's
    distinction adds, unless the location itself is chosen by an effect."""
    parts: tuple[AnyEffect, ...] = cost.stay.parts
    bonus = () if cost.obstacle else cost.stay.bonus
    if isinstance(table.top_effect, Lens | PerformLocked) and table.legal_elements:
        parts = effects_of(table.view, location)
        bonus = ()
    page = LOCATIONS[location].page
    if page == "small":
        number = location - LENS_LOCATION + 1
        return [tr("Lens {number}: unlock", number=number), location_name(location)]
    if location == MUSEUM_LOCATION:
        return [tr("Museum: deliver or research"), tr("Museum"), tr("Mus.")]
    if location == ORDER_LOCATION:
        long, short, _ = effect_texts(parts)
        return [
            tr("Turn order, {actions}", actions=long),
            tr("Order {actions}", actions=short),
            tr("Order"),
        ]
    if page == "objectives":
        return [
            tr("An {actions}", actions=effect_texts(parts)[0]),
            tr("Objective {actions}", actions=effect_texts(parts[1:])[1]),
            tr("Objective"),
        ]
    both = (*parts, *bonus)
    long, short, shortest = effect_texts(both)
    name = ""
    if page == "special":
        name = f"{tr(TILES[table.view.specials[location - FIRST_SPECIAL]].name)}: "
    return [name + long, long, short, shortest]


def _price(table: JourneyView, location: int, cost: PlacementCost) -> Run:
    """Return a location's price for the pending decision, or the reason against it."""
    top = table.top_effect
    element = ("location", location)
    is_legal = element in table.legal_elements
    if table.legal_elements and isinstance(top, Lens | PerformLocked):
        if location >= LOCKABLE:
            return ("", "")
        if isinstance(top, PerformLocked):
            return _performed(table, location)
        price = lens_price(table.view, table.seat, location, top.is_free)
        return (price, "strong" if is_legal else "dim")
    if cost.obstacle:
        return (cost.obstacle, "bad" if is_legal or cost.is_lacking else "dim")
    return (cost.price, "good" if cost.is_free else "strong" if is_legal else "dim")


def _performed(table: JourneyView, location: int) -> Run:
    """Return the price of a locked location to be performed, or the reason against it."""
    if ("location", location) in table.legal_elements:
        return (free(), "good")
    if location in inside(table.view):
        return (tr("now done"), "dim")
    return (tr("no use") if is_locked(table.view, location) else tr_in("location", "open"), "dim")
