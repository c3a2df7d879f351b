"""The admission to a server: the door, invitations, bans, and guests."""

import asyncio
import re
import time
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Any

import asyncssh
import pytest
from click.testing import CliRunner
from msgspec.structs import replace
from server.clients import (
    PATIENT,
    account_of,
    answered,
    at_screen,
    connected,
    hosting,
    key_of,
    run,
    ssh_port,
    typing,
)
from server.stores import KINDS
from server.tables import ME, OPEN, MemoryStore, Time, hall, hall_with, plan
from server.test_sign_in_log import WEB
from server.test_ssh import Listening
from server.test_web import answer_of, browsing, page_of, signed_in
from waiting import PATIENCE_SECONDS, until

from darwin_tui.cli import main
from darwin_tui.server.operations import server_tables
from darwin_tui.server.store import accounts, files
from darwin_tui.server.store.accounts import AccountError, adopt, new_guest, new_token, remove
from darwin_tui.server.store.admission import (
    Admission,
    Ban,
    Pass,
    ban,
    bans,
    come_in,
    forget_guest,
    guests,
    invitations,
    invite,
    kick,
    note_guest,
    read_ban,
    read_invitation,
    set_door,
    unban,
)
from darwin_tui.server.store.contract import Account, PublicKey, Store
from darwin_tui.server.tables.register import SeatPlan

KEY = account_of("Ada").keys[0]


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Shorten the intervals at which servers look for orders and absences."""
    monkeypatch.setattr(files, "WATCH_INTERVAL_SECONDS", 0.02)
    monkeypatch.setattr(server_tables, "TICK_SECONDS", 0.02)
    monkeypatch.setattr(server_tables, "RENEWAL_SECONDS", 0.02)
    monkeypatch.setattr(server_tables, "GUEST_SECONDS", 1e9)


async def order(folder: Path, *words: str) -> tuple[int, str]:
    """Give an order to a server from a shell; return the exit code and the output."""
    command = ["serve", "--data", str(folder), *words]
    done = await asyncio.to_thread(CliRunner().invoke, main, command)
    return done.exit_code, done.output


# --- bans


@pytest.mark.parametrize(
    ("word", "kind", "value"),
    [
        ("Emma", "name", "Emma"),
        ("192.0.2.7", "address", "192.0.2.7/32"),
        ("192.0.2.7/24", "address", "192.0.2.0/24"),
        ("::ffff:192.0.2.7", "address", "192.0.2.7/32"),
        ("::ffff:192.0.2.0/120", "address", "192.0.2.0/24"),
        ("2001:db8:1:2:3::4", "address", "2001:db8:1:2::/64"),
        ("2001:db8::/32", "address", "2001:db8::/32"),
    ],
)
def test_a_ban_is_read_from_a_word(word, kind, value):
    assert read_ban(word) == Ban(kind, value)


def test_a_ban_is_read_from_a_key_or_its_fingerprint():
    for word in (KEY.text, f"{KEY.text} ada@beagle", KEY.fingerprint):
        assert read_ban(word) == Ban("key", KEY.fingerprint)


@pytest.mark.parametrize("word", ["", "-x", "192.0.2.300", "ssh-ed25519 beagle", "a/b"])
def test_other_words_are_no_ban(word):
    with pytest.raises(AccountError):
        read_ban(word)


@pytest.mark.parametrize(
    ("banned", "address", "is_out"),
    [
        ("192.0.2.7", "192.0.2.7", True),
        ("192.0.2.7", "::ffff:192.0.2.7", True),
        ("192.0.2.7", "192.0.2.8", False),
        ("192.0.2.0/24", "192.0.2.8", True),
        ("2001:db8::1", "2001:db8::ffff", True),
        ("2001:db8::1", "2001:db8:0:1::1", False),
        ("2001:db8::1", "fe80::1%eth0", False),
        ("0.0.0.0/0", "::1", False),
        ("192.0.2.7", "", False),
        ("192.0.2.7", "beagle", False),
    ],
)
async def test_a_banned_address_is_out(banned, address, is_out):
    store = MemoryStore()
    await ban(store, read_ban(banned))
    admission = Admission(store)
    await admission.load()
    assert (admission.ban_of("Ada", KEY.fingerprint, address) is not None) is is_out


@pytest.mark.parametrize("place", KINDS, indirect=True)
async def test_bans_end_by_themselves_or_are_lifted(store):
    await store.put_account(account_of("Ada"))
    time = Time()
    admission = Admission(store, now=time)
    await ban(store, Ban("name", "ADA", until=time.now + 60))
    await ban(store, read_ban(KEY.fingerprint))
    await admission.load()
    assert admission.ban_of("ada")
    assert admission.ban_of(credential=KEY.fingerprint)
    assert admission.ban_of("Emma", "SHA256:other") is None
    time.now += 60
    assert admission.ban_of("ada") is None
    assert admission.ban_of(credential=KEY.fingerprint)
    await unban(store, read_ban(KEY.text))
    await admission.load()
    assert admission.ban_of(credential=KEY.fingerprint) is None
    with pytest.raises(AccountError, match="no such ban"):
        await unban(store, read_ban(KEY.text))
    with pytest.raises(AccountError, match="no account of that name"):
        await ban(store, Ban("name", "Emma"))


async def test_a_kick_does_not_shorten_a_ban():
    store = MemoryStore(account_of("Ada"))
    await ban(store, Ban("name", "Ada", why="Cheating."))
    await kick(store, "ada", now=1e12)
    assert [row.until for row in await bans(store)] == [0]


async def test_whom_the_host_bans_is_out_at_once_and_stays_out(tmp_path):
    async with hosting(tmp_path, "Ada", "Emma") as host:
        port = ssh_port(host.ready)
        async with at_screen(port, "Ada") as ada, at_screen(port, "Emma") as emma:
            await ada.until("Tables")
            await emma.until("Tables")
            output = await order(tmp_path, "ban", "ada", "--days", "2", "--why", "No swearing.")
            assert output[0] == 0
            assert re.fullmatch(r"Ada is banned until \S+ \S+ UTC: No swearing\.\n", output[1])
            await ada.until_ended()
            assert "The host of this server has banned you." in ada.text
            code, out, _ = await run(port, "Ada", "help")
            assert code == 1
            assert re.search(r"banned you\. The ban ends at .* UTC\. No swearing\.", out)
            assert emma.status is None
            assert (await order(tmp_path, "bans"))[1] == output[1]
            assert await order(tmp_path, "unban", "ada") == (0, "ada is banned no longer.\n")
            await until(lambda: not host.sessions.admission.ban_of("Ada"))
            assert (await run(port, "Ada", "help"))[0] == 0
            assert (await order(tmp_path, "kick", "Emma")) == (0, "Emma is sent away.\n")
            await emma.until_ended()
            assert "You were sent away" in emma.text
            assert (await run(port, "Emma", "help"))[0] == 1


async def test_a_banned_key_and_a_banned_address_register_no_other_name(tmp_path):
    async with hosting(tmp_path, door="open") as host:
        port = ssh_port(host.ready)
        await order(tmp_path, "ban", account_of("Mary").keys[0].text)
        await until(lambda: bool(host.sessions.admission.ban_of("", KEY_OF_MARY)))
        code, out, _ = await run(port, "Mary", None)
        assert code == 1
        assert "banned you" in out
        await order(tmp_path, "ban", "127.0.0.1")
        await until(lambda: bool(host.sessions.admission.ban_of(address="127.0.0.1")))
        for name in ("Mary", "Emma"):
            with pytest.raises(asyncssh.Error, match="banned you"):
                await connected(port, name)
        assert [account.name for account in await host.store.accounts()] == []


KEY_OF_MARY = account_of("Mary").keys[0].fingerprint


# --- the door


async def test_the_door_is_opened_and_closed_while_the_server_runs(tmp_path):
    async with hosting(tmp_path, "Ada") as host:
        port = ssh_port(host.ready)
        admission = host.sessions.admission

        async def refused(name: str) -> str:
            client = Listening()
            with pytest.raises(asyncssh.PermissionDenied):
                await connected(port, name, client_factory=lambda: client)
            return "".join(client.banners)

        assert "serve keys add" in await refused("Mary")
        assert (await order(tmp_path, "door", "open"))[1].startswith("The door is open: anybody")
        await until(lambda: admission.door == "open")
        async with typing(port, "Mary", "tables") as mary:
            mary.type("Mary")
            await mary.until("There are no tables")
        assert (await order(tmp_path, "door", "closed"))[0] == 0
        await until(lambda: admission.door == "closed")
        assert "serve keys add" in await refused("Emma")
        assert (await order(tmp_path, "invite"))[0] == 1
        check = (await order(tmp_path, "--check"))[1]
        assert "Sign-in: only keys that the host has added" in check
        assert (await run(port, "Mary", "help"))[0] == (await run(port, "Ada", "help"))[0] == 0
        assert (await order(tmp_path, "door", "default"))[0] == 0
        await until(lambda: admission.door == "invite")
        assert (await order(tmp_path, "door"))[1] == (
            "The door is default: as the server is started.\n"
        )


# --- invitations


async def test_an_invitation_lets_as_many_new_players_in_as_it_says(tmp_path):
    async with hosting(tmp_path, "Ada") as host:
        port = ssh_port(host.ready)
        assert (await order(tmp_path, "invite", "--withdraw"))[1] == "0 invitations withdrawn.\n"
        code, line = await order(tmp_path, "invite", "--times", "2")
        match = re.fullmatch(r"ssh -p \d+ -t invited@HOST ((?:[0-9A-Z]{4}-){3}[0-9A-Z]{4})\n", line)
        assert code == 0
        assert match
        await until(lambda: host.sessions.admission.has_invitations)
        # No file contains the code.
        letters = match[1].replace("-", "").encode()
        files_of = [path.read_bytes() for path in tmp_path.rglob("*") if path.is_file()]
        assert not [data for data in files_of if letters in data or match[1].encode() in data]
        client = Listening()
        with pytest.raises(asyncssh.PermissionDenied):
            await connected(port, "Mary", client_factory=lambda: client)
        assert "invited@127.0.0.1 CODE" in "".join(client.banners)
        async with at_screen(port, "Mary", match[1], username="invited") as mary:
            await mary.until("choose the name", "Name:")
            assert b"Enter alone takes" not in mary.output
            mary.press("Ada\r")
            await mary.until("There is an account Ada already")
            mary.press("Mary\r")
            await mary.until("Tables")
        # The code also counts if it is typed with letters that are easily confused with digits.
        typed = match[1].lower().replace("-", " ").replace("0", "o").replace("1", "l")
        async with at_screen(port, "Fitz", username="invited") as fitz:
            await fitz.until("The code of your invitation:")
            fitz.press("AAAA\r")
            await fitz.until("not valid, or used up")
            fitz.press(f"{typed}\r")
            await fitz.until("choose the name")
            fitz.press("Fitz\r")
            await fitz.until("Tables")
        await until(lambda: not host.sessions.count)
        listed = (await order(tmp_path, "invite", "--list"))[1]
        assert re.fullmatch(r"0 players until \S+ \S+ UTC, let in Mary, Fitz\n", listed)
        await until(lambda: not host.sessions.admission.has_invitations)
        with pytest.raises(asyncssh.PermissionDenied):
            await connected(port, "Syms", username="invited")
        assert (await run(port, "Mary", "help"))[0] == 0


async def test_an_invitation_lets_nobody_in_by_a_closed_door_or_after_its_day(tmp_path):
    async with hosting(tmp_path, "Ada") as host:
        port, admission = ssh_port(host.ready), host.sessions.admission
        await invite(host.store, Pass(1, time.time() + 3600))
        await until(lambda: admission.has_invitations)

        async def refused() -> str:
            client = Listening()
            with pytest.raises(asyncssh.PermissionDenied):
                await connected(port, "Mary", username="invited", client_factory=lambda: client)
            return "".join(client.banners)

        await order(tmp_path, "door", "closed")
        await until(lambda: admission.door == "closed")
        assert "CODE" not in await refused()
        await order(tmp_path, "door", "default")
        await until(lambda: admission.door == "invite")
        assert admission.has_invitations
        admission.now = lambda: time.time() + 3601
        assert "CODE" not in await refused()


async def test_nobody_comes_in_by_a_key_that_was_admitted_before_the_door_was_closed(tmp_path):
    """An invitation may be used up, or the door closed, between a sign-in and the name."""
    async with hosting(tmp_path) as host:
        port, admission = ssh_port(host.ready), host.sessions.admission
        code = await invite(host.store, Pass(2))
        await until(lambda: admission.has_invitations)
        async with at_screen(port, "Mary", code, username="invited") as mary:
            await mary.until("choose the name", "Name:")
            waiting = await connected(port, "Emma", username="invited")
            await order(tmp_path, "door", "closed")
            await until(lambda: admission.door == "closed")
            mary.press("Mary\r")
            await mary.until("not valid, or used up")
        await order(tmp_path, "invite", "--withdraw")
        await order(tmp_path, "door", "default")
        await until(lambda: admission.door == "invite" and not admission.has_invitations)
        done = await waiting.run(code)
        assert (done.exit_status, str(done.stdout)) == (
            1,
            "This invitation is not valid, or used up; ask for another.\n",
        )
        waiting.abort()
        assert await host.store.accounts() == []


async def test_an_invitation_is_good_until_its_day():
    store = MemoryStore()
    now = time.time()
    for until_then, is_good in ((0, True), (now + 3600, True), (now - 1, False)):
        code = await invite(store, Pass(1, until_then))
        if is_good:
            assert (await read_invitation(store, code)).left == 1
        else:
            with pytest.raises(AccountError, match="not valid, or used up"):
                await read_invitation(store, code)


@pytest.mark.parametrize("place", KINDS, indirect=True)
async def test_of_many_who_use_an_invitation_at_once_one_comes_in(store):
    code = await invite(store, Pass(1))
    names = ("Ada", "Emma", "Mary", "Syms")
    answers = await asyncio.gather(
        *(come_in(store, code, account_of(name).keys[0], name) for name in names),
        return_exceptions=True,
    )
    assert sum(isinstance(answer, AccountError) for answer in answers) == 3
    assert len(await store.accounts()) == 1


@pytest.mark.parametrize("place", KINDS, indirect=True)
async def test_a_refused_name_does_not_use_an_invitation_up(store):
    await store.put_account(account_of("Ada"))
    code = await invite(store, Pass(2))
    for name in ("Ada", "host", "x"):
        with pytest.raises(AccountError):
            await come_in(store, code, account_of("Emma").keys[0], name)
    assert (await come_in(store, code, account_of("Emma").keys[0], "Emma")).name == "Emma"
    with pytest.raises(AccountError, match="an account Emma already"):
        await come_in(store, code, account_of("Mary").keys[0], "Emma")
    assert [(row.left, row.names) for row in await invitations(store)] == [(1, ("Emma",))]


async def test_wrong_codes_are_few_and_keep_an_address_out_for_a_while(tmp_path):
    # Penalties fall with time, but here so little that the third code counts on any machine.
    penalties = {"failed_seconds": 1000, "penalty_floor_seconds": 2500, "penalty_cap_seconds": 9000}
    limits = replace(PATIENT, **penalties)
    async with hosting(tmp_path, "Ada", limits=limits) as host:
        port = ssh_port(host.ready)
        await invite(host.store, Pass(1))
        await until(lambda: host.sessions.admission.has_invitations)
        async with at_screen(port, "Mary", username="invited") as mary:

            def is_asked(times: int) -> bool:
                return mary.text.count("your invitation:") == times

            for number, code in enumerate(("AAAA", "BBBB", "CCCC"), 1):
                # Of lines typed ahead, only the first is read.
                await until(partial(is_asked, number))
                mary.press(f"{code}\r")
            assert await mary.until_ended() == 1
        with pytest.raises(asyncssh.Error, match="Too many failed connections"):
            await connected(port, "Ada")


# --- guests


class Keyless(asyncssh.SSHClient):
    """A client that tries keyboard-interactive sign-in after its keys, as OpenSSH does."""

    def kbdint_auth_requested(self) -> str:
        return ""


async def test_guests_play_where_the_host_lets_them(tmp_path, monkeypatch):
    async with hosting(tmp_path, "Ada", has_guests=True) as host:
        port = ssh_port(host.ready)
        keyless: dict[str, Any] = {"client_keys": [], "client_factory": Keyless}
        async with at_screen(port, "Ada") as ada, at_screen(port, "x", **keyless) as guest:
            await ada.until("you are Ada")
            await guest.until("you are Finch", "You play as a guest. To keep the name")
            name = re.search(r"you are (Finch\d\d)\b", guest.text)
            assert name
            _, code, _ = await run(port, "Ada", "new dice --seats me,open")
            await guest.until("Ada")
            guest.press("\r")
            await ada.until(name[1])
            await until(
                lambda: host.server_tables.services.tables.all[code.strip()].phase == "playing"
            )
        monkeypatch.setattr(server_tables, "GUEST_SECONDS", 0.0)
        # The session has ended: the seat is free for a bot, and the name for another guest.
        table = host.server_tables.services.tables.all
        await until(lambda: table[code.strip()].phase == "over")
        assert table[code.strip()].ended == "resigned"
        async with asyncio.timeout(PATIENCE_SECONDS):
            while (kept := await host.store.account(name[1])) and not kept.is_removed:
                await asyncio.sleep(0.002)
        assert kept


@pytest.mark.parametrize(
    "options", [{"username": "guest", "client_keys": []}, {"client_factory": Keyless}]
)
async def test_a_guest_needs_no_key_and_no_name(tmp_path, options):
    async with hosting(tmp_path, "Ada", has_guests=True) as host:
        port = ssh_port(host.ready)
        async with at_screen(port, "Stranger", **options) as guest:
            await guest.until("you are Finch")
        await until(lambda: not host.sessions.count)


async def test_without_leave_of_the_host_there_are_no_guests(tmp_path):
    async with hosting(tmp_path, "Ada") as host:
        refused: list[dict[str, Any]] = [{"username": "guest"}, {"client_keys": []}]
        for options in refused:
            with pytest.raises(asyncssh.PermissionDenied):
                await connected(ssh_port(host.ready), "Stranger", **options)


async def test_a_known_player_is_no_guest(tmp_path):
    async with hosting(tmp_path, "Ada", has_guests=True) as host:
        keys = [*(key_of(f"key {number}") for number in range(3)), key_of("Ada")]
        async with at_screen(ssh_port(host.ready), "Ada", client_keys=keys) as ada:
            await ada.until("you are Ada")
        assert [account.name for account in await host.store.accounts()] == ["Ada"]


async def test_a_guest_keeps_the_name_and_the_seat_by_a_key(tmp_path):
    async with hosting(tmp_path, "Ada", has_guests=True) as host:
        port = ssh_port(host.ready)
        async with at_screen(port, "x", username="guest", client_keys=[], size=(160, 40)) as guest:
            await guest.until("To keep the name")
            name = re.search(r"you are (Finch\d\d)\b", guest.text)
            line = re.search(r"-t invited@127\.0\.0\.1\s+(\S{19})", guest.text)
            assert name
            assert line
            _, code, _ = await run(port, "Ada", "new dice --seats me,open,open")
            await guest.until("Ada")
            guest.press("\r")
            await guest.until(code.strip())
            await until(
                lambda: len(host.server_tables.services.tables.all[code.strip()].people) == 2
            )
            async with at_screen(port, "Mary", line[1], username="invited") as mary:
                await mary.until(f"you are {name[1]}")
                await guest.until_ended()
        out, status = await answered(port, "Mary", "tables")
        assert status == 0
        assert f"{name[1]}" in out
        kept = await host.store.account(name[1])
        assert kept
        assert (kept.is_guest, kept.is_removed, kept.keys) == (
            False,
            False,
            account_of("Mary").keys,
        )
        # The line has been used.
        with pytest.raises(asyncssh.PermissionDenied):
            await connected(port, "Emma", username="invited")
        assert await host.store.account_of_key(account_of("Emma").keys[0].fingerprint) is None


@pytest.mark.parametrize("limit", ["guests_max", "guests_of_address_max"])
async def test_places_for_guests_are_few(tmp_path, limit):
    limits = replace(PATIENT, **{limit: 1})
    async with hosting(tmp_path, has_guests=True, limits=limits) as host:
        port = ssh_port(host.ready)
        async with at_screen(port, "x", username="guest", client_keys=[]) as guest:
            await guest.until("you are Finch")
            code, out, _ = await run(port, "x", "tables", username="guest", client_keys=[])
            assert (code, out) == (1, "All places for guests are taken; try again later.\n")


async def test_a_guest_who_is_sent_away_does_not_come_back_under_another_name(tmp_path):
    async with hosting(tmp_path, has_guests=True) as host:
        port = ssh_port(host.ready)
        async with at_screen(port, "x", username="guest", client_keys=[]) as guest:
            await guest.until("you are Finch")
            (name,) = await guests(host.store)
            await kick(host.store, name, now=time.time())
            await guest.until_ended()
        code, out, _ = await run(port, "x", "who", username="guest", client_keys=[])
        assert (code, out) == (1, "You were sent away; come back in a minute.\n")


async def test_the_name_of_a_banned_guest_is_given_to_nobody_else():
    store = MemoryStore()
    first = await new_guest(store, "one")
    await remove(store, first.name)
    assert (await new_guest(store, "two")).name == first.name
    await remove(store, first.name)
    await ban(store, Ban("name", first.name))
    admission = Admission(store)
    await admission.load()
    assert (await new_guest(store, "three", admission.ban_of)).name != first.name


async def test_there_is_a_name_for_every_guest(monkeypatch):
    monkeypatch.setattr(accounts, "_GUESTS", (range(10, 12), range(100, 100_000)))
    store = MemoryStore(*(Account(f"Finch{number}") for number in (10, 11)))
    assert re.fullmatch(r"Finch\d{3,5}", (await new_guest(store, "one")).name)


async def test_a_damaged_door_is_closed():
    store = MemoryStore()
    await store.put_document("door", "all", b'"ajar"', None)
    admission = Admission(store, "open")
    await admission.load()
    doors = [admission.door]
    await set_door(store, None)
    await admission.load()
    assert [*doors, admission.door] == ["closed", "open"]


async def test_a_damaged_ban_keeps_nobody_out_and_lifts_no_other():
    store = MemoryStore(account_of("Ada"))
    await store.put_document("bans", "address x", b'{"kind":"address","value":"x"}', None)
    await ban(store, Ban("name", "Ada"))
    admission = Admission(store)
    await admission.load()
    assert admission.ban_of("Ada")
    assert not admission.ban_of("Emma", address="192.0.2.7")


async def test_a_damaged_invitation_keeps_nobody_out():
    store = MemoryStore()
    await store.put_document("invitations", "x", b"\xff", None)
    code = await invite(store, Pass(1, account="Finch27"))
    assert (await read_invitation(store, code)).left == 1
    await forget_guest(store, "Finch27")
    with pytest.raises(AccountError):
        await read_invitation(store, code)


async def test_a_guest_does_not_know_what_an_earlier_one_of_the_name_knew():
    guest = Account("Finch27", is_guest=True)
    async with hall_with("Ada", store=MemoryStore(guest)) as (server, (ada,)):
        code = await ada.create(plan(ME, OPEN, is_private=True))
        first = await server.lobby("Finch27")
        await first.find(code)
        assert [card.code for card in first.cards] == [code]
        await first.close()
        second = await server.lobby("Finch27")
        assert not second.cards


async def test_nobody_inherits_the_invitations_of_a_guest(monkeypatch):
    monkeypatch.setattr(server_tables, "GUEST_SECONDS", 30)
    store = MemoryStore()
    async with hall_with("Ada", store=store) as (server, (ada,)):
        guest = await new_guest(store, "first")
        await note_guest(store, guest.name)
        kept = await ada.create(plan(ME, SeatPlan("reserved", guest.name), is_private=True))
        called = await ada.create(plan(ME, OPEN, OPEN, is_private=True))
        await ada.invite(guest.name, called)

        def called_there() -> list[bool]:
            return [guest.name in server.tables[code].accounts for code in (kept, called)]

        assert called_there() == [True, True]
        for _ in range(2):
            server.time.now += 60
            server.server_tables.upkeep.wake()
            await until(lambda: server.server_tables.upkeep._renewed_at == server.time.now)
        await until(lambda: called_there() == [False, False])
        assert [seat.kind for seat in server.tables[kept].seats] == ["person", "open"]


async def test_a_guest_who_adds_a_key_at_the_last_moment_keeps_account_and_seats(monkeypatch):
    async def remove_late(store: Store, name: str, **more: bool) -> Account:
        with suppress(AccountError):
            await adopt(store, name, KEY)
        return await remove(store, name, **more)

    monkeypatch.setattr(server_tables, "GUEST_SECONDS", 0)
    monkeypatch.setattr(server_tables, "remove", remove_late)
    store = MemoryStore()
    async with hall(store) as server:
        ada = await server.lobby("Ada")
        guest = await new_guest(store, "first")
        code = await ada.create(plan(ME, SeatPlan("reserved", guest.name)))
        await note_guest(store, guest.name)
        server.time.now += 60
        server.server_tables.upkeep.wake()
        async with asyncio.timeout(PATIENCE_SECONDS):
            while await guests(store):
                server.time.now += 60
                await asyncio.sleep(0.01)
        kept = await store.account(guest.name)
        assert kept
        assert (kept.is_removed, kept.keys) == (False, (KEY,))
        assert guest.name in server.tables[code].accounts


async def test_a_guest_keeps_the_seats_when_the_clock_is_set_back(monkeypatch):
    monkeypatch.setattr(server_tables, "GUEST_SECONDS", 30)
    store = MemoryStore()
    async with hall_with("Ada", store=store) as (server, (ada,)):
        guest = await new_guest(store, "first")
        await note_guest(store, guest.name)
        await ada.create(plan(ME, SeatPlan("reserved", guest.name), is_private=True))

        async def is_kept_after(seconds: float) -> bool:
            server.time.now += seconds
            server.server_tables.upkeep.wake()
            await until(lambda: server.server_tables.upkeep._renewed_at == server.time.now)
            # The next renewal begins after the guests of this one have been looked at.
            server.time.now += 1
            server.server_tables.upkeep.wake()
            await until(lambda: server.server_tables.upkeep._renewed_at == server.time.now)
            return guest.name in await guests(store)

        assert await is_kept_after(1)
        assert await is_kept_after(-3600)
        assert await is_kept_after(20)
        assert not await is_kept_after(20)


async def test_the_name_of_a_guest_who_is_still_called_is_given_to_nobody_else():
    store = MemoryStore()
    async with hall_with("Ada", store=store) as (_, (ada,)):
        guest = await new_guest(store, "first")
        code = await ada.create(plan(ME, OPEN, is_private=True))
        await ada.invite(guest.name, code)
        await remove(store, guest.name)
        assert (await new_guest(store, "second")).name != guest.name


async def test_a_guest_has_no_token(tmp_path):
    async with hosting(tmp_path, has_guests=True) as host:
        port = ssh_port(host.ready)
        code, out, error = await run(port, "x", "token", username="guest", client_keys=[])
        assert (code, out) == (1, "")
        assert error.startswith(
            "You play as a guest. To keep the name, with an SSH key of yours: ssh"
        )
        assert error.endswith("Guests have no token; keep your name first.\n")


# --- browsers


async def test_bans_on_all_keys_of_an_account_hold_in_its_browsers(tmp_path):
    async with hosting(tmp_path, "Ada", web=WEB) as host, signed_in(host) as session:
        account = await host.store.account("Ada")
        assert account
        other = PublicKey("SHA256:other", "ssh-ed25519 AAAA")
        await host.store.put_account(replace(account, keys=(*account.keys, other)))
        await ban(host.store, Ban("key", other.fingerprint))
        await until(lambda: bool(host.sessions.admission.ban_of(credential=other.fingerprint)))
        async with browsing(host, session) as browser:
            await browser.until("Tables")
            await ban(host.store, Ban("key", account.keys[0].fingerprint))
            await browser.until_ended()
            assert "has banned you" in browser.text
        async with browsing(host, session) as browser:
            await browser.until_ended()
            assert "has banned you" in browser.text


async def test_a_banned_browser_signs_nobody_in(tmp_path):
    async with hosting(tmp_path, "Ada", web=WEB) as host, signed_in(host) as session:
        async with browsing(host, session) as browser:
            await browser.until("Tables")
            await ban(host.store, Ban("name", "Ada"))
            await browser.until_ended()
            assert "has banned you" in browser.text
        async with browsing(host, session) as browser:
            await browser.until_ended()
            assert "has banned you" in browser.text
        await ban(host.store, read_ban("192.0.2.7"))
        await until(lambda: bool(host.sessions.admission.ban_of(address="192.0.2.7")))
        page = page_of(host)
        token = await new_token(host.store, "Ada")
        answer = await answer_of(
            session,
            "post",
            f"{page}/sign-in",
            data={"token": token},
            headers={"Origin": page, "X-Forwarded-For": "192.0.2.7"},
        )
        assert answer.status == 403
        assert "has banned you" in answer.text
