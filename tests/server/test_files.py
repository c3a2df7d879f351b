"""The store of files: permissions and locks, full disks, damaged and half-written files."""

import asyncio
import gc
import os
import shutil
import sqlite3
import stat
from collections.abc import AsyncIterator
from pathlib import Path

import msgspec
import pytest
from matches import began, loaded, played
from server.stores import account, key, table
from waiting import PATIENCE_SECONDS

from darwin_core.journal import JournalError
from darwin_core.match.record import RecordError
from darwin_tui.library.seat_access import ChatLine
from darwin_tui.server.store import files
from darwin_tui.server.store.contract import Change, StoreError
from darwin_tui.server.store.file_accounts import FileAccounts
from darwin_tui.server.store.files import FileStore


@pytest.fixture
async def store(tmp_path: Path) -> AsyncIterator[FileStore]:
    folder = tmp_path / "server"
    folder.mkdir(mode=0o755)
    store = FileStore(folder)
    await store.open()
    yield store
    await store.close()


async def test_only_the_owner_can_read_anything(store):
    before = os.umask(0)
    try:
        await store.put_account(account("Ada"))
        await store.put_table(table("AAAA"))
        await store.secret("AAAA")
        (await store.journal("AAAA", began().text)).close()
    finally:
        os.umask(before)
    paths = [store.folder, *store.folder.rglob("*")]
    assert {"accounts.sqlite-wal", "AAAA.jsonl", "secret", "lock"} < {path.name for path in paths}
    for path in paths:
        mode = stat.S_IMODE(path.stat().st_mode)
        assert mode == (0o700 if path.is_dir() else 0o600), path


async def test_second_server_on_the_folder_is_refused(store):
    other = FileStore(store.folder)
    with pytest.raises(StoreError, match="Another server uses the folder"):
        await other.open()
    await store.put_account(account("Ada"))
    await store.close()
    with pytest.raises(StoreError, match="closed"):
        await store.accounts()
    third = FileStore(store.folder)
    await third.open()
    assert [account.name for account in await third.accounts()] == ["Ada"]
    await third.close()


async def test_accounts_may_be_changed_while_the_server_runs(store):
    ada = await store.put_account(account("Ada"))
    beside = FileAccounts(store.folder)
    await beside.open()
    await beside.put_account(msgspec.structs.replace(ada, keys=(key(1),)))
    await beside.put_account(account("Ben", key(2)))
    await beside.close()
    changed = await store.account_of_key(key(1).fingerprint)
    assert changed is not None
    assert changed.name == "Ada"
    assert [account.name for account in await store.accounts()] == ["Ada", "Ben"]


async def test_full_disk_leaves_accounts_as_they_were(store):
    ada = await store.put_account(account("Ada", key(1)))

    def allow(pages: int) -> None:
        assert store._database is not None
        store._database._connection.execute(f"PRAGMA max_page_count = {pages}")

    await store._run(allow, 1)
    large = account("Ben", settings=msgspec.Raw(b'"%b"' % (b"x" * 50_000)))
    with pytest.raises(StoreError, match=r"cannot be kept: database or disk is full\.$"):
        await store.put_account(large)
    assert await store.accounts() == [ada]
    await store._run(allow, 10_000)
    assert (await store.put_account(large)).version == 1


async def test_full_disk_leaves_tables_as_they_were(store, monkeypatch):
    kept = await store.put_table(table("AAAA"))

    def full(*args: object) -> int:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr("os.write", full)
        for attempt in (
            lambda: store.put_table(msgspec.structs.replace(kept, line=1)),
            lambda: store.put_table(table("BBBB")),
            lambda: store.secret("AAAA"),
        ):
            with pytest.raises(StoreError) as error:
                await attempt()
            assert str(error.value).endswith("cannot be written: No space left on device.")
            assert str(store.folder) not in str(error.value)
        with pytest.raises(JournalError):
            await store.journal("AAAA", began().text)
    assert await store.tables() == [kept]
    await store.close()
    again = FileStore(store.folder)
    await again.open()
    assert await again.tables() == [kept]
    with pytest.raises(JournalError, match="has not begun"):
        await again.journal("AAAA")
    await again.close()


async def test_line_cut_off_by_a_crash_is_cut_and_the_rest_goes_on(store):
    text = played(2, actions=5).text
    (await store.journal("AAAA", text)).close()
    path = store.folder / "tables" / "AAAA" / "AAAA.jsonl"
    path.write_bytes(text + text.splitlines()[-1].replace(b"[5,", b"[6,")[:20])
    assert await store.record("AAAA") == text
    journal = await store.journal("AAAA")
    assert journal.since(0) == path.read_bytes() == text
    journal.close()
    path.write_bytes(text[:-1])
    journal = await store.journal("AAAA")
    assert journal.since(0) == path.read_bytes() == text
    assert len(loaded(text).lines) == 5
    journal.close()


async def test_damaged_match_is_named_and_never_overwritten(store):
    text = played(2, actions=5).text
    (await store.journal("AAAA", text)).close()
    path = store.folder / "tables" / "AAAA" / "AAAA.jsonl"
    for damaged, sentence in (
        (text.replace(b"[3,", b"[9,"), "Line 4 of the record is damaged."),
        (b"{" + text, "This is not a record"),
    ):
        path.write_bytes(damaged)
        for _ in range(2):
            with pytest.raises(RecordError, match=sentence):
                await store.journal("AAAA")
        assert path.read_bytes() == damaged


async def test_damaged_table_is_named_and_never_overwritten(store):
    ben = await store.put_table(table("BBBB"))
    await store.put_table(table("AAAA"))
    await store.close()
    path = store.folder / "tables" / "AAAA" / "table.json"
    path.write_bytes(b"{}")
    again = FileStore(store.folder)
    await again.open()
    assert await again.warnings() == ("The table AAAA is left out: it is damaged.",)
    assert await again.tables() == [ben]
    with pytest.raises(StoreError, match="cannot be read"):
        await again.put_table(table("AAAA"))
    assert path.read_bytes() == b"{}"
    await again.close()


async def test_what_a_killed_server_had_not_removed_to_its_end_does_not_come_back(store):
    await store.put_table(table("AAAA"))
    await store.close()
    folder = store.folder / "tables"
    (folder / "AAAA").rename(folder / "removed-AAAA")
    again = FileStore(store.folder)
    await again.open()
    assert await again.tables() == []
    assert list(folder.iterdir()) == []
    await again.put_table(table("AAAA"))
    await again.remove_table("AAAA")
    assert list(folder.iterdir()) == []
    await again.close()


async def test_what_a_killed_server_had_not_written_to_its_end_is_cleared_away(store):
    await store.put_table(table("AAAA"))
    await store.close()
    unfinished = store.folder / "tables" / "AAAA" / ".table.json.123.new"
    unfinished.write_bytes(b'{"co')
    again = FileStore(store.folder)
    await again.open()
    assert len(await again.tables()) == 1
    assert not unfinished.exists()
    await again.close()


async def test_accounts_of_a_later_version_are_refused(store):
    await store.close()
    connection = sqlite3.connect(store.folder / "accounts.sqlite")
    connection.execute("PRAGMA user_version = 2")
    connection.close()
    other = FileStore(store.folder)
    with pytest.raises(StoreError, match="later version"):
        await other.open()
    await other.close()


async def test_failure_that_nobody_waits_for_any_more_is_not_logged(store, caplog):
    asked = asyncio.create_task(store.remove_table("not a code"))
    await asyncio.sleep(0)
    asked.cancel()
    with pytest.raises(asyncio.CancelledError):
        await asked
    await store.accounts()
    await asyncio.sleep(0)
    gc.collect()
    assert not caplog.records


async def test_change_is_noticed_by_all_even_if_its_player_has_gone_meanwhile(store):
    changes = store.changes()
    asked = asyncio.create_task(store.say("", ChatLine(1.0, "ada", "hello")))
    await asyncio.sleep(0)
    asked.cancel()
    with pytest.raises(asyncio.CancelledError):
        await asked
    async with asyncio.timeout(10):
        assert await anext(changes) == Change("chat", "")


async def test_accounts_are_read_again_only_after_another_process_has_changed_them(
    tmp_path, monkeypatch
):
    monkeypatch.setattr(files, "WATCH_INTERVAL_SECONDS", 0.01)
    store, others = FileStore(tmp_path), FileAccounts(tmp_path)
    await store.open()
    await others.open()
    changes = store.changes()
    notice = asyncio.ensure_future(anext(changes))
    done, _ = await asyncio.wait([notice], timeout=0.2)
    assert not done, "nobody has changed anything"
    await others.put_account(account("Ada", key(1)))
    assert await asyncio.wait_for(notice, PATIENCE_SECONDS) == Change("all", "")
    await others.close()
    await store.close()


async def test_a_backup_has_of_each_table_the_match_last(tmp_path, monkeypatch):
    store = FileStore(tmp_path / "server")
    await store.open()
    for code in ("K7QF", "Z0Z0"):
        await store.secret(code)
        for name in ("table.json", f"{code}.jsonl"):
            (store.folder / "tables" / code / name).write_bytes(b"{}\n")
    copied: list[str] = []
    copy = shutil.copy2

    def noted(path: Path, to: Path) -> None:
        copied.append(path.name)
        copy(path, to)

    monkeypatch.setattr("darwin_tui.server.store.files.shutil.copy2", noted)
    await files.copy_running(store.folder, tmp_path / "backup")
    await store.close()
    assert copied[2::3] == ["K7QF.jsonl", "Z0Z0.jsonl"], "else a table could be ahead of its match"
    assert len(copied) == 6
