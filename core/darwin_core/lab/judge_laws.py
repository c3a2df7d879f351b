"""The laws of the judge: an analysis of a match agrees with itself and with the hints, and hints
agree with the worlds in which their actions were tried.

A law raises AssertionError with the game, the seat and the position at which it is broken.
"""

from collections.abc import Callable, Sequence
from functools import lru_cache
from itertools import pairwise
from math import copysign, fsum, hypot
from typing import Final

from darwin_core.analysis.report import Analysis
from darwin_core.analysis.review import SLIP, WORLDS, Choice, judge
from darwin_core.bots.rollouts import deviation, mean
from darwin_core.bots.search import (
    CLAIM_ERRORS,
    EXPLAINED_WORLDS,
    RIVALS,
    Account,
    Budget,
    Claim,
    Search,
    chance_of,
)
from darwin_core.contract.game import Action, AnyGame, State
from darwin_core.match import AnyMatch

ROUNDING: Final = 2e-4
"""Possible rounding difference of numbers with four decimals."""
FRESH_WORLDS: Final = 24
"""Number of worlds in which a claim is tested again."""
RARE_WORLDS: Final = 192
"""Number of worlds in which a claim is tested if none of FRESH_WORLDS differs in its line: a trade
that is refused in seven worlds of eight changes nothing in those."""
FRESH_ERRORS: Final = 4.0
"""Threshold, in standard errors, up to which a claim may differ from the fresh worlds."""
VALUE_ERROR_MAX: Final = 1e-9
"""Possible rounding difference of equal values."""
SUM_ERROR_MAX: Final = 1e-6
"""Possible rounding difference of sums of points."""
CONTRADICTIONS: Final = 200
"""One decision in this many may be marked although the judge's first action was played, because
some differences seem significant by chance alone."""


def _failure(match: AnyMatch, seat: int, position: int, what: str) -> AssertionError:
    return AssertionError(f"{match.game.slug}, seat {seat}, position {position}: {what}")


def check_sums(match: AnyMatch, analysis: Analysis) -> None:
    """Check that start, luck and decisions add up to the result, that the curve ends with the
    result, and that it stays between 0 and 1."""
    outcome = match.game.outcome(match.state)
    assert outcome
    last = len(match.history)
    for seat, chances in enumerate(analysis.curve):
        parts = analysis.start[seat] + analysis.luck[seat] + analysis.decisions[seat]
        if abs(parts - outcome.wins[seat]) > ROUNDING or len(chances) != last + 1:
            raise _failure(match, seat, last, f"the parts make {parts}, not {outcome.wins[seat]}")
        if (
            abs(chances[-1] - analysis.result[seat]) > ROUNDING
            or chances[0] != analysis.start[seat]
        ):
            raise _failure(match, seat, last, "the curve begins or ends elsewhere")
        if not all(0 <= chance <= 1 for chance in chances):
            raise _failure(match, seat, last, "a chance is below 0 or above 1")


def check_costs(match: AnyMatch, analysis: Analysis) -> None:
    """Check that no decision costs more than the chance that the seat had before it."""
    for seat, choice in _choices(analysis):
        if not 0 <= choice.cost <= analysis.curve[seat][choice.position] + ROUNDING:
            raise _failure(match, seat, choice.position, f"it costs {choice.cost}")


def check_dips(match: AnyMatch, analysis: Analysis) -> None:
    """Check that the curve falls by the cost of each decision; if the action revealed something,
    the rest of the change is luck."""
    for seat, choice in _choices(analysis):
        before, after = analysis.curve[seat][choice.position : choice.position + 2]
        dip, luck = choice.by_step
        if abs(dip + choice.cost) > ROUNDING or abs(before + dip + luck - after) > 2 * ROUNDING:
            raise _failure(match, seat, choice.position, f"{choice.cost} leaves a dip of {dip}")
        movers = match.game.to_move(match.state_at(choice.position))
        events = match.events(seat, choice.position + 1)
        is_silent = len(movers) > 1 or not any(event.reveals for event in events)
        if luck and is_silent and choice.position + 1 < len(match.history):
            owner = match.history[choice.position + 1].seat
            raise _failure(match, seat, choice.position, f"{luck} of luck before seat {owner}")


def check_forced(match: AnyMatch, analysis: Analysis) -> None:
    """Check that no forced action is marked, and that a forced action is a turning point only if it
    reveals something."""
    for seat, choice in _choices(analysis):
        if len(match.game.legal(match.state_at(choice.position), seat)) < 2:
            raise _failure(match, seat, choice.position, "a forced action is judged")
    for point in analysis.turning_points:
        step = point.position - 1
        is_forced = len(match.game.legal(match.state_at(step), match.history[step].seat)) < 2
        is_last = point.position == len(match.history)
        shows = any(event.reveals for event in match.events(point.seat, point.position))
        if is_forced and not shows and not is_last:
            raise _failure(match, point.seat, step, "the turning point is a forced action")


def check_decisions(match: AnyMatch, analysis: Analysis) -> None:
    """Check that a seat's decisions cost at least as much as its marked decisions together."""
    for seat, choices in enumerate(analysis.choices):
        marked = fsum(choice.cost for choice in choices if "?" in choice.mark)
        # Each decision and their sum are rounded by themselves.
        if analysis.decisions[seat] > ROUNDING * (1 + len(choices)) - marked:
            raise _failure(match, seat, 0, f"{marked} by marks, {analysis.decisions[seat]} in all")
        for choice in choices:
            if ("?" in choice.mark) != (choice.cost >= SLIP - ROUNDING):
                raise _failure(match, seat, choice.position, f"{choice.mark!r} for {choice.cost}")


def _choices(analysis: Analysis) -> list[tuple[int, Choice]]:
    """Return all decisions, each with its seat."""
    return [(seat, choice) for seat, choices in enumerate(analysis.choices) for choice in choices]


ANALYSIS_LAWS: Final[tuple[Callable[[AnyMatch, Analysis], None], ...]] = (
    check_sums,
    check_costs,
    check_dips,
    check_forced,
    check_decisions,
)
"""All laws of an analysis."""


def hinted(game: AnyGame, view: State, seat: int, budget: Budget) -> Search:
    """Return the search of a hint, which names the first action of ``judged``."""
    search = Search(game, view, seat, chance_of(view), budget)
    while search.play_next():
        pass
    return search


def check_order(search: Search) -> None:
    """Check that a hint names actions in the order of their values, best first."""
    values = [judged.value for judged in search.judged() if judged.worlds]
    if any(one < other - VALUE_ERROR_MAX for one, other in pairwise(values)):
        raise AssertionError(f"hints in the order {values}")


def check_followed(search: Search) -> int:
    """Check that the value of an action is not lower than its value with the best action played
    next, if that action is then still possible. Return the number of actions compared.

    Args:
        search: a search that lets the best action follow.
    """
    trials = search.trials
    best, *others = search.judged()
    worlds = range(best.worlds)
    followed = 0
    values = [_value(search.account(best.action, at)) for at in worlds]
    for judged in others:
        number = trials.candidates.index(judged.action)
        tried = worlds[: judged.worlds]
        if not any(trials.can_follow(trials.world(at), number, best.action) for at in tried):
            continue
        followed += 1
        both = [trials.play(trials.world(at), number, best.action).value for at in tried]
        gap = mean([value - after for value, after in zip(values, both, strict=False)])
        if search.lead(judged.action).points > max(gap, 0.0) + SUM_ERROR_MAX:
            raise AssertionError(f"{judged.action} counts less than with {best.action} after it")
    return followed


def _value(account: Account) -> float:
    """Return the value of an action in a world, given its account."""
    return fsum(-points if line == RIVALS else points for (line, _), points in account.items())


def check_accounts(search: Search) -> None:
    """Check that the score lines that explain an action add up to its value."""
    trials = search.trials
    for number in range(len(trials.candidates)):
        world = trials.world(0)
        total = _value(trials.account(world, number))
        value = trials.play(world, number).value
        if abs(total - value) > SUM_ERROR_MAX:
            raise AssertionError(f"its lines make {total}, it is worth {value}")


def check_claims(search: Search, claims: Sequence[Claim], one: Action, other: Action) -> None:
    """Check claims about one action against another in worlds that the search has not seen.

    A claim with an error must agree with the difference in those worlds within the errors. A claim
    without an error must not be clearly contradicted by them, and must be about a line in which at
    least one of them differs.
    """
    for claim in claims:
        differences = _fresh_differences(search, claim, one, other, FRESH_WORLDS)
        if not any(differences):
            differences = _fresh_differences(search, claim, one, other, RARE_WORLDS)
        error = deviation(differences) / len(differences) ** 0.5
        if claim.error:
            is_so = abs(mean(differences) - claim.points) <= FRESH_ERRORS * hypot(
                error, claim.error
            )
        else:
            is_so = mean(differences) * copysign(1, claim.points) >= -CLAIM_ERRORS * error and any(
                differences
            )
        if not is_so:
            raise AssertionError(f"{claim} is said, in other worlds it is {mean(differences)}")


def _fresh_differences(
    search: Search, claim: Claim, one: Action, other: Action, worlds: int
) -> list[float]:
    """Return the difference in the line of a claim in a number of fresh worlds."""
    key = claim.line, claim.is_later
    accounts = (_fresh_accounts(search, action, worlds) for action in (one, other))
    return [
        mine.get(key, 0.0) - theirs.get(key, 0.0) for mine, theirs in zip(*accounts, strict=True)
    ]


@lru_cache(maxsize=8)
def _fresh_accounts(search: Search, action: Action, count: int) -> list[Account]:
    """Return the accounts of an action in fresh worlds: beyond those in which actions are compared
    line by line. They are kept, since the claims of a search are about few actions."""
    worlds = range(EXPLAINED_WORLDS, EXPLAINED_WORLDS + count)
    return [search.account(action, world) for world in worlds]


def check_agreement(
    matches: Sequence[AnyMatch],
    first: Callable[[AnyMatch, int], Action],
    worlds: int = WORLDS,
    is_judged: Callable[[int], bool] = lambda position: True,
) -> int:
    """Check that the judge's first action is never marked as a mistake.

    Args:
        matches: matches in which all seats have played the judge's first actions.
        first: returns the action that a hint names first at a position.
        worlds: maximum number of worlds in which each action is tried.
        is_judged: returns whether the action at a position is the judge's, and is to be checked.

    Returns:
        The number of decisions judged.
    """
    decisions = 0
    marked = list[str]()
    for match in matches:
        for position, played in enumerate(match.history):
            if not is_judged(position):
                continue
            choice = judge(match, played.seat, position, worlds=worlds).choice
            if choice is None:
                continue
            decisions += 1
            if played.action != first(match, position):
                raise _failure(match, played.seat, position, "the hint names another action")
            if choice.mark in ("?", "??"):
                marked.append(f"{match.game.slug} {position}: {choice}")
    if len(marked) * CONTRADICTIONS > max(decisions, CONTRADICTIONS):
        raise AssertionError(f"of {decisions} decisions by the judge it marks {marked}")
    return decisions
