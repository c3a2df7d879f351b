"""Positions for testing a rule, written in a player's terms.

``calm(seats)`` is the first turn of the first round with everything in a known place: rows without
seals, crew cards, tiles and specimens in the order of the tables. A test sets up the rest:
``table.rows(0, "GGBB")``, ``table.explorer(0, "IA4")``. From there it plays through the contract
only. After every action the book-keeping must be sound.
"""

from typing import NamedTuple

import msgspec

from darwin_core.contract.game import NOTHING
from darwin_core.games.journey import GAME, material
from darwin_core.games.journey.acts import END, SKIP, Do, Place
from darwin_core.kit.states import put, replaced
from darwin_core.text.seat_names import SeatNames

PAGES = [location.page for location in material.LOCATIONS]
NAMES = [space.name for space in material.SPACES]
WORKERS = 5
OBJECTIVES_LOCATION = PAGES.index("objectives")
SILVER_START, SILVER, GOLD_START, GOLD = (
    [
        tile
        for tile, row in enumerate(material.OBJECTIVES)
        if (row.is_gold, row.is_start) == (is_gold, is_start)
    ]
    for is_gold in (False, True)
    for is_start in (True, False)
)


def at(name):
    """Return a space by its name."""
    return NAMES.index(name)


def page(name, number=1):
    """Return a location by its page and its number there, from 1."""
    return PAGES.index(name) + number - 1


def specimen(text):
    """Return a specimen by its colour and kind."""
    colour, kind = text.split()
    return 4 * material.COLOURS.index(colour) + material.KINDS.index(kind)


def seals(text):
    """Return seals by the letters of their colours."""
    return bytes(material.LETTERS.index(letter) for letter in text)


class Purse(NamedTuple):
    """The means of a seat."""

    coins: int
    points: int
    knowledge: int
    steps: int

    def __sub__(self, other):
        return Purse(*(now - then for now, then in zip(self, other, strict=True)))


class Position:
    """A match at some moment: sets pieces, then plays."""

    def __init__(self, state):
        self.state = state
        self.seats = len(state.coins)
        self.events = []

    # --- reading

    @property
    def seat(self):
        """Return the seat that owes the decision."""
        (seat,) = GAME.to_move(self.state)
        return seat

    @property
    def legal(self):
        return GAME.legal(self.state, self.seat)

    @property
    def top(self):
        """Return the effect that waits for a choice."""
        return self.state.pending[-1]

    def purse(self, seat=0):
        state = self.state
        return Purse(
            state.coins[seat], state.points[seat], state.knowledge[seat], state.evolution[seat]
        )

    def can(self, *actions):
        """Return whether each of these is legal now."""
        return all(action in self.legal for action in actions)

    def of(self, kind):
        """Return the legal actions of a kind."""
        return [action for action in self.legal if isinstance(action, kind)]

    def refusal(self, action):
        """Return the refusal of an action; it must be refused, and with a sentence."""
        assert action not in self.legal
        refusal = GAME.texts.why_not(self.state, self.seat, action, SeatNames())
        assert refusal is not None
        assert refusal.sentence
        return refusal.code

    def places(self, worker=0):
        """Return the locations where a worker may go."""
        return [action.location for action in self.legal if action == Place(worker, _of(action))]

    # --- setting

    def give(self, seat, *, coins=None, points=None, knowledge=None, steps=None):
        state = self.state
        for name, value in (
            ("coins", coins),
            ("points", points),
            ("knowledge", knowledge),
            ("evolution", steps),
        ):
            if value is not None:
                setattr(state, name, replaced(getattr(state, name), seat, value))
        return self

    def rows(self, seat, *texts):
        """Fill worker rows from the first; those not named are empty."""
        filled = [*texts, *[""] * (4 - len(texts))]
        self.state.rows = replaced(self.state.rows, seat, tuple(map(seals, filled)))
        return self._count_seals()

    def scrolls(self, text):
        """Lay the seals of the Academy, with a dot for an empty spot."""
        spots = text.replace(" ", "").ljust(12, ".")
        self.state.scrolls = bytes(
            NOTHING if spot == "." else material.LETTERS.index(spot) for spot in spots
        )
        return self._count_seals()

    def _count_seals(self):
        """Fill the bag with the seals that are nowhere else."""
        state = self.state
        out = b"".join(map(b"".join, state.rows)) + state.scrolls
        purple_seals = material.SEALS - 4 + self.seats
        state.bag = bytes(
            (purple_seals if colour < 4 else material.PURPLE_SEALS) - out.count(colour)
            for colour in range(5)
        )
        return self

    def crew(self, *cards):
        """Deal cards to the first seat, numbered from 1 as on the rules page; others get the
        rest."""
        first = [card - 1 for card in cards]
        rest = [card for card in range(16) if card not in first]
        deal = first + rest
        self.state.crew = tuple(bytes(deal[3 * seat : 3 * seat + 3]) for seat in range(self.seats))
        self.state.assigned = (bytes([NOTHING] * 3),) * self.seats
        return self

    def specials(self, *tiles):
        """Lay special tiles, numbered from 1, beginning with the first place."""
        first = [tile - 1 for tile in tiles]
        rest = [tile for tile in range(len(material.TILES)) if tile not in first]
        self.state.specials = bytes((first + rest)[:6])
        return self

    def letters(self, *tiles):
        """Lay correspondence tiles, numbered from 1."""
        self.state.letters = bytes(tile - 1 for tile in tiles)
        return self

    def goals(self, *tiles):
        """Lay the Beagle's goals, numbered from 1; the others follow."""
        first = [tile - 1 for tile in tiles]
        rest = [tile for tile in range(12) if tile not in first]
        self.state.goals = bytes((first + rest)[:5])
        return self

    def lens(self, owner, *locations):
        for location in locations:
            self.state.lenses = put(self.state.lenses, location, owner)
        return self

    def explorer(self, seat, *names):
        """Put explorers on spaces of their islands."""
        for name in names:
            island = material.TRACK[at(name)] - 1
            explorers = put(self.state.explorers[seat], island, at(name))
            self.state.explorers = replaced(self.state.explorers, seat, explorers)
        return self

    def ship(self, seat, name):
        self.state.ships = put(self.state.ships, seat, at(name))
        return self

    def lay(self, **spaces):
        """Put specimens elsewhere, named with an underscore: on a space or in the museum."""
        for name, space in spaces.items():
            there = material.MUSEUM if space == "museum" else at(space)
            number = specimen(name.replace("_", " "))
            if there != material.MUSEUM and there in self.state.specimens:
                other = self.state.specimens.index(there)
                old = self.state.specimens[number]
                self.state.specimens = put(self.state.specimens, other, old)
            self.state.specimens = put(self.state.specimens, number, there)
        return self

    def research(self, seat, *names):
        known = sum(1 << specimen(name) for name in names)
        self.state.research = replaced(self.state.research, seat, known)
        return self

    def tents(self, seat, *names):
        """Pitch tents at spaces, in this order, at no cost."""
        sites = bytes(_SITES.index(name) for name in names)
        self.state.tents = replaced(self.state.tents, seat, sites)
        for site in sites:
            camp = self.state.camps[site]
            self.state.camps = replaced(self.state.camps, site, camp + bytes((seat,)))
        return self

    def stamps(self, seat, *, stacks=(4, 4, 4), envelopes=(0, 0, 0)):
        """Set stamps of stacks and of envelopes; the rest of the twelve is in the discard."""
        discard = 12 - sum(stacks) - sum(envelopes)
        self.state.stacks = replaced(self.state.stacks, seat, bytes((*stacks, discard)))
        self.state.envelopes = tuple(
            put(envelope, seat, number)
            for envelope, number in zip(self.state.envelopes, envelopes, strict=True)
        )
        return self

    def objectives(self, seat, *reserve, slots=None, achieved=()):
        """Set objectives beside a board and, by slot, on it: silver 0 to 4, gold 5 to 9."""
        state = self.state
        others = (bytes(tile for tile in tiles if tile not in reserve) for tiles in state.reserve)
        state.reserve = replaced(tuple(others), seat, bytes(reserve))
        board = bytes((slots or {}).get(slot, NOTHING) for slot in range(10))
        state.slots = replaced(state.slots, seat, board)
        state.achieved = replaced(state.achieved, seat, sum(1 << slot for slot in achieved))
        return self._count_objectives()

    def display(self, *tiles):
        self.state.display = bytes(tiles)
        return self._count_objectives()

    def _count_objectives(self):
        """Put the objectives that are nowhere else among those still to come."""
        state = self.state
        out = {*b"".join(state.reserve), *b"".join(state.slots), *state.display}
        state.starters = bytes(tile for tile in SILVER_START + GOLD_START if tile not in out)
        state.silver = bytes(tile for tile in SILVER if tile not in out)
        state.gold = bytes(tile for tile in GOLD if tile not in out)
        return self

    def workers(self, seat, *locations):
        """Put workers on locations, beginning with the first worker; the others are at home. In the
        turn order they come after those that are there."""
        queue = bytes(other for other in self.state.queue if other != seat)
        self.state.queue = queue + bytes([seat]) * locations.count(material.ORDER_LOCATION)
        where = bytes([*locations, *[NOTHING] * (WORKERS - len(locations))])
        self.state.workers = replaced(self.state.workers, seat, where)
        return self

    def queue(self, *seats):
        self.state.queue = bytes(seats)
        return self

    def round(self, number):
        self.state.round = number
        return self

    def order(self, *seats):
        self.state.order = bytes(seats)
        return self.turn(seats[0])

    def halving(self):
        """Make the match one with the option that halves the stamps of a skipped reward."""
        self.state.options = material.JourneyOptions(stamps="halved")
        return self

    def by_rules_1(self):
        """Make the match one begun under rules 1."""
        self.state = material.JourneyStateOfRules1(*msgspec.structs.astuple(self.state))
        return self

    def turn(self, seat):
        """Give the turn to this seat."""
        self.state.actor = seat
        self.state.pending = [*self.state.pending[:-1], material.Turn(seat)]
        return self

    def late(self, seat=0):
        """Place everybody's workers except the first one of a seat, and give that seat the turn."""
        for other_seat in range(self.seats):
            self.workers(other_seat, *[OBJECTIVES_LOCATION] * 4)
        out = [NOTHING, *[OBJECTIVES_LOCATION] * (3 + (self.state.achieved[seat] >> 5 & 1))]
        return self.workers(seat, *out).turn(seat)

    # --- playing

    def play(self, *actions):
        """Play actions, each by the seat to move."""
        for action in actions:
            assert action in self.legal, (action, self.legal, self.top)
            GAME.apply(self.state, self.seat, action, self.events.append)
            assert GAME.invariants(self.state) == []
        return self

    def begin(self, effect):
        """Choose one of the effects on offer, unless it waits for its choice already."""
        if self.top != effect:
            several = getattr(self.top, "parts", ()) or getattr(self.top, "ways", ())
            self.play(Do(several.index(effect)))
        return self

    def offered(self, effect):
        """Return whether an effect is on offer now."""
        several = getattr(self.top, "parts", ()) or getattr(self.top, "ways", ())
        return self.top == effect or any(
            Do(number) in self.legal for number, part in enumerate(several) if part == effect
        )

    def end(self):
        """Skip the rest, and end the turn."""
        seat = self.seat
        while self.seat == seat and not (ended := END in self.legal):
            self.play(SKIP)
        return self.play(END) if ended else self

    def skip(self):
        """Skip the effect on offer."""
        return self.play(SKIP)

    def close(self, seat=0):
        """Place the last worker of all on the turn-order rectangle, so that the round is
        evaluated."""
        return self.late(seat).play(Place(0, material.ORDER_LOCATION)).end()


def asked(*effects, table=None):
    """Ask the first seat for the last of these effects."""
    table = table or calm()
    table.state.pending = [material.Turn(0, has_placed=True), *effects]
    return table


_SITES = ["O6", "O12", "O19", "IA4", "IA7", "IA14", "IB4", "IB9", "IC3"]


def _of(action):
    return getattr(action, "location", NOTHING)


def calm(seats=2):
    """Return the first turn, with everything in a known place. Seats move in their order."""
    state = GAME.setup(material.JourneyOptions(), seats, "calm", None)
    while not (state.pending and isinstance(state.pending[-1], material.Turn)):
        seat = GAME.to_move(state)[0]
        GAME.apply(state, seat, GAME.legal(state, seat)[0], None)
    table = Position(state)
    state.order = bytes(range(seats))
    table.turn(0)
    for seat in range(seats):
        table.rows(seat).objectives(seat, SILVER_START[seat], GOLD_START[seat])
        table.give(seat, coins=4, points=0, knowledge=1, steps=0)
    table.display(SILVER[0], SILVER[1], GOLD[0], GOLD[1])
    table.scrolls("GBY RGB YRG BYR").crew().specials(2, 11, 10, 7, 5, 3).letters(1, 2, 7)
    table.goals(11, 12, 10, 9, 5)
    state.lenses = bytes(
        material.NEUTRAL if location in (page("special"), page("special", 2)) else NOTHING
        for location in range(len(state.lenses))
    )
    spaces = material.specimen_spaces(seats)
    state.specimens = bytes(spaces) + bytes([material.MUSEUM] * (material.SPECIMENS - len(spaces)))
    assert len(table.state.scrolls) == 3 * material.SCROLLS
    assert all(explorers[0] == material.STARTS[1] for explorers in state.explorers)
    return table
