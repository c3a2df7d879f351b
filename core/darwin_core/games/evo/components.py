"""The box of Evo: traits, locations, fauna, flora, species, adaptations, and their tables.

A trait is a number in the ring, 0 to 5; it also numbers its location and its flora. A fauna is
``6 * primary + third``: it asks for two of its primary trait and one of the third. An adaptation is
``6 * family + trait``.
"""

from functools import cache
from typing import Final, Literal

import msgspec

from darwin_core.contract.tables import Row, load

Family = Literal["versatile", "forager", "hunter", "feeder", "special"]


class Figure(Row, frozen=True):
    """A number of the rules."""

    name: str
    value: int


class Millennium(Row, frozen=True):
    """A millennium, and the size that a genome should have at its end."""

    target: int


class Bonus(Row, frozen=True):
    """Points for a number of tokens or more."""

    tokens: int
    points: int


class Trait(Row, frozen=True):
    """A trait and its location, flora and fauna."""

    name: str
    letter: str
    location: str
    fauna: str
    flora: str


class Species(Row, frozen=True):
    """A shape of tokens."""

    name: str


class Adaptation(Row, frozen=True):
    """A design, of which there are two cards."""

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
_FIGURES: Final = {figure.name: figure.value for figure in TABLES.figures}

COPIES: Final = _FIGURES["copies"]
WIDE_COPIES: Final = _FIGURES["wide_copies"]
GENOME: Final = _FIGURES["genome"]
BALANCED_GENOME: Final = _FIGURES["balanced_genome"]
DRAW: Final = _FIGURES["draw"]
POPULATIONS: Final = _FIGURES["populations"]
TOKENS: Final = _FIGURES["tokens"]
SURVIVAL_TOKENS: Final = _FIGURES["survival_tokens"]
MUTATIONS: Final = _FIGURES["adaptations"]
FAUNA_SLOTS: Final = _FIGURES["fauna"]
FLORA_SLOTS: Final = _FIGURES["flora"]
SLOTS: Final = FAUNA_SLOTS + FLORA_SLOTS
"""Cards at a location, the fauna first."""
CATCH: Final = _FIGURES["catch"]
HARDY: Final = _FIGURES["hardy"]
PREDATION: Final = _FIGURES["predation"]
PREY: Final = _FIGURES["prey"]
TARGETS: Final = tuple(row.target for row in TABLES.millennia)
MILLENNIA: Final = len(TARGETS)

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
"""The first design of each family; add the trait."""
HIBERNATION, SCAVENGER, WANDERER, TERRITORIAL, LITTER, FORESIGHT = range(SPECIAL, SPECIAL + RING)

SYMBOLS: Final = tuple(
    bytes(sorted((fauna // RING,) * _FIGURES["symbols"] + (fauna % RING,)))
    for fauna in range(len(FAUNA))
)
"""The cards that each fauna asks for."""


FAUNA_NAMES: Final = tuple(
    f"great {one.fauna}" if one is other else f"{one.fauna} of {other.name}"
    for one in TRAITS
    for other in TRAITS
)
"""The name of each fauna, with the third trait that it asks for."""


def primary(fauna: int) -> int:
    """Return the trait that a fauna's hunt passes on."""
    return fauna // RING


@cache
def bonus(tokens: int) -> int:
    """Return the points for a number of tokens left."""
    return max(row.points for row in TABLES.bonuses if tokens >= row.tokens)
