"""A server keeps only the latest finished tables in memory, and finds all others in its store."""

import asyncio
from random import Random

import pytest
from msgspec.structs import replace
from server.tables import BOT, ME, Hall, MemoryStore, act, hall, plan, quiet, sit
from waiting import until

from darwin_core.contract.game import SPECTATOR
from darwin_tui.hosted.table_words import headline, result, status
from darwin_tui.library.seat_access import Rejected
from darwin_tui.server.lobby.lobby import Lobby
from darwin_tui.server.store.accounts import remove
from darwin_tui.server.store.contract import Damaged, TableInfo
from darwin_tui.server.tables.register import plan_again
from darwin_tui.terminal.limits import Limits

REMEMBERED = 2
"""Number of finished tables that the server keeps in memory."""
LIMITS = Limits(finished_max=REMEMBERED)


async def finished(
    server: Hall, first: Lobby, second: Lobby, count: int, **more: bool
) -> list[str]:
    """Let two players end matches by agreement and close them; return the tables' codes."""
    codes = []
    for _ in range(count):
        server.time.now += 1
        code, places = await sit(first, second, **more)
        for seat, place in enumerate(places):
            await place.table_people.agree(seat, True)
        for place in places:
            place.close()
        await until(lambda code=code: code not in server.open)  # type: ignore[misc]
        codes.append(code)
    return codes


def over(lobby: Lobby) -> list[str]:
    return [card.code for card in lobby.cards if card.phase == "over"]


async def test_only_the_last_ones_are_remembered_and_players_find_all_their_own(monkeypatch):
    store = MemoryStore()
    async with hall(store, limits=LIMITS) as server:
        ada, ben, cleo = [await server.lobby(name) for name in ("Ada", "Ben", "Cleo")]
        codes = await finished(server, ada, ben, 2) + await finished(server, ben, cleo, 3)
        newest = codes[::-1]
        assert {*server.tables} == {*codes[-REMEMBERED:]}
        assert (over(ada), over(ben)) == (newest[3:], newest), "who is here loses none of the list"
        server.server_tables.services.tables._on_change(codes[0])
        assert over(ada) == newest[3:]
        again = await server.lobby("Ben")
        assert over(again) == newest[:REMEMBERED]
        await again.load()
        assert over(again) == newest
        assert (await ada.record(codes[0])).count(b"\n") == 1
    async with hall(store, "two", limits=LIMITS) as server:
        assert {*server.tables} == {*codes[-REMEMBERED:]}
        ada = await server.lobby("Ada")
        await ada.load()
        assert over(ada) == newest[3:]
        assert (await ada.replay(codes[1])).viewers == (0, SPECTATOR)
        place = await ada.enter(codes[0])
        assert place.spectator.snapshot.line == 0
        place.close()
        await quiet()
    read = store.table

    async def table(code: str) -> TableInfo | None:
        if code == codes[0]:
            raise Damaged("It is damaged.")
        return await read(code)

    monkeypatch.setattr(store, "table", table)
    async with hall(store, "three", limits=LIMITS) as server:
        ada = await server.lobby("Ada")
        await ada.load()
        assert over(ada) == newest[3:-1], "a damaged table hides no other"


async def test_what_ended_while_a_player_was_away_is_news_however_much_has_ended_since():
    async with hall(limits=LIMITS) as server:
        ada, ben, cleo = [await server.lobby(name) for name in ("Ada", "Ben", "Cleo")]
        account = ada.account
        (code,) = await finished(server, ada, ben, 1)
        await finished(server, ben, cleo, REMEMBERED)
        again = server.server_tables.lobby(account, "again")
        assert not again.news
        await again.load()
        assert [code in words for words in again.news] == [True]


async def test_a_private_table_that_is_not_remembered_needs_its_code_and_a_seat():
    async with hall(limits=LIMITS) as server:
        ada, ben, cleo = [await server.lobby(name) for name in ("Ada", "Ben", "Cleo")]
        (code, *_) = await finished(server, ada, ben, REMEMBERED + 1, is_private=True)
        await cleo.load()
        assert over(cleo) == []
        with pytest.raises(Rejected, match="Only those who sat there"):
            await cleo.record(code)
        assert server.server_tables.services.codes.typed("Cleo") == {code}
        await finished(server, ada, ben, REMEMBERED)
        assert server.server_tables.services.codes.typed("Cleo") == set()


# --- playing again


async def test_of_those_who_want_the_same_again_at_once_all_get_one_table(server):
    ada, ben, cleo = [await server.lobby(name) for name in ("Ada", "Ben", "Cleo")]
    (code,) = await finished(server, ada, ben, 1, is_private=True)
    again, other = await asyncio.gather(ada.rematch(code), ben.rematch(code))
    assert again == other == await ada.rematch(code)
    tables = server.tables
    assert {*tables} == {code, again}, "what the slower one has made is removed"
    assert plan_again(tables[again], "Ada") == plan_again(tables[code], "Ada")
    await asyncio.gather(ada.join(again), ben.join(again))
    assert tables[again].phase == "playing"
    assert await ben.rematch(code) == again, "the way back to a match that is played"
    with pytest.raises(Rejected, match="Only those who sat there"):
        await cleo.rematch(code)
    with pytest.raises(Rejected, match="Only those who sat there"):
        await ada.rematch(again)
    for place in [*ada.accesses, *ben.accesses]:
        await place.table_people.agree(place.people[0], True)
    assert await ben.rematch(code) not in (code, again), "once more after that"


async def test_a_seat_of_a_removed_player_is_open_again(server):
    ada, ben = await server.lobby("ada"), await server.lobby("ben")
    code, _ = await sit(ada, ben)
    await ben.resign(code)
    await until(lambda: server.tables[code].phase == "over")
    await remove(server.store, "ben")
    for again in (await ada.again(), await ada.rematch(code)):
        assert [seat.kind for seat in server.tables[again].seats] == ["person", "open"]


async def test_who_played_alone_with_bots_plays_again_at_once(server):
    ada = await server.lobby("Ada")
    code = await ada.create(plan(ME, BOT, BOT, options={"counter": False}))
    place = await ada.enter(code)
    assert place.saved.table == code
    await place.table_people.resign(0)
    again = await ada.rematch(code)
    table = server.tables[again]
    assert (table.phase, table.options["counter"]) == ("playing", False)


async def test_the_others_are_told_who_plays_again(server):
    ada, ben = await server.lobby("Ada"), await server.lobby("Ben")
    code, (one, two) = await sit(ada, ben)
    await two.table_people.resign(1)
    heard: list[str] = []
    two.table_people.observe(lambda: heard.append(two.table_people.rematch))
    assert two.table_people.rematch == ""
    again = await ada.rematch(code)
    await until(lambda: heard[-1:] == ["Ada"])
    assert one.table_people.rematch == "", "she knows"
    await one.table_people.say("gg")
    await until(lambda: two.table_people.chat[-1].text == "gg")
    await ada.leave(again)
    assert two.table_people.rematch == "", "it is closed"


async def test_a_finished_table_says_who_won(server):
    ada, ben = await server.lobby("Ada"), await server.lobby("Ben")
    code, (_, two) = await sit(ada, ben, opens_record="all")
    await two.table_people.resign(1)
    cleo = await server.lobby("Cleo")
    cards = [next(c for c in each.cards if c.code == code) for each in (ada, ben, cleo)]
    assert [result(card) for card in cards] == ["you won", "Ada won", "Ada won"]
    assert [status(card, 0) for card in cards] == ["you won", "Ada won", "Ada won"]
    assert headline(cards[1], 0, 80) == "Darwin's Dice with Ada: Ada won. Enter replays it."
    both = replace(cards[0], winners=("Ada", "Ben"))
    assert result(both) == "a tie"
    assert status(replace(both, winners=()), 0) == "over"
    saved = await ben.replay(code)
    assert saved.placed(saved.recording(SPECTATOR).standing).winners == (0,)


async def test_one_who_resigns_is_last_though_the_others_play_on(server):
    chance = Random(1)
    lobbies = [await server.lobby(name) for name in ("Ada", "Ben", "Cleo")]
    code, places = await sit(*lobbies)
    table_people = places[2].table_people
    await table_people.resign(2)
    table = server.tables
    while table[code].phase == "playing":
        for place in places[:2]:
            await act(place, chance)
        await quiet()
    assert table[code].ended == "rules"
    assert 2 not in table[code].winners
    assert table_people.ended == "Cleo resigned, and so is last."
    saved = places[0].saved
    ranks = saved.placed(saved.recording(SPECTATOR).standing).ranks
    assert ranks[2] == 3
