"""The winning card: the dice, the order of strength, the special cards."""

from itertools import permutations

import pytest

from darwin_core.games.dice.acts import Revealed

from .positions import cards, play


def ranking(rolls, *plays, **where):
    """Return the cards of a turn in their ranking."""
    (event,) = play(rolls, *plays, **where).events_of(Revealed)
    return [card for _, card in event.ranking]


def assert_ranked(rolls, strongest_first):
    """Assert that the cards rank as written, for every assignment to seats."""
    codes = strongest_first.split()
    for plays in permutations(codes):
        assert ranking(rolls, *plays) == list(cards(strongest_first))


def test_rulebook_example_is_flight_with_the_green_three_as_trump():
    assert_ranked("flight green 3", "F3 B1 L2 B3")


def test_trump_needs_colour_and_number():
    assert_ranked("fight blue 4", "B4 L8 B7 L4")
    assert_ranked("flight blue 4", "B4 L1 B2 L4")


def test_neither_colour_nor_number_alone_counts():
    assert_ranked("fight yellow 2", "B8 F7 L6 F2")


def test_red_is_never_trump():
    for colour in ("blue", "yellow", "green"):
        assert_ranked(f"flight {colour} 3", "O0 S1 B2 S3")


def test_fight_highest_number_wins():
    assert_ranked("fight blue 1", "S8 L7 F6 B5")


def test_flight_lowest_number_wins():
    assert_ranked("flight blue 8", "S1 L2 F3 B4")


def test_fight_draw_bear_lion_fox_snake():
    assert_ranked("fight green 1", "B5 L5 F5 S5")


def test_flight_draw_fox_lion_bear_snake():
    assert_ranked("flight green 1", "F5 L5 B5 S5")


def test_flight_draw_fox_before_lion():
    assert play("flight blue 1", "L2", "F2").winners == [1]
    assert play("fight blue 1", "L2", "F2").winners == [0]


@pytest.mark.parametrize("mode", ["fight", "flight"])
def test_snake_loses_every_draw(mode):
    for other in ("B6", "L6", "F6"):
        assert play(f"{mode} blue 1", "S6", other).winners == [1]


def test_owl_nine_is_the_highest_and_owl_zero_the_lowest():
    assert_ranked("fight blue 3", "O9 B8 B1 O0")
    assert_ranked("flight blue 3", "O0 F1 F8 O9")


def test_owl_loses_to_trump():
    assert_ranked("fight blue 1", "B1 O9 L8")
    assert_ranked("flight green 8", "F8 O0 L1")


def test_scorpion_without_trump_counts_four_and_a_half():
    assert_ranked("fight blue 1", "S5 C B4 S3")
    assert_ranked("flight blue 1", "S4 C F5 B6")


def test_scorpion_beats_trump_and_then_all_else():
    assert_ranked("fight blue 1", "C B1 O9 L8")
    assert_ranked("flight yellow 8", "C L8 O0 F1")


def test_only_the_scorpion_beats_trump():
    for other in ("O0", "O9", "B8", "L1", "S1", "S8", "F4"):
        assert play("fight green 4", "F4", other).winners in ([0], [])


def test_two_cards_of_one_animal_and_number_are_identical():
    assert play("fight blue 1", "L7", "L7", "B2").winners == []


def test_equal_numbers_of_two_animals_are_no_tie():
    assert play("fight blue 1", "L7", "F7", "S7").winners == [0]
    assert play("flight blue 1", "L7", "F7", "S7").winners == [1]


def test_the_two_owls_are_not_identical():
    assert play("fight blue 1", "O0", "O9").winners == [1]
    assert play("flight blue 1", "O0", "O9").winners == [0]


def test_owl_tie_has_no_winner():
    assert play("fight blue 1", "O9", "O9", "B8").winners == []


def test_two_weaker_identical_cards_do_not_matter():
    assert play("fight blue 1", "L7", "L7", "B8", "S2").winners == [2]


def test_next_card_does_not_move_up():
    end = play("fight blue 1", "L8", "L8", "B7", "S2")
    assert end.winners == []
    assert end.middle == "B7 L8 L8 S2"


def test_cards_of_a_reveal_are_ranked_with_equal_ones_in_seat_order():
    (event,) = play("fight blue 1", "S2", "L7", "B8", "L7").events_of(Revealed)
    assert [seat for seat, _ in event.ranking] == [2, 1, 3, 0]
