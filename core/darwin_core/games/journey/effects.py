"""The effects of Darwin's Journey. What is still to be done is a stack of them in the state."""

from typing import Literal

from darwin_core.contract.cards import Counts
from darwin_core.contract.game import NOTHING
from darwin_core.kit.effects import Effect, SeatEffect

Where = Literal["museum", "any", "island"]
"""Specimens in the museum, all of them, or those on islands where one has an explorer."""


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
