"""Program that connects many players to a server, presses keys and measures the answers.

``python -m server.load FILE``: the file is the JSON of a ``Load``. It prints the JSON of a
``Result``.
"""

import asyncio
import sys
from pathlib import Path
from random import Random
from time import monotonic

import asyncssh
import msgspec
from waiting import PATIENCE_SECONDS


class Guest(msgspec.Struct):
    """A player who connects to a server."""

    name: str
    key: str
    """Path of the player's private key."""
    command: str | None = None
    port: int = 0
    """Port of the server's process to which this player connects; 0 for ``Load.port``."""


class Load(msgspec.Struct):
    """The players, the keys that they press, and their pace."""

    port: int
    guests: list[Guest]
    seconds: float
    """Time for which keys are pressed."""
    keys: list[str]
    """Keys that each player presses in turn."""
    keys_a_second: float = 2
    at_once: int = 20
    """Number of players who connect at the same time."""
    drawn: str = ""
    """A text by which the first picture is known to be complete."""
    opening: str = ""
    """Keys pressed once after the first picture, before measuring begins."""
    columns: int = 120
    rows: int = 40


class Press(msgspec.Struct):
    """A key press and its answer."""

    at: float
    """Time of the press by the monotonic clock, which all processes of a machine share."""
    milliseconds: float
    """Time until the first byte of the answer."""
    bytes: int = 0
    """Size of the answer."""


class Result(msgspec.Struct):
    """The measured times of all players."""

    connect_ms: list[float] = []
    """Times from the start of each connection until its session was granted."""
    drawn_ms: list[float] = []
    """Times from the start of each connection until its first picture was complete."""
    presses: list[Press] = []
    unanswered: int = 0
    """Number of keys without an answer."""
    lost: int = 0
    """Number of sessions that ended too early."""


class Player:
    """The session of one player."""

    def __init__(self, load: Load, guest: Guest, result: Result, rng: Random) -> None:
        self.load = load
        self.guest = guest
        self.result = result
        self.rng = rng

    async def come(self) -> None:
        """Connect and wait for the first picture."""
        begun = monotonic()
        self.connection = await asyncssh.connect(
            "127.0.0.1",
            self.guest.port or self.load.port,
            username=self.guest.name,
            client_keys=[self.guest.key],
            known_hosts=None,
            config=None,
            agent_path=None,
            gss_host=None,
            compression_algs=None,
        )
        self.process = await self.connection.create_process(
            self.guest.command,
            term_type="xterm-256color",
            term_size=(self.load.columns, self.load.rows),
            env={"LANG": "en_GB.UTF-8", "COLORTERM": "truecolor"},
            encoding=None,
        )
        self.result.connect_ms.append(1000 * (monotonic() - begun))
        output = b""
        while self.load.drawn.encode() not in output:
            data = await asyncio.wait_for(self.process.stdout.read(65_536), PATIENCE_SECONDS)
            if not data:
                raise ConnectionError(output[-500:])
            output += data
        self.result.drawn_ms.append(1000 * (monotonic() - begun))
        # Skip output that follows the first picture, so that it is not taken for an answer.
        await self.drain(0.3)
        if self.load.opening:
            self.process.stdin.write(self.load.opening.encode())
            await self.drain(0.3)

    async def drain(self, seconds: float) -> int:
        """Read output for so many seconds, and return its number of bytes."""
        read = 0
        end = monotonic() + seconds
        while (left := end - monotonic()) > 0:
            try:
                data = await asyncio.wait_for(self.process.stdout.read(65_536), left)
            except TimeoutError:
                break
            if not data:
                raise ConnectionError("the session has ended")
            read += len(data)
        return read

    async def play(self, until: float) -> None:
        """Press keys at a slightly irregular pace, and measure the answers."""
        number = 0
        pause = 1 / self.load.keys_a_second
        await asyncio.sleep(self.rng.random() * pause)
        while monotonic() < until:
            key = self.load.keys[number % len(self.load.keys)]
            number += 1
            begun = monotonic()
            self.process.stdin.write(key.encode())
            try:
                data = await asyncio.wait_for(self.process.stdout.read(65_536), PATIENCE_SECONDS)
            except TimeoutError:
                self.result.unanswered += 1
                continue
            if not data:
                raise ConnectionError("the session has ended")
            press = Press(begun, 1000 * (monotonic() - begun), len(data))
            rest = begun + pause * (0.7 + 0.6 * self.rng.random()) - monotonic()
            press.bytes += await self.drain(max(0.02, rest))
            self.result.presses.append(press)


async def main(load: Load) -> Result:
    """Connect all players, a few at once; then let them press keys until the input ends."""
    result = Result()
    gate = asyncio.Semaphore(load.at_once)
    players = [Player(load, guest, result, Random(guest.name)) for guest in load.guests]

    async def come(player: Player) -> None:
        async with gate:
            await player.come()

    await asyncio.gather(*map(come, players))
    print("ready", file=sys.stderr, flush=True)
    until = monotonic() + load.seconds

    async def play(player: Player) -> None:
        try:
            await player.play(until)
        except (OSError, asyncssh.Error):
            result.lost += 1

    await asyncio.gather(*map(play, players))
    print("done", file=sys.stderr, flush=True)
    await asyncio.to_thread(sys.stdin.buffer.read)
    for player in players:
        player.connection.abort()
    return result


if __name__ == "__main__":
    done = asyncio.run(main(msgspec.json.decode(Path(sys.argv[1]).read_bytes(), type=Load)))
    print(msgspec.json.encode(done).decode())
