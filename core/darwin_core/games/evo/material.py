"""The box and the state of Evo: traits, locations, fauna, flora, species, adaptations, their
tables, pending effects, and a match at one moment.

A trait is its position in the ring, 0 to 5. The same number denotes its location and its flora. A
fauna is ``6 * primary + third``: it needs two cards of its primary trait and one of the third. An
adaptation is ``6 * family + trait``.
"""

from functools import cache
from typing import Annotated, Final, Literal

import msgspec

from darwin_core.contract.cards import Cards, Counts
from darwin_core.contract.game import NOTHING, Options, Preset, State
from darwin_core.contract.tables import Row, load
from darwin_core.kit.effects import SeatEffect
from darwin_core.text.language import mark

Family = Literal["versatile", "forager", "hunter", "feeder", "special"]


class Figure(Row, frozen=True):
    """A number of the rules; ``components.toml`` says what it counts."""

    name: str
    value: int


class Millennium(Row, frozen=True):
    """A millennium, and the size that a genome should have at its end."""

    target: int


class Bonus(Row, frozen=True):
    """Bonus points for tokens left at the end of a millennium."""

    tokens: int
    """Minimum number of tokens for the bonus."""
    points: int


class Trait(Row, frozen=True):
    """A trait and its location, flora and fauna."""

    name: str
    letter: str
    location: str
    fauna: str
    flora: str


class Species(Row, frozen=True):
    """A species, named after the shape of its tokens."""

    name: str


class Adaptation(Row, frozen=True):
    """An adaptation's design; the box has several cards of each design."""

    name: str
    family: Family
    trait: str


class Tables(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """All component tables of the game."""

    figures: tuple[Figure, ...]
    millennia: tuple[Millennium, ...]
    bonuses: tuple[Bonus, ...]
    traits: tuple[Trait, ...]
    species: tuple[Species, ...]
    adaptations: tuple[Adaptation, ...]


TABLES: Final = load(__package__, Tables)
TRAITS: Final = TABLES.traits
RING: Final = len(TRAITS)
"""Number of traits."""
_FIGURES: Final = {figure.name: figure.value for figure in TABLES.figures}

COPIES: Final = _FIGURES["copies"]
"""Trait cards of each trait in the box."""
WIDE_COPIES: Final = _FIGURES["wide_copies"]
"""The same with the option wide gene pool."""
GENOME: Final = _FIGURES["genome"]
"""Cards of each trait in a genome at the start."""
BALANCED_GENOME: Final = _FIGURES["balanced_genome"]
"""The same with the option balanced genome."""
DRAW: Final = _FIGURES["draw"]
"""Cards of the deck that are drawn for a generation, besides all face-up cards."""
POPULATIONS: Final = _FIGURES["populations"]
"""Populations of a species at the start."""
POPULATIONS_MAX: Final = _FIGURES["tokens"]
"""Maximum number of populations of a species."""
SURVIVAL_TOKENS: Final = _FIGURES["survival_tokens"]
"""Printed survival tokens of a species. Play continues if they run out."""
MUTATIONS: Final = _FIGURES["adaptations"]
"""Adaptations that a species has at the start and gains by each mutation."""
FAUNA_SLOTS: Final = _FIGURES["fauna"]
"""Fauna at a location."""
FLORA_SLOTS: Final = _FIGURES["flora"]
"""Flora at a location."""
SLOTS: Final = FAUNA_SLOTS + FLORA_SLOTS
"""Cards at a location, the fauna first."""
CATCH: Final = _FIGURES["catch"]
"""Tokens that a hunt places; adaptations and the lack of a future generation add some."""
HARDY: Final = _FIGURES["hardy"]
"""A card dies out with more tokens than this plus the number of the millennium."""
MIGRATION_CARDS: Final = 2
"""Cards that a migration costs. Other code relies on there being two: one survives and returns to
the deck (``Migrate``, ``LocationValue.saved``), and with Wanderer a single card is enough."""
PREDATION: Final = _FIGURES["predation"]
"""Cards of one trait that a hunt of another species costs."""
PREY: Final = _FIGURES["prey"]
"""Maximum number of the prey's tokens that a predator replaces."""
TARGETS: Final = tuple(row.target for row in TABLES.millennia)
"""By millennium, the cards that a Future Genome should have at its end."""
MILLENNIA: Final = len(TARGETS)
"""Number of millennia in a match."""

FAUNA: Final = bytes(range(RING * RING))
"""Every fauna card."""
FLORA: Final = bytes(kind for kind in range(RING) for _ in range(_FIGURES["flora_copies"]))
"""Every flora card."""
ADAPTATIONS: Final = bytes(
    design
    for design in range(len(TABLES.adaptations))
    for _ in range(_FIGURES["adaptation_copies"])
)
"""Every adaptation card."""

VERSATILE, FORAGER, HUNTER, FEEDER, SPECIAL = range(0, len(TABLES.adaptations), RING)
"""The first design of each family; add a trait to get that trait's design."""
HIBERNATION, SCAVENGER, WANDERER, TERRITORIAL, LITTER, FORESIGHT = range(SPECIAL, SPECIAL + RING)
"""The designs of the special family, each with another effect."""

SYMBOLS: Final = tuple(
    bytes(sorted((fauna // RING,) * _FIGURES["symbols"] + (fauna % RING,)))
    for fauna in range(len(FAUNA))
)
"""The cards that each fauna needs, without adaptations."""

FAUNA_NAMES: Final = tuple(
    f"great {first.fauna}" if first is third else f"{first.fauna} of {third.name}"
    for first in TRAITS
    for third in TRAITS
)
"""The name of each fauna, with the third trait that it needs; *great* if all three are the same."""


def primary(fauna: int) -> int:
    """Return the trait of the offspring that hunting a fauna gives."""
    return fauna // RING


@cache
def bonus(tokens: int) -> int:
    """Return the points for a number of tokens left."""
    return max(row.points for row in TABLES.bonuses if tokens >= row.tokens)


# --- effects: the state holds a stack of pending effects


class AwakePopulation(SeatEffect, frozen=True, tag="begin"):
    """A seat chooses the population that is active in its generation."""


class Live(SeatEffect, frozen=True, tag="live"):
    """A seat hunts, forages, migrates, or ends its generation."""


class DisplaceTokens(SeatEffect, frozen=True, tag="replace"):
    """A predator chooses which tokens of its prey it replaces."""

    prey: int
    left: int
    """Tokens that may still be replaced."""
    mine: Cards = b""
    """The slots where tokens were replaced."""


class Gorge(SeatEffect, frozen=True, tag="gorge"):
    """A predator that has no further generation adds a token on a slot where it replaced one."""

    mine: Cards


class SaveCard(SeatEffect, frozen=True, tag="sleep"):
    """A seat may save an unused card by Hibernation."""

    left: int
    """Hibernations that may still be used."""


class AdoptSpecies(SeatEffect, frozen=True, tag="choose"):
    """A seat chooses its species for the next millennium."""


class SettlePopulation(SeatEffect, frozen=True, tag="settle"):
    """A seat places its species' new population."""


class MovePopulation(SeatEffect, frozen=True, tag="drift"):
    """A seat may move one population of its species."""


AnyEffect = (
    AwakePopulation
    | Live
    | DisplaceTokens
    | Gorge
    | SaveCard
    | AdoptSpecies
    | SettlePopulation
    | MovePopulation
)


# --- options and state

NOWHERE: Final = NOTHING
"""The location of no active population."""


class EvoOptions(Options, frozen=True):
    """The options that are chosen before a match."""

    balanced_genome: Annotated[
        bool,
        msgspec.Meta(
            title=mark("balanced genome"),
            description=mark("Three of each trait to begin. Otherwise two. Ours."),
        ),
    ] = False
    wide_gene_pool: Annotated[
        bool,
        msgspec.Meta(
            title=mark("wide gene pool"),
            description=mark("30 cards of each trait. Otherwise 20. Ours; best with four."),
        ),
    ] = False
    predation: Annotated[
        bool,
        msgspec.Meta(
            title=mark("predation (ours)"),
            description=mark(
                "Species may hunt each other. Ours: the published rules leave it open."
            ),
        ),
    ] = False


BALANCED: Final = Preset(
    "balanced",
    mark("balanced (ours)"),
    EvoOptions(balanced_genome=True, wide_gene_pool=True),
    seats=(4,),
)
"""A remedy for the two shortages of the printed box. At four seats, the shortage of trait cards is
the more serious: genomes are never full, and from the third millennium no offspring is born.
[ruling: Supply]"""


class EvoState(State):
    """A match at one moment. Numbers count from 0 unless noted. There are as many locations and
    species as seats. Each location has five slots. A *place* is a slot of any location, numbered
    ``SLOTS * location + slot``."""

    options: EvoOptions
    millennium: int
    """Counted from 1."""
    first: int
    """The seat that began the millennium."""
    supply: Counts
    """Trait cards that are not in a genome, by trait."""
    locations: bytes
    """The trait of each location."""
    slots: bytes
    """The card at each place, three fauna and two flora per location; NOTHING for an empty
    place."""
    tokens: list[Counts]
    """At each place, the survival tokens by species."""
    fauna_deck: Cards
    """The face-down fauna, next first."""
    fauna_out: Cards
    """The discarded fauna. Flora and adaptations have a deck and discards as well."""
    flora_deck: Cards
    flora_out: Cards
    adaptation_deck: Cards
    adaptation_out: Cards
    species: bytes
    """By seat, the species that it plays; NOTHING while it chooses."""
    hands: list[Cards]
    """The hands, in order of trait. This and the following fields are by species."""
    decks: list[Cards]
    """The face-down cards, next first."""
    offspring: list[Cards]
    """The cards face up on the deck, next first."""
    future: list[Counts]
    """The Future Genome, by trait."""
    lost: list[Cards]
    """The Lost Genome, in order of trait."""
    shown: list[Cards]
    """Cards of the hand that everybody has seen face up."""
    shown_lost: list[Cards]
    """Cards of the Lost Genome that everybody has seen."""
    genomes: list[Counts]
    """The genome at the beginning of the millennium, by trait; after the match, the last Future
    Genome."""
    born: list[Counts]
    """Offspring of this millennium, by trait."""
    adaptations: list[Cards]
    """The designs of the species' adaptations, in order of number."""
    worn: list[Counts]
    """Survival tokens on each of the adaptations, in the same order."""
    available: list[Counts]
    """Populations that can still become active, by location."""
    spent: list[Counts]
    """Populations that have already been active in this millennium, by location."""
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
    """By species, the genomes at the beginning of each millennium, and at the end of the last
    millennium."""
    pending: list[AnyEffect]
    """The pending effects, next last; none after the match."""


_CHOICES: Final = (AdoptSpecies, SettlePopulation, MovePopulation)
"""The decisions between millennia."""


def is_choosing(state: EvoState) -> bool:
    """Return whether the players choose their species for the next millennium."""
    return bool(state.pending) and type(state.pending[-1]) in _CHOICES


def tokens_max(state: EvoState) -> int:
    """Return the number of tokens that a card bears without dying out; while species are chosen, in
    the next millennium."""
    return HARDY + state.millennium + is_choosing(state)


def target_of(state: EvoState) -> int:
    """Return the target size of genomes for this millennium, or for the next while species are
    chosen."""
    # The first millennium is 1 and has the first target.
    return TARGETS[state.millennium - (not is_choosing(state))]


def active_species(state: EvoState) -> int:
    """Return the species of the active population; NOTHING between generations."""
    # The seat that decides in a generation is the seat of the active population.
    is_active = state.active != NOWHERE and state.pending
    return state.species[state.pending[-1].seat] if is_active else NOTHING


def populations_of(state: EvoState, species: int) -> list[int]:
    """Return a species' populations by location, available, active and spent."""
    populations = list(map(sum, zip(state.available[species], state.spent[species], strict=True)))
    if species == active_species(state):
        populations[state.active] += 1
    return populations
