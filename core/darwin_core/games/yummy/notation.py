"""Actions as text, two-way, and the elements of the board that choose them."""

import re
from collections.abc import Callable
from typing import Final, assert_never

from darwin_core.game import BadText, Element
from darwin_core.games.yummy.components import BY_CODE, CARDS
from darwin_core.games.yummy.state import (
    ACCEPT,
    BANK,
    COUNTER,
    DECLINE,
    END,
    KEEP,
    PROPOSE,
    Accept,
    AnyAction,
    Ask,
    Bank,
    Cards,
    Counter,
    Decline,
    Discard,
    End,
    Give,
    Keep,
    Lay,
    Mark,
    Propose,
    Swap,
    Trade,
    Trump,
    ask,
    discard,
    give,
    lay,
    mark,
    swap,
    trade,
    trump,
)

_WORDS: Final[dict[str, AnyAction]] = {
    "keep": KEEP,
    "bank": BANK,
    "propose": PROPOSE,
    "accept": ACCEPT,
    "decline": DECLINE,
    "counter": COUNTER,
    "end": END,
}
BUTTONS: Final = tuple(_WORDS)
"""What is chosen by a button, in the order of the buttons' numbers."""
_NAMES: Final = {type(action): word for word, action in _WORDS.items()}
_ROOM: Final = 32
"""More than the triplets of a field, to number those of all fields."""


def triplet_element(owner: int, place: int) -> Element:
    """A triplet on a field."""
    return ("triplet", _ROOM * owner + place)


def owner_and_place(number: int) -> tuple[int, int]:
    """Back from the number of such an element."""
    return divmod(number, _ROOM)


def codes(cards: Cards) -> str:
    """Cards in notation."""
    return " ".join(CARDS[card].code for card in cards)


def notation(action: AnyAction) -> str:
    """An action in a few letters; seats and triplets count from 1."""
    match action:
        case Lay(cards):
            return codes(cards)
        case Trump(card, owner, place):
            return f"trump {CARDS[card].code} {owner + 1}.{place + 1}"
        case Mark(card, owner, place):
            return f"mark {CARDS[card].code} {owner + 1}.{place + 1}"
        case Swap(card, owner, place):
            return f"swap {CARDS[card].code} {owner + 1}.{place + 1}"
        case Trade(partner):
            return f"trade {partner + 1}"
        case Give(card):
            return f"give {CARDS[card].code}"
        case Ask(label):
            return f"ask {CARDS[label].code}"
        case Discard(card):
            return f"discard {CARDS[card].code}"
        case Keep() | Bank() | Propose() | Accept() | Decline() | Counter() | End():
            return _NAMES[type(action)]
        case _:
            assert_never(action)


def _card(text: str) -> int:
    try:
        return BY_CODE[text]
    except KeyError:
        raise BadText(
            f"{text[:20]!r} is no card; cards are written like C3, EJ for a joker, or TA1 for an "
            "action."
        ) from None


_CARD: Final = "([CEPTUA]A?[1-9J])"
_PLACE: Final = r"([1-9])\.([1-9][0-9]?)"
_FORMS: Final[tuple[tuple[str, Callable[..., AnyAction]], ...]] = (
    (
        f"{_CARD} {_CARD} {_CARD}",
        lambda *cards: lay(bytes(_card(card) for card in cards)),
    ),
    (f"trump {_CARD} {_PLACE}", lambda c, o, p: trump(_card(c), int(o) - 1, int(p) - 1)),
    (f"mark {_CARD} {_PLACE}", lambda c, o, p: mark(_card(c), int(o) - 1, int(p) - 1)),
    (f"swap {_CARD} {_PLACE}", lambda c, o, p: swap(_card(c), int(o) - 1, int(p) - 1)),
    ("trade ([1-9])", lambda partner: trade(int(partner) - 1)),
    (f"give {_CARD}", lambda card: give(_card(card))),
    (f"ask {_CARD}", lambda card: ask(_card(card))),
    (f"discard {_CARD}", lambda card: discard(_card(card))),
)
_PATTERNS: Final = tuple((re.compile(form, re.ASCII), make) for form, make in _FORMS)


def parse(text: str) -> AnyAction:
    """The action that a text stands for.

    Raises:
        BadText: if there is none.
    """
    if text in _WORDS:
        return _WORDS[text]
    for pattern, make in _PATTERNS:
        found = pattern.fullmatch(text)
        if found:
            return make(*found.groups())
    raise BadText(
        f"{text[:20]!r} is no action; three cards are laid like C1 C2 CJ, and other actions are "
        "like trump EA1 2.1, swap C3 2.1, trade 2, give C1, ask C2, discard C1 or end."
    )


def button(word: str) -> Element:
    """The button of an action that is a single word."""
    return ("button", BUTTONS.index(word))


def targets(action: AnyAction) -> tuple[Element, ...]:
    """What is picked to choose an action."""
    match action:
        case Lay(cards):
            return tuple(("card", card) for card in cards)
        case Trump(card, owner, place) | Mark(card, owner, place) | Swap(card, owner, place):
            return (("card", card), triplet_element(owner, place))
        case Trade(partner):
            return (("seat", partner),)
        case Give(card) | Discard(card):
            return (("card", card),)
        case Ask(label):
            return (("label", label),)
        case Keep() | Bank() | Propose() | Accept() | Decline() | Counter() | End():
            return (button(_NAMES[type(action)]),)
        case _:
            assert_never(action)
