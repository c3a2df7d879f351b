"""Illegal actions are refused with the code of the rule and a short sentence."""

import pytest
from matches import check_refusal, refusal_of

from darwin_core.games.evo import GAME
from darwin_core.games.evo.acts import Predate
from darwin_core.text.seat_names import SeatNames

from .positions import ending, kind, living, starting

DECK = "TTTTTT"


def living_here(**where):
    one = kind(hand="SSRPP", deck=where.pop("deck", DECK), own=where.pop("own", "VS FT XP XA"))
    return living(one, kind(stand="1 2"), land=[("SR TT", "RE")], **where)


def hunting():
    table = living(
        kind(hand="EEEE"),
        kind(stand="1 2"),
        land=[("SR SS", "S")],
        tokens={(0, 1): "0 2", (0, 2): "0 1"},
        predation=True,
    )
    return table.do(0, "predate 2 E")


def preying():
    return living_here(predation=True, tokens={(0, 1): "0 1"})


def sleeping():
    return living(kind(hand="SR", own="XS")).do(0, "done")


def choosing():
    return ending(kind(stand="1 2"), points=[0, 1])


def three_choosing():
    """Let the second of three choose; the last has no choice."""
    return ending(kind(), kind(), kind(), points=[0, 1, 2]).do(0, "adopt 1", "done")


def waking():
    return starting(kind(hand="S", stand="1 2"), kind(hand="S"))


REFUSALS = [
    ("no-such-seat", living_here, 7, "done"),
    ("not-your-turn", living_here, 1, "done"),
    ("over", lambda: ending(millennium=4), 0, "done"),
    ("not-now", living_here, 0, "adopt 1"),
    ("not-now", choosing, 0, "hunt 1"),
    ("not-now", waking, 0, "done"),
    ("not-now", hunting, 0, "hunt 1"),
    ("not-now", sleeping, 0, "foresee"),
    ("no-population", waking, 0, "awake 3"),
    ("no-home", lambda: choosing().do(0, "adopt 1"), 0, "found 3"),
    ("no-move", lambda: choosing().do(0, "adopt 1", "found 2"), 0, "move 1 1"),
    ("no-fauna", living_here, 0, "hunt 3"),
    ("no-fauna", living_here, 0, "hunt 4"),
    ("not-adapted", living_here, 0, "hunt 1 +HS"),
    ("cannot-pay", living_here, 0, "hunt 2"),
    ("cannot-pay", living_here, 0, "hunt 1 +VS"),
    ("no-use", living_here, 0, "hunt 1 +FT"),
    ("out-of-order", lambda: living_here(own="VR VS"), 0, "hunt 1 +VR +VS"),
    ("no-flora", living_here, 0, "forage 1 1"),
    ("no-flora", living_here, 0, "forage 9 1"),
    ("not-adapted", living_here, 0, "forage 4 1 +GR"),
    ("no-search", living_here, 0, "forage 4 1 +FT"),
    ("cannot-gather", living_here, 0, "forage 5 1"),
    ("cannot-gather", living_here, 0, "forage 4 2"),
    ("no-use", living_here, 0, "forage 4 1 +VS"),
    ("out-of-order", lambda: living_here(own="FP GR"), 0, "forage 4 1 +GR +FP"),
    ("no-future", lambda: living_here(deck=""), 0, "migrate SR 2"),
    ("no-migration", living_here, 0, "migrate SR 1"),
    ("no-migration", living_here, 0, "migrate SR 3"),
    ("not-in-hand", living_here, 0, "migrate RR 2"),
    ("two-cards", lambda: living_here(own="VS"), 0, "migrate S 2"),
    ("once", lambda: living_here().do(0, "migrate S 2"), 0, "migrate R 1"),
    ("out-of-order", living_here, 0, "migrate RS 2"),
    ("no-predation", living_here, 0, "predate 2 S"),
    ("no-prey", preying, 0, "predate 1 S"),
    ("no-prey", preying, 0, "predate 5 S"),
    ("cannot-pay", preying, 0, "predate 2 S"),
    ("no-token", hunting, 0, "displace 3"),
    ("must-replace", hunting, 0, "done"),
    ("not-adapted", lambda: living_here(own="VS"), 0, "foresee"),
    ("no-future", lambda: living_here(deck=""), 0, "foresee"),
    ("once", lambda: living_here().do(0, "foresee"), 0, "foresee"),
    ("not-in-hand", sleeping, 0, "save T"),
    ("taken", three_choosing, 1, "adopt 1"),
    ("taken", choosing, 0, "adopt 9"),
]


@pytest.mark.parametrize(
    ("code", "table", "seat", "text"), REFUSALS, ids=[f"{row[0]}-{row[3]}" for row in REFUSALS]
)
def test_refusal(code, table, seat, text):
    check_refusal(GAME, table().state, seat, GAME.texts.parse(text), code)


def test_what_a_fauna_asks_for_is_said():
    table = living_here()
    sentence = refusal_of(GAME, table.state, 0, GAME.texts.parse("hunt 2")).sentence
    assert "takes 3 toughness." in sentence


@pytest.mark.parametrize(
    ("action", "named"),
    [
        (Predate(1, 0), "size"),
        (Predate(1, 5), "agility"),
        (Predate(1, 6), "one trait"),
        (Predate(1, -1), "one trait"),
    ],
)
def test_what_it_takes_to_hunt_a_species_is_said(action, named):
    sentence = refusal_of(GAME, preying().state, 0, action).sentence
    assert sentence == f"It takes 3 cards of {named}."


def test_what_a_fauna_asks_for_with_the_adaptations_used_is_said():
    """With battering horns a speed card stands for strength, so no strength is asked for."""
    table = living(kind(hand="EEEE", deck=DECK, own="VR"), kind(stand="1 2"), land=[("SR", "")])
    sentence = refusal_of(GAME, table.state, 0, GAME.texts.parse("hunt 1 +VR")).sentence
    assert sentence == "Your hand lacks cards for this hunt, which takes 2 size and speed."


@pytest.mark.parametrize(
    ("own", "action", "times"),
    [
        ("XP", "migrate S 2", "once"),
        ("XP XP", "migrate S 2", "2 times"),
        ("XA", "foresee", "once"),
        ("XA XA", "foresee", "2 times"),
    ],
)
def test_whoever_has_two_cards_of_an_adaptation_reads_that_it_can_be_used_twice(own, action, times):
    used = {"wandered": 2, "foreseen": 2}
    table = living_here(own=own, places="lake mountain field swamp", **used)
    refusal = refusal_of(GAME, table.state, 0, GAME.texts.parse(action))
    assert refusal.code == "once"
    assert refusal.sentence.endswith(f"{times} in a generation.")
    text = GAME.texts.element(table.state, 0, ("button", 1), SeatNames(("Ada", "Ben")))
    if action == "foresee":
        assert text.endswith(f"{times} in a generation.")
