"""The sentences on a step of a match that say what it did to some players."""

import re
from collections.abc import Collection

from darwin_core.lexicon import Lexicon
from darwin_core.match.recording import AnyRecording


def cause(recording: AnyRecording, at: int, names: Collection[str], lexicon: Lexicon) -> str:
    """Return the sentences on a step that name these players, or all if none does.

    What brought or cost them points comes first, what was turned up for it after that. The result
    of the match and what the step did to others are left out.

    Args:
        recording: of the match.
        at: the position after the step.
        names: of the players.
        lexicon: all names.
    """
    events = recording.events(at)
    if recording.outcome and at == recording.last and len(events) > 1:
        events = events[:-1]
    said = [(each, recording.game.sentence(each, lexicon)) for each in events]
    telling = [each for each in said if any(name in each[1] for name in names)] or said
    scored, shown, done = list[str](), list[str](), list[str]()
    for event, words in telling:
        kind = scored if " point" in words else shown if event.reveals else done
        kind.append(_about(names, words, lexicon.names))
    done = [*scored, *done]
    return " ".join([*done[:1], *shown[:1], *done[1:]])


def _about(names: Collection[str], words: str, all_names: Collection[str]) -> str:
    """Return the sentences on an event without the clauses that are about others."""

    def is_about(clause: str, some: Collection[str]) -> bool:
        return any(name in clause for name in some)

    kept = []
    for sentence in re.split(r"(?<=\.) ", words):
        first, *more = sentence.removesuffix(".").split("; ")
        own = [clause for clause in more if is_about(clause, names)]
        is_of_others = own and is_about(first, all_names) and not is_about(first, names)
        kept.append(f"{'; '.join(own if is_of_others else [first, *own])}.")
    return " ".join(kept)
