"""Prompts, choices and effects of Darwin's Journey as text."""

import re

import pytest

from darwin_core.contract.game import SPECTATOR
from darwin_core.games.journey import GAME
from darwin_core.games.journey.acts import (
    SKIP,
    Move,
    Take,
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
    Navigate,
    PerformLocked,
    PitchTent,
    Points,
    Purple,
    Redeliver,
    ReuseTent,
    Seal,
    Spend,
    Window,
)
from darwin_core.games.journey.names import (
    effect_words,
    objective_name,
    objective_task,
)
from darwin_core.lab.play import NAMES as PEOPLE
from darwin_core.lab.play import Case, moments, positions
from darwin_core.teaching import primers
from darwin_core.text.language import NAMES as LANGUAGES
from darwin_core.text.language import reading
from darwin_core.text.seat_names import SeatNames
from darwin_core.text.wording import Brevity, capitalized, composing

from .positions import (
    SILVER_START,
    asked,
    at,
    calm,
    page,
)

NAMES = ("Ada", "Ben", "Cleo")

WORDS = SeatNames(NAMES)
EXPLORE = page("exploration")
SPECIAL_3 = page("special", 3)
ORDER = page("order")


@pytest.fixture(params=LANGUAGES)
def _language(request):
    """Each language, one after the other."""
    with reading(request.param):
        yield


# --- effects


@pytest.mark.usefixtures("_language")
def test_every_effect_of_the_tables_is_named_in_full_and_shortly():
    rows = (CREW, CAMPSITES, STACKS, TENTS, SPACES)
    lists = [row.reward for table in rows for row in table]
    lists += [row.actions for table in (LOCATIONS, TILES) for row in table]
    lists += [row.action for row in SLOTS]
    lists += [reward for row in LETTER_TILES for reward in (row.first, row.second)]
    parts = [part for names in lists for part in names]
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
        words = GAME.texts.element(GAME.view(state, seat), seat, element, SeatNames(NAMES[:2]))
        assert words == f"{capitalized(objective_task(action.tile))}."


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


SAID = [
    (
        calm().rows(0, "GGGGGG"),
        "place 1 E1",
        "place worker 1 on Exploration 1: Explore 3 with an extra stop",
    ),
    (
        calm().rows(0, "RRRRRR"),
        "place 1 A1",
        "place worker 1 on Academy 1: 1 seal and 1 seal (seals cost 1 coin less)",
    ),
    (
        asked(AchieveUnmet()),
        f"achieve {SILVER_START[0] + 1} s1",
        "achieve 2 knowledge and the ship at the Beagle on silver slot 1: "
        "re-use a tent (none of it can be done now)",
    ),
    (
        asked(AchieveUnmet(), table=calm().tents(0, "O6")),
        f"achieve {SILVER_START[0] + 1} s1",
        "achieve 2 knowledge and the ship at the Beagle on silver slot 1: re-use a tent",
    ),
    (
        asked(CopyCrew(), table=calm(3).crew(1).ship(0, "O4")),
        "imitate 8",
        "copy the sailing master of Cleo: the ship to the Beagle (none of it can be done now)",
    ),
    (
        asked(AchieveUnmet()),
        f"achieve {SILVER_START[0] + 1} s5",
        "achieve 2 knowledge and the ship at the Beagle on silver slot 5: 5 points at the end",
    ),
    (asked(Either((Navigate(1), Explore(1)))), "do 1", "Navigate 1"),
    (asked(LandExplorer()), "send B", "place an explorer on the start of island B"),
    (asked(Seal()), "add R 2", "add a free red seal to row 2"),
    (asked(Purple()), "add P 2", "add a free purple seal to row 2"),
    (
        asked(PerformLocked()),
        "visit S3",
        "perform Special 3 (expedition): Explore 2 and Navigate 2",
    ),
    (asked(Redeliver(), table=known()), "bring Rf", "deliver the red fossil again: "),
    (
        asked(PitchTent(), table=calm().tents(1, "O6").tents(0, "IA4")),
        "pitch O6",
        "pitch a tent at O6 for 1 coin: an objective and 3 coins, then 2 coins",
    ),
    (asked(ReuseTent(), table=calm().tents(0, "IA4")), "reuse IA4", "re-use the tent at IA4: "),
    (asked(CopyCrew()), "imitate 4", "copy the coxswain of Ben: place an explorer"),
]


@pytest.mark.parametrize(("table", "text", "words"), SAID, ids=[f"{r[1]}: {r[2]}" for r in SAID])
def test_a_choice_is_described_as_the_position_has_it(table, text, words):
    state = table.state
    action = GAME.texts.parse(text)
    assert action in GAME.legal(state, 0)
    phrase = GAME.texts.phrase(GAME.view(state, 0), action, WORDS)
    assert phrase.startswith(words)
    assert ("none of it" in phrase) == ("none of it" in words)


ROOM = 70
"""Columns within which choices must differ: a narrow screen cuts off the rest."""


@pytest.mark.usefixtures("_language")
@pytest.mark.parametrize("seats", GAME.seats)
def test_choices_differ_even_where_they_are_cut_off(seats):
    for moment in moments(Case(GAME, seats, "words")):
        view = GAME.view(moment.before, moment.seat)
        phrases = [
            GAME.texts.phrase(view, action, SeatNames(PEOPLE))[:ROOM] for action in moment.legal
        ]
        assert len(set(phrases)) == len(phrases), phrases


@pytest.mark.parametrize(
    ("start", "goal", "words"),
    [
        ("O1", "O4", "the Beagle's anchor of round 2, 2 points not lost for lagging"),
        ("O1", "O5", "2 points not lost for lagging"),
        ("O1", "O3", "farther on"),
        ("O4", "O5", "farther on"),
    ],
)
def test_a_move_of_the_ship_says_what_it_saves(start, goal, words):
    state = calm().round(2).ship(0, start).state
    assert GAME.texts.phrase(state, Move(at(goal)), WORDS) == f"move to {goal}: {words}"


# --- prompts


def envelope(effect):
    return asked(Collect(1, bytes(2)), effect)


PROMPTS = [
    (asked(Either((Navigate(1), Explore(1)))), "Navigate 1 or Explore 1, or neither"),
    (asked(LandExplorer()), "unused explorer"),
    (asked(CopyCrew()), "Copy a crew card"),
    (asked(Lens(is_free=True)), "with a lens, or skip it"),
    (asked(PerformLocked()), "Perform a locked location"),
]


@pytest.mark.parametrize(("table", "words"), PROMPTS, ids=[words for _, words in PROMPTS])
def test_prompts_name_the_choice(table, words):
    state = table.state
    assert words in GAME.texts.prompt(GAME.view(state, 0), 0, WORDS)
    for other in (1, SPECTATOR):
        assert GAME.texts.prompt(GAME.view(state, other), other, WORDS) == "Waiting for Ada."


@pytest.mark.usefixtures("_language")
@pytest.mark.parametrize("is_advised", [False, True], ids=["random", "advised"])
@pytest.mark.parametrize("seats", GAME.seats)
def test_prompts_fit_a_narrow_screen(seats, is_advised):
    for _, state in positions(Case(GAME, seats, "prompts", is_advised=is_advised)):
        for viewer in (*range(seats), SPECTATOR):
            assert len(GAME.texts.prompt(state, viewer, SeatNames(PEOPLE))) <= 75


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
        effects = table.state.pending[1:]
        if effects and not isinstance(effects[-1], Act | Explore):
            state = envelope(effects[-1]).state
            assert len(GAME.texts.prompt(state, 0, WORDS)) <= 75


WAY_OUT = re.compile(r"\bor (skip it|neither)\b", re.IGNORECASE)
"""The words by which a primer offers to leave something out."""


@pytest.mark.parametrize("is_advised", [False, True])
def test_a_primer_offers_only_what_can_be_chosen(is_advised):
    offers = 0
    for moment in moments(Case(GAME, 2, "offered", is_advised=is_advised)):
        view = GAME.view(moment.before, moment.seat)
        _, lines = primers.sentences(GAME, view, moment.seat)
        if any(map(WAY_OUT.search, lines)):
            offers += 1
            assert SKIP in moment.legal, lines
    assert offers
