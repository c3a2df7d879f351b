"""Hosting: ``darwin-tui serve``, its keys, its figures and its files for deployment."""

import asyncio
import signal
import sys
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine
from contextlib import asynccontextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, TypeVar

import click
import msgspec

from darwin_core.english import counted
from darwin_core.journal import reason
from darwin_tui.cli import process
from darwin_tui.cli.options import AS_JSON, FILE, wrong_use
from darwin_tui.cli.program import NotSo, Program, require
from darwin_tui.locations import package_dir
from darwin_tui.server.accounts import AccountError, enrol, listed, remove
from darwin_tui.server.file_accounts import ACCOUNTS_FILE, FileAccounts
from darwin_tui.server.files import FileStore
from darwin_tui.server.plan import Address, DoorError, Plan, checked, checklist
from darwin_tui.server.status import running
from darwin_tui.server.store import AccountStore, Store, StoreError
from darwin_tui.session import Session

if TYPE_CHECKING:
    from darwin_tui.server.host import Host

T = TypeVar("T")

DATA: Final = click.option("--data", type=FILE, metavar="DIR", help="The folder of the server.")
STORE: Final = click.option(
    "--store", metavar="redis://…", help="Keep everything in Redis, which several hosts share."
)
REDIS: Final = ("redis://", "rediss://", "unix://")
"""Beginnings of the address of a Redis."""
_KEY_BYTES_MAX: Final = 20_000


@click.group(cls=Program, invoke_without_command=True)
@click.option(
    "--ssh", "ssh_text", default="127.0.0.1:8022", metavar="HOST:PORT", show_default=True,
    help="Where to listen for SSH.",
)  # fmt: skip
@click.option("--web", "web_text", metavar="HOST:PORT", help="Where to listen for browsers.")
@DATA
@STORE
@click.option("--open", "is_open", is_flag=True, help="Unknown players may choose a name.")
@click.option("--public", "is_public", is_flag=True, help="Listen to other machines.")
@click.option("--check", "is_check", is_flag=True, help="Print what is open to whom, and end.")
@click.pass_context
def serve(
    context: click.Context,
    ssh_text: str,
    web_text: str | None,
    data: Path | None,
    store: str | None,
    is_open: bool,
    is_public: bool,
    is_check: bool,
) -> int:
    """Serve tables to friends over SSH and in browsers."""
    if context.invoked_subcommand is not None:
        return 0
    require("asyncssh", "ssh")
    if web_text:
        require("aiohttp", "web")
        require("textual_serve", "web")
    folder = _folder(context)
    ssh = _address(ssh_text)
    web = _address(web_text) if web_text else None
    # Only processes with one store are one server.
    plan = Plan(folder, ssh, web, is_open, _name(ssh), shares_port=bool(_redis(context)))
    if is_check:
        for line in _run(_checked(context, plan)):
            click.echo(line)
        return 0
    if not is_public and (far := next((a for a in (ssh, web) if a and not a.is_loopback), None)):
        raise click.UsageError(
            f"{far} can be reached from other machines; --public allows that, "
            "and --check prints what is open to whom"
        )
    process.keep_private()
    from darwin_tui.server.host import Host

    _run(run_until_asked(Host(plan, _store(context)), is_public=is_public))
    return 0


async def run_until_asked(server: "Host", *, is_public: bool) -> None:
    """Run a process of a server until it is asked to end."""
    asked = asyncio.Event()
    for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
        asyncio.get_running_loop().add_signal_handler(number, asked.set)
    await server.open()
    process.log_to_stderr()
    asyncio.get_running_loop().set_exception_handler(process.log_unhandled)
    try:
        for warning in server.warnings:
            click.echo(warning, err=True)
        if is_public:
            for line in checklist(server.plan, is_root=process.is_root()):
                click.echo(line, err=True)
        click.echo(server.ready)
        sys.stdout.flush()
        ending, working = asyncio.ensure_future(asked.wait()), asyncio.ensure_future(server.run())
        await asyncio.wait((ending, working), return_when=asyncio.FIRST_COMPLETED)
        ending.cancel()
        if working.done():
            working.result()
        working.cancel()
    finally:
        await server.close()


async def _checked(context: click.Context, plan: Plan) -> list[str]:
    return checked(plan, await _with_accounts(context, lambda store: store.accounts()))


# --- keys


@serve.group(cls=Program)
def keys() -> None:
    """Say whose keys may sign in."""


@keys.command("add")
@click.argument("name")
@click.argument("file")
@DATA
@STORE
@click.pass_context
def add_key(
    context: click.Context, name: str, file: str, data: Path | None, store: str | None
) -> None:
    """Let a public key sign in: a FILE such as id_ed25519.pub, - for standard input, or the key."""
    text = _key_text(file)
    account = _run(_with_accounts(context, lambda accounts: enrol(accounts, name, text)))
    click.echo(f"{account.name} can sign in with {account.keys[-1].fingerprint}.")


@keys.command("list")
@AS_JSON
@DATA
@STORE
@click.pass_context
def list_keys(context: click.Context, as_json: bool, data: Path | None, store: str | None) -> None:
    """List the players and their keys."""
    found = _run(_with_accounts(context, listed))
    if as_json:
        click.echo(msgspec.json.encode(found).decode())
        return
    for account in found:
        seen = f"last here {account.seen}" if account.seen else "never here"
        click.echo(f"{account.name}  {seen}  {' '.join(account.keys)}")


@keys.command("remove")
@click.argument("name")
@DATA
@STORE
@click.pass_context
def remove_keys(context: click.Context, name: str, data: Path | None, store: str | None) -> None:
    """Remove a player with all keys; the matches stay."""
    account = _run(_with_accounts(context, lambda accounts: remove(accounts, name)))
    click.echo(f"{account.name} can sign in no longer.")


# --- figures and files


@serve.command()
@AS_JSON
@DATA
@STORE
@click.pass_context
def status(context: click.Context, as_json: bool, data: Path | None, store: str | None) -> None:
    """Print the figures of a running server: sessions, tables, times and memory."""
    found = running(_folder(context))
    if not found:
        raise NotSo(f"No server runs with {_folder(context)}")
    if as_json:
        click.echo(msgspec.json.encode(found).decode())
        return
    for each in found:
        figures = each.status
        click.echo(
            f"process {each.process}: {counted(figures.sessions, 'session')}, "
            f"{counted(figures.tables_open, 'table')} open of {figures.tables}, "
            f"an action {figures.submit_p95_ms:.1f} ms (p95), {figures.memory_mb:.0f} MB"
        )


@serve.command()
def unit() -> None:
    """Print a unit for systemd."""
    click.echo(_deployment("darwin-tui.service"), nl=False)


@serve.command()
def container() -> None:
    """Print a file to build a container from."""
    click.echo(_deployment("Containerfile"), nl=False)


def _deployment(name: str) -> str:
    return (package_dir() / "server" / "deploy" / name).read_text()


# --- to another store


@serve.command()
@click.option(
    "--to", required=True, metavar="DIR|redis://…", help="The folder or the Redis to copy to."
)
@DATA
@STORE
@click.pass_context
def move(context: click.Context, to: str, data: Path | None, store: str | None) -> None:
    """Copy all players, tables and chat to another store.

    End the server first. All of it also stays here; a copy that was interrupted is completed by
    the next one.
    """
    _run(_move(_source(context), _target(context, to)))


async def _move(source: Store, target: Store) -> None:
    # The other commands need no engine.
    from darwin_tui.server.transfer import copy_all

    process.keep_private()
    async with _opened(source), _opened(target):
        for warning in (*await source.warnings(), *await target.warnings()):
            click.echo(warning, err=True)
        async for line in copy_all(source, target):
            click.echo(line)
    click.echo("All of it is there now, and nothing was removed here.")


def _source(context: click.Context) -> Store:
    folder = _folder(context)
    if not _redis(context) and not (folder / ACCOUNTS_FILE).exists():
        raise NotSo(f"There is no server in {folder}")
    return _store(context)


def _target(context: click.Context, to: str) -> Store:
    is_redis = to.startswith(REDIS)
    source = _redis(context) or _folder(context).resolve()
    if source == (to if is_redis else Path(to).resolve()):
        raise click.UsageError("The target is the source")
    if not is_redis:
        return FileStore(Path(to))
    require("redis", "cluster")
    return _redis_store(to)


# --- where everything is kept


def _folder(context: click.Context) -> Path:
    """Return the folder of the server: of --data, here or before the command, or the default."""
    session: Session = context.find_root().obj
    return _given(context, "data") or session.locations.server


def _given(context: click.Context, name: str) -> Any:  # noqa: ANN401 - click's own values
    here: click.Context | None = context
    while here is not None:
        if value := here.params.get(name):
            return value
        here = here.parent
    return None


def _redis(context: click.Context) -> str | None:
    """Return the address of the Redis to use, if one is to be used."""
    address: str | None = _given(context, "store")
    if address is None:
        return None
    if _given(context, "data"):
        raise click.UsageError("Give --data or --store, not both")
    if not address.startswith(REDIS):
        raise click.UsageError("--store takes the address of a Redis, as in redis://HOST:6379/0")
    require("redis", "cluster")
    return address


def _store(context: click.Context) -> Store:
    """Return the store of a server that is to run."""
    address = _redis(context)
    return _redis_store(address) if address else FileStore(_folder(context))


def _redis_store(address: str) -> Store:
    from darwin_tui.server.redis_store import RedisStore

    try:
        return RedisStore(address)
    except StoreError as error:
        raise click.UsageError(str(error)) from None


async def _with_accounts(context: click.Context, use: Callable[[AccountStore], Awaitable[T]]) -> T:
    """Use the accounts of a server, which may be running."""
    address = _redis(context)
    accounts: AccountStore = _redis_store(address) if address else FileAccounts(_folder(context))
    process.keep_private()
    async with _opened(accounts):
        return await use(accounts)


@asynccontextmanager
async def _opened(store: AccountStore) -> AsyncIterator[None]:
    await store.open()
    try:
        yield
    finally:
        await store.close()


def _run(work: Coroutine[Any, Any, T]) -> T:
    """Run to the end; a failure of the store or of an account is an answer."""

    try:
        return asyncio.run(work)
    except (StoreError, AccountError, DoorError) as error:
        raise NotSo(str(error)) from None


# --- reading


def _address(text: str) -> Address:

    return wrong_use(Address.read, text)


def _name(address: Address) -> str:
    """Return the name under which friends reach an address."""
    is_any = address.host in ("", "0.0.0.0", "::")
    return process.host_name() if is_any else address.host


def _key_text(file: str) -> str:
    """Return the text of a public key: of a file, of standard input, or the key itself."""
    if " " in file.strip() and not Path(file).exists():
        return file
    try:
        if file == "-":
            return sys.stdin.read(_KEY_BYTES_MAX)
        with open(file, encoding="utf-8", errors="replace") as opened:
            return opened.read(_KEY_BYTES_MAX)
    except OSError as error:
        raise NotSo(f"{file} cannot be read: {reason(error)}") from None
