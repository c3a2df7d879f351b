"""``darwin-tui puzzles check`` and ``mine``."""

import re
from pathlib import Path

import msgspec
import pytest
from click.testing import CliRunner
from tui.scenes import closed, saved

from darwin_core.analysis import mining
from darwin_core.contract import registry
from darwin_core.teaching import puzzles
from darwin_tui.cli import main

MINED = ("--self-play", "dice", "2", "--bots", "normal", "--jobs", "1")


def run(*args: object, code: int = 0) -> str:
    result = CliRunner().invoke(main, ["puzzles", *map(str, args)])
    assert result.exit_code == code, result.output
    return result.output


@pytest.fixture
def one(tmp_path: Path) -> Path:
    """Return a file with one puzzle that ships with the game."""
    puzzle = puzzles.load("dice")[0]
    source = puzzles.collection("dice").sources[puzzle.record]
    path = tmp_path / "one.jsonl"
    lines = (source, puzzle, puzzles.Searched(record=puzzle.record))
    path.write_bytes(b"".join(msgspec.json.encode(line) + b"\n" for line in lines))
    return path


@pytest.fixture
def short(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let mining play matches and read records, but search no position for puzzles."""
    monkeypatch.setattr(mining, "LEGAL_MIN", 99)


def test_check_proves_a_file(one):
    assert run("check", "--file", one, "--worlds", 16) == f"{one}: 1 puzzle, all true.\n"


def test_check_says_what_is_not_true(one):
    one.write_text(one.read_text().replace('"judge":"', '"judge":"","was":"'))
    puzzle = puzzles.load("dice")[0]
    output = run("check", "--file", one, code=1)
    assert output == (
        f"{one}: {puzzle.id}: no judge is named.\n1 thing in the puzzles must be mended.\n"
    )


def test_check_counts_what_ships_with_a_game(monkeypatch):
    monkeypatch.setattr(mining, "doubts", lambda source, puzzle, worlds: ())
    count = len(puzzles.load("dice"))
    assert run("check", "dice") == f"dice: {count} puzzles, all true.\n"


def test_mining_continues_where_it_was_stopped(tmp_path, short):
    path = tmp_path / "mine.jsonl"
    first = run("mine", *MINED[:2], 1, *MINED[3:], "--to", path)
    assert first == f"dice-mine-0: nothing.\n{path}: 0 puzzles.\n"
    again = run("mine", *MINED, "--to", path)
    assert again == f"dice-mine-1: nothing.\n{path}: 0 puzzles.\n"
    assert run("mine", *MINED, "--to", path) == f"{path}: 0 puzzles.\n"
    assert len(path.read_text().splitlines()) == 2


def test_a_search_counts_what_its_filters_end(tmp_path, monkeypatch):
    monkeypatch.setattr(mining, "suspected_positions", lambda match: [0])
    monkeypatch.setattr(mining, "RACE", {2: 99.0})
    lines = run("mine", *MINED, "--to", tmp_path / "mine.jsonl").splitlines()
    assert re.fullmatch(r"2 positions, \d+ rollouts of races, 2 lost in the race\.", lines[-2])


def test_only_matches_of_a_number_of_seats_are_searched(tmp_path, short):
    output = run("mine", *MINED, "--seats", 4, "--to", tmp_path / "mine.jsonl")
    searched = [int(number) for number in re.findall(r"dice-mine-(\d+)", output)]
    assert len(searched) == 2
    assert {mining.seats_in(registry.get("dice"), number) for number in searched} == {4}


def test_themes_that_have_puzzles_enough_are_counted_again(tmp_path, short, monkeypatch):
    counted = list[int]()

    def count(collection: puzzles.Collection) -> frozenset[str]:
        counted.append(len(collection.searched))
        return frozenset()

    monkeypatch.setattr("darwin_tui.cli.puzzles.PORTION", 1)
    monkeypatch.setattr(mining, "closed_themes", count)
    run("mine", *MINED, "--to", tmp_path / "mine.jsonl")
    assert counted == [0, 1]


def test_a_record_is_searched_once(tmp_path, short):
    path = tmp_path / "mine.jsonl"
    record = closed(saved("human", "bot:greedy", actions=4)).path
    assert "nothing." in run("mine", record, "--to", path)
    assert run("mine", record, "--to", path) == f"{path}: 0 puzzles.\n"


@pytest.mark.parametrize(
    ("args", "sentence"),
    [
        ((), "Name records, or a game"),
        (("saves/dice.jsonl", *MINED), "Name records, or a game"),
        ((*MINED, "--on", "tcp://localhost:1"), "A cluster has its own number of processes."),
        ((*MINED, "--bots", "genius"), "There is no bot called 'genius'"),
        ((*MINED, "--seats", "9"), "Darwin's Dice has 2, 3 or 4 seats."),
    ],
)
def test_wrong_use_is_a_sentence(tmp_path, args, sentence):
    assert sentence in run("mine", *args, "--to", tmp_path / "mine.jsonl", code=2)


def test_a_file_of_something_else_is_left_alone(tmp_path):
    path = tmp_path / "notes.txt"
    path.write_text("Remember the milk.\n")
    assert "something else than puzzles" in run("mine", *MINED, "--to", path, code=1)
    assert path.read_text() == "Remember the milk.\n"
