"""Workloads of peer libraries from the ``bench`` extra. Those not installed are left out.

Each library is looped from Python through its public functions, with the cheapest random choice.
"""

from collections.abc import Callable
from importlib import import_module
from itertools import count
from random import Random
from typing import Any, Final

from .own import DECISIONS_BEFORE_CLONE

SIMULATIONS: Final = 50
"""Number of simulations for a decision of OpenSpiel's bots."""
CHOICES_MIN: Final = 4
"""Minimum number of legal actions at the position in which they decide."""
UCT_C: Final = 2.0


def open_spiel(name: str, *, games: bool = False) -> Callable[[], int]:
    """Return a function that plays one match of a C++ game and returns its number of decisions.

    Args:
        games: return 1 instead, to count matches.

    Raises:
        ImportError: if OpenSpiel is not installed.
    """
    load: Any = import_module("pyspiel").load_game
    game = load(name)
    pick = Random(1).random

    def once() -> int:
        state = game.new_initial_state()
        decisions = 0
        while not state.is_terminal():
            actions = state.legal_actions()
            if not state.is_chance_node():
                decisions += 1
            state.apply_action(actions[int(pick() * len(actions))])
        return 1 if games else decisions

    return once


def ismcts(name: str, *, compiled: bool = False) -> Callable[[], int]:
    """Return a function that searches once by OpenSpiel's ISMCTS and returns its simulations.

    It searches the first real choice of a game, with one random rollout for each simulation.

    Args:
        compiled: use the bot in C++, not the one in Python.

    Raises:
        ImportError: if OpenSpiel is not installed.
    """
    spiel: Any = import_module("pyspiel")
    game = spiel.load_game(name)
    pick = Random(1).choice
    state = game.new_initial_state()
    while state.is_chance_node() or len(state.legal_actions()) < CHOICES_MIN:
        state.apply_action(pick(state.legal_actions()))
    if compiled:
        final = spiel.ISMCTSFinalPolicyType.NORMALIZED_VISIT_COUNT
        evaluator = spiel.RandomRolloutEvaluator(1, 1)
        bot = spiel.ISMCTSBot(1, evaluator, UCT_C, SIMULATIONS, -1, final, False, False)
    else:
        random: Any = import_module("numpy").random.RandomState(1)
        algorithms = "open_spiel.python.algorithms."
        evaluator = import_module(algorithms + "mcts").RandomRolloutEvaluator(1, random)
        bot = import_module(algorithms + "ismcts").ISMCTSBot(
            game, evaluator, UCT_C, SIMULATIONS, random_state=random
        )

    def once() -> int:
        bot.step(state)
        return SIMULATIONS

    return once


def rlcard_env(name: str) -> Callable[[], int]:
    """Return a function that plays one match by RLCard's ``env.run`` and returns its decisions.

    Raises:
        ImportError: if RLCard is not installed.
    """
    make: Any = import_module("rlcard").make
    agent: Any = import_module("rlcard.agents").RandomAgent
    env = make(name, config={"seed": 1})
    env.set_agents([agent(num_actions=env.num_actions) for _ in range(env.num_players)])

    def once() -> int:
        trajectories, _ = env.run(is_training=False)
        # Each seat's trajectory is state, action, state, …, state.
        return sum(len(trajectory) // 2 for trajectory in trajectories)

    return once


def rlcard_game(name: str) -> Callable[[], int]:
    """Return a function that plays one match of RLCard's bare game and returns its decisions.

    Raises:
        ImportError: if RLCard is not installed.
    """
    game: Any = import_module(f"rlcard.games.{name}").Game()
    pick = Random(1).random

    def once() -> int:
        game.init_game()
        decisions = 0
        while not game.is_over():
            actions = game.get_legal_actions()
            game.step(actions[int(pick() * len(actions))])
            decisions += 1
        return decisions

    return once


def catanatron() -> Callable[[], int]:
    """Return a function that plays one match of four random players and returns its actions.

    Raises:
        ImportError: if catanatron is not installed.
    """
    deal, numbers = _catanatron(), count()

    def once() -> int:
        game = deal(next(numbers))
        game.play()
        return len(game.state.actions)

    return once


def catanatron_copies() -> Callable[[], int]:
    """Return a function that copies a match, 36 decisions after its start, ten times.

    Raises:
        ImportError: if catanatron is not installed.
    """
    game = _catanatron()(1)
    for _ in range(DECISIONS_BEFORE_CLONE):
        game.play_tick()

    def once() -> int:
        for _ in range(10):
            game.copy()
        return 10

    return once


def _catanatron() -> Callable[[int], Any]:
    module: Any = import_module("catanatron")
    players = [module.RandomPlayer(colour) for colour in module.Color]
    return lambda seed: module.Game(players, seed=seed)
