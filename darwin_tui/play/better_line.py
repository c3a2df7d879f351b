"""A better line in words: the best action, the reason for it, and the steps that could follow."""

from collections.abc import Iterator
from textwrap import shorten
from typing import Final

from darwin_core.analysis.review import Choice
from darwin_core.match.recording import AnyRecording
from darwin_core.text.language import tr
from darwin_core.text.seat_names import Lexicon
from darwin_tui.library.reasons import phrase_of

STEP_COLUMNS: Final = 100
"""Columns of a step: two lines of a dialog."""


def verdict(recording: AnyRecording, choice: Choice, lexicon: Lexicon) -> Iterator[str]:
    """Yield what a decision cost, what was better and why, from the perspective of its seat.

    Args:
        recording: the match as the seat knew it.
        choice: the decision.
        lexicon: the words of the reader.
    """
    game, seat = recording.game, recording.viewer
    played = phrase_of(recording, choice, choice.played, lexicon)
    yield tr(
        "{mark} {player} chose: {action}.",
        mark=choice.mark,
        player=lexicon.names[seat],
        action=played,
    )
    yield tr("That cost {share} points of the chance to win.", share=f"{100 * choice.cost:.0f}")
    yield tr("Better: {action}.", action=phrase_of(recording, choice, choice.best, lexicon))
    advised = game.advise(recording.view(choice.position), seat, lexicon)
    best = game.parse(choice.best)
    reason = next((advice.reason for advice in advised if advice.action == best), "")
    if reason:
        name = lexicon.names[seat]
        yield tr("A hint for {player} would say: {reason}.", player=name, reason=reason)


def steps(line: AnyRecording, choice: Choice, lexicon: Lexicon) -> Iterator[str]:
    """Yield the actions of a line, a sentence for each, as its viewer may know them."""
    for position in range(choice.position + 1, line.last + 1):
        said = " ".join(line.game.sentence(event, lexicon) for event in line.events(position))
        words = said or decided(line, position, lexicon)
        yield shorten(f"{position}  {words}", STEP_COLUMNS, placeholder=" …")


def decided(line: AnyRecording, position: int, lexicon: Lexicon) -> str:
    """Return a sentence on an action of which the viewer sees nothing."""
    return tr("{player} decides face down.", player=lexicon.names[line.seat(position)])
