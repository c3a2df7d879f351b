"""Gates before SSH, which bound the number and the speed of connections, and the host key."""

import asyncio
import os
from collections import Counter, deque
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Final, cast

import asyncssh

from darwin_tui.paths import private_dir
from darwin_tui.server.event_log import log
from darwin_tui.server.operations.plan import SSH_PORT, connect_command
from darwin_tui.server.sanitiser import in_every_language
from darwin_tui.server.store.admission import Ban
from darwin_tui.terminal.connection import nothing
from darwin_tui.terminal.limits import Addresses, Allowance, Limits, source_of

VERSION: Final = "darwin-tui"
_KEY_FILE: Final = "ssh_host_ed25519_key"


def host_key(folder: Path) -> asyncssh.SSHKey:
    """Return the server's host key, which is made on the first start.

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
"""Refused connections that wait at the same time for their clients to read why."""
_SLICE_BYTES: Final = 256
"""Input of one connection that is read before other connections have their turn."""
_SILENCE_SECONDS: Final = 1.0
"""Time after which a connection without its first packet counts as silent: it gives way first."""
_FIRST_BYTES_MAX: Final = 36_000
"""Bytes up to the end of the first packet of SSH, the identification included."""
_KEXINIT: Final = 20
"""The number of the first packet: the algorithms for the exchange of keys."""


class Gates:
    """The gates of a server's connections."""

    def __init__(
        self, limits: Limits, ban_of: Callable[[str], Ban | None] = lambda address: None
    ) -> None:
        self.limits = limits
        self.addresses = Addresses(limits)
        self._ban_of = ban_of
        self.arriving: Gate | None = None
        """The gate of the connection that is being made."""
        self._all: set[Gate] = set()
        self._unknown: dict[Gate, float] = {}
        """Connections that have not signed in, and when they came, the oldest first."""
        self._turns: deque[Gate] = deque()
        """Those of them that have sent something which is not read yet."""
        self.refused: set[Gate] = set()
        """Those that wait for their clients to read why they are refused."""

    def enter(self, gate: "Gate") -> None:
        """Count a connection, which has not signed in yet."""
        self._all.add(gate)
        self._unknown[gate] = asyncio.get_running_loop().time()
        self.addresses.add(gate.address)

    def sign_in(self, gate: "Gate") -> None:
        """Count a connection as known: its player has signed in, or it ends."""
        self._unknown.pop(gate, None)

    def leave(self, gate: "Gate") -> None:
        """Forget a connection."""
        self._all.discard(gate)
        self.addresses.remove(gate.address)

    def refusal(self, address: str) -> str:
        """Return a sentence on why a new connection is refused; empty if it is accepted."""
        ban = self._ban_of(address)
        return ban.sentence if ban else self.addresses.refusal(address)

    def make_room(self, address: str) -> None:
        """Close a connection that has not signed in, if a new connection has no place otherwise.

        Clients that hold connections open keep nobody out: the oldest silent connection goes first,
        else the oldest of the address that has the most connections.
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
        before = asyncio.get_running_loop().time() - _SILENCE_SECONDS
        return [gate for gate, came in self._unknown.items() if gate.is_silent and came < before]

    def _close_first(self, gates: "list[Gate]") -> None:
        """Close the oldest connection of the address that has the most of some connections."""
        crowds = Counter(source_of(gate.address) for gate in gates)
        if gates:
            max(gates, key=lambda gate: crowds[source_of(gate.address)]).give_way()

    def take_turn(self, gate: "Gate") -> None:
        """Let connections that have not signed in read in turn: a key exchange takes the server so
        long that all sessions would feel many at once."""
        if not self._turns:
            asyncio.get_running_loop().call_soon(self._read_next)
        self._turns.append(gate)

    def _read_next(self) -> None:
        gate = self._turns.popleft()
        if self._turns:
            asyncio.get_running_loop().call_soon(self._read_next)
        gate.read()

    def refuse(self, gate: "Gate") -> bool:
        """Note a refused connection; return whether it may wait for its client."""
        if len(self.refused) < REFUSED_MAX:
            self.refused.add(gate)
        return gate in self.refused

    def abort(self) -> None:
        """Close all connections at once."""
        for gate in [*self._all, *self.refused]:
            gate.abort()


class Gate(asyncio.Protocol):
    """The gate of one connection: lets it in or refuses it, and bounds its speed."""

    def __init__(self, gates: Gates, make_connection: Callable[[], asyncio.Protocol]) -> None:
        self._gates = gates
        self._make_connection = make_connection
        self._connection: asyncio.Protocol | None = None
        self._transport: asyncio.Transport | None = None
        self._unread = bytearray()
        self._first = bytearray()
        """The bytes of a connection that is silent still."""
        self._next: asyncio.Handle | None = None
        self._waits_for_turn = False
        self._is_unknown = True
        self.is_silent = True
        """True up to the end of the first packet of SSH."""
        self.address = ""
        self.connect_command = ""
        """The command by which the client reaches the server, by the server's own address."""
        self.is_paused = False
        self.on_resume: Callable[[], None] = nothing
        self.has_offered_keys = False

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Let a connection in, or refuse it."""
        self._transport = cast(asyncio.Transport, transport)
        self.address = str((transport.get_extra_info("peername") or ("",))[0])
        host, port = (transport.get_extra_info("sockname") or ("localhost", SSH_PORT))[:2]
        self.connect_command = connect_command(host.removeprefix("::ffff:"), port)
        self._gates.make_room(self.address)
        refusal = self._gates.refusal(self.address)
        if refusal:
            log("refused", address=self.address, why=refusal)
            # Nothing says in which language it reads.
            both = in_every_language(lambda: self._gates.refusal(self.address), " / ")
            self._transport.write(_refusal(both))
            if self._gates.refuse(self):
                # A client that still writes when it is closed loses its unread output.
                with suppress(OSError):  # It is gone already.
                    self._transport.write_eof()
                self._next = asyncio.get_running_loop().call_later(LINGER_SECONDS, self.abort)
            else:
                self._transport.close()
            return
        limits = self._gates.limits
        self._allowance = Allowance(limits.received_bytes_a_second, limits.received_burst_bytes)
        self._transport.set_write_buffer_limits(limits.output_bytes_max // 2)
        self._gates.enter(self)
        self._silence = asyncio.get_running_loop().call_later(
            limits.first_packet_seconds, self._end_silence
        )
        self._gates.arriving = self
        self._connection = self._make_connection()
        self._connection.connection_made(transport)
        self._gates.arriving = None

    def data_received(self, data: bytes) -> None:
        """Keep received bytes, which are read a slice at a time."""
        if self._connection:
            if self.is_silent:
                self._first += data[:_FIRST_BYTES_MAX]
                self.is_silent = not _has_first_packet(self._first)
                if not self.is_silent or len(self._first) > _FIRST_BYTES_MAX:
                    self._first.clear()
            self._unread += data
            if not self._next:
                self._read_soon()

    def eof_received(self) -> None:
        """Close the connection: SSH needs both ways."""
        if self._connection:
            self._connection.eof_received()

    def connection_lost(self, error: Exception | None) -> None:
        """Forget the connection."""
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
        """Note that the client is too slow."""
        self.is_paused = True

    def resume_writing(self) -> None:
        """Note that the client has read what waited."""
        self.is_paused = False
        self.on_resume()

    def sign_in(self) -> None:
        """Note that the player has signed in."""
        if self._is_unknown:
            self._is_unknown = False
            self._gates.sign_in(self)

    def abort(self) -> None:
        """Close the connection at once."""
        if self._transport:
            self._transport.abort()

    def give_way(self) -> None:
        """Close the connection at once, for a newer connection."""
        log("closed", address=self.address, why="It made room for others.")
        self.abort()
        self.connection_lost(None)

    def _end_silence(self) -> None:
        if self.is_silent:
            log("closed", address=self.address, why="It was silent.")
            self.abort()

    def punish(self) -> None:
        """Add to the penalty of the address, for a wrong code."""
        self._gates.addresses.punish(self.address, self._gates.limits.failed_seconds)

    def linger(self) -> None:
        """Close the connection soon, even if its client does not read the last output."""
        asyncio.get_running_loop().call_later(LINGER_SECONDS, self.abort)

    def _read_soon(self) -> None:
        """Read a slice: at once, or when it is the turn of a connection that has not signed in."""
        self._next = None
        if not self._is_unknown:
            self.read()
        elif self._transport and not self._waits_for_turn:
            self._waits_for_turn = True
            self._transport.pause_reading()
            self._gates.take_turn(self)

    def read(self) -> None:
        """Read a slice, and the next slice after the other connections, or once the limits allow
        it."""
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
    """Return whether a client's identification and its list of algorithms have arrived whole."""
    _, newline, packet = data.partition(b"\n")
    length = int.from_bytes(packet[:4])
    return bool(newline) and len(packet) >= max(6, 4 + length) and packet[5] == _KEXINIT


def _refusal(sentence: str) -> bytes:
    """Return the bytes by which SSH shows a sentence to a refused client: a version and the message
    of a disconnection, without a key exchange."""
    text = sentence.encode()
    too_many = 12
    payload = b"".join((b"\x01", too_many.to_bytes(4), len(text).to_bytes(4), text, bytes(4)))
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
