"""Analyses of finished matches: kept once they are made, and put into sentences."""

from collections.abc import Iterator
from pathlib import Path
from typing import Final

import msgspec

from darwin_core.analysis.report import FORMAT, Analysis, sentence
from darwin_core.analysis.review import Choice
from darwin_core.english import counted
from darwin_core.game import OMNISCIENT
from darwin_core.journal import JournalError
from darwin_core.journal.file import read_whole, write_whole
from darwin_core.lexicon import Lexicon
from darwin_core.match import AnyMatch
from darwin_tui.locations import Locations, private_dir

BESIDE: Final = ".analysis.json"
"""At the end of the name of an analysis that lies beside its record, as those of the samples do."""
BYTES_MAX: Final = 4 * 2**20
WORST_MAX: Final = 3
"""Mistakes of a player that are named."""


def kept(match: AnyMatch, record: Path, locations: Locations) -> Analysis | None:
    """Return the analysis of a match that was kept, or that lies beside its record; None if there
    is none that holds."""
    beside = record.with_name(f"{record.stem}{BESIDE}")
    for path in (locations.analysis_of(match.chain), beside):
        try:
            analysis = msgspec.json.decode(read_whole(path, BYTES_MAX), type=Analysis)
        except (OSError, JournalError, msgspec.MsgspecError, UnicodeDecodeError):
            continue
        if (analysis.format, analysis.game) != (FORMAT, match.game.slug):
            continue
        if analysis.chain == match.chain and len(analysis.curve) == match.seats:
            return analysis
    return None


def keep(analysis: Analysis, locations: Locations) -> None:
    """Keep an analysis.

    Raises:
        JournalError: if it cannot be written.
    """
    path = locations.analysis_of(analysis.chain)
    private_dir(path.parent)
    write_whole(path, msgspec.json.encode(rounded(analysis)))


def rounded(analysis: Analysis) -> Analysis:
    """Return an analysis with numbers of four decimals: more would be noise."""
    plain = msgspec.to_builtins(analysis)
    return msgspec.convert(_round(plain), type=Analysis)


def _round(value: object) -> object:
    if isinstance(value, float):
        return round(value, 4)
    if isinstance(value, dict):
        return {key: _round(each) for key, each in value.items()}
    if isinstance(value, list | tuple):
        return [_round(each) for each in value]
    return value


def lines(match: AnyMatch, analysis: Analysis) -> Iterator[str]:
    """Yield an analysis in lines of text: how each player came to the result, the turning points
    and the worst mistakes."""
    lexicon = Lexicon(match.header.names)
    width = max(len("player"), *map(len, lexicon.names))
    yield f"{match.game.title}: chances to win, as each player knew the match"
    yield ""
    yield f"{'player':{width}}   start    luck  decisions  result"
    for seat, name in enumerate(lexicon.names):
        start, result = (f"{100 * part[seat]:4.0f} %" for part in (analysis.start, analysis.result))
        luck, decisions = (
            f"{100 * part[seat]:+4.0f} %" for part in (analysis.luck, analysis.decisions)
        )
        yield f"{name:{width}}  {start}  {luck}     {decisions}  {result}"
    yield "Decisions count against what the Normal bot would have done."
    if analysis.turning_points:
        yield ""
        yield "Turning points"
        for point in analysis.turning_points:
            yield f"{point.position:5}  {sentence(match, point, OMNISCIENT, lexicon)}"
    for seat, choices in enumerate(analysis.choices):
        worst = sorted((each for each in choices if each.cost), key=lambda each: -each.cost)
        if worst:
            yield ""
            mistakes = counted(len(worst), "mistake")
            yield f"{lexicon.names[seat]}: {mistakes} of {counted(len(choices), 'decision')}"
            for choice in worst[:WORST_MAX]:
                yield f"{choice.position:5}  {cost_of(match, seat, choice, lexicon)}"


def cost_of(match: AnyMatch, seat: int, choice: Choice, lexicon: Lexicon) -> str:
    """Return a mistake in words: what was better, and what it cost."""
    game, view = match.game, match.view(seat, choice.position)
    played, best = (
        game.phrase(view, game.parse(text), lexicon) for text in (choice.played, choice.best)
    )
    cost = f"{100 * choice.cost:.0f} % of the chance to win"
    return f"{choice.mark or '?!'} {played} costs {cost}; better: {best}."
