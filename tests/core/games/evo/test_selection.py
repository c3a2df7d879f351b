"""Between millennia: the choice of species, their new populations, and the start player."""

import pytest

from darwin_core.games.evo import GAME
from darwin_core.games.evo.acts import Adopted, Culled, Drew, MillenniumBegan, Moved, Settled
from darwin_core.games.evo.texts import species_name
from darwin_core.lab.play import Case, moments
from darwin_core.text.seat_names import SeatNames

from .positions import ending, kind

ALL = "SSSSRRRRPPPPTTTTEEEEAAAA"


def choosing(points, first=0, **where):
    """Return the choice of species after a millennium in which all score the same otherwise."""
    kinds = where.pop("kinds", None) or [kind(future=ALL[:12]) for _ in points]
    return ending(*kinds, points=points, first=first, **where)


def order(points, first):
    """Return the seats in the order in which they choose, and the table."""
    table = choosing(points, first)
    seats = []
    while table.asked[0] in (["AdoptSpecies"], ["SettlePopulation"], ["MovePopulation"]):
        seat = table.asked[1][0]
        table.do(seat, table.may(seat)[-1])
    seats = [event.seat for event in table.events_of(Adopted)]
    return seats, table


def test_a_species_that_a_rival_takes_is_a_loss_of_the_seat_that_played_it():
    names = SeatNames(("Ada", "Ben"))
    table = choosing([3, 1])
    species, mine = (
        next(event for event in table.events_of(Culled) if event.seat == seat).species
        for seat in (0, 1)
    )
    assert GAME.texts.defeat(table.events, 0, names) == ""
    table.do(1, f"adopt {species + 1}")
    assert GAME.texts.defeat(table.events, 0, names) == (
        f"Ben takes your {species_name(species)}: its genome of 24 cards, its adaptations."
    )
    assert GAME.texts.defeat(table.events, 1, names) == "", "Ben leaves his by choice"
    kept = choosing([3, 1]).do(1, f"adopt {mine + 1}")
    assert GAME.texts.defeat(kept.events, 0, names) == ""


@pytest.mark.parametrize(
    ("points", "first", "chosen"),
    [
        ([3, 1, 2], 0, [1, 2, 0]),
        ([5, 4, 9, 1], 2, [3, 1, 0, 2]),
        ([2, 2, 2], 0, [0, 1, 2]),
        ([2, 2, 2], 1, [1, 2, 0]),
        ([2, 2, 2], 2, [2, 0, 1]),
        ([4, 1, 1, 4], 2, [2, 1, 3, 0]),
        ([-3, 0], 1, [0, 1]),
    ],
)
def test_species_are_chosen_from_least_to_most_points_ties_from_the_start_player_on(
    points, first, chosen
):
    assert order(points, first)[0] == chosen


@pytest.mark.parametrize(
    ("points", "first", "begins"),
    [
        ([3, 1, 2], 1, 0),
        ([2, 2, 2], 1, 1),
        ([4, 1, 1, 4], 2, 3),
        ([4, 1, 1, 4], 0, 0),
        ([1, 5, 5], 2, 2),
        ([5, 5, 1], 2, 0),
    ],
)
def test_most_points_begin_ties_go_to_the_first_from_the_start_player_of_before(
    points, first, begins
):
    table = order(points, first)[1]
    assert table.state.first == begins
    assert table.asked[1] == [begins]
    assert table.events_of(MillenniumBegan)[-1] == MillenniumBegan(2, begins)


def test_a_species_taken_is_not_free_and_the_last_has_no_choice():
    table = choosing([1, 2, 3])
    assert table.asked == (["AdoptSpecies"], [0])
    assert table.may(0) == ["adopt 1", "adopt 2", "adopt 3"]
    table.do(0, "adopt 2", "done")
    assert table.may(1) == ["adopt 1", "adopt 3"]
    table.do(1, "adopt 3", "done")
    assert table.asked == (["MovePopulation"], [2])
    assert list(table.state.species) == [1, 2, 0]
    assert table.why(1, "adopt 1") == "not-your-turn"


def test_the_same_species_may_be_played_again():
    table = choosing([1, 2]).do(0, "adopt 1", "done").do(1, "done")
    assert list(table.state.species) == [0, 1]


def test_nothing_is_anybodys_while_species_are_chosen():
    table = choosing([1, 2])
    assert list(table.state.species) == [254, 254]
    assert not any(table.state.hands)


def test_one_reserved_population_comes_to_where_the_species_stands():
    kinds = [kind(future=ALL, stand="2 0 1", spent="0 0 0"), kind(future=ALL), kind(future=ALL)]
    table = choosing([1, 2, 3], kinds=kinds).do(0, "adopt 1")
    assert table.asked == (["SettlePopulation"], [0])
    assert table.may(0) == ["found 1", "found 3"]
    assert table.why(0, "found 2") == "no-home"
    table.do(0, "found 3")
    assert list(table.state.available[0]) == [2, 0, 2]


def test_one_place_only_is_not_asked_for():
    table = choosing([1, 2]).do(0, "adopt 1")
    assert table.events_of(Settled) == [Settled(0, table.state.locations[0])]
    assert list(table.state.available[0]) == [4, 0]
    assert table.asked == (["MovePopulation"], [0])


def test_any_one_population_may_move_anywhere_and_triggers_nothing():
    kinds = [kind(future=ALL, stand="2 1 0"), kind(future=ALL), kind(future=ALL)]
    table = choosing([1, 2, 3], kinds=kinds).do(0, "adopt 1", "found 2")
    assert table.may(0) == ["move 1 2", "move 1 3", "move 2 1", "move 2 3", "done"]
    table.do(0, "move 1 3")
    assert list(table.state.available[0]) == [1, 2, 1]
    assert table.events_of(Moved) == [Moved(0, table.state.locations[0], table.state.locations[2])]
    assert table.lost(0) == table.offspring(0) == ""
    assert len(table.hand(0)) == 6
    assert table.asked == (["AdoptSpecies"], [1])


def test_a_population_need_not_move():
    table = choosing([1, 2]).do(0, "adopt 1", "done")
    assert list(table.state.available[0]) == [4, 0]
    assert table.events_of(Moved) == []


def test_six_cards_are_drawn_before_the_next_chooses():
    table = choosing([1, 2]).do(0, "adopt 2")
    assert table.hand(1) == ""
    table.do(0, "done")
    assert [len(table.state.hands[species]) for species in (0, 1)] == [0, 6]
    assert len(table.state.decks[1]) == 24 - 6
    assert isinstance(table.events[-1], Settled), "the last has no choice and settles at once"
    assert isinstance(table.events[-3], Drew)


def test_genome_adaptations_and_populations_change_hands_with_the_species():
    kinds = [
        kind(future="S" * 12 + ALL[4:16], own="VS VR", worn="0 1"),
        kind(future=ALL, own="HA GA", worn="1 0"),
    ]
    table = choosing([1, 2], kinds=kinds).do(0, "adopt 2", "done").do(1, "done")
    assert list(table.state.species) == [1, 0]
    assert table.state.genomes[0][0] >= 12
    assert "VR" in table.worn(0)
    assert "HA" in table.worn(1)
    seat = table.state.first
    assert GAME.legal(table.state, seat)
    assert table.state.active == table.state.species[seat]


def test_points_stay_with_the_seat():
    table = choosing([1, 20]).do(0, "adopt 2", "done").do(1, "done")
    assert table.state.survived == [1, 20]


@pytest.mark.parametrize("seats", GAME.seats)
def test_populations_grow_to_six_over_the_match(seats):
    *_, last = moments(Case(GAME, seats, "six"))
    for species in range(seats):
        standing = sum(last.after.available[species]) + sum(last.after.spent[species])
        assert standing == 6
    assert last.after.millennium == 4
    assert len(last.after.history) == 5
