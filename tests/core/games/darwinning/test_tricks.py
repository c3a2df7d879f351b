"""Tricks: leader, winner, improvements; the last trick of an era; thefts by Mutation."""

from darwin_core.games.darwinning import GAME, acts
from darwin_core.lab.play import Case
from darwin_core.text.seat_names import SeatNames

from .positions import board, cards, codes, following, leading, spaces

# --- leader and winner


def test_the_lowest_species_names_who_leads():
    for seed in range(10):
        state = Case(GAME, 4, str(seed)).start()
        (seat,) = GAME.to_move(state)
        assert seat == state.places.index(min(state.places))
        legal = [GAME.texts.notation(action) for action in GAME.legal(state, seat)]
        assert legal == ["lead 1", "lead 2", "lead 3", "lead 4"]
        events: list[acts.DarwinningEvent] = []
        GAME.apply(state, seat, GAME.texts.parse("lead 3"), events.append)
        assert events == [acts.LeaderNamed(seat, 2)]
        assert list(GAME.to_move(state)) == [2]


def test_leaders_after_whom_the_seat_plays_late_tempt():
    """Strangers who were told to play last asked why not last but one."""
    state = Case(GAME, 4, "1").start()
    (seat,) = GAME.to_move(state)
    advised = GAME.bots.advise(GAME.view(state, seat), seat, SeatNames())
    tempting = {advice.action for advice in advised if advice.tempts}
    assert tempting == {acts.Name((seat + 1) % 4), acts.Name((seat + 2) % 4)}


def test_the_strongest_cards_that_win_tempt():
    """A stranger held a straight and was told why not a card that could not win."""
    table = following("A1", "B9 B10 B11 F2 F9", "F1").do(0, "A1")
    (seat,) = GAME.to_move(table.state)
    advised = GAME.bots.advise(GAME.view(table.state, seat), seat, SeatNames())
    tempting = {GAME.texts.notation(advice.action) for advice in advised if advice.tempts}
    assert "B9 B10 B11" in tempting
    assert len(tempting) == 2


def test_the_others_follow_clockwise_and_each_plays_once():
    table = following("A1", "B1", "F1", "A2", leader=2)
    order = []
    while not table.events_of(acts.TrickWon):
        (seat,) = GAME.to_move(table.state)
        order.append(seat)
        table.do(seat, table.may(seat)[0])
    assert order == [2, 3, 0, 1]


def test_the_strongest_combination_wins_and_its_seat_leads_next():
    table = following("A1 B1", "A2 A4 A6", "F15").do(0, "A1 B1").do(1, "A2 A4 A6").do(2, "F15")
    (won,) = table.events_of(acts.TrickWon)
    assert (won.seat, codes(won.cards), won.is_last) == (1, "A2 A4 A6", False)
    table.do(1, "done")
    assert table.asked == (["PlayCards"], [1])
    assert table.state.leader == 1


def test_a_played_card_leaves_the_hand_and_is_open():
    table = following("A1 B1", "A2", "F15", spare=1).do(0, "A1 B1")
    assert len(table.state.hands[0]) == 1
    assert codes(GAME.view(table.state, 2).played[0]) == "A1 B1"


def test_the_winner_may_improve_with_one_card_of_the_winning_combination():
    table = following("A1", "A2 A4 A6", "F15").do(0, "A1").do(1, "A2 A4 A6").do(2, "F15")
    assert table.asked == (["Improve"], [1])
    used = {text.split()[1] for text in table.may(1) if text != "done"}
    assert used == {"A2", "A4", "A6"}
    assert table.why(1, "climb F15") == "not-offered"
    table.do(1, "grow A4")
    assert codes(table.state.grown[1]) == "A4"
    assert codes(table.state.discards) == "A1 A2 A6 F15"
    assert table.asked == (["PlayCards"], [1])


def test_improving_is_optional_and_then_all_cards_are_discarded():
    table = following("A1", "A2", "F15").do(0, "A1").do(1, "A2").do(2, "F15").do(2, "done")
    assert table.events_of(acts.ImprovedNothing) == [acts.ImprovedNothing(2)]
    assert codes(table.state.discards) == "A1 A2 F15"


def test_a_joker_cannot_improve_a_species():
    table = following("A1", "A2 A4 J", "F15").do(0, "A1").do(1, "A2 A4 J").do(2, "F15")
    assert not [text for text in table.may(1) if "J" in text]
    assert table.why(1, "gain J 1") == "joker"


def test_who_wins_by_jokers_alone_is_not_asked():
    table = following("A1", "J J", "F15").do(0, "A1").do(1, "J J").do(2, "F15")
    assert table.asked == (["PlayCards"], [1])


# --- the last trick


def test_in_the_last_trick_the_winner_does_not_improve_all_others_do_in_turn_order():
    table = leading("turtle", "bat", "dragon", "bear", hands=("A1 A5", "A2 B1", "F15 F3", "F4"))
    table.do(0, "A1").do(1, "A2").do(2, "F15").do(3, "F4")
    assert table.events_of(acts.TrickWon)[0].seat == 2
    asked = []
    while table.asked[0] == ["Improve"]:
        (seat,) = GAME.to_move(table.state)
        asked.append((seat, {text.split()[1] for text in table.may(seat)[:-1]}))
        table.do(seat, "done")
    assert asked == [(3, {"F4"}), (0, {"A1"}), (1, {"A2"})]
    assert table.asked == (["KeepCards"], [0, 1, 2])


def test_in_the_last_trick_a_loser_improves_with_a_card_it_played():
    table = leading("turtle", "bat", "dragon", hands=("A1 B5", "A2 A6 A8", "F15 F3 F3"))
    table.do(0, "A1").do(1, "A2 A6 A8").do(2, "F15")
    assert table.asked == (["Improve"], [2])
    table.do(2, "gain F15 3").do(0, "grow A1")
    assert spaces("- - F15 - -") == table.state.traits[2]
    assert table.asked == (["KeepCards"], [0, 2])


# --- theft by Mutation [trait 8]


def thieves(first="- - - - -", second="- - - - -", third="- - - - -", species="amoeba", **where):
    """Begin with an amoeba on seat 0, with Mutation printed on its first space."""
    return leading(
        board(species, traits=first),
        board("bat", traits=second),
        board("bird", traits=third),
        hands=("A1", "A2", "A3"),
        spare=2,
        **where,
    )


def test_mutation_takes_a_trait_card_before_its_seat_plays():
    table = thieves(second="- - F10 - -")
    assert table.asked == (["TakeTrait"], [0])
    assert table.may(0) == ["take 2.3 1", "done"]
    table.do(0, "take 2.3 1")
    assert table.events_of(acts.TraitTaken) == [acts.TraitTaken(0, 1, spaces("F10")[0], 0, 3)]
    assert table.state.traits[:2] == [spaces("F10 - - - -"), spaces("- - - - -")]
    assert table.asked == (["PlayCards"], [0])


def test_theft_onto_a_printed_mutation_covers_it():
    table = thieves(second="- - F10 - -").do(0, "take 2.3 1", "A1")
    assert "Mutation" not in table.state.traits
    assert table.state.discards == b""


def test_theft_onto_a_card_mutation_discards_the_card():
    table = thieves("- - - A8 -", second="- - F10 - -", species="turtle")
    assert table.may(0) == ["take 2.3 4", "done"]
    table.do(0, "take 2.3 4")
    assert table.state.traits[0] == spaces("- - - F10 -")
    assert codes(table.state.discards) == "A8"


def test_theft_is_optional():
    table = thieves(second="- - F10 - -").do(0, "done")
    assert table.asked == (["PlayCards"], [0])
    assert table.state.traits[1] == spaces("- - F10 - -")


def test_theft_from_the_space_that_scores_nothing():
    assert thieves(second="- - - - F10").may(0) == ["take 2.5 1", "done"]


def test_printed_traits_cannot_be_taken():
    table = thieves()
    assert table.asked == (["PlayCards"], [0])
    table = thieves(third="- - A4 - -")
    assert table.why(0, "take 2.1 1") == "no-trait-card"


def test_only_what_the_thief_lacks_can_be_taken():
    table = thieves(second="- - F10 A3 -", third="- - B10 B7 -", first="- - - A7 -")
    assert table.may(0) == ["take 2.3 1", "take 3.3 1", "done"]
    assert table.why(0, "take 2.4 1") == "trait-known"
    assert table.why(0, "take 1.4 1") == "own-trait"
    assert table.why(0, "take 2.3 2") == "not-on-mutation"
    assert table.why(0, "take 9.1 1") == "no-such-space"


def test_a_covered_mutation_takes_nothing():
    assert thieves("A10 - - - -", second="- - F9 - -").asked == (["PlayCards"], [0])


def test_mutation_works_in_each_trick_and_for_each_seat_in_its_turn():
    table = thieves(second="A8 - F10 - -", third="- - B11 - -")
    table.do(0, "done", "A1")
    assert table.asked == (["TakeTrait"], [1])
    table.do(1, "take 3.3 1", "A2").do(2, "A3", "done")
    table.do(2, table.may(2)[0])
    assert table.asked == (["TakeTrait"], [0])


def test_a_covered_printed_trait_is_back_when_the_card_on_it_is_stolen():
    table = leading(
        board("mouse", traits="- - A8 - -"),
        board("turtle", traits="A10 - - - -"),
        "bird",
        hands=("A1", "A2", "A3"),
        spare=2,
    )
    before = GAME.texts.describe(table.state, 1, SeatNames(("a", "b", "c")))
    assert "Hard Shell" not in str(before[2])
    table.do(0, "take 2.1 3")
    after = GAME.texts.describe(table.state, 1, SeatNames(("a", "b", "c")))
    assert "1 Hard Shell" in str(after[2])


def test_mutation_gained_by_winning_a_trick_works_in_the_next_at_once():
    table = leading(
        "turtle", board("bat", traits="- - F10 - -"), "bird", hands=("A8", "A2", "A3"), spare=2
    )
    table.do(0, "A8").do(1, "A2").do(2, "A3").do(0, "gain A8 3")
    assert table.asked == (["TakeTrait"], [0])
    assert "take 2.3 3" in table.may(0)


def test_a_printed_mutation_uncovered_by_a_theft_works_in_the_same_trick():
    table = leading(
        board("mouse", traits="- - A8 - -"),
        board("amoeba", traits="A10 - - - -"),
        board("bird", traits="- - F4 - -"),
        hands=("A1", "A2", "A3"),
        spare=2,
    )
    table.do(0, "take 2.1 3", "A1")
    assert table.asked == (["TakeTrait"], [1])
    assert table.may(1) == ["take 1.3 1", "take 3.3 1", "done"]


def test_a_thief_with_two_mutations_chooses_which_it_covers():
    table = thieves("- - A8 - -", second="- - F10 - -")
    assert table.may(0) == ["take 2.3 1", "take 2.3 3", "done"]
    table.do(0, "take 2.3 1")
    assert table.asked == (["PlayCards"], [0])


def test_a_theft_of_mutation_itself_is_no_use_to_who_has_it():
    assert thieves(second="- - A8 - -").asked == (["PlayCards"], [0])


def test_a_weak_lead_is_recommended_for_the_set_that_is_kept():
    """It loses, so the number of hands that it beats would be no reason for it."""
    hands = "A6 F5 F8 F10 F14", "A1 A3 A7 A12 B3", "B9 B11 F2 F3 F11", "A8 A11 A13 B2 B10"
    table = following(*hands, spare=0)
    advised = GAME.bots.advise(GAME.view(table.state, 0), 0, SeatNames())
    reasons = {advice.action: advice.reason for advice in advised}
    reason = reasons[acts.Play(cards("A6"))]
    assert reason == (
        "nearly always, a later hand can beat it, but you keep your flush 8-10-14 for later"
    )
    assert not any("beats 0 of" in reason for reason in reasons.values())
