"""The log of a server names who has signed in, from where and by what key, and each refusal.

The log contains no token and no cookie. A browser that is signed out has no more access.
"""

import asyncio
import json
import logging
import os
import re
from collections import Counter
from pathlib import Path
from typing import Any

import aiohttp
import asyncssh
import pytest
from click.testing import CliRunner
from msgspec.structs import replace
from server.clients import PATIENT, connected, hosting, key_of, run, ssh_port
from server.test_web import answer_of, browsing, page_of, signed_in
from waiting import until

from darwin_tui.cli import main
from darwin_tui.server import event_log
from darwin_tui.server.operations.plan import Address
from darwin_tui.server.store import files
from darwin_tui.server.store.accounts import account_of_token, new_token
from darwin_tui.server.web.listener import COOKIE

WEB = Address("127.0.0.1", 0)
FAIL2BAN = re.compile(r'"event":"refused","address":"(?P<host>\S+?)"')
"""The pattern for fail2ban that the page for hosts gives."""


class Log:
    """The events that a server has logged."""

    def __init__(self, caplog: pytest.LogCaptureFixture) -> None:
        caplog.set_level(logging.INFO, "darwin_tui.server.event_log")
        self._caplog = caplog

    @property
    def lines(self) -> list[str]:
        return [
            record.getMessage()
            for record in self._caplog.records
            if record.name == "darwin_tui.server.event_log"
        ]

    def of(self, event: str) -> list[dict[str, str]]:
        logged = [json.loads(line) for line in self.lines]
        return [logged_event for logged_event in logged if logged_event.pop("event") == event]


@pytest.fixture
def events(caplog: pytest.LogCaptureFixture) -> Log:
    return Log(caplog)


async def test_sign_ins_over_ssh_are_logged_with_their_key(tmp_path, events):
    async with hosting(tmp_path, "Ada") as host:
        await run(ssh_port(host.ready), "Ada", "help")
        await until(lambda: events.of("left"))
    ada = {"address": "127.0.0.1", "name": "Ada"}
    assert events.of("signed in") == [{**ada, "key": key_of("Ada").get_fingerprint()}]
    assert events.of("left") == [ada]
    assert events.of("refused") == []


async def test_refused_sign_ins_are_logged_with_the_reason(tmp_path, events):
    async with hosting(tmp_path, "Ada", limits=replace(PATIENT, tries_max=2)) as host:
        port = ssh_port(host.ready)
        hostile = 'x","address":"192.0.2.1"}{"event":"refused","address":"192.0.2.2"}'
        attempts: list[dict[str, Any]] = [
            {"client_keys": [key_of("one"), key_of("two")]},
            {"client_keys": [key_of(name) for name in ("one", "two", "three")]},
            {"client_keys": [], "username": hostile},
            {"client_keys": None, "password": "beagle"},
        ]
        for options in attempts:
            with pytest.raises(asyncssh.Error):
                await connected(port, "Mary", **options)
        await until(lambda: len(events.of("refused")) == len(attempts))
    none, many, nobody, word = events.of("refused")
    one, two = (key_of(name).get_fingerprint() for name in ("one", "two"))
    assert none == {
        "address": "127.0.0.1",
        "why": "No key that was offered signs in.",
        "user": "Mary",
        "keys": " ".join(sorted((one, two))),
    }
    assert many["why"].startswith("Too many keys")
    assert nobody["keys"] == word["keys"] == ""
    # No client can write another client's address into a line of the log.
    refused = [line for line in events.lines if '"refused"' in line]
    assert [FAIL2BAN.findall(line)[0] for line in refused] == ["127.0.0.1"] * 4
    assert all("\n" not in line and line.isascii() for line in events.lines)


async def test_refused_connections_push_nothing_out_of_the_log(tmp_path, events, monkeypatch):
    seen: list[Any] = []
    monkeypatch.setattr(event_log, "observers", [seen.append])
    monkeypatch.setattr(event_log, "monotonic", lambda: 1000.0)
    refused = event_log.counts["refused"]
    limits = replace(PATIENT, new_of_address_a_minute=2)
    async with hosting(tmp_path, "Ada", limits=limits) as host:
        port = ssh_port(host.ready)
        for _ in range(2):
            await run(port, "Ada", "help")
        for _ in range(50):
            _, writer = await asyncio.open_connection("127.0.0.1", port)
            writer.transport.abort()
        await until(lambda: event_log.counts["refused"] == refused + 50)
        # Refusals of other addresses are logged too, up to a limit for all addresses.
        for number in range(200):
            event_log.log("refused", address=f"192.0.2.{number}", why="")
            event_log.log("refused", address=f"2001:db8::{number:x}", why="")
    addresses = Counter(row["address"] for row in events.of("refused"))
    assert addresses["127.0.0.1"] == addresses["2001:db8::1"] * 10 == 10
    assert addresses.total() == 100
    assert sum(row["event"] == "refused" for row in seen) == 100
    assert sum(address.startswith("2001") for address in addresses) == 10
    assert len(events.of("signed in")) == 2
    # In the next minute refusals are logged again.
    monkeypatch.setattr(event_log, "monotonic", lambda: 1060.0)
    event_log.log("refused", address="127.0.0.1", why="")
    assert len(events.of("refused")) == 101


async def test_browsers_are_logged_and_no_secret_is(tmp_path, events):
    async with hosting(tmp_path, "Ada", web=WEB) as host:
        page = page_of(host)
        async with signed_in(host) as session:
            cookie = next(cookie.value for cookie in session.cookie_jar if cookie.key == COOKIE)
            async with browsing(host, session) as browser:
                await browser.until("Tables")
            await until(lambda: events.of("left"))
            for token in ("", "wrong", "x" * 43):
                await answer_of(
                    session,
                    "post",
                    f"{page}/sign-in",
                    data={"token": token},
                    headers={"Origin": page, "X-Forwarded-For": '9.9.9.9", 192.0.2.7'},
                )
        ada = {"address": "127.0.0.1", "name": "Ada"}
        assert events.of("signed in") == [{**ada, "by": "token"}]
        assert events.of("came") == events.of("left") == [{**ada, "by": "browser"}]
        assert [event["address"] for event in events.of("refused")] == ["192.0.2.7"] * 3
        account = await host.store.account("Ada")
        assert account
        secrets = (
            cookie,
            cookie.partition(".")[2],
            account.token_hash,
            *account.browsers,
            "x" * 43,
        )
        assert not [line for line in events.lines if any(secret in line for secret in secrets)]


# --- signing out


async def test_signing_out_ends_that_browser_and_copies_of_its_cookie_alone(tmp_path):
    async with hosting(tmp_path, "Ada", web=WEB) as host:
        page = page_of(host)
        token = await new_token(host.store, "Ada")
        jar = aiohttp.CookieJar(unsafe=True)
        async with (
            aiohttp.ClientSession(cookie_jar=jar) as one,
            aiohttp.ClientSession(cookie_jar=aiohttp.CookieJar(unsafe=True)) as other,
        ):
            for session in (one, other):
                await answer_of(
                    session,
                    "post",
                    f"{page}/sign-in",
                    data={"token": token},
                    headers={"Origin": page},
                )
            copy = {cookie.key: cookie.value for cookie in jar}
            assert token not in copy[COOKIE]
            async with browsing(host, one) as here, browsing(host, other) as there:
                await there.until("Tables")
                # The full screen has moved to the other browser of the account.
                await here.until_ended()
                async with browsing(host, one) as again:
                    await again.until("Tables")
                    await answer_of(one, "post", f"{page}/sign-out", headers={"Origin": page})
                    await again.until_ended()
                    assert "is signed out" in again.text
            for stolen in (copy[COOKIE], token, "Ada.", "Ada", "."):
                async with aiohttp.ClientSession(cookies={COOKIE: stolen}) as thief:
                    answer = await answer_of(thief, "get", page)
                    assert 'name="token"' in answer.text, stolen
            assert 'class="textual-terminal"' in (await answer_of(other, "get", page)).text


async def test_the_host_revokes_a_token_and_all_browsers_while_the_server_runs(
    tmp_path, monkeypatch
):
    monkeypatch.setattr(files, "WATCH_INTERVAL_SECONDS", 0.02)
    async with hosting(tmp_path, "Ada", web=WEB) as host, signed_in(host) as session:
        async with browsing(host, session) as browser:
            await browser.until("Tables")
            token = await new_token(host.store, "Ada")
            await browser.until_ended()
            assert "is signed out" in browser.text
        assert await account_of_token(host.store, token)
        command = ["serve", "keys", "revoke", "ada", "--data", str(tmp_path)]
        done = await _in_thread(command)
        assert done == (0, "Ada is signed out of all browsers, and needs a new token.\n")
        assert await account_of_token(host.store, token) is None
        assert 'name="token"' in (await answer_of(session, "get", page_of(host))).text
        # Ada's SSH keys still sign her in.
        assert (await run(ssh_port(host.ready), "Ada", "help"))[0] == 0


def test_a_full_log_that_another_process_replaces_at_the_same_time_is_kept(tmp_path, monkeypatch):
    """Another process replaces the file just after this one has seen that it is full."""
    monkeypatch.setattr(event_log, "_FILE_BYTES_MAX", 100)
    record = logging.LogRecord("", logging.INFO, "", 0, '{"event":"first"}', None, None)
    later = logging.LogRecord("", logging.INFO, "", 0, '{"event":"later"}', None, None)
    here, there = event_log.LogFile(tmp_path), event_log.LogFile(tmp_path)
    for _ in range(2):
        here.emit(record)
    stat = Path.stat
    others = [there]

    def stat_slowly(path: Path, **options: Any) -> os.stat_result:
        facts = stat(path, **options)
        if others and path.name == "sign-ins.jsonl":
            others.pop().emit(later)
        return facts

    monkeypatch.setattr(Path, "stat", stat_slowly)
    here.emit(later)
    logged = [event["event"] for event in event_log.last_events(tmp_path, 10)]
    assert logged == ["first", "first", "later", "later"]


async def _in_thread(command: list[str]) -> tuple[int, str]:
    result = await asyncio.to_thread(CliRunner().invoke, main, command)
    return result.exit_code, result.output
