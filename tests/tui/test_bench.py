"""The bench measures what it says."""

import json
import os
import signal
from pathlib import Path
from statistics import median

import pytest
from click.testing import CliRunner

from darwin_core import registry
from darwin_tui.bench import paired, terminal
from darwin_tui.bench.hearts import HEARTS_GAME, QUEEN_OF_SPADES
from darwin_tui.bench.own import random_match
from darwin_tui.cli import main


@pytest.fixture(autouse=True)
def quick(monkeypatch):
    monkeypatch.setattr(paired, "SLICE", 0.01)
    monkeypatch.setattr(paired, "WARM_UP", 0.02)


@pytest.mark.parametrize("game", registry.SLUGS)
def test_bench_prints_every_figure_as_json(game):
    result = CliRunner().invoke(main, ["bench", "--game", game, "--json", "--pairs", "3"])
    assert result.exit_code == 0
    figures = json.loads(result.stdout)
    own = {figure["figure"] for figure in figures if figure["game"] == game}
    assert own == {"decisions/s", "matches/s", "clones/s", "verified replays/s"}
    assert all(figure["value"] > 0 for figure in figures)


def test_ratio_is_of_the_two_workloads():
    def work(amount):
        return lambda seconds: amount

    figure = paired.paired("dice", "things/s", work(30.0), "a peer", work(20.0), pairs=5)
    assert (figure.value, figure.ratio, figure.low, figure.high) == (30.0, 1.5, 1.5, 1.5)
    assert figure.is_steady


def test_control_game_deals_all_points_of_hearts():
    game = HEARTS_GAME
    for seed in range(200):
        state = game.setup(game.options(), 4, str(seed), None)
        while seats := game.to_move(state):
            actions = game.legal(state, seats[0])
            assert len(set(actions)) == len(actions) > 0
            if state.played < 4 and len(actions) > 1:
                assert QUEEN_OF_SPADES not in {action.card for action in actions}
            game.apply(state, seats[0], actions[seed % len(actions)], None)
        assert sum(state.points) == 26
        assert state.hands == [0, 0, 0, 0]


def test_random_match_counts_its_decisions():
    assert random_match(HEARTS_GAME, 4)() == 52


def test_bytes_sent_to_a_terminal(tmp_path: Path):
    with terminal.match(tmp_path) as shown:
        _, moves = terminal.moves(shown, 12)
        assert 0 < median(moves) <= 800
        shown.until_quiet(terminal.QUIET)
        # On a busy machine a bot may take longer than that.
        assert any(terminal.idle(shown, 3) == 0 for _ in range(10))
        cards, turns = terminal.played(shown, 5)
        assert 0 < median(cards) <= 4096
        assert all(turn >= card for turn, card in zip(turns, cards, strict=True))


def test_first_frame_is_compared_with_the_import_of_textual(tmp_path: Path):
    figure = terminal.first_frame(tmp_path, pairs=2)
    assert figure.peer == "import textual.app"
    assert figure.value > 0


def test_program_that_shows_nothing_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(terminal, "PATIENCE", 1)
    with (
        terminal.Terminal(tmp_path, "games") as shown,
        pytest.raises(RuntimeError, match="did not show"),
    ):
        shown.wait_for(b"no such words")


def test_bench_of_the_terminal_prints_figures(monkeypatch: pytest.MonkeyPatch):
    measured = [paired.Figure("terminal", "bytes a move", 486.0)]
    monkeypatch.setattr(terminal, "figures", lambda pairs: iter(measured))
    result = CliRunner().invoke(main, ["bench", "--terminal", "--json"])
    assert json.loads(result.stdout)[0]["value"] == 486.0
    result = CliRunner().invoke(main, ["bench", "--terminal"])
    assert result.stdout.split() == ["terminal", "bytes", "a", "move", "486"]


def test_program_that_was_stopped_draws_everything_anew(tmp_path: Path):
    with terminal.Terminal(tmp_path) as shown:
        shown.wait_for(b"Quit", b"quit")
        shown.until_quiet(terminal.QUIET)
        os.kill(shown.pid, signal.SIGTSTP)
        shown.wait_for(b"\x1b[?1049l")
        shown.until_quiet(terminal.QUIET)
        os.kill(shown.pid, signal.SIGCONT)
        shown.wait_for(b"\x1b[?1049h", b"I think", b"Quit", b"quit")
