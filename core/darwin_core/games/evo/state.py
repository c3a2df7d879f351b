"""The parts of a match of Evo: its state, effects, actions and events."""

from typing import Annotated, ClassVar, Final

import msgspec

from darwin_core.game import NOTHING, Action, Emit, Event, Options, Preset, State
from darwin_core.kit.effects import SeatEffect

Cards = bytes
"""A row of cards, one byte each: traits, fauna, flora or adaptations."""
Counts = bytes
"""Numbers by trait, by location or by species, one byte each."""

NOWHERE: Final = NOTHING


class EvoOptions(Options, frozen=True):
    """The options that are chosen before a match."""

    balanced_genome: Annotated[
        bool,
        msgspec.Meta(
            title="balanced genome",
            description="Three of each trait to begin. Otherwise two. Ours.",
        ),
    ] = False
    wide_gene_pool: Annotated[
        bool,
        msgspec.Meta(
            title="wide gene pool",
            description="30 cards of each trait. Otherwise 20. Ours; best with four.",
        ),
    ] = False
    predation: Annotated[
        bool,
        msgspec.Meta(
            title="predation (ours)",
            description="Species may hunt each other. Ours: the published rules leave it open.",
        ),
    ] = False


BALANCED: Final = Preset(
    "balanced", "balanced (ours)", EvoOptions(balanced_genome=True, wide_gene_pool=True), seats=(4,)
)
"""A remedy for both shortages of the printed box. At four seats the shortage of trait cards is by
far the worse: the genomes are never full, and from the third millennium no offspring is born.
[ruling: Supply]"""


class Begin(SeatEffect, frozen=True, tag="begin", gc=False):
    """A seat chooses the population that is active in its generation."""


class Live(SeatEffect, frozen=True, tag="live", gc=False):
    """A seat hunts, forages, migrates, or ends its generation."""


class Replace(SeatEffect, frozen=True, tag="replace", gc=False):
    """A predator chooses which tokens of its prey it replaces."""

    prey: int
    left: int
    """Tokens that may still be replaced."""
    mine: Cards = b""
    """The slots where tokens were replaced."""


class Gorge(SeatEffect, frozen=True, tag="gorge", gc=False):
    """A predator without a future generation places one more token where it replaced one."""

    mine: Cards


class Sleep(SeatEffect, frozen=True, tag="sleep", gc=False):
    """A seat may save an unused card by Hibernation."""

    left: int
    """Hibernations that may still be used."""


class Choose(SeatEffect, frozen=True, tag="choose", gc=False):
    """A seat chooses its species for the next millennium."""


class Settle(SeatEffect, frozen=True, tag="settle", gc=False):
    """A seat places its species' new population."""


class Drift(SeatEffect, frozen=True, tag="drift", gc=False):
    """A seat may move one population of its species."""


AnyEffect = Begin | Live | Replace | Gorge | Sleep | Choose | Settle | Drift


class EvoState(State):
    """A match at one moment. A slot is ``5 * location + card``; all numbers count from 0."""

    options: EvoOptions
    millennium: int
    """Counted from 1."""
    first: int
    """The seat that began the millennium."""
    supply: Counts
    """Trait cards that are in no genome."""
    locations: bytes
    """The trait of each."""
    slots: bytes
    """The card on each slot, three fauna and two flora a location; NOTHING where none is left."""
    tokens: list[Counts]
    """On each slot, the survival tokens by species."""
    fauna_deck: Cards
    fauna_out: Cards
    flora_deck: Cards
    flora_out: Cards
    adaptation_deck: Cards
    adaptation_out: Cards
    species: bytes
    """By seat, the species that it plays; NOTHING while it chooses."""
    hands: list[Cards]
    """The hands, in order. This and the following fields are by species."""
    decks: list[Cards]
    """Face down, the next first."""
    offspring: list[Cards]
    """Face up on the deck, the next first."""
    future: list[Counts]
    """The Future Genome, by trait."""
    lost: list[Cards]
    """The Lost Genome."""
    shown: list[Cards]
    """Cards of the hand that all have seen face up."""
    shown_lost: list[Cards]
    """Cards of the Lost Genome that all have seen."""
    genomes: list[Counts]
    """At the beginning of the millennium, by trait."""
    born: list[Counts]
    """Offspring of this millennium, by trait."""
    adaptations: list[Cards]
    """Designs, in order."""
    worn: list[Counts]
    """Survival tokens on each of the adaptations."""
    available: list[Counts]
    """Populations that can still become active, by location."""
    spent: list[Counts]
    """Populations that were active, by location."""
    active: int
    """The location of the active population; NOWHERE between generations."""
    wandered: int
    """The number of times that Wanderer was used in this generation."""
    foreseen: int
    """The number of times that Foresight was used in this generation."""
    survived: list[int]
    """Points for tokens. This and the following fields are by seat."""
    thrived: list[int]
    """Points of the bonus for many tokens."""
    passed_on: list[int]
    """Points for the size of the Future Genome."""
    history: list[tuple[Counts, ...]]
    """The genomes at the beginning of each millennium, and at the end of the last."""
    pending: list[AnyEffect]
    """The pending effects, next last."""


class Awake(Action, frozen=True, tag="awake", cache_hash=True, gc=False):
    """Make a population active."""

    location: int


class Hunt(Action, frozen=True, tag="hunt", cache_hash=True, gc=False):
    """Hunt a fauna; the adaptations used determine the cards that pay."""

    slot: int
    """One of the five slots of the location."""
    uses: Cards = b""
    """Adaptations used, in order."""


class Forage(Action, frozen=True, tag="forage", cache_hash=True, gc=False):
    """Forage a flora."""

    slot: int
    amount: int
    """Cards gathered, the search card not among them."""
    uses: Cards = b""


class Migrate(Action, frozen=True, tag="migrate", cache_hash=True, gc=False):
    """Migrate to another location for two cards, in order; for one with Wanderer."""

    cards: Cards
    location: int


class Predate(Action, frozen=True, tag="predate", cache_hash=True, gc=False):
    """Hunt another species with three cards of a trait."""

    prey: int
    trait: int


class Displace(Action, frozen=True, tag="displace", cache_hash=True, gc=False):
    """Replace a token of the prey, or place one more of one's own, on a slot."""

    slot: int


class Foresee(Action, frozen=True, tag="foresee", cache_hash=True, gc=False):
    """Draw a card by Foresight."""


class Save(Action, frozen=True, tag="save", cache_hash=True, gc=False):
    """Save an unused card by Hibernation."""

    trait: int


class Adopt(Action, frozen=True, tag="adopt", cache_hash=True, gc=False):
    """Take a species for the next millennium."""

    species: int


class Found(Action, frozen=True, tag="found", cache_hash=True, gc=False):
    """Place the new population of a species."""

    location: int


class Move(Action, frozen=True, tag="move", cache_hash=True, gc=False):
    """Move a population."""

    start: int
    location: int


class Done(Action, frozen=True, tag="done", cache_hash=True, gc=False):
    """End the generation, or decline a further choice."""


AnyAction = (
    Awake
    | Hunt
    | Forage
    | Migrate
    | Predate
    | Displace
    | Foresee
    | Save
    | Adopt
    | Found
    | Move
    | Done
)

GenerationAction = Hunt | Forage | Migrate | Predate | Foresee | Done
"""The actions of an active population, in any order; the last ends its generation."""

FORESEE: Final = Foresee()
DONE: Final = Done()


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

    reveals: ClassVar[bool] = True
    seat: int
    location: int
    survivor: int
    lost: int
    """The lost card; NOTHING if Wanderer lost none."""


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
    card: int


class Foresaw(Event, frozen=True, tag="foresaw", gc=False):
    """A species drew a card by Foresight."""

    reveals: ClassVar[bool] = True
    seat: int
    card: int
    is_open: bool
    """True if the card was face up."""


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

    reveals: ClassVar[bool] = True
    seat: int
    offspring: Cards
    cards: Cards


class DiedOut(Event, frozen=True, tag="died", gc=False):
    """A fauna or flora had too many tokens and died out."""

    slot: int
    card: int
    location: int


class Arrived(Event, frozen=True, tag="arrived", gc=False):
    """A new fauna or flora came."""

    reveals: ClassVar[bool] = True
    slot: int
    card: int
    location: int


class Outcompeted(Event, frozen=True, tag="outcompeted", gc=False):
    """Untouched cards of a location took tokens from a species there."""

    seat: int
    location: int
    tokens: int
    kept: int
    """Tokens that Territorial kept."""


class Survived(Event, frozen=True, tag="survived", gc=False):
    """A seat scored its tokens left, and the bonus for many."""

    seat: int
    tokens: int
    bonus: int


class Counted(Event, frozen=True, tag="counted", gc=False):
    """A Future Genome was compared with its target; random cards were returned or added."""

    reveals: ClassVar[bool] = True
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
