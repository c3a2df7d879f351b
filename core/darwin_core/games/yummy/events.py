"""The events of a match of Yummy Darwinism."""

from typing import ClassVar

from darwin_core.contract.cards import Cards
from darwin_core.contract.game import Emit, Event
from darwin_core.games.yummy.state import Triplet


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

    always_scores: ClassVar[bool] = True
    seat: int
    cards: Cards
    direction: int


class Trumped(Event, frozen=True, tag="trumped", gc=False):
    """A seat trumped another's triplet and took it: to its field if it is of the USA, otherwise to
    its point pile."""

    reveals: ClassVar[bool] = True
    always_scores: ClassVar[bool] = True
    seat: int
    card: int
    owner: int
    cards: Triplet


class Marked(Event, frozen=True, tag="marked", gc=False):
    """A citizens' action was played on a triplet of the USA."""

    reveals: ClassVar[bool] = True
    always_scores: ClassVar[bool] = True
    seat: int
    card: int
    owner: int
    cards: Triplet
    """With the marks, this one included."""


class Captured(Event, frozen=True, tag="captured", gc=False):
    """The last mark moved the triplet to the field of the player who played the mark."""

    always_scores: ClassVar[bool] = True
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
    """A seat began to build an offer to another; shown only to the seat that builds it."""

    is_draft: ClassVar[bool] = True
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
    """A seat declined an offer. It is public, so it cannot be undone."""

    final_since: ClassVar[int] = 3
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
