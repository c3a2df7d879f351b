"""Puzzles: answers and verdicts, the puzzle of the day, ratings, own mistakes that come back, and
races, on the screen and in text mode."""

import asyncio
from collections.abc import Callable
from concurrent.futures import Future
from datetime import date, timedelta
from functools import cache, partial
from random import Random
from typing import Any

import pytest
from click.testing import CliRunner, Result
from english import english
from home import here, own
from matches import packed
from msgspec.structs import replace
from tui.puzzling import made
from tui.scenes import (
    DarwinApp,
    Script,
    content,
    finished,
    keys_of,
    notices,
    said,
    saved,
    shown,
    starting,
    twin_of,
    until,
)
from tui.workers import analysed, judged

from darwin_core.analysis.review import MISTAKE, Seen
from darwin_core.bots import Undecided
from darwin_core.contract.registry import SLUGS
from darwin_core.match import begin
from darwin_core.match.record import Player
from darwin_core.teaching import puzzles
from darwin_core.teaching.puzzles import Collection, Decision
from darwin_tui import settings, text_mode
from darwin_tui.cli import main
from darwin_tui.library import analyses, notes, saves, training
from darwin_tui.library.analyses import Judgements
from darwin_tui.library.notes import Note
from darwin_tui.library.saved_match import SavedMatch
from darwin_tui.library.training import Attempt, Mistake, Training, mistakes, of_day, share_lines
from darwin_tui.play.puzzles import (
    RACE_SECONDS,
    OwnRaces,
    PuzzleSeat,
    Racing,
    open_mistake,
    open_puzzle,
    points_of,
    race_lines,
)
from darwin_tui.screens import navigation
from darwin_tui.screens.better_line import BetterLineScreen
from darwin_tui.screens.home import HomeScreen
from darwin_tui.screens.match_screens import BranchDialog
from darwin_tui.screens.play import PlayScreen
from darwin_tui.screens.puzzles import PuzzleScreen, PuzzlesScreen, RaceScreen
from darwin_tui.screens.results import ResultsScreen
from darwin_tui.screens.results_page import ResultsPage
from darwin_tui.seating import bots_of
from darwin_tui.widgets.dialogs import MessageDialog

ENGLISH = english("match", "after", "choice")
DAY = date(2026, 11, 29)
SIZES = pytest.mark.parametrize("size", [(80, 24), (120, 40)])


@pytest.fixture(autouse=True)
def few_puzzles(monkeypatch: pytest.MonkeyPatch) -> Callable[..., None]:
    """Give each game three puzzles of one match; return a function that changes that."""

    def give(count: int = 3, actions: int = 1) -> None:
        monkeypatch.setattr(puzzles, "collection", cache(lambda slug: made(slug, count, actions)))

    give()
    return give


class Days:
    """A calendar whose day only the test changes."""

    def __init__(self) -> None:
        self.today = DAY

    def __call__(self) -> date:
        return self.today

    def turn(self, days: int) -> None:
        self.today += timedelta(days=days)


@pytest.fixture
def days(monkeypatch: pytest.MonkeyPatch) -> Days:
    calendar = Days()
    monkeypatch.setattr(training, "local_day", calendar)
    return calendar


def answers(seat: PuzzleSeat) -> tuple[str, str]:
    """Return the right answer of the current decision, and a wrong one that has a verdict."""
    return seat.decision.action, next(iter(seat.decision.wrong))


async def submit(seat: PuzzleSeat, written: str) -> None:
    await seat.submit(seat.game.texts.parse(written), seat.question)


def attempt(puzzle: str = "p", tries: int = 1, **more: Any) -> Attempt:
    fields: dict[str, Any] = {"game": "dice", "day": DAY, "points": 1500, **more}
    return Attempt(puzzle=puzzle, tries=tries, **fields)


# --- answers


@pytest.mark.parametrize("slug", SLUGS)
async def test_the_right_answer_solves_a_puzzle_of_every_game(slug):
    seat = open_puzzle(own(), slug)
    assert set(seat.snapshot.actions) == set(seat.game.legal(seat.view, seat.viewer))
    assert seat.names[seat.viewer] == own().name
    await submit(seat, seat.decision.action)
    assert seat.is_found
    assert not seat.snapshot.actions, "it is answered"
    assert seat.verdict()[0] == "Right."
    (kept,) = Training(here()).attempts
    assert (kept.puzzle, kept.tries, kept.points) == (seat.puzzle.id, 1, points_of(seat.puzzle))


async def test_a_wrong_answer_says_what_it_gives_away_and_why_and_the_next_counts_less():
    seat = open_puzzle(own(), "dice")
    right, wrong = answers(seat)
    position = seat.view
    await submit(seat, wrong)
    (words,) = seat.verdict()
    assert words.endswith("gives away about 3 points. Rivals get about 4 points more now.")
    assert seat.view == position
    assert seat.snapshot.actions, "it is asked again"
    assert not Training(here()).attempts, "it is not over"
    await submit(seat, right)
    assert [attempt.score for attempt in Training(here()).attempts] == [0.5]


async def test_an_answer_without_a_verdict_gives_away_what_all_of_those_do_at_least():
    seat = open_puzzle(own(), "dice")
    known = {seat.decision.action, *seat.decision.wrong}
    legal = map(seat.game.texts.notation, seat.snapshot.actions)
    await submit(seat, next(action for action in legal if action not in known))
    assert seat.verdict()[0].endswith("gives away 2 points or more.")


async def test_a_whole_turn_is_answered_action_by_action(few_puzzles):
    few_puzzles(count=1, actions=2)
    seat = open_puzzle(own(), "journey")
    first, wrong_first = answers(seat)
    await submit(seat, wrong_first)
    await submit(seat, first)
    assert not seat.is_over
    assert seat.verdict() == ["Right so far."]
    second, wrong_second = answers(seat)
    await submit(seat, wrong_second)
    assert "gives away" in seat.verdict()[0]
    await submit(seat, second)
    assert seat.is_found
    assert [attempt.tries for attempt in Training(here()).attempts] == [3]
    assert [*seat.puzzle.solution] == [first, second]
    assert seat.solved().recording(seat.viewer).last == seat.start + 2


async def test_an_action_that_is_as_good_as_the_answer_ends_the_puzzle(few_puzzles):
    few_puzzles(count=1, actions=2)
    seat = open_puzzle(own(), "journey")
    known = {*answers(seat)}
    legal = map(seat.game.texts.notation, seat.snapshot.actions)
    good = next(action for action in legal if action not in known)
    first, second = seat.puzzle.decisions
    seat.puzzle = replace(seat.puzzle, decisions=(replace(first, also=(good,)), second))
    await submit(seat, good)
    assert seat.is_found
    assert seat.verdict()[0].endswith("is as good as the best.")


async def test_an_action_without_a_choice_is_played_by_itself(few_puzzles):
    few_puzzles(count=1, actions=2)
    seat = open_puzzle(own(), "journey")
    first, second = seat.puzzle.decisions
    seat.puzzle = replace(seat.puzzle, decisions=(Decision(first.action), second))
    seat.begin_again()
    assert seat.decision == second
    await submit(seat, second.action)
    assert [attempt.tries for attempt in Training(here()).attempts] == [1]
    assert "\n".join(seat.explanation()).count("9 ± 2 %") == 1, "it is not explained"


async def test_an_answer_that_is_late_counts_for_nothing():
    seat = open_puzzle(own(), "dice")
    right, wrong = answers(seat)
    await submit(seat, wrong)
    await seat.submit(seat.game.texts.parse(right), seat.question - 1)
    assert not seat.is_over


@pytest.mark.parametrize("leave", ["show", "give_up", "begin_again"])
async def test_a_puzzle_that_is_given_up_is_not_solved_and_later_answers_do_not_count(leave):
    seat = open_puzzle(own(), "dice")
    right, wrong = answers(seat)
    await submit(seat, wrong)
    getattr(seat, leave)()
    assert [attempt.tries for attempt in Training(here()).attempts] == [0]
    seat.begin_again()
    await submit(seat, right)
    assert seat.is_found
    assert [attempt.tries for attempt in Training(here()).attempts] == [0]


def test_a_puzzle_that_was_only_looked_at_counts_for_nothing():
    open_puzzle(own(), "dice").give_up()
    assert not Training(here()).attempts


async def test_the_explanation_names_the_margin_the_theme_who_finds_it_and_the_judge():
    seat = open_puzzle(own(), "dice")
    assert not seat.explanation(), "nothing is given away before"
    seat.show()
    said_of_it = "\n".join(seat.explanation())
    for words in (
        "about 3 points more to come",
        "gives away 9 ± 2 % of the chance to win",
        "Theme: keep the best.",
        "The weakest level that finds it: Hard.",
        "Tried with 2000 deals of what",
    ):
        assert words in said_of_it


# --- which puzzle comes next


def test_the_puzzle_of_the_day_is_the_same_for_all_and_comes_first(days):
    ids = [puzzle.id for puzzle in puzzles.load("dice")]
    today = of_day("dice", ids, days())
    assert of_day("dice", [*reversed(ids)], days()) == today
    weeks = {of_day("dice", ids, DAY + timedelta(days=number)) for number in range(40)}
    assert weeks == {*ids}, "each has its day"
    seat = open_puzzle(own(), "dice")
    assert (seat.puzzle.id, seat.is_of_day) == (today, True)
    seat.show()
    other = open_puzzle(own(), "dice", seat.puzzle.id)
    assert not other.is_of_day
    assert other.puzzle.id != today


def test_next_comes_what_was_tried_least_and_is_nearest_to_the_rating():
    history = Training(here())
    points = {"easy": 1300, "even": 1500, "hard": 1900}
    assert history.next("dice", points) == "even"
    history.add(attempt("even", tries=1, points=1500))
    history.add(attempt("other", tries=1, points=1900))
    assert history.next("dice", points, "even") == "hard"
    history.add(attempt("hard", tries=0, points=1900))
    assert history.next("dice", points) == "easy"
    assert history.next("dice", {}) is None


# --- ratings, days, the file


def test_a_rating_rises_with_solved_puzzles_and_falls_with_others_and_grows_surer():
    def after(*tries: int):
        ratings = [attempt(f"p{number}", count) for number, count in enumerate(tries)]
        rating = training.rating(ratings)
        assert rating is not None
        return rating

    solved, half, missed = after(1), after(2), after(0)
    assert solved.value > half.value > missed.value
    assert after(3).value == missed.value
    assert solved.low < solved.value < solved.high
    assert after(1, 0, 1, 0).high - after(1, 0, 1, 0).low < solved.high - solved.low
    hard = training.rating([attempt("p", 1, points=1950)])
    assert hard is not None
    assert hard.value > solved.value, "a harder puzzle is worth more"


def test_only_the_first_attempt_at_a_puzzle_moves_the_rating():
    kept = Training(here())
    kept.add(attempt("p", tries=0))
    before = kept.rating("dice")
    kept.add(attempt("p", tries=1))
    kept.add(attempt("a mistake", tries=1, points=0))
    kept.add(attempt("q", tries=1, game="evo"))
    assert kept.rating("dice") == before


def test_a_streak_lasts_over_midnight_until_a_day_is_left_out(days):
    def solve(**more: Any) -> None:
        Training(here(), days).add(attempt(day=days(), is_of_day=True, **more))

    def streak() -> tuple[int, int]:
        kept = Training(here(), days)
        return kept.streak, kept.longest_streak

    solve()
    solve(game="evo", tries=0)
    assert streak() == (1, 1)
    days.turn(1)
    assert streak() == (1, 1), "it lasts until the end of the next day"
    assert Training(here(), days).on_day("dice") is None
    solve(tries=3)
    assert streak() == (1, 1), "a third try does not count"
    solve(tries=1)
    assert streak() == (1, 1), "nor does a second attempt"
    solve(game="evo", tries=2)
    assert streak() == (2, 2)
    days.turn(2)
    assert streak() == (0, 2)


def test_the_lines_to_share_name_the_result_and_no_card(days):
    kept = Training(here(), days)
    own_attempt = attempt(tries=2, is_of_day=True)
    kept.add(own_attempt)
    first, second = share_lines(own_attempt, kept)
    assert first.startswith("Dice puzzle 2026-11-29: ✗✓ second try, 1 day in a row, rating 1")
    assert second == "darwin-tui puzzles dice"


def test_a_damaged_line_is_reported_and_kept_and_the_others_count():
    Training(here()).add(attempt("one"))
    path = here().training
    damaged = b'{"puzzle":"tw\xff"'
    path.write_bytes(path.read_bytes() + damaged + b"\n\n")
    kept = Training(here())
    assert kept.trouble == (f"{path} is damaged in 1 line; it is left as it is and does not count.")
    kept.add(attempt("three"))
    assert damaged in path.read_bytes()
    assert [attempt.puzzle for attempt in Training(here()).attempts] == ["one", "three"]


async def test_what_cannot_be_read_is_reported_and_not_overwritten_and_puzzles_are_solved():
    path = here().training
    path.parent.mkdir(parents=True, exist_ok=True)
    path.mkdir()
    seat = open_puzzle(own(), "dice")
    assert "cannot be read" in seat.training.trouble
    await submit(seat, seat.decision.action)
    assert seat.is_found
    assert str(path) in seat.trouble
    assert path.is_dir()


def test_two_programs_add_attempts_to_one_file():
    one, other = Training(here()), Training(here())
    one.add(attempt("one"))
    other.add(attempt("other"))
    assert [attempt.puzzle for attempt in Training(here()).attempts] == ["one", "other"]


# --- mistakes


def mistaken() -> list[Mistake]:
    """Save an analysed match of the player, and return the player's mistakes in it."""
    opened = finished("human", "bot:greedy", seed="careless", names=(own().name, "Ben"))
    match = opened.match
    analyses.keep(analysed(match), here())
    return [*mistakes(saves.rows(here()), own().name, here())]


def test_the_costly_decisions_of_analysed_matches_are_puzzles_and_others_are_not():
    mistakes_made = mistaken()
    assert mistakes_made
    kept = analyses.find(saves.read(mistakes_made[0].path).match, mistakes_made[0].path, here())
    assert kept is not None
    costly = {choice.position for choice in kept.choices[0] if choice.cost >= MISTAKE}
    assert {mistake.choice.position for mistake in mistakes_made} == costly
    for mistake in mistakes_made:
        seat = open_mistake(own(), mistake)
        right, wrong = answers(seat)
        assert (right, wrong) == (mistake.choice.best, mistake.choice.played)
        assert seat.view == saves.read(mistake.path).match.view(0, mistake.choice.position)


def test_a_choice_that_a_hint_named_is_no_puzzle():
    hinted, *others = mistaken()
    played = saves.read(hinted.path).match.history[hinted.choice.position]
    named = Note(played.line - 1, own().name, hint=True, named=(hinted.choice.played,))
    notes.note_named(here().notes_on(hinted.path), named)
    assert [*mistakes(saves.rows(here()), own().name, here())] == others


def test_mistakes_are_found_in_a_match_whose_analysis_was_left_before_its_end():
    mistakes_made = mistaken()
    opened = saves.read(mistakes_made[0].path)
    whole = here().analysis_of(opened.match.chain)
    begun = Judgements(opened.match, here())
    seen = tuple(Seen(seat, seat) for seat in range(opened.match.seats))
    own_positions = [at for at, played in enumerate(opened.match.history) if played.seat == 0]
    for position in own_positions:
        judgements = [*judged(opened.match.text(), position, seen)]
        begun.add(position, judgements, len(opened.match.history))
    begun.keep()
    whole.unlink()
    again = [*mistakes(saves.rows(here()), own().name, here())]
    assert {mistake.id for mistake in mistakes_made} <= {mistake.id for mistake in again}
    part = Judgements(opened.match, None)
    part.locations = here()
    for position in own_positions[1:]:
        part.add(position, begun.present[position], len(opened.match.history))
    part.keep()
    assert not [*mistakes(saves.rows(here()), own().name, here())], "one is not judged"


def test_a_mistake_comes_back_after_1_3_and_7_days_until_it_is_solved_at_once(days):
    history = Training(here(), days)
    assert history.is_due("m")
    for pause in (1, 3, 7, 7):
        history.add(attempt("m", tries=2, points=0, day=days()))
        days.turn(pause - 1)
        assert not history.is_due("m")
        history.add(attempt("m", tries=1, points=0, day=days()))
        assert history.due("m") is not None, "an answer before the day is practice"
        days.turn(1)
        assert history.is_due("m")
    history.add(attempt("m", tries=1, points=0, day=days()))
    assert history.due("m") is None
    days.turn(100)
    assert not Training(here(), days).is_due("m")


async def test_an_answer_to_a_mistake_that_nobody_has_judged_is_judged_as_if_it_were_played(
    workers,
):
    seat = open_mistake(own(), mistaken()[0])
    known = {*answers(seat)}
    legal = [
        action for action in seat.snapshot.actions if seat.game.texts.notation(action) not in known
    ]
    for action in legal:
        assert not seat.is_known(action)
        asked = asyncio.ensure_future(seat.submit(action, seat.question))
        await asyncio.sleep(0)
        assert len(workers.waiting) == 1
        workers.answer()
        await asked
        if seat.is_over:
            assert "is as good as the best" in seat.verdict()[0]
            seat.begin_again()
        else:
            assert "gives away about" in seat.verdict()[0]


async def test_an_answer_that_could_not_be_judged_is_no_try(workers):
    seat = open_mistake(own(), mistaken()[0])
    action = next(action for action in seat.snapshot.actions if not seat.is_known(action))
    asked = asyncio.ensure_future(seat.submit(action, seat.question))
    await asyncio.sleep(0)
    workers.waiting[0][0].set_exception(Undecided("The workers have failed."))
    await asked
    assert seat.verdict() == ["The judge could not compare this with the best."]
    assert seat.is_asked
    assert seat.tries == 1


# --- on the screen


def solving(slug: str = "dice") -> DarwinApp:
    return DarwinApp(own(), first=navigation.Puzzle(slug))


def seat_of(app: Any) -> PuzzleSeat:
    screen = app.screen
    assert isinstance(screen, PuzzleScreen)
    return screen.asked


async def answer_by_keys(pilot, written: str) -> None:
    """Select the elements of an action one by one, and play it with Enter."""
    screen = pilot.app.screen
    action = screen.asked.game.texts.parse(written)
    for element in screen.asked.game.targets(action):
        screen.table.move_to(element)
        await pilot.press("space")
    await pilot.press("enter")


@SIZES
async def test_a_puzzle_is_solved_explained_walked_and_left_for_the_next(size, quick_bots):
    async with solving().run_test(size=size) as pilot:
        app = pilot.app
        await until(pilot, lambda: isinstance(app.screen, PuzzleScreen))
        seat = seat_of(app)
        right, wrong = answers(seat)
        assert content(app, "#perspective").endswith(f"{own().name} wants to win.")
        before = shown(app)
        await pilot.press("H", "Y", "w", "b", "y")
        assert shown(app) == before, "there is no help"
        await answer_by_keys(pilot, wrong)
        await until(pilot, lambda: seat.wrong)
        assert "gives away about 3 points" in content(app, "#explain")
        assert "try 2" in content(app, "#perspective")
        await pilot.press("z")
        await until(pilot, lambda: isinstance(app.screen, MessageDialog))
        await pilot.press("enter")
        await until(pilot, lambda: isinstance(app.screen, PuzzleScreen))
        await answer_by_keys(pilot, right)
        await until(pilot, lambda: seat.is_over)
        assert content(app, "#explain").startswith("Right. ")
        await pilot.press("z")
        await until(pilot, lambda: "Theme: keep the best." in shown(app))
        await pilot.press("enter")
        await until(pilot, lambda: isinstance(app.screen, PuzzleScreen))
        await pilot.press("w")
        await until(pilot, lambda: isinstance(app.screen, BetterLineScreen))
        assert "step 1 of 5" in content(app, "#scrubber")
        await pilot.press("escape")
        await until(pilot, lambda: isinstance(app.screen, PuzzleScreen))
        await pilot.press("y")
        await until(pilot, lambda: "second try" in shown(app))
        await pilot.press("enter")
        await until(pilot, lambda: isinstance(app.screen, PuzzleScreen))
        await pilot.press("n")
        await until(pilot, lambda: seat_of(app) is not seat)
        assert seat_of(app).puzzle.id != seat.puzzle.id
        await pilot.press("q")
        await until(pilot, lambda: isinstance(app.screen, HomeScreen))


@SIZES
@pytest.mark.parametrize("slug", SLUGS)
async def test_the_cursor_never_starts_on_the_answer(
    slug, size, quick_bots, few_puzzles, monkeypatch
):
    """The answer is what Enter would play first if the puzzle had another answer."""
    few_puzzles(1)
    async with solving(slug).run_test(size=size) as pilot:
        await until(pilot, lambda: isinstance(pilot.app.screen, PuzzleScreen))
        screen = pilot.app.screen
        assert isinstance(screen, PuzzleScreen)
        table = screen.table
        await until(pilot, lambda: table.selection.cursor)
        played = table.selection.action or next(
            action
            for action in table.selection.chooser.actions
            if table.selection.cursor in table.game.targets(action)
        )
    sources, (puzzle,), _ = made(slug, 1)
    decision = replace(
        puzzle.decisions[0], action=table.game.texts.notation(played), wrong={}, rest=2.0
    )
    changed = replace(puzzle, decisions=(decision,))
    monkeypatch.setattr(puzzles, "collection", lambda slug: Collection(sources, (changed,)))
    async with solving(slug).run_test(size=size) as pilot:
        await until(pilot, lambda: isinstance(pilot.app.screen, PuzzleScreen))
        screen = pilot.app.screen
        assert isinstance(screen, PuzzleScreen)
        selection = screen.table.selection
        await until(pilot, lambda: selection.cursor)
        assert selection.cursor not in table.game.targets(played)
        assert selection.action != played


@pytest.mark.parametrize("key", ["q", "escape", "ctrl+q", "n"])
async def test_a_wrong_answer_counts_however_the_puzzle_is_left(key, quick_bots):
    async with solving().run_test() as pilot:
        await until(pilot, lambda: isinstance(pilot.app.screen, PuzzleScreen))
        seat = seat_of(pilot.app)
        await answer_by_keys(pilot, answers(seat)[1])
        await until(pilot, lambda: seat.wrong)
        await pilot.press(key)
    assert [attempt.tries for attempt in Training(here()).attempts] == [0]


@SIZES
def test_an_answer_looks_as_it_did(size, days, snap_compare):
    assert snap_compare(solving(), press=["x"], terminal_size=size)


async def test_enter_after_the_answer_opens_the_next_puzzle(quick_bots):
    async with solving().run_test() as pilot:
        await until(pilot, lambda: isinstance(pilot.app.screen, PuzzleScreen))
        seat = seat_of(pilot.app)
        await pilot.press("x")
        assert content(pilot.app, "#explain").startswith("The answer: ")
        await pilot.press("space")
        await until(pilot, lambda: seat_of(pilot.app) is not seat)


async def test_a_puzzle_is_answered_again_and_played_on(quick_bots, no_bots):
    async with solving().run_test() as pilot:
        app = pilot.app
        await until(pilot, lambda: isinstance(app.screen, PuzzleScreen))
        seat = seat_of(app)
        await pilot.press("x", "a")
        assert not seat.is_over
        await answer_by_keys(pilot, seat.decision.action)
        await until(pilot, lambda: seat.is_found)
        assert [attempt.tries for attempt in Training(here()).attempts] == [0]
        await pilot.press("b")
        await until(pilot, lambda: isinstance(app.screen, BranchDialog))
        await pilot.press("enter")
        await until(pilot, lambda: type(app.screen) is PlayScreen)
        (row,) = saves.listed(here())
        match = saves.read(row.path).match
        assert match.header.players[seat.viewer].control == "human"
        assert match.view(seat.viewer) == seat.solved().recording(seat.viewer).view()


async def test_the_page_leads_to_the_puzzles_and_names_what_was_solved(quick_bots):
    async with DarwinApp(own()).run_test() as pilot:
        app = pilot.app
        await pilot.press("p")
        await until(pilot, lambda: isinstance(app.screen, PuzzlesScreen))
        assert "0 of 3 solved" in shown(app)
        await pilot.press("1")
        await until(pilot, lambda: isinstance(app.screen, PuzzleScreen))
        await answer_by_keys(pilot, seat_of(app).decision.action)
        await until(pilot, lambda: seat_of(app).is_over)
        await pilot.press("q")
        await until(pilot, lambda: isinstance(app.screen, PuzzlesScreen))
        assert "1 of 3 solved" in shown(app)
        assert "today: first try" in shown(app)
        await pilot.press("m")
        await until(pilot, lambda: any("no mistake to solve" in notice for notice in notices(app)))


async def test_mistakes_are_solved_one_after_the_other_and_come_back_later(quick_bots, workers):
    mistakes_made = mistaken()
    async with DarwinApp(own()).run_test() as pilot:
        app = pilot.app
        await pilot.press("y", "m")
        await until(pilot, lambda: isinstance(app.screen, PuzzlesScreen))
        await until(pilot, lambda: f"{len(mistakes_made)} to solve" in shown(app))
        await pilot.press("enter")
        for mistake in mistakes_made:
            await until(pilot, lambda: isinstance(app.screen, PuzzleScreen))
            assert seat_of(app).mistake == mistake
            await pilot.press("x", "n")
        await until(pilot, lambda: isinstance(app.screen, PuzzlesScreen))
        await until(pilot, lambda: "0 to solve" in shown(app))
        assert f"{len(mistakes_made)} later" in shown(app)


async def test_results_offer_the_mistakes_of_the_match(quick_bots, workers):
    opened_mistakes = mistaken()
    path = opened_mistakes[0].path
    app = DarwinApp(own())
    async with app.run_test(size=(120, 40)) as pilot:
        navigation.go(app, navigation.Results(SavedMatch.of(saves.read(path))))
        await until(pilot, lambda: isinstance(app.screen, ResultsScreen))
        page = app.screen.query_one(ResultsPage)
        while not page.is_done:
            await pilot.press("enter")
        assert page.mistakes == len(opened_mistakes)
        assert ("p", "your mistakes") in keys_of(app.screen)
        await pilot.press("p")
        await until(pilot, lambda: isinstance(app.screen, PuzzleScreen))
        assert seat_of(app).mistake == opened_mistakes[0]


async def test_a_damaged_file_is_reported_on_the_screen():
    here().training.parent.mkdir(parents=True, exist_ok=True)
    here().training.write_bytes(b"no attempt\n")
    async with DarwinApp(own(), first=navigation.Puzzles()).run_test() as pilot:
        await until(
            pilot, lambda: any("is damaged in 1 line" in notice for notice in notices(pilot.app))
        )
    assert here().training.read_bytes() == b"no attempt\n"


async def test_a_game_without_puzzles_says_so(monkeypatch):
    monkeypatch.setattr(puzzles, "collection", lambda slug: puzzles.Collection({}, ()))
    async with DarwinApp(own(), first=navigation.Puzzles()).run_test() as pilot:
        await pilot.press("enter")
        await until(pilot, lambda: notices(pilot.app) == ["There is no puzzle of this game yet."])


@pytest.mark.parametrize("size", [(80, 24), (100, 30)])
@pytest.mark.parametrize("key", ["x", "enter"])
async def test_a_reason_without_room_ends_with_a_whole_clause_and_the_key_for_the_rest(
    size, key, monkeypatch
):
    """A text that ends within a clause could say that rivals get more points, not fewer."""
    clauses = [f"rivals get about {number} points fewer later" for number in range(9)]
    reason = f"Bear 1: {', '.join(clauses)}."
    monkeypatch.setattr(PuzzleSeat, "verdict", lambda seat: [reason] * bool(seat.question))
    async with solving().run_test(size=size) as pilot:
        await until(pilot, lambda: isinstance(pilot.app.screen, PuzzleScreen))
        if key == "enter":
            await answer_by_keys(pilot, answers(seat_of(pilot.app))[1])
        else:
            await pilot.press(key)
        await until(pilot, lambda: "Bear 1" in said(pilot.app))
        words = f"{said(pilot.app)} {content(pilot.app, '#prompt')}"
        assert words.endswith("points fewer later … z: more")


@SIZES
async def test_puzzles_speak_german(size, quick_bots):
    settings.write(settings.Settings(language="de"), here())
    async with solving().run_test(size=size) as pilot:
        await until(pilot, lambda: isinstance(pilot.app.screen, PuzzleScreen))
        await answer_by_keys(pilot, answers(seat_of(pilot.app))[1])
        await until(pilot, lambda: seat_of(pilot.app).wrong)
        assert content(pilot.app, "#perspective").startswith("Rätsel des Tages: Darwin's Dice")
        assert "verschenkt" in said(pilot.app)


# --- line by line


def solved_plainly(*typed: str, slug: str = "dice") -> list[str]:
    console = Script(typed)
    assert text_mode.solve_plain(console, slug) == 0
    return console.lines


def number_of(written: str, seat: PuzzleSeat) -> str:
    legal = [*map(seat.game.texts.notation, seat.snapshot.actions)]
    return str(legal.index(written) + 1)


def test_a_puzzle_is_solved_line_by_line():
    seat = open_puzzle(own(), "dice")
    right, wrong = (number_of(answer, seat) for answer in answers(seat))
    lines = solved_plainly(wrong, "line", "explain", right, "explain", "line", "next", "quit")
    assert lines[0] == f"Puzzle of the day: Darwin's Dice. {own().name} wants to win."
    at = lines.index(f"> {wrong}")
    assert lines[at + 1].endswith("gives away about 3 points. Rivals get about 4 points more now.")
    assert lines[at + 2] == "Choose again."
    assert "First comes the answer; show shows it." in lines
    assert "Counted: second try." in lines
    assert "Theme: keep the best." in lines
    assert any(line.startswith(f"{seat.start + 1} ") for line in lines)
    assert sum(line.startswith("Puzzle") for line in lines) == 2
    assert [attempt.tries for attempt in Training(here()).attempts] == [2]


def test_line_by_line_a_number_after_the_answer_names_what_comes_next():
    """After the answer, the player is no longer to move, but nobody else is, either."""
    lines = solved_plainly("show", "1", "quit")
    assert lines[lines.index("> 1") + 1].startswith("Enter brings the next puzzle;")


def test_a_title_has_one_mark_at_its_end():
    (first, *_) = solved_plainly("quit", slug="darwinning")
    assert first == f"Puzzle of the day: Darwinning! {own().name} wants to win."


def test_line_by_line_a_puzzle_is_given_up_answered_again_and_played_on():
    seat = open_puzzle(own(), "dice")
    right = number_of(answers(seat)[0], seat)
    lines = solved_plainly("show", "again", right, "branch", "quit", "", "quit")
    assert "The answer:" in lines
    assert "Right." in lines
    (row,) = saves.listed(here())
    assert len(saves.read(row.path).match.history) > seat.start
    assert [attempt.tries for attempt in Training(here()).attempts] == [0]


class Typed(Script):
    """A console that says that a person types."""

    @property
    def is_interactive(self) -> bool:
        return True


def decided(policy: Any, *position: Any) -> Future[Any]:
    """Return the decision of a bot as a future that is already done."""
    decision = Future[Any]()
    decision.set_result(policy(*position))
    return decision


def test_after_a_match_line_by_line_mistakes_are_offered_and_found(workers):
    workers.answers_at_once = True
    workers.decide = decided
    opened = saved("human", "bot:random", seed="careless", names=(own().name, "Ben"))
    console = Typed(["1"] * 99)
    bots = bots_of(opened.match.header.players)
    assert text_mode.play_plain(console.player.matches.host(opened, bots), console) == 0
    mistakes_made = [*mistakes(saves.rows(here()), own().name, here())]
    offered = "decisions as a puzzle" if len(mistakes_made) == 1 else "decisions as puzzles"
    command = "darwin-tui puzzles --mistakes --plain"
    assert mistakes_made
    assert console.lines[-1] == f"{len(mistakes_made)} of your {offered}: {command}"


def test_mistakes_end_line_by_line():
    mistakes_found = mistaken()
    console = Script(["show", ""] * len(mistakes_found))
    assert text_mode.solve_plain(console, "", mistakes_found) == 0
    assert console.lines[-1] == "There is no other mistake to solve today."


def run(args: str, typed: str = "") -> Result:
    return CliRunner().invoke(main, args.split(), input=typed)


@pytest.mark.parametrize("slug", SLUGS)
def test_line_by_line_no_english_word_is_said_to_germans(slug, monkeypatch):
    monkeypatch.setenv("LANG", "de_DE.UTF-8")
    typed = "help\nlegal\n1\nexplain\nline\nshow\nexplain\nline\nagain\nnext\nquit\n"
    lines = run(f"puzzles {slug} --plain", typed).stdout.splitlines()
    assert "Die Antwort:" in lines
    # The theme and the judge of these tests' puzzles have no German words.
    of_test = ("keep the best", "the tests")
    program_lines = [line for line in lines if not any(words in line for words in of_test)]
    assert not [line for line in program_lines if ENGLISH.search(line)]


# --- the command


def test_the_command_asks_for_a_game_that_has_puzzles(monkeypatch):
    result = run("puzzles --plain")
    assert (result.exit_code, result.stderr.strip()[:12]) == (2, "Name a game:")
    assert run("puzzles dice --mistakes --plain").exit_code == 2
    monkeypatch.setattr(puzzles, "collection", lambda slug: puzzles.Collection({}, ()))
    result = run("puzzles dice --plain")
    assert (result.exit_code, result.stderr) == (1, "There is no puzzle of Darwin's Dice yet.\n")


def test_the_command_asks_for_mistakes_that_are_due():
    no_more = "There is no other mistake to solve today.\n"
    assert run("puzzles --mistakes --plain").stdout == no_more
    mistakes_made = mistaken()
    lines = run("puzzles --mistakes --plain", "show\n\n" * len(mistakes_made)).stdout
    assert lines.count("Your mistake: Darwin's Dice.") == len(mistakes_made)
    assert lines.endswith(no_more)
    assert run("puzzles --mistakes --plain").stdout == no_more


# --- races


class Watch:
    """A watch whose time only the test changes."""

    def __init__(self) -> None:
        self.seconds = 0.0

    def __call__(self) -> float:
        return self.seconds


async def test_a_race_asks_each_puzzle_once_the_easier_first_until_the_time_is_over(days):
    watch = Watch()
    racing = Racing(own(), "dice", OwnRaces(Training(here())), watch)
    asked = [racing.next(), racing.next()]
    assert len({seat.puzzle.id for seat in asked}) == 2
    assert [seat.puzzle.grade for seat in asked] == sorted(seat.puzzle.grade for seat in asked)
    right, wrong = answers(asked[0])[0], answers(asked[1])[1]
    await submit(asked[0], right)
    await submit(asked[1], wrong)
    assert racing.take(asked[0])
    assert racing.take(asked[1])
    assert (racing.right, racing.wrong, racing.is_over) == (1, 1, False)
    watch.seconds = RACE_SECONDS
    late = racing.next()
    await submit(late, answers(late)[0])
    racing.take(late)
    assert (racing.right, racing.is_over) == (1, True)
    lines = await racing.end()
    assert lines[0] == "1 right, 1 wrong."
    assert lines[-1] == "2026-W48: 1 right, 1 wrong"
    assert not Training(here()).attempts, "a race moves no rating"


async def test_a_right_step_of_a_turn_is_no_answer_yet(few_puzzles):
    few_puzzles(count=1, actions=2)
    racing = Racing.at_home(own(), "journey")
    asked = racing.next()
    await submit(asked, answers(asked)[0])
    assert not racing.take(asked)
    await submit(asked, answers(asked)[0])
    assert racing.take(asked)
    assert racing.right == 1


async def test_the_first_race_of_a_week_counts_and_all_are_asked_the_same_in_it(days, few_puzzles):
    few_puzzles(count=8)
    orders: dict[str, set[tuple[str, ...]]] = {}
    days.today = DAY + timedelta(days=1)
    assert days().weekday() == 0, "a week begins"
    for number in range(14):
        racing = Racing.at_home(own(), "dice")
        order = tuple(racing.next().puzzle.id for _ in range(8))
        orders.setdefault(training.week_of(days()), set()).add(order)
        racing.right = number + 1
        is_practice = "Practice: the first race of a week counts." in await racing.end()
        assert is_practice == (number % 7 > 0)
        days.turn(1)
    first, second = orders.values()
    assert len(first) == len(second) == 1, "the same all week"
    assert first != second, "another order in another week"
    kept = Training(here(), days).counting_races("dice")
    assert {week: race.right for week, race in kept.items()} == {"2026-W49": 1, "2026-W50": 8}
    assert race_lines("dice", Training(here(), days)) == [
        "Your races in Darwin's Dice; the most right is 8.",
        "2026-W50: 8 right, 0 wrong",
        "2026-W49: 1 right, 0 wrong",
    ]


async def test_a_race_is_run_on_the_screen_and_its_result_is_kept(quick_bots):
    async with DarwinApp(own()).run_test() as pilot:
        app = pilot.app
        await pilot.press("p", "r")
        for place in range(3):
            await until(pilot, lambda: isinstance(app.screen, RaceScreen))
            seat = seat_of(app)
            assert f"{place} right, 0 wrong" in content(app, "#perspective")
            await answer_by_keys(pilot, answers(seat)[0 if place < 2 else 1])
            await until(pilot, partial(_has_left, app, seat))
        await until(pilot, lambda: isinstance(app.screen, MessageDialog))
        assert "2 right, 1 wrong." in shown(app)
        await pilot.press("enter")
        await until(pilot, lambda: isinstance(app.screen, PuzzlesScreen))
        await pilot.press("t")
        await until(pilot, lambda: "the most right is 2" in shown(app))


def _has_left(app: Any, seat: PuzzleSeat) -> bool:
    return not isinstance(app.screen, PuzzleScreen) or app.screen.asked is not seat


async def test_a_race_ends_with_its_time_and_when_it_is_left(quick_bots):
    async with DarwinApp(own(), first=navigation.Race("dice")).run_test() as pilot:
        app = pilot.app
        await until(pilot, lambda: isinstance(app.screen, RaceScreen))
        await pilot.press("question_mark")
        screen = app.screen_stack[-2]
        assert isinstance(screen, RaceScreen)
        screen.racing.ends_at = 0
        await until(pilot, lambda: isinstance(app.screen, MessageDialog))
        assert "0 right, 0 wrong." in shown(app)
    assert len(Training(here()).races) == 1
    async with DarwinApp(own(), first=navigation.Race("dice")).run_test() as pilot:
        await until(pilot, lambda: isinstance(pilot.app.screen, RaceScreen))
        await until(pilot, lambda: any("Practice" in notice for notice in notices(pilot.app)))
        await pilot.press("q")
        await until(pilot, lambda: "Practice" in shown(pilot.app))
    assert len(Training(here()).races) == 2


async def test_an_answer_judged_under_a_dialog_leads_to_the_next_puzzle():
    async with DarwinApp(own(), first=navigation.Race("dice")).run_test() as pilot:
        app = pilot.app
        await until(pilot, lambda: isinstance(app.screen, RaceScreen))
        screen = app.screen
        assert isinstance(screen, RaceScreen)
        await pilot.press("g")
        await screen._answer_with(screen.asked.answers[0])
        await until(pilot, lambda: isinstance(app.screen, RaceScreen) and app.screen is not screen)
        assert screen not in app.screen_stack


def raced(slug: str) -> Racing:
    """Return a race in which no time passes."""
    return Racing(own(), slug, OwnRaces(Training(here())), Watch())


async def test_a_race_is_run_line_by_line(days, few_puzzles):
    few_puzzles(count=3, actions=2)
    first, second = [racing.next() for racing in [raced("journey")] for _ in range(2)]
    console = Script([*first.puzzle.solution, "legal", answers(second)[1], "quit"])
    await text_mode.run_race(raced("journey"), console)
    lines = console.lines
    title = "Race: Darwin's Journey · 5:00 ·"
    assert lines[0] == f"{title} 0 right, 0 wrong. {first.aim}"
    assert lines.count("Right.") == lines.count("Wrong.") == 1
    assert f"{title} 1 right, 1 wrong. {second.aim}" in lines
    assert lines[-3:] == [
        "1 right, 1 wrong.",
        "Your races in Darwin's Journey; the most right is 1.",
        "2026-W48: 1 right, 1 wrong",
    ]


async def test_a_race_line_by_line_ends_with_its_time():
    racing = raced("dice")

    class Waiting(Script):
        async def ask(self) -> str | None:
            if racing.seconds:
                racing.ends_at = 0
                return "state"
            return await asyncio.Event().wait() and ""

    console = Waiting(())
    await text_mode.run_race(racing, console)
    assert "0 right, 0 wrong." in console.lines


def test_a_race_is_asked_for_by_a_command(days):
    assert "0 right, 0 wrong." in run("puzzles dice --race --plain", "quit\n").stdout
    assert [race.week for race in Training(here()).races] == ["2026-W48"]
    assert "Name a game" in run("puzzles --race --plain").output


# --- hidden information


@pytest.mark.parametrize("slug", SLUGS)
async def test_positions_that_a_seat_cannot_distinguish_are_the_same_puzzle(slug, quick_bots):
    collection = made(slug, 1)
    puzzle = replace(collection.puzzles[0], position=0)
    (source,) = collection.sources.values()
    match = source.match(collection.puzzles[0].position)
    twin = twin_of(slug, match.state, puzzle.seat, Random(slug))
    assert packed(twin) != packed(match.state)
    sitters = [*source.header.players]
    sitters[puzzle.seat] = Player(own().name)
    head = replace(source.header, players=tuple(sitters))
    screens = []
    for state in (match.state, twin):
        here().training.unlink(missing_ok=True)
        start, _ = begin(match.game, starting(head, state))
        seat = PuzzleSeat(puzzle, start, Training(here()))
        async with DarwinApp(own()).run_test(size=(120, 40)) as pilot:
            pilot.app.push_screen(PuzzleScreen(seat))
            await until(pilot, lambda: isinstance(pilot.app.screen, PuzzleScreen))
            screens.append([shown(pilot.app)])
            await submit(seat, answers(seat)[1])
            await pilot.pause()
            screens[-1].append(shown(pilot.app))
            await pilot.press("x")
            screens[-1].append(shown(pilot.app))
    assert screens[0] == screens[1]
    assert len({*screens[0]}) == 3
