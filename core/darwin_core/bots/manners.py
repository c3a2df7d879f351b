"""Manners of bots: preferences among actions of nearly the same value.

A manner has the same name in every game, and each game defines which actions suit it. A manner adds
up to ``Manner.margin`` points to the value of such an action, so the chosen action is never worse
than the best by more than this margin. A manner knows only the view of its seat and uses no chance.
"""

from collections.abc import Sequence
from typing import Final

from darwin_core.contract.game import Action, Advice, AnyGame, State

MANNERS: Final = ("careful", "robber", "trader")
"""The names of the manners in every game. In a game without trades, ``trader`` is another
character, such as a gambler."""


def leaning(
    game: AnyGame, view: State, seat: int, advised: list[Advice[Action]], manner: str
) -> list[Advice[Action]]:
    """Return advised actions with the values that a manner gives them, best first. Actions that
    cannot become the best keep their values.

    Args:
        game: the game.
        view: the seat's view.
        seat: the seat that decides.
        advised: the seat's actions, best first.
        manner: the name of the manner. If the game has no manner of this name, the actions are
            returned unchanged.
    """
    known_manner = game.bots.manners.get(manner)
    if known_manner is None:
        return advised
    # A worse action could not become the best: its gain is at most the margin.
    least = advised[0].value - known_manner.margin
    near = [advice for advice in advised if advice.value >= least]
    if len(near) == 1:
        return advised
    weighed = [
        advice.valued(
            advice.value + known_manner.margin * known_manner.lean(view, seat, advice.action)
        )
        for advice in near
    ]
    weighed.sort(key=lambda advice: -advice.value)
    # The advice is sorted, so the near actions are its first ones.
    return weighed + advised[len(near) :]


def of_equals(
    game: AnyGame,
    view: State,
    seat: int,
    actions: Sequence[Action],
    losses: Sequence[float],
    manner: str,
) -> Action:
    """Return the action that a manner prefers among equally good actions.

    If the game has no manner of the given name, the first action is returned.

    Args:
        game: the game.
        view: the seat's view.
        seat: the seat that decides.
        actions: actions of which none is significantly better than another, the chosen one first.
        losses: for each action, the estimated loss in points against the first; 0 for a gain.
        manner: the name of the manner.
    """
    known_manner = game.bots.manners.get(manner)
    if known_manner is None or len(actions) == 1:
        return actions[0]
    worth = [
        known_manner.margin * known_manner.lean(view, seat, action) - loss
        for action, loss in zip(actions, losses, strict=True)
    ]
    return actions[worth.index(max(worth))]
