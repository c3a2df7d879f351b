"""Suppositions of a search about the play of all seats, where a game has a fitted policy.

The seat that thinks plays on by the fitted policy. Rivals do so in every other world, and in the
rest by the game's own policy: if all were thought to play like a searcher, the search would be
weaker against those who do not.
"""

from typing import Final

from darwin_core.bots.rollouts import deal
from darwin_core.contract.chance import from_seed
from darwin_core.contract.game import Action, AnyGame, State
from darwin_core.kit.habits import Policy, policy_by, ranked, weights_of
from darwin_core.text.seat_names import SeatNames

_TURNS: Final = 2
"""Worlds by turns."""


class Suppositions:
    """The play that one decision supposes."""

    def __init__(self, game: AnyGame, view: State, seat: int, seed: str, is_trained: bool) -> None:
        """Suppose the game's own policy of all seats, or its fitted one if it has one.

        Args:
            game: the game.
            view: the position as the seat knows it.
            seat: the seat that thinks.
            seed: any text; the same text deals the same worlds.
            is_trained: False to suppose the game's own policy in any case.
        """
        self._game, self._view, self._seat, self._seed = game, view, seat, seed
        seats = len(game.standing(view).totals)
        self._weights = weights_of(game, seats) if is_trained else {}
        self._fitted = policy_by(game, self._weights) if self._weights else None

    def candidates(self, most: int) -> list[Action]:
        """Return the most promising actions: the first is played if no other is better beyond
        doubt."""
        game, view, seat = self._game, self._view, self._seat
        advised = [advice.action for advice in game.bots.advise(view, seat, SeatNames())]
        best = ranked(game, self._weights, view, seat, game.legal(view, seat))
        if best is None:
            return advised[:most]
        return [*dict.fromkeys([*best[:most], advised[0]])]

    def world(self, number: int) -> State:
        """Return a world: the same for the same number."""
        chance = from_seed(self._seed, "world", number)
        if self._fitted is None:
            return deal(self._game, self._view, chance)
        turn = number % _TURNS
        world = deal(self._game, self._view, chance, self._fitted if turn else None)
        # The world itself says by the first bit of its chance whose turn it is.
        world.chance = bytes([world.chance[0] // _TURNS * _TURNS + turn]) + world.chance[1:]
        return world

    def policy(self, world: State) -> Policy:
        """Return the choice of all seats in a world."""
        fitted, own = self._fitted, self._game.bots.fast_policy
        if fitted is None:
            return own
        if world.chance[0] % _TURNS:
            return fitted
        thinks = self._seat
        return lambda state, seat: (fitted if seat == thinks else own)(state, seat)
