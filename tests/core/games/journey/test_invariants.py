"""Consistency checks find each fault of a state."""

import msgspec
import pytest
from core.twins import check_problem

from darwin_core.contract.game import NOTHING, SPECTATOR
from darwin_core.games.journey import GAME, material
from darwin_core.kit.states import put, replaced

from .positions import GOLD, OBJECTIVES_LOCATION, SILVER, SILVER_START, at, calm, page

HOME = bytes([NOTHING] * 5)
NO_CARD = bytes([NOTHING] * 3)
ORDER = page("order")


def sound():
    table = calm().rows(0, "GGBB", "YP").rows(1, "R").tents(0, "O6", "IA4").tents(1, "O6")
    table.stamps(0, stacks=(3, 4, 4), envelopes=(1, 0, 0)).explorer(1, "IA3")
    return table.workers(1, ORDER).lens(1, page("exploration", 2)).state


def out(*places):
    return bytes([*places, *[NOTHING] * (5 - len(places))])


def _with(name, seat, value):
    """Return a change of one seat's holdings."""
    return {name: replaced(getattr(sound(), name), seat, value)}


def _place(name, place, value):
    """Return a change of one place of the board."""
    return {name: put(getattr(sound(), name), place, value)}


def _row(name, place, value):
    return {name: replaced(getattr(sound(), name), place, value)}


DAMAGE = [
    # shape
    ({"chance": b""}, "no chance"),
    ({"ships": bytes(3)}, "the seats do not agree"),
    ({"points": (0,)}, "the seats do not agree"),
    (_row("envelopes", 0, bytes(3)), "does not count every seat"),
    ({"scrolls": bytes(11)}, "board has other places"),
    ({"bag": bytes(4)}, "board has other places"),
    (_with("workers", 0, out()[:4]), "player's board has other places"),
    (_with("stacks", 0, bytes(3)), "player's board has other places"),
    ({"round": 6}, "no such round"),
    # tiles and cards
    ({"goals": bytes([0, 0, 1, 2, 3])}, "goals are not those"),
    ({"letters": bytes([0, 1, 8])}, "correspondence tiles are not those"),
    ({"specials": bytes([0, 1, 2, 3, 4, 12])}, "special tiles are not those"),
    (_with("crew", 1, sound().crew[0]), "crew cards are not those"),
    ({"order": bytes([0, 0])}, "turn order"),
    ({"picked": bytes([3, NOTHING])}, "not in the hand"),
    (_with("hands", 0, bytes([15])), "hands after the draft"),
    (_with("crew", 0, bytes([0, 1])), "too few crew cards"),
    (_with("assigned", 0, bytes([0, 0, NOTHING])), "one row serves two"),
    (_with("assigned", 0, bytes([4, NOTHING, NOTHING])), "no such row"),
    (_with("assigned", 0, bytes([3, NOTHING, NOTHING])), "lacks its seals"),
    # seals
    (_place("bag", 0, sound().bag[0] + 1), "seals are not those"),
    (_place("bag", 0, sound().bag[0] - 1), "seals are not those"),
    (_place("bag", 4, 12), "purple seals are not those"),
    (_place("scrolls", 0, 4), "purple one in the Academy"),
    (_place("scrolls", 0, 5), "no colour"),
    (_with("rows", 0, (bytes(7), b"", b"", b"")), "too many seals"),
    # specimens
    (_place("specimens", 0, sound().specimens[1]), "two specimens"),
    (_place("specimens", 0, at("O0")), "where none can be"),
    (_place("row_coins", 0, 2), "more than once"),
    (_place("firsts", 0, 2), "more than once"),
    (_with("research", 0, 1 << 16), "that there is not"),
    # diaries
    (_place("lenses", page("academy", 2), 2), "nobody's"),
    (_place("lenses", page("academy"), 0), "none is needed"),
    ({"lenses": bytes([NOTHING, 0, 0] * 4 + [7] * 6)}, "more lenses"),
    (_with("workers", 0, out(page("academy", 2))), "where none can be"),
    (_with("workers", 0, out(99)), "where none can be"),
    (_with("workers", 0, out(*[page("exploration", 2)] * 2)), "location for one"),
    (_with("workers", 0, out(ORDER)), "queue"),
    ({"queue": b""}, "queue"),
    (_with("workers", 0, bytes([*HOME[:4], OBJECTIVES_LOCATION])), "fifth worker"),
    # tracks
    (_place("ships", 0, at("IA1")), "ship is not on the ocean"),
    (_with("explorers", 0, bytes([at("IB1"), NOTHING, NOTHING])), "explorer is not on its island"),
    (_with("explorers", 0, bytes([at("IA3"), NOTHING, NOTHING])), "two explorers"),
    # objectives
    ({"display": bytes([SILVER_START[0]])}, "objectives are not those"),
    ({"silver": bytes([len(material.OBJECTIVES)])}, "objectives are not those"),
    ({"silver": bytes([GOLD[-1]]), "gold": b""}, "mixed"),
    ({"gold": bytes([SILVER[-1]]), "silver": b""}, "mixed"),
    ({"starters": bytes([SILVER[-1]]), "silver": b""}, "start tile"),
    (
        {"starters": b"", **_with("reserve", 0, bytes(SILVER_START[2:] + SILVER_START[:1]))},
        "reserve holds too much",
    ),
    (_with("achieved", 0, 1), "where there is none"),
    # tents
    (_row("camps", 0, bytes([1])), "not where their owners"),
    (_row("camps", 0, bytes([0, 1, 0])), "tents that it cannot have"),
    (_with("tents", 0, bytes([0, 3, 3])), "tents that it cannot have"),
    (_with("tents", 0, bytes([0])), "not where their owners"),
    # players
    (_with("coins", 0, -1), "less than nothing"),
    (_with("evolution", 0, 37), "past the end"),
    (_with("stacks", 0, bytes([4, 4, 4, 0])), "stamps of a seat"),
    (_with("stacks", 1, bytes([5, 4, 3, 0])), "stamps of a seat"),
    # pending effects
    ({"pending": []}, "too early"),
    ({"pending": [material.Explore(2)]}, "nothing has set off"),
    ({"pending": [material.Equip(0, is_gold=True)]}, "set up in a round"),
    ({"round": 0}, "played before the first"),
    ({"actor": 2}, "not there"),
    ({"pending": [material.Turn(1)]}, "whose turn it is not"),
    ({"pending": [material.Draft()]}, "none in it"),
]


@pytest.mark.parametrize(
    ("change", "problem"), DAMAGE, ids=[f"{'-'.join(row[0])}: {row[1]}" for row in DAMAGE]
)
def test_a_problem_is_named(change, problem):
    check_problem(GAME, sound(), change, problem)


def test_a_slot_holds_objectives_of_its_colour():
    state = calm().objectives(0, slots={0: SILVER[4]}).state
    assert GAME.invariants(state) == []
    state.slots = replaced(state.slots, 0, bytes([NOTHING] * 5 + [SILVER[4]] + [NOTHING] * 4))
    assert GAME.invariants(state) == ["an objective is on a slot of another colour"]


def test_where_nothing_can_be_chosen_there_is_a_problem():
    state = calm().workers(0, *[OBJECTIVES_LOCATION] * 4).state
    assert GAME.invariants(state) == ["there is nothing to choose"]


def test_the_draft_is_looked_at_too():
    state = GAME.setup(material.JourneyOptions(), 3, "problems", None)
    assert GAME.invariants(state) == []
    for change, fault in (
        ({"picked": bytes([state.hands[1][0], NOTHING, NOTHING])}, "not in the hand"),
        ({"hands": (state.hands[1], state.hands[1], state.hands[2])}, "crew cards are not those"),
        ({"hands": (b"", *state.hands[1:])}, "none in it"),
        ({"assigned": (NO_CARD, b"", b"")}, "completed in the draft"),
        ({"actor": 0}, "nobody drafts"),
        ({"bag": bytes([12, 13, 13, 13, 12])}, "seals are not those"),
    ):
        problems = GAME.invariants(msgspec.structs.replace(state, **change))
        assert any(fault in problem for problem in problems), (change, problems)


def test_seals_of_the_top_scrolls_may_have_left_the_game():
    state = calm().round(3).state
    state.bag = bytes([state.bag[0] - 3, state.bag[1] - 3, *state.bag[2:]])
    assert GAME.invariants(state) == []
    state.round = 2
    assert GAME.invariants(state) == ["the seals are not those of the box"]


def test_a_view_is_no_sound_state():
    for viewer in (0, 1, SPECTATOR):
        assert GAME.invariants(GAME.view(sound(), viewer))
