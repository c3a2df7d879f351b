"""Texts for newcomers: summaries, and primers for each phase of every game."""

import re

import pytest

from darwin_core import primers, registry
from darwin_core.components import read_text
from darwin_core.games.darwinning import components as darwinning
from darwin_core.games.darwinning.components import GAINED_FOOD, HAND, KEPT
from darwin_core.games.dice import components as dice
from darwin_core.games.evo import components as evo
from darwin_core.games.journey import components as journey
from darwin_core.games.yummy import components as yummy
from darwin_core.testing.play import Case, moments

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
        f"A scorpion scores {_WORTH['scorpion']}",
        f"an owl {_WORTH['owl']}",
    ],
    "yummy": [
        f"The limit is {yummy.HAND} cards",
        f"citizens {_VALUES['citizens']}",
        f"executive {_VALUES['executive']}",
        f"politics {_VALUES['politics']}",
        f"terror {_VALUES['terror']}",
        f"USA {_VALUES['USA']}",
        f"There are {len(yummy.BOX)} cards",
    ],
    "darwinning": [
        f"until you hold {HAND} and",
        f"keep up to {KEPT} cards",
        f"below you on the food chain, {GAINED_FOOD} food each",
        "population +1",
        "population −1",
        "Two bites cost 1 more",
        "1 for each population, 2 for each beyond the start",
        "1 for each printed environment, 2 for each gained",
        " or ".join(map(str, sorted({*darwinning.TRAIT_POINTS[1:]}))) + " for each trait card",
    ],
    "evo": [
        f"After {evo.MILLENNIA} millennia",
        f"and {evo.DRAW} more",
        f"{evo.CATCH} tokens, and a new card",
        "1 token for each of the latter",
        f"more than {evo.HARDY} plus the number of the millennium",
        "1 point for each token left",
        f"{evo.bonus(6)} more from 6 tokens on",
        f"{evo.bonus(11)} more from 11 on",
        f"{evo.TARGETS[0]} cards after the first millennium, then "
        f"{evo.TARGETS[1]}, {evo.TARGETS[2]} and {evo.TARGETS[3]}",
        "each card above is +1, each below −1",
    ],
    "journey": [
        f"The most points after {journey.ROUNDS} rounds",
        "1 knowledge replaces a missing seal",
        f"pay {journey.OCCUPIED[4]} coins ({journey.OCCUPIED[2]} with two players)",
        f"{journey.WORKERS} workers, {journey.START_COINS} coins",
        f"{journey.START_KNOWLEDGE} knowledge.",
        f"A lens ({journey.LENS_COST} coins)",
        f"{journey.BOOK} for each book",
        "1 more for each complete row",
        f"1 for every {journey.COINS_A_POINT} coins",
        "1 for each knowledge",
    ],
}
"""Figures of each summary, as the engine has them."""


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


@pytest.mark.parametrize("slug", GAMES)
def test_primers_are_short(slug):
    for phase, lines in primers.of(GAMES[slug].package).items():
        assert 0 < len(lines) <= primers.SENTENCES_MAX, phase
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
            phase, lines = primers.sentences(game, view, moment.seat)
            assert phase
            assert lines


def test_primers_follow_what_the_phase_is():
    game = GAMES["dice"]
    phases = {
        (bool(view.middle), bool(view.taken[moment.seat])): game.phase(view, moment.seat)
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
