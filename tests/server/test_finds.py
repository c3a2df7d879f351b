"""The finds (achievements) of a server's players.

Each finished match is searched once. A tournament's deal shows none while others may play it.
"""

from random import Random

import pytest
from server.fake_lobby import visiting
from server.tables import BOT, ME, Hall, hall_with, plan, play_to_end, sit
from tui.scenes import shown
from tui.scenes import until as until_shown
from waiting import until

from darwin_core.contract import registry
from darwin_core.contract.game import OMNISCIENT
from darwin_core.kit.achievements import PER_GAME, Course, achievement_positions, achievements
from darwin_core.match.recording import Recording
from darwin_tui.hosted.ladder import ProfilePage, ProfileScreen
from darwin_tui.server.lobby.server_seat_access import ServerSeatAccess
from darwin_tui.server.store.contract import FINDS, TOURNAMENTS
from darwin_tui.server.store.orders import erase_name
from darwin_tui.server.tables import finds
from darwin_tui.server.tables.register import load
from darwin_tui.server.tables.tournaments import TournamentPlan


async def play_out(server: Hall, code: str, *places: ServerSeatAccess) -> None:
    """Play a table's match at random to its end, and close the table."""
    await play_to_end(*places, chance=Random(5))
    for place in places:
        place.close()
    await until(lambda: code not in server.open)


async def found(server: Hall, code: str, seat: int) -> set[str]:
    """Return a seat's achievements, found in the same way as those of matches at home."""
    recording = Recording(load(await server.store.record(code)), OMNISCIENT)
    course = Course(seat, recording.log(), recording.standing)
    return {*achievement_positions(registry.get("dice"), course)}


async def test_each_finished_match_is_looked_through_once(monkeypatch):
    async with hall_with("Ada", "Ben") as (server, (ada, ben)):
        code, places = await sit(ada, ben)
        assert not (await ben.finds("Ada")).names, "the match is not over"
        await play_out(server, code, *places)
        stopped, (one, two) = await sit(ada, ben)
        for place in (one, two):
            await place.table_people.agree(place.people[0], True)
        await until(lambda: server.tables[stopped].phase == "over")
        for seat, name in enumerate(("Ada", "Ben")):
            wanted = await found(server, code, seat)
            got = await ada.finds(name.lower())
            assert got.tables == (code,), "a match that was stopped has none"
            assert {*got.names["dice"]} == wanted
            rows = [row.name for row in achievements(registry.get("dice")) if row.name in wanted]
            assert [row.name for row in got.among("dice")] == rows
        before = await server.store.document(FINDS, "ada")
        await server.store.put_document(FINDS, "ada", b"{", before)
        assert {*(await ben.finds("Ada")).names["dice"]} == await found(server, code, 0)
        monkeypatch.setattr(finds, "_achievements", lambda *_: pytest.fail("it is known"))
        assert {*(await ben.finds("Ada")).names["dice"]} == await found(server, code, 0)
        await erase_name(server.store, "Ada")
        assert [*await server.store.documents(FINDS)] == ["ben"]


async def test_a_deal_shows_no_finds_while_others_may_play_it():
    async with hall_with("Ada", "Ben") as (server, (ada, ben)):
        services = server.server_tables.services
        wanted = TournamentPlan("duplicate", "dice", seats=2, count=1, level="random")
        opened = await services.tournaments.open(wanted, "Ada")
        code = await ada.desk.play(opened.code)
        place = await ada.enter(code)
        place.open()
        await play_out(server, code, place)
        assert not (await ben.finds("Ada")).tables
        sound = await server.store.document(TOURNAMENTS, opened.code)
        for before, after in ((sound, b"{"), (b"{", sound)):
            services.tournaments.all.pop(opened.code, None)
            await server.store.put_document(TOURNAMENTS, opened.code, after, before)
            assert not (await ben.finds("Ada")).tables, "a damaged tournament hides its deals alone"
        server.time.now = opened.ends + 1
        server.server_tables.upkeep.wake()
        await until(lambda: services.tournaments.all[opened.code].phase == "over")
        assert (await ben.finds("Ada")).tables == (code,)


@pytest.mark.parametrize("size", [(80, 24), (120, 40)])
async def test_the_page_of_a_player_shows_the_finds(size):
    async with hall_with("Ada") as (server, (ada,)):
        code = await ada.create(plan(ME, BOT))
        place = await ada.enter(code)
        place.open()
        await play_out(server, code, place)
        rows = (await ada.finds("Ada")).among("dice")
        assert 0 < len(rows) <= PER_GAME
        async with visiting(ada).run_test(size=size) as pilot:
            await pilot.press("p")
            await until_shown(pilot, lambda: isinstance(pilot.app.screen, ProfileScreen))
            page = pilot.app.screen.query_one(ProfilePage)
            await until_shown(pilot, lambda: page.finds is not None)
            await until_shown(pilot, lambda: f"Dice {len(rows)}" in shown(pilot.app))
            page.move_to("find:dice")
            assert rows[0].title in shown(pilot.app)
            page.move_to("find:evo")
            assert "Nothing is found there yet." in shown(pilot.app)
            await pilot.press("enter")
            assert isinstance(pilot.app.screen, ProfileScreen)
