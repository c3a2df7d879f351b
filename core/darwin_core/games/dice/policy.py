"""The choice and the value of a position for searches: the greedy bot without words."""

from darwin_core.games.dice.advice import advise
from darwin_core.games.dice.rules import standing
from darwin_core.games.dice.state import DiceState, Play
from darwin_core.games.dice.view import view
from darwin_core.lexicon import Lexicon


def policy(state: DiceState, seat: int) -> Play:
    """Return the action that ``advise`` names first."""
    return advise(view(state, seat), seat, Lexicon())[0].action


def worth(state: DiceState) -> tuple[float, ...]:
    """Return the points of each seat as they stand."""
    return standing(state).totals
