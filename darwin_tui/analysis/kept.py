"""Analyses that are kept: in the player's folder, or beside the record."""

from pathlib import Path
from typing import Final, TypeVar

import msgspec

from darwin_core.analysis.report import FORMAT, Analysis
from darwin_core.analysis.review import Knowledge
from darwin_core.journal import JournalError
from darwin_core.journal.disk import read_whole, write_whole
from darwin_core.match import AnyMatch
from darwin_tui.paths import Locations, private_dir

BESIDE: Final = ".analysis.json"
"""At the end of the name of an analysis that lies beside its record, as those of the samples do."""
BYTES_MAX: Final = 4 * 2**20


class Sums(msgspec.Struct, frozen=True):
    """The sums of an analysis, read without the rest of it; one entry for each seat."""

    format: int
    game: str
    chain: str
    start: tuple[float, ...]
    luck: tuple[float, ...]
    decisions: tuple[float, ...]
    result: tuple[float, ...]


Kind = TypeVar("Kind", Analysis, Sums)


def find(
    match: AnyMatch,
    record: Path | None,
    locations: Locations,
    knowledge: Knowledge = "players",
) -> Analysis | None:
    """Return the analysis of a match that was kept, or that lies beside its record; None if there
    is none that holds."""
    path = locations.analysis_of(match.chain, knowledge)
    beside = record if knowledge == "players" else None
    found = _found(Analysis, match.game.slug, match.chain, path, beside)
    return found if found and len(found.curve) == match.seats else None


def sums_of(slug: str, chain: str, record: Path, locations: Locations) -> Sums | None:
    """Return the sums of the analysis of a match, found by the last hash of its record; None if
    there is none that holds."""
    return _found(Sums, slug, chain, locations.analysis_of(chain), record)


def _found(kind: type[Kind], slug: str, chain: str, path: Path, record: Path | None) -> Kind | None:
    paths = [path]
    if record:
        paths.append(record.with_name(f"{record.stem}{BESIDE}"))
    for path in paths:
        try:
            found = msgspec.json.decode(read_whole(path, BYTES_MAX), type=kind)
        except (OSError, JournalError, msgspec.MsgspecError, UnicodeDecodeError):
            continue
        if (found.format, found.game, found.chain) == (FORMAT, slug, chain):
            return found
    return None


def keep(analysis: Analysis, locations: Locations) -> None:
    """Keep an analysis.

    Raises:
        JournalError: if it cannot be written.
    """
    path = locations.analysis_of(analysis.chain, analysis.knowledge)
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
