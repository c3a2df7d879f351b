"""Descriptions of elements, and of a position for screen readers."""

import pytest

from darwin_core.contract.game import NOTHING, SPECTATOR
from darwin_core.games.journey import GAME, material
from darwin_core.games.journey.elements import availability_words
from darwin_core.lab.play import Case, positions
from darwin_core.text.seat_names import SeatNames
from darwin_core.text.wording import Brevity, composing

from .positions import GOLD_START, SILVER, asked, calm, page

NAMES = ("Ada", "Ben")
EXPLORE, SPECIAL = page("exploration"), page("special")


def _assigned(table):
    table.state.assigned = (bytes([0, NOTHING, NOTHING]), table.state.assigned[1])
    return table


SAID = [
    # locations
    (
        asked(material.Lens(is_free=True)),
        ("location", EXPLORE + 1),
        "Exploration 2: Explore 3; locked, lens free; needs 2 green.",
    ),
    (
        asked(
            material.Inside(SPECIAL + 2),
            material.Lens(is_free=True),
            table=calm().specials(2, 11, 12),
        ),
        ("location", SPECIAL + 2),
        "Special 3 (magnifier): a free lens; locked, being performed now; needs",
    ),
    # workers and rows
    (calm(), ("worker", 4), "The fifth worker: not unlocked yet."),
    (
        calm().objectives(0, slots={5: GOLD_START[0]}, achieved=[5]),
        ("worker", 4),
        "The fifth worker: at home; no row.",
    ),
    (calm(), ("row", 1), "Row 2: no seals; the next spot costs 0."),
    # cards and objectives
    (
        _assigned(calm().crew(1).rows(0, "BBYYG")),
        ("crew", 0),
        "The purser: completed with row 1; 8 coins",
    ),
    (
        calm().objectives(0, slots={4: SILVER[1]}, achieved=[4]),
        ("slot", 4),
        "Silver slot 5: 5 points at the end; holds silver: 1 fossil and 1 bird; achieved.",
    ),
    # the voyage
    (
        calm().tents(1, "O6"),
        ("site", 0),
        "O6: now 1 coin; campsite with an objective and 3 coins: first place free, second 1 "
        "coin, tents of Ben.",
    ),
    (calm(), ("site", 0), "O6: now at no cost; campsite"),
    (calm(), ("island", 0), "Island A: Ada at IA0 and Ben at IA0."),
    (calm(), ("island", 1), "Island B: nobody has landed yet."),
    (calm().tents(0, "IA4", "O6"), ("tent", 1), "Tent 2: 2 coins; pitched at O6."),
    (calm(), ("tent", 0), "Tent 1: nothing by itself; not pitched yet."),
    # stamps, seals, specimens
    (calm(), ("stack", 3), "The discard: 0 stamps left; used when all stacks are empty."),
    (calm().scrolls("GB"), ("seal", 2), "Scroll 1: no seal here."),
    (calm(), ("colour", 4), "Purple: 12 seals in the supply."),
    (calm().rows(0, "GG").scrolls(""), ("colour", 0), "Green: 10 seals in the bag."),
    # others
    (
        calm().give(1, points=1, steps=6),
        ("seat", 1),
        "Ben: 1 point, 4 coins, 1 knowledge and 6 steps of evolution (5 books); 4 workers at home.",
    ),
    (
        asked(material.AnyOrder((material.Explore(2), material.Navigate(2)))),
        ("part", 1),
        "Navigate 2.",
    ),
    (
        asked(
            material.AnyOrder((material.Explore(2), material.Navigate(2))),
            table=calm().ship(0, "O26"),
        ),
        ("part", 1),
        "Navigate 2: none of it can be done now.",
    ),
    (calm(), ("part", 0), "Nothing is offered here now."),
]


@pytest.mark.parametrize(
    ("table", "element", "words"), SAID, ids=[f"{row[1][0]}-{row[2]}" for row in SAID]
)
def test_an_element_is_shown_as_it_is_now(table, element, words):
    sentence = GAME.texts.element(GAME.view(table.state, 0), 0, element, SeatNames(NAMES))
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
    for step, state in positions(Case(GAME, 2, "elements")):
        if step % 10 and step > 8 and state.pending:
            continue
        for viewer in (0, 1, SPECTATOR):
            view = GAME.view(state, viewer)
            for kind, count in KINDS.items():
                for number in range(count):
                    text = GAME.texts.element(view, viewer, (kind, number), SeatNames(NAMES))
                    assert text.endswith(".")
                    assert not text.endswith("..")


def test_an_achieved_objective_needs_nothing_more_in_brief_either():
    table = calm().objectives(0, slots={4: SILVER[4]}, achieved=[4])
    for step in Brevity:
        with composing(step):
            sentence = GAME.texts.element(table.state, 0, ("tile", SILVER[4]), SeatNames(NAMES))
        assert sentence.endswith("; achieved.")


def test_names_of_locations_are_capitalised_within_sentences():
    state = calm().rows(0, "GG").lens(1, EXPLORE + 1).workers(1, EXPLORE + 1).state
    assert availability_words(state, 0, EXPLORE + 1).startswith("Exploration 2 holds one worker")
    assert availability_words(state, 0, EXPLORE).startswith("worker 1 for ")


def test_a_seat_can_be_shown_its_costs_out_of_turn():
    state = calm().rows(0, "G").rows(1, "GG").workers(0, EXPLORE).give(1, coins=3).state
    assert availability_words(state, 1, EXPLORE).startswith(
        "worker 1 for 3 coins, workers 2, 3 and 4"
    )
    assert state.actor == 0


# --- for screen readers


def sections(table, viewer=0):
    view = GAME.view(table.state, viewer)
    return {part.name: part.lines for part in GAME.texts.describe(view, viewer, SeatNames(NAMES))}


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


def test_purple_seals_are_in_the_supply_and_not_in_the_bag():
    assert sections(calm().rows(0, "GGP").scrolls(""))["academy"][-2:] == (
        "In the bag: 10 green, 12 blue, 12 yellow and 12 red.",
        "In the supply: 11 purple.",
    )


def test_after_the_match_no_goal_is_scored_any_more():
    forecast = "Each player would score now: Ada "
    table = calm().round(material.ROUNDS)
    assert any(line.startswith(forecast) for line in sections(table)["round"])
    table.state.pending = []
    assert not any(line.startswith(forecast) for line in sections(table)["round"])


def test_a_third_place_of_a_campsite_is_shown_with_its_price():
    sentence = GAME.texts.element(calm(4).state, 0, ("site", 8), SeatNames((*NAMES, "Cleo", "Dan")))
    assert "8 points: first place 2 coins, second 4 coins, third 6 coins" in sentence


def test_a_spectator_is_shown_no_costs():
    lines = sections(calm(), SPECTATOR)
    assert lines["diaries"][0] == "Exploration 1: Explore 2; needs 1 green."


def test_in_the_draft_the_own_hand_is_shown_and_no_other():
    state = GAME.setup(material.JourneyOptions(), 2, "words", None)
    lines = {
        part.name: part.lines
        for part in GAME.texts.describe(GAME.view(state, 0), 0, SeatNames(NAMES))
    }
    assert len(lines["hand"]) == 4
    assert lines["hand"][0].startswith("You may keep the ")
    assert lines["round"][0].startswith("The match is being set up.")
    watched = GAME.texts.describe(GAME.view(state, SPECTATOR), SPECTATOR, SeatNames(NAMES))
    assert "hand" not in {part.name for part in watched}
