"""Whatever a player does at a server's screens, only the store writes anything on the host."""

from pathlib import Path
from typing import Any, cast

import pytest
from msgspec.structs import replace
from server.tables import Hall, hall_with, play_to_end, sit
from tui.scenes import shown, until
from tui.workers import Workers
from waiting import until as wait_until

from darwin_core.workers import pool
from darwin_tui.hosted.lobby import LobbyScreen
from darwin_tui.hosted.server import ServerApp
from darwin_tui.library.player_context import PlayerContext
from darwin_tui.paths import Locations
from darwin_tui.screens import navigation
from darwin_tui.screens.play import PlayScreen
from darwin_tui.screens.replay import NO_NOTES, ReplayScreen
from darwin_tui.screens.results import ResultsScreen
from darwin_tui.screens.settings import SettingsScreen
from darwin_tui.server.lobby.lobby import Lobby
from darwin_tui.server.lobby.server_seat_access import NO_BRANCH
from darwin_tui.server.store.accounts import AccountSettings, remove
from darwin_tui.terminal.connection import Connection
from darwin_tui.terminal.facts import TerminalFacts

READ_BY_PLAYERS = "Only those who sat there may read the record of that match."


async def until_over(here: Hall, code: str) -> None:
    await wait_until(lambda: here.tables[code].phase == "over")


def app_of(lobby: Lobby, server: Hall, home: Path) -> ServerApp:
    """Return a player's app as a server makes it."""
    session = PlayerContext(
        lobby.account.name,
        TerminalFacts(),
        Locations.under(home, home, shows_paths=False),
        AccountSettings(lobby.account, server.store),
    )
    return ServerApp(session, cast(Connection, None), lobby)


async def press(pilot: Any, *keys: str) -> None:
    for key in keys:
        await pilot.press(key)


async def finished(*lobbies: Lobby) -> None:
    """Play a match to its end, and leave its table."""
    _, places = await sit(*lobbies)
    await play_to_end(*places)
    for place in places:
        place.close()


async def test_replay_refuses_branches_and_notes_before_anything_is_written(tmp_path):
    home = tmp_path / "players" / "Ada"
    async with hall_with("Ada", "Ben") as (server, lobbies):
        await finished(*lobbies)
        app = app_of(lobbies[0], server, home)
        async with app.run_test(size=(80, 24), notifications=True) as pilot:
            await until(pilot, lambda: "Finished" in shown(app))
            await press(pilot, "enter")
            await until(pilot, lambda: isinstance(app.screen, ReplayScreen))
            await press(pilot, "b")
            await until(pilot, lambda: [n.message for n in app._notifications] == [NO_BRANCH])
            assert isinstance(app.screen, ReplayScreen)
            for keys in ("n", "1", "6"):
                app.clear_notifications()
                await press(pilot, keys)
                await until(pilot, lambda: [n.message for n in app._notifications] == [NO_NOTES])
                assert isinstance(app.screen, ReplayScreen)
            await press(pilot, "N", "p", "end", "r")
            await until(pilot, lambda: isinstance(app.screen, ResultsScreen))
            await press(pilot, "r")
            await until(pilot, lambda: isinstance(app.screen, ReplayScreen))
    assert not list(tmp_path.iterdir())


async def test_an_analysis_is_shown_and_not_kept(tmp_path, monkeypatch):
    workers = Workers()
    workers.answers_at_once = True
    monkeypatch.setattr(pool, "shared", lambda: workers)
    async with hall_with("Ada", "Ben") as (server, lobbies):
        await finished(*lobbies)
        app = app_of(lobbies[0], server, tmp_path / "players" / "Ada")
        async with app.run_test(size=(80, 24)) as pilot:
            await until(pilot, lambda: "Finished" in shown(app))
            await press(pilot, "enter")
            await until(pilot, lambda: isinstance(app.screen, ReplayScreen))
            await press(pilot, "c")
            await until(pilot, lambda: "blunder" in shown(app))
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("opens_record", ["seats", "all"])
async def test_a_spectator_analyses_a_match_only_if_everybody_may_read_it(
    tmp_path, monkeypatch, opens_record
):
    workers = Workers()
    workers.answers_at_once = True
    monkeypatch.setattr(pool, "shared", lambda: workers)
    async with hall_with("Ada", "Ben", "Cleo") as (here, (ada, ben, cleo)):
        code, places = await sit(ada, ben, opens_record=opens_record)
        watching = await cleo.watch(code)
        await play_to_end(*places)
        await until_over(here, code)
        app = app_of(cleo, here, tmp_path / "players" / "Cleo")
        async with app.run_test(size=(100, 30), notifications=True) as pilot:
            app.open(navigation.Results(watching.saved, table_people=watching.table_people))
            await until(pilot, lambda: isinstance(app.screen, ResultsScreen))
            await press(pilot, "c", "r")
            await until(pilot, lambda: isinstance(app.screen, ReplayScreen))
            await press(pilot, "end", "c")
            if opens_record == "all":
                await until(pilot, lambda: "100 %" in shown(app))
            await press(pilot, "comma", "comma", "Y")
            messages = {notice.message for notice in app._notifications}
            assert (READ_BY_PLAYERS in messages) == (opens_record == "seats")
            assert ("100 %" in shown(app)) == (opens_record == "all")
            assert app._exception is None


async def test_lobby_settings_and_play_write_nothing(tmp_path):
    home = tmp_path / "players" / "Ada"
    async with hall_with("Ada") as (server, (ada,)):
        app = app_of(ada, server, home)
        async with app.run_test(size=(80, 24)) as pilot:
            await press(pilot, "t")
            await until(pilot, lambda: isinstance(app.screen, SettingsScreen))
            await press(pilot, "right", "down", "right", "q")
            await until(pilot, lambda: isinstance(app.screen, LobbyScreen))
            await press(pilot, "n", "enter")
            await until(pilot, lambda: "begin with bots" in shown(app))
            await press(pilot, "b")
            await until(pilot, lambda: isinstance(app.screen, PlayScreen))
            await press(pilot, "enter", "space", "enter", "ctrl+s", "u", "q")
            await app.leave()
        account = await server.store.account("Ada")
        assert account
        assert bytes(account.settings) != b"{}"
    assert not list(tmp_path.iterdir())


async def test_player_is_shown_that_the_server_cannot_keep_settings(server, tmp_path):
    app = app_of(await server.lobby("Ada"), server, tmp_path)
    async with app.run_test(size=(100, 30)) as pilot:
        await remove(server.store, "Ada")
        app.keep_settings(replace(app.settings, theme="ink"))
        assert isinstance(app.player.settings, AccountSettings)
        await app.player.settings.written()
        await pilot.pause()
        (notice,) = app._notifications
        assert notice.message == (
            "There is no account of that name. They are in force until you leave."
        )
