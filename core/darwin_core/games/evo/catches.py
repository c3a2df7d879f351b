"""The catches that a hand can still pay for in its generation.

A *catch* is a hunt or a forage with the cards that it costs. A *line* is a set of catches at one
location, of different fauna and flora, that a hand can pay for together.
"""

from collections.abc import Iterable, Iterator
from functools import cached_property
from typing import Final, NamedTuple

from msgspec.structs import replace

from darwin_core.contract.cards import Cards, together, without
from darwin_core.games.evo.acts import Forage, Hunt
from darwin_core.games.evo.generation import (
    BITS,
    PAIRS,
    forages,
    has_future,
    hunts,
    kills,
    migration_costs,
    price,
    search_card,
    skills_of,
    tokens_placed,
)
from darwin_core.games.evo.material import (
    LITTER,
    MIGRATION_CARDS,
    SCAVENGER,
    SLOTS,
    WANDERER,
    EvoState,
    primary,
)
from darwin_core.games.evo.rules import clone
from darwin_core.kit.judging import BoundedCache


class Catch(NamedTuple):
    """A hunt or a forage, with its cost and its yield."""

    place: int
    card: int
    """The fauna or flora."""
    is_hunt: bool
    cards: Cards
    """The cards that pay for it, in order of trait."""
    tokens: int
    births: int
    """Number of new cards."""
    is_fatal: bool
    """The fauna or flora dies out by it."""

    def is_like(self, other: "Catch") -> bool:
        """Return whether another catch takes the same fauna, or an equal flora."""
        return (self.is_hunt, self.card) == (other.is_hunt, other.card)

    @property
    def worth(self) -> int:
        """The cards passed on, tokens and new cards together: each is about a point."""
        return len(self.cards) + self.births + (0 if self.is_fatal else self.tokens)


Line = tuple[Catch, ...]
_GENERATIONS_MAX: Final = 32
"""Maximum number of generations whose lines are kept."""


class Lines:
    """The lines of a species in one generation, by location and hand. Cards that foresight may
    still draw are not considered."""

    def __init__(self, view: EvoState, species: int) -> None:
        self._view = view
        self._species = species
        adaptations = view.adaptations[species]
        self._skills = skills_of(adaptations)
        self._wanderings = adaptations.count(WANDERER) - view.wandered
        self._has_future = has_future(view, species)
        self._best = dict[tuple[int, Cards], Line]()
        self._most = dict[tuple[int, Cards, int, bool], tuple[int, int]]()

    @cached_property
    def _catches(self) -> list[list[Catch]]:
        """By location, the catches that the whole hand can pay for."""
        hand = self._view.hands[self._species]
        return [self._catches_at(at, hand) for at in range(len(self._view.locations))]

    def _catches_at(self, location: int, hand: Cards) -> list[Catch]:
        there = replace(self._view, active=location)
        species = self._species
        actions: list[Hunt | Forage] = [
            *hunts(there, species, self._skills, BITS[hand]),
            *forages(there, self._skills, hand),
        ]
        return [self.catch_of(location, action) for action in actions]

    def catch_of(self, location: int, action: Hunt | Forage) -> Catch:
        """Return a hunt or a forage at a location as a catch."""
        there = replace(self._view, active=location)
        place = SLOTS * location + action.slot
        card = there.slots[place]
        if isinstance(action, Hunt):
            cards, born = price(card, action.uses), primary(card)
            births = 1 + (LITTER in action.uses)
        else:
            search = bytes((search_card(there, action.uses),))
            cards = together(bytes((card,)) * action.amount, search)
            born, births = there.locations[location], 1
        births = min(births, there.supply[born]) if self._has_future else 0
        tokens = tokens_placed(there, self._species, action)
        is_fatal = kills(there, self._species, action)
        return Catch(place, card, isinstance(action, Hunt), cards, tokens, births, is_fatal)

    def payable(self, location: int, hand: Cards) -> list[Catch]:
        """Return the catches at a location that a part of the hand can pay for."""
        held_cards = BITS[hand]
        return [
            catch
            for catch in self._catches[location]
            if BITS[catch.cards] & held_cards == BITS[catch.cards] and _has(hand, catch.cards)
        ]

    def best(self, location: int, hand: Cards) -> Line:
        """Return the line of the most worth that lets nothing die out; empty if there is none."""
        key = location, hand
        if key not in self._best:
            safe = [catch for catch in self.payable(location, hand) if not catch.is_fatal]
            lines = _lines(safe, hand)
            self._best[key] = max(lines, key=lambda line: (_worth(line), -len(line)))
        return self._best[key]

    def most(
        self, location: int, hand: Cards, wandered: int = 0, *, stays: bool = False
    ) -> tuple[int, int]:
        """Return bounds for the cards that can be used for food, and for the tokens that they
        bring, from a location on.

        Args:
            wandered: number of wanderings by the actions before.
            stays: leave out migrations.
        """
        key = location, hand, wandered, stays
        bounds = self._most.get(key)
        if bounds is None:
            cards = tokens = 0
            for catch in self.payable(location, hand):
                rest = without(hand, catch.cards)
                more_cards, more_tokens = self.most(location, rest, wandered, stays=stays)
                cards = max(cards, len(catch.cards) + more_cards)
                tokens = max(tokens, self._most_tokens(catch) + more_tokens)
            if self._has_future and not stays:
                for goal, rest in self._hands_after_migrating(hand, wandered):
                    if goal != location:
                        has_wandered = len(hand) - len(rest) < MIGRATION_CARDS
                        further = self.most(goal, rest, wandered + has_wandered)
                        cards, tokens = max(cards, further[0]), max(tokens, further[1])
            bounds = self._most[key] = cards, tokens
        return bounds

    def _most_tokens(self, catch: Catch) -> int:
        """Return the tokens of a catch, with scavenger's for a fauna that an earlier hunt of the
        generation may have reached."""
        is_first = catch.is_hunt and not any(self._view.tokens[catch.place])
        return catch.tokens + (is_first and SCAVENGER in self._view.adaptations[self._species])

    def _hands_after_migrating(self, hand: Cards, wandered: int) -> Iterator[tuple[int, Cards]]:
        """Yield each location with the cards that a hand keeps after paying for a migration there,
        also the present one."""
        paid = migration_costs(BITS[hand] & PAIRS, wandered < self._wanderings)
        for cards in paid:
            for goal in range(len(self._view.locations)):
                yield goal, without(hand, cards)

    def is_in_reach(self, place: int, location: int, hand: Cards, wandered: int = 0) -> bool:
        """Return whether a hand can pay for the food of a place from a location, after a migration
        if need be."""
        goal = place // SLOTS
        hands: Iterable[Cards] = (hand,)
        if goal != location:
            hands = (rest for at, rest in self._hands_after_migrating(hand, wandered) if at == goal)
            hands = hands if self._has_future else ()
        return any(catch.place == place for rest in hands for catch in self.payable(goal, rest))

    def elsewhere(self, location: int) -> list[int]:
        """Return the places of another location whose food could be paid for after a migration."""
        hand = self._view.hands[self._species]
        places = {
            catch.place
            for at, rest in self._hands_after_migrating(hand, 0)
            if at == location and self._has_future
            for catch in self.payable(location, rest)
        }
        return sorted(places)


def _has(hand: Cards, cards: Cards) -> bool:
    """Return whether a hand holds some cards."""
    return all(hand.count(trait) >= cards.count(trait) for trait in {*cards})


def _worth(line: Line) -> int:
    return sum(catch.worth for catch in line)


def _lines(catches: list[Catch], hand: Cards) -> Iterator[Line]:
    """Yield the lines that a hand can pay for, the empty one first."""
    yield ()
    for number, catch in enumerate(catches):
        if not _has(hand, catch.cards):
            continue
        others = [other for other in catches[number + 1 :] if not other.is_like(catch)]
        for line in _lines(others, without(hand, catch.cards)):
            yield (catch, *line)


_kept_lines: Final = BoundedCache[tuple[object, ...], Lines](_GENERATIONS_MAX)


def lines_of(view: EvoState, species: int) -> Lines:
    """Return the lines of a species in its generation. They are kept, since hints and
    notes ask for the lines of a position again and again."""
    key = (
        *(species, view.hands[species], view.adaptations[species], view.wandered, view.millennium),
        *(has_future(view, species), view.locations, view.slots, view.supply, *view.tokens),
    )
    lines = _kept_lines.get(key)
    if lines is None:
        lines = _kept_lines.keep(key, Lines(clone(view), species))
    return lines
