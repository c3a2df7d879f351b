"""Guesses of clients: some begin the exchange of keys before its way is agreed on."""

from collections.abc import Awaitable, Callable, Mapping
from typing import Final

import asyncssh
from asyncssh.packet import SSHPacket

_KEXINIT: Final = 20
_COOKIE_BYTES: Final = 16
_NAME_LISTS: Final = 10


def judge_guesses(connection: asyncssh.SSHServerConnection) -> None:
    """Let a connection drop the packet of a wrong guess.

    RFC 4253, 7.1, calls a guess wrong unless both sides have the same favourites. asyncssh reads
    the packet also if the client's favourite is merely possible, and then refuses the right one.
    """
    handlers: Mapping[int, Callable[..., Awaitable[None]]]
    handlers = vars(asyncssh.connection.SSHConnection)["_packet_handlers"]
    process = handlers[_KEXINIT]

    async def judge(
        self: asyncssh.SSHServerConnection, kind: int, number: int, packet: SSHPacket
    ) -> None:
        await process(self, kind, number, packet)
        ours, _ = _favourites(vars(self)["_server_kexinit"])
        theirs, has_guessed = _favourites(vars(self)["_client_kexinit"])
        vars(self)["_ignore_first_kex"] = has_guessed and ours != theirs

    vars(connection)["_packet_handlers"] = {**handlers, _KEXINIT: judge}


def _favourites(kexinit: bytes) -> tuple[list[bytes], bool]:
    """Return the first exchange of keys and the first kind of host key that a side names, and
    whether a guess follows."""
    packet = SSHPacket(kexinit)
    packet.get_bytes(1 + _COOKIE_BYTES)
    lists = [packet.get_namelist() for _ in range(_NAME_LISTS)]
    return [(names or [b""])[0] for names in lists[:2]], packet.get_boolean()
