"""A journal in a Redis Stream: several hosts write one match, and each line is written once.

The number of a line is the identifier of its entry: ``17-0`` for line 17. The header is ``0-1``,
as no entry can be ``0-0``. Each entry also has the length of the record up to its end, and a number
of the call that appended it: the client calls again if the connection breaks before the answer.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from secrets import token_hex
from typing import Final

from redis import (
    AuthenticationError,
    ConnectionError,
    OutOfMemoryError,
    Redis,
    RedisError,
    TimeoutError,
)
from redis.exceptions import AuthorizationError, NoPermissionError

from darwin_core.journal import Conflict, JournalError
from darwin_core.match.record import MAX_BYTES
from darwin_core.text.language import tr

NOTICES_MAX: Final = 10_000
"""Entries that a stream of notices keeps, about."""

_NOTIFY: Final = f"""
redis.call('XADD', KEYS[2], 'MAXLEN', '~', {NOTICES_MAX}, '*',
    'kind', 'line', 'key', name, 'lines', lines)
"""
_CREATE: Final = """
local size = 0
local first = redis.call('XRANGE', KEYS[1], '-', '+', 'COUNT', 1)[1]
if first then
    -- A call that is tried again, as its answer was lost, finds its own lines.
    if first[2][2] == ARGV[1] then return 0 else return 1 end
end
for place = 1, #ARGV do
    local id = place == 1 and '0-1' or (place - 1) .. '-0'
    size = size + #ARGV[place]
    redis.call('XADD', KEYS[1], id, 'line', ARGV[place], 'end', size)
end
return 0
"""
_APPEND: Final = f"""
local name, number, line, call, lines = ARGV[1], tonumber(ARGV[2]), ARGV[3], ARGV[4], ARGV[2] + 1
local last = redis.call('XREVRANGE', KEYS[1], '+', '-', 'COUNT', 1)[1]
local count = last and tonumber(string.match(last[1], '^%d+')) + 1 or 0
if count > number and number > 0 then
    -- A call that is tried again, as its answer was lost, finds its own line.
    local present = redis.call('XRANGE', KEYS[1], number .. '-0', number .. '-0')[1]
    if present and present[2][6] == call then return 'OK' end
end
if count ~= number then return count end
local size = tonumber(last[2][4]) + #line
if size > {MAX_BYTES} then return 'FULL' end
redis.call('XADD', KEYS[1], number .. '-0', 'line', line, 'end', size, 'call', call)
{_NOTIFY}
return 'OK'
"""


def refusal(error: RedisError) -> str:
    """Return one sentence for an error, without the address and other private details."""
    if isinstance(error, AuthenticationError | AuthorizationError | NoPermissionError):
        # Waiting does not help, although the client has it for an error of the connection.
        return tr("The store does not let this server in; its host has to correct the password.")
    if isinstance(error, ConnectionError | TimeoutError):
        return tr("The store cannot be reached now; try again in a moment.")
    if "OOM" in str(error) or isinstance(error, OutOfMemoryError):
        return tr("The store has no room left; nothing is kept until it has.")
    return tr("The store cannot do that now ({error}).", error=type(error).__name__)


@contextmanager
def _sentences() -> Iterator[None]:
    try:
        yield
    except RedisError as error:
        raise JournalError(refusal(error)) from None


class RedisJournal:
    """The journal of one match in Redis. A line that was appended is kept as safely as Redis keeps
    what it acknowledges: on disk, with ``appendfsync always``."""

    def __init__(self, client: Redis, stream: str, notices: str, name: str) -> None:
        """Open the record of a match.

        Args:
            client: may be shared with other journals, and is left open.
            stream: the key of the match.
            notices: the key of a stream to which a notice of each line is added.
            name: the name of the match in notices and sentences.
        """
        self._client = client
        self._keys = [stream, notices]
        self._name = name
        self._is_closed = False
        self._create = client.register_script(_CREATE)
        self._append = client.register_script(_APPEND)

    def create(self, lines: bytes) -> None:
        """Begin the record with its first lines, all of them or none.

        Raises:
            JournalError: if there is one already, or it cannot be written.
        """
        with _sentences():
            parts = lines.splitlines(keepends=True)
            if self._create(keys=self._keys[:1], args=parts):
                raise JournalError(tr("The match {name} has begun already.", name=self._name))

    def append(self, line: bytes, expected: int) -> None:
        """Add a line; see Journal.append."""
        if self._is_closed:
            raise JournalError(tr("The match {name} is closed.", name=self._name))
        call = token_hex(8)
        with _sentences():
            answer = self._append(keys=self._keys, args=(self._name, expected, line, call))
        if answer == b"FULL":
            raise JournalError(
                tr(
                    "The match {name} is full: a record of more than {size} MiB could not be read "
                    "again.",
                    name=self._name,
                    size=MAX_BYTES // 2**20,
                )
            )
        if answer != b"OK":
            raise Conflict(
                tr(
                    "The match {name} has {lines} lines, not {expected}.",
                    name=self._name,
                    lines=answer,
                    expected=expected,
                )
            )

    def since(self, count: int) -> bytes:
        """Return the lines after the first ``count``. See Journal.since."""
        with _sentences():
            entries = self._client.xrange(self._keys[0], f"{count}-0" if count else "-", "+")
        return b"".join(_line(fields) for _, fields in entries or ())

    def close(self) -> None:
        """Write nothing more."""
        self._is_closed = True


def _line(fields: dict[bytes | str, bytes | str] | None) -> bytes:
    """Return the line of an entry; for an entry of another program, an invalid line: if it were
    left out, all later lines would be refused without naming the cause."""
    line = (fields or {}).get(b"line", b"{}\n")
    return line if isinstance(line, bytes) else line.encode()
