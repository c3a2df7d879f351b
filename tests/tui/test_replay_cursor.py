"""The cursor of a replay, without a screen: steps, jumps, search, and the length that it hides."""

from math import inf
from typing import Any

import pytest
from matches import NAMES, began, played

from darwin_core.contract.game import OMNISCIENT, SPECTATOR
from darwin_core.match import Redo, Undo
from darwin_core.match.recording import Recording
from darwin_core.text.seat_names import SeatNames
from darwin_tui.play.replay import ACTIONS_PER_SECOND, ReplayCursor, action_details

LEXICON = SeatNames(NAMES[:3])


def cursor_over(match: Any, viewer: int = SPECTATOR) -> ReplayCursor:
    return ReplayCursor(Recording(match, viewer))


@pytest.fixture(scope="module")
def finished() -> Any:
    return played(3, "cursor").match


@pytest.fixture
def cursor(finished: Any) -> ReplayCursor:
    return cursor_over(finished)


def test_it_goes_no_farther_than_the_ends(cursor):
    cursor.go(-5)
    assert (cursor.position, cursor.line, cursor.sentences(LEXICON)) == (0, 0, [])
    cursor.go(10_000)
    assert cursor.position == cursor.last
    assert cursor.is_at_the_end


def test_a_single_step_skips_what_was_no_choice_and_showed_nothing(cursor):
    recording = cursor.recording
    dull = {
        at
        for at in range(1, cursor.last)
        if recording.forced[at - 1] and not any(event.reveals for event in recording.events(at))
    }
    assert dull
    visited = set[int]()
    while cursor.position < cursor.last:
        cursor.step(1)
        visited.add(cursor.position)
    assert visited == {*range(1, cursor.last + 1)} - dull
    while cursor.position:
        cursor.step(-1)
        assert cursor.position not in dull
    at = min(dull)
    cursor.go(at - 1)
    cursor.shows_all = True
    cursor.step(1)
    assert cursor.position == at
    cursor.shows_all = False
    cursor.go(at - 5)
    cursor.step(5)
    assert cursor.position == at, "five at once skip nothing"


@pytest.mark.parametrize("unit", ["turn", "round"])
def test_jumps_end_where_a_turn_or_round_starts(cursor, unit):
    clocks = cursor.recording.clocks

    def key(at: int) -> tuple[int, ...]:
        return (clocks[at].round, clocks[at].turn) if unit == "turn" else (clocks[at].round,)

    starts = [at for at in range(1, cursor.last + 1) if key(at) != key(at - 1)]
    stops = []
    while cursor.position < cursor.last:
        cursor.jump(unit, 1)
        stops.append(cursor.position)
    assert stops == [*starts, *([cursor.last] if starts[-1] != cursor.last else [])]
    cursor.jump(unit, 1)
    assert cursor.position == cursor.last
    cursor.jump(unit, -1)
    assert cursor.position == [at for at in (0, *starts) if at < cursor.last][-1]
    cursor.go(0)
    cursor.jump(unit, -1)
    assert cursor.position == 0


def test_search_continues_from_here_and_from_the_start(cursor):
    positions = [at for at, _ in cursor.log_lines(LEXICON)]
    assert positions == [0] * len(positions), "what is to come is not listed"
    cursor.is_revealed = True
    wanted = "wins"
    places = sorted({at for at, text in cursor.log_lines(LEXICON) if wanted in text.casefold()})
    assert len(places) > 1
    visited = []
    for _ in range(len(places) + 1):
        position = cursor.search(wanted.upper(), LEXICON)
        assert position is not None
        cursor.go(position)
        visited.append(position)
    assert visited == [*places[places[0] == 0 :], *places][: len(visited)]
    assert cursor.search("nothing says this", LEXICON) is None


def test_the_length_of_a_finished_match_is_shown_at_its_end_only(cursor):
    assert not cursor.is_revealed
    assert f"of {cursor.last}" not in cursor.timeline(20, is_playing=False)
    cursor.go(cursor.last - 1)
    assert not cursor.is_revealed
    cursor.go(cursor.last)
    assert f"of {cursor.last}" in cursor.timeline(20, is_playing=False)
    assert "━" * 20 in cursor.timeline(20, is_playing=False)
    assert cursor_over(played(2, actions=5).match).is_revealed, (
        "an unfinished one has no end to spoil"
    )


def test_speeds_have_two_ends(cursor):
    assert cursor.speed == 1
    for by, last in ((1, inf), (-1, 0.25)):
        for _ in range(len(ACTIONS_PER_SECOND) + 2):
            cursor.accelerate(by)
        assert cursor.speed == last


def test_undone_actions_are_where_they_were_taken():
    written = began(2)
    written.first(0)
    written.act(0, Undo())
    written.act(0, Redo())
    cursor = cursor_over(written.match, 0)
    cursor.go(1)
    marks = [(type(event).__name__, undone) for event, undone in cursor.log_with_undone]
    assert marks[-2:] == [("Chose", True), ("Chose", False)]
    assert len(cursor.log) == len(marks) - 1
    assert cursor.position_of(3) == 1
    assert cursor.position_of(1) is None, "undone"
    assert cursor.position_of(0) == 0


def test_another_perspective_keeps_the_place(finished):
    cursor = cursor_over(finished)
    cursor.go(7)
    cursor.recording = cursor.recording.from_perspective(OMNISCIENT)
    assert cursor.position == 7
    assert cursor.sentences(LEXICON)


def test_an_action_that_changed_no_points_is_followed_by_who_leads(cursor):
    """The panel says more than the next seat even if the banner has all sentences."""
    unchanged = set[str]()
    while cursor.position < cursor.last:
        cursor.go(cursor.position + 1)
        banner = " ".join(cursor.sentences(LEXICON))
        first = action_details(banner, (), cursor, LEXICON)[0]
        assert not first.startswith("Next: "), cursor.position
        if first.startswith("No points changed"):
            unchanged.add(first.partition("; ")[2])
    assert "all have 0." in unchanged
    assert any(" leads with " in words for words in unchanged)
