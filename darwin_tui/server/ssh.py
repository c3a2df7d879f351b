"""SSH: players sign in with their public keys, and get a terminal at the server and nothing else.

There is no shell, no program of the host, no forwarding and no subsystem; each of them is refused.
"""

import asyncio
import logging
import os
import re
import shlex
import zlib
from collections.abc import Callable, Mapping
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Final, cast

import asyncssh
import msgspec
from asyncssh.compression import Decompressor, get_compressor, register_compression_alg
from asyncssh.kex import get_kex_algs

from darwin_tui.locations import private_dir
from darwin_tui.server.limits import Addresses, Allowance, Limits
from darwin_tui.server.model import Account, PublicKey
from darwin_tui.server.sessions import Request, Sessions
from darwin_tui.server.store import Store, StoreError
from darwin_tui.server.transport import Connection, Size, nothing
from darwin_tui.server.welcome import choose_name
from darwin_tui.terminal.facts import TerminalFacts

_log: Final = logging.getLogger(__name__)

_VERSION: Final = "darwin-tui"
_KEY_FILE: Final = "ssh_host_ed25519_key"
_KEX: Final = (
    "mlkem768x25519-sha256",
    "curve25519-sha256",
    "curve25519-sha256@libssh.org",
    "ecdh-sha2-nistp256",
)
"""Key exchanges; others would take the server so long that all sessions feel it."""
_SIGNATURES: Final = (
    "ssh-ed25519",
    "sk-ssh-ed25519@openssh.com",
    "ecdsa-sha2-nistp256",
    "ecdsa-sha2-nistp384",
    "ecdsa-sha2-nistp521",
    "sk-ecdsa-sha2-nistp256@openssh.com",
    "rsa-sha2-512",
    "rsa-sha2-256",
)
_KEY_BYTES_MAX: Final = 1100
"""The size of an RSA key of 8192 bits."""
_VARIABLES: Final = re.compile(r"TERM|COLORTERM|LANG|LC_[A-Z]{1,20}|NO_COLOR")
_VALUE_CHARACTERS_MAX: Final = 100
_COMMAND_CHARACTERS_MAX: Final = 1000
_PACKET_BYTES_MAX: Final = 262_144
"""The most that a compressed packet may hold."""
_SLICE_BYTES: Final = 1024
"""Input of one connection that is read before the others have their turn."""
_LINGER_SECONDS: Final = 5.0
"""Time for a client to read the last output."""
_KNOWN_MAX: Final = 1000

_TOO_LATE: Final = "You did not sign in in time; connect again."
_NO_SESSION: Final = "Nothing was asked for; connect again."
_ONE_CHANNEL: Final = "Only one session at a time; connect again for another."
_TOO_MANY_KEYS: Final = (
    "Too many keys: name the one to use, as in: ssh -o IdentitiesOnly=yes -i KEY"
)
_STORE_FAILED: Final = "The server cannot look up your key now; try again later."


class SshServer:
    """The door of a server for SSH."""

    def __init__(
        self,
        sessions: Sessions,
        store: Store,
        limits: Limits,
        folder: Path,
        *,
        title: str = "darwin-tui",
        is_open: bool = False,
    ) -> None:
        """Make a door, which is closed at first.

        Args:
            sessions: of this process.
            store: with the accounts.
            limits: of the server.
            folder: with the server's own key, which is made if there is none.
            title: of the server.
            is_open: True if players whose key is not known may choose a name.
        """
        self.sessions = sessions
        self.store = store
        self.limits = limits
        self.title = title
        self.is_open = is_open
        self.addresses = Addresses(limits)
        self.signed_in: dict[str, None] = {}
        """Addresses that need not be told how to sign in."""
        self.tasks: set[asyncio.Task[None]] = set()
        self.arriving: _Gate | None = None
        """The gate of the connection that is being made."""
        self._folder = folder
        self._acceptor: asyncssh.SSHAcceptor | None = None
        self._gates: set[_Gate] = set()
        self.fingerprint = ""
        """Of the server's own key, as OpenSSH prints it."""

    @property
    def port(self) -> int:
        """The port that it listens on."""
        assert self._acceptor
        return self._acceptor.get_port()

    async def open(self, host: str, port: int) -> None:
        """Listen on an address; port 0 takes any that is free.

        Raises:
            OSError: if it cannot, or the server's key cannot be read or made.
        """
        key = host_key(self._folder)
        self.fingerprint = key.get_fingerprint()
        asyncssh.set_log_level(logging.ERROR)
        register_compression_alg(
            b"zlib@openssh.com", partial(get_compressor, b"zlib"), _Inflate, True, False
        )
        possible = get_kex_algs()
        self._acceptor = await asyncssh.create_server(
            partial(_Player, self),
            host,
            port,
            tunnel=_Listener(self),
            config=None,
            server_host_keys=[key],
            server_version=_VERSION,
            kex_algs=[name for name in _KEX if name.encode() in possible],
            signature_algs=_SIGNATURES,
            compression_algs=["none", "zlib@openssh.com"],
            public_key_auth=True,
            password_auth=False,
            kbdint_auth=False,
            host_based_auth=False,
            gss_host=None,
            gss_kex=False,
            gss_auth=False,
            agent_forwarding=False,
            x11_forwarding=False,
            line_editor=False,
            encoding=None,
            window=self.limits.input_burst_bytes,
            login_timeout=self.limits.sign_in_seconds + _LINGER_SECONDS,
            keepalive_interval=self.limits.keepalive_seconds,
            keepalive_count_max=self.limits.keepalive_tries_max,
            tcp_keepalive=True,
        )

    async def listen(
        self, make_connection: Callable[[str, int], asyncio.Protocol], host: str, port: int
    ) -> asyncio.Server:
        """Accept connections, each behind a gate."""
        loop = asyncio.get_running_loop()
        return await loop.create_server(
            lambda: _Gate(self, partial(make_connection, host, port)), host, port, backlog=256
        )

    async def close(self) -> None:
        """Let nobody in any more, and close all connections."""
        if self._acceptor:
            self._acceptor.close()
            await self._acceptor.wait_closed()
        for gate in list(self._gates):
            gate.abort()
        for task in list(self.tasks):
            task.cancel()

    def enter(self, gate: "_Gate") -> None:
        """Count a connection."""
        self._gates.add(gate)
        self.addresses.add(gate.address)

    def leave(self, gate: "_Gate") -> None:
        """Forget a connection."""
        self._gates.discard(gate)
        self.addresses.remove(gate.address)

    def remember(self, address: str) -> None:
        """Remember that somebody at an address knows how to sign in."""
        self.signed_in.pop(address, None)
        self.signed_in[address] = None
        if len(self.signed_in) > _KNOWN_MAX:
            del self.signed_in[next(iter(self.signed_in))]


def host_key(folder: Path) -> asyncssh.SSHKey:
    """Return the server's own key; on the first start it is made.

    Raises:
        OSError: if it cannot be read or made, or if others can read it.
    """
    path = private_dir(folder) / _KEY_FILE
    if not path.exists():
        made = asyncssh.generate_private_key("ssh-ed25519", comment=_VERSION)
        new = path.with_suffix(".new")
        new.unlink(missing_ok=True)
        handle = os.open(new, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(handle, "wb") as file:
            file.write(made.export_private_key())
            file.flush()
            os.fsync(file.fileno())
        new.rename(path)
    if path.stat().st_mode & 0o077:
        raise PermissionError(f"{path} can be read by others; run: chmod 600 {path}")
    try:
        return asyncssh.read_private_key(path)
    except asyncssh.KeyImportError as error:
        raise OSError(f"{path} is no key: {error}") from None


class _Listener:
    """Makes asyncssh accept its connections through gates."""

    def __init__(self, server: SshServer) -> None:
        self._server = server

    async def create_server(
        self, make_connection: Callable[[str, int], asyncio.Protocol], host: str, port: int
    ) -> asyncio.Server:
        """Listen, as asyncssh would."""
        return await self._server.listen(make_connection, host, port)


class _Gate(asyncio.Protocol):
    """One connection before SSH: how many there are, and how fast each may send."""

    def __init__(self, server: SshServer, make_connection: Callable[[], asyncio.Protocol]) -> None:
        self._server = server
        self._make_connection = make_connection
        self._connection: asyncio.Protocol | None = None
        self._transport: asyncio.Transport | None = None
        self._unread = bytearray()
        self._next: asyncio.Handle | None = None
        self._is_unknown = True
        self.address = ""
        self.is_paused = False
        self.on_resume: Callable[[], None] = nothing
        self.has_offered_keys = False

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Let a connection in, or refuse it."""
        self._transport = cast(asyncio.Transport, transport)
        self.address = str((transport.get_extra_info("peername") or ("",))[0])
        refusal = self._server.addresses.refusal(self.address)
        if refusal:
            log("refused", address=self.address, why=refusal)
            self._transport.write(_refusal(refusal))
            self._transport.close()
            return
        limits = self._server.limits
        self._allowance = Allowance(limits.received_bytes_a_second, limits.received_burst_bytes)
        self._transport.set_write_buffer_limits(limits.output_bytes_max // 2)
        self._server.enter(self)
        self._server.arriving = self
        self._connection = self._make_connection()
        self._connection.connection_made(transport)
        self._server.arriving = None

    def data_received(self, data: bytes) -> None:
        """Keep what was received; it is read a slice at a time."""
        if self._connection:
            self._unread += data
            if not self._next:
                self._read()

    def eof_received(self) -> None:
        """Close the connection: SSH needs both ways."""
        if self._connection:
            self._connection.eof_received()

    def connection_lost(self, error: Exception | None) -> None:
        """Forget the connection."""
        if self._next:
            self._next.cancel()
        connection, self._connection = self._connection, None
        self._transport = None
        if connection:
            connection.connection_lost(error)
            if self._is_unknown:
                limits, addresses = self._server.limits, self._server.addresses
                addresses.punish(
                    self.address,
                    limits.failed_seconds if self.has_offered_keys else limits.silent_seconds,
                )
            self.sign_in()
            self._server.leave(self)

    def pause_writing(self) -> None:
        """Note that the client is too slow."""
        self.is_paused = True

    def resume_writing(self) -> None:
        """Note that the client has read what waited."""
        self.is_paused = False
        self.on_resume()

    def sign_in(self) -> None:
        """Note that the player is known now."""
        if self._is_unknown:
            self._is_unknown = False
            self._server.addresses.sign_in(self.address)

    def abort(self) -> None:
        """Close the connection at once."""
        if self._transport:
            self._transport.abort()

    def _read(self) -> None:
        """Read a slice, and the next when the others have had their turn, or more is allowed."""
        self._next = None
        if not self._connection or not self._transport:
            return
        loop = asyncio.get_running_loop()
        if wait := self._allowance.wait_seconds():
            self._transport.pause_reading()
            self._next = loop.call_later(wait, self._read)
            return
        data = bytes(self._unread[:_SLICE_BYTES])
        del self._unread[:_SLICE_BYTES]
        self._allowance.take(len(data))
        self._connection.data_received(data)
        if self._unread:
            self._transport.pause_reading()
            self._next = loop.call_soon(self._read)
        else:
            self._transport.resume_reading()


def _refusal(sentence: str) -> bytes:
    """Return all that SSH needs to show a sentence to somebody who is not let in: a version and
    the message of a disconnection, without any computing."""
    text = sentence.encode()
    too_many = 12
    payload = b"".join((b"\x01", too_many.to_bytes(4), len(text).to_bytes(4), text, bytes(4)))
    padding = 8 - (len(payload) + 5) % 8
    padding += 8 if padding < 4 else 0
    length = len(payload) + padding + 1
    return (
        f"SSH-2.0-{_VERSION}\r\n".encode()
        + length.to_bytes(4)
        + padding.to_bytes(1)
        + payload
        + bytes(padding)
    )


class _Inflate(Decompressor):
    """Decompresses packets, but no more than a packet may hold."""

    def __init__(self) -> None:
        self._stream = zlib.decompressobj()

    def decompress(self, data: bytes) -> bytes | None:
        """Return the content of a packet; None if it is damaged or too large."""
        try:
            content = self._stream.decompress(data, _PACKET_BYTES_MAX)
        except zlib.error:
            return None
        return None if self._stream.unconsumed_tail else content


class _Player(asyncssh.SSHServer):
    """One connection: who it is, and the one session that it may have."""

    def __init__(self, server: SshServer) -> None:
        assert server.arriving
        self._server = server
        self.gate = server.arriving
        self._conn: asyncssh.SSHServerConnection | None = None
        self._offered: set[str] = set()
        self._identity: tuple[Account | None, PublicKey] | None = None
        self._user = ""
        self._has_session = False
        self._timer: asyncio.TimerHandle | None = None

    def connection_made(self, conn: asyncssh.SSHServerConnection) -> None:
        """Begin the time to sign in."""
        self._conn = conn
        self._limit(_TOO_LATE)

    def connection_lost(self, exc: Exception | None) -> None:
        """Forget the connection."""
        self._stop_timer()
        self._conn = None

    # --- who it is

    def begin_auth(self, username: str) -> bool:
        """Ask for a key; the name from the wire means nothing but a suggestion."""
        is_first = not self._user
        self._user = username or "-"
        if is_first and self.gate.address not in self._server.signed_in:
            self._say(
                f"{self._server.title}: you sign in with an SSH key.\r\n"
                "If you have none, make one with: ssh-keygen -t ed25519"
            )
        return True

    def public_key_auth_supported(self) -> bool:
        """Return True: there is no other way."""
        return True

    async def validate_public_key(self, username: str, key: asyncssh.SSHKey) -> bool:
        """Return whether the key may sign in."""
        self.gate.has_offered_keys = True
        if len(key.public_data) > _KEY_BYTES_MAX:
            return False
        found = public_key(key)
        self._offered.add(found.fingerprint)
        if len(self._offered) > self._server.limits.tries_max:
            self._disconnect(asyncssh.DISC_NO_MORE_AUTH_METHODS_AVAILABLE, _TOO_MANY_KEYS)
            return False
        try:
            account = await self._server.store.account_of_key(found.fingerprint)
        except StoreError:
            self._disconnect(asyncssh.DISC_BY_APPLICATION, _STORE_FAILED)
            return False
        if not account and not self._server.is_open:
            self._say(
                f"{self._server.title} does not know your key. Ask the host to run:\r\n\r\n"
                f'    darwin-tui serve keys add NAME "{found.text}"\r\n'
            )
            return False
        # Nothing may wait from here to auth_completed: another key could be offered meanwhile.
        self._identity = account, found
        return True

    def auth_completed(self) -> None:
        """Let the player in."""
        assert self._identity
        self.gate.sign_in()
        self._server.remember(self.gate.address)
        self._limit(_NO_SESSION)

    def _say(self, text: str) -> None:
        if self._conn:
            with suppress(OSError):
                self._conn.send_auth_banner(text + "\r\n")

    # --- the session

    def session_requested(
        self,
    ) -> tuple[asyncssh.SSHServerChannel[bytes], asyncssh.SSHServerSession[bytes]]:
        """Open the session, if it is the only one."""
        if self._has_session or not self._conn or not self._identity:
            raise asyncssh.ChannelOpenError(asyncssh.OPEN_ADMINISTRATIVELY_PROHIBITED, _ONE_CHANNEL)
        self._has_session = True
        channel = self._conn.create_server_channel(
            encoding=None, window=self._server.limits.input_burst_bytes
        )
        return channel, _Session(self, self._server.limits)

    def begin(self, connection: "SshConnection", command: str | None) -> None:
        """Serve the session."""
        self._stop_timer()
        task = asyncio.create_task(self._serve(connection, command))
        self._server.tasks.add(task)
        task.add_done_callback(self._server.tasks.discard)

    def end(self) -> None:
        """Close the connection once its session is closed."""
        if self._conn:
            self._conn.close()

    def linger(self) -> None:
        """Close the connection even if its client does not read the last output."""
        asyncio.get_running_loop().call_later(_LINGER_SECONDS, self.gate.abort)

    async def _serve(self, connection: "SshConnection", command: str | None) -> None:
        server = self._server
        assert self._identity
        account, key = self._identity
        if not account:
            account = await choose_name(connection, server.store, key, server.title, self._user)
        if not account or connection.is_lost:
            connection.close(1)
            return
        log("signed in", address=self.gate.address, name=account.name)
        try:
            words = shlex.split(command or "")
        except ValueError:
            connection.say("The quotes of the command do not match.")
            connection.close(2)
            return
        request = _request(words) if connection.has_full_screen else None
        if request:
            await server.sessions.serve(connection, account, request)
        else:
            await server.sessions.answer(connection, account, words)
        log("left", address=self.gate.address, name=account.name)

    # --- the end

    def _limit(self, sentence: str) -> None:
        """End the connection after the time to sign in, unless the timer is stopped."""
        self._stop_timer()
        self._timer = asyncio.get_running_loop().call_later(
            self._server.limits.sign_in_seconds,
            self._disconnect,
            asyncssh.DISC_BY_APPLICATION,
            sentence,
        )

    def _stop_timer(self) -> None:
        if self._timer:
            self._timer.cancel()
            self._timer = None

    def _disconnect(self, code: int, sentence: str) -> None:
        if self._conn:
            self._conn.disconnect(code, sentence)


def public_key(key: asyncssh.SSHKey) -> PublicKey:
    """Return a key as accounts keep it."""
    algorithm, data, *_ = key.export_public_key().decode().split()
    return PublicKey(key.get_fingerprint(), f"{algorithm} {data}")


def _request(words: list[str]) -> Request | None:
    """Return the place that words name for the full screen; None if they are a command."""
    match words:
        case []:
            return Request()
        case ["join" | "watch" as place, code]:
            return Request("join" if place == "join" else "watch", code)
    return None


class _Session(asyncssh.SSHServerSession[bytes]):
    """The channel of a session."""

    def __init__(self, player: _Player, limits: Limits) -> None:
        self._player = player
        self._limits = limits
        self._channel: asyncssh.SSHServerChannel[bytes] | None = None
        self._command: str | None = None
        self._size: Size | None = None
        self._connection: SshConnection | None = None

    def connection_made(self, chan: asyncssh.SSHServerChannel[bytes]) -> None:
        """Take the channel."""
        self._channel = chan

    def pty_requested(
        self, term_type: str, term_size: tuple[int, int, int, int], term_modes: Mapping[int, int]
    ) -> bool:
        """Accept the terminal: it is the client's own, and nothing of the host's."""
        self._size = term_size[:2]
        return True

    def shell_requested(self) -> bool:
        """Accept a session without a command: it is given no shell."""
        return True

    def exec_requested(self, command: str) -> bool:
        """Accept a command of ours; none of the host's is ever run."""
        self._command = command
        return len(command) <= _COMMAND_CHARACTERS_MAX

    def subsystem_requested(self, subsystem: str) -> bool:
        """Refuse all, such as sftp."""
        return False

    def session_started(self) -> None:
        """Hand the terminal over."""
        assert self._channel
        refuse_environment(self._channel)
        self._connection = SshConnection(
            self._channel, self._player, self._limits, self._size, _environment(self._channel)
        )
        self._player.begin(self._connection, self._command)

    def data_received(self, data: bytes, datatype: int | None) -> None:
        """Pass input on."""
        if self._connection:
            self._connection.received(data)

    def eof_received(self) -> bool:
        """Pass the end of input on; output may follow."""
        if self._connection:
            self._connection.ended()
        return True

    def terminal_size_changed(self, width: int, height: int, pixwidth: int, pixheight: int) -> None:
        """Pass the size on."""
        self._size = width, height
        if self._connection:
            self._connection.resized(self._size)

    def pause_writing(self) -> None:
        """Note that the client is too slow."""
        if self._connection:
            self._connection.is_channel_paused = True

    def resume_writing(self) -> None:
        """Note that the client has read what waited."""
        if self._connection:
            self._connection.is_channel_paused = False
            self._connection.resume()

    def connection_lost(self, exc: Exception | None) -> None:
        """Forget the channel."""
        self._channel = None
        if self._connection:
            self._connection.lost()
        self._player.end()


class SshConnection(Connection):
    """A terminal over SSH."""

    def __init__(
        self,
        channel: asyncssh.SSHServerChannel[bytes],
        player: _Player,
        limits: Limits,
        size: Size | None,
        environment: Mapping[str, str],
    ) -> None:
        """Make the connection of a session that has started.

        Args:
            channel: of the session.
            player: the connection that it belongs to.
            limits: of the server.
            size: of the terminal; None if there is none.
            environment: of the session.
        """
        terminal_type = (channel.get_terminal_type() or "unknown") if size else ""
        variables = {**environment, "TERM": terminal_type}
        super().__init__(
            limits,
            terminal_type=terminal_type,
            size=size or (80, 24),
            facts=TerminalFacts.detect(variables, "utf-8"),
            address=player.gate.address,
        )
        self._channel = channel
        self._player = player
        self.is_channel_paused = False
        channel.set_write_buffer_limits(limits.output_bytes_max // 2)
        player.gate.on_resume = self.resume

    @property
    def is_paused(self) -> bool:
        """True while the client is too slow to read more."""
        return self.is_channel_paused or self._player.gate.is_paused

    def resume(self) -> None:
        """Pass on that the client reads again, once all that waited was sent."""
        if not self.is_paused and not self.is_lost:
            self.resumed()

    def write(self, data: bytes) -> None:
        """Send output."""
        if data and not self._channel.is_closing():
            self._channel.write(data)

    def write_error(self, data: bytes) -> None:
        """Send output to standard error."""
        if data and not self._channel.is_closing():
            self._channel.write_stderr(data)

    def close(self, status: int) -> None:
        """Send what is left of the output and the exit status, and end the connection."""
        if not self._channel.is_closing():
            self._channel.exit(status)
            self._player.linger()

    def set_reading(self, is_reading: bool) -> None:
        """Let the client send more input, or wait."""
        if is_reading:
            self._channel.resume_reading()
        else:
            self._channel.pause_reading()


def _environment(channel: asyncssh.SSHServerChannel[bytes]) -> dict[str, str]:
    """Return the few variables of a session that are heeded."""
    return {
        name: value[:_VALUE_CHARACTERS_MAX]
        for name, value in channel.get_environment().items()
        if _VARIABLES.fullmatch(name) and value.isprintable()
    }


def refuse_environment(channel: asyncssh.SSHServerChannel[bytes]) -> None:
    """Take no more variables: asyncssh would keep any number of them for the whole session."""
    vars(channel)["_process_env_request"] = lambda packet: False


def log(event: str, **facts: str) -> None:
    """Log an event as a line of JSON, in which nothing can look like another line."""
    _log.info(msgspec.json.encode({"event": event, **facts}).decode("ascii", "backslashreplace"))
