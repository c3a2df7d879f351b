"""The collection: what a player has achieved, read from the finished matches.

A match is walked through once; what was found in it is kept under the last hash of its record, so
a copy counts once and a changed file is read again.
"""

from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import NamedTuple, Self

from darwin_core.contract import registry
from darwin_core.contract.game import OMNISCIENT
from darwin_core.kit.achievements import Course, achievements, found_in
from darwin_core.match.record import RecordError
from darwin_tui.library import saves
from darwin_tui.library.caches import Cache, change_cache, read_cache
from darwin_tui.library.saves import SavedMatch
from darwin_tui.library.statistics import Finished
from darwin_tui.paths import Locations


class Specimen(NamedTuple):
    """An achievement, and the match in which it was found first."""

    finished: Finished
    position: int


Collection = Mapping[tuple[str, str], Specimen]
"""Specimens by game and name."""


class _Kept(Cache, frozen=True):
    names: dict[str, tuple[str, ...]]
    """The achievements of each game, so that matches are walked through again for new ones."""
    found: dict[str, dict[str, int]]
    """Of each match, by its last hash, the positions by name."""


def _names() -> dict[str, tuple[str, ...]]:
    return {
        slug: tuple(each.name for each in achievements(registry.get(slug)))
        for slug in registry.SLUGS
    }


def _found(kept: _Kept | None) -> dict[str, dict[str, int]]:
    """Return what is kept of matches, if it is of the present achievements."""
    return kept.found if kept is not None and kept.names == _names() else {}


class Cabinet:
    """The matches that are known, and those walked through since."""

    def __init__(self, path: Path, found: dict[str, dict[str, int]]) -> None:
        self._path = path
        self._found = found
        self._is_changed = False

    @classmethod
    def read(cls, locations: Locations) -> Self:
        """Read what is known; nothing if the file cannot be read or is of another version."""
        return cls(locations.collection, _found(read_cache(locations.collection, _Kept)))

    def keep(self) -> None:
        """Write what is known; if that fails, nothing is lost but time."""
        if self._is_changed:
            self._is_changed = False
            change_cache(self._path, _Kept, self._with_known)

    def _with_known(self, kept: _Kept | None) -> _Kept:
        """Return what is known here and what another program has found meanwhile."""
        return _Kept(names=_names(), found={**_found(kept), **self._found})

    def found_in(self, match: Finished) -> dict[str, int]:
        """Return the achievements of a match with their positions."""
        key = f"{match.row.chain} {match.seat}"
        if key not in self._found:
            self._found[key] = _walk(match)
            self._is_changed = True
        return self._found[key]

    def collect(self, matches: Iterable[Finished]) -> Iterator[dict[tuple[str, str], Specimen]]:
        """Yield the collection after each match.

        Args:
            matches: in the order in which they were started.
        """
        found: dict[tuple[str, str], Specimen] = {}
        for match in matches:
            for name, position in self.found_in(match).items():
                found.setdefault((match.row.game, name), Specimen(match, position))
            yield found


def _walk(match: Finished) -> dict[str, int]:
    """Return the achievements in a record; none if it cannot be read any more."""
    try:
        recording = SavedMatch.of(saves.read(match.row.path)).recording(OMNISCIENT)
    except RecordError:
        return {}
    course = Course(match.seat, recording.log(), recording.standing)
    return found_in(recording.game, course)
