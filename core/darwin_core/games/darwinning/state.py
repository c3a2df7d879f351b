"""The options, the pending effects and the state of a match of Darwinning!"""

from typing import Annotated, Final, Literal

import msgspec

from darwin_core.game import NOTHING, Options, State
from darwin_core.games.darwinning.components import SPACES
from darwin_core.kit.effects import Effect, SeatEffect
from darwin_core.language import mark

Cards = bytes
"""Cards in a row, a byte each; a hand is in order of kinds."""

EMPTY: Final = bytes([NOTHING])

BARE: Final = EMPTY * SPACES
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
            title=mark("show hand sizes"),
            description=mark("Shows the size of each hand."),
        ),
    ] = False


class BeginEra(Effect, frozen=True, tag="era", gc=False):
    """Shuffle, lay out environments, deal."""


class Lead(SeatEffect, frozen=True, tag="lead", gc=False):
    """A seat names the leader of the first trick."""


class Mutate(SeatEffect, frozen=True, tag="mutate", gc=False):
    """A seat may take a trait before it plays."""


class Follow(SeatEffect, frozen=True, tag="follow", gc=False):
    """A seat plays cards in the trick."""


class Declare(SeatEffect, frozen=True, tag="declare", gc=False):
    """In a match of two a seat chooses the cards of the display that it uses."""


class EndTrick(Effect, frozen=True, tag="trick", gc=False):
    """Find the winner."""


class Improve(SeatEffect, frozen=True, tag="improve", gc=False):
    """A seat may improve its species with one of some cards, which are in the discards."""

    cards: Cards


class Browse(SeatEffect, frozen=True, tag="browse", gc=False):
    """A seat may improve its species with any card of the discards."""


class Keep(Effect, frozen=True, tag="keep", gc=False):
    """All seats choose at once the cards they keep for the next era."""


class Survive(Effect, frozen=True, tag="survive", gc=False):
    """Every species is checked, the lowest first."""


class Share(SeatEffect, frozen=True, tag="share", gc=False):
    """A seat with Symbiosis may live in another's environment."""


class Hunt(SeatEffect, frozen=True, tag="hunt", gc=False):
    """A seat eats, one species after the other."""

    shared: int = 0
    """Food of an environment shared by Symbiosis."""
    eaten: int = 0
    """The species eaten so far, as bits; the dummy is the bit after the last seat."""


class Bite(Effect, frozen=True, tag="bite", gc=False):
    """The dummy eats all that it may."""


class Suffer(Effect, frozen=True, tag="suffer", gc=False):
    """Species with too many bites shrink."""


class Draw(SeatEffect, frozen=True, tag="draw", gc=False):
    """A seat with Metamorphosis draws a card."""


class Transform(SeatEffect, frozen=True, tag="transform", gc=False):
    """A seat places the card that it drew on a trait space."""

    card: int


AnyEffect = (
    BeginEra
    | Lead
    | Mutate
    | Follow
    | Declare
    | EndTrick
    | Improve
    | Browse
    | Keep
    | Survive
    | Share
    | Hunt
    | Bite
    | Suffer
    | Draw
    | Transform
)


class DarwinningState(State):
    """The state of a match. Cards are kinds, see ``components``; lists are by seat."""

    options: DarwinningOptions
    deck: Cards
    """The next card first."""
    discards: Cards
    """Open cards, the last discarded at the end."""
    buried: list[Cards]
    """Hand cards that each seat discarded face down this era."""
    hands: list[Cards]
    kept: list[Cards]
    """While all choose: the cards each seat has chosen to keep, EMPTY for a seat that has not
    chosen."""
    species: bytes
    places: list[int]
    """Spaces on the food chain, counted from 1; the dummy's after the last seat's."""
    population: list[int]
    bites: list[int]
    climbed: list[Cards]
    """Cards used to move up the food chain."""
    grown: list[Cards]
    """Cards used to increase the population."""
    adapted: list[Cards]
    """Cards used to adapt to environments."""
    traits: list[Cards]
    """The card on each trait space, NOTHING for none."""
    environments: bytes
    """The environments on the table in this era."""
    era: int
    """The era, counted from 1."""
    trick: int
    """The trick, counted from 1 in each era."""
    leader: int
    best: int
    """The seat with the strongest set in the trick, NOTHING before the first."""
    played: list[Cards]
    """The cards played in this trick; empty for a seat that has not played."""
    used: list[Cards]
    """In a match of two, the cards of the display that each seat has declared to use."""
    display: Cards
    """The dummy's cards in a match of two; NOTHING for a card that was taken."""
    pending: list[AnyEffect]
    """The pending effects; the next is last."""
