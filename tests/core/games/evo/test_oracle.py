"""The engine's lists of hunts, forages and migrations equal those of a second, plain version."""

from collections import Counter
from random import Random
from typing import NamedTuple

import pytest

from darwin_core.games.evo import GAME
from darwin_core.games.evo.acts import LETTERS, Forage, Hunt, Migrate, design_code
from darwin_core.games.evo.generation import price
from darwin_core.games.evo.material import RING, SLOTS, Live
from darwin_core.lab.play import Case, positions

from . import oracle
from .positions import DESIGNS, fauna, kind, living

NAMES = sorted(DESIGNS)


def codes(cards):
    """Return trait cards as letters."""
    return "".join(LETTERS[card] for card in cards)


class Offers(NamedTuple):
    """Ways to hunt and to forage by slot, and to migrate: cards, adaptations and places."""

    hunts: dict[int, list[tuple[tuple[str, ...], tuple[str, ...]]]]
    forages: dict[int, list[tuple[int, tuple[str, ...]]]]
    journeys: set[tuple[tuple[str, ...], int]]


def seen(state):
    """Return the engine's actions for the active population, in the terms of the oracle."""
    seat = state.pending[-1].seat
    offers = Offers({}, {}, set())
    for action in GAME.legal(state, seat):
        match action:
            case Hunt(slot, uses):
                cards = price(state.slots[SLOTS * state.active + slot], uses)
                names = tuple(sorted(map(design_code, uses)))
                offers.hunts.setdefault(slot, []).append((tuple(sorted(codes(cards))), names))
            case Forage(slot, amount, uses):
                names = tuple(sorted(map(design_code, uses)))
                offers.forages.setdefault(slot, []).append((amount, names))
            case Migrate(cards, location):
                offers.journeys.add((tuple(sorted(codes(cards))), location))
    return offers


def wanted(state):
    """Return the same actions by the oracle."""
    species = state.species[state.pending[-1].seat]
    hand = codes(state.hands[species])
    designs = [design_code(design) for design in state.adaptations[species]]
    has_future = bool(state.decks[species] or state.offspring[species])
    supply = dict(zip(LETTERS, state.supply, strict=True))
    home = LETTERS[state.locations[state.active]]
    places = len(state.locations)
    journeys = oracle.journeys(hand, designs, state.wandered, state.active, places, has_future)
    offers = Offers({}, {}, journeys)
    for slot in range(SLOTS):
        place = SLOTS * state.active + slot
        card = state.slots[place]
        if card == 254:
            continue
        if slot < 3:
            animal = LETTERS[card // RING], LETTERS[card % RING]
            touched = any(state.tokens[place])
            ways = oracle.hunts(hand, animal, designs, touched, has_future, supply)
            offers.hunts[slot] = sorted(ways)
        else:
            ways = oracle.forages(hand, home, LETTERS[card], designs)
            offers.forages[slot] = sorted((amount, uses) for _, amount, uses in ways)
    return offers


def compare(state):
    offered, right = seen(state), wanted(state)
    for slot, hunts in right.hunts.items():
        assert sorted(offered.hunts.get(slot, [])) == hunts, slot
    assert set(offered.hunts) <= set(right.hunts)
    for slot, forages in right.forages.items():
        assert sorted(offered.forages.get(slot, [])) == forages, slot
    assert set(offered.forages) <= set(right.forages)
    assert offered.journeys == right.journeys


def chances(rng, number):
    """Yield random positions with up to eight cards in a hand and up to six adaptations."""
    for _ in range(number):
        hand = "".join(rng.choice(LETTERS) for _ in range(rng.randint(0, 8)))
        animals = rng.sample([a + b for a in LETTERS for b in LETTERS], 3)
        if hand:
            animals[0] = rng.choice(hand) + rng.choice(LETTERS)
        animals = list(dict.fromkeys(animals))
        plants = "".join(rng.choice(LETTERS) for _ in range(2))
        families = [name for name in NAMES if name[0] != "X"] + ["XR", "XE", "XP"]
        designs = [rng.choice(families) for _ in range(rng.randint(0, 6))]
        designs = [name for name, copies in Counter(designs).items() for _ in range(min(copies, 2))]
        table = living(
            kind(hand=hand, deck=rng.choice(["", "TE"]), own=" ".join(designs)),
            land=[(" ".join(animals), plants)],
            places=rng.choice(["lake mountain", "swamp field", "forest desert"]),
            tokens={(0, slot): rng.choice(["0 0", "1 0", "0 2"]) for slot in (1, 2)},
            supply={letter: rng.choice([0, 1, 2]) for letter in rng.sample(LETTERS, 2)},
        )
        yield table.state


def test_random_positions_offer_what_the_oracle_finds():
    for state in chances(Random("oracle"), 300):
        compare(state)


@pytest.mark.campaign
def test_many_random_positions_offer_what_the_oracle_finds():
    for state in chances(Random("many"), 20_000):
        compare(state)


@pytest.mark.parametrize("seats", GAME.seats)
def test_every_generation_of_a_match_offers_what_the_oracle_finds(seats):
    compared = 0
    for _, state in positions(Case(GAME, seats, "oracle", is_advised=True)):
        if not state.pending or not isinstance(state.pending[-1], Live):
            continue
        if len(state.hands[state.species[state.pending[-1].seat]]) <= 9:
            compare(state)
            compared += 1
    assert compared > 20


def test_every_fauna_with_every_pair_of_helping_adaptations():
    """All 36 fauna, each with every set of versatiles and hunters that could matter."""
    for primary in LETTERS:
        for third in LETTERS:
            names = sorted({f"V{primary}", f"V{third}", f"H{primary}"})
            for design in oracle.parts(names):
                hand = primary + primary + third + oracle.following(primary)
                hand += oracle.following(third)
                table = living(
                    kind(hand=hand, deck="T", own=" ".join(design)), land=[(primary + third, "")]
                )
                compare(table.state)
                assert table.state.slots[0] == fauna(primary + third)


# --- the longest legal lists

FORAGERS = "FS FR FP FT FE FA"
EXTREMES = {
    "every forager and one flora twice": ("SRTEA" + "P" * 19, FORAGERS, ("PS", "PP")),
    "every forager and two flora": ("PPPPPPPPPPTTTTTTTTTTSREA", FORAGERS, ("PT", "PT")),
    "four foragers and the feeder": ("SRTEA" + "P" * 16, "FR FT FE FA GP", ("PS", "PP")),
    "wanderer too": ("SRTEA" + "P" * 19, "FS FR FT FE XP", ("PS", "PP")),
    "every help in a hunt": ("SSSRRRPPPTTTEEEAAA", "VS VR HS XR XE", ("SR SP ST", "SR")),
}
"""Hands much larger than any met in play (14 cards), with five adaptations, as many as there are in
the last millennium, or six."""


@pytest.mark.parametrize("name", EXTREMES)
def test_the_legal_list_is_never_longer_than_400(name):
    hand, designs, land = EXTREMES[name]
    table = living(
        kind(hand=hand, deck="T", own=designs),
        kind(stand="1 2 0 0"),
        kind(stand="1 0 2 0"),
        kind(stand="1 0 0 2"),
        land=[land],
        tokens={(0, slot): "1 1 1 1" for slot in range(1, 4)},
        predation=True,
    )
    assert 100 < len(table.may(0)) <= 400
