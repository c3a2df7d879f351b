"""The table of Darwin's Journey without colour, and for eyes that may not know all."""

from random import Random

import pytest
from journey_scenes import GAME, SEATS, at, framed, kind_of, moments, see, whole_match
from scenes import BOARDS, drawn, rows, twin_of

from darwin_core.chooser import Chooser
from darwin_core.game import WATCHER
from darwin_core.match import ALL_SEEING
from darwin_tui.games.journey import panes
from darwin_tui.widgets.canvas import to_ascii

# --- without colour


@pytest.mark.parametrize("ascii_only", [False, True])
@pytest.mark.parametrize("seats", [2, 4])
def test_states_that_differ_differ_without_colour(seats, ascii_only):
    match, positions = moments(seats)
    for position in positions[::3]:
        for seat in GAME.to_move(match.state_at(position))[:1]:
            check_marks(at(match, seat, position), ascii_only)


def check_marks(now, ascii_only):
    def looks(chooser, cursor):
        text = drawn(framed(now, chooser, now.pane, cursor)).canvas.plain()
        return to_ascii(text) if ascii_only else text

    chooser = now.chooser
    elements = list(drawn(now).places)
    frames = {looks(chooser, element) for element in elements}
    assert len(frames) == len(elements), "where the cursor is"
    lit = [element for element in elements if element in chooser.lit]
    picked = {looks(chooser.pick(element), None) for element in lit}
    assert len(picked) == len(lit), "what is picked"
    none = looks(Chooser.of((), GAME.touches), None)
    assert none != looks(chooser, None), "what can be picked"


# --- what is hidden


@pytest.mark.parametrize("seats", SEATS)
def test_a_frame_shows_nothing_that_its_viewer_may_not_know(seats):
    rng = Random("twins")
    match = whole_match(seats)
    different = 0
    drafting = [p for p in range(3 * seats) if kind_of(match.state_at(p)) == "Draft"]
    for position in [*drafting, *moments(seats)[1][::12]]:
        state = match.state_at(position)
        for viewer in (*range(seats), WATCHER):
            other = twin_of("journey", state, viewer, rng)
            different += other != state
            for size in (BOARDS[0], BOARDS[3]):
                for pane in (0, panes.CREW, panes.PLAYERS) if size == BOARDS[0] else (0,):
                    one = drawn(see(state, viewer, pane=pane), size)
                    two = drawn(see(other, viewer, pane=pane), size)
                    assert rows(one) == rows(two)
                    assert one.canvas.differences(two.canvas) == []
                    assert one.places == two.places
    assert different > len(drafting)


def test_the_twins_would_show_a_leak():
    match, rng, leaks = whole_match(3), Random(1), 0
    for position in range(6):
        state = match.state_at(position)
        now = at(match, ALL_SEEING, position, pane=panes.CREW)
        other = at(match, ALL_SEEING, position, pane=panes.CREW)
        object.__setattr__(other, "view", twin_of("journey", state, 0, rng))
        leaks += drawn(now).canvas.plain() != drawn(other).canvas.plain()
    assert leaks > 2
