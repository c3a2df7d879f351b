"""The levels of opponents by name."""

from typing import Final

from darwin_core.bots import Policy, greedy, random

LEVELS: Final[dict[str, Policy]] = {"random": random.choose, "greedy": greedy.choose}
"""Weakest first."""


def bot(level: str) -> Policy:
    """Return the policy of a level.

    Raises:
        ValueError: with a sentence that names the levels there are.
    """
    try:
        return LEVELS[level]
    except KeyError:
        raise ValueError(
            f"There is no bot called {level[:24]!r}; there is {', '.join(LEVELS)}."
        ) from None
