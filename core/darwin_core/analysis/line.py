"""A better line: a match as it could have continued after the best action of a decision."""

from typing import Final

from darwin_core.analysis.review import Choice
from darwin_core.match.branch import begin
from darwin_core.match.match import AnyMatch

STEPS: Final = 5
"""The actions of a line: the best one, and what the policy of the game plays then."""


def better_line(match: AnyMatch, choice: Choice) -> AnyMatch:
    """Return a match that goes as another up to a decision and then takes the best action.

    It keeps the seed, so cards and dice come as they would have come, and the same choice gives the
    same line. Every seat plays on from its own view.
    """
    game = match.game
    line, _ = begin(game, match.header)
    for played in match.history[: choice.position]:
        line.accept(line.propose(played.seat, played.action))
    seat, action = match.history[choice.position].seat, game.parse(choice.best)
    for _ in range(STEPS):
        line.accept(line.propose(seat, action))
        movers = game.to_move(line.state)
        if not movers:
            break
        seat = movers[0]
        action = game.policy(line.view(seat), seat)
    return line
