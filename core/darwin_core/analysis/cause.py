"""The sentences on a step of a match that say what it did to some players."""

import re
from collections.abc import Collection, Sequence
from typing import Final

from darwin_core.contract.game import Event
from darwin_core.match.recording import AnyRecording
from darwin_core.text.seat_names import Lexicon

_FIRST_MARK: Final = 0xE000
"""The code of a character that no text has, which stands for the name of the first seat."""


def cause(
    recording: AnyRecording,
    at: int,
    seats: Sequence[int],
    lexicon: Lexicon,
    lines: Collection[str] = (),
) -> str:
    """Return the sentences on a step that name these players, or all if none does.

    What brought or cost them points comes first, what was turned up for it after that. The result
    of the match, steps that a later event states as a whole, and what the step did to others are
    left out, but for the points of others where the players had none; and, where points were won
    or lost, what else others did and what sums up a round.

    Args:
        recording: of the match.
        at: the position after the step.
        seats: of the players; most is said on the first one.
        lexicon: all names.
        lines: labels of lines of the score that it is about; sentences on others are left out.
    """
    marks = [chr(_FIRST_MARK + seat) for seat in range(len(lexicon.names))]
    own = {marks[seat] for seat in seats}
    # A mark for each name: a name may be a part of another, or a word of a sentence.
    marked = Lexicon(tuple(marks))
    said = [(each, recording.game.sentence(each, marked)) for each in _events(recording, at)]
    about = [each for each in said if not {*lines}.isdisjoint(each[0].lines)]
    kept = [each for each in said if own.intersection(each[1])]
    if about:
        # What names nobody, as an extinction does, may have cost these players their points.
        kept = [each for each in about if each in kept or not {*marks}.intersection(each[1])]
    elif not any(event.scores for event, _ in kept):
        kept = [each for each in said if each in kept or each[0].scores]
    chosen = [(event, _about(own, words, marks)) for event, words in kept or said]
    return _named(" ".join(_ordered(chosen, marks[seats[0]])), marks, lexicon.names)


def _events(recording: AnyRecording, at: int) -> Sequence[Event]:
    """Return the events of a step without the result of the match, those that a later one states as
    a whole, and those that sum up what scored."""
    events: Sequence[Event] = recording.events(at)
    if recording.outcome and at == recording.last and len(events) > 1:
        events = events[:-1]
    stated = [each for each in events if not each.is_draft]
    if any(each.scores for each in stated):
        stated = [each for each in stated if not each.sums_up]
    return stated or events


def _ordered(chosen: Sequence[tuple[Event, str]], first: str) -> list[str]:
    """Return the sentences on events in the order in which they are read, without what others did
    where points were won or lost; ``first`` is the mark of the player on whom most is said."""
    scored = [words for event, words in chosen if event.scores]
    shown = [words for event, words in chosen if event.reveals and not event.scores]
    shown.sort(key=lambda words: first not in words)
    others = [words for event, words in chosen if not (event.scores or event.reveals)]
    done = [*scored, *(words for words in others if not scored or first in words)]
    return [*done[:1], *shown[:1], *done[1:]]


def _about(own: Collection[str], words: str, marks: Collection[str]) -> str:
    """Return the sentences on an event without the clauses that are about others."""

    def is_about(clause: str, some: Collection[str]) -> bool:
        return any(mark in clause for mark in some)

    kept = []
    for sentence in re.split(r"(?<=\.) ", words):
        first, *more = sentence.removesuffix(".").split("; ")
        about = [clause for clause in more if is_about(clause, own)]
        is_of_others = about and is_about(first, marks) and not is_about(first, own)
        kept.append(f"{'; '.join(about if is_of_others else [first, *about])}.")
    return " ".join(kept)


def _named(words: str, marks: Sequence[str], names: Sequence[str]) -> str:
    """Return a text with the names in place of the marks."""
    for mark, name in zip(marks, names, strict=True):
        words = words.replace(mark, name)
    return words
