"""The statistics of finished matches: counts, ratings, luck, and the level that is offered next."""

import json
import os
import re
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from home import here
from tui.scenes import closed, finished, saved

from darwin_core.analysis.report import analysis_of
from darwin_core.analysis.review import Choice, Judgement, review
from darwin_core.bots import ladder
from darwin_core.bots.ladder import DecisionCost, GivenAway, given_away
from darwin_core.journal import JournalError
from darwin_core.match.record import Player
from darwin_core.teaching import lessons
from darwin_tui.cli import main
from darwin_tui.library import analyses, notes, saves, statistics
from darwin_tui.library.caches import Listed
from darwin_tui.library.statistics import own_seat
from darwin_tui.strength.figures import aligned, share_of_win, signed_share, wilson


def row(number: int, points: tuple[int, ...], *controls: str, **more: Any) -> Listed:
    """Return a row of a finished match of Darwin's Dice; Ada has the first seat."""
    controls = controls or ("bot:greedy",) * (len(points) - 1)
    names = ("Ada", "Ben", "Cleo", "Dan")
    players = tuple(map(Player, names, ("human", *controls)))
    fields: dict[str, Any] = {
        "path": Path(f"{number}.jsonl"),
        "title": str(number),
        "played": 0,
        "size": 0,
        "game": "dice",
        "players": players,
        "points": points,
        "places": tuple(1 + sum(other > one for other in points) for one in points),
        "over": True,
        "made": f"2026-01-{number + 1:02}",
        "chain": str(number),
    }
    return Listed(**{**fields, **more})


def of_dice(*rows: Listed) -> statistics.GameFigures:
    figures = statistics.statistics(rows, "Ada").of("dice")
    assert figures is not None
    return figures


def test_figures_are_those_of_the_records_and_the_rest_is_counted():
    won = [finished("human", "bot:random", "bot:greedy", seed=seed) for seed in "abcdef"]
    closed(saved("human", "bot:random", seed="going", actions=9))
    finished("bot:random", "bot:random", seed="bots")
    damaged = finished("human", "bot:random", seed="damaged").path
    damaged.write_bytes(damaged.read_bytes().replace(b'"S', b'"T', 1)[:-40])
    saves.copy(won[0].path, here())
    branch = saves.create_branch(won[1].match, 4, won[1].match.header.players, None, here())
    assert branch.journal
    branch.journal.close()

    result = CliRunner().invoke(main, ["stats", "--json"])
    assert result.exit_code == 0, result.stderr
    figures = json.loads(result.stdout)
    left_out = {name: figures[name] for name in ("unfinished", "damaged", "copies", "others")}
    # The branch is not finished either.
    assert left_out == {"unfinished": 2, "damaged": 1, "copies": 1, "others": 1}
    (dice,) = figures["games"]
    outcomes = [won_match.match.game.outcome(won_match.match.state) for won_match in won]
    points = sorted(outcome.totals[0] for outcome in outcomes if outcome)
    assert figures["matches"] == dice["played"] == 6
    assert sorted(score["points"] for score in dice["scores"]) == points
    assert dice["best_points"] == points[-1]
    assert dice["mean_points"] == pytest.approx(sum(points) / 6, abs=1e-5)
    assert dice["won"] == sum(share_of_win(outcome.ranks, 0) for outcome in outcomes if outcome)
    assert (dice["low"], dice["high"]) == pytest.approx(wilson(dice["won"], 6), abs=1e-5)
    assert dice["fair_share"] == pytest.approx(1 / 3, abs=1e-5)
    assert {rival["name"]: rival["matches"] for rival in dice["rivals"]} == {
        "Normal": 6,
        "Random": 6,
    }

    text = CliRunner().invoke(main, ["stats", "dice"]).stdout
    assert ": 6 finished matches." in text
    assert "1 damaged" in text
    assert CliRunner().invoke(main, ["stats", "chess"]).exit_code == 2


def test_figures_can_be_limited():
    finished("human", "bot:normal", "bot:easy", seed="three")
    finished("human", "bot:easy", seed="two", made=datetime.now(UTC).isoformat())
    finished("human", "bot:easy", seed="old", made="2020-01-01T10:00:00+00:00")
    finished("human", *["bot:easy"] * 3, game="evo", seed="evo", options={"predation": True})
    for limits, count in (
        ("--against easy", 4),
        ("--against NORMAL", 1),
        ("--seats 2", 2),
        ("--seats 2 --days 30", 1),
        ("--against easy --seats 5", 0),
    ):
        result = CliRunner().invoke(main, ["stats", "--json", *limits.split()])
        assert result.exit_code == 0, result.stderr
        assert json.loads(result.stdout)["matches"] == count, limits
    output = CliRunner().invoke(main, ["stats", "--seats", "2", "--days", "30"]).stdout
    assert "1 finished match (2 seats, last 30 days)." in output
    words = ["stats", "--rules", "options of your own"]
    assert json.loads(CliRunner().invoke(main, [*words, "--json"]).stdout)["matches"] == 1
    evo = json.loads(CliRunner().invoke(main, ["stats", "evo", "--json"]).stdout)
    assert (evo["matches"], [game["game"] for game in evo["games"]]) == (1, ["evo"])
    refused = CliRunner().invoke(main, ["stats", "--against", "nobody"])
    assert refused.exit_code == 2
    assert "there is Easy bots or Normal bots" in refused.stderr


def test_name_that_is_no_text_is_printed():
    opened = closed(finished("human", "bot:easy"))
    opened.path.rename(opened.path.with_name(os.fsdecode(b"\x1b[31mred\xff.jsonl")))
    output = CliRunner().invoke(main, ["stats", "dice"]).stdout
    assert output.endswith("  ?[31mred?\n")
    figures = json.loads(CliRunner().invoke(main, ["stats", "--json"]).stdout)
    assert figures["games"][0]["scores"][0]["title"] == "?[31mred?"


def test_nothing_played_is_said_in_one_line():
    result = CliRunner().invoke(main, ["stats"])
    assert result.exit_code == 0
    assert result.stdout.endswith(": 0 finished matches.\n")


def test_branch_of_a_match_whose_cards_are_known_does_not_count():
    totals = statistics.statistics([row(0, (9, 3)), row(1, (9, 3), is_branch=True)], "Ada")
    assert (totals.matches, totals.branches) == (1, 1)


def test_match_that_began_as_a_lesson_does_not_count():
    seed = lessons.load("dice").seed
    totals = statistics.statistics([row(0, (9, 3)), row(1, (9, 3), seed=seed)], "Ada")
    assert (totals.matches, totals.lessons) == (1, 1)


def test_shared_win_counts_in_part_and_is_a_win_in_a_row():
    figures = of_dice(row(0, (5, 9)), row(1, (9, 9)), row(2, (9, 3)))
    assert figures.won == 1.5
    assert (figures.streak, figures.longest_streak) == (2, 2)
    assert figures.low is None, "three matches are too few for an interval"
    assert figures.rivals[0].ahead == 0.5


def test_matches_are_in_the_order_in_which_they_were_started():
    figures = of_dice(row(2, (3, 9)), row(0, (1, 9)), row(1, (2, 1)))
    assert [score.points for score in figures.scores] == [1, 2, 3]
    assert figures.streak == 0


def test_people_are_met_by_name_and_bots_by_level():
    figures = of_dice(row(0, (9, 3, 12, 4), "human", "bot:greedy", "bot:random"))
    assert {(rival.name, rival.is_bot): rival.ahead for rival in figures.rivals} == {
        ("Ben", False): 1,
        ("Normal", True): 0,
        ("Random", True): 1,
    }


def test_seat_at_a_shared_keyboard_is_that_of_the_name():
    two = (Player("Ada"), Player("Ben"))
    assert own_seat(two, "Ben") == 1
    assert own_seat(two, "Eve") is None
    assert own_seat((Player("Ada"), Player("Ben", "bot:random")), "Eve") == 0


def test_rating_needs_five_matches_and_rises_with_wins():
    wins = [row(number, (9, 3, 2)) for number in range(8)]
    losses = [row(number, (1, 3, 2)) for number in range(8)]
    assert of_dice(*wins[:4]).rating is None
    few = of_dice(*wins[:5]).rating
    many = of_dice(*wins).rating
    poor = of_dice(*losses).rating
    assert few
    assert many
    assert poor
    assert poor.high < statistics.ANCHOR_POINTS < many.value
    assert many.high - many.low < few.high - few.low
    assert (few.matches, many.matches) == (5, 8)


def test_change_that_is_rounded_to_nothing_has_no_minus():
    assert signed_share(-0.004) == "+0 %"
    assert signed_share(-0.054, 0.02) == "\N{MINUS SIGN}5 ± 2 %"


def test_columns_stay_in_line_below_wide_letters():
    assert [*aligned([("進化", "x", "1"), ("Ada", "yy", "22")], frozenset({0}))] == [
        "進化   x   1",
        "Ada   yy  22",
    ]


def test_level_that_loses_to_the_fixed_one_is_worth_less_to_beat():
    # Ada comes first in all of the first matches, and second in the others, in which Random is
    # always last.
    normal = [row(number, (9, 3, 2)) for number in range(8)]
    mixed = [row(number, (3, 9, 2), "bot:greedy", "bot:random") for number in range(8)]
    better, worse = of_dice(*normal).rating, of_dice(*mixed).rating
    assert better
    assert worse
    assert worse.value < better.value


def test_matches_of_people_alone_give_no_rating():
    assert of_dice(*(row(number, (9, 3), "human") for number in range(8))).rating is None


def test_luck_is_the_mean_of_the_analyses_that_are_kept():
    matches = [finished("human", "bot:random", seed=seed).match for seed in "abc"]

    def luck() -> statistics.LuckFigures | None:
        figures = statistics.statistics(saves.rows(here()), "Ada", here()).of("dice")
        assert figures is not None
        return figures.luck

    assert luck() is None
    luck_found = []
    for match, cost in zip(matches[:2], (0.25, 0.0), strict=True):
        others = [Judgement(0.5)] * len(match.history)
        spoilt = Choice(0, "C1", "C2", cost, 1.0, "??")
        judgements = [Judgement(0.5, spoilt), *others[1:]]
        reviews = [review(match, seat, judged) for seat, judged in enumerate((judgements, others))]
        analyses.keep(analysis_of(match, reviews, 1), here())
        luck_found.append(sum(reviews[0].luck))
    figures = luck()
    assert figures is not None
    assert figures.matches == 2
    assert figures.decisions.value == pytest.approx(-0.125)
    assert figures.luck.value == pytest.approx(sum(luck_found) / 2, abs=1e-4)
    assert figures.luck.low <= figures.luck.value <= figures.luck.high
    won, expected, _, decisions = (words for _, words in statistics.luck_lines(figures))
    assert won == f"{100 * figures.won:.0f} %"
    assert figures.expected.value + figures.luck.value == pytest.approx(figures.won, abs=1e-4)
    assert expected.startswith("38 ± "), "a start of 50 % and decisions of -12.5 %"
    assert decisions.startswith("\N{MINUS SIGN}12 ± ")
    assert figures.given
    assert figures.given.decisions == 2, "a single decision of each match was judged"
    assert figures.given.share == pytest.approx(0.125)
    assert figures.given.by_phase == pytest.approx((0.125, 0, 0))
    result = CliRunner().invoke(main, ["stats", "dice"])
    assert f"won of 2 analysed: {won}, expected without luck: {expected}" in result.output
    assert re.search(r"^you +12\.5 ± 24\.5 +12\.5 +0\.0 +0\.0$", result.output, re.MULTILINE)


def test_analysis_that_cannot_be_stored_is_refused_in_a_sentence():
    match = finished("human", "bot:random").match
    judgements = [[Judgement(0.5)] * len(match.history)] * 2
    reviews = [review(match, seat, judged) for seat, judged in enumerate(judgements)]
    folder = here().analysis_of(match.chain).parent
    folder.write_text("This is no folder.")
    with pytest.raises(JournalError, match=f"{folder} cannot be written"):
        analyses.keep(analysis_of(match, reviews, 1), here())


def test_chance_given_away_has_an_interval_in_which_decisions_of_one_match_go_together():
    bad = [DecisionCost(0.1, 0.3), DecisionCost(0.9, 0.1)]
    good = [DecisionCost(0.5, 0.0)] * 6
    once = given_away([bad, good])
    assert once.share == pytest.approx(0.05)
    assert once.by_phase == pytest.approx((0.3, 0.0, 0.1))
    assert once.low == 0
    often = given_away([bad, good] * 20)
    assert often.share == pytest.approx(once.share)
    assert once.low <= often.low < often.share < often.high < once.high
    alone = given_away([bad])
    assert alone.low == alone.share == alone.high


def test_levels_that_were_measured_stand_beside_the_player(monkeypatch):
    measured = {"easy": GivenAway(0.03, 0.02, 0.04, (0.01, 0.03, 0.05), 300)}
    monkeypatch.setattr(ladder, "given_by", lambda package: measured)
    rows = statistics.given_rows(of_dice(row(0, (9, 3))))
    assert [(row.name, row.words) for row in rows] == [("Easy", ("3.0 ± 1.0", "1.0", "3.0", "5.0"))]


# --- the level that follows, and help

LEVELS = ("easy", "normal", "hard", "master")


def offered(*rows: Listed) -> statistics.LevelOffer | None:
    return statistics.level_offer(statistics.finished(rows, "Ada").matches, LEVELS)


@pytest.mark.parametrize(
    ("points", "level", "expected"),
    [
        (((50, 40), (60, 30)), "normal", "hard"),
        (((50, 41), (60, 30)), "normal", None),
        (((50, 40), (30, 60)), "normal", None),
        (((30, 40), (30, 60)), "normal", "easy"),
        (((30, 40), (30, 60)), "easy", None),
        (((50, 30), (60, 30)), "master", None),
        (((50, 30),), "normal", None),
        (((30, 60, 20, 10), (30, 60, 20, 10)), "normal", None),
        (((30, 60, 40, 10), (30, 60, 40, 50)), "normal", "easy"),
    ],
)
def test_a_level_follows_from_the_last_two_matches(points, level, expected):
    rows = [
        row(number, scores, *(f"bot:{level}" for _ in scores[1:]))
        for number, scores in enumerate(points)
    ]
    offer = offered(*rows)
    assert (offer.level if offer else None) == expected
    if offer:
        assert offer.is_harder == (LEVELS.index(offer.level) > LEVELS.index(level))


def test_no_level_follows_from_matches_against_others():
    assert offered(row(0, (50, 30), "bot:easy"), row(1, (50, 30), "bot:normal")) is None
    assert offered(row(0, (50, 30), "human"), row(1, (50, 30), "human")) is None


def test_matches_with_help_are_told_apart():
    alone, helped = (finished("human", "bot:random", seed=seed) for seed in "ab")
    notes.note_named(here().notes_on(helped.path), notes.Note(1, "Ada", hint=True))
    notes.note_named(here().notes_on(helped.path), notes.Note(1, "Ada", hint=True))
    for line, by in ((1, "Ada"), (3, "Ada"), (3, "Ben")):
        notes.note_named(here().notes_on(helped.path), notes.Note(line, by, named=("b1",)))
    notes.write(here().notes_on(helped.path), notes.Note(2, "Ben", text="x", level="hard"))
    assert len(notes.read(here().notes_on(helped.path))) == 1, "a hint is no comment"
    figures = statistics.statistics(saves.rows(here()), "Ada", here()).of("dice")
    assert figures is not None
    assert (figures.played, figures.helped) == (2, 1)
    helps = {score.title: score.help for score in figures.scores}
    help_words = "with help: 1 hint, 1 other level, 1 suggestion"
    assert helps == {alone.path.stem: "", helped.path.stem: help_words}
    printed = CliRunner().invoke(main, ["stats", "dice"]).output
    assert "With help " in printed
    assert f"({help_words})" in printed
