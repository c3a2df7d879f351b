"""The options, the pending effects and the state of a match of Yummy Darwinism."""

from darwin_core.game import Options, State
from darwin_core.kit.effects import SeatEffect

Cards = bytes
"""Cards by label, one byte each; a hand is in order."""

Triplet = bytes
"""Three cards in order, then the citizens' action cards that mark it."""


class YummyOptions(Options, frozen=True):
    """The options that are chosen before a match: none, there is one way to play."""


class Begin(SeatEffect, frozen=True, tag="begin", gc=False):
    """A turn begins: draw a card."""


class Move(SeatEffect, frozen=True, tag="move", gc=False):
    """A seat lays, trumps, marks, swaps, trades, or ends its turn."""


class Place(SeatEffect, frozen=True, tag="place", gc=False):
    """A seat has laid a triplet of one kind and chooses its place."""

    cards: Cards


class Offer(SeatEffect, frozen=True, tag="offer", gc=False):
    """A seat builds an offer."""

    partner: int
    is_counter: bool
    give: Cards = b""
    ask: Cards = b""


class Answer(SeatEffect, frozen=True, tag="answer", gc=False):
    """A seat answers an offer."""

    partner: int
    """The seat that made the offer."""
    is_counter: bool
    give: Cards
    """The cards that the partner would give."""
    ask: Cards


class Trim(SeatEffect, frozen=True, tag="trim", gc=False):
    """A seat discards down to its limit."""


AnyEffect = Begin | Move | Place | Offer | Answer | Trim


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
