"""The search for positions for tests of blunders."""

from pathlib import Path

from matches import loaded

from darwin_core.lab import mistakes

RECORD = "dice-7"
MATCH = loaded((Path(__file__).parent / f"games/dice/found/{RECORD}.jsonl").read_bytes())
BY_JUDGE = 44
"""A position of the match in which an action loses by the judge's rollouts alone."""
BY_BOTH = 46
"""A position in which an action loses also where the fitted policy plays on."""


def test_blunder_loses_also_where_the_fitted_policy_plays_on(monkeypatch):
    blunder = mistakes.blunder_at(MATCH, RECORD, BY_BOTH)
    assert blunder
    assert blunder.absurd == ("L8",)
    assert mistakes.blunder_at(MATCH, RECORD, BY_JUDGE) is None
    monkeypatch.setattr(mistakes, "weights_of", lambda game, seats: {})
    assert mistakes.blunder_at(MATCH, RECORD, BY_JUDGE), "without a fitted policy, it would count"
