"""Analyses of finished matches add up to the result, use nothing hidden, and are repeatable."""

import os
from pathlib import Path
from random import Random

import pytest
from home import here
from in_process import analysed as analysed_whole
from matches import careless
from tui.scenes import twin_of

from darwin_core.analysis.beliefs import Beliefs
from darwin_core.analysis.review import Judgement, Seen, estimate, judge, review, viewer_with
from darwin_core.contract import registry
from darwin_core.contract.game import SPECTATOR
from darwin_tui.library import analyses, saves
from darwin_tui.library.hindsight import KNOWN

SAMPLES = Path(__file__).parents[2] / "saves"
MATCHES = int(os.environ.get("ANALYSED_MATCHES", "200"))
"""Number of matches of each game."""
FEW_WORLDS = 1
"""Number of worlds in which an action is tried: the laws hold for any number."""
JUDGED = 24
"""Approximate number of positions judged in a match."""
TWINS = 4
"""Number of positions of a match at which a state is compared with its twin."""


def analysed(match, seat, viewer, worlds):
    """Review a match of which only some positions are judged; the others count as no news."""
    last = len(match.history)
    apart = max(1, last // JUDGED)
    judged = [
        judge(match, seat, position, viewer, worlds) if position % apart == 0 else Judgement()
        for position in range(last)
    ]
    return review(match, seat, judged, viewer)


def check_match(match, number, rng):
    """Check one match from a perspective that its number chooses."""
    game = match.game
    seat = number % match.seats
    viewer = viewer_with([*KNOWN][number % len(KNOWN)], seat)
    analysis_seen = analysed(match, seat, viewer, FEW_WORLDS)
    outcome = game.outcome(match.state)
    assert analysis_seen.result == (seat in outcome.winners) / len(outcome.winners)
    parts = analysis_seen.start + sum(analysis_seen.luck) + sum(analysis_seen.decisions)
    assert parts == pytest.approx(analysis_seen.result)
    assert all(0 <= chance <= 1 for chance in analysis_seen.chances)
    assert all(0 <= choice.cost <= 1 for choice in analysis_seen.choices)
    if viewer == SPECTATOR:
        assert not analysis_seen.choices
    position = rng.randrange(len(match.history))
    again = [judge(match, seat, position, viewer, FEW_WORLDS) for _ in range(2)]
    assert again[0] == again[1]


def check_twins(match, rng):
    """Check that a state and its twin give the same chances and beliefs; count differing twins."""
    game = match.game
    differ = 0
    for _ in range(TWINS):
        position = rng.randrange(len(match.history))
        viewer = rng.choice([*range(match.seats), SPECTATOR])
        state = match.state_at(position)
        other = twin_of(game.slug, state, viewer, rng)
        differ += other != state
        one, two = (game.view(each, viewer) for each in (state, other))
        looks = [estimate(game, view, Seen(0, viewer), 2).chances() for view in (one, two)]
        assert looks[0] == looks[1]
        assert Beliefs(game, one).deal(4).current() == Beliefs(game, two).deal(4).current()
    return differ


@pytest.mark.campaign
@pytest.mark.parametrize("slug", registry.SLUGS)
def test_analyses_of_many_matches(slug):
    game = registry.get(slug)
    differ = 0
    for number in range(MATCHES):
        seats = game.seats[number % len(game.seats)]
        match = careless.__wrapped__(slug, seats, f"analysed {number}")
        rng = Random(f"{slug} {number}")
        check_match(match, number, rng)
        differ += check_twins(match, rng)
    if slug != "journey":  # Its cards are hidden in the draft only.
        assert differ > MATCHES


@pytest.mark.campaign
@pytest.mark.parametrize("slug", registry.SLUGS)
def test_more_worlds_find_other_chances(slug):
    match = careless(slug, 2, "count")
    few, more = (analysed(match, 0, 0, worlds) for worlds in (1, 2))
    assert few != more


@pytest.mark.campaign
@pytest.mark.parametrize("slug", registry.SLUGS)
def test_analysis_of_the_sample_match_is_the_one_that_the_program_makes(slug):
    path = SAMPLES / f"{slug}.jsonl"
    match = saves.read(path).match
    assert analyses.rounded(analysed_whole(match)) == analyses.find(match, path, here())
