"""Matches of earlier rules versions keep the rules, and the undos, that they began with.

The tests use a made-up game of heaps. Its rules 1 counted down by one. Its rules 2 count down by
two and no longer let an announcement be undone.
"""

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any, ClassVar

import msgspec
import pytest
from matches import DICE, Written, header

from darwin_core.contract import registry
from darwin_core.contract.game import Action, Clock, Event, Outcome, State
from darwin_core.match import Match, Refused, Undo, begin, branch, record


class Heap(State):
    rules: ClassVar[int] = 2
    left: int


class HeapOfRules1(Heap):
    rules: ClassVar[int] = 1


class Do(Action, frozen=True, tag="do"):
    what: str


class Announced(Event, frozen=True, tag="announced"):
    final_since: ClassVar[int] = 2


TAKE, ANNOUNCE = Do("take"), Do("announce")


def apply(state: Heap, seat: int, action: Do, emit: Callable[[Event], None] | None) -> None:
    if action == TAKE:
        state.left -= state.rules
    elif emit:
        emit(Announced())


def legal(state: Heap, seat: int) -> Sequence[Do]:
    return (TAKE, ANNOUNCE) if state.left > 0 else ()


HEAPS: Any = replace(
    DICE,
    rules_version=2,
    setup=lambda options, seats, seed, emit: Heap(bytes(16), 100),
    clone=lambda state: state.__copy__(),
    to_move=lambda state: (0,) if state.left > 0 else (),
    legal=legal,
    apply=apply,
    view=lambda state, viewer: state,
    redact=lambda event, viewer: event,
    clock=lambda state: Clock(1, 1, 1, 0),
    invariants=lambda state: [],
    determinize=lambda state, chance: msgspec.structs.replace(state, chance=chance),
    outcome=lambda state: None,
    standing=lambda state: Outcome((), (0,), (1,)),
    state=Heap,
    earlier={1: HeapOfRules1},
    events=(Announced,),
    texts=replace(
        DICE.texts,
        why_not=lambda state, seat, action, seat_names: None,
        notation=lambda action: action.what,
        parse=Do,
    ),
)


def heap(rules: int) -> Written:
    return Written(*begin(HEAPS, header(rules=rules)))


@pytest.mark.parametrize(("rules", "left"), [(1, 97), (2, 94)])
def test_match_keeps_the_rules_that_it_began_with(rules, left):
    written = heap(rules)
    for _ in range(3):
        written.act(0, TAKE)
    assert written.match.state.left == left
    reading = record.read(written.text)
    loaded = Match.load(HEAPS, reading.header, reading.chain, reading.lines)
    assert loaded.divergence is None
    assert (loaded.state.rules, loaded.state.left) == (rules, left)


def test_lines_of_one_version_are_no_record_of_another():
    written = heap(1)
    written.act(0, TAKE)
    reading = record.read(written.text)
    newer = msgspec.structs.replace(reading.header, rules=2)
    assert Match.load(HEAPS, newer, reading.chain, reading.lines).divergence is not None


def test_branch_of_an_earlier_version_continues_by_its_rules():
    written = heap(1)
    written.act(0, TAKE)
    same, _ = branch(written.match, 1, header(rules=2))
    assert (same.header.rules, same.state.rules, same.state.left) == (1, 1, 99)


def test_what_was_announced_is_undone_only_in_matches_of_earlier_rules():
    old, new = heap(1), heap(2)
    for written in (old, new):
        written.act(0, ANNOUNCE)
    assert not old.match.is_final(0, ANNOUNCE)
    assert new.match.is_final(0, ANNOUNCE)
    old.act(0, Undo())
    assert not old.match.history
    with pytest.raises(Refused) as refused:
        new.match.propose(0, Undo())
    assert refused.value.refusal.code == "undo-revealed"


@pytest.mark.parametrize("slug", registry.SLUGS)
def test_known_result_is_not_undone(slug):
    """Check that the event that ends a match is final in every game."""
    game = registry.get(slug)
    for seats in game.seats:
        match, _ = begin(game, header(seats, game=slug))
        while movers := game.to_move(match.state):
            match.accept(match.propose(movers[0], match.legal(movers[0])[-1]))
        for seat in range(seats):
            with pytest.raises(Refused) as refused:
                match.propose(seat, Undo())
            assert refused.value.refusal.code in {"undo-revealed", "nothing-to-undo"}
