"""Puzzles that are made for tests: positions in which certain actions are the answer."""

from matches import header

from darwin_core.analysis.review import beginning_of
from darwin_core.bots.search import RIVALS, TO_COME, Claim
from darwin_core.contract import registry
from darwin_core.match import AnyMatch, begin
from darwin_core.match.record import Player
from darwin_core.teaching.lessons import Verdict
from darwin_core.teaching.puzzles import Collection, Decision, Puzzle, Source

CHOICES_MIN = 3
"""Least number of legal actions at a decision of a puzzle."""
INTERVAL = 6
"""Least number of actions from one puzzle of a match to the next."""
PLAYERS = (Player("Wallace", "bot:greedy"), Player("Huxley", "bot:greedy"))


def made(slug: str, count: int = 3, actions: int = 1, seed: str = "puzzles") -> Collection:
    """Return puzzles of one match of a game between two bots.

    Args:
        slug: the game.
        count: the greatest number of puzzles.
        actions: the number of actions in each answer.
        seed: the seed of the match.
    """
    game = registry.get(slug)
    match: AnyMatch
    match, _ = begin(game, header(2, seed, slug, players=PLAYERS))
    puzzles = list[Puzzle]()
    due = 0
    while len(puzzles) < count and (movers := game.to_move(match.state)):
        seat = movers[0]
        position = len(match.history)
        decisions = answer(beginning_of(match, position), seat, actions) if position >= due else ()
        if len(decisions) == actions:
            due = position + INTERVAL
            puzzles.append(
                Puzzle(
                    id=f"{slug}-{position}",
                    game=slug,
                    record=match.header.id,
                    position=position,
                    seat=seat,
                    decisions=decisions,
                    theme="keep the best",
                    found={"easy": 0.1, "hard:0.1s": 0.6, "hard": 1.0},
                    judge="the tests",
                )
            )
        match.accept(match.propose(seat, game.bots.fast_policy(match.view(seat), seat)))
    return Collection({match.header.id: Source.of(match)}, tuple(puzzles))


def answer(match: AnyMatch, seat: int, actions: int) -> tuple[Decision, ...]:
    """Play a puzzle's answer in a match, and return its decisions.

    The right action is always the last legal one. The answer ends early if another seat is to
    move or the seat has fewer than ``CHOICES_MIN`` actions.
    """
    decisions = list[Decision]()
    while len(decisions) < actions and match.game.to_move(match.state)[:1] == (seat,):
        legal = match.game.legal(match.view(seat), seat)
        if len(legal) < CHOICES_MIN:
            break
        other, right = (match.game.texts.notation(action) for action in (legal[0], legal[-1]))
        verdict = Verdict(right, 3.0, 0.5, 0.09, (Claim(RIVALS, is_later=False, points=4.0),))
        why = (Claim(TO_COME, is_later=True, points=3.0),)
        decisions.append(
            Decision(
                right,
                margin=0.09,
                error=0.02,
                points=3.0,
                worlds=2000,
                why=why,
                wrong={other: verdict},
                rest=2.0,
            )
        )
        match.accept(match.propose(seat, legal[-1]))
    return tuple(decisions)
