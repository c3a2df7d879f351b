"""The accounts in the folder of a server, which several processes may change.

All that waits for the disk runs beside the event loop.
"""

import asyncio
import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Final, ParamSpec, TypeVar

from darwin_core.journal import reason
from darwin_tui.paths import private_dir
from darwin_tui.server.database import Database
from darwin_tui.server.model import Account, ChatLine
from darwin_tui.server.store import StoreError

P = ParamSpec("P")
T = TypeVar("T")

ACCOUNTS_FILE: Final = "accounts.sqlite"
ANSWER_INTERVAL_SECONDS: Final = 0.1
"""Time between two looks for the answer of a server."""
ANSWER_TRIES: Final = 200


class FileAccounts:
    """The accounts of a server that keeps them in a folder, also while the server runs."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        # One thread: calls wait for each other, and none for the event loop.
        self._thread = ThreadPoolExecutor(1, "store")
        self._database: Database | None = None
        self._is_closed = False

    async def open(self) -> None:
        """Make the folder, if need be, and open the accounts."""
        await self._run(self._open)

    async def close(self) -> None:
        """Close the accounts after the calls that run. A second call has no effect."""
        if not self._is_closed:
            self._is_closed = True
            await self._run(self._close)
            self._thread.shutdown()

    async def _run(self, call: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Return the result of a call in the thread; it is finished even if nobody waits for it."""
        return await asyncio.shield(self._begin(call, *args, **kwargs))

    def _begin(self, call: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> asyncio.Future[T]:
        """Begin a call in the thread and return its result to come."""
        try:
            future = self._thread.submit(call, *args, **kwargs)
        except RuntimeError:
            raise StoreError("The store is closed.") from None
        waiting = asyncio.wrap_future(future)
        # Retrieve the exception, so that asyncio does not log it when the caller was cancelled.
        waiting.add_done_callback(lambda done: done.cancelled() or done.exception())
        return waiting

    def _open(self) -> None:
        try:
            # A folder that was there before may be open to others.
            os.chmod(private_dir(self.folder), 0o700)
        except OSError as error:
            raise StoreError(f"{self.folder} cannot be used: {reason(error)}.") from None
        self._database = Database(self.folder / ACCOUNTS_FILE)

    def _close(self) -> None:
        if self._database is not None:
            self._database.close()
            self._database = None

    @property
    def _kept(self) -> Database:
        if self._database is None:
            raise StoreError("The store is closed.")
        return self._database

    async def accounts(self) -> list[Account]:
        """Return all accounts by name."""
        return await self._run(lambda: self._kept.accounts())

    async def account(self, name: str) -> Account | None:
        """Return the account of a name, ignoring case."""
        return await self._run(lambda: self._kept.account(name))

    async def account_of_key(self, fingerprint: str) -> Account | None:
        """Return the account that a public key signs in to."""
        return await self._run(lambda: self._kept.account_of_key(fingerprint))

    async def account_of_token(self, token_hash: str) -> Account | None:
        """Return the account that a browser's token signs in to."""
        return await self._run(lambda: self._kept.account_of_token(token_hash))

    async def put_account(self, account: Account) -> Account:
        """Keep an account and return it with its new version; see Store."""
        return await self._run(lambda: self._kept.put_account(account))

    async def say(self, room: str, line: ChatLine) -> None:
        """Add a line to the chat of a room. Old lines are dropped."""
        await self._run(lambda: self._kept.say(room, line))

    async def end_table(self, code: str) -> str:
        """Let the server that runs with the folder end a table, and return its answer.

        Raises:
            StoreError: if it refuses, or does not answer.
        """
        await self._run(lambda: self._kept.order_end(code))
        for _ in range(ANSWER_TRIES):
            if found := await self._run(lambda: self._kept.take_answer(code)):
                is_done, answer = found
                if not is_done:
                    raise StoreError(answer)
                return answer
            await asyncio.sleep(ANSWER_INTERVAL_SECONDS)
        await self._run(lambda: self._kept.forget_order(code))
        raise StoreError("The server that runs does not answer.")
