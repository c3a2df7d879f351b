"""The limits of a server: how much one player, one address and all together may use."""

import ast
import inspect
import tomllib
from collections import Counter
from collections.abc import Callable, Sequence
from ipaddress import IPv6Address, ip_address
from math import inf
from textwrap import dedent, wrap
from time import monotonic
from typing import Final, TypeVar

import msgspec
from msgspec.structs import fields

from darwin_core.text.language import tr
from darwin_core.text.wording import counted, quoted

T = TypeVar("T")

ADDRESSES_MAX: Final = 10_000
"""Maximum number of remembered addresses; the oldest are forgotten first."""
_IPV6_HOST_BITS: Final = 64
"""The part of an IPv6 address that one household assigns itself."""
_COMMENT_COLUMNS: Final = 96
"""Columns of a comment in the file of limits."""


class Limits(msgspec.Struct, frozen=True):
    """All limits with their defaults. A player who reaches a limit reads a sentence.

    The docstrings are also the comments of the file that ``limits_file`` renders.
    """

    connections_max: int = 200
    """Connections at once; a connection that has not signed in gives way to a new one."""
    connections_of_address_max: int = 20
    """Connections at once from one address; players behind one router share it. One that is silent
    gives way to a new one."""
    new_of_address_a_minute: int = 20
    """New connections from one address within a minute."""
    pages_max: int = 100
    """Connections of browsers at once that are no terminal; the oldest of the address with the most
    gives way to a new one."""
    first_packet_seconds: float = 3
    """Time from connecting to the first packet of SSH."""
    sign_in_seconds: float = 60
    """Time from connecting to having signed in, the choice of a name excluded: people compare the
    server's fingerprint meanwhile, and type the password of their key."""
    name_seconds: float = 300
    """Time for a new player to choose a name."""
    tries_max: int = 20
    """Keys that one connection may offer: programs that hold several offer all in turn. Each is one
    look into the store, and its signature is only read if the key may sign in."""
    sessions_max: int = 100
    """Sessions at once."""
    sessions_of_account_max: int = 3
    """Sessions of one account at once: the full screen, of which there is one, and commands."""
    starting_max: int = 2
    """Full screens that start at once; others wait for a moment."""
    rekey_seconds: float = 20
    """Time for a client to agree on new keys, for which all output waits."""
    keepalive_seconds: float = 15
    """Silence after which a client is asked for a sign of life."""
    keepalive_tries_max: int = 3
    """Questions without an answer after which the client counts as gone."""
    idle_seconds: float = 3600
    """Time without a key after which a session outside of tables is ended."""
    input_bytes_a_second: int = 4096
    """Input that a session may send; more waits."""
    input_burst_bytes: int = 16_384
    """Input that a session may send at once after having been silent."""
    received_bytes_a_second: int = 16_384
    """Bytes that a connection may send, those of its protocol included; more waits."""
    received_burst_bytes: int = 65_536
    """Bytes that a connection may send at once after having been silent."""
    keys_a_second: int = 25
    """Keys and movements of the mouse of a session, or lines typed in line mode; more wait."""
    keys_burst: int = 50
    """Keys or lines that a session may send at once after having been silent."""
    paste_characters_max: int = 1000
    """The rest of what is pasted is dropped."""
    resize_interval_seconds: float = 0.1
    """Least time between two changes of the size of a terminal."""
    resize_cells_a_second: int = 10_000
    """Cells of changed sizes: a large terminal changes its size less often."""
    resize_burst_cells: int = 60_000
    """Cells of changed sizes after the size has been the same for a while."""
    resize_cells_min: int = 2_000
    """Cells that any change of the size counts for."""
    columns_max: int = 500
    rows_max: int = 200
    """Sizes of terminals; larger ones are used in part."""
    cells_max: int = 30_000
    """Cells of a terminal that are used: the time for a picture grows with them."""
    output_bytes_max: int = 1_048_576
    """Output that waits for a slow client; then pictures are dropped, and a whole one follows."""
    farewell_seconds: float = 1
    """Time for a full screen to end after its connection is lost."""
    leaving_seconds: float = 10
    """Time for a store to keep the end of a visit, which a disk under load may take."""
    shutdown_seconds: float = 5
    """Time for all sessions to end when the server does."""
    chat_lines: int = 5
    """Lines of chat that one player may say within ``chat_seconds``."""
    chat_seconds: float = 10
    guesses_max: int = 10
    """Wrong codes of tables that one account may try within ``guesses_seconds``."""
    guesses_seconds: float = 600
    tables_of_account_max: int = 20
    """Tables that one account may have open."""
    tournaments_of_account_max: int = 3
    """Tournaments of one account that are not over."""
    tournament_entries_max: int = 64
    """Players of a tournament."""
    notify_after_seconds: float = 60
    """Time for which a player who is away owes a decision before a notification is sent."""
    notifications_a_day: int = 20
    """Notifications of one player within a day; others wait."""
    guests_max: int = 20
    """Guests at once, where the host lets guests in."""
    guests_of_address_max: int = 5
    """Guests at once from one address: nobody takes all places."""
    finished_max: int = 500
    """Finished tables in memory, those that ended last; others are read when they are asked for."""
    gathering_seconds: float = 14 * 24 * 3600
    """Age at which a table that never began is removed, while none of its people is here."""
    failed_seconds: float = 5
    """Penalty of an address for a connection whose keys were all refused."""
    silent_seconds: float = 1
    """Penalty of an address for a connection that never tried to sign in."""
    penalty_floor_seconds: float = 15
    """Penalties below this sum are not enforced yet."""
    penalty_cap_seconds: float = 600
    """Penalties are no longer than this."""


def read_limits(text: str) -> Limits:
    """Parse limits from a TOML file; missing ones have their defaults.

    Raises:
        ValueError: with a sentence, if the file is invalid.
    """
    try:
        values = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise ValueError(f"The limits are no TOML: {error}.") from None
    names = {limit.name for limit in fields(Limits)}
    for name, value in values.items():
        if name not in names:
            raise ValueError(f"There is no limit {quoted(name)}; serve limits lists all.")
        if isinstance(value, int | float) and not 0 < value < inf:
            raise ValueError(f"The limit {name} has to be a number of more than 0.")
    try:
        return msgspec.convert(values, Limits)
    except msgspec.ValidationError as error:
        raise ValueError(f"The limits cannot be used: {error}.") from None


def limits_file(limits: Limits) -> str:
    """Render limits as a TOML file, each with a comment."""
    lines = ["# Limits of darwin-tui serve, with their defaults: --limits FILE reads them."]
    words = _documented()
    for limit in fields(Limits):
        text = words.get(limit.name, "")
        lines += ["", *(f"# {line}" for line in wrap(text, _COMMENT_COLUMNS))]
        lines.append(f"{limit.name} = {getattr(limits, limit.name)}")
    return "\n".join(lines) + "\n"


def _documented() -> dict[str, str]:
    """Return the docstrings of the limits by name; one below several limits belongs to the last."""
    (body,) = ast.parse(dedent(inspect.getsource(Limits))).body
    assert isinstance(body, ast.ClassDef)
    words: dict[str, str] = {}
    name = ""
    for node in body.body:
        match node:
            case ast.AnnAssign(target=ast.Name(id=name)):
                pass  # The pattern has set the name for the docstring that follows.
            case ast.Expr(value=ast.Constant(value=str() as text)) if name:
                words[name] = " ".join(text.split())
    return words


def limits_of_host(
    players: int | None, of_address: int | None, limits: Limits | None = None
) -> Limits:
    """Return the limits of a server whose host has set some by options.

    Args:
        limits: the limits to change; by default the defaults.
        players: sessions at once; twice as many connections may be open, for people signing in.
        of_address: connections of one address at once, and new ones of it within a minute.
    """
    changed: dict[str, int] = {}
    if players is not None:
        changed |= {"sessions_max": players, "connections_max": 2 * players}
    if of_address is not None:
        changed |= {"connections_of_address_max": of_address, "new_of_address_a_minute": of_address}
    return msgspec.structs.replace(limits or Limits(), **changed)


class Allowance:
    """An amount, as of bytes or keys, that refills with time up to a burst."""

    def __init__(
        self, a_second: float, burst: float, clock: Callable[[], float] = monotonic
    ) -> None:
        self._a_second = a_second
        self._burst = burst
        self._clock = clock
        self._left = burst
        """The amount available; below 0 for a debt."""
        self._refilled_at = clock()

    def take(self, amount: float) -> None:
        """Take an amount; taking more than is available leaves a debt."""
        self._refill()
        self._left -= amount

    def wait_seconds(self, amount: float = 0) -> float:
        """Return the time until an amount is available and no debt is left; 0 for now."""
        self._refill()
        return max(0.0, (min(amount, self._burst) - self._left) / self._a_second)

    def _refill(self) -> None:
        now = self._clock()
        self._left = min(self._burst, self._left + (now - self._refilled_at) * self._a_second)
        self._refilled_at = now


class Rate:
    """A limit on how often an account may do something within some seconds."""

    def __init__(self, count: int, seconds: float) -> None:
        self._count = count
        self._seconds = seconds
        self._times: dict[str, list[float]] = {}

    def is_reached(self, name: str, now: float) -> bool:
        """Return whether an account has acted too often to act again now."""
        # Future times come from a clock that has been set back.
        times = [at for at in self._times.pop(name, ()) if now - self._seconds < at <= now]
        if times:
            self._times[name] = times
        return len(times) >= self._count

    def add(self, name: str, now: float) -> None:
        """Count an action of an account."""
        self._times.setdefault(name, []).append(now)


class Addresses:
    """The connections of each address, and its penalties."""

    def __init__(self, limits: Limits, clock: Callable[[], float] = monotonic) -> None:
        self._limits = limits
        self._clock = clock
        self._open: dict[str, int] = {}
        """Number of open connections by source."""
        self._recent: dict[str, Allowance] = {}
        """Allowances of new connections by source, that of the last connection last."""
        self._penalties: dict[str, tuple[float, bool]] = {}
        """End of a source's penalty, and True if it is enforced; the last one punished last."""

    @property
    def connections(self) -> int:
        return sum(self._open.values())

    @property
    def is_full(self) -> bool:
        """True if the server has its maximum of connections."""
        return self.connections >= self._limits.connections_max

    def is_full_for(self, address: str) -> bool:
        """Return whether an address has its maximum of connections."""
        return self._open.get(source_of(address), 0) >= self._limits.connections_of_address_max

    def refusal(self, address: str) -> str:
        """Return why a new connection is refused; empty if it is accepted."""
        if seconds := self.penalty_seconds(address):
            return tr(
                "Too many failed connections from your address; try again in {time}.",
                time=counted(round(seconds) or 1, "second"),
            )
        if self.is_full:
            return tr("The server is full; try again later.")
        if self.is_full_for(address):
            return tr("There are too many connections from your address; close one of them.")
        recent = self._recent.get(source_of(address))
        if recent and recent.wait_seconds(1):
            return tr("Your address connects too often; try again in a minute.")
        return ""

    def add(self, address: str) -> None:
        """Count a new connection."""
        source = source_of(address)
        a_minute = self._limits.new_of_address_a_minute
        _count(self._open, source, 1)
        recent = self._recent.pop(source, None) or Allowance(a_minute / 60, a_minute, self._clock)
        recent.take(1)
        self._recent[source] = recent
        _bound(self._recent)

    def remove(self, address: str) -> None:
        """Forget an ended connection."""
        _count(self._open, source_of(address), -1)

    def punish(self, address: str, seconds: float) -> None:
        """Add to the penalty of an address."""
        source = source_of(address)
        now = self._clock()
        until, is_enforced = self._penalties.pop(source, (now, False))
        if until <= now:
            until = now
            is_enforced = False
        until = min(until + seconds, now + self._limits.penalty_cap_seconds)
        is_enforced = is_enforced or until - now >= self._limits.penalty_floor_seconds
        self._penalties[source] = until, is_enforced
        _bound(self._penalties)

    def penalty_seconds(self, address: str) -> float:
        """Return the time for which an address is refused."""
        until, is_enforced = self._penalties.get(source_of(address), (0.0, False))
        return max(0.0, until - self._clock()) if is_enforced else 0.0


def source_of(address: str) -> str:
    """Return an address's source: the whole IPv4 address, or the network of an IPv6 one."""
    try:
        parsed = ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if isinstance(parsed, IPv6Address):
        if parsed.ipv4_mapped:
            return str(parsed.ipv4_mapped)
        return f"{int(parsed) >> _IPV6_HOST_BITS:x}"
    return str(parsed)


def first_of_crowd(connections: Sequence[T], address_of: Callable[[T], str]) -> T | None:
    """Return the first connection of the source with the most of them; None without connections."""
    crowds = Counter(source_of(address_of(connection)) for connection in connections)
    # Of equal crowds, ``max`` takes the first connection.
    return max(
        connections, key=lambda connection: crowds[source_of(address_of(connection))], default=None
    )


def _count(counts: dict[str, int], source: str, change: int) -> None:
    """Change a source's number; a source without a connection is forgotten."""
    counts[source] = counts.get(source, 0) + change
    if counts[source] <= 0:
        del counts[source]


def _bound(remembered: dict[str, Allowance] | dict[str, tuple[float, bool]]) -> None:
    """Forget the oldest address if there are too many."""
    if len(remembered) > ADDRESSES_MAX:
        del remembered[next(iter(remembered))]
