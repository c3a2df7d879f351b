"""The table of Darwinning! in German: nothing is cut, and no English word is left."""

from dataclasses import replace

import pytest
import sampling
from english import english
from tui.checks import check_frame, check_places
from tui.darwinning_scenes import GAME, SEATS, moments, whole_match
from tui.scenes import BOARDS, LONG_NAMES, asking, chooser_in, drawn, rows, scene, some_moments

from darwin_core.contract.game import SPECTATOR
from darwin_core.text.language import reading
from darwin_core.text.seat_names import SeatNames

ENGLISH = english(
    *("no", "space", "food", "trick", "points", "needs", "eats", "plays", "leads", "species"),
    *("population", "acorn", "flower", "forest", "frog"),
)
"""Words of which no German text has any."""
PANES = 5
LINE = 78
"""Columns of a line below the board."""


@pytest.mark.parametrize("size", [*BOARDS, (160, 47)], ids=str)
@pytest.mark.parametrize("seats", SEATS)
def test_nothing_is_cut_in_german(seats, size, strict):
    match, positions = some_moments(moments, seats, SEATS, size)
    with reading("de"):
        for position in positions:
            viewers = sampling.one_by_turns(range(seats), sampling.BOARD_INTERVAL, position)
            for turn, viewer in enumerate((*viewers, SPECTATOR), position):
                now = asking(match, viewer, position)
                check_places(drawn(now, size), chooser_in(now))
                panes = sampling.one_by_turns(range(PANES), sampling.BOARD_INTERVAL, turn)
                for pane in panes:
                    check(drawn(replace(now, pane=pane), size), size)
                check(drawn(scene(match, viewer, position, is_paused=True), size), size)


def check(drawing, size):
    check_frame(drawing, size, unwritable="ß")
    for row in rows(drawing):
        assert not ENGLISH.search(row), row


@pytest.mark.parametrize("seats", SEATS)
def test_sentences_are_no_longer_than_their_line_in_german(seats):
    match, names = whole_match(seats), SeatNames(LONG_NAMES)
    with reading("de"):
        for position in range(0, len(match.history), 3):
            for viewer in GAME.to_move(match.state_at(position)):
                view = match.view(viewer, position)
                assert len(GAME.texts.prompt(view, viewer, SeatNames())) <= LINE
                for action in GAME.legal(view, viewer):
                    assert len(f"Enter: {GAME.texts.phrase(view, action, names)}.") <= LINE
                    for element in GAME.targets(action):
                        assert len(GAME.texts.element(view, viewer, element, names)) <= LINE
