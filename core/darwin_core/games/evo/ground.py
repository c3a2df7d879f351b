"""The yield of a hand at a location: enough to plan what a population does there.

A card that is played is a point, since it makes the Future Genome larger. A token is a point if its
fauna or flora does not die out. An offspring is one more card to play. If two cards are of no other
use, a journey saves one of them for the next generation.

Plans and the grounds they stand on are kept by what they depend on: they are asked for again and
again while a generation is planned, and in every world of a search.
"""

from collections.abc import Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from darwin_core.contract.cards import Cards, Counts
from darwin_core.contract.game import NOTHING
from darwin_core.games.evo.components import CATCH, FAUNA_SLOTS, HARDY, RING, SLOTS, primary
from darwin_core.games.evo.feeding import (
    EXTRAS,
    FORAGERS,
    HELPFUL,
    price,
    searches,
    skills_of,
    ways,
)
from darwin_core.games.evo.genes import has_future
from darwin_core.games.evo.state import EvoState
from darwin_core.kit.kept import Kept

PASSED_ON: Final = 1.0
"""The worth of a card in the Future Genome."""
TOKEN: Final = 1.1
"""The worth of a token that stays: a point, and it brings the bonus nearer."""
OFFSPRING: Final = 1.3
"""The worth of one more card for the next generation."""
STAY_CHANCE: Final = 0.55
"""The chance that a card stays if one more token makes it die out."""
ROOM: Final = 0.15
"""The increase of that chance for each token for which there is room."""
USE: Final = 0.1
"""The worth of using an adaptation."""
TOUCH: Final = 0.3
"""The worth of putting a token on a card that would otherwise thrive."""
GROUNDS_MAX: Final = 1 << 10
"""Grounds that are kept, by what they depend on."""


_IS_LEFT: Final = bytes(map(bool, range(256)))
"""Numbers of cards as 1 for some and 0 for none."""


# --- hands as numbers

_BITS: Final = 8
"""Bits of a number for each trait: the number of its cards, below a bit that is always set. When
cards are taken away, that bit is lost of a trait of which there are too few. The bits above count
all cards."""
_COUNT: Final = _BITS * RING
_MOST: Final = (1 << _BITS - 1) - 1
"""The most cards of a trait that a number holds."""
NO_CARDS: Final = sum(1 << _BITS * trait + _BITS - 1 for trait in range(RING))
"""The number of an empty hand."""
_UNITS: Final = tuple(1 << _BITS * trait | 1 << _BITS * RING for trait in range(RING))
"""The number of a card, by trait."""
_TWO_CARDS: Final = 2 << _COUNT


@lru_cache(maxsize=1 << 14)
def cost(cards: Cards) -> int:
    """Return cards as a number, to be taken from that of a hand."""
    return sum([_UNITS[card] for card in cards])


def hand_of(cards: Cards) -> int:
    """Return the number of a hand: the cards of each trait."""
    return NO_CARDS + cost(cards)


def number_of(hand: int) -> int:
    """Return the number of cards of a hand."""
    return hand >> _COUNT


# --- the yield of a hand


Hunts = Sequence[tuple[int, float]]
"""The cards that pay for each hunt, as a number, and its worth."""
Forages = Sequence[tuple[int, int, float, float]]
"""The cards that pay for each forage of one card, its flora, its worth and that of each further
card."""


class Offers(NamedTuple):
    """The plays at a location that a hand can pay for."""

    hunts: Hunts
    forages: Forages
    most: float
    """The most that any card yields by them or by a journey."""


class Ground:
    """A location's offers to a species, and what hands yield by them."""

    def __init__(self, hunts: Hunts, forages: Forages, saved: float) -> None:
        self.hunts, self.forages = hunts, forages
        self.saved = saved
        """The worth of two cards that are of no other use: one of them comes back."""
        self._plans = dict[int, float]()

    def affordable(self, hand: int) -> Offers:
        """Return the offers that a hand can pay for: those that matter to any part of it."""
        hunts = [hunt for hunt in self.hunts if hand - hunt[0] & NO_CARDS == NO_CARDS]
        forages = [forage for forage in self.forages if hand - forage[0] & NO_CARDS == NO_CARDS]
        most = self.saved / 2
        for paid, value in hunts:
            most = max(most, value / (paid >> _COUNT))
        for _, _, value, each in forages:
            most = max(most, value / 2, each)
        return Offers(hunts, forages, most)

    def plan(self, hand: int, offers: Offers | None = None) -> float:
        """Return the most that a hand yields here: cards passed on, tokens, offspring.

        Args:
            hand: the number of a hand.
            offers: those that it can pay for, and perhaps more.
        """
        if hand < _TWO_CARDS:
            # A hunt, a forage or a journey costs at least two cards.
            return 0.0
        found = self._plans.get(hand)
        if found is None:
            found = self._plans[hand] = self._plan(hand, offers or self.affordable(hand))
        return found

    def _plan(self, hand: int, offers: Offers) -> float:
        hunts, forages, most = offers
        best = (hand >> _COUNT) // 2 * self.saved
        for paid, value in hunts:
            rest = hand - paid
            # Most plans are no better, even if each card left yields the most of all.
            if rest & NO_CARDS == NO_CARDS and value + (rest >> _COUNT) * most > best:
                value += self.plan(rest, offers)
                if value > best:
                    best = value
        for paid, flora, value, each in forages:
            rest = hand - paid
            if rest & NO_CARDS == NO_CARDS and value + (rest >> _COUNT) * most > best:
                more = rest >> _BITS * flora & _MOST
                if more:
                    gathered = value + more * each
                    gathered += self.plan(rest - more * _UNITS[flora], offers)
                    if gathered > best:
                        best = gathered
                value += self.plan(rest, offers)
                if value > best:
                    best = value
        return best


class Means(NamedTuple):
    """The circumstances of a species, the same at every location."""

    species: int
    skills: int
    """Its adaptations, as bits."""
    has_future: bool
    offspring: float
    """The worth of one more card that is face up on the deck; 0 if it will not be drawn."""
    supply: bytes
    """By trait, 1 if a card is left."""
    limit: int
    """The most tokens on a card that does not die out."""
    is_open: bool
    """True if generations remain, of any species."""


def means_of(state: EvoState, species: int) -> Means:
    """Return the means of a species."""
    future = has_future(state, species)
    return Means(
        species,
        skills_of(state.adaptations[species]),
        future,
        OFFSPRING if future and any(state.available[species]) else 0.0,
        state.supply.translate(_IS_LEFT),
        HARDY + state.millennium,
        any(map(any, state.available)),
    )


_known: Final = Kept[tuple[object, ...], Ground](GROUNDS_MAX)


def ground(state: EvoState, means: Means, location: int) -> Ground:
    """Return the ground of a species at a location."""
    first, end = SLOTS * location, SLOTS * (location + 1)
    slots, tokens = state.slots[first:end], state.tokens[first:end]
    key = (means, state.locations[location], slots, *tokens)
    found = _known.get(key)
    if found is None:
        found = _known.keep(key, _ground(means, state.locations[location], slots, tokens))
    return found


def _ground(means: Means, home: int, slots: bytes, tokens: Sequence[Counts]) -> Ground:
    species, skills, _, offspring, supply, limit, is_open = means
    is_last = not means.has_future
    foragers, births = skills & FORAGERS, offspring * supply[home]
    hunts = list[tuple[int, float]]()
    forages = list[tuple[int, int, float, float]]()
    for slot, card in enumerate(slots):
        if card == NOTHING:
            continue
        there = tokens[slot]
        own, total = there[species], sum(there)
        if slot < FAUNA_SLOTS:
            helpful = skills & HELPFUL[card] & ~EXTRAS
            more = offspring * supply[primary(card)]
            hunts += _hunts(card, own, total, helpful, more, is_last, limit, is_open)
        else:
            forages += _forages(card, own, total, home, foragers, births, is_last, limit, is_open)
    return Ground(hunts, forages, offspring)


@lru_cache(maxsize=1 << 12)
def _hunts(
    fauna: int,
    own: int,
    total: int,
    helpful: int,
    births: float,
    is_last: bool,
    limit: int,
    is_open: bool,
) -> tuple[tuple[int, float], ...]:
    """Return the cards that pay for a hunt by each way to use adaptations, and its worth."""
    value = births + gain(own, total, CATCH + is_last, limit, is_open)
    found = []
    for _, (action, *_) in ways(0, fauna, helpful):
        cards = price(fauna, action.uses)
        found.append((cost(cards), value + len(cards) * PASSED_ON + len(action.uses) * USE))
    return tuple(found)


@lru_cache(maxsize=1 << 12)
def _forages(
    flora: int,
    own: int,
    total: int,
    home: int,
    foragers: int,
    births: float,
    is_last: bool,
    limit: int,
    is_open: bool,
) -> tuple[tuple[int, int, float, float], ...]:
    """Return the forages of a flora by each card to search with."""
    least = gain(own, total, 1 + is_last, limit, is_open)
    each = PASSED_ON + gain(own, total, 2 + is_last, limit, is_open) - least
    found = []
    for search, uses in searches(home, foragers):
        value = 2 * PASSED_ON + births + least + len(uses) * USE
        found.append((_UNITS[search] + _UNITS[flora], flora, value, each))
    return tuple(found)


# --- tokens


@lru_cache(maxsize=1 << 12)
def gain(own: int, total: int, more: int, limit: int, is_open: bool) -> float:
    """Return the worth of more tokens on a card, given the own ones on it and those of all."""
    gained = more * TOKEN * stay_chance(total + more, limit, is_open)
    gained -= _lost_by_dying(own, total, more, limit)
    return gained + TOUCH * (not total)


def stay_chance(total: int, limit: int, is_open: bool) -> float:
    """Return the chance that tokens on a card still count when the millennium ends.

    The card may die out before.
    """
    room = limit - total
    if room < 0:
        return 0.0
    # While generations remain, other populations use it too.
    sure = STAY_CHANCE + ROOM * room
    return sure if sure < 1 and is_open else 1.0


def _lost_by_dying(own: int, total: int, more: int, limit: int) -> float:
    """Return the own tokens that a card takes with it if it dies out, less half of the others'."""
    if not total <= limit < total + more:
        return 0.0
    return own - 0.5 * (total - own)
