"""The law of losses: each loss that a seat has not chosen is announced to it.

In random matches each step is compared with the events that name its losers.
"""

from collections import Counter
from collections.abc import Callable, Mapping
from random import Random
from typing import Any

import pytest

from darwin_core.contract import registry
from darwin_core.contract.game import NOTHING, Event
from darwin_core.games.darwinning import acts as darwinning
from darwin_core.games.dice import acts as dice
from darwin_core.games.dice.material import POINTS
from darwin_core.games.evo import acts as evo
from darwin_core.games.journey import acts as journey
from darwin_core.games.journey.objectives import is_met
from darwin_core.games.journey.voyage import NEAR_MOVES, reach
from darwin_core.games.yummy import acts as yummy
from darwin_core.games.yummy.material import JOKERS

MATCHES = 3
"""Matches of each game and number of seats."""


# --- a seat's things, by name; in Evo those of its species, which the next millennium frees


def dice_things(state: Any, seat: int, before: Any) -> Counter[str]:
    """Return the points in the account and at risk."""
    at_risk = sum(POINTS[card] for card in state.taken[seat])
    return Counter(pile=state.points[seat] + at_risk)


def darwinning_things(state: Any, seat: int, before: Any) -> Counter[str]:
    """Return the population and the traits that lie on a board."""
    traits = Counter(f"trait {card}" for card in state.traits[seat] if card != NOTHING)
    return traits + Counter(population=state.population[seat])


def evo_things(state: Any, seat: int, before: Any) -> Counter[str]:
    """Return the tokens, also scored ones, the adaptations, the points for genomes, and
    the cards that are not in the Lost Genome."""
    species = before.species[seat]
    if species >= len(state.genomes):
        return Counter()
    designs = Counter(f"adaptation {design}" for design in state.adaptations[species])
    held = sum(tokens[species] for tokens in state.tokens)
    genome = 100 + state.passed_on[seat]
    kept = 100 - len(state.lost[species])
    return designs + Counter(tokens=state.survived[seat] + held, genome=genome, cards=kept)


def journey_things(state: Any, seat: int, before: Any) -> Counter[str]:
    """Return the stamps on envelopes, and the envelopes with most of them, also shared."""
    things = Counter[str]()
    for envelope, stamps in enumerate(state.envelopes):
        things[f"stamps on {envelope}"] = stamps[seat]
        others = max(number for other, number in enumerate(stamps) if other != seat)
        things[f"first on {envelope}"] = 0 < stamps[seat] >= others
    return things


def yummy_things(state: Any, seat: int, before: Any) -> Counter[str]:
    """Return the triplets, laid and banked, and the jokers in the laid triplets."""
    laid = state.fields[seat]
    jokers = sum(card in JOKERS for triplet in laid for card in triplet)
    return Counter(triplets=len(laid) + len(state.piles[seat]), jokers=jokers)


THINGS: Mapping[str, Callable[[Any, int, Any], Counter[str]]] = {
    "dice": dice_things,
    "darwinning": darwinning_things,
    "evo": evo_things,
    "journey": journey_things,
    "yummy": yummy_things,
}
SAYS: Mapping[str, Mapping[str, tuple[type[Event], ...]]] = {
    "dice": {"pile": (dice.Lost,)},
    "darwinning": {
        "points": (darwinning.TraitTaken, darwinning.Fed, darwinning.Bitten),
        "trait": (darwinning.TraitTaken,),
        "population": (darwinning.Fed, darwinning.Bitten),
    },
    "evo": {
        "points": (evo.Counted,),
        "tokens": (evo.DiedOut, evo.Outcompeted, evo.Displaced),
        "adaptation": (evo.Culled,),
        "genome": (evo.Counted,),
        "cards": (evo.Withered, evo.Migrated),
    },
    "journey": {"stamps": (journey.Collected,), "first": (journey.Stamped, journey.Collected)},
    "yummy": {
        "points": (yummy.Trumped, yummy.Marked, yummy.Captured),
        "triplets": (yummy.Trumped, yummy.Captured),
        "jokers": (yummy.Swapped, yummy.Trumped, yummy.Captured),
    },
}
"""The events that announce the loss of a thing, by game and by the first word of its name."""
CHOSEN = (
    darwinning.Gain,
    darwinning.Take,
    *(journey.Place, journey.Unlock, journey.Take, journey.Research, journey.Buy, journey.Pitch),
    *(journey.Achieve, journey.Deliver, journey.Do, journey.Reuse, journey.Complete),
)
"""Actions that cost a player something that they can see."""


def unannounced(slug: str, seats: int, seed: str) -> list[str]:
    """Return the losses of a random match that no event announces to the seat."""
    game = registry.get(slug)
    rng = Random(seed)
    faults = list[str]()
    options = game.options(predation=True) if slug == "evo" else game.options()
    state = game.setup(options, seats, seed, None)
    while movers := game.to_move(state):
        actor = rng.choice(movers)
        action = rng.choice(list(game.legal(state, actor)))
        before = game.clone(state)
        events = list[Event]()
        game.apply(state, actor, action, events.append)
        names = ", ".join(type(event).__name__ for event in events)
        for seat in range(seats):
            if seat == actor and isinstance(action, CHOSEN):
                continue
            announcing = tuple(type(event) for event in events if seat in event.losers)
            for thing in lost(slug, before, state, seat):
                if not {*announcing} & {*SAYS[slug].get(thing.partition(" ")[0], ())}:
                    faults.append(f"{thing} of {seat} by {actor}'s {action}: {names}")
    return faults


def lost(slug: str, before: Any, after: Any, seat: int) -> list[str]:
    """Return the names of the things of which a seat has fewer than before."""
    standing = registry.get(slug).standing
    is_behind = standing(after).totals[seat] < standing(before).totals[seat]
    gone = THINGS[slug](before, seat, before) - THINGS[slug](after, seat, before)
    return ["points"] * is_behind + list(gone)


CASES = [(slug, seats) for slug in THINGS for seats in registry.get(slug).seats]


@pytest.mark.parametrize(("slug", "seats"), CASES)
def test_what_a_seat_loses_is_announced_to_it(slug, seats):
    for number in range(MATCHES):
        assert not unannounced(slug, seats, f"losses {number}")


def unsaid(seed: str) -> list[str]:
    """Return the events of a random match of Darwin's Journey in which a seat takes an objective or
    a ribbon, or delivers a specimen, without naming the other seats that could have."""
    game = registry.get("journey")
    rng = Random(seed)
    faults = list[str]()
    state = game.setup(game.options(), 4, seed, None)
    # All but the last seat know all specimens, so that each delivery takes one from others.
    state.research = (*[(1 << len(state.specimens)) - 1] * 3, 0)
    while movers := game.to_move(state):
        actor = rng.choice(movers)
        action = rng.choice(list(game.legal(state, actor)))
        before = game.clone(state)
        events = list[Event]()
        game.apply(state, actor, action, events.append)
        for event in events:
            if isinstance(event, journey.Took):
                others = [s for s in range(4) if is_met(before, s, event.tile)]
            elif isinstance(event, journey.CameFirst):
                others = [s for s in range(4) if steps_to(before, s, event.space) <= NEAR_MOVES]
            elif isinstance(event, journey.Delivered):
                known = [s for s in range(4) if before.research[s] >> event.specimen & 1]
                others = [] if event.is_again else known
            else:
                continue
            if event.missed != tuple(other for other in others if other != actor):
                faults.append(f"{event}: {others}")
            WAS_NEAR[type(event).__name__] += len(event.missed)
    return faults


def steps_to(state: Any, seat: int, ribbon: int) -> int:
    """Return the moves that the nearest ship or explorer of a seat has to a ribbon."""
    starts = {state.ships[seat], *state.explorers[seat]} - {NOTHING}
    ways = (dict(reach(start, 99)).get(ribbon, 99) for start in starts)
    return min(ways, default=99)


WAS_NEAR = Counter[str]()
"""The seats that events named as about to get a thing, counted by the events' class."""


def test_a_seat_reads_that_another_got_a_thing_that_it_was_about_to_get():
    for number in range(MATCHES):
        assert not unsaid(f"missed {number}")
    assert {*+WAS_NEAR} == {"Took", "CameFirst", "Delivered"}


@pytest.mark.parametrize("name", ["Took", "CameFirst", "Delivered"])
def test_the_law_finds_what_is_not_said(name, monkeypatch):
    monkeypatch.setattr(getattr(journey, name), "missed", ())
    assert any(unsaid(f"missed {number}") for number in range(MATCHES))


PLANTED = [
    ("dice", "Lost"),
    ("darwinning", "TraitTaken"),
    ("darwinning", "Fed"),
    ("darwinning", "Bitten"),
    ("evo", "Displaced"),
    ("evo", "DiedOut"),
    ("evo", "Outcompeted"),
    ("evo", "Counted"),
    ("evo", "Culled"),
    ("evo", "Withered"),
    ("evo", "Migrated"),
    ("journey", "Stamped"),
    ("journey", "Collected"),
    ("yummy", "Trumped"),
    ("yummy", "Marked"),
    ("yummy", "Swapped"),
]


@pytest.mark.parametrize(("slug", "name"), PLANTED)
def test_the_law_finds_each_event_that_says_nothing(slug, name, monkeypatch):
    event = next(event for event in registry.get(slug).events if event.__name__ == name)
    monkeypatch.setattr(event, "losers", ())
    most = registry.get(slug).seats[-1]
    assert any(unannounced(slug, most, f"losses {number}") for number in range(40))
