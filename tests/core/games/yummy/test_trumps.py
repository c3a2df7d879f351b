"""Action cards: trumping the group below, and the citizens against the USA."""

import pytest
from matches import refusal_of

from darwin_core.games.yummy import GAME
from darwin_core.games.yummy.acts import Captured, Marked, Trumped
from darwin_core.games.yummy.rules import limit
from darwin_core.text.language import reading
from darwin_core.text.seat_names import SeatNames

from .positions import codes, table

USA = "U1 U2 U3"

# --- trumping


@pytest.mark.parametrize(
    ("action", "text"),
    [("EA1", "C1 C2 C3"), ("PA1", "E1 E2 E3"), ("TA1", "P1 P2 P3"), ("UA1", "T1 T2 T3")],
)
def test_a_trumped_triplet_goes_to_the_point_pile_of_who_trumps_it(action, text):
    position = table(action, "", "", fields=[[], [], ["C5 C6 C7", text]])
    position.do(0, f"trump {action} 3.2")
    assert position.pile(0) == [text]
    assert position.field(2) == ["C5 C6 C7"]
    assert position.field(0) == []
    (trumped,) = position.events_of(Trumped)
    assert (trumped.seat, trumped.owner, codes(trumped.cards)) == (0, 2, text)


def test_a_played_action_card_is_out_of_the_game():
    position = table("EA1 C1", "", fields=[[], ["C1 C2 C3"]], out="P1", deck="")
    position.do(0, "trump EA1 2.1")
    assert position.hand(0) == "C1"
    assert position.out.split()[-1] == "EA1"


# --- the aliens and the USA


def test_a_triplet_of_the_usa_goes_to_the_field_of_who_trumps_it():
    position = table("AA1", "", fields=[["C1 C2 C3"], [USA]]).do(0, "trump AA1 2.1")
    assert position.field(0) == ["C1 C2 C3", USA]
    assert position.pile(0) == []
    assert position.field(1) == []
    position.do(0, "end")
    assert len(position.state.hands[0]) == 6 + 2


@pytest.mark.parametrize("marks", ["CA1", "CA1 CA2"])
def test_aliens_cannot_trump_a_marked_triplet(marks):
    position = table("AA1", "", fields=[[], [f"{USA} {marks}", "U1 U1 UJ"]])
    assert position.may(0, "trump") == ["trump AA1 2.2"]
    refusal = refusal_of(GAME, position.state, 0, GAME.texts.parse("trump AA1 2.1"))
    assert refusal.code == "marked"
    assert "aliens" in refusal.sentence


# --- the citizens' actions


def test_a_citizens_action_stays_on_the_triplet_of_the_usa():
    position = table("CA2 C1", "", fields=[[], [USA]]).do(0, "mark CA2 2.1")
    assert position.field(1) == [f"{USA} CA2"]
    assert "CA2" not in position.out
    assert position.hand(0) == "C1"
    (marked,) = position.events_of(Marked)
    assert (marked.seat, marked.owner, codes(marked.cards)) == (0, 1, f"{USA} CA2")


def test_a_second_citizens_action_in_a_turn_is_refused():
    fields = [[], [USA, USA], ["U1 U2 UJ"]]
    position = table("CA1 CA2", "", "", fields=fields).do(0, "mark CA1 2.1")
    assert position.may(0, "mark") == []
    for place in ("2.1", "2.2", "3.1"):
        assert position.why(0, f"mark CA2 {place}") == "marked-already"


def test_the_third_mark_captures_no_matter_who_played_the_first_two():
    position = table("CA3 C1", "CA1", "", fields=[[], [], [f"{USA} CA5 CA2"]], deck="", out="C4")
    position.do(0, "mark CA3 3.1")
    assert position.field(0) == [USA]
    assert position.field(2) == []
    assert position.pile(0) == []
    assert position.out.split()[-3:] == ["CA5", "CA2", "CA3"]
    (captured,) = position.events_of(Captured)
    assert (captured.seat, captured.owner, codes(captured.cards)) == (0, 2, USA)


def test_a_captured_triplet_is_clean_for_the_aliens():
    position = table("CA3", "AA1", "", fields=[[], [f"{USA} CA1 CA2"]]).do(0, "mark CA3 2.1", "end")
    position.do(1, "trump AA1 1.1")
    assert position.field(1) == [USA]


def test_a_capture_is_the_one_citizens_action_of_the_turn():
    fields = [[], [f"{USA} CA1 CA2", "U1 U1 UJ"]]
    position = table("CA3 CA4", "", fields=fields).do(0, "mark CA3 2.1")
    assert position.may(0, "mark") == []
    assert position.why(0, "mark CA4 2.1") == "marked-already"


@pytest.mark.parametrize(
    ("language", "words"),
    [("en", "; Cleo may hold a card less."), ("de", "; Cleo darf eine Karte weniger halten.")],
)
@pytest.mark.parametrize(
    ("hand", "field", "move"),
    [
        ("EA1", "C1 C2 C3", "trump EA1 3.1"),
        ("AA1", USA, "trump AA1 3.1"),
        ("CA3", f"{USA} CA1 CA2", "mark CA3 3.1"),
    ],
)
def test_who_loses_a_triplet_reads_that_the_hand_shrinks(hand, field, move, language, words):
    position = table(hand, "", "", fields=[[], [], [field]])
    before = limit(position.state, 2)
    position.do(0, move)
    assert limit(position.state, 2) == before - 1
    lost = (position.events_of(Trumped) or position.events_of(Captured))[0]
    with reading(language):
        sentence = GAME.texts.sentence(lost, SeatNames(("Ada", "Ben", "Cleo")))
    assert sentence.endswith(words)
