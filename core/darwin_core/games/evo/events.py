"""The events of a match of Evo."""

from typing import ClassVar, Final

from darwin_core.contract.cards import Cards
from darwin_core.contract.game import NOTHING, Emit, Event
from darwin_core.text.language import mark

TOKENS_LOST: Final = mark("tokens lost")
TOKEN_BONUS: Final = mark("token bonus")
GENOME_LENGTH: Final = mark("genome length")


class Dealt(Event, frozen=True, tag="dealt", gc=False):
    """Species, locations and first cards were dealt, and the first seat was drawn."""

    reveals: ClassVar[bool] = True
    locations: bytes
    species: bytes
    hands: tuple[Cards, ...]
    """By seat."""
    first: int


class MillenniumBegan(Event, frozen=True, tag="millennium", gc=False):
    """A millennium began, with this start player."""

    millennium: int
    first: int


class Awoke(Event, frozen=True, tag="awoke", gc=False):
    """A seat began a generation with a population at a location."""

    seat: int
    location: int
    """The trait of the location, as in all events."""


class Hunted(Event, frozen=True, tag="hunted", gc=False):
    """A species hunted a fauna."""

    seat: int
    fauna: int
    cards: Cards
    uses: Cards
    tokens: int
    """Tokens placed on the fauna."""
    offspring: int
    """Cards of its primary trait born."""


class Foraged(Event, frozen=True, tag="foraged", gc=False):
    """A species foraged a flora."""

    seat: int
    flora: int
    cards: Cards
    uses: Cards
    tokens: int
    offspring: int
    """Cards of the location's trait born."""


class Migrated(Event, frozen=True, tag="migrated", gc=False):
    """A population migrated. One card was put face up on the deck, the other was lost."""

    seat: int
    location: int
    survivor: int
    lost: int
    """The lost card; NOTHING if Wanderer lost none."""

    @property
    def reveals(self) -> bool:
        """False if nothing was left to chance: one card, or two equal ones. Those who do not see
        the lost card cannot know that it is an equal one."""
        return self.lost not in (NOTHING, self.survivor)


class Preyed(Event, frozen=True, tag="preyed", gc=False):
    """A species hunted another."""

    seat: int
    prey: int
    trait: int
    offspring: int


class Displaced(Event, frozen=True, tag="displaced", gc=False):
    """A token of the prey was replaced by the predator's on a slot, or one was added."""

    seat: int
    prey: int
    """The prey's species; NOTHING if a token was added."""
    slot: int
    """One of the five slots of the location."""
    card: int


class Foresaw(Event, frozen=True, tag="foresaw", gc=False):
    """A species drew a card by Foresight."""

    seat: int
    card: int
    is_open: bool
    """True if the card was face up."""

    @property
    def reveals(self) -> bool:
        """False if all knew the card already."""
        return not self.is_open


class Slept(Event, frozen=True, tag="slept", gc=False):
    """Hibernation saved a card."""

    seat: int
    card: int


class Withered(Event, frozen=True, tag="withered", gc=False):
    """A generation ended; unused cards were lost."""

    seat: int
    cards: Cards


class Drew(Event, frozen=True, tag="drew", gc=False):
    """A species drew its next generation: face-up offspring, then cards of the deck."""

    seat: int
    offspring: Cards
    cards: Cards

    @property
    def reveals(self) -> bool:
        """False if all cards of the deck were face up."""
        return bool(self.cards)


class DiedOut(Event, frozen=True, tag="died", gc=False):
    """A fauna or flora had too many tokens and died out."""

    lines: ClassVar[tuple[str, ...]] = (TOKENS_LOST,)
    slot: int
    """The place, ``SLOTS * location + slot``."""
    card: int
    location: int


class Arrived(Event, frozen=True, tag="arrived", gc=False):
    """A new fauna or flora came."""

    reveals: ClassVar[bool] = True
    slot: int
    """The place, ``SLOTS * location + slot``."""
    card: int
    location: int


class Outcompeted(Event, frozen=True, tag="outcompeted", gc=False):
    """Untouched cards of a location took tokens from a species there."""

    lines: ClassVar[tuple[str, ...]] = (TOKENS_LOST,)
    seat: int
    location: int
    tokens: int
    kept: int
    """Tokens that Territorial kept."""


class Survived(Event, frozen=True, tag="survived", gc=False):
    """A seat scored its tokens left, and the bonus for many."""

    lines: ClassVar[tuple[str, ...]] = (TOKEN_BONUS,)
    always_scores: ClassVar[bool] = True
    seat: int
    tokens: int
    bonus: int


class Counted(Event, frozen=True, tag="counted", gc=False):
    """A Future Genome was compared with its target; random cards were returned or added."""

    lines: ClassVar[tuple[str, ...]] = (GENOME_LENGTH,)
    reveals: ClassVar[bool] = True
    always_scores: ClassVar[bool] = True
    seat: int
    size: int
    points: int
    cards: Cards


class Culled(Event, frozen=True, tag="culled", gc=False):
    """Natural selection took an adaptation."""

    reveals: ClassVar[bool] = True
    species: int
    design: int


class Mutated(Event, frozen=True, tag="mutated", gc=False):
    """A species gained adaptations by chance."""

    reveals: ClassVar[bool] = True
    species: int
    designs: Cards


class Adopted(Event, frozen=True, tag="adopted", gc=False):
    """A seat took a species."""

    seat: int
    species: int


class Settled(Event, frozen=True, tag="settled", gc=False):
    """A species got a new population."""

    seat: int
    location: int


class Moved(Event, frozen=True, tag="moved", gc=False):
    """A population drifted."""

    seat: int
    start: int
    location: int


class Ended(Event, frozen=True, tag="ended", gc=False):
    """The match ended."""

    final_since: ClassVar[int] = 1
    totals: tuple[int, ...]
    winners: tuple[int, ...]


EvoEvent = (
    Dealt
    | MillenniumBegan
    | Awoke
    | Hunted
    | Foraged
    | Migrated
    | Preyed
    | Displaced
    | Foresaw
    | Slept
    | Withered
    | Drew
    | DiedOut
    | Arrived
    | Outcompeted
    | Survived
    | Counted
    | Culled
    | Mutated
    | Adopted
    | Settled
    | Moved
    | Ended
)

Emitter = Emit[EvoEvent] | None
"""The function that receives events; None without observers."""
