"""Other SSH clients than OpenSSH and asyncssh sign in; guessed key exchanges are handled right."""

import asyncio

import pytest
from server.clients import (
    DISCONNECT,
    IDENTIFICATION,
    KEX_INIT,
    KEX_REPLY,
    KEXINIT,
    NEWKEYS,
    kexinit,
    kinds,
    packet,
    text,
)
from waiting import PATIENCE_SECONDS

from darwin_tui.server.ssh.listener import _KEX

POINT = bytes([9, *range(31)])
"""A public value of curve25519."""


@pytest.mark.parametrize(
    ("exchanges", "host_keys", "is_right"),
    [
        (["curve25519-sha256"], ["ssh-ed25519"], True),
        (["curve25519-sha256@libssh.org", "curve25519-sha256"], ["ssh-ed25519"], False),
        (["sntrup761x25519-sha512", "curve25519-sha256"], ["ssh-ed25519"], False),
        (["curve25519-sha256"], ["rsa-sha2-512", "ssh-ed25519"], False),
    ],
)
async def test_a_wrong_guess_is_dropped_and_a_right_one_taken(
    serve, exchanges, host_keys, is_right
):
    begin = packet(bytes([KEX_INIT]) + text(POINT))
    async with serve() as server, asyncio.timeout(PATIENCE_SECONDS):
        reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
        writer.write(IDENTIFICATION + kexinit(exchanges, host_keys, guesses=True) + begin)
        if not is_right:
            writer.write(begin)
        received = b""
        while ((types := kinds(received)) and types[-1] not in (NEWKEYS, DISCONNECT)) or not types:
            received += await reader.read(65_536) or b"\0" * 4 + bytes([0, DISCONNECT])
        assert types == [KEXINIT, KEX_REPLY, NEWKEYS]
        # No more packets follow, as would if the server had read the guess.
        with pytest.raises(TimeoutError):
            await asyncio.wait_for(reader.read(), 0.1)
        writer.transport.abort()


async def test_clients_that_know_it_still_exchange_keys_that_outlast_quantum_computers(serve):
    assert "mlkem768x25519-sha256" in _KEX
    async with serve() as server, asyncio.timeout(PATIENCE_SECONDS):
        reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
        writer.write(IDENTIFICATION)
        offered = await reader.readuntil(b"ssh-ed25519")
        assert b"mlkem768x25519-sha256" in offered
        writer.close()
