"""A player whom the host removes is signed out, also while the server runs."""

import msgspec
import pytest
from server.clients import account_of, at_screen, connected, hosting, ssh_port

from darwin_tui.server.operations import sessions
from darwin_tui.server.store import files
from darwin_tui.server.store.accounts import remove
from darwin_tui.server.store.contract import Change
from darwin_tui.server.store.file_accounts import FileAccounts


async def test_another_process_removes_a_player_who_is_signed_in(tmp_path, monkeypatch):
    assert files.WATCH_INTERVAL_SECONDS <= 5
    monkeypatch.setattr(files, "WATCH_INTERVAL_SECONDS", 0.02)
    async with (
        hosting(tmp_path, "Ada", "Emma") as host,
        at_screen(ssh_port(host.ready), "Ada") as ada,
        at_screen(ssh_port(host.ready), "Emma") as emma,
    ):
        await ada.until("Tables")
        await emma.until("Tables")
        others = FileAccounts(tmp_path)
        await others.open()
        await remove(others, "ada")
        await others.close()
        await ada.until_ended()
        assert sessions.REMOVED in ada.text
        assert sessions.REMOVED not in emma.text
        assert host.sessions.count == 1


async def test_missed_notices_and_a_key_that_signs_in_no_longer_end_a_session(serve):
    async with serve() as server, at_screen(server.port, "Ada") as ada:
        await ada.until("lobby")
        await server.store.notify(Change("all", ""))
        ada.press("x")
        await ada.until("key x")
        server.store.kept["ada"] = msgspec.structs.replace(
            account_of("Ada"), keys=account_of("Emma").keys
        )
        await server.store.notify(Change("all", ""))
        await ada.until_ended()
        assert sessions.SIGNED_OUT in ada.text


@pytest.mark.parametrize("command", ["who", None])
async def test_a_removed_player_who_has_signed_in_begins_no_session(tmp_path, command):
    async with hosting(tmp_path, "Ada") as host:
        connection = await connected(ssh_port(host.ready), "Ada")
        await remove(host.store, "Ada")
        term = "xterm" if command is None else None
        async with connection.create_process(command, term_type=term) as process:
            assert sessions.REMOVED in await process.stdout.read()
        assert process.exit_status == 1
        connection.abort()
