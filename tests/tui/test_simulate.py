"""Simulated matches: their counts, and the same result with any number of processes."""

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

import msgspec
import pytest
from click.testing import CliRunner
from matches import DICE

from darwin_core.contract.game import Outcome
from darwin_core.games import dice
from darwin_tui.cli import main
from darwin_tui.strength import simulate
from darwin_tui.strength.figures import wilson
from darwin_tui.strength.simulate import Score
from darwin_tui.strength.workers import Workers

FIELDS = ["bot", "wins", "win_rate", "low", "high", "mean_score"]
FIELDS += ["ahead", "ahead_low", "ahead_high"]
AGAINST_THREE = ["greedy", "random", "random", "random"]


def run(*args: str) -> str:
    result = CliRunner().invoke(main, ["simulate", "dice", *args])
    assert (result.exit_code, result.stderr) == (0, "")
    return result.stdout


def test_json_is_one_object_with_seats_as_given():
    seats = "bot:random,bot:normal,bot:random:Emma"
    result = json.loads(run("--games", "40", "--jobs", "1", "--json", "--seats", seats))
    assert list(result) == ["game", "games", "seats", "places", "rules"]
    assert (result["game"], result["games"]) == ("dice", 40)
    assert [seat["bot"] for seat in result["seats"]] == ["random", "normal", "random"]
    for seat in result["seats"]:
        assert list(seat) == FIELDS
        assert 0 <= seat["low"] <= seat["win_rate"] <= seat["high"] <= 1
        assert seat["win_rate"] == pytest.approx(seat["wins"] / 40)
    for place in result["places"]:
        assert list(place) == ["wins", "win_rate", "low", "high"]
    for rows in (result["seats"], result["places"]):
        assert sum(row["wins"] for row in rows) == pytest.approx(40, abs=1e-5)


def test_greedy_beats_three_random_bots():
    result = simulate.simulate("dice", AGAINST_THREE, 200, "0", Workers(1))
    assert result.seats[0].win_rate >= 0.45


def test_jobs_do_not_change_the_result():
    alone = simulate.simulate("dice", AGAINST_THREE, 50, "beagle", Workers(1))
    assert simulate.simulate("dice", AGAINST_THREE, 50, "beagle", Workers(2)) == alone
    assert simulate.simulate("dice", AGAINST_THREE, 50, "beagle", Workers(2)) == alone


def test_seed_changes_the_result():
    results = {
        simulate.simulate("dice", ["random", "random"], 30, seed, Workers(1)).seats
        for seed in "abc"
    }
    assert len(results) == 3


def test_each_bot_sits_at_each_seat_with_the_same_deal(monkeypatch):
    played = []

    def play(game, bots, seed, options):
        played.append((seed, bots))
        ranks = tuple(1 if bot == "greedy" else 2 for bot in bots)
        return Outcome((), tuple(len(bot) for bot in bots), ranks)

    monkeypatch.setattr(simulate, "play", play)
    result = simulate.simulate("dice", ["greedy", "random", "x"], 6, "s", Workers(1))
    assert [seed for seed, _ in played] == ["s:0"] * 3 + ["s:1"] * 3
    for seat in range(3):
        assert sorted(bots[seat] for _, bots in played[:3]) == ["greedy", "random", "x"]
    assert [seat.win_rate for seat in result.seats] == [1, 0, 0]
    assert [seat.mean_score for seat in result.seats] == [6, 6, 1]


def test_options_reach_the_game(monkeypatch):
    begun = []
    set_up = DICE.setup

    def setup(options, *args):
        begun.append(options)
        return set_up(options, *args)

    monkeypatch.setattr(dice, "GAME", replace(DICE, setup=setup))
    run("--games", "2", "--jobs", "1", "--option", "counter=off")
    run("--games", "1", "--jobs", "1")
    # Each deal is set up twice, once only to find the seat that is asked first.
    assert [options.counter for options in begun] == [False, False, False, False, True, True]
    # They reach the workers too.
    run("--games", "40", "--jobs", "2", "--option", "counter=off")


def test_wins_are_whole_unless_they_are_shared():
    counted = simulate._count(0, "greedy", [Score((1, 2), (9, 2), (0, 1))] * 3)
    assert msgspec.json.encode(counted.wins) == b"3"
    third = Score((1, 1, 1), (5, 5, 5), (0, 1, 2))
    assert msgspec.json.encode(simulate._count(0, "x", [third] * 3).wins) == b"1"
    assert simulate._count(0, "x", [third]).wins == 0.333333
    shown = simulate.table(simulate.Result("dice", 3, (counted,), ()))
    assert shown[2].split()[:4] == ["1", "greedy", "3", "100.0"]


def test_shared_wins_count_in_equal_parts():
    counted = simulate._count(
        0,
        "greedy",
        [Score((1, 1, 3), (5, 5, 1), (0, 1, 2)), Score((1, 2, 3), (9, 2, 1), (1, 2, 0))],
    )
    assert (counted.wins, counted.win_rate, counted.mean_score) == (1.5, 0.75, 7)


def test_places_are_counted_from_the_seat_asked_first(monkeypatch):
    """Of three bots, the one that is asked second wins; in Yummy Darwinism any seat may begin."""

    def play(game, bots, seed, options):
        second = (game.to_move(game.setup(game.options(), 3, seed, None))[0] + 1) % 3
        ranks = tuple(1 if seat == second else 2 for seat in range(3))
        return Outcome((), (0, 0, 0), ranks)

    monkeypatch.setattr(simulate, "play", play)
    result = simulate.simulate("yummy", ["greedy", "random", "x"], 30, "s", Workers(1))
    assert [place.win_rate for place in result.places] == [0, 1, 0]
    assert [seat.wins for seat in result.seats] == [10] * 3


def test_the_interval_of_a_place_is_that_of_its_deals():
    scores = [Score((1, 2), (9, 2), (0, 1)), Score((2, 1), (2, 9), (1, 0))] * 50
    counted = simulate._count_place(0, scores)
    assert (counted.wins, counted.win_rate) == (100, 1)
    assert (counted.low, counted.high) == pytest.approx(wilson(50, 50), abs=1e-6)


@pytest.mark.parametrize(
    ("wins", "games", "low", "high"),
    [(0, 10, 0.0, 0.2775), (10, 10, 0.7225, 1.0), (50, 100, 0.4038, 0.5962), (1, 1, 0.2065, 1.0)],
)
def test_interval_is_wilsons(wins, games, low, high):
    assert wilson(wins, games) == pytest.approx((low, high), abs=1e-4)


def test_text_is_an_aligned_table():
    lines = run("--games", "20", "--jobs", "1").splitlines()
    assert lines[0] == "Darwin's Dice, 20 games"
    assert lines[1].split()[:3] == ["seat", "bot", "wins"]
    assert len({line.index("normal") for line in lines[2:6]}) == 1
    assert lines[7].split()[0] == "place"
    assert [line.split()[0] for line in lines[8:]] == ["1", "2", "3", "4"]
    assert "first" in lines[8]


def test_ctrl_c_ends_it_and_its_workers_without_a_word():
    args = [sys.executable, "-m", "darwin_tui", "simulate", "dice", "--jobs", "2"]
    program = subprocess.Popen(
        [*args, "--games", "500000"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    with ended(program):
        workers = wait_for_workers(program.pid, 2)
        os.killpg(program.pid, signal.SIGINT)
        out, err = program.communicate(timeout=60)
    assert (program.returncode, out, err.strip()) == (130, "", "")
    wait_for_end(workers)


def test_workers_end_when_their_parent_is_killed():
    args = [sys.executable, "-m", "darwin_tui", "simulate", "dice", "--jobs", "2"]
    program = subprocess.Popen([*args, "--games", "500000"], stderr=subprocess.DEVNULL, text=True)
    with ended(program):
        workers = wait_for_workers(program.pid, 2)
        wait_until(lambda: sum(map(is_at_work, workers)) == 2)
    wait_for_end(workers)


@contextmanager
def ended(program: subprocess.Popen[str]) -> Iterator[None]:
    """Kill a program at the end of the context, if it is still running."""
    try:
        yield
    finally:
        program.kill()
        program.communicate()


def wait_until(true: Callable[[], bool]) -> None:
    until = time.monotonic() + 60
    while not true():
        assert time.monotonic() < until
        time.sleep(0.02)


def wait_for_workers(pid: int, count: int) -> list[int]:
    """Wait for a program's workers; return its child processes, with the resource tracker."""
    children = Path(f"/proc/{pid}/task/{pid}/children")
    wait_until(lambda: len(children.read_text().split()) > count)
    return [int(child) for child in children.read_text().split()]


def wait_for_end(pids: list[int]) -> None:
    wait_until(lambda: not any(map(is_running, pids)))


def is_at_work(pid: int) -> bool:
    """Return whether a worker is at work: a second thread then watches its parent."""
    return len(list(Path(f"/proc/{pid}/task").iterdir())) > 1


def is_running(pid: int) -> bool:
    try:
        return "Z" not in Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
    except OSError:
        return False
