"""Boards read in German: no word is English, and nothing is cut that is whole in English."""

from itertools import product

import pytest
import sampling
from english import english
from tui.scenes import BOARDS, drawn, rows
from tui.test_all_boards import panes_of, scenes_of, seen

from darwin_core.contract import registry
from darwin_core.text.language import reading

ENGLISH = english(
    *("points", "turn", "round", "trick", "hand", "deck", "takes", "lays", "draws", "costs"),
    *("food", "coins?", "hidden", "last"),
)
"""Words of English labels that German ones do not have."""
DRAWINGS = 12
"""Drawings of each board at each size."""


@pytest.mark.parametrize("size", BOARDS, ids=str)
@pytest.mark.parametrize("slug", registry.SLUGS)
def test_boards_are_whole_and_german(slug, size, strict):
    matches = [scenes_of(slug).moments(seats) for seats in registry.get(slug).seats]
    places = [(match, position) for match, found in matches for position in found]
    drawings = [*product(places, panes_of(slug))]
    interval = max(len(drawings) // DRAWINGS, 1)
    english, cuts = set[str](), set[str]()
    for (match, position), pane in sampling.some(drawings, interval, size[0]):
        now = seen(match, 0, position, pane=pane)
        with reading("de"):
            drawing = drawn(seen(match, 0, position, pane=pane), size)
        for row in rows(drawing):
            english |= {*ENGLISH.findall(row)}
        if drawing.cuts and not drawn(now, size).cuts:
            cuts |= {*drawing.cuts}
    assert not english
    assert not cuts, "although the same board is whole in English"
