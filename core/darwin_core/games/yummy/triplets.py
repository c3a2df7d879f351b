"""Triplets: the cards that make one, and the actions on one."""

from functools import lru_cache
from itertools import combinations
from typing import Final

from darwin_core.contract.cards import Cards
from darwin_core.games.yummy.actions import Lay
from darwin_core.games.yummy.components import (
    FIRST_ACTION,
    GROUP,
    JOKERS,
    LABELS,
    MARKS,
    USA,
    VALUE,
)
from darwin_core.games.yummy.state import Triplet

SIZE: Final = 3
"""The cards of a triplet; any further ones mark it."""
_OTHERS: Final = tuple(
    bytes(label for label in range(LABELS) if label >= FIRST_ACTION or GROUP[label] != group)
    for group in range(len(JOKERS))
)
"""For each group, the labels that are not its playing cards and joker."""


def group_of(triplet: Triplet) -> int:
    """Return the group of a triplet's cards."""
    return GROUP[triplet[0]]


def points_of(triplet: Triplet) -> int:
    """Return a triplet's points: its group's value, less one for each mark. [How to play; special
    rule 5]"""
    return VALUE[group_of(triplet)] - (len(triplet) - SIZE)


def is_triplet(cards: Cards) -> bool:
    """Return whether cards in order are a triplet: three of one group, all equal or all different.

    A joker replaces any kind. [How to play 2; ruling: joker]
    """
    if len(cards) != SIZE or cards[-1] >= FIRST_ACTION:
        return False
    if GROUP[cards[0]] != GROUP[cards[-1]]:
        return False
    return cards[-1] in JOKERS or len({*cards}) in (1, SIZE)


def is_one_kind(triplet: Triplet) -> bool:
    """Return whether a triplet counts as three of a kind, as two with a joker do. [ruling:
    joker]"""
    return triplet[0] == triplet[1]


@lru_cache(maxsize=1 << 14)
def lays(hand: Cards) -> tuple[Lay, ...]:
    """Return the triplets that can be laid from a hand in order, group by group."""
    return tuple(each for group in range(len(JOKERS)) for each in lays_of(of_group(hand, group)))


def of_group(cards: Cards, group: int) -> Cards:
    """Return the playing cards and jokers of a group."""
    return cards.translate(None, _OTHERS[group])


@lru_cache(maxsize=1 << 14)
def lays_of(cards: Cards) -> tuple[Lay, ...]:
    """Return the triplets of some cards of one group."""
    threes = {bytes(three) for three in combinations(cards, SIZE)}
    return tuple(Lay(three) for three in sorted(threes) if is_triplet(three))


@lru_cache(maxsize=1 << 10)
def swaps(triplet: Triplet) -> Cards:
    """Return the cards that could replace a triplet's joker: the same kind, or any third kind.
    [special rule 2; ruling: swap]"""
    one, two, joker = triplet[:SIZE]
    if joker not in JOKERS:
        return b""
    if one == two:
        return bytes((one,))
    first = JOKERS[GROUP[joker] - 1] + 1 if GROUP[joker] else 0
    return bytes(card for card in range(first, joker) if card not in (one, two))


def swapped(triplet: Triplet, card: int) -> Triplet:
    """Return a triplet with a card in place of its joker; marks stay. [ruling: a swap leaves them
    in place]"""
    return bytes(sorted((*triplet[: SIZE - 1], card))) + triplet[SIZE:]


def can_be_trumped(triplet: Triplet) -> bool:
    """Return whether an action card of the group above trumps a triplet: not one of the USA with a
    mark. [special rule 5]"""
    return len(triplet) == SIZE


def captures(triplet: Triplet) -> bool:
    """Return whether the next mark captures a triplet. [special rule 5]"""
    return group_of(triplet) == USA and len(triplet) - SIZE == MARKS - 1
