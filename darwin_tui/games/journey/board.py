"""The table of Darwin's Journey: a row for each player, and panes for everything else."""

from collections.abc import Collection, Sequence
from typing import ClassVar, Final

from textual.geometry import Region, Size

from darwin_core.chooser import Chooser
from darwin_core.game import Element
from darwin_core.games.journey.actions import AnyAction
from darwin_core.games.journey.components import COLOURS
from darwin_core.games.journey.events import JourneyEvent, Reported
from darwin_core.games.journey.state import JourneyState
from darwin_tui.games.journey import panes
from darwin_tui.games.journey.chart import RANKS, Chart, fit, sign_places, sort_places
from darwin_tui.games.journey.costs import Offers
from darwin_tui.games.journey.heading import draw_heading
from darwin_tui.games.journey.rewards import draw_rewards, is_over
from darwin_tui.games.journey.scene import Scene
from darwin_tui.games.journey.strip import draw_buttons, draw_strip, has_offers
from darwin_tui.games.journey.zoom import zoomed
from darwin_tui.widgets.board import Board
from darwin_tui.widgets.canvas import Canvas, Drawing, Styled


class JourneyBoard(Board[JourneyState, AnyAction, JourneyEvent]):
    """Darwin's Journey."""

    COMPONENT_CLASSES: ClassVar[set[str]] = {f"journey--{colour}" for colour in COLOURS}

    KINDS: ClassVar[tuple[str, ...]] = ("location", "part", "tile", *RANKS)

    PANES: ClassVar[tuple[str, ...]] = panes.NAMES

    PANE_KEYS: ClassVar[str] = panes.KEYS
    HEADLINES: ClassVar[bool] = True

    def draw(self, scene: Scene, size: Size) -> Drawing:
        """Draw the table: the heading, the panes that fit, and the offers at the foot."""
        drawing = self.blank(scene, size)
        canvas = drawing.canvas
        chart = Chart(drawing, scene, scene.view)
        top = drawing.part(draw_heading, (chart,))
        if scene.is_paused and is_over(scene):
            canvas.rule(top)
            draw_rewards(chart, Region(1, top, size.width - 2, size.height - top))
            return drawing
        front = scene.pane % len(panes.NAMES)
        bottom = size.height
        if has_offers(chart) or front == panes.DIARIES or size.height > _TIGHT:
            bottom -= 1
            chart.part(draw_strip, bottom)
        shown = panes.layout(chart, size, top, bottom, front)
        news = shown.pop(panes.NEWS, None)
        _draw_tabs(chart, top, front, shown)
        for pane, region in shown.items():
            if len(shown) > 1:
                _draw_title(canvas, panes.NAMES[pane], region)
            chart.part(panes.PANES[pane].draw, _below_title(region))
        if news:
            chart.part(_draw_news, news)
        sort_places(chart)
        sign_places(chart)
        return drawing

    @staticmethod
    def pauses_on(events: Sequence[JourneyEvent]) -> bool:
        """Return True if the Beagle's goal was scored, so that a round is over."""
        return any(isinstance(event, Reported) for event in events)

    waits_after = pauses_on

    @staticmethod
    def front(view: JourneyState, chooser: Chooser[AnyAction]) -> int | None:
        """Return the pane that a decision needs, given the elements selected so far."""
        return panes.needed(view, chooser.selected, chooser.selectable) if chooser.actions else None

    @classmethod
    def rank(cls, scene: Scene, element: Element) -> int:
        """Return the sort key of an element: tiles in the order of the legal actions, as drawn."""
        if element[0] == "tile" and scene.chooser:
            return [each for some in scene.chooser.touched for each in some].index(element)
        return element[1]

    @staticmethod
    def holding(elements: Collection[Element]) -> int | None:
        """Return the first pane with some of the elements."""
        return min(panes.holding(frozenset(elements)), default=None)

    @staticmethod
    def then(view: JourneyState, chooser: Chooser[AnyAction]) -> Element | None:
        """Return the best worker for a location that was selected first."""
        places = [number for kind, number in chooser.selected if kind == "location"]
        workers = [number for kind, number in chooser.selectable if kind == "worker"]
        if len(places) != 1 or len(chooser.selected) != 1 or not workers:
            return None
        return ("worker", Offers(view, view.actor).best(places[0], sorted(workers)).worker)

    def zoom(self, scene: Scene, element: Element) -> list[str]:
        """Return the text on an element, with its cost and its possible actions."""
        return zoomed(scene, element)


_TIGHT: Final = 21
"""Rows up to which only the diaries have the workers at the foot."""


def _draw_tabs(chart: Chart, y: int, front: int, shown: dict[int, Region]) -> None:
    """Draw the names of all panes with their keys: open panes strong, and a dot on a closed pane
    with selectable elements."""
    canvas = chart.canvas
    canvas.rule(y)
    draw_buttons(chart, y)
    if len(shown) == len(panes.NAMES):
        return
    hidden = panes.holding(chart.scene.selectable) - set(shown)
    x = 1
    for pane, name in enumerate(panes.NAMES):
        is_open = pane in shown
        mark: Styled = ("•", "selectable") if pane in hidden else " "
        if pane == front:
            mark = ("▸", "cursor strong")
        style = "strong" if is_open else "dim"
        region_start = x
        x = canvas.text(x, y, mark, (name[0].upper(), f"{style} strong"), (name[1:], style), " ")
        chart.drawing.panes[pane] = Region(region_start, y, x - region_start, 1)


def _draw_title(canvas: Canvas, name: str, region: Region) -> None:
    """Draw the name of a pane on a line."""
    canvas.text(region.x, region.y, ("─" * region.width, "rule"))
    canvas.text(region.x + 1, region.y, " ", (name, "strong"), " ")


def _below_title(region: Region) -> Region:
    return Region(region.x, region.y + 1, region.width, region.height - 1)


def _draw_news(chart: Chart, region: Region) -> None:
    """Draw the last sentences of the log, the newest below."""
    scene, inside = chart.scene, region
    chart.drawing.has_news = True
    if region.height >= panes.TITLED_NEWS_ROWS:
        _draw_title(chart.canvas, "news", region)
        inside = _below_title(region)
    sentences = [
        scene.game.sentence(event, scene.lexicon) for event in scene.events[-inside.height :]
    ]
    for row, text in enumerate(sentences):
        chart.canvas.text(inside.x + 1, inside.y + row, (fit(inside.width - 1, [text]), "dim"))


BOARD: Final = JourneyBoard
