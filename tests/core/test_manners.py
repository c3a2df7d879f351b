"""Bots with a manner lean to some of the actions that are nearly as good as the best."""

import os
from collections import Counter
from dataclasses import replace
from math import sqrt

import pytest

from darwin_core.bots import levels
from darwin_core.bots.manners import MANNERS, leaning
from darwin_core.bots.search import Judged, Searcher
from darwin_core.contract import registry
from darwin_core.contract.chance import from_seed
from darwin_core.lab.play import Case, moments
from darwin_core.text.seat_names import SeatNames

GAMES = {slug: registry.get(slug) for slug in registry.SLUGS}
MATCHES = 6
"""Advised matches in which every manner must have changed a choice."""
MATCHES_COMPARED = int(os.environ.get("MANNER_MATCHES", "200"))
"""Matches from which the strength of a manner is judged."""

in_every_game = pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)


def decisions(game, matches):
    """Yield views of advised matches, each with the seat and the advised actions, if several."""
    for number in range(matches):
        seats = game.seats[number % len(game.seats)]
        for moment in moments(Case(game, seats, f"manners {number}", is_advised=True)):
            view = game.view(moment.before, moment.seat)
            advised = game.bots.advise(view, moment.seat, SeatNames())
            if len(advised) > 1:
                yield view, moment.seat, advised


@in_every_game
def test_every_game_has_every_manner(game):
    assert tuple(game.bots.manners) == MANNERS
    assert len({manner.title for manner in game.bots.manners.values()}) == len(MANNERS)


@in_every_game
def test_every_manner_changes_some_choice_but_never_costs_more_than_its_margin(game):
    changed: Counter[str] = Counter()
    for view, seat, advised in decisions(game, MATCHES):
        values = {advice.action: advice.value for advice in advised}
        for name, manner in game.bots.manners.items():
            action = levels.bot("normal", name)(game, view, seat, b"")
            assert values[action] >= advised[0].value - manner.margin - 1e-9
            changed[name] += action != advised[0].action
        if len(changed) == len(MANNERS) and all(changed.values()):
            return
    raise AssertionError(f"a manner changes nothing: {changed}")


@in_every_game
def test_bot_without_a_manner_plays_what_is_advised_first(game):
    plain = replace(game, bots=replace(game.bots, manners={}))
    for view, seat, advised in decisions(game, 1):
        for bot in (levels.bot("normal"), levels.bot("normal", "of no such name")):
            assert bot(game, view, seat, b"") == advised[0].action
        assert levels.bot("normal", "robber")(plain, view, seat, b"") == advised[0].action


@in_every_game
def test_leaning_keeps_all_actions_and_what_is_out_of_reach(game):
    for view, seat, advised in decisions(game, 1):
        for name, manner in game.bots.manners.items():
            leaning_advice = leaning(game, view, seat, advised, name)
            assert {candidate.action for candidate in leaning_advice} == {
                candidate.action for candidate in advised
            }
            least = advised[0].value - manner.margin
            far = [candidate for candidate in advised if candidate.value < least]
            assert leaning_advice[len(leaning_advice) - len(far) :] == far


def test_easy_bot_takes_what_is_in_its_manner_more_often():
    game, (view, seat, advised) = first_change("dice", "trader")
    favourite = leaning(game, view, seat, advised, "trader")[0].action
    taken: Counter[str] = Counter()
    for number in range(300):
        chance = from_seed("easy", number)
        for manner in ("", "trader"):
            action = levels.bot("easy", manner)(game, view, seat, chance)
            taken[manner] += action == favourite
    assert taken["trader"] > taken[""]


def test_random_bot_has_no_manner():
    assert levels.bot("random", "robber") is levels.bot("random")


# --- the search


def first_change(slug, name):
    """Return the first position of an advised match in which a manner changes the choice."""
    game = GAMES[slug]
    for view, seat, advised in decisions(game, MATCHES):
        if leaning(game, view, seat, advised, name)[0].action != advised[0].action:
            return game, (view, seat, advised)
    raise AssertionError(f"{name} changes nothing in {slug}")


def searched(value, error, worlds=32):
    """Return whether a robber takes an action in its manner that a search has found second."""
    game, (view, seat, advised) = first_change("dice", "robber")
    best = advised[0].action
    other = leaning(game, view, seat, advised, "robber")[0].action
    judged = [Judged(best, 3.0, 0.0, 32), Judged(other, value, error, worlds)]
    assert Searcher(1.0).chosen(game, view, seat, judged) == best
    return Searcher(1.0, manner="robber").chosen(game, view, seat, judged) == other


def test_search_takes_an_equal_action_in_its_manner():
    assert searched(value=2.9, error=0.5)


def test_search_takes_none_that_is_worse_beyond_doubt():
    assert not searched(value=2.9, error=0.05)


def test_search_takes_none_that_is_worse_by_more_than_the_margin():
    assert not searched(value=3.0 - GAMES["dice"].bots.manners["robber"].margin - 0.1, error=9.0)


def test_search_takes_none_that_was_dropped():
    assert not searched(value=2.9, error=0.5, worlds=16)


def test_search_without_time_for_a_world_takes_what_is_advised():
    game, (view, seat, advised) = first_change("dice", "careful")
    assert Searcher(1e-9, manner="careful")(game, view, seat, b"chance") == advised[0].action


# --- strength


@pytest.mark.campaign
@in_every_game
@pytest.mark.parametrize("name", MANNERS)
def test_manner_is_as_strong_as_none(game, name):
    """Play ``MANNER_MATCHES`` matches with the fewest seats and with the most, up to four. Each
    deal is played once with the manner at each seat."""
    for seats in {min(game.seats), min(max(game.seats), 4)}:
        wins = [won(game, seats, name, number) for number in range(MATCHES_COMPARED)]
        fair = 1 / seats
        count = len(wins)
        # A manner of equal strength exceeds this error with a chance of 1 %.
        error = 2.6 * sqrt(fair * (1 - fair) / count)
        assert abs(sum(wins) / count - fair) <= error, f"{sum(wins)} of {count} at {seats} seats"


def won(game, seats, name, number):
    """Return the share of the win of a Normal bot in a manner against plain ones."""
    deal, manner_seat = divmod(number, seats)
    state = game.setup(game.options(), seats, f"manner {deal}", None)
    while movers := game.to_move(state):
        seat = movers[0]
        bot = levels.bot("normal", name if seat == manner_seat else "")
        game.apply(state, seat, bot(game, game.view(state, seat), seat, b""), None)
    outcome = game.outcome(state)
    assert outcome
    return outcome.wins[manner_seat]
