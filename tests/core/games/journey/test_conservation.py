"""Conservation: no action loses or doubles anything of the box."""

import random
from collections import Counter

import pytest

from darwin_core.contract.game import NOTHING
from darwin_core.games.journey import GAME
from darwin_core.games.journey.acts import SKIP
from darwin_core.games.journey.material import (
    CAMPSITES,
    LASTS,
    MUSEUM,
    OBJECTIVES,
    STARTS,
    TRACK,
    JourneyOptions,
    places,
    specimen_spaces,
)

from .positions import GOLD, SILVER, page

RECTANGLES = {page("museum"), page("objectives"), page("order")}
OPEN = {page(name) for name in ("exploration", "navigation", "correspondence", "academy", "small")}
OPEN.add(page("small", 2))


def specimens_are_all_there(state, seats):
    spaces = [space for space in state.specimens if space != MUSEUM]
    assert len(state.specimens) == 16
    assert len(spaces) == len(set(spaces))
    assert set(spaces) <= set(specimen_spaces(seats))


def seals_are_never_more(state, seats):
    out = Counter(b"".join(map(b"".join, state.rows)) + state.scrolls)
    for colour in range(4):
        assert out[colour] + state.bag[colour] <= 14 - {2: 2, 3: 1, 4: 0}[seats]
    assert out[4] + state.bag[4] == 12
    assert all(len(row) <= 6 for rows in state.rows for row in rows)
    if state.round == 1:
        whole = 14 - {2: 2, 3: 1, 4: 0}[seats]
        assert [out[colour] + state.bag[colour] for colour in range(4)] == [whole] * 4


def stamps_are_twelve(state, seats):
    for seat in range(seats):
        placed = sum(envelope[seat] for envelope in state.envelopes)
        assert sum(state.stacks[seat]) + placed == 12
        assert max(state.stacks[seat][:3]) <= 4


def tents_and_lenses_are_those_of_the_box(state, seats):
    assert len(state.camps) == len(CAMPSITES)
    for site, tents in enumerate(state.camps):
        assert len(set(tents)) == len(tents) <= len(places(site, seats))
    for seat in range(seats):
        sites = {site for site, tents in enumerate(state.camps) if seat in tents}
        assert set(state.tents[seat]) == sites
        assert len(state.tents[seat]) == len(sites) <= 5
        assert state.lenses.count(seat) <= 6


def explorers_stand_apart(state, seats):
    for island in range(3):
        stand = [own[island] for own in state.explorers if own[island] != NOTHING]
        assert all(TRACK[space] == island + 1 for space in stand)
        inner = [space for space in stand if space not in {STARTS[island + 1], LASTS[island + 1]}]
        assert len(inner) == len(set(inner))


def workers_stand_where_they_may(state, seats):
    where = Counter(b"".join(state.workers))
    for location, count in where.items():
        if location not in {NOTHING, *RECTANGLES, *OPEN}:
            assert count == 1
            assert state.lenses[location] != NOTHING
    for seat in range(seats):
        assert state.workers[seat].count(page("order")) == state.queue.count(seat)
        assert state.workers[seat][4] == NOTHING or state.achieved[seat] >> 5 & 1


def objectives_lie_once(state, seats):
    tiles = b"".join((*state.reserve, *state.slots)).replace(bytes([NOTHING]), b"")
    tiles += state.display + state.silver + state.gold
    assert len(tiles) == len(set(tiles))
    assert all(len(reserve) <= 2 for reserve in state.reserve)
    for seat in range(seats):
        for slot, tile in enumerate(state.slots[seat]):
            if tile == NOTHING:
                assert not state.achieved[seat] >> slot & 1
            else:
                assert OBJECTIVES[tile].is_gold == (slot >= 5)
    assert set(state.silver) <= set(SILVER)
    assert set(state.gold) <= set(GOLD)


def nobody_owes(state, seats):
    assert min(*state.coins, *state.points, *state.knowledge, *state.evolution) >= 0
    assert max(state.evolution) <= 36


def rows_serve_one_card(state, seats):
    for assigned in state.assigned:
        used = [row for row in assigned if row != NOTHING]
        assert len(used) == len(set(used))


CHECKS = [
    specimens_are_all_there,
    seals_are_never_more,
    stamps_are_twelve,
    tents_and_lenses_are_those_of_the_box,
    explorers_stand_apart,
    workers_stand_where_they_may,
    objectives_lie_once,
    nobody_owes,
    rows_serve_one_card,
]


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("keen", [True, False], ids=["keen", "idle"])
@pytest.mark.parametrize("seed", range(3))
def test_nothing_is_lost_or_doubled_in_random_matches(seats, keen, seed):
    """Play random matches; a keen player skips no effect on offer."""
    rng = random.Random(f"{seats} {keen} {seed}")
    state = GAME.setup(JourneyOptions(), seats, f"conserve {seed}", None)
    moves = 0
    while movers := GAME.to_move(state):
        seat = rng.choice(list(movers))
        legal = [action for action in GAME.legal(state, seat) if not keen or action != SKIP]
        GAME.apply(state, seat, rng.choice(legal or [SKIP]), None)
        moves += 1
        if state.round:
            for check in CHECKS:
                check(state, seats)
    assert state.round == 5
    assert moves < 3000
