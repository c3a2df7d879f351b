"""Cards in a hand, as all games with cards show them."""

from textual.geometry import Region

from darwin_core.game import Element
from darwin_tui.widgets.board import AnyScene
from darwin_tui.widgets.canvas import Canvas


def draw_frame(
    canvas: Canvas, region: Region, scene: AnyScene, element: Element, copies: int = 1
) -> bool:
    """The frame of a card that can be picked: heavy under the cursor and where it is picked, dotted
    where it cannot be; below, how often it is picked and how often it is there.

    Returns:
        whether it can be picked, so that its front is drawn alike.
    """
    looks = scene.style_of(element)
    on_it = scene.is_on(element)
    style = "cursor" if on_it else looks
    playable = looks != "dim"
    heavy = on_it or looks == "selected"
    canvas.box(region, style, "heavy" if heavy else "plain" if playable else "dotted")
    picked = scene.chooser.selected.count(element) if scene.chooser else 0
    canvas.text(region.x + 1, region.bottom - 1, ("✓" * picked, style))
    if copies > 1:
        canvas.text(region.x + 3, region.bottom - 1, (f"×{copies}", style))
    return playable
