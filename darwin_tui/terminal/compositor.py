"""A compositor that renders no row that has not changed, or that other widgets cover."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Final

from textual._compositor import Compositor, CompositorMap
from textual.geometry import Region
from textual.strip import Strip

NEAR_ROWS: Final = 3
"""Rows between two changed ones that are rendered with them: a third call would cost more."""


class RowCompositor(Compositor):
    """A compositor that asks each widget for the changed rows only, if any of it is seen there.

    Textual's own asks every widget for all its lines, even if one line of one widget changed, and
    even if the widgets over it cover it, as they cover the screen itself and all containers.
    """

    def __init__(self) -> None:
        super().__init__()
        self._is_wanted: Callable[[int], bool] = bool

    @property
    def full_map(self) -> CompositorMap:
        """The places of all widgets; what has moved since is to be painted.

        Textual's own forgets the places before: the next layout then finds no difference, and what
        appeared in between is never painted.
        """
        before = self._full_map
        now = super().full_map
        if now is not before:
            changed = (
                each.clip.intersection(each.region) for _, each in now.items() ^ before.items()
            )
            self._dirty_regions.update(filter(None, changed))
        return now

    def _render_chops(
        self, crop: Region, is_rendered_line: Callable[[int], bool]
    ) -> Sequence[Mapping[int, Strip]]:
        self._is_wanted = is_rendered_line
        return super()._render_chops(crop, is_rendered_line)

    def _get_renders(
        self, crop: Region | None = None
    ) -> Iterable[tuple[Region, Region, list[Strip]]]:
        width, _ = self.size
        uncovered = dict.fromkeys(
            filter(self._is_wanted, (crop or self.size.region).line_range), (1 << width) - 1
        )
        # From the front to the back.
        for widget, (region, clip) in self.visible_widgets.items():
            shown = region.intersection(clip)
            columns = ((1 << shown.width) - 1) << shown.x
            seen = [y for y in shown.line_range if uncovered.get(y, 0) & columns]
            for first, last in _runs(seen):
                rows = Region(shown.x, first, shown.width, last + 1 - first)
                yield rows, rows, widget.render_lines(rows.translate(-region.offset))
            for y in seen:
                uncovered[y] &= ~columns


def _runs(rows: Sequence[int]) -> Iterator[tuple[int, int]]:
    """Yield the first and the last row of each run of rows near to each other."""
    if not rows:
        return
    start = rows[0]
    for row, following in pairwise(rows):
        if following - row > NEAR_ROWS:
            yield start, row
            start = following
    yield start, rows[-1]
