"""The last row of the table: the parts that are offered, or a route, or what others did since the
viewer's last turn; at its right the buttons."""

from typing import Final

from darwin_core.contract.game import NOTHING, Element
from darwin_core.games.journey.effects import Act, Correspond
from darwin_core.games.journey.notation import END_BUTTON, SKIP_BUTTON
from darwin_core.text.language import mark, tr
from darwin_tui.boards.journey.marks import actions, legend
from darwin_tui.boards.journey.moment import Moment
from darwin_tui.boards.journey.news import summaries, variants
from darwin_tui.boards.journey.panes import parts_of
from darwin_tui.boards.journey.route import route_words
from darwin_tui.drawing.area import Area
from darwin_tui.drawing.bars import news_strip
from darwin_tui.drawing.marks import BUTTON_EDGES, button
from darwin_tui.drawing.names import fit
from darwin_tui.drawing.state import state_of

_END: Final = mark("end the turn")


def draw_foot(area: Area, moment: Moment, has_news: bool, has_legend: bool) -> None:
    """Draw the row.

    Args:
        area: one row.
        moment: the moment that is shown.
        has_news: the news are drawn elsewhere.
        has_legend: the signs of the chart are explained where there are no news.
    """
    area = area.on("strip")
    right = _draw_buttons(area, moment)
    own = area.at(0, 0, right, 1)
    if "part" in moment.asked_kinds:
        _draw_parts(own, moment)
        return
    space = moment.chosen("space")
    if space is not None and ("space", space) in moment.asked:
        words = "; ".join(route_words(moment.mine, space))
        short = route_words(moment.mine, space)[0]
        own.text(1, 0, (fit(own.width - 1, [words, short]), "strong"))
    elif not has_news:
        if summaries(moment.scene):
            news_strip(own, variants(moment.scene))
        elif has_legend:
            own_signs = legend()
            signs = ["  ".join(own_signs[:number]) for number in range(len(own_signs), 0, -1)]
            own.text(1, 0, (fit(own.width - 1, signs), "dim"))
        moment.drawing.has_news = True


def _draw_buttons(area: Area, moment: Moment) -> int:
    """Draw the buttons from the right, and return the column where they begin."""
    x = area.width
    for element in (END_BUTTON, SKIP_BUTTON):
        if element not in moment.asked:
            continue
        words = _button_words(moment, element)
        x -= len(words) + BUTTON_EDGES + 1
        own = area.at(x, 0, len(words) + BUTTON_EDGES, 1)
        own.enter(element)
        button(own, 0, 0, words, state_of(moment.scene, element))
    return x


def _button_words(moment: Moment, element: Element) -> str:
    if element == END_BUTTON:
        return tr(_END)
    is_begun = isinstance(moment.top, Correspond) and moment.top.envelope != NOTHING
    is_begun |= isinstance(moment.top, Act) and moment.top.has_begun
    return tr("enough" if is_begun else "skip it")


def _draw_parts(area: Area, moment: Moment) -> None:
    parts = [
        (number, part)
        for number, part in enumerate(parts_of(moment.top))
        if ("part", number) in moment.asked
    ]
    x = area.text(1, 0, (tr("do "), "dim"))
    room = (area.width - x) // max(len(parts), 1)
    for number, part in parts:
        words = fit(room - 3, actions([part]))
        own = area.at(x, 0, len(words) + 2, 1)
        moment.spot(own, ("part", number)).text(1, 0, (words, "strong"))
        x += room if room < len(words) + 8 else len(words) + 4
