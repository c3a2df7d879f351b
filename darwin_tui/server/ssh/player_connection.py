"""One SSH connection: its channel and terminal, the sign-in by key or as a guest, the choice of a
name, and the one session that follows.

Some of it mends asyncssh through its private attributes.
"""

import asyncio
import re
import secrets
import shlex
from collections.abc import Awaitable, Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Final, TypeVar

import asyncssh
from asyncssh.packet import SSHPacket

from darwin_core.text.language import Reader, mark, read_as, tr
from darwin_tui.server.event_log import log
from darwin_tui.server.operations.console import ConnectionStreams
from darwin_tui.server.operations.plan import invited_command
from darwin_tui.server.operations.sessions import Destination, Sessions
from darwin_tui.server.sanitiser import in_every_language
from darwin_tui.server.ssh.gate import Gate
from darwin_tui.server.store.accounts import (
    TITLE,
    AccountError,
    check_choice,
    hash_token,
    new_guest,
    register,
)
from darwin_tui.server.store.admission import (
    GUEST,
    INVITED,
    UNINVITED,
    Admission,
    Pass,
    come_in,
    guests,
    invite,
    note_guest,
    read_invitation,
)
from darwin_tui.server.store.contract import Account, PublicKey, Store, StoreError
from darwin_tui.terminal.connection import DEFAULT_SIZE, Connection, Size, ignore
from darwin_tui.terminal.facts import TerminalFacts
from darwin_tui.terminal.limits import Limits, source_of

_VARIABLES: Final = re.compile(r"TERM|COLORTERM|LANG|LC_[A-Z]{1,20}|NO_COLOR")
"""Environment variables that the program reads from a client."""
_VALUE_CHARACTERS_MAX: Final = 100
"""Maximum length of an environment variable; the rest is dropped."""
COMMAND_CHARACTERS_MAX: Final = 1000
"""Maximum length of a command; the rest is dropped and the command refused with a sentence."""


class SshChannel(asyncssh.SSHServerSession[bytes]):
    """The SSH channel of a session, which begins once the client asks for a shell or a command."""

    def __init__(
        self, gate: Gate, limits: Limits, begin: Callable[["SshConnection", str | None], None]
    ) -> None:
        self._gate = gate
        self._limits = limits
        self._begin = begin
        self._channel: asyncssh.SSHServerChannel[bytes] | None = None
        self._command: str | None = None
        self._size: Size | None = None
        self._connection: SshConnection | None = None

    def connection_made(self, chan: asyncssh.SSHServerChannel[bytes]) -> None:
        self._channel = chan

    def pty_requested(
        self, term_type: str, term_size: tuple[int, int, int, int], term_modes: Mapping[int, int]
    ) -> bool:
        """Accept the terminal; it runs at the client, nothing of the host's is used."""
        self._size = term_size[:2]
        return True

    def shell_requested(self) -> bool:
        """Accept a session without a command; it gets no shell."""
        return True

    def exec_requested(self, command: str) -> bool:
        """Accept a command of this program; no command of the host is ever run."""
        # One character too many shows later that the command was too long.
        self._command = command[: COMMAND_CHARACTERS_MAX + 1]
        return True

    def subsystem_requested(self, subsystem: str) -> bool:
        """Refuse all subsystems, such as sftp."""
        return False

    def session_started(self) -> None:
        """Hand the terminal over to the session."""
        assert self._channel
        _refuse_environment(self._channel)
        self._connection = SshConnection(
            self._channel, self._gate, self._limits, self._size, _environment(self._channel)
        )
        self._begin(self._connection, self._command)

    def data_received(self, data: bytes, datatype: int | None) -> None:
        if self._connection:
            self._connection.received(data)

    def eof_received(self) -> bool:
        """Pass on the end of input; output may follow."""
        if self._connection:
            self._connection.ended()
        return True

    def terminal_size_changed(self, width: int, height: int, pixwidth: int, pixheight: int) -> None:
        self._size = width, height
        if self._connection:
            self._connection.resized(self._size)

    def pause_writing(self) -> None:
        if self._connection:
            self._connection.is_channel_paused = True

    def resume_writing(self) -> None:
        if self._connection:
            self._connection.is_channel_paused = False
            self._connection.resume()

    def connection_lost(self, exc: Exception | None) -> None:
        """Forget the channel and close its connection, which has no other channel."""
        if self._connection:
            self._connection.lost()
        if self._channel:
            self._channel.get_connection().close()
            self._channel = None


class SshConnection(Connection):
    """A terminal over SSH."""

    def __init__(
        self,
        channel: asyncssh.SSHServerChannel[bytes],
        gate: Gate,
        limits: Limits,
        size: Size | None,
        environment: Mapping[str, str],
    ) -> None:
        terminal_type = (channel.get_terminal_type() or "unknown") if size else ""
        variables = {**environment, "TERM": terminal_type}
        super().__init__(
            limits,
            terminal_type=terminal_type,
            size=size or DEFAULT_SIZE,
            facts=TerminalFacts.detect(variables, "utf-8"),
            address=gate.address,
        )
        self.connect_command = gate.connect_command
        self._channel = channel
        self._ssh = channel.get_connection()
        self._gate = gate
        self._rekey_timer: asyncio.TimerHandle | None = None
        self.is_channel_paused = False
        # This channel and the transport of its gate each hold half of the output that may wait.
        channel.set_write_buffer_limits(limits.output_bytes_max // 2)
        gate.on_resume = self.resume

    @property
    def is_paused(self) -> bool:
        """True while the client is too slow to read more."""
        return self.is_channel_paused or self._gate.is_paused

    def resume(self) -> None:
        """Report that the client reads again, unless the channel or the gate is still paused."""
        if not self.is_paused and not self.is_lost:
            self.resumed()

    def write(self, data: bytes) -> None:
        if data and not self._channel.is_closing():
            self._channel.write(data)
            self._limit_rekey()

    def write_error(self, data: bytes) -> None:
        if data and not self._channel.is_closing():
            self._channel.write_stderr(data)

    def close(self, status: int) -> None:
        """Send the rest of the output and the exit status, then end the connection."""
        if not self._channel.is_closing():
            self._channel.exit(status)
            self._gate.linger()

    def lost(self) -> None:
        """Tell the session that the client is gone."""
        if self._rekey_timer:
            self._rekey_timer.cancel()
        super().lost()

    @property
    def _is_rekeying(self) -> bool:
        """True during a key exchange, by a private attribute of asyncssh."""
        return not vars(self._ssh)["_kex_complete"]

    def _limit_rekey(self) -> None:
        """Close the connection if its client leaves a key exchange unfinished.

        asyncssh buffers all output until the exchange ends, without a limit of size or time.
        """
        if self._is_rekeying and not self._rekey_timer:
            self._rekey_timer = asyncio.get_running_loop().call_later(
                self.limits.rekey_seconds, self._end_rekey
            )

    def _end_rekey(self) -> None:
        self._rekey_timer = None
        if self._is_rekeying:
            self._gate.abort()

    def set_reading(self, is_reading: bool) -> None:
        """Let the client send more input, or wait."""
        if is_reading:
            self._channel.resume_reading()
        else:
            self._channel.pause_reading()


def _environment(channel: asyncssh.SSHServerChannel[bytes]) -> dict[str, str]:
    """Return the environment variables of a session that the program reads."""
    return {
        name: value[:_VALUE_CHARACTERS_MAX]
        for name, value in channel.get_environment().items()
        if _VARIABLES.fullmatch(name) and value.isprintable()
    }


def _refuse_environment(channel: asyncssh.SSHServerChannel[bytes]) -> None:
    """Refuse further variables: asyncssh would keep any number of them for the whole session."""
    vars(channel)["_process_env_request"] = lambda packet: False


_KEXINIT: Final = 20
_COOKIE_BYTES: Final = 16
_NAME_LISTS: Final = 10
"""Number of the packet that lists key exchange algorithms, its random bytes, and its lists of names
(RFC 4253, 7.1)."""


def judge_guesses(connection: asyncssh.SSHServerConnection) -> None:
    """Make a connection drop the packet of a wrong key exchange guess.

    RFC 4253, 7.1, calls a guess wrong unless both sides have the same favourites. asyncssh accepts
    the guessed packet if the server merely supports the client's favourite, and then refuses the
    correct packet that follows.
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
    """Return a side's first key exchange and host key type, and whether a guess follows."""
    packet = SSHPacket(kexinit)
    packet.get_bytes(1 + _COOKIE_BYTES)
    lists = [packet.get_namelist() for _ in range(_NAME_LISTS)]
    return [(names or [b""])[0] for names in lists[:2]], packet.get_boolean()


T = TypeVar("T")

_TRIES_MAX: Final = 10
"""Names that one connection may try."""
_CODES_MAX: Final = 3
"""Invitation codes that one connection may try."""
_LINE_BYTES_MAX: Final = 100
"""Maximum length of a typed line; the rest is dropped."""


async def choose_name(
    connection: Connection,
    store: Store,
    title: str,
    suggestion: str,
    make: Callable[[str], Awaitable[Account]],
) -> Account | None:
    """Ask a new player for a name, and make the account.

    Args:
        suggestion: name to offer, if it is valid and free.
        make: makes the account of a name; raises AccountError or StoreError.

    Returns:
        The account; None if the player left, or chose no name in time.
    """
    offered = await _offer(store, suggestion)
    connection.say(
        tr("Welcome to {title}. Your key is new here: choose the name you play by.", title=title)
    )
    if offered:
        connection.say(tr("Enter alone takes {name}.", name=offered))
    farewell = tr("No name was chosen; come back when you like.")
    return await _asked(
        connection, tr("Name:"), farewell, _TRIES_MAX, lambda line: make(line or offered)
    )


async def ask_code(
    connection: Connection, check: Callable[[str], Awaitable[str]], given: str
) -> str | None:
    """Return the valid invitation code of a player, asking for it if needed; None without one.

    Args:
        check: returns a valid code; raises AccountError or StoreError.
        given: code in the player's command; empty for none.
    """
    if given:
        try:
            return await check(given)
        except (AccountError, StoreError) as refusal:
            connection.say(str(refusal))
            return None
    farewell = tr("No code was typed; come back when you like.")
    question = tr("The code of your invitation:")
    return await _asked(connection, question, farewell, _CODES_MAX, check)


async def _asked(
    connection: Connection,
    question: str,
    left: str,
    tries: int,
    take: Callable[[str], Awaitable[T]],
) -> T | None:
    """Ask until an answer is accepted; return its result.

    None if the player leaves, takes too long or has no tries left, or the store fails.

    Args:
        left: sentence for a player who gives no answer.
        take: handles a line; raises AccountError or StoreError.
    """
    streams = ConnectionStreams(connection)
    try:
        async with asyncio.timeout(connection.limits.name_seconds):
            for _ in range(tries):
                streams.write(f"{question} ")
                line = await _line(streams)
                if line is None:
                    streams.write("\r\n")
                    connection.say(left)
                    return None
                try:
                    return await take(line)
                except AccountError as refusal:
                    connection.say(str(refusal))
    except TimeoutError:
        connection.say(left)
    except StoreError:
        connection.say(tr("The name cannot be kept now; try again later."))
    finally:
        connection.release()
        connection.on_end = ignore
    return None


async def _offer(store: Store, suggestion: str) -> str:
    """Return the suggestion; empty if it may not be chosen as a name."""
    with suppress(AccountError, StoreError):
        return await check_choice(store, suggestion)
    return ""


async def _line(streams: ConnectionStreams) -> str | None:
    """Return the next line without blanks at its ends; None at the end of input."""
    read = b""
    while b"\n" not in read:
        more = await streams.read()
        if not more:
            return None
        # What is cut off is between the beginning of the line and its end.
        read = read[:_LINE_BYTES_MAX] + more
    return read.partition(b"\n")[0].decode(errors="replace").strip()


_KEEP_SECONDS: Final = 24 * 3600
"""Time within which a guest can keep the name by signing in with a key."""
_KEY_BYTES_MAX: Final = 1100
"""Maximum size of a key, enough for RSA with 8192 bits. Larger keys are refused unread."""
_USER_MAX: Final = 40
"""Characters of the logged part of the user name sent by a client."""
_KNOWN_MAX: Final = 1000
"""Maximum number of addresses remembered."""

_TOO_LATE: Final = mark("You did not sign in in time; connect again.")
_NO_SESSION: Final = mark("Nothing was asked for; connect again.")
_ONE_CHANNEL: Final = mark("Only one session at a time; connect again for another.")
_TOO_MANY_KEYS: Final = mark(
    "Too many keys: name the one to use, as in: {command} -o IdentitiesOnly=yes -i KEY"
)
_STORE_FAILED: Final = mark("The server cannot look up your key now; try again later.")
_BETWEEN: Final = " / "
"""The separator of languages in a sentence of one line."""


@dataclass(eq=False)
class SshService:
    """State shared by all connections: sessions, store, limits and known addresses."""

    sessions: Sessions
    store: Store
    limits: Limits
    title: str = TITLE
    for_all: Mapping[str, Callable[[str], Sequence[str]]] = field(default_factory=dict)
    """Commands answered even before a name is chosen; each function takes the player's connect
    command."""
    command: str = ""
    """The connect command, as ``ssh -p 8022 host``; empty to use the address that each player
    used."""
    signed_in: dict[str, None] = field(default_factory=dict)
    """Addresses whose players know how to sign in, so they get no explanation."""
    tasks: set[asyncio.Task[None]] = field(default_factory=set)

    @property
    def admission(self) -> Admission:
        return self.sessions.admission

    def remember(self, address: str) -> None:
        """Remember that a player at an address knows how to sign in; the address that was seen
        longest ago makes room."""
        # A dictionary keeps the order of insertion, so remove the address before adding it.
        self.signed_in.pop(address, None)
        self.signed_in[address] = None
        if len(self.signed_in) > _KNOWN_MAX:
            del self.signed_in[next(iter(self.signed_in))]


class PlayerConnection(asyncssh.SSHServer):
    """A player's connection: the sign-in, and the only session."""

    def __init__(self, service: SshService, gate: Gate) -> None:
        self._service = service
        self._gate = gate
        self._conn: asyncssh.SSHServerConnection | None = None
        self._offered: set[str] = set()
        """Fingerprints of the keys that the client has offered."""
        self._identity: tuple[Account | None, PublicKey | None] | None = None
        """Account and key: both None for a guest; no account yet for a new player."""
        self._user = ""
        self._has_signed_in = False
        self._why = ""
        """Sentence sent to the client when the connection was ended."""
        self._has_session = False
        self._timer: asyncio.TimerHandle | None = None

    def connection_made(self, conn: asyncssh.SSHServerConnection) -> None:
        """Start the time limit of the sign-in."""
        self._conn = conn
        judge_guesses(conn)
        self._limit(_TOO_LATE)

    @property
    def _command(self) -> str:
        return self._service.command or self._gate.connect_command

    def connection_lost(self, exc: Exception | None) -> None:
        self._stop_timer()
        self._conn = None
        if self._user and not self._has_signed_in:
            log(
                "refused",
                address=self._gate.address,
                why=self._why or "No key that was offered signs in.",
                user=self._user[:_USER_MAX],
                keys=" ".join(sorted(self._offered)),
            )

    # --- sign-in

    def begin_auth(self, username: str) -> bool:
        """Ask for a key; the user name sent by the client is only a suggestion."""
        is_first = not self._user
        # An empty name would look like a connection that has not come so far.
        self._user = username or "-"
        if username == GUEST and self._lets_guests_in:
            self._identity = None, None
            return False
        if is_first and self._gate.address not in self._service.signed_in:
            self._say(self._how_to_sign_in)
        return True

    def public_key_auth_supported(self) -> bool:
        """Return True: registered players sign in by public key."""
        return True

    @property
    def _lets_guests_in(self) -> bool:
        return self._service.admission.has_guests

    @property
    def _is_invited(self) -> bool:
        """True if the player signs in with an invitation, whose code is asked for later."""
        return self._user == INVITED and self._service.admission.has_invitations

    def kbdint_auth_supported(self) -> bool:
        """Return whether players whose keys have all failed may enter as guests."""
        return self._lets_guests_in

    def get_kbdint_challenge(self, username: str, lang: str, submethods: str) -> bool:
        """Admit a guest without a question."""
        self._identity = None, None
        return self._lets_guests_in and username != INVITED

    async def validate_public_key(self, username: str, key: asyncssh.SSHKey) -> bool:
        """Return whether a key that the client offers signs in, or makes a new player."""
        self._gate.has_offered_keys = True
        if len(key.public_data) > _KEY_BYTES_MAX:
            return False
        public = public_key(key)
        self._offered.add(public.fingerprint)
        if len(self._offered) > self._service.limits.tries_max:
            self._disconnect(asyncssh.DISC_NO_MORE_AUTH_METHODS_AVAILABLE, _TOO_MANY_KEYS)
            return False
        try:
            account = await self._service.store.account_of_key(public.fingerprint)
        except StoreError:
            self._disconnect(asyncssh.DISC_BY_APPLICATION, _STORE_FAILED)
            return False
        admission = self._service.admission
        if not account and admission.door != "open" and not self._is_invited:
            # Agents offer many keys in turn: one log line is enough, and a later key may still sign
            # in.
            if len(self._offered) > 1:
                return False
            if username == INVITED:
                self._say(lambda: tr(UNINVITED))
            elif not self._lets_guests_in:
                self._say(
                    self._unknown_key, f'\r\n    darwin-tui serve keys add NAME "{public.text}"\r\n'
                )
                if admission.has_invitations:
                    self._say(self._with_invitation)
            return False
        # Do not await between here and auth_completed: another key could be offered meanwhile.
        self._identity = account, public
        return True

    def auth_completed(self) -> None:
        """Note the sign-in; the client now has some time to ask for a session."""
        assert self._identity
        self._has_signed_in = True
        account, key = self._identity
        if account or key is None:
            # New players still give way to others until they have a name.
            self._gate.sign_in()
        self._service.remember(self._gate.address)
        self._limit(_NO_SESSION)

    # --- sentences, sent in every language: a client's language is unknown before it signs in

    def _how_to_sign_in(self) -> str:
        """Explain the sign-in to a client of an unknown address."""
        how = tr("{title}: you sign in with an SSH key.", title=self._service.title)
        key = tr("If you have none, make one with: {command}", command="ssh-keygen -t ed25519")
        lines = [how, *([tr("Without a key you play as a guest.")] * self._lets_guests_in), key]
        if self._service.admission.has_invitations:
            lines.append(self._with_invitation())
        return "\r\n".join(lines)

    def _with_invitation(self) -> str:
        command = invited_command(self._command, "CODE")
        return f"{tr('With the code of an invitation:')}\r\n    {command}"

    def _unknown_key(self) -> str:
        title = self._service.title
        return tr("{title} does not know your key. Ask the host to run:", title=title)

    def _say(self, compose: Callable[[], str], more: str = "") -> None:
        if self._conn:
            text = in_every_language(compose, "\r\n")
            with suppress(OSError):
                self._conn.send_auth_banner(f"{text}\r\n{more}")

    # --- the session

    def session_requested(
        self,
    ) -> tuple[asyncssh.SSHServerChannel[bytes], asyncssh.SSHServerSession[bytes]]:
        """Open the session; refuse a second one."""
        if self._has_session or not self._conn or not self._identity:
            sentence = in_every_language(lambda: tr(_ONE_CHANNEL), _BETWEEN)
            raise asyncssh.ChannelOpenError(asyncssh.OPEN_ADMINISTRATIVELY_PROHIBITED, sentence)
        self._has_session = True
        channel = self._conn.create_server_channel(
            encoding=None, window=self._service.limits.input_burst_bytes
        )
        return channel, SshChannel(self._gate, self._service.limits, self._begin)

    def _begin(self, connection: SshConnection, command: str | None) -> None:
        self._stop_timer()
        task = asyncio.create_task(self._serve(connection, command))
        self._service.tasks.add(task)
        task.add_done_callback(self._service.tasks.discard)

    async def _serve(self, connection: SshConnection, command: str | None) -> None:
        """Make a new player's account if needed, then run the command or the full screen."""
        service = self._service
        assert self._identity
        account, key = self._identity
        connection.credential = key.fingerprint if key else ""
        reader = Reader(connection.facts.language, not connection.facts.has_unicode)
        read_as(reader)
        try:
            words = _words_of(command or "")
        except ValueError as error:
            connection.say(str(error))
            connection.close(2)
            return
        if not account and len(words) == 1 and (answer := service.for_all.get(words[0])):
            for line in answer(self._command):
                connection.say(line)
            connection.close(0)
            return
        code = words.pop(0) if self._user == INVITED and words else ""
        if not account:
            account = await self._new_player(connection, key, code)
        if account:
            # The host may have removed the account or its key since the player has signed in.
            account = await self._read_again(connection, account)
        if not account or connection.is_lost:
            connection.close(1)
            return
        self._gate.sign_in()
        by = {"key": key.fingerprint} if key else {"by": GUEST}
        log("signed in", address=self._gate.address, name=account.name, **by)
        destination = _destination(words) if connection.has_full_screen else None
        if destination:
            await service.sessions.serve(connection, account, destination)
        else:
            if connection.welcome:
                connection.write_error(f"{connection.welcome}\r\n".encode())
            await service.sessions.answer(connection, account, words)
        log("left", address=self._gate.address, name=account.name)

    async def _read_again(self, connection: SshConnection, account: Account) -> Account | None:
        """Return an account as the store has it now; None, with a sentence for the player, if it
        no longer admits the connection."""
        sessions = self._service.sessions
        try:
            account, notice = await sessions.read_again(account, connection.credential)
        except StoreError as error:
            connection.say(str(error))
            return None
        if notice:
            connection.say(tr(notice))
            return None
        return account

    async def _new_player(
        self, connection: SshConnection, key: PublicKey | None, code: str
    ) -> Account | None:
        """Make the account of a guest or a new player; return None if the connection is to end."""
        service = self._service
        address = self._gate.address
        store, admission = service.store, service.admission
        if ban := admission.ban_of("", connection.credential, address):
            log("refused", address=address, why=ban.notice, user=self._user[:_USER_MAX])
            connection.say(ban.sentence)
            return None
        if key is None:
            return await self._new_guest(connection)
        invitation = None
        if self._is_invited:
            invitation = await ask_code(connection, self._checked, code)
            if invitation is None:
                return None

        async def make(name: str) -> Account:
            # The host may have closed the door since the key was admitted.
            if admission.door != "open" and (invitation is None or admission.door == "closed"):
                raise AccountError(tr(UNINVITED))
            if invitation is None:
                return await register(store, name, key)
            return await come_in(store, invitation, key, name)

        if invitation:
            with suppress(AccountError, StoreError):
                if (await read_invitation(store, invitation)).account:
                    return await make("")
        elif admission.door != "open":
            # The last invitation was used up since the key was admitted.
            connection.say(tr(UNINVITED))
            return None
        account = await choose_name(connection, store, service.title, self._user, make)
        if account:
            log("registered", address=address, name=account.name, key=key.fingerprint)
        return account

    async def _checked(self, code: str) -> str:
        """Return an invitation code if it is valid; penalise the address of a wrong code."""
        try:
            await read_invitation(self._service.store, code)
        except AccountError as error:
            self._gate.punish()
            why = "The code of an invitation is wrong."
            log("refused", address=self._gate.address, why=why, user=INVITED)
            raise error
        return code

    async def _new_guest(self, connection: SshConnection) -> Account | None:
        """Make the account of a guest, and print the command by which the guest keeps the name."""
        service = self._service
        store = service.store
        try:
            present = await guests(store)
            source = source_of(self._gate.address)
            from_source = [name for name, guest in present.items() if guest.source == source]
            # A guest who is sent away does not come back at once under another name.
            if ban := next(filter(None, map(service.admission.ban_of, from_source)), None):
                connection.say(ban.sentence)
                return None
            limits = service.limits
            most_from_source = limits.guests_of_address_max
            if len(present) >= limits.guests_max or len(from_source) >= most_from_source:
                connection.say(tr("All places for guests are taken; try again later."))
                return None
            connection.credential = hash_token(secrets.token_urlsafe(32))
            account = await new_guest(store, connection.credential, service.admission.ban_of)
            await note_guest(store, account.name, source)
            if service.admission.door == "closed":
                return account
            now = service.admission.now()
            code = await invite(store, Pass(1, now + _KEEP_SECONDS, now, account.name))
        except StoreError as error:
            connection.say(str(error))
            return None
        command = invited_command(self._command, code)
        connection.welcome = tr(
            "You play as a guest. To keep the name, with an SSH key of yours: {command}",
            command=command,
        )
        return account

    # --- the end

    def _limit(self, sentence: str) -> None:
        """Start the time limit of the sign-in, which ends the connection with a sentence."""
        self._stop_timer()
        self._timer = asyncio.get_running_loop().call_later(
            self._service.limits.sign_in_seconds,
            self._disconnect,
            asyncssh.DISC_BY_APPLICATION,
            sentence,
        )

    def _stop_timer(self) -> None:
        if self._timer:
            self._timer.cancel()
            self._timer = None

    def _disconnect(self, code: int, sentence: str) -> None:
        if self._conn:
            self._why = tr(sentence, command=self._command)
            text = in_every_language(lambda: tr(sentence, command=self._command), _BETWEEN)
            self._conn.disconnect(code, text)


def public_key(key: asyncssh.SSHKey) -> PublicKey:
    """Return a key in the form in which accounts keep it."""
    algorithm, data, *_ = key.export_public_key().decode().split()
    return PublicKey(key.get_fingerprint(), f"{algorithm} {data}")


def _words_of(command: str) -> list[str]:
    """Split a command into words.

    Raises:
        ValueError: with a sentence for the player, if it is too long or cannot be split.
    """
    if len(command) > COMMAND_CHARACTERS_MAX:
        most = COMMAND_CHARACTERS_MAX
        raise ValueError(tr("A command has at most {number} characters.", number=most))
    try:
        return shlex.split(command)
    except ValueError:
        raise ValueError(tr("The quotes of the command do not match.")) from None


def _destination(words: list[str]) -> Destination | None:
    """Return the full screen destination that the words name; None for a command."""
    match words:
        case []:
            return Destination()
        case ["watch" | "replay" as place, code]:
            return Destination(place, code)
        case ["join", code, *seed_words] if not any(word.startswith("-") for word in seed_words):
            return Destination("join", code, " ".join(seed_words))
    return None
