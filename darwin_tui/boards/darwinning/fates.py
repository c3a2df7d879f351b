"""The survival in figures: each species' result, food, forecast and points."""

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
"""The change of a population by its food, in words."""
PLATE_FRAMES: Final = 4
"""Frames for which each species' result is shown before the next."""


@dataclass
class Fate:
    """A being's result in a survival."""

    fed: Fed | None = None
    eaten: list[int] = field(default_factory=list)
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


def is_ledger_open(scene: Scene) -> bool:
    """Return whether the match is paused after a survival."""
    return scene.is_paused and was_survival(scene)


def survival_events(scene: Scene) -> list[Event]:
    """Return the events of the last survival; empty once the player continues into the next era."""
    survival: list[Event] = []
    for event in reversed(scene.events):
        if isinstance(event, TrickWon) or (isinstance(event, EraBegan) and not scene.is_paused):
            break
        survival.append(event)
    survival.reverse()
    hidden = unrevealed_count(scene)
    if hidden:
        ends = [at for at, event in enumerate(survival, 1) if isinstance(event, Fed)]
        return survival[: ends[-hidden - 1] if hidden < len(ends) else 0]
    return survival


def reveal_frames(events: Sequence[Event]) -> int:
    """Return the frames of the reveal of a survival: PLATE_FRAMES for each species that was fed,
    then those that count the points of a finished era."""
    fed = sum(isinstance(event, Fed) for event in events)
    return PLATE_FRAMES * fed + _count_frames(events)


def reveal_alike(events: Sequence[Event], frame: int) -> int:
    """Return the number of frames of a reveal, from ``frame`` on, that show the same species."""
    return frames_alike(frame, PLATE_FRAMES, _count_frames(events))


def _count_frames(events: Sequence[Event]) -> int:
    return COUNT_FRAMES if ends_era(events) else 0


def ends_era(events: Sequence[Event]) -> bool:
    """Return whether events end an era: the next era begins, or the results follow."""
    return any(
        isinstance(event, Ended) or (isinstance(event, EraBegan) and event.era > 1)
        for event in events
    )


def is_era_over(scene: Scene) -> bool:
    """Return whether play pauses on the end of an era whose survival has been shown."""
    return is_ledger_open(scene) and ends_era(survival_events(scene))


def unrevealed_count(scene: Scene) -> int:
    """Return the number of species whose result is not revealed yet."""
    if not scene.is_paused:
        return 0
    frames = min(scene.frame, reveal_frames(scene.moving)) - _count_frames(scene.moving)
    return -(-max(frames, 0) // PLATE_FRAMES)


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
    """Return the bites of a species in a survival, of which a view shows none after its end."""
    bites = 0
    for event in events:
        if isinstance(event, Eaten):
            bites = event.bites if event.eaten == seat else bites
            bites += POISON_BITES * (event.poisoned and event.eater == seat)
    return bites


def drawn_words(scene: Scene, events: Sequence[Event]) -> list[str]:
    """Return the results of Metamorphosis, one line per card."""
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


# --- the own food


def food_so_far(view: DarwinningState, effect: EatSpecies, *, room: int) -> list[Run]:
    """Return the food so far of a species that may eat, as a sum by source, in the longest form
    that fits."""
    seat = effect.seat
    homes = habitats_of(view, seat)
    places = [place for place in view.environments if place in homes]
    by_name = [(environment_name(place), homes[place]) for place in places]
    by_sign = [(environment_sign(place), homes[place]) for place in places]
    shared = [(trait_name(SYMBIOSIS), effect.shared)] if effect.shared else []
    traits = dict.fromkeys(traits_shown(view.species[seat], view.traits[seat]))
    by_trait = [(trait_name(trait), TRAIT_FOOD[trait]) for trait in traits if TRAIT_FOOD[trait]]
    together = [(tr("traits"), sum(food for _, food in by_trait))] if by_trait else []
    eaten = [(tr("eaten"), GAINED_FOOD * effect.eaten.bit_count())] if effect.eaten else []
    words = [
        _sum([*places, *shared, *traits, *eaten], is_short=is_short)
        for places, traits, is_short in (
            (by_name, by_trait, False),
            (by_sign, by_trait, False),
            (by_sign, together, False),
            (by_sign, together, True),
        )
    ]
    return fitting(room, words)


def _sum(parts: Sequence[tuple[str, int]], *, is_short: bool) -> list[Run]:
    """Return a sum in words; short sums have no blanks around their signs."""
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


def food_of(view: DarwinningState, seat: int) -> tuple[int, int]:
    """Return a species' food without eating, and the food it needs."""
    return home_food(view, seat) + trait_food(traits_of(view, seat)), view.population[seat]


def food_runs(view: DarwinningState, seat: int) -> list[Styled]:
    """Return the food that a species has and needs."""
    has, needs = food_of(view, seat)
    return [(f"{has}/{needs}", f"strong {'bad' if has < needs else 'good'}")]


def forecast(scene: Scene, seat: int, room: int) -> list[Styled]:
    """Return a species' result in the survival just shown, or its food in the next."""
    view = scene.view
    fate = fates_of(survival_events(scene)).get(seat)
    if fate and fate.fed:
        fed = fate.fed
        food = fed.home + fed.meals + fed.extra
        bitten = fate.bitten and fate.bitten.change
        message, style = BALANCE[fed.change]
        words = tr(message)
        starves = tr("starves")
        needed, found = tr("needed"), tr("found")
        if room < len(f"{needed} 10 {found} 10 {starves} ✗−1"):
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


def points_runs(view: DarwinningState, seat: int, room: int) -> list[Styled]:
    """Return a species' points by source, and their sum."""
    lines = [line.points[seat] for line in score(view)]
    parts = " ".join(f"{icon}{points}" for icon, points in zip(ICONS, lines, strict=True))
    total = f" = {sum(lines)}"
    unit = f" {tr('points')}"
    is_whole = len(parts) + len(total) + len(unit) <= room
    return [(parts, "dim"), (f"{total}{unit if is_whole else ''}", "strong")]
