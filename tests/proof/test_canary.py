"""No output to a terminal names a card that its player cannot know, in any game.

The program plays a match in a separate terminal. It puts a mark on each card that the player cannot
know, so that any mark in its output is a leak: on the board, in the log, in a hint, in an
explanation or a message. ``canary_child`` defines these cards.
"""

import errno
import os
import pty
import re
import select
import subprocess
import sys
import termios
import time
from collections.abc import Iterator, Sequence
from itertools import cycle
from pathlib import Path

import pytest
import sampling
from proof.canary_child import CANARIES, thing

from darwin_core.contract import registry
from darwin_tui.library import saves

TESTS = Path(__file__).parents[1]
CHILD = [sys.executable, "-m", "proof.canary_child"]
MARK = "¶".encode()

LOOKS = (
    (b"2", b"\r"),
    (b"L",),
    (b"\x1b[C", b" ", b"\r"),
    (b"L",),
    (b"\t", b"1", b"\r"),
    (b"H", b"x", b"\r"),
    (b"?", b" ", b"q", b"\r"),
    (b"p", b"p", b"\r"),
    (b"\t", b"\t", b"u", b"U", b"\r"),
)
"""Keys typed in full-screen mode, one tuple in each of the player's turns."""
PLAYS = b"\x1b[24~"
"""F12, on which the child plays a random action."""
LOOKED = tuple((*(key for key in look if key != b"\r"), PLAYS) for look in LOOKS)
"""The same keys with F12 for Enter, for games in which choosing takes more than one key."""
OPENS = {b"?": b"Goal", b"H": b"Hint"}
"""Text by which to recognise the screen that a key opens."""
WORDS = (
    (b"state\n", b"1\n"),
    (b"hand\n", b"log 99\n", b"2\n"),
    (b"legal\n", b"hint\n", b"1\n"),
    (b"undo\n", b"redo\n", b"help\n", b"rules\n", b"1\n"),
)
"""Lines typed in line mode, one tuple in each of the player's turns."""
AT_WORK = 200
"""Minimum number of times that a whole match must name cards."""
OTHERS = [slug for slug in registry.SLUGS if slug != "dice"]
MODES = (("full", LOOKED, b"q"), ("plain", WORDS, b"quit\n"))


class Terminal:
    """A terminal with the child program in it, and all output that it has received."""

    def __init__(self, folder: Path, *args: str, rows: int = 24, columns: int = 80) -> None:
        self.record = folder / "match.jsonl"
        self.progress = folder / "progress"
        master, slave = pty.openpty()
        termios.tcsetwinsize(slave, (rows, columns))
        slug, mode, *leak = args
        run = [*CHILD, slug, mode, str(self.record), str(self.progress), *leak]
        environment = {**os.environ, "TERM": "xterm-256color", "LC_ALL": "C.UTF-8"}
        # COLUMNS and LINES would override the terminal's size.
        for name in ("NO_COLOR", "COLUMNS", "LINES"):
            environment.pop(name, None)
        self.program = subprocess.Popen(
            run,
            cwd=TESTS,
            stdin=slave,
            stdout=slave,
            stderr=slave,
            start_new_session=True,
            env=environment,
        )
        os.close(slave)
        # A write to a terminal whose program is ending may never return.
        os.set_blocking(master, False)
        self.master = master
        self.sent = b""

    def type(self, keys: bytes) -> None:
        """Type keys; they are lost if the program has ended."""
        until = time.monotonic() + 60
        while keys and self.program.poll() is None:
            assert time.monotonic() < until, self.last_words()
            try:
                keys = keys[os.write(self.master, keys) :]
            except BlockingIOError:
                self.read(0.02)
            except OSError as error:
                if error.errno != errno.EIO:  # the program has closed the terminal
                    raise
                return

    def read(self, seconds: float) -> None:
        """Read output until none has come for so many seconds."""
        while select.select((self.master,), (), (), seconds)[0]:
            try:
                data = os.read(self.master, 65536)
            except OSError:
                return
            self.sent += data
            if not data:
                return

    def open(self, keys: bytes, words: bytes) -> None:
        """Type a key until the screen that it opens is seen, or the match is over.

        Typed while bots still play, the key may open nothing. It is repeated only after a long
        wait, because a second key might close the screen again.
        """
        since = len(self.sent)
        until = time.monotonic() + 90
        while words not in self.sent[since:]:
            self.type(keys)
            again = time.monotonic() + 15
            while words not in self.sent[since:] and time.monotonic() < again:
                self.read(0.02)
                if self.where()[1] == "over":
                    return
            assert time.monotonic() < until, self.last_words()

    def wait_until_played(self, lines: int) -> None:
        """Wait up to a second for an action to be recorded; the keys may have played none."""
        until = time.monotonic() + 1
        while self.where()[0] == lines and time.monotonic() < until:
            self.read(0.02)

    def resize(self, columns: int, rows: int) -> None:
        termios.tcsetwinsize(self.master, (rows, columns))

    def where(self) -> tuple[int, str, int, int]:
        """Return the number of lines, whose turn it is, and how many cards and unknown cards have
        been named."""
        try:
            last = self.progress.read_text().splitlines()[-1].split()
        except (OSError, IndexError):
            return 0, "nobody", 0, 0
        return int(last[0]), last[1], int(last[2]), int(last[3])

    def first_unknown(self) -> str:
        """Return the traceback of the first call that named an unknown card."""
        leak = self.progress.with_suffix(".leak")
        return leak.read_text() if leak.exists() else ""

    def last_words(self) -> str:
        self.read(0.5)
        return re.sub(rb"\x1b\[[0-?]*[@-~]", b"", self.sent)[-4000:].decode(errors="replace")

    def close(self) -> None:
        if self.program.poll() is None:
            self.program.kill()
        self.program.wait()
        os.close(self.master)


@pytest.fixture
def terminals(tmp_path: Path) -> Iterator[list[Terminal]]:
    open_ones: list[Terminal] = []
    yield open_ones
    for terminal in open_ones:
        terminal.close()


def play(
    terminal: Terminal,
    looks: Sequence[Sequence[bytes]],
    stop: bytes = b"",
    turns: int | None = None,
) -> None:
    """Play to the end of the match, for a number of turns, or until ``stop`` is in the output."""
    until = time.monotonic() + 600
    taken = 0
    sizes = cycle(((80, 24), (120, 40), (100, 30)))
    turn = cycle(looks)
    while terminal.where()[1] != "over" and taken != turns:
        assert time.monotonic() < until, terminal.last_words()
        assert terminal.program.poll() is None, terminal.last_words()
        terminal.read(0.04)
        if stop and stop in terminal.sent:
            return
        lines, whose, *_ = terminal.where()
        if whose != "you":
            continue
        if lines % 5 == 4 and not stop:
            terminal.resize(*next(sizes))
        look = next(turn)
        taken += 1
        for keys in look:
            # Wait for the screen to open: until then, further keys go to the screen below.
            if keys in OPENS:
                terminal.open(keys, OPENS[keys])
            else:
                terminal.type(keys)
            terminal.read(0.02)
        if look[-1] in (b"\r", PLAYS):
            terminal.wait_until_played(lines)
    terminal.read(0.2)


def leave(terminal: Terminal, keys: bytes) -> None:
    until = time.monotonic() + 60
    while terminal.program.poll() is None:
        assert time.monotonic() < until, terminal.last_words()
        terminal.type(keys)
        terminal.read(0.2)
    terminal.read(0.1)


@pytest.mark.parametrize("slug", registry.SLUGS)
def test_functions_and_tables_that_name_cards_exist(slug):
    canary = CANARIES[slug]
    tables = [f"material.{name}" for name, _ in canary.tables]
    for place in (*canary.names, *canary.counters, *tables):
        assert thing(f"darwin_core.games.{slug}", place)


@pytest.mark.parametrize(
    ("mode", "looks", "keys", "turns"),
    [("full", LOOKS, b"q", len(LOOKS)), ("plain", WORDS, b"quit\n", None)],
)
def test_no_card_is_named_that_the_player_cannot_know(
    mode, looks, keys, turns, tmp_path, terminals
):
    """Play a whole match of Dice in line mode, and in full screen a turn with each look."""
    assert_nothing_leaks("dice", mode, looks, keys, tmp_path, terminals, turns)


@pytest.mark.parametrize("slug", sampling.some(OTHERS, len(OTHERS)))
@pytest.mark.parametrize(("mode", "looks", "keys"), MODES)
def test_no_card_of_other_games_is_named_that_the_player_cannot_know(
    mode, looks, keys, slug, tmp_path, terminals
):
    """Play the first turns, when least is known. The campaign below plays whole matches."""
    assert_nothing_leaks(slug, mode, looks, keys, tmp_path, terminals, turns=6)


@pytest.mark.campaign
@pytest.mark.parametrize("slug", registry.SLUGS)
@pytest.mark.parametrize("seed", range(20))
def test_no_card_is_named_in_many_matches(seed, slug, tmp_path, terminals, monkeypatch):
    """Play twenty matches of each game in full screen and in line mode, each dealt differently."""
    monkeypatch.setenv("CANARY_SEED", f"many {seed}")
    for mode, looks, keys in MODES:
        folder = tmp_path / mode
        folder.mkdir()
        assert_nothing_leaks(slug, mode, looks, keys, folder, terminals)


def assert_nothing_leaks(
    slug: str,
    mode: str,
    looks: Sequence[Sequence[bytes]],
    keys: bytes,
    folder: Path,
    terminals: list[Terminal],
    turns: int | None = None,
) -> None:
    """Play a match, or its first turns; check that cards are named and that no mark appears."""
    terminal = Terminal(folder, slug, mode)
    terminals.append(terminal)
    play(terminal, looks, turns=turns)
    _, _, named, unknown = terminal.where()
    if turns is None:
        leave(terminal, keys)
        assert saves.verify(terminal.record) is None
        match = saves.read(terminal.record).match
        assert match.game.outcome(match.state) is not None
    assert named > (AT_WORK if turns is None else 20), "the marks are at work"
    assert unknown == 0, terminal.first_unknown()
    assert MARK not in terminal.sent


LEAKS = (
    ("dice", "full", ((b"\r",),), "view"),
    ("dice", "full", ((b"\r",),), "redact"),
    ("dice", "plain", WORDS, "redact"),
    ("darwinning", "plain", WORDS, "redact"),
    ("yummy", "full", LOOKED, "redact"),
    ("evo", "full", LOOKED, "view"),
    ("journey", "plain", WORDS, "redact"),
)
"""Game, mode, keys and planted leak of each trial."""


@pytest.mark.parametrize(
    ("slug", "mode", "looks", "leak"), sampling.some(LEAKS, sampling.PLANTED_INTERVAL)
)
def test_planted_leak_is_seen_in_the_stream(slug, mode, looks, leak, tmp_path, terminals):
    # At this size the log is open, so every event is visible.
    terminal = Terminal(tmp_path, slug, mode, leak, rows=40, columns=120)
    terminals.append(terminal)
    play(terminal, looks, stop=MARK, turns=20)
    assert MARK in terminal.sent
