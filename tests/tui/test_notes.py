"""Notes and marks on actions in a replay, and the facts that a replay does not give away."""

import pytest
from home import here, own
from textual.widgets import OptionList, Static
from tui.scenes import closed, finished, replay_of, replaying, saved, shown, until

from darwin_core.journal import JournalError
from darwin_core.match import replay
from darwin_core.text.seat_names import SeatNames
from darwin_tui.library import notes, saves
from darwin_tui.library.notes import Note
from darwin_tui.screens.match_screens import BranchDialog
from darwin_tui.terminal.input import TerminalInput
from darwin_tui.widgets.forms import Choice

SEATS3 = ("human", "bot:random", "bot:random")


def banner(app):
    return app.screen.query_one("#perspective", Static).content


async def test_marks_and_words_stay_on_their_action_and_the_record_as_it_is():
    opened = finished(*SEATS3)
    before = opened.path.read_bytes()
    async with replaying(opened).run_test() as pilot:
        await pilot.press("3")  # Before the first action, there is none to rate.
        await pilot.press("right", "right", "6", "n", *"why so", "enter")
        assert banner(pilot.app).endswith(f"?? {own().name}: why so")
        await pilot.press("right")
        assert "why so" not in banner(pilot.app)
        await pilot.press("1")
    assert opened.path.read_bytes() == before
    assert [(note.glyph, note.text) for note in notes.read(here().notes_on(opened.path))] == [
        ("??", "why so"),
        ("!!", ""),
    ]
    async with replaying(opened).run_test() as pilot:
        await pilot.press("N", "enter")
        assert replay_of(pilot.app).position == 2
        assert "why so" in banner(pilot.app)
        await pilot.press("6")
        assert banner(pilot.app).endswith(f"{own().name}: why so")


FAMILY = "\N{WOMAN}\u200d\N{WOMAN}\u200d\N{GIRL}"
FLAG = "\N{WAVING WHITE FLAG}\ufe0f\u200d\N{RAINBOW}"


async def test_joined_emoji_stay_joined_in_a_note():
    opened = finished(*SEATS3)
    async with replaying(opened).run_test() as pilot:
        await pilot.press("right", "n")
        typed = TerminalInput(1000).feed(f"{FAMILY} {FLAG} x\r".encode(), pilot.app.size)
        for event in typed:
            pilot.app.post_message(event)
        await until(pilot, lambda: replay_of(pilot.app)._notes.all)
        await until(pilot, lambda: f"{own().name}: {FAMILY} {FLAG} x" in banner(pilot.app))
    (note,) = notes.read(here().notes_on(opened.path))
    assert note.text == f"{FAMILY} {FLAG} x"


def test_joiners_of_anything_else_are_shown():
    text = "a\u200db \u200d\N{GIRL} \N{GIRL}\u200d \N{GIRL}\u200d\u200d\N{GIRL}\n\x1b\u202e"
    assert Note(1, "Bo", text=text).render() == (
        " Bo: a?b ?\N{GIRL} \N{GIRL}? \N{GIRL}??\N{GIRL} ??".strip()
    )


async def test_a_note_is_on_the_action_at_which_it_was_begun_while_the_replay_plays():
    opened = finished(*SEATS3)
    async with replaying(opened).run_test() as pilot:
        screen = replay_of(pilot.app)
        await pilot.press("right", "right", "space")
        assert screen._player.is_playing
        await pilot.press("n")
        assert not screen._player.is_playing, "it stops under the dialog"
        begun = screen.position
        # The note stays on the action at which it was begun, even if the replay moves.
        screen.action_go(begun + 3)
        await pilot.press(*"here", "enter")
        await until(pilot, lambda: screen._notes.all)
    (note,) = notes.read(here().notes_on(opened.path))
    assert (note.line, note.text) == (opened.match.history[begun - 1].line, "here")


async def test_notes_of_others_ahead_give_nothing_away():
    opened = finished(*SEATS3)
    last = len(opened.match.history)
    for note in (Note(1, "Bo", "!"), Note(last, "Bo", "??", "lost")):
        notes.write(here().notes_on(opened.path), note)
    async with replaying(opened).run_test() as pilot:
        await pilot.press("right", "N")
        await until(pilot, lambda: "! Bo" in shown(pilot.app))
        assert "lost" not in shown(pilot.app)
        await pilot.press("escape", "v", "N")
        await until(pilot, lambda: "?? Bo: lost" in shown(pilot.app))


def test_note_of_another_stays_beside_mine(tmp_path):
    record = tmp_path / "m.jsonl"
    notes.write(here().notes_on(record), Note(3, "Ada", "!", "good"))
    notes.write(here().notes_on(record), Note(3, "Bo", "?"))
    notes.write(here().notes_on(record), Note(3, "Ada", "!!", "very good"))
    assert [note.render() for note in notes.read(here().notes_on(record))] == [
        "!! Ada: very good",
        "? Bo",
    ]
    notes.write(here().notes_on(record), Note(3, "Bo"))
    assert len(notes.read(here().notes_on(record))) == 1


@pytest.mark.parametrize("text", [b"", b"{}", b'[{"line": -1, "by": ""}]', b"\xff", b"[" * 9999])
def test_damaged_notes_are_no_notes(tmp_path, text):
    record = tmp_path / "m.jsonl"
    here().notes_on(record).write_bytes(text)
    assert notes.read(here().notes_on(record)) == []


def test_note_cannot_drive_the_terminal():
    assert "\x1b" not in Note(1, "\x1b[2J", "!", "\x1b]52;c;aGk=\x07").render()


def test_notes_follow_their_record():
    path = finished(*SEATS3).path
    notes.write(here().notes_on(path), Note(1, "Ada", "!"))
    renamed = saves.rename(path, "better title", here())
    assert len(notes.read(here().notes_on(renamed))) == 1
    assert len(notes.read(here().notes_on(saves.copy(renamed, here())))) == 1
    assert len(notes.read(here().notes_on(saves.delete(renamed, here())))) == 1
    assert not notes.read(here().notes_on(renamed))


def test_a_decision_follows_a_hint_if_it_took_an_action_named_before_it():
    opened = finished("human", "bot:random")
    match, path = opened.match, here().notes_on(opened.path)
    own_positions = [at for at, played in enumerate(match.history) if played.seat == 0]
    first, second, third = own_positions[:3]
    name = match.header.names[0]

    def note(position, action, by=name, hint=True):
        line = match.history[position].line - 1
        notes.note_named(path, Note(line, by, hint=hint, named=(action,)))

    def played(position):
        return match.game.texts.notation(match.history[position].action)

    note(first, "C1")
    note(first, played(first))
    note(second, played(second), by="Bo")
    note(third, played(third), hint=False)
    assert notes.followed(path, match, 0) == {first, third}
    assert not notes.followed(path, match, 1)
    assert notes.help_in(path, name, (), 0).hints == 1, "a note suggests without being asked"
    assert not notes.read(path), "they are no comments"
    notes.write(path, Note(match.history[first].line - 1, name, "!"))
    assert notes.followed(path, match, 0) == {first, third}, "a comment stands beside it"


def test_notes_that_cannot_be_written_are_reported(tmp_path):
    with pytest.raises(JournalError):
        notes.write(here().notes_on(tmp_path / "no" / "m.jsonl"), Note(1, "Ada", "!"))


async def test_replay_keeps_length_and_result_to_itself_until_it_is_asked():
    opened = finished(*SEATS3)
    last = len(opened.match.history)
    async with replaying(opened).run_test() as pilot:
        await pilot.press("right")
        assert f"{last}" not in str(pilot.app.screen.query_one("#scrubber", Static).content)
        assert "█" not in shown(pilot.app)
        await pilot.press("v")
        assert f"of {last}" in shown(pilot.app)
        await pilot.press("v")
        assert f"of {last}" not in shown(pilot.app)
        await pilot.press("end")
        assert f"of {last}" in shown(pilot.app)


async def test_single_steps_pass_over_actions_without_a_choice():
    opened = finished(*SEATS3)
    last = len(opened.match.history)
    async with replaying(opened).run_test() as pilot:
        steps = 0
        while replay_of(pilot.app).position < last:
            await pilot.press("right")
            steps += 1
        assert steps < last


async def test_search_goes_to_the_next_action_that_the_log_shows():
    opened = finished(*SEATS3)
    async with replaying(opened).run_test() as pilot:
        await pilot.press("slash", *"round 2 ends", "enter")
        position = replay_of(pilot.app).position
        entries = [
            opened.match.game.texts.sentence(event, SeatNames(opened.match.header.names))
            for event in replay.event_log(opened.match, 0)[position]
        ]
        assert any(sentence.startswith("Round 2 ends") for sentence in entries)
        await pilot.press("slash", *"nothing so", "enter")
        assert replay_of(pilot.app).position == position


async def test_nobody_sits_down_behind_a_rivals_cards_while_the_match_lives():
    living = closed(saved(*SEATS3, actions=4))
    async with replaying(living).run_test() as pilot:
        await pilot.press("b")
        assert isinstance(pilot.app.screen, BranchDialog)
        sitters = [dict(pilot.app.screen.query_one(f"#control-{s}", Choice).values) for s in (0, 1)]
        assert "human" in sitters[0]
        assert "human" not in sitters[1]
    over = finished(*SEATS3, seed="over")
    async with replaying(over).run_test() as pilot:
        await pilot.press("right", "b")
        assert "human" in dict(pilot.app.screen.query_one("#control-1", Choice).values)


async def test_line_of_the_log_leads_to_its_action():
    opened = finished(*SEATS3)
    async with replaying(opened).run_test() as pilot:
        await pilot.press("end", "enter")
        lines = pilot.app.screen.query_one(OptionList)
        assert lines.highlighted == len(lines.options) - 1, "it opens where the reader is"
        await pilot.press("home", "down", "down", "down", "enter")
        position = replay_of(pilot.app).position
        entries = [
            (p, e) for p, events in enumerate(replay.event_log(opened.match, 0)) for e in events
        ]
        assert position == entries[3][0]
        await pilot.press("v", "home", "enter")
        assert len(pilot.app.screen.query_one(OptionList).options) == len(
            replay.event_log(opened.match, 0)[0]
        )


async def test_click_on_the_line_of_time_goes_there():
    opened = finished(*SEATS3)
    last = len(opened.match.history)
    async with replaying(opened).run_test() as pilot:
        await pilot.click("#scrubber", offset=(10, 0))
        assert replay_of(pilot.app).position == 0
        await pilot.press("v")
        width = replay_of(pilot.app)._bar_columns
        await pilot.click("#scrubber", offset=(3 + width // 2, 0))
        assert abs(replay_of(pilot.app).position - last // 2) <= last // width + 1
        await pilot.click("#scrubber", offset=(3, 0))
        assert replay_of(pilot.app).position == 0


async def test_a_branch_seats_a_single_player_where_the_match_is_seen_from():
    over = finished(*SEATS3, seed="over")
    async with replaying(over).run_test() as pilot:
        await pilot.press("right", "b")
        assert control_of(pilot, 0) == "human"
        await pilot.press("escape", "p")
        await until(pilot, lambda: replay_of(pilot.app).viewer == 1)
        await pilot.press("b")
        assert (control_of(pilot, 1), control_of(pilot, 0)) == ("human", "bot:normal")


def control_of(pilot, seat):
    return pilot.app.screen.query_one(f"#control-{seat}", Choice).value
