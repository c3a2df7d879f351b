"""One whole match of four, scored by hand: the sample match, line by line.

The figures were taken from the event log and the last position with pencil and paper, by the rules
page, not by the program.
"""

from pathlib import Path

import pytest

from darwin_core.contract.game import SPECTATOR
from darwin_core.games.journey.acts import CameFirst, Gained, Reported
from darwin_core.games.journey.objectives import by_source
from darwin_core.match import replay
from darwin_tui.library import saves

SAMPLE = Path(__file__).parents[4] / "saves/journey.jsonl"

GOALS = (
    # Reptiles, 6 points each; nothing lags in the first round.
    (6 * 1, 6 * 0, 6 * 1, 6 * 1),
    # Red seals, purple ones with them, 4 points each; 2 off for a ship that is not yet at O4.
    (4 * 4 - 2, 4 * 2, 4 * 3, 4 * 5 - 2),
    # Birds; ships short of O4 and of O8 lose 2 + 3, one short of O8 alone 3 or, with gold 4, 2.
    (6 * 3 - 5, 6 * 3, 6 * 3, 6 * 3 - 2),
    # Empty stamp stacks; 2 + 3 + 4 for a ship short of O4, more than 8: nothing is left.
    (0, 8 * 1, 8 * 1, 8 * 2),
    # Yellow seals, 4 each; each gap costs 2 with gold slot 4.
    (0, 4 * 5 - 2, 4 * 6, 4 * 11),
)
GAINS = (
    # Points in play beside the goals: rewards, ribbons, first arrivals.
    3 + 4 + 4 + 6 + 3 + 4,
    4 + 3 + 2 + 4 + 3,
    1 + 2 + 3 + 5 + 3 + 5,
    1 + 2 + 3 + 3 + 8 + 3 + 1 + 3 + 3 + 5 + 5 + 8 + 3 + 8 + 2 + 4,
)
LINES = {
    "the voyage": tuple(
        gains + sum(goals) for gains, goals in zip(GAINS, zip(*GOALS, strict=True), strict=True)
    ),
    # Silver slots give 1, 2, 2, 2, 5 and gold ones 4, 4, 2, 4, 8.
    "objectives": (2 + 2 + 4 + 8, 2 + 4 + 4, 2 + 2 + 5 + 8, 1 + 2 + 5 + 4 + 4 + 4 + 8),
    "both last objectives": (0, 0, 4, 4),
    # Five seals give 3, six give 7.
    "worker rows": (0, 3, 7, 7 + 7),
    "tents": (0, 0, 0, 5),
    # The green row of the museum is complete: 3 points a book, and one book more by silver slot 4.
    "evolution": (3 * (6 + 1), 3 * (9 + 1), 3 * (6 + 1), 3 * (5 + 1)),
    # A point for five coins: of 6, 3, 0 and 3.
    "coins": (1, 0, 0, 0),
    "knowledge": (2, 0, 0, 1),
}
TOTALS = (97, 111, 136, 232)


@pytest.fixture(scope="module")
def match():
    return saves.read(SAMPLE).match


def test_the_sample_match_is_scored_as_by_hand(match):
    outcome = match.game.outcome(match.state)
    assert {line.label: line.points for line in outcome.lines} == LINES
    assert tuple(map(sum, zip(*LINES.values(), strict=True))) == outcome.totals == TOTALS
    assert outcome.ranks == (4, 3, 2, 1)


def test_the_goals_of_the_sample_match_are_scored_as_by_hand(match):
    emitted = [event for events in replay.event_log(match, SPECTATOR) for event in events]
    assert tuple(event.points for event in emitted if isinstance(event, Reported)) == GOALS
    gains = [0] * 4
    for event in emitted:
        if isinstance(event, Gained | CameFirst):
            gains[event.seat] += event.points
    assert tuple(gains) == GAINS


def test_the_record_of_a_whole_match_is_small():
    assert SAMPLE.stat().st_size <= 40_000


def test_results_say_where_the_points_of_the_voyage_came_from(match):
    outcome = match.game.outcome(match.state)
    events = [event for logged in replay.event_log(match, SPECTATOR) for event in logged]
    found = by_source(outcome, events)
    lines = {line.label: line.points for line in found.lines}
    assert lines["Beagle's goals"] == tuple(map(sum, zip(*GOALS, strict=True)))
    both = zip(lines["first arrivals"], lines["places and rewards"], strict=True)
    assert tuple(map(sum, both)) == GAINS
    assert tuple(map(sum, zip(*lines.values(), strict=True))) == TOTALS == found.totals
