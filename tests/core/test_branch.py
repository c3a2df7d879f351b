"""A branch continues from any point of a match, which stays as it was."""

from hashlib import shake_128
from random import Random

import pytest
from matches import DICE, Written, began, header, loaded, mark, packed, play, played

from darwin_core.contract.game import SPECTATOR
from darwin_core.match import Redo, Refused, Undo, branch, record
from darwin_core.match.record import Parent

CHANCE = shake_128(b"dealt anew").digest(16)


def branched(source: Written, position: int, viewer: int | None = None) -> Written:
    redeal = None if viewer is None else (viewer, CHANCE)
    seats = source.match.seats
    match, texts = branch(source.match, position, header(seats, id="branch"), redeal)
    return Written(match, b"".join(texts))


def test_same_future_begins_where_it_was_taken() -> None:
    source = played(3, "source", undo=0.2)
    for position in (0, 1, 17, len(source.match.history)):
        new = branched(source, position)
        assert packed(new.match.state) == packed(source.match.state_at(position))
        assert new.match.history == [
            type(act)(at, act.seat, act.action)
            for at, act in enumerate(source.match.history[:position], 1)
        ]
        assert loaded(new.text).lines == new.match.lines


def test_same_future_deals_the_same_later() -> None:
    source = played(2, "source")
    new = branched(source, 10)
    for act in source.match.history[10:]:
        new.act(act.seat, act.action)
    assert mark(new.match) == mark(source.match)


def test_original_stays_as_it_was() -> None:
    source = played(3, "source", acts=40, undo=0.2)
    before = source.text, mark(source.match), list(source.match.lines)
    for viewer in (None, 0, SPECTATOR):
        play(branched(source, 25, viewer), Random(1))
    assert before == (source.text, mark(source.match), source.match.lines)
    assert loaded(source.text).lines == source.match.lines


def test_parent_names_match_line_and_hash() -> None:
    source = played(3, "source", undo=0.3)
    for position in (5, 30):
        line = source.match.history[position - 1].line
        parent = branched(source, position).match.header.parent
        assert parent == Parent("id-source", line, source.match.lines[line - 1].chain)
    assert branched(source, 0).match.header.parent == Parent(
        "id-source", 0, source.match.first_chain
    )


@pytest.mark.parametrize("seats", DICE.seats)
@pytest.mark.parametrize("position", [0, 1, 20, 35])
def test_dealt_again_it_looks_the_same_to_the_viewer(seats: int, position: int) -> None:
    source = played(seats, "source")
    for viewer in (*range(seats), SPECTATOR):
        new = branched(source, position, viewer)
        assert new.match.view(viewer) == source.match.view(viewer, position)
        assert DICE.invariants(new.match.state) == []
        if viewer != SPECTATOR:
            assert new.match.legal(viewer) == tuple(
                DICE.legal(source.match.state_at(position), viewer)
            )


def test_dealt_again_what_the_viewer_cannot_know_is_another() -> None:
    source = played(3, "source")
    new = branched(source, 4, 0)
    old = source.match.state_at(4)
    assert new.match.state.deck != old.deck
    assert new.match.state.rolls != old.rolls
    assert new.match.state.hands[1:] != old.hands[1:]
    assert new.match.state.chance != old.chance


def test_dealt_again_it_reveals_nothing_of_the_seed_or_the_actions_before() -> None:
    source = played(3, "secret seed")
    new = branched(source, 4, 0)
    assert new.match.header.seed == header().seed, "its own"
    assert b"secret seed" not in new.text.replace(b'"id":"id-secret seed"', b"")
    assert new.match.lines == []


@pytest.mark.parametrize("viewer", [None, 1, SPECTATOR])
def test_branch_is_saved_and_continues(viewer: int | None) -> None:
    new = branched(played(4, "source"), 22, viewer)
    again = loaded(new.text)
    assert mark(again) == mark(new.match)
    assert again.header == new.match.header == record.read(new.text).header
    play(new, Random(2), undo=0.2)
    assert loaded(new.text).divergence is None
    assert mark(loaded(new.text)) == mark(new.match)
    assert DICE.outcome(new.match.state) is not None


def test_branch_of_a_branch_names_the_branch_as_its_parent() -> None:
    first = branched(played(3, "source"), 20, 1)
    play(first, Random(3), 9)
    for viewer in (None, 2):
        second = branched(first, 6, viewer)
        line = first.match.history[5].line
        assert second.match.header.parent == Parent(
            "branch", line, first.match.lines[line - 1].chain
        )
        assert mark(loaded(second.text)) == mark(second.match)
    same = branched(first, 6)
    assert packed(same.match.state) == packed(first.match.state_at(6))


def test_branch_keeps_rules_options_and_takes_the_new_players() -> None:
    source = began(2, options={"counter": False})
    new = branched(source, 0)
    assert new.match.header.options == {"counter": False}
    assert new.match.header.rules == source.match.header.rules
    assert new.match.header.id == "branch"


def test_nothing_undone_before_can_be_redone_in_a_branch() -> None:
    source = played(3, "source", acts=3)
    source.first(0)
    source.act(0, Undo())
    new = branched(source, 3)
    with pytest.raises(Refused):
        new.match.propose(0, Redo())
