"""The effects of the scorpion and of the snake."""

from darwin_core.games.dice.acts import Lost, Revealed, Won

from .positions import play


def test_scorpion_beats_trump_and_robs_who_played_it():
    end = play("fight blue 1", "B1", "C", "L8", taken=["F1 F2 F3", "L1", "L2"])
    assert end.winners == [1]
    assert end.losses == [("scorpion", 0, "F1 F2 F3")]
    assert end.is_out("F1 F2 F3")
    assert end.taken == ["", "B1 C L1 L8", "L2"]


def test_two_trumps_and_a_scorpion_both_lose():
    end = play("fight blue 1", "B1", "C", "B1", taken=["F1 F2", "L1", "L2 L3"])
    assert end.losses == [("scorpion", 0, "F1 F2"), ("scorpion", 2, "L2 L3")]
    assert end.winners == [1]
    assert end.taken == ["", "B1 B1 C L1", ""]


def test_two_scorpions_tie_and_trump_loses_all_the_same():
    end = play("fight blue 1", "C", "B1", "C", taken=["F1", "F2 F3", "F4"], darwin=1)
    assert end.losses == [("scorpion", 1, "F2 F3")]
    assert end.winners == []
    assert end.middle == "B1 C C"
    assert end.taken == ["F1", "", "F4"]
    assert end.darwin == 1


def test_two_scorpions_and_two_trumps():
    end = play("fight blue 1", "C", "B1", "C", "B1", taken=["F1", "F2", "F3", "F4"])
    assert end.losses == [("scorpion", 1, "F2"), ("scorpion", 3, "F4")]
    assert end.winners == []


def test_scorpion_without_trump_has_no_effect():
    end = play("fight blue 1", "B4", "C", "L3", taken=["F1", "F2", "F3"])
    assert end.winners == [1]
    assert end.losses == []
    assert end.taken[0] == "F1"


def test_trump_without_scorpion_has_no_effect():
    end = play("fight blue 1", "B1", "O9", "S8", taken=["F1", "F2", "F3"])
    assert end.winners == [0]
    assert end.losses == []


def test_two_scorpions_without_trump_tie_for_nothing():
    end = play("fight blue 1", "C", "C", "L3", taken=["F1", "F2", "F3"])
    assert end.winners == []
    assert end.losses == []


def test_snake_that_wins_robs_the_second_strongest():
    end = play("fight blue 1", "L6", "S8", "B7", "F2", taken=["F1", "F3", "F4 F5", "F6"])
    assert end.winners == [1]
    assert end.losses == [("snake", 2, "F4 F5")]
    assert end.is_out("F4 F5")
    assert end.taken == ["F1", "B7 F2 F3 L6 S8", "", "F6"]


def test_snake_robs_second_strongest_by_the_order_of_the_mode():
    end = play("flight blue 8", "B2", "S1", "F2", "L2", taken=["B3", "B4", "B5", "B6"])
    assert end.losses == [("snake", 2, "B5")]
    end = play("fight blue 1", "B2", "S8", "F2", "L2", taken=["B3", "B4", "B5", "B6"])
    assert end.losses == [("snake", 0, "B3")]


def test_snake_robs_all_with_the_identical_second_card():
    end = play("fight blue 1", "L6", "S8", "L6", "F2", taken=["F1", "F3", "F4", "F5"])
    assert end.losses == [("snake", 0, "F1"), ("snake", 2, "F4")]
    assert end.taken == ["", "F2 F3 L6 L6 S8", "", "F5"]


def test_snake_that_does_not_win_has_no_effect():
    end = play("fight blue 1", "L8", "S8", "F2", taken=["F1", "F3", "F4"])
    assert end.winners == [0]
    assert end.losses == []


def test_two_identical_snakes_strongest_have_no_effect():
    end = play("fight blue 1", "S8", "S8", "L7", taken=["F1", "F3", "F4"])
    assert end.winners == []
    assert end.losses == []
    assert end.middle == "L7 S8 S8"
    assert end.taken == ["F1", "F3", "F4"]


def test_snake_beats_a_snake_and_robs_it():
    end = play("flight blue 8", "S2", "S1", "L5", taken=["F1", "F3", "F4"])
    assert end.losses == [("snake", 0, "F1")]


def test_snake_robs_a_scorpion_that_came_second():
    end = play("flight blue 8", "C", "S4", "L5", taken=["F1", "F3", "F4"])
    assert end.losses == [("snake", 0, "F1")]


def test_with_two_players_the_snake_always_robs_the_other():
    end = play("fight blue 1", "S8", "O0", taken=["F1", "F3 F4"])
    assert end.losses == [("snake", 1, "F3 F4")]


def test_snake_that_wins_takes_the_middle():
    end = play("fight blue 1", "L6", "S8", "F2", middle="L1 L2 L3", taken=["F1", "F3", "F4"])
    assert end.taken == ["", "F2 F3 L1 L2 L3 L6 S8", "F4"]
    assert end.middle == ""


def test_snake_does_not_rob_its_own_seat():
    end = play("fight blue 1", "L6", "S8", taken=["F1", "F3"])
    assert end.taken == ["", "F3 L6 S8"]


def test_snake_robs_of_nothing_who_has_taken_nothing():
    end = play("fight blue 1", "L6", "S8", taken=["", "F3"])
    assert end.losses == [("snake", 0, "")]
    assert end.taken == ["", "F3 L6 S8"]


def test_scorpion_robs_of_nothing_who_has_taken_nothing():
    end = play("fight blue 1", "B1", "C")
    assert end.losses == [("scorpion", 0, "")]
    assert end.taken == ["", "B1 C"]


def test_loser_of_a_snake_keeps_the_account():
    end = play("fight blue 1", "L6", "S8", taken=["F1", ""], accounts=(17, 4))
    assert end.losses == [("snake", 0, "F1")]
    assert end.state.points == (17, 4)


def test_loser_of_a_scorpion_keeps_the_account():
    end = play("fight blue 1", "B1", "C", taken=["F1", ""], accounts=(17, 4))
    assert end.state.points == (17, 4)


def test_losses_come_before_the_winner_takes():
    end = play("fight blue 1", "L6", "S8", taken=["F1", ""])
    order = [type(event) for event in end.events if isinstance(event, Revealed | Lost | Won)]
    assert order == [Revealed, Lost, Won]


def test_losses_never_touch_the_cards_of_the_turn_nor_the_middle():
    end = play("fight blue 1", "C", "B1", "C", taken=["", "F1", ""], middle="L2 L3")
    assert end.middle == "B1 C C L2 L3"
    assert end.is_out("F1")


def test_cards_lost_in_the_last_turn_of_a_round_are_not_counted():
    end = play("fight blue 1", "L6", "S8", taken=["F1 F1 F8", ""], turns_left=1)
    assert end.state.points == (0, 6)


def test_snake_and_scorpion_exclude_each_other():
    end = play("flight green 8", "F8", "C", "S1", "L2", taken=["B1", "B2", "B3", "B4"])
    assert end.winners == [1]
    assert end.losses == [("scorpion", 0, "B1")]
