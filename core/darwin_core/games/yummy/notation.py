"""The notation of actions, and the board elements by which they are chosen."""

from typing import Final

from darwin_core.contract.game import Element
from darwin_core.games.yummy import actions
from darwin_core.games.yummy.actions import AnyAction
from darwin_core.games.yummy.components import CARDS
from darwin_core.kit.codec import Code, Codec, Form, Series, numbers
from darwin_core.text.language import mark

BUTTONS: Final = ("keep", "bank", "propose", "accept", "decline", "counter", "end")
"""Actions chosen by a button, in the order of the buttons' numbers."""
_TRIPLETS_MAX: Final = 32
"""The element numbers of each owner: more than a field can have triplets."""


def triplet_element(owner: int, place: int) -> Element:
    """Return the element of a triplet on a field."""
    return ("triplet", _TRIPLETS_MAX * owner + place)


def owner_and_place(number: int) -> tuple[int, int]:
    """Return the owner and the place of a triplet element."""
    return divmod(number, _TRIPLETS_MAX)


def button(word: str) -> Element:
    """Return the button of an action that is a single word."""
    return ("button", BUTTONS.index(word))


def _on_triplet(action: actions.Trump | actions.Mark | actions.Swap) -> tuple[Element, Element]:
    return ("card", action.card), triplet_element(action.owner, action.place)


_CODES: Final = [card.code for card in CARDS]
_CARD: Final = Code("card", _CODES)
_SEAT: Final = Code("seat", numbers(9))
_PLACE: Final = Code("place", numbers(99))
_TEXT: Final = "{card} {owner}.{place}"

_CODEC: Final = Codec[AnyAction](
    AnyAction,
    mark(
        "no action; three cards are laid like C1 C2 CJ, and other actions are "
        "like trump EA1 2.1, swap C3 2.1, trade 2, give C1, ask C2, discard C1 or end."
    ),
    Form(actions.Lay, "{cards}", cards=Series(_CARD, " ", min_count=3, max_count=3)),
    Form[actions.Trump](
        actions.Trump, f"trump {_TEXT}", card=_CARD, owner=_SEAT, place=_PLACE, targets=_on_triplet
    ),
    Form[actions.Mark](
        actions.Mark, f"mark {_TEXT}", card=_CARD, owner=_SEAT, place=_PLACE, targets=_on_triplet
    ),
    Form[actions.Swap](
        actions.Swap, f"swap {_TEXT}", card=_CARD, owner=_SEAT, place=_PLACE, targets=_on_triplet
    ),
    Form(actions.Trade, "trade {partner}", partner=_SEAT),
    Form(actions.Give, "give {card}", card=_CARD),
    Form(actions.Ask, "ask {label}", label=Code("label", _CODES)),
    Form(actions.Discard, "discard {card}", card=_CARD),
    Form(actions.Keep, "keep", button=button("keep")),
    Form(actions.Bank, "bank", button=button("bank")),
    Form(actions.Propose, "propose", button=button("propose")),
    Form(actions.Accept, "accept", button=button("accept")),
    Form(actions.Decline, "decline", button=button("decline")),
    Form(actions.Counter, "counter", button=button("counter")),
    Form(actions.End, "end", button=button("end")),
)
notation, parse, targets = _CODEC.notation, _CODEC.parse, _CODEC.targets
