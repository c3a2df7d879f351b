"""A record that others delete, move, replace or change while its match is played.

No action is lost in silence, nothing is written to a wrong file, and the match continues in
another file.
"""

import asyncio
import os
import shlex
from pathlib import Path
from typing import Any

import pytest
from changes import CHANGES
from home import here
from textual.app import App
from textual.events import Key
from textual.widgets import Input, Static
from tui.scenes import Script, chosen, playing, saved, shown, until

from darwin_core.contract.game import NOTHING
from darwin_core.journal import JournalError
from darwin_tui import text_mode
from darwin_tui.library import saves
from darwin_tui.library.open_matches import OpenMatches
from darwin_tui.screens.curtain import CurtainScreen
from darwin_tui.screens.home import HomeScreen
from darwin_tui.screens.play import PlayScreen
from darwin_tui.seating import bots_of
from darwin_tui.widgets.dialogs import ConfirmDialog, EntryDialog

ALL_WAYS = pytest.mark.parametrize("change", CHANGES)
WAYS = pytest.mark.parametrize("change", ["moved", "replaced by the same", "emptied", "added to"])
GONE = "has been deleted or moved since it was opened."


def contents(folder: Path) -> dict[str, bytes | None]:
    """Return the contents of all files below a folder, without the verification cache."""
    return {
        str(path.relative_to(folder)): path.read_bytes() if path.is_file() else None
        for path in folder.rglob("*")
        if path.name != "verified.json"
    }


def asked(app: App[Any]) -> str:
    """Return the text of the dialog that asks for a file; empty if none is open."""
    is_asked = isinstance(app.screen, EntryDialog)
    return str(app.screen.query_one(".says", Static).content) if is_asked else ""


async def ended_by(app: App[Any], key: str) -> None:
    """Press a key that ends the app, and wait until it ends.

    The pilot would wait for an idle app, which an ending one never becomes.
    """
    app.simulate_key(key)
    while not app._exit:
        await asyncio.sleep(0.01)


async def answer(pilot, place: Path | str) -> None:
    """Wait for the dialog, and enter the file in which to save the match."""
    await until(pilot, lambda: isinstance(pilot.app.screen, EntryDialog))
    pilot.app.screen.query_one(Input).value = str(place)
    await pilot.press("enter")


def is_whole(path: Path, match) -> None:
    """Check that a file holds the whole record of a match."""
    assert saves.verify(path) is None
    assert saves.read(path).match.lines == match.lines


# --- full screen


@WAYS
async def test_action_is_refused_and_the_match_continues_in_another_file(
    change, slow_bots, tmp_path, state_home
):
    opened = saved("human", "bot:random", actions=8)
    act, _ = CHANGES[change]
    async with playing(opened).run_test(size=(100, 30)) as pilot:
        act(opened.path)
        before = contents(state_home)
        lines = list(opened.match.lines)
        await pilot.press("1", "enter")
        await until(pilot, lambda: isinstance(pilot.app.screen, EntryDialog))
        assert "Nothing is lost." in asked(pilot.app)
        assert opened.match.lines == lines
        assert contents(state_home) == before
        await answer(pilot, tmp_path / "new.jsonl")
        await until(pilot, lambda: isinstance(pilot.app.screen, PlayScreen))
        assert chosen(pilot.app) == NOTHING
        await pilot.press("enter")
        await until(pilot, lambda: len(opened.match.lines) > len(lines))
        await pilot.press("q")
        await until(pilot, lambda: isinstance(pilot.app.screen, HomeScreen))
    assert contents(state_home) == before
    is_whole(tmp_path / "new.jsonl", opened.match)


async def typed_ahead(pilot, *keys: str) -> None:
    """Type keys faster than the app handles them, and wait for the dialog."""
    for key in keys:
        pilot.app.post_message(Key(key, key if len(key) == 1 else None))
    await until(pilot, lambda: isinstance(pilot.app.screen, EntryDialog))


async def test_keys_typed_before_the_question_was_there_do_not_answer_it(
    slow_bots, tmp_path, monkeypatch
):
    monkeypatch.chdir(tmp_path)
    opened = saved("human", "bot:random", actions=8)
    proposed = str(opened.path)
    async with playing(opened).run_test(size=(100, 30)) as pilot:
        opened.path.unlink()
        await typed_ahead(pilot, "1", "enter", "1", "enter", "2", "enter")
        assert pilot.app.screen.query_one(Input).value == proposed
        assert not opened.path.exists()
        await pilot.press("enter")
        await until(pilot, lambda: isinstance(pilot.app.screen, PlayScreen))
    is_whole(opened.path, opened.match)
    assert not (tmp_path / "1").exists()


async def test_unsaved_match_is_not_left_by_keys_typed_before_the_question_was_there(
    slow_bots, tmp_path
):
    opened = saved("human", "bot:random", actions=8)
    async with playing(opened).run_test(size=(100, 30)) as pilot:
        opened.path.unlink()
        await typed_ahead(pilot, "q", "escape", "y")
        await pilot.press("escape")
        await until(pilot, lambda: isinstance(pilot.app.screen, ConfirmDialog))
        await pilot.press("n")
        await until(pilot, lambda: isinstance(pilot.app.screen, PlayScreen))
        await pilot.press("q")
        await answer(pilot, tmp_path / "new.jsonl")
        await until(pilot, lambda: isinstance(pilot.app.screen, HomeScreen))
    is_whole(tmp_path / "new.jsonl", opened.match)


async def test_question_that_a_key_has_opened_takes_what_is_typed_ahead(slow_bots):
    opened = saved("human", "bot:random", actions=8)
    async with playing(opened).run_test(size=(100, 30)) as pilot:
        await typed_ahead(pilot, "ctrl+s", "x")
        assert pilot.app.screen.query_one(Input).value.endswith("x")


async def test_deleted_record_is_offered_to_be_saved_where_it_was(slow_bots):
    opened = saved("human", "bot:random", actions=8)
    async with playing(opened).run_test(size=(100, 30)) as pilot:
        opened.path.unlink()
        await pilot.press("1", "enter")
        await until(pilot, lambda: isinstance(pilot.app.screen, EntryDialog))
        assert GONE in asked(pilot.app)
        await pilot.press("enter")
        await until(pilot, lambda: isinstance(pilot.app.screen, PlayScreen))
        await pilot.press("enter")
        await until(pilot, lambda: chosen(pilot.app) != NOTHING)
    is_whole(opened.path, opened.match)
    assert opened.path.parent == here().matches


async def test_place_that_cannot_be_is_shown_and_asked_for_again(slow_bots, tmp_path):
    opened = saved("human", "bot:random", actions=8)
    async with playing(opened).run_test(size=(120, 30)) as pilot:
        opened.path.unlink()
        await pilot.press("1", "enter")
        for place, message in (
            (tmp_path / "no" / "folder", "No such file or directory."),
            (tmp_path, "exists already."),
            ("", "exists already."),
            ("a\0b", "cannot be the name of a file"),
        ):
            await answer(pilot, place)
            await until(pilot, lambda message=message: message in asked(pilot.app))
            assert isinstance(pilot.app.screen, EntryDialog)
        await answer(pilot, tmp_path / "new.jsonl")
        await until(pilot, lambda: isinstance(pilot.app.screen, PlayScreen))
    is_whole(tmp_path / "new.jsonl", opened.match)


async def test_match_can_be_saved_elsewhere_at_any_time(slow_bots, tmp_path):
    opened = saved("human", "bot:random", actions=8)
    old = opened.path
    text = old.read_bytes()
    async with playing(opened).run_test() as pilot:
        await pilot.press("ctrl+s")
        await until(pilot, lambda: isinstance(pilot.app.screen, EntryDialog))
        assert pilot.app.screen.query_one(Input).value == str(old.with_name("beagle 2.jsonl"))
        await pilot.press("escape")
        await until(pilot, lambda: isinstance(pilot.app.screen, PlayScreen))
        assert os.listdir(old.parent) == [old.name]
        await pilot.press("ctrl+s")
        await answer(pilot, tmp_path / "new.jsonl")
        await until(pilot, lambda: isinstance(pilot.app.screen, PlayScreen))
        await pilot.press("1", "enter")
        await until(pilot, lambda: chosen(pilot.app) != NOTHING)
        screen = pilot.app.screen
        assert isinstance(screen, PlayScreen)
        assert screen.saved_at == tmp_path / "new.jsonl"
    assert old.read_bytes() == text
    is_whole(tmp_path / "new.jsonl", opened.match)


@pytest.mark.parametrize("name", ["my match", "my match.jsonl"])
async def test_name_alone_is_that_of_a_match_in_the_list(slow_bots, name, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    opened = saved("human", "bot:random", actions=8)
    folder = opened.path.parent
    async with playing(opened).run_test() as pilot:
        await pilot.press("ctrl+s")
        await answer(pilot, name)
        await until(pilot, lambda: isinstance(pilot.app.screen, PlayScreen))
    is_whole(folder / "my match.jsonl", opened.match)
    assert "my match" in {row.title for row in saves.listed(here())}


async def test_the_command_is_in_the_palette(slow_bots):
    opened = saved("human", "bot:random")
    async with playing(opened).run_test() as pilot:
        titles = {command.title for command in pilot.app.get_system_commands(pilot.app.screen)}
        assert "Save in another file" in titles


@WAYS
async def test_leaving_a_match_that_is_not_saved_asks_where_to_save_it(change, slow_bots, tmp_path):
    opened = saved("human", "bot:random", actions=8)
    async with playing(opened).run_test(size=(100, 30)) as pilot:
        CHANGES[change][0](opened.path)
        await pilot.press("q")
        await answer(pilot, tmp_path / "new.jsonl")
        await until(pilot, lambda: isinstance(pilot.app.screen, HomeScreen))
    is_whole(tmp_path / "new.jsonl", opened.match)


async def test_match_that_is_not_saved_is_left_only_by_a_second_yes(slow_bots):
    opened = saved("human", "bot:random", actions=8)
    async with playing(opened).run_test(size=(100, 30), notifications=True) as pilot:
        opened.path.unlink()
        for keys in (("n",), ("y",)):
            await pilot.press("q")
            await until(pilot, lambda: isinstance(pilot.app.screen, EntryDialog))
            await pilot.press("escape")
            await until(pilot, lambda: isinstance(pilot.app.screen, ConfirmDialog))
            await pilot.press(*keys)
            screen = HomeScreen if keys == ("y",) else PlayScreen
            await until(pilot, lambda screen=screen: isinstance(pilot.app.screen, screen))
        assert "Saved." not in shown(pilot.app)


async def test_quitting_the_program_asks_once_where_to_save_it(slow_bots, tmp_path):
    for key, saves_it in (("ctrl+q", False), ("enter", True)):
        opened = saved("human", "bot:random", actions=8)
        async with playing(opened).run_test(size=(100, 30)) as pilot:
            opened.path.unlink()
            await pilot.press("ctrl+q")
            await until(pilot, lambda: isinstance(pilot.app.screen, EntryDialog))
            assert pilot.app._exit is False
            await ended_by(pilot.app, key)
        assert opened.path.exists() == saves_it
    is_whole(opened.path, opened.match)


async def test_quitting_a_match_that_is_saved_asks_nothing(slow_bots):
    async with playing(saved("human", "bot:random")).run_test() as pilot:
        await ended_by(pilot.app, "ctrl+q")


async def test_bots_wait_until_the_match_is_saved_and_then_continue(quick_bots, tmp_path):
    opened = saved("human", "bot:random", "bot:random")
    opened.path.unlink()
    async with playing(opened).run_test(size=(100, 30)) as pilot:
        await pilot.press("1", "enter")
        await until(pilot, lambda: isinstance(pilot.app.screen, EntryDialog))
        assert opened.match.lines == []
        await answer(pilot, tmp_path / "new.jsonl")
        await until(pilot, lambda: isinstance(pilot.app.screen, PlayScreen))
        await pilot.press("enter")
        await until(pilot, lambda: len(opened.match.lines) == 3)
    is_whole(tmp_path / "new.jsonl", opened.match)


async def test_record_lost_while_a_bot_thinks_is_shown_and_the_bot_plays_on_after(
    patient_bots, tmp_path
):
    opened = saved("human", "bot:random", "bot:random")
    async with playing(opened).run_test(size=(100, 30), notifications=True) as pilot:
        await pilot.press("1", "enter")
        await until(pilot, lambda: len(opened.match.lines) == 1)
        opened.path.unlink()
        await pilot.press("space")
        await until(pilot, lambda: isinstance(pilot.app.screen, EntryDialog))
        await pilot.press("escape")
        await until(pilot, lambda: "Ctrl+s" in shown(pilot.app))
        assert len(opened.match.lines) == 1
        await pilot.press("ctrl+s")
        await answer(pilot, tmp_path / "new.jsonl")
        await until(pilot, lambda: isinstance(pilot.app.screen, PlayScreen))

        screen = pilot.app.screen
        assert isinstance(screen, PlayScreen)

        def goes_on() -> bool:
            screen.live.seat.hurry()
            return len(opened.match.lines) == 3

        await until(pilot, goes_on)
    is_whole(tmp_path / "new.jsonl", opened.match)


async def test_leaving_at_the_curtain_asks_too(slow_bots, monkeypatch, tmp_path):
    monkeypatch.setattr("darwin_tui.screens.curtain.GUARD_SECONDS", 0)
    opened = saved("human", "human", actions=9)
    async with playing(opened).run_test(size=(100, 30)) as pilot:
        await until(pilot, lambda: isinstance(pilot.app.screen, CurtainScreen))
        opened.path.unlink()
        await pilot.press("u")
        await until(pilot, lambda: isinstance(pilot.app.screen, EntryDialog))
        await pilot.press("escape")
        await until(pilot, lambda: isinstance(pilot.app.screen, CurtainScreen))
        await pilot.press("q")
        await answer(pilot, tmp_path / "new.jsonl")
        await until(pilot, lambda: isinstance(pilot.app.screen, HomeScreen))
    is_whole(tmp_path / "new.jsonl", opened.match)


# --- line by line


def play(opened, typed) -> tuple[int, list[str]]:
    console = Script(typed)
    bots = bots_of(opened.match.header.players)
    code = text_mode.play_plain(OpenMatches().host(opened, bots), console)
    return code, console.lines


@ALL_WAYS
def test_plain_mode_refuses_the_action_and_continues_in_another_file(change, tmp_path, state_home):
    opened = saved("human", "bot:greedy")
    new = tmp_path / "a new file.jsonl"
    before: list[dict[str, bytes | None]] = []

    def lose() -> str:
        CHANGES[change][0](opened.path)
        before.append(contents(state_home))
        return "1"

    code, lines = play(opened, [lose, f"save {new}", "1", "quit"])
    assert code == 0
    refusals = [line for line in lines if "type save and the name of a new file" in line]
    assert len(refusals) == 1
    assert CHANGES[change][1] in refusals[0]
    assert lines[-1].endswith(f"--resume {shlex.quote(str(new))}")
    assert contents(state_home) == before[0]
    assert len(opened.match.lines) >= 2
    is_whole(new, opened.match)


def test_plain_mode_leaves_an_unsaved_match_only_when_asked_to(tmp_path):
    for last, code in (("quit", 1), (f"save {tmp_path / 'new.jsonl'}", 0)):
        opened = saved("human", "bot:greedy", seed=last[:4])

        def lose(path=opened.path) -> str:
            path.unlink()
            return "quit"

        result, lines = play(opened, ["1", lose, "", "save", last])
        assert result == code
        messages = [line for line in lines if GONE in line]
        assert len(messages) == 3
        assert (lines[-1] == "The match is not saved.") == (code == 1)
    is_whole(tmp_path / "new.jsonl", opened.match)


def test_plain_mode_says_at_the_end_of_what_is_typed_that_it_is_not_saved():
    opened = saved("human", "bot:greedy")

    def lose() -> str:
        opened.path.unlink()
        return "1"

    code, lines = play(opened, ["1", lose])
    assert code == 1
    assert lines[-1] == "The match is not saved."


def test_plain_mode_saves_elsewhere_also_while_bots_play_and_at_the_curtain(tmp_path, monkeypatch):
    opened = saved("human", "human", "bot:random")
    first, second = tmp_path / "first.jsonl", tmp_path / "second.jsonl"

    def lose(answer: str):
        def typed() -> str:
            opened.path.unlink()
            return answer

        return typed

    typed = ["ready", "1", lose("undo"), f"save {first}", "ready", lose("1"), f"save {second}"]
    code, lines = play(opened, [*typed, "1", "quit"])
    assert code == 0
    assert sum(GONE in line for line in lines) == 2
    is_whole(second, opened.match)


def test_bots_alone_stop_with_a_sentence(monkeypatch):
    opened = saved("bot:random", "bot:random")
    opened.path.unlink()
    with pytest.raises(JournalError, match="has been deleted or moved"):
        play(opened, [])
