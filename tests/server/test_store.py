"""The stores of files and of Redis keep all data given to them, and raise errors otherwise."""

import asyncio
from typing import Any

import msgspec
import pytest
from matches import began, played
from server.stores import KINDS, account, key, table
from waiting import PATIENCE_SECONDS

from darwin_core.journal import Conflict, JournalError
from darwin_tui.library.seat_access import ChatLine
from darwin_tui.server.store.accounts import AccountError, enrol, register, remove
from darwin_tui.server.store.contract import (
    CHAT_LINES_MAX,
    LOBBY,
    SECRET_BYTES,
    Change,
    Outdated,
    Presence,
    SeatInfo,
    StoreError,
    TableInfo,
    Taken,
)

KEY = "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAI" + "A" * 43

pytestmark = pytest.mark.parametrize("place", KINDS, indirect=True)


async def received(changes: Any, count: int = 1) -> list[Change]:
    return [await asyncio.wait_for(anext(changes), PATIENCE_SECONDS) for _ in range(count)]


# --- accounts


async def test_account_is_found_by_name_key_and_token(store):
    ada = await store.put_account(account("Ada", key(1), key(2), token_hash="t1"))
    ben = await store.put_account(account("ben", key(3)))
    assert (ada.version, ben.version) == (1, 1)
    assert await store.accounts() == [ada, ben]
    assert await store.account("ADA") == ada
    assert await store.account_of_key(key(2).fingerprint) == ada
    assert await store.account_of_token("t1") == ada
    assert await store.account("Cleo") is None
    assert await store.account_of_key("SHA256:none") is None
    assert await store.account_of_token("") is None


async def test_account_is_found_however_its_letters_are_composed(store):
    for name, typed in (("José", "JOSE\u0301"), ("Анна", "анна"), ("李雷", "李雷")):
        made = await store.put_account(account(name))
        assert await store.account(typed) == made
        with pytest.raises(Taken):
            await store.put_account(account(name.casefold()))


async def test_account_is_kept_as_it_was_read_last_or_not_at_all(store):
    first = await store.put_account(account("Ada", key(1), token_hash="t1"))
    second = await store.put_account(msgspec.structs.replace(first, keys=(key(2),), token_hash=""))
    assert second.version == 2
    with pytest.raises(Outdated, match="Ada has been changed"):
        await store.put_account(msgspec.structs.replace(first, made="2026"))
    assert await store.accounts() == [second]
    assert await store.account_of_key(key(1).fingerprint) is None
    assert await store.account_of_token("t1") is None
    assert await store.account_of_key(key(2).fingerprint) == second


async def test_name_and_key_belong_to_one_account(store):
    ada = await store.put_account(account("Ada", key(1)))
    with pytest.raises(Taken, match="an account Ada already"):
        await store.put_account(account("aDA"))
    with pytest.raises(Taken, match="key belongs to another"):
        await store.put_account(account("Ben", key(2), key(1)))
    assert await store.accounts() == [ada]
    await store.put_account(account("Cleo", key(2)))


async def test_removed_account_signs_nobody_in_its_key_is_free_and_its_name_is_not(store):
    await store.put_account(account("Ada", key(1), token_hash="t1"))
    removed = await remove(store, "ada")
    assert removed.is_removed
    with pytest.raises(AccountError, match="no account of that name"):
        await remove(store, "ada")
    assert await store.account_of_key(key(1).fingerprint) is None
    assert await store.account_of_token("t1") is None
    await store.put_account(account("Ben", key(1), token_hash="t1"))
    with pytest.raises(AccountError, match="an account Ada already"):
        await register(store, "ADA", key(2))
    with pytest.raises(AccountError, match="give the name back to the same person"):
        await enrol(store, "ada", KEY)
    assert await store.account("Ada") == removed
    back = await enrol(store, "ada", KEY, is_same_person=True)
    assert (back.name, len(back.keys), back.is_removed) == ("Ada", 1, False)
    assert await store.account_of_key(back.keys[0].fingerprint) == back


async def test_nothing_is_kept_that_could_not_be_read_again(store):
    with pytest.raises(StoreError, match="damaged"):
        await store.put_account(account("no name"))
    with pytest.raises(StoreError, match="damaged"):
        await store.put_account(account("Ada", settings=msgspec.Raw(b"{")))
    with pytest.raises(StoreError, match="damaged"):
        await store.put_table(table("nope"))
    with pytest.raises(StoreError, match="damaged"):
        await store.say(LOBBY, ChatLine(1, "Ada", "x" * 201))
    assert (await store.accounts(), await store.tables()) == ([], [])


# --- tables


async def test_tables_are_kept_newest_first(store):
    old = await store.put_table(table("AAAA", made=1.0))
    new = await store.put_table(table("BBBB", made=2.0))
    assert await store.tables() == [new, old]
    assert await store.table("AAAA") == old
    assert await store.table("CCCC") is None
    assert await store.table("../x") is None


async def test_table_is_kept_as_it_was_read_last_or_not_at_all(store):
    first = await store.put_table(table("AAAA"))
    second = await store.put_table(msgspec.structs.replace(first, phase="playing"))
    assert (first.version, second.version) == (1, 2)
    for outdated in (first, table("AAAA")):
        with pytest.raises(Outdated, match="AAAA has been changed"):
            await store.put_table(outdated)
    assert await store.tables() == [second]


def over(code: str, moved: float, *names: str) -> TableInfo:
    seats = tuple(SeatInfo("person", name) for name in names)
    return table(code, phase="over", moved=moved, host=names[0], seats=seats)


async def test_tables_that_are_over_are_found_by_their_people_the_last_first(place, store):
    for row in (over("AAAA", 1, "Ada", "Ben"), over("BBBB", 3, "Ada"), table("CCCC")):
        await store.put_table(row)
    played = await store.put_table(table("DDDD", phase="playing", made=9.0, moved=2.0))
    ended = await store.put_table(msgspec.structs.replace(played, phase="over"))
    ended = await store.put_table(msgspec.structs.replace(ended, line=5))
    assert await store.table("DDDD") == ended
    await store.close()
    again = place.store()
    await again.open()
    assert await again.finished("Ada", 9) == ["BBBB", "DDDD", "AAAA"]
    assert await again.finished("Ada", 2) == ["BBBB", "DDDD"]
    assert await again.finished("Ben", 2) == ["AAAA"]
    assert await again.finished("Cleo", 2) == []
    for count, codes in ((0, "C"), (1, "BC"), (2, "DBC"), (None, "DABC")):
        assert [table.code for table in await again.tables(count)] == [4 * code for code in codes]
    with pytest.raises(StoreError, match="has begun"):
        await again.remove_table("AAAA")
    with pytest.raises(Outdated):
        await again.put_table(table("AAAA"))
    await again.close()


async def test_of_two_that_change_a_table_at_once_one_is_refused(store):
    first = await store.put_table(table("AAAA"))
    answers = await asyncio.gather(
        *(store.put_table(msgspec.structs.replace(first, line=n)) for n in range(1, 6)),
        return_exceptions=True,
    )
    assert sum(isinstance(answer, Outdated) for answer in answers) == 4
    assert await store.table("AAAA") in answers


async def test_table_that_never_began_goes_with_all_that_was_its(store):
    secret = await store.secret("AAAA")
    kept = await store.put_table(table("AAAA"))
    await store.say("AAAA", ChatLine(1, "Ada", "hello"))
    (await store.journal("AAAA", began().text)).close()
    await store.remove_table("AAAA")
    assert (await store.tables(), await store.chat("AAAA")) == ([], [])
    assert await store.secret("AAAA") != secret
    with pytest.raises(StoreError, match="has not begun"):
        await store.record("AAAA")
    again = await store.put_table(msgspec.structs.replace(kept, version=0, phase="playing"))
    with pytest.raises(StoreError, match="has begun"):
        await store.remove_table("AAAA")
    assert await store.tables() == [again]


async def test_secret_is_made_once(store):
    first = await store.secret("AAAA")
    assert len(first) == SECRET_BYTES
    assert await store.secret("AAAA") == first
    assert await store.secret("AAAA", b"x" * SECRET_BYTES) == first
    assert await store.secret("BBBB", b"x" * SECRET_BYTES) == b"x" * SECRET_BYTES
    assert await store.secret("CCCC") not in (first, b"x" * SECRET_BYTES)


@pytest.mark.parametrize("code", ["", "..", "../../x", "aaaa", "AAAAA", "AA/A"])
async def test_code_that_is_none_opens_nothing(store, code):
    with pytest.raises((StoreError, JournalError)):
        await store.secret(code)
    with pytest.raises((StoreError, JournalError)):
        await store.journal(code, began().text)
    with pytest.raises(StoreError):
        await store.record(code)
    with pytest.raises(StoreError):
        await store.remove_table(code)


# --- matches


async def test_match_is_kept_line_by_line(place, store):
    written = played(2, actions=12)
    header, *lines = written.text.splitlines(keepends=True)
    journal = await store.journal("AAAA", header)
    for number, line in enumerate(lines, 1):
        journal.append(line, number)
    assert journal.since(0) == await store.record("AAAA") == written.text
    assert journal.since(5) == b"".join(lines[4:])
    assert journal.since(len(lines) + 1) == journal.since(99) == b""
    journal.close()
    again = await store.journal("AAAA")
    assert again.since(0) == written.text
    again.close()
    with pytest.raises(JournalError):
        again.append(b"x", len(lines) + 1)


async def test_line_is_added_after_exactly_those_that_are_known(store):
    header, *lines = played(2, actions=4).text.splitlines(keepends=True)
    journal = await store.journal("AAAA", header)
    journal.append(lines[0], 1)
    for expected in (0, 1, 3, 9):
        with pytest.raises(Conflict):
            journal.append(lines[1], expected)
    assert await store.record("AAAA") == header + lines[0]
    journal.append(lines[1], 2)
    assert await store.record("AAAA") == header + lines[0] + lines[1]
    journal.close()


async def test_branch_begins_with_several_lines(store):
    text = played(2, actions=6).text
    journal = await store.journal("AAAA", text)
    assert journal.since(0) == text
    journal.append(b"[7]\n", 7)
    assert journal.since(7) == b"[7]\n"
    journal.close()


async def test_match_begins_once(store):
    with pytest.raises(JournalError, match="has not begun"):
        await store.journal("AAAA")
    first = began(seed="one").text
    (await store.journal("AAAA", first)).close()
    for other in (began(seed="two").text, played(2, actions=6).text):
        with pytest.raises(JournalError):
            await store.journal("AAAA", other)
    assert await store.record("AAAA") == first


# --- chat


async def test_chat_keeps_the_last_lines_of_each_room(store):
    lines = [ChatLine(n, "Ada", f"line {n}") for n in range(CHAT_LINES_MAX + 5)]
    for line in lines:
        await store.say(LOBBY, line)
    await store.say("AAAA", lines[0])
    assert await store.chat(LOBBY) == lines[5:]
    assert await store.chat("AAAA") == lines[:1]
    assert await store.chat("BBBB") == []


# --- notices, leases, presence


async def test_each_change_is_noticed_by_all_from_the_call_on(store):
    changes, others = store.changes(), store.changes()
    header, line, *_ = played(2, actions=1).text.splitlines(keepends=True)
    await store.put_account(account("Ada"))
    await store.put_table(table("AAAA"))
    journal = await store.journal("AAAA", header)
    await asyncio.to_thread(journal.append, line, 1)
    await asyncio.sleep(0.01)
    await store.say("AAAA", ChatLine(1, "Ada", "hello"))
    await store.notify(Change("takeover", "Ada", "s2"))
    await store.put_presence(Presence("s1", "Ada"), 10)
    await store.put_presence(Presence("s1", "Ada"), 10)
    await store.put_presence(Presence("s1", "Ada", "AAAA"), 10)
    await store.remove_presence("s1")
    await store.remove_presence("s1")
    await store.remove_table("AAAA")
    await store.put_document("bans", "Ada", b"1", None)
    await remove(store, "ADA")
    expected = [
        Change("account", "Ada"),
        Change("table", "AAAA"),
        Change("line", "AAAA", lines=2),
        Change("chat", "AAAA"),
        Change("takeover", "Ada", "s2"),
        *[Change("presence", "Ada")] * 3,
        Change("table", "AAAA"),
        Change("document", "bans/Ada"),
        Change("account", "Ada"),
    ]
    assert await received(changes, len(expected)) == expected
    assert await received(others, len(expected)) == expected
    journal.close()
    await store.close()
    with pytest.raises(StopAsyncIteration):
        await anext(changes)


async def test_refused_change_is_not_noticed(store):
    header, line, *_ = played(2, actions=1).text.splitlines(keepends=True)
    earlier = store.changes()
    journal = await store.journal("AAAA", header)
    await store.notify(Change("all", "before"))
    while await received(earlier) != [Change("all", "before")]:
        pass
    changes = store.changes()
    with pytest.raises(Conflict):
        await asyncio.to_thread(journal.append, line, 5)
    with pytest.raises(Outdated):
        await store.put_table(table("AAAA", version=3))
    await store.notify(Change("all", ""))
    assert await received(changes) == [Change("all", "")]
    journal.close()


async def test_lease_has_one_holder_until_it_ends(store):
    assert await store.lease("AAAA", "one", 60)
    assert not await store.lease("AAAA", "two", 60)
    assert await store.lease("AAAA", "one", 60)
    assert await store.lease("BBBB", "two", 60)
    await store.release("AAAA", "two")
    assert not await store.lease("AAAA", "two", 60)
    await store.release("AAAA", "one")
    assert await store.lease("AAAA", "two", 60)
    assert not await store.lease("AAAA", "one", 60)
    assert await store.lease("AAAA", "two", 0.05)
    async with asyncio.timeout(PATIENCE_SECONDS):
        while not await store.lease("AAAA", "one", 60):
            await asyncio.sleep(0.01)


async def test_presence_ends_by_itself(store):
    ada = Presence("s1", "Ada", since=1)
    ben = Presence("s2", "Ben", "AAAA", (1,), since=2)
    await store.put_presence(ben, 60)
    await store.put_presence(ada, 60)
    assert await store.present() == [ada, ben]
    await store.put_presence(ada, 0.05)
    async with asyncio.timeout(PATIENCE_SECONDS):
        while await store.present() != [ben]:
            await asyncio.sleep(0.01)
    await store.put_presence(ben, 60)
    await store.remove_presence("s2")
    assert await store.present() == []


# --- between two openings


async def test_all_of_it_is_there_after_the_store_was_closed(place):
    store = place.store()
    await store.open()
    ada = await store.put_account(account("Ada", key(1)))
    kept = await store.put_table(table("AAAA"))
    secret = await store.secret("AAAA")
    await store.say(LOBBY, ChatLine(1, "Ada", "hello"))
    await store.put_document("bans", "Ada", b"1", None)
    text = played(2, actions=5).text
    (await store.journal("AAAA", text)).close()
    await store.close()
    again = place.store()
    await again.open()
    assert await again.accounts() == [ada]
    assert await again.tables() == [kept]
    assert await again.secret("AAAA") == secret
    assert await again.chat(LOBBY) == [ChatLine(1, "Ada", "hello")]
    assert await again.documents("bans") == {"Ada": b"1"}
    assert await again.record("AAAA") == text
    assert not await again.warnings()
    await again.close()


# --- documents


async def test_a_document_is_kept_as_it_was_read_last_or_not_at_all(store):
    assert await store.collections() == []
    await store.put_document("bans", "Ada", b"1", None)
    for before in (None, b"0", b""):
        with pytest.raises(Outdated):
            await store.put_document("bans", "Ada", b"2", before)
    await store.put_document("bans", "Ada", b"2", b"1")
    await store.put_document("bans", "ben", b"\x00\xff", None)
    await store.put_document("door", "Ada", b"", None)
    assert await store.documents("bans") == {"Ada": b"2", "ben": b"\x00\xff"}
    assert await store.documents("door") == {"Ada": b""}
    assert await store.document("bans", "ben") == b"\x00\xff"
    assert await store.document("door", "ben") is None
    assert await store.collections() == ["bans", "door"]
    with pytest.raises(Outdated):
        await store.put_document("bans", "Ada", None, b"1")
    await store.put_document("bans", "Ada", None, b"2")
    with pytest.raises(Outdated):
        await store.put_document("bans", "Ada", b"3", b"2")
    await store.put_document("door", "Ada", None, b"")
    assert await store.collections() == ["bans"]


async def test_lines_of_a_player_are_forgotten_in_all_rooms(store):
    for room, name in ((LOBBY, "Ada"), ("AAAA", "Ada"), (LOBBY, "Ben"), (LOBBY, "")):
        await store.say(room, ChatLine(1, name, f"{name} speaks."))
    await store.say("AAAA", ChatLine(2, "", "Ada has resigned.", "resigned", "Ada"))
    await store.forget_lines("Ada")
    assert [line.name for line in await store.chat(LOBBY)] == ["Ben", ""]
    assert await store.chat("AAAA") == []


async def test_a_table_that_is_over_goes_only_if_it_is_meant(store):
    over = await store.put_table(table("AAAA", phase="over"))
    with pytest.raises(StoreError, match="it stays"):
        await store.remove_table("AAAA")
    assert await store.finished("Ada", 5) == ["AAAA"]
    await store.remove_table("AAAA", is_over=True)
    assert (await store.table("AAAA"), await store.finished("Ada", 5)) == (None, [])
    playing = await store.put_table(msgspec.structs.replace(over, version=0, phase="playing"))
    with pytest.raises(StoreError, match="it stays"):
        await store.remove_table(playing.code, is_over=True)
