"""Players who name a table as they sign in, and spectators who share drawings."""

import asyncio
from dataclasses import replace
from functools import partial
from random import Random
from typing import Any

from server.clients import at_screen, hosting, ssh_port
from server.tables import act, table_with
from server.test_two_apps_at_a_server import Guest, guests, take, together
from textual.pilot import Pilot
from tui.scenes import match_at, play_of, until

from darwin_tui.drawing.canvas import Drawing
from darwin_tui.screens.play import PlayScreen
from darwin_tui.server.tables.register import SeatPlan, TablePlan

SIZE = (120, 40)


async def test_who_asks_for_their_table_is_shown_no_other_screen(tmp_path):
    async with hosting(tmp_path, "Ada", "Emma") as host:
        ada = await host.store.account("Ada")
        assert ada
        lobby = host.server_tables.lobby(ada, "set-up")
        seats = (SeatPlan("me"), SeatPlan("bot"))
        code = await lobby.create(TablePlan("dice", seats))
        await lobby.close()
        port = ssh_port(host.ready)
        for name, command in (("Ada", f"join {code.lower()}"), ("Emma", f"watch {code}")):
            async with at_screen(port, name, command) as screen:
                await screen.until("Darwin's Dice", "trump")
                seen = bytes(screen.output)
            assert b"here, 1 table" not in seen, "the lobby"
            assert b"Fair shuffle" not in seen, "the waiting room"


async def test_who_asks_for_a_table_that_cannot_be_opened_is_told_in_the_lobby(tmp_path):
    async with hosting(tmp_path, "Emma") as host:
        port = ssh_port(host.ready)
        async with at_screen(port, "Emma", "watch NONE") as screen:
            await screen.until("There is no table with that code.", "No tables yet")


def _differs(board: Any, drawing: Drawing) -> bool:
    return board._drawing is not drawing


def _is_up_to_date(screen: PlayScreen) -> bool:
    """Return whether a screen shows the last action at its table."""
    seen = screen.live.snapshot
    scene = screen.panel.board._scene
    return bool(scene and scene.view == seen.view and seen.line == len(match_at(screen).lines))


async def test_spectators_with_the_same_window_and_colours_share_each_drawing(tmp_path):
    first, _ = guests(tmp_path)
    second = Guest(replace(first.player, name="Emma"))
    seated = [asyncio.Event(), asyncio.Event()]
    has_left = asyncio.Event()

    async def watches(place: Any, pilot: Pilot[Any]) -> None:
        await take(first, pilot, place)
        seated[0].set()
        await has_left.wait()
        first.exit()

    async def compares(place: Any, players: list[Any], pilot: Pilot[Any]) -> None:
        screen = await take(second, pilot, place)
        await seated[0].wait()
        board = screen.panel.board
        other = play_of(first).panel.board
        for shares in (True, False):
            before = other._drawing
            for player in players:
                await act(player, Random(1))
            await until(pilot, partial(_differs, other, before))
            await until(pilot, partial(_is_up_to_date, screen))
            await until(pilot, partial(_is_up_to_date, play_of(first)))
            assert (board._drawing is other._drawing) == shares
            assert (board._rows is other._rows) == shares
            assert board._drawing.canvas.plain() == other._drawing.canvas.plain()
            second.theme = "paper"
        has_left.set()
        second.exit()

    async with table_with("Ada", "Emma") as (server, code, players):
        mary, ben = await server.lobby("Mary"), await server.lobby("Ben")
        places = [await mary.watch(code), await ben.watch(code)]
        await together(
            (first, SIZE, partial(watches, places[0])),
            (second, SIZE, partial(compares, places[1], players)),
        )
