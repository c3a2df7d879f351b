"""The SSH server: its algorithms, and a listening socket with a gate before each connection.

A gate limits who may connect and how much is read before the player signs in.
"""

import asyncio
import logging
import socket
import zlib
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Final

import asyncssh
from asyncssh.compression import Decompressor, get_compressor, register_compression_alg
from asyncssh.kex import get_kex_algs

from darwin_tui.server.ssh.gate import (
    LINGER_SECONDS,
    VERSION,
    Gate,
    Gates,
    Network,
    host_key,
)
from darwin_tui.server.ssh.player_connection import PlayerConnection, SshService

_PACKET_BYTES_MAX: Final = 262_144
"""Maximum size of a decompressed packet."""


class Inflate(Decompressor):
    """Decompresses packets up to the maximum size of a packet.

    asyncssh's own decompressor has no limit, so one small packet could fill the memory.
    """

    def __init__(self) -> None:
        self._stream = zlib.decompressobj()

    def decompress(self, data: bytes) -> bytes | None:
        """Return the content of a packet; None if it is damaged or too large."""
        try:
            content = self._stream.decompress(data, _PACKET_BYTES_MAX)
        except zlib.error:
            return None
        return None if self._stream.unconsumed_tail else content


_KEX: Final = (
    # The client chooses. A client that guesses the server's favourite guesses this first exchange.
    "curve25519-sha256",
    "curve25519-sha256@libssh.org",
    "mlkem768x25519-sha256",
    "ecdh-sha2-nistp256",
)
"""Key exchanges. All others are so expensive that they would slow every session."""
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
"""Algorithms of signatures by hosts' and players' keys. DSA, and RSA with SHA-1, are left out."""
_BACKLOG: Final = 256
"""Connections that the system queues until they are accepted."""


@dataclass(eq=False)
class SshServer(SshService):
    """The SSH server; it listens after ``open``."""

    folder: Path = field(kw_only=True)
    """Folder of the server's host key, made on the first start."""
    shares_port: bool = False
    """Other processes may listen on the same address; the system distributes the connections."""
    proxy: Network | None = None
    """Network of the proxies, which announce the client they connect for by the PROXY protocol."""
    fingerprint: str = ""
    """Fingerprint of the host key, as OpenSSH prints it."""
    _acceptor: asyncssh.SSHAcceptor | None = None

    def __post_init__(self) -> None:
        admission = self.sessions.admission
        # The gates of all connections, which share their limits and turns.
        self.gates = Gates(
            self.limits, lambda address: admission.ban_of(address=address), self.proxy
        )

    @property
    def port(self) -> int:
        assert self._acceptor
        return self._acceptor.get_port()

    async def open(self, host: str, port: int) -> None:
        """Listen on an address; port 0 takes any free port.

        Raises:
            OSError: if that fails, or the host key cannot be read or made.
        """
        key = host_key(self.folder)
        self.fingerprint = key.get_fingerprint()
        asyncssh.set_log_level(logging.ERROR)
        # Compression begins after signing in, and is not among asyncssh's defaults.
        register_compression_alg(
            b"zlib@openssh.com", partial(get_compressor, b"zlib"), Inflate, True, False
        )
        # Some exchanges need a library that may be missing.
        possible = get_kex_algs()
        self._acceptor = await asyncssh.create_server(
            self._make_connection,
            host,
            port,
            # A tunnel opens the listening socket, here one with a gate before each connection.
            tunnel=_Listener(self),
            # Ignore the SSH configuration of the host's user.
            config=None,
            server_host_keys=[key],
            server_version=VERSION,
            kex_algs=[name for name in _KEX if name.encode() in possible],
            signature_algs=_SIGNATURES,
            compression_algs=["none", "zlib@openssh.com"],
            public_key_auth=True,
            password_auth=False,
            # Clients try keyboard-interactive after their keys; it admits guests.
            kbdint_auth=True,
            host_based_auth=False,
            gss_host=None,
            gss_kex=False,
            gss_auth=False,
            agent_forwarding=False,
            x11_forwarding=False,
            line_editor=False,
            encoding=None,
            window=self.limits.input_burst_bytes,
            login_timeout=self.limits.sign_in_seconds + LINGER_SECONDS,
            keepalive_interval=self.limits.keepalive_seconds,
            keepalive_count_max=self.limits.keepalive_tries_max,
            tcp_keepalive=True,
        )

    def _make_connection(self) -> PlayerConnection:
        # The gate that asks for this connection has just set itself.
        assert self.gates.arriving
        return PlayerConnection(self, self.gates.arriving)

    async def listen_behind_gates(
        self, make_connection: Callable[[str, int], asyncio.Protocol], host: str, port: int
    ) -> asyncio.Server:
        """Accept connections, each behind a gate."""
        loop = asyncio.get_running_loop()
        return await loop.create_server(
            lambda: Gate(self.gates, partial(make_connection, host, port)),
            host,
            port,
            backlog=_BACKLOG,
            reuse_port=self.shares_port and hasattr(socket, "SO_REUSEPORT"),
        )

    async def close(self) -> None:
        """Stop listening, and close all connections."""
        if self._acceptor:
            self._acceptor.close()
            await self._acceptor.wait_closed()
        self.gates.abort()
        for task in list(self.tasks):
            task.cancel()


class _Listener:
    """Routes asyncssh's new connections through gates."""

    def __init__(self, server: SshServer) -> None:
        self._server = server

    async def create_server(
        self, make_connection: Callable[[str, int], asyncio.Protocol], host: str, port: int
    ) -> asyncio.Server:
        return await self._server.listen_behind_gates(make_connection, host, port)
