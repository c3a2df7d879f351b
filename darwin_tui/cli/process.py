"""The process of the command line: its environment, user, standard streams and logging.

Only this module reads the environment, the user's name and the standard streams. Other modules
receive a player context, so that several players can share one process.
"""

import gc
import getpass
import logging
import os
import sys
import traceback
from asyncio import AbstractEventLoop
from collections.abc import Callable, Mapping
from contextlib import suppress
from copy import copy
from io import TextIOWrapper
from pathlib import Path
from types import TracebackType
from typing import Final

import appdirs
from msgspec.structs import replace

from darwin_core.journal.disk import remove_unfinished
from darwin_core.text.language import follow
from darwin_tui.library.player_context import PlayerContext
from darwin_tui.paths import Locations
from darwin_tui.seating import player_name
from darwin_tui.settings import SettingsStore
from darwin_tui.terminal.facts import TerminalFacts

TRACEBACK: Final = "DARWIN_TUI_TRACEBACK"
"""Environment variable that makes errors of the program itself show a traceback."""

REPEAT_SECONDS_MIN: Final = 60.0
"""Time for which a failure that was logged is not logged again."""

_log: Final = logging.getLogger(__name__)
ErrorInfo = (
    tuple[type[BaseException], BaseException, TracebackType | None] | tuple[None, None, None]
)

_NAME: Final = "darwin-tui"
"""Name of the program's folders."""
_DUMB: Final = ("dumb", "unknown")
"""Values of ``TERM`` of terminals that cannot move the cursor."""


def wants_traceback() -> bool:
    """Return whether errors of the program itself show a traceback."""
    return bool(os.environ.get(TRACEBACK))


def load_full_screen() -> Callable[..., int]:
    """Import the full screen, which garbage collection ignores from then on; return the function
    that runs it."""
    # Disable garbage collection during imports: nearly all of their objects stay.
    gc.disable()
    try:
        from darwin_tui import app
    finally:
        gc.freeze()
        gc.enable()
    return app.run


def has_terminal() -> bool:
    """Return whether the full screen can be used."""
    streams = (sys.stdin, sys.stdout)
    return all(stream is not None and stream.isatty() for stream in streams) and (
        os.environ.get("TERM", "").lower() not in _DUMB
    )


def variable(name: str) -> str:
    """Return an environment variable; empty if it is not set."""
    return os.environ.get(name, "")


def processors() -> int:
    """Return the number of processors of the machine, even if this process may use fewer."""
    return os.cpu_count() or 1


def begin_own_session() -> PlayerContext:
    """Begin the session of this process's user at its terminal; return the player context.

    Unfinished files are removed, and texts are in the player's language from then on.
    """
    locations = locations_of(os.environ)
    remove_unfinished(locations.folders)
    detected = TerminalFacts.detect(os.environ, getattr(sys.__stdout__, "encoding", None))
    is_first = not locations.settings.exists()
    settings = SettingsStore(locations)
    if is_first:
        settings.now = replace(settings.now, language=detected.language)
    player = PlayerContext(
        name=_user_name(), detected=detected, locations=locations, settings=settings
    )
    follow(player)
    return player


def locations_of(environment: Mapping[str, str]) -> Locations:
    """Return a user's locations: below ``$XDG_STATE_HOME`` and ``$XDG_CONFIG_HOME``, or in the
    system's own folders."""
    return Locations.under(
        _folder(environment.get("XDG_STATE_HOME"), appdirs.user_state_dir, ".local/state"),
        _folder(environment.get("XDG_CONFIG_HOME"), appdirs.user_config_dir, ".config"),
    )


def _folder(named: str | None, find: Callable[[str], str], fallback: str) -> Path:
    """Return a folder; an XDG variable that is empty or a relative path counts as unset."""
    if named and os.path.isabs(named):
        return Path(named) / _NAME
    folder = Path(find(_NAME))
    # appdirs would take such a variable literally.
    return folder if folder.is_absolute() else Path.home() / fallback / _NAME


def _user_name() -> str:
    # Without an entry of the user in the system's list, the error is a KeyError before Python 3.13.
    with suppress(OSError, KeyError):
        return player_name(getpass.getuser())
    return player_name("")


def keep_private() -> None:
    """Make all files and folders of this process readable only by its user."""
    os.umask(0o077)


def log_to_stderr() -> None:
    """Log a server's events to standard error, one per line. Errors are logged by type and code
    lines only, as their messages may contain hidden cards."""
    handler = logging.StreamHandler()
    handler.addFilter(_OnceAMinute())
    handler.setFormatter(_WithoutValues("%(asctime)s %(levelname)s %(message)s"))
    logging.getLogger().addHandler(handler)
    for name in ("darwin_tui", "darwin_core"):
        logging.getLogger(name).setLevel(logging.INFO)
    # asyncio warns about each packet to a player who has just been disconnected.
    logging.getLogger("asyncio").setLevel(logging.ERROR)


class _OnceAMinute(logging.Filter):
    """Drops a failure that was logged within the last minute: a disk stays full for hours, and the
    log may be on it. Errors with a traceback always pass."""

    def __init__(self) -> None:
        super().__init__()
        self._logged: dict[str, float] = {}

    def filter(self, record: logging.LogRecord) -> bool:
        if record.levelno < logging.ERROR or record.exc_info:
            return True
        begin = record.created - REPEAT_SECONDS_MIN
        message = record.getMessage()
        self._logged = {text: time for text, time in self._logged.items() if time > begin}
        is_new = message not in self._logged
        self._logged.setdefault(message, record.created)
        return is_new


class _WithoutValues(logging.Formatter):
    """Formats errors without their values."""

    def format(self, record: logging.LogRecord) -> str:
        record = copy(record)
        # Another handler may already have formatted the error with its values.
        record.exc_text = None
        return super().format(record)

    def formatException(self, ei: ErrorInfo) -> str:
        """Return the type of an error and its lines of code."""
        kind, _, frames = ei
        return f"{kind.__name__ if kind else None}\n{''.join(traceback.format_tb(frames))}"


def log_unhandled(_loop: AbstractEventLoop, context: Mapping[str, object]) -> None:
    """Log an unhandled error without the values that asyncio would print."""
    error = context.get("exception")
    _log.error(
        "An error was not handled.", exc_info=error if isinstance(error, BaseException) else False
    )


def is_root() -> bool:
    """Return whether this process runs as root."""
    return os.geteuid() == 0


def limit_to_ascii() -> None:
    """Limit standard output to ASCII, for line mode and full screen."""
    if isinstance(sys.stdout, TextIOWrapper):
        sys.stdout.reconfigure(encoding="ascii", errors="replace")


def open_missing() -> None:
    """Open the null device in place of closed standard streams. Otherwise a record could get their
    descriptor, and any output would overwrite it."""
    for descriptor in range(3):
        try:
            os.fstat(descriptor)
        except OSError:
            os.open(os.devnull, os.O_RDWR)


def discard_output() -> None:
    """Discard output that could not be written, so that Python does not complain at exit."""
    try:
        if sys.stdout:
            sys.stdout.flush()
    except OSError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
