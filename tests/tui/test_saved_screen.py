"""The screen of saved matches: its rows, commands on matches, filters and the preview."""

import os
import re
import time

import pytest
from home import here, own
from rich.cells import cell_len
from textual.widgets import DataTable, Input, Static
from tui.scenes import (
    LONG_NAMES,
    DarwinApp,
    closed,
    finished,
    match_at,
    notices,
    players,
    saved,
    shown,
    until,
)

from darwin_core.contract.game import SPECTATOR
from darwin_tui import paths
from darwin_tui.library import saves
from darwin_tui.library.dates import short_moment
from darwin_tui.library.saved_match import SavedMatch
from darwin_tui.screens import navigation
from darwin_tui.screens.home import HomeScreen
from darwin_tui.screens.lesson import LessonScreen
from darwin_tui.screens.play import PlayScreen
from darwin_tui.screens.replay import ReplayScreen
from darwin_tui.screens.saved import ORDERS, MatchPreview, SavedScreen
from darwin_tui.widgets.dialogs import ConfirmDialog, EntryDialog
from darwin_tui.widgets.pane import TitleBar

pytestmark = pytest.mark.usefixtures("resting_bots")


@pytest.fixture
def three():
    """Save a match that is over, one in progress and a damaged one, and return their paths.

    They were played in this order.
    """
    over = finished("human", "bot:random", "bot:random", seed="over").path
    going = closed(saved("human", "bot:random", seed="going", actions=20)).path
    damaged = closed(saved("human", "bot:random", seed="damaged", actions=20)).path
    lines = damaged.read_bytes().splitlines(keepends=True)
    lines[7] = lines[7].replace(b'"', b"'", 1)
    damaged.write_bytes(b"".join(lines))
    now = time.time()
    for age, path in ((7200, over), (120, going), (0, damaged)):
        os.utime(path, (now - age, now - age))
    return over, going, damaged


def listing():
    return DarwinApp(own()).run_test(notifications=True)


@pytest.fixture
async def pilot():
    async with listing() as pilot:
        yield pilot


async def open_list(pilot):
    await pilot.press("s")
    await until(pilot, lambda: isinstance(pilot.app.screen, SavedScreen))


def table(pilot):
    """Return the game, state, players, time and title of each row."""
    rows = []
    for row in range(pilot.app.screen.query_one(DataTable).row_count):
        cells = pilot.app.screen.query_one(DataTable).get_row_at(row)
        _, match, players, played = [str(cell) for cell in cells]
        game, state = match.split("\n")
        moment, title = played.split("\n")
        rows.append([game, state, " ".join(players.split()), moment, title])
    return rows


def trouble(pilot):
    return pilot.app.screen.query_one("#trouble", Static).content


async def test_empty_list_says_where_matches_go(pilot):
    await open_list(pilot)
    assert table(pilot) == []
    assert trouble(pilot).startswith("There are no saved matches yet.")
    assert str(here().matches) in trouble(pilot)
    assert "Every match is saved as it is played." in shown(pilot.app)
    for key in ("enter", "r", "n", "c", "d", "j", "k", "down"):
        await pilot.press(key)
        assert isinstance(pilot.app.screen, SavedScreen)
    await pilot.press("q")
    assert isinstance(pilot.app.screen, HomeScreen)


async def test_list_that_was_empty_has_the_focus_when_there_are_matches(pilot):
    await open_list(pilot)
    finished("human", "bot:random", seed="late")
    finished("human", "bot:random", seed="later")
    pilot.app.screen.read_matches()
    await until(pilot, lambda: pilot.app.screen.query_one(DataTable).row_count == 2)
    await pilot.press("down")
    assert pilot.app.screen.query_one(DataTable).cursor_row == 1
    assert "Every match is saved" not in shown(pilot.app)


@pytest.mark.parametrize("moves", [False, True])
async def test_cursor_returns_to_its_match_as_the_list_is_read_again(moves, monkeypatch):
    now = time.time()
    for number in range(6):
        path = closed(saved("human", "bot:random", seed=f"match {number}")).path
        os.utime(path, (now - number, now - number))
    monkeypatch.setattr(saves, "SLICE_SECONDS", 0)
    async with listing() as pilot:
        await open_list(pilot)
        await until(pilot, lambda: len(table(pilot)) == 6)
        await pilot.press(*["down"] * 4)
        screen = pilot.app.screen
        screen.read_matches()
        if moves:
            screen._read_on()
            screen.query_one(DataTable).move_cursor(row=1)
        await until(pilot, lambda: not screen._slices.has_more)
        assert screen._chosen().title == f"match {1 if moves else 4}"


async def test_players_of_all_rows_are_in_the_same_columns_where_there_is_room():
    finished("human", "bot:random", "bot:random", seed="one", names=("龍", "龍龍龍", "龍龍"))
    finished("human", "bot:random", "bot:random", seed="two", names=LONG_NAMES)
    async with DarwinApp(own()).run_test(size=(160, 50)) as pilot:
        await open_list(pilot)
        marks = re.compile("[●▲■]")
        lines = [
            [cell_len(line[: mark.start()]) for mark in marks.finditer(line)]
            for line in table_lines(pilot)
        ]
        first, second = [columns for columns in lines if len(columns) > 1]
        assert first == second


async def test_players_without_room_in_one_line_stand_in_pairs():
    finished(*["human"] * 6, seed="six", names=LONG_NAMES, game="darwinning")
    async with DarwinApp(own()).run_test(size=(160, 50)) as pilot:
        await open_list(pilot)
        list_of_matches = pilot.app.screen.query_one(DataTable)
        await until(pilot, lambda: list_of_matches.virtual_size.width > 0)
        assert list_of_matches.virtual_size.width <= list_of_matches.size.width
        assert short_moment(time.time()) in shown(pilot.app)
        lines = " ".join(table_lines(pilot))
        assert sum(f"{name} " in lines for name in LONG_NAMES) == 4, "there is room for whole names"


def table_lines(pilot):
    """Return the rows of the screen without the preview beside the list."""
    width = pilot.app.screen.query_one(DataTable).size.width
    return [line[:width] for line in shown(pilot.app).splitlines()]


async def test_rows_say_what_they_are_the_last_played_first(three, pilot):
    await open_list(pilot)
    damaged, going, over = table(pilot)
    moments = [short_moment(path.stat().st_mtime) for path in reversed(three)]
    game = "Darwin's Dice"
    assert damaged == [game, "✗ damaged", "● Ada 0 ▲ Ben 0", moments[0], "damaged"]
    assert going[:2] == [game, "round 2, turn 2"]
    assert going[3:] == [moments[1], "going"]
    outcome = SavedMatch.of(saves.read(three[0])).recording(SPECTATOR).outcome
    assert outcome is not None
    won = [("Ada", "Ben", "Cleo")[seat] for seat in outcome.winners]
    assert over[:2] == [game, f"won by {' and '.join(won)}"]
    assert over[2].count("★") == len(won)
    assert re.match(rf"[●▲■] {won[0]} {max(outcome.totals)} ★", over[2]), over[2]
    assert sorted(int(word) for word in over[2].split() if word.lstrip("-").isdigit()) == (
        sorted(outcome.totals)
    )
    assert over[3:] == [moments[2], "over"]
    assert trouble(pilot) == "Line 8 of the record is damaged."
    assert trouble(pilot) in shown(pilot.app)
    await pilot.press("j")
    size = f"{three[1].stat().st_size / 1024:.1f} kB"
    whole = f"Darwin's Dice with Ada, Ben: whole and verified, {size}."
    assert trouble(pilot) == whole
    await pilot.press("j", "k", "k")
    assert "damaged" in trouble(pilot)


async def test_many_that_were_never_verified_come_one_after_the_other(three, monkeypatch):
    monkeypatch.setattr("darwin_tui.library.saves.SLICE_SECONDS", 0)
    steps = []
    show = SavedScreen.show_matches

    def showing(screen):
        show(screen)
        heading = screen.query_one(TitleBar).words
        steps.append(([row.title for row in screen._rows], heading))

    monkeypatch.setattr(SavedScreen, "show_matches", showing)
    async with listing() as pilot:
        await open_list(pilot)
        await until(pilot, lambda: (["damaged", "going", "over"], "3 matches") in steps)
        assert (["damaged"], "1 verified so far") in steps
        assert (["damaged", "going"], "2 verified so far") in steps
        assert len(table(pilot)) == 3


async def test_continue_plays_on_and_what_is_over_is_replayed(three, pilot):
    await open_list(pilot)
    await pilot.press("down", "enter")
    await until(pilot, lambda: isinstance(pilot.app.screen, PlayScreen))
    assert pilot.app.screen.access.path == three[1]
    await pilot.press("q", "s")
    assert "Enter continue" in shown(pilot.app)
    await pilot.press("down", "down")
    assert "Enter replay" in shown(pilot.app)
    await pilot.press("enter")
    await until(pilot, lambda: isinstance(pilot.app.screen, ReplayScreen))
    assert pilot.app.screen.saved_at == three[0]
    await pilot.press("q")
    assert isinstance(pilot.app.screen, SavedScreen)


async def test_damaged_match_is_replayed_up_to_there_and_continued_from_there(three):
    data = three[2].read_bytes()
    async with listing() as pilot:
        await open_list(pilot)
        await pilot.press("r")
        await until(pilot, lambda: isinstance(pilot.app.screen, ReplayScreen))
        await pilot.press("end")
        assert pilot.app.screen.position == 6
        assert three[2].read_bytes() == data
        await pilot.press("q", "enter")
        await until(pilot, lambda: isinstance(pilot.app.screen, PlayScreen))
        assert len(match_at(pilot.app).lines) == 6
        (kept,) = three[2].parent.glob("*.damaged-*")
        assert kept.read_bytes() == data


async def test_what_is_no_record_stays_a_row_with_its_reason():
    folder = paths.private_dir(here().matches)
    strange = {
        "empty": b"",
        "noise": bytes(range(256)) * 40,
        "json": b'{"format": "another"}\n',
        "newer": b'{"format": "darwin-match 999"}\n',
        "deep": b"[" * 100_000,
    }
    for title, data in strange.items():
        (folder / f"{title}.jsonl").write_bytes(data)
    (folder / "folder.jsonl").mkdir()
    (folder / "lost.jsonl").symlink_to(folder / "nowhere")
    async with listing() as pilot:
        await open_list(pilot)
        rows = table(pilot)
        assert {row[0] for row in rows} == {*strange, "folder", "lost"}
        assert {row[1] for row in rows} == {"✗ no record"}
        for _ in rows:
            assert trouble(pilot)
            assert "\n" not in trouble(pilot)
            for key in ("enter", "r"):
                await pilot.press(key)
                await pilot.pause()
                assert isinstance(pilot.app.screen, SavedScreen)
            await pilot.press("down")


async def test_sentences_with_brackets_are_no_markup(monkeypatch):
    from darwin_core.match.record import RecordError

    closed(saved("human", "bot:random", actions=3))

    def refuse(path):
        raise RecordError("Action 3, '[/red] [bold', is no action of the game.")

    monkeypatch.setattr(saves, "resume", refuse)
    monkeypatch.setattr(saves, "read", refuse)
    async with listing() as pilot:
        await open_list(pilot)
        for key in ("enter", "r"):
            await pilot.press(key)
            await until(pilot, lambda: "[/red] [bold" in shown(pilot.app))


async def test_rename(three, pilot):
    await open_list(pilot)
    await pilot.press("down", "n")
    await until(pilot, lambda: isinstance(pilot.app.screen, EntryDialog))
    field = pilot.app.screen.query_one(Input)
    assert field.value == "going"
    field.value = "The long way"
    await pilot.press("enter")
    await until(pilot, lambda: isinstance(pilot.app.screen, SavedScreen))
    await until(pilot, lambda: "The long way" in shown(pilot.app))
    assert not three[1].exists()
    assert saves.verify(three[1].with_stem("The long way")) is None


async def test_renaming_asks_with_the_title_that_the_list_shows_not_with_the_name_of_the_file():
    path = finished("human", "bot:random", seed="over").path
    made = path.with_stem("dice-2026-11-24-1830-a1b2c3")
    path.rename(made)
    async with listing() as pilot:
        await open_list(pilot)
        await pilot.press("n")
        await until(pilot, lambda: isinstance(pilot.app.screen, EntryDialog))
        question = pilot.app.screen.query_one(".says", Static).content
        assert question == "New title for Darwin's Dice, 24 November 2026, 18:30:"
        assert pilot.app.screen.query_one(Input).value == ""
        await pilot.press("enter")
        await until(pilot, lambda: isinstance(pilot.app.screen, SavedScreen))
        assert made.exists()
        assert not notices(pilot.app)


async def test_titles_that_cannot_be_are_refused(three, pilot):
    await open_list(pilot)
    await pilot.press("down")
    for title in ("over", "../out", "", ".hidden"):
        await pilot.press("n")
        await until(pilot, lambda: isinstance(pilot.app.screen, EntryDialog))
        pilot.app.screen.query_one(Input).value = title
        await pilot.press("enter")
        await until(pilot, lambda: isinstance(pilot.app.screen, SavedScreen))
        await until(pilot, lambda: notices(pilot.app))
        pilot.app.clear_notifications()
        assert all(path.exists() for path in three)
        assert len(table(pilot)) == 3


async def test_escape_from_renaming_changes_nothing(three, pilot):
    await open_list(pilot)
    await pilot.press("n", *"new", "escape")
    await until(pilot, lambda: isinstance(pilot.app.screen, SavedScreen))
    assert all(path.exists() for path in three)


async def test_copy(three, pilot):
    await open_list(pilot)
    await pilot.press("down", "c", "c")
    titles = {row[-1] for row in table(pilot)}
    assert titles == {"over", "going", "damaged", "going 2", "going 3"}
    # The cursor stays on the match, not on the row. Its sentence comes once the file is read.
    await until(pilot, lambda: "Ada, Ben" in trouble(pilot))
    data = three[1].read_bytes()
    assert three[1].with_stem("going 2").read_bytes() == data


async def test_delete_asks_and_moves_to_the_trash(three):
    data = three[1].read_bytes()
    async with listing() as pilot:
        await open_list(pilot)
        for no in ("n", "escape", "q"):
            await pilot.press("down", "d")
            await until(pilot, lambda: isinstance(pilot.app.screen, ConfirmDialog))
            assert "going" in shown(pilot.app)
            await pilot.press(no)
            await until(pilot, lambda: isinstance(pilot.app.screen, SavedScreen))
            assert len(table(pilot)) == 3
            await pilot.press("up")
        await pilot.press("down", "delete")
        await until(pilot, lambda: isinstance(pilot.app.screen, ConfirmDialog))
        await pilot.press("y")
        await until(pilot, lambda: isinstance(pilot.app.screen, SavedScreen))
        await until(pilot, lambda: len(table(pilot)) == 2)
        assert not three[1].exists()
        assert (here().trash / three[1].name).read_bytes() == data
        await pilot.press(*["d", "y"] * 2)
        await until(pilot, lambda: table(pilot) == [])
        assert trouble(pilot).startswith("There are no saved matches yet.")


async def test_delete_by_mouse(three, pilot):
    await open_list(pilot)
    await pilot.press("d")
    await until(pilot, lambda: isinstance(pilot.app.screen, ConfirmDialog))
    await pilot.click(".keys", offset=(1, 0))
    await until(pilot, lambda: isinstance(pilot.app.screen, SavedScreen))
    await until(pilot, lambda: len(table(pilot)) == 2)


async def test_first_and_last_match_are_a_key_away(three, pilot):
    await open_list(pilot)
    table = pilot.app.screen.query_one(DataTable)
    for key, row in (("end", table.row_count - 1), ("home", 0)):
        await pilot.press(key)
        assert table.cursor_row == row


async def test_cursor_stays_where_it_was(three, pilot):
    await open_list(pilot)
    await pilot.press("down", "down", "r")
    await until(pilot, lambda: isinstance(pilot.app.screen, ReplayScreen))
    await pilot.press("q")
    assert pilot.app.screen.query_one(DataTable).cursor_row == 2
    assert "Cleo" in trouble(pilot)


@pytest.mark.parametrize("size", [(80, 24), (120, 40)])
async def test_game_players_points_and_titles_are_shown_at_every_size(three, size):
    over, *_ = three
    os.utime(over, (time.time() - 60, time.time() - 60))
    saved("human", "bot:random", title="T" * 60)
    async with DarwinApp(own()).run_test(size=size) as pilot:
        await open_list(pilot)
        table_shown = pilot.app.screen.query_one(DataTable)
        assert table_shown.virtual_size.width <= pilot.app.size.width
        text = shown(pilot.app)
        moment = short_moment(over.stat().st_mtime)
        for words in ("Darwin's Dice", "● Ada", "▲ Ben", "■ Cleo", "★", moment, "TTTT"):
            assert words in text, words
        await pilot.resize_terminal(200, 60)
        await pilot.pause()
        assert len(table(pilot)) == 4


async def test_most_and_longest_names_keep_to_their_columns():
    closed(saved("human", *["bot:random"] * 5, game="darwinning", names=LONG_NAMES))
    async with listing() as pilot:
        await open_list(pilot)
        table_shown = pilot.app.screen.query_one(DataTable)
        assert table_shown.virtual_size.width <= pilot.app.size.width


async def test_list_is_limited_to_a_state_and_to_a_game(three):
    closed(saved("human", "bot:random", title="evo", game="evo", actions=3))
    async with listing() as pilot:
        await open_list(pilot)
        assert len(table(pilot)) == 4
        await pilot.press("f")
        assert {row[-1] for row in table(pilot)} == {"damaged", "going", "evo"}
        assert "not finished: 3 shown" in shown(pilot.app)
        await pilot.press("f")
        assert [row[-1] for row in table(pilot)] == ["over"]
        await pilot.press("g")
        assert "f, g and / show others" in trouble(pilot) or table(pilot)
        await pilot.press("f", "f")
        games = set()
        for _ in range(3):
            games.add(tuple(sorted({row[0] for row in table(pilot)})))
            await pilot.press("g")
        assert games == {("Evo",), ("Darwin's Dice",), ("Darwin's Dice", "Evo")}


async def test_a_name_that_nobody_gave_does_not_name_the_game_twice():
    closed(saves.create(saves.header_for("dice", {}, players("human", "bot:random"), "x"), here()))
    async with DarwinApp(own()).run_test(size=(120, 40)) as pilot:
        await open_list(pilot)
        assert shown(pilot.app).count("Darwin's Dice") == 3, "in the list, beside it, below it"
        assert "kB" in shown(pilot.app)


async def test_match_under_the_cursor_is_shown_beside_the_list_where_there_is_room(
    three, monkeypatch
):
    async with DarwinApp(own()).run_test(size=(120, 40)) as pilot:
        await open_list(pilot)
        preview = pilot.app.screen.query_one(MatchPreview)
        await pilot.press("down", "down")
        assert preview.row
        assert preview.row.title == "over"
        await until(pilot, lambda: preview.course)
        assert preview.course[-1] == preview.row.points
        text = shown(pilot.app)
        assert re.search(r"● Ada +a person", text)
        assert re.search(r"▲ Ben +Random", text)
        assert re.search(r"seed +over", text)
        monkeypatch.setattr("darwin_tui.screens.saved.PREVIEW_SECONDS", 1e6)
        await pilot.press("up")
        assert not preview.course
        assert "shown when it is over" in shown(pilot.app), "the seed deals the hidden cards"
        await pilot.resize_terminal(100, 30)
        await pilot.pause()
        assert not preview.display


async def test_matches_are_found_by_words_and_sorted(three, pilot):
    await open_list(pilot)
    await pilot.press("slash")
    await until(pilot, lambda: isinstance(pilot.app.screen, EntryDialog))
    await pilot.press(*"cleo WON", "enter")
    await until(pilot, lambda: len(table(pilot)) == 1)
    assert table(pilot)[0][4] == "over"
    assert "“cleo WON”: 1 shown" in shown(pilot.app)
    await pilot.press("slash")
    await until(pilot, lambda: isinstance(pilot.app.screen, EntryDialog))
    await pilot.press(*["backspace"] * 8, "enter")
    await until(pilot, lambda: len(table(pilot)) == 3)
    orders = []
    for _ in ORDERS:
        orders.append([row[4] for row in table(pilot)])
        await pilot.press("o")
    newest, oldest, by_game, by_title = orders
    assert newest == by_game == oldest[::-1] == ["damaged", "going", "over"]
    assert by_title == sorted(newest)


async def test_a_lesson_is_named_as_one_and_continued_as_one():
    async with DarwinApp(own(), first=navigation.Learn("dice")).run_test() as pilot:
        await until(pilot, lambda: isinstance(pilot.app.screen, LessonScreen))
        await pilot.press("q")
        await until(pilot, lambda: isinstance(pilot.app.screen, HomeScreen))
    closed(saved("human", "bot:random", seed="match", actions=3))
    async with listing() as pilot:
        await open_list(pilot)
        assert {row[1] for row in table(pilot)} == {"lesson, step 1", "round 1, turn 2"}
        await pilot.press("f", "f", "f")
        assert [row[1] for row in table(pilot)] == ["lesson, step 1"]
        await pilot.press("enter")
        await until(pilot, lambda: isinstance(pilot.app.screen, LessonScreen))
