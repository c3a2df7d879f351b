"""The last row of the table: the parts that are offered, or a route, or what others did since the
viewer's last turn; at its right the buttons."""

from typing import Final

from darwin_core.game import NOTHING, Element
from darwin_core.games.journey.effects import Act, Correspond
from darwin_core.games.journey.notation import END_BUTTON, SKIP_BUTTON
from darwin_core.language import mark, tr
from darwin_tui.games.journey.marks import actions, legend
from darwin_tui.games.journey.news import summaries, variants
from darwin_tui.games.journey.panes import parts_of
from darwin_tui.games.journey.route import route_words
from darwin_tui.games.journey.table import Table, fit
from darwin_tui.parts.area import Area
from darwin_tui.parts.bars import news_strip
from darwin_tui.parts.marks import BUTTON_EDGES, button
from darwin_tui.parts.state import state_of

_END: Final = mark("end the turn")


def draw_foot(area: Area, table: Table, has_news: bool, has_legend: bool) -> None:
    """Draw the row.

    Args:
        area: one row.
        table: the table.
        has_news: the news are drawn elsewhere.
        has_legend: the signs of the chart are explained where there are no news.
    """
    area = area.on("strip")
    right = _draw_buttons(area, table)
    own = area.at(0, 0, right, 1)
    if "part" in table.asked_kinds:
        _draw_parts(own, table)
        return
    space = table.chosen("space")
    if space is not None and ("space", space) in table.asked:
        words = "; ".join(route_words(table.mine, space))
        short = route_words(table.mine, space)[0]
        own.text(1, 0, (fit(own.width - 1, [words, short]), "strong"))
    elif not has_news:
        if summaries(table.scene):
            news_strip(own, variants(table.scene))
        elif has_legend:
            own_signs = legend()
            signs = ["  ".join(own_signs[:number]) for number in range(len(own_signs), 0, -1)]
            own.text(1, 0, (fit(own.width - 1, signs), "dim"))
        table.drawing.has_news = True


def _draw_buttons(area: Area, table: Table) -> int:
    """Draw the buttons from the right, and return the column where they begin."""
    x = area.width
    for element in (END_BUTTON, SKIP_BUTTON):
        if element not in table.asked:
            continue
        words = _button_words(table, element)
        x -= len(words) + BUTTON_EDGES + 1
        own = area.at(x, 0, len(words) + BUTTON_EDGES, 1)
        own.enter(element)
        button(own, 0, 0, words, state_of(table.scene, element))
    return x


def _button_words(table: Table, element: Element) -> str:
    if element == END_BUTTON:
        return tr(_END)
    is_begun = isinstance(table.top, Correspond) and table.top.envelope != NOTHING
    is_begun |= isinstance(table.top, Act) and table.top.has_begun
    return tr("enough" if is_begun else "skip it")


def _draw_parts(area: Area, table: Table) -> None:
    parts = [
        (number, part)
        for number, part in enumerate(parts_of(table.top))
        if ("part", number) in table.asked
    ]
    x = area.text(1, 0, (tr("do "), "dim"))
    room = (area.width - x) // max(len(parts), 1)
    for number, part in parts:
        words = fit(room - 3, actions([part]))
        own = area.at(x, 0, len(words) + 2, 1)
        table.spot(own, ("part", number)).text(1, 0, (words, "strong"))
        x += room if room < len(words) + 8 else len(words) + 4
