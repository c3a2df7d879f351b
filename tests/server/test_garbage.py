"""Damaged entries of a store: each is left out alone and logged once, and the rest is used."""

import asyncio
import json
import logging
import sqlite3
import time
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

import pytest
import redis
from click.testing import CliRunner
from server import stores
from server.clients import hosting, run, ssh_port
from server.stores import KINDS, Place, RedisServer, account, key, table
from server.tables import BOT, ME, act, plan
from waiting import until

from darwin_tui.cli import main
from darwin_tui.hosted.server import Server
from darwin_tui.library.seat_access import ChatLine, Rejected
from darwin_tui.server.lobby.lobby import Lobby
from darwin_tui.server.operations import server_tables
from darwin_tui.server.store.contract import (
    LOBBY,
    Change,
    Deal,
    Presence,
    Store,
    StoreError,
    Tournament,
)
from darwin_tui.server.store.redis_store import RedisStore
from darwin_tui.server.tables.tournaments import put_tournament, tournaments

NO_TEXT = b"\xff\xfe"


def spoil_redis(server: RedisServer) -> None:
    """Add values of wrong types and undecodable texts to a server's keys."""
    with redis.Redis(port=server.port) as client:
        for name in ("tables", "accounts", "present"):
            client.sadd(f"darwin:{name}", NO_TEXT, "", "../../x", "a b\r\n\x1b[2J")
        client.zadd("darwin:over", {NO_TEXT: 5, "QQQQ": 6})
        client.zadd("darwin:over:Ada", {NO_TEXT: 5})
        client.hset("darwin:keys", key(9).fingerprint, NO_TEXT)
        client.hset("darwin:tokens", "t9", NO_TEXT)
        for name, value in (("ZZZZ", NO_TEXT), ("YYYY", b"{}"), ("XXXX", b"[[[[")):
            client.hset(f"darwin:table:{name}", mapping={"value": value, "version": NO_TEXT})
            client.hset(f"darwin:account:{name.lower()}", mapping={"value": value})
            client.set(f"darwin:presence:{name}", value)
        client.set("darwin:table:WWWW", "a string")
        client.set("darwin:account:wwww", "a string")
        client.lpush("darwin:presence:WWWW", "a list")
        for name in ("ZZZZ", "YYYY", "XXXX", "WWWW"):
            client.sadd("darwin:tables", name)
            client.sadd("darwin:accounts", name.lower())
            client.sadd("darwin:present", name)
        client.rpush("darwin:chat:", NO_TEXT, b"{}", b'{"time": 1, "name": "Ada", "text": 5}')
        client.set("darwin:chat:AAAA", "a string")
        client.sadd("darwin:collections", "challenges", "tournaments")
        client.hset("darwin:documents:tournaments", mapping={"ZZZZ": NO_TEXT, "YYYY": b"{}"})
        client.set("darwin:documents:bans", "a string")
        for fields in ({NO_TEXT: NO_TEXT}, {"kind": "table", "key": NO_TEXT}, {"kind": "line"}):
            client.xadd("darwin:notices", fields)
        client.xadd("darwin:notices", {"kind": "line", "key": "AAAA", "lines": 10**30})


def spoil_folder(folder: Path) -> None:
    """Add broken rows and files to those of a server."""
    with sqlite3.connect(folder / "accounts.sqlite") as database:
        for name, value in (("zzzz", NO_TEXT), ("yyyy", b"{}"), ("xxxx", "text"), ("wwww", 5)):
            database.execute("INSERT INTO account VALUES (?, 't9', ?)", (name, value))
            database.execute("INSERT INTO chat (room, line) VALUES ('', ?)", (value,))
            database.execute("INSERT INTO chat (room, line) VALUES ('AAAA', ?)", (value,))
            database.execute("INSERT INTO document VALUES ('tournaments', ?, ?)", (name, value))
        database.execute("INSERT INTO account VALUES (CAST(x'fffe' AS TEXT), '', x'fffe')")
    database.close()
    tables = folder / "tables"
    for name, content in (("ZZZZ", NO_TEXT), ("YYYY", b"{}"), ("XXXX", b"[" * 50_000)):
        (tables / name).mkdir(parents=True)
        (tables / name / "table.json").write_bytes(content)
    (tables / "WWWW" / "table.json").mkdir(parents=True)
    (tables / "VVVV").write_text("a file")
    (tables / "TTTT").mkdir()
    (tables / "TTTT" / "table.json").write_bytes((tables / "AAAA" / "table.json").read_bytes())
    (tables / "of others").mkdir()
    (tables / "SSSS").symlink_to(tables / "SSSS")


def spoil(place: Place) -> None:
    if isinstance(place, stores.Address):
        spoil_redis(place.server)
    else:
        assert isinstance(place, stores.Folder)
        spoil_folder(place.path)


async def shown(store: Store) -> tuple[Any, ...]:
    """Return the names, codes and texts of everything that a store lists."""
    return (
        [account.name for account in await store.accounts()],
        [table.code for table in await store.tables()],
        [line.text for line in await store.chat(LOBBY)],
        [line.text for line in await store.chat("AAAA")],
        [presence.name for presence in await store.present()],
        [tournament.code for tournament in await tournaments(store)],
    )


@pytest.mark.parametrize("place", KINDS, indirect=True)
async def test_only_what_is_damaged_is_left_out(place, caplog):
    store = place.store()
    await store.open()
    ada = await store.put_account(account("Ada", key(1), token_hash="t1"))
    await store.put_table(table("AAAA", made=1.0))
    await store.put_table(table("BBBB", made=2.0, phase="over", host="Ada"))
    await store.say(LOBBY, ChatLine(1, "Ada", "hello"))
    await store.put_presence(Presence("s1", "Ada"), 60)
    await put_tournament(store, Tournament("WEEK", "swiss", (Deal("dice", 2),)))
    sound = await shown(store)
    await store.close()
    spoil(place)
    store = place.store()
    changes = store.changes()
    with caplog.at_level(logging.ERROR):
        await store.open()
        if isinstance(place, stores.Folder):
            await store.put_presence(Presence("s1", "Ada"), 60)
        assert await shown(store) == sound
        logged = [*caplog.messages]
        assert await shown(store) == sound
        assert caplog.messages == logged, "each is named once"
    assert len(logged) == len(set(logged))
    assert all(message.isprintable() for message in logged)
    assert await store.account("ada") == ada
    assert await store.account_of_key(key(1).fingerprint) == ada
    assert await store.account_of_key(key(9).fingerprint) is None
    for damaged in (store.account("zzzz"), store.account("wwww")):
        with pytest.raises(StoreError, match="An account cannot be kept or read: it is damaged"):
            await damaged
    assert await store.finished("Ada", 1) == ["BBBB"] or isinstance(place, stores.Address)
    await store.say(LOBBY, ChatLine(2, "Ada", "all the same"))
    assert [line.text for line in await store.chat(LOBBY)] == ["hello", "all the same"]
    async for change in changes:
        if change == Change("chat", LOBBY):
            break
    await store.close()


async def test_a_host_sees_the_others_although_redis_holds_garbage(
    redis_server, tmp_path, monkeypatch, caplog
):
    for name, seconds in (("TICK", 0.02), ("FAILED", 0.05), ("PAUSE", 0.02), ("RENEWAL", 0.05)):
        monkeypatch.setattr(server_tables, f"{name}_SECONDS", seconds)
    spoil_redis(redis_server)
    other = RedisStore(redis_server.url)
    await other.open()
    caplog.clear()
    async with hosting(tmp_path, "Ada", store=RedisStore(redis_server.url)) as host:
        for code in ("AAAA", "CCCC"):
            # Spoil the store again while the server runs.
            spoil_redis(redis_server)
            await other.put_table(table(code, made=time.time()))
            await until(partial(host.server_tables.services.tables.all.__contains__, code))
        assert "AAAA" in (await run(ssh_port(host.ready), "Ada", "tables"))[1]
        with redis.Redis(port=redis_server.port) as client:
            # Spoil a table that the server already knows.
            client.hset("darwin:table:CCCC", "value", NO_TEXT)
        await other.notify(Change("table", "CCCC"))
        await other.put_table(table("DDDD", made=time.time()))
        await until(lambda: "DDDD" in host.server_tables.services.tables.all)
        await asyncio.sleep(1)
    errors = [record.message for record in caplog.records if record.levelno >= logging.ERROR]
    assert len(errors) == len(set(errors)) >= 10
    await other.close()


# --- a damaged match


def damaged_line(line: bytes) -> bytes:
    return line.replace(b'"', b"?", 3)


async def begun(host: Server) -> tuple[Lobby, str]:
    """Begin a table of Ada and play 12 actions; return her lobby and the table's code."""
    ada = await host.store.account("Ada")
    assert ada
    lobby = host.server_tables.lobby(ada, "Ada")
    code = await lobby.create(plan(ME, BOT))
    place = await lobby.enter(code)
    place.open()
    chance = Random(1)
    while place.spectator.snapshot.line < 12:
        await act(place, chance)
        await asyncio.sleep(0)
    place.close()
    await lobby.close()
    return lobby, code


def spoil_file(path: Path) -> None:
    lines = path.read_bytes().splitlines(keepends=True)
    lines[5] = damaged_line(lines[5])
    path.write_bytes(b"".join(lines))


def spoil_stream(server: RedisServer, code: str) -> None:
    with redis.Redis(port=server.port) as client:
        stream = f"darwin:match:{code}"
        entries: Any = client.xrange(stream)
        client.delete(stream)
        for at, (number, fields) in enumerate(entries):
            if at == 5:
                fields[b"line"] = damaged_line(fields[b"line"])
            client.xadd(stream, fields, id=number)


def append_other(server: RedisServer, code: str) -> None:
    with redis.Redis(port=server.port) as client:
        client.xadd(f"darwin:match:{code}", {"of": "others"}, id="5000-0")


@pytest.mark.parametrize(
    ("kind", "spoiled", "left"),
    [("files", spoil_file, 4), ("redis", spoil_stream, 4), ("redis", append_other, None)],
)
async def test_a_damaged_match_goes_back_to_its_good_part(
    kind, spoiled, left, tmp_path, request, caplog
):
    server: Any = request.getfixturevalue("redis_server") if kind == "redis" else None

    def store() -> Store | None:
        return RedisStore(server.url) if server else None

    async def rescue(code: str) -> tuple[int, str]:
        where = ["--store", server.url] if server else ["--data", str(tmp_path)]
        done = await asyncio.to_thread(CliRunner().invoke, main, ["serve", "rescue", *where, code])
        return done.exit_code, done.output

    async with hosting(tmp_path, "Ada", store=store()) as host:
        _, code = await begun(host)
    answers = [await rescue(code)]
    lines = await _lines(tmp_path, store(), code)
    if server:
        spoiled(server, code)
    else:
        spoiled(tmp_path / "tables" / code / f"{code}.jsonl")
    async with hosting(tmp_path, "Ada", store=store()) as host:
        ada = await host.store.account("Ada")
        assert ada
        with pytest.raises(Rejected, match="the host finds the reason in the log"):
            await host.server_tables.lobby(ada, "damaged").enter(code)
        assert "darwin-tui serve rescue CODE goes back to the good part" in caplog.text
    answers += [await rescue(code), await rescue(code), await rescue("QQQQ")]
    assert [status for status, _ in answers] == [1, 0, 1, 1], answers
    assert answers[0] == answers[2] == (1, f"The match of the table {code} is not damaged.\n")
    left = len(lines) - 1 if left is None else left
    assert f"continues after {left} actions; all of it is kept in " in answers[1][1]
    async with hosting(tmp_path, "Ada", store=store()) as host:
        assert (await host.store.record(code)).splitlines() == lines[: left + 1]
        ada = await host.store.account("Ada")
        assert ada
        place = await host.server_tables.lobby(ada, "again").enter(code)
        place.open()
        chance = Random(2)
        while place.spectator.snapshot.line < left + 4:
            await act(place, chance)
            await asyncio.sleep(0)
        place.close()


async def _lines(folder: Path, store: Store | None, code: str) -> list[bytes]:
    async with hosting(folder, store=store) as host:
        return (await host.store.record(code)).splitlines()


async def test_a_match_of_which_nothing_is_good_is_to_be_ended(tmp_path):
    async with hosting(tmp_path, "Ada") as host:
        _, code = await begun(host)
    path = tmp_path / "tables" / code / f"{code}.jsonl"
    path.write_bytes(json.dumps({"nothing": "of ours"}).encode() + b"\n")
    done = await asyncio.to_thread(
        CliRunner().invoke, main, ["serve", "--data", str(tmp_path), "rescue", code]
    )
    assert done.exit_code == 1
    assert f"darwin-tui serve end {code} ends it." in done.output
