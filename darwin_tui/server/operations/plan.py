"""The settings of a server process, and sentences for the host about its reach and its door."""

import re
from collections.abc import Mapping, Sequence
from contextlib import suppress
from ipaddress import IPv4Network, IPv6Network, ip_address
from pathlib import Path
from typing import Final, NamedTuple, Self

from darwin_core.text.wording import counted, quoted
from darwin_tui.server.store.admission import INVITED, Door
from darwin_tui.server.store.contract import Account

SSH_PORT: Final = 22
"""The port that an ``ssh`` command uses by default."""
_HOST: Final = re.compile(r"[A-Za-z0-9]([A-Za-z0-9.-]*[A-Za-z0-9])?")
"""Host names; none begins with a hyphen, as an option would."""
_HOST_CHARACTERS_MAX: Final = 253
"""Maximum length of a name in the DNS (RFC 1035)."""
_PORTS: Final = range(65_536)
"""Numbers of ports; 0 takes any free one."""


class ListenError(Exception):
    """Raised if an address of the server cannot be opened; the message is one sentence for the
    host."""


class Address(NamedTuple):
    """An address to listen on."""

    host: str
    port: int

    def __str__(self) -> str:
        return f"[{self.host}]:{self.port}" if ":" in self.host else f"{self.host}:{self.port}"

    @classmethod
    def read(cls, text: str) -> Self:
        """Parse an address such as ``127.0.0.1:8022`` or ``[::1]:0``.

        Raises:
            ValueError: with one sentence, if it is not an address.
        """
        host, colon, port = text.rpartition(":")
        is_bracketed = host.startswith("[") and host.endswith("]")
        # Five digits at most, so that a long text is not converted.
        is_number = port.isascii() and port.isdigit() and len(port) < 6 and int(port) in _PORTS
        if not colon or not is_number or (":" in host and not is_bracketed):
            raise ValueError(f"{quoted(text)} is no address; an address is HOST:PORT.")
        return cls(host.strip("[]"), int(port))

    @property
    def is_loopback(self) -> bool:
        """True if only this machine can reach it."""
        if self.host == "localhost":
            return True
        with suppress(ValueError):
            return ip_address(self.host).is_loopback
        return False


class PublicName(NamedTuple):
    """The name under which friends reach a server."""

    host: str
    port: int | None = None
    """Port for SSH; None for the port on which the server listens."""

    @classmethod
    def read(cls, text: str) -> Self:
        """Parse a name such as ``play.your.host``, ``play.your.host:22`` or ``[2001:db8::1]:22``.

        Raises:
            ValueError: with one sentence, if it is not a name.
        """
        with suppress(ValueError):
            host, port = Address.read(text)
            if is_host(host):
                return cls(host, port)
        if is_host(bare := text.removeprefix("[").removesuffix("]")):
            return cls(bare)
        raise ValueError(f"{quoted(text)} is no name of a server, as play.your.host[:PORT] is.")


def is_host(text: str) -> bool:
    """Return whether a text is a host name or address that is harmless in a shell."""
    with suppress(ValueError):
        return bool(ip_address(text))
    return len(text) <= _HOST_CHARACTERS_MAX and bool(_HOST.fullmatch(text))


def connect_command(host: str, port: int) -> str:
    """Return the command by which players connect, as ``ssh -p 8022 host``."""
    return f"ssh {host}" if port == SSH_PORT else f"ssh -p {port} {host}"


def invited_command(command: str, code: str) -> str:
    """Return the command by which an invited player connects.

    Args:
        command: the command of all other players, as ``ssh -p 8022 host``.
    """
    ssh, _, host = command.rpartition(" ")
    return f"{ssh} -t {INVITED}@{host} {code}"


class Plan(NamedTuple):
    """The settings of a server process."""

    folder: Path
    """Folder of the server's host key and figures, and of everything else if the store is in
    files."""
    ssh: Address
    web: Address | None = None
    door: Door = "invite"
    """Decides whether players with unknown keys may choose a name: open, by invitation, or closed.
    The host may set another door while the server runs."""
    has_guests: bool = False
    """True if players without a known key may play as guests."""
    name: PublicName | None = None
    """The server's name in lines that players paste to friends; None for the address used by a
    player's own client."""
    proxy: IPv4Network | IPv6Network | None = None
    """Network of the SSH proxies, which announce the client they connect for."""
    mail: tuple[str, ...] = ()
    """Program that sends a mail from its standard input; empty for none."""
    on_event: tuple[str, ...] = ()
    """Program that receives each event; empty for none."""
    allows_own_network: bool = False
    """True if notifications may go to addresses in the host's own network."""
    metrics: Address | None = None
    """Address of the Prometheus figures."""
    has_redis: bool = False
    """True if the store is a Redis. Processes that share it are one server, and may share an SSH
    address."""


def reach(plan: Plan) -> list[str]:
    """Return one sentence about the reach of each address."""
    doors = [("SSH", plan.ssh), *([("Web", plan.web)] if plan.web else [])]
    doors += [("Figures", plan.metrics)] if plan.metrics else []
    lines = [
        f"{name}: {address}, "
        + ("this machine alone." if address.is_loopback else "every machine that can reach it.")
        for name, address in doors
    ]
    return lines if plan.web else [*lines, "Web: off."]


DOOR_WORDS: Final[Mapping[Door, str]] = {
    "open": "anybody with an SSH key may choose a name",
    "invite": "keys that the host has added (serve keys add NAME FILE), and those with an "
    "invitation (serve invite)",
    "closed": "only keys that the host has added (serve keys add NAME FILE)",
}
"""Sentences about the door."""
_GUESTS_WORDS: Final = "others play as guests (--guests)"
"""The addition for a server with guests."""


def entry(plan: Plan) -> str:
    """Return a sentence about the players who may sign in."""
    words = [DOOR_WORDS[plan.door], *([_GUESTS_WORDS] if plan.has_guests else [])]
    return f"Sign-in: {'; '.join(words)}."


def checked(plan: Plan, accounts: Sequence[Account]) -> list[str]:
    """Return the lines of ``serve --check`` about a server with these settings and accounts."""
    accounts = [account for account in accounts if not account.is_removed]
    keys = sum(len(account.keys) for account in accounts)
    tokens = sum(bool(account.token_hash) for account in accounts)
    return [
        *reach(plan),
        entry(plan),
        f"Players: {counted(len(accounts), 'account')} with {counted(keys, 'key')} "
        f"and {counted(tokens, 'token')} for browsers.",
        "Tables: all players see them, but for private ones; nobody sees another's hand, and "
        "who may replay a finished match is up to its host.",
        "Nobody gets a shell, a file, a forwarded port or a program of this machine.",
        *(["Store: Redis, open to everybody who can reach it."] if plan.has_redis else []),
        _folder(plan.folder),
    ]


def checklist(plan: Plan, *, is_root: bool) -> list[str]:
    """Return the checks for a host to make before opening the server to strangers."""
    backup = "the file of Redis" if plan.has_redis else plan.folder
    open_house = "Anybody with an SSH key may choose a name; serve door invite changes that."
    return [
        "This server can be reached from other machines. See to it that:",
        "- "
        + (open_house if plan.door == "open" else "keys are added only for people whom you know."),
        *(["- anybody at all may play as a guest; leave out --guests if not."] * plan.has_guests),
        "- "
        + ("it does NOT run as root, as it does now." if is_root else "it never runs as root."),
        "- the firewall lets nobody reach any other port, and your own sshd stays up to date.",
        "- friends are given the fingerprint of the line below, by another way.",
        *(
            []
            if plan.name
            else ["- --name says what friends type; else they see the address that they used."]
        ),
        *(
            ["- browsers come through a proxy with TLS; without it tokens can be read."]
            if plan.web and not plan.web.is_loopback
            else []
        ),
        *(
            ["- nobody but your hosts can reach Redis, which holds everything."]
            if plan.has_redis
            else []
        ),
        f"- {backup} is copied from time to time; that is the backup.",
        "darwin-tui serve unit prints a unit for systemd that sees to the rest.",
    ]


def _folder(folder: Path) -> str:
    """Return a sentence about the folder and its permissions."""
    try:
        mode = folder.stat().st_mode & 0o777
    except OSError:
        return f"Data: {folder}, which is made on the first start for you alone."
    others = "others on this machine too; run: chmod 700" if mode & 0o077 else "you alone"
    return f"Data: {folder}, open to {others}."
