"""Colours of the seals of Darwin's Journey."""

import pytest

from darwin_core.games.journey.material import COLOURS
from darwin_tui.boards.journey.board import JourneyBoard
from darwin_tui.drawing.palette import COLUMNS as PALETTE
from darwin_tui.drawing.palette import REVERSED, colours_of
from darwin_tui.widgets.themes import OWN

SEALS = {"green": "green", "blue": "blue", "yellow": "yellow", "red": "orange", "purple": "grey"}
"""The hue of each seal among those of the themes, which differ with any colour vision."""


@pytest.mark.parametrize("theme", OWN, ids=lambda theme: theme.name)
def test_seals_have_hues_of_the_theme(theme):
    rows = colours_of(JourneyBoard.COLOURS)
    assert {*SEALS} == {*COLOURS}
    for seal, hue in SEALS.items():
        assert rows[seal][PALETTE.index(theme.name)] == theme.variables[f"hue-{hue}"]
        assert rows[seal][-1] == REVERSED
