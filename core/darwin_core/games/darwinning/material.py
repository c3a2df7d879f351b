"""The box and the state of Darwinning!: cards, species, environments and traits with their lookup
tables, pending effects, and a match at one moment.

A card is the number of its kind, 0 to 45: ``15 * suit + number - 1``, and 45 for a joker. There are
two copies of each kind. A trait is its number, 1 to 15; 0 is no trait. An environment is its index
in the list.
"""

from typing import Annotated, Final, Literal, get_args

import msgspec

from darwin_core.contract.cards import Cards
from darwin_core.contract.game import NOTHING, Options, State
from darwin_core.contract.tables import Row, Source, load
from darwin_core.kit.effects import Effect, SeatEffect
from darwin_core.text.language import mark

Suit = Literal["acorn", "blueberry", "flower"]


class Track(Row, frozen=True):
    """The food chain."""

    spaces: int
    spaces_source: Source
    small: int
    """A move that begins on this space or below gets a bonus."""
    bonus: int


class Environment(Row, frozen=True):
    """An environment, in which species can live."""

    name: str
    letter: str


class MatchLength(Row, frozen=True):
    """A length of the match: the number of environments on the table, by era."""

    eras: int
    environments: tuple[int, ...]


class Trait(Row, frozen=True):
    """A trait, given by the cards of one number or printed on a board."""

    number: Annotated[int, msgspec.Meta(ge=1, le=15)]
    name: str
    food: int
    points: int
    """Points of a card with the trait on a trait space that scores."""
    effect: str
    house: str = ""
    """The house ruling where the printed text is ambiguous."""


class Species(Row, frozen=True):
    """A species board."""

    name: str
    name_source: Source
    food_chain: int
    """The first space on the food chain."""
    population: int
    """The starting population."""
    population_source: Source
    environments: dict[str, Annotated[int, msgspec.Meta(ge=1, le=3)]]
    """The printed environments with their food."""
    traits: tuple[int, int]
    """The traits printed on the first two spaces."""


class CardRow(Row, frozen=True):
    """The icons of a card with a suit and a number."""

    suit: Suit
    number: Annotated[int, msgspec.Meta(ge=1, le=15)]
    food_chain: Annotated[int, msgspec.Meta(ge=0, le=2)]
    population: Annotated[int, msgspec.Meta(ge=0, le=2)]
    environments: tuple[str, ...]
    copies: int
    """Copies of the card in the box."""


class Joker(Row, frozen=True):
    """The jokers: cards without a suit, of the number 0."""

    copies: int


class Tables(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """All component tables of the game."""

    track: tuple[Track]
    environments: tuple[Environment, ...]
    lengths: tuple[MatchLength, ...]
    traits: tuple[Trait, ...]
    species: tuple[Species, ...]
    cards: tuple[CardRow, ...]
    jokers: tuple[Joker]


class Card(msgspec.Struct, frozen=True):
    """A kind of card."""

    suit: str
    """The suit, empty for a joker."""
    number: int
    code: str
    """The notation of the card: ``"A7"``, ``"F15"``, ``"J"``."""
    food_chain: int
    """Points up the food chain."""
    population: int
    """Population that the card adds."""
    environments: frozenset[int]


TABLES: Final = load(__package__, Tables)
SUITS: Final[tuple[Suit, ...]] = get_args(Suit)
HIGHEST_NUMBER: Final = len(TABLES.traits)
"""The highest number of a suit: each number has a trait."""
JOKER: Final = HIGHEST_NUMBER * len(SUITS)
"""The kind of the jokers: the last one."""
KINDS: Final = JOKER + 1
"""Number of kinds of cards."""

ENVIRONMENTS: Final = tuple(row.name for row in TABLES.environments)
_ENVIRONMENT_OF: Final = {name: index for index, name in enumerate(ENVIRONMENTS)}
LENGTHS: Final = {row.eras: row.environments for row in TABLES.lengths}
"""The number of environments on the table in each era, by number of eras in the match."""
TRACK: Final = TABLES.track[0]
"""The food chain."""


def _cards() -> tuple[Card, ...]:
    """Return all kinds of cards: those of the table, whose rows are in order of kinds, and then the
    joker."""
    cards = [
        Card(
            row.suit,
            row.number,
            f"{row.suit[0].upper()}{row.number}",
            row.food_chain,
            row.population,
            frozenset(_ENVIRONMENT_OF[name] for name in row.environments),
        )
        for row in TABLES.cards
    ]
    return (*cards, Card("", 0, "J", 0, 0, frozenset()))


CARDS: Final = _cards()
"""All kinds of cards."""
COPIES: Final = (*(row.copies for row in TABLES.cards), TABLES.jokers[0].copies)
"""Copies of each kind in the box."""
BOX: Final = bytes(kind for kind in range(KINDS) for _ in range(COPIES[kind]))
"""All cards of the box."""
# Figures of cards, by kind.
NUMBER_OF: Final = bytes(card.number for card in CARDS)
"""The number, which is also the trait; 0 for a joker."""
CLIMBS: Final = bytes(card.food_chain for card in CARDS)
"""Points up the food chain."""
GROWS: Final = bytes(card.population for card in CARDS)
"""Population that the card adds."""
LIVES_IN: Final = tuple(card.environments for card in CARDS)
"""The environments on the card."""

# Figures of species, by species.
SPECIES: Final = TABLES.species
START_SPACES: Final = bytes(row.food_chain for row in SPECIES)
"""The first space on the food chain, if it is free."""
START_POPULATION: Final = bytes(row.population for row in SPECIES)
"""The starting population of each species."""
PRINTED_TRAITS: Final = tuple(bytes(row.traits) for row in SPECIES)
"""The traits printed on the first trait spaces of each species."""
FOOD: Final = tuple(
    {_ENVIRONMENT_OF[name]: food for name, food in row.environments.items()} for row in SPECIES
)
"""The food of the printed environments of each species."""
# Figures of traits, by trait; the 0 at the start is for no trait.
TRAIT_FOOD: Final = (0, *(row.food for row in TABLES.traits))
"""Food in each survival."""
TRAIT_POINTS: Final = (0, *(row.points for row in TABLES.traits))
"""Points of a card with the trait on a trait space that scores."""

TRAIT_SPACES: Final = 5
"""Trait spaces of a board."""
SCORING: Final = TRAIT_SPACES - 1
"""Number of trait spaces, from the first, on which cards score: all but the last."""
HAND_CARDS: Final = 10
"""Cards of a hand at the start of an era."""
KEPT_CARDS_MAX: Final = 2
"""Cards that may be kept for the next era."""
POISON_BITES: Final = 2
"""Bites that an eater gets from prey with Poison."""
GAINED_FOOD: Final = 2
"""Food from an environment gained by a card, and from a species eaten."""
DISPLAY_CARDS: Final = 3
"""Cards on the dummy's display, in a match of two."""

CACHE_MAX: Final = 1 << 8
"""Entries of each function cache. With more entries, a look-up takes longer than calling the
function, because the entries no longer fit into the processor's cache."""

# The traits by number, in the order of the table.
(
    PHEROMONES,
    SYMBIOSIS,
    FLOCK_ANIMAL,
    HARD_SHELL,
    COMMUNICATION,
    TEETH,
    FOOD_STORAGE,
    MUTATION,
    POISON,
    TOOLS,
    CAMOUFLAGE,
    IRON_STOMACH,
    BIGGER_BRAINS,
    METAMORPHOSIS,
    SOCIETY,
) = range(1, HIGHEST_NUMBER + 1)


# Tags name phases in primers.toml and in settings files, so they stay where a class was renamed.


class BeginEra(Effect, frozen=True, tag="era"):
    """Shuffle, lay out environments, deal."""


class NameLeader(SeatEffect, frozen=True, tag="lead"):
    """A seat names the leader of the first trick."""


class TakeTrait(SeatEffect, frozen=True, tag="mutate"):
    """A seat may take a trait before it plays if its species has Mutation."""


class PlayCards(SeatEffect, frozen=True, tag="follow"):
    """A seat plays cards in the trick."""


class UseDisplay(SeatEffect, frozen=True, tag="declare"):
    """In a match of two, a seat chooses the cards of the display that it uses."""


class EndTrick(Effect, frozen=True, tag="trick"):
    """Find the winner of the trick."""


class Improve(SeatEffect, frozen=True, tag="improve"):
    """A seat may improve its species with one of these cards, which are already in the discards."""

    cards: Cards


class Browse(SeatEffect, frozen=True, tag="browse"):
    """A seat may improve its species with any card of the discards."""


class KeepCards(Effect, frozen=True, tag="keep"):
    """All seats choose at once the cards they keep for the next era."""


class Survive(Effect, frozen=True, tag="survive"):
    """Every species finds food and eats, the lowest first."""


class ShareEnvironment(SeatEffect, frozen=True, tag="share"):
    """A seat may live in another's environment if its species has Symbiosis."""


class EatSpecies(SeatEffect, frozen=True, tag="hunt"):
    """A seat eats, one species after the other, and is then fed."""

    shared: int = 0
    """Food of an environment shared by Symbiosis."""
    eaten: int = 0
    """The species eaten so far, as bits; the dummy is the bit after the last seat."""


class Bite(Effect, frozen=True, tag="bite"):
    """The dummy eats every species that it may eat."""


class Suffer(Effect, frozen=True, tag="suffer"):
    """Species with too many bites shrink."""


class Draw(SeatEffect, frozen=True, tag="draw"):
    """A seat draws a card if its species has Metamorphosis."""


class Transform(SeatEffect, frozen=True, tag="transform"):
    """A seat places the card that it drew on a trait space."""

    card: int


AnyEffect = (
    BeginEra
    | NameLeader
    | TakeTrait
    | PlayCards
    | UseDisplay
    | EndTrick
    | Improve
    | Browse
    | KeepCards
    | Survive
    | ShareEnvironment
    | EatSpecies
    | Bite
    | Suffer
    | Draw
    | Transform
)


EMPTY: Final = bytes([NOTHING])
"""A space without a card, and the choice of cards to keep before it is made."""
BARE: Final = EMPTY * TRAIT_SPACES
"""Trait spaces without cards."""


class DarwinningOptions(Options, frozen=True):
    """The options that a table agrees on."""

    eras: Annotated[
        Literal[3, 4],
        msgspec.Meta(title=mark("eras"), description=mark("Four make a longer match.")),
    ] = 3
    hand_sizes: Annotated[
        bool,
        msgspec.Meta(
            title=mark("show hand sizes"), description=mark("Shows the size of each hand.")
        ),
    ] = False


class DarwinningState(State):
    """The state of a match. Cards are kinds; lists are by seat."""

    options: DarwinningOptions
    deck: Cards
    """The next card first."""
    discards: Cards
    """Open cards, the last discarded at the end."""
    buried: list[Cards]
    """Hand cards that each seat discarded face down in this era."""
    hands: list[Cards]
    kept: list[Cards]
    """The cards that each seat has chosen to keep, while the choice is open; EMPTY for a seat that
    has not chosen."""
    species: bytes
    places: list[int]
    """The space of each seat on the food chain, counted from 1; the dummy's space comes last."""
    population: list[int]
    bites: list[int]
    climbed: list[Cards]
    """Cards used to move up the food chain."""
    grown: list[Cards]
    """Cards used to increase the population."""
    adapted: list[Cards]
    """Cards used to adapt to environments."""
    traits: list[Cards]
    """The card on each trait space; NOTHING for an empty space."""
    environments: bytes
    """The environments on the table in this era."""
    era: int
    """The era, counted from 1; 0 before the first begins."""
    trick: int
    """The trick, counted from 1 in each era; 0 before the first begins."""
    leader: int
    """The seat that leads the trick; NOTHING before the first trick of an era."""
    best: int
    """The seat with the strongest set of the trick; NOTHING before a card is played. In a match of
    two, it is NOTHING until the trick ends, because the display decides."""
    played: list[Cards]
    """The cards played in this trick; empty for a seat that has not played. After the trick, they
    stay until the next one begins, although the cards are in the discards."""
    used: list[Cards]
    """In a match of two, the cards of the display that each seat has declared to use."""
    display: Cards
    """The dummy's cards in a match of two, NOTHING for a card that was taken; empty otherwise."""
    pending: list[AnyEffect]
    """The pending effects; the next is last."""
