"""The sessions of a process within the server's limits: a full screen or a command per connection.

A full screen ends the account's older full screens on all hosts. The process frees the memory of
ended sessions while nobody types."""

import asyncio
import ctypes
import gc
import logging
import secrets
from collections.abc import Callable, Collection, Coroutine, Sequence
from contextvars import Context
from dataclasses import dataclass, field
from functools import partial
from time import monotonic
from typing import Final, Literal
from weakref import WeakSet

import msgspec

from darwin_core.text.language import Reader, mark, read_as, tr
from darwin_core.text.wording import counted
from darwin_tui.server.event_log import log
from darwin_tui.server.store.accounts import settings_of
from darwin_tui.server.store.admission import Admission
from darwin_tui.server.store.contract import Account, Change, Store, StoreError
from darwin_tui.terminal.connection import Connection, WorkQueue, ignore
from darwin_tui.terminal.hosted_app import HostedApp, log_failure
from darwin_tui.terminal.limits import Limits

TAKEN_OVER: Final = mark("You have signed in elsewhere, and play on there.")
STOPPED: Final = mark("The server stops now. Your matches are safe; come back in a moment.")
IDLE: Final = mark("No key was pressed for long. Your matches are safe; come back when you like.")
FAILED: Final = mark("The program has failed, which is in the server's log. Your matches are safe.")
REMOVED: Final = mark("The host has removed your account.")
SIGNED_OUT: Final = mark("Your key or browser is signed out. Your matches are safe.")
WAITING: Final = mark("Several players arrive at once; this opens in a moment …")
FULL: Final = mark("All places on this server are taken; try again later.")

_GEN0_OBJECTS: Final = 2_000
_GEN1_ROUNDS: Final = 10
_GEN2_ROUNDS: Final = 1_000_000
"""Thresholds of Python's garbage collector: new objects until the first generation is collected,
and collections of each generation until one of the next. The last is out of reach: all generations
are collected at moments chosen here."""
_QUIET_SECONDS: Final = 1.0
"""Time without a key in any session after which a garbage collection goes unnoticed; also the time
between two looks at the sessions."""
_COLLECTION_INTERVAL_SECONDS: Final = 10.0
"""Minimum time between two garbage collections."""
_ENDED_MIN: Final = 4
_ENDED_MAX: Final = 24
"""Bounds on the number of ended sessions at which garbage is collected even while keys arrive.

Between them, the number is that of the open full screens: each of these makes the pause longer, so
it is made for more garbage at once.
"""
_START_SECONDS_MAX: Final = 5.0
"""Time for which a full screen that starts keeps the next one waiting."""

_malloc_trim: Final = getattr(ctypes.CDLL(None), "malloc_trim", None)
"""glibc's function that returns freed memory; None with other C libraries."""

_log: Final = logging.getLogger(__name__)


class Destination(msgspec.Struct, frozen=True):
    """The first screen of a session: the lobby, a table to join or watch, or a match to replay."""

    place: Literal["lobby", "join", "watch", "replay"] = "lobby"
    code: str = ""
    """Table code as typed."""
    seed_words: str = ""
    """The player's words for the seed, if they sit down there."""


@dataclass(eq=False)
class RunningSession:
    """A signed-in player at one terminal, until the farewell."""

    connection: Connection
    account: Account
    """The account as it was at the sign-in, or at its last change since."""
    destination: Destination
    is_command: bool
    session_id: str = field(default_factory=partial(secrets.token_hex, 8))
    """Session identifier, unique across all hosts."""
    app: HostedApp[int] | None = None
    task: asyncio.Task[int | None] | None = None
    is_ending: bool = False
    """True once the session is asked to end; the farewell may still be shown."""
    is_announced: bool = False
    """True once the notice of its takeover has arrived: any later takeover of the account ends the
    session."""
    ended: asyncio.Event = field(default_factory=asyncio.Event)
    """Set once the session is forgotten."""
    notice: str = ""
    """The last sentence shown to the player."""
    _cancel_timer: asyncio.TimerHandle | None = None
    """Timer that cancels an app which does not end by itself."""

    def end(self, notice: str, seconds: float) -> None:
        """Ask the session to end, and show the player a sentence when it does.

        Args:
            notice: the sentence; empty for none.
            seconds: time after which an app that has not ended is cancelled. A command is cancelled
                at once, as it has no farewell.
        """
        if self.is_ending:
            return
        self.is_ending = True
        self.notice = notice
        if self.app and self.app.started.is_set():
            self.app.exit()
        if self.task:
            # Use a fresh context: the loop keeps a timer's context until its time, even if it is
            # cancelled, and with it any app in that context.
            self._cancel_timer = asyncio.get_running_loop().call_later(
                seconds if self.app else 0, self.task.cancel, "ended", context=Context()
            )

    def release(self) -> None:
        """Drop all references to the app, so that its memory can be freed."""
        if self._cancel_timer:
            self._cancel_timer.cancel()
        self.app = self.task = self._cancel_timer = None


MakeApp = Callable[[Connection, RunningSession], HostedApp[int]]
RunCommand = Callable[[Connection, RunningSession, Sequence[str]], Coroutine[object, object, int]]
"""Runs the command of a session without a full screen; returns the exit status."""


@dataclass(eq=False)
class Sessions:
    """The sessions of this process."""

    _store: Store
    _limits: Limits
    _make_app: MakeApp
    _run_command: RunCommand
    _admission: Admission | None = None
    _running: dict[str, RunningSession] = field(default_factory=dict)
    """The sessions by identifier, until their farewell."""
    _work_queue: WorkQueue = field(default_factory=WorkQueue)
    _ended: WeakSet[HostedApp[int]] = field(default_factory=WeakSet)
    """Ended apps whose memory is not freed yet; a timer of the event loop may hold one for some
    seconds."""
    _collected_at: float = 0.0
    """Time of the last collection, by the monotonic clock."""
    _is_closing: bool = False

    def __post_init__(self) -> None:
        self._starting = asyncio.Semaphore(self._limits.starting_max)
        self.admission = self._admission or Admission(self._store)

    @property
    def count(self) -> int:
        return len(self._running)

    async def serve(
        self, connection: Connection, account: Account, destination: Destination
    ) -> None:
        """Run an app for a connection until it ends; end the account's older full screen."""
        running = await self._admit(connection, account, destination, is_command=False)
        if not running:
            return
        try:
            if running.is_ending:
                # The client has gone already, and takes no session over.
                return
            others = [other for other in self._screens_of(account.name) if other is not running]
            for other in others:
                other.end(TAKEN_OVER, self._limits.farewell_seconds)
            # Older sessions of this process end first. They have announced themselves by then, or
            # never will, so the takeovers are announced in the order of the sessions.
            for other in others:
                await other.ended.wait()
            if not running.is_ending:
                await self._announce(running)
            await self._run_app(running)
        except Exception as error:
            log_failure(error)
            running.notice = FAILED
        finally:
            self._finish(running)

    async def answer(self, connection: Connection, account: Account, words: Sequence[str]) -> None:
        """Carry out a command that was given instead of opening a terminal."""
        running = await self._admit(connection, account, Destination(), is_command=True)
        if not running:
            return
        try:
            running.task = asyncio.create_task(self._run_command(connection, running, words))
            connection.on_lost = partial(running.end, "", 0)
            await asyncio.wait([running.task])
        finally:
            self._finish(running)

    async def run(self) -> None:
        """Tune the process for many sessions and look after them until cancelled."""
        thresholds = gc.get_threshold()
        gc.collect()
        # Modules stay in memory; the default thresholds would traverse all sessions over and over.
        gc.freeze()
        gc.set_threshold(_GEN0_OBJECTS, _GEN1_ROUNDS, _GEN2_ROUNDS)
        changes = asyncio.create_task(self._follow())
        try:
            while True:
                await asyncio.sleep(_QUIET_SECONDS)
                self._end_idle()
                self._collect()
        finally:
            changes.cancel()
            gc.unfreeze()
            gc.set_threshold(*thresholds)

    async def close(self) -> None:
        """Refuse new sessions, and end all current ones with a notice."""
        self._is_closing = True
        sessions = self._all
        for session in sessions:
            session.connection.is_interrupted = True
            # An app that is cancelled at half of the time still ends before the wait below does.
            session.end(STOPPED, self._limits.shutdown_seconds / 2)
        if sessions:
            waiting = [asyncio.create_task(session.ended.wait()) for session in sessions]
            _, late = await asyncio.wait(waiting, timeout=self._limits.shutdown_seconds)
            for task in late:
                task.cancel()

    @property
    def _all(self) -> list[RunningSession]:
        return list(self._running.values())

    # --- one session

    async def _admit(
        self,
        connection: Connection,
        account: Account,
        destination: Destination,
        *,
        is_command: bool,
    ) -> RunningSession | None:
        """Count a new session, or refuse it with a sentence.

        From here on, this task runs in the player's language.
        """
        language = settings_of(account, connection.facts.language).settings.language
        reader = Reader(language, not connection.facts.has_unicode)
        read_as(reader)
        ban = self.admission.ban_on(account, connection.credential, connection.address)
        refusal = ban.sentence if ban else self._refusal(account, is_command=is_command)
        if ban:
            log("refused", address=connection.address, why=ban.notice, name=account.name)
        if refusal:
            connection.say(refusal)
            connection.close(1)
            return None
        running = RunningSession(connection, account, destination, is_command)
        self._running[running.session_id] = running
        connection.on_lost = partial(running.end, "", self._limits.farewell_seconds)
        connection.work_queue = self._work_queue
        # A command reads on after the end of its input, as in ``ssh host lines < file``.
        if not is_command:
            connection.on_end = connection.on_lost
            if connection.has_ended:
                connection.on_end()
        return running

    def _refusal(self, account: Account, *, is_command: bool) -> str:
        """Return the reason for refusing a new session; empty if it is accepted."""
        if self._is_closing:
            return tr(STOPPED)
        # Sessions that were asked to end give way, so they do not count.
        staying = [session for session in self._all if not session.is_ending]
        if len(staying) >= self._limits.sessions_max:
            return tr(FULL)
        # A full screen replaces the earlier one, so only commands count against it. A command
        # replaces nothing, so all sessions count against it.
        own_sessions = [session for session in staying if session.account.name == account.name]
        competing = sum(is_command or session.is_command for session in own_sessions)
        if competing >= self._limits.sessions_of_account_max:
            most = counted(self._limits.sessions_of_account_max, "connection")
            return tr("You have {connections} already; close one of them.", connections=most)
        return ""

    def _screens_of(self, name: str) -> list[RunningSession]:
        """Return an account's full screens, including screens that are ending."""
        sessions = self._all
        return [
            session
            for session in sessions
            if session.account.name == name and not session.is_command
        ]

    async def _announce(self, running: RunningSession) -> None:
        """Notify all processes that a session takes over its account."""
        name = running.account.name
        try:
            await self._store.notify(Change("takeover", name, running.session_id))
        except StoreError as error:
            # The order of the notices is unknown, so any later takeover ends this session.
            running.is_announced = True
            _log.error("A takeover by %s cannot be announced: %s", name, error)

    async def _run_app(self, running: RunningSession) -> None:
        """Start an app when few others start, and run it until it ends; see ``serve``."""
        if self._starting.locked():
            running.connection.say(tr(WAITING))
        async with self._starting:
            if running.is_ending:
                return
            running.app = app = self._make_app(running.connection, running)
            size = running.connection.size
            # A new task has a new context, in which this app is Textual's active app.
            running.task = asyncio.create_task(app.run_async(size=size))
            started = asyncio.create_task(app.started.wait())
            await asyncio.wait(
                [running.task, started],
                timeout=_START_SECONDS_MAX,
                return_when=asyncio.FIRST_COMPLETED,
            )
            started.cancel()
        if running.is_ending:
            # The session was ended while its app started, when ``exit`` would have failed.
            app.exit()
        await asyncio.wait([running.task])
        try:
            async with asyncio.timeout(self._limits.leaving_seconds):
                await app.leave()
        except Exception as error:
            log_failure(error)

    def _finish(self, running: RunningSession) -> None:
        """Release the connection, say the farewell, close with an exit status, and forget the
        session."""
        connection, task, app = running.connection, running.task, running.app
        if task and not task.done():
            task.cancel()
        connection.release()
        connection.on_lost = connection.on_end = ignore
        status = 1
        if task and task.done() and not task.cancelled():
            error = task.exception() or (app.failure if app else None)
            if error:
                # An app logs its failure itself.
                if not app:
                    log_failure(error)
                running.notice = FAILED
            elif app:
                status = app.return_code or 0
            else:
                status = task.result() or 0
        if running.notice:
            connection.say(tr(running.notice))
        connection.close(status)
        if app:
            self._ended.add(app)
        running.release()
        del self._running[running.session_id]
        running.ended.set()

    # --- all sessions

    async def _follow(self) -> None:
        """End sessions whose account signed in elsewhere, was removed or was banned."""
        async for change in self._store.changes():
            if change.kind == "takeover":
                self._take_over(change.key, change.origin)
            elif change.kind == "account":
                await self._refresh_accounts({change.key})
            elif change.kind == "all":
                await self._refresh_accounts({session.account.name for session in self._all})
                await self._follow_admission()
            elif change.kind == "document" and self.admission.concerns(change.key):
                await self._follow_admission()

    async def _follow_admission(self) -> None:
        """Read the admission rules again, and end the sessions of banned players."""
        try:
            await self.admission.load()
        except StoreError as error:
            _log.error("The rules of admission cannot be read: %s", error)
        for session in self._all:
            connection = session.connection
            if ban := self.admission.ban_on(
                session.account, connection.credential, connection.address
            ):
                session.end(ban.notice, self._limits.farewell_seconds)

    def _take_over(self, name: str, origin: str) -> None:
        """End the sessions of an account that were announced before a takeover.

        All processes read the notices in the same order. A session whose own notice has not arrived
        is newer than the takeover and stays, so exactly one session is left: the last one
        announced.
        """
        for running in self._screens_of(name):
            if running.session_id == origin:
                running.is_announced = True
            elif running.is_announced:
                running.end(TAKEN_OVER, self._limits.farewell_seconds)

    async def _refresh_accounts(self, names: Collection[str]) -> None:
        """Read accounts again for their sessions, and end sessions whose key or browser no longer
        signs in."""
        for session in self._all:
            account = session.account
            if account.name in names:
                credential = session.connection.credential
                try:
                    session.account, notice = await self.read_again(account, credential)
                except StoreError as error:
                    _log.error("The account %s cannot be read: %s", account.name, error)
                    continue
                if notice:
                    session.end(notice, self._limits.farewell_seconds)

    async def read_again(self, account: Account, credential: str) -> tuple[Account, str]:
        """Return an account as the store has it now, and the notice for a player whose credential
        no longer signs in to it; raises StoreError."""
        account_now = await self._store.account(account.name)
        if account_now is None or account_now.is_removed:
            return account, REMOVED
        return account_now, "" if account_now.admits(credential) else SIGNED_OUT

    def _end_idle(self) -> None:
        """End full screens without a key for long, except at a table."""
        longest = self._limits.idle_seconds
        for session in self._all:
            is_idle = monotonic() - session.connection.last_input > longest
            if is_idle and session.app and not session.app.may_idle:
                session.end(IDLE, self._limits.farewell_seconds)

    def _collect(self) -> None:
        """Free the memory of ended sessions while nobody presses a key.

        The parts of a session refer to each other, so only the garbage collector frees them.
        """
        now = monotonic()
        is_quiet = all(
            now - session.connection.last_input > _QUIET_SECONDS for session in self._all
        )
        screens = sum(session.app is not None for session in self._all)
        ended_max = min(max(screens, _ENDED_MIN), _ENDED_MAX)
        is_due = is_quiet or len(self._ended) >= ended_max
        if self._ended and is_due and now >= self._collected_at + _COLLECTION_INTERVAL_SECONDS:
            self._collected_at = now
            gc.collect()
            _give_memory_back()


def _give_memory_back() -> None:
    """Let the C library return freed memory to the system.

    By itself it only returns the end of its heap, where some small block is always in use.
    """
    if _malloc_trim:
        _malloc_trim(0)
