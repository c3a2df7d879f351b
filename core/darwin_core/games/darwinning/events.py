"""The events of a match of Darwinning!"""

from typing import ClassVar

from darwin_core.contract.cards import Cards
from darwin_core.contract.game import Emit, Event


class SpeciesDrawn(Event, frozen=True, tag="species", gc=False):
    """A seat drew its species board and put its marker on the food chain."""

    reveals: ClassVar[bool] = True
    seat: int
    species: int
    place: int


class DummyPlaced(Event, frozen=True, tag="dummy", gc=False):
    """The dummy's marker was put on the food chain."""

    place: int


class EraBegan(Event, frozen=True, tag="era", gc=False):
    """Environments were laid out and hands filled."""

    reveals: ClassVar[bool] = True
    era: int
    environments: bytes
    hands: tuple[Cards, ...]
    display: Cards


class LeaderNamed(Event, frozen=True, tag="leader", gc=False):
    """The lowest species named the leader."""

    seat: int
    leader: int


class TraitTaken(Event, frozen=True, tag="taken", gc=False):
    """Mutation took a trait card."""

    seat: int
    owner: int
    card: int
    onto: int


class Played(Event, frozen=True, tag="played", gc=False):
    """A seat played cards from its hand."""

    reveals: ClassVar[bool] = True
    seat: int
    cards: Cards


class Declared(Event, frozen=True, tag="declared", gc=False):
    """A seat chose the display cards that it uses."""

    seat: int
    cards: Cards


class TrickWon(Event, frozen=True, tag="won", gc=False):
    """A seat won the trick with these cards, its display cards included."""

    seat: int
    cards: Cards
    is_last: bool


class DummyMoved(Event, frozen=True, tag="moved", gc=False):
    """Nobody used the display, so the dummy moved up by its icons."""

    points: int
    place: int


class Climbed(Event, frozen=True, tag="climbed", gc=False):
    """A species moved up the food chain."""

    seat: int
    card: int
    start: int
    place: int


class Grown(Event, frozen=True, tag="grown", gc=False):
    """A population grew by a card."""

    seat: int
    card: int
    population: int


class Adapted(Event, frozen=True, tag="adapted", gc=False):
    """A species adapted to environments that it lacked."""

    seat: int
    card: int
    environments: bytes


class Gained(Event, frozen=True, tag="gained", gc=False):
    """A card was placed on a trait space."""

    seat: int
    card: int
    space: int
    covered: int
    """The card that it replaced, or NOTHING."""


class Left(Event, frozen=True, tag="left", gc=False):
    """A seat improved nothing."""

    seat: int


class Chosen(Event, frozen=True, tag="chosen", gc=False):
    """A seat chose the cards it keeps; shown to that seat alone."""

    seat: int
    cards: Cards


class AllKept(Event, frozen=True, tag="kept", gc=False):
    """All have chosen: the number of cards each keeps."""

    reveals: ClassVar[bool] = True
    counts: tuple[int, ...]


class Shared(Event, frozen=True, tag="shared", gc=False):
    """Symbiosis lets a species live in another's environment."""

    seat: int
    environment: int
    food: int


class Eaten(Event, frozen=True, tag="eaten", gc=False):
    """A species was eaten; the eater or the eaten may be the dummy."""

    eater: int
    eaten: int
    poisoned: bool
    """True if the eater got bites by Poison."""


class Fed(Event, frozen=True, tag="fed", gc=False):
    """The food balance of a species."""

    seat: int
    needed: int
    home: int
    """Food of environments, a shared one included."""
    meals: int
    """Food of species eaten."""
    extra: int
    """Food of traits."""
    change: int
    """The change of the population."""


class Bitten(Event, frozen=True, tag="bitten", gc=False):
    """A species shrank by its bites."""

    seat: int
    bites: int
    change: int


class Reshuffled(Event, frozen=True, tag="reshuffled", gc=False):
    """The deck was empty and the discards became the deck."""

    reveals: ClassVar[bool] = True


class Drawn(Event, frozen=True, tag="drawn", gc=False):
    """Metamorphosis drew a card, which is discarded if it cannot be placed."""

    reveals: ClassVar[bool] = True
    seat: int
    card: int
    is_laid: bool


class Ended(Event, frozen=True, tag="ended", gc=False):
    """The match is over."""

    final_since: ClassVar[int] = 2
    totals: tuple[int, ...]
    winners: tuple[int, ...]


DarwinningEvent = (
    SpeciesDrawn
    | DummyPlaced
    | EraBegan
    | LeaderNamed
    | TraitTaken
    | Played
    | Declared
    | TrickWon
    | DummyMoved
    | Climbed
    | Grown
    | Adapted
    | Gained
    | Left
    | Chosen
    | AllKept
    | Shared
    | Eaten
    | Fed
    | Bitten
    | Reshuffled
    | Drawn
    | Ended
)

Emitter = Emit[DarwinningEvent] | None
"""The function that receives events; None if nobody observes."""
