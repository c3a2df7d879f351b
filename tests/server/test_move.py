"""The command ``darwin-tui serve move`` copies a whole server to another store, or refuses to."""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from pathlib import Path
from random import Random
from typing import Any

import pytest
from click.testing import CliRunner, Result
from msgspec.structs import replace
from server.stores import Address, Folder, RedisServer, account, key, table
from server.tables import BOT, ME, OPEN, MemoryStore, act, hall, hall_with, line, plan, sit

from darwin_tui.cli import main
from darwin_tui.library.seat_access import ChatLine
from darwin_tui.server.store.contract import (
    LOBBY,
    TOURNAMENTS,
    Deal,
    Entry,
    Presence,
    Store,
    TableInfo,
    Tournament,
    copy_all,
    encode,
)
from darwin_tui.server.store.orders import end_table

ACTIONS = 5
HELLO, LATER = ChatLine(1, "Ada", "hello"), ChatLine(2, "Ben", "later")
DONE = "All of it is there now, and nothing was removed here."

Place = Folder | Address
Content = dict[str, Any]


@pytest.fixture(params=["to redis", "to files"])
def places(
    request: pytest.FixtureRequest, redis_server: RedisServer, tmp_path: Path
) -> tuple[Place, Place]:
    """Return the places of the source and of the target."""
    stores: list[Place] = [Folder(tmp_path / "server"), Address(redis_server)]
    return (stores[0], stores[1]) if request.param == "to redis" else (stores[1], stores[0])


def name(place: Place) -> str:
    return str(place.path) if isinstance(place, Folder) else place.server.url


def move(source: Place, target: Place) -> Result:
    option = "--data" if isinstance(source, Folder) else "--store"
    return CliRunner().invoke(main, ["serve", "move", option, name(source), "--to", name(target)])


def using(place: Place, use: Callable[[Store], Awaitable[Any]]) -> Any:
    """Open a place's store, use it, close it, and return the result."""

    async def work() -> Any:
        store = place.store()
        await store.open()
        try:
            return await use(store)
        finally:
            await store.close()

    return asyncio.run(work())


async def fill(store: Store) -> None:
    """Fill a store with accounts, a tournament, a match, a table that waits, and chat."""
    await store.put_account(account("Ada", key(1), token_hash="t1"))
    await store.put_account(account("Ben", key(2), key(3)))
    await store.put_account(account("Cleora", is_removed=True))
    entries = (Entry("Ada"),)
    arena = Tournament("T0RN", "arena", (Deal("dice", 2),), begins=1e12, entries=entries)
    await store.put_document(TOURNAMENTS, arena.code, encode(arena), None)
    async with hall_with("Ada", "Ben", store=store) as (_, (ada, ben)):
        code, seated = await sit(ada, ben)
        while line(seated[0]) < ACTIONS:
            for place in seated:
                await act(place, Random(1))
        await ben.create(plan(ME, OPEN, BOT, is_private=True))
        await ada.say("who is next?")
        for chat_line in (HELLO, LATER):
            await store.say(code, chat_line)


class Busy(MemoryStore):
    """A store from which all tables but STAY are removed while they are copied."""

    is_copied = False

    async def tables(self, finished_max: int | None = None) -> list[TableInfo]:
        tables = await super().tables(finished_max)
        for info in tables:
            if self.is_copied and info.code != "STAY":
                await end_table(self, info.code, 0, removes=True)
        return tables


async def test_a_backup_is_made_although_tables_are_removed_meanwhile():
    source, target = Busy(), MemoryStore()
    async with hall(source) as here:
        await sit(await here.lobby("Ada"), await here.lobby("Ben"))
    for code in ("G0NE", "STAY"):
        await source.secret(code)
        await source.put_table(table(code))
    source.is_copied = True
    source.calls.clear()
    lines = [words async for words in copy_all(source, target, is_backup=True)]
    assert [words for words in lines if "table" in words] == ["table STAY: dice, not begun"]
    assert [each.code for each in await target.tables()] == ["STAY"]
    assert source.calls.count("secret") == 1, "none is made for a table that is gone"


async def content(store: Store) -> Content:
    """Return everything that a store contains, without version numbers."""
    content_by_name: Content = {
        account.name: replace(account, version=0) for account in await store.accounts()
    }
    for saved_table in await store.tables():
        record = await store.record(saved_table.code) if saved_table.phase != "gathering" else b""
        content_by_name[saved_table.code] = (
            replace(saved_table, version=0),
            await store.secret(saved_table.code),
            record,
            await store.chat(saved_table.code),
        )
    content_by_name["lobby"] = await store.chat(LOBBY)
    content_by_name["tournaments"] = await store.documents(TOURNAMENTS)
    return content_by_name


def test_match_continues_in_the_other_store(places):
    source, target = places
    using(source, fill)
    before = using(source, content)
    begun, waiting = sorted(
        (code for code in before if len(code) == 4), key=lambda c: not before[c][2]
    )
    moved = move(source, target)
    assert (moved.exit_code, moved.stderr) == (0, "")
    lines = moved.stdout.splitlines()
    count = before[begun][2].count(b"\n") - 1
    assert sorted(lines[:5]) == [
        "account Ada",
        "account Ben",
        "account Cleora",
        *sorted([f"table {begun}: dice, {count} actions", f"table {waiting}: dice, not begun"]),
    ]
    assert lines[5].startswith("lobby: ")
    assert lines[6:] == ["tournaments: 1", DONE]
    assert using(source, content) == before
    assert using(target, content) == before
    again = move(source, target)
    assert (again.exit_code, again.stdout) == (0, f"{DONE}\n")

    async def play_on(store: Store) -> bytes:
        owner = await store.account_of_key(key(3).fingerprint)
        assert owner
        assert owner.name == "Ben"
        async with hall(store) as there:
            seated = [await (await there.lobby(one)).enter(begun) for one in ("Ada", "Ben")]
            for place in seated:
                place.open()
            while line(seated[0]) == count:
                for place in seated:
                    await act(place, Random(2))
        return await store.record(begun)

    text = using(target, play_on)
    assert text.startswith(before[begun][2])
    refused = move(source, target)
    assert (refused.exit_code, refused.stdout) == (1, "")
    assert refused.stderr == f"The target has a table {begun} already.\n"
    assert using(target, lambda store: store.record(begun)) == text


def test_interrupted_copy_is_completed(places, monkeypatch):
    source, target = places
    using(source, fill)
    before = using(source, content)
    kind = type(target.store())
    left = 0
    for method in ("put_account", "secret", "journal", "say", "put_table", "put_document"):
        work = getattr(kind, method)

        async def write(store: Store, *args: Any, work: Any = work) -> Any:
            nonlocal left
            left -= 1
            if left < 0:
                raise KeyboardInterrupt
            return await work(store, *args)

        monkeypatch.setattr(kind, method, write)
    steps = 0
    while True:
        left = steps
        moved = move(source, target)
        left = 1000
        now = using(target, content)
        later = {key: before[key] for key in ("lobby", "tournaments")}
        assert {**before, **now, **later} == before
        if moved.exit_code == 0:
            break
        assert (moved.exit_code, DONE in moved.stdout) == (130, False)
        steps += 1
        assert steps < 30
    assert steps > 3
    assert now == before
    assert using(source, content) == before


def fill_with(*tables: str, chat: Sequence[ChatLine] = ()) -> Callable[[Store], Awaitable[None]]:
    async def work(store: Store) -> None:
        await store.put_account(account("Ada", key(1)))
        for code in tables:
            await store.secret(code)
            await store.put_table(table(code))
        for chat_line in chat:
            await store.say(LOBBY, chat_line)

    return work


async def other_table(store: Store) -> None:
    await store.put_table(table("BBBB", game="evo"))


async def other_account(store: Store) -> None:
    await store.put_account(account("ada", key(2)))


async def other_owner(store: Store) -> None:
    await store.put_account(account("Ben", key(1)))


@pytest.mark.parametrize(
    ("other", "sentence"),
    [
        (other_table, "The target has a table BBBB already."),
        (other_account, "The target has an account ada already."),
        (other_owner, "The target has the key of Ada for Ben already."),
    ],
)
def test_what_the_target_has_already_is_not_replaced(other, sentence, places):
    source, target = places
    using(source, fill_with("AAAA", "BBBB"))
    using(target, other)
    before = using(source, content), using(target, content)
    moved = move(source, target)
    assert (moved.exit_code, moved.stdout, moved.stderr) == (1, "", f"{sentence}\n")
    assert (using(source, content), using(target, content)) == before


def test_lobby_that_has_a_chat_keeps_it(places):
    source, target = places
    using(source, fill_with("AAAA", chat=[LATER]))
    using(target, lambda store: store.say(LOBBY, HELLO))
    assert move(source, target).exit_code == 0
    assert using(target, lambda store: store.chat(LOBBY)) == [HELLO]
    assert "AAAA" in using(target, content)


def test_running_server_is_not_moved(tmp_path, redis_server):
    files, other = Folder(tmp_path / "server"), Folder(tmp_path / "other")

    def moved(here: Place, there: Place) -> tuple[int, str, str]:
        output = move(here, there)
        return output.exit_code, output.stdout, output.stderr

    async def held(_: Store) -> None:
        for ends in ((files, other), (other, files)):
            result = await asyncio.to_thread(moved, *ends)
            assert result == (1, "", f"Another server uses the folder {files.path} already.\n")

    using(other, fill_with())
    using(files, held)

    async def visited(store: Store) -> None:
        await store.put_presence(Presence("one", "Ada"), 60)
        result = await asyncio.to_thread(moved, Address(redis_server), other)
        assert result == (1, "", "Players are at the server now; end it first.\n")

    using(Address(redis_server), visited)


def test_table_that_cannot_be_read_is_named_and_the_others_are_moved(tmp_path):
    source, target = Folder(tmp_path / "server"), Folder(tmp_path / "other")
    using(source, fill_with("AAAA", "BBBB"))
    (source.path / "tables" / "BBBB" / "table.json").write_text("{")
    moved = move(source, target)
    assert (moved.exit_code, moved.stderr) == (0, "The table BBBB is left out: it is damaged.\n")
    assert moved.stdout == f"account Ada\ntable AAAA: dice, not begun\n{DONE}\n"


def test_wrong_places_are_refused(tmp_path, redis_server):
    nowhere, here = Folder(tmp_path / "nowhere"), Folder(tmp_path / "here")
    using(here, fill_with())
    for source, target, code, sentence in (
        (nowhere, here, 1, f"There is no server in {nowhere.path}."),
        (here, here, 2, "The target is the source."),
        (Address(redis_server), Address(redis_server), 2, "The target is the source."),
    ):
        moved = move(source, target)
        assert (moved.exit_code, moved.stdout, moved.stderr) == (code, "", f"{sentence}\n")
    assert not nowhere.path.exists()
