"""The table of Darwin's Journey without colour, and from perspectives that may not know all."""

from itertools import product
from random import Random

import pytest
import sampling
from tui.checks import check_alike, check_marks, differs, twins
from tui.journey_scenes import GAME, SEATS, at, moments, see, whole_match
from tui.scenes import BOARDS, kind_of, some_moments, twin_of

from darwin_core.game import OMNISCIENT
from darwin_core.games.journey.components import COLOURS
from darwin_tui.games.journey import panes
from darwin_tui.games.journey.board import JourneyBoard
from darwin_tui.parts.palette import COLUMNS as PALETTE
from darwin_tui.parts.palette import REVERSED, colours_of
from darwin_tui.themes import OWN

# --- without colour


@pytest.mark.parametrize("seats", [2, 4])
def test_states_that_differ_differ_without_colour(seats):
    match, positions = some_moments(moments, seats, (2, 4))
    for turn, position in enumerate(positions):
        each = [*product(GAME.to_move(match.state_at(position))[:1], (False, True))]
        for seat, ascii_only in sampling.one_by_turns(each, sampling.BOARD_INTERVAL, turn):
            check_marks(at(match, seat, position), ascii_only)


SEALS = {"green": "green", "blue": "blue", "yellow": "yellow", "red": "orange", "purple": "grey"}
"""The hue of each seal among those of the themes, which differ with any colour vision."""


@pytest.mark.parametrize("theme", OWN, ids=lambda theme: theme.name)
def test_seals_have_hues_of_the_theme(theme):
    rows = colours_of(JourneyBoard.COLOURS)
    assert {*SEALS} == {*COLOURS}
    for seal, hue in SEALS.items():
        assert rows[seal][PALETTE.index(theme.name)] == theme.variables[f"hue-{hue}"]
        assert rows[seal][-1] == REVERSED


# --- what is hidden


@pytest.mark.parametrize("seats", SEATS)
def test_a_frame_shows_nothing_that_its_viewer_may_not_know(seats):
    match = whole_match(seats)
    different = 0
    drafting = [p for p in range(3 * seats) if kind_of(match.state_at(p)) == "Draft"]
    for _, viewer, state, other in twins(match, [*drafting, *moments(seats)[1][::12]]):
        different += other != state
        for size in (BOARDS[0], BOARDS[3]):
            for pane in (0, panes.CREW, panes.PLAYERS) if size == BOARDS[0] else (0,):
                check_alike(see(state, viewer, pane=pane), see(other, viewer, pane=pane), size)
    assert different > len(drafting)


def test_the_twins_would_show_a_leak():
    match, rng, leaks = whole_match(3), Random(1), 0
    for position in range(6):
        other = twin_of("journey", match.state_at(position), 0, rng)
        leaks += differs(at(match, OMNISCIENT, position, pane=panes.CREW), other)
    assert leaks > 2
