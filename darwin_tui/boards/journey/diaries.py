"""The diaries: all locations with their seals, actions, lens and price."""

from typing import Final

from darwin_core.contract.game import NOTHING
from darwin_core.games.journey.diaries import actions_of, inside, is_locked, seals_of
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
from darwin_core.games.journey.names import location_code, location_name
from darwin_core.text.language import mark, tr, tr_in
from darwin_tui.boards.journey.journey_view import JourneyView, Offer, free, lens_owner, lens_price
from darwin_tui.boards.journey.marks import actions, counts, lens, marks, seals
from darwin_tui.drawing.area import Area, Grow, fit, fitting
from darwin_tui.drawing.canvas import Run, Styled, length
from darwin_tui.drawing.panel import heading

ROWS: Final = 12
"""Minimum rows of both diaries side by side."""
_PAGES: Final[tuple[tuple[Page, Page], ...]] = (
    ("exploration", "navigation"),
    ("correspondence", "academy"),
)
"""Pages of the left and right main diaries."""
_PARTS: Final[dict[Page, str]] = {
    "exploration": mark("Explore"),
    "navigation": mark("Navigate"),
    "correspondence": mark("stamps"),
    "academy": mark("seals"),
}
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
"""Minimum columns of an open book, with both diaries side by side."""


def draw_diaries(area: Area, table: JourneyView) -> None:
    """Draw the main diaries, the special one, the small one, and the rectangles."""
    if area.width >= BOOK_WIDTH:
        _draw_book(area, table)
    else:
        _draw_pages(area, table)


def _draw_book(area: Area, table: JourneyView) -> None:
    """Draw the diaries as an open book; each page has the same number of rows."""
    spare = area.height - ROWS
    # The small diary and the rectangles take two rows if they are too wide for one.
    last = 1 + (spare > 0 and area.width < _SMALL_WIDTH)
    spare -= last - 1
    above = min(spare // 2, 1)
    between = min(max(spare - 1, 0), 1)
    upper, _, middle, _, lower = area.rows(7, above, 4, between, last)
    for side, page in enumerate(_halves(upper)):
        _draw_title(page, table, side)
        numbers = [number for name in _PAGES[side] for number in _of(name)]
        for row, number in enumerate(numbers, 1):
            page.at(0, row, page.width, 1).part(_draw_location, (table,), number)
    _draw_title(middle, table, len(_PAGES))
    for row, number in enumerate(_of("special")):
        page = _halves(middle)[row % 2]
        page.at(0, 1 + row // 2, page.width, 1).part(_draw_location, (table,), number)
    _draw_spine(upper.at(0, 0, upper.width, upper.height), 0)
    _draw_spine(middle, 1)
    small = _of("small")
    rectangles = range(MUSEUM_LOCATION, len(LOCATIONS))
    if area.width >= _SMALL_WIDTH:
        # Separate a price from the next name if there is room.
        places = lower.columns(*_SMALL, gap=1 + (area.width >= _SMALL_WIDTH + 16))
    elif last == 1:
        places = lower.columns(*_SMALL_NARROW, gap=1)
    else:
        both, others = lower.rows(1, 1)
        places = [*_halves(both), *others.columns(*[Grow()] * len(rectangles), gap=1)]
    for number, place in zip((*small, *rectangles), places, strict=True):
        place.part(_draw_location, (table,), number)


_SMALL: Final = (Grow(15, 18), Grow(15, 18), Grow(14, 20), Grow(16, 24), Grow(15, 20))
"""Columns of the small diary and the rectangles."""
_SMALL_NARROW: Final = (Grow(13), Grow(13), Grow(13), Grow(15), Grow(12))
"""Columns of the small diary and the rectangles in a narrower row."""
_SMALL_WIDTH: Final = sum(share.least for share in _SMALL) + len(_SMALL) - 1


def _halves(area: Area) -> list[Area]:
    """Return both pages of a book, two columns apart."""
    half = (area.width - 2) // 2
    return area.columns(half, half, gap=2)


def _draw_spine(area: Area, top: int) -> None:
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
        numbers = [number for name in names for number in _of(name)]
        for row, number in enumerate(numbers, y + 1):
            area.at(0, row, area.width, 1).part(_draw_location, (table,), number)
        y += 1 + len(numbers) + (spare > side)
    # The small diary, the museum and the rectangles come last, two per row if rows are few.
    last = area.at(0, y, area.width, area.height - y)
    across = 2 if spare < 0 else 1
    pairs, others = last.rows(1, Grow())
    half = area.width // 2
    places = pairs.columns(half, half)
    rows = range(MUSEUM_LOCATION, len(LOCATIONS))
    for at, _ in enumerate(rows):
        cell = others.at(at % across * half, at // across, area.width // across, 1)
        places.append(cell)
    for number, place in zip((*_of("small"), *rows), places, strict=True):
        place.part(_draw_location, (table,), number)


PAGE_ROWS: Final = 25
"""Rows of the diaries in a column; one fewer if the last ones share rows."""


def _of(page: Page) -> list[int]:
    return [number for number, location in enumerate(LOCATIONS) if location.page == page]


def _draw_title(area: Area, table: JourneyView, side: int) -> None:
    """Draw a diary's name, and the extra cost of its occupied areas."""
    offers = table.offers
    pages: tuple[Page, ...] = (*_PAGES, ("special",))[side]
    where = areas(table.seats)
    names = {where[number]: _part(number) for page in pages for number in reversed(_of(page))}
    busy = [name for place, name in names.items() if place in offers.busy]
    occupied = tr("occupied") if len(busy) == len(names) else ", ".join(busy)
    extra = f"{occupied}: +{offers.extra}¢" if busy and offers.extra else ""
    title = fit(area.width - _EXTRA - 2, map(tr, _TITLES[side]))
    row = heading(area, 0, (title, "strong"), ground="raised")
    row.right(0, (extra, "bad"), margin=1)


def _part(location: int) -> str:
    """Return the name of a part of a diary whose parts are separate areas."""
    page = LOCATIONS[location].page
    if page == "special":
        return tr("right" if (location - FIRST_SPECIAL) % SPECIAL_COLUMNS else "left")
    return tr(_PARTS[page])


def _draw_location(area: Area, table: JourneyView, location: int) -> None:
    """Draw a location: sign, seals, actions, lens and workers, price."""
    spot = table.spot(area, ("location", location))
    chosen = table.chosen("worker") if "worker" in table.asked_kinds else None
    offer = table.offers.of(location, chosen)
    price, price_style = _price(table, location, offer)
    style = "dim" if offer.why and ("location", location) not in table.asked else ""
    room = area.width - len(price) - bool(price)
    x = 1
    if location < LOCKABLE:
        x = spot.text(x + 1, 0, (location_code(location), style)) + 1
        spot.text(x, 0, *seals(seals_of(table.view, location)))
        x += _SEALS + 1
    elif area.width >= _GAP_WIDTH:
        x += 1
    spot.right(0, (price, price_style))
    owner = lens_owner(table.view, location)
    right: list[Styled] = [] if owner == NOTHING else lens(owner)
    words = _words(table, location, offer)
    if LOCATIONS[location].page == "small" and len(words[-1]) > room - x:
        words = [location_code(location)]
    if owner != NOTHING and len(words[-1]) > room - x - length(right) - 1:
        right = right[1:-1]
    right += fitting(room - x - len(words[-1]) - length(right) - 1, _worker_forms(table, location))
    text = fit(room - x - length(right) - bool(right), words)
    spot.text(x, 0, (text, style))
    if right:
        spot.text(room - length(right), 0, *right)


def _worker_forms(table: JourneyView, location: int) -> list[list[Styled]]:
    """Return the workers at a location, in forms from long to short."""
    if location == ORDER_LOCATION:
        return [marks(dict.fromkeys(table.view.queue))]
    there = [where.count(location) for where in table.view.workers]
    if not sum(there):
        return [[]]
    return [
        counts(there, gap=" "),
        counts(there),
        [(tr("{number} here", number=sum(there)), "dim")],
        [],
    ]


def _words(table: JourneyView, location: int, offer: Offer) -> list[str]:
    """Return the actions of a location in words, from long to short."""
    parts: tuple[AnyEffect, ...] = offer.stay.parts
    bonus = () if offer.why else offer.stay.bonus
    if isinstance(table.top, Lens | PerformLocked) and table.asked:
        parts = actions_of(table.view, location)
        bonus = ()
    page = LOCATIONS[location].page
    if page == "small":
        place = location - LENS_LOCATION + 1
        return [tr("Lens {number}: unlock", number=place), location_name(location)]
    if location == MUSEUM_LOCATION:
        return [tr("Museum: deliver or research"), tr("Museum"), tr("Mus.")]
    if location == ORDER_LOCATION:
        long, short, _ = actions(parts)
        return [
            tr("Turn order, {actions}", actions=long),
            tr("Order {actions}", actions=short),
            tr("Order"),
        ]
    if page == "objectives":
        return [
            tr("An {actions}", actions=actions(parts)[0]),
            tr("Objective {actions}", actions=actions(parts[1:])[1]),
            tr("Objective"),
        ]
    both = (*parts, *bonus)
    long, short, shortest = actions(both)
    name = ""
    if page == "special":
        name = f"{tr(TILES[table.view.specials[location - FIRST_SPECIAL]].name)}: "
    return [name + long, long, short, shortest]


def _price(table: JourneyView, location: int, offer: Offer) -> Run:
    """Return a location's price for the pending decision, or the reason against it."""
    top = table.top
    element = ("location", location)
    is_asked = element in table.asked
    if table.asked and isinstance(top, Lens | PerformLocked):
        if location >= LOCKABLE:
            return ("", "")
        if isinstance(top, PerformLocked):
            return _performed(table, location)
        price = lens_price(table.view, table.me, location, top.is_free)
        return (price, "strong" if is_asked else "dim")
    if offer.why:
        return (offer.why, "bad" if is_asked or offer.is_lacking else "dim")
    return (offer.price, "good" if offer.is_free else "strong" if is_asked else "dim")


def _performed(table: JourneyView, location: int) -> Run:
    if ("location", location) in table.asked:
        return (free(), "good")
    if location in inside(table.view):
        return (tr("now done"), "dim")
    return (tr("no use") if is_locked(table.view, location) else tr_in("location", "open"), "dim")
