"""Judged actions: the best of them for a policy, all of them with reasons as advice.

Values are compared as they are shown, to ``DIGITS`` digits. Of equal ones the first is the best, so
that a policy takes what is advised first.
"""

from collections.abc import Callable, Sequence
from typing import Final

from darwin_core.contract.game import A, Advice

DIGITS: Final = 6
"""Digits of a value that count, after the point."""


def best(actions: Sequence[A], values: Sequence[float]) -> A:
    """Return the first of the actions with the highest value.

    Raises:
        ValueError: if a value is not a number.
    """
    highest = round(max(values), DIGITS)
    near = highest - 10**-DIGITS
    for action, value in zip(actions, values, strict=True):
        if value > near and round(value, DIGITS) == highest:
            return action
    raise ValueError("a value is not a number")


def advised(
    actions: Sequence[A], values: Sequence[float], reason: Callable[[A, float], str]
) -> list[Advice[A]]:
    """Return actions with their values and the reason for each, best first; ties keep their
    order."""
    judged = [
        Advice(action, round(value, DIGITS), reason(action, value))
        for action, value in zip(actions, values, strict=True)
    ]
    return sorted(judged, key=lambda advice: -advice.value)
