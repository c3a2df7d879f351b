"""A search depends on view, chance and budget alone, and can stop after any rollout.

It knows only what its seat may know.
"""

from dataclasses import replace
from importlib import import_module
from itertools import islice
from random import Random

import msgspec
import pytest
from matches import DICE, began, careless, packed, played

from darwin_core.analysis.beliefs import Beliefs, sentence
from darwin_core.bots import levels
from darwin_core.bots.rollouts import lead_over_others, play_on
from darwin_core.bots.search import WORLDS_MIN, Budget, Search, Searcher, chance_of
from darwin_core.contract import registry
from darwin_core.contract.chance import from_seed
from darwin_core.contract.game import HIDDEN, OMNISCIENT, Horizon, Tuning
from darwin_core.games.dice.view import unseen
from darwin_core.lab.play import Case, moments
from darwin_core.text.seat_names import SeatNames

CHANCE = from_seed("search")
TABLES = [(slug, seats) for slug in registry.SLUGS for seats in (2, registry.get(slug).seats[-1])]
FEW = Budget(steps=30)
SHORT = Tuning(horizon=Horizon(plies_max=3), candidates=3)


def searched(game, view, seat, budget=FEW):
    search = Search(game, view, seat, CHANCE, budget)
    while search.play_next():
        pass
    return search


def decisions(slug, seats, interval):
    """Yield a game and some moments of an advised match, at which a seat has several actions."""
    game = replace(
        registry.get(slug), bots=replace(registry.get(slug).bots, tuning=SHORT, tuning_at={})
    )
    case = Case(game, seats, "search", is_advised=True)
    asked = (moment for moment in moments(case) if len(moment.legal) > 1)
    for moment in islice(asked, interval // 2, 3 * interval, interval):
        yield game, moment


@pytest.mark.parametrize(("slug", "seats"), TABLES)
def test_levels_play_by_the_rules_and_alike_again(slug, seats):
    for game, moment in decisions(slug, seats, 9):
        view = game.view(moment.before, moment.seat)
        before = packed(view)
        judgements = searched(game, view, moment.seat).judged()
        assert judgements == searched(game, view, moment.seat).judged()
        assert {judged.action for judged in judgements} <= set(moment.legal)
        easy = levels.bot("easy")
        assert easy(game, view, moment.seat, CHANCE) in moment.legal
        assert packed(view) == before


@pytest.mark.parametrize(("slug", "seats"), TABLES)
def test_search_judges_by_what_its_seat_may_know(slug, seats):
    twin = import_module(f"{slug}.twin").twin
    for game, moment in decisions(slug, seats, 11):
        other = twin(moment.before, moment.seat, Random(f"{slug} {moment.step}"))
        real, unreal = (game.view(state, moment.seat) for state in (moment.before, other))
        judged = searched(game, real, moment.seat).judged()
        assert judged == searched(game, unreal, moment.seat).judged()


@pytest.mark.parametrize(("slug", "seats"), TABLES)
def test_an_action_judged_afterwards_changes_no_other_judgement(slug, seats):
    late = 0
    budget = msgspec.structs.replace(FEW, candidates=2, follows=True)
    for game, moment in decisions(slug, seats, 7):
        seat = moment.seat
        view = game.view(moment.before, seat)
        action = game.bots.advise(view, seat, SeatNames())[-1].action
        alone = searched(game, view, seat, budget).judged()
        search = Search(game, view, seat, CHANCE, budget, afterwards=[action])
        while search.play_next():
            pass
        judged = search.judged()
        if judged[0].action == alone[0].action:
            assert [other for other in judged if other in alone] == alone
        else:
            assert judged[0].action == action
        assert any(other.action == action and other.worlds for other in judged)
        late += len(judged) > len(alone)
    assert late


def test_search_stops_at_the_rollout_after_which_it_is_left():
    match = began(2).match
    search = Search(DICE, match.view(0), 0, CHANCE, Budget(steps=10_000))
    first = search.judged()
    assert [judged.worlds for judged in first] == [0] * len(first)
    rollouts = 3 * len(first)
    played_out = [search.play_next() for _ in range(rollouts)]
    assert all(played_out)
    steps = search.steps
    assert [judged.worlds for judged in search.judged()] == [3] * len(first)
    assert search.steps == steps


def test_choices_between_two_rounds_are_judged_by_the_round_to_come():
    """A choice in a millennium of Evo is judged at the end of that millennium. The choice of a
    species is judged at the end of the next one."""
    game = registry.get("evo")
    state = game.setup(game.options(), 2, "between", None)
    horizon = game.bots.tuning.horizon
    for millennium in (1, 2):
        assert play_on(game, state, game.clock(state), horizon) > 5
        assert (game.clock(state).round, game.clock(state).turn) == (millennium, 0)


def test_search_ends_when_its_time_is_over():
    match = began(2).match
    search = Search(DICE, match.view(0), 0, CHANCE, Budget(steps=10**9, seconds=0.001))
    rollouts = 0
    while search.play_next():
        rollouts += 1
    assert rollouts < 500


def test_only_action_is_played_without_a_rollout():
    match = played(2, actions=2 * 8).match
    seat = next(seat for seat in DICE.to_move(match.state))
    while len(match.legal(seat)) > 1:
        match = played(2, actions=len(match.history) + 1).match
        seat = DICE.to_move(match.state)[0]
    search = Search(DICE, match.view(seat), seat, CHANCE, FEW)
    assert not search.play_next()
    assert [judged.action for judged in search.judged()] == list(match.legal(seat))


def game_of_luck(gain):
    """Return Darwin's Dice with a horizon of one action, a view, and the action advised first.

    A position is worth a random number that depends on its world. Any other action than the one
    advised first adds ``gain``.
    """
    match = began(2).match
    first = DICE.bots.advise(match.view(0), 0, SeatNames())[0].action

    def worth(state):
        luck = Random(packed(state)).gauss(0, 10)
        return (luck + gain * (state.chosen[0] != first.card), 0.0)

    tuning = Tuning(horizon=Horizon(plies_max=0), candidates=4, doubt=2.5)
    return (
        replace(DICE, bots=replace(DICE.bots, state_value=worth, tuning=tuning)),
        match.view(0),
        first,
    )


@pytest.mark.parametrize(("gain", "stands"), [(0, True), (30, False)])
def test_advised_action_stands_unless_another_is_better_beyond_doubt(gain, stands):
    game, view, first = game_of_luck(gain)
    judgements = searched(game, view, 0, Budget(steps=200)).judged()
    assert (judgements[0].action == first) == stands
    assert judgements[0].error == 0
    assert all(judged.error > 0 for judged in judgements[1:])


def test_advised_action_is_left_only_after_enough_worlds():
    """However few worlds the budget buys, the two actions in question are tried further."""
    game, view, first = game_of_luck(200)
    search = searched(game, view, 0, Budget(steps=4))
    judgements = search.judged()
    assert judgements[0].action != first
    assert judgements[0].worlds >= WORLDS_MIN
    assert sorted(judged.worlds for judged in judgements)[:2] == [1, 1], "the others are not"
    stopped = searched(game, view, 0, Budget(steps=4, worlds=1)).judged()
    assert stopped[0].action == first, "a single world proves nothing"


def test_more_worlds_are_bought_where_they_surprise():
    """An action that the advice calls much worse is tried in twice as many worlds."""
    game, view, _ = game_of_luck(200)
    best = searched(game, view, 0, Budget(steps=4)).judged()[0]
    assert best.worlds == 2 * WORLDS_MIN


@pytest.mark.parametrize(
    ("points", "lead"), [((7.0, 2.0, 4.0), 4.0), ((7.0, 2.0), 5.0), ((7.0,), 7.0)]
)
def test_a_lead_is_over_the_mean_of_the_others_if_there_are_any(points, lead):
    assert lead_over_others(points, 0) == lead


def test_same_view_is_judged_in_the_same_worlds():
    match = began(2).match
    assert chance_of(match.view(0)) == chance_of(match.view(0))
    assert chance_of(match.view(0)) != chance_of(match.view(1))


def test_worse_half_is_dropped_only_after_some_worlds_for_each():
    game, view, first = game_of_luck(0)
    judgements = searched(game, view, 0, Budget(steps=400)).judged()
    worlds = {judged.action: judged.worlds for judged in judgements}
    assert worlds[first] == max(worlds.values())
    assert WORLDS_MIN <= min(worlds.values()) < max(worlds.values())


def test_search_ends_when_nothing_is_in_doubt():
    game, view, first = game_of_luck(200)
    game = replace(
        game,
        bots=replace(game.bots, tuning=msgspec.structs.replace(game.bots.tuning, candidates=2)),
    )
    search = searched(game, view, 0, Budget(steps=10_000))
    judgements = search.judged()
    assert judgements[0].action != first
    assert search.steps == 2 * 2 * WORLDS_MIN


def test_levels_can_be_sent_to_other_processes():
    import pickle

    for name in (*levels.LEVELS, "greedy", "master:10s"):
        policy = levels.bot(name)
        assert pickle.loads(pickle.dumps(policy)) == policy


def test_level_is_given_its_time_by_name():
    master = levels.level("master:10s")
    assert (master.name, master.seconds) == ("master:10s", 10.0)
    assert master.policy == Searcher(10.0, is_trained=True)


@pytest.mark.parametrize("name", ["master:0s", "master:31s", "hard:s", "hard:1", "normal:1s"])
def test_impossible_time_is_refused(name):
    with pytest.raises(ValueError, match=r"is no time for a bot|can be given no time"):
        levels.level(name)


def test_world_without_anything_left_to_chance_is_tried_once():
    """In Darwin's Journey nothing is hidden after the draft, and chance ends a round only."""
    once = 0
    for game, moment in decisions("journey", 2, 40):
        search = searched(game, game.view(moment.before, moment.seat), moment.seat, Budget(5_000))
        if not any(moment.before.hands) and search.steps < 20:
            once += 1
            assert {judged.error for judged in search.judged()} == {0.0}
    assert once


# --- beliefs about hidden cards, built on the viewer's knowledge alone

MIDDLE = 20
"""Position in the middle of a match."""


def test_only_cards_that_are_not_seen_are_likely():
    match = careless(seats=3)
    view = match.view(1, MIDDLE)
    beliefs = Beliefs(match.game, view).deal(50).current()
    assert {belief.seat for belief in beliefs} == {0, 2}
    for belief in beliefs:
        assert {likelihood.card for likelihood in belief.likely} <= set(unseen(view))
        chances = [likelihood.chance for likelihood in belief.likely]
        assert chances == sorted(chances, reverse=True)


def test_a_belief_counts_many_worlds_that_differ():
    match = careless(seats=3)
    for belief in Beliefs(match.game, match.view(1, 4)).deal(50).current():
        assert any(0.1 < likelihood.chance < 0.9 for likelihood in belief.likely)


def test_a_card_that_was_seen_going_to_a_hand_is_sure():
    match = careless("yummy", seats=3)
    views = (match.view(0, position) for position in range(len(match.history)))
    view = next(view for view in views if view.seen[1])
    belief = next(b for b in Beliefs(match.game, view).deal(20).current() if b.seat == 1)
    assert {likelihood.card for likelihood in belief.likely if likelihood.chance == 1} >= set(
        view.seen[1]
    )


def test_a_card_chosen_face_down_is_never_sure_among_several():
    """In the last round of Darwin's Dice, all cards of a single rival are known."""
    match = careless()
    views = (match.view(1, position) for position in range(len(match.history)))
    last = next(view for view in views if not view.deck and view.chosen[0] == HIDDEN)
    chosen = Beliefs(match.game, last).deal(100).current()[-1]
    assert chosen.zone == "card chosen"
    assert chosen.likely[0].chance < 1


def test_more_deals_go_on_where_the_first_ended():
    match = careless(seats=3)
    view = match.view(0, MIDDLE)
    at_once = Beliefs(match.game, view).deal(30).current()
    assert Beliefs(match.game, view).deal(10).deal(20).current() == at_once


def test_nothing_is_believed_where_nothing_is_hidden():
    match = careless(seats=3)
    assert not Beliefs(match.game, match.view(OMNISCIENT, MIDDLE)).deal(5).current()


@pytest.mark.parametrize("slug", registry.SLUGS)
def test_a_belief_is_said_in_words(slug):
    match = careless(slug, seats=3)
    view = match.view(0, 1)
    names = match.header.names
    for belief in Beliefs(match.game, view).deal(3).current():
        words = sentence(match.game, belief, SeatNames(names))
        assert words.startswith(names[belief.seat])
        assert " %" in words
        assert str(HIDDEN) not in words
