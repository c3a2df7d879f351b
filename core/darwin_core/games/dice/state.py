"""The options and the state of a match of Darwin's Dice."""

from collections.abc import Iterable
from typing import Annotated

import msgspec

from darwin_core.contract.cards import Cards
from darwin_core.contract.game import Options, State
from darwin_core.text.language import mark

Hand = dict[int, int]
"""The number of cards of each kind. In a view another's hand is ``{HIDDEN: cards in it}``. Clones
share a hand, so it is replaced and never changed."""


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
            title=mark("card counter"),
            description=mark("Shows the cards not seen yet."),
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
