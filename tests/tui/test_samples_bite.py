"""A test of the tests' samples: each finds a fault of a board in one kind of decision.

By default one sample is tested, with ``--full`` every sample.
"""

from importlib import import_module

import pytest
import sampling
from tui.scenes import BOARDS, kind_of, some_moments

from darwin_tui.boards import board_for

SLUGS = ("darwinning", "yummy", "evo", "journey")


@pytest.fixture(params=sampling.some(range(sampling.BOARD_INTERVAL), sampling.BOARD_INTERVAL))
def offset(request, monkeypatch):
    monkeypatch.delenv("PROOF_FULL", raising=False)
    monkeypatch.setenv("PROOF_OFFSET", str(request.param))


@pytest.mark.usefixtures("offset")
@pytest.mark.parametrize("slug", SLUGS)
def test_every_kind_of_decision_is_drawn_at_every_size(slug):
    game = import_module(f"{slug}_scenes")
    whole = kinds_in(map(game.moments, game.SEATS))
    for size in BOARDS:
        sample = kinds_in(some_moments(game.moments, n, game.SEATS, size) for n in game.SEATS)
        assert set(sample) == set(whole)
        assert len(sample) < len(whole) / 2, "it is a sample"


def kinds_in(moments):
    """Return the kind of decision at each position of some matches."""
    return [
        kind_of(match.state_at(position)) for match, positions in moments for position in positions
    ]


@pytest.mark.usefixtures("offset")
@pytest.mark.parametrize("slug", SLUGS)
def test_places_that_are_lost_in_one_kind_of_state_are_found(slug, monkeypatch):
    game = import_module(f"{slug}_scenes")
    board = type(board_for(slug))
    kind = max(set(kinds_in(map(game.moments, game.SEATS))) - {"end"})
    draw = board.draw

    def draw_without_places(self, scene, size):
        drawing = draw(self, scene, size)
        if kind_of(scene.view) == kind:
            drawing.places.clear()
        return drawing

    monkeypatch.setattr(board, "draw", draw_without_places)
    check = import_module("test_all_boards").test_a_board_is_there_whole
    with pytest.raises(AssertionError):
        for_all(game.SEATS, lambda seats: check((slug, seats), BOARDS[0], "en", None))


def for_all(among, check):
    for seats in among:
        check(seats)
