"""Hints: a game's own advice, cut to the few things that differ, and its value in words."""

from collections.abc import Iterable, Sequence
from typing import Final

from darwin_core.bots.search import RIVALS, TO_COME, Claim
from darwin_core.contract.game import A, Advice, E, Element, Game, S
from darwin_core.text.language import mark, tr
from darwin_core.text.wording import counted

SLIGHT_POINTS: Final = 0.25
"""Points too few to matter."""

CLEAR_ERRORS: Final = 2.0
"""The standard errors by which a difference must be above 0 to be named in points."""

HINTS_MAX: Final = 3
"""Maximum number of reasons that a hint names."""


def value_words(advice: Advice[A]) -> str:
    """Return the value in words, in whole points: decimals would suggest false precision."""
    if abs(advice.value) < SLIGHT_POINTS:
        return tr("worth next to nothing")
    points, is_gain = round(abs(advice.value)), advice.value > 0
    if points == 0:
        return tr("worth less than a point" if is_gain else "costs less than a point")
    if points == 1:
        return tr("worth about a point" if is_gain else "costs about a point")
    return tr(
        "worth about {points} points" if is_gain else "costs about {points} points", points=points
    )


def lead_words(points: float) -> str:
    """Return the lead of the best action in words; it is also first if none is better beyond
    doubt."""
    whole = round(points)
    if whole <= 0:
        return tr("one of the best")
    return tr("about {points} better than any other", points=counted(whole, "point"))


def lag_words(points: float) -> str:
    """Return in words the points by which an action is worse than the first."""
    whole = round(points)
    if whole <= 0:
        return tr("nearly as good")
    return tr("about {points} worse than the first", points=counted(whole, "point"))


def claims_words(claims: Sequence[Claim]) -> str:
    """Return the score lines in which two actions differ, in words; empty for none."""
    words = ", ".join(map(_claim_words, claims))
    return tr("on average {claims}", claims=words) if any(each.error for each in claims) else words


def unclear_words(points: float, error: float) -> str:
    """Return a difference between two actions that no score line explains, in words.

    Args:
        points: by which one of them is better.
        error: standard error; 0 if all worlds agree.
    """
    if not error:
        return tr("no clear difference in points")
    text = mark("no line alone shows why ({points} ± {error} points in all)")
    if abs(points) < CLEAR_ERRORS * error:
        text = mark("no more than chance ({points} ± {error} points in all)")
    return tr(text, points=round(points), error=max(round(error), 1))


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
"""Words for claims other than score lines, for more and for fewer points."""
_NOW: Final = mark("about {points} more now ({line})"), mark("about {points} fewer now ({line})")
_LATER: Final = (
    mark("about {points} more later ({line})"),
    mark("about {points} fewer later ({line})"),
)


def _claim_words(claim: Claim) -> str:
    more, fewer = _CLAIMS.get((claim.line, claim.is_later), _LATER if claim.is_later else _NOW)
    number = max(round(abs(claim.points)), 1)
    points: str = counted(number, "point")
    if claim.error:
        doubt = f"{number} ± {max(round(claim.error), 1)}"
        points = points.replace(str(number), doubt, 1)
    line = tr(claim.line) if claim.line else ""
    return tr(more if claim.points > 0 else fewer, points=points, line=line)


def distinct(game: Game[S, A, E], advised: Iterable[Advice[A]]) -> list[Advice[A]]:
    """Return up to HINTS_MAX of the first actions. Of several actions on one element advised for
    the same reason, only the first is returned."""
    best: list[Advice[A]] = []
    seen: set[tuple[Element | None, str]] = set()
    for advice in advised:
        element = next(iter(game.targets(advice.action)), None)
        if (element, advice.reason) not in seen:
            seen.add((element, advice.reason))
            best.append(advice)
    return best[:HINTS_MAX]
