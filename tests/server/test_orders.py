"""Orders that the host of a server gives from a shell."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from random import Random

import pytest
from click.testing import CliRunner, Result
from server.clients import hosting
from server.tables import BOT, ME, OPEN, Hall, act, hall, hall_with, line, plan, quiet, sit
from waiting import until

from darwin_core.match import Refused
from darwin_tui.cli import main
from darwin_tui.cli.serve import opened
from darwin_tui.library.seat_access import ChatLine, Rejected
from darwin_tui.server.store import files
from darwin_tui.server.store.accounts import AccountError, mute
from darwin_tui.server.store.contract import StoreError, decode, encode
from darwin_tui.server.store.orders import Order, end_table, obey
from darwin_tui.server.store.redis_store import RedisStore
from darwin_tui.server.tables.chat import announce


def texts(lines: object) -> list[str]:
    assert isinstance(lines, tuple | list)
    return [line.text for line in lines if isinstance(line, ChatLine)]


async def test_a_damaged_order_stops_no_other(server):
    code = await (await server.lobby("ada")).create(plan(ME, OPEN))
    sent = encode(Order("end", code))
    unknown = b'{"kind": "beagle"}'
    for key, data in (("end 0000", b"{"), (f"end {code}", sent), ("zzz", unknown)):
        await server.store.put_document("orders", key, data, None)
    await obey(server.store, server.time.now)
    answer = await server.store.document("orders", f"end {code}")
    assert answer
    assert decode(answer, Order).answer == f"The table {code} is removed."


async def test_what_the_host_says_is_read_in_the_lobby_and_at_every_table(server):
    await announce(server.store, "Long ago.", server.time.now)
    server.time.now += 60
    ada, ben, cleo, dan = [await server.lobby(name) for name in ("ada", "ben", "cleo", "dan")]
    _, places = await sit(ada, ben)
    code = await cleo.create(plan(ME, OPEN, is_private=True))
    waiting = asyncio.ensure_future(cleo.join(code))
    await until(lambda: cleo.room == code)
    await places[1].table_people.say("A good hand.")
    called: list[None] = []
    places[0].table_people.observe(lambda: called.append(None))
    server.time.now += 60
    await announce(server.store, "Restart\x1b at nine.", server.time.now)
    await quiet()
    assert texts(dan.chat) == ["Long ago.", "Restart at nine."]
    assert texts(places[0].table_people.chat) == ["A good hand.", "Restart at nine."]
    assert texts(cleo.table_chat) == ["Restart at nine."]
    assert called
    for text, sentence in (
        ("", "There is nothing to say."),
        ("x" * 201, "An announcement has at most 200 characters."),
    ):
        with pytest.raises(AccountError, match=sentence):
            await announce(server.store, text, server.time.now)
    waiting.cancel()


async def test_a_player_whom_the_host_has_muted_plays_but_says_nothing():
    async with hall_with("ada", "ben") as (server, (ada, ben)):
        _, places = await sit(ada, ben)
        await mute(server.store, "BEN", is_muted=True)
        await quiet()
        for say in (ben.say, places[1].table_people.say):
            with pytest.raises(Rejected, match="The host of the server has muted you"):
                await say("Boo!")
        await ada.say("Peace at last.")
        assert [await act(place, Random(1)) for place in places].count(True) >= 1
        await mute(server.store, "ben", is_muted=False)
        await quiet()
        await ben.say("Sorry.")
        assert texts(ada.chat) == ["Peace at last.", "Sorry."]


async def test_the_host_ends_a_match_that_nobody_ends():
    async with hall_with("ada", "ben") as (server, (ada, ben)):
        code, places = await sit(ada, ben)
        free = await ada.create(plan(ME, OPEN))
        await end_table(server.store, code.lower(), server.time.now)
        await end_table(server.store, free, server.time.now)
        await quiet()
        assert places[0].table_people.ended == "The host of the server has ended the match."
        assert [(card.code, card.phase, card.progress) for card in ada.cards] == [
            (code, "over", "")
        ]
        places[1].close()
        await until(lambda: places[0].table_people.members[1].state == "left")
        for gone in (code, free):
            with pytest.raises(StoreError):
                await end_table(server.store, gone, server.time.now)


def cli(folder: Path, *args: str) -> Result:
    return CliRunner().invoke(main, ["serve", "--data", str(folder), *args])


async def test_orders_from_a_shell_reach_the_server_that_runs(tmp_path, monkeypatch):
    monkeypatch.setattr(files, "WATCH_INTERVAL_SECONDS", 0.02)

    async def order(*args: str) -> tuple[int, str]:
        done = await asyncio.to_thread(cli, tmp_path, *args)
        return done.exit_code, done.output

    async with hosting(tmp_path, "Ada", "Ben") as host:
        server_tables = host.server_tables
        accounts = [await server_tables.services.store.account(name) for name in ("Ada", "Ben")]
        ada, ben = [server_tables.lobby(account, account.name) for account in accounts if account]
        code, places = await sit(ada, ben)
        assert await order("say", "Restart at nine.") == (0, "Said to all.\n")
        await until(lambda: texts(ada.chat) == ["Restart at nine."])
        assert await order("mute", "ben") == (0, "Ben is muted.\n")
        await until(lambda: ben.account.is_muted)
        assert await order("mute", "nobody") == (1, "There is no account of that name.\n")
        free = await ada.create(plan(ME, OPEN))
        left = await ada.create(plan(ME, BOT))
        assert await order("end", code.lower()) == (0, f"The table {code} is over.\n")
        await until(lambda: places[0].table_people.ended)
        assert places[0].table_people.ended == "The host of the server has ended the match."
        assert await order("end", free) == (0, f"The table {free} is removed.\n")
        assert await order("end", free) == (1, f"There is no table {free}.\n")
        assert await order("end", code) == (1, f"The match of the table {code} is over already.\n")
        status, code = await order(
            *("tournaments", "open", "duplicate", "dice", "--count", "2", "--title", "Week")
        )
        assert status == 0
        await until(lambda: [known.phase for known in ada.desk.all] == ["playing"])
        (week,) = ada.desk.all
        assert (week.code, week.host, len(week.deals)) == (code.strip(), "", 2)
        assert await order("tournaments", "open", "swiss", "dice", "--level", "hard") == (
            1,
            "The bots of a tournament answer at once, so that they are the same for all.\n",
        )
        may = (0, "Ben may open tournaments.\n")
        assert await order("allow", "ben", "tournaments") == may
        await until(lambda: ben.desk.may_open)
    assert await order("tournaments", "list") == (
        0,
        f"{week.code}  duplicate  dice  playing  0 players\n",
    )
    no_longer = (0, "Ben may open tournaments no longer.\n")
    assert await order("allow", "ben", "tournaments", "--off") == no_longer
    assert await order("end", left) == (0, f"The table {left} is over.\n")
    assert await order("mute", "ben", "--off") == (0, "Ben may speak again.\n")


async def test_on_redis_matches_are_ended_with_a_server_running_and_without(redis_server):
    async def end(code: str) -> tuple[int, str]:
        words = ["serve", "end", code, "--store", redis_server.url]
        done = await asyncio.to_thread(CliRunner().invoke, main, words)
        return done.exit_code, done.output

    @asynccontextmanager
    async def process(name: str) -> AsyncIterator[Hall]:
        async with opened(store := RedisStore(redis_server.url)), hall(store, name) as server:
            yield server

    async with process("one") as one, process("two") as two:
        ada, ben = await one.lobby("ada"), await two.lobby("ben")
        code = await ada.create(plan(ME, OPEN, BOT))
        joining = asyncio.ensure_future(ben.join(code))
        await until(lambda: joining.done() and ada.cards[0].phase == "playing")
        places = [await ada.enter(code), await joining]
        for place in places:
            place.open()
        left = await ada.create(plan(ME, BOT))
        free = await ada.create(plan(ME, OPEN))
        await act(places[0], Random(1))
        await until(lambda: line(places[1]) == 1)
        assert await end(code.lower()) == (0, f"The table {code} is over.\n")
        assert await end(free) == (0, f"The table {free} is removed.\n")
        for place in places:
            await until(lambda place=place: place.table_people.ended)  # type: ignore[misc]
            assert place.table_people.ended == "The host of the server has ended the match."
        with pytest.raises(Refused, match="has ended the match"):
            await act(places[1], Random(1))
        assert [card.code for card in ben.cards if card.phase == "over"] == [code]
        assert await end(code) == (1, f"The match of the table {code} is over already.\n")
        assert await end(free) == (1, f"There is no table {free}.\n")
    assert await end(left) == (0, f"The table {left} is over.\n")
    async with process("three") as three:
        ada = await three.lobby("ada")
        ended = {card.code: (card.phase, card.ended) for card in ada.cards}
        assert ended == dict.fromkeys(
            (code, left), ("over", "The host of the server has ended the match.")
        )
        for done, lines in ((code, 1), (left, 0)):
            assert (await ada.record(done)).count(b"\n") == 1 + lines
        assert not three.server_tables.open_tables.all
