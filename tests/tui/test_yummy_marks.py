"""The table of Yummy Darwinism without colour, and from perspectives that may not know all."""

from dataclasses import replace
from itertools import product
from random import Random

import pytest
import sampling
from tui.checks import check_alike, check_marks, differs, twins
from tui.scenes import BOARDS, asking, chooser_in, scene, some_moments, twin_of
from tui.yummy_scenes import GAME, SEATS, large, moments, placed, see, stage_of

from darwin_core.game import OMNISCIENT
from darwin_tui.games.yummy.board import YummyBoard

# --- without colour


@pytest.mark.parametrize("seats", [2, 4])
def test_states_that_differ_differ_without_colour(seats):
    match, positions = some_moments(moments, seats, (2, 4), kind=stage_of)
    for turn, position in enumerate(positions):
        each = [*product(GAME.to_move(match.state_at(position)), (False, True))]
        for seat, ascii_only in sampling.one_by_turns(each, sampling.BOARD_INTERVAL, turn):
            check_marks(asking(match, seat, position), ascii_only)


def test_triplets_and_many_cards_differ_without_colour_too():
    now = placed([["T1 T2 T3"], ["C1 C2 CJ", "E1 E2 E3"]], "C3 EA1 C4 PA1")
    state = large(3, 1, (4, 4, 4), 20)
    for ascii_only in (False, True):
        check_marks(now, ascii_only)
        check_marks(now, ascii_only, (120, 37))
        check_marks(see(state, 1), ascii_only)


# --- what is hidden


@pytest.mark.parametrize("seats", SEATS)
def test_a_frame_shows_nothing_that_its_viewer_may_not_know(seats):
    match, positions = some_moments(
        moments, seats, SEATS, kind=stage_of, interval=sampling.TWIN_BOARDS_INTERVAL
    )
    different = 0
    for position, viewer, state, other in twins(match, positions):
        different += other != state
        now = asking(match, viewer, position)
        then = replace(now, view=GAME.view(other, viewer))
        for size in (BOARDS[0], BOARDS[2]):
            check_alike(now, then, size)
        if viewer < seats:
            actions = chooser_in(now).actions
            views = now.view, then.view
            assert len({YummyBoard.first(view, actions) for view in views}) == 1
    assert different > len(positions) or not positions


def test_the_twins_would_show_a_leak():
    match, positions = moments(3)
    now = scene(match, OMNISCIENT, positions[2])
    rng, state = Random(1), match.state_at(positions[2])
    assert sum(differs(now, twin_of("yummy", state, 0, rng)) for _ in range(10)) > 2
