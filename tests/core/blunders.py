"""Positions in which some actions are absurd, whatever the rest of the match brings.

A game's positions stand in ``tests/core/games/<slug>/blunders.py`` as ``BLUNDERS``, each with the
sentence that a player would say about it, written from the rules page and from matches watched.
More positions were found in matches between bots. They lie in ``tests/core/games/<slug>/found``,
each with the judge's reason, beside the records of their matches. A record ends after the last
position found in it. Their absurd actions certainly lose winning chance by the judge's rollouts,
and also where the game's fitted policy plays on, if it has one.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache, partial
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path

import msgspec
from matches import loaded

from darwin_core.contract import registry
from darwin_core.contract.game import Action, AnyGame, State
from darwin_core.contract.options import read_options
from darwin_core.match import AnyMatch


class Found(msgspec.Struct, frozen=True):
    """A position that was found, as a line of its file."""

    record: str
    """Name of the record, without its suffix."""
    position: int
    seat: int
    absurd: tuple[str, ...]
    why: str
    """The judge's reason."""


@dataclass(frozen=True)
class Blunder:
    """A position, and the actions in it that nobody would take."""

    sentence: str
    """The reason, as one says it at a table."""
    build: Callable[[], State]
    """Return the whole state; its hidden facts are what the seat must reckon with."""
    absurd: tuple[str, ...] = ()
    """Absurd actions, in notation."""
    sensible: tuple[str, ...] = ()
    """The only actions that are not absurd; given where the absurd ones are too many to name."""
    seat: int = 0
    is_deep: bool = False
    """True if only the levels that search must avoid the absurd actions."""

    def view(self, game: AnyGame) -> State:
        """Return the seat's view of the position."""
        view: State = game.view(self.build(), self.seat)
        return view

    def is_absurd(self, game: AnyGame, action: Action) -> bool:
        """Return True for an action that nobody would take."""
        named = game.texts.notation(action)
        return named in self.absurd if self.absurd else named not in self.sensible


def blunders_of(slug: str) -> tuple[Blunder, ...]:
    """Return the positions of a game."""
    name = f"{slug}.blunders"
    written: tuple[Blunder, ...] = import_module(name).BLUNDERS if find_spec(name) else ()
    return (*written, *_found(slug))


ROOT = Path(__file__).parents[2]


def _found(slug: str) -> list[Blunder]:
    """Return the positions that were found in matches between bots."""
    folder = ROOT / "tests/core/games" / slug / "found"
    path = folder / "blunders.jsonl"
    if not path.exists():
        return []
    return [
        Blunder(
            f"{find.why} ({find.record}, {find.position})",
            partial(recorded, folder / f"{find.record}.jsonl", find.position),
            absurd=find.absurd,
            seat=find.seat,
            is_deep=True,
        )
        for find in msgspec.json.Decoder(Found).decode_lines(path.read_bytes())
    ]


def recorded(path: Path, position: int) -> State:
    """Return the state of a recorded match at a position."""
    state: State = _match(path).state_at(position)
    return state


@cache
def _match(path: Path) -> AnyMatch:
    return loaded(path.read_bytes())


def reached(slug: str, seats: int, seed: str, actions: str) -> State:
    """Return the state after actions in notation, separated by semicolons.

    The first seat to move takes each action.
    """
    game = registry.get(slug)
    state: State = game.setup(read_options(game, {}), seats, seed, None)
    for text in filter(None, map(str.strip, actions.split(";"))):
        seat = game.to_move(state)[0]
        action = game.texts.parse(text)
        assert action in game.legal(state, seat), f"{text!r} is not legal here"
        game.apply(state, seat, action, None)
    return state
