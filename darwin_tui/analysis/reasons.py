"""The reasons of a result: the lines of the score in which two players differ."""

from darwin_core.contract.game import Outcome


def reasons(outcome: Outcome, viewer: int | None) -> tuple[int, int, list[tuple[int, str]]]:
    """Return two seats and the lines in which their points differ, the largest difference first.

    The first seat is the viewer's, or the winner's if nobody looks alone; the second is the
    winner's, or that of the next best if the first has won.
    """
    order = sorted(range(len(outcome.ranks)), key=lambda seat: outcome.ranks[seat])
    one = order[0] if viewer is None else viewer
    other = order[1] if one == order[0] else order[0]
    found = [(line.points[one] - line.points[other], line.label) for line in outcome.lines]
    ranked = sorted((each for each in found if each[0]), key=lambda each: -abs(each[0]))
    return one, other, ranked
