"""Storms of sizes with keys, through a real terminal: the program lives, answers and loses nothing.

A window manager that tiles, or a hand that shakes the corner of a window, sends sizes faster than
they are laid out, and keys come between them.
"""

import os
import signal
import termios
import time
from contextlib import suppress
from pathlib import Path
from random import Random

import pytest
from home import here

from darwin_core.contract import registry
from darwin_tui import settings
from darwin_tui.library import saves
from darwin_tui.settings import Settings

try:
    from bench import terminal
except ImportError:
    pytest.skip("a pty is wanted", allow_module_level=True)

STORMS = int(os.environ.get("PROOF_STORMS", "1000"))
"""Storms of a campaign, a fifth of them in each game."""
QUICK = 2
"""Storms where there is not so much time."""
GUSTS = 12
"""Changes of size in a storm, or series of them."""
PAUSES = (0.0, 0.002, 0.005, 0.01, 0.03)
"""Seconds between them."""
LARGE = ((45, 130), (44, 131))
KEYS = (
    b"1", b"\r", b"\r", b" ", b"\t", b"\x1b[C", b"\x1b[B", b"L", b"\x1b", b"u", b"R", b"z", b"z",
    b"?", b"H", b"s", b"p", b"d", b"0", b"\r\r", b"zz", b"HH",
)  # fmt: skip
OPENING = (b"z", b"H", b"?")
COMMANDS = b"\x10"
ESCAPES = 0.15
"""Seconds after which Esc is a key of its own."""


class Left(Exception):
    """The program was left in the regular way, as a key in the list of commands may do."""


class Program(terminal.Terminal):
    """The program in a terminal whose size changes."""

    seen = b""
    """The last that came."""

    def read(self, seconds: float) -> bytes:
        """Return the first bytes that arrive within so many seconds."""
        came = super().read(seconds)
        self.seen = (self.seen + came)[-3000:]
        return came

    def resize(self, rows: int, columns: int) -> None:
        """Make the terminal as large as this."""
        termios.tcsetwinsize(self._master, (rows, columns))
        # The terminal notifies only the processes of its own session.
        with suppress(ProcessLookupError):
            os.kill(self.pid, signal.SIGWINCH)

    def read_for(self, seconds: float) -> None:
        """Read all that comes in so many seconds."""
        until = time.monotonic() + seconds
        while (left := until - time.monotonic()) > 0:
            self.read(left)

    def press(self, keys: bytes) -> None:
        """Type, unless the program has ended."""
        code = self._program.poll()
        if code is None:
            super().press(keys)
        elif code == 0:
            raise Left
        else:
            pytest.fail(f"it ended with {code}: {self.seen!r}")


def gust(shown: Program, rng: Random) -> None:
    """Set a random size and press a random key."""
    shown.resize(rng.randrange(1, 70), rng.randrange(1, 220))
    if rng.random() < 0.5:
        shown.press(rng.choice(KEYS))
    shown.read_for(rng.choice(PAUSES))


def squeeze(shown: Program, rng: Random) -> None:
    """Open something, and while keys are pressed make the terminal too small for it and large."""
    shown.resize(*LARGE[0])
    shown.press(rng.choice(OPENING))
    shown.read_for(rng.choice((0.05, 0.1, 0.2)))
    for what in rng.choice(("ks", "sk", "ksk", "skk", "kskk")):
        if what == "s":
            shown.resize(20, 60)
        else:
            shown.press(rng.choice((b"x", b"\r")))
        shown.read_for(rng.choice((0.0, 0.0, 0.001, 0.003)))
    shown.read_for(rng.choice((0.01, 0.1)))
    shown.resize(*LARGE[1])
    shown.read_for(rng.choice((0.01, 0.1)))
    shown.press(rng.choice((b"x", b"xx", b"\x1b")))


def flutter(shown: Program, rng: Random) -> None:
    """Two sizes by turns, about as fast as Textual hands them on."""
    for turn in range(10):
        shown.resize(*LARGE[turn % 2])
        shown.press(rng.choice((b"", b"\x1b[C", b"L", b"1")))
        shown.read_for(rng.uniform(0.008, 0.014))


def storm(shown: Program, rng: Random) -> None:
    """Change the size again and again, at last down to nothing, with keys between."""
    for _ in range(GUSTS):
        rng.choice((gust, gust, gust, squeeze, flutter))(shown, rng)
    for size in ((1, 1), (0, 0), *LARGE):
        shown.resize(*size)
        shown.read_for(rng.choice(PAUSES))


def check_answers(shown: Program) -> None:
    """Check that keys still do something: open things close, and the list of commands opens."""
    for key in (b"\x1b", b"\x1b", COMMANDS):
        shown.until_quiet(ESCAPES)
        shown.press(key)
    until = time.monotonic() + terminal.PATIENCE
    while not shown.read(ESCAPES):
        shown.press(b"")
        assert time.monotonic() < until, "it answers no key"
    shown.until_quiet(ESCAPES)
    shown.press(b"\x1b")
    shown.until_quiet(ESCAPES)


def let_loose(folder: Path, game: str, seed: str, storms: int) -> None:
    """Play a match in so many storms, which is resumed when it was left; its record is whole."""
    rng = Random(seed)
    record = folder / "match.jsonl"
    done = 0
    settings.write(Settings(pace="instant", motion=False), here())
    begin = (game, "--seed", "5", "--save", str(record))
    while done < storms:
        args = ("--resume", str(record)) if record.exists() else begin
        with suppress(Left), Program(here().matches.parent.parent, "play", *args) as shown:
            shown.wait_for(b"leave")
            while done < storms:
                done += 1
                storm(shown, rng)
                check_answers(shown)
    assert saves.verify(record) is None


def test_storms_of_sizes_and_keys_end_nothing_and_deafen_nothing(tmp_path: Path) -> None:
    let_loose(tmp_path, "evo", "quick", QUICK)


@pytest.mark.campaign
@pytest.mark.parametrize("game", registry.SLUGS)
def test_a_thousand_storms(game: str, tmp_path: Path) -> None:
    """Run PROOF_STORMS (1,000) storms, a fifth of them in each game."""
    seed = f"{game} {time.time_ns()}"
    try:
        let_loose(tmp_path, game, seed, STORMS // len(registry.SLUGS))
    except BaseException as error:
        error.add_note(f"seed {seed}")
        raise
