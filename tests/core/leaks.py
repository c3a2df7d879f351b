"""Leaks to plant in a game: each shows viewers something that is hidden from them.

Those of a game stand in ``tests/core/games/<slug>/leaks.py`` as ``LEAKS``.
"""

from collections.abc import Callable, Sequence
from copy import copy
from dataclasses import dataclass
from importlib import import_module
from typing import Any

from darwin_core.contract.game import SPECTATOR, A, Action, E, Event, Game, S

View = Callable[[S, int], S]


@dataclass(frozen=True)
class Leaks:
    """The leaks to plant in a game, and its actions that others may not tell apart."""

    view: Sequence[Callable[[Any, int], Any]]
    """Views that show too much."""
    redact: Sequence[Callable[[Any, int], Any]]
    """Redactions that show too much."""
    revealing: Sequence[Sequence[type[Event]]]
    """Events that show something hidden or random; those of a row show it at the same moment."""
    legal: Callable[[Any, int], Sequence[Any]] | None = None
    """A function that returns legal actions that depend on hidden facts."""
    is_secret: Callable[[Any], bool] = lambda action: False
    """Returns whether other viewers may not tell an action from others of its kind before it is
    shown."""


def leaks_of(slug: str) -> Leaks:
    """Return the leaks to plant in a game."""
    leaks: Leaks = import_module(f"{slug}.leaks").LEAKS
    return leaks


def of_kinds(*kinds: type[Action]) -> Callable[[Any], bool]:
    """Return a function that returns whether an action is one of these kinds."""
    return lambda action: isinstance(action, kinds)


def everything(real: Any, seen: Any) -> Any:
    """Return the whole of a hidden part of a state."""
    return copy(real)


def first(real: Any, seen: Any) -> Any:
    """Return a part of a view that shows its first card, or the first card of each seat."""
    if isinstance(real, list):
        return [first(one, other) for one, other in zip(real, seen, strict=True)]
    return real[:1] + seen[1:]


def shows(
    game: Game[S, A, E], field: str, choose: Callable[[Any, Any], Any] = everything
) -> View[S]:
    """Return a view function that shows a hidden field of the state.

    ``choose(real, seen)`` makes the field that is shown, from the state's and the view's.
    """

    def leak(state: S, viewer: int) -> S:
        view = game.view(state, viewer)
        setattr(view, field, choose(getattr(state, field), getattr(view, field)))
        return view

    leak.__name__ = f"shows {'' if choose is everything else f'{choose.__name__} of '}{field}"
    return leak


def shows_right_hand(game: Game[S, A, E]) -> View[S]:
    """Return a view function that shows the hand of the next seat."""

    def leak(state: Any, viewer: int) -> Any:
        view: Any = game.view(state, viewer)
        if viewer != SPECTATOR:
            neighbour = (viewer + 1) % len(state.hands)
            view.hands[neighbour] = state.hands[neighbour]
        return view

    leak.__name__ = "shows the right hand"
    return leak


def shows_events(game: Game[S, A, E], kind: type[E]) -> Callable[[E, int], E | None]:
    """Return a redaction that leaves events of one kind uncut for all viewers."""

    def leak(event: E, viewer: int) -> E | None:
        return event if isinstance(event, kind) else game.redact(event, viewer)

    leak.__name__ = f"shows {kind.__name__}"
    return leak
