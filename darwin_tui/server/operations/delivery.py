"""Deliveries outside the server: to web addresses, and to programs of the host.

Players choose the addresses, so no delivery reaches the host's own network unless the host allows
it: a name is resolved once, and the connection goes to the address that was checked.
"""

import asyncio
import re
import socket
import ssl
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from functools import partial
from ipaddress import IPv4Address, IPv6Address, IPv6Network, ip_address
from typing import Final
from urllib.parse import SplitResult, urlsplit

from darwin_core.text.language import tr

URL_CHARACTERS_MAX: Final = 400
"""Maximum length of an address to which notifications go."""
POST_SECONDS: Final = 10.0
"""Time limit for a web server's answer."""
PROGRAM_SECONDS: Final = 30.0
"""Time limit for a program of the host."""
_NAT64: Final = IPv6Network("64:ff9b::/96")
_COMPATIBLE: Final = IPv6Network("::/96")
"""Networks whose IPv6 addresses end in an IPv4 address, as ``::127.0.0.1``."""
_IPV4_BITS: Final = 0xFFFFFFFF
_NOT_PUBLIC: Final = tuple(
    map(IPv6Network, ("64:ff9b:1::/48", "::ffff:0:0:0/96", "3fff::/20", "5f00::/16"))
)
"""Networks for translation to local IPv4 addresses, documentation and segment routing, which Python
3.11 takes for public."""
_NAMES: Final = ThreadPoolExecutor(32, "names")
"""Threads for name lookups only: a slow name server must not delay the writing of matches."""
_AGAIN: Final = (408, 425, 429)
"""4xx status codes that allow a retry: a timeout, too early, too many requests."""


class Undelivered(Exception):
    """Raised if a delivery failed; the message is one sentence for the player."""

    def __init__(self, sentence: str, *, is_final: bool = False) -> None:
        super().__init__(sentence)
        self.is_final = is_final
        """True if a retry would fail, too."""


def read_url(text: str) -> str:
    """Check a web address typed by a player, and return it.

    Raises:
        ValueError: with one sentence, if it is not a valid address.
    """
    with suppress(ValueError):
        parts = urlsplit(text)
        is_plain = re.fullmatch(r"[!-~]+", text) and len(text) <= URL_CHARACTERS_MAX
        is_web = parts.scheme in ("http", "https") and parts.hostname and parts.port != 0
        if is_plain and is_web and "@" not in parts.netloc:
            return text
    raise ValueError(tr("This is no address of the web, as https://ntfy.sh/TOPIC is."))


def is_public(address: IPv4Address | IPv6Address) -> bool:
    """Return whether an address is on the public network; looks inside wrapped IPv4 addresses."""
    if isinstance(address, IPv6Address):
        wrapped = address.ipv4_mapped or address.sixtofour
        if address in _NAT64 or address in _COMPATIBLE:
            wrapped = IPv4Address(int(address) & _IPV4_BITS)
        if address.teredo or address.is_site_local or any(address in row for row in _NOT_PUBLIC):
            return False
        if wrapped:
            return is_public(wrapped)
    return address.is_global and not address.is_multicast


async def resolved(url: str, *, allows_own_network: bool) -> tuple[str, int]:
    """Resolve a web address to the IP address and port to connect to.

    Raises:
        Undelivered: if it does not resolve, or resolves to the host's own network.
    """
    parts = urlsplit(url)
    assert parts.hostname
    port = parts.port or (443 if parts.scheme == "https" else 80)
    look_up = partial(socket.getaddrinfo, parts.hostname, port, type=socket.SOCK_STREAM)
    try:
        async with asyncio.timeout(POST_SECONDS):
            infos = await asyncio.get_running_loop().run_in_executor(_NAMES, look_up)
    except (OSError, UnicodeError):
        raise Undelivered(tr("{host} is not known.", host=parts.hostname)) from None
    # Take the first address that is allowed.
    for *_, socket_address in infos:
        host = str(socket_address[0])
        if allows_own_network or is_public(ip_address(host.partition("%")[0])):
            return host, port
    raise _own_network(parts)


def _own_network(parts: SplitResult) -> Undelivered:
    sentence = tr(
        "{host} is in the network of this server, which is not allowed.", host=parts.hostname
    )
    return Undelivered(sentence, is_final=True)


def _is_own_machine(writer: asyncio.StreamWriter) -> bool:
    """Return whether a connection reached this machine by its own public address.

    No firewall protects its ports from connections that it makes itself.
    """
    own_end, other_end = (writer.get_extra_info(name) for name in ("sockname", "peername"))
    return bool(own_end) and bool(other_end) and own_end[0] == other_end[0]


async def post(
    url: str, body: bytes, headers: Mapping[str, str], *, allows_own_network: bool = False
) -> None:
    """Post a body to a web address; redirects are not followed.

    Args:
        headers: printable ASCII.

    Raises:
        Undelivered: if the receiver did not accept it.
    """
    parts = urlsplit(url)
    try:
        async with asyncio.timeout(POST_SECONDS):
            host, port = await resolved(url, allows_own_network=allows_own_network)
            secure = ssl.create_default_context() if parts.scheme == "https" else None
            reader, writer = await asyncio.open_connection(
                host, port, ssl=secure, server_hostname=parts.hostname if secure else None
            )
            try:
                if not allows_own_network and _is_own_machine(writer):
                    raise _own_network(parts)
                writer.write(_request(parts, body, headers))
                await writer.drain()
                line = await reader.readline()
            finally:
                writer.close()
    except (TimeoutError, OSError, ValueError):
        raise Undelivered(tr("{host} does not answer.", host=parts.hostname)) from None
    match = re.match(rb"HTTP/1\.[01] (\d{3})\b", line)
    if not match:
        raise Undelivered(tr("{host} does not answer.", host=parts.hostname))
    status = int(match[1])
    if not 200 <= status < 300:
        raise Undelivered(
            tr("{host} has answered {number}.", host=parts.hostname, number=status),
            is_final=300 <= status < 500 and status not in _AGAIN,
        )


def _request(parts: SplitResult, body: bytes, headers: Mapping[str, str]) -> bytes:
    """Return the bytes of a request; its headers have no line breaks."""
    path = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
    lines = [
        f"POST {path} HTTP/1.1",
        f"Host: {parts.netloc}",
        "User-Agent: darwin-tui",
        f"Content-Length: {len(body)}",
        "Connection: close",
        *(f"{name}: {value}" for name, value in headers.items()),
    ]
    assert all(line.isascii() and line.isprintable() for line in lines)
    return "\r\n".join([*lines, "", ""]).encode() + body


async def run_program(words: Sequence[str], data: bytes) -> None:
    """Run a program of the host with the given standard input, without a shell.

    Raises:
        Undelivered: if it fails, or takes too long.
    """
    quiet = asyncio.subprocess.DEVNULL
    try:
        process = await asyncio.create_subprocess_exec(
            *words, stdin=asyncio.subprocess.PIPE, stdout=quiet, stderr=quiet
        )
    except (OSError, ValueError):
        raise Undelivered(tr("The program of the host cannot be run.")) from None
    try:
        async with asyncio.timeout(PROGRAM_SECONDS):
            await process.communicate(data)
    except TimeoutError:
        raise Undelivered(tr("The program of the host takes too long.")) from None
    finally:
        if process.returncode is None:
            with suppress(ProcessLookupError):
                process.kill()
            await process.wait()
    if process.returncode:
        raise Undelivered(tr("The program of the host has failed."))
