"""Opponents know what their seat may know and play by the rules."""

from collections import Counter

import pytest
from matches import DICE, began, played

from darwin_core.bots import levels
from darwin_core.contract.chance import from_seed
from darwin_core.text.seat_names import SeatNames

LEVELS = ["random", "easy", "normal"]


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("seats", DICE.seats)
def test_bot_plays_legal_actions_to_the_end(level: str, seats: int) -> None:
    written, bot = began(seats), levels.bot(level)
    match = written.match
    for number in range(DICE.bound(seats)):
        seat = DICE.to_move(match.state)[0]
        written.act(seat, bot(DICE, match.view(seat), seat, from_seed("bot", number)))
    assert DICE.outcome(match.state) is not None


@pytest.mark.parametrize("level", LEVELS)
def test_same_view_and_chance_give_the_same_action(level: str) -> None:
    match, bot = played(3, acts=10).match, levels.bot(level)
    seat = DICE.to_move(match.state)[0]
    chance = from_seed("again")
    first = bot(DICE, match.view(seat), seat, chance)
    assert all(bot(DICE, match.view(seat), seat, chance) == first for _ in range(5))


@pytest.mark.parametrize("level", LEVELS)
def test_bot_leaves_the_view_it_is_given_as_it_was(level: str) -> None:
    match, bot = played(4, acts=9).match, levels.bot(level)
    seat = DICE.to_move(match.state)[0]
    view = match.view(seat)
    bot(DICE, view, seat, from_seed("x"))
    assert view == match.view(seat)


def test_random_bot_plays_each_action_sometimes() -> None:
    match, bot = began().match, levels.bot("random")
    found = Counter(bot(DICE, match.view(0), 0, from_seed("n", n)) for n in range(600))
    actions = match.legal(0)
    assert set(found) == set(actions)
    assert min(found.values()) > 600 / len(actions) / 2


def test_greedy_bot_plays_what_is_advised_first() -> None:
    match = began().match
    advised = DICE.bots.advise(match.view(1), 1, SeatNames())[0].action
    assert levels.bot("greedy")(DICE, match.view(1), 1, b"") == advised


def test_unknown_level_is_refused_naming_the_levels_there_are() -> None:
    with pytest.raises(ValueError, match="There is no bot called 'clever'; there is random"):
        levels.bot("clever")


def test_greedy_is_another_name_of_the_normal_bot() -> None:
    assert levels.bot("greedy") is levels.bot("normal")
