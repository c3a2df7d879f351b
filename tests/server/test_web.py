"""The terminal in a browser: signing in, the protocol of the page, and refusals of strangers."""

import asyncio
import json
import re
import shutil
import subprocess
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Any, NamedTuple, cast

import aiohttp
import msgspec
import pyte
import pytest
from aiohttp.web_protocol import RequestHandler
from msgspec.structs import replace
from server.clients import PATIENT, at_screen, hosting, lines_of, run, ssh_port
from waiting import PATIENCE_SECONDS, until

from darwin_tui.hosted.server import Server
from darwin_tui.server.operations.plan import Address
from darwin_tui.server.store.accounts import change, new_token
from darwin_tui.server.store.contract import Account
from darwin_tui.server.web import listener
from darwin_tui.server.web.listener import COOKIE


@pytest.fixture
async def host(tmp_path: Path) -> AsyncIterator[Server]:
    web = Address("127.0.0.1", 0)
    async with hosting(tmp_path / "server", "Ada", "Emma", web=web) as host:
        yield host


def page_of(host: Server) -> str:
    return "http://127.0.0.1:" + host.ready.rpartition(":")[2]


class Answer(NamedTuple):
    """An answer to a request: the status, the final path, the headers and the text."""

    status: int
    path: str
    headers: Mapping[str, str]
    text: str


class Browser:
    """One player's browser without a window, with the screen that its page would show."""

    def __init__(self, socket: aiohttp.ClientWebSocketResponse) -> None:
        self.socket = socket
        self.pongs: list[str] = []
        self._screen = pyte.Screen(80, 24)
        # Line by line, lines end without a carriage return.
        self._screen.set_mode(pyte.modes.LNM)
        self._stream = pyte.ByteStream(self._screen)

    @property
    def text(self) -> str:
        return "\n".join(self._screen.display)

    async def press(self, keys: str) -> None:
        await self.socket.send_str(json.dumps(["stdin", keys]))

    async def until(self, *texts: str) -> None:
        """Read until the screen shows all of the texts."""
        try:
            async with asyncio.timeout(PATIENCE_SECONDS):
                while not all(text in self.text for text in texts):
                    assert await self.read(), f"ended: {self.text}"
        except TimeoutError:
            raise AssertionError(f"{texts} are not in:\n{self.text}") from None

    async def read(self) -> bool:
        """Read one frame; return False if the socket has ended."""
        message = await self.socket.receive()
        if message.type is aiohttp.WSMsgType.BINARY:
            self._stream.feed(re.sub(rb"\x1b\[[<>=?][\d;]*\$?[up]", b"", message.data))
        elif message.type is aiohttp.WSMsgType.TEXT:
            kind, word = json.loads(message.data)
            assert kind == "pong"
            self.pongs.append(word)
        else:
            return False
        return True

    async def until_ended(self) -> int | None:
        """Read until the socket ends; return the code of the closing frame."""
        async with asyncio.timeout(PATIENCE_SECONDS):
            while await self.read():
                pass
        return self.socket.close_code


async def answer_of(session: aiohttp.ClientSession, method: str, url: str, **more: Any) -> Answer:
    """Send a request, and read all of the answer."""
    async with session.request(method, url, **more) as answer:
        return Answer(answer.status, answer.url.path, answer.headers, await answer.text())


@asynccontextmanager
async def signed_in(host: Server, name: str = "Ada") -> AsyncIterator[aiohttp.ClientSession]:
    """Sign a browser in with a new token of a player; yield the browser's session."""
    token = await new_token(host.store, name)
    page = page_of(host)
    async with aiohttp.ClientSession(cookie_jar=aiohttp.CookieJar(unsafe=True)) as session:
        wanted = {"token": token, "to": "/"}
        answer = await answer_of(
            session, "post", f"{page}/sign-in", data=wanted, headers={"Origin": page}
        )
        assert (answer.status, answer.path) == (200, "/")
        assert 'class="textual-terminal"' in answer.text
        yield session


@asynccontextmanager
async def browsing(
    host: Server, session: aiohttp.ClientSession, path: str = "lobby/", **more: Any
) -> AsyncIterator[Browser]:
    """Open the terminal of a page; yield its browser."""
    page = page_of(host)
    address = f"{page}/socket/{path}?width=80&height=24"
    async with session.ws_connect(address, origin=page, **more) as socket:
        yield Browser(socket)


async def made(host: Server) -> str:
    return (await run(ssh_port(host.ready), "Ada", "new dice --seats me,open"))[1].strip()


async def test_a_browser_and_an_ssh_player_play_at_one_table_and_a_lost_socket_comes_back(host):
    code = await made(host)
    async with (
        at_screen(ssh_port(host.ready), "Emma", f"join {code}") as emma,
        signed_in(host) as session,
    ):
        async with browsing(host, session, f"join/{code}") as ada:
            await ada.until("Choose a card")
            await emma.until("Choose a card")
            await ada.press("1\r")
            async with asyncio.timeout(PATIENCE_SECONDS):
                while not await lines_of(host, code):
                    await asyncio.sleep(0.02)
            # The connection breaks without a closing frame.
            assert ada.socket._response.connection is not None
            ada.socket._response.connection.transport.abort()  # type: ignore[union-attr]
        emma.press("1\r")
        async with asyncio.timeout(PATIENCE_SECONDS):
            while await lines_of(host, code) < 2:
                await asyncio.sleep(0.02)
        async with browsing(host, session, f"join/{code}") as ada:
            await ada.until("Choose a card")
            await ada.press("1\r")
            async with asyncio.timeout(PATIENCE_SECONDS):
                while await lines_of(host, code) < 3:
                    await asyncio.sleep(0.02)


async def test_a_player_plays_line_by_line_in_a_browser(host):
    code = await made(host)
    assert (await run(ssh_port(host.ready), "Emma", f"join {code}"))[0] == 0
    async with signed_in(host) as session:
        page = page_of(host)
        table = await answer_of(session, "get", f"{page}/join/{code}")
        assert f'href="/lines/{code}">Line by line<' in table.text
        lobby = await answer_of(session, "get", f"{page}/watch/{code}")
        assert 'href="/lines">Line by line<' in lobby.text
        plain = await answer_of(session, "get", f"{page}/lines/{code}")
        for words in ('role="log"', f'href="/join/{code}">Full screen<', f"/socket/lines/{code}"):
            assert words in plain.text
        async with browsing(host, session, f"lines/{code}") as ada:
            await ada.until("You are Ada.", "1. ")
            await ada.press("1\n")
            await ada.until("Ada plays")
            await ada.press("quit\n")
            await ada.until("Your seat is kept.")
            await ada.press("nonsense\n")
            await ada.until("There is no command 'nonsense'. Type help for all commands.")
            await ada.press("lines\n\ngames\n")
            await ada.until("Darwin's Journey")
            await ada.press("q\n")
            assert await ada.until_ended() == 1000
        async with browsing(host, session, "lines/") as ada:
            await ada.until(f"{code} Darwin's Dice")
    assert await lines_of(host, code) == 1


async def test_a_finished_match_is_replayed_at_its_path(host):
    code = await made(host)
    port = ssh_port(host.ready)
    assert (await run(port, "Emma", f"join {code}"))[0] == 0
    async with signed_in(host) as session:
        async with browsing(host, session, f"replay/{code}") as ada:
            await ada.until("only when the match is over")
        assert (await run(port, "Emma", f"resign {code} yes"))[0] == 0
        async with browsing(host, session, f"replay/{code}") as ada:
            await ada.until("action   0 of 0")


async def test_the_lobby_opens_answers_pings_and_ends(host):
    async with signed_in(host) as session, browsing(host, session) as ada:
        await ada.until("you are Ada")
        for frame in (
            "no json", "[]", '["stdin"]', '["stdin", 5]', '["resize", {"width": "x"}]', "[" * 5000,
            '["resize", {"width": 99999999, "height": -5}]', '["ping", "' + "x" * 500 + '"]',
            '["ping", "' + "x" * 41 + '"]', '["blur"]', '["focus"]', '["frob", 1]',
            '["ping", "' + "y" * 40 + '"]',
        ):  # fmt: skip
            await ada.socket.send_str(frame)
        async with asyncio.timeout(PATIENCE_SECONDS):
            while not ada.pongs:
                assert await ada.read()
        assert ada.pongs == ["y" * 40]
        await ada.press("\x11")
        assert await ada.until_ended() == 1000


async def test_a_player_with_other_letters_signs_in_and_out(host):
    await host.store.put_account(Account("Анна"))
    async with signed_in(host, "Анна") as session:
        async with browsing(host, session) as browser:
            await browser.until("you are Анна")
        page = page_of(host)
        await answer_of(session, "post", f"{page}/sign-out", headers={"Origin": page})
        account = await host.store.account("анна")
        assert account
        assert account.browsers == ()


async def test_without_a_token_there_is_a_form_and_nothing_else(host):
    page = page_of(host)
    async with aiohttp.ClientSession() as session:
        answer = await answer_of(session, "get", f"{page}/join/K7QF")
        assert (answer.status, 'name="to" value="/join/K7QF"' in answer.text) == (200, True)
        assert "terminal" not in answer.text
        assert "script-src 'self'" in answer.headers["Content-Security-Policy"]
        for path in ("/socket/lobby/", "/static/../web.py", "/page/../web.py", "/nowhere"):
            refused = await answer_of(session, "get", page + path, headers={"Origin": page})
            assert refused.status in (403, 404), path
        for path in ("/alive", "/static/js/textual.js"):
            assert (await answer_of(session, "get", page + path)).status == 200
        token = {"token": "x" * 43}
        wrong = await answer_of(
            session, "post", f"{page}/sign-in", data=token, headers={"Origin": page}
        )
        assert wrong.status == 403
        assert COOKIE not in {cookie.key for cookie in session.cookie_jar}


async def test_the_form_names_the_command_that_prints_a_token(host):
    page = page_of(host)
    command = f"ssh -p {ssh_port(host.ready)} 127.0.0.1 token"
    async with aiohttp.ClientSession() as session:
        asked = await answer_of(session, "get", page)
        refused = await answer_of(
            session, "post", f"{page}/sign-in", data={"token": "no"}, headers={"Origin": page}
        )
    assert (asked.status, refused.status) == (200, 403)
    assert all(f": {command}<" in answer.text for answer in (asked, refused))


async def test_no_other_site_shows_a_page_or_keeps_it(host):
    page = page_of(host)
    async with aiohttp.ClientSession() as stranger, signed_in(host) as session:
        for client, method, path, status in (
            (stranger, "get", "/", 200),
            (session, "get", "/", 200),
            (session, "get", "/join/K7QF", 200),
            (session, "get", "/lines", 200),
            (session, "get", "/page/page.css", 200),
            (stranger, "post", "/sign-in", 403),
            (stranger, "get", "/socket/lobby/", 403),
            (stranger, "get", "/beagle", 404),
            (stranger, "post", "/", 405),
        ):
            answer = await answer_of(client, method, page + path, headers={"Origin": page})
            assert answer.status == status, path
            policy = answer.headers["Content-Security-Policy"].split("; ")
            for rule in ("default-src 'none'", "script-src 'self'", "frame-ancestors 'none'"):
                assert rule in policy
            assert {"base-uri 'none'", "form-action 'self'"} < {*policy}
            assert answer.headers["Cache-Control"] == "no-store"
            assert answer.headers["X-Content-Type-Options"] == "nosniff"
            assert answer.headers["Referrer-Policy"] == "same-origin"


async def test_pages_of_other_sites_can_do_nothing(host):
    page = page_of(host)
    async with signed_in(host) as session:
        token = next(cookie.value for cookie in session.cookie_jar)
        requests = (
            ("get", "socket/lobby/", None),
            ("post", "sign-in", {"token": token}),
            ("post", "sign-out", None),
        )
        for headers in ({"Origin": "https://example.org"}, {"Origin": "null"}, {}):
            for method, path, data in requests:
                url = f"{page}/{path}"
                answer = await answer_of(session, method, url, data=data, headers=headers)
                assert answer.status == 403


FORWARDED: tuple[tuple[list[str], str], ...] = (
    (["198.51.100.7"], "198.51.100.7"),
    # Proxies append to the header of the browser, or add one of their own.
    (["203.0.113.9, 198.51.100.7"], "198.51.100.7"),
    (["203.0.113.9", "198.51.100.7"], "198.51.100.7"),
    (["203.0.113.9", "203.0.113.9, 198.51.100.7"], "198.51.100.7"),
    (["203.0.113.9, "], "127.0.0.1"),
    ([], "127.0.0.1"),
)
"""The headers of a request, and the address from which it comes."""


async def test_a_browser_behind_a_proxy_makes_up_no_address(host, caplog):
    caplog.set_level("INFO")
    page = page_of(host)
    for forwarded, address in FORWARDED:
        caplog.clear()
        headers = [("Origin", page), *(("X-Forwarded-For", each) for each in forwarded)]
        async with aiohttp.ClientSession() as session:
            form = {"token": "none"}
            await answer_of(session, "post", f"{page}/sign-in", data=form, headers=headers)
        messages = (record.message for record in caplog.records)
        (line,) = [message for message in messages if "signs in to nobody" in message]
        assert msgspec.json.decode(line)["address"] == address, forwarded


async def test_the_cookie_is_for_this_page_alone_and_leads_nowhere_else(host):
    page = page_of(host)
    token = await new_token(host.store, "Ada")
    async with aiohttp.ClientSession() as session:
        own = ["/", *(f"/{place}/K7QF" for place in ("join", "watch", "replay", "lines")), "/lines"]
        foreign = ["https://x.org/", "//x.org", "/sign-out/K7QF"]
        for to, away in [*((path, path) for path in own), *((path, "/") for path in foreign)]:
            answer = await answer_of(
                session,
                "post",
                f"{page}/sign-in",
                data={"token": token, "to": to},
                headers={"Origin": page, "X-Forwarded-Proto": "https"},
                allow_redirects=False,
            )
            assert (answer.status, answer.headers["Location"]) == (303, away)
            cookie = answer.headers["Set-Cookie"]
            assert all(word in cookie for word in ("HttpOnly", "SameSite=Strict", "Secure"))
            assert token not in answer.headers["Location"]


async def test_connections_of_one_address_are_limited_as_over_ssh(tmp_path):
    from msgspec.structs import replace

    limits = replace(PATIENT, connections_of_address_max=1)
    web = Address("127.0.0.1", 0)
    async with (
        hosting(tmp_path / "server", "Ada", limits=limits, web=web) as host,
        signed_in(host) as session,
        browsing(host, session) as ada,
    ):
        await ada.until("you are Ada")
        with pytest.raises(aiohttp.WSServerHandshakeError) as refused:
            async with browsing(host, session):
                pass
        assert refused.value.status == 429
        # A proxy on this machine may forward connections of other addresses.
        async with browsing(host, session, headers={"X-Forwarded-For": "192.0.2.7"}) as other:
            await other.until("you are Ada")


async def flood(host: Server, session: aiohttp.ClientSession, frame: bytes, count: int) -> bytes:
    """Send many frames by a player's raw socket; return the answers up to a second of silence."""
    page = page_of(host)
    reader, writer = await asyncio.open_connection("127.0.0.1", int(page.rpartition(":")[2]))
    cookie = next(cookie.value for cookie in session.cookie_jar)
    lines = (
        *("GET /socket/lines/ HTTP/1.1", f"Host: {page[7:]}", f"Origin: {page}"),
        *(f"Cookie: {COOKIE}={cookie}", "Connection: Upgrade", "Upgrade: websocket"),
        *("Sec-WebSocket-Version: 13", "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==", "", ""),
    )
    writer.write("\r\n".join(lines).encode())
    await reader.readuntil(b"\r\n\r\n")
    writer.write(frame * count)
    answers = b""
    with suppress(TimeoutError):
        while more := await asyncio.wait_for(reader.read(65_536), 1):
            answers += more
    writer.transport.abort()
    return answers


PING, EMPTY_TEXT = (bytes((0x80 | kind, 0x80)) + bytes(4) for kind in (9, 1))


@pytest.mark.parametrize("frame", [PING, EMPTY_TEXT])
async def test_frames_of_any_kind_are_read_no_faster_than_allowed(tmp_path, frame, monkeypatch):
    taken: list[int] = []
    take = RequestHandler.data_received

    def counted(handler: Any, data: bytes) -> None:
        taken.append(len(data))
        take(handler, data)

    monkeypatch.setattr(RequestHandler, "data_received", counted)
    limits = replace(PATIENT, received_burst_bytes=20_000, received_bytes_a_second=1)
    web = Address("127.0.0.1", 0)
    async with (
        hosting(tmp_path / "server", "Ada", web=web, limits=limits) as host,
        signed_in(host) as session,
    ):
        taken.clear()
        pongs = (await flood(host, session, frame, 100_000)).count(b"\x8a\0")
        assert sum(taken) < 21_000
        # The server takes slices, between which its event loop can run other tasks.
        assert max(taken) <= 256
        assert (frame == PING) == (pongs > 2_000)
        assert (await answer_of(session, "get", f"{page_of(host)}/alive")).text == "ok"


class Handler:
    """A connection's handler that pauses the reading whenever it has received data."""

    def __init__(self) -> None:
        self.transport: Any = None
        self.data = b""

    def connection_made(self, transport: Any) -> None:
        self.transport = transport

    def data_received(self, data: bytes) -> None:
        self.data += data
        self.transport.pause_reading()


class Transport:
    """A transport that keeps whether its reading is paused."""

    is_reading = True

    def pause_reading(self) -> None:
        self.is_reading = False

    def resume_reading(self) -> None:
        self.is_reading = True


async def test_nothing_more_is_received_until_what_has_come_is_taken():
    handler, transport = Handler(), Transport()
    paced = listener.PacedProtocol(cast(Any, handler), PATIENT)
    paced.connection_made(cast(Any, transport))
    paced.data_received(b"x" * 600)
    for count in (256, 512, 600):
        assert not transport.is_reading
        await until(lambda: len(handler.data) == count)  # noqa: B023
        await asyncio.sleep(0.01)
        assert len(handler.data) == count, "it has not asked for more"
        assert not transport.is_reading
        handler.transport.resume_reading()
    assert transport.is_reading


async def test_who_holds_connections_open_takes_the_place_of_nobody(tmp_path):
    limits = replace(PATIENT, pages_max=3)
    web = Address("127.0.0.1", 0)
    async with (
        hosting(tmp_path / "server", "Ada", web=web, limits=limits) as host,
        signed_in(host) as session,
        browsing(host, session) as ada,
    ):
        await ada.until("you are Ada")
        port = int(page_of(host).rpartition(":")[2])
        # The connection of another address comes first, and is not one of the crowd.
        reader, writer = await asyncio.open_connection(
            "127.0.0.1", port, local_addr=("127.0.0.2", 0)
        )
        held = [await asyncio.open_connection("127.0.0.1", port) for _ in range(20)]
        for _, waiting in held:
            waiting.write(b"GET / HTTP/1.1\r\nHost: ")
        async with asyncio.timeout(PATIENCE_SECONDS):
            with suppress(ConnectionError):
                for waiting_reader, _ in held[:-2]:
                    assert await waiting_reader.read() == b"", "the oldest are closed"
            writer.write(f"GET /alive HTTP/1.0\r\nHost: 127.0.0.1:{port}\r\n\r\n".encode())
            assert (await reader.read()).endswith(b"ok")
        writer.close()
        async with aiohttp.ClientSession() as other:
            assert (await answer_of(other, "get", f"{page_of(host)}/alive")).status == 200
        await ada.press("?")
        await ada.until("Keys")
        for _, waiting in held:
            waiting.close()


FORM = "application/x-www-form-urlencoded"
NO_FORMS = {
    "no origin": ({"Origin": "http://[::1"}, b"token=x"),
    "no text": ({"Content-Type": FORM}, b"token=\xff"),
    "not compressed": ({"Content-Encoding": "gzip"}, b"token=x"),
    "many fields": ({}, b"&".join([b"token=x"] * 11)),
}


async def test_a_form_that_is_none_is_refused(host, caplog):
    page = page_of(host)
    for lack, (headers, data) in NO_FORMS.items():
        sent = {"Origin": page, **headers}
        async with aiohttp.ClientSession() as session:
            answer = await answer_of(session, "post", f"{page}/sign-in", data=data, headers=sent)
        assert answer.status in (400, 403), lack
        assert caplog.records == [], lack


async def test_what_is_no_http_is_refused_and_not_logged(host, caplog):
    port = int(page_of(host).rpartition(":")[2])
    for data in (b"\x16\x03\x01\x02\x00", b"GET / HTTP/1.1\r\nHost: \x00\r\n\r\n"):
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.write(data)
        async with asyncio.timeout(PATIENCE_SECONDS):
            assert (await reader.read()).startswith(b"HTTP/1.0 400 ")
        writer.close()
    # A form may also be cut off.
    page = page_of(host)
    kind = "Content-Type: application/x-www-form-urlencoded\r\nContent-Length: 9"
    head = f"POST /sign-in HTTP/1.1\r\nHost: {page[7:]}\r\nOrigin: {page}\r\n{kind}\r\n"
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.write(f"{head}\r\ntoken=x".encode())
    async with aiohttp.ClientSession() as session:
        # When a later request is answered, the server has read the beginning of the form.
        for _ in range(2):
            assert (await answer_of(session, "get", f"{page}/alive")).status == 200
            writer.transport.abort()
    assert caplog.records == []


async def test_a_server_that_ends_tells_its_browsers(tmp_path):
    web = Address("127.0.0.1", 0)
    async with (
        hosting(tmp_path / "server", "Ada", web=web) as host,
        signed_in(host) as session,
        browsing(host, session) as ada,
    ):
        await ada.until("you are Ada")
        closing = asyncio.create_task(host.close())
        assert await ada.until_ended() == 1012, "the page comes back by itself"
        assert "The server stops now." in ada.text
        await closing


async def test_a_browser_reads_its_language_until_the_player_has_chosen_one(host):
    page = page_of(host)
    german = {"Accept-Language": "fr, de-AT;q=0.8, en;q=0.5"}
    sent = {"data": {"token": "none"}, "headers": {"Origin": page, **german}}
    async with aiohttp.ClientSession() as stranger:
        form = await answer_of(stranger, "get", page, headers=german)
        refused = await answer_of(stranger, "post", f"{page}/sign-in", **sent)
        english = await answer_of(stranger, "get", page, headers={"Accept-Language": "de;q=0.1,en"})
    assert all(words in form.text for words in ('lang="de"', ">Anmelden<", "Gib das Token ein"))
    assert "Dieses Token gilt für niemanden" in refused.text
    assert all(words in english.text for words in ('lang="en"', ">Sign in<", "Give the token"))
    async with signed_in(host) as session:
        play = await answer_of(session, "get", page, headers=german)
        assert all(words in play.text for words in ("Der Server startet neu.", ">Zurückkommen<"))
        async with browsing(host, session, headers=german) as ada:
            await ada.until("Gespräch")
    settings = msgspec.Raw(b'{"language":"en"}')
    await change(host.store, "Ada", lambda account: replace(account, settings=settings))
    async with signed_in(host) as session:
        play = await answer_of(session, "get", page, headers=german)
        assert all(words in play.text for words in ("The server restarts.", ">Come back<"))


async def test_a_page_of_this_machine_alone_is_not_reached_by_the_name_of_another_site(host):
    """A foreign site may change the address of its name to that of this machine."""
    page = page_of(host)
    port = page_of(host).rpartition(":")[2]
    other = {"Host": f"evil.example:{port}", "Origin": f"http://evil.example:{port}"}
    # Its page can name a client as a proxy does, but no other port than the one that it reaches.
    feigned = {**other, "X-Forwarded-For": "192.0.2.1", "X-Forwarded-Host": "localhost"}
    proxied = {"Host": "play.example", "X-Forwarded-For": "192.0.2.1"}
    async with aiohttp.ClientSession() as session:
        for path in ("/", "/alive", "/socket/lobby/", "/page/page.js"):
            for headers in (other, feigned):
                assert (await answer_of(session, "get", page + path, headers=headers)).status == 421
        wanted = {"token": "x"}
        refused = await answer_of(session, "post", f"{page}/sign-in", data=wanted, headers=other)
        assert refused.status == 421
        odd_port = {**proxied, "Host": "play.example:8443"}
        for headers in (
            proxied,
            odd_port,
            {"Host": f"localhost:{port}"},
            {"Host": f"[::1]:{port}"},
            {},
        ):
            assert (await answer_of(session, "get", f"{page}/", headers=headers)).status == 200


_STUB = """
const elements = {}, focused = [];
const element = (id) => elements[id] ??= {
  dataset: {ended: "over"}, addEventListener() {}, focus() { focused.push(id); }, hidden: true,
};
globalThis.document = {
  getElementById: element, addEventListener() {}, querySelector: () => element("terminal"),
};
const heard = {};
globalThis.window = {
  location: {href: "http://127.0.0.1/", reload() {}},
  WebSocket: class { addEventListener(name, call) { heard[name] = call; } },
};
"""


@pytest.mark.skipif(shutil.which("node") is None, reason="there is no Node.js on this machine")
@pytest.mark.parametrize("code", [1000, 1012])
def test_the_box_of_an_ended_session_has_the_keyboard(code):
    script = (Path(listener.__file__).parent / "page" / "page.js").read_text("utf-8")
    ending = f"""
        new window.WebSocket("/socket/lobby/");
        heard.open();
        heard.close({{code: {code}}});
        console.log(JSON.stringify(focused));
        process.exit();
    """
    done = subprocess.run(
        ["node", "-"], input=_STUB + script + ending, capture_output=True, text=True, check=True
    )
    assert json.loads(done.stdout) == ["terminal", "again"]
