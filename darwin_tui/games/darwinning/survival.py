"""The survival: how each species fared in the last, or would fare now."""

from darwin_core.games.darwinning.boards import home_food, prey, trait_food, traits_of
from darwin_core.games.darwinning.components import GAINED_FOOD
from darwin_core.games.darwinning.state import Bitten, DarwinningState, EraBegan, Fed, TrickWon
from darwin_tui.games.darwinning.marks import being_mark
from darwin_tui.widgets.board import Scene
from darwin_tui.widgets.canvas import Canvas


def was_survival(scene: Scene) -> bool:
    """Whether the last thing told was a survival, not a trick."""
    for event in reversed(scene.story):
        if isinstance(event, Fed | Bitten):
            return True
        if isinstance(event, TrickWon):
            return False
    return False


def _told(scene: Scene, seat: int) -> tuple[Fed | None, int]:
    """The food balance of a species in the survival that was told last, and its loss by bites."""
    fed: Fed | None = None
    lost = 0
    for event in reversed(scene.story):
        match event:
            case TrickWon():
                break
            case EraBegan() if not scene.is_held:
                break
            case Bitten(bitten, _, change) if bitten == seat:
                lost = change
            case Fed(being) if being == seat:
                fed = event
    return fed, lost


def draw_survival(
    canvas: Canvas, scene: Scene, view: DarwinningState, seat: int, x: int, y: int
) -> None:
    """How a species fared in the survival just told; else what it needs and can find."""
    fed, lost = _told(scene, seat)
    if fed:
        food = fed.home + fed.meals + fed.extra
        words, style = {
            1: ("grows", "good strong"),
            0: ("stays", "strong"),
            -1: ("starves", "bad strong"),
        }[fed.change]
        x = canvas.text(x, y, ("needed ", "dim"), (f"{fed.needed:>2}", "strong"))
        x = canvas.text(x, y, (" found ", "dim"), (f"{food:>2}", "strong"), " ", (words, style))
        if lost:
            canvas.text(x + 1, y, ("bitten −1", "bad strong"))
        return
    needed = view.population[seat]
    certain = home_food(view, seat) + trait_food(traits_of(view, seat))
    meals = prey(view, seat)
    feel = "good" if certain > needed else "bad" if certain < needed else "dim"
    x = canvas.text(x, y, ("needs ", "dim"), (f"{needed:>2}", "strong"))
    x = canvas.text(x, y, (" has ", "dim"), (f"{certain:>2}", f"{feel} strong"))
    if meals:
        x = canvas.text(x, y, (f" +{GAINED_FOOD * len(meals):<2} eating ", "dim"))
        for being in meals:
            x = canvas.text(x, y, being_mark(view, being))
