"""Set-up, the course of an era, keeping cards, and the score at the end."""

import pytest
from matches import final_outcome

from darwin_core.contract.game import HIDDEN, NOTHING, SPECTATOR
from darwin_core.games.darwinning import GAME, acts
from darwin_core.games.darwinning.material import (
    EMPTY,
    LENGTHS,
    SPECIES,
    START_SPACES,
    BeginEra,
    KeepCards,
)
from darwin_core.lab.play import Case, moments, packed
from darwin_core.match import Redo, Undo

from .positions import Table, board, cards, codes, doing, keeping, leading, surviving

SIX = ("turtle", "bat", "dragon", "bear", "insect", "bird")


def begun(*boards, **where):
    return doing(*boards, pending=[BeginEra()], **where)


# --- set-up


@pytest.mark.parametrize("seats", [3, 4, 5, 6])
def test_boards_start_on_their_number_the_later_of_two_on_the_next_free_space(seats):
    met = 0
    for seed in range(60):
        state = Case(GAME, seats, str(seed)).start()
        taken = []
        for kind in state.species:
            place = START_SPACES[kind]
            met += place in taken
            while place in taken:
                place += 1
            taken.append(place)
        assert state.places == taken
    assert met


def test_species_are_drawn_at_random_and_each_once():
    drawn = [tuple(Case(GAME, 6, str(seed)).start().species) for seed in range(40)]
    assert all(len(set(row)) == 6 for row in drawn)
    assert {kind for row in drawn for kind in row} == set(range(len(SPECIES)))


def test_set_up_is_shown():
    events: list[acts.DarwinningEvent] = []
    Case(GAME, 3, "events").start(events.append)
    assert [type(event) for event in events] == [acts.SpeciesDrawn] * 3 + [acts.EraBegan]


@pytest.mark.parametrize("seats", GAME.seats)
def test_every_seat_starts_with_ten_cards_and_its_population(seats):
    state = Case(GAME, seats, "ten").start()
    assert [len(hand) for hand in state.hands] == [10] * seats
    assert state.population == [SPECIES[kind].population for kind in state.species]
    assert len(state.deck) == 92 - 10 * seats - (3 if seats == 2 else 0)


# --- eras


@pytest.mark.parametrize(("eras", "counts"), [(3, [5, 4, 3]), (4, [5, 5, 4, 3])])
@pytest.mark.parametrize("seats", [2, 6])
def test_environments_of_each_era(eras, counts, seats):
    case = Case(GAME, seats, "eras", {"eras": eras})
    opening: list[acts.DarwinningEvent] = []
    case.start(opening.append)
    events = [e for moment in moments(case) for e in moment.events]
    began = [event for event in [*opening, *events] if isinstance(event, acts.EraBegan)]
    assert [len(event.environments) for event in began] == counts == list(LENGTHS[eras])
    assert [event.era for event in began] == list(range(1, eras + 1))


def test_an_era_begins_with_all_discards_in_the_deck_and_full_hands():
    table = begun(*SIX[:3], hands=("A1 A2", "B1", ""), buried=("F1", "", "F2 F3"), discards="J J")
    state = table.state
    assert [len(hand) for hand in state.hands] == [10, 10, 10]
    assert cards("A1 A2")[0] in state.hands[0]
    assert (state.discards, state.buried) == (b"", [b"", b"", b""])
    assert len(state.deck) == 92 - 30
    assert table.asked == (["NameLeader"], [0])


def test_a_short_deal_goes_card_by_card_from_the_lowest_species():
    """Deal 44 cards to 57 places, six seats in the fourth era: seats 4 and 5 get one more than the
    others."""
    pile = " ".join([f"A{n} B{n} F{n}" for n in range(1, 16)])
    boards = [board("turtle", grown=pile), *SIX[1:]]
    table = begun(*boards, hands=("A1 A2", "", "", "", "", "B1"), eras=4, era=3)
    assert table.state.era == 4
    assert [len(hand) for hand in table.state.hands] == [9, 7, 7, 7, 8, 9]
    assert table.state.deck == b""
    assert table.asked == (["NameLeader"], [4])


def test_a_deck_that_was_dealt_out_leaves_metamorphosis_only_the_discards():
    shuffles = 0
    for seed in range(6):
        for moment in moments(Case(GAME, 6, f"short {seed}", {"eras": 4}, is_advised=True)):
            kinds = [type(event) for event in moment.events]
            if acts.Reshuffled in kinds:
                shuffles += 1
                assert not moment.before.deck or acts.Drawn in kinds[: kinds.index(acts.Reshuffled)]
                assert kinds[kinds.index(acts.Reshuffled) + 1] is acts.Drawn
    assert shuffles


# --- keeping


def kept(**where):
    where.setdefault("hands", ("A1 A2 A3", "B1 B2", ""))
    return keeping("turtle", "bat", "bird", era=1, **where)


def test_all_choose_at_once_up_to_two_cards():
    table = kept()
    assert table.asked == (["KeepCards"], [0, 1])
    assert table.may(0) == [
        "keep",
        "keep A1",
        "keep A2",
        "keep A3",
        "keep A1 A2",
        "keep A1 A3",
        "keep A2 A3",
    ]
    assert table.may(2) == []
    assert table.why(0, "keep A1 A2 A3") == "too-many"
    assert table.why(0, "keep B1") == "not-in-hand"
    assert table.why(0, "A1") == "not-now"


def test_a_choice_is_secret_and_so_is_its_number_until_all_have_chosen():
    table = kept().do(0, "keep A1")
    assert table.asked[1] == [1]
    assert table.why(0, "keep") == "chosen"
    for viewer in (1, 2, SPECTATOR):
        view = GAME.view(table.state, viewer)
        assert view.kept == [bytes([HIDDEN]), EMPTY, b""]
        assert GAME.redact(acts.Kept(0, cards("A1")), viewer) is None
        assert len(view.hands[0]) == 3
    assert GAME.view(table.state, 0).kept[0] == cards("A1")
    other = kept().do(0, "keep")
    assert packed(GAME.view(other.state, 1)) == packed(GAME.view(table.state, 1))


def test_what_is_not_kept_is_discarded_face_down():
    table = kept().do(0, "keep A1").do(1, "keep B1 B2")
    assert table.events_of(acts.AllKept) == [acts.AllKept((1, 2, 0))]
    state = table.state
    assert [codes(hand) for hand in state.hands] == ["A1", "B1 B2", ""]
    assert [codes(pile) for pile in state.buried] == ["A2 A3", "", ""]
    assert state.discards == b""
    view = GAME.view(state, 1)
    assert view.buried[0] == view.hands[0] * 2 == bytes([HIDDEN] * 2)


def test_a_choice_can_be_undone_until_the_last_is_in():
    case = Case(GAME, 3, "back")
    match, _ = case.match()
    for moment in moments(case):
        if isinstance(moment.before.pending[-1], KeepCards):
            break
        match.accept(match.propose(moment.seat, moment.action))
    seat, *_ = GAME.to_move(match.state)
    before = packed(match.state)
    match.accept(match.propose(seat, match.legal(seat)[-1]))
    match.accept(match.propose(seat, Undo()))
    assert packed(match.state) == before
    match.accept(match.propose(seat, Redo()))
    assert match.state.kept[seat] != EMPTY


def test_kept_cards_stay_in_the_hand_for_the_next_era():
    table = kept().do(0, "keep A1 A2").do(1, "keep B1").finish()
    assert table.state.era == 2
    assert {*cards("A1 A2")} <= {*table.state.hands[0]}
    assert cards("B1")[0] in table.state.hands[1]


def test_survival_of_the_last_era_goes_by_the_places_after_the_last_improvements():
    # The turtle begins below the bat and climbs above it by a card of the trick that it lost.
    boards = (board("turtle", place=6), board("bat", place=7), board("bird", place=12))
    table = leading(*boards, hands=("F1", "A2 B9", "F15 F3"), era=3)
    table.do(0, "F1").do(1, "A2").do(2, "F15").do(0, "climb F1").finish()
    assert table.events_of(acts.Climbed)[0].place > 7
    order = [event.seat for event in table.events_of(acts.Fed)]
    assert order == [1, 0, 2]


def test_in_the_last_era_nothing_is_kept():
    table = leading("turtle", "bat", "bird", hands=("A1", "A2 B9", "F15 F3"), era=3)
    table.do(0, "A1").do(1, "A2").do(2, "F15").do(0, "done").do(1, "done")
    assert table.asked[0] != ["KeepCards"]
    assert not table.events_of(acts.AllKept)
    table.finish()
    assert table.events_of(acts.Ended)
    assert GAME.outcome(table.state)


# --- the score


def test_scoring_example_of_the_rulebook():
    boards = (
        board("T-Rex", place=12, population=4, adapted="A1 A2", traits="A10 A1 - A2 -"),
        board("fish", place=9, population=7, traits="B3 - B4 - -"),
        board("bird", place=14, population=5, traits="F12 - - - -"),
        board("frog", place=8, population=9, traits="B10 B15 - F7 F1"),
    )
    outcome = final_outcome(GAME, doing(*boards, pending=[]).state)
    lines = {line.label: line.points for line in outcome.lines}
    assert lines == {
        "food chain": (12, 9, 14, 8),
        "population": (7, 9, 7, 12),
        "environments": (5, 4, 5, 4),
        "traits": (5, 2, 3, 7),
    }
    assert outcome.totals == (29, 24, 29, 31)
    assert outcome.winners == (3,)
    assert outcome.ranks == (3, 4, 2, 1)


def scored(one, label):
    outcome = final_outcome(GAME, doing(one, "dragon", "bear", pending=[]).state)
    return next(line.points[0] for line in outcome.lines if line.label == label)


@pytest.mark.parametrize(("population", "points"), [(0, 0), (4, 4), (5, 5), (6, 7), (9, 13)])
def test_population_scores_one_up_to_the_start_and_two_above(population, points):
    assert scored(board("turtle", population=population), "population") == points


@pytest.mark.parametrize(("adapted", "points"), [("", 4), ("A2", 6), ("B2", 8), ("B1", 6)])
def test_environments_score_one_printed_and_two_gained(adapted, points):
    assert scored(board("turtle", adapted=adapted), "environments") == points


@pytest.mark.parametrize(
    ("traits", "points"),
    [
        ("- - - - -", 0),
        ("A9 - - - -", 1),
        ("A10 - - - -", 3),
        ("- - - - A10", 0),
        ("A1 A2 A14 A15 A13", 8),
    ],
)
def test_traits_score_by_number_printed_ones_and_the_last_space_nothing(traits, points):
    assert scored(board("turtle", traits=traits), "traits") == points


def test_a_tie_goes_to_the_higher_population():
    boards = (
        board("turtle", place=10, population=5),
        board("fish", place=11, population=4),
        "bear",
    )
    outcome = final_outcome(GAME, doing(*boards, pending=[]).state)
    assert outcome.totals[0] == outcome.totals[1]
    assert outcome.ranks[:2] == (1, 2)


def test_a_tie_in_population_too_goes_to_the_higher_on_the_food_chain():
    boards = (board("turtle", place=10, traits="A1 - - - -"), board("fish", place=11), "bear")
    outcome = final_outcome(GAME, doing(*boards, pending=[]).state)
    assert outcome.totals[0] == outcome.totals[1]
    assert outcome.ranks[:2] == (2, 1)


def test_the_match_ends_after_the_survival_of_the_last_era():
    table = surviving("turtle", "bat", "bird").finish()
    (ended,) = table.events_of(acts.Ended)
    outcome = final_outcome(GAME, table.state)
    assert (ended.totals, ended.winners) == (outcome.totals, outcome.winners)
    assert table.why(0, "done") == "over"


def test_a_species_that_dies_out_keeps_playing():
    one = board("T-Rex", population=0)
    table = Table(begun(one, "bat", "bird", era=1).state)
    table.do(1, "lead 1")
    assert table.asked == (["PlayCards"], [0])
    assert len(table.state.hands[0]) == 10
    assert table.state.traits[0] == bytes([NOTHING] * 5)
