"""The replay of text mode: branches, notes, and guessing."""

import pytest
from home import here, own
from tui.scenes import Script, finished, saved

from darwin_core.contract.game import OMNISCIENT, SPECTATOR
from darwin_tui import text_mode
from darwin_tui.library import notes, saves
from darwin_tui.library.saved_match import SavedMatch
from darwin_tui.library.saves import Opened

pytestmark = pytest.mark.usefixtures("patient_bots")


def said(opened: Opened, *typed: str, viewer: int = 0) -> list[str]:
    console = Script(typed)
    assert text_mode.replay_plain(SavedMatch.of(opened), viewer, console) == 0
    return console.lines


@pytest.mark.parametrize("words", ["branch", "branch new"])
def test_a_match_is_played_on_from_a_position_and_left_for_the_replay(words):
    opened = finished("human", "bot:greedy")
    original = opened.path.read_bytes()
    lines = said(opened, "go 2", words, "1", "quit", "next", "quit")
    assert "You are back in the replay, after action 2." in lines
    assert opened.path.read_bytes() == original
    (row,) = [row for row in saves.listed(here()) if row.is_branch]
    match = saves.read(row.path).match
    assert match.header.parent is not None
    assert match.header.parent.id == opened.match.header.id
    position = 2 if words == "branch" else 0
    assert len(match.history) > position
    assert match.view(0, position) == opened.match.view(0, 2)
    is_same = match.state_at(position).hands == opened.match.state_at(2).hands
    assert is_same == (words == "branch")
    assert saves.verify(row.path) is None


def test_of_a_match_of_bots_the_reader_takes_the_seat_that_moves_next():
    opened = finished("bot:greedy", "bot:greedy")
    said(opened, "go 1", "branch", "quit", "quit", viewer=SPECTATOR)
    (row,) = [row for row in saves.listed(here()) if row.is_branch]
    (mover,) = opened.match.game.to_move(opened.match.state_at(1))
    players = saves.read(row.path).match.header.players
    assert [player.control == "human" for player in players] == [seat == mover for seat in (0, 1)]


def test_where_no_branch_can_be_that_is_said():
    opened = finished("human", "bot:greedy")
    lines = said(opened, "play", "branch", "branch old", "quit")
    assert "The match is over here. Go back to an earlier action first." in lines
    assert "After branch comes new, which deals again what you do not see, or nothing." in lines
    assert not [row for row in saves.listed(here()) if row.is_branch]


def test_nobody_takes_a_rivals_seat_of_a_match_that_is_not_over():
    opened = saved("human", "bot:greedy", actions=6)
    assert opened.journal
    opened.journal.close()
    lines = said(opened, "as spectator", "go 3", "branch", "quit", "quit")
    assert "You are back in the replay, after action 3." in lines
    assert opened.match.game.to_move(opened.match.state_at(3))[0] == 1, "the rival is asked first"
    (row,) = [row for row in saves.listed(here()) if row.is_branch]
    controls = [player.control for player in saves.read(row.path).match.header.players]
    assert controls[0] == "human"
    assert controls[1].startswith("bot:")


def test_a_note_is_kept_read_and_removed():
    opened = finished("human", "bot:greedy")
    record = opened.path.read_bytes()
    path = here().notes_on(opened.path)
    lines = said(opened, "go 4", "note too early", "next", "go 4", "quit")
    note = next(line for line in lines if line.startswith("Note: "))
    assert "too early" in note
    assert lines.count(note) == 1, "at its action alone"
    (stored,) = notes.read(path)
    assert (stored.line, stored.text) == (opened.match.history[3].line, "too early")
    assert note in said(opened, "go 4", "quit")
    lines = said(opened, "go 4", "note", "go 4", "quit")
    assert note not in lines[lines.index("Your note is removed.") :]
    assert "There is no note of yours here." in said(opened, "go 4", "note", "quit")
    lines = said(opened, "go 4", f"note {'e' * 300}", "quit")
    assert "The first 200 characters are kept." in lines
    assert opened.path.read_bytes() == record


@pytest.mark.parametrize("viewer", [SPECTATOR, OMNISCIENT])
def test_who_does_not_choose_hears_who_does_instead_of_a_hint(viewer):
    opened = finished("human", "bot:greedy")
    mover = opened.match.game.to_move(opened.match.state_at(1))[0]
    name = opened.match.header.players[mover].name
    typed = ("go 1", "hint", f"as {name}", "hint", "play", "hint", "quit")
    lines = said(opened, *typed, viewer=viewer)
    assert f"{name} chooses here: type as {name} first." in lines
    assert sum(line.startswith("Best is ") for line in lines) == 1
    assert lines[-2] == "There is nothing to choose now."


def test_a_note_without_words_removes_the_sign_too():
    opened = finished("human", "bot:greedy")
    path = here().notes_on(opened.path)
    line = opened.match.history[3].line
    notes.write(path, notes.Note(line, own().name, "?!", "Too early."))
    lines = said(opened, "go 4", "note", "go 4", "quit")
    assert f"Note: ?! {own().name}: Too early." in lines
    assert "Your note is removed." in lines
    assert not notes.read(path)


def test_decisions_are_guessed_and_scored_without_the_end_being_told():
    opened = finished("human", "bot:greedy")
    match = opened.match
    decisions = [
        at
        for at, played in enumerate(match.history)
        if played.seat == 0 and len(match.game.legal(match.state_at(at), 0)) > 1
    ]
    first, second = decisions[:2]

    def number(at, is_played):
        actions = match.game.legal(match.view(0, at), 0)
        index = actions.index(match.history[at].action)
        return str((index if is_played else (index + 1) % len(actions)) + 1)

    lines = said(
        opened, "guess", "0", "nonsense", number(first, True), number(second, False), "quit", "quit"
    )
    assert "Guess what Ada did. Type a number, or ? for help." in lines
    assert any(line.startswith("There is no choice 0; ") for line in lines)
    assert any("nonsense" in line for line in lines)
    assert any(line.startswith("Yes, so did Ada: ") for line in lines)
    assert "As Ada played: 1 of 2 actions, 50 %." in lines
    assert not any(str(len(match.history)) in line for line in lines), "its length"
    assert lines[-2] == "You are back in the replay, after action 0."


def test_what_cannot_be_guessed_is_said():
    opened = finished("human", "bot:greedy")
    assert "There is nothing more to guess." in said(opened, "play", "guess", "quit")
    living = saved("human", "bot:greedy", seed="living", actions=4)
    assert "Actions can be guessed once the match is over." in said(living, "guess", "quit")
