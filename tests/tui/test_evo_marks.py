"""The table of Evo without colour, and from perspectives that may not know all."""

from itertools import product
from random import Random

import pytest
import sampling
from tui.checks import check_alike, check_marks, differs, twins
from tui.evo_scenes import GAME, SEATS, moments, see
from tui.scenes import BOARDS, asking, scene, twin_of

from darwin_core.game import OMNISCIENT
from darwin_tui.games.evo.adaptations import fitted

# --- without colour


@pytest.mark.parametrize("seats", [2, 4])
def test_states_that_differ_differ_without_colour(seats):
    match, positions = moments(seats)
    for turn, position in enumerate(positions[::2]):
        each = [*product(GAME.to_move(match.state_at(position)), (False, True))]
        for seat, ascii_only in sampling.one_by_turns(each, sampling.BOARD_INTERVAL, turn):
            check_marks(asking(match, seat, position), ascii_only)


# --- what is hidden


@pytest.mark.parametrize("seats", SEATS)
def test_a_frame_shows_nothing_that_its_viewer_may_not_know(seats):
    match, positions = moments(seats)
    different = 0
    positions = [*sampling.some(positions, sampling.TWIN_BOARDS_INTERVAL, seats)]
    for _, viewer, state, other in twins(match, positions):
        different += other != state
        for size, pane in ((BOARDS[0], 0), (BOARDS[0], 1), (BOARDS[2], 0)):
            check_alike(see(state, viewer, pane=pane), see(other, viewer, pane=pane), size)
    assert different > len(positions) or not positions


def test_the_twins_would_show_a_leak():
    match, positions = moments(3)
    rng, leaks = Random(1), 0
    for position in positions:
        other = twin_of("evo", match.state_at(position), 0, rng)
        leaks += differs(scene(match, OMNISCIENT, position), other)
    assert leaks > 2


def test_adaptations_without_room_go_by_a_whole_word_of_their_names():
    names = ["leaf-stripping tongue", "sticky tongue", "large litter", "swift hooves"]
    assert fitted(names, 70) == names
    assert fitted(names, 51) == ["leaf-stripping", *names[1:]]
    assert fitted(names, 32) == ["leaf-stripping", "sticky", "litter", "hooves"]
    assert all(len(name) <= 5 for name in fitted(names, 20))
