"""Opponents know what their seat may know and play by the rules."""

from collections import Counter

import pytest
from matches import DICE, began, careless, packed, played

from darwin_core.analysis.review import STEPS, Choice, better_line
from darwin_core.bots import levels
from darwin_core.bots.hints import distinct
from darwin_core.contract import registry
from darwin_core.contract.chance import from_seed
from darwin_core.contract.game import Advice
from darwin_core.games.journey.acts import Place
from darwin_core.text.seat_names import SeatNames

LEVELS = ["random", "easy", "normal"]


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("seats", DICE.seats)
def test_bot_plays_legal_actions_to_the_end(level, seats):
    written = began(seats)
    bot = levels.bot(level)
    match = written.match
    for number in range(DICE.actions_max(seats)):
        seat = DICE.to_move(match.state)[0]
        written.act(seat, bot(DICE, match.view(seat), seat, from_seed("bot", number)))
    assert DICE.outcome(match.state) is not None


@pytest.mark.parametrize("level", LEVELS)
def test_same_view_and_chance_give_the_same_action(level):
    match = played(3, actions=10).match
    bot = levels.bot(level)
    seat = DICE.to_move(match.state)[0]
    chance = from_seed("again")
    first = bot(DICE, match.view(seat), seat, chance)
    assert all(bot(DICE, match.view(seat), seat, chance) == first for _ in range(5))


@pytest.mark.parametrize("level", LEVELS)
def test_bot_leaves_the_view_it_is_given_as_it_was(level):
    match = played(4, actions=9).match
    bot = levels.bot(level)
    seat = DICE.to_move(match.state)[0]
    view = match.view(seat)
    bot(DICE, view, seat, from_seed("x"))
    assert view == match.view(seat)


def test_random_bot_plays_each_action_sometimes():
    match = began().match
    bot = levels.bot("random")
    choices = Counter(bot(DICE, match.view(0), 0, from_seed("n", n)) for n in range(600))
    actions = match.legal(0)
    assert set(choices) == set(actions)
    assert min(choices.values()) > 600 / len(actions) / 2


def test_greedy_bot_plays_what_is_advised_first():
    match = began().match
    advised = DICE.bots.advise(match.view(1), 1, SeatNames())[0].action
    assert levels.bot("greedy")(DICE, match.view(1), 1, b"") == advised


def test_unknown_level_is_refused_naming_the_levels_there_are():
    with pytest.raises(ValueError, match="There is no bot called 'clever'; there is random"):
        levels.bot("clever")


def test_greedy_is_another_name_of_the_normal_bot():
    assert levels.bot("greedy") is levels.bot("normal")


# --- the choices that a hint names: the best, and others beside it

JOURNEY = registry.get("journey")
ACADEMY, SHIP, LENS, SEA = range(4)


def hinted(*advised):
    """Return the worker and location of each hint, given advised pairs with their reasons."""
    advice = [Advice(Place(*act), 1.0, reason) for act, reason in advised]
    return [(hint.action.worker, hint.action.location) for hint in distinct(JOURNEY, advice)]


def test_the_best_three_in_their_order():
    advised = [((0, place), "it is near") for place in (LENS, SEA, ACADEMY, SHIP)]
    assert hinted(*advised) == [(0, LENS), (0, SEA), (0, ACADEMY)]
    assert hinted(*advised[:2]) == [(0, LENS), (0, SEA)]


def test_one_action_represents_others_on_the_same_thing_for_the_same_reason():
    assert hinted(
        ((2, LENS), "coins"),
        ((0, LENS), "coins"),
        ((0, SEA), "coins"),
        ((1, SEA), "coins"),
        ((1, LENS), "seals"),
    ) == [(2, LENS), (0, SEA), (1, LENS)]


# --- a better line: the match up to a decision, then the best action and what follows


def choice_at(match, position):
    """Return a judged decision, with the last legal action as the best one."""
    played = match.history[position]
    state = match.state_at(position)
    best = match.game.legal(state, played.seat)[-1]
    notation = match.game.texts.notation
    return Choice(position, notation(played.action), notation(best), 0.1, 1.0, "?")


@pytest.mark.parametrize("slug", registry.SLUGS)
def test_a_line_leaves_the_match_after_the_decision(slug):
    match = careless(slug, 3, seed="short")
    choice = choice_at(match, len(match.history) // 3)
    line = better_line(match, choice)
    before = choice.position
    assert line.history[:before] == match.history[:before]
    assert packed(line.state_at(before)) == packed(match.state_at(before))
    assert match.game.texts.notation(line.history[before].action) == choice.best
    assert len(line.history) == before + STEPS
    assert better_line(match, choice).chain == line.chain, "it is the same each time"


def test_a_line_ends_with_the_match():
    match = careless(seats=3)
    choice = choice_at(match, len(match.history) - 2)
    line = better_line(match, choice)
    assert match.game.outcome(line.state) is not None
    assert len(line.history) == len(match.history)
