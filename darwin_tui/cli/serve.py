"""Hosting: ``darwin-tui serve``, and its commands on keys, orders, tournaments, admission, figures,
files and deployment.

The address of a Redis is given by an option or by ``STORE_VARIABLE``; otherwise the store is the
server's folder. Only the running server may hold the tables of a folder."""

import asyncio
import os
import shlex
import shutil
import signal
import socket
import sys
import tarfile
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine
from contextlib import asynccontextmanager, suppress
from datetime import UTC, datetime
from functools import partial, wraps
from ipaddress import IPv4Network, IPv6Network, ip_network
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any, Final, TypeVar
from urllib.parse import urlsplit

import click
import msgspec

from darwin_core.journal import reason
from darwin_core.journal.disk import read_whole
from darwin_core.text.language import ENGLISH, read_as
from darwin_core.text.wording import counted, quoted
from darwin_tui.cli import process
from darwin_tui.cli.options import AS_JSON, FILE, GAME, or_wrong_use, refuse_unused
from darwin_tui.cli.program import CommandFailed, Program, require
from darwin_tui.library.dates import DAY_SECONDS
from darwin_tui.library.player_context import PlayerContext
from darwin_tui.paths import package_dir
from darwin_tui.server.event_log import keep_events, last_events
from darwin_tui.server.operations.plan import (
    DOOR_WORDS,
    Address,
    ListenError,
    Plan,
    PublicName,
    checked,
    checklist,
    invited_command,
)
from darwin_tui.server.operations.status import running
from darwin_tui.server.sanitiser import one_line
from darwin_tui.server.store import admission, orders
from darwin_tui.server.store.accounts import (
    AccountError,
    allow,
    enrol,
    listed,
    mute,
    purge,
    remove,
    revoke_token,
)
from darwin_tui.server.store.admission import DOORS, Ban, Pass
from darwin_tui.server.store.contract import (
    FORMS,
    RIGHTS,
    AccountStore,
    Right,
    Store,
    StoreError,
    copy_all,
)
from darwin_tui.server.store.file_accounts import ACCOUNTS_FILE, FileAccounts
from darwin_tui.server.store.files import FileStore, InUse, copy_running
from darwin_tui.server.store.orders import Order
from darwin_tui.terminal.limits import Limits, limits_file, limits_of_host, read_limits
from darwin_tui.terminal.printable import clean

if TYPE_CHECKING:
    from darwin_core.analysis.report import Analysis
    from darwin_core.match import AnyMatch
    from darwin_tui.hosted.server import Server
    from darwin_tui.server.tables.open_tables import Rescued


R = TypeVar("R")
T = TypeVar("T")

STORE_VARIABLE: Final = "DARWIN_TUI_STORE"
"""Environment variable with the Redis address, used if no option gives one."""
_ADDRESS_BYTES_MAX: Final = 4096
"""Maximum size of a file with the Redis address."""
REDIS: Final = ("redis://", "rediss://", "unix://")
"""Prefixes of a Redis address."""
SEEN: Final = (
    "The password in this command line can be read by all users of this machine: give the address "
    f"by @FILE, or in {STORE_VARIABLE}."
)
"""The warning about a password in the command line."""


def address_of(context: click.Context, parameter: click.Parameter, text: str | None) -> str | None:
    """Return the address in an option: its text, or the content of @FILE; None without the option.

    Warns about a password in the command line, which other users of the machine see.

    Raises:
        CommandFailed: if the file cannot be read.
    """
    if text is None or not text.startswith("@"):
        if text and text.startswith(REDIS) and _has_secret(text):
            click.echo(SEEN, err=True)
        return text
    path = Path(text[1:])
    try:
        return read_whole(path, _ADDRESS_BYTES_MAX).decode().strip()
    except OSError as error:
        raise CommandFailed(f"{path} cannot be read: {reason(error)}") from None
    except UnicodeDecodeError:
        raise CommandFailed(f"{path} holds no address of a Redis") from None


def _has_secret(address: str) -> bool:
    """Return whether an address has a password; False if it cannot be parsed."""
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
    """Add to a command the options that locate the server; ``folder_of`` and ``redis_of`` read
    them from the context."""

    @DATA
    @STORE
    @click.pass_context
    @wraps(command)
    def with_options(context: click.Context, /, **values: Any) -> R:  # noqa: ANN401 - of click
        del values["data"], values["store"]
        return command(context, **values)

    return with_options


def folder_of(context: click.Context) -> Path:
    """Return the server's folder: from --data, before or after the command, or the default."""
    player: PlayerContext = context.find_root().obj
    return _parameter(context, "data") or player.locations.server


def _parameter(context: click.Context, name: str) -> Any:  # noqa: ANN401 - click's own values
    """Return an option's value, given after the command or before it; None if not given."""
    level: click.Context | None = context
    while level is not None:
        value = level.params.get(name)
        if value is not None:
            return value
        level = level.parent
    return None


def redis_of(context: click.Context) -> str | None:
    """Return the address of the Redis to use; None if the store is a folder.

    Raises:
        click.UsageError: if a folder is given, too, or the address is not one of a Redis.
    """
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
    """Return the store with the tables, which only one process may open if it is a folder."""
    address = redis_of(context)
    return redis_store(address) if address else FileStore(folder_of(context))


def redis_store(address: str) -> Store:
    """Return the store at a Redis address; raises click.UsageError for an unusable address."""
    from darwin_tui.server.store.redis_store import RedisStore

    try:
        return RedisStore(address)
    except StoreError as error:
        raise click.UsageError(str(error)) from None


def has_accounts(context: click.Context) -> bool:
    """Return whether players may have been added: a server's folder, or a Redis, exists."""
    return bool(redis_of(context)) or (folder_of(context) / ACCOUNTS_FILE).exists()


def require_accounts(context: click.Context) -> None:
    """Refuse a folder without a server, which may be a typing error."""
    if not has_accounts(context):
        raise CommandFailed(f"There is no server in {folder_of(context)}")


async def with_accounts(
    context: click.Context, use: Callable[[AccountStore], Awaitable[T]], *, makes: bool = False
) -> T:
    """Use the accounts of a server, which may be running; return the result.

    Args:
        use: receives the accounts.
        makes: True to create them if there are none yet; else that raises CommandFailed.
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
    """Open a store for the duration of the block."""
    await store.open()
    try:
        yield
    finally:
        await store.close()


def run(work: Coroutine[object, object, T]) -> T:
    """Run work to its end; a failure of the store, an account or an address raises
    CommandFailed."""
    try:
        return asyncio.run(work)
    except (StoreError, AccountError, ListenError) as error:
        raise CommandFailed(str(error)) from None


_KEY_BYTES_MAX: Final = 20_000
"""Maximum size of a public key: bytes of standard input, or characters of a file."""
_LIMITS_BYTES_MAX: Final = 100_000
"""Maximum size of a file of limits."""
_WHY_CELLS_MAX: Final = 100
"""Maximum length of the reason of a ban."""


@click.group(cls=Program, invoke_without_command=True, subcommand_metavar="[COMMAND] [ARGS]...")
@click.option(
    "--ssh", "ssh_text", default="127.0.0.1:8022", metavar="HOST:PORT", show_default=True,
    help="Where to listen for SSH.",
)  # fmt: skip
@click.option("--web", "web_text", metavar="HOST:PORT", help="Where to listen for browsers.")
@DATA
@STORE
@click.option("--open", "is_open", is_flag=True, help="Unknown players may choose a name.")
@click.option(
    "--guests", "has_guests", is_flag=True, help="Players without a known key may play as guests."
)
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
@click.option("--limits", "limits_path", type=FILE, metavar="FILE", help="A file with limits.")
@click.option(
    "--proxy", "proxy_text", metavar="ADDRESS",
    help="Of a proxy for SSH, which says for whom it connects by the PROXY protocol.",
)  # fmt: skip
@click.option("--mail", metavar="PROGRAM", help="Sends a mail, as: msmtp -t")
@click.option("--on-event", metavar="PROGRAM", help="Is given each event as JSON.")
@click.option(
    "--own-network", is_flag=True, help="Players may be notified at addresses of your network."
)
@click.option("--metrics", "metrics_text", metavar="HOST:PORT", help="Figures for Prometheus.")
@click.option("--check", "is_check", is_flag=True, help="Print what is open to whom, and end.")
@click.pass_context
def serve(
    context: click.Context,
    ssh_text: str,
    web_text: str | None,
    data: Path | None,
    store: str | None,
    is_open: bool,
    has_guests: bool,
    is_public: bool,
    name_text: str | None,
    players: int | None,
    per_address: int | None,
    limits_path: Path | None,
    proxy_text: str | None,
    mail: str | None,
    on_event: str | None,
    own_network: bool,
    metrics_text: str | None,
    is_check: bool,
) -> int:
    """Serve tables to friends over SSH and in browsers."""
    # Hosts and logs read English, whatever language the players have chosen.
    read_as(ENGLISH)
    if context.invoked_subcommand is not None:
        server_options = (
            *("ssh_text", "web_text", "is_open", "has_guests", "is_public", "is_check"),
            *("limits_path", "metrics_text", "mail", "on_event", "own_network", "proxy_text"),
            *("name_text", "players", "per_address"),
        )
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
    metrics = None if metrics_text is None else _address(metrics_text)
    addresses = [address for address in (ssh, web, metrics) if address]
    for address in addresses:
        _find(address)
    name = or_wrong_use(PublicName.read, name_text) if name_text else None
    door: admission.Door = "open" if is_open else "invite"
    plan = Plan(
        folder,
        ssh,
        web,
        door,
        has_guests,
        name,
        proxy=or_wrong_use(_network, proxy_text) if proxy_text else None,
        mail=_program(mail),
        on_event=_program(on_event),
        allows_own_network=own_network,
        metrics=metrics,
        has_redis=bool(redis_of(context)),
    )
    limits = limits_of_host(players, per_address, _limits(limits_path))
    if is_check:
        for line in run(_checked(context, plan)):
            click.echo(clean(line))
        return 0
    if not is_public and (far := next((a for a in addresses if not a.is_loopback), None)):
        raise click.UsageError(
            f"{far} can be reached from other machines; --public allows that, "
            "and --check prints what is open to whom"
        )
    process.keep_private()
    from darwin_tui.hosted.server import Server

    run(run_until_asked(Server(plan, store_of(context), limits), is_public=is_public))
    return 0


async def run_until_asked(server: "Server", *, is_public: bool) -> None:
    """Run a server process until it is asked to end."""
    end_asked = asyncio.Event()
    # A closed terminal (SIGHUP) ends the server as properly as an order.
    for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
        asyncio.get_running_loop().add_signal_handler(number, end_asked.set)
    await server.open()
    process.log_to_stderr()
    keep_events(server.plan.folder)
    asyncio.get_running_loop().set_exception_handler(process.log_unhandled)
    try:
        for warning in server.warnings:
            click.echo(warning, err=True)
        if is_public:
            plan = server.plan._replace(door=server.sessions.admission.door)
            for line in checklist(plan, is_root=process.is_root()):
                click.echo(line, err=True)
        click.echo(server.ready)
        sys.stdout.flush()
        ending, working = (
            asyncio.ensure_future(end_asked.wait()),
            asyncio.ensure_future(server.run()),
        )
        await asyncio.wait((ending, working), return_when=asyncio.FIRST_COMPLETED)
        ending.cancel()
        # A failure of the server is raised here.
        if working.done():
            working.result()
        working.cancel()
    finally:
        await server.close()


async def _checked(context: click.Context, plan: Plan) -> list[str]:
    """Return the lines of ``--check``; a stored door replaces the one of the command line."""
    if not has_accounts(context):
        return checked(plan, ())

    async def read(store: AccountStore) -> list[str]:
        door = await admission.stored_door(store) or plan.door
        return checked(plan._replace(door=door), await store.accounts())

    return await with_accounts(context, read)


def _limits(path: Path | None) -> Limits:
    """Return the limits in a file; the defaults without one."""
    if path is None:
        return Limits()
    try:
        text = read_whole(path, _LIMITS_BYTES_MAX).decode(errors="replace")
    except OSError as error:
        raise CommandFailed(f"{path} cannot be read: {reason(error)}") from None
    return or_wrong_use(read_limits, text)


# --- keys


@serve.group(cls=Program)
def keys() -> None:
    """Say whose keys may sign in."""


@keys.command("add")
@click.argument("name")
@click.argument("file", shell_complete=FILE.shell_complete)
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
        role = (
            "moderator  " if "moderate" in account.rights else "guest  " if account.is_guest else ""
        )
        click.echo(f"{account.name}  {last_visit}  {role}{keys}")


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
    # The other commands do not need this import.
    from darwin_tui.server.tables.chat import announce

    folder = folder_of(context)
    if not redis_of(context) and folder.exists() and not running(folder):
        raise CommandFailed(f"No server runs with {folder}: nobody would read it")
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


_RIGHT_WORDS: Final[dict[Right, str]] = {
    "moderate": "moderate",
    "tournaments": "open tournaments",
}
"""Each right in words, after "may"."""


@serve.command("allow")
@click.argument("name")
@click.argument("right", type=click.Choice(RIGHTS))
@click.option("--off", "is_off", is_flag=True, help="Allow it no longer.")
@of_server
def allow_player(context: click.Context, name: str, right: Right, is_off: bool) -> None:
    """Let a player do more than others.

    moderate: mute and kick others, end tables, and open tournaments. tournaments: open tournaments.
    """
    order = partial(allow, name=name, right=right, is_allowed=not is_off)
    account = run(with_accounts(context, order))
    no_longer = " no longer" if is_off else ""
    click.echo(f"{account.name} may {_RIGHT_WORDS[right]}{no_longer}.")


@serve.command()
@click.argument("code")
@click.option("--remove", "removes", is_flag=True, help="Remove it with its record and its chat.")
@of_server
def end(context: click.Context, code: str, removes: bool) -> None:
    """End the match at a table, or remove a table that has not begun.

    The server may be running.
    """
    click.echo(run(_carried_out(context, Order("remove" if removes else "end", code))))


@serve.group("tournaments", cls=Program)
def tournaments_of() -> None:
    """Open tournaments, and list them."""


@tournaments_of.command("open")
@click.argument("form", type=click.Choice(FORMS))
@click.argument("game", metavar="GAME", type=GAME)
@click.option("--teams", "has_teams", is_flag=True, help="Teams play, in a duplicate.")
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
    "--clock", default="none", metavar="CLOCK",
    help="5m, 1h, 1d or 3d a move, 10m+10s or 30m+20s in all; by default a day or five minutes.",
)  # fmt: skip
@of_server
def open_one(
    context: click.Context, minutes: int, hours: int, clock: str, **values: object
) -> None:
    """Open a tournament.

    The server may be running. Players join in the lobby.
    """
    # The other commands do not need this import.
    from darwin_tui.library.seat_access import Rejected
    from darwin_tui.server.tables.clocks import read_clock
    from darwin_tui.server.tables.tournaments import TournamentPlan, open_tournament

    try:
        times = read_clock(clock)
    except ValueError as error:
        raise click.UsageError(str(error)) from None
    values |= {"wait_seconds": 60.0 * minutes, "seconds": 3600.0 * hours}
    values |= {"seconds_a_move": times.seconds_a_move or 0, "seconds_in_all": times.seconds_in_all}
    plan = msgspec.convert(values, TournamentPlan)
    order = partial(open_tournament, plan=plan, host="", now=time.time())
    try:
        click.echo(run(with_accounts(context, order)).code)
    except Rejected as refusal:
        raise CommandFailed(str(refusal)) from None


@tournaments_of.command("list")
@of_server
def list_tournaments(context: click.Context) -> None:
    """List the tournaments, the newest first."""
    # The other commands do not need this import.
    from darwin_tui.server.tables.tournaments import tournaments

    for tournament in run(with_accounts(context, tournaments)):
        players = counted(len(tournament.entries), "player")
        game = tournament.deals[0].game
        click.echo(f"{tournament.code}  {tournament.form}  {game}  {tournament.phase}  {players}")


async def _carried_out(context: click.Context, order: Order) -> str:
    """Carry out an order, or leave it to the server that runs; return the sentence to print."""
    process.keep_private()
    store = _source(context)
    try:
        async with opened(store):
            return await orders.carry_out(store, order, time.time())
    except InUse:
        # The running server holds its folder's tables, so it carries out the order itself.
        accounts = FileAccounts(folder_of(context))
        async with opened(accounts):
            return await orders.send(accounts, order)


@serve.command("purge")
@click.argument("name")
@click.option(
    "--matches", "has_matches", is_flag=True, help="Also put another name in finished matches."
)
@of_server
def purge_player(context: click.Context, name: str, has_matches: bool) -> None:
    """Erase a player's keys, settings and chat.

    Matches stay for the others. Nobody else can take the name.
    """
    account = run(with_accounts(context, partial(purge, name=name)))
    click.echo(f"Of {account.name} only the name is left, which nobody can take, and matches.")
    if has_matches:
        click.echo(run(_carried_out(context, Order("erase", account.name))))


# --- who may come in


@serve.command()
@click.argument("door", type=click.Choice((*DOORS, "default")), required=False)
@of_server
def door(context: click.Context, door: str | None) -> None:
    """Print or set who may come in, also while the server runs.

    open: anybody with a key. invite: keys that the host adds, and those with an invitation. closed:
    only the former. default: as the server is started.
    """

    async def change(store: AccountStore) -> str | None:
        if door is not None:
            await admission.set_door(store, next((one for one in DOORS if one == door), None))
        return await admission.stored_door(store)

    now = run(with_accounts(context, change))
    words = next((DOOR_WORDS[one] for one in DOORS if one == now), "as the server is started")
    click.echo(f"The door is {now or 'default'}: {words}.")


@serve.command("invite")
@click.option("--times", type=click.IntRange(1, 1000), default=1, show_default=True, metavar="N",
              help="New players whom it lets in.")  # fmt: skip
@click.option("--days", type=click.IntRange(1, 3650), default=7, show_default=True, metavar="D",
              help="Days for which it is good.")  # fmt: skip
@click.option("--list", "lists", is_flag=True, help="List the invitations.")
@click.option("--withdraw", "withdraws", is_flag=True, help="Withdraw all invitations.")
@of_server
def invite_players(
    context: click.Context, times: int, days: int, lists: bool, withdraws: bool
) -> None:
    """Print a line that lets a new player in, who chooses a name."""
    if withdraws:
        count = run(with_accounts(context, admission.withdraw_invitations))
        click.echo(f"{counted(count, 'invitation')} withdrawn.")
        return
    if lists:
        for row in run(with_accounts(context, admission.invitations)):
            names = f", let in {', '.join(row.names)}" if row.names else ""
            click.echo(f"{counted(row.left, 'player')} until {_day(row.until)}{names}")
        return
    now = time.time()
    invitation = Pass(times, now + days * DAY_SECONDS, now)
    code = run(with_accounts(context, partial(_invited, invitation=invitation), makes=True))
    # A running server knows the command that reaches it; else the host has to fill in the name.
    commands = [figures.status.command for figures in running(folder_of(context))]
    command = next(filter(None, commands), "ssh -p 8022 HOST")
    click.echo(invited_command(command, code))


async def _invited(store: AccountStore, invitation: Pass) -> str:
    """Store an invitation and return its code; raises AccountError if the door is closed."""
    if await admission.stored_door(store) == "closed":
        raise AccountError("The door is closed, so nobody could use it: serve door invite")
    return await admission.invite(store, invitation)


def _day(seconds: float) -> str:
    return f"{datetime.fromtimestamp(seconds, UTC):%Y-%m-%d %H:%M} UTC"


WHO: Final = click.argument("who", metavar="NAME|KEY|ADDRESS")
"""The argument of a ban."""


@serve.command("ban")
@WHO
@click.option("--days", type=click.IntRange(1, 3650), metavar="D", help="By default, for good.")
@click.option("--why", default="", metavar="TEXT", help="The reason that the player reads.")
@of_server
def ban_player(context: click.Context, who: str, days: int | None, why: str) -> None:
    """Keep a player, a key or an address out, and end its sessions.

    KEY is a fingerprint or the key itself; ADDRESS may be a network, as 192.0.2.0/24.
    """
    now = time.time()

    async def put(store: AccountStore) -> Ban:
        wanted = msgspec.structs.replace(
            admission.read_ban(who), made=now, until=now + days * DAY_SECONDS if days else 0,
            why=one_line(why, _WHY_CELLS_MAX),
        )  # fmt: skip
        return await admission.ban(store, wanted)

    click.echo(_banned(run(with_accounts(context, put))))


@serve.command("unban")
@WHO
@of_server
def unban_player(context: click.Context, who: str) -> None:
    """Let a banned player, key or address in again."""

    async def lift(store: AccountStore) -> Ban:
        return await admission.unban(store, admission.read_ban(who))

    click.echo(f"{run(with_accounts(context, lift)).value} is banned no longer.")


@serve.command("bans")
@AS_JSON
@of_server
def list_bans(context: click.Context, as_json: bool) -> None:
    """List the bans."""
    bans = run(with_accounts(context, admission.bans))
    if as_json:
        click.echo(msgspec.json.encode(bans).decode())
        return
    for row in bans:
        click.echo(_banned(row))


def _banned(row: Ban) -> str:
    until = f" until {_day(row.until)}" if row.until else ""
    return f"{row.value} is banned{until}{f': {row.why}' if row.why else '.'}"


@serve.command("kick")
@click.argument("name")
@of_server
def kick_player(context: click.Context, name: str) -> None:
    """End a player's sessions; for a minute there is no way back in."""
    row = run(with_accounts(context, partial(admission.kick, name=name, now=time.time())))
    click.echo(f"{row.value} is sent away.")


@serve.command("tokens")
@AS_JSON
@of_server
def list_tokens(context: click.Context, as_json: bool) -> None:
    """List the players who have a token for browsers; keys revoke ends it."""
    having = [row for row in run(with_accounts(context, listed)) if row.token or row.browsers]
    # A guest's token ends with the session.
    having = [row for row in having if not row.is_guest]
    if as_json:
        rows = [{"name": row.name, "made": row.token, "browsers": row.browsers} for row in having]
        click.echo(msgspec.json.encode(rows).decode())
        return
    for row in having:
        made = f"token of {row.token}" if row.token else "no token"
        click.echo(f"{row.name}  {made}  {counted(row.browsers, 'browser')}")


async def _rescued(context: click.Context, code: str) -> "Rescued":
    """Rescue the match of a table; see ``rescue_match``."""
    # The other commands do not need this import.
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
        f"{counted(rescued.lines, 'action')}; all of it is kept in {rescued.damaged_record}."
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
        raise CommandFailed(f"No server runs with {folder_of(context)}")
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


@serve.command("log")
@click.option("--last", type=click.IntRange(1, 100_000), default=50, show_default=True, metavar="N",
              help="Number of events.")  # fmt: skip
@AS_JSON
@of_server
def print_log(context: click.Context, last: int, as_json: bool) -> None:
    """Print who has signed in, who was refused, and why.

    Each machine of several has its own log.
    """
    for event in last_events(folder_of(context), last):
        if as_json:
            click.echo(msgspec.json.encode(event).decode())
        else:
            head = f"{event.pop('time', '')}  {event.pop('event', ''):<10}"
            facts = "  ".join(f"{name}={value}" for name, value in event.items())
            click.echo(clean(f"{head}  {facts}"))


@serve.command("limits")
def print_limits() -> None:
    """Print all limits with their defaults, for --limits FILE."""
    click.echo(limits_file(Limits()), nl=False)


@serve.command("backup")
@click.argument("file", type=FILE)
@of_server
def back_up(context: click.Context, file: Path) -> None:
    """Write all of a server, which may run, into an archive.

    Unpacked into an empty folder, it is the folder of a server.
    """
    require_accounts(context)
    process.keep_private()
    if file.exists() and not file.is_file():
        # The archive replaces an existing file, but must never replace a device.
        raise CommandFailed(f"{file} is no file.")
    try:
        run(_back_up(context, file))
    except OSError as error:
        raise CommandFailed(f"{file} cannot be written: {reason(error)}") from None
    click.echo(f"All of the server is in {file}; tar xzf unpacks it.")


async def _back_up(context: click.Context, file: Path) -> None:
    """Pack a copy of the store, made beside the file, and put the archive there in one step."""
    address = redis_of(context)
    with TemporaryDirectory(prefix=".backup-", dir=file.absolute().parent) as scratch:
        folder = Path(scratch) / "server"
        if address:
            source, target = redis_store(address), FileStore(folder)
            async with opened(source), opened(target):
                async for _ in copy_all(source, target, is_backup=True):
                    pass
            # The host keys are in the folder even if the store is a Redis.
            for key in folder_of(context).glob("ssh_host_*_key"):
                (folder / key.name).write_bytes(key.read_bytes())
        else:
            await copy_running(folder_of(context), folder)
        archive = Path(scratch) / "archive"
        with tarfile.open(archive, "w:gz") as packed:
            for path in sorted(folder.iterdir()):
                # The lock marks a folder in use.
                if path.name != "lock":
                    packed.add(path, path.name)
        archive.replace(file)


@serve.command()
@click.argument("slug", metavar="[GAME]", type=GAME, required=False)
@click.option(
    "--recompute", is_flag=True,
    help="Read the results from the records again, and correct tables that have others.",
)  # fmt: skip
@click.option(
    "--judge", "judged", type=click.IntRange(1, 10_000), metavar="N",
    help="Judge the decisions of the last N rated matches that are not judged yet, for the pages "
    "of their players. That takes a while, and the server may run.",
)  # fmt: skip
@of_server
def ratings(context: click.Context, slug: str | None, recompute: bool, judged: int | None) -> None:
    """Print the ladders of this season, or judge matches.

    A server that keeps everything in a folder has to be ended before its ladders are printed.
    """
    if judged:
        run(_judge(context, judged))
        return
    for line in run(_ratings(context, slug, is_recomputed=recompute)):
        click.echo(clean(line))


async def _judge(context: click.Context, count: int) -> None:
    """Judge the last rated matches; see ``ratings.judge``."""
    process.keep_private()
    store = _source(context)
    try:
        async with opened(store):
            await _judge_from(store, store, count)
    except InUse:
        # The running server holds its folder's tables, so read a copy of them, and write only to
        # the accounts.
        folder = folder_of(context)
        with TemporaryDirectory(prefix=".judge-", dir=folder) as scratch:
            copy = Path(scratch) / "server"
            accounts = FileAccounts(folder)
            await copy_running(folder, copy)
            source = FileStore(copy)
            async with opened(source), opened(accounts):
                await _judge_from(source, accounts, count)


async def _judge_from(source: Store, target: AccountStore, count: int) -> None:
    """Judge the last rated matches of a store, and print a sentence about each."""
    # The other commands do not need this import.
    from darwin_tui.cli.analyse import wait_for
    from darwin_tui.library.analyses import Analysing
    from darwin_tui.server.tables.ratings import judge

    def analysed(match: "AnyMatch") -> "Analysis":
        return wait_for(Analysing(match, None), shows_progress=sys.stderr.isatty())

    async for line in judge(source, target, count, analysed):
        click.echo(line)
    click.echo("Done.")


async def _ratings(context: click.Context, slug: str | None, *, is_recomputed: bool) -> list[str]:
    """Return the lines of the ladders of a game, or of all, after the lines of the recount."""
    # The other commands do not need this import.
    from darwin_tui.server.lobby.lobby_cards import ladder_lines, table_title
    from darwin_tui.server.tables.ratings import Ratings, recount

    process.keep_private()
    store = _source(context)
    try:
        async with opened(store):
            lines = [line async for line in recount(store)] if is_recomputed else []
            all_ratings = Ratings(store)
            now = time.time()
            await all_ratings.load()
            removed = [account.name for account in await store.accounts() if account.is_removed]
    except InUse:
        raise StoreError(
            "The server that runs holds its tables: stop it, give the order, and start it again."
        ) from None
    for key in all_ratings.ladders:
        if slug in (None, key.game):
            # The first season is the current one.
            season = all_ratings.seasons(key, now)[0]
            lines.append(f"{table_title(key.game, key.seats)}, {season.words}:")
            lines += ladder_lines(all_ratings.ladder(key, season, removed))
    return lines or ["No rated match is over."]


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
    shell_complete=FILE.shell_complete,
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
    """Copy a store to another one, and print a line for each part."""
    process.keep_private()
    async with opened(source), opened(target):
        for warning in (*await source.warnings(), *await target.warnings()):
            click.echo(warning, err=True)
        async for line in copy_all(source, target):
            click.echo(line)
    click.echo("All of it is there now, and nothing was removed here.")


def _source(context: click.Context) -> Store:
    """Return the store of a server that exists; raises CommandFailed without one."""
    require_accounts(context)
    return store_of(context)


def _target(context: click.Context, to: str) -> Store:
    """Return the store to copy to; raises click.UsageError if it is the source, or unusable."""
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
    return or_wrong_use(Address.read, text)


def _network(text: str) -> IPv4Network | IPv6Network:
    try:
        return ip_network(text, strict=False)
    except ValueError:
        raise ValueError(f"{quoted(text)} is no address, as 10.0.0.7 or 10.0.0.0/8 is.") from None


def _program(text: str | None) -> tuple[str, ...]:
    """Split a program and its arguments; empty for none."""
    try:
        words = tuple(shlex.split(text or ""))
    except ValueError:
        raise click.UsageError(f"The quotes of {text!r} do not match") from None
    if words and not shutil.which(words[0]):
        raise CommandFailed(f"There is no program {words[0][:60]!r}")
    return words


def _find(address: Address) -> None:
    """Refuse the name of an unknown machine, before the check says who can reach it."""
    try:
        socket.getaddrinfo(address.host or None, address.port)
    except (OSError, UnicodeError) as error:
        why = reason(error) if isinstance(error, OSError) else "No such name"
        raise CommandFailed(f"{address} cannot be used: {why}.") from None


def _key_text(file: str) -> str:
    """Return the text of a public key: from a file, from standard input, or the argument itself."""
    # Unlike a path's own method, this one fails at no text that is too long for a name.
    if " " in file.strip() and not os.path.exists(file):
        return file
    try:
        if file == "-":
            return sys.stdin.buffer.read(_KEY_BYTES_MAX).decode(errors="replace")
        with open(file, encoding="utf-8", errors="replace") as opened:
            return opened.read(_KEY_BYTES_MAX)
    except OSError as error:
        raise CommandFailed(f"{file} cannot be read: {reason(error)}") from None
