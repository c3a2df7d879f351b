"""Resignations: lines of a record that change nothing in the state, and put their seats last."""

from random import Random

import pytest
from matches import NAMES, began, can_undo, header, loaded, mark, outcome_of, play

from darwin_core.contract import registry
from darwin_core.contract.game import SPECTATOR
from darwin_core.match import Refused, Resign, Undo, is_action, replay, rescue
from darwin_core.match.record import read, write_header, write_line
from darwin_core.match.recording import Recording
from darwin_core.text.seat_names import SeatNames
from darwin_tui.library import saves
from darwin_tui.library.saved_match import SavedMatch
from darwin_tui.play.replay import ReplayCursor
from darwin_tui.seating import decided_at, result


def test_a_line_says_who_has_resigned_and_changes_nothing_else():
    written = began(3)
    written.first(0)
    before = mark(written.match)
    question = written.match.question(2)
    step = written.act(1, Resign())
    assert (step.line.action, step.events) == ("resign", ())
    assert not is_action(step.line.action)
    assert (mark(written.match), written.match.question(2)) == (before, question)
    assert written.match.question(1) == step.line.number
    written.first(1)
    written.act(0, Undo())
    again = loaded(written.text)
    assert again.divergence is None
    assert again.resigned == written.match.resigned == {1: 1}
    assert again.text() == written.text
    assert [again.question(seat) for seat in range(3)] == [
        written.match.question(seat) for seat in range(3)
    ]
    assert [seat for seat, *_ in replay.undone(again, 0).values()]


def test_nobody_resigns_twice_nor_after_the_end():
    written = began(3)
    written.act(1, Resign())
    with pytest.raises(Refused, match="resigned already"):
        written.match.propose(1, Resign())
    over = play(began(2), Random(1)).match
    with pytest.raises(Refused, match="is over"):
        over.propose(0, Resign())


@pytest.mark.parametrize("seat", [1, 3])
def test_a_resignation_that_cannot_be_is_found(seat):
    written = began(3)
    written.act(1, Resign())
    again, _ = write_line(2, seat, "resign", written.match.lines[0].state_hash, written.match.chain)
    divergence = loaded(written.text + again).divergence
    assert divergence
    assert divergence.line == 2


@pytest.mark.parametrize("slug", registry.SLUGS)
def test_who_has_resigned_is_last_in_every_result(slug, tmp_path):
    match = play(began(2, game=slug), Random(1)).match
    winner = outcome_of(match).winners[0]
    gave_up = began(2, game=slug)
    gave_up.act(winner, Resign())
    for line in match.lines:
        gave_up.act(line.seat, match.game.texts.parse(line.action))
    # With two people, a resignation ends the contest, whatever a bot plays for the one who left.
    assert decided_at(gave_up.match) == 0
    assert result(gave_up.match).winners == (1 - winner,)
    recording = Recording(gave_up.match, SPECTATOR)
    assert recording.standing.ranks[winner] == recording.by_source().ranks[winner] == 2
    path = tmp_path / "a.jsonl"
    path.write_bytes(gave_up.text)
    row = saves.row(path)
    assert (row.trouble, row.over, row.places[winner]) == ("", True, 2)
    assert SavedMatch(gave_up.match).is_decided


def test_a_match_of_three_goes_on_until_two_have_resigned():
    written = began(3)
    written.act(2, Resign())
    assert decided_at(written.match) is None
    written.turn()
    written.act(0, Resign())
    assert decided_at(written.match) == 3
    assert result(written.match).ranks == (2, 1, 3)
    assert Recording(written.match, SPECTATOR).standing.ranks == (2, 1, 3)


def test_headers_of_unrated_matches_are_written_as_before():
    text, _ = write_header(header(3))
    assert b"rated" not in text
    rated, _ = write_header(header(3, is_rated=True))
    assert read(rated).header.is_rated


def test_a_match_is_rescued_without_the_line_of_a_damaged_resignation():
    written = began(3)
    written.turn()
    written.act(1, Resign())
    written.turn()
    rescued = rescue(written.text.replace(b"resign", b"resagn"))
    assert rescued.damaged
    assert mark(rescued.match) == mark(written.match)


def test_a_replay_says_when_somebody_has_resigned():
    written = began(3)
    written.turn()
    written.act(1, Resign())
    written.turn()
    cursor = ReplayCursor(Recording(written.match, SPECTATOR))
    is_named = {}
    for position in range(1, cursor.last + 1):
        cursor.go(position)
        is_named[position] = "Ben has resigned." in cursor.sentences(SeatNames(NAMES[:3]))
    assert [position for position, is_there in is_named.items() if is_there] == [3]


@pytest.mark.parametrize("slug", registry.SLUGS)
def test_records_with_resignations_and_undos_are_followed_and_loaded(slug):
    rng = Random(slug)
    written = began(2, game=slug)
    match = written.match
    other = loaded(written.text)
    resigns_at = {8: 1, 21: 0}
    while len(match.lines) < 40 and (movers := match.game.to_move(match.state)):
        before, number = len(written.text), len(match.lines)
        if number in resigns_at:
            written.act(resigns_at[number], Resign())
        elif rng.random() < 0.2 and (waiting := can_undo(match)):
            written.act(rng.choice(waiting), Undo())
        else:
            seat = rng.choice(movers)
            written.act(seat, rng.choice(match.legal(seat)))
        # Another process reads the line.
        other.accept(other.propose_line(written.text[before:]))
    again = loaded(written.text)
    assert again.divergence is None
    assert [*match.resigned] == [1, 0]
    assert other.resigned == again.resigned == match.resigned
    assert mark(other) == mark(again) == mark(match)
    assert again.text() == other.text() == written.text
    assert [again.question(seat) for seat in (0, 1)] == [other.question(seat) for seat in (0, 1)]
