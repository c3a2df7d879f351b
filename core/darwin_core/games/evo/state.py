"""The options and the state of a match of Evo."""

from typing import Annotated, Final

import msgspec

from darwin_core.contract.cards import Cards, Counts
from darwin_core.contract.game import NOTHING, Options, Preset, State
from darwin_core.games.evo.effects import AnyEffect
from darwin_core.text.language import mark

NOWHERE: Final = NOTHING


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
"""A remedy for both shortages of the printed box. At four seats the shortage of trait cards is by
far the worse: the genomes are never full, and from the third millennium no offspring is born.
[ruling: Supply]"""


class EvoState(State):
    """A match at one moment. All numbers count from 0.

    Each location has five slots. Over all of them together they are called places: a place is
    ``SLOTS * location + slot``.
    """

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
    """The card at each place, three fauna and two flora a location; NOTHING where none is left."""
    tokens: list[Counts]
    """At each place, the survival tokens by species."""
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
