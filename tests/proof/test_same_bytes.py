"""Matches of fixed seeds play and write the same bytes as when their digests were saved.

A sample by default, all with ``--full``. A digest that differs is explained by comparing the output
of ``python -m tests.proof.same_bytes --games SLUG --trace POLICY:NUMBER`` with an earlier engine's.
"""

from dataclasses import replace
from pathlib import Path

import pytest
import sampling
from proof.same_bytes import Played, digest_of, read_saved

from darwin_core.contract import registry
from darwin_core.games.dice import GAME as DICE

SAVED = Path(__file__).parents[1] / "fixtures" / "same_bytes"


def kind_of(played):
    return played.policy, played.has_record


@pytest.mark.parametrize("slug", registry.SLUGS)
def test_matches_are_the_same_to_the_byte(slug):
    saved = read_saved(SAVED / f"{slug}.txt")
    assert len(saved) == 1025
    interval = sampling.SAME_BYTES_INTERVAL
    for played in sampling.some_of_each(list(saved), kind_of, interval):
        assert digest_of(played) == saved[played], f"{played.policy}:{played.number}"


@pytest.mark.parametrize("number", [1, 20], ids=["states", "a record"])
def test_a_changed_rule_changes_the_digest(number, monkeypatch):
    played = Played("dice", "random", number)
    before = digest_of(played)
    assert digest_of(played) == before

    def last_seat_first(state):
        return tuple(reversed(DICE.to_move(state)))

    other = replace(DICE, to_move=last_seat_first)
    monkeypatch.setattr(registry, "get", lambda slug: other)
    assert digest_of(played) != before
