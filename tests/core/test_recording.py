"""A recording is a match from one perspective, and has no way to more."""

from typing import Any

import pytest
from matches import began, played

from darwin_core.contract.game import HIDDEN, OMNISCIENT, SPECTATOR, State
from darwin_core.match import replay
from darwin_core.match.recording import Recording

AnyRecording = Recording[Any, Any, Any]
VIEWERS = (0, 1, SPECTATOR, OMNISCIENT)


@pytest.mark.parametrize("viewer", VIEWERS)
def test_each_position_is_what_the_viewer_saw_there(viewer: int) -> None:
    match = played(3, undo=0.2, acts=40).match
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


def test_another_perspective_is_another_recording() -> None:
    match = played(2, acts=9).match
    ada: AnyRecording = Recording(match, 0)
    all_hands = ada.from_perspective(OMNISCIENT)
    assert (ada.viewer, all_hands.viewer) == (0, OMNISCIENT)
    assert HIDDEN in ada.view().hands[1]
    assert HIDDEN not in all_hands.view().hands[1]


@pytest.mark.parametrize("viewer", [0, 1, SPECTATOR])
def test_of_an_unfinished_match_it_shows_neither_seed_nor_chance(viewer: int) -> None:
    match = played(2, acts=9).match
    recording: AnyRecording = Recording(match, viewer)
    assert (recording.seed, recording.outcome) == (None, None)
    for name in dir(recording):
        if not name.startswith("_"):
            found = getattr(recording, name)
            assert not isinstance(found, State)
            assert found != match.header.seed
    assert recording.view().chance == b""


def test_a_finished_match_shows_its_seed_and_outcome() -> None:
    match = played(2).match
    recording: AnyRecording = Recording(match, SPECTATOR)
    assert recording.seed == match.header.seed
    assert recording.outcome == match.game.outcome(match.state)


def test_elements_of_an_action_that_the_viewer_did_not_see_are_not_shown() -> None:
    written = began(2)
    action = written.first(0)
    match = written.match
    own, other = (Recording[Any, Any, Any](match, viewer) for viewer in (0, 1))
    assert own.targets(1) == match.game.targets(action) != ()
    assert other.targets(1) == ()
    assert own.targets(0) == ()


def test_news_are_what_happened_since_the_viewers_last_action() -> None:
    match = played(3).match
    ada: AnyRecording = Recording(match, 0)
    own = [at for at in range(1, ada.last + 1) if ada.seat(at) == 0]
    for position in range(ada.last + 1):
        after = max((at for at in own if at <= position), default=-1)
        events = [event for at in range(after + 1, position + 1) for event in ada.events(at)]
        assert ada.news(position) == events
    assert ada.news(own[-1]) == []
    assert any(map(ada.news, range(ada.last)))
    for viewer in (SPECTATOR, OMNISCIENT):
        assert ada.from_perspective(viewer).news(ada.last) == []
