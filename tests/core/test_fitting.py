"""Weights of a state's value are fitted to matches and read again."""

import dataclasses

import msgspec
import pytest
from matches import DICE

from darwin_core.contract import registry
from darwin_core.kit import judging
from darwin_core.lab import calibration, fitted_policies, fitting, mistakes
from darwin_core.lab.rl import layout

FITTED = [slug for slug in registry.SLUGS if registry.get(slug).bots.features]
KNOWING = dataclasses.replace(
    DICE,
    bots=dataclasses.replace(
        DICE.bots,
        features=lambda state: [
            (points, len(hand), 1.0)
            for points, hand in zip(DICE.standing(state).totals, state.hands, strict=True)
        ],
        feature_names=("points", "hand", "one"),
    ),
)


def test_ridge_finds_the_weights_of_a_sum():
    rows = [(a, b, 7.0) for a in range(9) for b in range(5)]
    weights, intercept = fitting.ridge(rows, [3 * a - 2 * b + 10 for a, b, _ in rows], 1e-9)
    assert weights == pytest.approx([3, -2, 0])
    assert intercept == pytest.approx(10)


def test_value_that_knows_the_result_explains_all_of_it():
    positions = fitting.play(KNOWING, 3, "all of it")
    share = fitting.explained(positions, lambda position: position.final)
    assert share == judging.Explained(1.0, 1.0)
    assert fitting.explained(positions, lambda position: position.now).points < 1.0


def test_same_seed_finds_the_same_weights():
    fits = [fitting.fit(fitting.sample(KNOWING, 6, "again", (2, 3), 0.1).fitted) for _ in range(2)]
    assert fits[0] == fits[1]


@pytest.mark.parametrize("slug", FITTED)
def test_weights_beside_a_game_are_those_of_its_features(slug):
    game = registry.get(slug)
    fit = judging.read(game.package)
    assert tuple(fit.weights) == game.bots.feature_names
    assert msgspec.toml.decode(fitting.as_toml(fit), type=judging.Fit) == fit


def test_weights_of_other_features_are_refused(monkeypatch):
    fit = judging.Fit("", "", 1, 1, 1, {}, 0.5, {"points": 2.0, "cards": 1.0})
    monkeypatch.setattr(judging, "read", lambda package: fit)
    assert judging.weigher("any", ("cards", "points"))((3.0, 10.0)) == 23.5
    with pytest.raises(ValueError, match="fit them again"):
        judging.weigher("any", ("cards", "coins"))


@pytest.mark.parametrize("module", [calibration, fitted_policies, fitting, layout, mistakes])
def test_a_game_that_is_not_there_is_wrong_use_of_a_tool(module):
    with pytest.raises(SystemExit) as ended:
        module.main(["pebbles"])
    assert ended.value.code == 2


def test_spreads_of_some_seats_alone_are_not_written_over_those_of_all(monkeypatch):
    monkeypatch.setattr(calibration, "_write", lambda *_: None)
    with pytest.raises(SystemExit) as ended:
        calibration.main(["dice", "--matches", "2", "--seats", "2", "--write"])
    assert ended.value.code == 2
