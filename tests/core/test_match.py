"""A match: actions are proposed before they are accepted, and any point of it can be viewed
again."""

from collections import Counter
from dataclasses import replace
from hashlib import shake_128
from random import Random
from typing import Any

import msgspec
import pytest
from matches import DICE, Written, began, header, loaded, mark, packed, play, played, rechained

from darwin_core.contract import registry
from darwin_core.contract.game import HIDDEN, OMNISCIENT, SPECTATOR
from darwin_core.games.dice.acts import Play
from darwin_core.match import (
    KEYFRAME_INTERVAL,
    AnyMatch,
    Match,
    Redo,
    Refused,
    Undo,
    begin,
    branch,
    record,
)
from darwin_core.match.record import Parent, RecordError


def straight(match: AnyMatch, position: int) -> bytes:
    """Return the packed state at a position, by playing all its actions from the set-up."""
    state = DICE.setup(DICE.options(), match.seats, match.header.seed, None)
    for act in match.history[:position]:
        DICE.apply(state, act.seat, act.action, None)
    return packed(state)


def test_proposing_changes_nothing():
    match = played(3, actions=10).match
    before = packed(match.state), list(match.lines), list(match.history), match.question(0)
    seat = DICE.to_move(match.state)[0]
    for action in match.legal(seat):
        match.propose(seat, action)
    assert before == (packed(match.state), match.lines, match.history, match.question(0))


def test_accepting_a_step_brings_its_state_and_line():
    match = began().match
    step = match.propose(1, match.legal(1)[2])
    match.accept(step)
    assert match.state == step.state
    assert match.lines == [step.line]
    assert mark(match) == step.line.state_hash
    assert match.chain == step.line.chain


def test_step_proposed_before_another_was_accepted_is_not_accepted():
    match = began().match
    first = match.propose(0, match.legal(0)[0])
    second = match.propose(1, match.legal(1)[0])
    match.accept(first)
    with pytest.raises(ValueError, match="proposed before another"):
        match.accept(second)
    assert match.lines == [first.line]


def test_action_outside_the_legal_list_is_refused_with_its_rule():
    match = began().match
    missing = next(Play(card) for card in range(35) if card not in match.state.hands[0])
    with pytest.raises(Refused) as error:
        match.propose(0, missing)
    assert error.value.refusal.code == "not-in-hand"
    match.accept(match.propose(0, match.legal(0)[0]))
    with pytest.raises(Refused) as error:
        match.propose(0, Play(next(iter(match.state.hands[0]))))
    assert error.value.refusal.code == "chosen"


@pytest.mark.parametrize("seed", range(6))
def test_every_point_can_be_seen_again_after_actions_were_undone(seed):
    written = played(4, f"back {seed}", undo=0.4)
    match = written.match
    assert any(line.action.startswith("undo") for line in match.lines)
    for copy in (match, loaded(written.text)):
        for position in range(len(match.history) + 1):
            assert packed(copy.state_at(position)) == straight(match, position)


@pytest.mark.parametrize("before", range(KEYFRAME_INTERVAL - 4, KEYFRAME_INTERVAL + 3))
def test_points_around_a_kept_state_are_right_after_an_earlier_action_was_left_out(before):
    written = play(began(3, "middle"), Random(before), before)
    match = written.match
    while len(DICE.to_move(match.state)) != 3:
        written.first(DICE.to_move(match.state)[0])
    for seat in (0, 1):
        written.first(seat)
    written.act(0, Undo())
    for position in range(len(match.history) + 1):
        assert packed(match.state_at(position)) == straight(match, position)
    play(written, Random(1), len(match.history) + KEYFRAME_INTERVAL + 1)
    for position in range(len(match.history) + 1):
        assert packed(match.state_at(position)) == straight(match, position)


def test_states_given_out_are_copies():
    match = played(2, actions=20).match
    before = packed(match.state), packed(match.state_at(16))
    for position in (16, 20):
        state = match.state_at(position)
        DICE.apply(state, 0, DICE.legal(state, 0)[0], None)
    match.view(OMNISCIENT).turn = 99
    assert before == (packed(match.state), packed(match.state_at(16)))


def test_events_are_derived_again_as_they_were_emitted():
    written = began(3, "events")
    match = written.match
    emitted = []
    opening = match.events_at(0)
    assert [type(event).__name__ for event in opening] == ["RoundBegan", "Rolled"]
    while DICE.to_move(match.state):
        seat = DICE.to_move(match.state)[0]
        emitted.append(written.act(seat, match.legal(seat)[-1]).events)
    for copy in (match, loaded(written.text)):
        assert copy.events_at(0) == opening
        assert [copy.events_at(at + 1) for at in range(len(emitted))] == emitted


def test_viewers_get_only_what_they_may_know():
    written = began(2)
    written.first(0)
    match = written.match
    assert [type(event).__name__ for event in match.events(0)] == ["Chose"]
    assert match.events(1) == ()
    assert match.events(SPECTATOR) == ()
    assert match.events(OMNISCIENT) == match.events_at(1)
    assert match.events(1, 0)[0].hands[0] == {HIDDEN: 9}
    assert match.events(0, 0)[0].hands[0] != {HIDDEN: 9}


def test_views_hide_what_the_viewer_may_not_see():
    written = began(2)
    written.first(0)
    match = written.match
    assert match.view(1).hands[0] == {HIDDEN: 8}
    assert match.view(1).chosen[0] == HIDDEN
    assert match.view(0).chosen[0] != HIDDEN
    assert set(match.view(SPECTATOR, 0).hands[1]) == {HIDDEN}
    assert match.view(OMNISCIENT) == match.state


@pytest.mark.parametrize("seats", DICE.seats)
def test_match_saved_and_loaded_at_every_action_continues_the_same(seats):
    written = began(seats, f"continue {seats}")
    rng = Random(seats)
    match = written.match
    while DICE.to_move(match.state):
        play(written, rng, len(match.history) + 1, undo=0.2)
        again = loaded(written.text)
        assert again.divergence is None
        assert again.lines == match.lines
        assert again.history == match.history
        assert mark(again) == mark(match) == match.lines[-1].state_hash
        for seat in range(seats):
            assert again.legal(seat) == match.legal(seat)
            assert again.question(seat) == match.question(seat)
            assert again.view(seat) == match.view(seat)
            assert again.events(seat) == match.events(seat)
            for wish in (Undo(), Redo()):
                assert outcome(again, seat, wish) == outcome(match, seat, wish)


def outcome(match: AnyMatch, seat: int, wish: Undo | Redo) -> bytes | str:
    """Return the line that a wish would write, or the code of its refusal."""
    try:
        return match.propose(seat, wish).text
    except Refused as refused:
        return refused.refusal.code


def test_divergence_is_named_at_its_line_and_all_before_it_can_be_seen():
    written = played(2, actions=30)
    forged = rechained(written.text, 20, state_hash="AAAAAAAAAAA")
    match = loaded(forged)
    divergence = match.divergence
    assert divergence is not None
    assert divergence.line == 20
    assert divergence.recorded == "AAAAAAAAAAA"
    assert divergence.found == written.match.lines[19].state_hash
    assert divergence.sentence == (
        f"Action 20, {written.match.lines[19].action!r}, leads to another state by the rules "
        f"(recorded 'AAAAAAAAAAA', found {divergence.found!r})."
    )
    assert len(match.lines) == len(match.history) == 19
    assert packed(match.state) == packed(written.match.state_at(19))
    assert packed(match.state_at(17)) == packed(written.match.state_at(17))


def test_divergence_at_an_undo_is_named_at_its_line():
    written = began()
    written.first(0)
    written.act(0, Undo())
    match = loaded(rechained(written.text, 2, state_hash="AAAAAAAAAAA"))
    assert match.divergence is not None
    assert match.divergence.line == 2
    assert len(match.lines) == 1


def test_nothing_can_be_done_after_a_divergence():
    match = loaded(rechained(played(2, actions=5).text, 4, state_hash="AAAAAAAAAAA"))
    for seat in (0, 1):
        for act in (*match.legal(seat), Undo(), Redo()):
            with pytest.raises(Refused):
                match.propose(seat, act)
    with pytest.raises(Refused) as error:
        match.propose(1, Undo())
    assert error.value.refusal.code == "diverged"
    mover = match.game.to_move(match.state)[0]
    with pytest.raises(Refused):
        match.is_final(mover, match.legal(mover)[0])


def test_rules_that_changed_are_found_at_the_first_action_they_touch():
    written = played(2, actions=12)

    def changed(state: Any, seat: int, action: Any, emit: Any) -> None:
        DICE.apply(state, seat, action, emit)
        if state.turn == 3:
            state.darwin = 1 - state.darwin

    reading = record.read(written.text)
    game = replace(DICE, apply=changed)
    match = Match.load(game, reading.header, reading.chain, reading.lines)
    assert match.divergence is not None
    assert match.divergence.line == 6


def test_same_header_gives_the_same_match():
    a, b = played(4, "twins").match, played(4, "twins").match
    assert a.lines == b.lines
    assert packed(began(4, "other").match.state) != packed(began(4, "twins").match.state)


def test_header_shows_the_names_by_seat():
    assert header(3).names == ("Ada", "Ben", "Cleo")
    assert began(3).match.seats == 3
    assert msgspec.structs.replace(header(3), players=()).names == ()


def start_of(match: AnyMatch) -> msgspec.Raw:
    return msgspec.Raw(msgspec.json.encode(match.state))


def test_start_in_which_only_an_empty_seat_is_to_move_is_refused():
    four = began(4)
    for seat in (0, 1, 2):
        four.first(seat)
    with pytest.raises(RecordError, match="a seat is to move at which nobody sits"):
        began(2, start=start_of(four.match))


def test_start_that_ends_with_scores_for_other_seats_is_refused():
    three = began(3)
    three.first(2)
    with pytest.raises(RecordError, match="it is for other seats than these"):
        began(2, start=start_of(three.match))


def test_the_question_that_a_match_begins_with_is_number_0():
    match = began(3).match
    assert [match.question(seat) for seat in range(3)] == [0, 0, 0]


def test_a_line_of_another_writer_that_cannot_be_read_is_named_by_its_number():
    """The header is the first line of the file."""
    match = played(actions=3).match
    with pytest.raises(Refused):
        match.propose_line(b"no line\n")
    assert match.divergence is not None
    assert match.divergence.line == 4
    assert match.divergence.sentence == "Line 5 of the record is damaged."


# --- question numbers, undo and finality are cached: asked for again, they run no rule

COUNTED = ("legal", "apply", "clone")


def counting(slug: str, calls: Counter[str]) -> Any:
    """Return a game that counts the calls of its rules in ``calls``."""
    game: Any = registry.get(slug)

    def counted(part: Any, name: str) -> Any:
        rule = getattr(part, name)

        def call(*args: Any) -> Any:
            calls[name] += 1
            return rule(*args)

        return call

    texts = replace(game.texts, notation=counted(game.texts, "notation"))
    return replace(game, texts=texts, **{name: counted(game, name) for name in COUNTED})


@pytest.mark.parametrize("slug", registry.SLUGS)
def test_questions_asked_again_run_no_rule(slug):
    """Ask twice, at every step, all that a front end asks of the match for each seat."""
    calls = Counter[str]()
    rng = Random(slug)
    game = counting(slug, calls)
    match, _ = begin(game, header(2, game=slug))
    for _ in range(40):
        movers = game.to_move(match.state)
        if not movers:
            break
        wanted = [(seat, match.question(seat), match.can_undo(seat)) for seat in range(2)]
        final = [match.is_final(movers[0], action) for action in match.legal(movers[0])]
        calls.clear()
        assert wanted == [(seat, match.question(seat), match.can_undo(seat)) for seat in range(2)]
        assert final == [match.is_final(movers[0], action) for action in match.legal(movers[0])]
        assert not calls
        match.accept(match.propose(movers[0], rng.choice(match.legal(movers[0]))))


@pytest.mark.parametrize("slug", registry.SLUGS)
def test_cached_answers_are_those_of_a_match_loaded_again(slug):
    """Compare them after undos and redos, too."""
    game = registry.get(slug)
    rng = Random(slug)
    seats = game.seats[-1]
    match, _ = begin(game, header(seats, game=slug))
    undone = 0
    for _ in range(60):
        cached = [(match.question(s), match.can_undo(s), match.can_redo(s)) for s in range(seats)]
        reloaded = Match.load(game, match.header, match.first_chain, match.lines)
        for seat, (question, can_undo, can_redo) in enumerate(cached):
            assert reloaded.question(seat) == question
            assert reloaded.can_undo(seat) == can_undo == _is_proposed(match, seat, Undo())
            assert reloaded.can_redo(seat) == can_redo == _is_proposed(match, seat, Redo())
        movers = game.to_move(match.state)
        if not movers:
            break
        able = [seat for seat, (_, can_undo, _) in enumerate(cached) if can_undo]
        if able and rng.random() < 0.3:
            match.accept(match.propose(rng.choice(able), Undo()))
            undone += 1
        else:
            seat = rng.choice(list(movers))
            match.accept(match.propose(seat, rng.choice(match.legal(seat))))
    assert undone


def _is_proposed(match: Any, seat: int, act: Any) -> bool:
    try:
        match.propose(seat, act)
    except Refused:
        return False
    return True


# --- a branch continues from any point of a match, and leaves the match unchanged

CHANCE = shake_128(b"dealt anew").digest(16)


def branched(source: Written, position: int, viewer: int | None = None) -> Written:
    redeal = None if viewer is None else (viewer, CHANCE)
    seats = source.match.seats
    match, texts = branch(source.match, position, header(seats, id="branch"), redeal)
    return Written(match, b"".join(texts))


def test_same_future_begins_where_it_was_taken():
    source = played(3, "source", undo=0.2)
    for position in (0, 1, 17, len(source.match.history)):
        new = branched(source, position)
        assert packed(new.match.state) == packed(source.match.state_at(position))
        assert new.match.history == [
            type(act)(at, act.seat, act.action)
            for at, act in enumerate(source.match.history[:position], 1)
        ]
        assert loaded(new.text).lines == new.match.lines


def test_same_future_deals_the_same_later():
    source = played(2, "source")
    new = branched(source, 10)
    for act in source.match.history[10:]:
        new.act(act.seat, act.action)
    assert mark(new.match) == mark(source.match)


def test_original_stays_as_it_was():
    source = played(3, "source", actions=40, undo=0.2)
    before = source.text, mark(source.match), list(source.match.lines)
    for viewer in (None, 0, SPECTATOR):
        play(branched(source, 25, viewer), Random(1))
    assert before == (source.text, mark(source.match), source.match.lines)
    assert loaded(source.text).lines == source.match.lines


def test_parent_names_match_line_and_hash():
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
def test_dealing_again_leaves_the_view_unchanged(seats, position):
    source = played(seats, "source")
    for viewer in (*range(seats), SPECTATOR):
        new = branched(source, position, viewer)
        assert new.match.view(viewer) == source.match.view(viewer, position)
        assert DICE.invariants(new.match.state) == []
        if viewer != SPECTATOR:
            assert new.match.legal(viewer) == tuple(
                DICE.legal(source.match.state_at(position), viewer)
            )


def test_dealing_again_changes_all_that_the_viewer_cannot_know():
    source = played(3, "source")
    new = branched(source, 4, 0)
    old = source.match.state_at(4)
    assert new.match.state.deck != old.deck
    assert new.match.state.rolls != old.rolls
    assert new.match.state.hands[1:] != old.hands[1:]
    assert new.match.state.chance != old.chance


def test_dealing_again_reveals_nothing_of_the_seed_or_the_actions_before():
    source = played(3, "secret seed")
    new = branched(source, 4, 0)
    assert new.match.header.seed == header().seed, "its own"
    assert b"secret seed" not in new.text.replace(b'"id":"id-secret seed"', b"")
    assert new.match.lines == []


@pytest.mark.parametrize("viewer", [None, 1, SPECTATOR])
def test_branch_is_saved_and_continues(viewer):
    new = branched(played(4, "source"), 22, viewer)
    again = loaded(new.text)
    assert mark(again) == mark(new.match)
    assert again.header == new.match.header == record.read(new.text).header
    play(new, Random(2), undo=0.2)
    assert loaded(new.text).divergence is None
    assert mark(loaded(new.text)) == mark(new.match)
    assert DICE.outcome(new.match.state) is not None


def test_branch_of_a_branch_names_the_branch_as_its_parent():
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


def test_branch_keeps_rules_options_and_takes_the_new_players():
    source = began(2, options={"counter": False})
    new = branched(source, 0)
    assert new.match.header.options == {"counter": False}
    assert new.match.header.rules == source.match.header.rules
    assert new.match.header.id == "branch"


def test_nothing_undone_before_can_be_redone_in_a_branch():
    source = played(3, "source", actions=3)
    source.first(0)
    source.act(0, Undo())
    new = branched(source, 3)
    with pytest.raises(Refused):
        new.match.propose(0, Redo())
