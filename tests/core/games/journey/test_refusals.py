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


def _known():
    return calm().research(0, "green reptile", "red fossil")


def _no_green():
    table = calm()
    table.state.bag = bytes([0, *table.state.bag[1:]])
    return table


EXPEDITION = material.Act((material.Explore(2), material.Navigate(2)))
FULL = (SILVER_START[0], GOLD_START[0])

REFUSALS = [
    ("not-now", calm(), acts.Move(3)),
    ("not-now", asked(material.Explore(2)), acts.Do(0)),
    ("not-now", asked(material.Seal()), acts.SKIP),
    ("not-now", asked(material.Window(0)), acts.END),
    # objectives
    ("not-on-display", taking(), acts.Take(SILVER[5])),
    ("not-on-display", taking(), acts.Take(999, 0)),
    ("reserve-first", taking(), acts.Take(SILVER[0], 0)),
    ("reserve-full", taking(*FULL), acts.Take(SILVER[0])),
    ("wrong-slot", taking(*FULL), acts.Take(SILVER[0], 5)),
    ("wrong-slot", taking(*FULL), acts.Take(GOLD[0], -1)),
    ("slot-taken", taking(*FULL, slots={0: SILVER[4]}), acts.Take(SILVER[0], 0)),
    ("too-few-coins", taking(*FULL), acts.Take(GOLD[0], 5)),
    ("not-yours", calm(), acts.Achieve(SILVER[5], 0)),
    ("not-yours", calm(), acts.Achieve(NOTHING, 0)),
    ("not-met", calm(), acts.Achieve(SILVER_START[0], 0)),
    ("wrong-slot", asked(material.AchieveUnmet()), acts.Achieve(SILVER_START[0], 9)),
    ("too-few-coins", asked(material.AchieveUnmet()), acts.Achieve(GOLD_START[0], 5)),
    ("achieved", holding(slots={1: SILVER[5]}, achieved=[1]), acts.Achieve(SILVER[5], 1)),
    ("own-slot", holding(slots={1: SILVER[5]}), acts.Achieve(SILVER[5], 2)),
    ("not-begun", asked(EXPEDITION), acts.Achieve(SILVER_START[0], 0)),
    ("not-begun", asked(EXPEDITION), acts.Complete(0, 0)),
    # crew
    ("not-yours", crewed(), acts.Complete(15, 0)),
    ("not-yours", crewed(), acts.Complete(-1, 0)),
    ("completed", crewed(), acts.Complete(1, 0)),
    ("no-row", crewed(), acts.Complete(0, 4)),
    ("row-used", crewed(), acts.Complete(0, 2)),
    ("seals-lacking", crewed(), acts.Complete(2, 0)),
    ("completed", copying(), acts.Copy(1)),
    ("copies-itself", copying(), acts.Copy(6)),
    ("no-crew", copying(), acts.Copy(15)),
    # workers
    ("must-place", calm(), acts.END),
    ("has-placed", calm().play(acts.Place(0, ORDER)), acts.Place(1, ORDER)),
    ("no-worker", calm(), acts.Place(4, ORDER)),
    ("no-worker", calm(), acts.Place(-1, ORDER)),
    ("worker-away", calm().workers(0, MUSEUM), acts.Place(0, ORDER)),
    ("no-location", calm(), acts.Place(0, 99)),
    ("locked", calm(), acts.Place(0, EXPLORE + 1)),
    ("no-room", calm().lens(1, SPECIAL_3).workers(1, SPECIAL_3), acts.Place(0, SPECIAL_3)),
    (
        "too-few-coins",
        calm().rows(0, "G").workers(1, EXPLORE).give(0, coins=2),
        acts.Place(0, EXPLORE),
    ),
    ("seals-lacking", calm().give(0, knowledge=0), acts.Place(0, EXPLORE)),
    ("no-use", silent(), acts.Place(0, WRITE)),
    # locations
    ("no-location", asked(material.Lens()), acts.Unlock(-1)),
    ("not-locked", asked(material.Lens()), acts.Unlock(EXPLORE)),
    ("not-locked", asked(material.Lens()), acts.Unlock(MUSEUM)),
    ("page-order", asked(material.Lens()), acts.Unlock(EXPLORE + 2)),
    ("performed", asked(material.Inside(SPECIAL_3), material.Lens()), acts.Unlock(SPECIAL_3)),
    ("not-locked", asked(material.PerformLocked()), acts.Perform(EXPLORE)),
    ("no-location", asked(material.PerformLocked()), acts.Perform(200)),
    (
        "performed",
        asked(material.Inside(SPECIAL_3), material.PerformLocked()),
        acts.Perform(SPECIAL_3),
    ),
    ("no-use", asked(material.PerformLocked(), table=silent()), acts.Perform(WRITE + 1)),
    # parts
    ("no-part", asked(EXPEDITION), acts.Do(2)),
    ("no-part", asked(EXPEDITION), acts.Do(-1)),
    (
        "same-part",
        asked(material.AnyOrder((material.Explore(2), material.Explore(2), material.Academy()))),
        acts.Do(1),
    ),
    (
        "no-use",
        asked(
            material.AnyOrder((material.Explore(2), material.Navigate(2), material.Academy())),
            table=calm().ship(0, "O26"),
        ),
        acts.Do(1),
    ),
    # the voyage
    ("no-space", asked(material.Explore(2)), acts.Move(999)),
    ("wrong-track", asked(material.Explore(2)), acts.Move(at("O1"))),
    ("wrong-track", asked(material.Navigate(2)), acts.Move(at("IA1"))),
    ("too-far", asked(material.Explore(2)), acts.Move(at("IA3"))),
    ("too-far", asked(material.Navigate(2)), acts.Move(at("O4"))),
    ("backwards", asked(material.Navigate(2), table=calm().ship(0, "O4")), acts.Move(at("O3"))),
    ("backwards", asked(material.Explore(2)), acts.Move(at("IA0"))),
    # The side way of island B has higher numbers than where it leads to.
    (
        "backwards",
        asked(material.Explore(9), table=calm().explorer(0, "IB7")),
        acts.Move(at("IB9")),
    ),
    ("no-explorer", asked(material.Explore(2)), acts.Move(at("IB1"))),
    (
        "other-explorer",
        asked(material.Explore(2, 0, 0), table=calm().explorer(0, "IB0")),
        acts.Move(at("IB1")),
    ),
    ("occupied", asked(material.Explore(2), table=calm().explorer(1, "IA1")), acts.Move(at("IA1"))),
    ("to-the-beagle", asked(material.Overtake(), table=calm().round(3)), acts.Move(at("O4"))),
    ("no-island", asked(material.LandExplorer()), acts.Land(3)),
    ("explorer-there", asked(material.LandExplorer()), acts.Land(0)),
    ("no-campsite", asked(material.PitchTent()), acts.Pitch(9)),
    ("other-campsite", asked(material.PitchTent(0)), acts.Pitch(1)),
    ("tent-there", asked(material.PitchTent(), table=calm().tents(0, "O6")), acts.Pitch(0)),
    (
        "campsite-full",
        asked(material.PitchTent(), table=calm(3).tents(1, "O6").tents(2, "O6")),
        acts.Pitch(0),
    ),
    ("too-few-coins", asked(material.PitchTent(), table=calm().give(0, coins=2)), acts.Pitch(2)),
    ("no-tent", asked(material.ReuseTent(), table=calm().tents(0, "O6")), acts.Reuse(1)),
    # stamps
    ("no-stack", asked(material.Correspond(2)), acts.Stamp(4, 0)),
    ("no-envelope", asked(material.Correspond(2)), acts.Stamp(0, 3)),
    (
        "stack-empty",
        asked(material.Correspond(2), table=calm().stamps(0, stacks=(0, 4, 4))),
        acts.Stamp(0, 0),
    ),
    (
        "stacks-first",
        asked(material.Correspond(2), table=calm().stamps(0, stacks=(0, 4, 4))),
        acts.Stamp(3, 0),
    ),
    ("one-envelope", asked(material.Correspond(2, envelope=1)), acts.Stamp(0, 0)),
    # seals
    ("no-seal", asked(material.Academy(), table=calm().scrolls(".BY")), acts.Buy(0, 0)),
    ("no-seal", asked(material.Academy()), acts.Buy(12, 0)),
    ("no-seal", asked(material.Academy()), acts.Buy(-1, 0)),
    ("no-row", asked(material.Academy()), acts.Buy(0, 4)),
    ("row-full", asked(material.Academy(), table=calm().rows(0, "GGGGGG")), acts.Buy(0, 0)),
    ("too-few-coins", asked(material.Academy(), table=calm().give(0, coins=1)), acts.Buy(11, 0)),
    ("row-full", asked(material.Seal(), table=calm().rows(0, "GGGGGG")), acts.Add(1, 0)),
    ("wrong-colour", asked(material.Seal()), acts.Add(4, 0)),
    ("wrong-colour", asked(material.Purple()), acts.Add(0, 0)),
    ("bag-empty", asked(material.Seal(), table=_no_green()), acts.Add(0, 0)),
    # specimens
    ("no-specimen", asked(material.Museum()), acts.Deliver(16)),
    ("no-specimen", asked(material.ResearchSpecimen("any")), acts.Research(-1)),
    ("not-researched", asked(material.Museum()), acts.Deliver(REPTILE)),
    ("in-museum", asked(material.DeliverSpecimen(), table=_known()), acts.Deliver(STUFFED)),
    ("not-in-museum", asked(material.Redeliver(), table=_known()), acts.Deliver(REPTILE)),
    ("not-in-museum", asked(material.Museum()), acts.Research(REPTILE)),
    ("researched", asked(material.Museum(), table=_known()), acts.Research(STUFFED)),
    ("not-there", asked(material.ResearchSpecimen("island")), acts.Research(STUFFED)),
]
SET_UP = [("not-in-hand", drafting), ("start-tile", equipping), ("over", over)]


@pytest.mark.parametrize(
    ("code", "table", "action"), REFUSALS, ids=[f"{code}-{action}" for code, _, action in REFUSALS]
)
def test_refusal(code, table, action):
    check_refusal(GAME, table.state, 0, action, code)


def test_refusal_of_other_seats():
    check_refusal(GAME, calm().state, 1, acts.END, "not-your-turn")
    check_refusal(GAME, calm().state, 7, acts.END, "no-such-seat")


@pytest.mark.parametrize(("code", "place"), SET_UP, ids=[code for code, _ in SET_UP])
def test_refusal_before_and_after_the_rounds(code, place):
    state, seat, action = place()
    check_refusal(GAME, state, seat, action, code)


SAID = [
    (
        calm().give(0, coins=3),
        acts.Place(0, material.LENS_LOCATION),
        "A lens there costs 4 coins in all; you have 3 coins.",
    ),
    (
        calm().workers(1, material.LENS_LOCATION).give(0, coins=5),
        acts.Place(0, material.LENS_LOCATION),
        "A lens there costs 7 coins in all; you have 5 coins.",
    ),
    (
        calm().rows(0, "P").give(0, knowledge=0).lens(1, EXPLORE + 1),
        acts.Place(0, EXPLORE + 1),
        "It asks for 2 green: 1 seal too few; you have 0 knowledge.",
    ),
    (
        calm().rows(0, "G").workers(1, EXPLORE).give(0, coins=2),
        acts.Place(0, EXPLORE),
        "An occupied area costs 3 coins; you have 2 coins.",
    ),
    (
        holding(GOLD_START[0]).research(0, "red bird"),
        acts.Achieve(GOLD_START[0], 5),
        "You still need 2 birds (now 1), 2 lenses.",
    ),
    (
        calm().crew(1).rows(0, "BBYP"),
        acts.Complete(0, 0),
        "Row 1 lacks 1 seal; the card asks for 1 green, 2 blue and 2 yellow.",
    ),
    (calm(), acts.Place(0, EXPLORE + 1), "Exploration 2 is locked."),
    (calm(), acts.Land(1), "Place a worker, achieve an objective or complete a crew card."),
    (asked(), acts.Land(1), "Achieve an objective, complete a crew card, or end the turn."),
    (
        asked(material.Academy(2), table=calm().give(0, coins=0)),
        acts.Buy(11, 0),
        "That seal in that row costs 1 coin; you have 0 coins.",
    ),
    (
        calm().workers(0, OBJECTIVES_LOCATION),
        acts.Place(0, ORDER),
        "That worker is on the objectives already.",
    ),
]


@pytest.mark.parametrize(("table", "action", "sentence"), SAID, ids=[row[2] for row in SAID])
def test_the_sentence_names_what_is_lacking(table, action, sentence):
    assert refusal_of(GAME, table.state, 0, action).sentence == sentence
