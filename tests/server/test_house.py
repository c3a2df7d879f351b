"""The tables of a server: opened, played, left, returned to, and closed."""

import asyncio
from random import Random

import pytest
from server.at_house import act, hall, line, sit, until

from darwin_core import registry


@pytest.mark.parametrize("slug", registry.SLUGS)
async def test_a_match_of_two_people_and_a_bot_is_played_to_its_end(slug: str) -> None:
    game, chance = registry.get(slug), Random(slug)
    bots = max(0, min(game.seats) - 2) or int(3 in game.seats)
    async with hall() as here:
        ada, ben = await here.lobby("ada"), await here.lobby("ben")
        code, places = await sit(ada, ben, bots=bots, game=slug)
        while places[0].spectator.snapshot.outcome is None:
            if not any([await act(place, chance) for place in places]):
                await asyncio.sleep(0.002)
        await until(lambda: here.house.tables.all[code].phase == "over")
        assert line(places[0]) == here.house.tables.all[code].line
