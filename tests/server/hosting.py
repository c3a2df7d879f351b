"""A server in a process of its own, with the players and tables that a file names.

``python -m server.hosting FILE``: the file is the JSON of a Hosted. It prints a line of JSON once
it is ready, and ends when its input does.
"""

import asyncio
import os
import sys
from pathlib import Path
from random import Random

import msgspec

from darwin_tui.cli import process
from darwin_tui.hosted.server import Server
from darwin_tui.server.lobby.lobby import Lobby
from darwin_tui.server.operations.plan import Address, Plan
from darwin_tui.server.store.contract import Account, PublicKey, Store
from darwin_tui.server.store.files import FileStore
from darwin_tui.server.tables.register import SeatPlan, TablePlan
from darwin_tui.terminal.limits import Limits


class Player(msgspec.Struct):
    """A player, and the game of the table that is opened for them; empty for none."""

    name: str
    key: PublicKey
    game: str = ""
    opponent: str = ""
    """The level of the bot at that table, against which the player's moves are made at random as
    soon as they are asked for, match after match; empty for a bot that waits for the player."""
    has_open_seat: bool = False
    """The other seat at that table is another player's."""


class Hosted(msgspec.Struct):
    """A server."""

    folder: str
    players: list[Player]
    limits: Limits = Limits()
    redis: str = ""
    """The address of the store that several processes share; empty for files of its own."""


class Ready(msgspec.Struct):
    """The answer of a server once players may come."""

    port: int
    pid: int
    codes: dict[str, str]
    """The table of each player who has one and plays there over SSH."""


async def main(hosted: Hosted) -> None:
    """Serve until the input ends."""
    store: Store = FileStore(Path(hosted.folder) / "data")
    if hosted.redis:
        from darwin_tui.server.store.redis_store import RedisStore  # Only where it is installed.

        store = RedisStore(hosted.redis)
    plan = Plan(Path(hosted.folder), Address("127.0.0.1", 0))
    host = Server(plan, store, hosted.limits)
    await host.open()
    for player in hosted.players:
        await store.put_account(Account(player.name, keys=(player.key,)))
    waiting = [player for player in hosted.players if player.game and not player.opponent]
    codes = {player.name: await table(host, player) for player in waiting}
    port = int(host.ready.partition(" key=")[0].rpartition(":")[2])
    print(msgspec.json.encode(Ready(port, os.getpid(), codes)).decode(), flush=True)
    working = {
        asyncio.create_task(play_on(host, player)) for player in hosted.players if player.opponent
    }
    running = asyncio.create_task(host.run())
    loop = asyncio.get_running_loop()
    ended = loop.run_in_executor(None, sys.stdin.buffer.read)
    first = asyncio.FIRST_COMPLETED
    done, _ = await asyncio.wait((running, ended, *working), return_when=first)
    for task in working:
        task.cancel()
    await host.close()
    for task in working & done:
        await task


async def lobby_of(host: Server, player: Player) -> Lobby:
    """Return the lobby of a player who is there without a terminal."""
    account = await host.store.account(player.name)
    assert account
    return host.server_tables.lobby(account, f"beside {player.name}")


async def table(host: Server, player: Player) -> str:
    """Open a table for a player and a bot, and return its code."""
    lobby = await lobby_of(host, player)
    code = await lobby.create(_plan(player))
    await lobby.close()
    return code


def _plan(player: Player) -> TablePlan:
    other = SeatPlan("bot", level=player.opponent) if player.opponent else SeatPlan("bot")
    other = SeatPlan("open") if player.has_open_seat else other
    return TablePlan(player.game, (SeatPlan("me"), other), is_private=True)


async def play_on(host: Server, player: Player) -> None:
    """Play for a player at random, so that the bot at the table has to think all the time."""
    lobby = await lobby_of(host, player)
    chance = Random(player.name)
    while True:
        place = await lobby.enter(await lobby.create(_plan(player)))
        place.open()
        seat = place.seat(0)
        while seat.snapshot.outcome is None:
            now = seat.snapshot
            if now.actions:
                await seat.submit(chance.choice(now.actions), now.question)
            await asyncio.sleep(0.01)
        place.close()


if __name__ == "__main__":
    process.log_to_stderr()
    asyncio.run(main(msgspec.json.decode(Path(sys.argv[1]).read_bytes(), type=Hosted)))
