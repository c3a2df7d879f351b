"""Cards as text, two-way, and the element of the board that chooses them."""

from typing import Final

from darwin_core.game import BadText, Element
from darwin_core.games.dice.components import CARDS
from darwin_core.games.dice.state import PLAYS, Play

_BY_CODE: Final = {CARDS[play.card].code: play for play in PLAYS}


def notation(action: Play) -> str:
    """The card's code, as in ``S6``."""
    return CARDS[action.card].code


def parse(text: str) -> Play:
    """The play of the card with that code.

    Raises:
        BadText: if there is no such card.
    """
    play = _BY_CODE.get(text)
    if play is None:
        raise BadText(f"{text[:20]!r} is no card; cards are written like B7, S1, O9 or C.")
    return play


def targets(action: Play) -> tuple[Element, ...]:
    """The card in the hand."""
    return (("card", action.card),)
