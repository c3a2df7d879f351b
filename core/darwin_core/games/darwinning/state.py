"""The options and the state of a match of Darwinning!"""

from typing import Annotated, Final, Literal

import msgspec

from darwin_core.contract.cards import Cards
from darwin_core.contract.game import NOTHING, Options, State
from darwin_core.games.darwinning.components import SPACES
from darwin_core.games.darwinning.effects import AnyEffect
from darwin_core.text.language import mark

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
