"""The box and the state of Darwin's Dice: cards, dice and deals, the lookup tables of the rules,
and a match at one moment.

A card is the number of its kind, 0 to 34; identical cards have the same number. A roll is also one
number, 0 to 47: ``face * 8 + number - 1``. Strengths are ranks of kinds of cards under a roll and
have no unit.
"""

from collections.abc import Iterable, Sequence
from typing import Annotated, Final, Literal

import msgspec

from darwin_core.contract.cards import Cards
from darwin_core.contract.game import Options, State
from darwin_core.contract.tables import Row, load
from darwin_core.text.language import mark

Mode = Literal["fight", "flight"]


class Animal(Row, frozen=True):
    """One of the four animals with the numbers 1 to 8, two of each."""

    name: str
    colour: str
    letter: str
    copies: int
    """Number of copies of each card."""
    fight: int
    """The animal's rank on equal numbers in a fight; the higher rank wins."""
    flight: int
    """The animal's rank on equal numbers in a flight; the higher rank wins."""


class Special(Row, frozen=True):
    """A kind of card outside the four animals."""

    name: str
    colour: str
    letter: str
    halves: int
    """The card's number in halves: 9 for 4.5."""
    copies: int


class Points(Row, frozen=True):
    """The points of cards, by number for the four animals and by name for special cards."""

    points: int
    numbers: tuple[int, ...] = ()
    """Empty for a special card."""
    name: str = ""
    """Empty for the numbers of the four animals."""


class Deal(Row, frozen=True):
    """The number of cards dealt to each seat, and the number of rounds."""

    seats: int
    cards: int
    rounds: int


class NumberDie(Row, frozen=True):
    """The number die, with faces numbered from 1."""

    sides: int


class Face(Row, frozen=True):
    """One face of the colour die."""

    colour: str
    mode: Mode
    """Printed as a sign: + for a fight, − for a flight."""


class Tables(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """All component tables of the game."""

    animals: tuple[Animal, ...]
    specials: tuple[Special, ...]
    points: tuple[Points, ...]
    deals: tuple[Deal, ...]
    number_dice: tuple[NumberDie]
    faces: tuple[Face, ...]


class Card(msgspec.Struct, frozen=True):
    """A kind of card."""

    name: str
    """The animal."""
    number: str
    """The number in plain characters: ``"7"``, ``"4.5"`` for the printed ``4½``."""
    halves: int
    """The number in halves: 9 for 4.5."""
    colour: str
    letter: str
    points: int
    copies: int
    """Number of copies in the box."""
    code: str
    """The notation of the card: ``"B7"``, ``"O9"``, ``"C"``."""


TABLES: Final = load(__package__, Tables)
NUMBERS: Final = TABLES.number_dice[0].sides
"""Number of sides of the number die, and of different numbers per animal."""


def _cards() -> tuple[Card, ...]:
    """Return the kinds of cards in order: animal by animal, each by number, then special cards."""
    points = {key: row.points for row in TABLES.points for key in row.numbers or (row.name,)}
    animals = [
        Card(
            name=animal.name,
            number=str(number),
            halves=2 * number,
            colour=animal.colour,
            letter=animal.letter,
            points=points[number],
            copies=animal.copies,
            code=f"{animal.letter}{number}",
        )
        for animal in TABLES.animals
        for number in range(1, NUMBERS + 1)
    ]
    specials = [
        Card(
            name=special.name,
            number=(printed := f"{special.halves // 2}" + ".5" * (special.halves % 2)),
            halves=special.halves,
            colour=special.colour,
            letter=special.letter,
            points=points[special.name],
            copies=special.copies,
            # Only the scorpion has a fraction, so its letter suffices.
            code=special.letter if special.halves % 2 else f"{special.letter}{printed}",
        )
        for special in TABLES.specials
    ]
    return tuple(animals + specials)


CARDS: Final = _cards()
"""All kinds of cards."""
KINDS: Final = len(CARDS)
"""Number of kinds of cards."""
BY_CODE: Final = {card.code: kind for kind, card in enumerate(CARDS)}
"""The kind of each card, by its notation."""
POINTS: Final = tuple(card.points for card in CARDS)
"""The points of a card, by kind."""
_POINTS_TABLE: Final = bytes(POINTS).ljust(256, b"\0")
"""The points of cards as a translation table. Hidden cards have no points."""
COPIES: Final = tuple(card.copies for card in CARDS)
"""The copies in the box, by kind."""
SCORPION: Final = BY_CODE["C"]
SNAKES: Final = frozenset(kind for kind, card in enumerate(CARDS) if card.name == "snake")
DECK: Final = tuple(kind for kind in range(KINDS) for _ in range(COPIES[kind]))
"""All 72 cards, in order of kinds."""
DEALS: Final = {deal.seats: deal for deal in TABLES.deals}
"""The deal by number of seats."""

ROLLS: Final = len(TABLES.faces) * NUMBERS
"""Number of different rolls."""


def face(roll: int) -> Face:
    """Return the face of the colour die in a roll."""
    return TABLES.faces[roll // NUMBERS]


def number(roll: int) -> int:
    """Return the number die in a roll, 1 to 8."""
    return roll % NUMBERS + 1


def _trump(roll: int) -> int:
    """Return the kind of card with the colour and the number of a roll; only animals have a colour
    of the die."""
    colour = face(roll).colour
    animal = next(index for index, row in enumerate(TABLES.animals) if row.colour == colour)
    return animal * NUMBERS + number(roll) - 1


def _strengths(roll: int, *, with_trump: bool) -> bytes:
    """Return the strengths of the kinds of cards as a translation table; higher is stronger.
    [Rulebook: The dice; tie order of rulings: Strength]

    The scorpion beats the trump and no other card, so it counts as the strongest card if the trump
    is played.
    """
    fight = face(roll).mode == "fight"
    tie = {row.name: row.fight if fight else row.flight for row in TABLES.animals}
    sign = 1 if fight else -1

    def strength(kind: int) -> tuple[bool, bool, int, int]:
        card = CARDS[kind]
        beats_trump = with_trump and kind == SCORPION
        return beats_trump, kind == TRUMP[roll], sign * card.halves, tie.get(card.name, 0)

    order = sorted({strength(kind) for kind in range(KINDS)})
    return bytes(order.index(strength(kind)) for kind in range(KINDS)).ljust(256, b"\0")


TRUMP: Final = tuple(_trump(roll) for roll in range(ROLLS))
"""The kind of card that is trump, by roll."""
STRENGTH: Final = tuple(_strengths(roll, with_trump=False) for roll in range(ROLLS))
"""The strength of each kind of card by roll, if the trump is not played."""
STRENGTH_WITH_TRUMP: Final = tuple(_strengths(roll, with_trump=True) for roll in range(ROLLS))
"""The strength of each kind of card by roll, if the trump is played."""


def strengths_of(roll: int, cards: Cards) -> bytes:
    """Return the strengths of the cards played in a turn; the highest wins unless two have it."""
    return cards.translate((STRENGTH_WITH_TRUMP if TRUMP[roll] in cards else STRENGTH)[roll])


def points_of(cards: Sequence[int]) -> int:
    """Return the points of some cards."""
    return sum(bytes(cards).translate(_POINTS_TABLE))


Hand = dict[int, int]
"""The number of cards of each kind. In a view, another seat's hand is ``{HIDDEN: number of
cards}``. Clones share their hands, so a hand is replaced and never changed."""


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
        msgspec.Meta(title=mark("card counter"), description=mark("Shows the cards not seen yet.")),
    ] = True


class DiceState(State):
    """The state of a match. Cards are kinds."""

    options: DiceOptions
    deck: Cards
    """Cards not yet dealt, next first."""
    hands: list[Hand]
    """Hands by seat, without chosen cards."""
    rolls: bytes
    """The roll of every turn of the match; later rolls are hidden in views."""
    turn: int
    """Number of turns finished in the match; also the index of the present roll."""
    waiting: int
    """The seats that still have to choose, as bits."""
    chosen: list[int]
    """The chosen card by seat, still face down; NOTHING for a seat that has not chosen."""
    darwin: int
    """The seat that rolled the dice."""
    middle: Cards
    """Cards carried over from turns without a winner."""
    taken: list[Cards]
    """The cards won this round by seat: face up and at risk until the round ends."""
    out: Cards
    """Cards that have left the game."""
    scores: tuple[tuple[int, ...], ...]
    """Points added to the accounts, by finished round and seat."""

    @property
    def points(self) -> tuple[int, ...]:
        """The accounts by seat: 0 before the first round ends."""
        return tuple(map(sum, zip(*self.scores, strict=True))) or (0,) * len(self.hands)
