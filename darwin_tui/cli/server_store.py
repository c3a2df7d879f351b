"""The store of the server that a command is about: its folder, or a Redis."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Any, Final, TypeVar
from urllib.parse import urlsplit

import click

from darwin_core.journal import reason
from darwin_core.journal.disk import read_whole
from darwin_tui.cli import process
from darwin_tui.cli.options import FILE
from darwin_tui.cli.program import NotSo, require
from darwin_tui.play.player_context import Session
from darwin_tui.server.accounts import AccountError
from darwin_tui.server.file_accounts import ACCOUNTS_FILE, FileAccounts
from darwin_tui.server.files import FileStore
from darwin_tui.server.plan import DoorError
from darwin_tui.server.store import AccountStore, Store, StoreError

T = TypeVar("T")

STORE_VARIABLE: Final = "DARWIN_TUI_STORE"
"""The variable of the environment with the address of the Redis, where no option gives one."""
_ADDRESS_BYTES_MAX: Final = 4096
REDIS: Final = ("redis://", "rediss://", "unix://")
"""Beginnings of the address of a Redis."""
SEEN: Final = (
    "The password in this command line can be read by all users of this machine: give the address "
    f"by @FILE, or in {STORE_VARIABLE}."
)


def address_of(context: click.Context, parameter: click.Parameter, given: str | None) -> str | None:
    """Return the address that an option gives: itself, or that of @FILE.

    A password in the command line is warned about: other users of the machine see it.
    """
    if given is None or not given.startswith("@"):
        if given and given.startswith(REDIS) and _has_secret(given):
            click.echo(SEEN, err=True)
        return given
    path = Path(given[1:])
    try:
        return read_whole(path, _ADDRESS_BYTES_MAX).decode().strip()
    except OSError as error:
        raise NotSo(f"{path} cannot be read: {reason(error)}") from None
    except UnicodeDecodeError:
        raise NotSo(f"{path} holds no address of a Redis") from None


def _has_secret(address: str) -> bool:
    with suppress(ValueError):
        parts = urlsplit(address)
        return bool(parts.password) or "password=" in parts.query
    return False


DATA: Final = click.option("--data", type=FILE, metavar="DIR", help="The folder of the server.")
STORE: Final = click.option(
    "--store",
    callback=address_of,
    metavar="redis://…|@FILE",
    help=f"Keep everything in Redis, which several hosts share. FILE holds the address, as "
    f"{STORE_VARIABLE} may.",
)


def folder_of(context: click.Context) -> Path:
    """Return the folder of the server: of --data, here or before the command, or the default."""
    session: Session = context.find_root().obj
    return _given(context, "data") or session.locations.server


def _given(context: click.Context, name: str) -> Any:  # noqa: ANN401 - click's own values
    here: click.Context | None = context
    while here is not None:
        value = here.params.get(name)
        if value is not None:
            return value
        here = here.parent
    return None


def redis_of(context: click.Context) -> str | None:
    """Return the address of the Redis to use, if one is to be used."""
    address: str | None = _given(context, "store")
    has_folder = bool(_given(context, "data"))
    if address is not None and has_folder:
        raise click.UsageError("Give --data or --store, not both")
    if address is None and not has_folder:
        address = process.variable(STORE_VARIABLE) or None
    if address is None:
        return None
    if not address.startswith(REDIS):
        raise click.UsageError(
            f"--store and {STORE_VARIABLE} take the address of a Redis, as in redis://HOST:6379/0"
        )
    require("redis", "cluster")
    return address


def store_of(context: click.Context) -> Store:
    """Return the store of a server that is to run."""
    address = redis_of(context)
    return redis_store(address) if address else FileStore(folder_of(context))


def redis_store(address: str) -> Store:
    """Return the store at the address of a Redis."""
    from darwin_tui.server.redis_store import RedisStore

    try:
        return RedisStore(address)
    except StoreError as error:
        raise click.UsageError(str(error)) from None


def has_accounts(context: click.Context) -> bool:
    """Return whether players can have been added: there is a folder of a server, or a Redis."""
    return bool(redis_of(context)) or (folder_of(context) / ACCOUNTS_FILE).exists()


def require_accounts(context: click.Context) -> None:
    """Refuse a folder in which there is no server, which may be a slip of the keyboard."""
    if not has_accounts(context):
        raise NotSo(f"There is no server in {folder_of(context)}")


async def with_accounts(
    context: click.Context, use: Callable[[AccountStore], Awaitable[T]], *, makes: bool = False
) -> T:
    """Use the accounts of a server, which may be running.

    Args:
        context: of the command.
        use: is given the accounts.
        makes: True to make them where there are none yet.
    """
    if not makes:
        require_accounts(context)
    address = redis_of(context)
    accounts: AccountStore = redis_store(address) if address else FileAccounts(folder_of(context))
    process.keep_private()
    async with opened(accounts):
        return await use(accounts)


@asynccontextmanager
async def opened(store: AccountStore) -> AsyncIterator[None]:
    """Open a store while the block runs."""
    await store.open()
    try:
        yield
    finally:
        await store.close()


def run(work: Coroutine[Any, Any, T]) -> T:
    """Run to the end; a failure of the store or of an account is an answer."""

    try:
        return asyncio.run(work)
    except (StoreError, AccountError, DoorError) as error:
        raise NotSo(str(error)) from None
