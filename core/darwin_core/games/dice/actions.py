"""The action of Darwin's Dice."""

from typing import Final

from darwin_core.contract.game import Action
from darwin_core.games.dice.components import KINDS


class Play(Action, frozen=True, tag="play", cache_hash=True, gc=False):
    """Choose a card and place it face down."""

    card: int


PLAYS: Final = tuple(Play(card) for card in range(KINDS))
"""All actions, by card."""
