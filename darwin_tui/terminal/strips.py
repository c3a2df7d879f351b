"""Lines of Textual's pictures that make their caches when these are first used.

Textual makes seven caches for each line of each widget, and keeps the lines. Few of the caches are
ever used; the others took a third of the memory of a session.
"""

from collections.abc import Iterable
from typing import Final

from rich.segment import Segment
from textual.cache import FIFOCache
from textual.strip import Strip

_SIZES: Final = {
    "_divide_cache": 4,
    "_crop_cache": 16,
    "_style_cache": 16,
    "_filter_cache": 4,
    "_line_length_cache": 4,
    "_crop_extend_cache": 4,
    "_offsets_cache": 4,
}
"""The caches of a line and their sizes, as in Textual."""


def make_caches_late() -> None:
    """Let all lines that are made from now on make each of their caches on its first use."""
    Strip.__init__ = _begin  # type: ignore[method-assign]
    Strip.__getattr__ = _made  # type: ignore[attr-defined]


def _begin(self: Strip, segments: Iterable[Segment], cell_length: int | None = None) -> None:
    self._segments = list(segments)
    self._cell_length = cell_length
    self._render_cache = None
    self._link_ids = None
    self._cell_count = None


def _made(self: Strip, name: str) -> FIFOCache[object, object]:
    """Return a cache that is used for the first time."""
    if name not in _SIZES:
        raise AttributeError(name)
    cache: FIFOCache[object, object] = FIFOCache(_SIZES[name])
    setattr(self, name, cache)
    return cache
