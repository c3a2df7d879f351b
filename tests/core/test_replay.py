"""A replay emits the same events as the match did when it was played."""

from typing import Any

import pytest
from matches import DICE, began, loaded, played

from darwin_core.contract.game import HIDDEN, OMNISCIENT, SPECTATOR, State
from darwin_core.match import AnyMatch, Undo, redact_all, replay
from darwin_core.match.recording import Recording


def test_walk_comes_by_every_point():
    match = played(3, actions=30, undo=0.2).match
    walked = [
        (DICE.clone(state), tuple(events)) for state, events in replay.walk(match, observed=True)
    ]
    assert walked == [(match.state_at(at), match.events_at(at)) for at in range(31)]
    assert not any(events for _, events in replay.walk(match))


def test_event_log_holds_what_was_emitted_action_by_action():
    match = played(3, actions=30, undo=0.2).match
    for viewer in (0, 2, SPECTATOR, OMNISCIENT):
        logged = [match.events(viewer, at) for at in range(31)]
        assert replay.event_log(match, viewer) == logged


def test_clocks_are_those_of_every_point():
    match = played(2, actions=40, undo=0.2).match
    assert replay.clocks(match) == [DICE.clock(match.state_at(at)) for at in range(41)]


def test_an_action_without_an_alternative_is_forced():
    match = played(2, undo=0.2).match
    forced = [
        len(DICE.legal(match.state_at(at), act.seat)) == 1 for at, act in enumerate(match.history)
    ]
    assert replay.forced(match) == forced
    assert {*forced} == {True, False}


def test_undone_actions_are_shown_at_their_position_to_those_who_may_see_them():
    written = began(3)
    written.first(0)
    written.act(0, Undo())
    other = written.match.legal(0)[1]
    written.act(0, other)
    written.first(1)
    written.act(1, Undo())
    match = written.match
    (mine,) = replay.undone(match, 0)[0]
    assert [event.seat for event in mine] == [0]
    assert mine != match.events(0, 1)
    # Nobody else learns the choice, undone or not.
    assert replay.undone(match, 2) == {0: [()], 1: [()]}
    assert replay.seen_undone(match) == set()
    assert [event.seat for event in replay.undone(match, 1)[1][0]] == [1]
    assert replay.undone(began(3).match, 0) == {}


def as_it_was_played(match: AnyMatch, viewer: int) -> dict[int, list[tuple[Any, ...]]]:
    """Return the events of undone actions by position, by playing the match again line by line."""
    lines_in_force = [act.line for act in match.history]
    again = began(match.seats, match.header.seed).match
    undone: dict[int, list[tuple[Any, ...]]] = {}
    for line in match.lines:
        is_undo = line.action.startswith("undo ")
        step = again.propose(line.seat, Undo() if is_undo else DICE.texts.parse(line.action))
        again.accept(step)
        if not is_undo and line.number not in lines_in_force:
            position = sum(number < line.number for number in lines_in_force)
            undone.setdefault(position, []).append(redact_all(DICE, step.events, viewer))
    return undone


@pytest.mark.parametrize("seed", range(6))
def test_what_was_undone_is_shown_as_when_it_was_played(seed):
    written = played(4, f"back {seed}", undo=0.5)
    for match in (written.match, loaded(written.text)):
        for viewer in (0, 3, SPECTATOR, OMNISCIENT):
            assert replay.undone(match, viewer) == as_it_was_played(match, viewer)


# --- a recording is a match from one perspective, and leads to nothing that this does not show

AnyRecording = Recording[Any, Any, Any]
VIEWERS = (0, 1, SPECTATOR, OMNISCIENT)


@pytest.mark.parametrize("viewer", VIEWERS)
def test_each_position_is_what_the_viewer_saw_there(viewer):
    match = played(3, undo=0.2, actions=40).match
    recording: AnyRecording = Recording(match, viewer)
    assert recording.last == len(match.history)
    for position in range(recording.last + 1):
        assert recording.view(position) == match.view(viewer, position)
        assert recording.events(position) == match.events(viewer, position)
        assert len(recording.log(position)) == position + 1
    assert recording.view() == match.view(viewer)
    assert list(recording.log()) == replay.event_log(match, viewer)
    assert recording.undone == replay.undone(match, viewer) != {}
    assert (recording.clocks, recording.forced) == (replay.clocks(match), replay.forced(match))
    lines = [recording.line(position) for position in range(1, recording.last + 1)]
    assert lines == [act.line for act in match.history]
    assert recording.line(0) == 0


def test_another_perspective_is_another_recording():
    match = played(2, actions=9).match
    ada: AnyRecording = Recording(match, 0)
    all_hands = ada.from_perspective(OMNISCIENT)
    assert (ada.viewer, all_hands.viewer) == (0, OMNISCIENT)
    assert HIDDEN in ada.view().hands[1]
    assert HIDDEN not in all_hands.view().hands[1]


@pytest.mark.parametrize("viewer", [0, 1, SPECTATOR])
def test_of_an_unfinished_match_it_shows_neither_seed_nor_chance(viewer):
    match = played(2, actions=9).match
    recording: AnyRecording = Recording(match, viewer)
    assert (recording.seed, recording.outcome) == (None, None)
    for name in dir(recording):
        if not name.startswith("_"):
            value = getattr(recording, name)
            assert not isinstance(value, State)
            assert value != match.header.seed
    assert recording.view().chance == b""


def test_a_finished_match_shows_its_seed_and_outcome():
    match = played(2).match
    recording: AnyRecording = Recording(match, SPECTATOR)
    assert recording.seed == match.header.seed
    assert recording.outcome == match.game.outcome(match.state)


def test_elements_of_an_action_that_the_viewer_did_not_see_are_not_shown():
    written = began(2)
    action = written.first(0)
    match = written.match
    own, other = (Recording[Any, Any, Any](match, viewer) for viewer in (0, 1))
    assert own.targets(1) == match.game.targets(action) != ()
    assert other.targets(1) == ()
    assert own.targets(0) == ()


def test_news_are_the_events_since_the_viewers_last_action():
    match = played(3).match
    ada: AnyRecording = Recording(match, 0)
    own_positions = [at for at in range(1, ada.last + 1) if ada.seat(at) == 0]
    for position in range(ada.last + 1):
        after = max((at for at in own_positions if at <= position), default=-1)
        events = [event for at in range(after + 1, position + 1) for event in ada.events(at)]
        assert ada.news(position) == events
    assert ada.news(own_positions[-1]) == []
    assert any(map(ada.news, range(ada.last)))
    for viewer in (SPECTATOR, OMNISCIENT):
        assert ada.from_perspective(viewer).news(ada.last) == []
