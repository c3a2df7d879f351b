"""The host of a table changes the levels of its bots; all processes follow."""

from random import Random

import pytest
from server.tables import MemoryStore, act, hall, line, table_with
from waiting import until

from darwin_core.bots import levels
from darwin_core.workers import pool
from darwin_tui.library.seat_access import Rejected


async def test_only_the_host_changes_a_level_and_it_is_kept():
    store = MemoryStore()
    async with table_with("ada", "ben", store=store, bots=1) as (server, code, (host, guest)):
        assert host.bot_levels == {2: "random"}
        with pytest.raises(Rejected, match="Only the host"):
            await guest.change_level(2, "hard")
        with pytest.raises(Rejected, match="5 seconds at most"):
            await host.change_level(2, "master:30s")
        await host.change_level(2, "hard")
        await until(lambda: guest.bot_levels == {2: "hard"})
        (hosted,) = server.open.values()
        assert host.spectator.names[2] == "Wallace"
        assert hosted.table.bots.policies[2] == levels.bot("hard", "careful")
        assert hosted.table.bots._decide is not pool.decide_in_thread
        await until(lambda: server.server_tables.services.chat.lines(code))
        assert server.server_tables.services.chat.lines(code)[-1].text.endswith(
            "plays as Hard from now on."
        )
        for place in (host, guest):
            await act(place, Random("levels"))
        await until(lambda: line(host) == 3)
        assert not host.spectator.snapshot.trouble, "a worker has decided for the bot"
        for level in ("easy", "normal", "easy", "hard"):
            await host.change_level(2, level)
        with pytest.raises(Rejected, match="5 lines within 10 seconds are enough"):
            await host.change_level(2, "easy")
    async with hall(store, "two") as server:
        place = await (await server.lobby("ada")).enter(code)
        assert place.bot_levels == {2: "hard"}
