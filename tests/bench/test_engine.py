"""The bench measures the figures that it names."""

import json

import pytest
import sampling
from bench import engine, paired
from bench.__main__ import main
from bench.hearts import HEARTS_GAME, QUEEN_OF_SPADES
from bench.own import random_match
from bench.paired import Figure

from darwin_core.contract import registry

# Libraries that installed peers import may emit warnings.
pytestmark = pytest.mark.filterwarnings("ignore")


@pytest.fixture(autouse=True)
def quick(monkeypatch):
    monkeypatch.setattr(paired, "SLICE_SECONDS", 0.01)
    monkeypatch.setattr(paired, "WARM_UP_SECONDS", 0.02)


@pytest.mark.parametrize("game", sampling.some(registry.SLUGS, sampling.GAMES_INTERVAL))
def test_bench_prints_every_figure_as_json(game, capsys):
    main(["engine", "--game", game, "--json", "--pairs", "3"])
    figures = json.loads(capsys.readouterr().out)
    own_figures = {figure["figure"] for figure in figures if figure["game"] == game}
    assert own_figures == {
        "decisions/s",
        "matches/s",
        "rollout decisions/s",
        "simulations/s",
        "clones/s",
        "verified replays/s",
    }
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


def test_a_goal_is_printed_beside_its_figure():
    def printed(value: float, ratio: float | None, figure: str = "ms CPU a move") -> str:
        return engine.line(Figure("dice", figure, value, "bare" if ratio else None, ratio))

    assert printed(4, 1.2).endswith("1.20 × bare  goal 1.25 ×")
    assert printed(4, 1.3).endswith("goal 1.25 ×, missed")
    assert printed(4, None, "MB of a session").endswith("goal 3, missed")
    assert "goal" not in printed(4, 1.3, "bytes a card")
    assert "goal" not in engine.line(Figure("bare", "ms CPU a move", 3, "bare", 1))
