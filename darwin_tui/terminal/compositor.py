"""A compositor that renders no row that has not changed."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Final

from textual._compositor import Compositor
from textual.geometry import Region
from textual.strip import Strip

NEAR_ROWS: Final = 3
"""Rows between two changed ones that are rendered with them: a third call would cost more."""


class RowCompositor(Compositor):
    """A compositor that asks each widget for the changed rows only.

    Textual's own asks every widget for all its lines, even if one line of one widget changed.
    """

    def __init__(self) -> None:
        super().__init__()
        self._is_wanted: Callable[[int], bool] = bool

    def _render_chops(
        self, crop: Region, is_rendered_line: Callable[[int], bool]
    ) -> Sequence[Mapping[int, Strip]]:
        self._is_wanted = is_rendered_line
        return super()._render_chops(crop, is_rendered_line)

    def _get_renders(
        self, crop: Region | None = None
    ) -> Iterable[tuple[Region, Region, list[Strip]]]:
        runs = list(_runs(filter(self._is_wanted, (crop or self.size.region).line_range)))
        for widget, (region, clip) in self.visible_widgets.items():
            shown = region.intersection(clip)
            for first, last in runs:
                top, bottom = max(first, shown.y), min(last + 1, shown.bottom)
                if top < bottom and shown.width:
                    rows = Region(shown.x, top, shown.width, bottom - top)
                    yield rows, rows, widget.render_lines(rows.translate(-region.offset))


def _runs(rows: Iterable[int]) -> Iterator[tuple[int, int]]:
    """Return the first and the last row of each run of rows near to each other."""
    every = list(rows)
    if not every:
        return
    start = every[0]
    for row, following in pairwise(every):
        if following - row > NEAR_ROWS:
            yield start, row
            start = following
    yield start, every[-1]
