"""The score of Evo, and the actions that its tokens came from."""

from collections import Counter
from collections.abc import Iterator, Sequence

from darwin_core.contract.game import Outcome, ScoreLine, rank
from darwin_core.games.evo import millennium
from darwin_core.games.evo.events import (
    GENOME_LENGTH,
    TOKEN_BONUS,
    TOKENS_LOST,
    Displaced,
    EvoEvent,
    Foraged,
    Hunted,
    Survived,
)
from darwin_core.games.evo.state import EvoState
from darwin_core.text.language import mark


def standing(state: EvoState) -> Outcome:
    """Return the result as if the match ended now; of a view, as far as it shows."""
    sums = tuple(millennium.points(state, seat) for seat in range(len(state.species)))
    lines = (
        ScoreLine(mark("tokens left"), tuple(state.survived)),
        ScoreLine(TOKEN_BONUS, tuple(state.thrived)),
        ScoreLine(GENOME_LENGTH, tuple(state.passed_on)),
    )
    return Outcome(lines, sums, rank(sums))


def outcome(state: EvoState) -> Outcome | None:
    """Return the result: the most points win; ties share. [End of the Game]"""
    return None if state.pending else standing(state)


def losses(events: Sequence[EvoEvent]) -> Iterator[tuple[int, int]]:
    """Yield, for each end of a millennium, each seat and the tokens that it had placed and lost
    again."""
    placed = Counter[int]()
    for event in events:
        match event:
            case Hunted(seat) | Foraged(seat):
                placed[seat] += event.tokens
            case Displaced(seat):
                placed[seat] += 1
            case Survived(seat):
                yield seat, placed.pop(seat, 0) - event.tokens
            case _:
                pass


def by_source(result: Outcome, events: Sequence[EvoEvent]) -> Outcome:
    """Return a result, or a standing, in which the tokens stand by the actions that took them, and
    those that were lost again until the end of their millennium.

    Args:
        result: of a match.
        events: all up to then.
    """
    hunted, foraged, lost = ([0 for _ in result.totals] for _ in range(3))
    for event in events:
        match event:
            case Hunted(seat):
                hunted[seat] += event.tokens
            case Displaced(seat):
                hunted[seat] += 1
            case Foraged(seat):
                foraged[seat] += event.tokens
            case _:
                pass
    for seat, tokens in losses(events):
        lost[seat] -= tokens
    sources = {
        mark("tokens hunted"): hunted,
        mark("tokens foraged"): foraged,
        TOKENS_LOST: lost,
    }
    scored = tuple(ScoreLine(label, tuple(points)) for label, points in sources.items())
    return Outcome((*scored, *result.lines[1:]), result.totals, result.ranks)
