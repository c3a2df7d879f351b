"""The candidates of a decision, each of which can be tried in any world by its number."""

import msgspec

from darwin_core.bots.rollouts import ahead, deal, play_on, with_chance
from darwin_core.contract.chance import from_seed
from darwin_core.contract.game import Action, AnyGame, State, Tuning
from darwin_core.text.seat_names import Lexicon


class Rollout(msgspec.Struct, frozen=True, array_like=True):
    """The result of a candidate in one world."""

    value: float
    """The points by which the seat is ahead of the mean of the others."""
    steps: int
    """The actions played."""
    is_settled: bool
    """True if it goes the same way in every world."""


def tuning_in(game: AnyGame, view: State) -> Tuning:
    """Return the tuning of a game to the number of seats in a view."""
    return game.tuning_at.get(len(game.standing(view).totals), game.tuning)


class Trials:
    """The candidates of one decision, and what each brings in a world."""

    def __init__(self, game: AnyGame, view: State, seat: int, chance: bytes) -> None:
        """Find the candidates.

        Args:
            game: the game.
            view: what the seat sees.
            seat: the seat that decides.
            chance: 16 bytes to draw from.
        """
        self.tuning = tuning_in(game, view)
        advised = game.advise(view, seat, Lexicon())
        self.candidates: list[Action] = [
            advice.action for advice in advised[: self.tuning.candidates]
        ]
        self._game, self._view, self._seat = game, view, seat
        self._seed, self._since = chance.hex(), game.clock(view)

    def world(self, number: int) -> State:
        """Return a world: the same for the same number."""
        return deal(self._game, self._view, from_seed(self._seed, "world", number))

    def play(self, world: State, number: int) -> Rollout:
        """Try a candidate in a world: let all seats play on to the horizon."""
        game, state = self._game, self._game.clone(world)
        game.apply(state, self._seat, self.candidates[number], None)
        steps = 1 + play_on(game, state, self._since, self.tuning.horizon)
        value = ahead(game.worth(state), self._seat)
        return Rollout(value, steps, state.chance == world.chance and self._knows_all_of(world))

    def _knows_all_of(self, world: State) -> bool:
        """Return whether only the chance of a world had to be dealt."""
        return bool(with_chance(self._game, world, self._view.chance) == self._view)
