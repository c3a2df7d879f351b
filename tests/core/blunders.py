"""Positions in which some actions are absurd, whatever the rest of the match brings.

A game's positions stand in ``tests/core/games/<slug>/blunders.py`` as ``BLUNDERS``, each with the
sentence that a player would say about it. They are written from the rules page and from matches
watched, never from what a bot thinks.
"""

from collections.abc import Callable
from dataclasses import dataclass
from importlib import import_module
from importlib.util import find_spec

from darwin_core.contract import registry
from darwin_core.contract.game import Action, AnyGame, State
from darwin_core.contract.options import read_options


@dataclass(frozen=True)
class Blunder:
    """A position, and the actions in it that nobody would take."""

    sentence: str
    """The reason, as one says it at a table."""
    build: Callable[[], State]
    """Return the whole state; hidden facts are those that the seat must reckon with."""
    absurd: tuple[str, ...] = ()
    """Absurd actions, in notation."""
    sensible: tuple[str, ...] = ()
    """The only actions that are not absurd, where those are too many to name."""
    seat: int = 0

    def view(self, game: AnyGame) -> State:
        """Return what the seat sees."""
        view: State = game.view(self.build(), self.seat)
        return view

    def is_absurd(self, game: AnyGame, action: Action) -> bool:
        """Return True for an action that nobody would take."""
        named = game.texts.notation(action)
        return named in self.absurd if self.absurd else named not in self.sensible


def blunders_of(slug: str) -> tuple[Blunder, ...]:
    """Return the positions of a game."""
    name = f"{slug}.blunders"
    found: tuple[Blunder, ...] = import_module(name).BLUNDERS if find_spec(name) else ()
    return found


def reached(slug: str, seats: int, seed: str, actions: str) -> State:
    """Return the state after actions in notation, separated by semicolons, each of the first seat
    that is to move."""
    game = registry.get(slug)
    state: State = game.setup(read_options(game, {}), seats, seed, None)
    for text in filter(None, map(str.strip, actions.split(";"))):
        seat, action = game.to_move(state)[0], game.texts.parse(text)
        assert action in game.legal(state, seat), f"{text!r} is not legal here"
        game.apply(state, seat, action, None)
    return state
