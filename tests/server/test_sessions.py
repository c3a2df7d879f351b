"""One app for each connection: takeover, loss, limits, failure, and the end of the server."""

import asyncio
import gc
import logging
import os
import weakref
from collections.abc import Sequence
from typing import Any

import msgspec
import pytest
from server.clients import PATIENT, account_of, answered, at_screen, serving
from server.stand_ins import StandIn, Wire
from server.tables import MemoryStore
from waiting import PATIENCE_SECONDS, until

from darwin_tui.server.operations import sessions
from darwin_tui.server.operations.sessions import Destination, RunningSession, Sessions
from darwin_tui.terminal.connection import Connection
from darwin_tui.terminal.limits import Addresses, Allowance, Limits, source_of


def limited(**limits: Any) -> Limits:
    return msgspec.structs.replace(PATIENT, **limits)


# --- takeover


async def test_a_second_login_takes_the_place_and_the_first_is_notified(serve):
    async with (
        serve() as server,
        at_screen(server.port, "Ada") as first,
        at_screen(server.port, "Emma") as other,
    ):
        await first.until("lobby")
        await other.until("lobby")
        async with at_screen(server.port, "Ada") as second:
            await second.until("lobby")
            assert await first.until_ended() == 0
            assert "You have signed in elsewhere" in first.text
            second.press("x")
            await second.until("key x")
            assert server.sessions.count == 2
            assert [app.has_left for app in server.apps] == [True, False, False]
        other.press("x")
        await other.until("key x")


async def test_a_command_takes_no_place(serve):
    async with serve() as server, at_screen(server.port, "Ada") as ada:
        await ada.until("lobby")
        assert await answered(server.port, "Ada", "tables") == ("Ada: tables\n", 1)
        ada.press("x")
        await ada.until("key x")


async def test_a_client_that_has_gone_already_takes_no_session_over(make_app):
    running = Sessions(MemoryStore(), PATIENT, make_app, _never)
    stays, gone = Wire(), Wire()
    staying = asyncio.create_task(running.serve(stays, account_of("Ada"), Destination()))
    await until(lambda: "lobby" in stays.text)
    gone.ended()
    await running.serve(gone, account_of("Ada"), Destination())
    assert (stays.status, gone.status) == (None, 1)
    await running.close()
    await staying


async def test_who_has_to_wait_for_a_full_screen_reads_it(tmp_path):
    held = asyncio.Event()

    class Slow(StandIn):
        async def prepare(self) -> None:
            await held.wait()

    def make(connection: Connection, visit: RunningSession) -> Slow:
        return Slow(connection, visit, tmp_path / visit.account.name)

    running = Sessions(MemoryStore(), limited(starting_max=1), make, _never)
    wires = {name: Wire() for name in ("Ada", "Emma")}
    tasks = [
        asyncio.create_task(running.serve(wire, account_of(name), Destination()))
        for name, wire in wires.items()
    ]
    await until(lambda: sessions.WAITING in wires["Emma"].text)
    assert wires["Ada"].output == b""
    held.set()
    await until(lambda: all("lobby" in wire.text for wire in wires.values()))
    assert sessions.WAITING not in wires["Emma"].text
    await running.close()
    await asyncio.gather(*tasks)


async def _never(connection: Connection, visit: RunningSession, words: Sequence[str]) -> int:
    raise AssertionError("no command was given")


# --- the end of a session


async def test_a_lost_line_ends_the_session_soon(serve):
    """The session does not wait for the seconds that an app that hangs may take to end."""
    limits = limited(farewell_seconds=2 * PATIENCE_SECONDS)
    async with serve(limits=limits) as server, at_screen(server.port, "Ada") as ada:
        await ada.until("lobby")
        ada.lose()
        await until(lambda: not server.sessions.count)
        assert server.apps[0].has_left


async def test_the_end_of_the_input_ends_the_session(serve):
    async with serve() as server, at_screen(server.port, "Ada") as ada:
        await ada.until("lobby")
        ada.process.stdin.write_eof()
        await ada.until_ended()
        assert server.sessions.count == 0


async def test_an_app_that_hangs_is_cancelled(serve):
    limits = limited(farewell_seconds=0.1)
    async with serve(limits=limits) as server, at_screen(server.port, "Ada") as ada:
        await ada.until("lobby")
        server.apps[0].call_later(asyncio.sleep, 1000)
        await asyncio.sleep(0.05)
        ada.lose()
        await until(lambda: not server.sessions.count)


async def test_the_end_of_a_visit_may_take_longer_than_that_of_a_screen(tmp_path):
    """Saving a visit on a slow disk may take longer than the seconds that a screen has to end."""

    class Slow(StandIn):
        async def leave(self) -> None:
            await asyncio.sleep(0.5)
            await super().leave()

    def make_slow(connection: Connection, visit: RunningSession) -> StandIn:
        return Slow(connection, visit, tmp_path / "Ada")

    limits = limited(farewell_seconds=0.1)
    async with (
        serving(tmp_path, make_slow, limits=limits) as server,
        at_screen(server.port, "Ada") as ada,
    ):
        await ada.until("lobby")
        ada.lose()
        await until(lambda: not server.sessions.count)
        assert server.apps[0].has_left


async def test_nothing_is_left_of_sessions_that_have_ended(serve):
    """Nothing of a session waits for the seconds that an app that hangs may take to end."""
    limits = limited(farewell_seconds=2 * PATIENCE_SECONDS)
    async with serve(limits=limits) as server:
        async with at_screen(server.port, "Ada") as ada:
            await ada.until("lobby")
        await until(lambda: not server.sessions.count)
        fds = len(os.listdir("/proc/self/fd"))
        tasks = len(asyncio.all_tasks())
        for number in range(4):
            async with at_screen(server.port, "Ada") as ada:
                await ada.until("lobby")
                ada.press("\x1b[97;1u")
                if number % 2:
                    ada.press("q")
                    await ada.until_ended()
        await until(lambda: not server.sessions.count)
        alive = weakref.WeakSet(server.apps)
        server.apps.clear()

        def is_nothing_left() -> bool:
            gc.collect()
            left = len(os.listdir("/proc/self/fd")) - fds, len(asyncio.all_tasks()) - tasks
            return not alive and max(left) <= 0

        await until(is_nothing_left)


async def test_memory_is_given_back_of_an_app_that_something_keeps_for_a_while(serve, monkeypatch):
    given: list[float] = []
    monkeypatch.setattr(sessions, "_give_memory_back", lambda: given.append(0.0))
    for name in ("_QUIET_SECONDS", "_COLLECTION_INTERVAL_SECONDS"):
        monkeypatch.setattr(sessions, name, 0.01)
    async with serve() as server:
        async with at_screen(server.port, "Ada") as ada:
            await ada.until("lobby")
        kept = [server.apps.pop()]
        alive = weakref.WeakSet(kept)
        await until(lambda: len(given) > 1)
        assert alive
        kept.clear()
        await until(lambda: not alive)


async def test_a_failure_ends_that_session_alone_with_a_sentence(serve, caplog):
    async with (
        serve() as server,
        at_screen(server.port, "Ada") as ada,
        at_screen(server.port, "Emma") as emma,
    ):
        await ada.until("lobby")
        await emma.until("lobby")
        with caplog.at_level(logging.ERROR):
            ada.press("f")
            assert await ada.until_ended() == 1
        assert sessions.FAILED in ada.text
        assert "ValueError" not in ada.text
        assert "ValueError in a session" in caplog.text
        emma.press("x")
        await emma.until("key x")


async def test_a_command_that_fails_ends_with_a_sentence(serve):
    async def fail(connection: Connection, visit: RunningSession, words: Sequence[str]) -> int:
        raise ValueError("the ace of finches")

    async with serve(run_command=fail) as server:
        assert await answered(server.port, "Ada", "tables") == (f"{sessions.FAILED}\n", 1)


async def test_an_app_that_cannot_be_made_ends_with_a_sentence(tmp_path, caplog):
    def fail(connection: Connection, visit: RunningSession) -> Any:
        raise ValueError("the ace of finches")

    async with serving(tmp_path, fail) as server, at_screen(server.port, "Ada") as ada:
        assert await ada.until_ended() == 1
        assert sessions.FAILED in ada.text
        assert "ValueError" in caplog.text


# --- limits


async def test_a_full_server_says_so(serve):
    async with (
        serve(limits=limited(sessions_max=1)) as server,
        at_screen(server.port, "Ada") as ada,
    ):
        await ada.until("lobby")
        async with at_screen(server.port, "Emma") as emma:
            assert await emma.until_ended() == 1
            assert sessions.FULL in emma.text
        ada.press("q")
        await ada.until_ended()
        async with at_screen(server.port, "Emma") as emma:
            await emma.until("lobby")


async def test_an_account_has_few_sessions_at_once(serve):
    may_end = asyncio.Event()

    async def wait(connection: Connection, visit: RunningSession, words: Sequence[str]) -> int:
        if [*words] == ["wait"]:
            await may_end.wait()
        return 0

    async with serve(run_command=wait, limits=limited(sessions_of_account_max=2)) as server:
        waiting = [asyncio.create_task(answered(server.port, "Ada", "wait")) for _ in range(2)]
        await until(lambda: server.sessions.count == 2)
        answer, status = await answered(server.port, "Ada", "tables")
        assert (answer, status) == ("You have 2 connections already; close one of them.\n", 1)
        may_end.set()
        assert {status for _, status in await asyncio.gather(*waiting)} == {0}


async def test_a_place_is_not_held_for_nothing(serve, monkeypatch):
    monkeypatch.setattr(sessions, "_QUIET_SECONDS", 0.02)
    monkeypatch.setattr(StandIn, "may_idle", property(lambda app: app.visit.account.name == "Emma"))
    async with (
        serve(limits=limited(idle_seconds=0.3)) as server,
        at_screen(server.port, "Ada") as ada,
        at_screen(server.port, "Emma") as emma,
    ):
        await emma.until("lobby")
        assert await ada.until_ended() == 0
        assert sessions.IDLE in ada.text
        emma.press("x")
        await emma.until("key x")


def test_an_allowance_refills_up_to_its_burst():
    now = [0.0]
    allowance = Allowance(10, 20, lambda: now[0])
    allowance.take(20)
    assert allowance.wait_seconds() == 0
    assert allowance.wait_seconds(1) == pytest.approx(0.1)
    allowance.take(10)
    assert allowance.wait_seconds() == pytest.approx(1)
    now[0] = 1000
    assert allowance.wait_seconds(20) == 0
    assert allowance.wait_seconds(30) == 0, "more than the burst is let through when it is full"


def test_penalties_add_up_to_a_cap_and_end():
    now = [0.0]
    addresses = Addresses(Limits(), lambda: now[0])
    addresses.punish("10.0.0.1", 5)
    addresses.punish("10.0.0.1", 5)
    assert not addresses.refusal("10.0.0.1"), "below the floor"
    addresses.punish("10.0.0.1", 5)
    assert "15 seconds" in addresses.refusal("10.0.0.1")
    now[0] = 14
    assert "1 second." in addresses.refusal("10.0.0.1")
    assert not addresses.refusal("10.0.0.2")
    now[0] = 16
    assert not addresses.refusal("10.0.0.1")
    for _ in range(1000):
        addresses.punish("10.0.0.1", 5)
    assert addresses.penalty_seconds("10.0.0.1") == 600


def test_memory_of_addresses_is_bounded(monkeypatch):
    monkeypatch.setattr("darwin_tui.terminal.limits.ADDRESSES_MAX", 100)
    addresses = Addresses(Limits())
    for number in range(1000):
        address = f"10.0.{number // 250}.{number % 250}"
        addresses.add(address)
        addresses.punish(address, 100)
        addresses.remove(address)
    assert addresses.connections == 0
    assert not addresses.refusal("10.0.0.1")
    assert addresses.refusal("10.0.3.249")
    assert max(map(len, (v for v in vars(addresses).values() if isinstance(v, dict)))) <= 100


@pytest.mark.parametrize(
    ("one", "other", "is_same"),
    [
        ("10.0.0.1", "10.0.0.2", False),
        ("::ffff:10.0.0.1", "10.0.0.1", True),
        ("2001:db8::1", "2001:db8::ffff:1", True),
        ("2001:db8::1", "2001:db8:1::1", False),
        ("fe80::1%eth0", "fe80::1", True),
        ("", "10.0.0.1", False),
    ],
)
def test_a_household_is_one_source(one, other, is_same):
    assert (source_of(one) == source_of(other)) is is_same


# --- the end of the server


async def test_a_server_that_stops_tells_all_and_lets_nobody_in(serve):
    async with (
        serve(limits=limited(shutdown_seconds=0.5)) as server,
        at_screen(server.port, "Ada") as ada,
        at_screen(server.port, "Emma") as emma,
    ):
        await ada.until("lobby")
        await emma.until("lobby")
        server.apps[0].call_later(asyncio.sleep, 1000)
        async with asyncio.timeout(PATIENCE_SECONDS):
            await server.sessions.close()
        for player in (ada, emma):
            await player.until_ended()
            assert sessions.STOPPED in player.text
        assert await answered(server.port, "Ada", "tables") == (f"{sessions.STOPPED}\n", 1)


# --- garbage


async def test_garbage_is_collected_in_quiet_moments_or_where_there_is_much(
    tmp_path, make_app, monkeypatch
):
    thresholds = gc.get_threshold()
    apps: list[Any] = []
    collected: list[int] = []

    def keep(*args: Any, **options: Any) -> Any:
        apps.append(make_app(*args, **options))
        return apps[-1]

    def collect() -> None:
        collected.append(running.count)
        apps.clear()
        running._ended.clear()

    running = Sessions(MemoryStore(), PATIENT, keep, _never)
    now = [0.0]
    monkeypatch.setattr(sessions, "_QUIET_SECONDS", 0.01)
    monkeypatch.setattr(sessions, "_COLLECTION_INTERVAL_SECONDS", 0)
    for module in ("server.operations.sessions", "terminal.connection"):
        monkeypatch.setattr(f"darwin_tui.{module}.monotonic", lambda: now[0])
    looking_after = asyncio.create_task(running.run())
    await asyncio.sleep(0)
    assert gc.get_threshold() == (2_000, 10, 1_000_000)
    monkeypatch.setattr(gc, "collect", collect)
    staying, leaving = Wire(), Wire()
    tasks = [
        asyncio.create_task(running.serve(wire, account_of(name), Destination()))
        for wire, name in ((staying, "Ada"), (leaving, "Emma"))
    ]
    await until(lambda: "lobby" in staying.text and "lobby" in leaving.text)
    now[0] += 1
    await asyncio.sleep(0.05)
    assert collected == [], "nothing has ended"
    staying.received(b"x")
    leaving.lost()
    await until(lambda: running.count == 1)
    await asyncio.sleep(0.05)
    assert collected == [], "somebody presses keys"
    now[0] += 1
    await until(lambda: collected == [1])
    await asyncio.sleep(0.05)
    assert collected == [1]
    staying.received(b"x")
    for ended in range(4):
        await asyncio.sleep(0.05)
        assert collected == [1], f"somebody presses keys, and {ended} have ended"
        leaving = Wire()

        def is_in_lobby(wire: Wire = leaving) -> bool:
            return "lobby" in wire.text

        tasks.append(asyncio.create_task(running.serve(leaving, account_of("Emma"), Destination())))
        await until(is_in_lobby)
        leaving.lost()
        await until(lambda: running.count == 1)
    await until(lambda: collected == [1, 1])
    await running.close()
    await asyncio.gather(*tasks)
    looking_after.cancel()
    await asyncio.gather(looking_after, return_exceptions=True)
    assert gc.get_threshold() == thresholds
