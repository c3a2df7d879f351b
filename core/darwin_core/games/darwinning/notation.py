"""Actions as text, two-way, and the elements of the board that choose them."""

import re
from collections.abc import Callable, Sequence
from typing import Final, assert_never

from darwin_core.game import BadText, Element
from darwin_core.games.darwinning.components import BY_CODE, CARDS, ENVIRONMENTS
from darwin_core.games.darwinning.state import (
    DONE,
    Adapt,
    AnyAction,
    Cards,
    Climb,
    Done,
    Eat,
    Gain,
    Grow,
    Hold,
    Live,
    Name,
    Play,
    Take,
    Use,
    adapt,
    climb,
    eat,
    gain,
    grow,
    hold,
    live,
    name,
    play,
    take,
    use,
)

BUTTON: Final[Element] = ("button", 0)
"""Done, or none."""
USES: Final = ("climb", "grow", "adapt")
_ROOM: Final = 8
"""More than the spaces of a board or a display, to number all of them in a row."""


def trait_element(owner: int, space: int) -> Element:
    """The card on a space of a board, or on the dummy's display."""
    return ("trait", _ROOM * owner + space)


def owner_and_space(number: int) -> tuple[int, int]:
    """Back from the number of such an element."""
    return divmod(number, _ROOM)


def _codes(cards: Sequence[int]) -> str:
    return " ".join(CARDS[card].code for card in cards)


def notation(action: AnyAction) -> str:
    """An action in a few letters; seats and spaces count from 1."""
    match action:
        case Name(seat):
            return f"lead {seat + 1}"
        case Play(cards):
            return _codes(cards)
        case Use(cards):
            return f"use {_codes(cards)}".rstrip()
        case Take(owner, space, onto):
            return f"take {owner + 1}.{space + 1} {onto + 1}"
        case Climb(card):
            return f"climb {CARDS[card].code}"
        case Grow(card):
            return f"grow {CARDS[card].code}"
        case Adapt(card):
            return f"adapt {CARDS[card].code}"
        case Gain(card, space):
            return f"gain {CARDS[card].code} {space + 1}"
        case Hold(cards):
            return f"keep {_codes(cards)}".rstrip()
        case Live(environment):
            return f"live {ENVIRONMENTS[environment]}"
        case Eat(species):
            return f"eat {species + 1}"
        case Done():
            return "done"
        case _:
            assert_never(action)


def _cards(text: str) -> Cards:
    try:
        return bytes(BY_CODE[code] for code in text.split(" ") if text)
    except KeyError as error:
        raise BadText(
            f"{str(error.args[0])[:20]!r} is no card; cards are written like A7, B12, F3 or J."
        ) from None


def _card(text: str) -> int:
    (card,) = _cards(text)
    return card


_NUMBER: Final = "([1-9][0-9]?)"
_SET: Final = r"(|(?: [ABF]\d+| J)+)"
_ONE: Final = r"([ABFJ]\d*)"
# The most frequent first; no text has two forms.
_FORMS: Final[tuple[tuple[str, Callable[..., AnyAction]], ...]] = (
    (r"((?:[ABF]\d+|J)(?: [ABF]\d+| J)*)", lambda cards: play(_cards(cards))),
    (f"climb {_ONE}", lambda card: climb(_card(card))),
    (f"grow {_ONE}", lambda card: grow(_card(card))),
    (f"adapt {_ONE}", lambda card: adapt(_card(card))),
    (f"gain {_ONE} {_NUMBER}", lambda card, space: gain(_card(card), int(space) - 1)),
    (f"lead {_NUMBER}", lambda seat: name(int(seat) - 1)),
    (f"use{_SET}", lambda cards: use(_cards(cards[1:]))),
    (f"keep{_SET}", lambda cards: hold(_cards(cards[1:]))),
    (
        rf"take {_NUMBER}\.{_NUMBER} {_NUMBER}",
        lambda owner, space, onto: take(int(owner) - 1, int(space) - 1, int(onto) - 1),
    ),
    (f"live ({'|'.join(ENVIRONMENTS)})", lambda place: live(ENVIRONMENTS.index(place))),
    (f"eat {_NUMBER}", lambda being: eat(int(being) - 1)),
    ("done", lambda: DONE),
)
_PATTERNS: Final = tuple((re.compile(form, re.ASCII), make) for form, make in _FORMS)


def parse(text: str) -> AnyAction:
    """The action that a text stands for.

    Raises:
        BadText: if there is none.
    """
    for pattern, make in _PATTERNS:
        found = pattern.fullmatch(text)
        if found:
            action = make(*found.groups())
            if notation(action) == text:
                return action
    raise BadText(
        f"{text[:20]!r} is no action; cards are written like A7, B12, F3 or J, and other actions "
        "like lead 2, climb A7, gain F3 2, eat 1 or done."
    )


def targets(action: AnyAction) -> tuple[Element, ...]:
    """What is picked to choose an action."""
    match action:
        case Name(being) | Eat(being):
            return (("species", being),)
        case Play(cards):
            return tuple(("card", card) for card in cards)
        case Hold(cards):
            return tuple(("card", card) for card in cards) or (BUTTON,)
        case Use(cards):
            return tuple(("display", card) for card in cards) or (BUTTON,)
        case Take(owner, space, onto):
            return (trait_element(owner, space), ("space", onto))
        case Climb(card):
            return (("card", card), ("use", 0))
        case Grow(card):
            return (("card", card), ("use", 1))
        case Adapt(card):
            return (("card", card), ("use", 2))
        case Gain(card, space):
            return (("card", card), ("space", space))
        case Live(environment):
            return (("environment", environment),)
        case Done():
            return (BUTTON,)
        case _:
            assert_never(action)
