"""The web server for browsers: pages with a terminal or plain lines, their websockets, and sign-in
by a token.

The terminal is textual-serve's with xterm.js. TLS is left to a proxy in front. The browser sends
text frames such as ``["stdin", data]`` and ``["resize", {"width": 80, "height": 24}]``; the server
sends the terminal's output in binary frames.
"""

import asyncio
import logging
import re
from collections import deque
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass, field
from html import escape
from importlib.util import find_spec
from ipaddress import ip_address
from pathlib import Path
from string import Template
from typing import Any, Final, Literal, cast
from urllib.parse import parse_qsl, urlsplit

import msgspec
from aiohttp import WSCloseCode, WSMsgType, web
from aiohttp.http_exceptions import HttpProcessingError
from aiohttp.web_protocol import RequestHandler

from darwin_core.text.language import NAMES, Language, language, mark, reading, tr
from darwin_tui.server.event_log import log
from darwin_tui.server.operations.plan import Address, is_host
from darwin_tui.server.operations.sessions import Destination, Sessions
from darwin_tui.server.store.accounts import (
    AccountError,
    account_of_browser,
    account_of_token,
    hash_token,
    settings_of,
    sign_in_browser,
    sign_out_browser,
)
from darwin_tui.server.store.contract import Account, AccountStore, StoreError
from darwin_tui.terminal.connection import Connection
from darwin_tui.terminal.facts import TerminalFacts
from darwin_tui.terminal.limits import Addresses, Allowance, Limits, first_of_crowd

_PING_CHARACTERS_MAX: Final = 40
"""Maximum characters of the word in a ping, which the answer repeats."""


class BrowserConnection(Connection):
    """The terminal of one browser, over its websocket."""

    def __init__(
        self,
        response: web.WebSocketResponse,
        limits: Limits,
        size: tuple[int, int],
        address: str,
        facts: TerminalFacts,
        terminal_type: str,
    ) -> None:
        self._response = response
        self._unsent: deque[bytes | str] = deque()
        self._unsent_bytes = 0
        self._has_output = asyncio.Event()
        self._may_read = asyncio.Event()
        self._may_read.set()
        self._is_paused = False
        self._is_closing = False
        super().__init__(
            limits,
            terminal_type=terminal_type,
            size=size,
            facts=facts,
            address=address,
        )

    # --- to the browser

    @property
    def is_paused(self) -> bool:
        return self._is_paused

    def write(self, data: bytes) -> None:
        self._send(data)

    def write_error(self, data: bytes) -> None:
        """Send error output like any other; a browser has no standard error."""
        self._send(data)

    def close(self, status: int) -> None:
        """Send the rest of the output, then end the connection; a browser gets no exit status."""
        self._is_closing = True
        self._has_output.set()

    def _send(self, frame: bytes | str) -> None:
        """Queue a frame, unless the connection ends."""
        if self._is_closing or self.is_lost or not frame:
            return
        self._unsent.append(frame)
        # The only frames of text are answers to pings, which msgspec writes in ASCII.
        self._unsent_bytes += len(frame)
        # Pauses begin at half of the limit and end at a quarter, so that they do not alternate.
        self._is_paused = self._is_paused or self._unsent_bytes > self.limits.output_bytes_max // 2
        self._has_output.set()

    async def write_out(self) -> None:
        """Send output until the connection is closed or lost."""
        with suppress(ConnectionError):
            while True:
                await self._has_output.wait()
                self._has_output.clear()
                while self._unsent:
                    await self._send_first()
                if self._is_closing:
                    restarts = self.is_interrupted
                    code = WSCloseCode.SERVICE_RESTART if restarts else WSCloseCode.OK
                    await self._response.close(code=code)
                    return

    async def _send_first(self) -> None:
        frame = self._unsent.popleft()
        if isinstance(frame, str):
            await self._response.send_str(frame)
        else:
            await self._response.send_bytes(frame)
        self._unsent_bytes -= len(frame)
        if self._is_paused and self._unsent_bytes < self.limits.output_bytes_max // 4:
            self._is_paused = False
            self.resumed()

    # --- from the browser

    def set_reading(self, is_reading: bool) -> None:
        """Let the browser send more input, or wait."""
        if is_reading:
            self._may_read.set()
        else:
            self._may_read.clear()

    async def read(self) -> None:
        """Read frames until the browser is gone."""
        try:
            while True:
                await self._may_read.wait()
                message = await self._response.receive()
                # Binary frames are no part of the protocol, and all other types end it.
                if message.type is not WSMsgType.TEXT:
                    return
                self._take(message.data)
        finally:
            self.lost()

    def _take(self, text: str) -> None:
        """Handle a frame; frames outside the protocol are ignored."""
        try:
            frame = msgspec.json.decode(text, type=list[Any])
        except (msgspec.MsgspecError, RecursionError):
            return
        match frame:
            case ["stdin", str() as data]:
                self.received(data.encode(errors="replace"))
            case ["resize", {"width": int() as width, "height": int() as height}]:
                self.resized((max(0, width), max(0, height)))
            case ["ping", str() as word] if (
                len(word) <= _PING_CHARACTERS_MAX and not self._is_paused
            ):
                self._send(msgspec.json.encode(["pong", word]).decode())


_SLICE_BYTES: Final = 256
"""Bytes read from one connection before others have their turn. A slice may hold some dozens of the
smallest frames, which are all handled in one turn, so a larger one would delay the others."""


class PacedTransport:
    """A transport for aiohttp whose reading is stopped and continued by a PacedProtocol."""

    def __init__(self, transport: asyncio.Transport, set_reading: Callable[[bool], None]) -> None:
        self._transport = transport
        self._set_reading = set_reading

    def __getattr__(self, name: str) -> object:
        return getattr(self._transport, name)

    def pause_reading(self) -> None:
        self._set_reading(False)

    def resume_reading(self) -> None:
        self._set_reading(True)


class PacedProtocol(asyncio.Protocol):
    """The protocol of a browser's connection, which reads a slice at a time within the limits.

    Requests and frames that ask for nothing cost time, too.
    """

    def __init__(self, handler: RequestHandler, limits: Limits) -> None:
        self._handler = handler
        self._allowance = Allowance(limits.received_bytes_a_second, limits.received_burst_bytes)
        self._unread = bytearray()
        self._next: asyncio.Handle | None = None
        """Timer of the next slice."""
        self._is_full = False
        """True while the handler takes no more input, until it has answered."""
        self._transport: asyncio.Transport

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast(asyncio.Transport, transport)
        paced = PacedTransport(self._transport, self._set_reading)
        self._handler.connection_made(cast(asyncio.Transport, paced))

    def _set_reading(self, is_reading: bool) -> None:
        self._is_full = not is_reading
        self._read_on()

    def data_received(self, data: bytes) -> None:
        """Keep received bytes until it is their turn."""
        self._unread += data
        self._read_on()

    def _read_on(self) -> None:
        """Read from the network only if nothing is left to pass on; else plan the next slice."""
        if not self._unread and not self._is_full:
            self._transport.resume_reading()
            return
        self._transport.pause_reading()
        if not self._is_full and not self._next:
            wait = self._allowance.wait_seconds()
            self._next = asyncio.get_running_loop().call_later(wait, self._read)

    def _read(self) -> None:
        """Pass a slice to the handler, if it takes more."""
        self._next = None
        if not self._is_full:
            data = bytes(self._unread[:_SLICE_BYTES])
            del self._unread[:_SLICE_BYTES]
            self._allowance.take(len(data))
            self._handler.data_received(data)
            self._read_on()

    def connection_lost(self, error: Exception | None) -> None:
        if self._next:
            self._next.cancel()
        self._handler.connection_lost(error)

    def pause_writing(self) -> None:
        self._handler.pause_writing()

    def resume_writing(self) -> None:
        self._handler.resume_writing()


PATHS: Final[tuple[Literal["join", "watch", "replay"], ...]] = ("join", "watch", "replay")
"""First parts of paths that open a table, as in /join/K7QF."""
LINES: Final = "lines"
"""Path of the page that plays line by line, as in /lines and /lines/K7QF."""
_LANGUAGES_MAX: Final = 20
"""Maximum number of a browser's languages that are considered."""


def check_origin(request: web.Request) -> None:
    """Refuse requests made by another site's page."""
    netloc = ""
    with suppress(ValueError):
        netloc = urlsplit(request.headers.get("Origin", "")).netloc
    if not netloc or netloc.lower() != request.host.lower():
        raise web.HTTPForbidden(text="Requests from other sites are refused.")


def address_of(request: web.Request) -> str:
    """Return the browser's address, which a proxy on this machine names in a header."""
    peer = request.remote or ""
    with suppress(ValueError):
        if ip_address(peer).is_loopback:
            # Only the last address is the proxy's; a browser may have made up those before it.
            names = ",".join(request.headers.getall("X-Forwarded-For", ()))
            return names.rpartition(",")[2].strip() or peer
    return peer


def language_of(request: web.Request) -> Language:
    """Return the language that a browser prefers."""
    wanted: dict[str, float] = {}
    for item in request.headers.get("Accept-Language", "").split(",")[:_LANGUAGES_MAX]:
        tag, _, weight = item.partition(";q=")
        with suppress(ValueError):
            wanted.setdefault(tag.strip().lower().partition("-")[0], float(weight or 1))
    # Without a known language all weights are 0, and the first language, English, is chosen.
    return max(NAMES, key=lambda name: wanted.get(name, 0.0))


def host_of(request: web.Request) -> str:
    """Return the host name that the browser asked for; HOST if that is not a name."""
    with suppress(ValueError):
        name = urlsplit(f"//{request.host}").hostname
        if name and is_host(name):
            return name
    return "HOST"


def is_secure(request: web.Request) -> bool:
    """Return whether the browser uses TLS, at least as far as a proxy."""
    return request.secure or request.headers.get("X-Forwarded-Proto") == "https"


def destination_of(request: web.Request) -> Destination:
    """Return the destination in the path of a terminal's page."""
    place, code = request.match_info["place"], request.match_info["code"]
    destinations = (Destination(path, code) for path in PATHS if path == place)
    return next(destinations, Destination())


def _peer_of(transport: asyncio.BaseTransport) -> str:
    """Return the address at the other end of a connection, which may be a proxy's."""
    return str((transport.get_extra_info("peername") or ("",))[0])


def _window_size(text: str | None) -> int:
    """Parse a number of columns or rows of at most four digits; return 0 for anything else."""
    return int(text) if text and text.isascii() and text.isdigit() and len(text) < 5 else 0


COOKIE: Final = "token"
"""Name of the cookie that signs in."""
COOKIE_SECONDS: Final = 90 * 24 * 3600
"""Time for which a browser stays signed in."""
FRAME_BYTES_MAX: Final = 65_536
"""Maximum size of a frame from a browser."""
FORM_BYTES_MAX: Final = 4096
"""Maximum size of a form from a browser."""
_FIELDS_MAX: Final = 10
"""Maximum number of fields in a form."""
_PAGE: Final = Path(__file__).parent / "page"
"""Folder of the pages, with their scripts."""
_MALFORMED: Final = (HttpProcessingError, web.RequestPayloadError, ConnectionError)
"""Errors raised for a request that is malformed or cut off."""
_BACKLOG: Final = 256
"""Connections that the system queues until they are accepted."""
_HEADERS: Final = {
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; "
        "font-src 'self'; img-src 'self' data:; connect-src 'self'; form-action 'self'; "
        "frame-ancestors 'none'; base-uri 'none'"
    ),
    "Cache-Control": "no-store",
    # With no-referrer, browsers would send no origin with a form.
    "Referrer-Policy": "same-origin",
    "X-Content-Type-Options": "nosniff",
}
"""Headers of every answer: pages load from this server alone, and no other site may embed them."""
_TARGET_PATH: Final = re.compile(
    rf"/(?:(?:{'|'.join((*PATHS, LINES))})/[0-9A-Za-z]{{1,8}}|{LINES})?"
)
"""Pattern of the paths to which a sign-in may lead."""
_ASK_FOR_TOKEN: Final = mark("Give the token that this command prints: {command}")
_REFUSED: Final = mark("This token signs in to nobody; this command prints a new one: {command}")
_COMES_BACK: Final = mark("Your matches are safe; this page comes back by itself …")
_TOO_MANY_TRIES: Final = mark("Too many tries from your address; wait for some minutes.")


@dataclass(eq=False)
class WebServer:
    """The web server; it listens after ``open``."""

    _sessions: Sessions
    _store: AccountStore
    _limits: Limits
    _title: str
    _command: Callable[[str], str]
    """Returns the SSH connect command for the host name that a browser asked for, as ``ssh -p 8022
    host``."""
    _runner: web.AppRunner | None = None
    _listening: asyncio.Server | None = None
    _connections: set[BrowserConnection] = field(default_factory=set)
    _websocket_handlers: set[RequestHandler] = field(default_factory=set)
    """HTTP connections that became websockets, which do not count as pages."""

    def __post_init__(self) -> None:
        self._addresses = Addresses(self._limits)

    @property
    def port(self) -> int:
        assert self._listening
        port: int = self._listening.sockets[0].getsockname()[1]
        return port

    async def open(self, host: str, port: int) -> None:
        """Listen on an address; port 0 takes any free port.

        Raises:
            OSError: if that fails.
        """
        spec = find_spec("textual_serve")
        assert spec
        assert spec.origin
        static = Path(spec.origin).parent / "static"
        guards = [_guarded, *([_require_local_name] if Address(host, port).is_loopback else [])]
        app = web.Application(client_max_size=FORM_BYTES_MAX, middlewares=guards)
        app.add_routes(
            [
                web.get("/", self._show),
                *(web.get(f"/{path}/{{code}}", self._show) for path in (*PATHS, LINES)),
                web.get(f"/{LINES}", self._show),
                web.post("/sign-in", self._sign_in),
                web.post("/sign-out", self._sign_out),
                web.get("/alive", self._answer_alive),
                web.get("/socket/{place}/{code:.*}", self._serve_websocket),
                web.static("/static", static),
                web.static("/page", _PAGE),
            ]
        )
        logging.getLogger("aiohttp.server").addFilter(_is_of_the_server)
        # Log no paths: they contain codes of private tables.
        self._runner = web.AppRunner(app, access_log=None, handle_signals=False)
        await self._runner.setup()
        loop = asyncio.get_running_loop()
        self._listening = await loop.create_server(self._accept, host, port, backlog=_BACKLOG)

    def _accept(self) -> PacedProtocol:
        """Accept a connection; close another page if there are too many.

        Without free file descriptors, the server could admit nobody and write no match.
        """
        assert self._runner
        server = self._runner.server
        assert server
        pages = [
            page.transport
            for page in server.connections
            if page.transport and page not in self._websocket_handlers
        ]
        # One that was aborted just now is still among the connections.
        pages = [page for page in pages if not page.is_closing()]
        if len(pages) >= self._limits.pages_max and (page := first_of_crowd(pages, _peer_of)):
            page.abort()
        return PacedProtocol(server(), self._limits)

    async def close(self) -> None:
        """Stop listening, and close all connections."""
        if self._listening:
            self._listening.close()
        for connection in list(self._connections):
            connection.close(1)
        if self._runner:
            await self._runner.cleanup()

    # --- pages

    async def _show(self, request: web.Request) -> web.StreamResponse:
        """Show the terminal, the line-by-line page, or the sign-in form."""
        account = await self._account(request)
        wanted = language_of(request)
        if account is None:
            return self._sign_in_page(_ASK_FOR_TOKEN, request, request.path)
        page, _, code = request.path.strip("/").partition("/")
        is_plain = page == LINES
        with reading(settings_of(account, wanted).settings.language):
            # A spectator or a reader of a replay has no seat to play line by line.
            table = f"/{code}" if code and (is_plain or page == "join") else ""
            return self._page(
                "lines.html" if is_plain else "play.html",
                socket=f"/socket/{page or 'lobby'}/{code}",
                full_screen_path=f"/join{table}" if table else "/",
                lines_path=f"/{LINES}{table}",
                full_screen=tr("Full screen"),
                line_by_line=tr("Line by line"),
                command=tr("A command, or a number"),
                send=tr("Send"),
                turn=tr("Turn the phone, or A+."),
                space=tr("Space"),
                larger=tr("Larger letters"),
                smaller=tr("Smaller letters"),
                keyboard=tr("Keyboard"),
                close=tr("Close"),
                ended=tr("The session has ended. Your matches are safe."),
                restarts=tr("The server restarts. {safe}", safe=tr(_COMES_BACK)),
                lost=tr("The line is lost. {safe}", safe=tr(_COMES_BACK)),
                again=tr("Come back"),
                out=tr("Sign out"),
            )

    async def _sign_in(self, request: web.Request) -> web.StreamResponse:
        """Give the browser a cookie if its token is valid."""
        check_origin(request)
        address = address_of(request)
        if self._addresses.penalty_seconds(address):
            log("refused", address=address, why=_TOO_MANY_TRIES, by="token")
            return self._sign_in_page(_TOO_MANY_TRIES, request, "/")
        if ban := self._sessions.admission.ban_of(address=address):
            log("refused", address=address, why=ban.notice, by="token")
            return self._sign_in_page(ban.notice, request, "/")
        try:
            fields = dict(parse_qsl((await request.read()).decode(), max_num_fields=_FIELDS_MAX))
        except (ValueError, *_MALFORMED):
            # The form is not text, or not compressed as it says, or cut off.
            raise web.HTTPBadRequest from None
        token = fields.get("token", "").strip()
        to = fields.get("to", "/")
        try:
            account = await account_of_token(self._store, token) if token else None
            cookie = await sign_in_browser(self._store, account.name) if account else ""
        except (AccountError, StoreError) as error:
            raise web.HTTPServiceUnavailable(text=str(error)) from None
        if account is None:
            self._addresses.punish(address, self._limits.failed_seconds)
            log("refused", address=address, why="The token signs in to nobody.", by="token")
            return self._sign_in_page(_REFUSED, request, to)
        log("signed in", address=address, name=account.name, by="token")
        # Never redirect to another server.
        response = _redirect(to if _TARGET_PATH.fullmatch(to) else "/")
        response.set_cookie(
            COOKIE,
            cookie,
            max_age=COOKIE_SECONDS,
            httponly=True,
            samesite="Strict",
            secure=is_secure(request),
        )
        return response

    async def _sign_out(self, request: web.Request) -> web.StreamResponse:
        """Revoke the cookie, so that copies of it are no longer valid."""
        check_origin(request)
        cookie = request.cookies.get(COOKIE, "")
        try:
            account = await account_of_browser(self._store, cookie)
            if account:
                await sign_out_browser(self._store, account.name, cookie)
                log("signed out", address=address_of(request), name=account.name)
        except (AccountError, StoreError) as error:
            raise web.HTTPServiceUnavailable(text=str(error)) from None
        response = _redirect("/")
        response.del_cookie(COOKIE, httponly=True, samesite="Strict")
        return response

    async def _answer_alive(self, _: web.Request) -> web.StreamResponse:
        return web.Response(text="ok")

    def _sign_in_page(self, words: str, request: web.Request, to: str) -> web.StreamResponse:
        """Return the sign-in form with a sentence; ``to`` is the path to open afterwards."""
        with reading(language_of(request)):
            text = tr(words, command=f"{self._command(host_of(request))} token")
            response = self._page(
                "sign-in.html",
                words=text,
                to=to,
                enter=tr("Sign in"),
                lines_path=f"/{LINES}",
                line_by_line=tr("Line by line"),
            )
        response.set_status(200 if words == _ASK_FOR_TOKEN else 403)
        return response

    def _page(self, name: str, **values: str) -> web.Response:
        """Return a page of the folder with values in the reader's language, escaped for HTML."""
        values |= {"title": self._title, "language": language()}
        escaped = {key: escape(value) for key, value in values.items()}
        text = Template((_PAGE / name).read_text("utf-8")).substitute(escaped)
        return web.Response(text=text, content_type="text/html")

    async def _account(self, request: web.Request) -> Account | None:
        try:
            return await account_of_browser(self._store, request.cookies.get(COOKIE, ""))
        except StoreError as error:
            raise web.HTTPServiceUnavailable(text=str(error)) from None

    # --- terminals

    async def _serve_websocket(self, request: web.Request) -> web.StreamResponse:
        """Serve a terminal or a line-by-line page until the player or the browser ends it."""
        check_origin(request)
        address = address_of(request)
        account = await self._account(request)
        if account is None:
            raise web.HTTPForbidden
        if refusal := self._addresses.refusal(address):
            log("refused", address=address, why=refusal, by="browser")
            raise web.HTTPTooManyRequests(text=refusal)
        self._addresses.add(address)
        self._websocket_handlers.add(request.protocol)
        try:
            response = web.WebSocketResponse(
                heartbeat=self._limits.keepalive_seconds, max_msg_size=FRAME_BYTES_MAX
            )
            await response.prepare(request)
            size = (
                _window_size(request.query.get("width")),
                _window_size(request.query.get("height")),
            )
            facts = TerminalFacts(colour="truecolor", language=language_of(request))
            terminal = "" if request.match_info["place"] == LINES else "xterm-256color"
            connection = BrowserConnection(response, self._limits, size, address, facts, terminal)
            connection.credential = hash_token(request.cookies.get(COOKIE, ""))
            connection.connect_command = self._command(host_of(request))
            self._connections.add(connection)
            try:
                await self._serve(connection, account, request)
            finally:
                self._connections.discard(connection)
        finally:
            self._websocket_handlers.discard(request.protocol)
            self._addresses.remove(address)
        return response

    async def _serve(
        self, connection: BrowserConnection, account: Account, request: web.Request
    ) -> None:
        """Run a session over a websocket until it is over and all is sent."""
        reader = asyncio.create_task(connection.read())
        writer = asyncio.create_task(connection.write_out())
        try:
            log("came", address=connection.address, name=account.name, by="browser")
            if connection.terminal_type:
                await self._sessions.serve(connection, account, destination_of(request))
            else:
                words = filter(None, (LINES, request.match_info["code"]))
                await self._sessions.answer(connection, account, [*words])
            log("left", address=connection.address, name=account.name, by="browser")
            await writer
        finally:
            for task in (reader, writer):
                task.cancel()
            await asyncio.gather(reader, writer, return_exceptions=True)


# --- requests


def _is_of_the_server(record: logging.LogRecord) -> bool:
    """Return whether a log record is a failure of the server, not a client's malformed request."""
    return not (record.exc_info and isinstance(record.exc_info[1], _MALFORMED))


@web.middleware
async def _guarded(
    request: web.Request, handler: Callable[[web.Request], Awaitable[web.StreamResponse]]
) -> web.StreamResponse:
    """Add the security headers, and let browsers cache static files."""
    try:
        response = await handler(request)
    except web.HTTPException as error:
        error.headers.update(_HEADERS)
        raise
    if not response.prepared:
        response.headers.update(_HEADERS)
        if request.path.startswith("/static/"):
            response.headers["Cache-Control"] = "public, max-age=86400"
    return response


@web.middleware
async def _require_local_name(
    request: web.Request, handler: Callable[[web.Request], Awaitable[web.StreamResponse]]
) -> web.StreamResponse:
    """Refuse requests to a loopback address under another site's name.

    A site may point its name at this machine, to reach services that only this machine can reach.
    Its page can add any header but the one of the host, in which a browser names the port that it
    connects to. So a request through a proxy names another port than this server's, and its client
    in a header.
    """
    name = request.url.host or ""
    is_local = name == "localhost"
    with suppress(ValueError):
        is_local = is_local or bool(ip_address(name))
    # A connection that has ended meanwhile has no port; nobody reads its answer.
    own_port = request.get_extra_info("sockname", ("", 0))[1]
    is_proxied = request.url.port != own_port and "X-Forwarded-For" in request.headers
    if not is_local and not is_proxied:
        raise web.HTTPMisdirectedRequest(text="This server answers only to localhost.")
    return await handler(request)


def _redirect(path: str) -> web.Response:
    """Return a redirection that is read by GET, so that a reload sends no form again."""
    return web.Response(status=303, headers={"Location": path})
