"""Other SSH clients than OpenSSH and asyncssh sign in; guessed key exchanges are handled right."""

import asyncio
import os
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path

import msgspec
import pytest
from server.clients import (
    DISCONNECT,
    IDENTIFICATION,
    KEX_INIT,
    KEX_REPLY,
    KEXINIT,
    NEWKEYS,
    Serve,
    kexinit,
    key_of,
    kinds,
    packet,
    text,
)
from waiting import PATIENCE_SECONDS

from darwin_tui.server.ssh.listener import _KEX
from darwin_tui.server.store.accounts import read_key

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
    serve: Serve, exchanges: list[str], host_keys: list[str], is_right: bool
) -> None:
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


async def test_clients_that_know_it_still_exchange_keys_that_outlast_quantum_computers(
    serve: Serve,
) -> None:
    assert "mlkem768x25519-sha256" in _KEX
    async with serve() as server, asyncio.timeout(PATIENCE_SECONDS):
        reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
        writer.write(IDENTIFICATION)
        offered = await reader.readuntil(b"ssh-ed25519")
        assert b"mlkem768x25519-sha256" in offered
        writer.close()


def dropbear(folder: Path, port: int) -> tuple[list[str], str]:
    path = folder / "dropbear"
    subprocess.run(
        ["dropbearkey", "-t", "ed25519", "-f", path], check=True, capture_output=True, text=True
    )
    shown = subprocess.run(
        ["dropbearkey", "-y", "-f", path], check=True, capture_output=True, text=True
    )
    public = next(line for line in shown.stdout.splitlines() if line.startswith("ssh-ed25519"))
    return ["dbclient", "-y", "-y", "-i", str(path), "-p", str(port), "finch@127.0.0.1"], public


def putty(folder: Path, port: int) -> tuple[list[str], str]:
    key = key_of("putty")
    path, ppk = folder / "openssh", folder / "key.ppk"
    path.write_bytes(key.export_private_key())
    path.chmod(0o600)
    subprocess.run(["puttygen", path, "-o", ppk], check=True, capture_output=True)
    return (
        ["plink", "-batch", "-i", str(ppk), "-P", str(port), "finch@127.0.0.1"],
        key.export_public_key().decode(),
    )


@pytest.mark.parametrize(
    ("programs", "prepare"),
    [(("dbclient", "dropbearkey"), dropbear), (("plink", "puttygen"), putty)],
)
async def test_other_clients_sign_in(
    tmp_path: Path,
    serve: Serve,
    programs: tuple[str, ...],
    prepare: Callable[[Path, int], tuple[list[str], str]],
) -> None:
    if not all(map(shutil.which, programs)):
        pytest.skip(f"{programs[0]} is not installed")
    async with serve() as server, asyncio.timeout(PATIENCE_SECONDS):
        command, public = prepare(tmp_path, server.port)
        ada = server.store.kept["ada"]
        server.store.kept["ada"] = msgspec.structs.replace(ada, keys=(read_key(public),))
        if programs[0] == "plink":
            command += ["-hostkey", server.door.fingerprint]
            command[-3:] = [*command[-2:], command[-3]]
        client = await asyncio.to_thread(
            subprocess.run,
            [*command, "two beagles"],
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            env={**os.environ, "HOME": str(tmp_path)},
        )
        assert client.stdout.strip() == "Ada: two beagles", client.stderr


async def test_paramiko_signs_in(tmp_path: Path, serve: Serve) -> None:
    paramiko = pytest.importorskip("paramiko")
    path = tmp_path / "key"
    path.write_bytes(key_of("Ada").export_private_key())

    def ask(port: int) -> str:
        with paramiko.SSHClient() as client:
            client.set_missing_host_key_policy(paramiko.AutoAddPolicy())
            more = {"allow_agent": False, "look_for_keys": False}
            client.connect("127.0.0.1", port, "finch", key_filename=str(path), **more)
            answer: bytes = client.exec_command("two beagles")[1].read()
            return answer.decode()

    async with serve() as server:
        assert await asyncio.to_thread(ask, server.port) == "Ada: two beagles\n"
