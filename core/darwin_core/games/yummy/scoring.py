"""The score of Yummy Darwinism and the result. Section names are those of the rulebook."""

from darwin_core.contract.game import Outcome, ScoreLine, rank
from darwin_core.games.yummy.state import YummyState
from darwin_core.games.yummy.triplets import SIZE, points_of
from darwin_core.text.language import mark


def score(state: YummyState) -> tuple[ScoreLine, ...]:
    """Return every player's score lines. [Who won?; special rule 5]"""
    return (
        ScoreLine(mark("point pile"), tuple(sum(map(points_of, pile)) for pile in state.piles)),
        ScoreLine(
            mark("field"),
            tuple(sum(points_of(each[:SIZE]) for each in field) for field in state.fields),
        ),
        ScoreLine(
            mark("citizens' actions"),
            tuple(sum(SIZE - len(each) for each in field) for field in state.fields),
        ),
    )


def totals(state: YummyState) -> tuple[int, ...]:
    """Return the sums of the score lines by seat."""
    return tuple(
        sum(map(points_of, pile)) + sum(map(points_of, field))
        for pile, field in zip(state.piles, state.fields, strict=True)
    )


def standing(state: YummyState) -> Outcome:
    """Return the result as if the match ended now; of a view, as far as it shows."""
    sums = totals(state)
    return Outcome(score(state), sums, rank(sums))


def outcome(state: YummyState) -> Outcome | None:
    """Return the result: the most points win; ties share. [Who won?; ruling: Score]"""
    return None if state.pending else standing(state)
