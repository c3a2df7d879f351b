"""The survival in figures: the results of beings, the food of species, the results of
Metamorphosis, and points.

A fate is a being's result. During the pause after a survival, the fates are revealed one by one.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

from darwin_core.contract.game import Event
from darwin_core.games.darwinning.acts import (
    Bitten,
    Drawn,
    Eaten,
    Ended,
    EraBegan,
    Fed,
    Gained,
    Shared,
    TrickWon,
)
from darwin_core.games.darwinning.material import (
    GAINED_FOOD,
    NUMBER_OF,
    POISON_BITES,
    SYMBIOSIS,
    TRAIT_FOOD,
    DarwinningState,
    EatSpecies,
)
from darwin_core.games.darwinning.rules import score
from darwin_core.games.darwinning.species import (
    habitats_of,
    home_food,
    prey,
    trait_food,
    traits_of,
    traits_shown,
)
from darwin_core.games.darwinning.texts import environment_name, trait_name
from darwin_core.text.language import mark, tr
from darwin_tui.boards.darwinning.marks import Scene, being_mark, environment_sign
from darwin_tui.drawing.area import fitting
from darwin_tui.drawing.canvas import Run, Styled, length
from darwin_tui.drawing.chart import COUNT_FRAMES, frames_alike

BALANCE: Final = {
    1: (mark("grows"), "good strong"),
    0: (mark("stays"), "strong"),
    -1: (mark("starves"), "bad strong"),
}
"""By change of population, the word for it and the word's style."""
FRAMES_PER_SPECIES: Final = 4
"""Frames for which each species' result is shown before the next."""


@dataclass
class Fate:
    """A being's result in a survival, as far as it is revealed."""

    fed: Fed | None = None
    eaten: list[int] = field(default_factory=list)
    """The beings that it ate."""
    shared: Shared | None = None
    bitten: Bitten | None = None


def was_survival(scene: Scene) -> bool:
    """Return whether the latest result in the event log is a survival, not a trick."""
    for event in reversed(scene.events):
        if isinstance(event, Fed | Bitten):
            return True
        if isinstance(event, TrickWon):
            return False
    return False


def has_next_era(scene: Scene) -> bool:
    """Return whether a new era has begun since the last survival, before any trick of it."""
    for event in reversed(scene.events):
        if isinstance(event, EraBegan):
            return event.era > 1
        if isinstance(event, Fed | TrickWon):
            return False
    return False


def is_paused_after_survival(scene: Scene) -> bool:
    """Return whether the match is paused after a survival."""
    return scene.is_paused and was_survival(scene)


def survival_events(scene: Scene) -> list[Event]:
    """Return the events of the last survival, as far as they are revealed; none once the player has
    continued into the next era."""
    survival: list[Event] = []
    for event in reversed(scene.events):
        if isinstance(event, TrickWon) or (isinstance(event, EraBegan) and not scene.is_paused):
            break
        survival.append(event)
    survival.reverse()
    hidden = unrevealed_count(scene)
    if hidden:
        # Everything up to the last species revealed, whose turn ends with its food.
        ends = [at for at, event in enumerate(survival, 1) if isinstance(event, Fed)]
        return survival[: ends[-hidden - 1] if hidden < len(ends) else 0]
    return survival


def reveal_frames(events: Sequence[Event]) -> int:
    """Return the number of frames of the reveal of a survival: FRAMES_PER_SPECIES for each species
    that was fed, then the frames that count the points of a finished era."""
    fed = sum(isinstance(event, Fed) for event in events)
    return FRAMES_PER_SPECIES * fed + _count_frames(events)


def reveal_alike(events: Sequence[Event], frame: int) -> int:
    """Return the number of frames of a reveal, from ``frame`` on, that show the same species."""
    return frames_alike(frame, FRAMES_PER_SPECIES, _count_frames(events))


def _count_frames(events: Sequence[Event]) -> int:
    """Return the number of frames that count the points of a finished era."""
    return COUNT_FRAMES if ends_era(events) else 0


def ends_era(events: Sequence[Event]) -> bool:
    """Return whether events end an era: the next era begins, or the results follow."""
    return any(
        isinstance(event, Ended) or (isinstance(event, EraBegan) and event.era > 1)
        for event in events
    )


def is_era_over(scene: Scene) -> bool:
    """Return whether play pauses on the end of an era whose survival has been shown."""
    return is_paused_after_survival(scene) and ends_era(survival_events(scene))


def unrevealed_count(scene: Scene) -> int:
    """Return the number of species whose result is not revealed yet."""
    if not scene.is_paused:
        return 0
    # `frame` counts down; the last frames count points, when all species are revealed.
    frames = min(scene.frame, reveal_frames(scene.moving)) - _count_frames(scene.moving)
    return -(-max(frames, 0) // FRAMES_PER_SPECIES)


def fates_of(events: Sequence[Event]) -> dict[int, Fate]:
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


def bites_in(events: Sequence[Event], seat: int) -> int:
    """Return how often a species was bitten in a survival. It is counted from the events, because a
    view has no bites once the survival has ended."""
    bites = 0
    for event in events:
        if isinstance(event, Eaten):
            if event.eaten == seat:
                # The event has all bites so far, also those by Poison.
                bites = event.bites
            if event.poisoned and event.eater == seat:
                bites += POISON_BITES
    return bites


def drawn_words(scene: Scene, events: Sequence[Event]) -> list[str]:
    """Return the results of Metamorphosis, one line per card drawn, with the trait gained by it."""
    lines: list[str] = []
    for event in events:
        if isinstance(event, Drawn):
            lines.append(scene.game.texts.sentence(event, scene.seat_names))
        elif isinstance(event, Gained) and lines:
            gained = tr(
                "{trait} on space {space}",
                trait=trait_name(NUMBER_OF[event.card]),
                space=event.space + 1,
            )
            lines[-1] = f"{lines[-1].removesuffix('.')}: {gained}."
    return lines


# --- the food of a species that eats


def food_so_far(view: DarwinningState, effect: EatSpecies, *, room: int) -> list[Run]:
    """Return the food so far of a species that may eat, as a sum by source, in the longest form
    that fits."""
    seat = effect.seat
    homes = habitats_of(view, seat)
    inhabited = [environment for environment in view.environments if environment in homes]
    by_name = [(environment_name(environment), homes[environment]) for environment in inhabited]
    by_sign = [(environment_sign(environment), homes[environment]) for environment in inhabited]
    shared = [(trait_name(SYMBIOSIS), effect.shared)] if effect.shared else []
    traits = dict.fromkeys(traits_shown(view.species[seat], view.traits[seat]))
    by_trait = [(trait_name(trait), TRAIT_FOOD[trait]) for trait in traits if TRAIT_FOOD[trait]]
    all_traits = [(tr("traits"), sum(food for _, food in by_trait))] if by_trait else []
    eaten = [(tr("eaten"), GAINED_FOOD * effect.eaten.bit_count())] if effect.eaten else []
    words = [
        _sum([*home_parts, *shared, *trait_parts, *eaten], is_short=is_short)
        for home_parts, trait_parts, is_short in (
            (by_name, by_trait, False),
            (by_sign, by_trait, False),
            (by_sign, all_traits, False),
            (by_sign, all_traits, True),
        )
    ]
    return fitting(room, words)


def _sum(parts: Sequence[tuple[str, int]], *, is_short: bool) -> list[Run]:
    """Return a sum in words. Short sums have no blanks around their signs, nor between a name and
    its number."""
    plus, equals = ("+", "=") if is_short else (" + ", " = ")
    runs: list[Run] = []
    for name, food in parts:
        words = name if is_short else f"{name} "
        runs += [(plus if runs else "", "dim"), (words, "dim"), (str(food), "good")]
    total = str(sum(food for _, food in parts))
    return [*runs, (equals if parts else f"{tr('food')} ", "dim"), (total, "strong")]


# --- figures of a species

ICONS: Final = "↑•⌂✦"
"""Signs of the sources of points: food chain, population, environments and traits."""
BITTEN_COLUMNS: Final = 35
"""Minimum columns of a result that names the cost of bites in words."""


def food_and_need(view: DarwinningState, seat: int) -> tuple[int, int]:
    """Return a species' food without eating others, and the food that it needs."""
    return home_food(view, seat) + trait_food(traits_of(view, seat)), view.population[seat]


def food_runs(view: DarwinningState, seat: int) -> list[Styled]:
    """Return the food that a species has and needs."""
    has, needs = food_and_need(view, seat)
    return [(f"{has}/{needs}", f"strong {'bad' if has < needs else 'good'}")]


def result_or_forecast(scene: Scene, seat: int, room: int) -> list[Styled]:
    """Return a species' result in the survival just shown, or else its food in the next: what it
    needs and has, and what it could gain by eating others."""
    view = scene.view
    fate = fates_of(survival_events(scene)).get(seat)
    if fate and fate.fed:
        return _result(fate, fate.fed, room)
    has, needs = food_and_need(view, seat)
    pieces: list[Styled] = [(f"{tr('needs')} ", "dim"), (str(needs), "strong")]
    pieces += [(f" {tr('has')} ", "dim")]
    pieces += [(str(has), f"strong {'bad' if has < needs else 'good'}")]
    meals = prey(view, seat)
    if not meals:
        return pieces
    gain = f" +{GAINED_FOOD * len(meals)} "
    marks = [being_mark(view, being) for being in meals]
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


def _result(fate: Fate, fed: Fed, room: int) -> list[Styled]:
    """Return a species' result in a survival, in the longest words that fit."""
    food = fed.home + fed.meals + fed.extra
    is_smaller = fate.bitten and fate.bitten.change
    message, style = BALANCE[fed.change]
    words = tr(message)
    needed, found = tr("needed"), tr("found")
    # The longest case has figures of two digits, and a bite.
    if room < len(f"{needed} 10 {found} 10 {tr('starves')} ✗−1"):
        cost: list[Styled] = [(" ✗−1", "strong bad")] if is_smaller else []
        share = tr("{food} of {needed}", food=food, needed=fed.needed)
        return [(f"{share} ", "strong"), (words, style), *cost]
    lost = f" {tr('bitten')} −1" if room >= BITTEN_COLUMNS else " ✗−1"
    return [
        (f"{needed} ", "dim"),
        (str(fed.needed), "strong"),
        (f" {found} ", "dim"),
        (f"{food} ", "strong"),
        (words, style),
        *([(lost, "strong bad")] if is_smaller else []),
    ]


def points_runs(view: DarwinningState, seat: int, room: int) -> list[Styled]:
    """Return a species' points by source, and their sum."""
    lines = [line.points[seat] for line in score(view)]
    parts = " ".join(f"{icon}{points}" for icon, points in zip(ICONS, lines, strict=True))
    total = f" = {sum(lines)}"
    unit = f" {tr('points')}"
    is_whole = len(parts) + len(total) + len(unit) <= room
    return [(parts, "dim"), (f"{total}{unit if is_whole else ''}", "strong")]
