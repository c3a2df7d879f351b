"""The store of several hosts, in a Redis that every host reaches, and the journals of its matches.

A change and its notice are one step of Redis, a script in Lua. Hosts learn of changes from one
stream of notices.

A match is a stream, so that several hosts can write to it, and each line is written once. The
number of a line is the identifier of its entry: ``17-0`` for line 17. The header is ``0-1``, as no
entry can be ``0-0``. Each entry also has the length of the record up to its end, and the number of
the call that appended it: the client repeats a call if the connection breaks before the answer.
"""

import asyncio
import logging
import os
import re
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from secrets import token_bytes, token_hex
from typing import Final, TypeVar, cast

import msgspec
import redis
from redis import (
    AuthenticationError,
    ConnectionError,
    OutOfMemoryError,
    Redis,
    RedisError,
    TimeoutError,
)
from redis import asyncio as aioredis
from redis.asyncio.retry import Retry as AsyncRetry
from redis.backoff import ExponentialBackoff
from redis.exceptions import AuthorizationError, NoPermissionError
from redis.retry import Retry

from darwin_core.journal import Conflict, Journal, JournalError, reason
from darwin_core.match.record import MAX_BYTES
from darwin_core.text.language import tr
from darwin_tui.library.seat_access import ChatLine
from darwin_tui.server.event_log import Complaints
from darwin_tui.server.store.contract import (
    CHAT_LINES_MAX,
    CODE_PATTERN,
    SECRET_BYTES,
    Account,
    Change,
    Notices,
    Outdated,
    Presence,
    SoundEntries,
    StoreError,
    Subscription,
    TableInfo,
    Taken,
    check_code,
    fold,
    pack,
    unpack,
)

# --- journals

NOTICES_MAX: Final = 10_000
"""Approximate number of entries that a stream of notices keeps. A host that was cut off reads
everything again, even if entries that it missed are gone."""

_NOTIFY_LINE: Final = f"""
redis.call('XADD', KEYS[2], 'MAXLEN', '~', {NOTICES_MAX}, '*',
    'kind', 'line', 'key', name, 'lines', lines)
"""
"""Part of ``_APPEND``: the notice of a new line, with the length of the record in lines."""
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
"""Begins a record with the lines in ARGV; returns 1 if another one is there."""
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
{_NOTIFY_LINE}
return 'OK'
"""
"""Appends a line, or returns the number of lines if it is not the expected one, or FULL."""


def refusal(error: RedisError) -> str:
    """Return one sentence for an error, without the address and other private details."""
    if isinstance(error, AuthenticationError | AuthorizationError | NoPermissionError):
        # The client takes this for a connection error, but waiting does not help.
        return tr("The store does not let this server in; its host has to correct the password.")
    if isinstance(error, ConnectionError | TimeoutError):
        return tr("The store cannot be reached now; try again in a moment.")
    if "OOM" in str(error) or isinstance(error, OutOfMemoryError):
        return tr("The store has no room left; nothing is kept until it has.")
    return tr("The store cannot do that now ({error}).", error=type(error).__name__)


@contextmanager
def _journal_errors() -> Iterator[None]:
    """Raise errors of Redis as JournalError without their text."""
    try:
        yield
    except RedisError as error:
        raise JournalError(refusal(error)) from None


class RedisJournal:
    """The journal of one match in Redis.

    An appended line is as durable as anything that Redis acknowledges: on disk, with
    ``appendfsync always``.
    """

    def __init__(self, client: Redis, stream: str, notices: str, name: str) -> None:
        """Open the record of a match.

        Args:
            client: may be shared with other journals, and is left open.
            stream: key of the match.
            notices: key of the stream that receives a notice of each line.
            name: name of the match in notices and sentences.
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
            JournalError: if the record exists already or cannot be written.
        """
        with _journal_errors():
            parts = lines.splitlines(keepends=True)
            if self._create(keys=self._keys[:1], args=parts):
                raise JournalError(tr("The match {name} has begun already.", name=self._name))

    def append(self, line: bytes, expected: int) -> None:
        """Append a line; see ``Journal.append``."""
        if self._is_closed:
            raise JournalError(tr("The match {name} is closed.", name=self._name))
        call = token_hex(8)
        with _journal_errors():
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
        """Return the lines after the first ``count``; see ``Journal.since``."""
        with _journal_errors():
            entries = self._client.xrange(self._keys[0], f"{count}-0" if count else "-", "+")
        return b"".join(_line(fields) for _, fields in entries or ())

    def close(self) -> None:
        """Refuse to write from now on."""
        self._is_closed = True


def _line(fields: dict[bytes | str, bytes | str] | None) -> bytes:
    """Return the line of an entry.

    An entry by another program yields an invalid line: if it were skipped, all later lines would be
    refused without naming the cause.
    """
    line = (fields or {}).get(b"line", b"{}\n")
    return line if isinstance(line, bytes) else line.encode()


# --- the store

PREFIX: Final = "darwin:"
"""Prefix of all keys."""
RATED: Final = ":rated"
"""Name for all rated tables in place of an account name, which has no colon."""
NOTICES: Final = PREFIX + "notices"
"""Key of the stream of notices."""
_NOTIFY: Final = f"""
local function notify(kind, key)
    redis.call('XADD', '{NOTICES}', 'MAXLEN', '~', {NOTICES_MAX}, '*',
        'kind', kind, 'key', key)
end
"""
"""Lua function that sends a notice within a script."""
SEND: Final = f"""
redis.call('XADD', '{NOTICES}', 'MAXLEN', '~', {NOTICES_MAX}, '*',
    'kind', ARGV[1], 'key', ARGV[2], 'origin', ARGV[3], 'lines', ARGV[4])
return 'OK'
"""
PUT_ACCOUNT: Final = f"""{_NOTIFY}
local folded, version, name, value, token = unpack(ARGV, 1, 5)
local key = '{PREFIX}account:' .. folded
local present = redis.call('HMGET', key, 'version', 'name', 'keys', 'token')
if present[1] and version == '0' then return 'TAKEN ' .. present[2] end
if (present[1] or '0') ~= version then return 'OUTDATED' end
local prints = ''
for place = 6, #ARGV do
    local owner = redis.call('HGET', '{PREFIX}keys', ARGV[place])
    if owner and owner ~= folded then return 'KEY' end
    prints = prints .. ARGV[place] .. ' '
end
for print in string.gmatch(present[3] or '', '%S+') do
    redis.call('HDEL', '{PREFIX}keys', print)
end
if present[4] and present[4] ~= '' then redis.call('HDEL', '{PREFIX}tokens', present[4]) end
for place = 6, #ARGV do redis.call('HSET', '{PREFIX}keys', ARGV[place], folded) end
if token ~= '' then redis.call('HSET', '{PREFIX}tokens', token, folded) end
redis.call('HSET', key, 'version', version + 1, 'name', name, 'keys', prints, 'token', token,
    'value', value)
redis.call('SADD', '{PREFIX}accounts', folded)
notify('account', name)
return 'OK'
"""
PUT_TABLE: Final = f"""{_NOTIFY}
local code, version, phase, value, moved = unpack(ARGV, 1, 5)
local key = '{PREFIX}table:' .. code
if (redis.call('HGET', key, 'version') or '0') ~= version then return 'OUTDATED' end
redis.call('HSET', key, 'version', version + 1, 'phase', phase, 'value', value)
if phase == 'over' then
    redis.call('SREM', '{PREFIX}tables', code)
    redis.call('ZADD', '{PREFIX}over', moved, code)
    for place = 6, #ARGV do
        redis.call('ZADD', '{PREFIX}over:' .. ARGV[place], moved, code)
    end
else redis.call('SADD', '{PREFIX}tables', code) end
notify('table', code)
return 'OK'
"""
REMOVE_TABLE: Final = f"""{_NOTIFY}
local code = ARGV[1]
local phase = redis.call('HGET', '{PREFIX}table:' .. code, 'phase')
if phase and phase ~= 'gathering' and phase ~= ARGV[2] then return 'BEGUN' end
for _, kind in ipairs({{'table:', 'secret:', 'match:', 'chat:'}}) do
    redis.call('DEL', '{PREFIX}' .. kind .. code)
end
redis.call('SREM', '{PREFIX}tables', code)
redis.call('ZREM', '{PREFIX}over', code)
for place = 3, #ARGV do redis.call('ZREM', '{PREFIX}over:' .. ARGV[place], code) end
notify('table', code)
return 'OK'
"""
SAY: Final = f"""{_NOTIFY}
local key = '{PREFIX}chat:' .. ARGV[1]
redis.call('RPUSH', key, ARGV[2])
redis.call('LTRIM', key, -{CHAT_LINES_MAX}, -1)
notify('chat', ARGV[1])
return 'OK'
"""
FORGET_LINES: Final = f"""{_NOTIFY}
for _, key in ipairs(redis.call('KEYS', '{PREFIX}chat:*')) do
    for _, line in ipairs(redis.call('LRANGE', key, 0, -1)) do
        local is_good, read = pcall(cjson.decode, line)
        if is_good and type(read) == 'table' and (read.name == ARGV[1] or read.about == ARGV[1])
        then redis.call('LREM', key, 0, line) end
    end
end
notify('all', '')
return 'OK'
"""
PUT_DOCUMENT: Final = f"""{_NOTIFY}
local collection, name, data, before = unpack(ARGV, 1, 4)
local key = '{PREFIX}documents:' .. collection
-- The first letter says if there is a value.
local present = redis.call('HGET', key, name)
if (present and '+' .. present or '-') ~= before then return 'OUTDATED' end
if data == '-' then redis.call('HDEL', key, name)
else redis.call('HSET', key, name, string.sub(data, 2)) end
if redis.call('EXISTS', key) == 1 then redis.call('SADD', '{PREFIX}collections', collection)
else redis.call('SREM', '{PREFIX}collections', collection) end
notify('document', collection .. '/' .. name)
return 'OK'
"""
LEASE: Final = f"""
local key, holder = '{PREFIX}lease:' .. ARGV[1], redis.call('GET', '{PREFIX}lease:' .. ARGV[1])
if holder and holder ~= ARGV[2] then return 0 end
if math.abs(redis.call('TIME')[1] - ARGV[4]) > tonumber(ARGV[5]) then return 2 end
redis.call('SET', key, ARGV[2], 'PX', ARGV[3])
return 1
"""
RELEASE: Final = f"""
local key = '{PREFIX}lease:' .. ARGV[1]
if redis.call('GET', key) == ARGV[2] then redis.call('DEL', key) end
return 1
"""
PUT_PRESENCE: Final = f"""{_NOTIFY}
local key = '{PREFIX}presence:' .. ARGV[1]
local before = redis.call('GET', key)
redis.call('SET', key, ARGV[2], 'PX', ARGV[4])
redis.call('SADD', '{PREFIX}present', ARGV[1])
if before ~= ARGV[2] then notify('presence', ARGV[3]) end
return 'OK'
"""
REMOVE_PRESENCE: Final = f"""{_NOTIFY}
local key = '{PREFIX}presence:' .. ARGV[1]
local before = redis.call('GET', key)
redis.call('DEL', key)
redis.call('SREM', '{PREFIX}present', ARGV[1])
local is_good, presence = pcall(cjson.decode, before or '')
if is_good and type(presence) == 'table' and type(presence.name) == 'string' then
    notify('presence', presence.name)
end
return 'OK'
"""


T = TypeVar("T", Account, TableInfo)

ANSWER_SECONDS: Final = 5.0
"""Time within which Redis must answer."""
CONNECTIONS_MAX: Final = 32
"""Maximum connections of one process for each of its two pooled clients, one for the event loop and
one for the threads in which journals write."""
RETRIES: Final = 6
"""Retries of a command after a broken connection, for about a second in all."""
BLOCK_MILLISECONDS: Final = 2_000
"""Time for which the reader of notices waits for one."""
RECONNECT_SECONDS: Final = 0.2
"""Time between two attempts to read from Redis again, or to end the reading."""

_log: Final = logging.getLogger(__name__)

_Entries = list[tuple[bytes, dict[bytes, bytes]]]


CLOCK_SECONDS_MAX: Final = 10
"""Maximum difference between the clocks of this machine and of the machine of Redis."""
_WRONG_CLOCK: Final = (
    "The clocks of this machine and of Redis differ: bots and clocks run on other hosts until both "
    "are set."
)
"""The log line while this host gets no lease."""


def _different_clock(seconds: int) -> str:
    """Return one sentence about this machine's clock, which is some seconds ahead, or behind."""
    side = "ahead of" if seconds > 0 else "behind"
    return (
        f"The clock of this machine is {abs(seconds)} seconds {side} that of Redis, and players "
        "would lose or gain that time: set both."
    )


def unusable(error: redis.RedisError, address: str) -> str:
    """Return one sentence for the host about a Redis that is unusable at the start.

    Args:
        address: address of the Redis, without user and password.
    """
    cause = error.__context__
    match error:
        case redis.AuthenticationError() if "required" in str(error):
            return f"Redis at {address} asks for a password, and none was given."
        case redis.AuthenticationError():
            return f"Redis at {address} refuses the user or the password that was given."
        case redis.TimeoutError():
            return (
                f"Redis at {address} does not answer; if it speaks TLS, or if it does not, see "
                "that the address begins with rediss:// or redis:// accordingly."
            )
        case redis.ConnectionError() if isinstance(cause, OSError):
            number = cause.errno or 0
            why = os.strerror(number) if number > 0 else reason(cause)
            return f"Redis at {address} cannot be reached: {why}."
        case redis.InvalidResponse():
            return f"Another program than Redis answers at {address}, or a Redis that wants TLS."
        case redis.ResponseError() if "DB index" in str(error):
            return f"Redis at {address} has no database of that number."
    return refusal(error)


@contextmanager
def _store_errors() -> Iterator[None]:
    """Raise errors of Redis as StoreError without their text, which may hold a password.

    The client swallows a cancellation of its task that arrives while it connects or reads an
    answer; it is raised again here.
    """
    task = asyncio.current_task()
    before = task.cancelling() if task else 0
    try:
        yield
    except redis.RedisError as error:
        raise StoreError(refusal(error)) from None
    finally:
        if task and task.cancelling() > before:
            raise asyncio.CancelledError


class RedisStore:
    """A store in Redis, shared by all hosts that are given its address."""

    def __init__(self, url: str) -> None:
        """Prepare a store; ``open`` connects it.

        Args:
            url: address such as ``redis://:PASSWORD@HOST:6379/0``; it never appears in a sentence.

        Raises:
            StoreError: if it is not an address of Redis.
        """
        # In seconds. RETRIES of them take about a second.
        backoff = ExponentialBackoff(cap=0.4, base=0.02)
        # Do not retry after a timeout, so that a Redis that hangs is reported at once.
        again = (redis.ConnectionError,)
        options = {
            "socket_timeout": ANSWER_SECONDS,
            "socket_connect_timeout": ANSWER_SECONDS,
            "protocol": 2,
        }
        pooled = {**options, "max_connections": CONNECTIONS_MAX, "timeout": ANSWER_SECONDS}
        # No retries by the client itself: the reader must know of each lost connection.
        lasting = {**options, "socket_timeout": ANSWER_SECONDS + BLOCK_MILLISECONDS / 1000}
        try:
            pool = aioredis.BlockingConnectionPool.from_url(
                url, retry=AsyncRetry(backoff, RETRIES, again), **pooled
            )
            blocking = redis.BlockingConnectionPool.from_url(
                url, retry=Retry(backoff, RETRIES, again), **pooled
            )
            reading = aioredis.ConnectionPool.from_url(url, retry=AsyncRetry(backoff, 0), **lasting)
        except (ValueError, redis.RedisError):
            raise StoreError("The store's address must be like redis://HOST:6379/0.") from None
        self._redis = aioredis.Redis(connection_pool=pool)
        self._reader = aioredis.Redis(connection_pool=reading)
        self._blocking = redis.Redis(connection_pool=blocking)
        self._address = _address(pool.connection_kwargs)
        self._notices = Notices()
        self._complaints = Complaints(_log)
        self._sound = SoundEntries(self._complaints, "Redis")
        self._reading: asyncio.Task[None] | None = None

    async def open(self) -> None:
        """Connect, and begin to read notices.

        Raises:
            StoreError: if Redis cannot be used, or this machine's clock is wrong: it would shorten
                or prolong the players' clocks.
        """
        try:
            try:
                last = await self._reader.xrevrange(NOTICES, "+", "-", count=1)
            except redis.TimeoutError:
                # A host that starts on a busy machine may itself miss the time limit of an answer.
                last = await self._reader.xrevrange(NOTICES, "+", "-", count=1)
            before, (seconds, _), after = time.time(), await self._reader.time(), time.time()
        except redis.RedisError as error:
            raise StoreError(unusable(error, self._address)) from None
        if not before - CLOCK_SECONDS_MAX <= seconds <= after + CLOCK_SECONDS_MAX:
            raise StoreError(_different_clock(round(before - seconds)))
        position = _text(last[0][0]) if last else "0-0"
        self._reading = asyncio.create_task(self._read_notices(position))

    async def close(self) -> None:
        self._notices.close()
        reading, self._reading = self._reading, None
        while reading is not None and not reading.done():
            # Cancel repeatedly, because the client may mistake a cancellation for its timeout.
            reading.cancel()
            await asyncio.wait([reading], timeout=RECONNECT_SECONDS)
        for client in (self._redis, self._reader):
            await client.aclose()
            await client.connection_pool.disconnect()
        await asyncio.to_thread(self._blocking.connection_pool.disconnect)

    async def warnings(self) -> Sequence[str]:
        sentences = []
        try:
            appends = await self._setting("appendonly")
            syncs = await self._setting("appendfsync")
            memory = await self._setting("maxmemory")
            policy = await self._setting("maxmemory-policy")
        except redis.ResponseError:
            return (
                "Redis does not say how it is configured: see that it has appendonly yes and "
                "appendfsync always, or acknowledged actions may be lost.",
            )
        if appends != "yes":
            sentences.append(
                "Redis writes no file of its changes (appendonly is not yes): when it "
                "stops, acknowledged actions are lost."
            )
        elif syncs != "always":
            sentences.append(
                f"Redis syncs its file late (appendfsync is {syncs}, not always): when "
                "its machine stops, acknowledged actions may be lost."
            )
        if memory != "0" and policy != "noeviction":
            sentences.append(
                f"Redis drops matches when its memory is full (maxmemory-policy is "
                f"{policy}, not noeviction)."
            )
        return tuple(sentences)

    async def swap_host_key(self, fingerprint: str) -> str:
        with _store_errors():
            before = await self._redis.getset(PREFIX + "host-key", fingerprint)
        return "" if before is None else _text(before)

    async def _setting(self, name: str) -> str:
        try:
            return str((await self._redis.config_get(name)).get(name, ""))
        except redis.ResponseError:
            raise
        except redis.RedisError as error:
            raise StoreError(refusal(error)) from None

    async def _run(self, script: str, *args: str | bytes | int) -> str:
        with _store_errors():
            return _text(await self._redis.register_script(script)(args=args))

    # --- accounts

    async def accounts(self) -> list[Account]:
        with _store_errors():
            names = sorted(map(_text, await self._redis.smembers(PREFIX + "accounts")))
        return await self._sound_values("account", names, Account)

    async def _sound_values(self, kind: str, names: Sequence[str], of: type[T]) -> list[T]:
        """Return accounts or tables, leaving out removed and damaged ones."""
        values = await self._values(kind, names)
        return self._sound.values(
            zip([f"{kind} {name}" for name in names], values, strict=True), of
        )

    async def _values(self, kind: str, names: Sequence[str]) -> list[object]:
        """Return the values of accounts or tables; an error for a value of another type."""
        pipe = self._redis.pipeline(transaction=False)
        for name in names:
            pipe.hget(f"{PREFIX}{kind}:{name}", "value")
        with _store_errors():
            values: list[object] = await pipe.execute(raise_on_error=False)
            for value in values:
                if isinstance(value, redis.RedisError) and not _is_of_another_type(value):
                    raise value
        return values

    async def account(self, name: str) -> Account | None:
        (value,) = await self._values("account", [fold(name)])
        return None if value is None else unpack(value, Account)

    async def account_of_key(self, fingerprint: str) -> Account | None:
        account = await self._owner("keys", fingerprint)
        has_it = account and any(key.fingerprint == fingerprint for key in account.keys)
        return account if has_it else None

    async def account_of_token(self, token_hash: str) -> Account | None:
        account = await self._owner("tokens", token_hash)
        return account if account and account.token_hash == token_hash else None

    async def _owner(self, index: str, value: str) -> Account | None:
        with _store_errors():
            name = await self._redis.hget(PREFIX + index, value)
        return None if name is None else await self.account(_text(name))

    async def put_account(self, account: Account) -> Account:
        new = msgspec.structs.replace(account, version=account.version + 1)
        data = pack(new)
        prints = [key.fingerprint for key in new.keys]
        answer = await self._run(
            PUT_ACCOUNT,
            fold(new.name),
            account.version,
            new.name,
            data,
            new.token_hash,
            *prints,
        )
        if answer.startswith("TAKEN "):
            raise Taken(f"There is an account {answer.removeprefix('TAKEN ')} already.")
        if answer == "OUTDATED":
            raise Outdated(f"The account {new.name} has been changed meanwhile.")
        if answer == "KEY":
            raise Taken("The key belongs to another account.")
        return new

    # --- tables

    async def tables(self, finished_max: int | None = None) -> list[TableInfo]:
        # Unfinished tables first: a table that ends meanwhile then appears twice instead of never.
        unfinished = await self._unfinished()
        over = await self._tables(await self._newest("over", finished_max))
        by_code = {table.code: table for table in (*unfinished, *over)}.values()
        return sorted(by_code, key=lambda table: (-table.made, table.code))

    async def _unfinished(self) -> list[TableInfo]:
        with _store_errors():
            codes = await self._redis.smembers(PREFIX + "tables")
        return await self._tables([_text(code) for code in codes])

    async def _tables(self, codes: Sequence[str]) -> list[TableInfo]:
        for code in codes:
            if not re.match(CODE_PATTERN, code):
                self._sound.leave_out(f"table {code}")
        valid = [code for code in codes if re.match(CODE_PATTERN, code)]
        return await self._sound_values("table", valid, TableInfo)

    async def _newest(self, key: str, count: int | None) -> list[str]:
        """Return the codes of the tables that ended last, newest first; all without a count."""
        if count == 0:
            return []
        with _store_errors():
            # The last index is -1 without a count, which means the end.
            codes = await self._redis.zrevrange(PREFIX + key, 0, (count or 0) - 1)
        return [_text(code) for code in codes]

    async def finished(self, name: str, count: int) -> list[str]:
        return await self._newest(f"over:{name}", count)

    async def rated(self) -> list[TableInfo]:
        return await self._tables(await self._newest(f"over:{RATED}", None))

    async def table(self, code: str) -> TableInfo | None:
        (value,) = await self._values("table", [code])
        return None if value is None else unpack(value, TableInfo)

    async def put_table(self, table: TableInfo) -> TableInfo:
        new = msgspec.structs.replace(table, version=table.version + 1)
        data = pack(new)
        values = (new.phase, data, repr(new.moved), *new.people)
        if new.terms == "rated":
            values = (*values, RATED)
        if await self._run(PUT_TABLE, new.code, table.version, *values) != "OK":
            raise Outdated(f"The table {new.code} has been changed meanwhile.")
        return new

    async def remove_table(self, code: str, *, is_over: bool = False) -> None:
        check_code(code)
        table = await self.table(code) if is_over else None
        people = (*table.people, RATED) if table else ()
        if await self._run(REMOVE_TABLE, code, "over" if is_over else "", *people) != "OK":
            raise StoreError(f"The match of the table {code} has begun; it stays.")

    async def secret(self, code: str, given: bytes | None = None) -> bytes:
        key = f"{PREFIX}secret:{check_code(code)}"
        with _store_errors():
            await self._redis.set(key, given or token_bytes(SECRET_BYTES), nx=True)
            stored = await self._redis.get(key)
        if not isinstance(stored, bytes):
            raise StoreError(f"The secret of the table {code} cannot be read.")
        return stored

    # --- matches

    def _journal(self, code: str) -> RedisJournal:
        return RedisJournal(self._blocking, f"{PREFIX}match:{check_code(code)}", NOTICES, code)

    async def journal(self, code: str, first: bytes | None = None) -> Journal:
        journal = self._journal(code)
        if first is not None:
            await asyncio.to_thread(journal.create, first)
        elif not await asyncio.to_thread(journal.since, 0):
            raise JournalError(f"The match of the table {code} has not begun.")
        return journal

    async def rescue(self, code: str, good: bytes, *, keeps: bool = True) -> str:
        key = f"{PREFIX}damaged:{check_code(code)}:{token_hex(4)}"
        if not keeps:
            new = RedisJournal(self._blocking, key, NOTICES, code)
            try:
                await asyncio.to_thread(new.create, good)
            except JournalError as error:
                raise StoreError(str(error)) from None
            with _store_errors():
                await self._redis.rename(key, f"{PREFIX}match:{code}")
            return ""
        with _store_errors():
            await self._redis.rename(f"{PREFIX}match:{code}", key)
        try:
            await asyncio.to_thread(self._journal(code).create, good)
        except JournalError as error:
            with _store_errors():
                await self._redis.rename(key, f"{PREFIX}match:{code}")
            raise StoreError(str(error)) from None
        return key

    async def record(self, code: str) -> bytes:
        try:
            text = await asyncio.to_thread(self._journal(code).since, 0)
        except JournalError as error:
            raise StoreError(str(error)) from None
        if not text:
            raise StoreError(f"The match of the table {code} has not begun.")
        return text

    # --- chat

    async def say(self, room: str, line: ChatLine) -> None:
        await self._run(SAY, room, pack(line))

    async def chat(self, room: str) -> list[ChatLine]:
        with _store_errors():
            try:
                lines: Sequence[object] = await self._redis.lrange(f"{PREFIX}chat:{room}", 0, -1)
            except redis.ResponseError as error:
                if not _is_of_another_type(error):
                    raise
                lines = [error]
        return self._sound.values(((f"chat {room}", line) for line in lines), ChatLine)

    async def forget_lines(self, name: str) -> None:
        await self._run(FORGET_LINES, name)

    # --- documents

    async def collections(self) -> list[str]:
        with _store_errors():
            return sorted(map(_text, await self._redis.smembers(PREFIX + "collections")))

    async def documents(self, collection: str) -> dict[str, bytes]:
        with _store_errors():
            try:
                values = await self._redis.hgetall(f"{PREFIX}documents:{collection}")
            except redis.ResponseError as error:
                if not _is_of_another_type(error):
                    raise
                self._sound.leave_out(f"documents {collection}")
                return {}
        documents = ((_text(key), values[key]) for key in sorted(values))
        return {key: data for key, data in documents if isinstance(data, bytes)}

    async def document(self, collection: str, key: str) -> bytes | None:
        with _store_errors():
            data = await self._redis.hget(f"{PREFIX}documents:{collection}", key)
        return data if isinstance(data, bytes) else None

    async def put_document(
        self, collection: str, key: str, data: bytes | None, before: bytes | None
    ) -> None:
        values = (b"-" if value is None else b"+" + value for value in (data, before))
        if await self._run(PUT_DOCUMENT, collection, key, *values) != "OK":
            raise Outdated("It has been changed meanwhile.")

    # --- notices, leases and presences, shared by all processes

    async def notify(self, change: Change) -> None:
        await self._run(SEND, change.kind, change.key, change.origin, change.lines)

    def changes(self) -> Subscription:
        return self._notices.subscribe()

    async def _read_notices(self, position: str) -> None:
        """Publish the notices after a position in their stream; reconnect whenever needed.

        After a reconnection, ``all`` is published, as the stream may have dropped notices.
        """
        is_cut_off = False
        while self._reading is not None:
            try:
                answer = await self._reader.xread({NOTICES: position}, block=BLOCK_MILLISECONDS)
                streams = cast(list[tuple[bytes, _Entries]], answer)
            except redis.RedisError as error:
                is_cut_off = True
                self._complaints.log("notices", f"Notices cannot be read: {refusal(error)}")
                await asyncio.sleep(RECONNECT_SECONDS)
                continue
            if is_cut_off:
                is_cut_off = False
                self._complaints.settle("notices")
                self._notices.publish(Change("all", ""))
            for _, entries in streams:
                for entry, fields in entries:
                    position = _text(entry)
                    self._notices.publish(_change(fields))

    async def lease(self, name: str, holder: str, seconds: float) -> bool:
        # With a wrong clock, bots would decide for people too early or too late.
        now, milliseconds = round(time.time()), max(1, round(seconds * 1000))
        # The script answers 1 for the lease, 0 for another holder, 2 for a wrong clock.
        answer = int(await self._run(LEASE, name, holder, milliseconds, now, CLOCK_SECONDS_MAX))
        if answer <= 1:
            self._complaints.settle("clock")
        else:
            self._complaints.log("clock", _WRONG_CLOCK)
        return answer == 1

    async def release(self, name: str, holder: str) -> None:
        await self._run(RELEASE, name, holder)

    async def present(self) -> list[Presence]:
        with _store_errors():
            # Use bytes, so that names that are not text are removed, too.
            present = await self._redis.smembers(PREFIX + "present")
            sessions = [key for key in present if isinstance(key, bytes)]
            if not sessions:
                return []
            keys = [f"{PREFIX}presence:".encode() + session for session in sessions]
            values = await self._redis.mget(keys)
            ended = [key for key, value in zip(sessions, values, strict=True) if value is None]
            if ended:
                await self._redis.srem(PREFIX + "present", *ended)
        names = [f"presence {_text(session)}" for session in sessions]
        presences = self._sound.values(zip(names, values, strict=True), Presence)
        return sorted(presences, key=lambda presence: (presence.since, presence.session))

    async def put_presence(self, presence: Presence, seconds: float) -> None:
        milliseconds = max(1, round(seconds * 1000))
        data = pack(presence)
        await self._run(PUT_PRESENCE, presence.session, data, presence.name, milliseconds)

    async def remove_presence(self, session: str) -> None:
        await self._run(REMOVE_PRESENCE, session)


def _address(options: Mapping[str, object]) -> str:
    """Return the address of a connection for sentences, without user and password."""
    if path := options.get("path"):
        return str(path)
    return f"{options.get('host', 'localhost')}:{options.get('port', 6379)}"


def _is_of_another_type(error: redis.RedisError) -> bool:
    """Return whether a key holds a value of a foreign type."""
    return "WRONGTYPE" in str(error)


def _text(value: object) -> str:
    """Decode a text of Redis; bytes that are not text become replacement marks."""
    return value.decode(errors="replace") if isinstance(value, bytes) else str(value)


def _change(fields: Mapping[bytes, bytes]) -> Change:
    """Return the notice of an entry; an unknown kind from a later version becomes ``all``."""
    values = {_text(name): _text(value) for name, value in fields.items()}
    try:
        return msgspec.convert(values, Change, strict=False)
    except msgspec.ValidationError:
        return Change("all", "")
