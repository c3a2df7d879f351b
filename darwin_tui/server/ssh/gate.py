"""Gates before SSH, which limit the number and speed of connections and read the header of a proxy;
and the host key.

Bytes are parsed here only up to the end of the first SSH packet; asyncssh parses them all.
"""

import asyncio
import os
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from ipaddress import IPv4Network, IPv6Network, ip_address
from pathlib import Path
from typing import Final, cast

import asyncssh

from darwin_tui.paths import private_dir
from darwin_tui.server.event_log import log
from darwin_tui.server.operations.plan import SSH_PORT, connect_command
from darwin_tui.server.sanitiser import in_every_language
from darwin_tui.server.store.admission import Ban
from darwin_tui.terminal.connection import ignore
from darwin_tui.terminal.limits import Addresses, Allowance, Limits, first_of_crowd, source_of

Network = IPv4Network | IPv6Network

VERSION: Final = "darwin-tui"
"""Version of the SSH server, as clients read it, and comment of the host key."""
_KEY_FILE: Final = "ssh_host_ed25519_key"
"""Name of the host key's file, as OpenSSH names its own."""


def host_key(folder: Path) -> asyncssh.SSHKey:
    """Return the server's host key, made on the first start.

    Raises:
        OSError: if it cannot be read or made, or if others can read it.
    """
    path = private_dir(folder) / _KEY_FILE
    if not path.exists():
        made = asyncssh.generate_private_key("ssh-ed25519", comment=VERSION)
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


LINGER_SECONDS: Final = 5.0
"""Time for a client to read the last output."""
REFUSED_MAX: Final = 100
"""Refused connections kept open at once so that their clients can read why."""
_SLICE_BYTES: Final = 256
"""Bytes read from one connection before the others get their turn."""
_SILENCE_SECONDS: Final = 1.0
"""Time without a first packet after which a connection counts as silent and gives way first."""
_FIRST_BYTES_MAX: Final = 36_000
"""Maximum number of bytes up to the end of the first SSH packet, including the identification."""
_KEXINIT: Final = 20
"""Number of the first packet, which lists the key exchange algorithms."""
_TOO_MANY_CONNECTIONS: Final = 12
"""Reason of a disconnection (RFC 4253, 11.1)."""
_PROXY_V1_BYTES_MAX: Final = 107
"""Maximum length of a header of version 1, by the PROXY protocol's specification."""
_PROXY_V2: Final = b"\r\n\r\n\0\r\nQUIT\n"
"""First bytes of a header of version 2."""
_PROXY_V2_HEAD: Final = len(_PROXY_V2) + 4
"""Bytes before its addresses: then come version and command, family, and a length of two bytes."""
_PROXY_V2_BYTES_MAX: Final = 1024
"""Maximum length of a header of version 2, with fields that are not read."""


def read_proxy_header(data: bytes) -> tuple[str, int] | None:
    """Parse a PROXY protocol header, version 1 or 2, which names the client behind a proxy.

    Returns:
        The address of the client, empty if the proxy connects for itself, and the length of the
        header; None for an incomplete header.

    Raises:
        ValueError: if it is not such a header.
    """
    if data[: len(_PROXY_V2)] == _PROXY_V2[: len(data)]:
        return _read_proxy_v2(data)
    line, newline, _ = data[:_PROXY_V1_BYTES_MAX].partition(b"\r\n")
    if not newline:
        # A beginning of "PROXY " may become a header; anything else never does.
        if len(data) >= _PROXY_V1_BYTES_MAX or not (b"PROXY " + data[6:]).startswith(data[:6]):
            raise ValueError("It is no header of the PROXY protocol.")
        return None
    match line.decode("ascii").split(" "):
        case ["PROXY", "UNKNOWN", *_]:
            return "", len(line) + 2
        case ["PROXY", "TCP4" | "TCP6", client, _, _, _]:
            return str(ip_address(client)), len(line) + 2
    raise ValueError("It is no header of the PROXY protocol.")


def _read_proxy_v2(data: bytes) -> tuple[str, int] | None:
    """Parse a header of version 2; see ``read_proxy_header``."""
    if len(data) < _PROXY_V2_HEAD:
        return None
    version, family = data[12], data[13]
    length = _PROXY_V2_HEAD + int.from_bytes(data[14:16])
    if version >> 4 != 2 or version & 0xF > 1 or length > _PROXY_V2_BYTES_MAX:
        raise ValueError("It is no header of the PROXY protocol.")
    if len(data) < length:
        return None
    # TCP over IPv4 and over IPv6, with the bytes of an address.
    size = {0x11: 4, 0x21: 16}.get(family, 0)
    # With the command 0, the proxy connects for itself.
    if version & 0xF == 0 or not size:
        return "", length
    if length < _PROXY_V2_HEAD + size:
        raise ValueError("It is no header of the PROXY protocol.")
    return str(ip_address(data[_PROXY_V2_HEAD : _PROXY_V2_HEAD + size])), length


class Gates:
    """All gates of a server, with the limits, counts and reading turns that they share."""

    def __init__(
        self,
        limits: Limits,
        ban_of: Callable[[str], Ban | None] = lambda address: None,
        proxy: Network | None = None,
    ) -> None:
        """Make the gates.

        Args:
            ban_of: returns the ban on an address.
            proxy: network of the proxies, which announce the client they connect for.
        """
        self.limits = limits
        self.addresses = Addresses(limits)
        self._ban_of = ban_of
        self._proxy = proxy
        self.arriving: Gate | None = None
        """Gate of the connection being made."""
        self._all: set[Gate] = set()
        self._unknown: dict[Gate, float] = {}
        """Connections that have not signed in and their arrival times, oldest first."""
        self._turns: deque[Gate] = deque()
        """Connections with unread input, in the order of their turns."""
        self.refused: set[Gate] = set()
        """Refused connections that wait for their clients to read why."""

    def enter(self, gate: "Gate") -> None:
        """Count a new connection, which has not signed in yet."""
        self._all.add(gate)
        self._unknown[gate] = asyncio.get_running_loop().time()
        self.addresses.add(gate.address)

    def sign_in(self, gate: "Gate") -> None:
        """Count a connection as signed in, or as ended."""
        self._unknown.pop(gate, None)

    def leave(self, gate: "Gate") -> None:
        self._all.discard(gate)
        self.addresses.remove(gate.address)

    def is_proxy(self, address: str) -> bool:
        """Return whether an address is one of the host's proxies."""
        if self._proxy is None:
            return False
        with suppress(ValueError):
            return ip_address(address.removeprefix("::ffff:")) in self._proxy
        return False

    def refusal(self, address: str) -> str:
        """Return the reason for refusing a new connection; empty if it is accepted."""
        ban = self._ban_of(address)
        return ban.sentence if ban else self.addresses.refusal(address)

    def make_room(self, address: str) -> None:
        """Close a connection that has not signed in, if a new one would find no place otherwise.

        Clients that only hold connections open can thus keep nobody out. Silent connections are
        closed first, and among them the oldest one of the address with the most.
        """
        addresses = self.addresses
        if addresses.penalty_seconds(address) or self._ban_of(address):
            return
        if addresses.is_full_for(address):
            source = source_of(address)
            self._close_first([gate for gate in self._silent if source_of(gate.address) == source])
        elif addresses.is_full:
            self._close_first(self._silent or [*self._unknown])

    @property
    def _silent(self) -> list["Gate"]:
        """Connections without a first packet that have had time for one, oldest first."""
        before = asyncio.get_running_loop().time() - _SILENCE_SECONDS
        return [gate for gate, came in self._unknown.items() if gate.is_silent and came < before]

    def _close_first(self, gates: "list[Gate]") -> None:
        """Close the oldest of these connections from the address that has the most of them."""
        if gate := first_of_crowd(gates, lambda gate: gate.address):
            gate.give_way()

    def take_turn(self, gate: "Gate") -> None:
        """Queue a connection that has not signed in for its turn to read.

        A key exchange is so expensive that many at once would slow all sessions.
        """
        if not self._turns:
            asyncio.get_running_loop().call_soon(self._read_next)
        self._turns.append(gate)

    def _read_next(self) -> None:
        gate = self._turns.popleft()
        if self._turns:
            asyncio.get_running_loop().call_soon(self._read_next)
        gate.read()

    def refuse(self, gate: "Gate") -> bool:
        """Note a refused connection; return whether it may stay until its client has read why."""
        if len(self.refused) < REFUSED_MAX:
            self.refused.add(gate)
        return gate in self.refused

    def abort(self) -> None:
        """Close all connections at once."""
        for gate in [*self._all, *self.refused]:
            gate.abort()


class Gate(asyncio.Protocol):
    """The gate of one connection: admits or refuses it, and bounds its speed."""

    def __init__(self, gates: Gates, make_connection: Callable[[], asyncio.Protocol]) -> None:
        self._gates = gates
        self._make_connection = make_connection
        self._connection: asyncio.Protocol | None = None
        self._transport: asyncio.Transport | None = None
        self._unread = bytearray()
        self._first = bytearray()
        """Received bytes of a connection whose first packet is not complete."""
        self._next: asyncio.Handle | None = None
        """Timer of the next slice, of the proxy's header, or of a refusal."""
        self._waits_for_turn = False
        self._is_unknown = True
        """True until the player has signed in."""
        self.is_silent = True
        """True until the end of the first SSH packet."""
        self.address = ""
        self.connect_command = ""
        """The client's connect command with the server address it used."""
        self.is_paused = False
        self.on_resume: Callable[[], None] = ignore
        self.has_offered_keys = False
        self._header: bytearray | None = None
        """Bytes of the proxy header received so far; None without a proxy, or after the header."""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Admit or refuse a connection; a proxy first names its client."""
        self._transport = cast(asyncio.Transport, transport)
        self.address = str((transport.get_extra_info("peername") or ("",))[0])
        if self._gates.is_proxy(self.address):
            self._header = bytearray()
            seconds = self._gates.limits.first_packet_seconds
            self._next = asyncio.get_running_loop().call_later(seconds, self.abort)
        else:
            self._arrive(self._transport)

    def _read_header(self, data: bytes) -> None:
        """Read the header of a proxy, then admit the connection for its client."""
        assert self._header is not None
        assert self._next
        assert self._transport
        self._header += data
        received = bytes(self._header)
        try:
            header = read_proxy_header(received)
        except ValueError:
            log("closed", address=self.address, why="It has no header of the PROXY protocol.")
            self.abort()
            return
        if header:
            self._header = None
            self._next.cancel()
            self._next = None
            self.address = header[0] or self.address
            self._arrive(self._transport)
            if rest := received[header[1] :]:
                self.data_received(rest)

    def _arrive(self, transport: asyncio.Transport) -> None:
        """Admit a connection, or refuse it with a sentence."""
        host, port = (transport.get_extra_info("sockname") or ("localhost", SSH_PORT))[:2]
        self.connect_command = connect_command(host.removeprefix("::ffff:"), port)
        self._gates.make_room(self.address)
        refusal = self._gates.refusal(self.address)
        if refusal:
            log("refused", address=self.address, why=refusal)
            # The client's language is unknown.
            sentence = in_every_language(lambda: self._gates.refusal(self.address), " / ")
            transport.write(_refusal(sentence))
            if self._gates.refuse(self):
                # A client that still writes when the connection closes would lose the sentence.
                with suppress(OSError):  # The client may be gone already.
                    transport.write_eof()
                self._next = asyncio.get_running_loop().call_later(LINGER_SECONDS, self.abort)
            else:
                transport.close()
            return
        limits = self._gates.limits
        self._allowance = Allowance(limits.received_bytes_a_second, limits.received_burst_bytes)
        # The SSH channel holds the other half of the output that may wait.
        transport.set_write_buffer_limits(limits.output_bytes_max // 2)
        self._gates.enter(self)
        self._silence = asyncio.get_running_loop().call_later(
            limits.first_packet_seconds, self._end_silence
        )
        # asyncssh makes the PlayerConnection during these calls; it takes its gate from here.
        self._gates.arriving = self
        self._connection = self._make_connection()
        self._connection.connection_made(transport)
        self._gates.arriving = None

    def data_received(self, data: bytes) -> None:
        """Buffer received bytes, which are read a slice at a time."""
        if self._header is not None:
            self._read_header(data)
        elif self._connection:
            if self.is_silent:
                self._first += data[:_FIRST_BYTES_MAX]
                self.is_silent = not _has_first_packet(self._first)
                if not self.is_silent or len(self._first) > _FIRST_BYTES_MAX:
                    self._first.clear()
            self._unread += data
            if not self._next:
                self._read_soon()

    def eof_received(self) -> None:
        """Close the connection: SSH needs both directions."""
        if self._connection:
            self._connection.eof_received()

    def connection_lost(self, error: Exception | None) -> None:
        if self._next:
            self._next.cancel()
        self._gates.refused.discard(self)
        connection, self._connection = self._connection, None
        self._transport = None
        if connection:
            self._silence.cancel()
            connection.connection_lost(error)
            if self._is_unknown:
                limits, addresses = self._gates.limits, self._gates.addresses
                addresses.punish(
                    self.address,
                    limits.failed_seconds if self.has_offered_keys else limits.silent_seconds,
                )
            self.sign_in()
            self._gates.leave(self)

    def pause_writing(self) -> None:
        self.is_paused = True

    def resume_writing(self) -> None:
        self.is_paused = False
        self.on_resume()

    def sign_in(self) -> None:
        if self._is_unknown:
            self._is_unknown = False
            self._gates.sign_in(self)

    def abort(self) -> None:
        if self._transport:
            self._transport.abort()

    def give_way(self) -> None:
        """Close the connection at once in favour of a newer one."""
        log("closed", address=self.address, why="It made room for others.")
        self.abort()
        self.connection_lost(None)

    def _end_silence(self) -> None:
        if self.is_silent:
            log("closed", address=self.address, why="It was silent.")
            self.abort()

    def punish(self) -> None:
        """Penalise the address for a wrong invitation code."""
        self._gates.addresses.punish(self.address, self._gates.limits.failed_seconds)

    def linger(self) -> None:
        """Close the connection soon, even if its client does not read the last output."""
        asyncio.get_running_loop().call_later(LINGER_SECONDS, self.abort)

    def _read_soon(self) -> None:
        """Read a slice at once, or in turn if the connection has not signed in."""
        self._next = None
        if not self._is_unknown:
            self.read()
        elif self._transport and not self._waits_for_turn:
            self._waits_for_turn = True
            self._transport.pause_reading()
            self._gates.take_turn(self)

    def read(self) -> None:
        """Read a slice; read the next one after other connections, or once the limits allow it."""
        self._waits_for_turn = False
        if not self._connection or not self._transport:
            return
        loop = asyncio.get_running_loop()
        if wait := self._allowance.wait_seconds():
            self._transport.pause_reading()
            self._next = loop.call_later(wait, self._read_soon)
            return
        data = bytes(self._unread[:_SLICE_BYTES])
        del self._unread[:_SLICE_BYTES]
        self._allowance.take(len(data))
        self._connection.data_received(data)
        if self._unread:
            self._transport.pause_reading()
            self._next = loop.call_soon(self._read_soon)
        else:
            self._transport.resume_reading()


def _has_first_packet(data: bytearray) -> bool:
    """Return whether the client's identification and algorithm list have arrived whole."""
    _, newline, packet = data.partition(b"\n")
    # A packet begins with its length without these four bytes, then the length of its padding,
    # then its number.
    length = int.from_bytes(packet[:4])
    return bool(newline) and len(packet) >= max(6, 4 + length) and packet[5] == _KEXINIT


def _refusal(sentence: str) -> bytes:
    """Return the bytes that make an SSH client show a sentence and disconnect.

    They are a version and a disconnect message, without a key exchange.
    """
    text = sentence.encode()
    why = _TOO_MANY_CONNECTIONS.to_bytes(4)
    # Number 1 is a disconnection; an empty language tag comes last.
    payload = b"".join((b"\x01", why, len(text).to_bytes(4), text, bytes(4)))
    # A packet has a multiple of 8 bytes, of which at least 4 are padding (RFC 4253, 6).
    padding = 8 - (len(payload) + 5) % 8
    padding += 8 if padding < 4 else 0
    length = len(payload) + padding + 1
    return (
        f"SSH-2.0-{VERSION}\r\n".encode()
        + length.to_bytes(4)
        + padding.to_bytes(1)
        + payload
        + bytes(padding)
    )
