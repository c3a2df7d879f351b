"""Hints: the few distinct actions of a game's advice, and differences between actions in words."""

from collections.abc import Iterable, Sequence
from typing import Final

from darwin_core.bots.search import RIVALS, TO_COME, Claim
from darwin_core.contract.game import A, Advice, E, Element, Game, S
from darwin_core.text.language import mark, tr
from darwin_core.text.wording import counted

# Chosen figures: no command derives them.
SLIGHT_POINTS: Final = 0.25
"""A value of fewer points is described as next to nothing."""

CLEAR_ERRORS: Final = 2.0
"""Threshold, in standard errors; a smaller difference is described as none."""

HINTS_MAX: Final = 3
"""Maximum number of actions that a hint names."""


def value_words(advice: Advice[A]) -> str:
    """Return the value of an advised action in words. Points are whole numbers, since decimals
    would suggest false precision."""
    if abs(advice.value) < SLIGHT_POINTS:
        return tr("worth next to nothing")
    points = round(abs(advice.value))
    is_gain = advice.value > 0
    if points == 0:
        return tr("worth less than a point" if is_gain else "costs less than a point")
    if points == 1:
        return tr("worth about a point" if is_gain else "costs about a point")
    return tr(
        "worth about {points} points" if is_gain else "costs about {points} points", points=points
    )


def lead_words(points: float) -> str:
    """Return the lead of the first action over the next best in words. An action may be first
    without a lead, since no other action is significantly better."""
    whole = round(points)
    if whole <= 0:
        return tr("one of the best")
    return tr("about {points} better than any other", points=counted(whole, "point"))


def lag_words(points: float, *, is_least: bool = False) -> str:
    """Return the loss of an action against the first action in words.

    Args:
        is_least: the loss may be larger.
    """
    whole = round(points)
    if whole <= 0:
        return tr("not clearly worse than the first" if is_least else "about as good as the first")
    return tr(
        "at least {points} worse than the first"
        if is_least
        else "about {points} worse than the first",
        points=counted(whole, "point"),
    )


def claims_words(claims: Sequence[Claim]) -> str:
    """Return claims on the difference between two actions in words; empty if there are no
    claims."""
    words = ", ".join(map(_claim_words, claims))
    return (
        tr("on average {claims}", claims=words) if any(claim.error for claim in claims) else words
    )


def main_words(claim: Claim) -> str:
    """Return the score line that explains most of a difference, without a number; empty for points
    that no line shows yet, since they explain nothing."""
    if claim.line == TO_COME:
        return ""
    if claim.line == RIVALS:
        more, fewer = _RIVALS_LATER if claim.is_later else _RIVALS_NOW
        return tr(more if claim.points > 0 else fewer)
    line = tr(claim.line)
    return tr("mainly for {line} later" if claim.is_later else "mainly for {line} now", line=line)


_RIVALS_NOW: Final = (
    mark("mainly because rivals get more now"),
    mark("mainly because rivals get fewer now"),
)
"""Messages for a difference in the rivals' points in the present turn: for more points, and for
fewer."""
_RIVALS_LATER: Final = (
    mark("mainly because rivals get more later"),
    mark("mainly because rivals get fewer later"),
)
"""Messages for their points after the present turn, likewise."""
_CLAIMS: Final = {
    (TO_COME, True): (
        mark("about {points} more to come"),
        mark("about {points} fewer to come"),
    ),
    (RIVALS, False): (
        mark("rivals get about {points} more now"),
        mark("rivals get about {points} fewer now"),
    ),
    (RIVALS, True): (
        mark("rivals get about {points} more later"),
        mark("rivals get about {points} fewer later"),
    ),
}
"""Messages for claims other than score lines, by line and whether the points come after the present
turn: for more points, and for fewer points."""
_NOW: Final = (
    mark("about {points} more for {line} now"),
    mark("about {points} fewer for {line} now"),
)
"""Messages for claims on score lines in the present turn: for more, and for fewer points."""
_LATER: Final = (
    mark("about {points} more for {line} later"),
    mark("about {points} fewer for {line} later"),
)
"""Messages for claims on score lines after the present turn, likewise."""


def _claim_words(claim: Claim) -> str:
    more, fewer = _CLAIMS.get((claim.line, claim.is_later), _LATER if claim.is_later else _NOW)
    # At least one point: a claim is a difference worth naming.
    points = counted(max(round(abs(claim.points)), 1), "point")
    line = tr(claim.line) if claim.line else ""
    return tr(more if claim.points > 0 else fewer, points=points, line=line)


def distinct(game: Game[S, A, E], advised: Iterable[Advice[A]]) -> list[Advice[A]]:
    """Return the first HINTS_MAX distinct actions. Of several actions with the same first element
    that are advised for the same reason, only the first is returned."""
    best: list[Advice[A]] = []
    seen: set[tuple[Element | None, str]] = set()
    for advice in advised:
        element = next(iter(game.targets(advice.action)), None)
        if (element, advice.reason) not in seen:
            seen.add((element, advice.reason))
            best.append(advice)
    return best[:HINTS_MAX]
