"""The context of one player: name, terminal, folders and settings, apart from other players'."""

import os
from dataclasses import replace
from pathlib import Path

import pytest
from home import here, own
from matches import header
from textual.app import App
from textual.drivers.headless_driver import HeadlessDriver
from tui.scenes import content, notices, play_of, saved, shown, until

from darwin_core.journal import JournalError
from darwin_tui.app import DarwinApp
from darwin_tui.cli import process
from darwin_tui.library import saves
from darwin_tui.library.player_context import PlayerContext
from darwin_tui.paths import Locations
from darwin_tui.screens.play import PlayScreen
from darwin_tui.settings import Settings, SettingsStore
from darwin_tui.terminal.facts import TerminalFacts


def guest(folder: Path, **facts: object) -> PlayerContext:
    """Return the context of a server's player, with its own folder and terminal and no paths."""
    locations = Locations.under(folder / "state", folder / "config", shows_paths=False)
    terminal = TerminalFacts(**facts)  # type: ignore[arg-type]
    return PlayerContext("Emma", terminal, locations, SettingsStore(locations))


def test_session_of_the_process_is_made_from_its_environment(monkeypatch, tmp_path):
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    monkeypatch.setenv("NO_COLOR", "1")
    monkeypatch.setattr("getpass.getuser", lambda: "ada")
    player = process.begin_own_session()
    assert player.name == "Ada"
    assert player.terminal.colour == "none"
    assert player.locations.matches == tmp_path / "state" / "darwin-tui" / "matches"
    assert player.locations.settings == tmp_path / "config" / "darwin-tui" / "settings.json"


def test_environment_is_left_as_it_is(monkeypatch):
    monkeypatch.setenv("XDG_STATE_HOME", "relative")
    process.begin_own_session()
    assert os.environ["XDG_STATE_HOME"] == "relative"


async def test_app_goes_by_its_own_terminal_and_not_by_the_environment(monkeypatch, tmp_path):
    monkeypatch.setenv("NO_COLOR", "1")
    monkeypatch.setenv("TERM", "dumb")
    for depth in ("truecolor", "256", "16"):
        app = DarwinApp(guest(tmp_path, colour=depth), HeadlessDriver)
        async with app.run_test():
            assert app.painter.facts.colour == depth
            assert not app.no_color
    colourless = DarwinApp(guest(tmp_path, no_color=True))
    async with colourless.run_test():
        assert colourless.no_color
        assert colourless.painter.facts.colour == "none"


async def test_two_players_keep_their_settings_and_matches_apart(tmp_path):
    one, other = guest(tmp_path / "one"), guest(tmp_path / "other")
    first, second = DarwinApp(one), DarwinApp(other)
    async with first.run_test() as pilot, second.run_test():
        first.keep_settings(Settings(theme="paper", language="de"))
        await pilot.pause()
        assert (first.theme, second.theme) == ("paper", "lamp")
    assert SettingsStore(one.locations).now == Settings(theme="paper", language="de")
    assert SettingsStore(other.locations).now == other.settings.now == Settings()
    saves.create(header(), one.locations)
    assert [len(saves.listed(player.locations)) for player in (one, other)] == [1, 0]


def test_settings_count_though_they_cannot_be_kept(tmp_path):
    player = guest(tmp_path)
    player.locations.settings.parent.parent.mkdir(parents=True, exist_ok=True)
    player.locations.settings.parent.write_text("in the way")
    with pytest.raises(JournalError):
        player.settings.keep(Settings(theme="ink"))
    assert player.settings.now.theme == "ink"


# --- paths


@pytest.mark.parametrize(
    ("sentence", "seen"),
    [
        ("{0}/matches/my match.jsonl is full.", "my match is full."),
        ("{0}/matches cannot be written.", "matches cannot be written."),
        ("It is in {0}/trash now.", "It is in trash now."),
        ("{0}/settings.json is damaged.", "settings is damaged."),
        ("/srv/house/tables/K7QF.jsonl is closed.", "K7QF is closed."),
        ("Ada plays 3/4 of it.", "Ada plays 3/4 of it."),
    ],
)
def test_sentences_for_guests_name_titles(sentence, seen):
    guest = Locations.under(Path("/srv/ada"), Path("/srv/ada"), shows_paths=False)
    expected = sentence.format("/srv/ada")
    assert guest.redact(expected) == seen
    assert replace(guest, shows_paths=True).redact(expected) == expected


async def test_guest_sees_no_path_of_the_host(tmp_path):
    player = guest(tmp_path)
    player.locations.settings.parent.mkdir(parents=True)
    player.locations.settings.write_text("{")
    player = replace(player, settings=SettingsStore(player.locations))
    app = DarwinApp(player)
    async with app.run_test(size=(120, 40), notifications=True) as pilot:
        await until(pilot, lambda: "is damaged" in shown(app))
        assert str(tmp_path) not in shown(app)
        await pilot.press("s")
        assert content(app, "#trouble") == "There are no saved matches yet."
        app.notify(f"{player.locations.matches}/one.jsonl is closed.")
        await until(pilot, lambda: "one is closed." in shown(app))


def test_guest_cannot_save_on_the_machine_of_the_host(tmp_path):
    opened = saved("human", "bot:random")
    target = tmp_path / "elsewhere.jsonl"
    with pytest.raises(JournalError, match="The host keeps this match"):
        saves.save_elsewhere(opened, str(target), guest(tmp_path).locations)
    assert not target.exists()
    saves.save_elsewhere(opened, str(target), here())
    assert target.exists()


async def test_guest_reads_of_a_lost_record_without_its_path(tmp_path):
    player = guest(tmp_path)
    app = DarwinApp(player, play=saved("human", "bot:random"))
    async with app.run_test(size=(120, 40), notifications=True) as pilot:
        path = play_of(app).saved_at
        assert path
        path.unlink()
        await pilot.press("enter")
        await until(pilot, lambda: "The host keeps this match." in shown(app))
        assert path.stem in " ".join(notices(app))
        assert str(path.parent) not in " ".join(notices(app))
        assert isinstance(app.screen, PlayScreen), "no dialog asks for a file"


async def test_screenshot_is_handed_to_the_driver_alone(monkeypatch, tmp_path):
    delivered: list[Path] = []

    class Carrier(HeadlessDriver):
        def deliver_binary(self, binary, *, delivery_key, save_path, **more):
            delivered.append(save_path)

    def refuse(*_: object, **__: object) -> None:
        raise AssertionError("written to a file")

    monkeypatch.setattr(App, "save_screenshot", refuse)
    app = DarwinApp(own(), Carrier)
    async with app.run_test() as pilot:
        app._driver = Carrier(app)
        (command,) = (c for c in app.get_system_commands(app.screen) if c.title == "Screenshot")
        command.callback()
        await until(pilot, lambda: delivered)
    assert len(delivered) == 1
    assert not [*tmp_path.rglob("*.svg")]
