"""The state, the action and the events of a match of Darwin's Dice."""

from collections.abc import Iterable
from typing import Annotated, ClassVar, Final, Literal

import msgspec

from darwin_core.game import Action, Event, Options, State
from darwin_core.games.dice.components import KINDS

Cards = bytes
"""Cards in a row, a byte each. Bytes are as quick to join, to hash and to write as text."""
Hand = dict[int, int]
"""The number of cards of each kind. In a view another's hand is ``{HIDDEN: cards in it}``. Clones
share a hand, so it is replaced and never changed."""


Cause = Literal["scorpion", "snake"]
"""The special cards that make a seat lose cards."""


def hand_of(cards: Iterable[int]) -> Hand:
    """Return cards as a hand, lowest kind first."""
    hand: Hand = {}
    for card in sorted(cards):
        hand[card] = hand[card] + 1 if card in hand else 1
    return hand


class DiceOptions(Options, frozen=True):
    """The options that a table agrees on."""

    counter: Annotated[
        bool,
        msgspec.Meta(
            title="card counter",
            description="Shows the cards not seen yet.",
        ),
    ] = True


class DiceState(State):
    """The state of a match. Cards are kinds, see ``components``."""

    options: DiceOptions
    deck: Cards
    """Cards not yet dealt, next first."""
    hands: list[Hand]
    """Hands by seat, without the card chosen."""
    rolls: bytes
    """The roll of every turn of the match; later rolls are hidden in views."""
    turn: int
    """Turns finished in the match, and so the index of the present roll."""
    waiting: int
    """The seats that still have to choose, as bits."""
    chosen: list[int]
    """The card face down by seat, or NOTHING."""
    darwin: int
    """The seat that rolled the dice."""
    middle: Cards
    """Cards carried over from turns without a winner."""
    taken: list[Cards]
    """The cards won this round by seat, open, at risk."""
    out: Cards
    """Cards that have left the game."""
    scores: tuple[tuple[int, ...], ...]
    """Points added to the accounts, a row for each finished round."""

    @property
    def points(self) -> tuple[int, ...]:
        """The accounts by seat."""
        return tuple(map(sum, zip(*self.scores, strict=True))) or (0,) * len(self.hands)


class Play(Action, frozen=True, tag="play", cache_hash=True, gc=False):
    """Choose a card and place it face down."""

    card: int


PLAYS: Final = tuple(Play(card) for card in range(KINDS))
"""All actions, by card."""


class RoundBegan(Event, frozen=True, tag="round", gc=False):
    """New hands were dealt."""

    reveals: ClassVar[bool] = True
    round: int
    hands: tuple[Hand, ...]


class Rolled(Event, frozen=True, tag="rolled", gc=False):
    """The Darwin rolled both dice."""

    reveals: ClassVar[bool] = True
    darwin: int
    roll: int


class Chose(Event, frozen=True, tag="chose", gc=False):
    """A seat placed a card face down. Only that seat is shown the event; the position shows to the
    others who has chosen."""

    seat: int
    card: int


class Revealed(Event, frozen=True, tag="revealed", gc=False):
    """All chosen cards were turned up."""

    reveals: ClassVar[bool] = True
    roll: int
    ranking: tuple[tuple[int, int], ...]
    """(seat, card), the strongest first; equal cards in seat order."""


class Lost(Event, frozen=True, tag="lost", gc=False):
    """A seat lost the cards it had taken this round."""

    seat: int
    cards: tuple[int, ...]
    cause: Cause


class Won(Event, frozen=True, tag="won", gc=False):
    """A seat won the turn and took its cards and the middle."""

    seat: int
    cards: tuple[int, ...]
    carried: tuple[int, ...]


class Carried(Event, frozen=True, tag="carried", gc=False):
    """The strongest card was played more than once: nobody wins, all cards stay in the middle."""

    card: int
    seats: tuple[int, ...]


class Scored(Event, frozen=True, tag="scored", gc=False):
    """A round ended and the cards taken became points."""

    round: int
    points: tuple[int, ...]
    left: tuple[int, ...]
    """Cards of the middle that left the game."""


class Ended(Event, frozen=True, tag="ended", gc=False):
    """The match is over."""

    final_since: ClassVar[int] = 1
    totals: tuple[int, ...]
    winners: tuple[int, ...]


DiceEvent = RoundBegan | Rolled | Chose | Revealed | Lost | Won | Carried | Scored | Ended
