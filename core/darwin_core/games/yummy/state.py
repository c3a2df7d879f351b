"""The parts of a match of Yummy Darwinism: its state, effects, actions and events."""

from typing import ClassVar, Final

from darwin_core.game import Action, Emit, Event, Options, State
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


class Dealt(Event, frozen=True, tag="dealt", gc=False):
    """Hands were dealt, and the first seat was drawn."""

    reveals: ClassVar[bool] = True
    hands: tuple[Cards, ...]
    first: int


class TurnBegan(Event, frozen=True, tag="turn", gc=False):
    """A seat began its turn and drew a card."""

    reveals: ClassVar[bool] = True
    seat: int
    card: int
    left: int
    """Cards of the deck; none in the last turn."""


class Laid(Event, frozen=True, tag="laid", gc=False):
    """A seat laid a triplet."""

    reveals: ClassVar[bool] = True
    seat: int
    cards: Cards


class Kept(Event, frozen=True, tag="kept", gc=False):
    """A triplet of one kind stayed on the field."""

    seat: int
    cards: Cards


class Banked(Event, frozen=True, tag="banked", gc=False):
    """A triplet of one kind went to the point pile; play continues in this direction."""

    seat: int
    cards: Cards
    direction: int


class Trumped(Event, frozen=True, tag="trumped", gc=False):
    """A seat trumped another's triplet and took it: to its field if it is of the USA, otherwise to
    its point pile."""

    reveals: ClassVar[bool] = True
    seat: int
    card: int
    owner: int
    cards: Triplet


class Marked(Event, frozen=True, tag="marked", gc=False):
    """A citizens' action was played on a triplet of the USA."""

    reveals: ClassVar[bool] = True
    seat: int
    card: int
    owner: int
    cards: Triplet
    """With the marks, this one included."""


class Captured(Event, frozen=True, tag="captured", gc=False):
    """The last mark moved the triplet to the field of the player who played the mark."""

    seat: int
    owner: int
    cards: Triplet


class Swapped(Event, frozen=True, tag="swapped", gc=False):
    """A seat took the joker of another's triplet for a card."""

    reveals: ClassVar[bool] = True
    seat: int
    card: int
    owner: int
    joker: int


class TradeOpened(Event, frozen=True, tag="opened", gc=False):
    """A seat opened a trade with another. It is public, so it cannot be undone."""

    final_since: ClassVar[int] = 2
    seat: int
    partner: int


class Countered(Event, frozen=True, tag="countered", gc=False):
    """A seat announced a counter-offer. It is public, so it cannot be undone."""

    final_since: ClassVar[int] = 2
    seat: int
    partner: int


class Picked(Event, frozen=True, tag="picked", gc=False):
    """The cards given and the labels asked for so far; shown only to the seat that builds the
    offer."""

    is_draft: ClassVar[bool] = True
    seat: int
    give: Cards
    ask: Cards


class Offered(Event, frozen=True, tag="offered", gc=False):
    """A seat made an offer to another."""

    reveals: ClassVar[bool] = True
    seat: int
    partner: int
    give: Cards
    ask: Cards


class Traded(Event, frozen=True, tag="traded", gc=False):
    """An offer was accepted."""

    reveals: ClassVar[bool] = True
    seat: int
    """The seat that made the offer."""
    partner: int
    give: Cards
    ask: Cards


class Declined(Event, frozen=True, tag="declined", gc=False):
    """A seat declined an offer."""

    seat: int
    partner: int


class Refilled(Event, frozen=True, tag="refilled", gc=False):
    """A seat drew up at the end of its turn."""

    reveals: ClassVar[bool] = True
    seat: int
    cards: Cards


class Discarded(Event, frozen=True, tag="discarded", gc=False):
    """A seat had too many cards and discarded one."""

    reveals: ClassVar[bool] = True
    seat: int
    card: int


class Ended(Event, frozen=True, tag="ended", gc=False):
    """The deck ran out, and the match ended."""

    final_since: ClassVar[int] = 2
    totals: tuple[int, ...]
    winners: tuple[int, ...]


YummyEvent = (
    Dealt
    | TurnBegan
    | Laid
    | Kept
    | Banked
    | Trumped
    | Marked
    | Captured
    | Swapped
    | TradeOpened
    | Countered
    | Picked
    | Offered
    | Traded
    | Declined
    | Refilled
    | Discarded
    | Ended
)

Emitter = Emit[YummyEvent] | None
"""The function that receives events; None without observers."""
