"""The options and the state of a match of Yummy Darwinism."""

from darwin_core.contract.cards import Cards
from darwin_core.contract.game import Options, State
from darwin_core.games.yummy.effects import AnyEffect

Triplet = bytes
"""Three cards in order, then the citizens' action cards that mark it."""


class YummyOptions(Options, frozen=True):
    """The options that are chosen before a match: none, there is one way to play."""


class YummyState(State):
    """A match at one moment. Lists are by seat."""

    options: YummyOptions
    deck: Cards
    """The next card first. Empty in the last turn."""
    out: Cards
    """Face-up cards out of the game, the last at the end."""
    hands: list[Cards]
    fields: list[tuple[Triplet, ...]]
    piles: list[tuple[Triplet, ...]]
    """Triplets banked and trumped."""
    seen: list[Cards]
    """Cards that a viewer saw going to a hand and that must still be there: by viewer, spectators
    last, then by hand."""
    declined: list[Cards]
    """The labels asked for by the last declined offer: by its maker, then by its receiver."""
    direction: int
    """1 clockwise, -1 anticlockwise."""
    turn: int
    """Counted from 1."""
    openings: bytes
    """The partners of the trades opened in this turn."""
    has_marked: bool
    """True if a citizens' action was played in this turn."""
    pending: list[AnyEffect]
    """The pending effects, next last."""
