"""Names of the parts of Darwin's Journey, and the texts of objectives, slots and goals."""

from collections.abc import Sequence
from typing import Final

from darwin_core.games.journey.components import (
    CAMPSITES,
    COLOURS,
    CREW,
    FIRST_SPECIAL,
    GOAL_TILES,
    KINDS,
    LAG_CAP,
    LENS_LOCATION,
    LETTERS,
    LOCATIONS,
    LOCKABLE,
    OBJECTIVES,
    SLOTS,
    SPACES,
    TILES,
    TRACK,
    WORKERS,
    Ability,
    Count,
    Goal,
    Page,
)
from darwin_core.games.journey.effect_words import (
    coin_words,
    knowledge_words,
    parts_words,
    point_words,
    step_words,
)
from darwin_core.games.journey.objectives import asked
from darwin_core.games.journey.state import JourneyState
from darwin_core.text.language import mark, noun, tr, tr_n
from darwin_core.text.nouns import Noun
from darwin_core.text.wording import Brevity, counted, is_brief, listed

_PAGES: Final[dict[Page, str]] = {
    "exploration": mark("Exploration"),
    "navigation": mark("Navigation"),
    "correspondence": mark("Correspondence"),
    "academy": mark("Academy"),
    "special": mark("Special"),
    "small": mark("small diary"),
    "museum": mark("the museum"),
    "objectives": mark("the objectives"),
    "order": mark("the turn order"),
}
_ONTO: Final[dict[Page, str]] = {
    "exploration": mark("on Exploration"),
    "navigation": mark("on Navigation"),
    "correspondence": mark("on Correspondence"),
    "academy": mark("on Academy"),
    "special": mark("on Special"),
    "small": mark("on small diary"),
    "museum": mark("on the museum"),
    "objectives": mark("on the objectives"),
    "order": mark("on the turn order"),
}
"""The way of a worker to a location of each page."""
_ABILITIES: Final[dict[Ability, str]] = {
    "scrolls": mark("scrolls cost nothing"),
    "books": mark("one book more"),
    "worker": mark("the fifth worker"),
    "occupied": mark("occupied areas cost 1 coin less"),
    "lagging": mark("each lagging penalty takes {points} at most"),
}
_COUNTS: Final[dict[Count, str]] = {
    "stacks": mark("empty stamp stack"),
    "lenses": mark("location unlocked with one's own lens"),
    "objectives": mark("achieved objective"),
    "tents": mark("tent"),
}
"""The other things that goals count than seals and specimens."""
_HALF: Final = len(SLOTS) // 2


def _numbers() -> tuple[str, ...]:
    """Return the numbers that follow the names of all locations. Pages with several locations
    number them from 1."""
    pages = [location.page for location in LOCATIONS]
    return tuple(
        f" {pages[: number + 1].count(page)}" if pages.count(page) > 1 else ""
        for number, page in enumerate(pages)
    )


_NUMBERS: Final = _numbers()


def location_name(location: int) -> str:
    """Name a location by its page: ``Exploration 2``, ``the museum``."""
    return f"{tr(_PAGES[LOCATIONS[location].page])}{_NUMBERS[location]}"


def onto_location(location: int) -> str:
    """Name a location as the place that a worker goes to: ``on Exploration 2``."""
    return f"{tr(_ONTO[LOCATIONS[location].page])}{_NUMBERS[location]}"


def twin_name(location: int) -> str:
    """Name the location of the same page that is identical to this one; empty for none."""
    return location_name(LENS_LOCATION) if location == LENS_LOCATION + 1 else ""


def tile_suffix(view: JourneyState, location: int) -> str:
    """Return the tile of a location of the special diary, to follow its name: `` (lecture)``; empty
    for others."""
    if FIRST_SPECIAL <= location < LOCKABLE:
        return f" ({tr(TILES[view.specials[location - FIRST_SPECIAL]].name)})"
    return ""


def tile_name(view: JourneyState, location: int) -> str:
    """Name a location by its page, and by its tile on the special diary: ``Special 3
    (lecture)``."""
    return f"{location_name(location)}{tile_suffix(view, location)}"


def worker_name(worker: int) -> str:
    """Name a worker by number; the fifth has no row."""
    if worker < WORKERS:
        return tr("worker {number}", number=worker + 1)
    return tr("the fifth worker")


def space_name(space: int) -> str:
    """Name a space as in the tables: ``IA4``."""
    return SPACES[space].name


def is_ocean(space: int) -> bool:
    """Return whether the space is for ships, not explorers."""
    return not TRACK[space]


def site_name(site: int) -> str:
    """Name a campsite by its space."""
    return CAMPSITES[site].space


def specimen_name(specimen: int) -> Noun:
    """Name a specimen: ``green reptile``."""
    return noun(f"{COLOURS[specimen // len(KINDS)]} {KINDS[specimen % len(KINDS)]}")


def colour_name(colour: int) -> str:
    """Name a colour of seals."""
    return tr(COLOURS[colour])


def seal_name(colour: int) -> Noun:
    """Name a seal: ``green seal``."""
    return noun(f"{COLOURS[colour]} seal")


def colours_words(counts: Sequence[int]) -> str:
    """Format numbers of seals by colour: ``2 blue and 1 green``, or ``BBG``; empty for none."""
    if is_brief(Brevity.LETTERS):
        return "".join(letter * number for letter, number in zip(LETTERS, counts, strict=False))
    numbers = enumerate(counts[: len(COLOURS)])
    return listed([_seals_of(colour, number) for colour, number in numbers if number])


def _seals_of(colour: int, number: int) -> str:
    """Format the number of seals of a colour: ``2 blue``."""
    match colour:
        case 0:
            return tr_n("{number} green", "{number} green", number)
        case 1:
            return tr_n("{number} blue", "{number} blue", number)
        case 2:
            return tr_n("{number} yellow", "{number} yellow", number)
        case 3:
            return tr_n("{number} red", "{number} red", number)
        case _:
            return tr("{number} purple", number=number)


def seals_words(letters: str) -> str:
    """Format seals by their letters: ``2 blue and 1 green``; empty for none."""
    return colours_words([letters.count(letter) for letter in LETTERS])


def crew_name(card: int) -> Noun:
    """Return a crew card's name, in English with its article."""
    return noun(f"the {CREW[card].name}")


def crew_words(card: int) -> str:
    """Describe the gain of a crew card, and the seals that it asks for in one row."""
    row = CREW[card]
    gain, seals = parts_words(row.reward), seals_words(row.seals)
    if is_brief(Brevity.WORDS):
        return tr("{gain} for its seals", gain=gain)
    return tr("{gain} once one row has {seals}", gain=gain, seals=seals)


def start_colour(card: int) -> int:
    """Return the colour of the seal that a crew card brings."""
    return LETTERS.index(CREW[card].start)


# --- objectives


def requirement_words(what: str, needs: int) -> str:
    """Format a requirement of an objective."""
    if what.isupper():
        is_many = what.count(what[-1]) > 1
        return tr("{seals} seals" if is_many else "{seals} seal", seals=seals_words(what))
    if what in KINDS:
        return counted(needs, what)
    if what in COLOURS:
        return counted(needs, f"{what} specimen")
    match what:
        case "stacks":
            return counted(needs, "empty stack")
        case "lenses":
            return tr_n("{number} lens", "{number} lenses", needs)
        case "knowledge":
            return knowledge_words(needs)
        case "evolution":
            return step_words(needs)
        case "coins":
            return coin_words(needs)
        case "points":
            return point_words(needs)
        case "at_beagle":
            return tr("the ship at the Beagle")
        case _:
            return counted(needs, what.removesuffix("s"))


def objective_words(tile: int) -> str:
    """Format the requirements of an objective: ``2 yellow seals and 1 blue specimen``."""
    return listed([requirement_words(what, needs) for what, _, needs in asked(tile)])


def objective_name(tile: int) -> str:
    """Name an objective with its colour: ``gold: 2 birds and 2 lenses``."""
    return tr(
        "gold: {what}" if OBJECTIVES[tile].is_gold else "silver: {what}",
        what=objective_words(tile),
    )


def objective_task(tile: int) -> str:
    """Say what to do for an objective: ``gold: research 2 birds; place 2 lenses``."""
    tasks = "; ".join([_task_words(what, needs) for what, _, needs in asked(tile)])
    return tr("gold: {what}" if OBJECTIVES[tile].is_gold else "silver: {what}", what=tasks)


def _task_words(what: str, needs: int) -> str:
    things = requirement_words(what, needs)
    if what.isupper():
        return tr("collect {things}", things=things)
    if what in (*KINDS, *COLOURS):
        return tr("research {things}", things=things)
    match what:
        case "stacks":
            return tr_n("send all stamps of a stack", "send all stamps of {number} stacks", needs)
        case "lenses":
            return tr("place {things}", things=things)
        case "tents":
            return tr("pitch {things}", things=things)
        case "evolution":
            return tr("reach step {number} of the track", number=needs)
        case "at_beagle":
            return tr("bring your ship to the Beagle")
        case _:
            return tr("have {things}", things=things)


def objective_noun(is_gold: bool) -> Noun:
    """Name an objective by its colour alone: ``gold objective``."""
    return noun("gold objective" if is_gold else "silver objective")


def slot_name(slot: int) -> str:
    """Name a slot: ``silver slot 2``."""
    return tr(
        "gold slot {number}" if SLOTS[slot].is_gold else "silver slot {number}",
        number=slot % _HALF + 1,
    )


def slot_gift(slot: int) -> str:
    """Return the immediate or lasting gain of a slot; empty for none."""
    row = SLOTS[slot]
    if row.action or not row.ability:
        return parts_words(row.action)
    return tr(_ABILITIES[row.ability], points=point_words(LAG_CAP))


def slot_words(slot: int) -> str:
    """Describe the whole gain of a slot: ``a purple seal, and 4 points at the end``."""
    gift, points = slot_gift(slot), point_words(SLOTS[slot].points)
    if gift:
        return tr("{gift}, and {points} at the end", gift=gift, points=points)
    return tr("{points} at the end", points=points)


def goal_words(goal: int) -> str:
    """Describe the scoring of a goal of the Beagle: ``4 points for each yellow seal``."""
    tile = GOAL_TILES[goal]
    points = point_words(tile.points)
    return tr("{points} for each {what}", points=points, what=_counted_thing(tile))


def _counted_thing(tile: Goal) -> str:
    """Name one of the things that a goal counts: ``yellow seal``, ``bird researched``."""
    match tile.counts:
        case "seals":
            return seal_name(LETTERS.index(tile.of))
        case "research":
            return tr(f"{tile.of} researched")
        case _:
            return tr(_COUNTS[tile.counts])


# --- gains


def yield_words(coins: int, steps: int) -> str:
    """Format the gain of a delivery: ``4 coins and 2 steps``."""
    parts = [coin_words(coins)] * bool(coins) + [step_words(steps)] * bool(steps)
    return listed(parts)
