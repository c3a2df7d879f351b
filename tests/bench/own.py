"""Workloads of our engine: a game looped through its contract, as any caller would."""

from collections.abc import Callable
from itertools import count
from random import Random
from typing import Any, Final

from darwin_core.contract.chance import from_seed
from darwin_core.contract.game import AnyGame
from darwin_core.match import Match, begin, record
from darwin_core.match.record import Header, Player

DECISIONS_BEFORE_CLONE: Final = 36
"""Number of decisions taken before a state is cloned; every game has more of them."""


def random_match(game: AnyGame, seats: int, options: Any = None) -> Callable[[], int]:
    """Return a function that plays one random match and returns its number of decisions."""
    pick = Random(1).random
    numbers = count()
    setup, to_move, legal, apply = game.setup, game.to_move, game.legal, game.apply
    chosen = options or game.options()

    def once() -> int:
        state = setup(chosen, seats, str(next(numbers)), None)
        decisions = 0
        while seats_to_move := to_move(state):
            seat = seats_to_move[0]
            actions = legal(state, seat)
            apply(state, seat, actions[int(pick() * len(actions))], None)
            decisions += 1
        return decisions

    return once


def policy_match(game: AnyGame, seats: int) -> Callable[[], int]:
    """Return a function that plays one match by the fast policy and returns its decisions.

    The rollouts of a search play by the same policy.
    """
    numbers = count()
    options = game.options()
    setup = game.setup
    to_move = game.to_move
    policy = game.bots.fast_policy
    apply = game.apply

    def once() -> int:
        state = setup(options, seats, str(next(numbers)), None)
        decisions = 0
        while seats_to_move := to_move(state):
            seat = seats_to_move[0]
            apply(state, seat, policy(state, seat), None)
            decisions += 1
        return decisions

    return once


def simulations(game: AnyGame, seats: int) -> Callable[[], int]:
    """Return a function that runs one simulation of a plain search and returns 1.

    It determinizes the first seat's view of a new match and plays random actions to the end.
    """
    pick = Random(1).random
    numbers = count()
    state = game.setup(game.options(), seats, "simulations", None)
    view = game.view(state, game.to_move(state)[0])
    to_move, legal, apply = game.to_move, game.legal, game.apply

    def once() -> int:
        world = game.determinize(view, from_seed("simulation", next(numbers)))
        while seats_to_move := to_move(world):
            seat = seats_to_move[0]
            actions = legal(world, seat)
            apply(world, seat, actions[int(pick() * len(actions))], None)
        return 1

    return once


def clones(game: AnyGame, seats: int) -> Callable[[], int]:
    """Return a function that clones a state well into a match a hundred times."""
    state = game.setup(game.options(), seats, "clone", None)
    for _ in range(DECISIONS_BEFORE_CLONE):
        seat = game.to_move(state)[0]
        game.apply(state, seat, game.legal(state, seat)[0], None)
    clone = game.clone

    def once() -> int:
        for _ in range(100):
            clone(state)
        return 100

    return once


def replays(game: AnyGame, seats: int) -> Callable[[], int]:
    """Return a function that verifies every hash and action of a finished random match."""
    text = _record(game, seats)

    def once() -> int:
        reading = record.read(text)
        Match.load(game, reading.header, reading.chain, reading.lines)
        return 1

    return once


def header(game: AnyGame, players: tuple[Player, ...]) -> Header:
    """Return the header of a measured match, with fixed seed, id and date."""
    return Header(
        game=game.slug,
        rules=game.rules_version,
        players=players,
        seed="bench",
        id="bench",
        made="2026-01-01T00:00:00+00:00",
        engine="bench",
    )


def _record(game: AnyGame, seats: int) -> bytes:
    players = tuple(Player(f"Player {seat + 1}") for seat in range(seats))
    match, text = begin(game, header(game, players))
    pick = Random(2)
    while seats_to_move := game.to_move(match.state):
        seat = seats_to_move[0]
        step = match.propose(seat, pick.choice(match.legal(seat)))
        match.accept(step)
        text += step.text
    return text
