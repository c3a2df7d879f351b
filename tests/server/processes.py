"""A server and its players in separate processes, started from a test or from the bench."""

import os
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import asyncssh
import msgspec
from server import hosting, load
from waiting import PATIENCE_SECONDS

from darwin_tui.server.store.contract import PublicKey
from darwin_tui.terminal.limits import Limits

TESTS = Path(__file__).parents[1]
ROOT = TESTS.parent


def key_file(folder: Path, name: str) -> Path:
    """Return the file of a player's private key; make the key if there is none."""
    path = folder / f"{name}.key"
    if not path.exists():
        asyncssh.generate_private_key("ssh-ed25519").write_private_key(path)
    return path


def player(folder: Path, name: str, game: str = "", opponent: str = "") -> hosting.Player:
    """Return a ``hosting.Player`` whose private key is in a folder."""
    key = asyncssh.read_private_key(key_file(folder, name))
    algorithm, data, *_ = key.export_public_key().decode().split()
    public = PublicKey(key.get_fingerprint(), f"{algorithm} {data}")
    return hosting.Player(name, public, game, opponent)


def _started(module: str, config: msgspec.Struct, path: Path, errors: int) -> "Process":
    path.write_bytes(msgspec.json.encode(config))
    return subprocess.Popen(
        [sys.executable, "-m", module, str(path)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=errors,
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": str(TESTS)},
    )


Process = subprocess.Popen[bytes]


class Server:
    """A server in a separate process."""

    def __init__(self, folder: Path, process: Process, ready: hosting.Ready) -> None:
        self.folder = folder
        self.process = process
        self.port = ready.port
        self.pid = ready.pid
        self.codes = ready.codes

    @property
    def log(self) -> str:
        return (self.folder / "server.log").read_text()

    def megabytes(self) -> float:
        """Return the server's memory (PSS: its own, and its share of memory shared with others)."""
        for line in Path(f"/proc/{self.pid}/smaps_rollup").read_text().splitlines():
            if line.startswith("Pss:"):
                return int(line.split()[1]) / 1024
        raise LookupError("no figure of the memory")

    def cpu_seconds(self) -> float:
        """Return the processor time that the server has used."""
        fields = Path(f"/proc/{self.pid}/stat").read_text().rpartition(") ")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


@contextmanager
def serving(
    folder: Path,
    players: Sequence[hosting.Player],
    limits: Limits | None = None,
    redis: str = "",
) -> Iterator[Server]:
    """Run a server until the end of the block. Its input then ends, and it must exit by itself."""
    plan = hosting.Hosted(str(folder), list(players), limits or Limits(), redis)
    with (folder / "server.log").open("wb") as log:
        process = _started("server.hosting", plan, folder / "server.json", log.fileno())
        try:
            assert process.stdout
            assert process.stdin
            line = process.stdout.readline()
            assert line, (folder / "server.log").read_text()
            yield Server(folder, process, msgspec.json.decode(line, type=hosting.Ready))
            process.stdin.close()
            assert process.wait(PATIENCE_SECONDS) == 0, (folder / "server.log").read_text()
        finally:
            process.kill()
            process.wait()
            for pipe in (process.stdin, process.stdout):
                assert pipe
                pipe.close()


class Players:
    """Players in a separate process."""

    def __init__(self, folder: Path, wanted: load.Load) -> None:
        self.process = _started("server.load", wanted, folder / "load.json", subprocess.PIPE)

    def until(self, word: str) -> None:
        """Wait until the process prints ``ready`` or ``done``."""
        assert self.process.stderr
        line = self.process.stderr.readline().decode()
        if line.strip() != word:
            raise AssertionError(line + self.process.stderr.read().decode())

    def result(self) -> load.Result:
        """End the process, and return its measurements."""
        answer, _ = self.process.communicate()
        return msgspec.json.decode(answer, type=load.Result)
