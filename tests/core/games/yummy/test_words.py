"""Yummy Darwinism in words."""

import re

import pytest
from english import english
from matches import refusal_of

from darwin_core.contract.game import HIDDEN, SPECTATOR, BadText
from darwin_core.games.yummy import GAME
from darwin_core.games.yummy.acts import (
    ACCEPT,
    BANK,
    COUNTER,
    DECLINE,
    END,
    KEEP,
    PROPOSE,
    Ask,
    Banked,
    Captured,
    Countered,
    Dealt,
    Declined,
    Discard,
    Discarded,
    Ended,
    Give,
    Kept,
    Laid,
    Lay,
    Mark,
    Marked,
    Offered,
    Picked,
    Refilled,
    Swap,
    Swapped,
    Trade,
    Traded,
    TradeOpened,
    Trump,
    Trumped,
    TurnBegan,
    owner_and_place,
    triplet_element,
)
from darwin_core.games.yummy.material import CARDS, FIRST_ACTION, LABELS
from darwin_core.games.yummy.texts import cards_words
from darwin_core.lab.play import Case, moments
from darwin_core.text.language import noun, reading
from darwin_core.text.seat_names import SeatNames

from . import oracle
from .positions import cards, table, triplet

NAMES = ("Ada", "Ben", "Cleo")
WORDS = SeatNames(NAMES)
(C1,), (EJ,), (EA2,), (CA1,), (AA1,) = map(cards, ("C1", "EJ", "EA2", "CA1", "AA1"))
UNSEEN = bytes([HIDDEN, HIDDEN])


# --- notation

ACTIONS = [
    *(Lay(cards(" ".join(three))) for three in oracle.three_sets()),
    *(
        kind(card, owner, place)
        for kind in (Trump, Mark, Swap)
        for card in range(LABELS)
        for owner in range(5)
        for place in range(27)
    ),
    *(kind(card) for kind in (Give, Ask, Discard) for card in range(LABELS)),
    *map(Trade, range(5)),
    *(KEEP, BANK, PROPOSE, ACCEPT, DECLINE, COUNTER, END),
]


def test_notation_of_every_action_reads_back_and_is_its_own():
    assert len({GAME.texts.notation(action) for action in ACTIONS}) == len(ACTIONS)
    for action in ACTIONS:
        assert GAME.texts.parse(GAME.texts.notation(action)) == action
    assert {type(action) for action in ACTIONS} == set(GAME.actions.__args__)


@pytest.mark.parametrize(
    "text",
    [
        *("", " ", "c1 c2 c3", "C1 C2", "C1 C2 C3 C4", "C1  C2 C3", "C1 C2 C3 ", "C8 C1 C1"),
        *("trump EA1", "trump EA1 2", "trump EA1 0.1", "trump EA1 2.0", "trump EA6 2.1"),
        *("trade", "trade 0", "trade 12", "give", "give AJ", "ask C0", "ask TA4", "discard X1"),
        *("keep 1", "Bank", "end ", "mark CA1 2.100", "swap", "give Ｃ1"),
    ],
)
def test_a_text_that_is_no_action_is_refused(text):
    with pytest.raises(BadText, match=r"\.$"):
        GAME.texts.parse(text)


def test_triplets_of_all_fields_are_elements_of_their_own():
    places = [(owner, place) for owner in range(5) for place in range(27)]
    elements = [triplet_element(*each) for each in places]
    assert len(set(elements)) == len(places)
    assert [owner_and_place(number) for _, number in elements] == places


# --- choices

FIELDS = [[], ["C1 C2 C3", "U1 U2 UJ", "U1 U2 U3 CA1", "U1 U2 U3"]]
SAID = [
    ("E1 E2 E3", "lay the border police, the police and the military"),
    ("E1 E1 EJ", "lay 2 border police cards and the executive joker"),
    ("trump EA2 2.1", "take Ben's citizens by deportation"),
    ("mark CA2 2.2", "mark Ben's triplet 2 by economic boycott"),
    ("mark CA2 2.3", "mark Ben's triplet 3 by economic boycott"),
    ("mark CA2 2.4", "mark Ben's triplet 4 by economic boycott"),
    ("swap U3 2.2", "swap the president for Ben's joker of triplet 2"),
    ("trade 2", "trade with Ben"),
    ("give C4", "give proletariat"),
    ("ask UA1", "ask for preventive war"),
    ("discard T3", "discard the zealot"),
    ("keep", "leave it on the field"),
    ("bank", "bank it and reverse the direction"),
    ("propose", "make the offer"),
    ("accept", "accept"),
    ("decline", "decline"),
    ("counter", "make a counter-offer"),
    ("end", "end the turn"),
]


@pytest.mark.parametrize(("text", "words"), SAID)
def test_a_choice_is_shown_as_the_position_has_it(text, words):
    state = table("", "", fields=FIELDS).state
    assert GAME.texts.phrase(state, GAME.texts.parse(text), WORDS) == words


def test_no_two_choices_read_alike_where_triplets_differ_by_their_marks_only():
    state = table("CA2 CA3 AA1", "", fields=FIELDS).state
    said = [GAME.texts.phrase(state, action, WORDS) for action in GAME.legal(state, 0)]
    assert len(said) == len(set(said)) == 2 * 3 + 2 + 1


# --- events

USA = triplet("U1 U2 U3")
SENTENCES = [
    (Dealt((b"\0" * 6, UNSEEN * 3), 1), "Each player is dealt 6 cards. Ben begins."),
    (TurnBegan(0, C1, 40), "Ada draws an anarchist."),
    (TurnBegan(0, HIDDEN, 40), "Ada draws a card."),
    (TurnBegan(0, HIDDEN, 0), "Ada draws a card, the last of the deck: this turn is the last."),
    (Laid(1, triplet("C1 C1 CJ")), "Ben lays 2 anarchists and the citizens joker (citizens)."),
    (Kept(1, triplet("C1 C1 C1")), "Ben leaves the triplet (citizens) on the field: 1 point."),
    (
        Banked(1, triplet("C1 C1 C1"), -1),
        "Ben banks the triplet (citizens): 1 point. Play continues anticlockwise.",
    ),
    (
        Banked(1, triplet("U1 U1 U1"), 1),
        "Ben banks the triplet (USA): 5 points. Play continues clockwise.",
    ),
    (
        Trumped(0, EA2, 1, triplet("C1 C2 C3")),
        "Ada takes Ben's anarchist, bourgeois and scientist (citizens) with the deportation: "
        "1 point goes to the point pile of Ada.",
    ),
    (
        Trumped(0, AA1, 1, USA),
        "Ada takes Ben's Rambo, Superman and the president (USA) with the aliens: "
        "5 points go to the field of Ada.",
    ),
    (
        Marked(0, CA1, 1, triplet("U1 U2 U3 CA2 CA1")),
        "Ada marks Ben's Rambo, Superman and the president (USA) with the pollution control: "
        "2 marks, 3 points left.",
    ),
    (
        Marked(0, CA1, 1, triplet("U3 U3 U3 CA1")),
        "Ada marks Ben's 3 presidents (USA) with the pollution control: 1 mark, 4 points left.",
    ),
    (
        Marked(0, CA1, 1, triplet("U1 U1 U1 CA2 CA3 CA1")),
        "Ada marks Ben's 3 Rambo cards (USA) with the pollution control: 3 marks.",
    ),
    (
        Captured(0, 1, USA),
        "That is the third: Ada takes the triplet from Ben, with all its 5 points.",
    ),
    (
        Swapped(0, C1, 1, EJ),
        "Ada takes the executive joker from a triplet of Ben and puts an anarchist in its place.",
    ),
    (TradeOpened(0, 1), "Ada wants to trade with Ben."),
    (Countered(1, 0), "Ben will make Ada a counter-offer."),
    (Picked(0, cards("C1 C1"), b""), "Ada prepares an offer: 2 anarchists."),
    (
        Picked(0, cards("C1"), cards("E1 E2")),
        "Ada prepares an offer: an anarchist for the border police and the police.",
    ),
    (Offered(0, 1, cards("C1"), cards("E1")), "Ada offers Ben an anarchist for the border police."),
    (Offered(0, 1, UNSEEN, cards("E1")), "Ada offers Ben 2 cards for the border police."),
    (
        Traded(0, 1, UNSEEN, cards("E1 E1")),
        "Ben accepts: Ada gives 2 cards and gets 2 border police cards.",
    ),
    (Declined(1, 0), "Ben declines."),
    (Refilled(2, UNSEEN), "Cleo draws 2 cards."),
    (Refilled(2, cards("C1 EJ")), "Cleo draws an anarchist and the executive joker."),
    (Discarded(2, C1), "Cleo discards an anarchist."),
    (Ended((9, 12, 7), (1,)), "The deck has run out. Ben wins with 12 points."),
    (Ended((1, 1, 0), (0, 1)), "The deck has run out. Ada and Ben win with 1 point."),
]


def test_every_event_is_shown():
    assert {type(event) for event, _ in SENTENCES} == set(GAME.events)


@pytest.mark.parametrize(
    ("event", "words"), SENTENCES, ids=[type(e).__name__ for e, _ in SENTENCES]
)
def test_event_in_words(event, words):
    sentence = GAME.texts.sentence(event, WORDS)
    assert words in sentence
    assert sentence.endswith(".")


# --- prompts


def offered():
    return table("C1 C3", "E1", "P1").offer(0, "C1", "E1", to=1)


PROMPTS = [
    ("No triplet to lay: end your turn.", lambda: table("C1", ""), 0),
    ("No triplet to lay: trade or end your turn.", lambda: table("C1", "C2"), 0),
    ("Lay triplets or end your turn.", lambda: table("C1 C2 C3", ""), 0),
    (
        "Lay or take triplets, swap a joker, mark the USA, trade or end your turn.",
        lambda: table(
            "C1 C2 C3 EA2 CA1 E1", "C1", fields=[[], ["C1 C2 C3", "U1 U2 U3", "E2 E3 EJ"]]
        ),
        0,
    ),
    (
        "3 CIA cards: bank them or leave them there?",
        lambda: table("T1 T1 T1", "").do(0, "T1 T1 T1"),
        0,
    ),
    ("what do you give? One to 3", lambda: table("C1", "C2").do(0, "trade 2"), 0),
    (
        "You give an anarchist. Give more, or ask for cards.",
        lambda: table("C1", "C2").do(0, "trade 2", "give C1"),
        0,
    ),
    (
        "You give an anarchist for the IRA.",
        lambda: table("C1", "C2").do(0, "trade 2", "give C1", "ask T2"),
        0,
    ),
    ("You are offered anarchist for border police.", offered, 1),
    (
        "You cannot accept: an anarchist for corruption.",
        lambda: table("C1 C3", "E1", "P1").offer(0, "C1", "P1", to=1),
        1,
    ),
    ("Offered: anarchist for border police. Waiting for Ben.", offered, 0),
    ("Offered: 1 card for the border police. Waiting for Ben.", offered, 2),
    (
        "In return you are offered border police for anarchist.",
        lambda: offered().do(1, "counter").offer(1, "E1", "C1"),
        0,
    ),
    ("Waiting for Ada.", lambda: table("C1", "C2").do(0, "trade 2", "give C1"), 1),
    (
        "You hold 2 cards too many: discard one.",
        lambda: table("C1 C1 C2 C4 E1 E1 P1 P1", "").do(0, "end"),
        0,
    ),
    ("Waiting for Ada.", lambda: table("C1 C1 C2 C4 E1 E1 P1 P1", "").do(0, "end"), 1),
    ("Waiting for Ada.", lambda: table("C1", ""), 1),
    ("Waiting for Ada.", lambda: table("T1 T1 T1", "").do(0, "T1 T1 T1"), SPECTATOR),
    ("The match is over.", lambda: table("", "", deck="", pending=[]), 0),
]


@pytest.mark.parametrize(("words", "position", "viewer"), PROMPTS)
def test_the_prompt_says_what_is_wanted(words, position, viewer):
    view = GAME.view(position().state, viewer)
    assert words in GAME.texts.prompt(view, viewer, WORDS)


# --- elements


def test_every_card_can_be_looked_at():
    view = GAME.view(table("C1", "").state, 0)
    for label, card in enumerate(CARDS):
        words = GAME.texts.element(view, 0, ("card", label), WORDS)
        assert words.startswith(card.name[0].upper() + card.name[1:]), words
        assert words.endswith(".")
        if label < FIRST_ACTION:
            assert str(oracle.VALUES[card.code[0]]) in words
        assert GAME.texts.element(view, 0, ("label", label), WORDS).startswith(
            f"Ask for {card.name}: "
        )


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (
            "C1 C2 C3",
            "Anarchist, bourgeois and scientist (citizens): 1 point; executive can take it.",
        ),
        (
            "T1 T1 TJ",
            "2 CIA cards and joker: 4 points; USA can take it; its joker for the same kind.",
        ),
        (
            "T1 T2 TJ",
            "CIA, IRA and joker: 4 points; USA can take it; its joker for a third kind.",
        ),
        ("E1 E2 EJ", "Border police, police and joker: 2 points; politics can take it"),
        (
            "U1 U2 U3",
            "Rambo, Superman and the president: 5 points; aliens or a third mark take it.",
        ),
        ("U1 U2 U3 CA1", "the president: 4 points; 1 mark, the third takes it."),
        ("U1 U2 U3 CA1 CA2", "the president: 3 points; 2 marks, the third takes it."),
    ],
)
def test_a_triplet_can_be_looked_at(text, words):
    """Names keep their capitals."""
    view = GAME.view(table("", "", fields=[[], [text]]).state, 0)
    said = GAME.texts.element(view, 0, triplet_element(1, 0), WORDS)
    pattern = ".*".join(re.escape(part) for part in words.split(".*"))
    assert re.search(pattern, said), said


def test_a_partner_can_be_looked_at():
    state = table("C1", "E1 EJ", "P1", seen={(0, 1): "EJ"}).state
    said = GAME.texts.element(GAME.view(state, 0), 0, ("seat", 1), WORDS)
    assert (
        said
        == f"{NAMES[1]} holds 2 cards, among them the executive joker. 2 trades left this turn."
    )


@pytest.mark.parametrize(
    ("hand", "deck", "words"),
    [
        ("C1 C2", "T1 T2 T3 T4 T1 T2", "End your turn; you draw 4 cards."),
        ("C1 C1 C2 C2 C4", "T1 T2 T3", "End your turn; you draw 1 card."),
        ("C1 C1 C2 C2 C4 E1", "T1 T2 T3", "End your turn; you neither draw nor discard."),
        ("C1 C1 C2 C2 C4 E1 E1", "T1 T2", "End your turn; you discard 1 card."),
        ("C1 C2", "T1 T2 T3 T4", "the rest of the deck, which ends the match."),
        ("C1 C2", "T1 T2", "the rest of the deck, which ends the match."),
        ("C1 C2", "", "End the last turn and the match."),
    ],
)
def test_the_end_of_a_turn_says_what_follows(hand, deck, words):
    position = table(hand, "", deck=deck)
    (element,) = GAME.targets(END)
    assert words in GAME.texts.element(GAME.view(position.state, 0), 0, element, WORDS)


@pytest.mark.parametrize("action", [KEEP, BANK, PROPOSE, ACCEPT, DECLINE, COUNTER])
def test_every_button_says_what_it_does(action):
    (element,) = GAME.targets(action)
    assert GAME.texts.element(GAME.view(table("C1", "").state, 0), 0, element, WORDS).endswith(".")


# --- the description


def test_the_description_holds_what_is_public_and_the_own_hand():
    fields = [["C1 C2 C3"], ["U1 U2 U3 CA1"]]
    position = table("C4", "E1 EJ", "P1", fields=fields, piles=[["T1 T1 T1"]], seen={(0, 1): "EJ"})
    sections = {
        s.name: s.lines for s in GAME.texts.describe(GAME.view(position.state, 0), 0, WORDS)
    }
    assert list(sections) == ["table", "field of Ada", "field of Ben", "field of Cleo", "hand"]
    left = len(position.state.deck)
    assert sections["table"] == (f"The deck has {left} cards left. Play goes clockwise.",)
    ada, ben = sections["field of Ada"], sections["field of Ben"]
    assert ada[0] == "Ada has 5 points: point pile 4, field 1, citizens' actions 0."
    assert ben[0] == "Ben has 4 points: point pile 0, field 5, citizens' actions -1."
    assert "marked by pollution control" in ben[1]
    assert ben[2] == "Holds 2 cards, among them the executive joker."
    assert sections["hand"] == ("You hold the proletariat.", "Your limit is 7.")
    watched = GAME.texts.describe(GAME.view(position.state, SPECTATOR), SPECTATOR, WORDS)
    text = " ".join(line for section in watched for line in section.lines)
    assert "hand" not in {section.name for section in watched}
    assert "executive joker" not in text
    assert "proletariat" not in text


def test_the_description_shows_what_is_out_of_the_game_and_the_direction():
    state = table("C4", "", "", out="C1 C1 AA1", direction=-1).state
    (table_section, *_) = GAME.texts.describe(GAME.view(state, 0), 0, WORDS)
    assert "anticlockwise" in table_section.lines[0]
    assert table_section.lines[1] == "Out of the game: 2 anarchists and the aliens."


# --- German names


@pytest.fixture
def in_german():
    """Read in German."""
    with reading("de"):
        yield


def test_cards_and_groups_have_german_names(in_german):
    assert GAME.texts.sentence(TurnBegan(0, C1, 40), WORDS) == "Ada zieht einen Autonomen."
    said = GAME.texts.sentence(Laid(1, triplet("T1 T3 TJ")), WORDS)
    assert said == "Ben legt die CIA, den Eiferer und den Joker Terror (Terror)."
    view = GAME.view(table("C1", "", fields=[[], ["E1 E2 E3"]]).state, 0)
    for label, card in enumerate(CARDS):
        assert GAME.texts.element(view, 0, ("card", label), WORDS).startswith(
            f"{noun(card.name)}: "
        )
    said = GAME.texts.element(view, 0, triplet_element(1, 0), WORDS)
    assert said == "BGS, Polizei und Militär (Staatsmacht): 2 Punkte; Gefahr: Politik."
    assert (
        GAME.texts.phrase(view, GAME.texts.parse("ask AA1"), WORDS)
        == "Aliens bezwingen die USA verlangen"
    )


ENGLISH = english(
    *("or", "points?", "takes", "lays", "draws", "offers", "deck", "triplets?", "turn", "hands"),
    *("trade", "ask", "gives?", "marks?", "field", "pile", "that", "no", "end"),
)


@pytest.mark.parametrize("seats", [2, 5])
def test_a_match_in_german_has_no_word_of_english(seats, in_german):
    seat_names = SeatNames((*NAMES, "Dan", "Eve")[:seats])
    said = set()
    for moment in moments(Case(GAME, seats, "german", {}, is_advised=True)):
        view = GAME.view(moment.before, moment.seat)
        said |= {GAME.texts.sentence(event, seat_names) for event in moment.events}
        said |= {GAME.texts.prompt(view, viewer, seat_names) for viewer in (moment.seat, SPECTATOR)}
        for advice in GAME.bots.advise(view, moment.seat, seat_names)[:4]:
            said |= {advice.reason, GAME.texts.phrase(view, advice.action, seat_names)}
            elements = GAME.targets(advice.action)
            said |= {GAME.texts.element(view, moment.seat, each, seat_names) for each in elements}
    for section in GAME.texts.describe(view, 0, seat_names):
        said |= {section.name, *section.lines}
    assert len(said) > 300
    assert not [text for text in said if ENGLISH.search(text)]
    assert not [text for text in said if re.search(r"[{}]|\b1 (?:Karten|Punkte|Marken)\b", text)]


def test_cards_in_a_sentence_have_articles_and_plurals():
    assert cards_words(cards("C1 C2 C6")) == "an anarchist, a bourgeois and a trade unionist"
    assert cards_words(cards("C2 C2 C6 C6")) == "2 bourgeois and 2 trade unionists"
    assert cards_words(cards("E1 T1 T1")) == "the border police and 2 CIA cards"
    assert cards_words(cards("CJ T3 CA4 UA2 AA1")) == (
        "the citizens joker, the zealot, the demonstration, foreign affairs and the aliens"
    )


def test_cards_in_a_german_sentence_have_articles_and_plurals(in_german):
    said = cards_words(cards("U3 U3 T3 C1 E2 E2"))
    assert said == "einen Autonomen, 2-mal Polizei, den Eiferer und 2 Präsidenten"


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


def test_what_is_said_of_a_discard_is_true_of_that_card_and_speaks_for_the_best_of_them():
    position = table("C1 E1 E2 P1 P1 P2 T1 T2 T3 EA1 CA1", "").do(0, "end")
    found = reasons(position)
    assert next(iter(found)) == "discard P1"
    assert found == {
        "discard C1": "nothing else you hold goes with anarchist",
        "discard E1": "border police is part of a triplet that lacks one card",
        "discard E2": "police is part of a triplet that lacks one card",
        "discard P1": "no other card that you hold promises less",
        "discard P2": "diplomacy is part of a triplet that lacks one card",
        "discard T1": "CIA is part of a triplet that you hold",
        "discard T2": "IRA is part of a triplet that you hold",
        "discard T3": "the zealot is part of a triplet that you hold",
        "discard EA1": "governmental repression could take citizens",
        "discard CA1": "pollution control could mark a triplet of the USA",
    }


def test_the_chance_of_a_label_is_shown_and_known_cards_are_known():
    position = table("C1 C3 E1", "P2 T1 T4", seen={(0, 1): "P2"}, out="AA1")
    found = reasons(position.do(0, "trade 2", "give C3"))
    assert found["ask P2"] == "diplomacy is known to be in that hand"
    assert found["ask AA1"] == "aliens invade the USA cannot be in that hand"
    assert found["ask TJ"] == "terror joker is in that hand 2 % of the time"
    assert found["ask T2"] == "IRA is in that hand 6 % of the time"
    assert not [reason for reason in found.values() if "less likely" in reason]


def test_the_reason_not_to_give_a_card_is_true_of_it():
    found = reasons(table("C1 E1 E2 P1 P1 P2 T2", "T1").do(0, "trade 2"))
    alone = {"give C1", "give T2"}
    kept = {text: reason for text, reason in found.items() if not reason.startswith("offer ")}
    assert {*kept} & alone
    for text, reason in kept.items():
        assert reason.startswith("nothing else you hold goes with") == (text in alone), reason


def test_a_refusal_that_lists_the_moves_of_a_turn_names_marking_too():
    refusal = refusal_of(GAME, table("C1", "").state, 0, ACCEPT)
    assert "mark" in refusal.sentence


@pytest.mark.parametrize(("more", "so"), [("", "cannot accept"), ("counter", "can only decline")])
def test_who_lacks_what_is_asked_for_reads_it_at_the_button(more, so):
    position = table("C1 C3", "E1", "P1")
    asked = 1
    if more:
        position, asked = position.offer(0, "C1", "E1", to=1).do(1, "counter"), 0
        position.offer(1, "E1", "P1")
    else:
        position.offer(0, "C1", "P1", to=1)
    view = GAME.view(position.state, asked)
    assert GAME.texts.phase(view, asked) == "lack"
    said = GAME.texts.element(view, asked, GAME.targets(DECLINE)[0], SeatNames(("Ada", "Ben")))
    assert said.startswith("You lack ")
    assert said.endswith(f"so you {so}. Enter declines.")


def test_a_turn_without_a_triplet_has_a_note_of_its_own():
    phases = {
        "none": table("C1", "C2"),
        "move": table("C1 C2 C3", ""),
        "take": table("E1 EA2", "C1", fields=[[], ["C1 C2 C3"]]),
    }
    assert {GAME.texts.phase(GAME.view(each.state, 0), 0) for each in phases.values()} == {*phases}


def test_a_hint_to_trade_says_what_it_is_for_and_how_likely_the_partner_has_it():
    position = table("C1 C1 P1 P3 T2", "P2 E1", "E2", seen={(0, 1): "P2"})
    found = reasons(position)
    known = "for diplomacy: a triplet of politics, 3 points; surely in that hand"
    assert found["trade 2"].startswith("offer ")
    assert found["trade 2"].endswith(known)
    assert re.search(r"for .+: .+; \d+ % likely in that hand$", found["trade 3"])


def test_a_hint_to_trade_again_with_the_same_seat_names_an_offer():
    """A search may find it best; then its reason is none against it."""
    position = table("C1 C3 E1 E2", "C1 C2 P1 T1", "T2 T3").offer(0, "E1", "C2", to=1)
    assert reasons(position.do(1, "decline"))["trade 2"].startswith("offer ")


def test_the_hint_on_an_offer_names_what_it_brings_or_what_is_lacking():
    brings = reasons(table("C3", "C1 C2 P1").offer(0, "C3", "P1", to=1), seat=1)
    assert brings["accept"] == "you get scientist: a triplet of citizens, 1 point"
    lacks = reasons(table("C3", "C1 C2").offer(0, "C3", "P1", to=1), seat=1)
    assert lacks["decline"] == 'you lack "corruption", so you cannot accept'
