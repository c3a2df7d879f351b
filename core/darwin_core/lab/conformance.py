"""The laws of every game: a function for each, to be tried on many cases.

A law raises AssertionError with the game, the seats, the seed and the step at which it is broken.
"""

from collections.abc import Callable, Iterable
from typing import Final

from darwin_core.contract.game import A, E, S
from darwin_core.lab.acts import check_record, check_refusals, check_stray_actions, check_undo
from darwin_core.lab.play import AnyCase, Case, action_kinds, moments
from darwin_core.lab.states import (
    check_beliefs,
    check_determinize,
    check_emitting,
    check_end,
    check_isolation,
    check_legal,
    check_problems,
    check_same_seed,
    check_saving,
    check_scores,
    check_views,
    check_worth,
)
from darwin_core.lab.words import (
    check_advice,
    check_manners,
    check_notation,
    check_picking,
    check_policy,
    check_words,
)

LAWS: Final[tuple[Callable[[AnyCase], None], ...]] = (
    check_end,
    check_legal,
    check_refusals,
    check_stray_actions,
    check_isolation,
    check_same_seed,
    check_emitting,
    check_saving,
    check_record,
    check_undo,
    check_views,
    check_determinize,
    check_beliefs,
    check_problems,
    check_notation,
    check_picking,
    check_words,
    check_advice,
    check_policy,
    check_manners,
    check_worth,
    check_scores,
)
"""All laws of a single match."""


def check_everything_happens(cases: Iterable[Case[S, A, E]]) -> None:
    """Check that over many matches every kind of action and of event occurs; no more are played
    than needed."""
    seen = set[type[A] | type[E]]()
    for case in cases:
        opening = list[E]()
        case.start(opening.append)
        seen.update(map(type, opening))
        for moment in moments(case):
            seen.add(type(moment.action))
            seen.update(map(type, moment.events))
        game = case.game
        wanted = {*action_kinds(game), *game.events}
        if wanted <= seen:
            return
    if never := sorted(kind.__name__ for kind in wanted - seen):
        raise AssertionError(f"{game.slug}: never seen in these matches: {', '.join(never)}")


def check_random_actions(cases: Iterable[Case[S, A, E]], actions: int) -> int:
    """Check that random actions raise no exception and leave every state sound.

    Returns:
        how many were taken.
    """
    taken = 0
    for case in cases:
        problems = case.game.problems
        for moment in moments(case):
            if found := problems(moment.after):
                raise case.failure(moment.step, "; ".join(found))
            taken += 1
        if taken >= actions:
            return taken
    raise AssertionError(f"the cases hold only {taken} actions")
