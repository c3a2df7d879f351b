"""Illegal actions are refused with the code of the rule and a short sentence."""

import pytest
from matches import check_refusal, refusal_of

from darwin_core.contract.game import NOTHING
from darwin_core.games.journey import GAME, acts, material

from .positions import (
    GOLD,
    GOLD_START,
    OBJECTIVES_LOCATION,
    SILVER,
    SILVER_START,
    asked,
    at,
    calm,
    page,
    specimen,
)

EXPLORE = page("exploration")
WRITE = page("correspondence")
SPECIAL_3 = page("special", 3)
MUSEUM = page("museum")
ORDER = page("order")
REPTILE = specimen("green reptile")
"""A specimen that lies on a space."""
STUFFED = specimen("red fossil")
"""A specimen in the museum."""


def begun(number):
    state = GAME.setup(material.JourneyOptions(), 2, "refusals", None)
    for _ in range(number):
        seat = GAME.to_move(state)[0]
        GAME.apply(state, seat, GAME.legal(state, seat)[0], None)
    return state


def drafting():
    state = begun(0)
    return state, 0, acts.Keep(state.hands[1][0])


def equipping():
    state = begun(6)
    assert state.pending[-1] == material.Equip(state.actor, is_gold=False)
    return state, state.actor, acts.Take(GOLD_START[0])


def over():
    state = calm().state
    state.pending = []
    state.actor = NOTHING
    state.round = 5
    return state, 0, acts.END


def holding(*reserve, **board):
    return calm().objectives(0, *reserve, **board)


def taking(*reserve, **board):
    return asked(material.TakeObjective(), table=holding(*reserve, **board))


def crewed():
    """Give two rows the seals of the first card; the second card is completed with the third
    row."""
    table = calm().crew(1, 2, 3).rows(0, "BBYYG", "BBYYP", "GGGGR")
    table.state.assigned = (bytes([NOTHING, 2, NOTHING]), table.state.assigned[1])
    return table


def copying():
    table = asked(material.CopyCrew(), table=calm().crew(7, 2, 3))
    table.state.assigned = (bytes([NOTHING, 2, NOTHING]), table.state.assigned[1])
    return table


def silent():
    """Place all stamps of the first seat."""
    return calm().rows(0, "Y").stamps(0, stacks=(0, 0, 0), envelopes=(12, 0, 0))


EXPEDITION = material.Act((material.Explore(2), material.Navigate(2)))
FULL = (SILVER_START[0], GOLD_START[0])

REFUSALS = [
    ("not-your-turn", calm, 1, acts.END),
    ("no-such-seat", calm, 7, acts.END),
    ("not-now", calm, 0, acts.Move(3)),
    ("not-now", lambda: asked(material.Explore(2)), 0, acts.Do(0)),
    ("not-now", lambda: asked(material.Seal()), 0, acts.SKIP),
    ("not-now", lambda: asked(material.Window(0)), 0, acts.END),
    # objectives
    ("not-on-display", taking, 0, acts.Take(SILVER[5])),
    ("not-on-display", taking, 0, acts.Take(999, 0)),
    ("reserve-first", taking, 0, acts.Take(SILVER[0], 0)),
    ("reserve-full", lambda: taking(*FULL), 0, acts.Take(SILVER[0])),
    ("wrong-slot", lambda: taking(*FULL), 0, acts.Take(SILVER[0], 5)),
    ("wrong-slot", lambda: taking(*FULL), 0, acts.Take(GOLD[0], -1)),
    ("slot-taken", lambda: taking(*FULL, slots={0: SILVER[4]}), 0, acts.Take(SILVER[0], 0)),
    ("too-few-coins", lambda: taking(*FULL), 0, acts.Take(GOLD[0], 5)),
    ("not-yours", calm, 0, acts.Achieve(SILVER[5], 0)),
    ("not-yours", calm, 0, acts.Achieve(NOTHING, 0)),
    ("not-met", calm, 0, acts.Achieve(SILVER_START[0], 0)),
    ("wrong-slot", lambda: asked(material.AchieveUnmet()), 0, acts.Achieve(SILVER_START[0], 9)),
    ("too-few-coins", lambda: asked(material.AchieveUnmet()), 0, acts.Achieve(GOLD_START[0], 5)),
    (
        "achieved",
        lambda: holding(slots={1: SILVER[5]}, achieved=[1]),
        0,
        acts.Achieve(SILVER[5], 1),
    ),
    ("own-slot", lambda: holding(slots={1: SILVER[5]}), 0, acts.Achieve(SILVER[5], 2)),
    ("not-begun", lambda: asked(EXPEDITION), 0, acts.Achieve(SILVER_START[0], 0)),
    ("not-begun", lambda: asked(EXPEDITION), 0, acts.Complete(0, 0)),
    # crew
    ("not-yours", crewed, 0, acts.Complete(15, 0)),
    ("not-yours", crewed, 0, acts.Complete(-1, 0)),
    ("completed", crewed, 0, acts.Complete(1, 0)),
    ("no-row", crewed, 0, acts.Complete(0, 4)),
    ("row-used", crewed, 0, acts.Complete(0, 2)),
    ("seals-lacking", crewed, 0, acts.Complete(2, 0)),
    ("completed", copying, 0, acts.Copy(1)),
    ("copies-itself", copying, 0, acts.Copy(6)),
    ("no-crew", copying, 0, acts.Copy(15)),
    # workers
    ("must-place", calm, 0, acts.END),
    ("has-placed", lambda: calm().play(acts.Place(0, ORDER)), 0, acts.Place(1, ORDER)),
    ("no-worker", calm, 0, acts.Place(4, ORDER)),
    ("no-worker", calm, 0, acts.Place(-1, ORDER)),
    ("worker-away", lambda: calm().workers(0, MUSEUM), 0, acts.Place(0, ORDER)),
    ("no-location", calm, 0, acts.Place(0, 99)),
    ("locked", calm, 0, acts.Place(0, EXPLORE + 1)),
    (
        "no-room",
        lambda: calm().lens(1, SPECIAL_3).workers(1, SPECIAL_3),
        0,
        acts.Place(0, SPECIAL_3),
    ),
    (
        "too-few-coins",
        lambda: calm().rows(0, "G").workers(1, EXPLORE).give(0, coins=2),
        0,
        acts.Place(0, EXPLORE),
    ),
    ("seals-lacking", lambda: calm().give(0, knowledge=0), 0, acts.Place(0, EXPLORE)),
    ("no-use", silent, 0, acts.Place(0, WRITE)),
    # locations
    ("no-location", lambda: asked(material.Lens()), 0, acts.Unlock(-1)),
    ("not-locked", lambda: asked(material.Lens()), 0, acts.Unlock(EXPLORE)),
    ("not-locked", lambda: asked(material.Lens()), 0, acts.Unlock(MUSEUM)),
    ("page-order", lambda: asked(material.Lens()), 0, acts.Unlock(EXPLORE + 2)),
    (
        "performed",
        lambda: asked(material.Inside(SPECIAL_3), material.Lens()),
        0,
        acts.Unlock(SPECIAL_3),
    ),
    ("not-locked", lambda: asked(material.PerformLocked()), 0, acts.Perform(EXPLORE)),
    ("no-location", lambda: asked(material.PerformLocked()), 0, acts.Perform(200)),
    (
        "performed",
        lambda: asked(material.Inside(SPECIAL_3), material.PerformLocked()),
        0,
        acts.Perform(SPECIAL_3),
    ),
    ("no-use", lambda: asked(material.PerformLocked(), table=silent()), 0, acts.Perform(WRITE + 1)),
    # parts
    ("no-part", lambda: asked(EXPEDITION), 0, acts.Do(2)),
    ("no-part", lambda: asked(EXPEDITION), 0, acts.Do(-1)),
    (
        "same-part",
        lambda: asked(
            material.AnyOrder((material.Explore(2), material.Explore(2), material.Academy()))
        ),
        0,
        acts.Do(1),
    ),
    (
        "no-use",
        lambda: asked(
            material.AnyOrder((material.Explore(2), material.Navigate(2), material.Academy())),
            table=calm().ship(0, "O26"),
        ),
        0,
        acts.Do(1),
    ),
    # the voyage
    ("no-space", lambda: asked(material.Explore(2)), 0, acts.Move(999)),
    ("wrong-track", lambda: asked(material.Explore(2)), 0, acts.Move(at("O1"))),
    ("wrong-track", lambda: asked(material.Navigate(2)), 0, acts.Move(at("IA1"))),
    ("too-far", lambda: asked(material.Explore(2)), 0, acts.Move(at("IA3"))),
    ("too-far", lambda: asked(material.Navigate(2)), 0, acts.Move(at("O4"))),
    (
        "backwards",
        lambda: asked(material.Navigate(2), table=calm().ship(0, "O4")),
        0,
        acts.Move(at("O3")),
    ),
    ("backwards", lambda: asked(material.Explore(2)), 0, acts.Move(at("IA0"))),
    # The side way of island B has higher numbers than where it leads to.
    (
        "backwards",
        lambda: asked(material.Explore(9), table=calm().explorer(0, "IB7")),
        0,
        acts.Move(at("IB9")),
    ),
    ("no-explorer", lambda: asked(material.Explore(2)), 0, acts.Move(at("IB1"))),
    (
        "other-explorer",
        lambda: asked(material.Explore(2, 0, 0), table=calm().explorer(0, "IB0")),
        0,
        acts.Move(at("IB1")),
    ),
    (
        "occupied",
        lambda: asked(material.Explore(2), table=calm().explorer(1, "IA1")),
        0,
        acts.Move(at("IA1")),
    ),
    (
        "to-the-beagle",
        lambda: asked(material.Overtake(), table=calm().round(3)),
        0,
        acts.Move(at("O4")),
    ),
    ("no-island", lambda: asked(material.LandExplorer()), 0, acts.Land(3)),
    ("explorer-there", lambda: asked(material.LandExplorer()), 0, acts.Land(0)),
    ("no-campsite", lambda: asked(material.PitchTent()), 0, acts.Pitch(9)),
    ("other-campsite", lambda: asked(material.PitchTent(0)), 0, acts.Pitch(1)),
    (
        "tent-there",
        lambda: asked(material.PitchTent(), table=calm().tents(0, "O6")),
        0,
        acts.Pitch(0),
    ),
    (
        "campsite-full",
        lambda: asked(material.PitchTent(), table=calm(3).tents(1, "O6").tents(2, "O6")),
        0,
        acts.Pitch(0),
    ),
    (
        "too-few-coins",
        lambda: asked(material.PitchTent(), table=calm().give(0, coins=2)),
        0,
        acts.Pitch(2),
    ),
    ("no-tent", lambda: asked(material.ReuseTent(), table=calm().tents(0, "O6")), 0, acts.Reuse(1)),
    # stamps
    ("no-stack", lambda: asked(material.Correspond(2)), 0, acts.Stamp(4, 0)),
    ("no-envelope", lambda: asked(material.Correspond(2)), 0, acts.Stamp(0, 3)),
    (
        "stack-empty",
        lambda: asked(material.Correspond(2), table=calm().stamps(0, stacks=(0, 4, 4))),
        0,
        acts.Stamp(0, 0),
    ),
    (
        "stacks-first",
        lambda: asked(material.Correspond(2), table=calm().stamps(0, stacks=(0, 4, 4))),
        0,
        acts.Stamp(3, 0),
    ),
    ("one-envelope", lambda: asked(material.Correspond(2, envelope=1)), 0, acts.Stamp(0, 0)),
    # seals
    ("no-seal", lambda: asked(material.Academy(), table=calm().scrolls(".BY")), 0, acts.Buy(0, 0)),
    ("no-seal", lambda: asked(material.Academy()), 0, acts.Buy(12, 0)),
    ("no-seal", lambda: asked(material.Academy()), 0, acts.Buy(-1, 0)),
    ("no-row", lambda: asked(material.Academy()), 0, acts.Buy(0, 4)),
    (
        "row-full",
        lambda: asked(material.Academy(), table=calm().rows(0, "GGGGGG")),
        0,
        acts.Buy(0, 0),
    ),
    (
        "too-few-coins",
        lambda: asked(material.Academy(), table=calm().give(0, coins=1)),
        0,
        acts.Buy(11, 0),
    ),
    ("row-full", lambda: asked(material.Seal(), table=calm().rows(0, "GGGGGG")), 0, acts.Add(1, 0)),
    ("wrong-colour", lambda: asked(material.Seal()), 0, acts.Add(4, 0)),
    ("wrong-colour", lambda: asked(material.Purple()), 0, acts.Add(0, 0)),
    ("bag-empty", lambda: asked(material.Seal(), table=_no_green()), 0, acts.Add(0, 0)),
    # specimens
    ("no-specimen", lambda: asked(material.Museum()), 0, acts.Deliver(16)),
    ("no-specimen", lambda: asked(material.ResearchSpecimen("any")), 0, acts.Research(-1)),
    ("not-researched", lambda: asked(material.Museum()), 0, acts.Deliver(REPTILE)),
    (
        "in-museum",
        lambda: asked(material.DeliverSpecimen(), table=_known()),
        0,
        acts.Deliver(STUFFED),
    ),
    (
        "not-in-museum",
        lambda: asked(material.Redeliver(), table=_known()),
        0,
        acts.Deliver(REPTILE),
    ),
    ("not-in-museum", lambda: asked(material.Museum()), 0, acts.Research(REPTILE)),
    ("researched", lambda: asked(material.Museum(), table=_known()), 0, acts.Research(STUFFED)),
    ("not-there", lambda: asked(material.ResearchSpecimen("island")), 0, acts.Research(STUFFED)),
]
SET_UP = [("not-in-hand", drafting), ("start-tile", equipping), ("over", over)]


def _known():
    return calm().research(0, "green reptile", "red fossil")


def _no_green():
    table = calm()
    table.state.bag = bytes([0, *table.state.bag[1:]])
    return table


@pytest.mark.parametrize(
    ("code", "table", "seat", "action"), REFUSALS, ids=[f"{row[0]}-{row[3]}" for row in REFUSALS]
)
def test_refusal(code, table, seat, action):
    check_refusal(GAME, table().state, seat, action, code)


@pytest.mark.parametrize(("code", "place"), SET_UP, ids=[code for code, _ in SET_UP])
def test_refusal_before_and_after_the_rounds(code, place):
    state, seat, action = place()
    check_refusal(GAME, state, seat, action, code)


SAID = [
    (
        lambda: calm().give(0, coins=3),
        acts.Place(0, material.LENS_LOCATION),
        "A lens there costs 4 coins in all; you have 3 coins.",
    ),
    (
        lambda: calm().workers(1, material.LENS_LOCATION).give(0, coins=5),
        acts.Place(0, material.LENS_LOCATION),
        "A lens there costs 7 coins in all; you have 5 coins.",
    ),
    (
        lambda: calm().rows(0, "P").give(0, knowledge=0).lens(1, EXPLORE + 1),
        acts.Place(0, EXPLORE + 1),
        "It asks for 2 green: 1 seal too few; you have 0 knowledge.",
    ),
    (
        lambda: calm().rows(0, "G").workers(1, EXPLORE).give(0, coins=2),
        acts.Place(0, EXPLORE),
        "An occupied area costs 3 coins; you have 2 coins.",
    ),
    (
        lambda: holding(GOLD_START[0]).research(0, "red bird"),
        acts.Achieve(GOLD_START[0], 5),
        "You still need 2 birds (now 1), 2 lenses.",
    ),
    (
        lambda: calm().crew(1).rows(0, "BBYP"),
        acts.Complete(0, 0),
        "Row 1 lacks 1 seal; the card asks for 1 green, 2 blue and 2 yellow.",
    ),
    (calm, acts.Place(0, EXPLORE + 1), "Exploration 2 is locked."),
    (calm, acts.Land(1), "Place a worker, achieve an objective or complete a crew card."),
    (asked, acts.Land(1), "Achieve an objective, complete a crew card, or end the turn."),
    (
        lambda: asked(material.Academy(2), table=calm().give(0, coins=0)),
        acts.Buy(11, 0),
        "That seal in that row costs 1 coin; you have 0 coins.",
    ),
    (
        lambda: calm().workers(0, OBJECTIVES_LOCATION),
        acts.Place(0, ORDER),
        "That worker is on the objectives already.",
    ),
]


@pytest.mark.parametrize(("table", "action", "sentence"), SAID, ids=[row[2] for row in SAID])
def test_the_sentence_names_what_is_lacking(table, action, sentence):
    assert refusal_of(GAME, table().state, 0, action).sentence == sentence
