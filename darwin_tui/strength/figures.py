"""Shares of wins with their intervals, and tables of figures as text."""

from collections.abc import Iterator, Sequence
from math import fsum, sqrt
from typing import Final

Z: Final = 1.959964
"""Standard deviations on either side that contain 95 % of a normal distribution."""


def wilson(wins: float, games: float) -> tuple[float, float]:
    """Return the 95 % interval of a share of wins by Wilson's formula; it stays within 0 and 1 even
    for few games."""
    share = wins / games
    square = Z * Z / games
    middle = (share + square / 2) / (1 + square)
    half_width = Z * sqrt(share * (1 - share) / games + square / games / 4) / (1 + square)
    return max(0.0, middle - half_width), min(1.0, middle + half_width)


def mean(numbers: Sequence[float]) -> tuple[float, float, float]:
    """Return the mean of measurements and its 95 % interval; a single measurement three times."""
    count = len(numbers)
    middle = fsum(numbers) / count
    squares = fsum((number - middle) ** 2 for number in numbers)
    half_width = Z * sqrt(squares / (count - 1) / count) if count > 1 else 0.0
    return middle, middle - half_width, middle + half_width


def share_of_win(ranks: Sequence[int], seat: int) -> float:
    """Return 1 for a win, a fraction of 1 for a shared win."""
    return 1 / ranks.count(1) if ranks[seat] == 1 else 0


def with_minus(figures: str) -> str:
    """Return figures with proper minus signs instead of hyphens."""
    return figures.replace("-", "−")


def signed_share(share: float, half_width: float = 0.0) -> str:
    """Return a change of a share in percent with its sign, and half of its interval if it has one;
    a change that is rounded to nothing is ``+0 %``."""
    interval = f" ± {100 * half_width:.0f}" if half_width else ""
    return with_minus(f"{100 * share:+z.0f}{interval} %")


def exact_wins(wins: float) -> int | float:
    """Return wins without the rounding errors of thirds; a whole number if no win is shared."""
    rounded = round(float(wins), 6)
    return int(rounded) if rounded.is_integer() else rounded


def aligned(rows: Sequence[Sequence[str]], left: frozenset[int] = frozenset({1})) -> Iterator[str]:
    """Yield the rows of a table as lines of text. Wide letters, as in names, take two columns.

    Args:
        rows: the cells, the same number in each row.
        left: columns aligned at the left; all others are aligned at the right.
    """
    # Imported here: the first screen needs figures, but no table.
    from rich.cells import cell_len

    widths = [max(map(cell_len, column)) for column in zip(*rows, strict=True)]
    for row in rows:
        cells = []
        for column, (text, width) in enumerate(zip(row, widths, strict=True)):
            blanks = " " * (width - cell_len(text))
            cells.append(f"{text}{blanks}" if column in left else f"{blanks}{text}")
        yield "  ".join(cells).rstrip()
