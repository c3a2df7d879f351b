"""Every row of every table comes up in play: each card, tile and space has a use."""

from collections import Counter
from collections.abc import Hashable
from functools import cache
from random import Random

import pytest

from darwin_core.contract.game import NOTHING
from darwin_core.games.journey import GAME, acts
from darwin_core.games.journey import material as box
from darwin_core.games.journey.pieces import lacking

MATCHES = 200


@cache
def used():
    """Count the rows and actions used in matches of players with preferences. Of the actions that
    they prefer, they choose the one used least so far."""
    done: Counter[Hashable] = Counter()
    for seed in range(MATCHES):
        _play(done, 2 + seed % 3, TASTES[seed % len(TASTES)], seed)
    return done


def scholar(state, seat, action):
    """Prefer seals for crew cards."""
    match action:
        case acts.Complete() | acts.Achieve():
            return 0
        case acts.Buy(spot=spot, row=row):
            return _missing(state, seat, row, state.scrolls[spot])
        case acts.Add(colour=colour, row=row):
            return _missing(state, seat, row, colour)
        case acts.Place(location=location):
            return 12 - (box.LOCATIONS[location].page == "academy")
    return 11


def _missing(state, seat, row, colour):
    """Count the seals missing from the nearest card after another seal in a row."""
    seals = state.rows[seat][row] + bytes([colour])
    cards = zip(state.crew[seat], state.assigned[seat], strict=True)
    wanted = [box.CREW[card].seals for card, used in cards if used == NOTHING]
    if row in state.assigned[seat] or not wanted:
        return 9
    return 1 + min(lacking(seals, letters) for letters in wanted)


def traveller(state, seat, action):
    """Prefer far moves and tents."""
    match action:
        case acts.Pitch() | acts.Achieve() | acts.Complete():
            return 0
        case acts.Move(space=space):
            return 1 + (space not in box.CAMP_AT)
        case acts.Place(location=location):
            return 11 - (box.LOCATIONS[location].page in {"exploration", "navigation"})
    return 12 if isinstance(action, acts.Skip) else 10


def opener(state, seat, action):
    """Prefer unlocking locations, saving for it, and going to special ones."""
    match action:
        case acts.Unlock() | acts.Perform() | acts.Achieve() | acts.Complete():
            return 0
        case acts.Place(location=location):
            pages = {"small": 0, "special": 1, "objectives": 2, "order": 3}
            return 5 + pages.get(box.LOCATIONS[location].page, 4)
    return 12 if isinstance(action, acts.Skip) else 4


TASTES = (scholar, traveller, opener, lambda state, seat, action: 0)


def _play(done, seats, taste, seed):
    """Play a match by the actions that a taste prefers and that were taken least often, and count
    the rows of the tables that it uses."""
    rng = Random(seed)
    state = GAME.setup(GAME.options(), seats, f"rows {seed}", None)
    while movers := GAME.to_move(state):
        seat = movers[0]
        actions = GAME.legal(state, seat)
        wanted = min(actions, key=lambda act: (taste(state, seat, act), done[act], rng.random()))
        done[wanted] += 1
        events: list[acts.JourneyEvent] = []
        GAME.apply(state, seat, wanted, events.append)
        for event in events:
            done.update(_rows(state, event))
    assert GAME.invariants(state) == []


def _rows(state, event):
    """Yield the table and the number of each row that an event uses."""
    match event:
        case acts.Placed(location=location):
            yield "location", location
            if box.FIRST_SPECIAL <= location < box.LOCKABLE:
                yield "special", state.specials[location - box.FIRST_SPECIAL]
        case acts.Unlocked(location=location) | acts.Performed(location=location):
            yield "opened", location
        case acts.Moved(space=space):
            yield "space", space
        case acts.CameFirst(space=space):
            yield "ribbon", space
        case acts.Landed(island=island):
            yield "island", island
        case acts.Pitched(seat, site, _):
            yield "site", site
            yield "tent", state.tents[seat].index(site)
        case acts.Took(tile=tile, slot=slot):
            yield "tile", tile
            if slot != NOTHING:
                yield "slot", slot
        case acts.Achieved(tile=tile, slot=slot):
            yield "achieved", tile
            yield "slot", slot
        case acts.Completed(card=card):
            yield "crew", card
        case acts.Copied(card=card):
            yield "copied", card
        case acts.Awarded(envelope=envelope, place=place):
            yield "letter", (state.letters[envelope], place)
        case acts.Reported(goal=goal):
            yield "goal", goal


SPACES = [space for space in range(len(box.SPACES)) if space not in box.STARTS]
NEUTRAL = range(box.FIRST_SPECIAL, box.FIRST_SPECIAL + box.SPECIAL_COLUMNS)
WANTED = {
    "location": range(len(box.LOCATIONS)),
    "special": range(len(box.TILES)),
    "opened": [
        at for at in range(box.LOCKABLE) if not box.LOCATIONS[at].is_open and at not in NEUTRAL
    ],
    "space": SPACES,
    "ribbon": box.RIBBONS,
    "island": range(1, len(box.ISLANDS)),
    "site": range(len(box.CAMPSITES)),
    "tent": range(len(box.TENTS)),
    "tile": range(len(box.OBJECTIVES)),
    "achieved": range(len(box.OBJECTIVES)),
    "slot": range(len(box.SLOTS)),
    "crew": range(len(box.CREW)),
    "letter": [(tile, place) for tile in range(len(box.LETTER_TILES)) for place in range(2)],
    "goal": range(len(box.GOAL_TILES)),
}


@pytest.mark.parametrize("table", WANTED)
def test_every_row_is_used(table):
    missing = [row for row in WANTED[table] if not used()[table, row]]
    assert missing == []
