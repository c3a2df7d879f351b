"""Cards in a hand, as all games with cards show them."""

from textual.geometry import Region

from darwin_core.game import Element
from darwin_tui.widgets.board import AnyScene
from darwin_tui.widgets.canvas import Canvas


def draw_frame(
    canvas: Canvas, region: Region, scene: AnyScene, element: Element, copies: int = 1
) -> bool:
    """Draw a card's frame: heavy under the cursor or if selected, dotted if not selectable.

    Its lower edge shows the number of copies selected and the number of copies.

    Returns:
        True if it is selectable, so that its front is drawn alike.
    """
    own_style = scene.style_of(element)
    on_it = scene.is_on(element)
    style = "cursor" if on_it else own_style
    playable = own_style != "dim"
    heavy = on_it or own_style == "selected"
    canvas.box(region, style, "heavy" if heavy else "plain" if playable else "dotted")
    selected = scene.chooser.selected.count(element) if scene.chooser else 0
    canvas.text(region.x + 1, region.bottom - 1, ("✓" * selected, style))
    if copies > 1:
        canvas.text(region.x + 3, region.bottom - 1, (f"×{copies}", style))
    return playable
