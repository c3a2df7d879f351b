"""A match: actions are proposed before they are accepted, and any point of it can be viewed
again."""

from dataclasses import replace
from random import Random
from typing import Any

import msgspec
import pytest
from matches import DICE, began, header, loaded, mark, packed, play, played, rechained

from darwin_core.contract.game import HIDDEN, OMNISCIENT, SPECTATOR
from darwin_core.games.dice.acts import Play
from darwin_core.match import KEYFRAME_INTERVAL, AnyMatch, Match, Redo, Refused, Undo, record
from darwin_core.match.record import RecordError


def straight(match: AnyMatch, position: int) -> bytes:
    """Return the state after so many actions in force, played from the set-up without any short
    cut."""
    state = DICE.setup(DICE.options(), match.seats, match.header.seed, None)
    for act in match.history[:position]:
        DICE.apply(state, act.seat, act.action, None)
    return packed(state)


def test_proposing_changes_nothing() -> None:
    match = played(3, acts=10).match
    before = packed(match.state), list(match.lines), list(match.history), match.question(0)
    seat = DICE.to_move(match.state)[0]
    for action in match.legal(seat):
        match.propose(seat, action)
    assert before == (packed(match.state), match.lines, match.history, match.question(0))


def test_accepting_makes_a_step_so() -> None:
    match = began().match
    step = match.propose(1, match.legal(1)[2])
    match.accept(step)
    assert match.state == step.state
    assert match.lines == [step.line]
    assert mark(match) == step.line.state_hash
    assert match.chain == step.line.chain


def test_step_proposed_before_another_was_accepted_is_not_accepted() -> None:
    match = began().match
    first = match.propose(0, match.legal(0)[0])
    second = match.propose(1, match.legal(1)[0])
    match.accept(first)
    with pytest.raises(ValueError, match="proposed before another"):
        match.accept(second)
    assert match.lines == [first.line]


def test_action_outside_the_legal_list_is_refused_with_its_rule() -> None:
    match = began().match
    missing = next(Play(card) for card in range(35) if card not in match.state.hands[0])
    with pytest.raises(Refused) as error:
        match.propose(0, missing)
    assert error.value.refusal.code == "not-in-hand"
    match.accept(match.propose(0, match.legal(0)[0]))
    with pytest.raises(Refused) as error:
        match.propose(0, Play(next(iter(match.state.hands[0]))))
    assert error.value.refusal.code == "chosen"


@pytest.mark.parametrize("seats", DICE.seats)
def test_every_point_can_be_seen_again(seats: int) -> None:
    match = played(seats, "points").match
    assert len(match.history) == DICE.bound(seats) > 3 * KEYFRAME_INTERVAL
    for position in range(len(match.history) + 1):
        assert packed(match.state_at(position)) == straight(match, position)


@pytest.mark.parametrize("seed", range(6))
def test_every_point_can_be_seen_again_after_actions_were_undone(seed: int) -> None:
    written = played(4, f"back {seed}", undo=0.4)
    match = written.match
    assert any(line.action.startswith("undo") for line in match.lines)
    for each in (match, loaded(written.text)):
        for position in range(len(match.history) + 1):
            assert packed(each.state_at(position)) == straight(match, position)


@pytest.mark.parametrize("before", range(KEYFRAME_INTERVAL - 4, KEYFRAME_INTERVAL + 3))
def test_points_around_a_kept_state_are_right_after_an_earlier_action_was_left_out(
    before: int,
) -> None:
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


def test_states_given_out_are_copies() -> None:
    match = played(2, acts=20).match
    before = packed(match.state), packed(match.state_at(16))
    for position in (16, 20):
        state = match.state_at(position)
        DICE.apply(state, 0, DICE.legal(state, 0)[0], None)
    match.view(OMNISCIENT).turn = 99
    assert before == (packed(match.state), packed(match.state_at(16)))


def test_events_are_derived_again_as_they_were_emitted() -> None:
    written = began(3, "events")
    match, emitted = written.match, []
    opening = match.events_at(0)
    assert [type(event).__name__ for event in opening] == ["RoundBegan", "Rolled"]
    while DICE.to_move(match.state):
        seat = DICE.to_move(match.state)[0]
        emitted.append(written.act(seat, match.legal(seat)[-1]).events)
    for each in (match, loaded(written.text)):
        assert each.events_at(0) == opening
        assert [each.events_at(at + 1) for at in range(len(emitted))] == emitted


def test_viewers_get_only_what_they_may_know() -> None:
    written = began(2)
    written.first(0)
    match = written.match
    assert [type(event).__name__ for event in match.events(0)] == ["Chose"]
    assert match.events(1) == ()
    assert match.events(SPECTATOR) == ()
    assert match.events(OMNISCIENT) == match.events_at(1)
    assert match.events(1, 0)[0].hands[0] == {HIDDEN: 9}
    assert match.events(0, 0)[0].hands[0] != {HIDDEN: 9}


def test_views_hide_what_the_viewer_may_not_see() -> None:
    written = began(2)
    written.first(0)
    match = written.match
    assert match.view(1).hands[0] == {HIDDEN: 8}
    assert match.view(1).chosen[0] == HIDDEN
    assert match.view(0).chosen[0] != HIDDEN
    assert set(match.view(SPECTATOR, 0).hands[1]) == {HIDDEN}
    assert match.view(OMNISCIENT) == match.state


@pytest.mark.parametrize("seats", DICE.seats)
def test_saved_and_loaded_at_every_action_it_continues_the_same(seats: int) -> None:
    written = began(seats, f"continue {seats}")
    rng, match = Random(seats), written.match
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


@pytest.mark.campaign
def test_saved_and_loaded_at_fifty_thousand_points_it_continues_the_same() -> None:
    points = seed = 0
    while points < 50_000:
        seats = DICE.seats[seed % 3]
        written = began(seats, f"campaign {seed}")
        match, rng = written.match, Random(seed)
        while DICE.to_move(match.state):
            play(written, rng, len(match.history) + 1, undo=0.2)
            again = loaded(written.text)
            assert mark(again) == mark(match)
            assert all(again.legal(seat) == match.legal(seat) for seat in range(seats))
            points += 1
        seed += 1


def test_divergence_is_named_at_its_line_and_all_before_it_can_be_seen() -> None:
    written = played(2, acts=30)
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


def test_divergence_at_an_undo_is_named_at_its_line() -> None:
    written = began()
    written.first(0)
    written.act(0, Undo())
    match = loaded(rechained(written.text, 2, state_hash="AAAAAAAAAAA"))
    assert match.divergence is not None
    assert match.divergence.line == 2
    assert len(match.lines) == 1


def test_nothing_can_be_done_after_a_divergence() -> None:
    match = loaded(rechained(played(2, acts=5).text, 4, state_hash="AAAAAAAAAAA"))
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


def test_rules_that_changed_are_found_at_the_first_action_they_touch() -> None:
    written = played(2, acts=12)

    def changed(state: Any, seat: int, action: Any, emit: Any) -> None:
        DICE.apply(state, seat, action, emit)
        if state.turn == 3:
            state.darwin = 1 - state.darwin

    reading = record.read(written.text)
    game = replace(DICE, apply=changed)
    match = Match.load(game, reading.header, reading.chain, reading.lines)
    assert match.divergence is not None
    assert match.divergence.line == 6


def test_same_header_gives_the_same_match() -> None:
    a, b = played(4, "twins").match, played(4, "twins").match
    assert a.lines == b.lines
    assert packed(began(4, "other").match.state) != packed(began(4, "twins").match.state)


def test_header_shows_the_names_by_seat() -> None:
    assert header(3).names == ("Ada", "Ben", "Cleo")
    assert began(3).match.seats == 3
    assert msgspec.structs.replace(header(3), players=()).names == ()


def start_of(match: AnyMatch) -> msgspec.Raw:
    return msgspec.Raw(msgspec.json.encode(match.state))


def test_start_in_which_only_a_seat_is_to_move_at_which_nobody_sits_is_refused() -> None:
    four = began(4)
    for seat in (0, 1, 2):
        four.first(seat)
    with pytest.raises(RecordError, match="a seat is to move at which nobody sits"):
        began(2, start=start_of(four.match))


def test_start_that_ends_with_scores_for_other_seats_is_refused() -> None:
    three = began(3)
    three.first(2)
    with pytest.raises(RecordError, match="it is for other seats than these"):
        began(2, start=start_of(three.match))


def test_the_question_that_a_match_begins_with_is_number_0() -> None:
    match = began(3).match
    assert [match.question(seat) for seat in range(3)] == [0, 0, 0]
