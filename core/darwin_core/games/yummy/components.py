"""The box of Yummy Darwinism: groups, kinds of cards, and tables to look them up.

A card is the number of its label, 0 to 49: group after group its playing cards and then its joker,
then the action cards. So a sorted hand lies group by group.
"""

from typing import Final

import msgspec

from darwin_core.components import Row, load
from darwin_core.game import HIDDEN


class Figure(Row, frozen=True):
    """A number of the rules."""

    name: str
    value: int


class Group(Row, frozen=True):
    """Cards that are worth the same."""

    name: str
    german: str
    letter: str
    value: int
    """Points of a triplet."""


class Joker(Row, frozen=True):
    """A card that stands for any of its group."""

    group: str
    copies: int


class Named(Row, frozen=True):
    """A playing card or an action card."""

    group: str
    english: str
    german: str
    copies: int


class Tables(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """All component tables of the game."""

    figures: tuple[Figure, ...]
    groups: tuple[Group, ...]
    kinds: tuple[Named, ...]
    jokers: tuple[Joker, ...]
    actions: tuple[Named, ...]


class Card(msgspec.Struct, frozen=True):
    """A label: what is printed on a card."""

    group: int
    code: str
    """Its notation: ``"C3"``, ``"CJ"`` for a joker, ``"CA1"`` for an action."""
    english: str
    german: str
    copies: int


TABLES: Final = load("yummy", Tables)
GROUPS: Final = TABLES.groups
_PLACE: Final = {group.name: place for place, group in enumerate(GROUPS)}
CITIZENS, EXECUTIVE, POLITICS, TERROR, USA, ALIENS = range(len(GROUPS))
VALUE: Final = bytes(group.value for group in GROUPS)

_FIGURES: Final = {figure.name: figure.value for figure in TABLES.figures}
HAND: Final = _FIGURES["hand"]
OPENINGS: Final = _FIGURES["openings"]
TRADED: Final = _FIGURES["traded"]
MARKS: Final = _FIGURES["marks"]


def _cards() -> tuple[Card, ...]:
    cards = []
    for place, group in enumerate(GROUPS):
        kinds = [row for row in TABLES.kinds if row.group == group.name]
        for number, row in enumerate(kinds, 1):
            code = f"{group.letter}{number}"
            cards.append(Card(place, code, row.english, row.german, row.copies))
        for joker in TABLES.jokers:
            if joker.group == group.name:
                code, german = f"{group.letter}J", f"Joker {group.german}"
                cards.append(Card(place, code, f"{group.name} joker", german, joker.copies))
    for place, group in enumerate(GROUPS):
        actions = [row for row in TABLES.actions if row.group == group.name]
        for number, row in enumerate(actions, 1):
            code = f"{group.letter}A{number}"
            cards.append(Card(place, code, row.english, row.german, row.copies))
    return tuple(cards)


CARDS: Final = _cards()
LABELS: Final = len(CARDS)
COPIES: Final = bytes(card.copies for card in CARDS)
BOX: Final = bytes(label for label in range(LABELS) for _ in range(COPIES[label]))
"""Every card there is."""
BY_CODE: Final = {card.code: label for label, card in enumerate(CARDS)}
GROUP: Final = bytes(card.group for card in CARDS)
FIRST_ACTION: Final = len(TABLES.kinds) + len(TABLES.jokers)
"""Action cards are the labels from here on."""
JOKERS: Final = bytes(label for label, card in enumerate(CARDS) if card.code[1:] == "J")
"""The joker of each group."""
TRUMPED: Final = bytes(
    GROUP[label] - 1 if label >= FIRST_ACTION and GROUP[label] else HIDDEN
    for label in range(LABELS)
)
"""The group that each label trumps, HIDDEN where none. The citizens' actions, below whom there is
nobody, mark instead."""
