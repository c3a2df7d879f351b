"""Scenes of Evo for the tests of its board: matches of careful players who hunt each other, and
positions with every kind of decision."""

from functools import cache

from msgspec.structs import replace
from tui.scenes import LONG_NAMES, Scene, all_over, chooser_for, match_of

from darwin_core.contract import registry
from darwin_core.contract.game import NOTHING, OMNISCIENT, SPECTATOR
from darwin_core.games.evo import material
from darwin_core.games.evo.acts import Hunted, Migrated
from darwin_core.games.evo.generation import spread
from darwin_core.text.seat_names import SeatNames

GAME = registry.get("evo")
SEATS = GAME.seats
KINDS = {
    "AwakePopulation",
    "Live",
    "DisplaceTokens",
    "Gorge",
    "SaveCard",
    "AdoptSpecies",
    "SettlePopulation",
    "MovePopulation",
    "end",
}
"""All kinds of decision, and the end."""


def hunting(rng, match, movers):
    """Return the action of a careful player who hunts where possible, and sometimes acts at
    random."""
    (seat,) = movers
    actions = match.legal(seat)
    hunts = [
        action for action in actions if GAME.texts.notation(action).partition(" ")[0] == "predate"
    ]
    if hunts or rng.random() < 0.15:
        return seat, rng.choice(hunts or actions)
    return seat, GAME.bots.advise(match.view(seat), seat, SeatNames())[0].action


@cache
def whole_match(seats, seed="table"):
    """Return a match of players who choose by ``hunting``."""
    options = {"predation": True, "wide_gene_pool": seats == 4}
    return match_of("evo", seats, seed, hunting, options=options)


@cache
def moments(seats):
    """Return a match and sample positions: each kind of decision, the start and the end."""
    match = whole_match(seats)
    return match, all_over(match)


def see(state, viewer, selected=(), **more):
    """Return a viewer's scene of a state, with some elements selected."""
    view = GAME.view(state, viewer)
    chooser = chooser_for(GAME, view, viewer)
    for element in selected:
        chooser = chooser.select(element)
    seat_names = SeatNames(LONG_NAMES[: len(state.species)])
    return Scene(GAME, view, viewer, seat_names, (), chooser, **more)


def crowded(seats, hand=None):
    """Return the fullest state (all populations at one location, the most offspring and
    adaptations, cards full of tokens) and the seat that is to live."""
    match = whole_match(seats)
    state = GAME.clone(match.state_at(0))
    seat = state.pending[-1].seat
    state.species = bytes(range(seats))
    for species in range(seats):
        available = material.POPULATIONS_MAX // 2
        state.available[species] = bytes([available - (species == seat)]) + bytes(seats - 1)
        state.spent[species] = bytes([material.POPULATIONS_MAX - available]) + bytes(seats - 1)
        state.adaptations[species] = bytes(
            [
                material.HUNTER + 1,
                material.HUNTER + 2,
                material.LITTER,
                material.FEEDER + 2,
                material.FORAGER + 3,
                material.VERSATILE + 1,
            ][:5]
        )
        state.worn[species] = bytes([3] * 5)
        state.offspring[species] = bytes(range(material.RING))
        state.genomes[species] = bytes([12, 1, 6, 9, 0, 14])
        state.future[species] = bytes([3, 1, 0, 9, 0, 13])
    state.tokens = [bytes([4] * seats)] * len(state.tokens)
    state.tokens[1] = bytes([11, 11, 3, 3][:seats])
    state.millennium = material.MILLENNIA
    state.active = 0
    state.hands[seat] = spread(b"\3" * material.RING) if hand is None else hand
    state.pending = [material.Live(seat)]
    return state, seat


def living(slots, hand, adaptations=b"", seats=2, **more):
    """Return a state in which the first seat is to live at the first location, and that seat.

    Args:
        slots: the cards in the slots of each location.
        hand: the cards in the first seat's hand.
        adaptations: the first seat's adaptations.
        seats: the number of seats and of locations.
        more: other fields of the state.
    """
    state = GAME.clone(whole_match(seats).state_at(0))
    state.species = bytes(range(seats))
    state.locations = bytes(range(seats))
    for location, cards in enumerate(slots):
        state.slots = (
            state.slots[: material.SLOTS * location]
            + bytes(cards)
            + state.slots[material.SLOTS * (location + 1) :]
        )
    state.available = [bytes([material.POPULATIONS - 1] + [0] * (seats - 1))] + [
        bytes([0] * location + [material.POPULATIONS] + [0] * (seats - 1 - location))
        for location in range(1, seats)
    ]
    state.hands[0] = hand
    state.adaptations[0] = adaptations
    state.worn[0] = bytes(len(adaptations))
    state.active = 0
    state.pending = [material.Live(0)]
    return replace(state, **more), 0


def special():
    """Return scenes that are rare in matches: crowds, payments for a catch, and news."""
    crowd, seat = crowded(4)
    crowds = {
        f"crowd, pane {pane}, viewer {viewer}": see(crowd, viewer, pane=pane)
        for pane in range(3)
        for viewer in (seat, (seat + 1) % 4, SPECTATOR, OMNISCIENT)[: 4 if pane == 0 else 1]
    }
    amounts, _ = crowded(4, spread(b"\x01\x0b\x01\x01\x01\x01"))
    amounts.locations = b"\0\1\2\3"
    amounts.slots = bytes([0, 1, 2, 1, 1]) + amounts.slots[5:]
    amounts.adaptations[amounts.species[seat]] = bytes([*range(4), material.FORESIGHT])
    cards = [[material.RING * 5, material.RING * 3, 2, 3, 4]]
    hunter = material.HUNTER + 5
    pays, _ = living(cards, b"\0\0\5\5", bytes([material.LITTER, hunter]))
    worn, _ = living(cards, b"\0\0", bytes([material.LITTER, material.LITTER, material.HUNTER]))
    worn.worn[0] = bytes((0, 1, 2))
    gathers, _ = living(cards, b"\0\3\3\3")
    selecting = see(gathers, 0)
    for element in (("slot", 3), ("amount", 2)):
        selecting = see(gathers, 0, cursor=element, selected=(*selecting.chooser.selected, element))
    choosing = GAME.clone(pays)
    choosing.pending = [material.AdoptSpecies(0), material.AdoptSpecies(1)]
    choosing.active = NOTHING
    choosing.species = bytes([NOTHING] * 2)
    hunt = Hunted(0, material.RING * 5, b"\0\5\5", b"", 2, 1)
    since = tuple(Hunted(seat, material.RING, b"\1\1\0", b"", 2, 1) for seat in range(4))
    return crowds | {
        "amounts beside the fullest hand": see(amounts, seat),
        "pays for a catch": see(pays, 0, cursor=("slot", 0)),
        "pays for another": see(pays, 0, cursor=("slot", 1)),
        "an adaptation pays": see(
            pays, 0, cursor=("adaptation", hunter), selected=(("slot", 0), ("adaptation", hunter))
        ),
        "cards lack": see(living(cards, b"\0\5")[0], 0, cursor=("slot", 0)),
        "copies of an adaptation": see(worn, 0),
        "gathering two": selecting,
        "species to choose": see(choosing, 1),
        "news of all": see(crowd, seat, since=since),
        "moving": see(pays, 0, frame=2, moving=(hunt, Migrated(0, 4, 0, 1))),
    }
