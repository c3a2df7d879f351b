"""The table of Darwinning! without colour, and from perspectives that may not know all."""

from dataclasses import replace
from itertools import product
from random import Random

import pytest
import sampling
from tui.checks import check_alike, check_marks, differs, twins
from tui.darwinning_scenes import GAME, SEATS, moments
from tui.scenes import BOARDS, asking, scene, some_moments, twin_of

from darwin_core.game import OMNISCIENT

# --- without colour


def test_states_that_differ_differ_without_colour():
    for seats in (2, 4):
        match, positions = moments(seats)
        for turn, position in enumerate(positions):
            each = [*product(GAME.to_move(match.state_at(position)), (False, True))]
            for seat, ascii_only in sampling.one_by_turns(each, sampling.BOARD_INTERVAL, turn):
                check_marks(asking(match, seat, position), ascii_only)


# --- what is hidden


@pytest.mark.parametrize("seats", SEATS)
def test_a_frame_shows_nothing_that_its_viewer_may_not_know(seats):
    match, positions = some_moments(moments, seats, SEATS, interval=sampling.TWIN_BOARDS_INTERVAL)
    different = 0
    for position, viewer, state, other in twins(match, positions):
        different += other != state
        now = asking(match, viewer, position)
        for size in (BOARDS[0], BOARDS[2]):
            check_alike(now, replace(now, view=GAME.view(other, viewer)), size)
    assert different > len(positions) or not positions


def test_the_twins_would_show_a_leak():
    match, positions = moments(3)
    now = scene(match, OMNISCIENT, positions[2])
    rng, state = Random(1), match.state_at(positions[2])
    assert sum(differs(now, twin_of("darwinning", state, 0, rng)) for _ in range(10)) > 2
