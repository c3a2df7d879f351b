"""The actions of Yummy Darwinism, one small decision each."""

from typing import Final

from darwin_core.contract.cards import Cards
from darwin_core.contract.game import Action


class Lay(Action, frozen=True, tag="lay", cache_hash=True, gc=False):
    """Lay a triplet, in order of labels."""

    cards: Cards


class Keep(Action, frozen=True, tag="keep", cache_hash=True, gc=False):
    """Leave a triplet of one kind on the own field."""


class Bank(Action, frozen=True, tag="bank", cache_hash=True, gc=False):
    """Put a triplet of one kind on the own point pile, which reverses the direction of play."""


class Trump(Action, frozen=True, tag="trump", cache_hash=True, gc=False):
    """Play an action card on another's triplet of the group below."""

    card: int
    owner: int
    place: int
    """On the owner's field, counted from 0."""


class Mark(Action, frozen=True, tag="mark", cache_hash=True, gc=False):
    """Play a citizens' action on another's triplet of the USA."""

    card: int
    owner: int
    place: int


class Swap(Action, frozen=True, tag="swap", cache_hash=True, gc=False):
    """Take the joker of another's triplet for a card that keeps it valid."""

    card: int
    owner: int
    place: int


class Trade(Action, frozen=True, tag="trade", cache_hash=True, gc=False):
    """Open a trade with a seat."""

    partner: int


class Give(Action, frozen=True, tag="give", cache_hash=True, gc=False):
    """Add a card of the own hand to an offer."""

    card: int


class Ask(Action, frozen=True, tag="ask", cache_hash=True, gc=False):
    """Ask for one more label."""

    label: int


class Propose(Action, frozen=True, tag="propose", cache_hash=True, gc=False):
    """Make the offer."""


class Accept(Action, frozen=True, tag="accept", cache_hash=True, gc=False):
    """Accept an offer."""


class Decline(Action, frozen=True, tag="decline", cache_hash=True, gc=False):
    """Decline an offer."""


class Counter(Action, frozen=True, tag="counter", cache_hash=True, gc=False):
    """Make a counter-offer."""


class Discard(Action, frozen=True, tag="discard", cache_hash=True, gc=False):
    """Discard a card, out of the game."""

    card: int


class End(Action, frozen=True, tag="end", cache_hash=True, gc=False):
    """End the turn."""


AnyAction = (
    Lay
    | Keep
    | Bank
    | Trump
    | Mark
    | Swap
    | Trade
    | Give
    | Ask
    | Propose
    | Accept
    | Decline
    | Counter
    | Discard
    | End
)

AnyMove = Lay | Trump | Mark | Swap | Trade | End
"""The moves of a turn, as often and in any order as wanted."""

KEEP: Final = Keep()

BANK: Final = Bank()

PROPOSE: Final = Propose()

ACCEPT: Final = Accept()

DECLINE: Final = Decline()

COUNTER: Final = Counter()

END: Final = End()
