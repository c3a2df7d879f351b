"""Outcomes of matches in which somebody has resigned."""

import pytest

from darwin_core.contract.game import Outcome


@pytest.mark.parametrize(
    ("ranks", "resigned", "after"),
    [
        ((1, 1), (0,), (2, 1)),
        ((1, 2), (0,), (2, 1)),
        ((1, 2), (), (1, 2)),
        ((2, 1, 3, 4), (1, 3), (1, 4, 2, 3)),
        ((1, 1, 3), (2,), (1, 1, 3)),
        ((1, 1, 3), (1, 0), (2, 3, 1)),
    ],
)
def test_those_who_resign_are_last_the_first_of_them_behind_all(
    ranks: tuple[int, ...], resigned: tuple[int, ...], after: tuple[int, ...]
) -> None:
    outcome = Outcome((), (0,) * len(ranks), ranks)
    assert outcome.with_last(resigned).ranks == after
