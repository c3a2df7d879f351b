"""A second version of the rules, by brute force and with codes of cards only.

Written from the rulebook and the rules page, to check the game.
"""

from itertools import combinations_with_replacement, product

VALUES = {"C": 1, "E": 2, "P": 3, "T": 4, "U": 5}
KINDS = {"C": 7, "E": 6, "P": 5, "T": 4, "U": 3}
ACTIONS = {"C": 5, "E": 5, "P": 4, "T": 3, "U": 2, "A": 1}
BELOW = {"E": "C", "P": "E", "T": "P", "U": "T", "A": "U"}

LABELS = [
    *(f"{group}{kind}" for group, kinds in KINDS.items() for kind in [*range(1, kinds + 1), "J"]),
    *(f"{group}A{number}" for group, count in ACTIONS.items() for number in range(1, count + 1)),
]


def copies(code):
    """Return the number of copies of a label in the box."""
    return 3 if code[1].isdigit() else 1


def three_sets():
    """Return all sets of three cards that the box allows, in order of labels."""
    for codes in combinations_with_replacement(LABELS, 3):
        if all(codes.count(code) <= copies(code) for code in codes):
            yield codes


def readings(codes):
    """Return the readings of three cards: each joker as any kind of its group."""
    ways = [
        [f"{code[0]}{kind}" for kind in range(1, KINDS[code[0]] + 1)] if code[1] == "J" else [code]
        for code in codes
    ]
    return product(*ways)


def is_triplet(codes):
    """Return whether three cards are of one group, all of a kind or all different, in some
    reading."""
    if any(code[1] == "A" for code in codes) or len({code[0] for code in codes}) > 1:
        return False
    return any(len(set(reading)) in (1, 3) for reading in readings(codes))


def is_one_kind(codes):
    """Return whether three cards are equal in some reading: two and a joker are three of a kind."""
    return is_triplet(codes) and any(len(set(reading)) == 1 for reading in readings(codes))


def swaps(codes):
    """Return the cards that keep a triplet valid in place of its joker."""
    left = [code for code in codes if code[1] != "J"]
    if len(left) == 3:
        return []
    group = left[0][0]
    kinds = [f"{group}{kind}" for kind in range(1, KINDS[group] + 1)]
    return [k for k in kinds if is_triplet([*left, k]) and is_one_kind(codes) == (k in left)]


def trumps(action, group):
    """Return whether an action card trumps a triplet of a group."""
    return BELOW.get(action[0]) == group


class Memory:
    """An observer's certain knowledge: of each label, the least number in each hand.

    It is fed with events as redacted for that viewer, and with nothing else.
    """

    def __init__(self, viewer, seats):
        self.viewer = viewer
        self.least: list[dict[int, int]] = [{} for _ in range(seats)]

    def _came(self, seat, cards):
        for card in cards:
            self.least[seat][card] = self.least[seat].get(card, 0) + 1

    def _went(self, seat, cards):
        for card in cards:
            self.least[seat][card] = max(self.least[seat].get(card, 0) - 1, 0)

    def _went_unseen(self, seat, number):
        """Record that unseen cards left a hand: for each label, all of them may have been of it."""
        for card in self.least[seat]:
            self.least[seat][card] = max(self.least[seat][card] - number, 0)

    def _lies_there(self, seat, cards):
        for card in cards:
            self.least[seat][card] = max(self.least[seat].get(card, 0), cards.count(card))

    def observe(self, event):
        """Record a redacted event."""
        match type(event).__name__:
            case "Laid":
                self._went(event.seat, event.cards)
            case "Trumped" | "Marked" | "Discarded":
                self._went(event.seat, [event.card])
            case "Swapped":
                self._went(event.seat, [event.card])
                self._came(event.seat, [event.joker])
            case "Offered" if event.partner == self.viewer:
                self._lies_there(event.seat, event.give)
            case "Traded" if self.viewer in (event.seat, event.partner):
                self._pass(event.seat, event.partner, event.give)
                self._pass(event.partner, event.seat, event.ask)
            case "Traded":
                self._went_unseen(event.seat, len(event.give))
                self._pass(event.partner, event.seat, event.ask)

    def _pass(self, giver, receiver, cards):
        self._went(giver, cards)
        self._came(receiver, cards)

    def row(self, seat):
        """Return the cards that must be in another seat's hand."""
        if seat == self.viewer:
            return b""
        return bytes(
            card for card in sorted(self.least[seat]) for _ in range(self.least[seat][card])
        )
