"""Positions to try a rule in, written in the words of a player.

Cards are codes as in ``"C1 EJ CA2"``: a group's letter, then the kind, J for its joker, or A and
the number of an action. A field is a list of triplets, with marks after the cards: ``["C1 C2 C3",
"U1 U2 U3 CA1"]``. A test begins where the rule in question begins and plays further actions in
notation: ``position.do(0, "trade 2")``.
"""

from core.position import Position
from matches import final_outcome

from darwin_core.contract.game import SPECTATOR
from darwin_core.games.yummy import GAME
from darwin_core.games.yummy.acts import AnyAction, YummyEvent
from darwin_core.games.yummy.material import BOX, CARDS, Move, YummyOptions, YummyState

BY_CODE = {card.code: label for label, card in enumerate(CARDS)}


def cards(text):
    """Return cards by their codes, in order of labels."""
    return bytes(sorted(BY_CODE[code] for code in text.split()))


def codes(labels):
    """Return the codes of cards, in the given order."""
    return " ".join(CARDS[label].code for label in labels)


def triplet(text):
    """Return three cards in order, then the marks in the given order."""
    labels = [BY_CODE[code] for code in text.split()]
    return bytes(sorted(labels[:3])) + bytes(labels[3:])


def rows(texts, seats):
    """Return the triplets of each seat; unnamed seats have none."""
    triplets = [tuple(triplet(text) for text in row) for row in texts]
    return triplets + [()] * (seats - len(triplets))


class Table(Position[YummyState, AnyAction, YummyEvent]):
    """A position of Yummy Darwinism."""

    def __init__(self, state):
        super().__init__(GAME, state)

    def offer(self, seat, gives, asks, to=None):
        """Let a seat open a trade, or continue one, and make an offer."""
        if to is not None:
            self.do(seat, f"trade {to + 1}")
        steps = [f"give {code}" for code in gives.split()]
        return self.do(seat, *steps, *(f"ask {code}" for code in asks.split()), "propose")

    def lays(self, seat):
        """Return the triplets that a seat may lay."""
        return [text for text in self.may(seat) if text[0].isupper()]

    def hand(self, seat):
        """Return a seat's hand."""
        return codes(self.state.hands[seat])

    def field(self, seat):
        """Return a seat's field."""
        return [codes(field) for field in self.state.fields[seat]]

    def pile(self, seat):
        """Return a seat's point pile."""
        return [codes(pile) for pile in self.state.piles[seat]]

    @property
    def out(self):
        """The cards out of the game."""
        return codes(self.state.out)

    def knows(self, viewer, holder):
        """Return a viewer's memory of a hand."""
        seats = len(self.state.hands)
        viewer = seats if viewer == SPECTATOR else viewer
        return codes(self.state.seen[viewer * seats + holder])

    @property
    def totals(self):
        """The points by seat."""
        return [
            sum(line[seat] for line in self.lines.values()) for seat in range(len(self.state.hands))
        ]

    @property
    def lines(self):
        """The lines of the score by their labels."""
        return {line.label: line.points for line in final_outcome(GAME, self.state).lines}


def table(
    *hands,
    fields=(),
    piles=(),
    deck=None,
    out="",
    turn=0,
    direction=1,
    has_marked=False,
    pending=None,
    seen=None,
):
    """Return a sound state in the middle of a turn, with the named cards at their places.

    Unnamed cards are in the deck; if the deck is named, next card first, they are out of the game.
    ``seen`` holds the memories, by viewer (the number of seats for spectators) and holder.
    """
    seats = len(hands)
    held = [cards(text) for text in hands]
    on_fields, on_piles = rows(fields, seats), rows(piles, seats)
    named = [BY_CODE[code] for code in (deck or "").split()]
    gone = [BY_CODE[code] for code in out.split()]
    pool = list(BOX)
    for placed in (*held, *(t for row in (*on_fields, *on_piles) for t in row), named, gone):
        for card in placed:
            pool.remove(card)
    memories = [b""] * (seats * (seats + 1))
    for (viewer, holder), text in (seen or {}).items():
        memories[viewer * seats + holder] = cards(text)
    state = YummyState(
        chance=bytes(16),
        options=YummyOptions(),
        deck=bytes(pool if deck is None else named),
        out=bytes(gone if deck is None else [*gone, *pool]),
        hands=held,
        fields=on_fields,
        piles=on_piles,
        seen=memories,
        declined=[b""] * (seats * seats),
        direction=direction,
        turn=1,
        openings=b"",
        has_marked=has_marked,
        pending=[Move(turn)] if pending is None else list(pending),
    )
    position = Table(state)
    position.check()
    return position
