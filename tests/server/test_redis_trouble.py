"""Trouble with Redis: refused or unreachable servers, servers that hang, and wrong clocks."""

import asyncio
import os
import re
import signal
import socket
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial

import asyncssh
import pytest
import redis
from server.clients import connected, hosting, run, ssh_port, typing
from server.stores import RedisServer, account
from waiting import PATIENCE_SECONDS

from darwin_core.journal import JournalError
from darwin_tui.server.store import redis_store
from darwin_tui.server.store.contract import StoreError
from darwin_tui.server.store.redis_store import RedisStore, refusal

# --- from the start


async def refused(address: str) -> str:
    """Return the sentence with which opening a store at this address fails."""
    store = RedisStore(address)
    try:
        with pytest.raises(StoreError) as error:
            await store.open()
        return str(error.value)
    finally:
        await store.close()


async def test_a_password_that_is_wrong_or_missing_is_named(tmp_path):
    server = RedisServer(tmp_path / "redis", "--requirepass", "right")
    server.start()
    at = f"127.0.0.1:{server.port}"
    assert await refused(f"redis://{at}/0") == (
        f"Redis at {at} asks for a password, and none was given."
    )
    for secret in (":sesame", "ada:sesame", "ada:right"):
        assert await refused(f"redis://{secret}@{at}/0") == (
            f"Redis at {at} refuses the user or the password that was given."
        )
    store = RedisStore(f"redis://:right@{at}/0")
    await store.open()
    await store.put_account(account("Ada"))
    # The password changes while the server runs, so the sentence must not ask to wait.
    with redis.Redis(port=server.port, password="right") as other:
        other.config_set("requirepass", "other")
        other.client_kill_filter(_type="normal", skipme=True)
    for failing in (store.accounts(), store.record("AAAA")):
        with pytest.raises(StoreError, match="does not let this server in; its host has to"):
            await failing
    with pytest.raises(JournalError, match="does not let this server in"):
        await store.journal("AAAA", b"{}\n")
    await store.close()
    server.kill()


async def test_other_reasons_are_named(redis_server):
    at = f"127.0.0.1:{redis_server.port}"
    assert await refused(f"redis://{at}/99") == f"Redis at {at} has no database of that number."
    with socket.create_server(("127.0.0.1", 0)) as closed:
        port = closed.getsockname()[1]
    assert await refused(f"redis://127.0.0.1:{port}/0") == (
        f"Redis at 127.0.0.1:{port} cannot be reached: {os.strerror(111)}."
    )
    assert await refused("unix:///dev/null/socket") == (
        f"Redis at /dev/null/socket cannot be reached: {os.strerror(20)}."
    )
    long = "/" + 200 * "s"
    assert await refused(f"unix://{long}") == (
        f"Redis at {long} cannot be reached: AF_UNIX path too long."
    )
    with greeting(b"SSH-2.0-other\r\n") as port:
        assert await refused(f"redis://127.0.0.1:{port}/0") == (
            f"Another program than Redis answers at 127.0.0.1:{port}, or a Redis that wants TLS."
        )


async def test_tls_that_redis_does_not_speak_is_thought_of(redis_server, monkeypatch):
    monkeypatch.setattr(redis_store, "ANSWER_SECONDS", 0.5)
    at = f"127.0.0.1:{redis_server.port}"
    assert "rediss:// or redis://" in await refused(f"rediss://{at}/0")


@contextmanager
def greeting(words: bytes) -> Iterator[int]:
    """Yield a port on which a thread greets the first client with these bytes."""
    with socket.create_server(("127.0.0.1", 0)) as listening:

        def greet() -> None:
            with listening.accept()[0] as guest:
                guest.sendall(words)
                while guest.recv(1024):
                    pass

        threading.Thread(target=greet, daemon=True).start()
        yield listening.getsockname()[1]


def test_only_what_gets_better_by_waiting_asks_to_wait():
    for error in (redis.ConnectionError(), redis.TimeoutError(), redis.BusyLoadingError()):
        assert "try again in a moment" in refusal(error)
    for lasting in (redis.AuthenticationError(), redis.exceptions.NoPermissionError()):
        assert "try again" not in refusal(lasting)


# --- a Redis that hangs


@contextmanager
def hanging(server: RedisServer) -> Iterator[None]:
    """Suspend a server until the end of the block."""
    os.kill(server.pid, signal.SIGSTOP)
    try:
        yield
    finally:
        os.kill(server.pid, signal.SIGCONT)


async def test_players_hear_of_a_redis_that_hangs(redis_server, tmp_path, monkeypatch):
    monkeypatch.setattr(redis_store, "ANSWER_SECONDS", 1.0)
    store = RedisStore(redis_server.url)
    async with hosting(tmp_path, "Ada", store=store) as host:
        port = ssh_port(host.ready)
        code = (await run(port, "Ada", "new dice --seats me,bot:random"))[1].strip()
        async with typing(port, "Ada", f"play {code} --plain") as ada:
            await ada.until("1. ")
            with hanging(redis_server):
                ada.type("1")
                await ada.until("The store cannot be reached now; try again in a moment.")
                async with asyncio.timeout(PATIENCE_SECONDS):
                    with pytest.raises(asyncssh.DisconnectError, match="cannot look up your key"):
                        await connected(port, "Ada")
            ada.type("1")
            assert await ada.play_on() > 1


async def test_a_cancellation_that_comes_with_an_answer_is_not_lost(redis_server):
    store = RedisStore(redis_server.url)
    await store.open()

    async def read_and_wait() -> None:
        await store.chat("AAAA")
        await asyncio.Event().wait()

    for steps in range(20):
        task = asyncio.ensure_future(read_and_wait())
        for _ in range(steps):
            await asyncio.sleep(0)
        task.cancel()
        ended, _ = await asyncio.wait([task], timeout=PATIENCE_SECONDS)
        task.cancel()
        assert ended, f"cancelled after {steps} steps"
    await store.close()


async def test_a_command_is_not_tried_again_after_its_time_limit(redis_server, monkeypatch):
    monkeypatch.setattr(redis_store, "ANSWER_SECONDS", 0.2)
    store = RedisStore(redis_server.url)
    await store.open()
    # With so many retries, a command that is tried again takes longer than a test waits.
    monkeypatch.setattr(redis_store, "RETRIES", 200)
    hurried = RedisStore(redis_server.url)
    with hanging(redis_server):
        for ask in (hurried.accounts, partial(hurried.record, "AAAA")):
            with pytest.raises(StoreError, match="cannot be reached now"):
                async with asyncio.timeout(PATIENCE_SECONDS):
                    await ask()
    await hurried.close()
    await store.close()


async def test_a_redis_whose_first_answer_is_late_is_asked_again(redis_server, monkeypatch):
    monkeypatch.setattr(redis_store, "ANSWER_SECONDS", 0.5)
    monkeypatch.setattr(redis_store, "BLOCK_MILLISECONDS", 100)
    over = asyncio.Event()
    connections = 0

    async def relay(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        nonlocal connections
        connections += 1
        if connections > 1:
            answers, questions = await asyncio.open_connection("127.0.0.1", redis_server.port)
            await asyncio.gather(_copy(answers, writer), _copy(reader, questions))
        else:
            await over.wait()
        writer.close()

    listener = await asyncio.start_server(relay, "127.0.0.1", 0)
    port = listener.sockets[0].getsockname()[1]
    store = RedisStore(f"redis://127.0.0.1:{port}/0")
    try:
        await store.open()
        assert await store.accounts() == []
    finally:
        await store.close()
        over.set()
        listener.close()


async def _copy(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    while data := await reader.read(1 << 16):
        writer.write(data)
    writer.close()


# --- several hosts


@pytest.mark.parametrize("seconds", [3600, -3600])
async def test_a_host_whose_clock_is_wrong_is_refused_and_runs_no_clocks(
    redis_server, monkeypatch, caplog, seconds
):
    sound, wrong = RedisStore(redis_server.url), RedisStore(redis_server.url)
    await sound.open()
    await wrong.open()
    assert await wrong.lease("AAAA", "wrong", 60)
    await wrong.release("AAAA", "wrong")
    clock = time.time
    # The clock is set wrong while the host runs.
    with monkeypatch.context() as wrongly:
        wrongly.setattr(time, "time", lambda: clock() + seconds)
        for _ in range(2):
            assert not await wrong.lease("AAAA", "wrong", 60)
        sentence = await refused(redis_server.url)
    assert caplog.text.count("clocks of this machine and of Redis differ") == 1
    side = "ahead of" if seconds > 0 else "behind"
    assert re.match(rf"The clock of this machine is 3(600|599|601) seconds {side} that", sentence)
    assert await sound.lease("AAAA", "sound", 60)
    assert await wrong.lease("BBBB", "wrong", 60), "the clock is set"
    await sound.close()
    await wrong.close()


async def test_hosts_with_different_keys_are_warned_of(redis_server, tmp_path):
    key = "ssh_host_ed25519_key"
    async with hosting(tmp_path / "one", store=RedisStore(redis_server.url)) as one:
        assert one.warnings == ()
        async with hosting(tmp_path / "two", store=RedisStore(redis_server.url)) as two:
            (warning,) = two.warnings
            assert one.ready.rpartition("key=")[2] in warning
            assert warning.endswith("Give all hosts the same ssh_host_ed25519_key.")
    (tmp_path / "two" / key).write_bytes((tmp_path / "one" / key).read_bytes())
    for name, count in (("one", 1), ("two", 0), ("one", 0)):
        async with hosting(tmp_path / name, store=RedisStore(redis_server.url)) as again:
            assert len(again.warnings) == count
