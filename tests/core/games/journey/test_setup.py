"""Set-up: the box, the crew draft, and the objectives for the start."""

from collections import Counter

import pytest

from darwin_core.contract.game import NOTHING
from darwin_core.games.journey import GAME, material
from darwin_core.games.journey.acts import Keep, Take

from .positions import GOLD, SILVER, at, page

SEATS = pytest.mark.parametrize("seats", [2, 3, 4])
FEWER = {2: 2, 3: 1, 4: 0}


def begun(seats, seed="start"):
    return GAME.setup(material.JourneyOptions(), seats, seed, None)


def drafted(seats, seed="start", choose=0):
    """Return a match after the draft; start tiles are next."""
    state = begun(seats, seed)
    while isinstance(GAME.legal(state, (seat := GAME.to_move(state)[0]))[0], Keep):
        GAME.apply(state, seat, GAME.legal(state, seat)[choose], None)
    return state


@SEATS
def test_what_everybody_begins_with(seats):
    state = begun(seats)
    assert state.coins == (4,) * seats
    assert state.knowledge == (1,) * seats
    assert state.points == state.evolution == (0,) * seats
    assert state.stacks == (bytes([4, 4, 4, 0]),) * seats
    assert state.ships == bytes([at("O0")]) * seats
    assert state.explorers == (bytes([at("IA0"), NOTHING, NOTHING]),) * seats
    assert state.tents == (b"",) * seats
    assert state.research == (0,) * seats


@SEATS
def test_the_first_turn_order_is_random(seats):
    orders = Counter(begun(seats, f"order {number}").order for number in range(120))
    assert all(sorted(order) == list(range(seats)) for order in orders)
    assert len(orders) == {2: 2, 3: 6, 4: 24}[seats]


@SEATS
def test_neutral_lenses_unlock_the_upper_two_special_tiles(seats):
    lenses = begun(seats).lenses
    assert {place for place, owner in enumerate(lenses) if owner == material.NEUTRAL} == {
        page("special"), page("special", 2),
    }  # fmt: skip
    assert set(lenses) == {material.NEUTRAL, NOTHING}


@SEATS
def test_specimens_lie_on_the_spaces_in_use_and_the_rest_in_the_museum(seats):
    specimens = begun(seats).specimens
    assert specimens.count(material.MUSEUM) == {2: 6, 3: 3, 4: 0}[seats]
    assert sorted(set(specimens) - {material.MUSEUM}) == list(material.specimen_spaces(seats))
    assert begun(seats, "one").specimens != begun(seats, "another").specimens


# --- the draft


@SEATS
def test_four_cards_each_and_all_choose_at_once(seats):
    state = begun(seats)
    assert [len(hand) for hand in state.hands] == [4] * seats
    assert len(set(b"".join(state.hands))) == 4 * seats
    assert list(GAME.to_move(state)) == list(range(seats))


@SEATS
def test_hands_are_passed_to_the_left(seats):
    state = begun(seats)
    before = state.hands
    for seat in range(seats):
        GAME.apply(state, seat, Keep(before[seat][0]), None)
    for seat in range(seats):
        assert set(state.hands[(seat + 1) % seats]) == set(before[seat][1:])


@SEATS
def test_three_are_kept_and_the_fourth_leaves_the_game(seats):
    state = begun(seats)
    dealt = b"".join(state.hands)
    state = drafted(seats)
    assert [len(crew) for crew in state.crew] == [3] * seats
    assert len(set(b"".join(state.crew))) == 3 * seats
    assert set(b"".join(state.crew)) < set(dealt)
    assert state.hands == (b"",) * seats


@SEATS
@pytest.mark.parametrize("choose", [0, -1])
def test_cards_kept_bring_seals_in_their_order_and_row_4_a_purple_one(seats, choose):
    state = drafted(seats, choose=choose)
    for crew, rows in zip(state.crew, state.rows, strict=True):
        assert list(rows) == [
            *(bytes([material.LETTERS.index(material.CREW[card].start)]) for card in crew),
            bytes([material.PURPLE]),
        ]


@SEATS
def test_the_academy_is_filled_after_the_draft_from_the_bag(seats):
    state = drafted(seats)
    assert len(state.scrolls) == 12
    assert set(state.scrolls) <= {0, 1, 2, 3}
    out = Counter(b"".join(map(b"".join, state.rows)) + state.scrolls)
    number = 14 - FEWER[seats]
    assert list(state.bag) == [number - out[colour] for colour in range(4)] + [12 - seats]


# --- objectives for the start


def offered(state, seat):
    """Return the objectives that a seat may take; it has no other actions."""
    actions = GAME.legal(state, seat)
    tiles = [action.tile for action in actions if isinstance(action, Take)]
    assert [Take(tile) for tile in tiles] == list(actions)
    return tiles


@SEATS
def test_start_tiles_are_taken_in_reverse_turn_order_silver_then_gold(seats):
    state = drafted(seats)
    asked = []
    while state.round == 0:
        seat = GAME.to_move(state)[0]
        tiles = offered(state, seat)
        asked.append((seat, {material.OBJECTIVES[tile].is_gold for tile in tiles}))
        GAME.apply(state, seat, Take(tiles[-1]), None)
    whole = [(seat, {is_gold}) for seat in reversed(state.order) for is_gold in (False, True)]
    assert asked == whole[: len(asked)]
    assert len(asked) == len(whole) - 2 * (seats == 4)
    for reserve in state.reserve:
        assert [material.OBJECTIVES[tile].is_gold for tile in reserve] == [False, True]
        assert all(material.OBJECTIVES[tile].is_start for tile in reserve)
    assert len(set(b"".join(state.reserve))) == 2 * seats


@SEATS
def test_the_display_is_two_silver_and_two_gold_and_the_rest_comes_later(seats):
    state = drafted(seats)
    assert len(state.display) == 4
    assert len(set(state.display) & set(SILVER)) == len(set(state.display) & set(GOLD)) == 2
    assert sorted([*state.display, *state.silver, *state.gold]) == sorted([*SILVER, *GOLD])


@SEATS
def test_the_first_in_turn_order_begins_and_the_beagle_is_at_the_first_anchor(seats):
    state = drafted(seats)
    while state.round == 0:
        seat = GAME.to_move(state)[0]
        GAME.apply(state, seat, GAME.legal(state, seat)[0], None)
    assert list(GAME.to_move(state)) == [state.order[0]]
    assert GAME.clock(state).round == 1
