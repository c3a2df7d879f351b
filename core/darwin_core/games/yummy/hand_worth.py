"""The worth of cards in hand, in points: they promise triplets, or trump those of others."""

from functools import lru_cache
from itertools import combinations
from typing import Final

from darwin_core.contract.cards import ONE, Cards, with_one, without
from darwin_core.games.yummy.components import (
    CITIZENS,
    COPIES,
    FIRST_ACTION,
    GROUP,
    JOKERS,
    LABELS,
    TRUMPED,
    VALUE,
)
from darwin_core.games.yummy.triplets import lays_of, of_group

LATER: Final = 0.75
"""The worth of a triplet still in hand, relative to one on the table."""
SIGHTINGS: Final = 6
"""The number of chances to see a card that completes a triplet."""
HOPE: Final = 0.2
"""The worth of cards that lack two for a triplet, relative to cards that lack one."""
ACTION: Final = 0.55
"""The worth of an action card in hand, relative to the triplets that it trumps."""
CITIZENS_ACTION: Final = 0.6
ROOM: Final = 0.5
"""The worth of one more card in hand, in each turn to come."""
UNSEEN_CARDS: Final = 75
"""The unseen cards in the middle of a match."""
GIVES_MAX: Final = 6
"""The number of cards to give that are weighed."""
PAIRED_MAX: Final = 4
"""The number of cards to give that are also weighed in pairs."""

GROUPS: Final = range(len(JOKERS))
"""The groups of which triplets are made."""
LABELS_OF: Final = tuple(
    tuple(label for label in range(FIRST_ACTION) if GROUP[label] == group) for group in GROUPS
)
"""The playing cards and the joker of each group, in order."""


@lru_cache(maxsize=1 << 14)
def promise(cards: Cards) -> float:
    """Return the worth of a hand's cards of one group, in the middle of a match."""
    if not cards:
        return 0.0
    value = VALUE[GROUP[cards[0]]]
    triplets = lays_of(cards)
    if triplets:
        return value * LATER + ROOM + max(promise(without(cards, each.cards)) for each in triplets)
    return value * LATER * _chance(cards)


@lru_cache(maxsize=1 << 14)
def _chance(cards: Cards) -> float:
    """Return the chance that cards of one group without a triplet become one."""
    more = [
        (COPIES[label] - cards.count(label), with_one(cards, label))
        for label in LABELS_OF[GROUP[cards[0]]]
    ]
    outs = sum(copies for copies, both in more if lays_of(both))
    if outs:
        return 1 - (1 - outs / UNSEEN_CARDS) ** SIGHTINGS
    if len(cards) > 1:
        return 0.0
    copies = sum(copies for copies, _ in more)
    return HOPE * sum(number * _chance(both) for number, both in more) / copies


def _use(card: int) -> float:
    """Return the worth of an action card in hand."""
    if GROUP[card] == CITIZENS:
        return CITIZENS_ACTION
    return ACTION * VALUE[TRUMPED[card]]


TYPICAL: Final = tuple(
    _use(card) if card >= FIRST_ACTION else 2 * promise(ONE[card]) for card in range(LABELS)
)
"""The worth of each card to a player whose hand is unknown."""
_USES: Final = TYPICAL[FIRST_ACTION:]


@lru_cache(maxsize=1 << 14)
def _gains(cards: Cards, group: int) -> tuple[float, ...]:
    """Return what each card of a group adds to the worth of the cards of that group in hand."""
    before = promise(cards)
    return tuple(promise(with_one(cards, label)) - before for label in LABELS_OF[group])


@lru_cache(maxsize=1 << 14)
def hand_worth(hand: Cards) -> float:
    """Return the worth of a hand in the middle of a match, in points."""
    actions = sum([TYPICAL[card] for card in hand if card >= FIRST_ACTION])
    return actions + sum([promise(of_group(hand, group)) for group in GROUPS])


@lru_cache(maxsize=1 << 12)
def gains(hand: Cards) -> tuple[float, ...]:
    """Return what each label adds to the worth of a hand."""
    of_groups = [_gains(of_group(hand, group), group) for group in GROUPS]
    return (*sum(of_groups, ()), *_USES)


@lru_cache(maxsize=1 << 14)
def _laid(cards: Cards) -> int:
    """Return how many triplets can be laid from cards of one group."""
    triplets = lays_of(cards)
    return max((1 + _laid(without(cards, each.cards)) for each in triplets), default=0)


@lru_cache(maxsize=1 << 14)
def ready(hand: Cards) -> int:
    """Return the points of the triplets that can be laid from a hand."""
    return sum(VALUE[group] * _laid(of_group(hand, group)) for group in GROUPS)


def cost(hand: Cards, gone: Cards) -> float:
    """Return what a hand loses without some of its cards."""
    return hand_worth(hand) - hand_worth(without(hand, gone))


@lru_cache(maxsize=1 << 12)
def cheap_gives(hand: Cards) -> tuple[Cards, ...]:
    """Return the cards of which a hand loses least, one by one and in pairs."""
    cheap = sorted({*hand}, key=lambda card: (cost(hand, ONE[card]), card))
    pairs = combinations(cheap[:PAIRED_MAX], 2)
    singles = [ONE[card] for card in cheap[:GIVES_MAX]]
    return (*singles, *[bytes(sorted(pair)) for pair in pairs])
