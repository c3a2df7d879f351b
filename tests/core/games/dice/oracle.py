"""A second, slow and plain implementation of the rules, to check the engine against.

Written from the rules page alone. Cards are their codes. The game's own tables are not used.
"""

from dataclasses import dataclass, field

BIGGER_FIRST = ["bear", "lion", "fox", "snake"]
SMALLER_FIRST = ["fox", "lion", "bear", "snake"]
ANIMALS = {"B": "bear", "L": "lion", "F": "fox", "S": "snake", "O": "owl", "C": "scorpion"}
COLOURS = {"blue": "B", "yellow": "L", "green": "F"}


def animal(card):
    return ANIMALS[card[0]]


def number(card):
    return 4.5 if card == "C" else int(card[1:])


def points(card):
    if animal(card) == "owl":
        return 5
    if animal(card) == "scorpion":
        return 2
    for numbers, worth in (((4, 5), 1), ((3, 6), 2), ((2, 7), 3), ((1, 8), 4)):
        if number(card) in numbers:
            return worth
    raise ValueError(card)


@dataclass
class Dice:
    mode: str
    colour: str
    number: int

    @property
    def trump(self):
        return f"{COLOURS[self.colour]}{self.number}"


def is_stronger(one, two, dice, played):
    """Return whether card ``one`` beats card ``two`` in this turn."""
    trump_lies = dice.trump in played
    if one == two:
        return False
    if trump_lies and "C" in (one, two):
        return one == "C"
    if dice.trump in (one, two):
        return one == dice.trump
    if number(one) != number(two):
        if dice.mode == "fight":
            return number(one) > number(two)
        return number(one) < number(two)
    order = BIGGER_FIRST if dice.mode == "fight" else SMALLER_FIRST
    return order.index(animal(one)) < order.index(animal(two))


def ranked(played, dice):
    """Return the seats, strongest first; equal ones in seat order. Sorted by insertion."""
    order: list[int] = []
    for seat in range(len(played)):
        place = len(order)
        while place and is_stronger(played[seat], played[order[place - 1]], dice, played):
            place -= 1
        order.insert(place, seat)
    return order


@dataclass
class Table:
    """The open cards and accounts between turns."""

    taken: list[list[str]]
    middle: list[str]
    darwin: int
    out: list[str] = field(default_factory=list)
    account: list[int] = field(default_factory=list)
    losses: list[tuple[str, int, list[str]]] = field(default_factory=list)
    """(cause, seat, cards), in order, of the last turn."""
    winner: int | None = None
    gained: list[str] = field(default_factory=list)
    """The cards that the winner of the last turn took."""
    tied: list[str] = field(default_factory=list)
    """The equal strongest cards of a turn that nobody won."""

    def turn(self, played, dice):
        """Play one turn: find the winner, apply losses, move the cards."""
        self.losses = []
        self.winner = None
        order = ranked(played, dice)
        best = played[order[0]]
        if dice.trump in played and "C" in played:
            for seat, card in enumerate(played):
                if card == dice.trump:
                    self._lose("scorpion", seat)
        if played.count(best) > 1:
            self.middle += played
            self.tied = [best] * played.count(best)
            return
        self.winner = order[0]
        if animal(best) == "snake":
            second = played[order[1]]
            for seat, card in enumerate(played):
                if card == second:
                    self._lose("snake", seat)
        self.gained = played + self.middle
        self.taken[self.winner] += self.gained
        self.middle = []
        self.darwin = self.winner

    def end_round(self):
        """Count the cards taken; all of them and the middle leave the game."""
        for seat, cards in enumerate(self.taken):
            self.account[seat] += sum(points(card) for card in cards)
            self.out += cards
        self.out += self.middle
        self.taken = [[] for _ in self.taken]
        self.middle = []

    def _lose(self, cause, seat):
        self.losses.append((cause, seat, self.taken[seat]))
        self.out += self.taken[seat]
        self.taken[seat] = []
