"""Illegal actions are refused with the code of the rule and a short sentence."""

import pytest
from matches import check_refusal, refusal_of

from darwin_core.games.darwinning import GAME
from darwin_core.games.darwinning.material import EatSpecies, Improve, NameLeader, ShareEnvironment

from .positions import board, cards, doing, keeping, leading


def a_trick():
    return leading("turtle", "bat", "bird", hands=("A1 A2 A3", "A5 B5 F7", "F1"), spare=2)


def two():
    return leading("turtle", "amoeba", hands=("B3", "A3"), display="F3 B12 A14", spare=2)


def improving(text, *boards):
    boards = boards or ("turtle", "bat", "bird")
    return doing(*boards, pending=[Improve(0, cards(text))], discards=text)


def thieves():
    one = board("amoeba", traits="- - - A7 -")
    return leading(
        one, board("bat", traits="- - F10 A3 -"), "bird", hands=("A1", "A2", "B3"), spare=2
    )


def hunting():
    boards = ("bird", board("turtle", place=2), board("T-Rex", place=9), board("frog", place=3))
    return doing(*boards, pending=[EatSpecies(0)])


def sharing():
    return doing("fish", "bear", "bat", environments="forest", pending=[ShareEnvironment(0)])


def keep():
    return keeping("turtle", "bat", "bird", hands=("A1 A2 A3", "B1", ""), era=1)


def top():
    boards = (board("turtle", place=18), board("bat", place=19), board("bird", place=20))
    return improving("F1", *boards)


REFUSALS = [
    ("no-such-seat", a_trick, 3, "A1"),
    ("not-your-turn", a_trick, 1, "A5"),
    ("not-now", a_trick, 0, "done"),
    ("not-now", a_trick, 0, "keep A1"),
    ("not-in-hand", a_trick, 0, "F15"),
    ("no-combination", a_trick, 0, "A1 A2"),
    ("out-of-order", a_trick, 0, "A2 A1 A3"),
    ("too-weak", lambda: a_trick().do(0, "A1 A2 A3"), 1, "A5 B5"),
    ("no-such-seat", lambda: begun(), None, "lead 4"),
    ("not-on-display", lambda: two().do(0, "B3").do(1, "done", "A3"), 0, "use A1"),
    ("no-combination", lambda: two().do(0, "B3").do(1, "done", "A3"), 0, "use A14"),
    ("no-such-space", thieves, 0, "take 9.1 1"),
    ("no-such-space", thieves, 0, "take 2.6 1"),
    ("own-trait", thieves, 0, "take 1.4 1"),
    ("no-trait-card", thieves, 0, "take 2.1 1"),
    ("trait-known", thieves, 0, "take 2.4 1"),
    ("not-on-mutation", thieves, 0, "take 2.3 2"),
    ("not-offered", lambda: improving("A1"), 0, "grow A2"),
    ("joker", lambda: improving("A1 J"), 0, "grow J"),
    ("no-icon", lambda: improving("A1 B11"), 0, "grow B11"),
    ("no-icon", lambda: improving("A1 B11"), 0, "climb B11"),
    ("top", top, 0, "climb F1"),
    ("adapted", lambda: improving("A1"), 0, "adapt A1"),
    ("no-such-space", lambda: improving("A1"), 0, "gain A1 6"),
    ("trait-known", lambda: improving("A4"), 0, "gain A4 3"),
    ("chosen", lambda: keep().do(0, "keep"), 0, "keep A1"),
    ("too-many", keep, 0, "keep A1 A2 A3"),
    ("not-in-hand", keep, 0, "keep B1"),
    ("not-on-table", sharing, 0, "live jungle"),
    ("not-shared", sharing, 0, "live desert"),
    ("no-such-species", hunting, 0, "eat 9"),
    ("itself", hunting, 0, "eat 1"),
    ("above", hunting, 0, "eat 3"),
    ("protected", hunting, 0, "eat 2"),
    ("eaten", lambda: hunting().do(0, "eat 4"), 0, "eat 4"),
    ("over", lambda: doing("turtle", "bat", "bird", pending=[]), 0, "done"),
]


def begun():
    return doing("turtle", "bat", "bird", pending=[NameLeader(0)])


@pytest.mark.parametrize(
    ("code", "table", "seat", "text"), REFUSALS, ids=[f"{row[0]}-{row[3]}" for row in REFUSALS]
)
def test_refusal(code, table, seat, text):
    table = table()
    seat = GAME.to_move(table.state)[0] if seat is None else seat
    check_refusal(GAME, table.state, seat, GAME.texts.parse(text), code)


def test_what_is_to_be_beaten_is_said():
    table = a_trick().do(0, "A1 A2 A3")
    sentence = refusal_of(GAME, table.state, 1, GAME.texts.parse("A5 B5")).sentence
    assert "does not beat straight flush, sum 6" in sentence
