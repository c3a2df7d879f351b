"""Darwinning! in words."""

import re

import pytest

from darwin_core.bots.hints import value_words
from darwin_core.contract.game import SPECTATOR, Advice
from darwin_core.games.darwinning import GAME, acts, material
from darwin_core.games.darwinning.texts import set_words
from darwin_core.text.seat_names import SeatNames

from .positions import board, cards, doing, leading, position, spaces

NAMES = ("Ada", "Ben", "Cleo")
(A1,), (F12,), (JOKER,) = cards("A1"), cards("F12"), cards("J")


TREX = board("T-Rex", place=14, traits="- A12 - - -")
SAID = [
    (material.TakeTrait(0), "take 2.2 1", "take Ben's Iron Stomach, space 2"),
    (material.TakeTrait(0), "done", "take no trait"),
    (material.UseDisplay(0), "use", "use nothing: acorn 1"),
    (material.UseDisplay(0), "use B1", "use B1: pair of 1s"),
]


@pytest.mark.parametrize(("effect", "text", "words"), SAID)
def test_a_choice_is_described_as_the_position_has_it(effect, text, words):
    one = board("amoeba", traits="- - B2 - -")
    state = position(one, TREX, pending=[effect], environments="jungle")
    state.played = [cards("A1"), b""]
    assert GAME.texts.phrase(state, GAME.texts.parse(text), SeatNames(NAMES[:2])) == words


def test_a_trait_shown_twice_is_named_with_its_space():
    one = board("amoeba", traits="- - A8 - -")
    state = position(one, TREX, pending=[material.Improve(0, cards("A1"))])
    phrases = [
        GAME.texts.phrase(state, GAME.texts.parse(f"gain A1 {space}"), SeatNames(NAMES))
        for space in (1, 3)
    ]
    assert phrases == ["acorn 1 for Pheromones on space 1", "acorn 1 for Pheromones on space 3"]
    state = position(one, TREX, pending=[material.TakeTrait(0)])
    phrase = GAME.texts.phrase(state, GAME.texts.parse("take 2.2 3"), SeatNames(NAMES))
    assert phrase == "take Ben's Iron Stomach, space 2, onto space 3"


SENTENCES = [
    (acts.Eaten(0, 1, False, 1), "Ada eats Ben. Ben has 1 bite now."),
    (
        acts.Fed(0, 5, 0, 0, 0, -1, 2),
        "Ada needs 5 food and finds none: it loses one population, worth 2 points.",
    ),
    (acts.Bitten(0, 2, 0), "Ada has 2 bites and nothing to lose."),
    (acts.Reshuffled(), "The deck is empty: the discards are shuffled."),
]


@pytest.mark.parametrize(
    ("event", "words"), SENTENCES, ids=[str(type(event).__name__) for event, _ in SENTENCES]
)
def test_event_in_words(event, words):
    sentence = GAME.texts.sentence(event, SeatNames(NAMES))
    assert re.search(words, sentence), sentence
    assert sentence.endswith(".")


@pytest.mark.parametrize(("text", "words"), [("A5 B6", "no combination, so 6 alone")])
def test_a_set_in_words(text, words):
    assert set_words(cards(text)) == words


def test_the_prompt_of_a_meal_counts_the_food():
    one = board("bird", place=9, population=7)
    table = doing(
        one, "frog", "bat", environments="forest mountain", pending=[material.EatSpecies(0)]
    )
    assert numbers(GAME.texts.prompt(table.state, 0, SeatNames())) >= {"4", "7"}
    assert numbers(GAME.texts.prompt(table.do(0, "eat 2").state, 0, SeatNames())) >= {"6", "7"}


def numbers(text):
    return set(re.findall(r"\d+", text))


def test_a_hint_is_worth_points_in_words():
    words = [
        value_words(Advice(acts.DONE, value, "so"))
        for value in (12.5, -2.4, 0.3, -0.3, 0.1, -0.01, 1.2)
    ]
    assert words == [
        "worth about 12 points",
        "costs about 2 points",
        "worth less than a point",
        "costs less than a point",
        "worth next to nothing",
        "worth next to nothing",
        "worth about a point",
    ]


def test_what_a_trait_does_is_shown_in_a_line():
    state = leading("frog", "bear", "bat", hands=("A1", "A2", "A3")).state
    for trait in material.TABLES.traits:
        assert len(f"{trait.name}: {trait.effect}") <= 78
    state.traits[0] = spaces("- - A2 - -")
    assert re.fullmatch(
        "Symbiosis: .*environment.*", GAME.texts.element(state, 0, ("trait", 2), SeatNames(NAMES))
    )


WAITING = "Waiting for another player."


def waiting(table, viewer):
    """Return the prompt of a viewer that waits."""
    assert viewer not in GAME.to_move(table.state)
    return GAME.texts.prompt(GAME.view(table.state, viewer), viewer, SeatNames())


def test_two_players_read_the_best_that_the_rival_can_have():
    table = leading("turtle", "bear", hands=("B8 F2", "A2 A3"), display="A10 A8 -")
    assert "best" not in GAME.texts.prompt(table.state, 0, SeatNames())
    assert {waiting(table, viewer) for viewer in (1, SPECTATOR)} == {WAITING}
    table.do(0, "B8")
    prompt = GAME.texts.prompt(GAME.view(table.state, 1), 1, SeatNames())
    assert prompt == "Your rival has at best pair of 8s. Play anything."
    assert {waiting(table, viewer) for viewer in (0, SPECTATOR)} == {
        f"To beat at most: pair of 8s. {WAITING}"
    }
    table.do(1, "A3")
    assert table.asked == (["UseDisplay"], [0])
    prompts = {waiting(table, viewer) for viewer in (1, SPECTATOR)}
    assert prompts == {WAITING}
    used, other = (number for number in table.state.display[1::-1])
    assert (
        GAME.texts.element(table.state, 0, ("display", used), SeatNames(NAMES))
        == "With acorn 8 you have pair of 8s."
    )
    sentence = GAME.texts.element(table.state, 0, ("display", other), SeatNames(NAMES))
    assert sentence == "Acorn 10 needs another card of the display."


def test_a_viewer_waiting_for_a_mutation_reads_what_is_to_be_beaten():
    mouse = board("mouse", traits="- - A9 - -")
    table = leading(mouse, "amoeba", hands=("B8 F2", "A2 A3"), display="A10 A8 F7", spare=1)
    table.do(0, "B8")
    assert table.asked == (["TakeTrait"], [1])
    assert {waiting(table, viewer) for viewer in (0, SPECTATOR)} == {
        f"To beat at most: pair of 8s. {WAITING}"
    }


def test_a_set_that_mutation_spoiled_is_its_highest_card():
    table = leading("turtle", "amoeba", hands=("A6 A9", "F2"), display="A5 B12 F7", spare=1)
    table.do(0, "A6 A9").do(1, "take 3.1 1")
    prompt = GAME.texts.prompt(GAME.view(table.state, 1), 1, SeatNames())
    assert prompt == "Your rival has at best 9 alone. Play anything."
    assert waiting(table, 0) == f"To beat at most: 9 alone. {WAITING}"
