"""Illegal actions are refused with the code of the rule and a short sentence."""

import pytest
from matches import check_refusal, refusal_of

from darwin_core.games.yummy import GAME
from darwin_core.games.yummy.acts import Ask, Give, Lay, Trump
from darwin_core.text.language import Language, reading
from darwin_core.text.seat_names import SeatNames

from .positions import table

FIELDS = [["C1 C2 C3"], ["C4 C5 C6", "U1 U2 U3 CA1", "E1 E1 EJ", "E2 E3 E4", "P1 P2 PJ"]]
FULL = "C1 C1 C2 E1 E2 P1 P3 P4 CA2 CA3 EA1 AA1"


def turn():
    return table(FULL, "C7", "", fields=FIELDS)


def offer(*steps):
    return table("C1 C1 C3 E1", "C2").do(0, "trade 2", *steps)


def answer():
    return table("C1", "C2").offer(0, "C1", "E1", to=1)


REFUSALS = [
    ("no-such-seat", turn, 3, "end"),
    ("over", lambda: table("C1", "", deck="", pending=[]), 0, "end"),
    ("not-your-turn", turn, 1, "end"),
    ("not-now", turn, 0, "keep"),
    ("not-now", turn, 0, "give C1"),
    ("not-now", turn, 0, "accept"),
    ("not-now", turn, 0, "discard C1"),
    ("not-now", lambda: table("C1 C1 C1", "").do(0, "C1 C1 C1"), 0, "end"),
    ("not-now", offer, 0, "end"),
    ("not-now", answer, 1, "end"),
    ("not-now", lambda: turn().do(0, "end"), 0, "end"),
    ("not-in-hand", turn, 0, "C1 C2 C3"),
    ("out-of-order", turn, 0, "C2 C1 C1"),
    ("action-card", turn, 0, "CA2 CA3 EA1"),
    ("two-groups", turn, 0, "C1 C2 E1"),
    ("two-and-one", turn, 0, "C1 C1 C2"),
    ("not-in-hand", turn, 0, "trump EA2 2.1"),
    ("no-such-triplet", turn, 0, "trump EA1 2.6"),
    ("no-such-triplet", turn, 0, "trump EA1 5.1"),
    ("own-triplet", turn, 0, "trump EA1 1.1"),
    ("no-action-card", turn, 0, "trump C1 2.1"),
    ("nobody-below", turn, 0, "trump CA2 2.1"),
    ("not-the-group-below", turn, 0, "trump EA1 2.3"),
    ("marked", turn, 0, "trump AA1 2.2"),
    ("no-citizens-action", turn, 0, "mark AA1 2.2"),
    ("not-the-usa", turn, 0, "mark CA2 2.1"),
    ("marked-already", lambda: turn().do(0, "mark CA2 2.2"), 0, "mark CA3 2.2"),
    ("no-joker", turn, 0, "swap E1 2.4"),
    ("wrong-group", turn, 0, "swap P1 2.3"),
    ("wrong-kind", turn, 0, "swap E2 2.3"),
    ("doubled", turn, 0, "swap P1 2.5"),
    ("no-partner", turn, 0, "trade 1"),
    ("no-partner", turn, 0, "trade 9"),
    ("no-cards", turn, 0, "trade 3"),
    ("two-openings", lambda: twice(), 0, "trade 2"),
    ("no-gifts", offer, 0, "ask C1"),
    ("no-gifts", offer, 0, "propose"),
    ("not-in-hand", offer, 0, "give P1"),
    ("not-in-hand", lambda: offer("give C1", "give C1"), 0, "give C1"),
    ("in-order", lambda: offer("give C3"), 0, "give C1"),
    ("asking", lambda: offer("give C1", "ask C1"), 0, "give C3"),
    ("three-cards", lambda: offer("give C1", "give C1", "give C3"), 0, "give E1"),
    ("three-cards", lambda: offer("give C1", "ask C1", "ask C1", "ask C1"), 0, "ask E1"),
    ("in-order", lambda: offer("give C1", "ask E1"), 0, "ask C1"),
    ("no-more-copies", lambda: offer("give C1", "ask CJ"), 0, "ask CJ"),
    ("not-held", answer, 1, "accept"),
    ("one-counter", lambda: answer().do(1, "counter").offer(1, "C2", "C1"), 0, "counter"),
    ("not-in-hand", lambda: turn().do(0, "end"), 0, "discard T1"),
]


def twice():
    position = table("C1", "C2").offer(0, "C1", "E1", to=1).do(1, "decline")
    return position.offer(0, "C1", "E1", to=1).do(1, "decline")


@pytest.mark.parametrize(
    ("code", "position", "seat", "text"), REFUSALS, ids=[f"{row[0]}-{row[3]}" for row in REFUSALS]
)
def test_refusal(code, position, seat, text):
    check_refusal(GAME, position().state, seat, GAME.texts.parse(text), code)


UNWRITTEN = [("not-three", Lay(b"\0\0")), ("not-three", Lay(b"")), ("no-such-label", Ask(50))]


@pytest.mark.parametrize(("code", "action"), UNWRITTEN)
def test_refusal_of_an_element_without_a_text(code, action):
    state = (offer() if isinstance(action, Ask) else turn()).state
    assert refusal_of(GAME, state, 0, action).code == code


def test_numbers_beyond_all_cards_are_not_in_hand():
    for card in (-1, 50, 255, 256, 999):
        assert refusal_of(GAME, turn().state, 0, Trump(card, 1, 0)).code == "not-in-hand"
        assert refusal_of(GAME, offer().state, 0, Give(card)).code == "not-in-hand"


def test_a_refusal_names_the_rule_for_the_aliens():
    sentence = refusal_of(GAME, turn().state, 0, GAME.texts.parse("trump AA1 2.2")).sentence
    assert "aliens cannot take" in sentence
    assert "citizens' actions" in sentence


def test_a_refusal_names_the_group_in_the_readers_language():
    state = turn().state
    action = GAME.texts.parse("trump EA1 2.3")
    groups: dict[Language, str] = {"en": "citizens", "de": "Volk"}
    for language, group in groups.items():
        with reading(language):
            refusal = GAME.texts.why_not(state, 0, action, SeatNames())
        assert refusal is not None
        assert group in refusal.sentence
