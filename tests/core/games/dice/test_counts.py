"""The number of action sequences in the first turns, at a few seeds: any change of the rules shows
here."""

import pytest

from darwin_core.games.dice import GAME
from darwin_core.lab.play import Case, count_ahead

COUNTS = {
    (2, "1"): [(17, 17), (144, 72), (2178, 1089), (16416, 4104)],
    (2, "3"): [(18, 18), (162, 81), (2592, 1296), (20736, 5184)],
    (3, "1"): [(22, 22), (322, 161), (2352, 392), (45360, 7560)],
    (3, "3"): [(23, 23), (352, 176), (2688, 448), (54144, 9024)],
    (4, "1"): [(23, 23), (396, 198), (4536, 756), (25920, 1080)],
    (4, "3"): [(23, 23), (396, 198), (4536, 756), (25920, 1080)],
}
"""By seats and seed: sequences of 1, 2, 3 and 4 choices, and the different states they lead to."""


@pytest.mark.parametrize(("seats", "seed"), COUNTS)
def test_counts_ahead(seats, seed):
    counts = count_ahead(GAME, Case(GAME, seats, seed).start(), 4)
    assert [(count.paths, count.states) for count in counts] == COUNTS[seats, seed]
