"""The box and the state of Darwin's Journey: diaries, tracks, tiles, cards and boards, their
tables, pending effects, and a match at one moment.

Spaces of the four tracks share one numbering: the ocean first, then islands A, B and C. Along a
track numbers rise, except from IB9 to IB7, between which there is no ribbon. Specimens are
``4 * colour + kind``. Locations are places for workers; the lockable ones come first. A *row* is a
worker row, a row of the museum, or a row of a table.
"""

from functools import cache, lru_cache
from typing import Annotated, ClassVar, Final, Literal

import msgspec

from darwin_core.contract.cards import Cards, Counts
from darwin_core.contract.game import NOTHING, Options, State
from darwin_core.contract.tables import Row, load
from darwin_core.kit.effects import Effect, SeatEffect
from darwin_core.text.language import mark

# --- effects: the state holds a stack of pending effects


Where = Literal["museum", "any", "island"]
"""The specimens that an effect may research: specimens in the museum, any specimens, or specimens
on islands where the seat has an explorer."""


class Coins(Effect, frozen=True, tag="coins"):
    """Gain coins."""

    number: int


class Points(Effect, frozen=True, tag="points"):
    """Gain victory points."""

    number: int


class Knowledge(Effect, frozen=True, tag="knowledge"):
    """Gain temporary knowledge."""

    number: int


class Evolve(Effect, frozen=True, tag="evolve"):
    """Advance on the Theory of Evolution track."""

    steps: int


class Explore(Effect, frozen=True, tag="explore"):
    """Move an explorer."""

    moves: int
    stops: int = 0
    """The number of times that the explorer may stop on the way and use the space."""
    island: int = NOTHING
    """The island whose explorer continues after such a stop; NOTHING if any explorer may move."""


class Navigate(Effect, frozen=True, tag="navigate"):
    """Move the ship."""

    moves: int
    stops: int = 0
    """The number of times that the ship may stop on the way and use the space."""


class Correspond(Effect, frozen=True, tag="correspond"):
    """Place stamps on envelopes."""

    stamps: int
    """The number of stamps still to be placed."""
    is_free: bool = False
    """True if each stamp may go to another envelope."""
    envelope: int = NOTHING
    """The envelope of the stamp placed last; NOTHING before the first stamp."""
    emptied: bytes = b""
    """Stacks emptied so far; their rewards follow."""


class Academy(Effect, frozen=True, tag="academy"):
    """Buy a seal from a scroll."""

    discount: int = 0
    """Reduction in coins."""


class Seal(Effect, frozen=True, tag="seal"):
    """Take a seal of any colour but purple from the bag, free."""


class Purple(Effect, frozen=True, tag="purple"):
    """Take a purple seal from the supply, free."""


class TakeObjective(Effect, frozen=True, tag="objective"):
    """Gain an objective: take a tile of the display."""


class Lens(Effect, frozen=True, tag="lens"):
    """Unlock a location with one of the seat's lenses, and do the location's actions."""

    is_free: bool = False


class Museum(Effect, frozen=True, tag="museum"):
    """Deliver up to two specimens, or research up to two of the museum. The second costs coins."""


class DeliverSpecimen(Effect, frozen=True, tag="deliver"):
    """Deliver a specimen."""

    cost: int = 0


class ResearchSpecimen(Effect, frozen=True, tag="research"):
    """Research a specimen."""

    where: Where
    cost: int = 0


class Redeliver(Effect, frozen=True, tag="redeliver"):
    """Repeat the gain of the delivery of a specimen."""


class LandExplorer(Effect, frozen=True, tag="explorer"):
    """Place an unused explorer on an island."""


class Overtake(Effect, frozen=True, tag="beagle"):
    """Move the ship to the Beagle's space."""


class PitchTent(Effect, frozen=True, tag="camp"):
    """Pitch a tent."""

    site: int = NOTHING
    """The campsite that was reached; NOTHING if any campsite is allowed."""


class ReuseTent(Effect, frozen=True, tag="retent"):
    """Re-use a tent that is pitched."""


class PerformLocked(Effect, frozen=True, tag="perform"):
    """Do the actions of a locked location; it stays locked."""


class CopyCrew(Effect, frozen=True, tag="copy"):
    """Gain the reward of a crew card that nobody has completed."""


class AchieveUnmet(Effect, frozen=True, tag="achieve"):
    """Achieve an objective of the seat without its requirements."""


class Spend(Effect, frozen=True, tag="spend"):
    """Give back temporary knowledge for one of several effects."""

    ways: tuple["AnyEffect", ...]


class Either(Effect, frozen=True, tag="or"):
    """Do one of several effects."""

    ways: tuple["AnyEffect", ...]


class AnyOrder(Effect, frozen=True, tag="and"):
    """Do any of several effects, in any order."""

    parts: tuple["AnyEffect", ...]


class InOrder(Effect, frozen=True, tag="then"):
    """Do several effects, one after the other."""

    parts: tuple["AnyEffect", ...]


class Draft(Effect, frozen=True, tag="draft"):
    """All seats at once choose a card of the hand that they hold."""


class Equip(SeatEffect, frozen=True, tag="equip"):
    """A seat takes a silver or gold start tile."""

    is_gold: bool


class Turn(SeatEffect, frozen=True, tag="turn"):
    """A seat places a worker or, after that, ends its turn; it may take free actions before and
    after."""

    has_placed: bool = False


class CheaperTurn(Turn, frozen=True, tag="cheaper"):
    """The rest of a turn whose worker has the gold distinction of the Academy."""

    discount: int = 0
    """Reduction in coins for each seal bought until the turn ends."""


class Act(Effect, frozen=True, tag="act"):
    """Do the actions of a worker's location, in any order and as many as wanted."""

    parts: tuple["AnyEffect", ...]
    discount: int = 0
    """Reduction in coins for each seal bought during the actions, under rules 1; see
    ``CheaperTurn``."""
    has_begun: bool = False
    """True if a part is done, so that free actions may be taken before the next part."""


class Inside(Effect, frozen=True, tag="inside"):
    """A marker on the stack: a locked location is being performed."""

    location: int


class Evaluate(Effect, frozen=True, tag="evaluate"):
    """Find the seats with the most stamps on an envelope."""

    envelope: int


class Award(SeatEffect, frozen=True, tag="award"):
    """A seat gets the reward of an envelope."""

    envelope: int
    place: int
    """0 for the first reward, 1 for the second."""


class KeepStamps(SeatEffect, frozen=True, tag="keep"):
    """A seat keeps its stamps on the envelope, because it did no part of its reward."""


class Window(SeatEffect, frozen=True, tag="window"):
    """A seat may complete a crew card during the rewards; the window then stays open for more."""


class Collect(Effect, frozen=True, tag="collect"):
    """Winners who did some part of their reward take off half of the counted stamps."""

    envelope: int
    taken: Counts
    """By seat, the stamps to take off; 0 for losers, and for winners who keep their stamps."""


class Report(Effect, frozen=True, tag="goal"):
    """All score the Beagle's goal."""


class Clean(Effect, frozen=True, tag="cleanup"):
    """Prepare the next round, or end the match."""


AnyEffect = (
    Coins
    | Points
    | Knowledge
    | Evolve
    | Explore
    | Navigate
    | Correspond
    | Academy
    | Seal
    | Purple
    | TakeObjective
    | Lens
    | Museum
    | DeliverSpecimen
    | ResearchSpecimen
    | Redeliver
    | LandExplorer
    | Overtake
    | PitchTent
    | ReuseTent
    | PerformLocked
    | CopyCrew
    | AchieveUnmet
    | Spend
    | Either
    | AnyOrder
    | InOrder
    | Draft
    | Equip
    | Turn
    | CheaperTurn
    | Act
    | Inside
    | Evaluate
    | Award
    | KeepStamps
    | Window
    | Collect
    | Report
    | Clean
)


# --- the box


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
"""The pages of the diaries, and the rectangles; ``small`` is the page of lenses."""
Ability = Literal["", "scrolls", "books", "worker", "occupied", "lagging"]
"""The lasting gains of slots; empty for none."""
Count = Literal["seals", "research", "stacks", "lenses", "objectives", "tents"]
"""The things that goals count."""


class Figure(Row, frozen=True):
    """A number of the rules; ``figures.toml`` says what it counts."""

    name: str
    value: int


class Location(Row, frozen=True):
    """A place for workers. A location of the special diary gets its seals and actions from its
    tile."""

    page: Page
    is_open: bool = False
    """True if the location needs no lens and holds any number of workers."""
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
    """The number of players from which a specimen starts here; 0 if none ever does."""
    ribbon: int = 0
    """Points for the first explorer that reaches or crosses the space."""
    first: int = 0
    """Points for the first piece that reaches the space."""
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
    """Coins."""
    points: int
    """Points at the end, if the objective is achieved."""
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
    """The letter of the colour of the seal that the card brings."""
    seals: str
    """Letters of the colours that one worker row must have."""
    reward: tuple[AnyEffect, ...]


class Goal(Row, frozen=True):
    """A goal of the Beagle."""

    name: str
    counts: Count
    points: int
    """Points for each thing counted."""
    of: str = ""
    """A colour's letter if seals are counted, a kind if researched specimens are."""


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
    """Steps of evolution (not books)."""
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
"""The files of the tables, beside this module."""
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
ROW_SPOTS: Final = _FIGURES["row"]
"""Spots in a worker row."""
LENSES: Final = _FIGURES["lenses"]
"""Lenses of a seat."""
START_COINS: Final = _FIGURES["coins"]
START_KNOWLEDGE: Final = _FIGURES["knowledge"]
SEALS: Final = _FIGURES["seals"]
"""Seals of each colour but purple, with four seats."""
PURPLE_SEALS: Final = _FIGURES["purple_seals"]
SCROLLS: Final = _FIGURES["scrolls"]
SCROLL_SPOTS: Final = _FIGURES["scroll"]
"""Seals on a scroll."""
CREW_DEALT: Final = _FIGURES["crew_dealt"]
"""Crew cards dealt to each seat for the draft."""
CREW_KEPT: Final = _FIGURES["crew_kept"]
GOALS: Final = _FIGURES["goals"]
ENVELOPES: Final = _FIGURES["envelopes"]
SPECIALS: Final = _FIGURES["specials"]
SPECIAL_COLUMNS: Final = _FIGURES["special_columns"]
RESERVE_MAX: Final = _FIGURES["reserve"]
"""Maximum number of objectives in a reserve."""
DISPLAYED_OF_METAL: Final = _FIGURES["display"]
"""Objectives of each colour in the display."""
OCCUPIED_COSTS: Final = {2: _FIGURES["occupied_two"], **dict.fromkeys((3, 4), _FIGURES["occupied"])}
"""Coins for a place in an area with a worker, by seats."""
ORDER_COINS: Final = {2: _FIGURES["order_two"], 3: _FIGURES["order"], 4: _FIGURES["order"]}
"""Coins in the turn-order rectangle, by seats."""
LENS_COST: Final = _FIGURES["lens_cost"]
LENS_COIN: Final = _FIGURES["lens_coin"]
"""Coins that the owner of a lens gains when another player's worker comes to the location."""
SECOND_SPECIMEN_COST: Final = _FIGURES["second"]
"""Coins for the second specimen in the museum."""
SILVER_SEALS: Final = _FIGURES["silver_seals"]
"""Seals in a row for the silver distinction."""
GOLD_SEALS: Final = _FIGURES["gold_seals"]
"""Seals in a row for the gold distinction."""
SPECIAL_SILVER_COINS: Final = _FIGURES["special_silver"]
"""Coins for the silver distinction of the special diary."""
SPECIAL_GOLD_POINTS: Final = _FIGURES["special_gold"]
"""Points for the gold distinction of the special diary."""
THIRD_TENT_COST: Final = _FIGURES["third_tent"]
"""Additional coins for the third place of a campsite, beyond the cost of the second."""
LAG_POINTS_MAX: Final = _FIGURES["lag_cap"]
"""Maximum points lost for a gap between anchors, with the ability ``lagging``."""
ROW_OF_FIVE_POINTS: Final = _FIGURES["row_of_five"]
"""Points at the end for a worker row of five seals."""
ROW_OF_SIX_POINTS: Final = _FIGURES["row_of_six"]
PAIR_POINTS: Final = _FIGURES["pair"]
"""Points at the end for achieved objectives on both last slots."""
LAST_TENT_POINTS: Final = _FIGURES["last_tent"]
"""Points at the end if all tents are pitched."""
BOOK_POINTS: Final = _FIGURES["book"]
"""Points for each book before completed museum rows."""
COINS_A_POINT: Final = _FIGURES["coins_a_point"]
"""Coins for a point at the end."""
SPOT_COSTS: Final = tuple(_FIGURES[f"spot_{spot}"] for spot in range(1, ROW_SPOTS + 1))
"""Coins for placing a seal, by spot of the row."""
SCROLL_COSTS: Final = tuple(_FIGURES[f"scroll_{scroll}"] for scroll in range(1, SCROLLS + 1))
"""Coins for a seal, by its scroll."""
LAG_POINTS: Final = tuple(_FIGURES[f"lag_{gap}"] for gap in range(1, ROUNDS))
"""Points lost for each gap between anchors."""
BOOKS: Final = 15
"""Books on the evolution track."""
BOOK_STEPS: Final = tuple(_FIGURES[f"book_{book}"] for book in range(1, BOOKS + 1))
"""The steps of the evolution track at which each book counts."""
LAST_STEP: Final = BOOK_STEPS[-1]
"""The last step of the evolution track, which has the last book."""

# --- spaces

SPACES: Final = TABLES.spaces
_NUMBER: Final = {space.name: number for number, space in enumerate(SPACES)}
"""The number of a space by its name."""
NEXT: Final = tuple(bytes(_NUMBER[name] for name in space.next) for space in SPACES)
"""The spaces that follow each space."""
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
"""The last space of each track."""
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
RIBBON_POINTS: Final = tuple(SPACES[space].ribbon + SPACES[space].first for space in RIBBONS)
"""The points of each ribbon."""

SPECIMENS: Final = len(KINDS) * 4
"""Specimens in the box: one of each kind in four colours."""
MUSEUM: Final = 250
"""The value used in place of a space for a specimen in the museum: above all spaces, below the
values for hidden and for nothing."""
CAMPSITES: Final = TABLES.campsites
CAMP_AT: Final = {_NUMBER[site.space]: number for number, site in enumerate(CAMPSITES)}
"""Campsites by their space."""
TENTS: Final = TABLES.tents
STACKS: Final = TABLES.stacks
DISCARD: Final = len(STACKS)
"""The number of the discard, which follows the stacks."""
SLOTS: Final = TABLES.slots
SLOTS_OF_METAL: Final = len(SLOTS) // 2
"""Number of slots for silver objectives, which come first, and of slots for gold objectives."""
ABILITY: Final[dict[Ability, int]] = {
    slot.ability: number for number, slot in enumerate(SLOTS) if slot.ability
}
"""Slots by the ability that they give for the rest of the game."""
CREW: Final = TABLES.crew
START_COLOURS: Final = bytes(LETTERS.index(card.start) for card in CREW)
"""The colour of the seal that each crew card brings."""
TILES: Final = TABLES.specials
LETTER_TILES: Final = TABLES.letters
GOAL_TILES: Final = TABLES.goals
OBJECTIVES: Final = TABLES.objectives

# --- locations

LOCATIONS: Final = TABLES.locations
_PAGES: Final = tuple(location.page for location in LOCATIONS)
LOCATION_NUMBERS: Final = tuple(
    _PAGES[: location + 1].count(page) if _PAGES.count(page) > 1 else 0
    for location, page in enumerate(_PAGES)
)
"""Each location's number on its page, from 1; 0 for the only location of a page."""
LOCKABLE: Final = sum(
    page in {"exploration", "navigation", "correspondence", "academy", "special"} for page in _PAGES
)
"""Number of locations on the main and special diaries; these locations have the lowest numbers."""
FIRST_SPECIAL: Final = _PAGES.index("special")
MUSEUM_LOCATION: Final = _PAGES.index("museum")
ORDER_LOCATION: Final = _PAGES.index("order")
LENS_LOCATION: Final = _PAGES.index("small")
"""The first of two equal locations for lenses."""

NO_AREA: Final = 255
"""In place of an area: the location is a rectangle."""
_LEFT: Final = frozenset({"exploration", "navigation"})
_MAIN: Final = ("exploration", "navigation", "correspondence", "academy")


@cache
def areas(seats: int) -> tuple[int, ...]:
    """Return the area of each location, or NO_AREA for a rectangle.

    Areas 0 to 3 are in the main diary, 4 and 5 in the special diary, and 6 is for lenses. With
    two or three players, the left half of the main diary is area 0, the right half area 1, and the
    special diary area 4. With four players the ribbon divides the diaries into their pages.
    [set-up: By player count]
    """
    numbers = []
    for location, row in enumerate(LOCATIONS):
        page = row.page
        if page in _MAIN:
            numbers.append(_MAIN.index(page) if seats == 4 else int(page not in _LEFT))
        elif page == "special":
            column = (location - FIRST_SPECIAL) % SPECIAL_COLUMNS
            numbers.append(4 + column * (seats == 4))
        else:
            numbers.append(6 if page == "small" else NO_AREA)
    return tuple(numbers)


@cache
def specimen_spaces(seats: int) -> bytes:
    """Return the spaces where specimens start, given the number of seats."""
    return bytes(number for number, space in enumerate(SPACES) if 0 < space.specimen <= seats)


@cache
def place_costs(site: int, seats: int) -> tuple[int, ...]:
    """Return the cost of each tent place of a campsite. There is a third place only with four
    players. [set-up]"""
    costs = CAMPSITES[site].costs
    return (*costs, costs[1] + THIRD_TENT_COST) if seats == 4 else costs


@lru_cache(maxsize=1 << 12)
def colours(letters: str) -> bytes:
    """Count the seals of each of the four colours, from their letters."""
    return bytes(letters.count(letter) for letter in LETTERS[:4])


def books(step: int) -> int:
    """Return the number of books reached by a step of the Theory of Evolution track."""
    return sum(step >= least for least in BOOK_STEPS)


# --- options and state


NEUTRAL: Final = 7
"""Number used as the owner of the lenses that unlock two special actions from the start."""

GREEN, BLUE, YELLOW, RED, PURPLE = range(5)
"""Seals by colour; specimens have the first four."""


class JourneyOptions(Options, frozen=True, omit_defaults=True):
    """The options that are chosen before a match.

    Defaults are left out, so that states stored before the game had options keep the same bytes.
    """

    stamps: Annotated[
        Literal["stay", "halved"],
        msgspec.Meta(
            title=mark("stamps when skipping"),
            description=mark(
                "Of a reward that is skipped. Printed: they stay. By the publisher's erratum "
                "of 2024 half of them go."
            ),
        ),
    ] = "stay"


class JourneyState(State):
    """A match at one moment. All fields but ``pending`` have values that are replaced and never
    changed."""

    rules: ClassVar[int] = 2
    """The rules version by which the match is played."""

    options: JourneyOptions
    round: int
    """The round, counted from 1; 0 during the set-up."""
    actor: int
    """The acting seat, which answers the pending effect; NOTHING during the draft."""
    order: bytes
    """Seats in turn order."""
    queue: bytes
    """Seats of the workers in the turn-order rectangle, in order of arrival."""

    hands: tuple[Cards, ...]
    """By seat, crew cards to choose from; empty after the draft."""
    seen: tuple[tuple[Cards, ...], ...]
    """By seat, the hands that the seat held before the present one; empty after the draft."""
    picked: Cards
    """By seat, the card chosen from the hand; NOTHING until the seat has chosen."""
    crew: tuple[Cards, ...]
    """By seat, the crew cards kept, in the order of the draft."""
    assigned: tuple[bytes, ...]
    """By seat, for each of its crew cards, the worker row that completed it, or NOTHING."""

    goals: Cards
    """Beagle goals by round."""
    letters: Cards
    """Correspondence tiles by envelope."""
    specials: Cards
    """Special action tiles, in two columns."""
    lenses: bytes
    """By lockable location, the seat of its lens, NEUTRAL or NOTHING."""
    starters: Cards
    """Start tiles that nobody has taken yet."""
    display: Cards
    """Objectives to be gained, silver first."""
    silver: Cards
    """Silver objectives still to come. Their order means nothing: objectives are drawn when
    needed."""
    gold: Cards
    """Gold objectives still to come."""
    scrolls: Cards
    """Seals in the Academy, three on each scroll from the top; NOTHING for an empty spot."""
    bag: Counts
    """By colour, the seals that can be drawn from the bag; for purple, the seals in the supply."""

    specimens: bytes
    """By specimen, its space or MUSEUM."""
    row_coins: bytes
    """By museum row, 1 if its coin is still there."""
    firsts: bytes
    """By ribbon, 1 if its points are still there."""
    camps: tuple[bytes, ...]
    """By campsite, the seats with tents there, beginning with the cheapest place."""
    envelopes: tuple[Counts, ...]
    """By envelope, the number of stamps of each seat."""

    coins: tuple[int, ...]
    """Coins by seat. All fields from here on are by seat."""
    points: tuple[int, ...]
    knowledge: tuple[int, ...]
    evolution: tuple[int, ...]
    """Steps on the Theory of Evolution track."""
    workers: tuple[bytes, ...]
    """The location of each of the five workers; NOTHING at home."""
    rows: tuple[tuple[Cards, ...], ...]
    """Seals in the rows of workers 1 to 4."""
    ships: bytes
    """The ocean space of each ship."""
    explorers: tuple[bytes, ...]
    """By island, the space of the explorer there, or NOTHING."""
    tents: tuple[bytes, ...]
    """Campsites in the order in which tents were pitched."""
    stacks: tuple[Counts, ...]
    """Stamps in each stack, and last the stamps in the discard."""
    research: tuple[int, ...]
    """The specimens researched, as bits."""
    reserve: tuple[Cards, ...]
    """Objectives beside the board, not achieved yet."""
    slots: tuple[Cards, ...]
    """Objectives on the board, five silver and five gold places; NOTHING for an empty slot."""
    achieved: tuple[int, ...]
    """The slots whose objective is face down, as bits."""

    pending: list[AnyEffect]
    """The stack of pending effects; the last is done next."""


class JourneyStateOfRules1(JourneyState):
    """A match begun under rules 1.

    Under these rules, a lens can unlock a location that is being performed, and winners of an
    envelope take stamps off even if they did no part of their reward. The gold distinction of the
    Academy ends with the last action of its location.
    """

    rules: ClassVar[int] = 1
