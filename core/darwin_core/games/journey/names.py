"""Names of the parts of Darwin's Journey, and the texts of effects, costs, objectives, slots, goals
and gains.

``*_name`` returns a name, ``*_words`` a description. Both become shorter with ``Brevity``.
"""

from collections.abc import Sequence
from typing import Final

from darwin_core.contract.game import NOTHING
from darwin_core.games.journey import material
from darwin_core.games.journey.material import (
    CAMPSITES,
    COLOURS,
    CREW,
    FIRST_SPECIAL,
    GOAL_TILES,
    KINDS,
    LAG_POINTS_MAX,
    LENS_LOCATION,
    LETTERS,
    LOCATION_NUMBERS,
    LOCATIONS,
    LOCKABLE,
    OBJECTIVES,
    SLOTS,
    SLOTS_OF_METAL,
    SPACES,
    TILES,
    TRACK,
    WORKERS,
    Ability,
    AnyEffect,
    Count,
    Goal,
    JourneyState,
    Page,
    Where,
)
from darwin_core.games.journey.objectives import REQUIREMENTS
from darwin_core.text.language import mark, noun, tr, tr_n
from darwin_core.text.nouns import Noun
from darwin_core.text.wording import Brevity, counted, is_brief, listed

# --- effects and costs


_RESEARCH: Final[dict[Where, str]] = {
    "museum": mark("research in the museum{price}"),
    "any": mark("research any specimen{price}"),
    "island": mark("research where you have an explorer{price}"),
}

# Signs of numbers, used from ``Brevity.SIGNS`` on.
COIN_SIGN: Final = "¢"
POINT_SIGN: Final = "★"
KNOWLEDGE_SIGN: Final = "✎"
STEP_SIGN: Final = "↑"


def coin_words(number: int) -> Noun:
    """Format coins: ``2 coins``."""
    return Noun(f"{number}{COIN_SIGN}") if is_brief(Brevity.SIGNS) else counted(number, "coin")


def point_words(number: int) -> Noun:
    """Format points: ``2 points``."""
    return Noun(f"{number}{POINT_SIGN}") if is_brief(Brevity.SIGNS) else counted(number, "point")


def step_words(number: int) -> Noun:
    """Format steps of evolution: ``2 steps``."""
    return Noun(f"{number}{STEP_SIGN}") if is_brief(Brevity.SIGNS) else counted(number, "step")


def knowledge_words(number: int) -> str:
    """Format knowledge: ``2 knowledge``."""
    if is_brief(Brevity.SIGNS):
        return f"{number}{KNOWLEDGE_SIGN}"
    return tr("{number} knowledge", number=number)


def cost_words(coins: int, knowledge: int = 0) -> str:
    """Format a cost: ``2 coins and 1 knowledge``; empty for nothing."""
    paid = [coin_words(coins)] if coins else []
    return listed([*paid, knowledge_words(knowledge)] if knowledge else paid)


def price_words(coins: int, knowledge: int = 0) -> str:
    """Format a cost to follow its object: `` for 2 coins``; empty for nothing."""
    cost = cost_words(coins, knowledge)
    return f" {tr('for {cost}', cost=cost)}" if cost else ""


_TAKE_AND_ACHIEVE: Final = (material.TakeObjective(), material.AchieveUnmet())
"""Effects that are described together as one task."""


def effect_words(effect: AnyEffect) -> str:
    """Format an effect: ``Explore 3``, ``3 coins``, ``1 seal, 2 off``.

    Raises:
        LookupError: if the effect is a step of the rules, which has no words.
    """
    # Some functions return nouns, which records and messages cannot hold.
    return str(_effect_words(effect))


def _effect_words(effect: AnyEffect) -> str:
    is_short = is_brief(Brevity.SIGNS)
    match effect:
        case material.Coins(number):
            return coin_words(number)
        case material.Points(number):
            return point_words(number)
        case material.Knowledge(number):
            return knowledge_words(number)
        case material.Evolve(steps):
            return step_words(steps)
        case material.Explore(moves, stops):
            text = mark("Explore {moves} with an extra stop" if stops else "Explore {moves}")
            return tr(text, moves=moves)
        case material.Navigate(moves, stops):
            text = mark("Navigate {moves} with an extra stop" if stops else "Navigate {moves}")
            return tr(text, moves=moves)
        case material.Correspond(number, is_free):
            stamps = counted(number, "stamp")
            text = mark("{stamps} anywhere" if is_short else "{stamps} on any envelopes")
            return tr(text, stamps=stamps) if is_free else stamps
        case material.Academy(discount):
            return tr("1 seal, {coins} off", coins=discount) if discount else tr("1 seal")
        case material.Seal():
            return tr("a seal of any colour")
        case material.Purple():
            return tr("a purple seal")
        case material.TakeObjective():
            return tr("objective" if is_short else "an objective")
        case material.Lens(is_free):
            coins = coin_words(material.LENS_COST)
            return tr("a free lens") if is_free else tr("a lens for {coins}", coins=coins)
        case material.Museum():
            return tr("deliver or research up to two")
        case material.DeliverSpecimen(cost):
            return tr("deliver a specimen{price}", price=price_words(cost))
        case material.ResearchSpecimen("any", cost) if is_short:
            return tr("research any{price}", price=price_words(cost))
        case material.ResearchSpecimen(where, cost):
            return tr(_RESEARCH[where], price=price_words(cost))
        case material.Redeliver():
            return tr("deliver a specimen again")
        case material.LandExplorer():
            return tr("place an explorer")
        case material.Overtake():
            return tr("the ship to the Beagle")
        case material.PitchTent(site) if site == NOTHING:
            return tr("a tent anywhere" if is_short else "a tent on any campsite")
        case material.PitchTent(site):
            return tr("a tent at {site}", site=CAMPSITES[site].space)
        case material.ReuseTent():
            return tr("re-use a tent")
        case material.PerformLocked():
            return tr("a locked location" if is_short else "use a locked location")
        case material.CopyCrew():
            return tr("copy a crew card")
        case material.AchieveUnmet():
            return tr("achieve 1" if is_short else "achieve an objective")
        case material.Spend(ways):
            return tr("{price} for {ways}", price=knowledge_words(1), ways=ways_words(ways))
        case material.Either(ways):
            return ways_words(ways)
        case material.AnyOrder(parts) | material.InOrder(parts) | material.Act(parts):
            return effects_words(parts)
        case _:
            raise LookupError(effect)


def effects_words(parts: Sequence[AnyEffect]) -> str:
    """Format several effects: ``3 coins and 2 steps``; empty for none."""
    if tuple(parts) == _TAKE_AND_ACHIEVE and not is_brief(Brevity.SIGNS):
        return tr("take and achieve an objective")
    words = [effect_words(part) for part in parts]
    if is_brief(Brevity.SIGNS) and len(parts) == 2 and parts[0] == parts[1]:
        return f"2× {words[0]}"
    return listed(words)


def ways_words(ways: Sequence[AnyEffect]) -> str:
    """Format effects of which one is chosen: ``Navigate 1 or Explore 1``."""
    return f" {tr('or')} ".join(map(effect_words, ways))


# --- parts of the game


_PAGE_NAMES: Final[dict[Page, str]] = {
    "exploration": mark("Exploration"),
    "navigation": mark("Navigation"),
    "correspondence": mark("Correspondence"),
    "academy": mark("Academy"),
    "special": mark("Special"),
    "small": mark("Lens"),
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
    "small": mark("on Lens"),
    "museum": mark("on the museum"),
    "objectives": mark("on the objectives"),
    "order": mark("on the turn order"),
}
"""Phrases for the placing of a worker, by the page of the location: German needs a case."""
_ABILITIES: Final[dict[Ability, str]] = {
    "scrolls": mark("scrolls cost nothing"),
    "books": mark("one book more"),
    "worker": mark("the fifth worker"),
    "occupied": mark("occupied areas cost 1 coin less"),
    "lagging": mark("each lagging penalty takes {points} at most"),
}
_COUNTED_THINGS: Final[dict[Count, str]] = {
    "stacks": mark("empty stamp stack"),
    "lenses": mark("location unlocked with one's own lens"),
    "objectives": mark("achieved objective"),
    "tents": mark("tent"),
}
"""The things that goals count, other than seals and specimens."""


def _number_suffix(location: int) -> str:
    """Return the number of a location, to follow its page; empty if the page has no other."""
    return f" {LOCATION_NUMBERS[location]}" if LOCATION_NUMBERS[location] else ""


def location_name(location: int) -> str:
    """Name a location by its page: ``Exploration 2``, ``the museum``."""
    return f"{tr(_PAGE_NAMES[LOCATIONS[location].page])}{_number_suffix(location)}"


def location_short_name(location: int) -> str:
    """Name a location in short, as on the board: the initial of its page and its number, ``E2``, or
    its page if it has no number."""
    page = tr(_PAGE_NAMES[LOCATIONS[location].page])
    number = LOCATION_NUMBERS[location]
    # English names of single locations have an article; German ones have none.
    return f"{page[0]}{number}" if number else page.removeprefix("the ")


def onto_location(location: int) -> str:
    """Name a location as the place that a worker goes to: ``on Exploration 2``."""
    return f"{tr(_ONTO[LOCATIONS[location].page])}{_number_suffix(location)}"


def identical_location_name(location: int) -> str:
    """Name the first location of the small diary for the second, which is identical; empty for all
    other locations."""
    return location_name(LENS_LOCATION) if location == LENS_LOCATION + 1 else ""


def special_suffix(view: JourneyState, location: int) -> str:
    """Return the tile of a location of the special diary, to follow its name: `` (lecture)``; empty
    for other locations."""
    if FIRST_SPECIAL <= location < LOCKABLE:
        return f" ({tr(TILES[view.specials[location - FIRST_SPECIAL]].name)})"
    return ""


def location_and_tile_name(view: JourneyState, location: int) -> str:
    """Name a location by its page, and by its tile on the special diary: ``Special 3
    (lecture)``."""
    return f"{location_name(location)}{special_suffix(view, location)}"


def worker_name(worker: int) -> str:
    """Name a worker by number; the fifth has no row."""
    if worker < WORKERS:
        return tr("worker {number}", number=worker + 1)
    return tr("the fifth worker")


def space_name(space: int) -> str:
    """Name a space as in the tables: ``IA4``."""
    return SPACES[space].name


def is_ocean(space: int) -> bool:
    """Return whether a space is for ships rather than explorers."""
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
    """Format numbers of seals by colour: ``1 green and 2 blue``, or ``GBB``; empty for none."""
    if is_brief(Brevity.LETTERS):
        # Some counts leave out purple.
        return "".join(letter * number for letter, number in zip(LETTERS, counts, strict=False))
    numbers = enumerate(counts[: len(COLOURS)])
    return listed([_seals_of(colour, number) for colour, number in numbers if number])


def _seals_of(colour: int, number: int) -> str:
    """Format the number of seals of a colour: ``2 blue``."""
    # German has other forms for one seal than for several, but only one form for purple.
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
    """Format seals, given by their letters: ``1 green and 2 blue``; empty for none."""
    return colours_words([letters.count(letter) for letter in LETTERS])


def crew_name(card: int) -> Noun:
    """Return a crew card's name, in English with its article."""
    return noun(f"the {CREW[card].name}")


def crew_gain_words(card: int) -> str:
    """Return the reward of a crew card. It says what knowledge is for, since players meet the word
    first in the draft."""
    reward = CREW[card].reward
    if not has_knowledge(card):
        return effects_words(reward)
    return listed(
        [
            tr("{number} knowledge to replace seals", number=part.number)
            if isinstance(part, material.Knowledge)
            else effect_words(part)
            for part in reward
        ]
    )


def has_knowledge(card: int) -> bool:
    """Return whether the reward of a crew card has knowledge."""
    return any(isinstance(part, material.Knowledge) for part in CREW[card].reward)


def crew_words(card: int) -> str:
    """Describe the gain of a crew card, and the seals that it needs in one row."""
    row = CREW[card]
    gain, seals = effects_words(row.reward), seals_words(row.seals)
    if is_brief(Brevity.WORDS):
        return tr("{gain} for its seals", gain=gain)
    return tr("{gain} once one row has {seals}", gain=gain, seals=seals)


# --- objectives


def requirement_words(what: str, needs: int) -> str:
    """Format a requirement of an objective.

    Args:
        what: ``Requirement.what``.
        needs: the number needed.
    """
    if what.isupper():
        # Letters of seals. The noun agrees with the last colour named.
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
            # The table of objectives names things in the plural, as tents.
            return counted(needs, what.removesuffix("s"))


def objective_words(tile: int) -> str:
    """Format the requirements of an objective: ``2 yellow seals and 1 blue specimen``."""
    return listed([requirement_words(name, needs) for name, _, needs in REQUIREMENTS[tile]])


def objective_name(tile: int) -> str:
    """Name an objective with its colour: ``gold: 2 birds and 2 lenses``."""
    return tr(
        "gold: {what}" if OBJECTIVES[tile].is_gold else "silver: {what}", what=objective_words(tile)
    )


def objective_task(tile: int) -> str:
    """Describe the task of an objective: ``gold: research 2 birds; place 2 lenses``."""
    tasks = "; ".join([_task_words(name, needs) for name, _, needs in REQUIREMENTS[tile]])
    return tr("gold: {what}" if OBJECTIVES[tile].is_gold else "silver: {what}", what=tasks)


def _task_words(what: str, needs: int) -> str:
    """Format a requirement as a task."""
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
        number=slot % SLOTS_OF_METAL + 1,
    )


def slot_gift(slot: int) -> str:
    """Return the immediate or lasting gain of a slot; empty for none. No slot has both."""
    row = SLOTS[slot]
    if row.action or not row.ability:
        return effects_words(row.action)
    return tr(_ABILITIES[row.ability], points=point_words(LAG_POINTS_MAX))


def slot_words(slot: int) -> str:
    """Describe the whole gain of a slot: ``a purple seal, and 4 points at the end``."""
    gift = slot_gift(slot)
    points = point_words(SLOTS[slot].points)
    if gift:
        return tr("{gift}, and {points} at the end", gift=gift, points=points)
    return tr("{points} at the end", points=points)


def goal_words(goal: int) -> str:
    """Describe the scoring of a goal of the Beagle: ``4 points for each yellow seal``."""
    tile = GOAL_TILES[goal]
    points = point_words(tile.points)
    return tr("{points} for each {what}", points=points, what=_counted_thing(tile))


def _counted_thing(tile: Goal) -> str:
    """Name a single thing that a goal counts: ``yellow seal``, ``bird researched``."""
    match tile.counts:
        case "seals":
            return seal_name(LETTERS.index(tile.of))
        case "research":
            return tr(f"{tile.of} researched")
        case _:
            return tr(_COUNTED_THINGS[tile.counts])


# --- gains


def delivery_words(coins: int, steps: int) -> str:
    """Format the gain of a delivery: ``4 coins and 2 steps``."""
    parts = [coin_words(coins)] * bool(coins) + [step_words(steps)] * bool(steps)
    return listed(parts)
