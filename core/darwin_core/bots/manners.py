"""Manners of bots: leanings between actions that are worth nearly the same.

A manner has the same name in every game, and a game says what it means there. An action in a manner
counts as much as ``margin`` points more, so the action chosen is never worse than the best by more
than that. A manner sees the view of its seat and draws nothing.
"""

from collections.abc import Sequence
from typing import Final

from msgspec.structs import replace

from darwin_core.contract.game import Action, Advice, AnyGame, State

MANNERS: Final = ("careful", "robber", "trader")
"""The names of the manners in every game. Where there are no trades, the trader is somebody else
who sets out to win."""


def leaned(
    game: AnyGame, view: State, seat: int, advised: list[Advice[Action]], manner: str
) -> list[Advice[Action]]:
    """Return advised actions with their values in the eyes of a manner, best first.

    Args:
        game: the game.
        view: of the seat.
        seat: the seat that decides.
        advised: its actions, best first.
        manner: its name; the actions stay as they are where the game knows none of that name.
    """
    known_manner = game.bots.manners.get(manner)
    if known_manner is None:
        return advised
    least = advised[0].value - known_manner.margin
    near = [advice for advice in advised if advice.value >= least]
    if len(near) == 1:
        return advised
    weighed = [
        replace(
            advice,
            value=advice.value + known_manner.margin * known_manner.lean(view, seat, advice.action),
        )
        for advice in near
    ]
    weighed.sort(key=lambda advice: -advice.value)
    return weighed + advised[len(near) :]


def of_equals(
    game: AnyGame,
    view: State,
    seat: int,
    actions: Sequence[Action],
    lacks: Sequence[float],
    manner: str,
) -> Action:
    """Return the action that a manner prefers among equally good ones; the first if none.

    Args:
        game: the game.
        view: of the seat.
        seat: the seat that decides.
        actions: actions of which none is surely better than another, the one to play first.
        lacks: the points by which each is likely to be worse than the first; 0 if it is better.
        manner: its name.
    """
    known_manner = game.bots.manners.get(manner)
    if known_manner is None or len(actions) == 1:
        return actions[0]
    worth = [
        known_manner.margin * known_manner.lean(view, seat, action) - lack
        for action, lack in zip(actions, lacks, strict=True)
    ]
    return actions[worth.index(max(worth))]
