"""The survival: the result of each species in the last survival, or its forecast now."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from textwrap import shorten
from typing import Final

from darwin_core.game import Event
from darwin_core.games.darwinning.boards import (
    habitats_of,
    home_food,
    prey,
    shown,
    trait_food,
    traits_of,
)
from darwin_core.games.darwinning.components import ENVIRONMENTS, GAINED_FOOD, TABLES, TRAIT_FOOD
from darwin_core.games.darwinning.state import (
    Bitten,
    DarwinningState,
    Drawn,
    Eaten,
    EraBegan,
    Fed,
    Gained,
    Hunt,
    Shared,
    TrickWon,
)
from darwin_core.games.darwinning.words import trait_name
from darwin_tui.games.darwinning.marks import being_mark, being_name
from darwin_tui.games.darwinning.scene import Scene
from darwin_tui.widgets.canvas import Canvas, Run, Styled, length

BALANCE: Final = {
    1: ("grows", "good strong"),
    0: ("stays", "strong"),
    -1: ("starves", "bad strong"),
}
"""The change of a population by its food, in words."""
HOMES_COLUMN: Final = 27
"""The column of the food at home in the ledger."""
NAMES_COLUMNS: Final = 120
"""Minimum columns for environments by name in the ledger."""


@dataclass
class Fate:
    """The result of a being in a survival."""

    fed: Fed | None = None
    eaten: list[int] = field(default_factory=list)
    shared: Shared | None = None
    bitten: Bitten | None = None


def was_survival(scene: Scene) -> bool:
    """Return True if the latest result in the event log is a survival, not a trick."""
    for event in reversed(scene.events):
        if isinstance(event, Fed | Bitten):
            return True
        if isinstance(event, TrickWon):
            return False
    return False


def is_ledger_open(scene: Scene) -> bool:
    """Return True if the match is paused after a survival."""
    return scene.is_paused and was_survival(scene)


def _survival_events(scene: Scene) -> list[Event]:
    """Return the events of the last survival; empty after the player continues into the next
    era."""
    found: list[Event] = []
    for event in reversed(scene.events):
        if isinstance(event, TrickWon) or (isinstance(event, EraBegan) and not scene.is_paused):
            break
        found.append(event)
    return found[::-1]


def _fates(events: Sequence[Event]) -> dict[int, Fate]:
    """Return the fate of each being, in the order of their turns."""
    fates: dict[int, Fate] = {}
    for event in events:
        match event:
            case Eaten(eater, eaten):
                fates.setdefault(eater, Fate()).eaten.append(eaten)
            case Shared(seat):
                fates.setdefault(seat, Fate()).shared = event
            case Fed(seat):
                fates.setdefault(seat, Fate()).fed = event
            case Bitten(seat):
                fates.setdefault(seat, Fate()).bitten = event
    return fates


# --- a line for each species


def draw_survival(
    canvas: Canvas, scene: Scene, view: DarwinningState, seat: int, x: int, y: int
) -> None:
    """Draw the result of a species in the survival just shown; else its needs and its possible
    food."""
    fate = _fates(_survival_events(scene)).get(seat, Fate())
    if fate.fed:
        fed = fate.fed
        food = fed.home + fed.meals + fed.extra
        x = canvas.text(x, y, ("needed ", "dim"), (f"{fed.needed:>2}", "strong"))
        x = canvas.text(
            x, y, (" found ", "dim"), (f"{food:>2}", "strong"), " ", BALANCE[fed.change]
        )
        if fate.bitten and fate.bitten.change:
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


# --- step by step


def draw_ledger(
    canvas: Canvas,
    scene: Scene,
    view: DarwinningState,
    environments: bytes,
    top: int,
    width: int,
) -> None:
    """Draw a survival step by step, the lowest species first: the sources of its food, and the
    result."""
    events = _survival_events(scene)
    fates = _fates(events)
    roomy = width >= NAMES_COLUMNS
    eaten_at = HOMES_COLUMN + (58 if roomy else 19)
    canvas.text(0, top, ("─" * width, "rule"))
    canvas.text(1, top, (" survival ", "strong"))
    canvas.right(HOMES_COLUMN - 1, top, (" needs ", "dim"))
    canvas.text(HOMES_COLUMN - 1, top, (" environments ", "dim"))
    canvas.text(eaten_at - 1, top, (" eaten ", "dim"))
    canvas.right(eaten_at + 17, top, (" traits ", "dim"))
    canvas.right(eaten_at + 22, top, (" food ", "dim"))
    canvas.right(eaten_at + 34, top, (" bites ", "dim"))
    for y, (being, fate) in enumerate(fates.items(), top + 1):
        canvas.text(1, y, being_mark(view, being), " ", being_name(scene, being))
        fed = fate.fed
        x = eaten_at
        for other in fate.eaten:
            x = canvas.text(x, y, being_mark(view, other))
        if fed is None:
            continue
        canvas.right(HOMES_COLUMN - 2, y, (str(fed.needed), "strong"))
        canvas.text(HOMES_COLUMN, y, *_home_words(view, being, fate, environments, roomy=roomy))
        if fed.meals:
            canvas.text(x + 1, y, str(fed.meals))
        canvas.right(eaten_at + 16, y, (str(fed.extra) if fed.extra else "–", ""))
        food = fed.home + fed.meals + fed.extra
        canvas.right(eaten_at + 22, y, (str(food), "strong"))
        canvas.text(eaten_at + 23, y, BALANCE[fed.change])
        if fate.bitten:
            style = "bad strong" if fate.bitten.change else "dim"
            canvas.text(eaten_at + 31, y, (f"✗{fate.bitten.bites}", style))
    y = top + 1 + len(fates)
    for line in _drawn_words(scene, events)[: max(canvas.height - y, 0)]:
        canvas.text(1, y, (shorten(line, width - 2, placeholder=" …"), "dim"))
        y += 1


def ledger_height(scene: Scene) -> int:
    """Return the rows of the ledger."""
    events = _survival_events(scene)
    return 1 + len(_fates(events)) + len(_drawn_words(scene, events))


def _home_words(
    view: DarwinningState, seat: int, fate: Fate, environments: bytes, *, roomy: bool
) -> list[Styled]:
    """Return the food of each environment, that of Symbiosis last."""
    homes = habitats_of(view, seat)
    found = [(place, homes[place], "") for place in environments if place in homes]
    if fate.shared:
        found.append((fate.shared.environment, fate.shared.food, "+"))
    words: list[Styled] = []
    for place, food, plus in found:
        name = f"{ENVIRONMENTS[place]} " if roomy else TABLES.environments[place].letter
        words += [f"{plus}{name}", (str(food), "good"), " "]
    return words or [("–", "faint")]


def _drawn_words(scene: Scene, events: Sequence[Event]) -> list[str]:
    """Return the results of Metamorphosis, a line for each card."""
    lines: list[str] = []
    for event in events:
        if isinstance(event, Drawn):
            lines.append(scene.game.sentence(event, scene.lexicon))
        elif isinstance(event, Gained) and lines:
            lines[-1] += f" {scene.game.sentence(event, scene.lexicon)}"
    return lines


# --- the own food


def food_so_far(view: DarwinningState, effect: Hunt, *, room: int) -> list[Run]:
    """Return the food so far of a species that may eat, as a sum by source, in the longest form
    that fits."""
    seat = effect.seat
    homes = habitats_of(view, seat)
    places = [place for place in view.environments if place in homes]
    by_name = [(ENVIRONMENTS[place], homes[place]) for place in places]
    by_letter = [(TABLES.environments[place].letter, homes[place]) for place in places]
    shared = [("Symbiosis", effect.shared)] if effect.shared else []
    traits = dict.fromkeys(shown(view.species[seat], view.traits[seat]))
    each = [(trait_name(trait), TRAIT_FOOD[trait]) for trait in traits if TRAIT_FOOD[trait]]
    together = [("traits", sum(food for _, food in each))] if each else []
    eaten = [("eaten", GAINED_FOOD * effect.eaten.bit_count())] if effect.eaten else []
    words = [
        _sum([*places, *shared, *traits, *eaten])
        for places, traits in ((by_name, each), (by_letter, each), (by_letter, together))
    ]
    return next((runs for runs in words if length(runs) <= room), words[-1])


def _sum(parts: Sequence[tuple[str, int]]) -> list[Run]:
    runs: list[Run] = []
    for name, food in parts:
        runs += [(" + " if runs else "", "dim"), (f"{name} ", "dim"), (str(food), "good")]
    total = str(sum(food for _, food in parts))
    return [*runs, (" = " if parts else "food ", "dim"), (total, "strong")]
