"""The greedy player is worth playing against: it beats one that plays at random."""

import pytest
from core.strength import wins

from darwin_core.games.evo import GAME
from darwin_core.games.evo.actions import Done, Foresee
from darwin_core.games.evo.state import Live
from darwin_core.lexicon import Lexicon
from darwin_core.testing.play import variants

from .positions import kind, living

MATCHES = 8
CLEARLY = 0.9
"""The least share of matches that it wins, at any number of seats, with any variant."""


@pytest.mark.parametrize("options", variants(GAME), ids=lambda way: "".join(way) or "as printed")
@pytest.mark.parametrize("seats", GAME.seats)
def test_greedy_beats_random(seats, options):
    assert wins(GAME, seats, MATCHES, options) > MATCHES * 0.7


@pytest.mark.campaign
@pytest.mark.parametrize("options", variants(GAME), ids=lambda way: "".join(way) or "as printed")
@pytest.mark.parametrize("seats", GAME.seats)
def test_greedy_beats_random_over_many_matches(seats, options):
    assert wins(GAME, seats, 1_000, options) > 1_000 * CLEARLY


def test_a_hand_that_can_do_nothing_is_saved_by_journeys_as_long_as_there_is_a_future():
    """The greedy player ends a generation that could continue only if no two cards are left that
    another of its populations could still use."""
    for seed in range(6):
        state = GAME.setup(GAME.options(), 3, f"idle {seed}", None)
        while movers := GAME.to_move(state):
            seat = movers[0]
            best = GAME.advise(GAME.view(state, seat), seat, Lexicon())[0].action
            species = state.species[seat]
            if isinstance(state.pending[-1], Live) and isinstance(best, Done):
                again = state.decks[species] or state.offspring[species]
                more = any(state.available[species])
                assert not (again and more and len(state.hands[species]) > 1)
            GAME.apply(state, seat, best, None)


def test_a_card_is_foreseen_that_is_open_and_completes_a_hunt():
    table = living(
        kind(hand="SS", deck="TTTTTT", offspring="S", own="XA", stand="1 1"), land=[("SS", "")]
    )
    view = GAME.view(table.state, 0)
    assert isinstance(GAME.advise(view, 0, Lexicon())[0].action, Foresee)


def test_a_card_that_would_come_anyhow_and_helps_nothing_is_not():
    table = living(
        kind(hand="SS", deck="TTTTTT", offspring="R", own="XA", stand="1 1"), land=[("EE", "")]
    )
    view = GAME.view(table.state, 0)
    assert not isinstance(GAME.advise(view, 0, Lexicon())[0].action, Foresee)
