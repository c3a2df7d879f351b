"""The largest swings of a match: the actions that moved a player's points against the winner's."""

from itertools import pairwise
from typing import Final

from darwin_core.game import Outcome, when
from darwin_core.lexicon import Lexicon
from darwin_core.match.recording import AnyRecording
from darwin_tui.history.reasons import reasons

SWINGS_MAX: Final = 3


def swings(recording: AnyRecording, viewer: int | None, lexicon: Lexicon) -> list[tuple[int, str]]:
    """Return the actions that decided most, in their order: the position after each, and a text.

    They are those that went against the player where they have lost, and else those for them.

    Args:
        recording: of a match that is over; of one that is not there are none.
        viewer: the player; the winner if nobody looks alone.
        lexicon: the names.
    """
    outcome: Outcome | None = recording.outcome
    if outcome is None or len(outcome.totals) < 2:
        return []
    one, other, _ = reasons(outcome, viewer)
    game, count = recording.game, len(recording.clocks)
    totals = [game.standing(recording.view(at)).totals for at in range(count)]
    ahead = [points[one] - points[other] for points in totals]
    ahead[-1] = outcome.totals[one] - outcome.totals[other]
    changes = {at: after - before for at, (before, after) in enumerate(pairwise(ahead), 1)}
    sign = 1 if one in outcome.winners else -1
    largest = sorted(changes, key=lambda at: (-sign * changes[at], at))[:SWINGS_MAX]
    names = recording.names[one], recording.names[other]
    found = []
    for at in sorted(at for at in largest if sign * changes[at] > 0):
        sentences = [game.sentence(event, lexicon) for event in recording.log()[at]]
        telling = [words for words in sentences if any(name in words for name in names)]
        moment = when(game, recording.clocks[at - 1])
        change = f"{changes[at]:+d} {'' if moment.startswith('after') else 'in '}{moment}"
        text = " ".join(telling or sentences)
        found.append((at, f"{change.replace('-', '−')}: {text}"))
    return found
