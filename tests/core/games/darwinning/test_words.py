"""Darwinning! in words."""

import re

import pytest

from darwin_core.bots.hints import worth
from darwin_core.contract.game import NOTHING, SPECTATOR, Advice, BadText
from darwin_core.games.darwinning import GAME
from darwin_core.games.darwinning.acts import (
    DONE,
    Adapt,
    Adapted,
    AllKept,
    Bitten,
    Chosen,
    Climb,
    Climbed,
    Declared,
    Drawn,
    DummyMoved,
    DummyPlaced,
    Eat,
    Eaten,
    Ended,
    EraBegan,
    Fed,
    Gain,
    Gained,
    Grow,
    Grown,
    Hold,
    LeaderNamed,
    Left,
    Live,
    Name,
    Play,
    Played,
    Reshuffled,
    Shared,
    SpeciesDrawn,
    Take,
    TraitTaken,
    TrickWon,
    Use,
)
from darwin_core.games.darwinning.material import (
    CARDS,
    ENVIRONMENTS,
    TABLES,
    Browse,
    Declare,
    Draw,
    Follow,
    Hunt,
    Improve,
    Keep,
    Lead,
    Mutate,
    Share,
    Suffer,
)
from darwin_core.games.darwinning.texts import set_words
from darwin_core.games.darwinning.tricks import SETS
from darwin_core.text.seat_names import SeatNames

from .positions import board, cards, doing, keeping, leading, places, position, spaces

NAMES = ("Ada", "Ben", "Cleo")
(A1,), (F12,), (JOKER,) = cards("A1"), cards("F12"), cards("J")

ACTIONS = [
    *map(Play, SETS),
    *map(Hold, [b"", *(kinds for kinds in SETS if len(kinds) < 3)]),
    *map(Use, [b"", *(kinds for kinds in SETS if len(kinds) < 4)]),
    *map(Name, range(6)),
    *map(Eat, range(6)),
    *map(Live, range(len(ENVIRONMENTS))),
    *(kind(card) for kind in (Climb, Grow, Adapt) for card in range(45)),
    *(Gain(card, space) for card in range(45) for space in range(5)),
    *(Take(owner, space, onto) for owner in range(6) for space in range(5) for onto in range(5)),
    DONE,
]


def test_notation_of_every_action_reads_back_and_is_its_own():
    assert len({GAME.texts.notation(action) for action in ACTIONS}) == len(ACTIONS)
    for action in ACTIONS:
        assert GAME.texts.parse(GAME.texts.notation(action)) == action
    assert {type(action) for action in ACTIONS} == set(GAME.actions.__args__)


@pytest.mark.parametrize(
    "text",
    [
        *("", "a1", "A16", "A0", "A01", "C3", "A1  A2", "A1 ", "J1", "Ａ1"),
        *("lead 0", "use A1 ", "keep  A1", "take 1 2", "gain A1", "gain A1 0", "climb"),
        *("climb A1 A2", "live moon", "eat", "done 1"),
    ],
)
def test_a_text_that_is_no_action_is_refused(text):
    with pytest.raises(BadText):
        GAME.texts.parse(text)


TREX = board("T-Rex", place=14, traits="- A12 - - -")
SAID = [
    (Lead(0), "lead 1", "lead yourself"),
    (Lead(0), "lead 2", "let Ben lead"),
    (Mutate(0), "take 2.2 1", "take Ben's Iron Stomach, space 2"),
    (Mutate(0), "done", "take no trait"),
    (Follow(0), "A1 B1", "pair of 1s: A1 B1"),
    (Follow(0), "J", "joker"),
    (Declare(0), "use", "use nothing: acorn 1"),
    (Declare(0), "use B1", "use B1: pair of 1s"),
    (Improve(0, cards("A1")), "climb A1", "acorn 1 for food chain +1, up to 3"),
    (Improve(0, cards("A1")), "grow A1", "acorn 1 for population +2"),
    (Improve(0, cards("A1")), "gain A1 1", "acorn 1 for Pheromones over Mutation"),
    (Improve(0, cards("A1")), "gain A1 4", "acorn 1 for Pheromones on space 4"),
    (Improve(0, cards("B1")), "adapt B1", "blueberry 1 for desert"),
    (Improve(0, cards("A1")), "done", "improve nothing"),
    (Browse(0), "done", "improve nothing"),
    (Keep(), "keep", "keep nothing"),
    (Keep(), "keep A1", "keep acorn 1"),
    (Share(0), "live jungle", "live in jungle: 1 food"),
    (Share(0), "done", "share no environment"),
    (Hunt(0), "eat 2", "eat Ben's T-Rex"),
    (Hunt(0), "eat 3", "eat the dummy"),
    (Hunt(0), "done", "eat nothing"),
    (Hunt(0, eaten=2), "done", "eat no more"),
]


@pytest.mark.parametrize(("effect", "text", "words"), SAID)
def test_a_choice_is_described_as_the_position_has_it(effect, text, words):
    one = board("amoeba", traits="- - B2 - -")
    state = position(one, TREX, pending=[effect], environments="jungle")
    state.played = [cards("A1"), b""]
    assert GAME.texts.phrase(state, GAME.texts.parse(text), SeatNames(NAMES[:2])) == words


def test_a_trait_shown_twice_is_named_with_its_space():
    one = board("amoeba", traits="- - A8 - -")
    state = position(one, TREX, pending=[Improve(0, cards("A1"))])
    said = [
        GAME.texts.phrase(state, GAME.texts.parse(f"gain A1 {space}"), SeatNames(NAMES))
        for space in (1, 3)
    ]
    assert said == ["acorn 1 for Pheromones on space 1", "acorn 1 for Pheromones on space 3"]
    state = position(one, TREX, pending=[Mutate(0)])
    phrase = GAME.texts.phrase(state, GAME.texts.parse("take 2.2 3"), SeatNames(NAMES))
    assert phrase == "take Ben's Iron Stomach, space 2, onto space 3"


SENTENCES = [
    (SpeciesDrawn(0, 4, 3), "Ada is the turtle, on space 3."),
    (DummyPlaced(5), "The dummy is on space 5."),
    (
        EraBegan(2, places("ocean polar"), (b"\0" * 10,), b""),
        "Era 2: ocean and polar. .* 10 cards.",
    ),
    (EraBegan(1, places("ocean"), (b"\0",), cards("A1 J")), "On display: acorn 1 and joker."),
    (LeaderNamed(0, 0), "^Ada, the lowest, leads the first trick.$"),
    (LeaderNamed(0, 1), "^Ada, the lowest, lets Ben lead the first trick.$"),
    (TraitTaken(0, 1, F12, 0), "Ada takes Iron Stomach from Ben by Mutation."),
    (TraitTaken(0, 3, F12, 0), "from the dummy"),
    (Played(1, cards("A1")), "Ben plays acorn 1."),
    (Played(1, cards("A1 B1")), "acorn 1 and blueberry 1: pair of 1s"),
    (Declared(1, b""), "Ben uses nothing of the display."),
    (TrickWon(1, cards("A9 B9 F9"), False), "Ben wins the trick with three of a kind, 9s."),
    (TrickWon(1, cards("A1"), True), "Ben wins the last trick with acorn 1."),
    (DummyMoved(3, 9), "The dummy moves up by 3 to space 9."),
    (Climbed(2, A1, 3, 5), "Cleo moves up from 3 to 5 with acorn 1."),
    (Grown(2, A1, 5), "Cleo grows to a population of 5 with acorn 1."),
    (Adapted(2, A1, places("desert")), "Cleo adapts to desert with acorn 1."),
    (Gained(2, A1, 1, NOTHING), "Cleo gains Pheromones on space 2."),
    (Gained(2, A1, 1, F12), "in place of Iron Stomach."),
    (Left(2), "Cleo improves nothing."),
    (Chosen(2, cards("A1")), "Cleo keeps acorn 1."),
    (AllKept((2, 0, 1)), "Cards kept: Ada 2, Ben 0, Cleo 1."),
    (Shared(1, 5, 3), "Ben lives in ocean by Symbiosis: 3 food."),
    (Eaten(0, 1, True), "Ada eats Ben and is poisoned."),
    (Eaten(3, 1, True), "The dummy eats Ben."),
    (Eaten(0, 1, False, 1), "Ada eats Ben. Ben has 1 bite now."),
    (Eaten(0, 3, False), "Ada eats the dummy."),
    (
        Fed(0, 5, 3, 2, 1, 1),
        "Ada needs 5, finds 6 food and grows: 3 by environments, 2 by eating, 1 by traits.",
    ),
    (Fed(0, 5, 0, 0, 0, -1), "Ada needs 5, finds no food and shrinks."),
    (Bitten(0, 2, -1), "Ada shrinks by one: 2 bites."),
    (Bitten(0, 2, 0), "Ada has 2 bites and nothing to lose."),
    (Reshuffled(), "The deck is empty: the discards are shuffled."),
    (Drawn(1, F12, True), "Ben draws flower 12 for Metamorphosis."),
    (Drawn(1, JOKER, False), "joker for Metamorphosis; .* discarded."),
    (Ended((9, 12, 7), (1,)), "Ben wins with 12 points."),
    (Ended((0, 1), (1,)), "Ben wins with 1 point."),
]


def test_every_event_is_shown():
    assert {type(event) for event, _ in SENTENCES} == set(GAME.events)


@pytest.mark.parametrize(
    ("event", "words"), SENTENCES, ids=[str(type(event).__name__) for event, _ in SENTENCES]
)
def test_event_in_words(event, words):
    sentence = GAME.texts.sentence(event, SeatNames(NAMES))
    assert re.search(words, sentence), sentence
    assert sentence.endswith(".")


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("A7", "acorn 7"),
        ("A7 B7", "pair of 7s"),
        ("J J", "pair of 0s"),
        ("A1 A6 A14", "flush, sum 21"),
        ("A5 B6 F7", "straight, sum 18"),
        ("A5 A6 A7", "straight flush, sum 18"),
        ("A7 B7 F7", "three of a kind, 7s"),
        ("A7 B7 F7 F7", "four of a kind, 7s"),
        ("A5 B6", "no combination, so 6 alone"),
    ],
)
def test_a_set_in_words(text, words):
    assert set_words(cards(text)) == words


def test_prompts_say_what_is_wanted():
    table = leading("turtle", "bat", "bird", hands=("A1 B1", "A2 B2", "A3"), spare=1)
    assert "You lead" in GAME.texts.prompt(GAME.view(table.state, 0), 0, SeatNames())
    table.do(0, "A1 B1")
    assert "Beat pair of 1s, or play any single card." in GAME.texts.prompt(
        GAME.view(table.state, 1), 1, SeatNames()
    )
    assert "pair of 1s" in GAME.texts.prompt(
        GAME.view(table.state, SPECTATOR), SPECTATOR, SeatNames()
    )
    table.do(1, "A2")
    assert GAME.texts.prompt(GAME.view(table.state, 2), 2, SeatNames()) == (
        "You cannot beat pair of 1s: play any card."
    )


PREY = board("bat", traits="- - A9 - -")
OPEN = {"discards": "A1"}
ASKED = [
    ("Mutation", lambda: leading(PREY, "amoeba", "bird", leader=1, hands=("A1", "A2", "A3"))),
    ("Improve", lambda: doing("turtle", "bat", "bird", pending=[Improve(0, cards("A1"))], **OPEN)),
    ("any discarded", lambda: doing("turtle", "bear", pending=[Browse(0)], **OPEN)),
    ("display", lambda: leading("turtle", "bear", hands=("A1", "A2"))),
    ("Symbiosis", lambda: doing("fish", "bear", "bat", environments="forest", pending=[Share(0)])),
    ("up to 2", lambda: keeping("turtle", "bat", "bird", hands=("A1", "", ""), era=1)),
    ("choose who leads", lambda: doing("turtle", "bat", "bird", pending=[Lead(0)])),
    ("Metamorphosis drew acorn 1", lambda: doing("frog", "bat", pending=[Draw(0)], deck="A1")),
    ("The match is over", lambda: doing("frog", "bat", pending=[])),
]


@pytest.mark.parametrize(("words", "table"), ASKED, ids=[words for words, _ in ASKED])
def test_each_decision_is_asked_for(words, table):
    state = table().state
    (seat,) = GAME.to_move(state) or (0,)
    assert words in GAME.texts.prompt(GAME.view(state, seat), seat, SeatNames())


def test_the_prompt_of_a_meal_counts_the_food():
    one = board("bird", place=9, population=7)
    table = doing(one, "frog", "bat", environments="forest mountain", pending=[Hunt(0)])
    assert numbers(GAME.texts.prompt(table.state, 0, SeatNames())) >= {"4", "7"}
    assert numbers(GAME.texts.prompt(table.do(0, "eat 2").state, 0, SeatNames())) >= {"6", "7"}


def numbers(text):
    return set(re.findall(r"\d+", text))


def test_every_card_can_be_looked_at():
    state = leading("turtle", "bat", "bird", hands=("A1", "A2", "A3")).state
    for kind, card in enumerate(CARDS):
        words = GAME.texts.element(state, 0, ("card", kind), SeatNames(NAMES))
        assert str(card.number) in words or kind == JOKER
        assert all(ENVIRONMENTS[place] in words for place in card.environments)
    assert "urtle" in GAME.texts.element(state, 0, ("species", 0), SeatNames(NAMES))
    assert "no points" in GAME.texts.element(state, 0, ("space", 4), SeatNames(NAMES))


def test_the_description_holds_what_is_public_and_the_own_hand():
    one = board("turtle", traits="- - A1 - -", adapted="A2")
    state = leading(one, "bat", "bird", hands=("B1", "B2", "B3")).state
    sections = {
        s.name: s.lines for s in GAME.texts.describe(GAME.view(state, 0), 0, SeatNames(NAMES))
    }
    assert list(sections) == ["table"] + [f"species of {name}" for name in NAMES] + ["hand"]
    assert sections["hand"] == ("You hold blueberry 1.",)
    lines = sections["species of Ada"]
    assert lines[0] == "Turtle on space 3, population 5, 0 bites."
    assert "forest 2" in lines[1]
    assert lines[2] == "Traits: 1 Hard Shell, 2 Food Storage, 3 Pheromones."
    assert lines[-1] == "Would score: food chain 3, population 5, environments 6, traits 1."
    watched = {
        s.name
        for s in GAME.texts.describe(GAME.view(state, SPECTATOR), SPECTATOR, SeatNames(NAMES))
    }
    assert "hand" not in watched


def test_a_hint_is_worth_points_in_words():
    words = [worth(Advice(DONE, value, "so")) for value in (12.5, -2.4, 0.3, -0.3, 0.1, -0.01, 1.2)]
    assert words == [
        "worth about 12 points",
        "costs about 2 points",
        "worth less than a point",
        "costs less than a point",
        "worth next to nothing",
        "worth next to nothing",
        "worth about a point",
    ]


def test_what_goes_with_the_display_is_shown_with_it():
    state = leading("turtle", "bear", hands=("B8 F9 F2", "A2"), display="A10 A1 -").state
    phrase = GAME.texts.phrase(state, GAME.texts.parse("B8 F9"), SeatNames(NAMES))
    assert phrase == "straight, sum 27: B8 F9 with A10"
    advised = {
        GAME.texts.notation(each.action): each.reason
        for each in GAME.bots.advise(state, 0, SeatNames())
    }
    assert re.fullmatch(r"it beats \d+ of 100 random hands without the display.*", advised["B8 F9"])


def meal_words(*boards, **where):
    """Return the reason to eat the species of seat 1, where seat 0 decides."""
    table = doing(*boards, pending=[Hunt(0), Suffer()], **where)
    advice = GAME.bots.advise(GAME.view(table.state, 0), 0, SeatNames())
    return next(each.reason for each in advice if each.action == Eat(1))


def test_a_hint_names_the_bites_of_a_meal_for_the_number_of_players():
    hunter = board("dragon", place=12, population=1)
    fed = {"environments": "mountain"}
    plain = board("elephant", place=3, bites=1)
    assert meal_words(hunter, board("elephant", place=3), "bear", **fed) == (
        "you have enough food, but the elephant has 1 bite then; 2 cost a population"
    )
    assert meal_words(hunter, plain, "bear", **fed) == (
        "you have enough food, but the elephant has 2 bites then, which cost it a population"
    )
    assert meal_words(hunter, board("elephant", place=3), dummy=20, **fed) == (
        "you have enough food, but the elephant has 2 bites then, which cost it a population"
    )
    assert meal_words(hunter, board("fish", place=3, bites=2), "bear", **fed) == (
        "you have enough food, but the fish has 3 bites then, which cost even a Flock Animal a "
        "population"
    )
    assert meal_words(hunter, board("elephant", place=3, bites=2), "bear", **fed) == (
        "you have enough food, and the elephant loses nothing more by it"
    )


def test_a_hint_names_the_bites_of_poison():
    hunter, frog = board("dragon", place=12, population=6), board("frog", place=3)
    words = meal_words(hunter, frog, "elephant", environments="mountain")
    assert words.endswith("; by its Poison you get 2 bites")
    immune = board("bear", place=12, population=6)
    assert "Poison" not in meal_words(immune, frog, "elephant", environments="mountain")


def test_what_a_trait_does_is_shown_in_a_line():
    state = leading("frog", "bear", "bat", hands=("A1", "A2", "A3")).state
    for trait in TABLES.traits:
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
    assert prompt == "Your rival's best: pair of 8s. Play anything."
    assert {waiting(table, viewer) for viewer in (0, SPECTATOR)} == {
        f"To beat at most: pair of 8s. {WAITING}"
    }
    table.do(1, "A3")
    assert table.asked == (["Declare"], [0])
    prompts = {waiting(table, viewer) for viewer in (1, SPECTATOR)}
    assert prompts == {WAITING}
    used, other = (number for number in table.state.display[1::-1])
    assert (
        GAME.texts.element(table.state, 0, ("display", used), SeatNames(NAMES))
        == "With acorn 8 you have pair of 8s."
    )
    sentence = GAME.texts.element(table.state, 0, ("display", other), SeatNames(NAMES))
    assert sentence == "Acorn 10 needs another card of the display."


def test_who_would_lead_is_shown():
    state = doing("turtle", "bat", "bird", pending=[Lead(0)]).state
    assert (
        GAME.texts.element(state, 0, ("species", 1), SeatNames(NAMES))
        == "The bat would lead the first trick."
    )


def test_a_viewer_waiting_for_a_mutation_reads_what_is_to_be_beaten():
    mouse = board("mouse", traits="- - A9 - -")
    table = leading(mouse, "amoeba", hands=("B8 F2", "A2 A3"), display="A10 A8 F7", spare=1)
    table.do(0, "B8")
    assert table.asked == (["Mutate"], [1])
    assert {waiting(table, viewer) for viewer in (0, SPECTATOR)} == {
        f"To beat at most: pair of 8s. {WAITING}"
    }


def test_a_set_that_mutation_spoiled_is_its_highest_card():
    table = leading("turtle", "amoeba", hands=("A6 A9", "F2"), display="A5 B12 F7", spare=1)
    table.do(0, "A6 A9").do(1, "take 3.1 1")
    prompt = GAME.texts.prompt(GAME.view(table.state, 1), 1, SeatNames())
    assert prompt == "Your rival's best: 9 alone. Play anything."
    assert waiting(table, 0) == f"To beat at most: 9 alone. {WAITING}"
