"""A server in a process of its own, with the players and tables that a file names.

``python -m server.hosting FILE``: the file is the JSON of a House. It prints a line of JSON once it
is ready, and ends when its input does.
"""

import asyncio
import os
import sys
from pathlib import Path

import msgspec

from darwin_tui.cli import process
from darwin_tui.server.cards import SeatPlan, TablePlan
from darwin_tui.server.files import FileStore
from darwin_tui.server.host import Host
from darwin_tui.server.limits import Limits
from darwin_tui.server.model import Account, PublicKey
from darwin_tui.server.plan import Address, Plan
from darwin_tui.server.store import Store


class Player(msgspec.Struct):
    """A player, and the game of the table that is opened for them; empty for none."""

    name: str
    key: PublicKey
    game: str = ""


class House(msgspec.Struct):
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
    """The table of each player who has one."""


async def main(house: House) -> None:
    """Serve until the input ends."""
    store: Store = FileStore(Path(house.folder) / "data")
    if house.redis:
        from darwin_tui.server.redis_store import RedisStore  # Only where it is installed.

        store = RedisStore(house.redis)
    plan = Plan(Path(house.folder), Address("127.0.0.1", 0))
    host = Host(plan, store, house.limits)
    await host.open()
    for player in house.players:
        await store.put_account(Account(player.name, keys=(player.key,)))
    codes = {player.name: await table(host, player) for player in house.players if player.game}
    port = int(host.ready.partition(" key=")[0].rpartition(":")[2])
    print(msgspec.json.encode(Ready(port, os.getpid(), codes)).decode(), flush=True)
    running = asyncio.create_task(host.run())
    loop = asyncio.get_running_loop()
    ended = loop.run_in_executor(None, sys.stdin.buffer.read)
    await asyncio.wait((running, ended), return_when=asyncio.FIRST_COMPLETED)
    await host.close()


async def table(host: Host, player: Player) -> str:
    """Open a table for a player and a bot, and return its code."""
    account = await host.store.account(player.name)
    assert account
    lobby = host.house.lobby(account, f"setup of {player.name}")
    seats = (SeatPlan("me"), SeatPlan("bot"))
    code = await lobby.create(TablePlan(player.game, seats, is_private=True))
    await lobby.close()
    return code


if __name__ == "__main__":
    process.log_to_stderr()
    asyncio.run(main(msgspec.json.decode(Path(sys.argv[1]).read_bytes(), type=House)))
