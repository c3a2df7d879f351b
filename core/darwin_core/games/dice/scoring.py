"""The score of Darwin's Dice and the result."""

from darwin_core.contract.game import Outcome, ScoreLine, rank
from darwin_core.games.dice.state import DiceState


def standing(state: DiceState) -> Outcome:
    """Return the result as if the match ended now; of a view, as far as it shows."""
    lines = tuple(
        ScoreLine(f"round {number}", points) for number, points in enumerate(state.scores, 1)
    )
    return Outcome(lines, state.points, rank(state.points))


def outcome(state: DiceState) -> Outcome | None:
    """Return the result: the most points win, ties share. [End of the game; ruling: ties]"""
    return None if state.turn < len(state.rolls) else standing(state)
