"""The challenge of the day: all players get the same seed, the first try counts, and the result can
be copied as text."""

import re
from datetime import date, timedelta
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any

import msgspec
import pytest
from click.testing import CliRunner
from home import here, own
from textual.geometry import Size
from tui.scenes import DarwinApp, closed, replay_of, shown, submit, until

from darwin_core.bots import levels
from darwin_core.contract import registry
from darwin_tui.cli import main
from darwin_tui.library import daily, saves
from darwin_tui.library.daily import Key
from darwin_tui.library.saved_match import SavedMatch
from darwin_tui.library.saves import Opened
from darwin_tui.paths import SUFFIX, private_dir
from darwin_tui.screens.daily import DailyPage, DailyScreen, Past
from darwin_tui.screens.play import PlayScreen
from darwin_tui.screens.replay import ReplayScreen
from darwin_tui.screens.results import ResultsScreen

pytestmark = pytest.mark.usefixtures("resting_bots")

DAY = date(2020, 5, 17)
DICE = Key("dice", DAY)
PICTURE_ROWS = 6
"""Least number of rows of a game's picture."""


def tried(
    key: Key, title: str, actions: int = 10_000, level: str = "normal", **more: Any
) -> Opened:
    """Save a try at a challenge, in which a bot of a level plays for the person."""
    header = daily.header_of(key, "Ada")
    header = msgspec.structs.replace(
        header, **{"made": f"{key.day}T12:00:00+00:00", "id": title, **more}
    )
    opened = saves.create(header, private_dir(here().matches) / f"{title}{SUFFIX}")
    match = opened.match
    rng = Random(title)
    while len(match.history) < actions and (movers := match.game.to_move(match.state)):
        seat = movers[0]
        policy = levels.bot(level if seat == 0 else "normal")
        submit(opened, seat, policy(match.game, match.view(seat), seat, rng.randbytes(16)))
    return closed(opened)


def known() -> daily.Tries:
    return daily.tries(saves.rows(here()), "Ada")


@pytest.mark.parametrize("slug", registry.SLUGS)
def test_every_game_has_a_challenge_that_is_recognised(slug):
    key = Key(slug, DAY)
    tried(key, slug, actions=3)
    assert [*known()] == [key]
    assert not known()[key].is_over


def test_day_deals_the_same_to_everybody_and_another_day_another_deal():
    game = registry.get("dice")
    headers = [daily.header_of(DICE, name) for name in ("Ada", "Ben")]
    headers.append(daily.header_of(Key("dice", DAY + timedelta(days=1)), "Ada"))
    states = [game.setup(game.options(), 4, header.seed, None) for header in headers]
    assert states[0] == states[1] != states[2]


def test_first_try_counts_and_later_ones_are_practice():
    first = tried(DICE, "first", level="random")
    tried(DICE, "second", made="2020-05-17T13:00:00+00:00")
    assert known()[DICE].row.path == first.path


def test_match_with_the_seed_but_other_players_is_no_try():
    players = daily.header_of(DICE, "Ada").players
    weak = msgspec.structs.replace(players[1], control="bot:random")
    tried(DICE, "weak", actions=3, players=(players[0], weak, *players[2:]))
    tried(DICE, "two", actions=3, players=players[:2])
    tried(DICE, "other", actions=3, seed=daily.seed_of(Key("evo", DAY)))
    assert known() == {}


@pytest.mark.parametrize("slug", ["dice", "darwinning"])
def test_par_is_what_a_normal_bot_scores_in_the_same_seat(slug):
    key = Key(slug, DAY)
    tried(key, slug)
    assert known()[key].points == daily.par(key)


def test_par_is_kept(monkeypatch):
    par = daily.Pars(here()).find(DICE)
    monkeypatch.setattr(daily, "par", lambda key: pytest.fail("it is known"))
    assert daily.Pars(here()).find(DICE) == par
    here().pars.write_text("{")
    assert daily.Pars(here()).known(DICE) is None


def test_days_in_a_row_end_today_or_yesterday():
    played = {DAY - timedelta(days=back): 1 for back in (1, 2, 3, 6)}
    assert daily.streak(played, DAY) == 3
    assert daily.streak({**played, DAY: 2}, DAY) == 4
    assert daily.streak(played, DAY + timedelta(days=1)) == 0
    assert daily.longest_streak(played) == 3
    assert daily.longest_streak({}) == 0


@pytest.mark.parametrize("made", ["2020-05-20T12:00:00+00:00", "0001-01-01T00:00:00+14:00"])
def test_day_made_up_for_later_is_no_day_in_a_row(made):
    tried(DICE, "late", made=made)
    assert known()[DICE].is_over
    assert not daily.days(known())


def test_result_of_a_day_made_up_for_later_names_no_days_in_a_row():
    tried(Key("dice", DAY - timedelta(days=1)), "before")
    opened = tried(DICE, "late", made="2020-05-20T12:00:00+00:00")
    lines = daily.result_lines(DICE, known()[DICE], 40, SavedMatch.of(opened), known())
    assert lines[-2] == "0 of 5 games on the day"


@pytest.mark.parametrize("slug", registry.SLUGS)
def test_lines_add_up_and_name_no_card(slug):
    key = Key(slug, DAY)
    opened = tried(key, slug)
    own_try = known()[key]
    lines = daily.result_lines(key, own_try, 40, SavedMatch.of(opened), known())
    title = daily.short_title(slug)
    assert lines[0].startswith(f"{title} 2020-05-17: {own_try.points}, ")
    assert lines[0].endswith(daily.against_par(own_try.points, 40))
    rounds = lines[2 : lines.index("", 2)]
    points = [match for line in rounds if (match := re.match(r"(start|\w+ \d+) +([−\d]+)", line))]
    assert sum(int(point[2].replace("−", "-")) for point in points) == own_try.points
    assert len({point.end() for point in points}) == 1, rounds
    assert rounds[-1].split()[-1] == lines[0].split(", ")[1].split()[0], "the place at the end"
    assert lines[-2] == "1 day in a row, 1 of 5 games on the day"
    assert lines[-1] == f"darwin-tui daily {slug} 2020-05-17"
    assert all(len(line) <= 60 for line in lines)


@pytest.mark.parametrize(
    ("points", "words"), [(67, "▲ 12 over par"), (50, "▼ 5 under par"), (55, "level with par")]
)
def test_difference_to_par(points, words):
    assert daily.against_par(points, 55) == words


def test_command_plays_today_and_prints_what_is_done():
    run = CliRunner().invoke
    assert "dice" in run(main, ["daily"]).stdout
    begun = run(main, ["daily", "dice", "2020-05-17"], input="1\n1\nquit\n")
    assert begun.exit_code == 0, begun.stderr
    (row,) = saves.listed(here())
    assert row.seed == daily.seed_of(DICE)
    over = run(main, ["daily", "dice", "2020-05-17"], input="1\n" * 40)
    assert "The match is over." in over.stdout
    assert len(saves.listed(here())) == 1, "it was continued"
    printed = run(main, ["daily", "dice", "2020-05-17"]).stdout
    assert printed.startswith("Dice 2020-05-17: ")
    in_ascii = run(main, ["--ascii", "daily", "dice", "2020-05-17"]).stdout
    assert in_ascii == printed.translate(str.maketrans("▲▼▆−", "^v#-"))
    assert in_ascii.isascii()
    assert run(main, ["daily", "dice", "2020-05-17", "--again"], input="quit\n").exit_code == 0
    assert len(saves.listed(here())) == 2
    assert run(main, ["daily", "dice", "2020-05-17"]).stdout == printed, "practice changes nothing"


@pytest.mark.parametrize("words", [["chess"], ["dice", "yesterday"], ["dice", "2999-01-01"]])
def test_what_is_no_challenge_is_refused(words):
    assert CliRunner().invoke(main, ["daily", *words]).exit_code == 2


# --- the screen


async def open_page(pilot: Any) -> DailyPage:
    await pilot.press("d")
    await until(pilot, lambda: isinstance(pilot.app.screen, DailyScreen))
    page: DailyPage = pilot.app.screen.query_one(DailyPage)
    await until(pilot, lambda: page.is_ready and len(page.pars) == len(registry.SLUGS))
    return page


@pytest.fixture
def may(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let today be a day in May."""

    class Day(date):
        @classmethod
        def today(cls) -> Any:
            return DAY

    monkeypatch.setattr("darwin_tui.screens.daily.date", Day)
    monkeypatch.setattr(daily, "par", lambda key: 40)


@pytest.mark.usefixtures("may")
@pytest.mark.parametrize("size", [(80, 24), (120, 40)])
async def test_enter_begins_the_try_and_it_counts(size):
    async with DarwinApp(own()).run_test(size=size) as pilot:
        page = await open_page(pilot)
        assert "not played" in shown(pilot.app)
        await pilot.press("y")
        assert pilot.app.clipboard == "", "there is nothing to copy yet"
        await pilot.press("2", "enter")
        await until(pilot, lambda: isinstance(pilot.app.screen, PlayScreen))
        assert page.cursor == "darwinning"
    (row,) = saves.listed(here())
    assert row.seed == daily.seed_of(Key("darwinning", DAY))


@pytest.mark.usefixtures("may")
@pytest.mark.parametrize("size", [(80, 24), (120, 40), (200, 60)])
async def test_result_is_copied_saved_and_replayed(size):
    opened = tried(DICE, "dice")
    points = known()[DICE].points
    async with DarwinApp(own()).run_test(size=size) as pilot:
        page = await open_page(pilot)
        text = "\n".join(page.lines["dice"])
        assert page.lines["dice"][0] in shown(pilot.app)
        assert page.lines["dice"][-1] in shown(pilot.app)
        await pilot.press("y")
        assert pilot.app.clipboard == text
        await pilot.press("e")
        (path,) = here().shared.iterdir()
        assert path.read_text() == f"{text}\n"
        assert path.name == "daily-dice-2020-05-17.txt"
        await pilot.press("escape")
        assert page.streaks == (1, 1)
        assert f"{points} points" in shown(pilot.app)
        await pilot.press("enter")
        await until(pilot, lambda: isinstance(pilot.app.screen, ReplayScreen))
        assert replay_of(pilot.app).saved_at == opened.path


@pytest.mark.usefixtures("may")
async def test_after_midnight_yesterdays_result_is_none_of_todays(monkeypatch):
    tried(DICE, "dice")
    async with DarwinApp(own()).run_test() as pilot:
        page = await open_page(pilot)
        assert "To share" in shown(pilot.app)
        tomorrow: Any = SimpleNamespace(today=lambda: DAY + timedelta(days=1))
        monkeypatch.setattr("darwin_tui.screens.daily.date", tomorrow)
        await pilot.press("question_mark", "q")
        await until(pilot, lambda: "not played" in shown(pilot.app))
        assert not page.lines
        assert "To share" not in shown(pilot.app)
        assert "2  The first try counts, without hints; p plays" in shown(pilot.app)


@pytest.mark.usefixtures("may")
@pytest.mark.parametrize("size", [(80, 24), (100, 30)])
async def test_picture_of_the_game_is_beside_the_lines_of_a_small_window(size):
    tried(DICE, "dice")
    async with DarwinApp(own()).run_test(size=size) as pilot:
        page = await open_page(pilot)
        for slug in ("dice", "journey"):
            page.move_to(slug)
            await pilot.pause()
            title = "To share" if slug == "dice" else "How it works"
            _, _, paper = shown(pilot.app).partition(title)
            assert sum("▀" in row for row in paper.splitlines()) >= PICTURE_ROWS
            assert all(line in paper for line in page.lines.get(slug, ()))


@pytest.mark.parametrize("is_of_day", [True, False])
async def test_results_of_a_challenge_say_where_it_stands_beside_the_par(is_of_day):
    opened = tried(DICE, "dice", seed=daily.seed_of(DICE) if is_of_day else "another")
    async with DarwinApp(own()).run_test(size=(80, 24)) as pilot:
        pilot.app.push_screen(ResultsScreen(SavedMatch.of(opened)))
        await pilot.pause()
        await pilot.press(*["enter"] * 6)
        words = shown(pilot.app)
        assert ("d on the first screen shows it beside the par." in words) == is_of_day
        assert ("Saved as" in words) != is_of_day


def test_differences_of_three_digits_stand_apart():
    page = DailyPage()
    page.past = {page.cursor: [Past(-3, 120), Past(90, 40), Past(200, 80)]}
    assert "123 +50 120" in page.draw(Size(120, 40)).plain()


@pytest.mark.usefixtures("may")
async def test_days_are_a_calendar_where_there_is_room():
    tried(DICE, "dice")
    async with DarwinApp(own()).run_test(size=(160, 50)) as pilot:
        await open_page(pilot)
        lines = shown(pilot.app).splitlines()
        (sunday,) = (at for at, line in enumerate(lines) if "Su " in line)
        assert " 10 " in lines[sunday], "a Sunday in May"
        assert "●" in lines[sunday + 1], "one challenge was played on the 17th"


# --- help


@pytest.mark.usefixtures("may")
async def test_the_try_that_counts_has_no_hints_and_keeps_its_bots():
    async with DarwinApp(own()).run_test() as pilot:
        await open_page(pilot)
        assert "without hints" in shown(pilot.app)
        await pilot.press("1", "enter")
        await until(pilot, lambda: isinstance(pilot.app.screen, PlayScreen))
        play: Any = pilot.app.screen
        await until(pilot, lambda: play.live.snapshot.actions)
        for key in ("H", "Y", "b"):
            await pilot.press(key)
            assert play.table.hint is None
            assert pilot.app.screen is play
        await pilot.press("H")
        assert "no hints" in shown(pilot.app)


@pytest.mark.usefixtures("may")
def test_practice_has_hints_and_notes_them(monkeypatch):
    tried(DICE, "first")
    header = daily.header_of(DICE, "Ada")
    practice = saves.create(header, here())
    path = closed(practice).path
    counted, again = (
        SavedMatch.of(saves.read(here().matches / f"{name}"))
        for name in (f"first{SUFFIX}", path.name)
    )
    assert daily.is_counted(counted, "Ada", here())
    assert not daily.is_counted(again, "Ada", here())
    monkeypatch.chdir(here().matches)
    counted = SavedMatch.of(saves.read(Path(f"first{SUFFIX}")))
    assert daily.is_counted(counted, "Ada", here()), "also by a relative path"
