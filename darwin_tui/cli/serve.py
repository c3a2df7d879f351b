"""Hosting: ``darwin-tui serve`` and its commands on keys, orders, figures and deployment."""

import asyncio
import signal
import socket
import sys
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine
from contextlib import asynccontextmanager, suppress
from functools import partial, wraps
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, TypeVar
from urllib.parse import urlsplit

import click
import msgspec

from darwin_core.journal import reason
from darwin_core.journal.disk import read_whole
from darwin_core.text.language import ENGLISH, read_as
from darwin_core.text.wording import counted
from darwin_tui.cli import process
from darwin_tui.cli.options import AS_JSON, FILE, refuse_unused, wrong_use
from darwin_tui.cli.program import NotSo, Program, require
from darwin_tui.library.player_context import PlayerContext
from darwin_tui.paths import package_dir
from darwin_tui.server.operations.plan import (
    Address,
    ListenError,
    Plan,
    PublicName,
    checked,
    checklist,
)
from darwin_tui.server.operations.status import running
from darwin_tui.server.store.accounts import (
    AccountError,
    allow_tournaments,
    enrol,
    listed,
    mute,
    remove,
    revoke_token,
)
from darwin_tui.server.store.contract import (
    AccountStore,
    Store,
    StoreError,
    copy_all,
    end_table,
    ended_sentence,
)
from darwin_tui.server.store.file_accounts import ACCOUNTS_FILE, FileAccounts
from darwin_tui.server.store.files import FileStore, InUse
from darwin_tui.terminal.limits import limits_of_host
from darwin_tui.terminal.printable import clean

if TYPE_CHECKING:
    from darwin_tui.hosted.server import Server
    from darwin_tui.server.tables.open_tables import Rescued


R = TypeVar("R")
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


def address_of(context: click.Context, parameter: click.Parameter, text: str | None) -> str | None:
    """Return the address in an option: its text, or the content of @FILE.

    A password in the command line is warned about: other users of the machine see it.
    """
    if text is None or not text.startswith("@"):
        if text and text.startswith(REDIS) and _has_secret(text):
            click.echo(SEEN, err=True)
        return text
    path = Path(text[1:])
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


def of_server(command: Callable[..., R]) -> Callable[..., R]:
    """Give a command the options for the place of the server, which ``folder_of`` and ``redis_of``
    read."""

    @DATA
    @STORE
    @click.pass_context
    @wraps(command)
    def with_options(context: click.Context, /, **values: Any) -> R:  # noqa: ANN401 - of click
        del values["data"], values["store"]
        return command(context, **values)

    return with_options


def folder_of(context: click.Context) -> Path:
    """Return the folder of the server: from --data, before or after the command, or the default."""
    player: PlayerContext = context.find_root().obj
    return _parameter(context, "data") or player.locations.server


def _parameter(context: click.Context, name: str) -> Any:  # noqa: ANN401 - click's own values
    level: click.Context | None = context
    while level is not None:
        value = level.params.get(name)
        if value is not None:
            return value
        level = level.parent
    return None


def redis_of(context: click.Context) -> str | None:
    """Return the address of the Redis to use, if one is to be used."""
    address: str | None = _parameter(context, "store")
    has_folder = bool(_parameter(context, "data"))
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
    from darwin_tui.server.store.redis_store import RedisStore

    try:
        return RedisStore(address)
    except StoreError as error:
        raise click.UsageError(str(error)) from None


def has_accounts(context: click.Context) -> bool:
    """Return whether players may have been added: a server's folder, or a Redis, is present."""
    return bool(redis_of(context)) or (folder_of(context) / ACCOUNTS_FILE).exists()


def require_accounts(context: click.Context) -> None:
    """Refuse a folder without a server, which may be a typing error."""
    if not has_accounts(context):
        raise NotSo(f"There is no server in {folder_of(context)}")


async def with_accounts(
    context: click.Context, use: Callable[[AccountStore], Awaitable[T]], *, makes: bool = False
) -> T:
    """Use the accounts of a server, which may be running.

    Args:
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


def run(work: Coroutine[object, object, T]) -> T:
    """Run work to its end; failures of the store or of an account become answers."""

    try:
        return asyncio.run(work)
    except (StoreError, AccountError, ListenError) as error:
        raise NotSo(str(error)) from None


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
@click.option(
    "--name", "name_text", metavar="HOST[:PORT]",
    help="The name in invitations; by default, the address that each player has used.",
)  # fmt: skip
@click.option(
    "--players", type=click.IntRange(1, 1000), metavar="N",
    help="Players at once in this process; by default 100.",
)  # fmt: skip
@click.option(
    "--per-address", type=click.IntRange(1, 1000), metavar="N",
    help="Connections of one address, at once and new within a minute; by default 20.",
)  # fmt: skip
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
    name_text: str | None,
    players: int | None,
    per_address: int | None,
    is_check: bool,
) -> int:
    """Serve tables to friends over SSH and in browsers."""
    # Hosts and logs read English, whatever the players read.
    read_as(ENGLISH)
    if context.invoked_subcommand is not None:
        server_options = ("ssh_text", "web_text", "is_open", "is_public", "is_check")
        refuse_unused(
            context, server_options, "{option} is for the server itself, not for its commands."
        )
        return 0
    require("asyncssh", "ssh")
    if web_text is not None:
        require("aiohttp", "web")
        require("textual_serve", "web")
    folder = folder_of(context)
    ssh = _address(ssh_text)
    web = None if web_text is None else _address(web_text)
    for address in filter(None, (ssh, web)):
        _find(address)
    name = wrong_use(PublicName.read, name_text) if name_text else None
    plan = Plan(folder, ssh, web, is_open, name, has_redis=bool(redis_of(context)))
    if is_check:
        for line in run(_checked(context, plan)):
            click.echo(clean(line))
        return 0
    if not is_public and (far := next((a for a in (ssh, web) if a and not a.is_loopback), None)):
        raise click.UsageError(
            f"{far} can be reached from other machines; --public allows that, "
            "and --check prints what is open to whom"
        )
    process.keep_private()
    from darwin_tui.hosted.server import Server

    limits = limits_of_host(players, per_address)
    run(run_until_asked(Server(plan, store_of(context), limits), is_public=is_public))
    return 0


async def run_until_asked(server: "Server", *, is_public: bool) -> None:
    """Run a process of a server until it is asked to end."""
    end_asked = asyncio.Event()
    for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
        asyncio.get_running_loop().add_signal_handler(number, end_asked.set)
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
        ending, working = (
            asyncio.ensure_future(end_asked.wait()),
            asyncio.ensure_future(server.run()),
        )
        await asyncio.wait((ending, working), return_when=asyncio.FIRST_COMPLETED)
        ending.cancel()
        if working.done():
            working.result()
        working.cancel()
    finally:
        await server.close()


async def _checked(context: click.Context, plan: Plan) -> list[str]:
    if not has_accounts(context):
        return checked(plan, ())
    return checked(plan, await with_accounts(context, lambda store: store.accounts()))


# --- keys


@serve.group(cls=Program)
def keys() -> None:
    """Say whose keys may sign in."""


@keys.command("add")
@click.argument("name")
@click.argument("file")
@click.option(
    "--same-person", is_flag=True, help="Give a removed name back, with its seats and matches."
)
@of_server
def add_key(context: click.Context, name: str, file: str, same_person: bool) -> None:
    """Let a public key sign in.

    FILE is such as id_ed25519.pub, - for standard input, or the key itself.
    """
    text = _key_text(file)
    order = partial(enrol, name=name, text=text, is_same_person=same_person)
    account = run(with_accounts(context, order, makes=True))
    click.echo(f"{account.name} can sign in with {account.keys[-1].fingerprint}.")


@keys.command("list")
@AS_JSON
@of_server
def list_keys(context: click.Context, as_json: bool) -> None:
    """List the players and their keys."""
    accounts = run(with_accounts(context, listed))
    if as_json:
        click.echo(msgspec.json.encode(accounts).decode())
        return
    for account in accounts:
        last_visit = f"last here {account.seen}" if account.seen else "never here"
        keys = "removed" if account.is_removed else " ".join(account.keys)
        click.echo(f"{account.name}  {last_visit}  {keys}")


@keys.command("remove")
@click.argument("name")
@of_server
def remove_keys(context: click.Context, name: str) -> None:
    """Remove a player with all keys; the name and the matches stay the player's."""
    account = run(with_accounts(context, lambda accounts: remove(accounts, name)))
    click.echo(f"{account.name} can sign in no longer.")


@keys.command("revoke")
@click.argument("name")
@of_server
def revoke(context: click.Context, name: str) -> None:
    """End a player's token and all browsers; keys stay."""
    account = run(with_accounts(context, partial(revoke_token, name=name)))
    click.echo(f"{account.name} is signed out of all browsers, and needs a new token.")


# --- orders


@serve.command()
@click.argument("text")
@of_server
def say(context: click.Context, text: str) -> None:
    """Say something to all who are here.

    It is read in the lobby and at the tables.
    """
    # The other commands need no engine.
    from darwin_tui.server.tables.chat import announce

    folder = folder_of(context)
    if not redis_of(context) and folder.exists() and not running(folder):
        raise NotSo(f"No server runs with {folder}: nobody would read it")
    run(with_accounts(context, lambda accounts: announce(accounts, text, time.time())))
    click.echo("Said to all.")


@serve.command("mute")
@click.argument("name")
@click.option("--off", "is_off", is_flag=True, help="Let the player speak again.")
@of_server
def mute_player(context: click.Context, name: str, is_off: bool) -> None:
    """Let a player write nothing in any chat.

    The player may play on.
    """
    order = partial(mute, name=name, is_muted=not is_off)
    account = run(with_accounts(context, order))
    click.echo(f"{account.name} may speak again." if is_off else f"{account.name} is muted.")


@serve.command()
@click.argument("code")
@of_server
def end(context: click.Context, code: str) -> None:
    """End the match at a table, or remove a table that has not begun.

    The server may be running.
    """
    click.echo(run(_ended(context, code)))


@serve.group(cls=Program)
def tournaments() -> None:
    """Open tournaments, and say who else may."""


@tournaments.command("open")
@click.argument("form", type=click.Choice(("duplicate", "swiss", "arena")))
@click.argument("game")
@click.option("--title", default="", metavar="TEXT", help="Its name, as players read it.")
@click.option("--count", default=0, metavar="N", help="Deals or rounds; by default 8 or 5.")
@click.option("--seats", default=0, metavar="N", help="Seats of a table; by default as usual.")
@click.option("--level", default="normal", metavar="LEVEL", help="The level of its bots.")
@click.option(
    "--in", "minutes", default=0, metavar="MINUTES", help="Time from now to its beginning."
)
@click.option(
    "--hours", default=0, metavar="N",
    help="Its length, or that of a round; by default a week or two hours.",
)  # fmt: skip
@click.option(
    "--clock", "seconds_a_move", default=0, metavar="SECONDS",
    help="Time for a move; by default a day or five minutes.",
)  # fmt: skip
@of_server
def open_one(context: click.Context, minutes: int, hours: int, **values: Any) -> None:  # noqa: ANN401 - of click
    """Open a tournament.

    The server may be running. Players join in the lobby.
    """
    # The other commands need no engine.
    from darwin_tui.library.seat_access import Rejected
    from darwin_tui.server.tables.tournaments import TournamentPlan, open_tournament

    plan = TournamentPlan(**values, wait_seconds=60.0 * minutes, seconds=3600.0 * hours)
    order = partial(open_tournament, plan=plan, host="", now=time.time())
    try:
        click.echo(run(with_accounts(context, order)).code)
    except Rejected as refusal:
        raise NotSo(str(refusal)) from None


@tournaments.command("list")
@of_server
def list_tournaments(context: click.Context) -> None:
    """List the tournaments, the newest first."""
    for known in run(with_accounts(context, lambda accounts: accounts.tournaments())):
        if known.form != "daily":
            players = counted(len(known.entries), "player")
            games = known.deals[0].game
            click.echo(f"{known.code}  {known.form}  {games}  {known.phase}  {players}")


@tournaments.command("allow")
@click.argument("name")
@click.option("--off", "is_off", is_flag=True, help="Allow it no longer.")
@of_server
def allow(context: click.Context, name: str, is_off: bool) -> None:
    """Let a player open tournaments."""
    order = partial(allow_tournaments, name=name, is_allowed=not is_off)
    account = run(with_accounts(context, order))
    may = "may open tournaments no longer" if is_off else "may open tournaments"
    click.echo(f"{account.name} {may}.")


async def _ended(context: click.Context, code: str) -> str:
    process.keep_private()
    store = _source(context)
    try:
        async with opened(store):
            return ended_sentence(await end_table(store, code, time.time()))
    except InUse:
        # A running server holds the tables of its folder, and ends them itself.
        accounts = FileAccounts(folder_of(context))
        async with opened(accounts):
            return await accounts.end_table(code)


async def _rescued(context: click.Context, code: str) -> "Rescued":
    # The other commands need no engine.
    from darwin_tui.server.tables.open_tables import rescue_match

    process.keep_private()
    store = _source(context)
    try:
        async with opened(store):
            return await rescue_match(store, code)
    except InUse:
        raise StoreError(
            "The server that runs holds its tables: stop it, give the order, and start it again."
        ) from None


@serve.command()
@click.argument("code")
@of_server
def rescue(context: click.Context, code: str) -> None:
    """Let a match whose record is damaged go back to its good part.

    The damaged record is kept beside it. A server that keeps everything in a folder has to be ended
    first.
    """
    rescued = run(_rescued(context, code))
    click.echo(rescued.damage)
    click.echo(
        f"The match of the table {rescued.code} continues after "
        f"{counted(rescued.lines, 'action')}; all of it is kept in {rescued.kept}."
    )


# --- figures and files


@serve.command()
@AS_JSON
@of_server
def status(context: click.Context, as_json: bool) -> None:
    """Print the figures of a running server.

    They are sessions, tables, the time of an action, and memory.
    """
    processes = running(folder_of(context))
    if not processes:
        raise NotSo(f"No server runs with {folder_of(context)}")
    if as_json:
        click.echo(msgspec.json.encode(processes).decode())
        return
    for running_process in processes:
        figures = running_process.status
        click.echo(
            f"process {running_process.process}: {counted(figures.sessions, 'session')}, "
            f"{counted(figures.tables_open, 'table')} open, {figures.tables} not over, "
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
    return (package_dir() / "server" / "operations" / "deploy" / name).read_text()


# --- to another store


@serve.command()
@click.option(
    "--to",
    required=True,
    callback=address_of,
    metavar="DIR|redis://…|@FILE",
    help="The folder or the Redis to copy to, or a file with its address.",
)
@of_server
def move(context: click.Context, to: str) -> None:
    """Copy all players, tables and chat to another store.

    End the server first. All of it also stays here; a copy that was interrupted is completed by
    the next one.
    """
    target = _target(context, to)
    run(_move(_source(context), target))


async def _move(source: Store, target: Store) -> None:
    process.keep_private()
    async with opened(source), opened(target):
        for warning in (*await source.warnings(), *await target.warnings()):
            click.echo(warning, err=True)
        async for line in copy_all(source, target):
            click.echo(line)
    click.echo("All of it is there now, and nothing was removed here.")


def _source(context: click.Context) -> Store:
    require_accounts(context)
    return store_of(context)


def _target(context: click.Context, to: str) -> Store:
    is_redis = to.startswith(REDIS)
    source = redis_of(context) or folder_of(context).resolve()
    if not is_redis and (not to or "://" in to):
        raise click.UsageError(
            "--to takes a folder, or the address of a Redis, as in redis://HOST:6379/0"
        )
    if source == (to if is_redis else Path(to).resolve()):
        raise click.UsageError("The target is the source")
    if not is_redis:
        return FileStore(Path(to))
    require("redis", "cluster")
    return redis_store(to)


# --- reading


def _address(text: str) -> Address:
    return wrong_use(Address.read, text)


def _find(address: Address) -> None:
    """Refuse the name of an unknown machine, before the check says who can reach it."""
    try:
        socket.getaddrinfo(address.host or None, address.port)
    except (OSError, UnicodeError) as error:
        why = reason(error) if isinstance(error, OSError) else "No such name"
        raise NotSo(f"{address} cannot be used: {why}.") from None


def _key_text(file: str) -> str:
    """Return the text of a public key: from a file, from standard input, or the argument itself."""
    if " " in file.strip() and not Path(file).exists():
        return file
    try:
        if file == "-":
            return sys.stdin.buffer.read(_KEY_BYTES_MAX).decode(errors="replace")
        with open(file, encoding="utf-8", errors="replace") as opened:
            return opened.read(_KEY_BYTES_MAX)
    except OSError as error:
        raise NotSo(f"{file} cannot be read: {reason(error)}") from None
