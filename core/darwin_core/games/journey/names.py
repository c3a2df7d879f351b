"""Names of the parts of Darwin's Journey, and the texts of objectives, slots and goals."""

from collections.abc import Sequence
from functools import cache
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
    Page,
)
from darwin_core.games.journey.effect_words import parts_words
from darwin_core.games.journey.objectives import asked
from darwin_core.games.journey.state import JourneyState
from darwin_core.wording import counted, listed

_PAGES: Final[dict[Page, str]] = {
    "exploration": "Exploration",
    "navigation": "Navigation",
    "correspondence": "Correspondence",
    "academy": "Academy",
    "special": "Special",
    "small": "small diary",
    "museum": "the museum",
    "objectives": "the objectives",
    "order": "the turn order",
}
_ABILITIES: Final[dict[Ability, str]] = {
    "": "",
    "scrolls": "scrolls cost nothing",
    "books": "one book more",
    "worker": "the fifth worker",
    "occupied": "occupied areas cost 1 coin less",
    "lagging": f"each lagging penalty takes {LAG_CAP} points at most",
}
_COUNTS: Final[dict[Count, str]] = {
    "seals": "seal",
    "research": "",
    "stacks": "empty stamp stack",
    "lenses": "location unlocked with one's own lens",
    "objectives": "achieved objective",
    "tents": "tent",
}
_HALF: Final = len(SLOTS) // 2


def _location_names() -> tuple[str, ...]:
    """Return the names of all locations. Pages with several locations number them from 1."""
    pages = [location.page for location in LOCATIONS]
    return tuple(
        _PAGES[page] + (f" {pages[: number + 1].count(page)}" if pages.count(page) > 1 else "")
        for number, page in enumerate(pages)
    )


_LOCATION_NAMES: Final = _location_names()


def location_name(location: int) -> str:
    """Name a location by its page: ``Exploration 2``, ``the museum``."""
    return _LOCATION_NAMES[location]


def twin_name(location: int) -> str:
    """Name the location of the same page that is identical to this one; empty for none."""
    return _LOCATION_NAMES[LENS_LOCATION] if location == LENS_LOCATION + 1 else ""


def tile_name(view: JourneyState, location: int) -> str:
    """Name a location by its page, and by its tile on the special diary: ``Special 3
    (lecture)``."""
    if FIRST_SPECIAL <= location < LOCKABLE:
        tile = TILES[view.specials[location - FIRST_SPECIAL]]
        return f"{_LOCATION_NAMES[location]} ({tile.name})"
    return _LOCATION_NAMES[location]


def worker_name(worker: int) -> str:
    """Name a worker by number; the fifth has no row."""
    return f"worker {worker + 1}" if worker < WORKERS else "the fifth worker"


def space_name(space: int) -> str:
    """Name a space as in the tables: ``IA4``."""
    return SPACES[space].name


def is_ocean(space: int) -> bool:
    """Return whether the space is for ships, not explorers."""
    return not TRACK[space]


def site_name(site: int) -> str:
    """Name a campsite by its space."""
    return CAMPSITES[site].space


def specimen_name(specimen: int) -> str:
    """Name a specimen: ``green reptile``."""
    return f"{COLOURS[specimen // len(KINDS)]} {KINDS[specimen % len(KINDS)]}"


def colour_name(colour: int) -> str:
    """Name a colour of seals."""
    return COLOURS[colour]


def colours_words(counts: Sequence[int]) -> str:
    """Format numbers by colour: ``2 blue and 1 green``; empty for none."""
    pairs = zip(COLOURS, counts, strict=False)
    return listed([f"{number} {colour}" for colour, number in pairs if number])


def seals_words(letters: str) -> str:
    """Format seals by their letters: ``2 blue and 1 green``; empty for none."""
    return colours_words([letters.count(letter) for letter in LETTERS])


def crew_name(card: int) -> str:
    """Return a crew card's name with its article."""
    return f"the {CREW[card].name}"


def crew_words(card: int) -> str:
    """Describe the gain of a crew card, and the seals that it asks for in one row."""
    row = CREW[card]
    return f"{parts_words(row.reward)} once one row has {seals_words(row.seals)}"


def start_name(card: int) -> str:
    """Name the colour of the seal that a crew card brings."""
    return COLOURS[LETTERS.index(CREW[card].start)]


# --- objectives


def requirement_words(what: str, needs: int) -> str:
    """Format a requirement of an objective."""
    if what.isupper():
        return f"{seals_words(what)} seal" + ("s" if what.count(what[-1]) > 1 else "")
    if what in KINDS:
        return counted(needs, what)
    if what in COLOURS:
        return counted(needs, f"{what} specimen")
    match what:
        case "stacks":
            return counted(needs, "empty stack")
        case "lenses":
            return f"{needs} {'lens' if needs == 1 else 'lenses'}"
        case "knowledge":
            return f"{needs} knowledge"
        case "evolution":
            return counted(needs, "step")
        case "at_beagle":
            return "the ship at the Beagle"
        case _:
            return counted(needs, what.removesuffix("s"))


@cache
def objective_words(tile: int) -> str:
    """Format the requirements of an objective: ``2 yellow seals and 1 blue specimen``."""
    return listed([requirement_words(what, needs) for what, _, needs in asked(tile)])


@cache
def objective_name(tile: int) -> str:
    """Name an objective with its colour: ``gold: 2 birds and 2 lenses``."""
    return f"{'gold' if OBJECTIVES[tile].is_gold else 'silver'}: {objective_words(tile)}"


def slot_name(slot: int) -> str:
    """Name a slot: ``silver slot 2``."""
    return f"{'gold' if SLOTS[slot].is_gold else 'silver'} slot {slot % _HALF + 1}"


def slot_gift(slot: int) -> str:
    """Return the immediate or lasting gain of a slot; empty for none."""
    row = SLOTS[slot]
    return parts_words(row.action) or _ABILITIES[row.ability]


def slot_words(slot: int) -> str:
    """Describe the whole gain of a slot: ``a purple seal, and 4 points at the end``."""
    gift, points = slot_gift(slot), counted(SLOTS[slot].points, "point")
    return f"{gift}, and {points} at the end" if gift else f"{points} at the end"


def goal_words(goal: int) -> str:
    """Describe the scoring of a goal of the Beagle: ``4 points for each yellow seal``."""
    tile = GOAL_TILES[goal]
    what = _COUNTS[tile.counts] or tile.of
    colour = f"{COLOURS[LETTERS.index(tile.of)]} " if tile.counts == "seals" else ""
    studied = " researched" if tile.counts == "research" else ""
    return f"{tile.points} points for each {colour}{what}{studied}"


# --- money


def cost_words(coins: int, knowledge: int = 0) -> str:
    """Format a cost: ``2 coins and 1 knowledge``; empty for nothing."""
    parts = [counted(coins, "coin")] * bool(coins) + [f"{knowledge} knowledge"] * bool(knowledge)
    return listed(parts)


def price_words(coins: int, knowledge: int = 0) -> str:
    """Format a cost to follow its object: `` for 2 coins``; empty for nothing."""
    cost = cost_words(coins, knowledge)
    return f" for {cost}" if cost else ""


def yield_words(coins: int, steps: int) -> str:
    """Format the gain of a delivery: ``4 coins and 2 steps``."""
    parts = [counted(coins, "coin")] * bool(coins) + [counted(steps, "step")] * bool(steps)
    return listed(parts)
