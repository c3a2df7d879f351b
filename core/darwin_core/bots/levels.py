"""The levels of opponents by name."""

from typing import Final

from darwin_core.bots import Policy, greedy, random

LEVELS: Final[dict[str, Policy]] = {"random": random.choose, "greedy": greedy.choose}
"""Weakest first."""
OTHER_NAMES: Final[dict[str, str]] = {"normal": "greedy"}
"""Names of levels under which they can also be chosen."""


def bot(level: str) -> Policy:
    """Return the policy of a level.

    Raises:
        ValueError: with a sentence that names the levels there are.
    """
    try:
        return LEVELS[OTHER_NAMES.get(level, level)]
    except KeyError:
        raise ValueError(
            f"There is no bot called {level[:24]!r}; there is {', '.join((*LEVELS, *OTHER_NAMES))}."
        ) from None
