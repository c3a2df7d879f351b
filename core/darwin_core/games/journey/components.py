"""The box of Darwin's Journey: diaries, tracks, tiles, cards and boards, and their tables.

Spaces of the four tracks share one numbering: the ocean first, then islands A, B and C. Specimens
are ``4 * colour + kind``. Locations are places for workers; the lockable ones come first.
"""

from functools import cache, lru_cache
from typing import Final, Literal

import msgspec

from darwin_core.contract.tables import Row, load
from darwin_core.games.journey.effects import AnyEffect

Page = Literal[
    "exploration",
    "navigation",
    "correspondence",
    "academy",
    "special",
    "small",
    "museum",
    "objectives",
    "order",
]
Ability = Literal["", "scrolls", "books", "worker", "occupied", "lagging"]
Count = Literal["seals", "research", "stacks", "lenses", "objectives", "tents"]


class Figure(Row, frozen=True):
    """A number of the rules."""

    name: str
    value: int


class Location(Row, frozen=True):
    """A place for workers. The special diary's seals and actions are those of its tile."""

    page: Page
    is_open: bool = False
    """True if it needs no lens and holds any number of workers."""
    seals: str = ""
    """Letters of the colours that a worker's row must have."""
    actions: tuple[AnyEffect, ...] = ()


class Space(Row, frozen=True):
    """A space of a track."""

    name: str
    """The track's letters and a number, as in IA4."""
    next: tuple[str, ...] = ()
    """The spaces that follow; none after the last."""
    reward: tuple[AnyEffect, ...] = ()
    specimen: int = 0
    """The fewest players with whom a specimen starts here; 0 for never."""
    ribbon: int = 0
    """Points for the first explorer to reach or cross it."""
    first: int = 0
    """Points for the first to arrive."""
    banner: str = ""
    """The island where an unused explorer lands."""
    anchor: bool = False
    """True if the Beagle is here in one of the rounds."""


class Campsite(Row, frozen=True):
    """A campsite for tents."""

    space: str
    costs: tuple[int, int]
    """Coins for the first place and for the second."""
    reward: tuple[AnyEffect, ...]


class Tent(Row, frozen=True):
    """The gain of a tent when it is pitched; tents leave the board in this order."""

    reward: tuple[AnyEffect, ...] = ()


class Stack(Row, frozen=True):
    """A stack of stamps."""

    size: int
    reward: tuple[AnyEffect, ...]


class Slot(Row, frozen=True):
    """A place for an objective on a player's board."""

    is_gold: bool
    cost: int
    points: int
    ability: Ability = ""
    action: tuple[AnyEffect, ...] = ()


class Letter(Row, frozen=True):
    """A correspondence tile."""

    first: tuple[AnyEffect, ...]
    second: tuple[AnyEffect, ...]


class Special(Row, frozen=True):
    """A special action tile."""

    name: str
    seals: str
    actions: tuple[AnyEffect, ...]


class CrewCard(Row, frozen=True):
    """A crew card."""

    name: str
    start: str
    """The colour of the seal that the card brings."""
    seals: str
    reward: tuple[AnyEffect, ...]


class Goal(Row, frozen=True):
    """A goal of the Beagle."""

    name: str
    counts: Count
    points: int
    of: str = ""
    """A colour's letter for seals, a kind for research."""


class Objective(Row, frozen=True):
    """An objective; all of its requirements must be met."""

    is_gold: bool
    is_start: bool
    seals: str = ""
    specimens: tuple[str, ...] = ()
    """Colours or kinds of specimens researched, each as often as needed."""
    points: int = 0
    coins: int = 0
    knowledge: int = 0
    stacks: int = 0
    lenses: int = 0
    tents: int = 0
    evolution: int = 0
    """Steps, not books."""
    at_beagle: bool = False
    """True if the ship must be at the Beagle or ahead of it."""


class Tables(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """All component tables of the game."""

    figures: tuple[Figure, ...]
    locations: tuple[Location, ...]
    spaces: tuple[Space, ...]
    campsites: tuple[Campsite, ...]
    tents: tuple[Tent, ...]
    stacks: tuple[Stack, ...]
    slots: tuple[Slot, ...]
    letters: tuple[Letter, ...]
    specials: tuple[Special, ...]
    crew: tuple[CrewCard, ...]
    goals: tuple[Goal, ...]
    objectives: tuple[Objective, ...]


FILES: Final = ("figures", "diaries", "tracks", "camps", "board", "letters", "crew", "goals")
TABLES: Final = load(__package__, Tables, *FILES)
_FIGURES: Final = {figure.name: figure.value for figure in TABLES.figures}

COLOURS: Final = ("green", "blue", "yellow", "red", "purple")
LETTERS: Final = "GBYRP"
"""Letters of the colours."""
KINDS: Final = ("reptile", "plant", "bird", "fossil")
TRACKS: Final = ("O", "IA", "IB", "IC")
ISLANDS: Final = "ABC"

ROUNDS: Final = _FIGURES["rounds"]
WORKERS: Final = _FIGURES["workers"]
"""Workers at the start; one more can be gained."""
ROW: Final = _FIGURES["row"]
"""Spots in a worker row."""
LENSES: Final = _FIGURES["lenses"]
START_COINS: Final = _FIGURES["coins"]
START_KNOWLEDGE: Final = _FIGURES["knowledge"]
SEALS: Final = _FIGURES["seals"]
PURPLE_SEALS: Final = _FIGURES["purple_seals"]
SCROLLS: Final = _FIGURES["scrolls"]
SCROLL: Final = _FIGURES["scroll"]
"""Seals on a scroll."""
CREW_DEALT: Final = _FIGURES["crew_dealt"]
CREW_KEPT: Final = _FIGURES["crew_kept"]
GOALS: Final = _FIGURES["goals"]
ENVELOPES: Final = _FIGURES["envelopes"]
SPECIALS: Final = _FIGURES["specials"]
SPECIAL_COLUMNS: Final = _FIGURES["special_columns"]
RESERVE: Final = _FIGURES["reserve"]
SHOWN: Final = _FIGURES["display"]
"""Objectives of each colour in the display."""
OCCUPIED: Final = {2: _FIGURES["occupied_two"], 3: _FIGURES["occupied"], 4: _FIGURES["occupied"]}
"""Coins for a place in an area with a worker, by seats."""
ORDER_COINS: Final = {2: _FIGURES["order_two"], 3: _FIGURES["order"], 4: _FIGURES["order"]}
"""Coins in the turn-order rectangle, by seats."""
LENS_COST: Final = _FIGURES["lens_cost"]
LENS_COIN: Final = _FIGURES["lens_coin"]
"""Coins that the owner of a lens gains by another player's worker."""
SECOND: Final = _FIGURES["second"]
"""Coins for the second specimen in the museum."""
SILVER_SEALS: Final = _FIGURES["silver_seals"]
"""Seals in a row for the silver distinction."""
GOLD_SEALS: Final = _FIGURES["gold_seals"]
SPECIAL_SILVER: Final = _FIGURES["special_silver"]
"""Coins for the silver distinction of the special diary."""
SPECIAL_GOLD: Final = _FIGURES["special_gold"]
"""Points for the gold distinction of the special diary."""
THIRD_TENT: Final = _FIGURES["third_tent"]
"""Coins beyond the cost of the second place of a campsite."""
LAG_CAP: Final = _FIGURES["lag_cap"]
ROW_OF_FIVE: Final = _FIGURES["row_of_five"]
ROW_OF_SIX: Final = _FIGURES["row_of_six"]
PAIR: Final = _FIGURES["pair"]
LAST_TENT: Final = _FIGURES["last_tent"]
BOOK: Final = _FIGURES["book"]
"""Points for each book before completed museum rows."""
COINS_A_POINT: Final = _FIGURES["coins_a_point"]
SPOT_COSTS: Final = tuple(_FIGURES[f"spot_{spot}"] for spot in range(1, ROW + 1))
"""Coins for placing a seal, by spot of the row."""
SCROLL_COSTS: Final = tuple(_FIGURES[f"scroll_{scroll}"] for scroll in range(1, SCROLLS + 1))
LAGS: Final = tuple(_FIGURES[f"lag_{gap}"] for gap in range(1, ROUNDS))
"""Points lost for each gap between anchors."""
BOOK_STEPS: Final = tuple(_FIGURES[f"book_{book}"] for book in range(1, 16))
"""The steps of the evolution track at which each book counts."""
LAST_STEP: Final = BOOK_STEPS[-1]

# --- spaces

SPACES: Final = TABLES.spaces
_NUMBER: Final = {space.name: number for number, space in enumerate(SPACES)}
"""The number of a space by its name."""
NEXT: Final = tuple(bytes(_NUMBER[name] for name in space.next) for space in SPACES)
STARTS: Final = tuple(_NUMBER[f"{track}0"] for track in TRACKS)
"""The first space of each track."""
LASTS: Final = tuple(
    next(
        number
        for number, space in enumerate(SPACES)
        if space.name.rstrip("0123456789") == track and not space.next
    )
    for track in TRACKS
)
TRACK: Final = bytes(TRACKS.index(space.name.rstrip("0123456789")) for space in SPACES)
"""The track of each space: 0 for the ocean, then the islands."""
ANCHORS: Final = bytes(number for number, space in enumerate(SPACES) if space.anchor)
"""The Beagle's space, by round."""
BANNERS: Final = {
    number: ISLANDS.index(space.banner) for number, space in enumerate(SPACES) if space.banner
}
"""Islands by the ocean spaces from which explorers land there."""
RIBBONS: Final = bytes(number for number, space in enumerate(SPACES) if space.ribbon or space.first)
"""Spaces that give points to the first arrival."""

SPECIMENS: Final = len(KINDS) * 4
MUSEUM: Final = 250
"""The place of a specimen in the museum."""
CAMPSITES: Final = TABLES.campsites
CAMP_AT: Final = {_NUMBER[site.space]: number for number, site in enumerate(CAMPSITES)}
"""Campsites by their space."""
TENTS: Final = TABLES.tents
STACKS: Final = TABLES.stacks
DISCARD: Final = len(STACKS)
SLOTS: Final = TABLES.slots
ABILITY: Final[dict[Ability, int]] = {
    slot.ability: number for number, slot in enumerate(SLOTS) if slot.ability
}
"""Slots by the ability that they give for the rest of the game."""
CREW: Final = TABLES.crew
TILES: Final = TABLES.specials
LETTER_TILES: Final = TABLES.letters
GOAL_TILES: Final = TABLES.goals
OBJECTIVES: Final = TABLES.objectives

# --- locations

LOCATIONS: Final = TABLES.locations
_PAGES: Final = tuple(location.page for location in LOCATIONS)
LOCKABLE: Final = sum(
    page in {"exploration", "navigation", "correspondence", "academy", "special"} for page in _PAGES
)
"""Number of locations on the main and special diaries; they come first of all."""
FIRST_SPECIAL: Final = _PAGES.index("special")
MUSEUM_LOCATION: Final = _PAGES.index("museum")
ORDER_LOCATION: Final = _PAGES.index("order")
LENS_LOCATION: Final = _PAGES.index("small")

NO_AREA: Final = 255
_LEFT: Final = frozenset({"exploration", "navigation"})
_MAIN: Final = ("exploration", "navigation", "correspondence", "academy")


@cache
def areas(seats: int) -> tuple[int, ...]:
    """Return the area of each location, or NO_AREA for a rectangle.

    With four players the ribbon divides the diaries into their pages. [set-up: By player count]
    """
    found = []
    for number, location in enumerate(LOCATIONS):
        page = location.page
        if page in _MAIN:
            found.append(_MAIN.index(page) if seats == 4 else int(page not in _LEFT))
        elif page == "special":
            column = (number - FIRST_SPECIAL) % SPECIAL_COLUMNS
            found.append(4 + column * (seats == 4))
        else:
            found.append(6 if page == "small" else NO_AREA)
    return tuple(found)


@cache
def specimen_spaces(seats: int) -> bytes:
    """Return the spaces where specimens start."""
    return bytes(number for number, space in enumerate(SPACES) if 0 < space.specimen <= seats)


@cache
def places(site: int, seats: int) -> tuple[int, ...]:
    """Return the cost of each tent place of a campsite; a third place only with four. [set-up]"""
    costs = CAMPSITES[site].costs
    return (*costs, costs[1] + THIRD_TENT) if seats == 4 else costs


@lru_cache(maxsize=1 << 12)
def colours(letters: str) -> bytes:
    """Count the seals of each of the four colours, from their letters."""
    return bytes(letters.count(letter) for letter in LETTERS[:4])


def books(step: int) -> int:
    """Return the number of books reached on the Theory of Evolution track."""
    return sum(step >= least for least in BOOK_STEPS)
