"""Positions for tests of single rules, in the notation of players.

Cards are codes as in ``"A7 B12 F3 J"``. A board is ``board("frog", place=8, traits="A9 - - - -")``:
five trait spaces, ``-`` for an empty one. ``leading``, ``surviving`` and the others begin at the
rule in question. They continue by notation: ``table.do(0, "A7 B7")``.
"""

from dataclasses import dataclass

from core.position import Position

from darwin_core.contract.game import NOTHING
from darwin_core.games.darwinning import GAME, material
from darwin_core.games.darwinning.acts import AnyAction, DarwinningEvent
from darwin_core.games.darwinning.rules import RULES, _end_era
from darwin_core.games.darwinning.survival import survival
from darwin_core.games.darwinning.tricks import NAMES as COMBINATIONS
from darwin_core.games.darwinning.tricks import begin_trick, rank_of

BY_CODE = {card.code: kind for kind, card in enumerate(material.CARDS)}
NAMES = [row.name for row in material.SPECIES]
DEFAULT_SPECIES = ("turtle", "bat", "dragon", "bear", "bird", "mouse")
"""The default boards. Only the mouse's traits matter to eating from a distance."""


def cards(text):
    """Return cards by their codes, in order of kinds."""
    return bytes(sorted(BY_CODE[code] for code in text.split()))


def codes(kinds):
    """Return the codes of some cards, in order of kinds."""
    return " ".join(material.CARDS[kind].code for kind in sorted(kinds))


def spaces(text):
    """Return trait spaces or a display, given a card or ``-`` for each."""
    return bytes(NOTHING if code == "-" else BY_CODE[code] for code in text.split())


def places(text):
    """Return environments by their names."""
    return bytes(sorted(material.ENVIRONMENTS.index(name) for name in text.split()))


def combination_of(kinds):
    """Return the name of the combination that some cards make."""
    rank = rank_of(kinds)
    assert rank is not None, codes(kinds)
    return COMBINATIONS[rank]


def _on_the_table(text, boards, count):
    """Return the environments named, filled up to the count with those where no species lives."""
    named = list(places(text))
    homes = {
        name
        for board in boards
        for name in material.SPECIES[NAMES.index(board.species)].environments
    }
    gained = {
        place
        for board in boards
        for card in cards(board.adapted)
        for place in material.LIVES_IN[card]
    }
    bare = [
        place
        for place, name in enumerate(material.ENVIRONMENTS)
        if name not in homes and place not in gained and place not in named
    ]
    assert len(named) <= count <= len(named) + len(bare), f"{count} environments are needed"
    return bytes(sorted([*named, *bare[: count - len(named)]]))


@dataclass
class Board:
    """A species with its board."""

    species: str
    place: int | None = None
    population: int | None = None
    bites: int = 0
    climbed: str = ""
    grown: str = ""
    adapted: str = ""
    traits: str = "- - - - -"


board = Board


class Table(Position[material.DarwinningState, AnyAction, DarwinningEvent]):
    """A position of Darwinning!"""

    def __init__(self, state):
        super().__init__(GAME, state)

    def finish(self):
        """Let every seat take its last legal action, until the match or the era ends."""
        era = self.state.era
        while self.state.era == era and (movers := GAME.to_move(self.state)):
            self.do(movers[0], self.may(movers[0])[-1])
        return self


def position(
    *species,
    hands=(),
    spare=0,
    environments=None,
    display="- - -",
    dummy=None,
    deck=None,
    discards=None,
    buried=(),
    era=None,
    eras=3,
    pending=(),
):
    """Return a sound state with everything named in its place.

    Each hand gets ``spare`` cards more. The era is the first, or the last with no more environments
    than named. Missing environments are added from those where nobody lives. Of the deck and the
    discards, the one that is not named gets the rest of the cards; if neither is named, the deck.
    """
    seats = len(species)
    boards = [
        Board(one_species) if isinstance(one_species, str) else one_species
        for one_species in species
    ]
    hands = [cards(text) for text in hands] or [b""] * seats
    buried = [cards(text) for text in buried] or [b""] * seats
    shown = spaces(display) if seats == 2 else b""
    rows = [[cards(getattr(board, name)) for board in boards] for name in ("climbed", "grown")]
    rows.append([cards(board.adapted) for board in boards])
    traits = [spaces(board.traits) for board in boards]
    named = b"".join([*hands, *buried, *(b"".join(row) for row in rows), *traits, shown])
    pool = list(material.BOX)
    for card in (*named, *cards(deck or ""), *cards(discards or "")):
        if card != NOTHING:
            pool.remove(card)
    fill = pool[::6]
    for seat, hand in enumerate(hands):
        more = [fill.pop(0) for _ in range(spare)]
        for card in more:
            pool.remove(card)
        hands[seat] = bytes(sorted([*hand, *more]))
    deck_cards = bytes(BY_CODE[code] for code in (deck or "").split())
    discard_cards = cards(discards or "")
    if deck is None:
        deck_cards = bytes(pool)
    elif discards is None:
        discard_cards = bytes(pool)
    else:
        assert not pool, "deck and discards are named, and do not hold the rest"
    on_track = [
        board.place
        if board.place is not None
        else material.START_SPACES[NAMES.index(board.species)]
        for board in boards
    ]
    if seats == 2:
        low, high = sorted(on_track)
        default = high + 1 if high == low + 1 else low + (high - low) // 2
        on_track.append(default if dummy is None else dummy)
    lengths = material.LENGTHS[eras]
    if era is None:
        wanted = len((environments or "").split())
        era = max(e for e in range(1, eras + 1) if lengths[e - 1] >= wanted) if wanted else 1
    count = lengths[era - 1]
    state = material.DarwinningState(
        chance=bytes(16),
        options=material.DarwinningOptions(eras=eras),
        deck=deck_cards,
        discards=discard_cards,
        buried=buried,
        hands=hands,
        kept=[b""] * seats,
        species=bytes(NAMES.index(board.species) for board in boards),
        places=on_track,
        population=[
            board.population
            if board.population is not None
            else material.START_POPULATION[NAMES.index(board.species)]
            for board in boards
        ],
        bites=[board.bites for board in boards],
        climbed=rows[0],
        grown=rows[1],
        adapted=rows[2],
        traits=traits,
        environments=bytes(range(count))
        if environments is None
        else _on_the_table(environments, boards, count),
        era=era,
        trick=1,
        leader=0,
        best=NOTHING,
        played=[b""] * seats,
        used=[b""] * seats,
        display=shown,
        pending=list(pending),
    )
    assert len({*state.places}) == len(state.places), "two markers on one space"
    return state


def _table(state):
    return Table(state).settle(RULES)


def leading(*boards, leader=0, **where):
    """Begin a trick that a seat leads."""
    state = position(*boards, **where)
    begin_trick(state, leader)
    return _table(state)


def following(*hands, leader=0, spare=2, boards=None, **where):
    """Begin a trick of default species with these hands; no marker or trait is in the way."""
    return leading(
        *(boards or DEFAULT_SPECIES[: len(hands)]), leader=leader, hands=hands, spare=spare, **where
    )


def doing(*boards, pending, **where):
    """Begin with these effects only, in this order."""
    return _table(position(*boards, pending=reversed(pending), **where))


def surviving(*boards, **where):
    """Begin the survival at the end of the match, or of an earlier era if one is named."""
    where.setdefault("era", where.get("eras", 3))
    state = position(*boards, **where)
    if state.era < state.options.eras:
        state.pending = [material.BeginEra()]
    state.pending += reversed(survival(state))
    return _table(state)


def keeping(*boards, **where):
    """Begin the choice of the cards to keep; the survival follows."""
    state = position(*boards, **where)
    _end_era(state, [])
    assert material.EMPTY in state.kept
    return _table(state)
