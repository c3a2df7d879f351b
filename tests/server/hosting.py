"""Program that runs a server with the players and tables that a file names.

``python -m server.hosting FILE``: the file is the JSON of a ``Hosted``. The program prints the JSON
of a ``Ready`` once players may come, and ends when its input ends.
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
    """A player's account, and the table that is opened for the player."""

    name: str
    key: PublicKey
    game: str = ""
    """The table's game; empty for no table."""
    opponent: str = ""
    """The level of a bot against which the server plays random actions for this player, match after
    match. If empty, a bot of the default level waits for the player to come."""
    has_open_seat: bool = False
    """True if the other seat is open to another player."""


class Hosted(msgspec.Struct):
    """The settings of a server."""

    folder: str
    players: list[Player]
    limits: Limits = Limits()
    redis: str = ""
    """The address of a Redis store that several processes share; empty for a store of files."""


class Ready(msgspec.Struct):
    """The message of a server that players may come."""

    port: int
    pid: int
    codes: dict[str, str]
    """The code of each table that waits for its player, by the player's name."""


async def main(hosted: Hosted) -> None:
    """Run a server until the standard input ends."""
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
    """Return the lobby of a player who is present without a terminal."""
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
    """Play random actions for a player, so that the bot at the table thinks all the time."""
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
