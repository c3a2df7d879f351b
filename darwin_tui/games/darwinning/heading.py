"""The heading: the progress of the match, and the environments of this era."""

from textual.geometry import Region

from darwin_core.game import Element
from darwin_core.games.darwinning.components import ENVIRONMENTS, TABLES
from darwin_core.games.darwinning.rules import clock
from darwin_core.games.darwinning.state import DarwinningState, EraBegan
from darwin_tui.games.darwinning.marks import is_choosable
from darwin_tui.games.darwinning.scene import Scene
from darwin_tui.games.darwinning.survival import was_survival
from darwin_tui.widgets.canvas import Drawing
from darwin_tui.widgets.signs import enter


def draw_heading(drawing: Drawing, scene: Scene, view: DarwinningState) -> None:
    """Draw two lines at the top."""
    canvas = drawing.canvas
    era, environments = era_shown(scene, view)
    x = canvas.text(1, 0, ("Darwinning!", "title")) + 3
    if view.pending or scene.is_paused:
        x = canvas.text(x, 0, ("era ", "dim"), (f"{era}", "strong"))
        x = canvas.text(x, 0, (f" of {view.options.eras}", "dim"))
        if era != view.era or not view.pending:
            canvas.text(x, 0, (" is over", "dim"))
        else:
            canvas.text(x + 3, 0, ("trick ", "dim"), (f"{clock(view).turn}", "strong"))
    else:
        canvas.text(x, 0, ("the match is over", "dim"))
    canvas.right(canvas.width - 1, 0, (f"deck {len(view.deck)}", "dim"))
    canvas.rule(1)
    x = canvas.text(1, 1, (" this era ", "dim"))
    for place in environments:
        element: Element = ("environment", place)
        name, letter = ENVIRONMENTS[place], TABLES.environments[place].letter
        x = canvas.text(x, 1, " ")
        start = x - 1
        x = canvas.text(x, 1, (name, "strong"))
        if not name.startswith(letter.lower()):
            x = canvas.text(x, 1, (f" {letter}", "dim"))
        if is_choosable(scene, element):
            enter(drawing, scene, element, Region(start, 1, x - start, 1))
        x = canvas.text(x, 1, " ")


def era_shown(scene: Scene, view: DarwinningState) -> tuple[int, bytes]:
    """Return the era to show and its environments: the last era while its survival is paused on,
    although the next has begun."""
    if scene.is_paused and was_survival(scene) and view.pending:
        began = [event for event in scene.events if isinstance(event, EraBegan)]
        if len(began) > 1:
            return began[-2].era, began[-2].environments
    return view.era, view.environments
