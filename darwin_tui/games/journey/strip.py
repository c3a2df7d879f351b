"""The parts of every pane: buttons beside the names of the panes; at the foot the offers, or the
own workers."""

from typing import Final

from textual.geometry import Region

from darwin_core.game import NOTHING, Element
from darwin_core.games.journey.components import WORKERS
from darwin_core.games.journey.diaries import hands_of, row_of
from darwin_core.games.journey.effect_words import effect_short, effect_words
from darwin_core.games.journey.notation import END_BUTTON, LOCATION_CODES, SKIP_BUTTON
from darwin_core.games.journey.state import Act, AnyEffect, AnyOrder, Correspond, Either, Spend
from darwin_tui.games.journey.chart import Chart, fit
from darwin_tui.games.journey.marks import EMPTY, seal
from darwin_tui.widgets.canvas import Styled
from darwin_tui.widgets.signs import BRACKETS, draw_button

_END: Final = "end the turn"


def draw_buttons(chart: Chart, y: int) -> int:
    """Draw buttons at the right end of a row and return the column where they begin."""
    x = chart.canvas.width - 1
    for element in (END_BUTTON, SKIP_BUTTON):
        if element in chart.asked:
            x = _draw_button(chart, element, _button_words(chart, element), x, y)
    return x


def _button_words(chart: Chart, element: Element) -> str:
    if element == END_BUTTON:
        return _END
    is_begun = isinstance(chart.top, Correspond) and chart.top.envelope != NOTHING
    is_begun |= isinstance(chart.top, Act) and chart.top.has_begun
    return "enough" if is_begun else "skip it"


def _draw_button(chart: Chart, element: Element, words: str, right: int, y: int) -> int:
    x = right - len(words) - BRACKETS + 1
    draw_button(chart.drawing, chart.scene, x, y, element, words)
    return x - 1


def has_offers(chart: Chart) -> bool:
    """Return True if the player chooses one of several parts."""
    return "part" in chart.asked_kinds


def parts_of(effect: AnyEffect | None) -> tuple[AnyEffect, ...]:
    """Return the parts that an effect offers."""
    match effect:
        case Either(ways) | Spend(ways):
            return ways
        case AnyOrder(parts) | Act(parts):
            return parts
        case _:
            return ()


def draw_strip(chart: Chart, y: int) -> None:
    """Draw the offers, or the own workers."""
    if has_offers(chart):
        _draw_parts(chart, y)
    else:
        _draw_workers(chart, y)


def _draw_parts(chart: Chart, y: int) -> None:
    parts = [
        (number, part)
        for number, part in enumerate(parts_of(chart.top))
        if ("part", number) in chart.asked
    ]
    x = chart.canvas.text(1, y, ("do ", "dim"))
    room = (chart.canvas.width - x) // len(parts)
    for number, part in parts:
        element = ("part", number)
        text = fit(room - 3, [effect_words(part), effect_short(part)])
        chart.canvas.text(x + 2, y, (text, chart.style(element, "strong")))
        chart.enter(element, Region(x, y, len(text) + 2, 1))
        x += len(text) + 3


def _draw_workers(chart: Chart, y: int) -> None:
    """Draw the own workers: seals, place, and the cost for the focused location."""
    canvas, view, me = chart.canvas, chart.view, chart.me
    location = chart.chosen("location") if _is_placing(chart) else None
    offers = chart.offers if location is not None else None
    x = canvas.text(1, y, ("workers ", "dim"))
    for worker in hands_of(view, me):
        element = ("worker", worker)
        runs: list[Styled] = [(f"{worker + 1} ", chart.style(element, "strong"))]
        runs += map(seal, row_of(view, me, worker)) if worker < WORKERS else [(EMPTY, "faint")]
        where = view.workers[me][worker]
        if where != NOTHING:
            runs.append((f" {LOCATION_CODES[where]}", "dim"))
        elif offers and location is not None:
            found = offers.of(location, worker)
            if found.why:
                runs.append((" –", "bad"))
            elif found.knowledge:
                runs.append((f" {found.knowledge}tk", "strong"))
        end = canvas.text(x + 1, y, *runs)
        chart.enter(element, Region(x, y, end - x, 1))
        x = max(end + 1, x + 13)


def _is_placing(chart: Chart) -> bool:
    return "worker" in chart.asked_kinds
