"""The ladder, which measures each level against Normal: the command that prints it, and the stored
lines beside a game."""

import json

import msgspec
import pytest
from click.testing import CliRunner

from darwin_core.bots import ladder, levels
from darwin_core.bots.ladder import Rung
from darwin_tui.cli import main


def run(*args: str) -> str:
    result = CliRunner().invoke(main, ["simulate", "dice", "--jobs", "1", *args])
    assert (result.exit_code, result.stderr) == (0, "")
    return result.stdout


def test_ladder_has_a_line_for_each_level_and_table():
    lines = run("--games", "4", "--ladder", "random,easy").splitlines()
    assert lines[0] == "Darwin's Dice against Normal, 4 games each"
    rows = [line.split()[:2] for line in lines[2:]]
    assert rows == [["2", "random"], ["2", "easy"], ["4", "random"], ["4", "easy"]]


def test_measured_line_is_read_beside_the_game(monkeypatch):
    text = run("--games", "6", "--ladder", "random", "--at", "3", "--json")
    assert len(text.splitlines()) == 1
    fields = json.loads(text)
    assert (fields["level"], fields["seats"], fields["games"]) == ("random", 3, 6)
    assert fields["ahead_low"] <= fields["ahead"] <= fields["ahead_high"]
    again = fields["command"].removeprefix("darwin-tui simulate dice ").split()
    assert json.loads(run("--json", *again)) == fields
    earlier = json.dumps({**fields, "win_rate": 0.0})
    opened = json.dumps({**fields, "level": "open random"})
    other = json.dumps({**fields, "against": "easy"})
    lines = f"{earlier}\n{text}{opened}\n{other}"
    monkeypatch.setattr(ladder, "read_text", lambda package, name: lines)
    assert ladder.against_normal("a game with one measurement") == {
        ("random", 3): msgspec.convert(fields, Rung)
    }


def test_levels_are_measured_by_another_one():
    args = ["--ladder", "random", "--against", "easy", "--at", "2", "--games", "2", "--json"]
    fields = json.loads(run(*args))
    assert fields["against"] == "easy"
    again = fields["command"].removeprefix("darwin-tui simulate dice ").split()
    assert run(*again).startswith("Darwin's Dice against Easy, 2 games each")


@pytest.mark.parametrize(
    ("level", "against", "share", "is_one"),
    [
        ("master", "hard", 0.59, True),
        ("master", "hard", 0.6, False),
        ("master:0.1s", "hard:0.1s", 0.59, True),
        ("master:0.4s", "hard:0.1s", 0.59, True),
        ("master:0.5s", "hard:0.1s", 0.59, False),
        ("master", "hard:0.1s", 0.59, False),
        ("open master", "hard", 0.59, False),
    ],
)
def test_level_that_wins_too_little_from_the_one_below_is_like_it(
    monkeypatch, level, against, share, is_one
):
    """Only matches count in which both levels have the same time, or times as they are offered."""
    rung = Rung(level, 2, 40, share, 0.0, 1.0, 0.0, 0.0, 0.0, "2026-11-29", "", against)
    text = msgspec.json.encode(rung).decode()
    monkeypatch.setattr(ladder, "read_text", lambda package, name: text)
    package = f"a game of {level} {share} against {against}"
    assert ladder.is_like_below(package, "master") == is_one
    assert ladder.steps(package) == ("easy", "normal", "hard", "master")[: 4 - is_one]


def test_normal_is_like_easy_where_easy_wins_more_often(monkeypatch):
    rung = Rung("easy", 2, 40, 0.41, 0.0, 1.0, 0.0, 0.0, 0.0, "2026-11-29", "")
    monkeypatch.setattr(ladder, "read_text", lambda *_: msgspec.json.encode(rung).decode())
    assert ladder.steps("a game of an easy that wins") == ("easy", "hard", "master")
    assert ladder.level_below("random") == ladder.level_below("easy") == ""


def test_game_without_measurements_has_none():
    assert ladder.against_normal("email") == {}


def test_strength_is_said_in_a_few_words():
    rung = Rung("hard", 2, 200, 0.712, 0.67, 0.75, 5.0, 3.0, 7.0, "2026-11-23", "")
    assert ladder.strength(rung) == "beats Normal 71 % ± 4"
    four = msgspec.structs.replace(rung, seats=4, win_rate=0.402, low=0.36, high=0.44)
    assert ladder.strength(four) == "wins 40 % ± 4 (25 is fair)"


def test_level_that_sees_all_cards_leaves_little_to_luck():
    args = ["--ladder", "hard", "--at", "2", "--games", "4", "--json", "--jobs", "1"]
    result = CliRunner().invoke(main, ["simulate", "yummy", *args, "--open-cards"])
    rung = json.loads(result.stdout)
    assert rung["level"] == "open hard"
    assert rung["win_rate"] >= 0.75
    assert rung["command"].endswith("--open-cards")


def test_level_that_sees_all_cards_plays_with_nobody():
    with pytest.raises(ValueError, match="no bot called"):
        levels.level("open hard")


@pytest.mark.parametrize(
    ("args", "sentence"),
    [
        (["--open-cards"], "Only the levels of a ladder"),
        (["--against", "hard"], "Only the levels of a ladder"),
        (["--ladder", "hard", "--against", "clever"], "no bot called 'clever'"),
        (["--ladder", "clever"], "no bot called 'clever'"),
        (["--ladder", "hard", "--seats", "bot:hard,bot:normal"], "its own seats"),
        (["--ladder", "hard", "--at", "7"], "not played by 7"),
    ],
)
def test_wrong_use_is_said(args, sentence):
    result = CliRunner().invoke(main, ["simulate", "dice", "--games", "2", *args])
    assert result.exit_code == 2
    assert sentence in result.stderr
