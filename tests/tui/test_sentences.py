"""The sentences that a newcomer reads at a table: none is cut."""

from functools import cache

import pytest
from tui.scenes import asking, drawn, match_of, rows

from darwin_core.contract import registry
from darwin_core.text.seat_names import SeatNames

EVERY = 17
"""One position in so many is tested."""


@cache
def advised(slug):
    """Return a match of four players who always play the advised action."""
    game = registry.get(slug)
    names = SeatNames(("Root", "Wallace", "Huxley", "Anning"))

    def choose(rng, match, movers):
        return movers[0], game.bots.advise(match.view(movers[0]), movers[0], names)[0].action

    return match_of(slug, 4, "whole sentences", choose)


@pytest.mark.parametrize("slug", registry.SLUGS)
def test_no_sentence_on_a_board_is_cut_in_a_small_terminal(slug):
    match = advised(slug)
    seen = dict[int, int]()
    history = [act.seat for act in match.history]
    for position, seat in enumerate(history):
        after = seen.get(seat, 0) + 1
        seen[seat] = position
        if position % EVERY:
            continue
        since = [event for at in range(after, position + 1) for event in match.events(seat, at)]
        drawing = drawn(asking(match, seat, position, since=since), (80, 24))
        for row in rows(drawing):
            assert "…" not in row, (position, row)
