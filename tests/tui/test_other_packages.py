"""A game and board of another package can do everything that our own games can do."""

import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
from home import own
from msgspec import structs
from offered import TOY, entry_points_of, installed, write_metadata
from tui.scenes import (
    DarwinApp,
    Script,
    closed,
    play_first_choices,
    playing,
    replaying,
    saved,
    shown,
    until,
)

from darwin_core.contract import registry
from darwin_core.contract.game import SEATS_MAX, AnyGame
from darwin_core.lab.check import FILES, check_game
from darwin_core.lab.play import Case
from darwin_core.teaching import primers
from darwin_tui import boards, text_mode
from darwin_tui.cli.export import exported
from darwin_tui.drawing.canvas import SEAT_MARKS
from darwin_tui.library import saves
from darwin_tui.library.open_matches import OpenMatches
from darwin_tui.widgets.board import Board
from darwin_tui.widgets.forms import Choice

EIGHT = ("Ada", "Ben", "Cleo", "Dan", "Eve", "Finn", "Gus", "Hal")


@pytest.fixture
def packages(tmp_path: Path) -> Path:
    """Return a folder for the metadata of packages."""
    folder = tmp_path / "packages"
    folder.mkdir()
    return folder


@pytest.fixture
def toy(packages: Path) -> Iterator[AnyGame]:
    """Install the toy game."""
    write_metadata(packages, "darwin_finches", entry_points_of(TOY))
    with installed(packages, TOY):
        yield registry.get("finches")


def table(seats: int = 8, actions: int = 0, **more: Any) -> saves.Opened:
    """Save a match of the toy game between a person and bots."""
    bots = ["bot:greedy"] * (seats - 1)
    return saved("human", *bots, game="finches", names=EIGHT, actions=actions, **more)


# --- the registry


def test_its_game_follows_ours_in_the_list(toy):
    assert registry.slugs() == (*registry.SLUGS, "finches")
    assert registry.refusals() == ()
    assert max(toy.seats) == 8 <= SEATS_MAX


def test_without_the_package_there_is_no_such_game():
    with pytest.raises(registry.UnknownGame):
        registry.get("finches")
    assert registry.slugs() == registry.SLUGS


@pytest.mark.parametrize(
    ("slug", "value", "why"),
    [
        ("broken", "no_such_module_at_all:GAME", "cannot be imported: ModuleNotFoundError"),
        ("dice", "darwin_finches:GAME", "there is a game of that name already"),
        ("sparrows", "darwin_finches:GAME", "it calls itself 'finches'"),
        ("state", "darwin_finches.state:FinchesState", "its entry point is no Game"),
        ("Upper", "darwin_finches:GAME", "small letters"),
    ],
)
def test_a_package_that_does_not_fit_is_refused_in_one_sentence_and_the_others_play(
    slug, value, why, packages
):
    write_metadata(packages, "darwin_finches", entry_points_of(TOY))
    write_metadata(packages, "other_games", {"darwin.games": {slug: value}})
    with installed(packages, TOY):
        (refusal,) = registry.refusals()
        assert why in refusal
        assert "other_games" in refusal
        assert refusal.endswith(".")
        assert registry.slugs() == (*registry.SLUGS, "finches")
        assert registry.get("dice").title == "Darwin's Dice"


def test_a_game_of_more_seats_than_a_table_has_is_refused(toy, packages, monkeypatch):
    monkeypatch.setattr(registry, "SEATS_MAX", 7)
    registry._offered_by_others.cache_clear()
    (refusal,) = registry.refusals()
    assert "1 to 7 seats" in refusal


def test_a_game_without_a_board_is_refused_in_one_sentence(packages):
    points = {"darwin.games": entry_points_of(TOY)["darwin.games"]}
    write_metadata(packages, "darwin_finches", points)
    with installed(packages, TOY), pytest.raises(boards.NoBoard, match="has no board"):
        boards.board_for("finches")


def test_entry_points_are_not_read_for_our_own_games():
    code = (
        "import sys; from darwin_core.contract import registry; "
        "from darwin_tui.boards import board_class; "
        "print([bool(registry.get(slug) and board_class(slug)) for slug in registry.SLUGS]); "
        "print(registry._offered_by_others.cache_info().currsize)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.split("\n") == [str([True] * 5), "0", ""]


# --- the rules


def test_it_keeps_every_law_and_learns_what_it_lacks(toy):
    lacking = check_game("finches", import_module("darwin_finches.twin").twin)
    assert "lesson.toml: a lesson" in lacking
    assert "undo: each action reveals something, or asks another seat" in lacking
    assert len(lacking) == len(FILES) + 4


def test_laws_that_it_breaks_are_named_with_the_seats_and_the_step(toy):
    def worthless(state: object) -> tuple[float, ...]:
        raise KeyError(7)

    texts = replace(toy.texts, sentence=lambda event, names: "")
    bots = replace(toy.bots, state_value=worthless)
    box = structs.replace(toy.box, seats=(2,), words="Beaks")
    with pytest.raises(AssertionError) as broken:
        check_game(replace(toy, box=box, texts=texts, bots=bots))
    title, *lines = str(broken.value).splitlines()
    assert len(lines) == 3
    assert title == "Finches does not keep all laws:"
    assert lines[0] == 'box.json: "words" is no sentence with a full stop'
    assert re.match(r"check_words: finches with 2 seats, seed 'check 0', step 0: Dealt", lines[1])
    error = r"check_state_value: KeyError: 7 \(.*test_other_packages.py, line \d+\)"
    assert re.match(error, lines[2])


def test_it_explains_no_phases(toy):
    state = Case(toy, 2, "phases").start()
    assert primers.on_phase(toy, primers.first(toy), state, 0) == ()


# --- the full screen


@pytest.mark.usefixtures("quick_bots")
async def test_a_match_of_eight_is_played_by_keys_to_its_end(toy):
    opened = table()
    app = playing(opened)
    async with app.run_test(size=(100, 30)) as pilot:
        picture = shown(app)
        for mark, name in zip(SEAT_MARKS, EIGHT, strict=False):
            assert f"{mark} {name}" in picture
        board = app.screen.query_one(Board)
        assert type(board).__name__ == "FinchesBoard"
        for style, token in (("finches--cactus", "hue-green"), ("seat-7", "seat-7")):
            colour = board._style(style).color
            assert colour is not None
            assert colour.name == app.theme_variables[token]
        await play_first_choices(pilot)
    assert opened.path is not None
    assert saves.verify(opened.path) is None
    assert sum(saves.read(opened.path).match.state.points) == 3


@pytest.mark.parametrize("size", [(80, 24), (100, 40)])
async def test_it_is_among_the_games_of_a_new_match(toy, size):
    async with DarwinApp(own()).run_test(size=size) as pilot:
        await pilot.press("n")
        choice = pilot.app.screen.query_one("#game", Choice)
        assert choice.values[-1] == ("finches", "Finches")
        await pilot.press("left")
        assert all(SEAT_MARKS[seat] in shown(pilot.app) for seat in range(8))
        assert toy.blurb in shown(pilot.app)
        assert "2–8 players · 10 min ◆◇◇ easy" in shown(pilot.app)


async def test_its_rules_stand_for_a_summary(toy):
    async with DarwinApp(own()).run_test(size=(80, 24)) as pilot:
        await pilot.press("question_mark")
        await until(pilot, lambda: "Finches" in shown(pilot.app))
        await pilot.press("6")
        await until(pilot, lambda: "Summary" in shown(pilot.app))
        assert "Take the most rounds." in shown(pilot.app)


async def test_its_record_is_replayed_on_its_board(toy):
    opened = closed(table(actions=30))
    async with replaying(opened).run_test(size=(100, 30)) as pilot:
        await pilot.press("end")
        assert type(pilot.app.screen.query_one(Board)).__name__ == "FinchesBoard"
        assert "takes the round" in shown(pilot.app) or "Hal" in shown(pilot.app)


# --- without the full screen


def test_it_is_played_line_by_line(toy):
    console = Script(["hint", "rules", "1", "1", "1", "quit"])
    text_mode.play_plain(OpenMatches().host(table(seats=3)), console)
    text = "\n".join(console.lines)
    assert "Take the most rounds." in text
    assert "The match is over." in text


def test_its_record_is_saved_verified_and_exported(toy):
    opened = closed(table(actions=30))
    assert opened.path is not None
    again = saves.read(opened.path)
    assert saves.verify(opened.path) is None
    assert again.match.state == opened.match.state
    exported_text = exported(own(), again, 0, "md").decode()
    assert exported_text.startswith("# Finches")
    assert "takes the round by the" in exported_text
    assert json.loads(exported(own(), again, 0, "json"))["game"] == "finches"
    assert "Finches" in exported(own(), again, 0, "svg").decode()


def test_the_command_line_knows_it(toy, packages):
    path = closed(table(actions=30)).path
    paths = os.pathsep.join(map(str, (packages, TOY)))

    def run(*args: str) -> str:
        done = subprocess.run(
            [sys.executable, "-m", "darwin_tui", *args],
            capture_output=True,
            text=True,
            check=True,
            env={**os.environ, "PYTHONPATH": paths},
        )
        return done.stdout

    assert "finches     Finches, for 2, 3, 4, 5, 6, 7, 8 players." in run("games")
    run("verify", str(path))
    assert run("export", str(path)).startswith("# Finches")


def test_a_game_is_checked_from_a_shell(monkeypatch, capsys):
    shell = import_module("darwin_core.lab.__main__")
    with pytest.raises(SystemExit, match="no game called 'pebbles'"):
        shell.main(["pebbles"])
    monkeypatch.setattr(shell, "check_game", lambda _: ["a lesson."])
    shell.main(["dice"])
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "Darwin's Dice keeps every law that needs no twin."
    assert lines[2:] == ["It lacks a lesson."]
