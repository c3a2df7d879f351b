"""Positions for tests of single rules, in the notation of players.

Cards are codes as in ``"B7 S1 O9 C"``. A roll is ``"flight green 3"``; several rolls are separated
by commas. ``play("fight blue 7", "B7", "L8 L2")`` lets seat 0 play the bear 7 and seat 1 the lion
8. A second card is played in the next turn.
"""

from dataclasses import dataclass

from darwin_core.contract.game import NOTHING
from darwin_core.games.dice import GAME, material
from darwin_core.games.dice.acts import DiceEvent, Lost, Play, Rolled, Won


def cards(text):
    """Return cards by their codes."""
    return bytes(material.BY_CODE[code] for code in text.split())


def codes(kinds):
    """Return the codes of some cards in alphabetical order."""
    return " ".join(sorted(material.CARDS[kind].code for kind in kinds))


def roll(text):
    """Return a roll given in words, as in ``flight green 3``."""
    mode, colour, number = text.split()
    faces = [(face.mode, face.colour) for face in material.TABLES.faces]
    return faces.index((mode, colour)) * 8 + int(number) - 1


def position(
    rolls, *plays, taken=(), middle="", accounts=None, turns_left=2, rounds_left=1, darwin=0
):
    """Return a sound state in which the seats hold the cards they are to play.

    ``turns_left`` counts the present turn. Cards that are not named go to the hands first, then to
    the deck; the rest is out of the game.
    """
    seats = len(plays)
    deal = material.DEALS[seats]
    rounds_done = deal.rounds - 1 - rounds_left
    taken = [cards(text) for text in taken] or [b""] * seats
    pool = list(material.DECK)
    for kind in (*cards(" ".join(plays)), *b"".join(taken), *cards(middle)):
        pool.remove(kind)
    hands = []
    for text in plays:
        room = turns_left - len(cards(text))
        assert room >= 0, "more plays than turns left"
        hands.append(material.hand_of([*cards(text), *(pool.pop(0) for _ in range(room))]))
    size = rounds_left * seats * deal.cards
    deck, out = pool[:size], pool[size:]
    turn = (rounds_done + 1) * deal.cards - turns_left
    kinds = [roll(text) for text in rolls.split(", ")]
    kinds += [kinds[-1]] * (deal.cards * deal.rounds - turn - len(kinds))
    rows = [tuple(accounts or (0,) * seats)] + [(0,) * seats] * (rounds_done - 1)
    state = material.DiceState(
        chance=bytes(16),
        options=material.DiceOptions(),
        deck=bytes(deck),
        hands=hands,
        rolls=bytes([*[kinds[0]] * turn, *kinds]),
        turn=turn,
        waiting=2**seats - 1,
        chosen=[NOTHING] * seats,
        darwin=darwin,
        middle=cards(middle),
        taken=taken,
        out=bytes(out),
        scores=tuple(rows[:rounds_done]),
    )
    assert GAME.invariants(state) == []
    return state


@dataclass
class Played:
    """The result of some turns."""

    state: material.DiceState
    events: list[DiceEvent]

    def events_of(self, kind):
        """Return the events of one kind, in order."""
        return [event for event in self.events if isinstance(event, kind)]

    @property
    def winners(self):
        """The winners, turn by turn; turns without a winner are left out."""
        return [event.seat for event in self.events_of(Won)]

    @property
    def losses(self):
        """The losses: cause, seat and cards."""
        return [(event.cause, event.seat, codes(event.cards)) for event in self.events_of(Lost)]

    @property
    def taken(self):
        """The cards taken by each seat."""
        return [codes(kinds) for kinds in self.state.taken]

    @property
    def darwin(self):
        """The seat that rolled the present dice, by the state and by the events."""
        rolls = self.events_of(Rolled)
        if rolls:
            assert rolls[-1].darwin == self.state.darwin
        return self.state.darwin


def play(rolls, *plays, order=None, **where):
    """Play the turns given by ``plays`` from a position; ``order`` is the order of choosing."""
    state = position(rolls, *plays, **where)
    events: list[DiceEvent] = []
    for turn in zip(*(cards(text) for text in plays), strict=True):
        for seat in order or range(len(plays)):
            GAME.apply(state, seat, Play(turn[seat]), events.append)
            assert GAME.invariants(state) == []
    return Played(state, events)
