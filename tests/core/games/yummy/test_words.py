"""Yummy Darwinism in words."""

import re

import pytest

from darwin_core.contract.cards import without
from darwin_core.games.yummy import GAME, acts, rules
from darwin_core.games.yummy.bots import Judgement
from darwin_core.games.yummy.hints import rival_words
from darwin_core.games.yummy.material import CARDS, Answer, Move
from darwin_core.games.yummy.offers import points_ready
from darwin_core.games.yummy.texts import cards_words, labels_words
from darwin_core.text.language import reading
from darwin_core.text.seat_names import SeatNames

from .positions import cards, table, triplet

NAMES = ("Ada", "Ben", "Cleo")
WORDS = SeatNames(NAMES)
(C1,), (EJ,), (CA2,) = map(cards, ("C1", "EJ", "CA2"))


# --- notation


def test_triplets_of_all_fields_are_elements_of_their_own():
    places = [(owner, place) for owner in range(5) for place in range(27)]
    elements = [acts.triplet_element(*place) for place in places]
    assert len(set(elements)) == len(places)
    assert [acts.owner_and_place(number) for _, number in elements] == places


# --- choices

FIELDS = [[], ["C1 C2 C3", "U1 U2 UJ", "U1 U2 U3 CA1", "U1 U2 U3"]]
SAID = [("keep", "leave it on the field"), ("bank", "bank it and reverse the direction")]


@pytest.mark.parametrize(("text", "words"), SAID)
def test_a_choice_is_shown_as_the_position_has_it(text, words):
    state = table("", "", fields=FIELDS).state
    assert GAME.texts.phrase(state, GAME.texts.parse(text), WORDS) == words


def test_no_two_choices_read_alike_where_triplets_differ_by_their_marks_only():
    state = table("CA2 CA3 AA1", "", fields=FIELDS).state
    phrases = [GAME.texts.phrase(state, action, WORDS) for action in GAME.legal(state, 0)]
    assert len(phrases) == len(set(phrases)) == 2 * 3 + 2 + 1


# --- events

USA = triplet("U1 U2 U3")
SENTENCES = [
    (
        acts.Banked(1, triplet("U1 U1 U1"), 1),
        "Ben banks the triplet (USA): 5 points. Play continues clockwise.",
    ),
    (acts.Ended((1, 1, 0), (0, 1)), "The deck has run out. Ada and Ben win with 1 point."),
]


@pytest.mark.parametrize(
    ("event", "words"), SENTENCES, ids=[type(e).__name__ for e, _ in SENTENCES]
)
def test_event_in_words(event, words):
    sentence = GAME.texts.sentence(event, WORDS)
    assert words in sentence
    assert sentence.endswith(".")


# --- elements


def test_a_partner_can_be_looked_at():
    state = table("C1", "E1 EJ", "P1", seen={(0, 1): "EJ"}).state
    words = GAME.texts.element(GAME.view(state, 0), 0, ("seat", 1), WORDS)
    assert (
        words
        == f"{NAMES[1]} holds 2 cards, among them the executive joker. 2 offers left this turn."
    )


# --- German names


@pytest.fixture
def in_german():
    """Read in German."""
    with reading("de"):
        yield


def test_cards_in_a_sentence_have_articles_and_plurals():
    assert cards_words(cards("C1 C2 C6")) == "an anarchist, a bourgeois and a trade unionist"
    assert cards_words(cards("C2 C2 C6 C6")) == "2 bourgeois and 2 trade unionists"
    assert cards_words(cards("E1 T1 T1")) == "the border police and 2 CIA cards"
    assert cards_words(cards("CJ T3 CA4 UA2 AA1")) == (
        "the citizens joker, the zealot, the demonstration, foreign affairs and the aliens"
    )


def test_cards_in_a_german_sentence_have_articles_and_plurals(in_german):
    words = cards_words(cards("U3 U3 T3 C1 E2 E2"))
    assert words == "einen Autonomen, 2-mal Polizei, den Eiferer und 2 Präsidenten"


def test_several_cards_with_an_article_lose_it():
    kinds = {card.name: kind for kind, card in enumerate(CARDS)}
    president, police = kinds["the president"], kinds["border police"]
    assert cards_words(bytes((president, president))) == "2 presidents"
    assert cards_words(bytes((president,))) == "the president"
    assert cards_words(bytes((police, police))) == "2 border police cards"


# --- hints


def reasons(position, seat=0):
    """Return the reason of each advice by the notation of its action."""
    advised = GAME.bots.advise(GAME.view(position.state, seat), seat, WORDS)
    return {GAME.texts.notation(advice.action): advice.reason for advice in advised}


def test_the_chance_of_a_label_is_shown_and_known_cards_are_known():
    position = table("C1 C3 E1", "P2 T1 T4", seen={(0, 1): "P2"}, out="AA1")
    given_reasons = reasons(position.do(0, "trade 2", "give C3"))
    assert given_reasons["ask P2"] == "diplomacy is known to be in that hand"
    assert given_reasons["ask AA1"] == "aliens invade the USA cannot be in that hand"
    assert given_reasons["ask TJ"] == "terror joker is in that hand 2 % of the time"
    assert given_reasons["ask T2"] == "IRA is in that hand 6 % of the time"
    assert not [reason for reason in given_reasons.values() if "less likely" in reason]


@pytest.mark.parametrize(("more", "so"), [("", "cannot accept"), ("counter", "can only decline")])
def test_who_lacks_what_is_asked_for_reads_it_at_the_button(more, so):
    position = table("C1 C3", "E1", "P1")
    asked = 1
    if more:
        position = position.offer(0, "C1", "E1", to=1).do(1, "counter")
        asked = 0
        position.offer(1, "E1", "P1")
    else:
        position.offer(0, "C1", "P1", to=1)
    view = GAME.view(position.state, asked)
    assert GAME.texts.phase(view, asked) == "lack"
    words = GAME.texts.element(
        view, asked, GAME.targets(acts.DECLINE)[0], SeatNames(("Ada", "Ben"))
    )
    assert words.startswith("You lack ")
    assert words.endswith(f"so you {so}. Enter declines.")


def test_a_turn_without_a_triplet_has_a_note_of_its_own():
    phases = {
        "none": table("C1", "C2"),
        "move": table("C1 C2 C3", ""),
        "take": table("E1 EA2", "C1", fields=[[], ["C1 C2 C3"]]),
    }
    assert {GAME.texts.phase(GAME.view(phase.state, 0), 0) for phase in phases.values()} == {
        *phases
    }


def test_a_hint_to_trade_again_with_the_same_seat_names_an_offer():
    """A search may find the trade best, so its reason must not speak against it."""
    position = table("C1 C3 E1 E2", "C1 C2 P1 T1", "T2 T3").offer(0, "E1", "C2", to=1)
    assert reasons(position.do(1, "decline"))["trade 2"].startswith("offer ")


def test_ending_the_turn_names_a_card_known_to_complete_a_triplet():
    hands = ("P1 P2 C1", "P3 T1", "E1 E2")
    assert reasons(table(*hands))["end"].startswith("you have nothing to play; ")
    position = table(*hands, seen={(0, 1): "P3"})
    reason = reasons(position)["end"]
    assert re.match(r"a rival holds [a-z ]+, with which you could lay 3 points; ", reason), reason


def test_a_trade_beside_a_triplet_says_what_comes_first():
    take = [[], ["C4 C5 C1"]]
    for hand, fields, words in (
        ("P1 P2 P3 T1 T2", (), "lay first: you can trade after it"),
        ("P1 P2 P3 T1 T2 EA1", take, "lay and take first: you can trade after it"),
        ("T1 T2 EA1", take, "take first: you can trade after it"),
        ("T1 T2", (), ""),
    ):
        position = table(hand, "T3 P4", "C2 C3", fields=fields)
        reason = reasons(position)["trade 2"]
        assert reason.endswith(words), reason
        assert bool(words) == ("first:" in reason)


def test_an_offer_keeps_the_cards_that_score_in_the_turn():
    """To lay and to take cost nothing and leave the trade, so no card of theirs is given away."""
    for hand in ("P1 P2 P3 T1 T2", "P1 P2 P3 C1 T1 T2", "P1 P2 P3 E1 E2 E3 T1"):
        for known in ("T3", "T4", "E4", "P4"):
            state = table(hand, f"{known} C5", "C2 C3", seen={(0, 1): known}).state
            plan = Judgement(state, 0).plan(1)
            rest = without(state.hands[0], plan.give)
            assert points_ready(rest) == points_ready(state.hands[0])


def test_an_offer_says_which_triplet_it_brings_the_rival():
    position = table("T1 T2 C3 P1", "C1 C2 T3", "E1 E2", seen={(0, 1): "C1 C2 T3"})
    judgement = Judgement(position.state, 0)
    words = rival_words(judgement, 1, cards("C3"), cards("T3"))
    assert words == "; they can then lay citizens, 1 point"
    assert not rival_words(judgement, 1, cards("P1"), cards("T3"))
    assert not rival_words(judgement, 1, cards("C3"), cards("C1"))


def test_a_counter_offer_names_the_cards_that_cannot_be_exchanged():
    position = table("C1 C3", "E1", "P1").offer(0, "C1", "P1", to=1)
    view = GAME.view(position.state, 1)
    words = GAME.texts.element(view, 1, GAME.targets(acts.COUNTER)[0], WORDS)
    assert words.startswith("Offered: ")
    assert all(CARDS[card].name in words for card in cards("C1 P1"))


def test_a_hint_to_counter_names_the_offer_that_is_built_then():
    """The partner's new offer replaces an earlier one that the seat declined, so the card requested
    then is no longer avoided."""
    position = table("P1 P2 C1 C3", "P3 T1 U1", "E1", seen={(0, 1): "P3"})
    position.state.pending[-1] = Move(1)
    position.state.declined[len(NAMES)] = cards("P3")
    reason = reasons(position.offer(1, "T1", "C1", to=0))["counter"]
    state = position.do(0, "counter").state
    while not isinstance(state.pending[-1], Answer):
        rules.apply(state, 0, GAME.bots.fast_policy(GAME.view(state, 0), 0), None)
    made = state.pending[-1]
    give, ask = labels_words(made.give, "acc"), labels_words(made.ask, "acc")
    assert reason.startswith(f"offer {give} for {ask}: ")


def test_a_triplet_to_lay_says_how_many_cards_could_take_it():
    laid = reasons(table("E1 E2 E3 C1 C2 C3 T1 T1 T1", "P1", out="PA1 PA2"))
    assert (
        laid["E1 E2 E3"]
        == "2 points on your field; any of 2 action cards of politics could take it"
    )
    assert laid["T1 T1 T1"] == "4 points, safe once banked"


@pytest.mark.parametrize(
    ("fields", "idle"),
    [
        ([["T1 T2 T3"]], "; only you have a triplet for it"),
        ([], "; there is no triplet for it now"),
        ([["T1 T2 T3"], ["T1 T2 T4"]], ""),
    ],
)
def test_an_action_card_is_advised_only_where_a_rival_has_a_triplet_for_it(fields, idle):
    """To get the action card or to keep it is argued with a triplet that it could take now, and an
    offer asks only for such a card."""
    position = table("C1 C2 P1 E1", "UA1 C3 P2", "", fields=fields, seen={(0, 1): "UA1"})
    ask = Judgement(position.state, 0).plan(1).ask
    assert (ask == cards("UA1")) == (not idle)
    position.do(0, "trade 2", "give C1", "ask UA1")
    assert f": a card to take terror{idle}; Ben surely has it" in reasons(position)["propose"]
    held = table("UA1 C1 P1", "C3", "", fields=fields)
    assert reasons(held.do(0, "trade 2"))["give UA1"] == f"it could take terror{idle}"


@pytest.mark.parametrize("field", ["C4 C5 C6", "U1 U2 U3"])
@pytest.mark.parametrize("owner", [0, 1])
def test_a_card_is_not_given_away_that_a_hint_would_want_back(field, owner):
    """An action card with a use against a rival, or against the seat itself, is kept."""
    card = "EA1" if field.startswith("C") else "CA2"
    fields = [[], [field]] if owner else [[field]]
    position = table(f"{card} P1 P2 T1 T2", "P3 E1", "T4", fields=fields, seen={(0, 1): "P3"})
    plan = Judgement(position.state, 0).plan(1)
    assert plan.ask == cards("P3")
    assert cards(card) != plan.give


def test_an_offer_says_which_triplet_it_puts_in_danger():
    position = table("EA1 CA1 T1", "T3", "", fields=[["C1 C2 C3", "U1 U2 U3"]])
    judgement = Judgement(position.state, 0)
    assert rival_words(judgement, 1, cards("EA1"), b"") == "; they can then take your citizens"
    assert rival_words(judgement, 1, cards("CA1"), b"") == "; they can then mark your USA"


# --- what others play with cards of the seat


def test_a_loss_says_that_its_card_was_a_gift():
    """A card that was traded away is named where its new owner plays it, and as often only."""
    traded = acts.Traded(1, 0, cards("P2"), cards("CA2 C1"))
    marked = acts.Marked(1, CA2, 0, triplet("U1 U2 U3 CA2"))
    laid, again = (acts.Laid(1, cards("C1 C2 C3")) for _ in range(2))
    events: list[acts.YummyEvent] = [traded, marked, laid, again]
    gifts = [GAME.texts.gift(event, events, 0, WORDS) for event in events]
    assert gifts == ["", "You gave Ben the economic boycott.", "You gave Ben an anarchist.", ""]
    assert not GAME.texts.gift(marked, events, 2, WORDS)


def test_a_card_played_before_the_trade_is_no_gift():
    strike = cards("CA1")
    before, after = (acts.Swapped(1, C1, 0, EJ) for _ in range(2))
    traded = acts.Traded(0, 1, cards("C1"), strike)
    assert not GAME.texts.gift(before, [before, traded, after], 0, WORDS)
    assert GAME.texts.gift(after, [before, traded, after], 0, WORDS) == "You gave Ben an anarchist."
    back = acts.Traded(1, 0, cards("C1"), strike)
    assert not GAME.texts.gift(after, [before, traded, back, after], 0, WORDS)


def test_a_hand_without_a_card_to_spare_offers_nothing():
    """Its only card is the one that takes a rival's triplet, or the player's own."""
    for fields in ([[], ["C4 C5 C6"]], [["C4 C5 C6"]]):
        position = table("EA1", "UJ", "T4", fields=fields, seen={(0, 1): "UJ"})
        assert reasons(position)["trade 2"].startswith("you are unlikely to gain by it")
