"""A better line: the match up to a decision, then the best action and what follows."""

import pytest
from matches import careless, packed

from darwin_core.analysis.review import STEPS, Choice, better_line
from darwin_core.contract import registry


def choice_at(match, position):
    """Return a decision at which the best action is the last one that was open."""
    played = match.history[position]
    state = match.state_at(position)
    best = match.game.legal(state, played.seat)[-1]
    notation = match.game.texts.notation
    return Choice(position, notation(played.action), notation(best), 0.1, 1.0, "?")


@pytest.mark.parametrize("slug", registry.SLUGS)
def test_a_line_leaves_the_match_after_the_decision(slug):
    match = careless(slug, 3, seed="short")
    choice = choice_at(match, len(match.history) // 3)
    line = better_line(match, choice)
    before = choice.position
    assert line.history[:before] == match.history[:before]
    assert packed(line.state_at(before)) == packed(match.state_at(before))
    assert match.game.texts.notation(line.history[before].action) == choice.best
    assert len(line.history) == before + STEPS
    assert better_line(match, choice).chain == line.chain, "it is the same each time"


def test_a_line_ends_with_the_match():
    match = careless(seats=3)
    choice = choice_at(match, len(match.history) - 2)
    line = better_line(match, choice)
    assert match.game.outcome(line.state) is not None
    assert len(line.history) == len(match.history)
