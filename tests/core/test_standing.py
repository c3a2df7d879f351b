"""The standing of a match that has not ended, as its players and spectators see it."""

from random import Random

import pytest
from matches import began, careless, play

from darwin_core.contract import registry
from darwin_core.contract.game import OMNISCIENT, SPECTATOR
from darwin_core.match.recording import Recording


@pytest.mark.parametrize("slug", registry.SLUGS)
def test_the_standing_is_what_the_outcome_will_be_and_shows_a_spectator_no_more(slug: str) -> None:
    game = registry.get(slug)
    written = began(game.seats[-1], "standing", game=slug)
    for acts in (0, 40):
        match = play(written, Random(slug), acts).match
        now = game.standing(match.state)
        assert game.outcome(match.state) is None
        assert len(now.totals) == len(now.ranks) == match.seats
        assert all(len(line.points) == match.seats for line in now.lines)
        assert game.standing(match.view(SPECTATOR)) == now
    match = play(written, Random(slug), 10_000).match
    assert game.standing(match.state) == game.outcome(match.state)


@pytest.mark.parametrize("slug", registry.SLUGS)
def test_the_lines_by_source_add_up_to_the_result(slug: str) -> None:
    recording = Recording(careless(slug), OMNISCIENT)
    found = recording.by_source()
    assert found.totals == recording.standing.totals
    for seat, total in enumerate(found.totals):
        assert sum(line.points[seat] for line in found.lines) == total
