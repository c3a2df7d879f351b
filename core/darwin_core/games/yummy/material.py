"""The box and the state of Yummy Darwinism: groups, kinds of cards, lookup tables, pending effects,
and a match at one moment.

A card is the number of its label, 0 to 49. Labels are in order of groups, with the joker after the
playing cards of its group; action cards come last. So the playing cards and jokers of a group are
together in a sorted hand. Cards "in order" are sorted by label. There is one copy of each joker and
each action card.
"""

from typing import Final

import msgspec

from darwin_core.contract.cards import Cards
from darwin_core.contract.game import HIDDEN, Options, State
from darwin_core.contract.tables import Row, load
from darwin_core.kit.effects import SeatEffect
from darwin_core.text.nouns import Noun


class Figure(Row, frozen=True):
    """A number of the rules, by name."""

    name: str
    value: int


class Group(Row, frozen=True):
    """Cards of equal worth."""

    name: str
    letter: str
    value: int
    """Points of a triplet."""
    colour: str = ""
    """The printed colour."""


class Joker(Row, frozen=True):
    """A card that can replace any card of its group."""

    group: str
    copies: int


class CardRow(Row, frozen=True):
    """A playing card or an action card."""

    group: str
    name: str
    copies: int
    plural: str = ""
    """The plural, where the word has one."""
    called: str = ""
    """The name of one card in an English sentence, if different from the name."""


class Tables(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """All component tables of the game."""

    figures: tuple[Figure, ...]
    groups: tuple[Group, ...]
    kinds: tuple[CardRow, ...]
    jokers: tuple[Joker, ...]
    actions: tuple[CardRow, ...]


class Card(msgspec.Struct, frozen=True):
    """The print that all copies of a card share, by label."""

    group: int
    """The index of the group."""
    code: str
    """The card's notation: ``"C3"``, ``"CJ"`` for a joker, ``"CA1"`` for an action."""
    name: str
    copies: int
    """Number of copies in the box."""
    one: str
    """The message for one card in a sentence: ``"an anarchist"``, ``"the police"``, ``"Rambo"``."""
    several: str
    """The message for several cards: ``"{number} anarchists"``, ``"{number} police cards"``."""


TABLES: Final = load(__package__, Tables)
GROUPS: Final = TABLES.groups
"""The groups from the weakest to the strongest."""
CITIZENS, EXECUTIVE, POLITICS, TERROR, USA, ALIENS = range(len(GROUPS))
"""Numbers of the groups."""
VALUE_OF_GROUP: Final = bytes(group.value for group in GROUPS)
"""Points of a triplet, by group; 0 for the aliens, who have none."""

_FIGURES: Final = {figure.name: figure.value for figure in TABLES.figures}
HAND_CARDS: Final = _FIGURES["hand"]
"""Cards of a hand at the start, and its limit without triplets on the field."""
TRADES_MAX: Final = _FIGURES["openings"]
"""Trades that a seat may open in a turn."""
TRADE_CARDS_MAX: Final = _FIGURES["traded"]
"""Maximum number of cards on each side of a trade."""
MARKS_TO_CAPTURE: Final = _FIGURES["marks"]
"""Number of marks that captures a triplet of the USA."""


def without_article(name: str) -> str:
    """Return a name without its article, for counting or abbreviation."""
    return name.removeprefix("the ")


def _card(group: int, code: str, row: CardRow, singular: str) -> Card:
    """Return a card, with a plural made by the word "cards" if its row has none."""
    several = f"{{number}} {row.plural or f'{without_article(row.name)} cards'}"
    return Card(group, code, row.name, row.copies, singular, several)


def _words_for_one(row: CardRow) -> str:
    """Return the words for one playing card in a sentence: with an article if there is a plural."""
    is_counted = row.plural and without_article(row.name) == row.name
    return row.called or (format(Noun(row.name), "a") if is_counted else row.name)


def _cards() -> tuple[Card, ...]:
    """Return the cards in order of labels: group by group, each with its joker last, then action
    cards."""
    cards = []
    for index, group in enumerate(GROUPS):
        kinds = [row for row in TABLES.kinds if row.group == group.name]
        for number, row in enumerate(kinds, 1):
            cards.append(_card(index, f"{group.letter}{number}", row, _words_for_one(row)))
        for joker in TABLES.jokers:
            if joker.group == group.name:
                name = f"{group.name} joker"
                row = CardRow(
                    source=joker.source, group=joker.group, name=name, copies=joker.copies
                )
                cards.append(_card(index, f"{group.letter}J", row, f"the {name}"))
    for index, group in enumerate(GROUPS):
        actions = [row for row in TABLES.actions if row.group == group.name]
        for number, row in enumerate(actions, 1):
            singular = row.called or f"the {row.name}"
            cards.append(_card(index, f"{group.letter}A{number}", row, singular))
    return tuple(cards)


CARDS: Final = _cards()
"""The cards by label."""
LABELS: Final = len(CARDS)
"""Number of labels."""
COPIES_OF: Final = bytes(card.copies for card in CARDS)
"""Number of copies in the box, by label."""
BOX: Final = bytes(label for label in range(LABELS) for _ in range(COPIES_OF[label]))
"""All cards of the box, in order."""
GROUP_OF: Final = bytes(card.group for card in CARDS)
"""The group, by label."""
FIRST_ACTION: Final = len(TABLES.kinds) + len(TABLES.jokers)
"""The first label of the action cards."""
JOKERS: Final = bytes(label for label, card in enumerate(CARDS) if card.code[1:] == "J")
"""The label of each group's joker, by group; the last groups have none."""
TRUMPED: Final = bytes(
    GROUP_OF[label] - 1 if label >= FIRST_ACTION and GROUP_OF[label] else HIDDEN
    for label in range(LABELS)
)
"""The group that each label trumps; HIDDEN for labels that trump nothing. The citizens' actions,
which have no group below them, mark triplets instead."""


class Begin(SeatEffect, frozen=True, tag="begin"):
    """A seat begins its turn and draws a card."""


class Move(SeatEffect, frozen=True, tag="move"):
    """A seat lays, trumps, marks, swaps, trades, or ends its turn."""


class PlaceTriplet(SeatEffect, frozen=True, tag="place"):
    """A seat has laid a triplet of one kind and chooses whether to keep or bank it."""

    cards: Cards


class Offer(SeatEffect, frozen=True, tag="offer"):
    """A seat builds an offer."""

    partner: int
    """The seat that will answer the offer."""
    is_counter: bool
    give: Cards = b""
    """The cards that the seat would give, in order."""
    ask: Cards = b""
    """The labels that the seat asks for, in order."""


class Answer(SeatEffect, frozen=True, tag="answer"):
    """A seat answers an offer."""

    partner: int
    """The seat that made the offer."""
    is_counter: bool
    give: Cards
    """The cards that the partner would give."""
    ask: Cards
    """The labels that the partner asks for."""


class Trim(SeatEffect, frozen=True, tag="trim"):
    """A seat has more cards than its limit and discards the excess."""


AnyEffect = Begin | Move | PlaceTriplet | Offer | Answer | Trim


Triplet = bytes
"""Three cards in order, then the citizens' action cards that mark it."""


class YummyOptions(Options, frozen=True):
    """The options chosen before a match. The game has none."""


class YummyState(State):
    """A match at one moment. Lists are by seat where nothing else is said."""

    options: YummyOptions
    deck: Cards
    """The deck, next card first; empty in the last turn."""
    out: Cards
    """Cards that have left the game face up, latest last."""
    hands: list[Cards]
    """The hands, in order of labels."""
    fields: list[tuple[Triplet, ...]]
    """The triplets on the fields. New ones come last."""
    piles: list[tuple[Triplet, ...]]
    """Triplets on the point piles: the banked ones, and those taken from other seats, except
    triplets of the USA."""
    seen: list[Cards]
    """Cards that a viewer saw going to a hand and that must still be there. Rows are by viewer
    (spectators last), then by hand."""
    declined: list[Cards]
    """The labels asked for by the last declined offer of each seat to each seat, by maker and then
    by receiver."""
    direction: int
    """Direction of play: 1 is clockwise, -1 anticlockwise."""
    turn: int
    """Number of the turn, counted from 1."""
    openings: bytes
    """The seats with which a trade was opened in this turn, in order."""
    has_marked: bool
    """True if a citizens' action was played in this turn."""
    pending: list[AnyEffect]
    """The pending effects, next last."""
