"""Signs of the cursor and of selectable elements: without colour, the same on all boards.

A sign comes before an element that is not drawn as a card. A button is words in brackets.
"""

from typing import Final

from textual.geometry import Region

from darwin_core.game import Element
from darwin_tui.widgets.board import AnyScene
from darwin_tui.widgets.canvas import Drawing, Run

BRACKETS: Final = 5
"""Columns that a button takes around its words, with the gap after it."""


def sign(scene: AnyScene, element: Element, selectable: str = "•") -> Run:
    """Return the sign before an element: it has the cursor, is selected, both, or is selectable."""
    own_style = scene.style_of(element)
    if scene.is_on(element):
        return ("»" if own_style == "selected" else "▶", "cursor strong")
    if own_style == "selected":
        return ("✓", "selected")
    return (selectable, "selectable") if own_style == "selectable" and scene.chooser else (" ", "")


def enter(drawing: Drawing, scene: AnyScene, element: Element, region: Region) -> None:
    """Enter an element with its sign in its first cell."""
    drawing.places[element] = region
    drawing.canvas.text(region.x, region.y, sign(scene, element))


def draw_button(
    drawing: Drawing,
    scene: AnyScene,
    x: int,
    y: int,
    element: Element,
    text: str,
    style: str = "selectable",
) -> int:
    """Draw and enter a button, in a style of its own where it is selectable.

    Returns:
        The column after the button and its gap.
    """
    on_it = scene.is_on(element)
    own_style = scene.style_of(element)
    left, right = ("▶", "◀") if on_it else ("‹", "›")
    mark = "✓" if own_style == "selected" else " "
    shown = "cursor strong" if on_it else style if own_style == "selectable" else own_style
    drawing.places[element] = Region(x, y, len(text) + BRACKETS - 1, 1)
    return drawing.canvas.text(x, y, (f"{left}{mark}{text} {right}", shown)) + 1
