"""The results of a match: score, winners, reasons, turning points, and the keys that lead on."""

import re
import shutil
from functools import partial
from itertools import chain, product
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
import sampling
from home import here, own
from matches import outcome_of
from rich.cells import cell_len
from textual.geometry import Region
from tui.scenes import (
    LONG_NAMES,
    DarwinApp,
    closed,
    finished,
    match_at,
    notices,
    replay_of,
    replaying,
    saved,
    shown,
    until,
)

from darwin_core.analysis.report import turning_points
from darwin_core.analysis.review import Choice, Judgement
from darwin_core.contract.game import SPECTATOR, Clock, Outcome, ScoreLine, during
from darwin_core.contract.registry import SLUGS, get
from darwin_core.games.dice.acts import Lost, Won
from darwin_core.games.dice.material import points_of
from darwin_core.match.recording import Recording
from darwin_core.text.language import reading
from darwin_core.text.seat_names import SeatNames
from darwin_core.text.wording import counted
from darwin_tui import paths, settings
from darwin_tui.drawing.area import Area
from darwin_tui.drawing.canvas import SEAT_MARKS, Canvas, Drawing
from darwin_tui.library import notes, saves
from darwin_tui.library.daily import course
from darwin_tui.library.hindsight import losses, reasons, swings
from darwin_tui.library.saved_match import SavedMatch
from darwin_tui.library.statistics import LevelOffer
from darwin_tui.play.setbacks import prospects_of, setbacks_in
from darwin_tui.screens.home import HomeScreen
from darwin_tui.screens.new_match import NewMatchScreen
from darwin_tui.screens.play import PlayScreen
from darwin_tui.screens.replay import ReplayScreen
from darwin_tui.screens.results import ResultsScreen
from darwin_tui.screens.results_page import (
    Results,
    ResultsPage,
    ScoreTable,
    draw_podium,
    lead_words,
    order_of,
    step_heights,
    winner,
)
from darwin_tui.settings import Settings
from darwin_tui.widgets import pane
from darwin_tui.widgets.chance_curve import turns, whole_sentences

BOTS = ("bot:random",) * 4
SAMPLES = Path(__file__).parents[2] / "saves"
"""The sample matches, each with its analysis."""


async def begin(pilot, opened):
    """Open the results of a match over the open screen."""
    pilot.app.push_screen(ResultsScreen(SavedMatch.of(opened)))
    await pilot.pause()


@pytest.mark.parametrize("seats", [2, 3, 4])
async def test_shows_line_by_line_and_the_winner_last(seats, monkeypatch):
    set_interval = ResultsScreen.set_interval

    def slowly(screen, period, *args, **more):
        return set_interval(screen, 1e6 if period == 0.5 else period, *args, **more)

    monkeypatch.setattr(ResultsScreen, "set_interval", slowly)
    opened = finished(*BOTS[:seats], names=LONG_NAMES)
    outcome = outcome_of(opened.match)
    async with DarwinApp(own()).run_test() as pilot:
        await begin(pilot, opened)
        for shown_count in range(len(outcome.lines) + 2):
            rows = shown(pilot.app).splitlines()
            order = order_of(outcome, is_done=shown_count > len(outcome.lines))
            for number, line in enumerate(outcome.lines):
                row = next(row.split() for row in rows if f"{row} ".startswith(f" {line.label} "))
                own_points = [str(line.points[seat]) for seat in order]
                points = own_points if number < shown_count else []
                label = line.label.split()
                assert row[: len(label) + seats] == [*label, *points], "before the reasons"
            total = next(row.split() for row in rows if row.strip().startswith("total"))
            done = shown_count > len(outcome.lines)
            totals = [str(outcome.totals[seat]) for seat in order]
            assert total[1 : seats + 1] == (totals if done else [])
            names = [LONG_NAMES[seat] for seat in outcome.winners]
            assert all(name in rows[0] for name in names) == done
            for seat in range(seats):
                assert SEAT_MARKS[seat] in shown(pilot.app)
                assert LONG_NAMES[seat] in shown(pilot.app), "whole"
            await pilot.press(("enter", "space")[shown_count % 2])


async def test_no_panel_moves_from_the_first_line_to_the_last():
    async with DarwinApp(own()).run_test(size=(120, 40)) as pilot:
        await begin(pilot, finished("human", *BOTS[:3]))
        await until(pilot, lambda: pilot.app.screen.query_one(ResultsPage).course)
        tops = []
        for _ in range(8):
            rows = shown(pilot.app).splitlines()
            tops.append([y for y, row in enumerate(rows) if row[:1] in "╭╰" and row])
            await pilot.press("enter")
        assert pilot.app.screen.query_one(ResultsPage).is_done
        assert len(tops[0]) >= 4
        assert tops == [tops[0]] * len(tops)


async def test_there_is_a_next_line_until_all_are_shown():
    async with DarwinApp(own()).run_test() as pilot:
        await begin(pilot, finished(*BOTS))
        assert "Enter next line" in shown(pilot.app)
        await pilot.press(*["enter"] * 8)
        await until(pilot, lambda: "next line" not in shown(pilot.app))


async def test_shows_lines_by_itself_without_a_key():
    opened = finished(*BOTS[:4])
    async with DarwinApp(own()).run_test() as pilot:
        await begin(pilot, opened)
        await until(pilot, lambda: "Saved as" in shown(pilot.app))
        assert opened.path.stem in shown(pilot.app)


async def test_a_shared_win_names_both(monkeypatch):
    opened = finished(*BOTS[:3])
    outcome = outcome_of(opened.match)
    tied = type(outcome)(outcome.lines, (50, 50, 3), (1, 1, 3))
    monkeypatch.setattr(Recording, "by_source", lambda *_: tied)
    async with DarwinApp(own()).run_test() as pilot:
        await begin(pilot, opened)
        await pilot.press(*["enter"] * 6)
        assert "Ada and Ben share the win." in shown(pilot.app)
        rows = shown(pilot.app).splitlines()
        (places,) = (row.split() for row in rows if row.strip().startswith("place"))
        assert places == ["place", "1st", "1st", "3rd"]


async def test_takes_on_the_colours_of_another_theme():
    opened = finished(*BOTS[:2])
    async with DarwinApp(own()).run_test() as pilot:
        await begin(pilot, opened)
        for theme in ("lamp", "paper"):
            pilot.app.theme = theme
            await pilot.pause()
            picture = pilot.app.export_screenshot()
            assert all(pilot.app.theme_variables[f"seat-{seat}"] in picture for seat in range(2))


@pytest.mark.parametrize("game", SLUGS)
async def test_curves_end_at_the_totals_and_begin_at_the_start(game):
    recording = SavedMatch.of(finished("human", *BOTS[:2], game=game)).recording()
    curves = course(recording)
    assert curves[-1] == recording.standing.totals
    assert len(curves) == len({clock.round for clock in recording.clocks}) + 1
    assert all(len(step) == 3 for step in curves)


@pytest.mark.parametrize(("width", "is_large"), [(36, False), (40, True)])
def test_large_points_leave_ground_at_both_sides_of_their_column(width, is_large):
    outcome = Outcome((), (41, 48, 38, 40), (2, 1, 4, 3))
    drawing = Drawing(Canvas(width, 10), {})
    draw_podium(
        Area(drawing, Region(0, 0, width, 10)), ("Ada", "Ben", "Cleo", "Dan"), outcome, True
    )
    assert ("48" not in drawing.canvas.plain()) is is_large


@pytest.mark.parametrize(
    "totals", [(66, 64, 21, 0), (40, 41, 39, 38), (7, 7, 7, 1), (12, 5), (0, 0, 0), (-3, 8, 2)]
)
@pytest.mark.parametrize(("most", "least"), [(8, 4), (10, 4), (24, 4), (12, 2)])
def test_more_points_are_a_higher_step_and_equal_points_an_equal_one(totals, most, least):
    heights = step_heights(totals, most, least)
    assert all(least <= height <= most for height in heights)
    for one, other in product(range(len(totals)), repeat=2):
        assert (totals[one] > totals[other]) == (heights[one] > heights[other])


def test_reasons_compare_the_only_person_with_the_winner():
    lines = tuple(ScoreLine(*line) for line in (("goals", (3, 9, 1)), ("tents", (5, 4, 8))))
    outcome = Outcome(lines, (8, 13, 9), (3, 1, 2))

    assert reasons(outcome, 0) == (0, 1, [(-6, "goals"), (1, "tents")])
    assert reasons(outcome, 1) == reasons(outcome, None) == (1, 2, [(8, "goals"), (-4, "tents")])


async def test_page_says_where_one_lost(monkeypatch):
    opened = finished("human", *BOTS[:2], seed="why")
    async with DarwinApp(own()).run_test(size=(120, 40)) as pilot:
        await begin(pilot, opened)
        await pilot.press(*["enter"] * 8)
        text = shown(pilot.app)
        assert "Podium" in text
        outcome = opened.match.game.outcome(opened.match.state)
        assert outcome
        one, _, differences = reasons(outcome, 0)
        assert one == 0
        assert all(label in text for _, label in differences)


async def test_on_a_small_page_each_difference_is_beside_its_line_of_the_score():
    opened = finished("human", *BOTS[:2], seed="why")
    async with DarwinApp(own()).run_test(size=(80, 24)) as pilot:
        await begin(pilot, opened)
        await pilot.press(*["enter"] * 8)
        outcome = opened.match.game.outcome(opened.match.state)
        assert outcome
        one, other, _ = reasons(outcome, 0)
        for line in outcome.lines:
            (row,) = (
                row for row in shown(pilot.app).splitlines() if row.strip().startswith(line.label)
            )
            ahead = line.points[one] - line.points[other]
            assert row.split()[-1] == (f"{ahead:+d}".replace("-", "−") if ahead else "=")


def test_reasons_in_a_sentence_add_up_to_the_difference():
    opened = saves.read(SAMPLES / "journey.jsonl")
    outcome = outcome_of(opened.match)
    page = ResultsPage(Results("Journey", opened.match.header.names, outcome, 0, is_over=True))
    one, other, differences = reasons(outcome, 0)
    assert len(differences) > 3
    difference = outcome.totals[one] - outcome.totals[other]
    for room in (200, 90, 70):
        words = page._why_words(room)
        numbers = re.findall(r"[+\N{MINUS SIGN}]\d+", words)
        assert len(numbers) > 1
        assert sum(int(number.replace("\N{MINUS SIGN}", "-")) for number in numbers) == difference


async def test_leads_on():
    opened = finished(*BOTS[:2])
    async with DarwinApp(own()).run_test() as pilot:
        for key, screen in (
            ("r", ReplayScreen),
            ("n", NewMatchScreen),
            ("q", HomeScreen),
            ("escape", HomeScreen),
        ):
            await begin(pilot, opened)
            await pilot.press(key)
            await until(pilot, lambda screen=screen: isinstance(pilot.app.screen, screen))
            await pilot.press("escape")
            back = ResultsScreen if key == "r" else HomeScreen
            assert isinstance(pilot.app.screen, back), key
            while not isinstance(pilot.app.screen, HomeScreen):
                await pilot.press("escape")


@pytest.mark.parametrize("size", [(80, 24), (120, 40)])
@pytest.mark.parametrize("seats", [4, 6])
async def test_what_is_scored_is_shown_in_whole_words(seats, size):
    opened = finished(*(["bot:random"] * seats), game="darwinning")
    async with DarwinApp(own()).run_test(size=size) as pilot:
        pilot.app.push_screen(ResultsScreen(SavedMatch.of(opened)))
        await pilot.pause()
        await pilot.press(*["enter"] * 6)
        rows = [row.strip("│ ").partition("│")[0] for row in shown(pilot.app).splitlines()]
        outcome = outcome_of(opened.match)
        for line in outcome.lines:
            (row_text,) = (row for row in rows if row.startswith(f"{line.label} "))
            numbers = [word for word in row_text.split() if word.lstrip("-").isdigit()]
            assert numbers == [str(line.points[seat]) for seat in order_of(outcome, is_done=True)]


async def test_rematch_begins_another_match_with_the_same_seats_and_rules():
    opened = closed(finished("human", "bot:random", names=("Emma", "Syms")))
    async with DarwinApp(own()).run_test() as pilot:
        await begin(pilot, opened)
        assert "m rematch" in shown(pilot.app)
        await pilot.press("m")
        await until(pilot, lambda: isinstance(pilot.app.screen, PlayScreen))
        first = opened.match.header
        again = match_at(pilot.app).header
        assert (again.players, again.options) == (first.players, first.options)
        assert again.seed != first.seed
        assert settings.of(pilot.app).set_ups[0].game == first.game


async def test_a_match_of_a_server_has_no_rematch_here():
    opened = finished("human", "bot:random")
    async with DarwinApp(own()).run_test() as pilot:
        pilot.app.push_screen(ResultsScreen(SavedMatch(opened.match)))
        await pilot.pause()
        assert "rematch" not in shown(pilot.app)
        await pilot.press("m")
        assert isinstance(pilot.app.screen, ResultsScreen)


async def test_results_opened_from_a_replay_lead_back_to_it():
    async with replaying(finished(*BOTS)).run_test() as pilot:
        replay = pilot.app.screen
        for key in ("escape", "q", "r"):
            await pilot.press("end", "r")
            await until(pilot, lambda: isinstance(pilot.app.screen, ResultsScreen))
            await pilot.press(key)
            await until(pilot, lambda: pilot.app.screen is replay)


async def test_leaving_a_match_that_the_command_line_named_ends_the_program():
    opened = saved("human", "bot:random")
    app = DarwinApp(own(), play=opened, returns_to_shell=True)
    async with app.run_test() as pilot:
        await pilot.press("q")
        await until(pilot, lambda: not app.is_running)
    assert app.return_code == 0
    app = DarwinApp(own(), replay=closed(opened), returns_to_shell=True)
    async with app.run_test() as pilot:
        await pilot.press("q")
        await until(pilot, lambda: not app.is_running)


async def test_a_new_match_after_one_that_the_command_line_named_leads_to_the_first_screen():
    app = DarwinApp(own(), replay=finished(*BOTS), returns_to_shell=True)
    async with app.run_test() as pilot:
        await pilot.press("end", "r")
        await until(pilot, lambda: isinstance(app.screen, ResultsScreen))
        await pilot.press("n")
        await until(pilot, lambda: isinstance(app.screen, NewMatchScreen))
        await pilot.press("escape")
        await until(pilot, lambda: isinstance(app.screen, HomeScreen))
        assert app.is_running


@pytest.mark.parametrize("size", [(80, 24), (120, 40)])
async def test_turning_points_are_found_meanwhile_and_open_the_replay_there(workers, size):
    opened = finished("human", "human", seed="careless")
    async with DarwinApp(own()).run_test(size=size) as pilot:
        await begin(pilot, opened)
        await pilot.press(*["enter"] * 8)
        assert not workers.waiting, "nothing is analysed unasked"
        await pilot.press("c")
        workers.answer(len(workers.waiting) // 2)
        await until(pilot, lambda: "The match is being analysed: 50 %" in shown(pilot.app))
        await pilot.press("c")
        assert "being analysed" not in shown(pilot.app)
        assert all(answer.cancelled() for answer, *_ in workers.waiting)
        workers.waiting.clear()
        await pilot.press("c")
        workers.answer()
        page = pilot.app.screen.query_one(ResultsPage)
        await until(pilot, lambda: page.is_analysed and page.turns)
        for turn in page.turns:
            assert turn.words[:40] in shown(pilot.app)
        assert "c chances" not in shown(pilot.app), "there is no more to find"
        await pilot.press("down", "enter")
        await until(pilot, lambda: isinstance(pilot.app.screen, ReplayScreen))
        assert replay_of(pilot.app).position == page.turns[1].position
        await pilot.press("escape")
        await begin(pilot, opened)
        again = pilot.app.screen.query_one(ResultsPage)
        while not again.is_done:
            await pilot.press("space")
        await pilot.pause()
        assert page.turns[0].words[:40] in shown(pilot.app), "it is kept"
        assert not workers.waiting


async def test_a_turning_point_moves_the_replay_below(workers):
    opened = finished("human", "human", seed="careless")
    async with replaying(opened).run_test() as pilot:
        replay = replay_of(pilot.app)
        await pilot.press("end", "r")
        await until(pilot, lambda: isinstance(pilot.app.screen, ResultsScreen))
        await pilot.press(*["enter"] * 8, "c")
        workers.answer()
        page = pilot.app.screen.query_one(ResultsPage)
        await until(pilot, lambda: page.is_analysed and page.turns)
        await pilot.press("enter")
        await until(pilot, lambda: pilot.app.screen is replay)
        assert replay.position == page.turns[0].position


async def test_a_key_too_many_leads_nowhere_where_an_analysis_is_kept():
    opened = saves.read(SAMPLES / "dice.jsonl")
    async with replaying(opened).run_test(size=(80, 24)) as pilot:
        await pilot.press("end", "r")
        await until(pilot, lambda: isinstance(pilot.app.screen, ResultsScreen))
        await pilot.press(*["enter"] * 12)
        assert isinstance(pilot.app.screen, ResultsScreen)
        page = pilot.app.screen.query_one(ResultsPage)
        assert page.is_analysed
        await pilot.press("down", "enter")
        await until(pilot, lambda: isinstance(pilot.app.screen, ReplayScreen))
        assert replay_of(pilot.app).position == page.turns[0].position


def test_wide_names_end_above_their_figures():
    drawing = Drawing(Canvas(40, 4), {})
    outcome = Outcome((), (10, 20), (2, 1))
    ScoreTable(("龍龍", "龍"), outcome, None, 1).draw(Area(drawing, Region(0, 0, 40, 4)))
    names, totals, *_ = drawing.canvas.plain().splitlines()
    ends = [
        [cell_len(row[: word.end()]) for word in re.finditer(r"\d+|龍+", row)]
        for row in (names, totals)
    ]
    assert ends[0] == ends[1]


@pytest.mark.parametrize(
    ("slug", "language", "size", "is_analysed"),
    sampling.grid(SLUGS, ("en", "de"), ((80, 24), (120, 40)), (False, True)),
    ids=str,
)
async def test_no_name_or_sentence_of_the_results_is_cut(
    slug, language, size, is_analysed, monkeypatch
):
    cuts: list[str] = []
    monkeypatch.setattr(pane, "Drawing", partial(Drawing, cuts=cuts))
    settings.write(Settings(language=language), here())
    path = SAMPLES / f"{slug}.jsonl"
    if not is_analysed:
        path = Path(shutil.copy(path, paths.private_dir(here().matches)))
    async with replaying(saves.read(path)).run_test(size=size) as pilot:
        await pilot.press("end", "r")
        await until(pilot, lambda: isinstance(pilot.app.screen, ResultsScreen))
        await pilot.press(*["enter"] * 12)
        page = pilot.app.screen.query_one(ResultsPage)
        await until(pilot, lambda: page.is_done and (page.is_analysed or page.turns))
        assert page.is_analysed == is_analysed
        assert "…" not in shown(pilot.app)
        assert not cuts


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("slug", SLUGS)
def test_what_decided_the_match_is_said_to_each_player_in_whole_sentences(slug, language):
    saved_match = SavedMatch.of(saves.read(SAMPLES / f"{slug}.jsonl"))
    with reading(language):
        for seat, _ in enumerate(saved_match.recording(SPECTATOR).players):
            recording = saved_match.recording(seat)
            for _, words in swings(recording, seat, SeatNames(recording.names)):
                lines = whole_sentences(words, 76, 2)
                assert lines[-1].endswith("."), lines
                assert len(lines) <= 2


LEAD = re.compile(
    r"Ada was (?:(?:level|(\d+) points? behind) after \w+ (\d+), and )?"
    r"ahead (?:at the (end)|after each (later )?\w+)\."
)


@pytest.mark.parametrize("slug", SLUGS)
def test_the_words_about_the_lead_claim_only_points_after_rounds(slug):
    """Count the leads independently, from the first position after each round."""
    claims = 0
    for seed in map(str, range(4)):
        recording = SavedMatch.of(finished(*BOTS[:3], seed=seed, game=slug)).recording(SPECTATOR)
        game, clocks = recording.game, recording.clocks
        outcome = recording.by_source()
        seat = outcome.winners[0]
        ends = [at for at in range(1, len(clocks)) if clocks[at].round > clocks[at - 1].round]
        totals = [game.standing(recording.view(at)).totals for at in ends] + [outcome.totals]
        leads = [
            points[seat] - max(points[:seat] + points[seat + 1 :]) for points in map(list, totals)
        ]
        words, *_ = lead_words(course(recording), seat, "Ada", game.clock_words[0])
        if leads[-1] <= 0:
            assert not words, "points did not decide"
            continue
        claims += 1
        claim = LEAD.fullmatch(words)
        assert claim, words
        behind, number, end, later = claim.groups()
        assert bool(end or later) == bool(number)
        assert not end or int(number) == len(leads) - 1
        before = int(number or 0)
        if before:
            assert leads[before - 1] == -int(behind or 0), words
        assert all(lead > 0 for lead in leads[before:]), words
    assert claims


def test_a_lead_that_a_rival_lost_is_not_said_to_be_won():
    """The winner scores nothing in the second round; its rival loses a point."""
    words = lead_words([(0, 0), (7, 7), (7, 6), (9, 6)], 0, "Ada", "round")
    assert words[0] == "Ada was level after round 1, and ahead after each later round."


async def test_what_is_not_analysed_is_dropped_when_the_results_are_left(workers):
    async with DarwinApp(own()).run_test() as pilot:
        await begin(pilot, finished("human", "bot:greedy"))
        await pilot.press("c")
        waiting = [answer for answer, *_ in workers.waiting]
        assert waiting
        await pilot.press("q")
        await until(pilot, lambda: all(answer.cancelled() for answer in waiting))


async def test_the_largest_swings_are_named_before_any_analysis_and_lead_into_the_replay():
    opened = finished("human", *BOTS[:2], seed="why")
    async with DarwinApp(own()).run_test(size=(80, 24)) as pilot:
        await begin(pilot, opened)
        page = pilot.app.screen.query_one(ResultsPage)
        await until(pilot, lambda: page.turns)
        await pilot.press(*["enter"] * 12)
        assert isinstance(pilot.app.screen, ResultsScreen), "a key too many leads nowhere"
        assert all(
            re.match(r"You gained|\w+ gained \d+ points? on you", turn.words) for turn in page.turns
        )
        assert page.turns[0].words[:40] in shown(pilot.app)
        await pilot.press("down", "enter")
        await until(pilot, lambda: isinstance(pilot.app.screen, ReplayScreen))
        assert replay_of(pilot.app).position == page.turns[0].position


def test_a_swing_is_the_turn_that_took_the_cards_and_not_the_end_of_the_round():
    """The end of a round only counts the cards; they were won in earlier turns."""
    opened = finished("human", *BOTS[:2], seed="why")
    recording = SavedMatch.of(opened).recording(SPECTATOR)
    decisive = swings(recording, 0, SeatNames(recording.names))
    assert decisive
    for at, words in decisive:
        events = recording.events(at)
        assert any(isinstance(event, (Won, Lost)) for event in events), words
        taken = sum(points_of((*e.cards, *e.carried)) for e in events if isinstance(e, Won))
        lost = sum(points_of(e.cards) for e in events if isinstance(e, Lost))
        gain = re.match(r"(?:You|\w+) gained (\d+) points? on ", words)
        assert gain
        assert int(gain[1]) <= taken + lost, "the turn alone brought it"


def test_the_lines_that_differ_most_are_named_with_the_actions_that_made_them():
    """The match is scripted: ``course`` has the lines of Ada and Ben after each action."""
    course = [
        ((0, 3), (0, 0), (0, 0), (0, 0)),
        ((0, 3), (0, 0), (0, 5), (0, 0)),
        ((0, 3), (0, 3), (0, 5), (0, 0)),
        ((0, 3), (1, 3), (0, 5), (4, 0)),
        ((0, 3), (1, 5), (0, 5), (4, 0)),
        ((0, 3), (1, 7), (0, 5), (4, 0)),
    ]
    labels = ("place", "traits", "eggs", "food")

    def standing(at):
        totals = tuple(map(sum, zip(*course[at], strict=True)))
        return Outcome(tuple(map(ScoreLine, labels, course[at])), totals, (2, 1))

    game: Any = SimpleNamespace(
        has_lines_by_source=True,
        counts_turns_on=False,
        clock_words=("era", "trick"),
        texts=SimpleNamespace(
            sentence=lambda event, seat_names: event.words.format(*seat_names.names)
        ),
    )
    sentences = (
        "",
        "{1} lays eggs.",
        "{1} grows. He eats.",
        "{0} eats.",
        "{1} flies.",
        "{1} runs.",
    )
    recording: Any = SimpleNamespace(
        game=game,
        names=("Ada", "Ben"),
        last=5,
        outcome=standing(5),
        by_source=lambda at=5: standing(at),
        clocks=[Clock(1, 2, at + 1, 6) for at in range(6)],
        events=lambda at: [
            SimpleNamespace(
                words=sentences[at],
                reveals=False,
                scores=False,
                is_draft=False,
                sums_up=False,
                lines=(),
            )
        ],
    )
    seat_names = SeatNames(recording.names)
    assert swings(recording, 0, seat_names) == [
        (
            2,
            "You were 6 points behind Ben in traits, 3 of them in era 1, trick 2: Ben grows. "
            "2 of them in era 1, trick 4: Ben flies.",
        ),
        (1, "You were 5 points behind Ben in eggs, all in era 1, trick 1: Ben lays eggs."),
        (0, "You were 3 points behind Ben in place, all from the start."),
    ]
    eggs = swings(recording, None, seat_names)[1][1]
    assert eggs.startswith("Ben was 5 points ahead of Ada in eggs, all in era 1")


@pytest.mark.parametrize("viewer", range(4))
def test_what_is_said_of_a_line_is_its_largest_change(viewer):
    opened = saves.read(SAMPLES / "darwinning.jsonl")
    recording = SavedMatch.of(opened).recording(SPECTATOR)
    outcome = outcome_of(opened.match)
    one, other, differences = reasons(outcome, viewer)
    won = one in outcome.winners
    expected = [(points, label) for points, label in differences if (points > 0) == won]
    named = swings(recording, viewer, SeatNames(recording.names))
    assert len(named) == min(len(expected), 3)
    for (at, words), (points, label) in zip(named, expected, strict=False):
        side = "ahead of" if won else "behind"
        whose = (
            f"You were {counted(abs(points), 'point')} {side} {recording.names[other]} in {label}, "
        )
        assert words.startswith(whose)

        def lead(position, label=label):
            lines = recording.game.standing(recording.view(position)).lines
            return next(e.points[one] - e.points[other] for e in lines if e.label == label)

        changes = [
            lead(0),
            *(lead(position) - lead(position - 1) for position in range(1, recording.last + 1)),
        ]
        assert changes[at] == (max if won else min)(changes)
        change = abs(changes[at])
        difference = abs(points)
        moment = during(recording.game, recording.clocks[at - 1]) if at else "from the start"
        if change == difference:
            share = f"all {moment}"
        elif change < difference:
            share = f"{change} of them {moment}"
        else:
            share = f"{change} {moment}, less {change - difference} at other times"
        assert words[len(whose) :].startswith((f"{share}: ", f"{share}."))


async def test_the_results_of_darwinning_say_what_decided_in_a_small_terminal():
    opened = finished("human", *BOTS[:3], seed="why", game="darwinning")
    _, _, differences = reasons(outcome_of(opened.match), 0)
    async with DarwinApp(own()).run_test(size=(80, 24)) as pilot:
        await begin(pilot, opened)
        page = pilot.app.screen.query_one(ResultsPage)
        await until(pilot, lambda: page.turns)
        await pilot.press(*["enter"] * 12)
        points, label = next(difference for difference in differences if difference[0] > 0)
        assert re.search(rf"You were {points} points? ahead of \w+ in {label}, ", shown(pilot.app))


def test_a_turning_point_is_cut_only_after_a_whole_sentence():
    text = "You −9, round 1, turn 2: Ben takes four cards. The cards, strongest first: Ben bear 8."
    assert whole_sentences(text, 100, 1) == [text]
    assert whole_sentences(text, 60, 1) == [text[:46]]
    longer = "You −9, round 1, turn 2: Ben takes four cards. It is a long way home. Yes."
    assert whole_sentences(longer, 52, 1) == [f"{longer[:46]} Yes."], "the next may have room"
    clause = "You −9, round 1, turn 2: Ben takes 4 cards: all of the middle and 3 of yours."
    assert whole_sentences(clause, 60, 1) == ["You −9, round 1, turn 2: Ben takes 4 cards."]
    aside = "You −9, round 1, turn 2: Ben forages the berry, using digging claws and a tongue."
    assert whole_sentences(aside, 60, 1) == ["You −9, round 1, turn 2: Ben forages the berry."]
    label = "You −9, round 1, turn 2: extinct is the berry; lost: 4 tokens of Ben and 3 of Ada."
    assert whole_sentences(label, 60, 1) == ["You −9, round 1, turn 2: extinct is the berry."]
    means = "You −9, round 1, turn 2: Ben forages the berry with 4 strength and agility. Yes."
    assert whole_sentences(means, 60, 1) == ["You −9, round 1, turn 2: Ben forages the berry. Yes."]
    assert whole_sentences(means, 30, 1) == ["You −9, round 1, turn 2. Yes."]
    assert whole_sentences(means, 20, 1) == ["You −9, round 1."]
    wide = "李李李李 takes four cards. It is a long way home."
    assert whole_sentences(wide, 47, 1) == ["李李李李 takes four cards."], "columns, not letters"


def test_turning_points_are_those_of_the_only_person():
    recording = SavedMatch.of(finished("human", *BOTS[:2])).recording(SPECTATOR)
    curve = ((0.5,) * 5 + (0.2,) * 5, (0.3,) * 8 + (0.9,) * 2, (0.2,) * 10)
    points = turning_points(curve, range(3))
    analysis: Any = SimpleNamespace(
        curve=curve, turning_points=points, errors=(), choice_before=lambda position: None
    )
    seat_names = SeatNames(recording.names)
    (turn,) = turns(recording, analysis, seat_names, 0)
    assert turn.words.startswith(f"{recording.names[0]}'s chance falls from 50 to 20 %")
    assert len(turns(recording, analysis, seat_names)) == len(points)


@pytest.mark.parametrize("has_blunder", [True, False])
async def test_says_what_the_person_could_have_done(workers, has_blunder):
    opened = finished("human", "bot:random", seed="hindsight")
    async with DarwinApp(own()).run_test(size=(80, 24)) as pilot:
        await begin(pilot, opened)
        page = pilot.app.screen.query_one(ResultsPage)
        assert workers.waiting, "as soon as the results open"
        for _ in page.results.outcome.lines:
            await pilot.press("enter")
        await pilot.press("enter")
        assert "Your own choices are being judged" in shown(pilot.app)
        places = [where(pilot.app, turn.words[:30]) for turn in page.turns]
        await pilot.press("down")
        under_cursor = page.turn
        history = opened.match.history
        decisions = [at for *_, at in workers.waiting if history[at].seat == 0]
        assert decisions == [at for *_, at in workers.waiting][: len(decisions)], "they come first"
        worst = max(decisions)
        for answer, *_, at in workers.waiting[: len(decisions)]:
            cost = 0.3 if has_blunder and at == worst else 0.02
            played = opened.match.game.texts.notation(history[at].action)
            judged = Judgement(0.5, Choice(at, played, "B8", cost, 1.0, "?"))
            answer.set_result([judged, Judgement()])
        words = "costliest choice in round" if has_blunder else "No decision of yours cost"
        await until(pilot, lambda: words in shown(pilot.app))
        row = next(line for line in shown(pilot.app).splitlines() if words in line)
        assert not has_blunder or "Better: bear 8" in row
        assert "are being judged" not in shown(pilot.app)
        assert not has_blunder or page.turns[0].position == worst + 1, "Y speaks of it there"
        assert page.turn == under_cursor, "the cursor stays"
        still = [where(pilot.app, turn.words[:30]) for turn in page.turns[1:]]
        assert still == places[: len(still)], "nothing moves"
    workers.waiting.clear()


def named_before(opened, position):
    """Note that a hint named the action after a position of a match."""
    played = opened.match.history[position]
    notation = opened.match.game.texts.notation(played.action)
    name = opened.match.header.names[played.seat]
    note = notes.Note(played.line - 1, name, hint=True, named=(notation,))
    notes.note_named(here().notes_on(opened.path), note)


@pytest.mark.parametrize("has_other", [True, False])
async def test_a_choice_that_a_hint_named_is_never_held_against_the_player(workers, has_other):
    """The costliest choice followed a hint. Another one is named instead if there is any, else the
    words name the hint; no puzzle asks about it."""
    opened = finished("human", "bot:random", seed="hindsight")
    history = opened.match.history
    *_, other, worst = (at for at, played in enumerate(history) if played.seat == 0)
    named_before(opened, worst)
    costs = {worst: 0.3, other: 0.2 if has_other else 0.0}
    async with DarwinApp(own()).run_test(size=(120, 40)) as pilot:
        await begin(pilot, opened)
        page = pilot.app.screen.query_one(ResultsPage)
        for answer, *_, at in workers.waiting:
            played = opened.match.game.texts.notation(history[at].action)
            judged = Judgement(0.5, Choice(at, played, "B8", costs.get(at, 0.0), 1.0, "?"))
            is_own = history[at].seat == 0
            answer.set_result([judged if is_own else Judgement(), Judgement()])
        workers.waiting.clear()
        await pilot.press(*["enter"] * 12)
        await until(pilot, lambda: page.turns and "costliest" in page.turns[0].words)
        words = page.turns[0].words
        assert ("which a hint had named, too" in words) == (not has_other)
        assert page.turns[0].position == (other if has_other else worst) + 1
        assert page.mistakes == has_other


def where(app, words):
    """Return the number of the first row of the screen with these words, or None."""
    rows = shown(app).splitlines()
    return next((number for number, row in enumerate(rows) if words in row), None)


@pytest.mark.parametrize(
    ("viewer", "totals", "ranks", "words"),
    [
        (0, (9, 4), (1, 2), "You win by 5 points."),
        (0, (9, 9), (1, 2), "You win."),
        (0, (9, 9), (1, 1), "Ada and Ben share the win."),
        (1, (9, 4), (1, 2), "Ada wins. You came 2nd, 5 points behind."),
        (None, (9, 4), (1, 2), "Ada wins."),
    ],
)
def test_the_title_says_who_has_won_as_one_tells_it_to_the_player(viewer, totals, ranks, words):
    outcome = Outcome((ScoreLine("points", totals),), totals, ranks)
    first, *shorter = winner(Results("Dice", ("Ada", "Ben"), outcome, viewer, is_over=True))
    assert first == words
    assert [*map(len, shorter)] == sorted(map(len, shorter), reverse=True)


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("slug", SLUGS)
def test_the_title_is_whole_for_a_player_behind_several_winners(slug, language):
    """The title fits 80 columns even with the longest names."""
    with reading(language):
        totals, ranks = (9, 9, 4, 9), (1, 1, 4, 1)
        outcome = Outcome((ScoreLine("points", totals),), totals, ranks)
        page = ResultsPage(Results(get(slug).title, LONG_NAMES[:4], outcome, 2, is_over=True))
        page.shown = 2
        cuts: list[str] = []
        page.fill(Area(Drawing(Canvas(80, 24), {}, cuts=cuts), Region(0, 0, 80, 24)))
        assert not cuts


@pytest.mark.parametrize("is_sudden", [True, False])
async def test_says_what_made_the_difference_where_no_decision_did(workers, is_sudden):
    opened = next(
        over
        for seed in "abcdefgh"
        for over in [finished("human", "bot:random", seed=seed)]
        if 0 not in outcome_of(over.match).winners
    )
    async with DarwinApp(own()).run_test(size=(80, 24)) as pilot:
        await begin(pilot, opened)
        await pilot.press(*["enter"] * 8)
        history = opened.match.history
        decisions = sorted(at for *_, at in workers.waiting if history[at].seat == 0)
        fallen = decisions[len(decisions) // 2]
        for answer, *_, at in workers.waiting[: len(decisions)]:
            chance = (0.62 if at < fallen else 0.17) if is_sudden else 0.04
            played = opened.match.game.texts.notation(history[at].action)
            judged = Judgement(chance, Choice(at, played, played, 0.0, 0.0, ""))
            answer.set_result([judged, Judgement()])
        words = "fell most in round 2" if is_sudden else "You began with a chance of 4 %"
        await until(pilot, lambda: words in shown(pilot.app))
        page = pilot.app.screen.query_one(ResultsPage)
        turn = next(turn for turn in page.turns if words in turn.words)
        assert turn.words.startswith("No decision of yours cost much. ")
        if is_sudden:
            assert "(62 to 17 %). " in turn.words
            assert decisions[len(decisions) // 2 - 1] < turn.position <= fallen
        else:
            assert turn.words.endswith("took it bit by bit, most of it in round 4 (4 %).")
    workers.waiting.clear()


async def test_hindsight_is_dropped_when_the_results_are_left(workers):
    opened = finished("human", "bot:random", seed="hindsight")
    async with DarwinApp(own()).run_test() as pilot:
        await begin(pilot, opened)
        await pilot.press(*["enter"] * 9)
        assert workers.waiting
        await pilot.press("q")
        await until(pilot, lambda: not isinstance(pilot.app.screen, ResultsScreen))
        assert all(answer.cancelled() for answer, *_ in workers.waiting)


async def test_results_say_in_which_manner_the_bots_played():
    names = ("Ada", "Huxley", "Ben", "Lyell")
    opened = finished("human", "bot:hard", "bot:normal", "bot:random", names=names)
    async with DarwinApp(own()).run_test(size=(120, 40)) as pilot:
        await begin(pilot, opened)
        await pilot.press(*["enter"] * 12)
        await until(pilot, lambda: "Huxley: a robber." in shown(pilot.app))


@pytest.mark.parametrize("is_relative", [False, True])
async def test_a_level_that_follows_the_results_is_offered_with_the_rating(
    is_relative, monkeypatch
):
    offer = LevelOffer("hard", is_harder=True)
    monkeypatch.setattr("darwin_tui.screens.results.level_offer", lambda *_: offer)
    monkeypatch.setattr("darwin_tui.screens.results.rating_change", lambda _: "Rating 1512 +12.")
    opened = finished("human", *BOTS[:2])
    notes.note_named(here().notes_on(opened.path), notes.Note(1, "Ada", hint=True))
    if is_relative:
        monkeypatch.chdir(opened.path.parent)
        opened.path = Path(opened.path.name)
    async with DarwinApp(own()).run_test(size=(120, 40)) as pilot:
        await begin(pilot, opened)
        await pilot.press(*["enter"] * 8)
        words = "Rating 1512 +12. With help: 1 hint. Won by far twice: l plays against Hard."
        await until(pilot, lambda: words in shown(pilot.app))
        await pilot.press("l")
        await until(pilot, lambda: isinstance(pilot.app.screen, PlayScreen))
        players = match_at(pilot.app).header.players
        assert [player.control for player in players] == ["human", "bot:hard", "bot:hard"]


async def test_results_in_a_replay_say_which_help_the_player_had():
    opened = finished("human", *BOTS[:2])
    notes.note_named(here().notes_on(opened.path), notes.Note(1, "Ada", hint=True))
    async with replaying(opened).run_test() as pilot:
        await pilot.press("end", "r", *["enter"] * 8)
        await until(pilot, lambda: "With help: 1 hint." in shown(pilot.app))


async def test_escape_leaves_while_only_the_program_wants_the_analysis(workers):
    opened = finished("human", "bot:random")
    async with DarwinApp(own()).run_test() as pilot:
        await begin(pilot, opened)
        results: Any = pilot.app.screen
        assert results._analyst.is_at_work, "it judges the person's decisions"
        await pilot.press("escape")
        await until(pilot, lambda: pilot.app.screen is not results)
    workers.waiting.clear()


async def test_escape_stops_an_analysis_before_it_leaves():
    opened = finished("human", *BOTS[:2])
    async with DarwinApp(own()).run_test(size=(120, 40)) as pilot:
        await begin(pilot, opened)
        await pilot.press(*["enter"] * 8)
        results: Any = pilot.app.screen
        await pilot.press("c")
        assert results._analyst.is_at_work
        await pilot.press("escape")
        assert results.is_current
        assert not results._analyst.is_at_work
        await pilot.press("escape")
        await until(pilot, lambda: pilot.app.screen is not results)


@pytest.mark.parametrize("slug", SLUGS)
def test_all_losses_that_the_table_announced_are_listed_with_their_points(slug):
    saved_match = SavedMatch.of(saves.read(SAMPLES / f"{slug}.jsonl"))
    names = SeatNames(saved_match.recording(SPECTATOR).names)
    for seat in range(len(names.names)):
        recording = saved_match.recording(seat)
        listed = dict(losses(recording, names))
        for position in range(1, recording.last + 1):
            lost = [event for event in recording.events(position) if seat in event.losers]
            sentences = [recording.game.texts.sentence(event, names) for event in lost]
            missed = any(seat in event.missed for event in recording.events(position))
            defeat = recording.game.texts.defeat(recording.events(position), seat, names)
            gifts = [
                recording.game.texts.gift(event, [*chain(*recording.log())], seat, names)
                for event in recording.events(position)
            ]
            assert all(text in listed.get(position, "") for text in (*sentences, defeat, *gifts))
            assert bool(lost or missed or defeat or any(gifts)) == (position in listed)
            assert missed == ("Missed: " in listed.get(position, ""))
            before, after = (
                recording.game.standing(recording.view(at)).totals[seat]
                for at in (position - 1, position)
            )
            if lost and after < before:
                figures = f"Points: {before} › {after}.".replace("-", "−")
                assert listed[position].endswith(figures)


@pytest.mark.parametrize("slug", ["darwinning", "evo", "journey"])
def test_all_listed_setbacks_are_falls_of_prospects_by_actions_of_others(slug):
    saved_match = SavedMatch.of(saves.read(SAMPLES / f"{slug}.jsonl"))
    count = 0
    for seat in range(len(saved_match.recording(SPECTATOR).names)):
        recording = saved_match.recording(seat)
        for position, words in setbacks_in(recording):
            count += 1
            assert recording.seat(position) != seat
            events = recording.events(position)
            assert not any(seat in (*event.losers, *event.missed) for event in events)
            was, now = (
                prospects_of(recording.game, recording.view(at), seat, may_judge=True)
                for at in (position - 1, position)
            )
            falls = [round(was[kind] - now[kind]) for kind in was if kind in now]
            assert any(fall > 0 and f"−{fall}" in words for fall in falls)
    assert count


@pytest.mark.parametrize("size", [(80, 24), (120, 40)])
async def test_the_page_leads_to_a_list_of_the_losses_and_to_each_in_the_replay(size, monkeypatch):
    # In the sample match, this bot loses most often.
    monkeypatch.setattr(SavedMatch, "person", 0)
    opened = saves.read(SAMPLES / "darwinning.jsonl")
    names = SeatNames(opened.match.header.names)
    recording = SavedMatch.of(opened).recording(0)
    expected = sorted([*losses(recording, names), *setbacks_in(recording)])
    assert len(expected) > 1
    async with DarwinApp(own()).run_test(size=size) as pilot:
        await begin(pilot, opened)
        page = pilot.app.screen.query_one(ResultsPage)
        await until(pilot, lambda: page.losses == len(expected))
        while not page.is_done:
            await pilot.press("enter")
        await pilot.pause()
        assert f"{len(expected)} losses: L." in shown(pilot.app)
        await pilot.press("L")
        # A longer line is broken between two words.
        assert expected[0][1][:40] in shown(pilot.app)
        await pilot.press("end")
        assert expected[-1][1][:40] in shown(pilot.app)
        await pilot.press("enter")
        await until(pilot, lambda: isinstance(pilot.app.screen, ReplayScreen))
        assert replay_of(pilot.app).position == expected[-1][0]


async def test_a_match_without_losses_says_so(monkeypatch):
    monkeypatch.setattr("darwin_tui.screens.results.losses", lambda *_: [])
    monkeypatch.setattr("darwin_tui.screens.results.setbacks_in", lambda *_: [])
    async with DarwinApp(own()).run_test(size=(80, 24)) as pilot:
        await begin(pilot, finished("human", *BOTS[:2]))
        page = pilot.app.screen.query_one(ResultsPage)
        await until(pilot, lambda: page.losses == 0)
        while not page.is_done:
            await pilot.press("enter")
        await pilot.press("L")
        await until(pilot, lambda: notices(pilot.app) != [])
        assert notices(pilot.app) == ["Nothing was taken from you in this match."]
