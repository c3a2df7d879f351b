"""The environments of the current era, as tiles in a column or as chips in a row."""

from typing import Final

from darwin_core.contract.game import Element
from darwin_core.games.darwinning.acts import EraBegan
from darwin_core.games.darwinning.material import ENVIRONMENTS, DarwinningState
from darwin_core.games.darwinning.species import habitats_of
from darwin_core.text.language import mark, tr
from darwin_tui.boards.darwinning.fates import has_next_era
from darwin_tui.boards.darwinning.marks import (
    Scene,
    element_sign,
    environment_ink,
    environment_name,
    environment_sign,
    framed,
    is_choosable,
)
from darwin_tui.drawing.area import Area
from darwin_tui.drawing.canvas import Styled
from darwin_tui.drawing.marks import seat_mark
from darwin_tui.drawing.panel import panel
from darwin_tui.drawing.picture import pictures

OWNERS_COLUMNS: Final = 20
"""Minimum columns of a tile that shows the food of every seat. In a wider tile, the food begins
after a blank."""
SHORT_COLUMNS: Final = 7
"""Columns of an environment's short name in a row of chips."""


def era_shown(scene: Scene, view: DarwinningState) -> tuple[int, bytes]:
    """Return the era to show and its environments. During the pause after the last result of a
    survival, this is still the last era, although the next one has begun."""
    if scene.is_paused and has_next_era(scene):
        last = [event for event in scene.events if isinstance(event, EraBegan)][-2]
        return last.era, last.environments
    return view.era, view.environments


def draw_era_tiles(area: Area, scene: Scene) -> None:
    """Draw the environments as tiles in a column, with the food they give."""
    view = scene.view
    inner = framed(panel(area, mark("this era")))
    environments = era_shown(scene, view)[1]
    # A tile has two rows, and a gap below all but the last takes a third.
    gap = 1 if len(environments) * 3 - 1 <= inner.height else 0
    for tile, environment in zip(
        inner.rows(*[2] * len(environments), gap=gap), environments, strict=True
    ):
        element: Element = ("environment", environment)
        ground = tile.on(ENVIRONMENTS[environment])
        ink = environment_ink(environment)
        name = environment_name(environment)
        # A name as wide as the tile has no blank before it.
        ground.text(min(1, ground.width - len(name)), 0, (name, ink))
        if is_choosable(scene, element):
            tile.enter(element)
            # The sign keeps its colour on its own ground.
            sign, style = element_sign(scene, element)
            ground.text(0, 1, (sign, f"{style} on panel"), (f" {tr('share it')}", ink))
            continue
        start = 1 if ground.width > OWNERS_COLUMNS else 0
        end = ground.text(start, 1, *_owners(scene, environment, ground.width))
        _draw_scenery(ground, ENVIRONMENTS[environment], end + 1 if end > start else 0)


def _draw_scenery(tile: Area, name: str, start: int) -> None:
    """Draw an environment's scenery in the lower row of its tile, from a column on. The scenery's
    repetitions are counted from the tile's left edge; the text covers them."""
    if not tile.look.has_colours:
        return
    picture = pictures("darwinning")[name]
    room = tile.at(start, 1, tile.width - start, 1)
    for x in range(-start % picture.width - picture.width, room.width, picture.width):
        room.picture(x, 0, picture)


def _food_of_all(view: DarwinningState, environment: int, gap: str = "") -> str:
    """Return the food that an environment gives to each seat, after the seat's sign."""
    homes = {seat: habitats_of(view, seat) for seat in range(len(view.hands))}
    fed = [
        f"{seat_mark(seat)[0]}{food[environment]}{gap}"
        for seat, food in homes.items()
        if environment in food
    ]
    return "".join(fed) + (" " if fed and not gap else "")


def _owners(scene: Scene, environment: int, width: int) -> list[Styled]:
    """Return the food that an environment gives: to every seat, or only to the viewer."""
    view = scene.view
    ink = environment_ink(environment)
    if width >= OWNERS_COLUMNS or scene.viewer >= len(view.hands):
        spaced = _food_of_all(view, environment, " ")
        return [(spaced if len(spaced) <= width else _food_of_all(view, environment).rstrip(), ink)]
    food = habitats_of(view, scene.viewer).get(environment)
    return [(tr("feeds you {number}", number=food), ink)] if food else []


def draw_era_chips(area: Area, scene: Scene) -> None:
    """Draw the environments as chips in a row, with the food each seat finds there. If that does
    not fit, show only the viewer's food."""
    view = scene.view
    row = area.on("strip")
    is_player = scene.viewer < len(view.hands)
    homes = habitats_of(view, scene.viewer) if is_player else {}
    environments = era_shown(scene, view)[1]
    food = {environment: _food_of_all(view, environment) for environment in environments}
    # Everybody's food matters more than the signs and the ends of the names.
    forms = [
        {
            environment: f"{environment_sign(environment)} {environment_name(environment)} "
            for environment in environments
        },
        {environment: f"{environment_name(environment)} " for environment in environments},
        {
            environment: f"{environment_name(environment, SHORT_COLUMNS)} "
            for environment in environments
        },
    ]
    fitting = [
        form
        for form in forms
        if sum(len(form[environment] + food[environment]) + 2 for environment in environments)
        <= row.width
    ]
    has_all = bool(fitting)
    # Otherwise only the viewer's food is shown, with full names.
    names = fitting[0] if fitting else forms[0]
    food_words = {
        environment: f"{homes[environment]} " if environment in homes else ""
        for environment in environments
    }
    chips = {
        environment: names[environment] + (food if has_all else food_words)[environment]
        for environment in environments
    }
    label = f"{tr('this era')} "
    has_label = 1 + len(label) + sum(len(text) + 2 for text in chips.values()) <= row.width
    x = row.text(1, 0, (label, "dim")) if has_label else 0
    for environment, text in chips.items():
        element: Element = ("environment", environment)
        if is_choosable(scene, element):
            row.at(x, 0, len(text) + 1, 1).enter(element)
            row.text(x, 0, element_sign(scene, element))
            x = row.text(x + 1, 0, (text, environment_ink(environment))) + 1
        else:
            x = row.text(x, 0, (f" {text}", environment_ink(environment))) + 1
    note = tr("number: your food")
    if is_player and not has_all and x + len(note) < row.width:
        row.right(0, (note, "dim"), margin=1)
