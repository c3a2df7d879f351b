"""The rules for two players: the dummy, its display, declarations, bites, the last trick."""

from random import Random

from darwin_core.contract.game import NOTHING
from darwin_core.games.darwinning import GAME, acts
from darwin_core.games.darwinning.material import (
    BOX,
    CARDS,
    BeginEra,
    EatSpecies,
    NameLeader,
    ShareEnvironment,
)
from darwin_core.lab.play import Case, moments
from darwin_core.text.seat_names import SeatNames

from . import oracle
from .positions import board, cards, codes, doing, keeping, leading, spaces, surviving


def trick(one, two, display, boards=("turtle", "bear"), **where):
    where.setdefault("spare", 2)
    return leading(*boards, hands=(one, two), display=display, **where)


# --- set-up


def test_the_dummy_starts_between_the_two_or_above_both():
    for seed in range(60):
        events: list[acts.DarwinningEvent] = []
        state = Case(GAME, 2, str(seed)).start(events.append)
        one, two, dummy = state.places
        assert dummy == oracle.dummy_place(one, two)
        assert acts.DummyPlaced(dummy) in events


def test_three_cards_are_dealt_to_the_display_after_each_shuffle():
    for seed in range(3):
        case = Case(GAME, 2, f"display {seed}")
        size = 3
        for moment in moments(case):
            if began := [event for event in moment.events if isinstance(event, acts.EraBegan)]:
                size = 3
                assert len(began[0].display) == 3
            shown = sum(card != NOTHING for card in moment.after.display)
            assert shown <= size, "the display is not replenished"
            size = shown


def test_old_display_cards_are_discarded():
    table = doing("turtle", "bear", display="A1 - F1", pending=[BeginEra()], discards="A2", era=1)
    assert table.state.discards == b""
    assert len(table.state.deck) == 92 - 20 - 3


def test_the_dummy_never_names_the_leader():
    table = doing("turtle", "bear", dummy=1, display="A1 B1 F1", pending=[BeginEra()])
    assert table.asked == (["NameLeader"], [0])
    assert table.may(0) == ["lead 1", "lead 2"]


def test_the_leader_of_two_reads_that_the_rival_wins_ties():
    table = doing("turtle", "bat", pending=[NameLeader(0)], hands=("A7 A9", "A1 A2"))
    view = GAME.view(table.state, 0)
    reasons = [advice.reason for advice in GAME.bots.advise(view, 0, SeatNames(("Ann", "Ben")))]
    assert any(reason.endswith("; your rival wins ties") for reason in reasons)


# --- playing


def test_plays_are_all_that_go_with_some_or_none_of_the_display():
    rng = Random(2)
    for _ in range(60):
        dealt = rng.sample(list(BOX), 11)
        hand = [CARDS[card].code for card in dealt[:8]]
        display = [CARDS[c].code for c in dealt[8:]]
        table = trick(" ".join(hand), "", " ".join(display), spare=0)
        plays = {tuple(sorted(text.split())) for text in table.may(0)}
        assert plays == oracle.two_player_plays(hand, display)


def test_both_declare_in_turn_order_and_may_use_the_same_card():
    table = trick("B3", "A3", "F3 B12 A14").do(0, "B3").do(1, "A3")
    assert table.asked == (["UseDisplay"], [0])
    assert table.may(0) == ["use", "use F3"]
    table.do(0, "use F3")
    assert table.asked == (["UseDisplay"], [1])
    table.do(1, "use F3")
    assert [(event.seat, codes(event.cards)) for event in table.events_of(acts.Used)] == [
        (0, "F3"),
        (1, "F3"),
    ]
    assert table.events_of(acts.TrickWon)[0].seat == 1


def test_a_declaration_is_asked_only_where_there_is_a_choice():
    table = trick("B1", "A5", "F3 B12 A14").do(0, "B1").do(1, "A5")
    assert not table.events_of(acts.Used)
    assert table.events_of(acts.TrickWon)
    table = trick("B3 B4", "A3", "F5 B12 A14").do(0, "B3 B4").do(1, "A3")
    assert table.may(0) == ["use B12", "use F5"]
    assert table.why(0, "use") == "no-combination"
    assert table.why(0, "use A14") == "no-combination"
    assert table.why(0, "use A1") == "not-on-display"


def test_a_pair_may_stay_a_pair_or_become_three_of_a_kind():
    table = trick("A3 B3", "A9", "F3 B12 A14").do(0, "A3 B3").do(1, "A9")
    assert table.may(0) == ["use", "use F3"]
    table.do(0, "use")
    assert codes(table.events_of(acts.TrickWon)[0].cards) == "A3 B3"


def test_equal_strength_goes_to_the_later_player():
    table = trick("B3", "A3", "F9 B12 A14").do(0, "B3").do(1, "A3")
    assert table.events_of(acts.TrickWon)[0].seat == 1
    table = trick("B3", "A3", "F9 B12 A14", leader=1).do(1, "A3").do(0, "B3")
    assert table.events_of(acts.TrickWon)[0].seat == 0


# --- the end of a trick


def test_the_winner_takes_the_display_cards_used_and_may_improve_with_one():
    table = trick("B3", "A9", "F3 B12 A14").do(0, "B3").do(1, "A9").do(0, "use F3")
    assert table.state.display == spaces("- B12 A14")
    assert codes(table.state.discards) == "A9 B3 F3"
    assert table.asked == (["Improve"], [0])
    table.do(0, "grow F3")
    assert codes(table.state.grown[0]) == "F3"
    assert codes(table.state.discards) == "A9 B3"


def test_display_cards_that_the_loser_used_stay_and_count_as_used():
    table = trick("B3", "A9 B9 F9", "F3 B12 A14").do(0, "B3").do(1, "A9 B9 F9").do(0, "use F3")
    assert table.events_of(acts.TrickWon)[0].seat == 1
    assert table.state.display == spaces("F3 B12 A14")
    assert not table.events_of(acts.DummyMoved)


def test_if_neither_uses_any_the_dummy_moves_by_the_displays_icons():
    """Move the dummy by F3 +2, A1 +1, B12 none, from 5: a small animal, one more."""
    table = trick("B5", "A9", "F3 B12 A1").do(0, "B5").do(1, "A9")
    assert table.events_of(acts.DummyMoved) == [acts.DummyMoved(10)]
    assert table.state.places == [3, 8, 10]


def test_the_dummy_gets_the_small_animals_bonus_once_and_jumps():
    table = trick("B5", "A9", "B12 - A1", dummy=7).do(0, "B5").do(1, "A9")
    assert table.events_of(acts.DummyMoved) == [acts.DummyMoved(9)]


def test_a_sum_of_zero_moves_nothing():
    table = trick("B5", "A9", "B12 A11 -").do(0, "B5").do(1, "A9")
    assert not table.events_of(acts.DummyMoved)
    assert table.state.places[2] == 5


def test_a_dummy_at_the_top_is_not_said_to_move():
    table = trick("B5", "A9", "F3 B12 A1", dummy=20).do(0, "B5").do(1, "A9")
    assert table.state.places[2] == 20
    assert not table.events_of(acts.DummyMoved)


def test_the_dummy_moves_before_the_winner_improves_and_its_marker_is_jumped():
    boards = ("turtle", board("bear", place=7))
    table = trick("B5", "A9", "- - A1", boards=boards, dummy=6).do(0, "B5").do(1, "A9")
    assert table.state.places == [3, 7, 8]
    table.do(1, "climb A9")
    assert table.events_of(acts.Climbed) == [acts.Climbed(1, cards("A9")[0], 7, 9)]


def test_the_dummy_moves_after_the_last_trick_too():
    table = trick("B5", "A9", "F1 - -", spare=0).do(0, "B5").do(1, "A9")
    assert [type(event).__name__ for event in table.events[-3:]] == [
        "Played",
        "TrickWon",
        "DummyMoved",
    ]


# --- theft


def test_mutation_may_take_a_card_of_the_display():
    table = trick("A5", "A9", "F10 J -", boards=("amoeba", "bear"))
    assert table.may(0) == ["take 3.1 1", "done"]
    assert table.why(0, "take 3.2 1") == "no-trait-card"
    table.do(0, "take 3.1 1")
    assert table.state.display == spaces("- J -")
    assert table.state.traits[0] == spaces("F10 - - - -")


def robbed(answer):
    """Let seat 0 count on the 7 of the display; seat 1 takes it and answers."""
    table = trick("A5 B6", answer, "F7 - -", boards=("turtle", board("amoeba", place=8)))
    return table.do(0, "A5 B6").do(1, "take 3.1 1", answer)


def test_a_set_that_lost_its_display_card_ranks_as_its_highest_single_card():
    assert robbed("A4").events_of(acts.TrickWon)[0].seat == 0
    assert robbed("A6").events_of(acts.TrickWon)[0].seat == 1
    table = robbed("A4")
    assert codes(table.events_of(acts.TrickWon)[0].cards) == "A5 B6"
    assert {text.split()[1] for text in table.may(0)[:-1]} == {"A5", "B6"}


def test_a_set_that_lost_its_display_card_may_find_another():
    boards = ("turtle", board("amoeba", place=8))
    table = trick("A5 B6", "A9", "F7 F4 -", boards=boards)
    table.do(0, "A5 B6").do(1, "take 3.1 1", "A9")
    assert codes(table.events_of(acts.Used)[0].cards) == "F4"
    assert table.events_of(acts.TrickWon)[0].seat == 0


# --- the last trick


def last(one, two, **where):
    return trick(one, two, "B12 - -", spare=0, **where)


def test_who_was_first_to_run_out_gives_the_other_a_card_of_the_discards():
    table = last("B5", "A9 A1", discards="F6 J").do(0, "B5").do(1, "A9")
    assert table.events_of(acts.TrickWon)[0].seat == 1
    assert table.asked == (["Improve"], [0])
    table.do(0, "done")
    assert table.asked == (["Browse"], [1])
    assert {text.split()[1] for text in table.may(1)[:-1]} == {"A9", "B5", "F6"}
    assert table.why(1, "gain J 1") == "joker"
    table.do(1, "gain F6 5")
    assert codes(table.state.discards) == "A9 B5 J"


def test_of_two_who_run_out_the_leader_was_first():
    table = last("B5", "A9", leader=1).do(1, "A9").do(0, "B5").do(0, "done")
    assert table.asked == (["Browse"], [0])


def test_who_runs_out_second_may_be_alone_to_run_out():
    table = last("B5 F1", "A9").do(0, "B5").do(1, "A9").do(0, "done")
    assert table.asked == (["Browse"], [0])


def test_a_card_used_by_the_loser_is_not_in_the_discards_and_browsing_is_optional():
    table = last("B5", "A9 A1").do(0, "B5").do(1, "A9").do(0, "climb B5")
    assert table.why(1, "gain B5 3") == "not-offered"
    table.do(1, "done")
    assert table.asked[0] == ["KeepCards"]


def test_the_winner_of_the_last_trick_does_not_improve_but_its_display_cards_leave():
    table = trick("B12", "A9 A1", "F12 A14 -", spare=0).do(0, "B12").do(1, "A9").do(0, "use F12")
    assert table.state.display == spaces("- A14 -")
    assert table.asked == (["Improve"], [1])


# --- survival


def test_every_bite_counts_as_two_and_the_two_of_poison_are_not_doubled():
    one = board("bird", place=12)
    table = doing(one, board("frog", place=4), dummy=15, pending=[EatSpecies(0)]).do(0, "eat 2")
    assert table.state.bites == [2, 2]


def test_one_bite_costs_a_population_but_not_a_flock_animal():
    for species, bitten in (("turtle", True), ("insect", False)):
        prey = board(species, place=4, traits="A1 - - - -" if species == "turtle" else "- - - - -")
        table = surviving(board("bird", place=12), prey, dummy=2, display="A4 - -")
        table.do(0, "eat 2", "done")
        assert [event.seat for event in table.events_of(acts.Bitten)] == [1] * bitten


def test_the_dummy_bites_all_that_it_may_at_its_place_in_the_order():
    one, two = board("bat", place=12, population=9), board("insect", place=4, population=9)
    table = surviving(one, two, dummy=15, display="- - -")
    table.finish()
    assert [(e.eater, e.eaten) for e in table.events_of(acts.Eaten) if e.eater == 2] == [(2, 1)]
    assert table.events_of(acts.Eaten)[-1].eaten == 1


def test_the_dummy_has_the_traits_of_the_display():
    one, two = board("bat", place=12), board("turtle", place=15)
    display = "A15 A10 A6"
    table = surviving(one, two, dummy=14, display=display)
    while GAME.to_move(table.state):
        table.do(GAME.to_move(table.state)[0], "done")
    assert {(e.eater, e.eaten) for e in table.events_of(acts.Eaten)} == {(2, 0), (2, 1)}


def test_the_dummy_can_be_eaten_unless_the_display_protects_it():
    one, two = board("bird", place=12), board("frog", place=14)
    assert "eat 3" in doing(one, two, dummy=5, pending=[EatSpecies(0)]).may(0)
    assert doing(one, two, dummy=5, display="A4 - -", pending=[EatSpecies(0)]).may(0) == []
    table = doing(one, two, dummy=5, display="A9 - -", pending=[EatSpecies(0)]).do(0, "eat 3")
    assert table.state.bites == [2, 0]


def test_the_dummy_uses_neither_mutation_nor_metamorphosis():
    table = surviving("bear", board("turtle", place=14), dummy=2, display="A14 A8 A2").finish()
    assert table.state.display == spaces("A14 A8 A2")


def test_symbiosis_may_use_the_environments_of_the_display_for_two_food():
    table = doing(
        board("fish", place=12),
        board("bear", place=14),
        dummy=5,
        display="A4 - -",
        environments="jungle",
        pending=[ShareEnvironment(0), EatSpecies(0)],
    )
    assert table.may(0) == ["live jungle", "done"]
    assert table.do(0, "live jungle").events_of(acts.Shared)[0].food == 2


def test_an_environment_names_the_dummy_among_those_who_live_there():
    table = surviving(
        board("turtle", traits="A2 - - - -"),
        "bat",
        environments="polar desert jungle",
        display="F1 B12 A14",
    )
    shares = [GAME.texts.parse(text) for text in table.may(0, "live")]
    elements = [GAME.targets(share)[0] for share in shares]
    names = SeatNames(("Ann", "Ben"))
    texts = [GAME.texts.element(table.state, 0, element, names) for element in elements]
    assert texts == ["Jungle: food for bat 1, dummy 2.", "Polar: food for dummy 2."]


def test_a_joker_on_display_is_no_trait_but_goes_with_others():
    table = trick("A5 A9", "B1", "J - -", boards=("amoeba", "bear"), spare=1)
    assert table.asked == (["PlayCards"], [0])
    assert "A5 A9" in table.may(0)


# --- an era from the first trick to the next era


def test_a_whole_era_of_two_with_the_dummy():
    table = trick("A1 B3 F9", "A9 B9 B6", "F3 B12 A1", spare=0, era=1)
    table.do(0, "F9").do(1, "B9")
    assert table.events_of(acts.TrickWon)[-1].seat == 1
    assert table.events_of(acts.DummyMoved) == [acts.DummyMoved(10)]
    table.do(1, "gain B9 3")
    table.do(1, "A9").do(0, "B3", "use F3")
    assert table.events_of(acts.TrickWon)[-1].seat == 0
    assert table.state.display == spaces("- B12 A1")
    table.do(0, "climb F3")
    assert table.state.places == [6, 8, 10]
    table.do(0, "A1").do(1, "B6").do(0, "use")
    assert table.events_of(acts.TrickWon)[-1].is_last
    assert table.events_of(acts.DummyMoved)[-1] == acts.DummyMoved(11)
    table.do(0, "grow A1")
    assert table.asked == (["Browse"], [1])
    assert {text.split()[1] for text in table.may(1)[:-1]} == {"F9", "A9", "B3", "B6"}
    table.do(1, "grow A9")
    assert [event.population for event in table.events_of(acts.Grown)] == [7, 4]
    # Nobody has a card left to keep, only the dummy can eat, and the next era begins.
    assert [(event.eater, event.eaten) for event in table.events_of(acts.Eaten)] == [(2, 1)]
    assert [event.bites for event in table.events_of(acts.Bitten)] == [2]
    assert table.asked == (["NameLeader"], [0])
    assert table.state.era == 2
    assert [len(hand) for hand in table.state.hands] == [10, 10]
    assert sum(card != NOTHING for card in table.state.display) == 3


def test_two_players_keep_cards_like_more_players():
    table = keeping("turtle", "bear", hands=("A1 A2", "B1"), display="F1 F2 F3", era=1)
    assert table.asked == (["KeepCards"], [0, 1])
