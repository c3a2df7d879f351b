"""The state of a match of Darwin's Journey, and its pending effects.

Players' decisions are in ``actions``, events in ``events``.
"""

from typing import ClassVar, Final, Literal

from darwin_core.game import NOTHING, Options, State
from darwin_core.kit.effects import Effect, SeatEffect

Cards = bytes
"""Cards, tiles or seals in a row, a byte each."""
Counts = bytes
"""Numbers by seat, by stack or by colour, a byte each."""

NEUTRAL: Final = 7
"""Owner of the lenses that unlock two special actions from the start."""

GREEN, BLUE, YELLOW, RED, PURPLE = range(5)
"""Seals by colour; specimens have the first four."""

Where = Literal["museum", "any", "island"]
"""Specimens in the museum, all of them, or those on islands where one has an explorer."""


class JourneyOptions(Options, frozen=True):
    """No options."""


# --- effects: what the tables promise, and what is still to be done


class Coins(Effect, frozen=True, tag="coins", gc=False):
    """Gain coins."""

    number: int


class Points(Effect, frozen=True, tag="points", gc=False):
    """Gain victory points."""

    number: int


class Knowledge(Effect, frozen=True, tag="knowledge", gc=False):
    """Gain temporary knowledge."""

    number: int


class Evolve(Effect, frozen=True, tag="evolve", gc=False):
    """Advance on the Theory of Evolution track."""

    steps: int


class Explore(Effect, frozen=True, tag="explore", gc=False):
    """Move an explorer."""

    moves: int
    stops: int = 0
    """The number of times that it may stop on the way and use that space."""
    island: int = NOTHING
    """The island whose explorer continues after such a stop; NOTHING where any may move."""


class Navigate(Effect, frozen=True, tag="navigate", gc=False):
    """Move the ship."""

    moves: int
    stops: int = 0


class Correspond(Effect, frozen=True, tag="correspond", gc=False):
    """Place stamps on envelopes."""

    stamps: int
    is_free: bool = False
    """True if each stamp may go to another envelope."""
    envelope: int = NOTHING
    """The envelope of the first stamp."""
    emptied: bytes = b""
    """Stacks emptied so far; their rewards follow."""


class Academy(Effect, frozen=True, tag="academy", gc=False):
    """Buy a seal from a scroll."""

    discount: int = 0


class Seal(Effect, frozen=True, tag="seal", gc=False):
    """Take a seal of any colour but purple from the bag, free."""


class Purple(Effect, frozen=True, tag="purple", gc=False):
    """Take a purple seal from the supply, free."""


class TakeObjective(Effect, frozen=True, tag="objective", gc=False):
    """Gain Objective: take a tile of the display."""


class Lens(Effect, frozen=True, tag="lens", gc=False):
    """Unlock a location with an own lens, and do its actions."""

    is_free: bool = False


class Museum(Effect, frozen=True, tag="museum", gc=False):
    """Deliver up to two specimens, or research up to two."""


class DeliverSpecimen(Effect, frozen=True, tag="deliver", gc=False):
    """Deliver a specimen."""

    cost: int = 0


class ResearchSpecimen(Effect, frozen=True, tag="research", gc=False):
    """Research a specimen."""

    where: Where
    cost: int = 0


class Redeliver(Effect, frozen=True, tag="redeliver", gc=False):
    """Repeat the gain of the delivery of a specimen."""


class LandExplorer(Effect, frozen=True, tag="explorer", gc=False):
    """Place an unused explorer on an island."""


class Overtake(Effect, frozen=True, tag="beagle", gc=False):
    """Move the ship to the Beagle's space."""


class PitchTent(Effect, frozen=True, tag="camp", gc=False):
    """Pitch a tent."""

    site: int = NOTHING
    """The campsite that was reached; NOTHING where any is allowed."""


class ReuseTent(Effect, frozen=True, tag="retent", gc=False):
    """Re-use a tent that is pitched."""


class PerformLocked(Effect, frozen=True, tag="perform", gc=False):
    """Do the actions of a locked location; it stays locked."""


class CopyCrew(Effect, frozen=True, tag="copy", gc=False):
    """Gain the reward of a crew card that nobody has completed."""


class AchieveUnmet(Effect, frozen=True, tag="achieve", gc=False):
    """Achieve an own objective without its requirement."""


class Spend(Effect, frozen=True, tag="spend", gc=False):
    """Give back temporary knowledge for one of several things."""

    ways: tuple["AnyEffect", ...]


class Either(Effect, frozen=True, tag="or", gc=False):
    """Do one of several things."""

    ways: tuple["AnyEffect", ...]


class AnyOrder(Effect, frozen=True, tag="and", gc=False):
    """Do several things, in any order and as many as wanted."""

    parts: tuple["AnyEffect", ...]


class InOrder(Effect, frozen=True, tag="then", gc=False):
    """Do several things, one after the other."""

    parts: tuple["AnyEffect", ...]


class Draft(Effect, frozen=True, tag="draft", gc=False):
    """All seats at once keep a card of the hand that they hold."""


class Equip(SeatEffect, frozen=True, tag="equip", gc=False):
    """A seat takes a start tile of a colour."""

    is_gold: bool


class Turn(SeatEffect, frozen=True, tag="turn", gc=False):
    """A seat places a worker, or ends its turn."""

    has_placed: bool = False


class CheaperTurn(Turn, frozen=True, tag="cheaper", gc=False):
    """The rest of a turn whose worker has the gold distinction of the Academy."""

    discount: int = 0
    """Coins less for each seal that is bought until the turn ends."""


class Act(Effect, frozen=True, tag="act", gc=False):
    """Do the actions of a worker's location, in any order and as many as wanted."""

    parts: tuple["AnyEffect", ...]
    discount: int = 0
    """Coins less for each seal bought during the actions, by rules 1; see ``CheaperTurn``."""
    has_begun: bool = False
    """True if a part is done, so that free actions may come between."""


class Inside(Effect, frozen=True, tag="inside", gc=False):
    """A note that a locked location is being performed."""

    location: int


class Evaluate(Effect, frozen=True, tag="evaluate", gc=False):
    """Find the seats with most stamps on an envelope."""

    envelope: int


class Award(SeatEffect, frozen=True, tag="award", gc=False):
    """A seat gets the reward of an envelope."""

    envelope: int
    place: int
    """0 for the first reward, 1 for the second."""


class KeepStamps(SeatEffect, frozen=True, tag="keep", gc=False):
    """A seat keeps its stamps on the envelope, because it did no part of its reward."""


class Window(SeatEffect, frozen=True, tag="window", gc=False):
    """A seat may complete crew cards during the rewards."""


class Collect(Effect, frozen=True, tag="collect", gc=False):
    """Winners who did some part of their reward take off half of the counted stamps."""

    envelope: int
    taken: Counts


class Report(Effect, frozen=True, tag="goal", gc=False):
    """All score the Beagle's goal."""


class Clean(Effect, frozen=True, tag="cleanup", gc=False):
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


class JourneyState(State):
    """A match at one moment. Everything in it but ``pending`` is replaced, never changed."""

    rules: ClassVar[int] = 2
    """The rules version by which the match is played."""

    options: JourneyOptions
    round: int
    """The round, counted from 1; 0 until all are equipped."""
    actor: int
    """The acting seat, which answers the pending effect; NOTHING during the draft."""
    order: bytes
    """Seats in turn order."""
    queue: bytes
    """Seats of the workers in the turn-order rectangle, in order of arrival."""

    hands: tuple[Cards, ...]
    """By seat, crew cards to choose from; empty after the draft."""
    seen: tuple[tuple[Cards, ...], ...]
    """By seat, the hands that it held before this one; empty after the draft."""
    picked: Cards
    """By seat, the card chosen from the hand; NOTHING until there is one."""
    crew: tuple[Cards, ...]
    """By seat, the cards kept, in that order."""
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
    """Silver objectives still to come, in no order: they are drawn when they are needed."""
    gold: Cards
    scrolls: Cards
    """Seals in the Academy, three on each scroll from the top; NOTHING for an empty spot."""
    bag: Counts
    """Seals by colour that can be drawn, and purple ones in the supply."""

    specimens: bytes
    """By specimen its space, or MUSEUM."""
    row_coins: bytes
    """By museum row, 1 if its coin is still there."""
    firsts: bytes
    """By ribbon, 1 if its points are still there."""
    camps: tuple[bytes, ...]
    """By campsite the seats with tents there, beginning with the cheapest place."""
    envelopes: tuple[Counts, ...]
    """By envelope the stamps of each seat."""

    coins: tuple[int, ...]
    """Coins by seat. All fields from here on are by seat."""
    points: tuple[int, ...]
    knowledge: tuple[int, ...]
    evolution: tuple[int, ...]
    """Steps."""
    workers: tuple[bytes, ...]
    """The place of each of the five workers; NOTHING at home."""
    rows: tuple[tuple[Cards, ...], ...]
    """Seals in the rows of workers 1 to 4."""
    ships: bytes
    """Ocean spaces."""
    explorers: tuple[bytes, ...]
    """By island the space of the explorer there, or NOTHING."""
    tents: tuple[bytes, ...]
    """Campsites in the order in which tents were pitched."""
    stacks: tuple[Counts, ...]
    """Stamps in each stack, and those in the discard."""
    research: tuple[int, ...]
    """Specimens researched, a bit each."""
    reserve: tuple[Cards, ...]
    """Objectives beside the board."""
    slots: tuple[Cards, ...]
    """Objectives on the board, five silver and five gold places; NOTHING for an empty slot."""
    achieved: tuple[int, ...]
    """Slots whose objective is face down, a bit each."""

    pending: list[AnyEffect]
    """The stack of pending effects; the last is done next."""


class JourneyStateOfRules1(JourneyState):
    """A match begun under rules 1.

    By these rules a lens can unlock a location that is being performed, and winners of an envelope
    take stamps off even if they did no part of their reward. The gold distinction of the Academy
    ends with the last action of its location.
    """

    rules: ClassVar[int] = 1
