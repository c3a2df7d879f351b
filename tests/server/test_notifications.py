"""Players who are away are notified at an address of their choice, once, and without secrets."""

import asyncio
import hmac
import json
import os
import re
import signal
import socket
import subprocess
import sys
import threading
from collections import Counter
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from datetime import UTC, datetime
from hashlib import sha256
from ipaddress import ip_address
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace
from server.clients import at_screen, hosting, run, ssh_port
from server.processes import ROOT, TESTS
from server.stores import KINDS, account, table
from server.tables import ME, OPEN, Hall, act, hall, hall_with, plan, quiet, sit
from waiting import PATIENCE_SECONDS, until

from darwin_core.contract import registry
from darwin_tui.library.dates import DAY_SECONDS
from darwin_tui.server.operations import delivery, notifications
from darwin_tui.server.operations.delivery import Undelivered, is_public, post, read_url, resolved
from darwin_tui.server.operations.notifications import (
    TRIES_MAX,
    Contact,
    ContactError,
    Outbox,
    change_contact,
    confirm,
    contact_lines,
    contact_of,
    set_contact,
)
from darwin_tui.server.store.accounts import CONTACTS, allow, purge
from darwin_tui.server.store.contract import Damaged, SeatInfo, encode
from darwin_tui.server.store.files import FileStore
from darwin_tui.server.tables.tournaments import TournamentPlan
from darwin_tui.terminal.limits import Limits


class Request:
    """One request that a listener has received."""

    def __init__(self, head: bytes, body: bytes) -> None:
        first, *lines = head.decode().split("\r\n")
        self.path = first.split()[1]
        self.headers = dict(line.split(": ", 1) for line in lines if line)
        self.body = body

    @property
    def text(self) -> str:
        return self.body.decode()


class Listener:
    """A web server on this machine that stores all requests."""

    def __init__(self) -> None:
        self.requests: list[Request] = []
        self.status = 200
        self.port = 0
        self.before_answer: Callable[[Request], Any] | None = None

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}/topic?x=1"

    @property
    def texts(self) -> list[str]:
        return [request.text for request in self.requests]

    async def answer(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            head = await reader.readuntil(b"\r\n\r\n")
            length = re.search(rb"Content-Length: (\d+)", head)
            assert length
            request = Request(head, await reader.readexactly(int(length[1])))
            self.requests.append(request)
            if self.before_answer:
                await asyncio.sleep(0)
                if self.before_answer(request):
                    return
            writer.write(b"HTTP/1.1 %d Noted\r\nContent-Length: 0\r\n\r\n" % self.status)
            await writer.drain()
        except (OSError, asyncio.IncompleteReadError):
            pass
        finally:
            writer.close()


@asynccontextmanager
async def listening() -> AsyncIterator[Listener]:
    listener = Listener()
    server = await asyncio.start_server(listener.answer, "127.0.0.1", 0)
    listener.port = server.sockets[0].getsockname()[1]
    try:
        yield listener
    finally:
        server.close()


@pytest.fixture
async def listener() -> AsyncIterator[Listener]:
    async with listening() as receiver:
        yield receiver


def outbox(server: Hall) -> Outbox:
    server.server_tables.services.allows_own_network = True
    return Outbox(server.server_tables.services)


async def told(server: Hall, name: str, address: str, kind: Any = "ntfy", **more: Any) -> None:
    """Set a player's address for notifications, as confirmed and without a greeting."""
    contact = Contact(kind, address, "secret", is_confirmed=True, **more)
    await change_contact(server.store, name, lambda before: contact)


async def away(server: Hall, name: str) -> None:
    """End all sessions of a player."""
    for lobby in [*server.server_tables.lobbies.values()]:
        if lobby.account.name == name:
            await lobby.close()
    await until(
        lambda: all(
            presence.name != name
            for presence in server.server_tables.services.attendance.all.values()
        )
    )


async def asked(server: Hall, code: str, name: str) -> None:
    """Wait until a player is asked for a decision."""
    await until(
        lambda: any(
            server.tables[code].seats[seat].name == name for seat in server.tables[code].to_move
        )
    )


async def begun(server: Hall, **more: Any) -> tuple[str, list[Any]]:
    """Begin a match of Ada and Ben in which both must decide, and let Ada leave."""
    ada, ben = await server.lobby("Ada"), await server.lobby("Ben")
    code, places = await sit(ada, ben, **more)
    await asked(server, code, "Ada")
    await away(server, "Ada")
    return code, places


# --- when and what


@pytest.mark.parametrize("place", KINDS, indirect=True)
async def test_who_is_away_is_told_of_a_turn_once(store, listener):
    async with hall(store) as server:
        await told(server, "Ada", listener.url)
        post = outbox(server)
        code, _ = await begun(server)
        await post.work()
        assert listener.texts == [], "only a moment has passed"
        server.time.now += 60
        for _ in range(3):
            await post.work()
        title = registry.get("dice").title
        assert listener.texts == [f"Your turn: {title}, table {code}, with Ben."]
        assert listener.requests[0].path == "/topic?x=1"
        await post.close()
    # Another process, after a restart, does not send it again either.
    async with hall(store, "two", server.time) as server:
        await outbox(server).work()
        assert len(listener.requests) == 1
        ada = await server.lobby("Ada")
        place = await ada.enter(code)
        place.open()
        ben = await server.lobby("Ben")
        other = await ben.enter(code)
        other.open()
        chance = Random(1)
        line = place.spectator.snapshot.line
        while place.spectator.snapshot.line < line + 4:
            for seat_access in (place, other):
                await act(seat_access, chance)
        await asked(server, code, "Ada")
        await away(server, "Ada")
        await away(server, "Ben")
        server.time.now += 60
        await outbox(server).work()
        await outbox(server).work()
        assert len(listener.requests) == 2
        ids = [request.headers["X-Sequence-ID"] for request in listener.requests]
        assert len(set(ids)) == 2


@pytest.mark.parametrize("place", KINDS, indirect=True)
async def test_of_two_processes_one_sends(store, place, listener, request):
    other = store if request.node.callspec.params["place"] == "files" else place.store()
    if other is not store:
        await other.open()
    async with hall(store) as one, hall(other, "two", one.time) as two:
        await told(one, "Ada", listener.url)
        code, _ = await begun(one)
        await asked(two, code, "Ada")
        await away(two, "Ada")
        one.time.now += 60
        posts = [outbox(process) for process in (one, two)]
        for _ in range(2):
            await asyncio.gather(*(post.work() for post in posts))
        assert len(listener.requests) == 1
    if other is not store:
        await other.close()


async def test_who_is_here_is_not_told(server, listener):
    await told(server, "Ada", listener.url)
    await told(server, "Ben", listener.url)
    await begun(server)
    server.time.now += 3600
    await outbox(server).work()
    assert len(listener.requests) == 1, "Ben is here"


async def test_an_invitation_of_somebody_blocked_is_not_told(server, listener):
    await told(server, "Ada", listener.url)
    ada, ben, emma = [await server.lobby(name) for name in ("Ada", "Ben", "Emma")]
    codes = {}
    for lobby in (ben, emma):
        codes[lobby.account.name] = await lobby.create(plan(ME, OPEN))
        await lobby.invite("ada", codes[lobby.account.name])
    await ada.block("Ben")
    await away(server, "Ada")
    await outbox(server).work()
    await outbox(server).work()
    (text,) = listener.texts
    assert codes["Emma"] in text


async def test_a_damaged_account_that_is_invited_stops_no_notification(
    server, listener, monkeypatch
):
    for name in ("Ada", "Cleo"):
        await server.lobby(name)
        await told(server, name, f"{listener.url}&{name}")
    ben = await server.lobby("Ben")
    codes = {name: await ben.create(plan(ME, OPEN)) for name in ("Ada", "Cleo")}
    for name, code in codes.items():
        await ben.invite(name, code)
        await away(server, name)
    read = server.store.account

    async def account(name):
        if name == "Ada":
            raise Damaged("An account cannot be kept or read: it is damaged.")
        return await read(name)

    monkeypatch.setattr(server.store, "account", account)
    for _ in range(2):
        await outbox(server).work()
    (text,) = listener.texts
    assert codes["Cleo"] in text


async def test_players_of_a_tournament_are_told_once_that_it_has_begun(server, listener):
    for name in ("Ada", "Ben"):
        await told(server, name, f"{listener.url}&{name}")
    ada, ben = await server.lobby("Ada"), await server.lobby("Ben")
    await allow(server.store, "Ada", "tournaments", is_allowed=True)
    await until(lambda: ada.desk.may_open)
    wanted = TournamentPlan("duplicate", "dice", count=1, wait_seconds=600)
    code = (await ada.desk.open(wanted)).code
    await ben.desk.join(code)
    await away(server, "Ada")
    post = outbox(server)
    await post.work()
    assert listener.texts == []
    server.time.now += 600
    tournaments = server.server_tables.services.tournaments.all
    await until(lambda: tournaments[code].phase == "playing")
    for _ in range(2):
        await post.work()
    # Ben was present when the tournament began, so he gets no notice after he leaves.
    await away(server, "Ben")
    await post.work()
    title = registry.get("dice").title
    assert listener.texts == [f"The tournament has begun: {title}, tournament {code}."]
    assert listener.requests[0].path.endswith("&Ada")


async def test_who_has_moved_before_it_is_sent_is_not_told(server, listener):
    # The match begins within Ada's quiet hours, so the notice must wait.
    server.time.now = datetime(2026, 11, 29, 23, tzinfo=UTC).timestamp()
    await told(server, "Ada", listener.url, quiet=(22, 8))
    code, _ = await begun(server)
    server.time.now += 3600
    post = outbox(server)
    await post.work()
    ada = await server.lobby("Ada")
    place = await ada.enter(code)
    place.open()
    await act(place, Random(1))
    await until(lambda: 0 not in server.tables[code].to_move)
    await away(server, "Ada")
    server.time.now += 10 * 3600
    await post.work()
    await post.work()
    assert listener.requests == []


@pytest.mark.parametrize(
    ("hours", "zone", "hour", "is_quiet"),
    [
        ((22, 8), "UTC", 23, True),
        ((22, 8), "UTC", 7, True),
        ((22, 8), "UTC", 8, False),
        ((22, 8), "Europe/Berlin", 21, True),
        ((1, 3), "UTC", 3, False),
        ((1, 3), "UTC", 1, True),
        (None, "UTC", 1, False),
    ],
)
def test_quiet_hours_are_those_of_the_player(hours, zone, hour, is_quiet):
    contact = Contact("ntfy", "https://x.example", "", quiet=hours, zone=zone)
    assert contact.is_quiet(datetime(2026, 11, 29, hour, tzinfo=UTC).timestamp()) is is_quiet


async def test_a_zone_that_another_host_alone_knows_keeps_nobody_from_notifications(listener):
    async with hall_with("Ada", "Ben") as (server, (ada, ben)):
        for name in ("Ada", "Ben"):
            zone = "Beagle/Channel" if name == "Ben" else "UTC"
            await told(server, name, listener.url, digest=0, quiet=(3, 4), zone=zone)
        _, places = await sit(ada, ben)
        for lobby, place in zip((ada, ben), places, strict=True):
            place.close()
            await lobby.close()
        server.time.now += 100
        await until(lambda: not server.server_tables.services.attendance.all)
        await outbox(server).work()
        assert len(listener.texts) == 2


async def test_a_holiday_postpones_turns(server, listener):
    await told(server, "Ada", listener.url)
    code, _ = await begun(server, seconds_a_move=DAY_SECONDS)
    ada = await server.lobby("Ada")
    await ada.take_holiday(2)
    await until(lambda: any(seat.holidays for seat in server.tables[code].seats))
    await away(server, "Ada")
    post = outbox(server)
    for days in (1, 0.9):
        server.time.now += days * DAY_SECONDS
        await post.work()
        assert listener.requests == []
    server.time.now += 0.2 * DAY_SECONDS
    await post.work()
    assert len(listener.requests) == 1


async def test_turns_come_together_once_a_day_if_the_player_likes(server, listener):
    server.time.now = datetime(2026, 11, 29, 10, tzinfo=UTC).timestamp()
    await told(server, "Ada", listener.url, digest=18)
    one, _ = await begun(server)
    two, _ = await begun(server)
    post = outbox(server)
    server.time.now += 3600
    await post.work()
    assert listener.requests == []
    server.time.now += 8 * 3600
    for _ in range(2):
        await post.work()
    (text,) = listener.texts
    assert sorted(re.findall(r"table (\w{4}), with Ben", text)) == sorted((one, two))
    server.time.now += 24 * 3600
    await post.work()
    assert len(listener.requests) == 2


@pytest.mark.parametrize(
    ("digest", "quiet", "sent"),
    [(None, (22, 8), 8), (23, (22, 8), 8), (3, (22, 8), 8), (12, (9, 17), 17)],
)
async def test_quiet_hours_postpone_turns_and_digests_to_their_end(
    server, listener, digest, quiet, sent
):
    server.time.now = datetime(2026, 11, 29, sent, tzinfo=UTC).timestamp() - 1
    await told(server, "Ada", listener.url, digest=digest, quiet=quiet)
    server.time.now -= 3600
    await begun(server)
    server.time.now += 3600
    post = outbox(server)
    await post.work()
    assert listener.requests == []
    server.time.now += 1
    await post.work()
    assert len(listener.requests) == 1
    contact = await contact_of(server.store, "Ada")
    together = f"Turns come together at {sent}:00 (UTC)."
    assert (together in contact_lines(contact)) == (digest is not None)


async def test_an_invitation_is_told_also_of_a_reserved_seat(server, listener):
    await server.lobby("Ada")
    await told(server, "Ada", listener.url)
    await away(server, "Ada")
    ben = await server.lobby("Ben")
    code = await ben.create(plan(ME, OPEN, is_private=True))
    await ben.invite("ada", code)
    post = outbox(server)
    for _ in range(2):
        await post.work()
    (text,) = listener.texts
    assert text.startswith("You are invited: ")
    assert text.endswith(f", table {code}, with Ben.")


async def test_there_are_few_in_a_day(listener):
    async with hall(limits=Limits(notifications_a_day=2)) as server:
        await told(server, "Ada", listener.url)
        for _ in range(4):
            await begun(server)
        server.time.now += 60
        post = outbox(server)
        for _ in range(3):
            await post.work()
        assert len(listener.requests) == 2
        server.time.now += 24 * 3600 + 1
        for _ in range(3):
            await post.work()
        assert len(listener.requests) == 4
        assert len(set(listener.texts)) == 4


async def test_one_that_had_to_wait_counts_from_its_sending_on(listener):
    async with hall(limits=Limits(notifications_a_day=1)) as server:
        post = outbox(server)
        await told(server, "Ada", listener.url, quiet=(0, 12))
        server.time.now = datetime(2026, 11, 29, 1, tzinfo=UTC).timestamp()
        emma, _ = await server.lobby("Emma"), await server.lobby("Ada")
        code = await emma.create(plan(ME, OPEN))
        await emma.invite("Ada", code)
        await away(server, "Ada")
        await post.work()
        for hours in (12, 11, 13):
            server.time.now += hours * 3600
            if hours == 11:
                await told(server, "Ada", listener.url)
                await emma.leave(code)
                await begun(server)
                server.time.now += 2 * 3600
            for _ in range(2):
                await post.work()
            assert len(listener.requests) == 1 + (hours == 13)


async def test_invitations_leave_room_for_turns(listener):
    async with hall(limits=Limits(notifications_a_day=4)) as server:
        await told(server, "Ada", listener.url)
        await begun(server)
        emma = await server.lobby("Emma")
        for _ in range(6):
            await emma.invite("Ada", await emma.create(plan(ME, OPEN)))
        server.time.now += 60
        post = outbox(server)
        for _ in range(3):
            await post.work()
        kinds = Counter(text.partition(":")[0] for text in listener.texts)
        assert kinds == {"You are invited": 1, "Your turn": 1}


@pytest.mark.parametrize("status", [200, 404, 500])
async def test_who_sets_an_address_again_and_again_sends_no_more_for_that(listener, status):
    listener.status = status
    async with hall_with("Ada", limits=Limits(notifications_a_day=3)) as (server, (ada,)):
        post = outbox(server)
        for _ in range(6):
            await set_contact(server.server_tables.services, ada.account, "webhook", listener.url)
            await set_contact(server.server_tables.services, ada.account, "webhook", listener.url)
            await post.work()
        assert len(listener.requests) == 3
        kept = await server.store.documents("notifications")
        assert len(kept) <= 4, "one of them waits"


# --- failures


async def test_what_is_not_taken_is_tried_again_ever_later_and_given_up_at_last(server, listener):
    await told(server, "Ada", listener.url)
    await begun(server)
    server.time.now += 60
    listener.status = 503
    post = outbox(server)
    waits = []
    for _ in range(TRIES_MAX):
        count = len(listener.requests)
        begin = server.time.now
        while len(listener.requests) == count:
            await post.work()
            if len(listener.requests) == count:
                server.time.now += 30
        waits.append(server.time.now - begin)
    assert waits[:4] == [0, 30, 60, 120]
    assert max(waits) <= 6 * 3600
    contact = await contact_of(server.store, "Ada")
    assert contact
    assert contact.trouble == "127.0.0.1 has answered 503."
    server.time.now += 12 * 3600
    await post.work()
    assert len(listener.requests) == TRIES_MAX
    assert len({request.headers["X-Sequence-ID"] for request in listener.requests}) == 1


@pytest.mark.parametrize("status", [404, 301])
async def test_a_refusal_is_not_tried_again(server, listener, status):
    await told(server, "Ada", listener.url)
    await begun(server)
    listener.status = status
    server.time.now += 60
    post = outbox(server)
    for _ in range(3):
        await post.work()
        server.time.now += 3600
    assert len(listener.requests) == 1


async def test_a_server_that_stops_while_it_sends_sends_the_same_again(server, listener):
    await told(server, "Ada", listener.url, "webhook")
    await begun(server)
    server.time.now += 60
    reached = asyncio.Event()

    def drop(request: Request) -> bool:
        reached.set()
        return True

    listener.before_answer = drop
    working = asyncio.create_task(outbox(server).work())
    await asyncio.wait_for(reached.wait(), PATIENCE_SECONDS)
    working.cancel()
    await asyncio.wait([working])
    listener.before_answer = None
    post = outbox(server)
    await post.work()
    assert len(listener.requests) == 1, "it waits before it tries again"
    server.time.now += 60
    for _ in range(2):
        await post.work()
    first, second = [json.loads(request.text) for request in listener.requests]
    assert first == second


async def test_kills_lose_nothing_and_repeat_only_what_was_under_way(tmp_path, listener):
    """Kill the sending process by SIGKILL, before or after the listener has answered."""
    folder = tmp_path / "server"
    turns = 12
    store = FileStore(folder)
    await store.open()
    await store.put_account(account("Ada"))
    contact = Contact("webhook", listener.url, "secret", is_confirmed=True)
    await store.put_document(CONTACTS, "ada", encode(contact), None)
    for number in range(turns):
        seats = (SeatInfo("person", "Ada", owed_since=1.0), SeatInfo("person", "Ben"))
        await store.put_table(table(f"AA{number:02}", seats=seats, phase="playing", to_move=(0,)))
    await store.close()
    chance = Random(7)
    killed = list[str]()
    child = None

    def start() -> "subprocess.Popen[bytes]":
        return subprocess.Popen(
            [sys.executable, "-m", "server.notifying", str(folder)],
            cwd=ROOT,
            env={**os.environ, "PYTHONPATH": str(TESTS)},
        )

    def answer(request: Request) -> bool:
        if chance.random() < 0.4 and len(killed) < 6 and child is not None:
            os.kill(child.pid, signal.SIGKILL)
            killed.append(json.loads(request.text)["id"])
            return chance.random() < 0.5
        return False

    listener.before_answer = answer
    try:
        received: set[str] = set()
        async with asyncio.timeout(PATIENCE_SECONDS):
            while len(received) < turns:
                child = start()
                while child.poll() is None and len(received) < turns:
                    received = {json.loads(request.text)["id"] for request in listener.requests}
                    await asyncio.sleep(0.01)
        listener.before_answer = None
        if child and child.poll() is not None:
            child = start()
        # Wait for the repetitions of all interrupted notices, and so for any wrong ones too.
        await until(lambda: set(killed) <= _repeated(listener))
    finally:
        if child and child.poll() is None:
            child.kill()
        if child:
            child.wait()
    counts = Counter(json.loads(request.text)["id"] for request in listener.requests)
    assert len(counts) == turns
    assert killed
    assert {key for key, count in counts.items() if count > 1} <= set(killed)
    codes = [json.loads(request.text)["tables"][0]["code"] for request in listener.requests]
    assert sorted(set(codes)) == [f"AA{number:02}" for number in range(turns)]


def _repeated(listener: Listener) -> set[str]:
    counts = Counter(json.loads(request.text)["id"] for request in listener.requests)
    return {key for key, count in counts.items() if count > 1}


# --- what is in it


async def test_a_webhook_is_signed_and_names_names_codes_and_games_alone(server, listener):
    await told(server, "Ada", listener.url, "webhook")
    code, _ = await begun(server)
    server.time.now += 60
    await outbox(server).work()
    (request,) = listener.requests
    body = json.loads(request.text)
    assert set(body) == {"id", "event", "player", "tables", "text"}
    assert (body["event"], body["player"]) == ("turn", "Ada")
    assert body["tables"] == [{"code": code, "game": "dice", "players": ["Ben"]}]
    match = re.fullmatch(r"t=(\d+),v1=(\w{64})", request.headers["X-Darwin-Signature"])
    assert match
    signed = hmac.new(b"secret", f"{match[1]}.".encode() + request.body, sha256)
    assert signed.hexdigest() == match[2]
    text = str(request.headers) + request.text
    assert "secret" not in text
    assert body["id"] == request.headers["Idempotency-Key"]


async def test_it_is_in_the_language_of_the_player(server, listener):
    await told(server, "Ada", listener.url, language="de")
    await begun(server)
    server.time.now += 60
    await outbox(server).work()
    (text,) = listener.texts
    assert text.startswith("Du bist dran: ")


async def test_mail_is_confirmed_before_it_is_used(server, tmp_path, monkeypatch):
    box = tmp_path / "box"
    program = tmp_path / "mail"
    program.write_text(f'#!/bin/sh\n[ "$1" = -t ] && cat >> {box}\n')
    program.chmod(0o755)
    services = server.server_tables.services
    await server.lobby("Ada")
    ada = await server.store.account("Ada")
    assert ada
    with pytest.raises(ContactError, match="sends no mail"):
        await set_contact(services, ada, "mail", "ada@example.org")
    services.has_mail = True
    for wrong in ("ada", "-x@example.org", "ada@example.org\nBcc: b@c.de", "a b@c.de"):
        with pytest.raises(ContactError, match="no address of mail"):
            await set_contact(services, ada, "mail", wrong)
    await set_contact(services, ada, "mail", "ada@example.org")
    post = Outbox(services, mail=(str(program), "-t"))
    await post.work()
    mail = box.read_text()
    assert mail.startswith("To: ada@example.org\nSubject: Down House\nMessage-ID: <")
    code = re.search(r"notify confirm (\d{9})", mail)
    assert code
    await begun(server)
    server.time.now += 60
    await post.work()
    assert "Your turn" not in box.read_text()
    wrong_code = "000000" if code[1] != "000000" else "000001"
    with pytest.raises(ContactError, match="not the code"):
        await confirm(server.store, "Ada", wrong_code)
    await confirm(server.store, "Ada", code[1])
    await post.work()
    assert box.read_text().count("Your turn") == 1
    # The code for somebody else's address cannot be guessed.
    await set_contact(services, ada, "mail", "emma@example.org")
    for _ in range(4):
        with pytest.raises(ContactError, match="not the code"):
            await confirm(server.store, "Ada", "x")
    with pytest.raises(ContactError, match="set it again"):
        await confirm(server.store, "Ada", "x")
    assert await contact_of(server.store, "Ada") is None


async def test_a_purged_player_is_told_nothing(server, listener):
    await told(server, "Ada", listener.url)
    await begun(server)
    await purge(server.store, "Ada")
    server.time.now += 60
    await outbox(server).work()
    assert listener.requests == []


# --- where to


@pytest.mark.parametrize(
    "address",
    [
        *("127.0.0.1", "10.0.0.1", "192.168.1.1", "172.16.0.1", "169.254.169.254", "0.0.0.0"),
        *("100.64.0.1", "224.0.0.1", "255.255.255.255", "::1", "::", "fe80::1", "fc00::1"),
        *("::ffff:127.0.0.1", "64:ff9b::7f00:1", "2002:7f00:1::", "2001:0:1::1", "ff02::1"),
        *("::127.0.0.1", "::10.0.0.1", "fec0::1"),
        *("64:ff9b:1::7f00:1", "::ffff:0:7f00:1", "3fff::1", "5f00::1"),
    ],
)
def test_an_address_of_the_own_network_is_not_public(address):
    assert not is_public(ip_address(address))


@pytest.mark.parametrize("address", ["8.8.8.8", "2606:4700::1111", "64:ff9b::808:808"])
def test_others_are_public(address):
    assert is_public(ip_address(address))


async def test_this_machine_is_not_reached_by_a_public_address_of_its_own(listener, monkeypatch):
    monkeypatch.setattr(delivery, "is_public", lambda address: True)
    with pytest.raises(Undelivered, match="in the network of this server"):
        await post(listener.url, b"", {})
    assert listener.requests == []


async def test_a_name_for_which_nobody_answers_keeps_no_match_from_being_written(monkeypatch):
    answered = threading.Event()

    def look_up(*_: Any, **__: Any) -> Any:
        answered.wait(PATIENCE_SECONDS)
        raise OSError

    monkeypatch.setattr(socket, "getaddrinfo", look_up)
    url = "https://slow.example/"
    looks = [
        asyncio.ensure_future(resolved(url, allows_own_network=False))
        for _ in range(2 * (os.cpu_count() or 1) + 40)
    ]
    await quiet()
    # Journals write each line of a match in such a thread.
    writing = asyncio.ensure_future(asyncio.to_thread(str))
    try:
        await until(writing.done)
    finally:
        answered.set()
        await asyncio.gather(*looks, return_exceptions=True)


@pytest.mark.parametrize("host", ["127.0.0.1", "localhost", "[::1]", "2130706433", "0x7f.1"])
async def test_the_own_network_is_reached_by_no_name(host, listener):
    with pytest.raises(Undelivered):
        await post(f"http://{host}:{listener.port}/", b"", {})
    assert listener.requests == []


async def test_the_connection_goes_to_the_address_that_was_checked(listener, monkeypatch):
    """Check that a name is looked up only once, so that a second answer cannot lead elsewhere."""
    answers = [["93.184.216.34"], ["127.0.0.1"]]
    connected: list[tuple[str, int]] = []

    def look_up(*_: Any, **__: Any) -> list[Any]:
        return [(2, 1, 6, "", (address, 80)) for address in answers.pop(0)]

    async def connect(host: str, port: int, **_: Any) -> Any:
        connected.append((host, port))
        raise OSError

    monkeypatch.setattr(socket, "getaddrinfo", look_up)
    monkeypatch.setattr(asyncio, "open_connection", connect)
    with pytest.raises(Undelivered, match="does not answer"):
        await post("http://rebinding.example:8080/", b"", {})
    assert connected == [("93.184.216.34", 8080)]
    with pytest.raises(Undelivered, match="in the network of this server"):
        await resolved("http://rebinding.example/", allows_own_network=False)


@pytest.mark.parametrize(
    "text",
    [
        *("", "ntfy.sh/x", "ftp://ntfy.sh/x", "http://", "https://a b/", "https://a/\r\nX: y"),
        *("https://user:word@ntfy.sh/", "http://[::1", "http://x:0/", "http://x:99999/"),
        *("https://ntfy.sh/ä", "https://ntfy.sh/" + "x" * 400, "file:///etc/passwd"),
    ],
)
def test_what_is_no_address_of_the_web_is_refused(text):
    with pytest.raises(ValueError, match="no address of the web"):
        read_url(text)


async def test_a_listener_that_never_answers_is_left(monkeypatch):
    monkeypatch.setattr(delivery, "POST_SECONDS", 0.05)
    async with listening() as listener:
        listener.before_answer = lambda request: asyncio.Event()
        with pytest.raises(Undelivered, match="does not answer"):
            await post(listener.url, b"", {}, allows_own_network=True)


# --- commands


async def test_a_player_sets_an_address_by_commands(tmp_path, listener, monkeypatch):
    monkeypatch.setattr(notifications, "LOOK_SECONDS", 0.02)
    async with hosting(tmp_path, "Ada", allows_own_network=True) as host:
        port = ssh_port(host.ready)

        async def notify(words: str) -> tuple[int | None, str]:
            code, out, err = await run(port, "Ada", f"notify {words}")
            return code, out or err

        assert await notify("") == (
            0,
            "You are not notified; notify ntfy https://ntfy.sh/TOPIC changes that.\n",
        )
        output = await notify(f"webhook {listener.url}")
        assert output[0] == 0
        key = re.search(r"The key of the signatures is (\S{43})\n", output[1])
        assert key
        await until(lambda: bool(listener.requests))
        assert json.loads(listener.texts[0])["event"] == "hello"
        assert key[1] not in listener.texts[0]
        assert "Nothing is sent from 22:00 to 8:00 (UTC)." in (await notify("quiet 22-8"))[1]
        assert "(Europe/Berlin)" in (await notify("zone Europe/Berlin"))[1]
        assert "Turns come together at 18:00" in (await notify("digest 18"))[1]
        assert "22:00" not in (await notify("quiet off"))[1]
        assert "18:00" not in (await notify("digest off"))[1]
        for wrong in ("quiet 22", "quiet 08-8", "zone Galapagos", "zone ../etc", "ntfy x"):
            assert (await notify(wrong))[0] == 1, wrong
        for wrong in ("frobnicate", "digest 24", "ntfy"):
            assert (await notify(wrong))[0] == 2, wrong
        before = await host.store.document(CONTACTS, "ada")
        await host.store.put_document(CONTACTS, "ada", b"{", before)
        assert (await notify("off"))[0] == 0
        assert await contact_of(host.store, "Ada") is None
        assert (await notify("quiet 1-2"))[0] == 1


async def test_an_address_that_is_set_while_the_server_looks_is_greeted(
    server, listener, monkeypatch
):
    post = outbox(server)
    services = server.server_tables.services
    await server.lobby("Ada")
    ada = await server.store.account("Ada")
    assert ada
    look = post._look

    async def set_meanwhile(contacts: Any) -> None:
        await look(contacts)
        await set_contact(services, ada, "ntfy", listener.url)

    monkeypatch.setattr(post, "_look", set_meanwhile)
    await post.work()
    assert listener.texts == ["Notices of Down House for Ada come here."]


async def test_a_player_sets_an_address_in_the_lobby(tmp_path, listener):
    async with (
        hosting(tmp_path, "Ada", allows_own_network=True) as host,
        at_screen(ssh_port(host.ready), "Ada", size=(120, 40)) as ada,
    ):
        await ada.until("you are Ada")
        ada.press("/")
        ada.press(f"/notify ntfy {listener.url}\r")
        await ada.until("You are notified at")
        ada.press("/")
        ada.press("/notify frobnicate\r")
        await ada.until("Say one of: ntfy URL")
        assert await contact_of(host.store, "Ada")
        ada.press("n")
        await ada.until("Open the table")
        ada.press("\r")
        await ada.until("begin with bots")
        ada.press("/")
        ada.press("/notify off\r")
        await ada.until("You are not notified")
        assert await host.store.chat("") == []


async def test_addresses_of_the_hosts_network_are_refused_unless_allowed(tmp_path, listener):
    async with hosting(tmp_path, "Ada") as host:
        code, _, error = await run(ssh_port(host.ready), "Ada", f"notify ntfy {listener.url}")
        assert (code, error) == (
            1,
            "127.0.0.1 is in the network of this server, which is not allowed.\n",
        )
        assert await contact_of(host.store, "Ada") is None
    assert listener.requests == []


# --- the program of the host


async def test_the_program_of_the_host_is_given_each_event(tmp_path, monkeypatch):
    monkeypatch.setattr(notifications, "LOOK_SECONDS", 0.02)
    out, program = tmp_path / "events", tmp_path / "program"
    program.write_text(f"#!/bin/sh\ncat >> {out}\n")
    program.chmod(0o755)

    def events() -> list[dict[str, Any]]:
        lines = out.read_text().splitlines() if out.exists() else []
        return [json.loads(line) for line in lines]

    data = tmp_path / "server"
    async with hosting(data, "Ada", "Ben", on_event=(str(program),)) as host:
        accounts = [await host.store.account(name) for name in ("Ada", "Ben")]
        ada, ben = [
            host.server_tables.lobby(account, account.name) for account in accounts if account
        ]
        await run(ssh_port(host.ready), "Ada", "who")
        await until(lambda: [event["event"] for event in events()] == ["signed in", "left"])
        code = await ada.create(plan(ME, OPEN))
        await ada.invite("Ben", code)
        await ada.say("Come in.")
        await until(lambda: {"opened", "invited", "said"} <= {event["event"] for event in events()})
        joining = asyncio.ensure_future(ben.join(code))
        await joining
        await until(lambda: [event["event"] for event in events()].count("turn") == 2)
        await ada.resign(code)
        await until(lambda: "over" in [event["event"] for event in events()])
        tournaments = host.server_tables.services.tournaments
        week = await tournaments.open(TournamentPlan("duplicate", "dice", wait_seconds=600), "")
        await until(lambda: "tournament opened" in [event["event"] for event in events()])
    begun, over = [event for event in events() if event["event"] in ("begun", "over")]
    assert (begun["code"], begun["game"], begun["players"]) == (code, "dice", ["Ada", "Ben"])
    assert over["winners"] == ["Ben"]
    (opened,) = [event for event in events() if event["event"] == "tournament opened"]
    assert opened["code"] == week.code
    (event_said,) = [event for event in events() if event["event"] == "said"]
    assert (event_said["name"], event_said["text"]) == ("Ada", "Come in.")
    (invited,) = [event for event in events() if event["event"] == "invited"]
    assert (invited["name"], invited["by"]) == ("Ben", "Ada")
    assert {event["name"] for event in events() if event["event"] == "turn"} == {"Ada", "Ben"}
    assert all(isinstance(event["time"], int) for event in events())


def test_a_seat_that_a_bot_plays_is_no_turn_of_its_player():
    seats = (SeatInfo("person", "Ada", has_resigned=True), SeatInfo("person", "Ben"))
    playing = table("AAAA", seats=seats, phase="playing", to_move=(0, 1))
    events = notifications._changes(replace(playing, to_move=()), playing)
    assert [(event["event"], event["name"]) for event in events] == [("turn", "Ben")]


async def test_guests_are_not_notified(server, listener):
    await server.lobby("Finch27")
    stored = await server.store.account("Finch27")
    assert stored
    guest = replace(stored, is_guest=True)
    with pytest.raises(ContactError, match="Guests are not notified"):
        await set_contact(server.server_tables.services, guest, "ntfy", listener.url)
    await quiet()
