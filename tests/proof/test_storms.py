"""Storms of resizes and keys over a real pty: the program lives, answers and loses nothing.

A tiling window manager, or a hand that drags the corner of a window, resizes the terminal faster
than the program can lay out its screens, and keys come between the resizes.
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
"""Number of storms of a campaign, a fifth of them in each game."""
QUICK = 2
"""Number of storms in each run of the tests."""
GUSTS = 12
"""Number of resizes, or of series of resizes, in a storm."""
PAUSES = (0.0, 0.002, 0.005, 0.01, 0.03)
"""Seconds between two resizes."""
LARGE = ((45, 130), (44, 131))
KEYS = (
    b"1", b"\r", b"\r", b" ", b"\t", b"\x1b[C", b"\x1b[B", b"L", b"\x1b", b"u", b"R", b"z", b"z",
    b"?", b"H", b"s", b"p", b"d", b"0", b"\r\r", b"zz", b"HH",
)  # fmt: skip
OPENING = (b"z", b"H", b"?")
COMMANDS = b"\x10"
ESCAPES = 0.15
"""Seconds after which Esc counts as a key, and not as the beginning of a sequence."""


class Left(Exception):
    """The program has exited regularly, as a key in the list of commands may make it do."""


class Program(terminal.Terminal):
    """The program in a terminal whose size changes."""

    seen = b""
    """The end of the output, for failure messages."""

    def read(self, seconds: float) -> bytes:
        """Return the first bytes that arrive within so many seconds."""
        chunk = super().read(seconds)
        self.seen = (self.seen + chunk)[-3000:]
        return chunk

    def resize(self, rows: int, columns: int) -> None:
        termios.tcsetwinsize(self._master, (rows, columns))
        # The pty is not the program's controlling terminal, so the kernel sends no signal.
        with suppress(ProcessLookupError):
            os.kill(self.pid, signal.SIGWINCH)

    def read_for(self, seconds: float) -> None:
        """Read all output for so many seconds."""
        until = time.monotonic() + seconds
        while (left := until - time.monotonic()) > 0:
            self.read(left)

    def press(self, keys: bytes) -> None:
        """Type keys.

        Raises:
            Left: if the program has exited.
        """
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
    """Open a dialog; while keys come, make the terminal too small for it, then large again."""
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
    """Alternate between two sizes, about as fast as Textual passes resizes on."""
    for turn in range(10):
        shown.resize(*LARGE[turn % 2])
        shown.press(rng.choice((b"", b"\x1b[C", b"L", b"1")))
        shown.read_for(rng.uniform(0.008, 0.014))


def storm(shown: Program, rng: Random) -> None:
    """Resize again and again with keys between, at last to 1 × 1 and 0 × 0 and back."""
    for _ in range(GUSTS):
        rng.choice((gust, gust, gust, squeeze, flutter))(shown, rng)
    for size in ((1, 1), (0, 0), *LARGE):
        shown.resize(*size)
        shown.read_for(rng.choice(PAUSES))


def check_answers(shown: Program) -> None:
    """Check that keys still have an effect: Esc closes dialogs, and the list of commands opens."""
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
    """Play a match in a number of storms, resume it whenever the program is left, and verify it."""
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


def test_storms_of_sizes_and_keys_end_nothing_and_deafen_nothing(tmp_path):
    let_loose(tmp_path, "evo", "quick", QUICK)


@pytest.mark.campaign
@pytest.mark.parametrize("game", registry.SLUGS)
def test_a_thousand_storms(game, tmp_path):
    seed = f"{game} {time.time_ns()}"
    try:
        let_loose(tmp_path, game, seed, STORMS // len(registry.SLUGS))
    except BaseException as error:
        error.add_note(f"seed {seed}")
        raise
