"""The diaries: all locations with their seals, their actions and their cost."""

from typing import Final

from textual.geometry import Region

from darwin_core.game import NOTHING
from darwin_core.games.journey.components import (
    FIRST_SPECIAL,
    LENS_LOCATION,
    LOCATIONS,
    LOCKABLE,
    MUSEUM_LOCATION,
    ORDER_LOCATION,
    SPECIAL_COLUMNS,
    TILES,
    Page,
    areas,
)
from darwin_core.games.journey.diaries import actions_of, inside, is_locked, seals_of
from darwin_core.games.journey.effect_words import parts_short, parts_words
from darwin_core.games.journey.state import AnyEffect, Lens, PerformLocked
from darwin_tui.games.journey.chart import Chart, columns, fit
from darwin_tui.games.journey.costs import Offer, lens_owner, lens_price
from darwin_tui.games.journey.marks import counts, marks, seals, seat_mark
from darwin_tui.widgets.canvas import Run, Styled, length

ROWS: Final = 13
_PAGES: Final[tuple[tuple[Page, Page], ...]] = (
    ("exploration", "correspondence"),
    ("navigation", "academy"),
)
"""Pages of the left and of the right main diary."""
_PARTS: Final[dict[Page, str]] = {
    "exploration": "Explore",
    "navigation": "Navigate",
    "correspondence": "letters",
    "academy": "Academy",
}
_NAMES: Final = {MUSEUM_LOCATION: "museum", ORDER_LOCATION: "turn order"}
_SEALS: Final = 4
"""The most seals that a location asks for."""


def draw_locations(chart: Chart, region: Region) -> None:
    """Draw the main diaries, the special one, the small one, and the rectangles."""
    left, right = columns(region, 2)
    for side, titled in enumerate(("left main diary", "right main diary")):
        column = (left, right)[side]
        pages = [pair[side] for pair in _PAGES]
        _draw_title(chart, column, titled, pages)
        numbers = [number for page in pages for number in _of(page)]
        for row, number in enumerate(numbers, 1):
            chart.part(_draw, number, column.translate((0, row)))
    y = region.y + 7
    _draw_title(chart, Region(region.x, y, region.width, 1), "special diary", ["special"])
    for row, number in enumerate(_of("special")):
        column = (left, right)[row % 2]
        chart.drawing.part(
            _draw, (chart,), number, Region(column.x, y + 1 + row // 2, column.width, 1)
        )
    for side, number in enumerate(_of("small")):
        chart.drawing.part(
            _draw, (chart,), number, Region((left, right)[side].x, y + 4, left.width, 1)
        )
    rectangles = range(LENS_LOCATION + len(_of("small")), len(LOCATIONS))
    for column, number in zip(columns(region, 3), rectangles, strict=True):
        chart.part(_draw, number, Region(column.x, y + 5, column.width, 1))


def _of(page: Page) -> list[int]:
    return [number for number, location in enumerate(LOCATIONS) if location.page == page]


def _draw_title(chart: Chart, region: Region, title: str, pages: list[Page]) -> None:
    """Draw the name of a diary, and the extra cost of its occupied areas."""
    canvas, offers = chart.canvas, chart.offers
    x = canvas.text(region.x + 2, region.y, (title, "dim"))
    where = areas(chart.seats)
    names = {where[number]: _part(number) for page in pages for number in reversed(_of(page))}
    busy = [name for area, name in names.items() if area in offers.busy]
    if not busy or not offers.extra:
        return
    which = "" if len(busy) == len(names) else f"{', '.join(busy)} "
    canvas.text(x, region.y, (f", {which}{offers.extra}c more", "bad"))


def _part(location: int) -> str:
    """Return the name of a part of a diary whose parts are separate areas."""
    page = LOCATIONS[location].page
    if page == "special":
        return ("left", "right")[(location - FIRST_SPECIAL) % SPECIAL_COLUMNS]
    return _PARTS[page]


def _draw(chart: Chart, location: int, region: Region) -> None:
    """Draw a location: sign, seals, actions; lens and workers; price."""
    canvas, element = chart.canvas, ("location", location)
    region = Region(region.x, region.y, region.width, 1)
    chart.enter(element, region)
    found = chart.offers.of(location, chart.chosen("worker") if _is_placing(chart) else None)
    price, style = _price(chart, location, found)
    x, y = region.x + 2, region.y
    if location < LOCKABLE:
        canvas.text(x, y, *seals(seals_of(chart.view, location)))
        x += _SEALS + 1
    owner = lens_owner(chart.view, location)
    there = [where.count(location) for where in chart.view.workers]
    lens: list[Styled] = []
    if owner != NOTHING:
        lens = [("[", "dim"), seat_mark(owner), ("]", "dim")]
    signs = counts(there)
    if location == ORDER_LOCATION:
        signs = marks(dict.fromkeys(chart.view.queue))
    if price == "free" and location >= MUSEUM_LOCATION:
        price = ""
    start = canvas.right(region.right, y, (price, style)) - bool(price)
    words = _words(chart, location, found)
    room = start - x - length(lens) - 1
    if signs and length(signs) > room - len(words[-1]):
        signs = [(f"{sum(there)} workers", "dim")]
    text = fit(room - length(signs), words)
    canvas.text(x, y, (text, chart.style(element)))
    canvas.right(start, y, *lens, *signs)


def _is_placing(chart: Chart) -> bool:
    return "worker" in chart.asked_kinds


def _words(chart: Chart, location: int, found: Offer) -> list[str]:
    """Return the actions of a location in words, from long to short."""
    parts: tuple[AnyEffect, ...] = found.stay.parts
    bonus = () if found.why else found.stay.bonus
    if isinstance(chart.top, Lens | PerformLocked) and chart.asked:
        parts, bonus = actions_of(chart.view, location), ()
    if location in _NAMES or location > MUSEUM_LOCATION:
        name = _NAMES.get(location, "objective")
        if location == ORDER_LOCATION:
            return [f"{name}, {parts_words(parts)}", f"{name} {parts_short(parts)}"]
        if location == MUSEUM_LOCATION:
            return [f"{name}: {parts_words(parts)}", f"{name} {parts_short(parts)}", name]
        return [parts_words(parts), f"{name} +{parts_short(parts[1:])}"]
    short = "+".join(filter(None, (parts_short(parts), parts_short(bonus))))
    words = ", ".join(filter(None, (parts_words(parts), parts_words(bonus))))
    name = ""
    if FIRST_SPECIAL <= location < LOCKABLE:
        name = f"{TILES[chart.view.specials[location - FIRST_SPECIAL]].name}: "
    return [name + words, words, name + short, short]


def _price(chart: Chart, location: int, found: Offer) -> Run:
    """Return the price of a location for the pending decision."""
    top, element = chart.top, ("location", location)
    if element in chart.asked and not isinstance(top, Lens | PerformLocked):
        return (found.price, "bad" if found.why else "good" if found.price == "free" else "strong")
    if chart.asked and isinstance(top, Lens | PerformLocked) and location >= LOCKABLE:
        return ("", "")
    if chart.asked and isinstance(top, Lens):
        price = lens_price(chart.view, chart.me, location, top.is_free)
        return (price, "strong" if element in chart.asked else "dim")
    if chart.asked and isinstance(top, PerformLocked):
        return _performed(chart, location)
    return (found.price, "dim")


def _performed(chart: Chart, location: int) -> Run:
    if ("location", location) in chart.asked:
        return ("free", "good")
    if location in inside(chart.view):
        return ("now done", "dim")
    return ("no use" if is_locked(chart.view, location) else "open", "dim")
