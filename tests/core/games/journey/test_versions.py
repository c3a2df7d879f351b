"""Matches keep the rules version that they began with, to their end and in every copy."""

from dataclasses import replace
from pathlib import Path

import msgspec
import pytest

from darwin_core.bots import levels
from darwin_core.contract.chance import from_seed
from darwin_core.contract.game import SPECTATOR
from darwin_core.games.journey import GAME
from darwin_core.games.journey.material import JourneyOptions, JourneyState, JourneyStateOfRules1
from darwin_core.lab.conformance import LAWS, check_advice, check_words
from darwin_core.lab.play import Case
from darwin_core.match import Match, record

from .positions import calm

ROOT = Path(__file__).parents[4]
RECORDS = {
    ROOT / "tests/fixtures/journey-format1.jsonl": 1,
    ROOT / "saves/journey.jsonl": 1,
    ROOT / "tests/fixtures/journey-rules2.jsonl": 2,
}
pack = msgspec.msgpack.Encoder().encode


def loaded(path):
    reading = record.read(path.read_bytes())
    return Match.load(GAME, reading.header, reading.chain, reading.lines)


@pytest.mark.parametrize(
    ("path", "rules"), RECORDS.items(), ids=lambda value: getattr(value, "name", value)
)
def test_records_of_every_version_are_verified_to_their_end(path, rules):
    match = loaded(path)
    assert match.divergence is None
    assert (match.header.rules, match.state.rules) == (rules, rules)
    assert GAME.outcome(match.state)


def test_both_versions_are_kept_alike():
    """Compare the fields of both versions: they must be the same for the same bytes and
    fingerprints."""
    assert GAME.earlier == {1: JourneyStateOfRules1}
    assert JourneyStateOfRules1.__struct_fields__ == JourneyState.__struct_fields__
    assert pack(calm().state) == pack(calm().by_rules_1().state)


def test_states_without_a_chosen_option_have_the_bytes_of_those_before_there_were_options():
    """Records made before there were options have an empty map in their place."""
    assert msgspec.msgpack.encode(JourneyOptions()) == msgspec.msgpack.encode({})
    assert msgspec.msgpack.encode(JourneyOptions(stamps="halved")) != msgspec.msgpack.encode({})


@pytest.mark.parametrize("seats", GAME.seats)
def test_every_copy_of_a_match_of_rules_1_is_one_of_rules_1(seats):
    state = calm(seats).by_rules_1().state
    view = GAME.view(state, 0)
    copies = [
        GAME.clone(state),
        view,
        GAME.view(state, SPECTATOR),
        GAME.determinize(view, from_seed("copy")),
    ]
    assert [type(copy) for copy in copies] == [JourneyStateOfRules1] * 4


def test_the_new_record_would_continue_otherwise_by_the_old_rules():
    """Play the record by the old rules. It holds a reward that was skipped and a lens in a chain of
    locked locations."""
    match = loaded(ROOT / "tests/fixtures/journey-rules2.jsonl")
    state = JourneyStateOfRules1(*msgspec.structs.astuple(match.state_at(0)))
    for act in match.history:
        if act.action not in GAME.legal(state, act.seat):
            return
        GAME.apply(state, act.seat, act.action, None)
    assert pack(state) != pack(match.state)


@pytest.mark.parametrize("level", ["random", "normal"])
def test_bots_play_matches_of_rules_1_too(level):
    table = calm().by_rules_1()
    for step in range(12):
        seat = table.seat
        view = GAME.view(table.state, seat)
        table.play(levels.bot(level)(GAME, view, seat, from_seed(level, step)))
    assert table.state.rules == 1


def begun_by_rules_1(options, seats, seed, emit):
    return JourneyStateOfRules1(*msgspec.structs.astuple(GAME.setup(options, seats, seed, emit)))


BY_RULES_1 = replace(
    GAME, rules_version=1, earlier={}, state=JourneyStateOfRules1, setup=begun_by_rules_1
)


@pytest.mark.parametrize("law", [law for law in LAWS if law not in (check_words, check_advice)])
def test_the_laws_hold_in_matches_of_rules_1(law):
    law(Case(BY_RULES_1, 2, "rules 1"))
