"""The host's tools: removing tables, purging players, tokens, the log, limits, metrics, backups.

Also the orders of moderators, given within a session.
"""

import asyncio
import json
import os
import re
import subprocess
from pathlib import Path
from random import Random

import msgspec
import pytest
from click.testing import CliRunner, Result
from msgspec.structs import replace
from server.clients import account_of, hosting, run, ssh_port
from server.stores import KINDS, RedisServer
from server.stores import table as stored_table
from server.tables import ME, OPEN, MemoryStore, act, hall_with, plan, quiet, sit
from server.test_serve_cli import ended, ready, served, text_of
from waiting import until

from darwin_core.match import Refused, record
from darwin_tui.cli import main
from darwin_tui.library.seat_access import ChatLine, Rejected
from darwin_tui.server.operations.plan import Address
from darwin_tui.server.store import files
from darwin_tui.server.store.accounts import (
    AccountError,
    allow,
    mute,
    new_token,
    purge,
    register,
)
from darwin_tui.server.store.admission import ban, read_ban
from darwin_tui.server.store.contract import (
    LOBBY,
    RACES,
    Account,
    Deal,
    Entry,
    Pairing,
    Races,
    StoreError,
    Tournament,
    decode,
    encode,
)
from darwin_tui.server.store.orders import FORMER, end_table, erase_name
from darwin_tui.server.store.redis_store import RedisStore
from darwin_tui.server.tables.register import SeatPlan
from darwin_tui.server.tables.tournaments import put_tournament, tournaments
from darwin_tui.terminal.limits import Limits, limits_file, limits_of_host, read_limits


def cli(*args: str) -> Result:
    return CliRunner().invoke(main, ["serve", *args])


async def order(folder: Path, *words: str) -> tuple[int, str]:
    done = await asyncio.to_thread(cli, "--data", str(folder), *words)
    return done.exit_code, done.output


# --- tables and names


@pytest.mark.parametrize("place", KINDS, indirect=True)
async def test_a_removed_table_leaves_nothing_behind(store):
    async with hall_with("ada", "ben", store=store) as (server, (ada, ben)):
        code, places = await sit(ada, ben)
        while not await act(places[0], Random(1)):
            await act(places[1], Random(1))
        await store.say(code, ChatLine(1, "ada", "Hello."))
        await end_table(store, code, server.time.now, removes=True)
        await until(lambda: not ada.cards and not ben.cards)
        assert await store.table(code) is None
        assert await store.chat(code) == []
        assert await store.finished("ada", 10) == []
        with pytest.raises(StoreError):
            await store.record(code)
        with pytest.raises(Rejected, match="no table with that code"):
            await ada.enter(code)
        again, places = await sit(ada, ben)
        await end_table(store, again, server.time.now, removes=True)
        await until(lambda: not ada.cards)
        for place in places:
            with pytest.raises(Refused, match="The host of the server has ended the match"):
                await act(place, Random(1))


@pytest.mark.parametrize("place", KINDS, indirect=True)
async def test_of_a_purged_player_nothing_is_left_but_the_name(store):
    async with hall_with("Ada", "Ben", store=store) as (server, (ada, ben)):
        code, places = await sit(ada, ben)
        for _ in range(4):
            for place in places:
                await act(place, Random(1))
        with pytest.raises(StoreError, match=f"at the table {code}, which is not over"):
            await erase_name(store, "Ada")
        # A table that reserves a seat for Ada, or has invited her, also prevents the purge.
        await end_table(store, code, server.time.now)
        for seats, is_invited in (((ME, SeatPlan("reserved", "Ada")), False), ((ME, OPEN), True)):
            other = await ben.create(plan(*seats))
            if is_invited:
                await ben.invite("Ada", other)
            with pytest.raises(StoreError, match=f"at the table {other}, which is not over"):
                await erase_name(store, "Ada")
            await ben.leave(other)
        for room, name in ((LOBBY, "Ada"), (code, "Ada"), (LOBBY, "Ben")):
            await store.say(room, ChatLine(1, name, f"{name} speaks."))
        await quiet()
        before = record.read(await store.record(code))
    await new_token(store, "Ada")
    async with hall_with("Ada", store=store) as (_, (ada,)):
        await ada.befriend("Ben")
        await mute(store, "Ada", is_muted=True)
        gone = await purge(store, "ADA")
        assert gone == Account("Ada", is_removed=True, version=gone.version)
        # Ada's session ends only after the purge, and must not bring the account back.
        await ada.close()
        assert await store.account("Ada") == gone
    assert [line.name for line in await store.chat(LOBBY)] == ["Ben"]
    assert [line for line in await store.chat(code) if line.name == "Ada"] == []
    week = Tournament(
        *("WEEK", "swiss", (Deal("dice", 2),)),
        host="Ada",
        entries=(Entry("Ada", is_waiting=True), Entry("Ben")),
        pairings=(Pairing(0, ("Ben", "Ada"), code),),
    )
    await put_tournament(store, week)
    ben_account = await store.account("Ben")
    assert ben_account
    await store.put_account(replace(ben_account, friends=("Ada", "Emma"), blocked=("Ada",)))
    await store.put_document(RACES, "2026-W48 dice", encode({"Ada": (4, 1), "Ben": (2, 2)}), None)
    await store.put_document(RACES, "2026-W48 evo", encode({"Ben": (1, 0)}), None)
    output = await erase_name(store, "Ada")
    assert re.fullmatch(rf"Ada is {FORMER}\d{{7}} in 1 tables from now on\.", output)
    former = output.split()[2]
    races = await store.documents(RACES)
    assert decode(races["2026-W48 dice"], Races) == {former: (4, 1), "Ben": (2, 2)}
    assert decode(races["2026-W48 evo"], Races) == {"Ben": (1, 0)}
    (erased,) = await tournaments(store)
    assert erased == replace(
        week,
        host=former,
        entries=(Entry(former, has_left=True), Entry("Ben")),
        pairings=(Pairing(0, ("Ben", former), code),),
        version=2,
    )
    ben_account = await store.account("Ben")
    assert ben_account
    assert (ben_account.friends, ben_account.blocked) == (("Emma",), ())
    table = await store.table(code)
    assert table
    assert table.people == {former, "Ben"}
    after = record.read(await store.record(code))
    assert after.header.names == (former, "Ben")
    assert after.damage is None
    moves = [(line.seat, line.action, line.state_hash) for line in before.lines]
    assert [(line.seat, line.action, line.state_hash) for line in after.lines] == moves
    assert moves
    for name in ("Ada", former):
        with pytest.raises(AccountError):
            await register(store, name, account_of("Emma").keys[0])


@pytest.mark.parametrize("phase", ["over", "playing"])
async def test_a_name_is_also_erased_from_a_table_that_it_reaches_meanwhile(phase, monkeypatch):
    store = MemoryStore()
    put_account = store.put_account

    async def sit_down_meanwhile(account: Account) -> Account:
        await store.put_table(stored_table("K7QF", phase=phase))
        return await put_account(account)

    # The new name is reserved between the first reading of the tables and the first change.
    monkeypatch.setattr(store, "put_account", sit_down_meanwhile)
    if phase == "playing":
        with pytest.raises(StoreError, match="Ada is at the table K7QF, which is not over"):
            await erase_name(store, "Ada")
    else:
        assert (await erase_name(store, "Ada")).endswith("in 1 tables from now on.")
        assert not [table for table in await store.tables() if "Ada" in table.accounts]


async def test_a_purge_reaches_the_server_that_runs(tmp_path, monkeypatch):
    monkeypatch.setattr(files, "WATCH_INTERVAL_SECONDS", 0.02)
    async with hosting(tmp_path, "Ada", "Ben") as host:
        accounts = [await host.store.account(name) for name in ("Ada", "Ben")]
        ada, ben = [
            host.server_tables.lobby(account, account.name) for account in accounts if account
        ]
        code, _ = await sit(ada, ben)
        await ada.say("Hello.")
        refused = await order(tmp_path, "purge", "ada", "--matches")
        assert refused[0] == 1
        assert f"Ada is at the table {code}, which is not over: end it.\n" in refused[1]
        await until(lambda: not ben.chat)
        assert await order(tmp_path, "end", code, "--remove") == (
            0,
            f"The table {code} is removed.\n",
        )
        assert await host.store.table(code) is None
        assert (await order(tmp_path, "purge", "ada", "--matches"))[1].endswith(
            "in 0 tables from now on.\n"
        )


# --- moderators


async def test_moderators_mute_kick_and_end_from_within(tmp_path, monkeypatch):
    monkeypatch.setattr(files, "WATCH_INTERVAL_SECONDS", 0.02)
    async with hosting(tmp_path, "Ada", "Ben", "Cleo", "Dora") as host:
        port = ssh_port(host.ready)
        for word in ("mute Ben", "kick Ben", "end AAAA"):
            assert await run(port, "Ada", word) == (1, "", "Only moderators can do that.\n")
        assert "kick NAME" not in (await run(port, "Ada", "help"))[1]
        assert await order(tmp_path, "allow", "ada", "moderate") == (0, "Ada may moderate.\n")
        assert await order(tmp_path, "allow", "cleo", "moderate") == (0, "Cleo may moderate.\n")
        assert "kick NAME: send a player away" in (await run(port, "Ada", "help"))[1]
        assert await run(port, "Ada", "mute ben") == (0, "Ben is muted.\n", "")
        assert (await run(port, "Ben", "say Boo"))[2] == ("The host of the server has muted you.\n")
        assert await run(port, "Ada", "unmute ben") == (0, "Ben may speak again.\n", "")
        assert await run(port, "Ben", "say Sorry, all.") == (0, "", "")
        assert await run(port, "Ada", "talk") == (0, "Ben: Sorry, all.\n", "")
        _, code, _ = await run(port, "Ben", "new dice --seats me,open")
        assert await run(port, "Ada", f"end {code.lower()}") == (
            0,
            f"The table {code.strip()} is ended.\n",
            "",
        )
        _, own, _ = await run(port, "Ada", "new dice --seats me,open")
        assert (await run(port, "Ben", f"join {own}"))[0] == 0
        assert await run(port, "Ada", f"end {own}") == (
            *(1, ""),
            "You play there yourself: another moderator has to end it.\n",
        )
        assert await run(port, "Ada", "kick ben") == (
            *(1, ""),
            "You play with Ben: another moderator has to do that.\n",
        )
        assert await run(port, "Ada", "kick dora") == (0, "Dora is sent away.\n", "")
        assert (await run(port, "Cleo", f"end {own}"))[0] == 0
        assert await run(port, "Ada", "kick cleo") == (1, "", "Cleo is a moderator, too.\n")
        assert await run(port, "Ada", "kick ben") == (0, "Ben is sent away.\n", "")
        await until(lambda: bool(host.sessions.admission.ban_of("Ben")))
        assert (await run(port, "Ben", "help"))[0] == 1
        no_longer = await order(tmp_path, "allow", "ada", "moderate", "--off")
        assert no_longer == (0, "Ada may moderate no longer.\n")
        assert (await run(port, "Ada", "unmute ben"))[0] == 1


async def test_moderators_give_orders_in_the_chat():
    async with hall_with("ada", "ben") as (server, (ada, ben)):
        await ben.say("/kick ada")
        await allow(server.store, "ada", "moderate", is_allowed=True)
        await until(lambda: ada.desk.may_open)
        await quiet()
        await ada.say("/mute ben")
        await quiet()
        assert ben.account.is_muted
        with pytest.raises(Rejected, match="mute, unmute, kick and end are the orders"):
            await ada.say("/frobnicate ben")
        assert [line.text for line in ada.chat] == ["/kick ada"]


# --- lists and the log


async def test_tokens_are_listed_and_revoked(tmp_path):
    async with hosting(tmp_path, "Ada", "Ben") as host:
        await new_token(host.store, "Ada")
        code, output = await order(tmp_path, "tokens")
        assert code == 0
        assert re.fullmatch(r"Ada  token of \d{4}-\S+  0 browsers\n", output)
        assert json.loads((await order(tmp_path, "tokens", "--json"))[1])[0]["name"] == "Ada"
        await order(tmp_path, "keys", "revoke", "Ada")
        assert await order(tmp_path, "tokens") == (0, "")


def test_the_log_says_who_came_and_who_was_refused(tmp_path):
    data = tmp_path / "server"
    place = ("--data", str(data))
    assert (
        CliRunner()
        .invoke(main, ["serve", *place, "keys", "add", "Анна", text_of("Ada").strip()])
        .exit_code
        == 0
    )
    with served("--ssh", "127.0.0.1:0", *place) as process:
        port = ssh_port(ready(process))
        assert asyncio.run(run(port, "Ada", "help"))[0] == 0
        with pytest.raises(Exception, match="Permission denied"):
            asyncio.run(run(port, "Mary", "help"))
        process.terminate()
        assert ended(process)[0] == 0
    lines = cli(*place, "log").output.splitlines()
    first = lines[0]
    assert re.match(
        r"\d{4}-\d\d-\d\dT\S+  signed in   address=127\.0\.0\.1  name=Анна  key=", first
    )
    events = [json.loads(line) for line in cli(*place, "log", "--json").output.splitlines()]
    refused = [event for event in events if event["event"] == "refused"]
    assert [event["user"] for event in refused] == ["Mary"]
    assert len(cli(*place, "log", "--last", "1").output.splitlines()) == 1
    assert (data / "sign-ins.jsonl").stat().st_mode & 0o077 == 0


# --- limits


def test_all_limits_are_in_one_file_with_their_defaults():
    text = cli("limits").output
    assert read_limits(text) == Limits()
    assert text == limits_file(Limits())
    for name in Limits.__struct_fields__:
        assert re.search(rf"^{name} = ", text, re.MULTILINE)
    assert Limits().first_packet_seconds == 3
    assert read_limits("sessions_max = 7\nfirst_packet_seconds = 2") == msgspec.structs.replace(
        Limits(), sessions_max=7, first_packet_seconds=2
    )


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("sessions = 7", "There is no limit 'sessions'; serve limits lists all."),
        ("sessions_max = 0", "The limit sessions_max has to be a number of more than 0."),
        ("sessions_max = -1.5", "The limit sessions_max has to be a number of more than 0."),
        ("chat_seconds = nan", "The limit chat_seconds has to be a number of more than 0."),
        ("chat_seconds = inf", "The limit chat_seconds has to be a number of more than 0."),
        ("sessions_max = 1.5", "The limits cannot be used: "),
        ("sessions_max = 'many'", "The limits cannot be used: "),
        ("sessions_max", "The limits are no TOML: "),
    ],
)
def test_a_wrong_file_of_limits_is_refused_in_a_sentence(text, sentence, tmp_path):
    path = tmp_path / "limits.toml"
    path.write_text(text)
    result = cli("--limits", str(path), "--check", "--data", str(tmp_path / "server"))
    assert (result.exit_code, result.stdout, result.stderr.count("\n")) == (2, "", 1)
    assert result.stderr.startswith(sentence)


def test_the_limits_of_the_file_are_in_force_and_options_go_before(tmp_path):
    path = tmp_path / "limits.toml"
    path.write_text("chat_lines = 1\nchat_seconds = 1e6\n")
    place = ("--data", str(tmp_path / "server"))
    assert cli("--limits", "nowhere.toml", *place).exit_code == 1
    cli(*place, "keys", "add", "Ada", text_of("Ada").strip())
    with served("--ssh", "127.0.0.1:0", "--limits", str(path), *place) as process:
        port = ssh_port(ready(process))
        statuses = [asyncio.run(run(port, "Ada", f"say {word}"))[0] for word in ("one", "two")]
        process.terminate()
        ended(process)
    assert statuses == [0, 1]
    assert limits_of_host(7, None, Limits(sessions_max=1, chat_lines=2)) == msgspec.structs.replace(
        Limits(), sessions_max=7, connections_max=14, chat_lines=2
    )


# --- figures


async def test_prometheus_reads_the_figures(tmp_path):
    async with hosting(tmp_path, "Ada", metrics=Address("127.0.0.1", 0)) as host:
        port = int(host.ready.split("metrics=127.0.0.1:")[1])
        await run(ssh_port(host.ready), "Ada", "new dice --seats me,open")

        async def asked(path: str) -> tuple[str, str]:
            reader, writer = await asyncio.open_connection("127.0.0.1", port)
            writer.write(f"GET {path} HTTP/1.1\r\nHost: x\r\n\r\n".encode())
            head, _, body = (await reader.read()).decode().partition("\r\n\r\n")
            writer.close()
            return head, body

        head, body = await asked("/metrics")
        assert head.startswith("HTTP/1.1 200 OK\r\n")
        assert "\ndarwin_tables 1\n" in body
        assert re.search(r'^darwin_events_total\{event="signed in"\} [1-9]', body, re.MULTILINE)
        names = re.findall(r"^(darwin_\w+)(?:\{.*?\})? \S+$", body, re.MULTILINE)
        assert all(f"# TYPE {name} " in body for name in names)
        assert "Ada" not in body
        assert (await asked("/"))[0].startswith("HTTP/1.1 404")


# --- backups


@pytest.mark.parametrize("kind", KINDS)
async def test_a_backup_of_a_running_server_is_a_server(kind, tmp_path, request):
    data, archive = tmp_path / "server", tmp_path / "backup.tar.gz"
    place = ["--data", str(data)]
    store = None
    if kind == "redis":
        server: RedisServer = request.getfixturevalue("redis_server")
        place = ["--store", server.url]
        store = RedisStore(server.url)
    async with hosting(data, "Ada", "Ben", store=store) as host:
        accounts = [await host.store.account(name) for name in ("Ada", "Ben")]
        ada, ben = [
            host.server_tables.lobby(account, account.name) for account in accounts if account
        ]
        code, places = await sit(ada, ben)
        for _ in range(4):
            for access in places:
                await act(access, Random(1))
        await ada.say("Before the flood.")
        await ban(host.store, read_ban("192.0.2.7"))
        done = await asyncio.to_thread(cli, *place, "backup", str(archive))
        assert (done.exit_code, archive.stat().st_mode & 0o077) == (0, 0), done.output
        expected = await host.store.record(code)
    copy = tmp_path / "copy"
    copy.mkdir()
    subprocess.run(("tar", "-xzf", archive, "-C", copy), check=True)
    assert sorted(path.name for path in tmp_path.iterdir() if path.name.startswith(".")) == []
    async with hosting(copy) as host:
        assert await host.store.record(code) == expected
        status, said, _ = await run(ssh_port(host.ready), "Ada", "tables")
        assert (status, said.startswith(code)) == (0, True)
        assert [line.text for line in await host.store.chat(LOBBY)] == ["Before the flood."]
        assert host.sessions.admission.ban_of(address="192.0.2.7")
        if kind == "files":
            assert host.ready.split("key=")[1]


def test_a_backup_takes_the_place_of_files_only(tmp_path):
    data, old, pipe = tmp_path / "server", tmp_path / "old", tmp_path / "pipe"
    assert cli("--data", str(data), "keys", "add", "Ada", text_of("Ada").strip()).exit_code == 0
    os.mkfifo(pipe)
    for other in (pipe, data):
        refused = cli("--data", str(data), "backup", str(other))
        assert (refused.exit_code, refused.stderr) == (1, f"{other} is no file.\n")
    assert pipe.is_fifo()
    old.write_bytes(b"")
    assert cli("--data", str(data), "backup", str(old)).exit_code == 0
    assert old.stat().st_size


def test_a_backup_of_nothing_is_refused(tmp_path):
    result = cli("--data", str(tmp_path / "servre"), "backup", str(tmp_path / "x"))
    assert (result.exit_code, [*tmp_path.iterdir()]) == (1, [])
