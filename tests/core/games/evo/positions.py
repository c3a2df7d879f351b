"""Positions to try a rule in, written in the words of a player.

Trait cards are their letters, ``"SSR"``; a fauna is its primary and its third trait, ``"SR"``; a
flora is a letter; adaptations are codes as in the notation, ``"VS XP"``. A species is
``kind(hand="SSR", deck="TT")``. Unnamed places of a location stay empty, with their cards in the
decks. ``living``, ``ending`` and ``choosing`` begin where the rule in question begins and play
further actions in notation: ``table.do(0, "hunt 1")``.
"""

from dataclasses import dataclass

from core.position import Position

from darwin_core.contract.game import NOTHING
from darwin_core.games.evo import GAME, material
from darwin_core.games.evo.acts import LETTERS, AnyAction, EvoEvent, design_code
from darwin_core.games.evo.generation import counts_added, counts_of, less
from darwin_core.games.evo.rules import RULES, _next_generation

DESIGNS = {design_code(design): design for design in set(material.ADAPTATIONS)}
PLACES = [trait.location for trait in material.TRAITS]


def row(text):
    """Return trait cards in the order given."""
    return bytes(LETTERS.index(letter) for letter in text)


def cards(text):
    """Return trait cards in order of traits."""
    return bytes(sorted(row(text)))


def letters(hand):
    """Return the letters of trait cards."""
    return "".join(LETTERS[card] for card in hand)


def fauna(text):
    """Return a fauna by its primary and its third trait."""
    primary, third = row(text)
    return material.RING * primary + third


def designs(text):
    """Return adaptations by their codes, in order."""
    return bytes(sorted(DESIGNS[code] for code in text.split()))


def numbers(text):
    """Return the numbers of a text in a row."""
    return bytes(map(int, text.split()))


@dataclass
class Kind:
    """A species and its cards by place."""

    hand: str = ""
    deck: str = ""
    offspring: str = ""
    future: str = ""
    lost: str = ""
    shown: str = ""
    shown_lost: str = ""
    born: str = ""
    own: str = ""
    worn: str | None = None
    stand: str | None = None
    spent: str | None = None


kind = Kind


class Table(Position[material.EvoState, AnyAction, EvoEvent]):
    """A position of Evo."""

    def __init__(self, state):
        super().__init__(GAME, state)

    def hand(self, species):
        return letters(self.state.hands[species])

    def offspring(self, species):
        return letters(self.state.offspring[species])

    def deck(self, species):
        return letters(self.state.decks[species])

    def lost(self, species):
        return letters(self.state.lost[species])

    def future(self, species):
        return "".join(
            letter * number
            for letter, number in zip(LETTERS, self.state.future[species], strict=True)
        )

    def tokens(self, slot, location=0):
        """Return the tokens by species on a slot, counted from 1, of a location."""
        return list(self.state.tokens[material.SLOTS * location + slot - 1])

    def supply(self, letter):
        return self.state.supply[LETTERS.index(letter)]

    def worn(self, species):
        """Return the tokens on adaptations by their codes, those of equal ones in a list."""
        places_of: dict[str, list[int]] = {}
        worn = zip(self.state.adaptations[species], self.state.worn[species], strict=True)
        for design, tokens in worn:
            places_of.setdefault(design_code(design), []).append(tokens)
        return places_of


def _taken(pool, named):
    """Remove the named cards from a pool of the box, and return them."""
    for card in named:
        if card != NOTHING:
            pool.remove(card)
    return bytes(named)


def _slots(land, seats):
    """Return the fauna, the flora, and both by location, with unnamed slots empty."""
    fauna_slots = []
    flora_slots = []
    slots = b""
    for place in range(seats):
        animals, plants = land[place] if place < len(land) else ("", "")
        animals = [fauna(code) for code in animals.split()]
        plants = [*row(plants.replace(" ", ""))]
        animals += [NOTHING] * (3 - len(animals))
        plants += [NOTHING] * (2 - len(plants))
        fauna_slots += animals
        flora_slots += plants
        slots += bytes([*animals, *plants])
    return fauna_slots, flora_slots, slots


def position(
    *kinds,
    land=(),
    places="lake mountain field swamp",
    tokens=None,
    supply=None,
    species=None,
    points=None,
    millennium=1,
    first=0,
    active=0,
    seat=0,
    fauna_deck="",
    fauna_out=None,
    flora_deck="",
    flora_out=None,
    adaptation_deck="",
    wandered=0,
    foreseen=0,
    **options,
):
    """Return a sound state with the named cards and tokens at their places.

    Args:
        kinds: the species, in their order.
        land: the fauna and the flora of each location.
        tokens: by location and slot, from 1, the tokens of the species: ``{(0, 4): "2 0"}``.
        supply: the number of cards left of some traits; the others are in the last Lost Genome.
        fauna_deck: the cards on top; with ``fauna_out`` it is the whole deck.
    """
    seats = len(kinds)
    own_species = bytes(range(seats)) if species is None else bytes(species)
    opts = material.EvoOptions(**options)
    copies = material.WIDE_COPIES if opts.wide_gene_pool else material.COPIES
    left = bytes([copies]) * material.RING
    lost = [cards(kind.lost) for kind in kinds]
    for kind in kinds:
        for text in (kind.hand, kind.deck, kind.offspring, kind.future, kind.lost):
            left = bytes(a - b for a, b in zip(left, counts_of(row(text)), strict=True))
    for letter, wanted in (supply or {}).items():
        trait = LETTERS.index(letter)
        gone = left[trait] - wanted
        lost[-1] = bytes(sorted(lost[-1] + bytes([trait]) * gone))
        left = left[:trait] + bytes([wanted]) + left[trait + 1 :]
    genomes = []
    for number, kind in enumerate(kinds):
        everything = counts_of(row(kind.hand + kind.deck + kind.offspring + kind.future))
        genomes.append(
            less(counts_added(everything, counts_of(lost[number])), counts_of(row(kind.born)))
        )
    animals, plants, slots = _slots(land, seats)
    fauna_pool, flora_pool, design_pool = (
        list(material.FAUNA),
        list(material.FLORA),
        list(material.ADAPTATIONS),
    )
    _taken(fauna_pool, animals)
    _taken(flora_pool, plants)
    top_fauna = _taken(fauna_pool, [fauna(code) for code in fauna_deck.split()])
    top_flora = _taken(flora_pool, [*row(flora_deck)])
    own_designs = [designs(kind.own) for kind in kinds]
    for kind in own_designs:
        _taken(design_pool, kind)
    top_designs = _taken(design_pool, [DESIGNS[code] for code in adaptation_deck.split()])
    on_slots = [bytes(seats)] * (material.SLOTS * seats)
    for (location, slot), text in (tokens or {}).items():
        on_slots[material.SLOTS * location + slot - 1] = numbers(text)
    available, spent = [], []
    for number, kind in enumerate(kinds):
        is_active = active != material.NOWHERE and own_species[seat] == number
        usual = [0] * seats
        usual[number] = 3 - is_active
        available.append(bytes(usual) if kind.stand is None else numbers(kind.stand))
        spent.append(bytes(seats) if kind.spent is None else numbers(kind.spent))
    return material.EvoState(
        chance=bytes(16),
        options=opts,
        millennium=millennium,
        first=first,
        supply=left,
        locations=bytes(PLACES.index(name) for name in places.split()[:seats]),
        slots=slots,
        tokens=on_slots,
        fauna_deck=top_fauna + bytes(fauna_pool if fauna_out is None else b""),
        fauna_out=b"" if fauna_out is None else bytes(fauna_pool),
        flora_deck=top_flora + bytes(flora_pool if flora_out is None else b""),
        flora_out=b"" if flora_out is None else bytes(flora_pool),
        adaptation_deck=top_designs + bytes(design_pool),
        adaptation_out=b"",
        species=own_species,
        hands=[cards(kind.hand) for kind in kinds],
        decks=[row(kind.deck) for kind in kinds],
        offspring=[row(kind.offspring) for kind in kinds],
        future=[counts_of(row(kind.future)) for kind in kinds],
        lost=lost,
        shown=[cards(kind.shown) for kind in kinds],
        shown_lost=[cards(kind.shown_lost) for kind in kinds],
        genomes=genomes,
        born=[counts_of(row(kind.born)) for kind in kinds],
        adaptations=own_designs,
        worn=[
            bytes(len(mine)) if kind.worn is None else numbers(kind.worn)
            for kind, mine in zip(kinds, own_designs, strict=True)
        ],
        available=available,
        spent=spent,
        active=active,
        wandered=wandered,
        foreseen=foreseen,
        survived=[0] * seats if points is None else list(points),
        thrived=[0] * seats,
        passed_on=[0] * seats,
        history=[tuple(genomes)] * millennium,
        pending=[],
    )


def living(*kinds, seat=0, **where):
    """Return a seat's generation with a population at the first location."""
    kinds = (*kinds, *[kind() for _ in range(2 - len(kinds))])
    state = position(*kinds, seat=seat, **where)
    state.pending = [material.Live(seat)]
    return _table(state)


def starting(*kinds, after=-1, **where):
    """Return the generation after a seat's; without such a seat, the first seat's."""
    state = position(*kinds, active=material.NOWHERE, **where)
    table = Table(state)
    _next_generation(state, after % len(kinds), table.events.append)
    return table.settle(RULES)


def ending(*kinds, **where):
    """Return the end of a millennium, up to the choice of species. The species hold no more
    cards."""
    kinds = (*kinds, *[kind() for _ in range(2 - len(kinds))])
    for species, own in zip(kinds, ("VS VR", "VP VT", "VE VA", "FS FR"), strict=False):
        assert not species.hand
        species.own = species.own or own
    return starting(*kinds, **where)


def _table(state):
    return Table(state).settle(RULES)
