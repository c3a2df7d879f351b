"""A plan finds the action that is worth much only if it is followed up in one way."""

from dataclasses import replace

from matches import DICE, began

from darwin_core import registry
from darwin_core.bots import levels
from darwin_core.bots.plans import ALTERNATIVES, Follower
from darwin_core.bots.search import Budget, Search, Searcher
from darwin_core.bots.trials import Planning, Trials
from darwin_core.game import Advice, Horizon, Tuning
from darwin_core.games.dice.actions import Play
from darwin_core.rng import from_seed

CHANCE = from_seed("plans")
STEPS_EACH = 4
UNPLANNED, PLANNED = Budget(steps=200), Budget(steps=200, planning=Planning(400))


def advise(view, seat, lexicon):
    return [Advice(action, -place, "") for place, action in enumerate(DICE.legal(view, seat))]


def game_of_two_steps():
    """Return Dice in which the policy plays the lowest card, and the cards that win if a seat
    plays both of them one after the other."""
    match = began(2).match
    cards = [action.card for action in match.legal(0)]
    both = {cards[1], cards[3]}

    def worth(state):
        return 10.0 * both.isdisjoint(state.hands[0]), 0.0

    tuning = Tuning(horizon=Horizon("turn", count=2), candidates=4, plan_worlds=2)
    game = replace(
        DICE,
        advise=advise,
        policy=lambda state, seat: DICE.legal(state, seat)[0],
        worth=worth,
        tuning=tuning,
    )
    return game, match.view(0), both


def chosen(game, view, budget):
    search = Search(game, view, 0, CHANCE, budget)
    while search.play_next():
        pass
    return search.judged()[0]


def test_plan_finds_an_action_that_pays_only_if_it_is_followed_up():
    game, view, both = game_of_two_steps()
    assert chosen(game, view, UNPLANNED).action == DICE.legal(view, 0)[0]
    found = chosen(game, view, PLANNED)
    assert found.action.card in both
    assert found.value == 10.0


def test_what_the_rules_do_not_allow_of_a_plan_is_left_to_the_policy():
    game, view, _ = game_of_two_steps()
    state = game.determinize(view, CHANCE)
    lowest, *others = game.legal(state, 0)
    follower = Follower(game, 0, (others[0], Play(card=1), None, others[1]))
    made = [follower(state, seat) for seat in (0, 1, 0, 0, 0, 0)]
    assert made == [others[0], game.legal(state, 1)[0], lowest, lowest, others[1], lowest]
    assert follower.next_view == game.view(state, 0)


def test_plans_are_made_once_and_within_their_steps():
    game, view, _ = game_of_two_steps()
    played = []

    def apply(state, seat, action, emit):
        played.append(action)
        DICE.apply(state, seat, action, emit)

    trials = Trials(replace(game, apply=apply), view, 0, CHANCE, Planning(100))
    for _ in trials.prepare():
        pass
    changes = (ALTERNATIVES * game.tuning.plan_worlds + 1) * STEPS_EACH
    assert 100 <= len(played) < 100 + changes
    assert not [*trials.prepare()]


def test_plans_take_a_share_of_the_time():
    game, view, _ = game_of_two_steps()
    trials = Trials(game, view, 0, CHANCE, Planning(10**9, 0.02))
    assert sum(1 for _ in trials.prepare()) < 1_000
    assert trials.play(trials.world(0), 0).steps > 1


def test_only_master_plans_and_only_where_it_is_better():
    journey, dice = registry.get("journey"), registry.get("dice")
    for game, seats in ((journey, 2), (journey, 4), (dice, 2)):
        view = game.setup(game.options(), seats, "plans", None)
        master, hard = levels.bot("master"), levels.bot("hard")
        assert isinstance(master, Searcher)
        assert isinstance(hard, Searcher)
        alone, four = master.budget(game, view), master.budget(game, view, 4)
        assert (alone.planning is not None) == (game is journey)
        assert hard.budget(game, view).planning is None
        if alone.planning and four.planning:
            assert alone.planning == four.planning
            assert alone.seconds + alone.planning.seconds == master.seconds
            assert four.steps + four.planning.steps == 4 * (alone.steps + alone.planning.steps)
