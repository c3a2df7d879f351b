"""Achievements: each can be reached, and none is given where it does not hold."""

from collections.abc import Iterator
from functools import cache
from random import Random

import pytest

from darwin_core.bots import levels
from darwin_core.contract import registry
from darwin_core.contract.game import Event, Outcome
from darwin_core.contract.options import read_choices, read_options
from darwin_core.contract.tables import read_text
from darwin_core.games.darwinning.acts import Fed
from darwin_core.games.dice.achievements import ACHIEVEMENTS as DICE
from darwin_core.games.dice.acts import Carried, Lost, Revealed, Scored, Won
from darwin_core.games.dice.material import BY_CODE, SCORPION, TRUMP, face
from darwin_core.games.evo.acts import Predated
from darwin_core.kit.achievements import PER_GAME, Course, achievement_positions, achievements

MATCHES_MAX = 90
VARIANTS = {"evo": ("predation=yes",)}
"""Options without which some achievements cannot be reached."""
LANDING = {"journey": ("Land",)}
"""Actions that some players of a match prefer: a bot with another plan may never take them."""


def played(slug: str, seed: int) -> tuple[int, list[tuple[Event, ...]], Outcome]:
    """Play a match; return its seats, its events and its outcome."""
    game = registry.get(slug)
    rng = Random(seed)
    seats = (4, 2, 3)[seed % 3]
    is_wild = seed % 4 != 1
    preferred = LANDING.get(slug, ()) if seed % 2 else ()
    texts = VARIANTS.get(slug, ()) if seed % 4 == 0 else ()
    state_events: list[Event] = []
    options = read_options(game, read_choices(texts, game, seats))
    state = game.setup(options, seats, str(seed), state_events.append)
    log = [tuple(state_events)]
    while movers := game.to_move(state):
        seat = movers[0]
        events = list[Event]()
        legal = game.legal(state, seat)
        wanted = [action for action in legal if type(action).__name__ in preferred]
        if wanted or is_wild:
            action = rng.choice(wanted or legal)
        else:
            action = levels.bot("normal")(game, game.view(state, seat), seat, rng.randbytes(16))
        game.apply(state, seat, action, events.append)
        log.append(tuple(events))
    outcome = game.outcome(state)
    assert outcome
    return seats, log, outcome


@cache
def reached(slug: str) -> dict[str, tuple[Course, int]]:
    """Return, by achievement, the first match in which it is found, and its position there."""
    courses: dict[str, tuple[Course, int]] = {}
    names = {achievement.name for achievement in achievements(registry.get(slug))}
    for seed in range(MATCHES_MAX):
        seats, log, outcome = played(slug, seed)
        for seat in range(seats):
            course = Course(seat, log, outcome)
            for name, position in achievement_positions(registry.get(slug), course).items():
                courses.setdefault(name, (course, position))
        if courses.keys() == names:
            break
    return courses


@pytest.mark.parametrize("slug", registry.SLUGS)
def test_each_can_be_reached(slug):
    names = [achievement.name for achievement in achievements(registry.get(slug))]
    assert len(names) == len({*names}) == PER_GAME
    assert {*reached(slug)} == {*names}


def all_reached() -> Iterator[tuple[str, str, Course, int]]:
    for slug in registry.SLUGS:
        for name, (course, position) in reached(slug).items():
            yield slug, name, course, position


def test_each_is_found_at_the_very_action_that_achieves_it():
    for slug, name, course, position in all_reached():
        (achievement,) = (row for row in achievements(registry.get(slug)) if row.name == name)
        if position == course.last:
            continue
        assert achievement.find(course._replace(log=course.log[:position])) is None, (slug, name)
        assert achievement.find(course._replace(log=course.log[: position + 1])) == position, (
            slug,
            name,
        )


def test_each_is_missing_from_some_match():
    for slug in registry.SLUGS:
        everywhere = {achievement.name for achievement in achievements(registry.get(slug))}
        seen = [
            {*achievement_positions(registry.get(slug), Course(seat, log, outcome))}
            for seed in range(12)
            for seats, log, outcome in [played(slug, seed)]
            for seat in range(seats)
        ]
        assert not everywhere.intersection(*seen), slug


def test_stories_are_sentences_that_fit_a_line():
    for slug in registry.SLUGS:
        for achievement in achievements(registry.get(slug)):
            assert achievement.sentence.endswith("."), achievement
            assert len(achievement.sentence) <= 66, achievement
            assert len(achievement.title) <= 26, achievement


def test_game_of_another_package_needs_none():
    assert read_text("darwin_core.games.dice", "achievements.py")
    assert achievements(registry.get("dice")) is DICE


@pytest.mark.parametrize(("population", "change", "is_there"), [(7, 1, True), (9, 0, False)])
def test_population_grows_by_food_too(population, change, is_there):
    fed = Fed(0, population, population + change, 0, 0, change)
    course = Course(0, [[fed]], OUTCOME)
    found = achievement_positions(registry.get("darwinning"), course)
    assert ("crowd" in found) is is_there


# --- Darwin's Dice, turn by turn

FIGHT = next(roll for roll, _ in enumerate(TRUMP) if face(roll).mode == "fight")
FLIGHT = next(roll for roll, _ in enumerate(TRUMP) if face(roll).mode == "flight")
OUTCOME = Outcome((), (9, 3, 1), (1, 2, 3))


def turn(roll: int, *cards: int, winner: int = 0, lost: tuple[Lost, ...] = ()) -> list[Event]:
    """Return the events of a turn; the cards are of the seats 0, 1 and 2, strongest first."""
    ranking = tuple((seat, card) for seat, card in enumerate(cards))
    return [Revealed(roll, ranking), *lost, Won(winner, cards, ())]


def names(seat: int, *turns: list[Event]) -> set[str]:
    return {*achievement_positions(registry.get("dice"), Course(seat, turns, OUTCOME))}


def test_sting_is_a_win_of_the_scorpion_against_the_trump():
    trump = TRUMP[FIGHT]
    other = BY_CODE["F5"] if BY_CODE["F5"] != trump else BY_CODE["F6"]
    assert "sting" in names(0, turn(FIGHT, SCORPION, trump, other))
    assert "sting" not in names(1, turn(FIGHT, SCORPION, trump, other))
    assert "sting" not in names(0, turn(FIGHT, trump, other, SCORPION))
    low = [BY_CODE[code] for code in ("F2", "F3", "L2", "L3") if BY_CODE[code] != trump]
    assert "sting" not in names(0, turn(FIGHT, SCORPION, *low[:2])), "won by its number"
    assert "trump" in names(0, turn(FIGHT, trump, other, SCORPION))


def test_snake_that_costs_nobody_a_card_does_not_strike():
    snake = BY_CODE["S7"]
    assert TRUMP[FIGHT] != snake
    cards = snake, BY_CODE["F2"], BY_CODE["F3"]
    for gone, is_there in (((1, 2), True), ((), False)):
        lost = (Lost(1, gone, "snake"),)
        assert ("serpent" in names(0, turn(FIGHT, *cards, lost=lost))) is is_there


def test_one_wins_a_flight_and_eight_a_fight():
    one, eight, low = BY_CODE["F1"], BY_CODE["F8"], BY_CODE["F3"]
    assert ("meek" in names(0, turn(FLIGHT, one, low, eight))) is (TRUMP[FLIGHT] != one)
    assert "meek" not in names(0, turn(FIGHT, one, low, eight))
    assert ("giant" in names(0, turn(FIGHT, eight, low, one))) is (TRUMP[FIGHT] != eight)
    assert "giant" not in names(0, turn(FLIGHT, eight, low, one))


def test_turn_without_a_winner_ends_a_run():
    won = turn(FIGHT, BY_CODE["F6"], BY_CODE["F3"], BY_CODE["F2"])
    tie: list[Event] = [Carried(BY_CODE["F6"], (0, 1))]
    assert "run" in names(0, won, won, won, won)
    assert "run" not in names(0, won, won, won, tie, won)
    assert "run" not in names(1, won, won, won, won)


def test_feast_is_of_one_round():
    assert "feast" in names(1, [Scored(1, (0, 50, 0), ())])
    assert "feast" not in names(1, [Scored(1, (60, 30, 0), ())], [Scored(2, (0, 30, 0), ())])


def test_ashes_are_of_a_match_that_is_won():
    fall: list[Event] = [Lost(seat, (1, 2), "scorpion") for seat in (0, 1)]
    assert "phoenix" in names(0, fall)
    assert "phoenix" not in names(1, fall), "it came second"
    assert "phoenix" not in names(0, [Lost(0, (), "scorpion")]), "there was nothing to lose"


# --- Evo


def test_prey_is_the_player_of_a_hunted_species():
    hunt: list[Event] = [Predated(seat=0, prey=1, trait=0, offspring=0, owner=2)]
    courses = [Course(seat, [hunt], OUTCOME) for seat in range(3)]
    hunted = ["prey" in achievement_positions(registry.get("evo"), course) for course in courses]
    assert hunted == [False, False, True]
