"""The fitted policy: it scores an action by its value, with fitted weights for the value's sources.

In the last round, the policy uses the action value alone, because that value already includes the
end of the match.
"""

from collections.abc import Sequence
from math import fsum
from operator import itemgetter, mul
from typing import Final

from darwin_core.contract.game import FittedPolicy
from darwin_core.games.journey.acts import AnyAction, End, Place
from darwin_core.games.journey.bots import Change, Judged, Reason, judge_from, key_of
from darwin_core.games.journey.material import JourneyState, Turn
from darwin_core.games.journey.worth import SOURCES, Value, rounds_left_of
from darwin_core.kit.judging import BoundedCache

ACTION_VALUE: Final = "the action value"
_EARLY: Final = ("what follows", *SOURCES)
"""The parts of an action's score before the last round."""
FEATURES: Final = (
    ACTION_VALUE,
    *(f"{name}, before the last round" for name in _EARLY),
    *(f"{name}, for each round left" for name in _EARLY),
)
"""The features of an action. "What follows" is the part of the action value that no source accounts
for."""

SCORES_MAX: Final = 1 << 12
"""Maximum number of choices whose scores are cached."""
_scores: Final = BoundedCache[tuple[object, ...], list[float]](SCORES_MAX)
_judged: Final = BoundedCache[tuple[object, ...], tuple[Value, list[Judged]]](1)
"""The judged actions of the last choice. A fit asks for the scores of one choice with many sets of
weights."""


def kind_of(state: JourneyState, seat: int) -> str:
    """Return the kind of the present choice: ``turn`` for the choices of a turn: placing a worker,
    a free action, or its end; empty for all others, which are left to the fast policy."""
    return "turn" if state.pending and isinstance(state.pending[-1], Turn) else ""


def scores_of(
    state: JourneyState, seat: int, actions: Sequence[AnyAction], weights: Sequence[float]
) -> list[float]:
    """Return the scores of a seat's actions by the weights of their features.

    Args:
        actions: all legal actions of the seat; the cache relies on that.
    """
    position = key_of(state)
    key = (*weights, *position)
    if key in _scores:
        return _scores[key]
    if position not in _judged:
        _judged.keep(position, judge_from(state, seat, actions))
    return _scores.keep(key, _scored(state, actions, weights, *_judged[position]))


def _scored(
    state: JourneyState,
    actions: Sequence[AnyAction],
    weights: Sequence[float],
    before: Value,
    judged: Sequence[Judged],
) -> list[float]:
    """Return the scores of judged actions: their values and the weighted changes of the sources.

    Args:
        weights: the weights of ``FEATURES``, in order.
        before: the value of the position.
    """
    rounds_left = rounds_left_of(state)
    scores = [weights[0] * value for value, _ in judged]
    if not rounds_left:
        return scores
    flat, per_round = weights[1 : 1 + len(_EARLY)], weights[1 + len(_EARLY) :]
    follows, *of_sources = [
        weight + rounds_left * weight_per_round
        for weight, weight_per_round in zip(flat, per_round, strict=True)
    ]
    weighted_before = fsum(map(mul, of_sources, before.parts))
    # By identity of the value, which several actions share.
    reached = dict[int, float]()

    def weighed(judgement: Judged) -> float:
        """Return the part of an action's score that comes from the sources and the effects that
        follow."""
        value, reason = judgement
        if (end := _end(reason)) is None:
            return follows * value
        if id(end) not in reached:
            reached[id(end)] = fsum(map(mul, of_sources, end.parts)) - weighted_before
        return reached[id(end)] + follows * (value - end.total + before.total)

    placed = [
        judgement
        for judgement, action in zip(judged, actions, strict=True)
        if type(action) is Place
    ]
    best = max(placed, key=itemgetter(0), default=(0.0, ""))
    added = []
    for (value, reason), action in zip(judged, actions, strict=True):
        if type(action) is Place or type(action) is End:
            added.append(weighed((value, reason)))
        else:
            # A free action does not prevent the placing of a worker. Its action value contains that
            # of the best placing, so this is taken off and the placing weighed by itself.
            added.append(weighed((value - best[0], reason)) + weighed(best))
    return [score + more for score, more in zip(scores, added, strict=True)]


def _end(reason: Reason) -> Value | None:
    """Return the value of the last position that was searched for a judgement; None if its reason
    is no change."""
    end = None
    while isinstance(reason, Change):
        end, reason = reason.after, reason.follows
    return end


FITTED_POLICY: Final[FittedPolicy[JourneyState, AnyAction]] = FittedPolicy(
    kind=kind_of,
    features={"turn": FEATURES},
    scores=scores_of,
    advice=ACTION_VALUE,
)
