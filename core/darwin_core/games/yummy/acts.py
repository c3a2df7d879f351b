"""The actions of Yummy Darwinism, one small decision each, their notation, and the events."""

from typing import ClassVar, Final

from darwin_core.contract.cards import Cards
from darwin_core.contract.game import Action, Element, Emit, Event
from darwin_core.games.yummy.material import CARDS, Triplet
from darwin_core.kit.codec import Code, Codec, Form, Series, numbers
from darwin_core.text.language import mark


class Lay(Action, frozen=True, tag="lay"):
    """Lay a triplet, in order of labels."""

    cards: Cards


class Keep(Action, frozen=True, tag="keep"):
    """Leave a triplet of one kind on the seat's own field."""


class Bank(Action, frozen=True, tag="bank"):
    """Put a triplet of one kind on the seat's own point pile, which reverses the direction of
    play."""


# A ``place`` is the index of a triplet on its owner's field.


class Trump(Action, frozen=True, tag="trump"):
    """Play an action card on another seat's triplet of the group below."""

    card: int
    owner: int
    place: int


class Mark(Action, frozen=True, tag="mark"):
    """Play a citizens' action on another seat's triplet of the USA."""

    card: int
    owner: int
    place: int


class Swap(Action, frozen=True, tag="swap"):
    """Take the joker of another seat's triplet in exchange for a card with which the triplet stays
    valid."""

    card: int
    owner: int
    place: int


class Trade(Action, frozen=True, tag="trade"):
    """Open a trade with a seat."""

    partner: int


class Give(Action, frozen=True, tag="give"):
    """Add a card of the seat's hand to an offer."""

    card: int


class Ask(Action, frozen=True, tag="ask"):
    """Add a label to the cards that an offer asks for."""

    label: int


class Propose(Action, frozen=True, tag="propose"):
    """Make the offer."""


class Accept(Action, frozen=True, tag="accept"):
    """Accept an offer."""


class Decline(Action, frozen=True, tag="decline"):
    """Decline an offer."""


class Counter(Action, frozen=True, tag="counter"):
    """Make a counter-offer."""


class Discard(Action, frozen=True, tag="discard"):
    """Discard a card; it leaves the game."""

    card: int


class End(Action, frozen=True, tag="end"):
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
"""The moves of a turn, in any number and order."""

# The actions without fields.
KEEP: Final = Keep()
BANK: Final = Bank()
PROPOSE: Final = Propose()
ACCEPT: Final = Accept()
DECLINE: Final = Decline()
COUNTER: Final = Counter()
END: Final = End()


class Dealt(Event, frozen=True, tag="dealt"):
    """Hands were dealt, and the first seat was drawn."""

    reveals: ClassVar[bool] = True
    hands: tuple[Cards, ...]
    first: int


class TurnBegan(Event, frozen=True, tag="turn"):
    """A seat began its turn and drew a card."""

    reveals: ClassVar[bool] = True
    seat: int
    card: int
    left: int
    """Number of cards left in the deck; 0 in the last turn."""


class Laid(Event, frozen=True, tag="laid"):
    """A seat laid a triplet."""

    reveals: ClassVar[bool] = True
    seat: int
    cards: Cards


class Kept(Event, frozen=True, tag="kept"):
    """A triplet of one kind stayed on the field."""

    seat: int
    cards: Cards


class Banked(Event, frozen=True, tag="banked"):
    """A triplet of one kind went to the point pile; play continues in this direction."""

    always_scores: ClassVar[bool] = True
    seat: int
    cards: Cards
    direction: int
    """1 is clockwise, -1 anticlockwise."""


class Trumped(Event, frozen=True, tag="trumped"):
    """A seat trumped another seat's triplet and took it: a triplet of the USA to its field, any
    other to its point pile."""

    reveals: ClassVar[bool] = True
    always_scores: ClassVar[bool] = True
    loser: ClassVar[str] = "owner"
    seat: int
    card: int
    owner: int
    cards: Triplet


class Marked(Event, frozen=True, tag="marked"):
    """A citizens' action was played on a triplet of the USA."""

    reveals: ClassVar[bool] = True
    always_scores: ClassVar[bool] = True
    loser: ClassVar[str] = "owner"
    seat: int
    card: int
    owner: int
    cards: Triplet
    """The triplet with its marks, including the new one."""


class Captured(Event, frozen=True, tag="captured"):
    """The third mark captured a triplet: it moved to the field of the seat that played the mark."""

    always_scores: ClassVar[bool] = True
    loser: ClassVar[str] = "owner"
    seat: int
    owner: int
    cards: Triplet
    """The triplet without its marks."""


class Swapped(Event, frozen=True, tag="swapped"):
    """A seat took the joker of another seat's triplet in exchange for a card."""

    reveals: ClassVar[bool] = True
    loser: ClassVar[str] = "owner"
    seat: int
    card: int
    owner: int
    joker: int


class TradeOpened(Event, frozen=True, tag="opened"):
    """A seat began to build an offer to another seat. Only the seat that builds the offer sees the
    event."""

    is_draft: ClassVar[bool] = True
    seat: int
    partner: int


class Countered(Event, frozen=True, tag="countered"):
    """A seat announced a counter-offer. The announcement is public, so it cannot be undone."""

    final_since: ClassVar[int] = 2
    seat: int
    partner: int
    """The seat that made the first offer."""


class Picked(Event, frozen=True, tag="picked"):
    """A seat added a card or a label to its offer. Only that seat sees the event."""

    is_draft: ClassVar[bool] = True
    seat: int
    give: Cards
    """The cards given so far."""
    ask: Cards
    """The labels requested so far."""


class Offered(Event, frozen=True, tag="offered"):
    """A seat made an offer to another seat."""

    reveals: ClassVar[bool] = True
    seat: int
    partner: int
    give: Cards
    ask: Cards


class Traded(Event, frozen=True, tag="traded"):
    """An offer was accepted."""

    reveals: ClassVar[bool] = True
    seat: int
    """The seat that made the offer."""
    partner: int
    give: Cards
    ask: Cards


class Declined(Event, frozen=True, tag="declined"):
    """A seat declined an offer. The answer is public, so it cannot be undone."""

    final_since: ClassVar[int] = 3
    seat: int
    partner: int
    """The seat that made the offer."""


class Refilled(Event, frozen=True, tag="refilled"):
    """A seat drew up at the end of its turn."""

    reveals: ClassVar[bool] = True
    seat: int
    cards: Cards


class Discarded(Event, frozen=True, tag="discarded"):
    """A seat had too many cards and discarded one."""

    reveals: ClassVar[bool] = True
    seat: int
    card: int


class Ended(Event, frozen=True, tag="ended"):
    """The deck ran out, and the match ended."""

    final_since: ClassVar[int] = 2
    totals: tuple[int, ...]
    """The points, by seat."""
    winners: tuple[int, ...]
    """The seats that win; several on a tie."""


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


BUTTONS: Final = ("keep", "bank", "propose", "accept", "decline", "counter", "end")
"""Actions chosen by a button, in the order of the buttons' numbers."""
_TRIPLETS_MAX: Final = 32
"""Element numbers reserved for each owner: more than a field can have triplets, as the box has 80
cards for triplets."""


def triplet_element(owner: int, place: int) -> Element:
    """Return the element of a triplet on a field."""
    return ("triplet", _TRIPLETS_MAX * owner + place)


def owner_and_place(number: int) -> tuple[int, int]:
    """Return the owner of a triplet element and the triplet's index on the field."""
    return divmod(number, _TRIPLETS_MAX)


def button(word: str) -> Element:
    """Return the element of the button for an action, by the action's notation."""
    return ("button", BUTTONS.index(word))


def _triplet_targets(action: Trump | Mark | Swap) -> tuple[Element, Element]:
    return ("card", action.card), triplet_element(action.owner, action.place)


_CODES: Final = [card.code for card in CARDS]
_CARD: Final = Code("card", _CODES)
_SEAT: Final = Code("seat", numbers(9))
_PLACE: Final = Code("place", numbers(99))
_ON_TRIPLET: Final = "{card} {owner}.{place}"
"""The notation of a card played on a triplet, after its verb."""

_CODEC: Final = Codec[AnyAction](
    AnyAction,
    mark(
        "no action; three cards are laid like C1 C2 CJ, and other actions are "
        "like trump EA1 2.1, swap C3 2.1, trade 2, give C1, ask C2, discard C1 or end."
    ),
    Form(Lay, "{cards}", cards=Series(_CARD, " ", min_count=3, max_count=3)),
    Form[Trump](
        Trump,
        f"trump {_ON_TRIPLET}",
        card=_CARD,
        owner=_SEAT,
        place=_PLACE,
        targets=_triplet_targets,
    ),
    Form[Mark](
        Mark, f"mark {_ON_TRIPLET}", card=_CARD, owner=_SEAT, place=_PLACE, targets=_triplet_targets
    ),
    Form[Swap](
        Swap, f"swap {_ON_TRIPLET}", card=_CARD, owner=_SEAT, place=_PLACE, targets=_triplet_targets
    ),
    Form(Trade, "trade {partner}", partner=_SEAT),
    Form(Give, "give {card}", card=_CARD),
    Form(Ask, "ask {label}", label=Code("label", _CODES)),
    Form(Discard, "discard {card}", card=_CARD),
    Form(Keep, "keep", button=button("keep")),
    Form(Bank, "bank", button=button("bank")),
    Form(Propose, "propose", button=button("propose")),
    Form(Accept, "accept", button=button("accept")),
    Form(Decline, "decline", button=button("decline")),
    Form(Counter, "counter", button=button("counter")),
    Form(End, "end", button=button("end")),
)
notation, parse, targets = _CODEC.notation, _CODEC.parse, _CODEC.targets
