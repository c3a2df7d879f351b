"""Suppositions of a search about the play of all seats, where a game has a fitted policy.

The seat that thinks plays on by the fitted policy. Rivals do so in every other world, and in the
rest by the game's own policy: if all were thought to play like a searcher, the search would be
weaker against those who do not.
"""

from collections.abc import Sequence
from typing import Final

from darwin_core.bots.rollouts import deal
from darwin_core.contract.chance import from_seed
from darwin_core.contract.game import Action, Advice, AnyGame, State
from darwin_core.kit.habits import Policy, Weights, policy_by, ranked, weights_of

_TURNS: Final = 2
"""Worlds by turns."""


class Suppositions:
    """The play that one decision supposes, where the game has a fitted policy."""

    def __init__(self, game: AnyGame, view: State, seat: int, seed: str, weights: Weights) -> None:
        """Suppose play by fitted weights.

        Args:
            game: the game.
            view: the position as the seat knows it.
            seat: the seat that thinks.
            seed: any text; the same text deals the same worlds.
            weights: those of the game at this number of seats, by kind of choice.
        """
        self._game, self._view, self._seat, self._seed = game, view, seat, seed
        self._weights, self._fitted = weights, policy_by(game, weights)

    def candidates(self, advised: Sequence[Advice[Action]], most: int) -> list[Advice[Action]]:
        """Return the most promising of the advised actions, and the one advised first, which is
        the last of them if it is not promising."""
        game, view, seat = self._game, self._view, self._seat
        best = ranked(game, self._weights, view, seat, game.legal(view, seat))
        if best is None:
            return [*advised[:most]]
        by_action = {advice.action: advice for advice in advised}
        chosen = dict.fromkeys([*best[:most], advised[0].action])
        return [by_action[action] for action in chosen]

    def world(self, number: int) -> State:
        """Return a world: the same for the same number."""
        turn = number % _TURNS
        chance = from_seed(self._seed, "world", number)
        world = deal(self._game, self._view, chance, self._fitted if turn else None)
        # The world itself says by the first bit of its chance whose turn it is.
        world.chance = bytes([world.chance[0] // _TURNS * _TURNS + turn]) + world.chance[1:]
        return world

    def policy(self, world: State) -> Policy:
        """Return the choice of all seats in a world."""
        fitted, own, thinks = self._fitted, self._game.bots.fast_policy, self._seat
        if world.chance[0] % _TURNS:
            return fitted
        return lambda state, seat: (fitted if seat == thinks else own)(state, seat)


def suppositions(game: AnyGame, view: State, seat: int, seed: str) -> Suppositions | None:
    """Return the suppositions by the fitted policy of a game; None if it has none at this number
    of seats."""
    weights = weights_of(game, len(game.standing(view).totals))
    return Suppositions(game, view, seat, seed, weights) if weights else None
