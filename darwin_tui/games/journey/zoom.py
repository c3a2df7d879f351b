"""The long text on the focused element."""

from darwin_core.game import Element
from darwin_core.games.journey.diaries import hands_of
from darwin_tui.games.journey.chart import Chart
from darwin_tui.games.journey.objectives import tile_words
from darwin_tui.games.journey.route import route_words
from darwin_tui.games.journey.scene import Scene
from darwin_tui.widgets.canvas import Canvas, Drawing


def zoomed(scene: Scene, element: Element) -> list[str]:
    """Return the text on an element, a line each."""
    chart = Chart(Drawing(Canvas(0, 0), {}), scene, scene.view)
    lines = [scene.text_on(element)]
    kind, number = element
    match kind:
        case "location":
            lines += _workers(chart, number)
        case "space":
            lines += route_words(chart.mine, number)
        case "tile":
            lines.append(f"You have: {tile_words(chart.view, chart.me, number)[0]}.")
    return [*lines, *scene.choices_on(element)]


def _workers(chart: Chart, location: int) -> list[str]:
    """Return the price of a location for each worker."""
    offers = chart.offers
    return [
        f"Worker {worker + 1}: {offers.of(location, worker).price}."
        for worker in offers.home or hands_of(chart.view, chart.me)
    ]
