"""Refusals name their rule; each code is met once, and there is no other."""

import pytest
from matches import check_refusal, refusal_of

from darwin_core.contract.game import NOTHING
from darwin_core.games.journey import GAME
from darwin_core.games.journey.acts import (
    END,
    SKIP,
    Achieve,
    Add,
    Buy,
    Complete,
    Copy,
    Deliver,
    Do,
    Keep,
    Land,
    Move,
    Perform,
    Pitch,
    Place,
    Research,
    Reuse,
    Stamp,
    Take,
    Unlock,
)
from darwin_core.games.journey.material import (
    LENS_LOCATION,
    Academy,
    AchieveUnmet,
    Act,
    AnyOrder,
    CopyCrew,
    Correspond,
    DeliverSpecimen,
    Equip,
    Explore,
    Inside,
    JourneyOptions,
    LandExplorer,
    Lens,
    Museum,
    Navigate,
    Overtake,
    PerformLocked,
    PitchTent,
    Purple,
    Redeliver,
    ResearchSpecimen,
    ReuseTent,
    Seal,
    TakeObjective,
    Window,
)

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

EXPLORE, WRITE, SPECIAL_3, MUSEUM, ORDER = (
    page("exploration"),
    page("correspondence"),
    page("special", 3),
    page("museum"),
    page("order"),
)
REPTILE = specimen("green reptile")
"""It is on a space."""
STUFFED = specimen("red fossil")


def begun(number):
    state = GAME.setup(JourneyOptions(), 2, "refusals", None)
    for _ in range(number):
        seat = GAME.to_move(state)[0]
        GAME.apply(state, seat, GAME.legal(state, seat)[0], None)
    return state


def drafting():
    state = begun(0)
    return state, 0, Keep(state.hands[1][0])


def equipping():
    state = begun(6)
    assert state.pending[-1] == Equip(state.actor, is_gold=False)
    return state, state.actor, Take(GOLD_START[0])


def over():
    state = calm().state
    state.pending, state.actor, state.round = [], NOTHING, 5
    return state, 0, END


def holding(*reserve, **board):
    return calm().objectives(0, *reserve, **board)


def taking(*reserve, **board):
    return asked(TakeObjective(), table=holding(*reserve, **board))


def crewed():
    """Give two rows the seals of the first card; the second card is completed with the third
    row."""
    table = calm().crew(1, 2, 3).rows(0, "BBYYG", "BBYYP", "GGGGR")
    table.state.assigned = (bytes([NOTHING, 2, NOTHING]), table.state.assigned[1])
    return table


def copying():
    table = asked(CopyCrew(), table=calm().crew(7, 2, 3))
    table.state.assigned = (bytes([NOTHING, 2, NOTHING]), table.state.assigned[1])
    return table


def silent():
    """Place all stamps of the first seat."""
    return calm().rows(0, "Y").stamps(0, stacks=(0, 0, 0), envelopes=(12, 0, 0))


EXPEDITION = Act((Explore(2), Navigate(2)))
FULL = (SILVER_START[0], GOLD_START[0])

REFUSALS = [
    ("not-your-turn", calm, 1, END),
    ("no-such-seat", calm, 7, END),
    ("not-now", calm, 0, Move(3)),
    ("not-now", lambda: asked(Explore(2)), 0, Do(0)),
    ("not-now", lambda: asked(Seal()), 0, SKIP),
    ("not-now", lambda: asked(Window(0)), 0, END),
    # objectives
    ("not-on-display", taking, 0, Take(SILVER[5])),
    ("not-on-display", taking, 0, Take(999, 0)),
    ("reserve-first", taking, 0, Take(SILVER[0], 0)),
    ("reserve-full", lambda: taking(*FULL), 0, Take(SILVER[0])),
    ("wrong-slot", lambda: taking(*FULL), 0, Take(SILVER[0], 5)),
    ("wrong-slot", lambda: taking(*FULL), 0, Take(GOLD[0], -1)),
    ("slot-taken", lambda: taking(*FULL, slots={0: SILVER[4]}), 0, Take(SILVER[0], 0)),
    ("too-few-coins", lambda: taking(*FULL), 0, Take(GOLD[0], 5)),
    ("not-yours", calm, 0, Achieve(SILVER[5], 0)),
    ("not-yours", calm, 0, Achieve(NOTHING, 0)),
    ("not-met", calm, 0, Achieve(SILVER_START[0], 0)),
    ("wrong-slot", lambda: asked(AchieveUnmet()), 0, Achieve(SILVER_START[0], 9)),
    ("too-few-coins", lambda: asked(AchieveUnmet()), 0, Achieve(GOLD_START[0], 5)),
    ("achieved", lambda: holding(slots={1: SILVER[5]}, achieved=[1]), 0, Achieve(SILVER[5], 1)),
    ("own-slot", lambda: holding(slots={1: SILVER[5]}), 0, Achieve(SILVER[5], 2)),
    ("not-begun", lambda: asked(EXPEDITION), 0, Achieve(SILVER_START[0], 0)),
    ("not-begun", lambda: asked(EXPEDITION), 0, Complete(0, 0)),
    # crew
    ("not-yours", crewed, 0, Complete(15, 0)),
    ("not-yours", crewed, 0, Complete(-1, 0)),
    ("completed", crewed, 0, Complete(1, 0)),
    ("no-row", crewed, 0, Complete(0, 4)),
    ("row-used", crewed, 0, Complete(0, 2)),
    ("seals-lacking", crewed, 0, Complete(2, 0)),
    ("completed", copying, 0, Copy(1)),
    ("copies-itself", copying, 0, Copy(6)),
    ("no-crew", copying, 0, Copy(15)),
    # workers
    ("must-place", calm, 0, END),
    ("has-placed", lambda: calm().play(Place(0, ORDER)), 0, Place(1, ORDER)),
    ("no-worker", calm, 0, Place(4, ORDER)),
    ("no-worker", calm, 0, Place(-1, ORDER)),
    ("worker-away", lambda: calm().workers(0, MUSEUM), 0, Place(0, ORDER)),
    ("no-location", calm, 0, Place(0, 99)),
    ("locked", calm, 0, Place(0, EXPLORE + 1)),
    ("no-room", lambda: calm().lens(1, SPECIAL_3).workers(1, SPECIAL_3), 0, Place(0, SPECIAL_3)),
    (
        "too-few-coins",
        lambda: calm().rows(0, "G").workers(1, EXPLORE).give(0, coins=2),
        0,
        Place(0, EXPLORE),
    ),
    ("seals-lacking", lambda: calm().give(0, knowledge=0), 0, Place(0, EXPLORE)),
    ("no-use", silent, 0, Place(0, WRITE)),
    # locations
    ("no-location", lambda: asked(Lens()), 0, Unlock(-1)),
    ("not-locked", lambda: asked(Lens()), 0, Unlock(EXPLORE)),
    ("not-locked", lambda: asked(Lens()), 0, Unlock(MUSEUM)),
    ("page-order", lambda: asked(Lens()), 0, Unlock(EXPLORE + 2)),
    ("performed", lambda: asked(Inside(SPECIAL_3), Lens()), 0, Unlock(SPECIAL_3)),
    ("not-locked", lambda: asked(PerformLocked()), 0, Perform(EXPLORE)),
    ("no-location", lambda: asked(PerformLocked()), 0, Perform(200)),
    ("performed", lambda: asked(Inside(SPECIAL_3), PerformLocked()), 0, Perform(SPECIAL_3)),
    ("no-use", lambda: asked(PerformLocked(), table=silent()), 0, Perform(WRITE + 1)),
    # parts
    ("no-part", lambda: asked(EXPEDITION), 0, Do(2)),
    ("no-part", lambda: asked(EXPEDITION), 0, Do(-1)),
    ("same-part", lambda: asked(AnyOrder((Explore(2), Explore(2), Academy()))), 0, Do(1)),
    (
        "no-use",
        lambda: asked(AnyOrder((Explore(2), Navigate(2), Academy())), table=calm().ship(0, "O26")),
        0,
        Do(1),
    ),
    # the voyage
    ("no-space", lambda: asked(Explore(2)), 0, Move(999)),
    ("wrong-track", lambda: asked(Explore(2)), 0, Move(at("O1"))),
    ("wrong-track", lambda: asked(Navigate(2)), 0, Move(at("IA1"))),
    ("too-far", lambda: asked(Explore(2)), 0, Move(at("IA3"))),
    ("too-far", lambda: asked(Navigate(2)), 0, Move(at("O4"))),
    ("backwards", lambda: asked(Navigate(2), table=calm().ship(0, "O4")), 0, Move(at("O3"))),
    ("backwards", lambda: asked(Explore(2)), 0, Move(at("IA0"))),
    # The side way of island B has higher numbers than where it leads to.
    ("backwards", lambda: asked(Explore(9), table=calm().explorer(0, "IB7")), 0, Move(at("IB9"))),
    ("no-explorer", lambda: asked(Explore(2)), 0, Move(at("IB1"))),
    (
        "other-explorer",
        lambda: asked(Explore(2, 0, 0), table=calm().explorer(0, "IB0")),
        0,
        Move(at("IB1")),
    ),
    ("occupied", lambda: asked(Explore(2), table=calm().explorer(1, "IA1")), 0, Move(at("IA1"))),
    ("to-the-beagle", lambda: asked(Overtake(), table=calm().round(3)), 0, Move(at("O4"))),
    ("no-island", lambda: asked(LandExplorer()), 0, Land(3)),
    ("explorer-there", lambda: asked(LandExplorer()), 0, Land(0)),
    ("no-campsite", lambda: asked(PitchTent()), 0, Pitch(9)),
    ("other-campsite", lambda: asked(PitchTent(0)), 0, Pitch(1)),
    ("tent-there", lambda: asked(PitchTent(), table=calm().tents(0, "O6")), 0, Pitch(0)),
    (
        "campsite-full",
        lambda: asked(PitchTent(), table=calm(3).tents(1, "O6").tents(2, "O6")),
        0,
        Pitch(0),
    ),
    ("too-few-coins", lambda: asked(PitchTent(), table=calm().give(0, coins=2)), 0, Pitch(2)),
    ("no-tent", lambda: asked(ReuseTent(), table=calm().tents(0, "O6")), 0, Reuse(1)),
    # stamps
    ("no-stack", lambda: asked(Correspond(2)), 0, Stamp(4, 0)),
    ("no-envelope", lambda: asked(Correspond(2)), 0, Stamp(0, 3)),
    (
        "stack-empty",
        lambda: asked(Correspond(2), table=calm().stamps(0, stacks=(0, 4, 4))),
        0,
        Stamp(0, 0),
    ),
    (
        "stacks-first",
        lambda: asked(Correspond(2), table=calm().stamps(0, stacks=(0, 4, 4))),
        0,
        Stamp(3, 0),
    ),
    ("one-envelope", lambda: asked(Correspond(2, envelope=1)), 0, Stamp(0, 0)),
    # seals
    ("no-seal", lambda: asked(Academy(), table=calm().scrolls(".BY")), 0, Buy(0, 0)),
    ("no-seal", lambda: asked(Academy()), 0, Buy(12, 0)),
    ("no-seal", lambda: asked(Academy()), 0, Buy(-1, 0)),
    ("no-row", lambda: asked(Academy()), 0, Buy(0, 4)),
    ("row-full", lambda: asked(Academy(), table=calm().rows(0, "GGGGGG")), 0, Buy(0, 0)),
    ("too-few-coins", lambda: asked(Academy(), table=calm().give(0, coins=1)), 0, Buy(11, 0)),
    ("row-full", lambda: asked(Seal(), table=calm().rows(0, "GGGGGG")), 0, Add(1, 0)),
    ("wrong-colour", lambda: asked(Seal()), 0, Add(4, 0)),
    ("wrong-colour", lambda: asked(Purple()), 0, Add(0, 0)),
    ("bag-empty", lambda: asked(Seal(), table=_no_green()), 0, Add(0, 0)),
    # specimens
    ("no-specimen", lambda: asked(Museum()), 0, Deliver(16)),
    ("no-specimen", lambda: asked(ResearchSpecimen("any")), 0, Research(-1)),
    ("not-researched", lambda: asked(Museum()), 0, Deliver(REPTILE)),
    ("in-museum", lambda: asked(DeliverSpecimen(), table=_known()), 0, Deliver(STUFFED)),
    ("not-in-museum", lambda: asked(Redeliver(), table=_known()), 0, Deliver(REPTILE)),
    ("not-in-museum", lambda: asked(Museum()), 0, Research(REPTILE)),
    ("researched", lambda: asked(Museum(), table=_known()), 0, Research(STUFFED)),
    ("not-there", lambda: asked(ResearchSpecimen("island")), 0, Research(STUFFED)),
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
        Place(0, LENS_LOCATION),
        "A lens there costs 4 coins in all; you have 3 coins.",
    ),
    (
        lambda: calm().workers(1, LENS_LOCATION).give(0, coins=5),
        Place(0, LENS_LOCATION),
        "A lens there costs 7 coins in all; you have 5 coins.",
    ),
    (
        lambda: calm().rows(0, "P").give(0, knowledge=0).lens(1, EXPLORE + 1),
        Place(0, EXPLORE + 1),
        "It asks for 2 green: 1 seal too few; you have 0 knowledge.",
    ),
    (
        lambda: calm().rows(0, "G").workers(1, EXPLORE).give(0, coins=2),
        Place(0, EXPLORE),
        "An occupied area costs 3 coins; you have 2 coins.",
    ),
    (
        lambda: holding(GOLD_START[0]).research(0, "red bird"),
        Achieve(GOLD_START[0], 5),
        "You still need 2 birds (now 1), 2 lenses.",
    ),
    (
        lambda: calm().crew(1).rows(0, "BBYP"),
        Complete(0, 0),
        "Row 1 lacks 1 seal; the card asks for 1 green, 2 blue and 2 yellow.",
    ),
    (calm, Place(0, EXPLORE + 1), "Exploration 2 is locked."),
    (
        lambda: asked(Academy(2), table=calm().give(0, coins=0)),
        Buy(11, 0),
        "That seal in that row costs 1 coin; you have 0 coins.",
    ),
    (
        lambda: calm().workers(0, OBJECTIVES_LOCATION),
        Place(0, ORDER),
        "That worker is on the objectives already.",
    ),
]


@pytest.mark.parametrize(("table", "action", "sentence"), SAID, ids=[row[2] for row in SAID])
def test_the_sentence_names_what_is_lacking(table, action, sentence):
    assert refusal_of(GAME, table().state, 0, action).sentence == sentence
