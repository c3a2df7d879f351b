"""The session of a player, and its terminal as the sessions of a server use it."""

import asyncio
import re
from collections.abc import Callable, Mapping
from typing import Final

import asyncssh

from darwin_tui.server.ssh.gate import Gate
from darwin_tui.terminal.connection import Connection, Size
from darwin_tui.terminal.facts import TerminalFacts
from darwin_tui.terminal.limits import Limits

_VARIABLES: Final = re.compile(r"TERM|COLORTERM|LANG|LC_[A-Z]{1,20}|NO_COLOR")
_VALUE_CHARACTERS_MAX: Final = 100
COMMAND_CHARACTERS_MAX: Final = 1000
"""Characters of a command; the rest is dropped, and it is refused in a sentence."""


class SshChannel(asyncssh.SSHServerSession[bytes]):
    """The channel of a session."""

    def __init__(
        self, gate: Gate, limits: Limits, begin: Callable[["SshConnection", str | None], None]
    ) -> None:
        """Wait for the session to start.

        Args:
            gate: of its connection.
            limits: of the server.
            begin: called once the session has started, with its terminal and its command.
        """
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
        """Accept the terminal: it is the client's own, and nothing of the host's."""
        self._size = term_size[:2]
        return True

    def shell_requested(self) -> bool:
        """Accept a session without a command: it is given no shell."""
        return True

    def exec_requested(self, command: str) -> bool:
        """Accept a command of ours; none of the host's is ever run."""
        self._command = command[: COMMAND_CHARACTERS_MAX + 1]
        return True

    def subsystem_requested(self, subsystem: str) -> bool:
        """Refuse all, such as sftp."""
        return False

    def session_started(self) -> None:
        """Hand the terminal over."""
        assert self._channel
        _refuse_environment(self._channel)
        self._connection = SshConnection(
            self._channel, self._gate, self._limits, self._size, _environment(self._channel)
        )
        self._begin(self._connection, self._command)

    def data_received(self, data: bytes, datatype: int | None) -> None:
        """Pass input on."""
        if self._connection:
            self._connection.received(data)

    def eof_received(self) -> bool:
        """Pass the end of input on; output may follow."""
        if self._connection:
            self._connection.ended()
        return True

    def terminal_size_changed(self, width: int, height: int, pixwidth: int, pixheight: int) -> None:
        """Pass the size on."""
        self._size = width, height
        if self._connection:
            self._connection.resized(self._size)

    def pause_writing(self) -> None:
        """Note that the client is too slow."""
        if self._connection:
            self._connection.is_channel_paused = True

    def resume_writing(self) -> None:
        """Note that the client has read what waited."""
        if self._connection:
            self._connection.is_channel_paused = False
            self._connection.resume()

    def connection_lost(self, exc: Exception | None) -> None:
        """Forget the channel, and close the connection, which has no other."""
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
        """Make the connection of a session that has started.

        Args:
            channel: of the session.
            gate: of its connection.
            limits: of the server.
            size: of the terminal; None if there is none.
            environment: of the session.
        """
        terminal_type = (channel.get_terminal_type() or "unknown") if size else ""
        variables = {**environment, "TERM": terminal_type}
        super().__init__(
            limits,
            terminal_type=terminal_type,
            size=size or (80, 24),
            facts=TerminalFacts.detect(variables, "utf-8"),
            address=gate.address,
        )
        self.connect_command = gate.connect_command
        self._channel = channel
        self._ssh = channel.get_connection()
        self._gate = gate
        self._rekey_timer: asyncio.TimerHandle | None = None
        self.is_channel_paused = False
        channel.set_write_buffer_limits(limits.output_bytes_max // 2)
        gate.on_resume = self.resume

    @property
    def is_paused(self) -> bool:
        """True while the client is too slow to read more."""
        return self.is_channel_paused or self._gate.is_paused

    def resume(self) -> None:
        """Pass on that the client reads again, once all that waited was sent."""
        if not self.is_paused and not self.is_lost:
            self.resumed()

    def write(self, data: bytes) -> None:
        """Send output."""
        if data and not self._channel.is_closing():
            self._channel.write(data)
            self._limit_rekey()

    def write_error(self, data: bytes) -> None:
        """Send output to standard error."""
        if data and not self._channel.is_closing():
            self._channel.write_stderr(data)

    def close(self, status: int) -> None:
        """Send what is left of the output and the exit status, and end the connection."""
        if not self._channel.is_closing():
            self._channel.exit(status)
            self._gate.linger()

    def lost(self) -> None:
        """Tell the user that the client is gone."""
        if self._rekey_timer:
            self._rekey_timer.cancel()
        super().lost()

    @property
    def _is_rekeying(self) -> bool:
        return not vars(self._ssh)["_kex_complete"]

    def _limit_rekey(self) -> None:
        """Close the connection if its client does not finish an exchange of keys that it began:
        asyncssh keeps all output until then, without a limit of size or time."""
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
    """Return the few variables of a session that are heeded."""
    return {
        name: value[:_VALUE_CHARACTERS_MAX]
        for name, value in channel.get_environment().items()
        if _VARIABLES.fullmatch(name) and value.isprintable()
    }


def _refuse_environment(channel: asyncssh.SSHServerChannel[bytes]) -> None:
    """Take no more variables: asyncssh would keep any number of them for the whole session."""
    vars(channel)["_process_env_request"] = lambda packet: False
