"""The results of a match."""

import pytest
from home import own
from matches import outcome_of
from rich.table import Table
from textual.widgets import Static
from tui.scenes import LONG_NAMES, DarwinApp, finished, shown, until

from darwin_tui import saves
from darwin_tui.screens.home import HomeScreen
from darwin_tui.screens.new_match import NewMatchScreen
from darwin_tui.screens.replay import ReplayScreen
from darwin_tui.screens.results import ResultsScreen
from darwin_tui.widgets.canvas import SEAT_MARKS

BOTS = ("bot:random",) * 4


def lines(app):
    return app.screen.query_one("#results"), shown(app).splitlines()


async def begin(pilot, opened):
    pilot.app.push_screen(ResultsScreen(saves.SavedMatch.of(opened)))
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
        winner = pilot.app.screen.query_one("#winner", Static)
        for shown_count in range(len(outcome.lines) + 2):
            rows = shown(pilot.app).splitlines()
            for number, line in enumerate(outcome.lines):
                row = next(row.split() for row in rows if f"{line.label} " in f"{row} ")
                points = [str(p) for p in line.points] if number < shown_count else []
                assert row == [*line.label.split(), *points]
            total = next(row.split() for row in rows if row.strip().startswith("total"))
            done = shown_count > len(outcome.lines)
            assert total[1:] == ([str(p) for p in outcome.totals] if done else [])
            names = [LONG_NAMES[seat] for seat in outcome.winners]
            assert all(name in str(winner.content) for name in names) == done
            for seat in range(seats):
                assert SEAT_MARKS[seat] in shown(pilot.app)
                assert LONG_NAMES[seat] in shown(pilot.app), "whole"
            await pilot.press(("enter", "space")[shown_count % 2])


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
    monkeypatch.setattr(ResultsScreen, "_outcome", property(lambda _: tied))
    async with DarwinApp(own()).run_test() as pilot:
        await begin(pilot, opened)
        await pilot.press(*["enter"] * 6)
        assert "Ada and Ben share the win." in shown(pilot.app)
        assert shown(pilot.app).count("1st") == 2
        assert "2nd" not in shown(pilot.app)
        assert "3rd" in shown(pilot.app)


async def test_takes_on_the_colours_of_another_theme():
    opened = finished(*BOTS[:2])
    async with DarwinApp(own()).run_test() as pilot:
        await begin(pilot, opened)
        for theme in ("lamp", "paper"):
            pilot.app.theme = theme
            await pilot.pause()
            table = pilot.app.screen.query_one("#lines", Static).content
            assert isinstance(table, Table)
            hues = [str(getattr(column.header, "style", None)) for column in table.columns[1:]]
            assert hues == [pilot.app.theme_variables[f"seat-{seat}"] for seat in range(2)]


@pytest.mark.parametrize(
    ("key", "screen"),
    [("r", ReplayScreen), ("n", NewMatchScreen), ("q", HomeScreen), ("escape", HomeScreen)],
)
async def test_leads_on(key, screen):
    opened = finished(*BOTS[:2])
    async with DarwinApp(own()).run_test() as pilot:
        await begin(pilot, opened)
        await pilot.press(key)
        await until(pilot, lambda: isinstance(pilot.app.screen, screen))
        await pilot.press("escape")
        await pilot.pause()
        assert isinstance(pilot.app.screen, ResultsScreen if key == "r" else HomeScreen)


@pytest.mark.parametrize("size", [(80, 24), (120, 40)])
@pytest.mark.parametrize("seats", [4, 6])
async def test_what_is_scored_is_shown_in_whole_words(seats, size):
    opened = finished(*(["bot:random"] * seats), game="darwinning")
    async with DarwinApp(own()).run_test(size=size) as pilot:
        pilot.app.push_screen(ResultsScreen(saves.SavedMatch.of(opened)))
        await pilot.pause()
        await pilot.press(*["enter"] * 6)
        lines = [line.strip() for line in shown(pilot.app).splitlines()]
        for line in outcome_of(opened.match).lines:
            (row_text,) = (row for row in lines if row.startswith(f"{line.label} "))
            assert row_text.split()[-seats:] == [str(count) for count in line.points]
