"""The state, the action and the events of Finches. Cards are numbers from 0."""

from typing import ClassVar, Final

from darwin_core.game import Action, Event, Options, State

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
    """By seat, in order."""
    laid: list[int]
    """By seat the card of this round, or NOTHING."""
    gone: bytes
    """Cards of earlier rounds."""
    leader: int
    points: list[int]


class Lay(Action, frozen=True, tag="lay", cache_hash=True, gc=False):
    """Lay a card."""

    card: int


class Dealt(Event, frozen=True, tag="dealt", gc=False):
    """The hands were dealt."""

    reveals: ClassVar[bool] = True
    hands: tuple[bytes, ...]


class Laid(Event, frozen=True, tag="laid", gc=False):
    """A seat laid a card."""

    reveals: ClassVar[bool] = True
    seat: int
    card: int


class Taken(Event, frozen=True, tag="taken", gc=False):
    """A seat took a round."""

    seat: int
    card: int


class Ended(Event, frozen=True, tag="ended", gc=False):
    """The match is over."""

    final_since: ClassVar[int] = 1
    totals: tuple[int, ...]
    winners: tuple[int, ...]


FinchesEvent = Dealt | Laid | Taken | Ended
