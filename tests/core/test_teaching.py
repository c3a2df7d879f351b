"""Texts for newcomers: summaries, and primers for each phase of every game."""

import re
from collections import Counter

import pytest

from darwin_core.contract import registry
from darwin_core.contract.tables import read_text
from darwin_core.games.darwinning import material as darwinning
from darwin_core.games.darwinning.material import GAINED_FOOD, HAND_CARDS, KEPT_CARDS_MAX
from darwin_core.games.dice import material as dice
from darwin_core.games.evo import material as evo
from darwin_core.games.journey import material as journey
from darwin_core.games.yummy import material as yummy
from darwin_core.lab.play import Case, moments
from darwin_core.teaching import facts, lessons, primers
from darwin_core.text import language
from darwin_core.text.seat_names import SeatNames

GAMES = {slug: registry.get(slug) for slug in registry.SLUGS}
SUMMARY_COLUMNS_MAX = 104
SUMMARY_ROWS_MAX = 30

_POINTS = {
    number: next(card.points for card in dice.CARDS if card.number == str(number))
    for number in range(1, 10)
}
_WORTH = {card.name: card.points for card in dice.CARDS if card.name in ("scorpion", "owl")}
_VALUES = {group.name: group.value for group in yummy.GROUPS}

FIGURES = {
    "dice": [
        *(
            f"{word} play {dice.DEALS[n].rounds} rounds of {dice.DEALS[n].cards}"
            for word, n in (("Two players", 2), ("three", 3), ("four", 4))
        ),
        f"Numbers 4 and 5 score {_POINTS[4]} point",
        f"3 and 6 score {_POINTS[6]}",
        f"2 and 7 score {_POINTS[2]}",
        f"1 and 8 score {_POINTS[8]}",
        f"A scorpion counts {dice.CARDS[dice.SCORPION].number};",
        f"A scorpion scores {_WORTH['scorpion']}",
        f"an owl {_WORTH['owl']}",
    ],
    "yummy": [
        f"The limit is {yummy.HAND_CARDS} cards",
        f"citizens {_VALUES['citizens']}",
        f"executive {_VALUES['executive']}",
        f"politics {_VALUES['politics']}",
        f"terror {_VALUES['terror']}",
        f"USA {_VALUES['USA']}",
        f"There are {len(yummy.BOX)} cards",
    ],
    "darwinning": [
        f"until you hold {HAND_CARDS} and",
        f"keep up to {KEPT_CARDS_MAX} cards",
        f"below you on the food chain, {GAINED_FOOD} food each",
        "population +1",
        "population −1",
        "Two bites cost 1 more",
        "1 for each population, 2 for each beyond the start",
        "1 for each printed environment, 2 for each gained",
        " or ".join(map(str, sorted({*darwinning.TRAIT_POINTS[1:]}))) + " for each trait card",
    ],
    "evo": [
        f"after {evo.MILLENNIA} millennia",
        f"and {evo.DRAW} more",
        f"{evo.CATCH} tokens, and a new card",
        "1 token for each of the latter",
        f"more than {evo.HARDY} plus the number of the millennium",
        "1 point for each token left",
        f"{evo.bonus(6)} more with 6 to 10 tokens",
        f"{evo.bonus(11)} more with 11 or more",
        f"{evo.TARGETS[0]} cards after the first millennium, then "
        f"{evo.TARGETS[1]}, {evo.TARGETS[2]} and {evo.TARGETS[3]}",
        "each card above is +1, each below −1",
    ],
    "journey": [
        f"most points after {journey.ROUNDS} rounds",
        "1 knowledge replaces a missing seal",
        f"pay {journey.OCCUPIED_COSTS[4]} coins ({journey.OCCUPIED_COSTS[2]} with two players)",
        f"{journey.WORKERS} workers, {journey.START_COINS} coins",
        f"{journey.START_KNOWLEDGE} knowledge.",
        f"A lens ({journey.LENS_COST} coins)",
        f"{journey.BOOK_POINTS} for each book",
        "1 more for each complete row",
        f"1 for every {journey.COINS_A_POINT} coins",
        "1 for each knowledge",
    ],
}
"""The words of each summary that hold a figure, with the figures of the engine."""


def summary(slug):
    return read_text(GAMES[slug].package, "summary.md")


@pytest.mark.parametrize("slug", GAMES)
def test_summary_says_goal_turn_scoring_and_end_on_one_page(slug):
    text = summary(slug)
    headings = re.findall(r"^## (.+)$", text, re.MULTILINE)
    assert headings[0] == "Goal"
    assert "What scores" in headings
    rows = text.splitlines()
    assert len(rows) <= SUMMARY_ROWS_MAX
    assert max(map(len, rows)) <= SUMMARY_COLUMNS_MAX


@pytest.mark.parametrize("slug", GAMES)
def test_every_figure_of_a_summary_is_that_of_the_engine(slug):
    text = " ".join(summary(slug).split())
    for words in FIGURES[slug]:
        assert words in text
        text = text.replace(words, "", 1)
    assert not re.findall(r"\d+", text)


def test_evo_counts_its_bonuses_from_these_tokens_on():
    assert [evo.bonus(tokens) for tokens in (5, 6, 10, 11)] == [0, evo.bonus(6), evo.bonus(6), 7]


WORDS_MAX = 5
"""The highest number that one language may write in figures and the other in words."""


@pytest.mark.parametrize("name", ["summary.md", "rules.md"])
@pytest.mark.parametrize("slug", GAMES)
def test_a_translated_page_has_the_figures_and_headings_of_the_english_one(slug, name):
    def marks(page):
        figures = [figure.replace(",", ".") for figure in re.findall(r"\d+(?:[.,]\d)?", page)]
        return (
            Counter(figure for figure in figures if float(figure) > WORDS_MAX),
            re.findall(r"^#+ |^\d\. |^- ", page, re.MULTILINE),
            page.count("|"),
        )

    english = language.page_of(GAMES[slug].package, name)
    with language.reading("de"):
        assert marks(language.page_of(GAMES[slug].package, name)) == marks(english)


@pytest.mark.parametrize("reader", language.NAMES)
@pytest.mark.parametrize("slug", GAMES)
def test_primers_are_short(slug, reader):
    for phase, texts in primers.by_phase(GAMES[slug].package).items():
        assert 0 < len(texts) <= primers.SENTENCES_MAX, phase
        with language.reading(reader):
            lines = [language.tr(text) for text in texts]
        for line in lines:
            assert len(line) <= primers.COLUMNS_MAX, (phase, line)
            assert line.endswith("."), (phase, line)


@pytest.mark.parametrize("is_advised", [False, True], ids=["random", "advised"])
@pytest.mark.parametrize("slug", GAMES)
def test_every_decision_has_a_phase_with_a_primer(slug, is_advised):
    game = GAMES[slug]
    for seats in (game.seats[0], game.seats[-1]):
        for moment in moments(Case(game, seats, "newcomer", is_advised=is_advised)):
            view = game.view(moment.before, moment.seat)
            for reader in language.NAMES:
                with language.reading(reader):
                    phase, lines = primers.sentences(game, view, moment.seat)
                assert phase
                assert lines


def test_primers_follow_what_the_phase_is():
    game = GAMES["dice"]
    phases = {
        (bool(view.middle), bool(view.taken[moment.seat])): game.texts.phase(view, moment.seat)
        for seed in range(6)
        for moment in moments(Case(game, 2, f"phases {seed}"))
        for view in [game.view(moment.before, moment.seat)]
    }
    assert phases == {
        (False, False): "choose",
        (False, True): "risk",
        (True, False): "middle",
        (True, True): "middle",
    }


WORDS_A_SECOND = 4
"""The pace at which a stranger reads, looking from place to place."""
FIRST_MOVE_SECONDS = {"dice": 30, "yummy": 45, "darwinning": 45, "evo": 45, "journey": 60}
LESSON_MINUTES = {"dice": 6, "yummy": 6, "darwinning": 6, "evo": 6, "journey": 8}
LOOK_SECONDS = 3
"""Seconds to look at the thing that a step of a lesson speaks of."""


@pytest.mark.parametrize("seed", ["newcomer", "stranger", "guest"])
@pytest.mark.parametrize("slug", GAMES)
def test_the_texts_up_to_the_first_move_are_read_in_the_named_seconds(slug, seed):
    """Count the notes of a first match, the prompts and the words on the action that Enter plays,
    with a second for each key, up to the first card played, food found or worker placed."""
    game = GAMES[slug]
    words = 0
    keys = 0
    known = set()
    case = Case(game, game.seats[-1], seed, is_advised=True)
    for moment in moments(case):
        if moment.seat:
            continue
        view = game.view(moment.before, 0)
        phase, lines = primers.sentences(game, view, 0)
        if phase not in known:
            known.add(phase)
            words += sum(len(line.split()) for line in lines)
            keys += 1
        words += len(game.texts.prompt(view, 0, case.seat_names).split())
        words += len(game.texts.phrase(view, moment.action, case.seat_names).split())
        keys += max(len(game.targets(moment.action)), 1)
        if slug != "journey" or view.round:
            break
    assert words / WORDS_A_SECOND + keys <= FIRST_MOVE_SECONDS[slug], (words, keys)


@pytest.mark.parametrize("slug", GAMES)
def test_a_lesson_takes_no_more_than_its_minutes(slug):
    steps = lessons.load(slug).steps
    words = sum(len(f"{step.text} {step.do}".split()) for step in steps)
    keys = sum(1 + sum(len(action.split()) for action in step.play) for step in steps)
    seconds = words / WORDS_A_SECOND + keys + LOOK_SECONDS * len(steps)
    assert seconds <= 60 * LESSON_MINUTES[slug]


def test_yes_is_not_stated_as_a_number():
    game = registry.get("dice")
    state = game.setup(game.options(), 4, "seed", None)
    now = facts.Now(game, game.view(state, 0), 0, (), SeatNames(("Ada", "Ben", "Cleo", "Dan")))
    assert facts.ask(now, "says:Boo") is False
    assert facts.fill("{says:Boo=False}", now) == "False"
    with pytest.raises(facts.WrongFact):
        facts.fill("{says:Boo=zero}", now)
