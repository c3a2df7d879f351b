"""Fitted policies: their training, their files, and Master's use of them to model rivals."""

import dataclasses
import os
from collections.abc import Callable
from math import inf
from typing import Any

import msgspec
import pytest
from matches import DICE

from darwin_core.analysis.beliefs import Beliefs
from darwin_core.analysis.review import Seen, estimate, hint_budget
from darwin_core.bots import levels
from darwin_core.bots.rollouts import lead_over_others, mean, suppositions
from darwin_core.bots.search import (
    COUNTED_MIN,
    WORLDS_MIN,
    Budget,
    Rollout,
    Search,
    Searcher,
    Trials,
)
from darwin_core.contract import registry
from darwin_core.contract.game import HIDDEN, NOTHING, AnyGame
from darwin_core.games.dice.acts import Play
from darwin_core.games.journey.material import Turn
from darwin_core.kit import fitted_policies
from darwin_core.kit.fitted_policies import FittedPolicyFile
from darwin_core.kit.judging import distinct_first
from darwin_core.lab import fitted_policies as training

HAVING = [slug for slug in registry.SLUGS if registry.get(slug).bots.fitted_policy]
LONG = {"journey"}
"""Games whose matches take too long for every run of the tests."""
FITTED = [
    pytest.param(slug, seats, marks=[pytest.mark.campaign] * (slug in LONG))
    for slug in HAVING
    for seats in fitted_policies.read(registry.get(slug).package)
]
CHANCE = bytes(range(16))
RUN = ("dice", 2, "test", 2)


@pytest.fixture(scope="module")
def matches() -> list[training.LoggedMatch]:
    """Return matches of the run."""
    return training.played(*RUN, 2, 1, None)


def fitted_policy(game: AnyGame, seats: int) -> Callable[[Any, int], Any]:
    policy = fitted_policies.stored_policy(game, seats)
    assert policy
    return policy


def test_fit_finds_what_brings_most():
    """Only the first feature counts; the second is noise that is the same in all actions."""
    rows = [[(float(a), float(b), 1.0) for a in range(3)] for b in range(30)]
    choices = [training.Choice(features, [row[0] for row in features]) for features in rows]
    one, other, same = training.fit(choices)
    assert one > 0
    assert other == same == 0
    assert training.gains(choices, (one, other, same)) == [2.0] * 30


def test_pull_holds_the_climb_back_to_the_regression_that_it_begins_with():
    rows = [(float(a), float(a % 2)) for a in range(4)]
    choices = [training.Choice(rows, [0.0, 5.0, 1.0, 3.0])] * 30
    free, held, start = (
        training.fit(choices, training.Settings(1.0, pull)) for pull in (0.0, 10.0, inf)
    )
    assert 0 < abs(held[0] - start[0]) < abs(free[0] - start[0])


def test_fit_goes_a_share_of_the_way_from_the_games_own_advice():
    """The advice, which is the first feature, has missed three times the second."""
    rows = [(float(a), float(a % 2)) for a in range(4)]
    choices = [training.Choice(rows, [a + 3 * b for a, b in rows])] * 30
    settings = [training.Settings(1.0, inf, 0.0, share) for share in (0.0, 0.5)]
    weights = [training.fit(choices, setting, 0) for setting in settings]
    assert weights == [pytest.approx([1.0, 0.0]), pytest.approx([1.0, 1.5])]


def test_kind_of_choice_in_which_the_weights_bring_nothing_stays_with_the_policy(
    monkeypatch, matches
):
    assert training.fitted(matches, "run").weights.keys() == {"card"}
    monkeypatch.setattr(training, "gains", lambda choices, weights: [-1.0])
    assert not training.fitted(matches, "run").weights


def test_same_seed_finds_the_same_weights_also_from_a_log_that_was_cut_off(tmp_path, matches):
    log = tmp_path / "matches.jsonl"
    assert training.played(*RUN, 2, 1, log) == matches
    lines = log.read_bytes()
    log.write_bytes(lines[:-20])
    again = training.played(*RUN, 2, 1, log)
    assert again == matches
    assert training.fitted(again, "run") == training.fitted(matches, "run")


def test_only_choices_with_features_are_searched():
    match = training.play("darwinning", 2, "test", 2, 0)
    assert len(match.decisions) == len([*training.choices_of(match)]) > 0


def test_matches_of_another_run_are_left_alone(tmp_path, matches):
    log = tmp_path / "matches.jsonl"
    log.write_bytes(msgspec.json.encode(msgspec.structs.replace(matches[0], seed="other")) + b"\n")
    assert training.played(*RUN, 1, 1, log) == matches[:1]


def test_command_prints_what_a_choice_gains(capsys):
    training.main(["dice", "--matches", "2", "--worlds", "2", "--seats", "3", "--dry-run"])
    assert "points each" in capsys.readouterr().out


def test_command_refuses_a_game_without_features(capsys):
    with pytest.raises(SystemExit):
        training.main(["yummy"])
    assert "no features" in capsys.readouterr().err


@pytest.mark.parametrize("slug", HAVING)
def test_weights_beside_a_game_are_those_of_its_features(slug):
    game = registry.get(slug)
    made = fitted_policies.read(game.package)
    assert made.keys() <= {*game.seats}
    for seats, fit in made.items():
        assert fitted_policies.weights_of(game, seats).keys() == fit.weights.keys()
        assert fit.rules_version == game.rules_version
    again = FittedPolicyFile({str(seats): fit for seats, fit in made.items()})
    assert msgspec.toml.decode(training.as_toml(again), type=FittedPolicyFile) == again


def test_weights_of_three_seats_serve_larger_tables_and_those_of_two_none():
    darwinning, journey = map(registry.get, ("darwinning", "journey"))
    assert fitted_policies.weights_of(darwinning, 6) == fitted_policies.weights_of(darwinning, 3)
    assert fitted_policies.weights_of(darwinning, 3) != fitted_policies.weights_of(darwinning, 2)
    assert fitted_policies.weights_of(journey, 2)
    assert not fitted_policies.weights_of(journey, 3)


def test_weights_of_other_features_are_refused():
    assert DICE.bots.fitted_policy
    policy = dataclasses.replace(DICE.bots.fitted_policy, features={"card": ("another",)})
    bots = dataclasses.replace(DICE.bots, fitted_policy=policy)
    other = dataclasses.replace(DICE, bots=bots)
    with pytest.raises(ValueError, match="fit them again"):
        fitted_policies.weights_of(other, 2)


@pytest.mark.parametrize(("slug", "seats"), FITTED)
def test_fitted_policy_beats_the_policy_of_its_game(slug, seats):
    """Play each deal once with the fitted policy at each seat, and the game's own at the others."""
    matches = int(os.environ.get("FITTED_POLICY_MATCHES", "12"))
    game = registry.get(slug)
    fitted = fitted_policy(game, seats)
    leads = []
    for number in range(matches):
        for fitted_seat in range(seats):
            state = game.setup(game.options(), seats, f"habit {number}", None)
            while movers := game.to_move(state):
                choose = fitted if movers[0] == fitted_seat else game.bots.fast_policy
                game.apply(state, movers[0], choose(state, movers[0]), None)
            leads.append(lead_over_others(game.standing(state).totals, fitted_seat))
    assert sum(leads) > 0


def test_actions_that_come_to_the_same_are_tried_last():
    plays = [Play(number) for number in range(5)]
    a, b, c, d, e = plays
    assert distinct_first(plays, [2.0, 5.0, 5.0 + 1e-9, 1.0, 2.0]) == [b, a, d, c, e]
    game = registry.get("journey")
    state: Any = game.setup(game.options(), 2, "supposed", None)
    while not isinstance(state.pending[-1], Turn):
        seat = game.to_move(state)[0]
        game.apply(state, seat, game.bots.fast_policy(state, seat), None)
    seat = game.to_move(state)[0]
    trials: Any = Trials(game, game.view(state, seat), seat, CHANCE, is_trained=True)
    # The first six advised actions go to only three places, where workers of equal seals are equal.
    assert len({action.location for action in trials.candidates}) >= 5


def supposed_of_two():
    state = DICE.setup(DICE.options(), 2, "supposed", None)
    first = DICE.to_move(state)[0]
    DICE.apply(state, first, DICE.legal(state, first)[0], None)
    seat = DICE.to_move(state)[0]
    supposed = suppositions(DICE, DICE.view(state, seat), seat, "seed")
    assert supposed
    return supposed, seat


def test_rivals_play_by_turns_of_worlds_by_the_fitted_policy_and_by_the_games_own():
    supposed, seat = supposed_of_two()
    fitted = fitted_policy(DICE, 2)
    own_policy = DICE.bots.fast_policy
    differed = 0
    for number in range(20):
        world = supposed.world(number)
        assert world == supposed.world(number)
        policy = supposed.policy(world)
        rival = DICE.clone(world)
        rival.hands[1 - seat], rival.chosen[1 - seat] = rival.hands[seat], world.chosen[seat]
        rival.waiting = 3
        assert policy(rival, seat) == fitted(rival, seat)
        expected = fitted if number % 2 else own_policy
        assert policy(rival, 1 - seat) == expected(rival, 1 - seat)
        differed += fitted(rival, 1 - seat) != own_policy(rival, 1 - seat)
    assert differed


def test_games_without_weights_are_supposed_to_be_played_as_ever():
    game = registry.get("yummy")
    state = game.setup(game.options(), 2, "supposed", None)
    seat = game.to_move(state)[0]
    trials = [
        Trials(game, game.view(state, seat), seat, CHANCE, is_trained=is_trained)
        for is_trained in (False, True)
    ]
    assert trials[0].candidates == trials[1].candidates
    rollouts = [trial.play(trial.world(1), 0) for trial in trials]
    assert rollouts[0] == rollouts[1]


def first_view() -> tuple[Any, Any]:
    state = DICE.setup(DICE.options(), 2, "supposed", None)
    return state, DICE.view(state, 0)


def searched(budget, **more):
    search = Search(DICE, first_view()[1], 0, CHANCE, budget, **more)
    while search.play_next():
        pass
    return search


def test_hints_and_analyses_suppose_the_fitted_policy():
    _, view = first_view()
    assert levels.HINTS.budget(DICE, view).is_trained
    assert hint_budget(DICE, view).is_trained
    assert estimate(DICE, view, Seen(0, 0), 8).trials.is_fitted


def test_a_chance_is_counted_in_the_worlds_in_which_the_rivals_play_by_the_fitted_policy():
    """Against rivals of both kinds, of 58 % that were said 49 were won."""
    search = searched(Budget(steps=20_000, is_trained=True))
    chosen = search._chances[search._chosen()]
    counted = [chances for number, chances in enumerate(chosen) if number % 2 == 1]
    assert len(counted) > WORLDS_MIN
    assert search.chances() == tuple(map(mean, zip(*counted, strict=True)))
    assert search.chances() != tuple(map(mean, zip(*chosen, strict=True)))
    few = searched(Budget(steps=10**6, worlds=WORLDS_MIN, is_trained=True))
    chosen = few._chances[few._chosen()]
    assert few.chances() == tuple(map(mean, zip(*chosen, strict=True))), "too few count"


def test_where_nothing_is_decided_the_rivals_play_by_the_fitted_policy_in_all_worlds():
    state, view = first_view()
    supposed = suppositions(DICE, view, 0, "seed", decides=False)
    assert supposed
    assert all(supposed.are_rivals_fitted(number) for number in range(4))
    known: Any = suppositions(DICE, state, 0, "seed")
    assert known.world(0, knows_all=True).deck == state.deck
    assert known.world(0).deck != state.deck


def test_a_chance_is_told_from_enough_worlds_that_count():
    """From sixteen, turning points appeared by noise in a late era of Darwinning!."""
    few = searched(Budget(steps=1, is_trained=True, is_exact=True))
    assert few.worlds == 2 * COUNTED_MIN
    nothing = searched(Budget(steps=1, is_trained=True, is_exact=True), decides=False)
    assert nothing.worlds == COUNTED_MIN


def test_both_policies_choose_face_down_by_turns_where_beliefs_are_counted():
    chosen = []

    def guess(view: Any, chance: bytes, *policy: Any) -> Any:
        chosen.append(len(policy) and policy[0] is not None)
        return DICE.bots.guess(view, chance) if DICE.bots.guess else None

    state, _ = first_view()
    DICE.apply(state, 1, DICE.legal(state, 1)[0], None)
    game = dataclasses.replace(DICE, bots=dataclasses.replace(DICE.bots, guess=guess))
    Beliefs(game, DICE.view(state, 0)).deal(20)
    assert chosen.count(True) == chosen.count(False) == 8, "in one world of five it is random"


def test_a_further_candidate_is_tried_beside_those_of_the_fitted_policy():
    _, view = first_view()
    plays = DICE.legal(view, 0)
    few: Any = Trials(DICE, view, 0, CHANCE, candidates=1, is_trained=True)
    last = next(play for play in plays if play not in few.candidates)
    more: Any = Trials(DICE, view, 0, CHANCE, candidates=1, is_trained=True, also=[last])
    assert more.candidates == [*few.candidates, last]
    assert more.named == len(few.candidates)


def test_a_result_is_settled_once_rivals_of_both_kinds_give_it():
    search = Search(DICE, first_view()[1], 0, CHANCE, Budget(steps=1, is_trained=True))
    one, other = (Rollout(1.0, 1, True, (share, 1 - share)) for share in (0.0, 1.0))
    assert not search._is_settled(one, [one.chances])
    assert not search._is_settled(one, [other.chances, one.chances])
    assert search._is_settled(one, [other.chances, one.chances, one.chances])


def test_of_the_levels_only_master_supposes_the_fitted_policy():
    searchers = {
        name: level.policy
        for name, level in levels.LEVELS.items()
        if isinstance(level.policy, Searcher)
    }
    assert {name for name, searcher in searchers.items() if searcher.is_trained} == {"master"}
    assert levels.level("master:0.1s").policy == Searcher(0.1, is_trained=True)


def test_hidden_choice_of_a_rival_is_that_of_the_supposed_policy():
    supposed, seat = supposed_of_two()
    fitted = fitted_policy(DICE, 2)
    world = supposed.world(1)
    (rival,) = (other for other in range(2) if other != seat)
    assert world.chosen[rival] != HIDDEN
    before = DICE.clone(world)
    held = [kind for kind, copies in world.hands[rival].items() for _ in range(copies)]
    cards = sorted([*held, world.chosen[rival]])
    before.hands[rival] = {kind: cards.count(kind) for kind in dict.fromkeys(cards)}
    before.chosen[rival], before.waiting = NOTHING, before.waiting | 1 << rival
    assert fitted(before, rival).card == world.chosen[rival]
