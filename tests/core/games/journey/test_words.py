"""Prompts, choices and effects of Darwin's Journey as text."""

import re
from collections import Counter

import pytest

from darwin_core.contract.game import NOTHING, SPECTATOR, BadText
from darwin_core.games.journey import GAME
from darwin_core.games.journey.acts import (
    END,
    SKIP,
    Achieve,
    Add,
    AnyAction,
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
    CAMPSITES,
    CREW,
    LETTER_TILES,
    LOCATIONS,
    OBJECTIVES,
    SLOTS,
    SPACES,
    STACKS,
    TENTS,
    TILES,
    Academy,
    AchieveUnmet,
    Act,
    AnyOrder,
    Coins,
    Collect,
    CopyCrew,
    Correspond,
    DeliverSpecimen,
    Either,
    Equip,
    Explore,
    JourneyOptions,
    Knowledge,
    LandExplorer,
    Lens,
    Museum,
    Navigate,
    Overtake,
    PerformLocked,
    PitchTent,
    Points,
    Purple,
    Redeliver,
    ResearchSpecimen,
    ReuseTent,
    Seal,
    Spend,
    TakeObjective,
    Turn,
    Window,
)
from darwin_core.games.journey.names import (
    effect_words,
    objective_name,
    objective_task,
    parts_words,
)
from darwin_core.lab.play import NAMES as PEOPLE
from darwin_core.lab.play import Case, moments, positions
from darwin_core.teaching import primers
from darwin_core.text.language import NAMES as LANGUAGES
from darwin_core.text.language import reading
from darwin_core.text.seat_names import SeatNames
from darwin_core.text.wording import Brevity, capitalized, composing

from .positions import (
    GOLD,
    GOLD_START,
    SILVER,
    SILVER_START,
    asked,
    at,
    calm,
    page,
    specimen,
)

NAMES = ("Ada", "Ben", "Cleo")

WORDS = SeatNames(NAMES)
EXPLORE, SPECIAL_3, ORDER = page("exploration"), page("special", 3), page("order")

ACTIONS: list[AnyAction] = [
    *map(Keep, range(16)),
    *(Take(tile, slot) for tile in range(28) for slot in (*range(10), NOTHING)),
    *(Place(worker, location) for worker in range(5) for location in range(23)),
    *(Achieve(tile, slot) for tile in range(28) for slot in range(10)),
    *(Complete(card, row) for card in range(16) for row in range(4)),
    *map(Do, range(9)),
    *map(Move, range(len(SPACES))),
    *map(Land, range(3)),
    *(Stamp(stack, envelope) for stack in range(4) for envelope in range(3)),
    *(Buy(spot, row) for spot in range(12) for row in range(4)),
    *(Add(colour, row) for colour in range(5) for row in range(4)),
    *map(Unlock, range(18)),
    *map(Perform, range(18)),
    *map(Deliver, range(16)),
    *map(Research, range(16)),
    *map(Pitch, range(9)),
    *map(Reuse, range(9)),
    *map(Copy, range(16)),
    SKIP,
    END,
]


@pytest.fixture(params=LANGUAGES)
def _language(request):
    """Each language, one after the other."""
    with reading(request.param):
        yield


def test_notation_of_every_action_reads_back_and_is_its_own():
    assert len({GAME.texts.notation(action) for action in ACTIONS}) == len(ACTIONS)
    for action in ACTIONS:
        assert GAME.texts.parse(GAME.texts.notation(action)) == action
    assert {type(action) for action in ACTIONS} == set(GAME.actions.__args__)


def test_actions_are_written_with_the_names_of_the_tables():
    written: list[tuple[AnyAction, str]] = [
        (Place(1, SPECIAL_3), "place 2 S3"),
        (Place(4, ORDER), "place 5 T"),
        (Move(at("IA4")), "go IA4"),
        (Take(0, 5), "take 1 g1"),
        (Achieve(27, 4), "achieve 28 s5"),
        (Research(specimen("green reptile")), "examine Gr"),
        (Stamp(3, 0), "stamp d 1"),
        (Add(4, 2), "add P 3"),
        (Pitch(0), "pitch O6"),
        (Land(1), "send B"),
    ]
    for action, text in written:
        assert GAME.texts.notation(action) == text


@pytest.mark.parametrize(
    "text",
    [
        *(
            "",
            "keep",
            "keep 0",
            "keep 17",
            "keep 1 ",
            "Keep 1",
            "take 29",
            "take 1 s6",
            "take 1 x1",
        ),
        *("place 6 E1", "place 1 E4", "place 1 M1", "achieve 1", "complete 1 5", "do 0", "do 10"),
        *("go IA25", "go O27", "go 3", "send D", "stamp 4 1", "stamp D 1", "stamp 1 4", "buy 13 1"),
        *(
            "add W 1",
            "unlock M",
            "visit L1",
            "bring gr",
            "examine Px",
            "pitch O1",
            "end 1",
            "skip1",
        ),
    ],
)
def test_a_text_that_is_no_action_is_refused(text):
    with pytest.raises(BadText):
        GAME.texts.parse(text)


# --- effects


@pytest.mark.usefixtures("_language")
def test_every_effect_of_the_tables_is_named_in_full_and_shortly():
    rows = (CREW, CAMPSITES, STACKS, TENTS, SPACES)
    lists = [row.reward for table in rows for row in table]
    lists += [row.actions for table in (LOCATIONS, TILES) for row in table]
    lists += [row.action for row in SLOTS]
    lists += [reward for row in LETTER_TILES for reward in (row.first, row.second)]
    parts = [part for each in lists for part in each]
    assert len(parts) > 80
    for part in parts:
        whole = effect_words(part)
        assert len(whole) < 45
        with composing(Brevity.SIGNS):
            assert len(effect_words(part)) <= len(whole)


@pytest.mark.parametrize(
    ("effect", "words", "brief"),
    [
        (Explore(3), "Explore 3", "Explore 3"),
        (Explore(3, 1), "Explore 3 with an extra stop", "Explore 3 with an extra stop"),
        (Coins(3), "3 coins", "3¢"),
        (Knowledge(1), "1 knowledge", "1✎"),
        (Academy(2), "1 seal, 2 off", "1 seal, 2 off"),
        (Correspond(5, is_free=True), "5 stamps on any envelopes", "5 stamps anywhere"),
        (Either((Navigate(1), Explore(1))), "Navigate 1 or Explore 1", "Navigate 1 or Explore 1"),
        (Spend((Coins(7), Points(7))), "1 knowledge for 7 coins or 7 points", "1✎ for 7¢ or 7★"),
        (PitchTent(0), "a tent at O6", "a tent at O6"),
        (DeliverSpecimen(3), "deliver a specimen for 3 coins", "deliver a specimen for 3¢"),
        (Act((Explore(2), Navigate(2))), "Explore 2 and Navigate 2", "Explore 2 and Navigate 2"),
        (Act((Explore(2), Explore(2))), "Explore 2 and Explore 2", "2× Explore 2"),
    ],
)
def test_effects_in_words(effect, words, brief):
    assert effect_words(effect) == words
    with composing(Brevity.SIGNS):
        assert effect_words(effect) == brief


def test_before_the_first_round_objectives_say_what_to_do():
    assert objective_task(17) == "gold: collect 1 green and 1 yellow seal; place 3 lenses"
    assert objective_task(11) == "silver: pitch 2 tents; reach step 7 of the track"
    tasks = {objective_task(tile) for tile in range(len(OBJECTIVES))}
    assert len(tasks) == len({objective_name(tile) for tile in range(len(OBJECTIVES))})
    assert any("send all stamps of a stack" in task for task in tasks)
    state = GAME.setup(JourneyOptions(), 2, "words", None)
    while not isinstance(state.pending[-1], Equip):
        seat = GAME.to_move(state)[0]
        GAME.apply(state, seat, GAME.legal(state, seat)[0], None)
    (seat,) = GAME.to_move(state)
    for action in GAME.legal(state, seat):
        assert isinstance(action, Take)
        (element,) = GAME.targets(action)
        said = GAME.texts.element(GAME.view(state, seat), seat, element, SeatNames(NAMES[:2]))
        assert said == f"{capitalized(objective_task(action.tile))}."


def test_no_two_objectives_read_alike():
    assert len({objective_name(tile) for tile in range(28)}) == len(OBJECTIVES)
    assert objective_name(17) == "gold: 1 green and 1 yellow seal and 3 lenses"
    assert objective_name(11) == "silver: 2 tents and 7 steps"
    with reading("de"):
        assert len({objective_name(tile) for tile in range(28)}) == len(OBJECTIVES)
        assert objective_name(17) == "Gold: 1 grünes und 1 gelbes Siegel und 3 Linsen"


# --- choices


def known():
    return calm().research(0, "green reptile", "red fossil")


FULL = (SILVER_START[0], GOLD_START[0])

SAID = [
    (
        lambda: calm().rows(0, "", "P").workers(1, EXPLORE).give(0, coins=3),
        "place 1 E1",
        "place worker 1 on Exploration 1 for 3 coins and 1 knowledge: Explore 2",
    ),
    (lambda: calm().rows(0, "GGGG"), "place 1 E1", "place worker 1 on Exploration 1: Explore 3"),
    (
        lambda: calm().rows(0, "GGGGGG"),
        "place 1 E1",
        "place worker 1 on Exploration 1: Explore 3 with an extra stop",
    ),
    (
        lambda: calm().rows(0, "RRRRRR"),
        "place 1 A1",
        "place worker 1 on Academy 1: 1 seal and 1 seal (seals cost 1 coin less)",
    ),
    (
        lambda: calm().rows(0, "GBGBGB").specials(2).lens(7, page("special")),
        "place 1 S1",
        "place worker 1 on Special 1 (grant): 2 coins, 3 points, 3 coins and 1 knowledge",
    ),
    (
        lambda: calm().crew(1).rows(0, "BBYYG"),
        "complete 1 1",
        "complete the purser with row 1: 8 coins",
    ),
    (
        lambda: calm().give(0, coins=4),
        "place 1 L1",
        "place worker 1 on small diary 1: a lens",
    ),
    (
        lambda: calm().give(0, coins=4),
        "place 1 L2",
        "place worker 1 on small diary 2 (the same as small diary 1): a lens",
    ),
    (
        lambda: calm().crew(8).rows(0, "GRBBB").ship(0, "O4"),
        "complete 8 1",
        "complete the sailing master with row 1: the ship to the Beagle (none of it can be done",
    ),
    (
        lambda: asked(AchieveUnmet()),
        f"achieve {SILVER_START[0] + 1} s1",
        "achieve 2 knowledge and the ship at the Beagle on silver slot 1: "
        "re-use a tent (none of it can be done now)",
    ),
    (
        lambda: asked(AchieveUnmet(), table=calm().tents(0, "O6")),
        f"achieve {SILVER_START[0] + 1} s1",
        "achieve 2 knowledge and the ship at the Beagle on silver slot 1: re-use a tent",
    ),
    (
        lambda: asked(Lens(), table=calm().ship(0, "O26")),
        "unlock N2",
        "unlock Navigation 2 for 4 coins: Navigate 3 (none of it can be done now)",
    ),
    (
        lambda: asked(CopyCrew(), table=calm(3).crew(1).ship(0, "O4")),
        "imitate 8",
        "copy the sailing master of Cleo: the ship to the Beagle (none of it can be done now)",
    ),
    (
        lambda: asked(TakeObjective(), table=calm().objectives(0, SILVER[4])),
        f"take {SILVER[0] + 1}",
        "take silver: 2 yellow seals and 1 blue specimen",
    ),
    (
        lambda: asked(TakeObjective(), table=calm().objectives(0, *FULL)),
        f"take {GOLD[0] + 1} g2",
        "take 1 blue and 1 red seal and 3 tents onto gold slot 2 for 3 coins: a purple seal",
    ),
    (
        lambda: asked(AchieveUnmet()),
        f"achieve {SILVER_START[0] + 1} s5",
        "achieve 2 knowledge and the ship at the Beagle on silver slot 5: 5 points at the end",
    ),
    (lambda: asked(Act((Academy(), Academy(2)))), "do 2", "1 seal, 2 off"),
    (lambda: asked(Either((Navigate(1), Explore(1)))), "do 1", "Navigate 1"),
    (lambda: asked(Explore(3)), "go IA3", "move to IA3: 1 knowledge"),
    (lambda: asked(Explore(3)), "go IA2", "move to IA2: the green plant"),
    (
        lambda: asked(Explore(3), table=calm().explorer(0, "IA3")),
        "go IA4",
        "move to IA4: 1 point as the first, a tent at no cost",
    ),
    (lambda: asked(Navigate(3)), "go O3", "move to O3: nothing there"),
    (
        lambda: asked(Navigate(3), table=calm().ship(0, "O7")),
        "go O8",
        "move to O8: an explorer on island B",
    ),
    (lambda: asked(LandExplorer()), "send B", "place an explorer on the start of island B"),
    (
        lambda: asked(Correspond(2)),
        "stamp 1 1",
        "put a stamp of stack 1 on envelope 1 (first 1 knowledge and 2 coins, second 2 coins)",
    ),
    (
        lambda: asked(Correspond(2), table=calm().stamps(0, stacks=(1, 4, 4))),
        "stamp 1 2",
        "put the last stamp of stack 1, which gives Explore 2, on envelope 2",
    ),
    (
        lambda: asked(Correspond(2), table=calm().stamps(0, stacks=(0, 0, 0))),
        "stamp d 2",
        "put a stamp of the discard on envelope 2",
    ),
    (
        lambda: asked(Academy(1), table=calm().rows(0, "GB")),
        "buy 7 1",
        "buy a yellow seal of scroll 3 for 2 coins, into row 1",
    ),
    (
        lambda: asked(Academy(), table=calm().scrolls("GRR")),
        "buy 3 1",
        "buy the second red seal of scroll 1, into row 1",
    ),
    (lambda: asked(Seal()), "add R 2", "add a free red seal to row 2"),
    (lambda: asked(Purple()), "add P 2", "add a free purple seal to row 2"),
    (lambda: asked(Lens()), "unlock E2", "unlock Exploration 2 for 4 coins: Explore 3"),
    (lambda: asked(Lens(is_free=True)), "unlock E2", "unlock Exploration 2: Explore 3"),
    (
        lambda: asked(PerformLocked()),
        "visit S3",
        "perform Special 3 (expedition): Explore 2 and Navigate 2",
    ),
    (
        lambda: asked(Museum(), table=known()),
        "bring Gr",
        "deliver the green reptile: 6 coins and 1 step",
    ),
    (
        lambda: asked(DeliverSpecimen(3), table=known()),
        "bring Gr",
        "deliver the green reptile for 3 coins: 6 coins and 1 step",
    ),
    (lambda: asked(Redeliver(), table=known()), "bring Rf", "deliver the red fossil again: "),
    (
        lambda: asked(ResearchSpecimen("museum", 3)),
        "examine Rf",
        "research the red fossil for 3 coins",
    ),
    (
        lambda: asked(PitchTent(), table=calm().tents(1, "O6").tents(0, "IA4")),
        "pitch O6",
        "pitch a tent at O6 for 1 coin: an objective and 3 coins, then 2 coins",
    ),
    (
        lambda: asked(ReuseTent(), table=calm().tents(0, "IA4")),
        "reuse IA4",
        "re-use the tent at IA4: ",
    ),
    (lambda: asked(CopyCrew()), "imitate 4", "copy the coxswain of Ben: place an explorer"),
    (lambda: asked(), "end", "end the turn"),
    (lambda: asked(Explore(1)), "skip", "stay"),
    (lambda: asked(Correspond(2)), "skip", "place no more stamps"),
    (lambda: asked(TakeObjective()), "skip", "skip it"),
]


@pytest.mark.parametrize(("table", "text", "words"), SAID, ids=[f"{r[1]}: {r[2]}" for r in SAID])
def test_a_choice_is_described_as_the_position_has_it(table, text, words):
    state = table().state
    action = GAME.texts.parse(text)
    assert action in GAME.legal(state, 0)
    said = GAME.texts.phrase(GAME.view(state, 0), action, WORDS)
    assert said.startswith(words)
    assert ("nothing of it" in said) == ("nothing of it" in words)


def test_a_crew_card_is_offered_with_all_that_it_says():
    state = GAME.setup(JourneyOptions(), 2, "words", None)
    card = state.hands[0][0]
    words = GAME.texts.phrase(GAME.view(state, 0), Keep(card), SeatNames(NAMES[:2]))
    assert CREW[card].name in words
    assert parts_words(CREW[card].reward) in words


ROOM = 70
"""Columns within which choices must differ: a narrow screen cuts off the rest."""


@pytest.mark.usefixtures("_language")
@pytest.mark.parametrize("seats", GAME.seats)
def test_choices_differ_even_where_they_are_cut_off(seats):
    for moment in moments(Case(GAME, seats, "words")):
        view = GAME.view(moment.before, moment.seat)
        said = [
            GAME.texts.phrase(view, action, SeatNames(PEOPLE))[:ROOM] for action in moment.legal
        ]
        assert len(set(said)) == len(said), said


# --- prompts


def envelope(effect):
    return asked(Collect(1, bytes(2)), effect)


PROMPTS = [
    (calm, "Place a worker (4 left)."),
    (lambda: calm().crew(1).rows(0, "BBYYG"), "Place a worker (4 left), or first achieve"),
    (lambda: asked(table=calm()), "Your worker is done: end the turn."),
    (lambda: asked(table=calm().crew(1).rows(0, "BBYYG")), "End the turn, or first achieve"),
    (lambda: asked(Act((Explore(2), Navigate(2)))), "what your worker does first"),
    (
        lambda: asked(Act((Explore(2), Navigate(2)), 0, True)),
        "worker does next, or skip",
    ),
    (
        lambda: asked(Act((Explore(2),), 0, True), table=calm().crew(1).rows(0, "BBYYG")),
        "what your worker does next, or achieve or complete",
    ),
    (lambda: asked(AnyOrder((Explore(2), Navigate(2)))), "what to do next"),
    (lambda: asked(Either((Navigate(1), Explore(1)))), "Navigate 1 or Explore 1, or neither"),
    (lambda: asked(Spend((Coins(7), Points(7)))), "Spend 1 knowledge for 7 coins or 7 points"),
    (lambda: envelope(Window(0)), "Envelope 2: Complete a crew card now, or continue."),
    (lambda: asked(Explore(3)), "Move an explorer up to 3 spaces, or stay."),
    (lambda: asked(Explore(3, 1)), "up to 3 spaces, with a stop on the way"),
    (lambda: asked(Explore(1, 0, 0)), "explorer up to 1 space more"),
    (lambda: asked(Navigate(3)), "Move your ship up to 3 spaces"),
    (lambda: asked(Overtake(), table=calm().round(3)), "to the Beagle"),
    (lambda: asked(LandExplorer()), "unused explorer"),
    (lambda: asked(PitchTent(2), table=calm().give(0, coins=9)), "Pitch a tent at O19 for 3 coins"),
    (lambda: asked(PitchTent()), "any campsite"),
    (lambda: asked(ReuseTent()), "Re-use"),
    (lambda: asked(Correspond(3)), "up to 3 stamps on one envelope"),
    (lambda: asked(Correspond(2, False, 1)), "up to 2 more on envelope 2"),
    (lambda: asked(Correspond(5, is_free=True)), "up to 5 stamps on any envelopes"),
    (lambda: asked(Academy()), "Buy a seal: choose it and a row"),
    (lambda: asked(Academy(2)), "Buy a seal (2 coins off)"),
    (lambda: asked(Seal()), "You must take a free seal: choose its colour and a row."),
    (lambda: asked(Purple()), "You must take a free purple seal: choose its row."),
    (lambda: asked(Museum()), "Deliver a specimen, or research one"),
    (lambda: asked(DeliverSpecimen(3)), "second specimen for 3 coins"),
    (lambda: asked(ResearchSpecimen("museum", 3)), "second specimen for 3 coins"),
    (lambda: asked(ResearchSpecimen("any")), "any specimen"),
    (lambda: asked(ResearchSpecimen("island")), "where you have an explorer"),
    (lambda: asked(Redeliver()), "again"),
    (lambda: asked(TakeObjective(), table=calm().objectives(0)), "into your reserve"),
    (lambda: asked(TakeObjective()), "Your reserve is full"),
    (lambda: asked(AchieveUnmet()), "met or not"),
    (lambda: asked(CopyCrew()), "Copy a crew card"),
    (lambda: asked(Lens()), "with a lens for 4 coins"),
    (lambda: asked(Lens(is_free=True)), "with a lens, or skip it"),
    (lambda: asked(PerformLocked()), "Perform a locked location"),
]


@pytest.mark.parametrize(("table", "words"), PROMPTS, ids=[words for _, words in PROMPTS])
def test_what_is_asked_is_said(table, words):
    state = table().state
    assert words in GAME.texts.prompt(GAME.view(state, 0), 0, WORDS)
    for other in (1, SPECTATOR):
        assert GAME.texts.prompt(GAME.view(state, other), other, WORDS) == "Waiting for Ada."


def test_set_up_is_asked_for_too():
    state = GAME.setup(JourneyOptions(), 2, "words", None)
    said = {}
    while not isinstance(state.pending[-1], Turn):
        seat = GAME.to_move(state)[0]
        said[GAME.texts.prompt(GAME.view(state, seat), seat, WORDS)] = GAME.texts.prompt(
            state, SPECTATOR, WORDS
        )
        GAME.apply(state, seat, GAME.legal(state, seat)[0], None)
    assert list(said) == [
        "Choose crew card 1 of 3.",
        "Choose crew card 2 of 3.",
        "Choose crew card 3 of 3.",
        "Choose a silver objective.",
        "Choose a gold objective.",
    ]
    assert {*said.values()} == {
        "Waiting for Ada.",
        "Waiting for Ben.",
    }


@pytest.mark.usefixtures("_language")
@pytest.mark.parametrize("is_advised", [False, True], ids=["random", "advised"])
@pytest.mark.parametrize("seats", GAME.seats)
def test_prompts_fit_a_narrow_screen(seats, is_advised):
    for _, state in positions(Case(GAME, seats, "prompts", is_advised=is_advised)):
        for viewer in (*range(seats), SPECTATOR):
            assert len(GAME.texts.prompt(state, viewer, SeatNames(PEOPLE))) <= 75


def test_a_match_that_is_over_asks_nothing():
    *_, (_, state) = positions(Case(GAME, 2, "prompts"))
    assert GAME.texts.prompt(state, 0, WORDS) == "The match is over."


def test_a_reward_names_the_player_that_decides():
    table = calm().crew(1).rows(0, "BBYYG").stamps(0, stacks=(3, 4, 4), envelopes=(1, 0, 0))
    table.close()
    assert table.top == Window(0)
    assert (
        GAME.texts.prompt(table.state, 0, WORDS)
        == "Envelope 1: Complete a crew card now, or continue."
    )
    for other in (1, SPECTATOR):
        assert GAME.texts.prompt(table.state, other, WORDS) == "Waiting for Ada."


def test_the_longest_prompts_fit_with_an_envelope():
    for table, _ in PROMPTS:
        effects = table().state.pending[1:]
        if effects and not isinstance(effects[-1], Act | Explore):
            state = envelope(effects[-1]).state
            assert len(GAME.texts.prompt(state, 0, WORDS)) <= 75


WAYS_OUT = {
    END: re.compile(r"(^|, or )end your turn", re.IGNORECASE),
    SKIP: re.compile(r"\bor (skip|neither|keep your knowledge|continue|stay)\b", re.IGNORECASE),
}
"""The words by which a primer offers to end a turn, or to leave something out."""


@pytest.mark.parametrize("is_advised", [False, True])
def test_a_primer_offers_only_what_can_be_chosen(is_advised):
    offered: Counter[object] = Counter()
    for moment in moments(Case(GAME, 2, "offered", is_advised=is_advised)):
        view = GAME.view(moment.before, moment.seat)
        _, lines = primers.sentences(GAME, view, moment.seat)
        for action, words in WAYS_OUT.items():
            if any(words.search(line) for line in lines[1:2]):
                offered[action] += 1
                assert action in moment.legal, lines
    assert {*offered} == {END, SKIP}


def test_a_specimen_of_the_museum_is_not_said_to_be_delivered_next():
    lines = primers.of(GAME.package)["research"]
    assert not any(line.startswith("Then you can deliver it") for line in lines)
