"""The announcement of a near end: it comes before the end, and only then."""

from random import Random
from typing import Any

import pytest

from darwin_core.contract import registry
from darwin_core.games.darwinning.acts import TrickWon
from darwin_core.games.dice.acts import Scored
from darwin_core.games.evo.acts import Survived

ENDS: dict[str, tuple[Any, str]] = {
    "dice": (Scored, "last turn"),
    "darwinning": (TrickWon, "last trick"),
    "evo": (Survived, "last generation"),
}
"""The event of the end, and the words before it."""


@pytest.mark.parametrize("slug", ENDS)
@pytest.mark.parametrize("seats", [2, 4])
def test_an_end_is_announced_before_it(slug, seats):
    game = registry.get(slug)
    rng = Random(5)
    end, words = ENDS[slug]
    state = game.setup(game.options(), seats, "ending", None)
    ends = 0
    while movers := game.to_move(state):
        actor = rng.choice(movers)
        action = rng.choice(list(game.legal(state, actor)))
        endings = [game.texts.ending(game.view(state, viewer), viewer) for viewer in range(seats)]
        events: list[Any] = []
        game.apply(state, actor, action, events.append)
        for event in events:
            if isinstance(event, end) and getattr(event, "is_last", True):
                ends += 1
                assert all(ending and ending[-1] == words for ending in endings)
            elif isinstance(event, TrickWon):
                assert endings == [()] * seats
    assert ends


def test_the_last_worker_and_the_last_round_of_a_journey_are_announced():
    game = registry.get("journey")
    rng = Random(5)
    state = game.setup(game.options(), 2, "ending", None)
    seen = set[str]()
    while movers := game.to_move(state):
        for viewer in (0, 1):
            ending = game.texts.ending(game.view(state, viewer), viewer)
            seen |= {*ending}
            assert ending or state.round < 5
        actor = rng.choice(movers)
        game.apply(state, actor, rng.choice(list(game.legal(state, actor))), None)
    assert seen == {
        "last round",
        "last worker",
        "your last worker",
        "your last worker in the match",
    }
