"""Settings: their file with its backups, the screens that change them, and keys of commands."""

import errno
import os
from contextvars import copy_context
from pathlib import Path
from typing import ClassVar

import msgspec
import pytest
from home import here, own
from textual.geometry import Size
from textual.widgets import DataTable
from tui.scenes import notices, saved, shown, until

from darwin_core.journal import JournalError
from darwin_core.table.runner import pause_seconds
from darwin_tui import commands, settings
from darwin_tui.app import DarwinApp
from darwin_tui.commands import clashing, rebindable, title
from darwin_tui.screens.play import PlayScreen
from darwin_tui.screens.settings import KeysScreen, Sample, SettingsScreen
from darwin_tui.settings import Settings


@pytest.fixture(autouse=True)
def config_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    home = tmp_path / "config"
    monkeypatch.setenv("XDG_CONFIG_HOME", str(home))
    return home


def test_without_a_file_the_default_settings_hold():
    assert settings.read(here()) == settings.Read(Settings())


def test_settings_are_read_as_written():
    wanted = Settings(theme="paper", pace="step", keys={"play.undo": "z"})
    settings.write(wanted, here())
    assert settings.read(here()) == settings.Read(wanted)
    assert oct(here().settings.stat().st_mode)[-3:] == "600"


def test_last_three_versions_stay_beside():
    for theme in ("lamp", "paper", "ink", "lamp", "paper"):
        settings.write(Settings(theme=theme), here())
    path = here().settings
    backups = [
        msgspec.json.decode(path.with_name(f"settings.json.{number}").read_bytes())["theme"]
        for number in (1, 2, 3)
    ]
    assert backups == ["lamp", "ink", "paper"]
    assert not path.with_name("settings.json.4").exists()


@pytest.mark.parametrize("text", [b"", b"{", b"[]", b'{"theme": "mud"}', b"\xff\xfe", b"[" * 5000])
def test_damaged_file_is_reported_and_left_as_it_is(text):
    path = here().settings
    path.parent.mkdir(parents=True)
    path.write_bytes(text)
    reading = settings.read(here())
    assert reading.settings == Settings()
    assert reading.trouble.startswith(str(path))
    assert "\n" not in reading.trouble
    assert path.read_bytes() == text


@pytest.mark.parametrize(
    ("text", "where"),
    [
        ('{"theme": "mud"}', " at theme; the default is used there."),
        ('{"pace": "' + "x" * 9000 + '"}', " at pace; the default is used there."),
        ('{"keys": {"play.undo": 7}}', " at keys; the default is used there."),
        ('{"keys": {"\\u001b[2J": []}}', " at keys; the default is used there."),
        ('{"theme": 1, "pace": 2}', " at theme and pace; the default is used there."),
        ("{", "; the default settings are used."),
    ],
)
def test_setting_that_is_damaged_is_named_and_not_quoted(text, where):
    path = here().settings
    path.parent.mkdir(parents=True)
    path.write_text(text)
    assert settings.read(here()).trouble == f"{path} is damaged{where}"


NEWER = b'{"theme": "sepia", "pace": "step", "wallpaper": {"name": "finches"}, "bell": true}'
"""A file of a newer version, with unknown settings and an unknown value of a known setting."""


def test_a_setting_of_a_newer_version_is_replaced_by_a_choice_of_the_player():
    path = here().settings
    path.parent.mkdir(parents=True)
    path.write_bytes(NEWER)
    store = settings.SettingsStore(here())
    store.keep(msgspec.structs.replace(store.now, theme="paper"))
    assert settings.SettingsStore(here()).trouble == ""
    assert settings.read(here()).settings.theme == "paper"


@pytest.mark.parametrize(
    "keys", ["z", "ctrl+n", "?", "full_stop, é", "+", "ctrl++", "left_square_bracket,進"]
)
def test_keys_that_there_are_are_taken(keys):
    wanted = Settings(keys={"play.undo": keys})
    settings.write(wanted, here())
    assert settings.read(here()) == settings.Read(wanted)


@pytest.mark.parametrize("keys", ["", " ", ",", "a,", "ctrl+", "[/]", "[", "\x1b[2J", "\0", "a b"])
def test_keys_that_there_are_not_are_left_out_and_shown(keys):
    settings.write(Settings(theme="paper", keys={"play.undo": "z", "play.left": keys}), here())
    reading = settings.read(here())
    assert reading.settings == Settings(theme="paper", keys={"play.undo": "z"})
    assert "names keys that no keyboard has; 1 command keeps its default ones" in reading.trouble


def test_full_disk_leaves_the_old_settings(monkeypatch):
    settings.write(Settings(theme="paper"), here())

    def full(*_):
        raise OSError(errno.ENOSPC, "No space left on device")

    with monkeypatch.context() as patched:
        patched.setattr(os, "write", full)
        with pytest.raises(JournalError, match="No space left"):
            settings.write(Settings(theme="ink"), here())
    assert settings.read(here()) == settings.Read(Settings(theme="paper"))


async def test_a_change_counts_and_is_kept_at_once():
    app = DarwinApp(own())
    async with app.run_test() as pilot:
        await pilot.press("t")
        assert isinstance(app.screen, SettingsScreen)
        await pilot.press("right")
        assert app.theme == "paper"
        assert settings.read(here()).settings.theme == "paper"
        await pilot.press("escape")
    again = DarwinApp(own())
    async with again.run_test():
        assert again.theme == "paper"


@pytest.mark.parametrize("start", [(160, 50), (100, 30)])
async def test_sentences_stand_on_the_ground_of_their_form_at_any_size(start):
    app = DarwinApp(own())
    async with app.run_test(size=start) as pilot:
        await pilot.press("t")
        for size in (start, (80, 24), (160, 50), (80, 24), (100, 30)):
            await pilot.resize_terminal(*size)
            screen = pilot.app.screen
            ground = screen.query_one("#form").visual_style.background
            assert {effect.visual_style.background for effect in screen.query(".effect")} == {
                ground
            }


async def test_the_sample_names_the_theme_in_force():
    async with DarwinApp(own()).run_test(size=(120, 40)) as pilot:
        await pilot.press("t", "right")
        await until(pilot, lambda: "paper ╮" in shown(pilot.app).replace("─", ""))
        assert "lamp ╮" not in shown(pilot.app).replace("─", "")


@pytest.mark.parametrize(
    ("language", "name", "first", "last"),
    [("en", "English", "bear", "[undo]"), ("de", "Deutsch", "Bär", "[zurück]")],
)
async def test_settings_keys_and_sample_are_whole_in_every_language(language, name, first, last):
    settings.write(Settings(language=language), here())
    app = DarwinApp(own())
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("t", "K")
        table = app.screen.query_one(DataTable)
        await until(pilot, lambda: table.virtual_size.width > 0)
        assert table.virtual_size.width <= table.size.width
        await pilot.press("escape")
        assert name in shown(app).splitlines()[len(settings.sentences())], "one line for each"
        for size in ((80, 24), (100, 30), (112, 34), (120, 40)):
            await pilot.resize_terminal(*size)
            await until(pilot, lambda: "Syms" in shown(app))
            form, sample = app.screen.query_one("#form"), app.screen.query_one(Sample)
            assert form.max_scroll_y == 0
            assert sample.region.bottom == app.screen.query_one("#setup").region.bottom
            assert last in shown(app)
            assert (first in shown(app)) is (size[1] >= 30)
            assert "…" not in shown(app)


@pytest.mark.parametrize("rows", [11, 20])
async def test_the_sample_is_whole_at_any_width(rows):
    app = DarwinApp(own())
    async with app.run_test() as pilot:
        await pilot.press("t")
        for columns in range(80, 120, 5):
            sample = app.screen.query_one(Sample).draw(Size(columns, rows))
            assert "…" not in sample.plain(), columns


async def test_every_setting_shows_what_it_is_about():
    app = DarwinApp(own())
    async with app.run_test() as pilot:
        await pilot.press("t")
        sentences = []
        for _ in range(len(settings.sentences())):
            sentences.append(str(app.screen.query_one("#about").render()))
            await pilot.press("down")
        assert all(sentences)
        assert len(set(sentences)) == len(sentences)


async def test_a_key_is_chosen_kept_and_given_back():
    app = DarwinApp(own())
    async with app.run_test() as pilot:
        await pilot.press("t", "K")
        assert isinstance(app.screen, KeysScreen)
        ids = [command.name for command in rebindable()]
        await pilot.press(*["down"] * ids.index("play.undo"))
        await pilot.press("enter", "x")
        assert settings.read(here()).settings.keys == {"play.undo": "x"}
        await pilot.press("enter", "H")
        assert "already" in str(app.screen.query_one("#trouble").render())
        assert settings.read(here()).settings.keys == {"play.undo": "x"}
        await pilot.press("d")
        assert settings.read(here()).settings.keys == {}


async def choose(pilot, command, *keys):
    """Select a command in the list of keys and press its new key; return the message."""
    ids = [command.name for command in rebindable()]
    table = pilot.app.screen.query_one(DataTable)
    table.move_cursor(row=ids.index(command))
    await pilot.press(*keys)
    return str(pilot.app.screen.query_one("#trouble").render())


TAKEN = [
    ("play.hint", "3", "3 is the key of “select the first to the ninth” already."),
    ("play.hint", "0", "0 is the key of “select the last choice: done, or none” already."),
    ("play.hint", "B", "B is the key of “open the pane of that letter” already."),
    ("play.hint", "R", "R is the key of “undo the turn” already."),
    ("play.hint", "pageup", "PgUp is the key of “scroll the log (log up)” already."),
    ("play.hint", "shift+tab", "Shift+Tab is the key of “previous pane” already."),
    ("play.hint", "question_mark", "? is the key of “help” already."),
    ("replay.note", "shift+left", "Shift+← is the key of “five actions (back 5)” already."),
    ("replay.note", "4", "4 is the key of “!! ! !? ?! ? ?? on the action” already."),
]


async def test_a_key_that_means_something_already_is_not_taken_from_it():
    app = DarwinApp(own())
    async with app.run_test() as pilot:
        await pilot.press("t", "K")
        for command, key, means in TAKEN:
            assert await choose(pilot, command, "enter", key) == means
            assert settings.read(here()).settings.keys == {}


async def test_keys_that_a_file_written_by_hand_parts_by_blanks_are_taken_too():
    settings.write(Settings(keys={"play.zoom": "f2, f3, ;"}), here())
    app = DarwinApp(own())
    async with app.run_test() as pilot:
        await pilot.press("t", "K")
        for key in ("f3", "semicolon"):
            notice = await choose(pilot, "play.hint", "enter", key)
            assert notice.endswith(" is the key of “details of what is under the cursor” already.")


async def test_a_default_key_that_another_command_has_is_not_given_back():
    app = DarwinApp(own())
    async with app.run_test() as pilot:
        await pilot.press("t", "K")
        await choose(pilot, "play.undo", "enter", "x")
        await choose(pilot, "play.hint", "enter", "u")
        kept = settings.read(here()).settings.keys
        assert kept == {"play.undo": "x", "play.hint": "u"}
        assert await choose(pilot, "play.undo", "d") == "u is the key of “hint” already."
        assert settings.read(here()).settings.keys == kept


async def test_a_chosen_key_leaves_the_second_one_and_says_so():
    app = DarwinApp(own())
    async with app.run_test() as pilot:
        await pilot.press("t", "K")
        ids = [command.name for command in rebindable()]
        await pilot.press(*["down"] * ids.index("play.left"))
        await pilot.press("enter", "f2")
        assert settings.read(here()).settings.keys == {"play.left": "f2,h"}
        notice = str(app.screen.query_one("#trouble").render())
        assert notice == "“move (left)” now has the key f2 or h."
        await pilot.press("enter", "h")
        assert settings.read(here()).settings.keys == {"play.left": "h"}
        await pilot.press("d")
        assert "default" in str(app.screen.query_one("#trouble").render())


async def test_enter_and_escape_stay_beside_a_chosen_key():
    app = DarwinApp(own())
    async with app.run_test() as pilot:
        await pilot.press("t", "K")
        await choose(pilot, "play.play", "enter", "f2")
        await choose(pilot, "play.drop", "enter", "f3")
        kept = settings.read(here()).settings.keys
        assert kept == {"play.play": "f2,enter", "play.drop": "f3,escape"}


@pytest.mark.usefixtures("resting_bots")
async def test_sentences_name_the_keys_that_the_player_has_chosen():
    chosen = {"play.hide": "f2", "play.play_hint": "f3", "play.hint": "f4", "puzzle.zoom": "f5"}
    settings.write(Settings(keys=chosen), here())
    async with DarwinApp(own(), play=saved("human", "bot:random")).run_test() as pilot:
        await pilot.press("f2")
        assert "Your hand is hidden; f2 shows it." in shown(pilot.app)
        await pilot.press("f2", "f3")
        assert "f3 plays a hint of f4: press f4 first." in shown(pilot.app)
        await pilot.press("p")
        assert "hidden" not in shown(pilot.app)


def test_keys_of_the_table_have_the_names_of_the_screen_that_resembles_it():
    class Reader:
        chosen_keys: ClassVar = {"puzzle.zoom": "f5,z", "guess.log": "slash"}

    player = Reader()

    def texts():
        commands.follow_keys(player)
        keys = commands.KEYS, commands.keys_at_table("puzzle"), commands.keys_at_table("guess")
        return ["{play.zoom} {play.log}".format(**screen_keys) for screen_keys in keys]

    assert copy_context().run(texts) == ["z L", "f5 L", "z /"]


def test_no_two_commands_of_a_screen_are_called_alike():
    for screen in ("play.", "replay."):
        names = [title(command) for command in rebindable() if command.name.startswith(screen)]
        assert len(set(names)) == len(names)
        assert all(name in names for name in ("leave", "log"))


async def test_a_chosen_key_works_in_play():
    from tui.scenes import saved

    settings.write(Settings(keys={"play.hide": "x"}), here())
    app = DarwinApp(own(), play=saved("human", "bot:random"))
    async with app.run_test() as pilot:
        await pilot.pause()
        assert isinstance(app.screen, PlayScreen)
        await pilot.press("x")
        assert app.screen.live.is_hand_hidden
        await pilot.press("p")
        assert app.screen.live.is_hand_hidden


def test_no_two_commands_of_a_screen_share_a_key():
    for screen in ("play.", "replay."):
        keys = [
            key
            for command in rebindable()
            if command.name.startswith(screen)
            for key in command.keys.split(",")
        ]
        assert len(keys) == len(set(keys))


async def test_enter_shows_a_hidden_hand_and_plays_nothing_of_it():
    from tui.scenes import saved

    opened = saved("human", "bot:random")
    app = DarwinApp(own(), play=opened)
    async with app.run_test() as pilot:
        await pilot.pause()
        await pilot.press("p", "enter")
        assert isinstance(app.screen, PlayScreen)
        assert not app.screen.live.is_hand_hidden
        assert 0 not in {line.seat for line in opened.match.lines}


def test_the_pace_is_shown_with_both_keys_that_continue():
    (field,) = (f for f in msgspec.structs.fields(Settings) if f.name == "pace")
    description = field.type.__metadata__[0].description
    assert "Enter" in description
    assert "Space" in description


def test_the_pace_that_nobody_has_changed_can_be_followed():
    pause = pause_seconds(Settings().pace, lingers=False)
    assert pause is not None
    assert 0.8 <= pause <= 1.2


@pytest.mark.parametrize(
    ("keys", "left_out"),
    [
        ({}, set()),
        ({"play.undo": "f2"}, set()),
        ({"play.undo": "H"}, {"play.undo"}),
        ({"play.undo": "H", "play.hint": "u"}, set()),
        ({"play.hint": "1"}, {"play.hint"}),
        ({"play.hint": "R", "replay.play": "q"}, {"play.hint", "replay.play"}),
        ({"play.hint": "escape"}, {"play.hint"}),
        ({"play.undo": "x", "play.hint": "x", "play.help": "f1"}, {"play.undo", "play.hint"}),
        # The second command returns to its default key, which the first one has taken.
        ({"play.undo": "H", "play.hint": "1"}, {"play.undo", "play.hint"}),
        ({"no.command": "u"}, set()),
    ],
)
def test_keys_that_mean_two_things_are_left_out(keys, left_out):
    assert {command.name for command in clashing(keys)} == left_out


async def test_clash_in_a_file_written_by_hand_is_shown_and_every_command_has_a_key():
    settings.write(Settings(keys={"play.undo": "H", "play.help": "f1"}), here())
    app = DarwinApp(own())
    async with app.run_test(notifications=True) as pilot:
        assert app.settings.keys == {"play.help": "f1"}
        assert app.trouble.endswith("for “undo an action” the default ones are used.")
        await until(pilot, lambda: "“undo" in shown(pilot.app))
        assert any("“undo an action”" in note for note in notices(app))
