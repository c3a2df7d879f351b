"""The long text on the focused element."""

from darwin_core.contract.game import Element
from darwin_core.games.journey.diaries import hands_of
from darwin_core.text.language import tr
from darwin_tui.boards.journey.moment import Moment
from darwin_tui.boards.journey.objectives import tile_words
from darwin_tui.boards.journey.route import route_words
from darwin_tui.boards.journey.scene import Scene
from darwin_tui.drawing.canvas import Canvas, Drawing


def zoomed(scene: Scene, element: Element) -> list[str]:
    """Return the text on an element, a line each."""
    moment = Moment(Drawing(Canvas(0, 0), {}), scene, scene.view)
    lines = [scene.text_on(element)]
    kind, number = element
    match kind:
        case "location":
            lines += _workers(moment, number)
        case "space":
            lines += route_words(moment.mine, number)
        case "tile":
            words = tile_words(moment.view, moment.me, number)[0]
            lines.append(tr("You have: {words}.", words=words))
    return [*lines, *scene.choices_on(element)]


def _workers(moment: Moment, location: int) -> list[str]:
    """Return the price of a location for each worker."""
    offers = moment.offers
    return [
        tr("Worker {number}: {price}.", number=worker + 1, price=offers.of(location, worker).price)
        for worker in offers.home or hands_of(moment.view, moment.me)
    ]
