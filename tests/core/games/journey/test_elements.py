"""Descriptions of elements, and of a position for screen readers."""

import pytest

from darwin_core.contract.game import NOTHING, SPECTATOR
from darwin_core.games.journey import GAME
from darwin_core.games.journey.elements import availability
from darwin_core.games.journey.material import (
    AnyOrder,
    Correspond,
    Explore,
    Inside,
    JourneyOptions,
    Lens,
    Navigate,
)
from darwin_core.lab.play import Case, positions
from darwin_core.text.seat_names import SeatNames

from .positions import (
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

NAMES = ("Ada", "Ben")
EXPLORE, STUDY, SPECIAL, SMALL, MUSEUM, ORDER = map(
    page, ("exploration", "academy", "special", "small", "museum", "order")
)


def busy():
    """Occupy the area of Exploration; the first row needs nothing, the second one seal."""
    return calm().rows(0, "G", "", "GG", "").workers(1, EXPLORE)


SAID = [
    # locations
    (
        lambda: busy().give(0, coins=3),
        ("location", EXPLORE),
        "Exploration 1: Explore 2; workers 1 and 3 for 3 coins, workers 2 and 4 for 3 coins and "
        "1 knowledge; needs 1 green; here: Ben.",
    ),
    (
        lambda: busy().give(0, coins=2),
        ("location", EXPLORE),
        "Exploration 1: Explore 2; an occupied area costs 3 coins; you have 2 coins; needs 1 green",
    ),
    (
        lambda: calm().rows(0, "", "G").give(0, knowledge=0).lens(1, STUDY + 1),
        ("location", STUDY + 1),
        "Academy 2: 1 seal and 1 seal, 1 off; it asks for 2 red: 2 seals too few; "
        "you have 0 knowledge; unlocked by Ben.",
    ),
    (calm, ("location", EXPLORE + 1), "Exploration 2: Explore 3; locked, lens 4 coins;"),
    (
        calm,
        ("location", EXPLORE + 2),
        "Exploration 3: Explore 4; locked, the one above first;",
    ),
    (
        lambda: asked(Lens(is_free=True)),
        ("location", EXPLORE + 1),
        "Exploration 2: Explore 3; locked, lens free; needs 2 green.",
    ),
    (
        lambda: asked(Inside(SPECIAL + 2), Lens(is_free=True), table=calm().specials(2, 11, 12)),
        ("location", SPECIAL + 2),
        "Special 3 (magnifier): a free lens; locked, being performed now; needs",
    ),
    (
        calm,
        ("location", SMALL + 1),
        "Small diary 2: a lens; workers 1, 2, 3 and 4 at no cost; the same as small diary 1.",
    ),
    (
        calm,
        ("location", SPECIAL),
        "Special 1 (grant): 3 coins and 1 knowledge; it asks for 1 green and 1 blue: "
        "2 seals too few; you have 1 knowledge; "
        "unlocked from the start.",
    ),
    (calm, ("location", ORDER), "The turn order: 3 coins; workers 1, 2, 3 and 4 at no cost."),
    (
        lambda: calm().workers(0, *[OBJECTIVES_LOCATION] * 4),
        ("location", SMALL),
        "Small diary 1: a lens; no worker is at home.",
    ),
    # workers and rows
    (
        lambda: calm().rows(0, "GGBP").workers(0, MUSEUM),
        ("worker", 0),
        "Worker 1: on the museum; 2 green, 1 blue and 1 purple; silver distinction; the next spot "
        "costs 2.",
    ),
    (calm, ("worker", 4), "The fifth worker: not unlocked yet."),
    (
        lambda: calm().objectives(0, slots={5: GOLD_START[0]}, achieved=[5]),
        ("worker", 4),
        "The fifth worker: at home; no row.",
    ),
    (
        lambda: _assigned(calm().crew(1).rows(0, "BBYYGG")),
        ("row", 0),
        "Row 1: 2 green, 2 blue and 2 yellow; silver and gold distinction; full; "
        "used for the purser.",
    ),
    (calm, ("row", 1), "Row 2: no seals; the next spot costs 0."),
    # cards and objectives
    (
        lambda: calm().crew(1).rows(0, "BBYP", "G"),
        ("crew", 0),
        "The purser: row 1 lacks 1 of these: 1 green and 1 yellow; 8 coins once one "
        "row has 1 green, 2 blue and 2 yellow.",
    ),
    (
        lambda: calm().crew(1).rows(0, "", "BBYY"),
        ("crew", 0),
        "The purser: row 2 lacks 1 green; 8 coins",
    ),
    (
        lambda: calm().crew(1).rows(0, "", "BBYYP"),
        ("crew", 0),
        "The purser: row 2 has the seals; 8 coins",
    ),
    (
        lambda: _assigned(calm().crew(1).rows(0, "BBYYG")),
        ("crew", 0),
        "The purser: completed with row 1; 8 coins",
    ),
    (
        lambda: calm().research(0, "red bird"),
        ("tile", GOLD_START[0]),
        "Gold: 2 birds and 2 lenses; still needs 2 birds (now 1), 2 lenses.",
    ),
    (
        lambda: calm().research(0, "red bird", "red fossil"),
        ("tile", SILVER[1]),
        "Silver: 1 fossil and 1 bird; can be achieved.",
    ),
    (
        lambda: calm().objectives(0, slots={4: SILVER[1]}, achieved=[4]),
        ("slot", 4),
        "Silver slot 5: 5 points at the end; holds silver: 1 fossil and 1 bird; achieved.",
    ),
    (
        calm,
        ("slot", 6),
        "Gold slot 2: a purple seal, and 4 points at the end; costs 3 coins.",
    ),
    # the voyage
    (
        lambda: calm().explorer(1, "IA4").tents(1, "IA4"),
        ("space", at("IA4")),
        "IA4: campsite with 2 stamps: first place free, second 1 coin, tents of Ben; "
        "1 point for the first; here: Ben.",
    ),
    (calm, ("space", at("IA2")), "IA2: the green plant to research."),
    (
        calm,
        ("space", at("O8")),
        "O8: a ship that comes here places an explorer on island B; "
        "the Beagle's anchor of round 3.",
    ),
    (calm, ("space", at("O26")), "O26: 3 points; 3 points for the first."),
    (calm, ("space", at("O0")), "O0: here: Ada and Ben."),
    (calm, ("space", at("O3")), "O3: nothing."),
    (
        lambda: calm().tents(1, "O6"),
        ("site", 0),
        "O6: now 1 coin; campsite with an objective and 3 coins: first place free, second 1 "
        "coin, tents of Ben.",
    ),
    (lambda: calm().tents(0, "O6"), ("site", 0), "O6: campsite with an objective"),
    (calm, ("site", 0), "O6: now at no cost; campsite"),
    (calm, ("island", 0), "Island A: Ada at IA0 and Ben at IA0."),
    (calm, ("island", 1), "Island B: nobody has landed yet."),
    (
        lambda: calm().tents(0, "IA4", "O6"),
        ("tent", 1),
        "Tent 2: 2 coins; pitched at O6.",
    ),
    (calm, ("tent", 0), "Tent 1: nothing by itself; not pitched yet."),
    # stamps, seals, specimens
    (calm, ("stack", 1), "Stack 2: 4 stamps left; emptying it gives 1 seal, 2 off."),
    (calm, ("stack", 3), "The discard: 0 stamps left; used when all stacks are empty."),
    (
        lambda: _written(),
        ("envelope", 0),
        "Envelope 1: first 1 knowledge and 2 coins, second 2 coins; stamps: 1 of Ada, 3 of "
        "Ben; now first Ben; second Ada.",
    ),
    (calm, ("envelope", 1), "Envelope 2: first 4 coins, second 2 coins; no stamps yet."),
    (calm, ("seal", 3), "Scroll 2: a red seal for 1 coin and the spot's cost."),
    (calm, ("seal", 0), "Scroll 1: a green seal for the spot's cost."),
    (
        lambda: calm().objectives(0, slots={1: SILVER[1]}, achieved=[1]),
        ("seal", 11),
        "Scroll 4: a red seal for the spot's cost.",
    ),
    (lambda: calm().scrolls("GB"), ("seal", 2), "Scroll 1: no seal here."),
    (calm, ("colour", 4), "Purple: 12 seals in the supply."),
    (lambda: calm().rows(0, "GG").scrolls(""), ("colour", 0), "Green: 10 seals in the bag."),
    (
        lambda: calm().research(1, "green reptile"),
        ("specimen", specimen("green reptile")),
        "Green reptile: on O2; delivering it gains 6 coins and 1 step; researched by Ben.",
    ),
    (
        calm,
        ("specimen", specimen("red fossil")),
        "Red fossil: in the museum; delivering it again gains ",
    ),
    # others
    (
        lambda: calm().goals(1).rows(0, "YYP").round(3),
        ("goal", 0),
        "The Beagle's goal of round 1: 4 points for each yellow seal; now Ada 7 points "
        "(has 3, less 5 for lagging), Ben 0 points (has 0).",
    ),
    (
        lambda: calm().give(1, points=1, steps=6),
        ("seat", 1),
        "Ben: 1 point, 4 coins, 1 knowledge and 6 steps of evolution (5 books); 4 workers at home.",
    ),
    (lambda: asked(AnyOrder((Explore(2), Navigate(2)))), ("part", 1), "Navigate 2."),
    (
        lambda: asked(AnyOrder((Explore(2), Navigate(2))), table=calm().ship(0, "O26")),
        ("part", 1),
        "Navigate 2: none of it can be done now.",
    ),
    (calm, ("part", 0), "Nothing is offered here now."),
    (lambda: asked(Correspond(2)), ("button", 0), "Place no more stamps."),
    (calm, ("button", 1), "End the turn."),
]


def _assigned(table):
    table.state.assigned = (bytes([0, NOTHING, NOTHING]), table.state.assigned[1])
    return table


def _written():
    table = calm().stamps(0, stacks=(3, 4, 4), envelopes=(1, 0, 0))
    return table.stamps(1, stacks=(1, 4, 4), envelopes=(3, 0, 0))


@pytest.mark.parametrize(
    ("table", "element", "words"), SAID, ids=[f"{row[1][0]}-{row[2]}" for row in SAID]
)
def test_an_element_is_shown_as_it_is_now(table, element, words):
    sentence = GAME.texts.element(GAME.view(table().state, 0), 0, element, SeatNames(NAMES))
    assert sentence.startswith(words), sentence
    assert sentence.endswith(".")


KINDS = {
    "location": 23,
    "row": 4,
    "worker": 5,
    "crew": 16,
    "tile": 28,
    "slot": 10,
    "space": 78,
    "site": 9,
    "island": 3,
    "tent": 5,
    "stack": 4,
    "envelope": 3,
    "seal": 12,
    "colour": 5,
    "specimen": 16,
    "goal": 5,
    "seat": 2,
    "part": 3,
    "button": 2,
}


def test_everything_can_be_looked_at_at_any_time():
    assert {kind for kind, _ in (row[1] for row in SAID)} == {*KINDS}
    for step, state in positions(Case(GAME, 2, "elements")):
        if step % 10 and step > 8:
            continue
        for viewer in (0, 1, SPECTATOR):
            view = GAME.view(state, viewer)
            for kind, number in KINDS.items():
                for each in range(number):
                    text = GAME.texts.element(view, viewer, (kind, each), SeatNames(NAMES))
                    assert text.endswith(".")
                    assert not text.endswith("..")


def test_a_seat_can_be_shown_its_costs_out_of_turn():
    state = calm().rows(0, "G").rows(1, "GG").workers(0, EXPLORE).give(1, coins=3).state
    assert availability(state, 1, EXPLORE).startswith("worker 1 for 3 coins, workers 2, 3 and 4")
    assert state.actor == 0


# --- for screen readers


def sections(table, viewer=0):
    view = GAME.view(table.state, viewer)
    return {part.name: part.lines for part in GAME.texts.describe(view, viewer, SeatNames(NAMES))}


def test_the_description_shows_the_board_and_the_players():
    table = (
        calm()
        .rows(0, "GB")
        .research(0, "red bird")
        .stamps(0, stacks=(3, 4, 4), envelopes=(1, 0, 0))
    )
    lines = sections(table.tents(0, "O6").lens(1, EXPLORE + 1).explorer(0, "IA3").ship(1, "O4"))
    assert list(lines) == [
        *("round", "diaries", "envelopes", "ocean", "island A", "island B", "island C"),
        *("museum", "academy", "objectives", "Ada", "Ben"),
    ]
    assert lines["round"][0] == "Round 1 of 5. The turn order is Ada and Ben."
    assert lines["round"][1].startswith("The Beagle is at O1; its goal gives 3 points")
    assert len(lines["round"]) == 7
    assert len(lines["diaries"]) == 23
    assert lines["diaries"][0] == (
        "Exploration 1: Explore 2; needs 1 green; "
        "worker 1 at no cost, workers 2, 3 and 4 for 1 knowledge."
    )
    assert "unlocked by Ben" in lines["diaries"][1]
    assert "1 of Ada; now first Ada" in lines["envelopes"][0]
    assert lines["ocean"][4] == "O4: the Beagle's anchor of round 2; here: Ben; then O5."
    assert lines["ocean"][5] == "O5: nothing; then O6 or O7."
    assert "tents of Ada" in lines["ocean"][6]
    assert lines["island A"][3] == "IA3: 1 knowledge; here: Ada; then IA4."
    assert lines["island C"][-1] == "IC10: 8 points; 3 points for the first; the end."
    assert len(lines["museum"]) == 17
    assert lines["academy"][0] == "Scroll 1, free: green, blue and yellow."
    assert lines["objectives"][0] == "On display, silver: 2 yellow seals and 1 blue specimen."
    own = lines["Ada"]
    assert own[0] == "0 points, 4 coins, 1 knowledge and 0 steps of evolution (0 books)."
    assert own[1] == "Worker 1: at home; 1 green and 1 blue; the next spot costs 1."
    assert "Tents at O6." in own
    assert "Stamps in stacks: 3, 4 and 4; in the discard 0." in own
    assert f"In the reserve, {_silver_start()}" in own


def _silver_start():
    assert SILVER_START[0] == 0
    what = "silver: 2 knowledge and the ship at the Beagle"
    return f"{what}; still needs 2 knowledge (now 1), the ship at the Beagle."


def test_scrolls_are_described_with_the_prices_for_the_viewer():
    table = calm().objectives(0, slots={1: SILVER[4]}, achieved=[1])
    own, others, watched = (sections(table, viewer)["academy"] for viewer in (0, 1, SPECTATOR))
    assert [line.split(":")[0] for line in own[:4]] == [
        f"Scroll {scroll}, free" for scroll in (1, 2, 3, 4)
    ]
    assert others == watched
    assert [line.split(":")[0] for line in others[:4]] == [
        "Scroll 1, free",
        "Scroll 2, 1 coin a seal",
        "Scroll 3, 2 coins a seal",
        "Scroll 4, 3 coins a seal",
    ]


def test_a_third_place_of_a_campsite_is_shown_with_its_price():
    sentence = GAME.texts.element(calm(4).state, 0, ("site", 8), SeatNames((*NAMES, "Cleo", "Dan")))
    assert "8 points: first place 2 coins, second 4 coins, third 6 coins" in sentence


def test_a_spectator_is_shown_no_costs():
    lines = sections(calm(), SPECTATOR)
    assert lines["diaries"][0] == "Exploration 1: Explore 2; needs 1 green."


def test_in_the_draft_the_own_hand_is_shown_and_no_other():
    state = GAME.setup(JourneyOptions(), 2, "words", None)
    lines = {
        part.name: part.lines
        for part in GAME.texts.describe(GAME.view(state, 0), 0, SeatNames(NAMES))
    }
    assert len(lines["hand"]) == 4
    assert lines["hand"][0].startswith("You may keep the ")
    assert lines["round"][0].startswith("The match is being set up.")
    watched = GAME.texts.describe(GAME.view(state, SPECTATOR), SPECTATOR, SeatNames(NAMES))
    assert "hand" not in {part.name for part in watched}
