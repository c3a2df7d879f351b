"""Figures of a species: its food, the forecast of its survival, and its points."""

from typing import Final

from darwin_core.games.darwinning.boards import home_food, prey, trait_food, traits_of
from darwin_core.games.darwinning.components import GAINED_FOOD
from darwin_core.games.darwinning.scoring import score
from darwin_core.games.darwinning.state import DarwinningState
from darwin_core.text.language import tr
from darwin_tui.boards.darwinning.fates import BALANCE, fates_of, survival_events
from darwin_tui.boards.darwinning.marks import being_mark
from darwin_tui.boards.darwinning.scene import Scene
from darwin_tui.drawing.canvas import Styled, length

ICONS: Final = "↑•⌂✦"
"""Signs of the sources of points: food chain, population, environments and traits."""


def food_of(view: DarwinningState, seat: int) -> tuple[int, int]:
    """Return the food that a species has without eating, and the food that it needs."""
    return home_food(view, seat) + trait_food(traits_of(view, seat)), view.population[seat]


def food_runs(view: DarwinningState, seat: int) -> list[Styled]:
    """Return the food that a species has and needs."""
    has, needs = food_of(view, seat)
    return [(f"{has}/{needs}", f"strong {'bad' if has < needs else 'good'}")]


def forecast(scene: Scene, seat: int, room: int) -> list[Styled]:
    """Return the result of a species in the survival just shown, or its food in the next."""
    view = scene.view
    fate = fates_of(survival_events(scene)).get(seat)
    if fate and fate.fed:
        fed = fate.fed
        food = fed.home + fed.meals + fed.extra
        bitten = fate.bitten and fate.bitten.change
        words, style = tr(BALANCE[fed.change][0]), BALANCE[fed.change][1]
        needed, found = tr("needed"), tr("found")
        if room < len(f"{needed} 10 {found} 10 {tr(BALANCE[-1][0])} ✗−1"):
            cost: list[Styled] = [(" ✗−1", "strong bad")] if bitten else []
            of = tr("{food} of {needed}", food=food, needed=fed.needed)
            return [(f"{of} ", "strong"), (words, style), *cost]
        lost = f" {tr('bitten')} −1" if room > 34 else " ✗−1"
        return [
            (f"{needed} ", "dim"),
            (str(fed.needed), "strong"),
            (f" {found} ", "dim"),
            (f"{food} ", "strong"),
            (words, style),
            *([(lost, "strong bad")] if bitten else []),
        ]
    has, needs = food_of(view, seat)
    pieces: list[Styled] = [(f"{tr('needs')} ", "dim"), (str(needs), "strong")]
    pieces += [(f" {tr('has')} ", "dim")]
    pieces += [(str(has), f"strong {'bad' if has < needs else 'good'}")]
    meals = prey(view, seat)
    if not meals:
        return pieces
    gain, marks = f" +{GAINED_FOOD * len(meals)} ", [being_mark(view, being) for being in meals]
    longest = [*pieces, (f"{gain}{tr('eating')} ", "dim"), *marks]
    if length(longest) <= room:
        return longest
    if length(pieces) + len(gain) > room:
        return pieces
    return [
        *pieces,
        (gain, "dim"),
        *(marks if length(pieces) + len(gain) + len(marks) <= room else ()),
    ]


def points_runs(view: DarwinningState, seat: int, room: int) -> list[Styled]:
    """Return the points of a species by source, and their sum."""
    lines = [line.points[seat] for line in score(view)]
    parts = " ".join(f"{icon}{points}" for icon, points in zip(ICONS, lines, strict=True))
    total = f" = {sum(lines)}"
    unit = f" {tr('points')}"
    is_whole = len(parts) + len(total) + len(unit) <= room
    return [(parts, "dim"), (f"{total}{unit if is_whole else ''}", "strong")]
