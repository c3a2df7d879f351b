"""The effects of Yummy Darwinism. What is still to be done is a stack of them in the state."""

from darwin_core.contract.cards import Cards
from darwin_core.kit.effects import SeatEffect


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
