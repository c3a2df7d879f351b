"""Hints: a game's own advice, cut to the few things that differ, and its value in words."""

from collections.abc import Iterable
from typing import Final

from darwin_core.game import A, Advice, E, Element, Game, S
from darwin_core.wording import counted

SLIGHT_POINTS: Final = 0.25
"""Points that do not count."""

HINTS_MAX: Final = 3
"""Things that a hint names at most."""


def worth(advice: Advice[A]) -> str:
    """Return the value in words, in whole points: decimals would suggest false precision."""
    if abs(advice.value) < SLIGHT_POINTS:
        return "worth next to nothing"
    points = round(abs(advice.value))
    words = ("less than a point", "about a point", f"about {points} points")[min(points, 2)]
    return f"worth {words}" if advice.value > 0 else f"costs {words}"


def gain(points: float) -> str:
    """Return in words the points by which the first action is better than any other; it is first,
    too, where none is better beyond doubt."""
    whole = round(points)
    return (
        f"about {counted(whole, 'point')} better than any other" if whole > 0 else "one of the best"
    )


def loss(points: float) -> str:
    """Return in words the points by which an action is worse than the first."""
    whole = round(points)
    return (
        f"about {counted(whole, 'point')} worse than the first" if whole > 0 else "nearly as good"
    )


def distinct(game: Game[S, A, E], advised: Iterable[Advice[A]]) -> list[Advice[A]]:
    """Return the first actions of some, at most HINTS_MAX.

    Of the actions on one element that are advised for the same reason only the first is named.
    """
    best: list[Advice[A]] = []
    seen: set[tuple[Element | None, str]] = set()
    for advice in advised:
        element = next(iter(game.targets(advice.action)), None)
        if (element, advice.reason) not in seen:
            seen.add((element, advice.reason))
            best.append(advice)
    return best[:HINTS_MAX]
