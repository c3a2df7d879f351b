"""The cards, the options and the state of Finches. Cards are numbers from 0."""

from typing import Final

from darwin_core.contract.game import Options, State

ROUNDS: Final = 3
CARDS: Final = 30
SUITS: Final = ("ground", "cactus")


def suit(card: int) -> str:
    """Return the finch on a card."""
    return SUITS[card % 2]


class FinchesOptions(Options, frozen=True):
    """Finches has no options."""


class FinchesState(State):
    """A match at one moment."""

    options: FinchesOptions
    hands: list[bytes]
    """Each seat's cards, sorted."""
    laid: list[int]
    """Each seat's card of this round, or NOTHING."""
    gone: bytes
    """Cards of earlier rounds."""
    leader: int
    points: list[int]
