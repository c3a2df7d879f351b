"""The driver restores the terminal on every way in which the program ends or stops.

A demonstration program runs on a pseudo-terminal, and the tests read its other end.
"""

import fcntl
import os
import pty
import select
import signal
import subprocess
import sys
import termios
import time
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

CHILD = """
import fcntl, signal, sys, termios, time
from threading import Thread, enumerate as threads, get_ident
fcntl.ioctl(0, termios.TIOCSCTTY, 0)
if "ignore" in sys.argv:
    signal.signal(signal.SIGHUP, signal.SIG_IGN)
before = {n: signal.getsignal(n) for n in signal.valid_signals() - {signal.SIGKILL}}

from darwin_tui.terminal.painting_app import PaintingApp
from textual.widgets import Label
from darwin_tui.terminal import posix_driver

if "deaf" in sys.argv:
    posix_driver.OwnInput.feed = lambda _, data: data and 1 / 0

def continued(self):
    posix_driver.LinuxDriver._request_terminal_sync_mode_support = ask_for_sync_mode
    signal.raise_signal(signal.SIGCONT)
    ask_for_sync_mode(self)

ask_for_sync_mode = posix_driver.LinuxDriver._request_terminal_sync_mode_support
if "continued" in sys.argv:
    posix_driver.LinuxDriver._request_terminal_sync_mode_support = continued

def hand_to_another_thread():
    time.sleep(1)
    signal.pthread_kill(get_ident(), signal.SIGTERM)

class Demo(PaintingApp):
    ENABLE_COMMAND_PALETTE = False  # It takes letters, and bytes of a storm may open it last.
    def compose(self):
        yield Label("naturalist")
    def on_mount(self):
        if "busy" in sys.argv:
            self.turns = 0
            self.set_interval(0.005, self.draw_all)
    def draw_all(self):
        self.turns += 1
        self.query_one(Label).update("naturalist " + "xy"[self.turns % 2] * 1000)
    def key_q(self):
        self.exit()
    def key_t(self):
        Thread(target=hand_to_another_thread).start()
    def key_h(self):
        self.query_one(Label).update("heeded")
    def key_n(self):
        readers = [each for each in threads() if each.name == "textual-input"]
        self.query_one(Label).update(f"readers {len(readers)}")
    def key_c(self):
        raise RuntimeError("a crash")

app = Demo(driver_class=posix_driver.RestoringDriver)
app.run()
print("failure", repr(app.failure), "code", app.return_code)
after = {n: signal.getsignal(n) for n in before}
print("handlers", "same" if before == after else "differ")
"""

RESTORING = (b"?2004l", b"?7h", b"?1000l", b"?1003l", b"?1006l", b"?1004l", b"[<u", b"?1049l")


class Terminal:
    """A terminal of 80 × 24 with the demonstration program in it."""

    def __init__(self, *args: str) -> None:
        self.master, slave = pty.openpty()
        termios.tcsetwinsize(slave, (24, 80))
        self.modes = termios.tcgetattr(self.master)
        self.program = subprocess.Popen(
            [sys.executable, "-c", CHILD, *args],
            stdin=slave,
            stdout=slave,
            stderr=slave,
            start_new_session=True,
            env={**os.environ, "TERM": "xterm-256color"},
        )
        os.close(slave)
        self.seen = b""

    def read(self, patience: float = 0.05) -> bool:
        """Read the output that has arrived; return False if there is none."""
        ready, _, _ = select.select((self.master,), (), (), patience)
        if not ready:
            return False
        try:
            data = os.read(self.master, 65536)
        except OSError:
            return False
        self.seen += data
        return bool(data)

    def wait_for(self, text: bytes, seconds: float = 300) -> None:
        """Read until a text is in the output that was read so far."""
        until = time.monotonic() + seconds
        while text not in self.seen:
            assert time.monotonic() < until, f"{text!r} not in {self.seen[-2000:]!r}"
            self.read()

    def settle(self) -> None:
        """Read until no more output comes."""
        while self.read(0.2):
            pass

    def exit_code(self, seconds: float = 300) -> int:
        """Read until the program has ended, and return its exit code."""
        until = time.monotonic() + seconds
        while self.program.poll() is None:
            assert time.monotonic() < until, "the program goes on"
            self.read()
        while self.read():
            pass
        return self.program.returncode

    def state(self) -> str:
        """Return the system's letter for the process's state, such as T for stopped."""
        stat = Path(f"/proc/{self.program.pid}/stat").read_text()
        return stat.rpartition(")")[2].split()[0]

    def wait_state(self, state: str) -> None:
        until = time.monotonic() + 60
        while self.state() != state:
            assert time.monotonic() < until, self.state()
            self.read()

    def close(self) -> None:
        if self.program.poll() is None:
            self.program.kill()
            self.program.wait()
        if self.master >= 0:
            os.close(self.master)
            self.master = -1


@pytest.fixture
def terminal(request: pytest.FixtureRequest) -> Iterator[Terminal]:
    shown = Terminal(*getattr(request, "param", ()))
    try:
        shown.wait_for(b"naturalist")
        if "busy" not in getattr(request, "param", ()):
            shown.settle()
        yield shown
    finally:
        shown.close()


def is_restored(terminal: Terminal) -> bool:
    """Return whether the terminal's modes and screen are restored and nothing was drawn since."""
    last = terminal.seen.rpartition(b"\x1b[?1049h")[2]
    tail = last.rpartition(b"\x1b[?1049l")[2]
    return (
        all(sequence in last for sequence in RESTORING)
        and tail.startswith((b"\x1b[?25h", b"\x1b[?25h\x1b[?1004l"))
        and termios.tcgetattr(terminal.master)[:4] == terminal.modes[:4]
    )


def unread(terminal: Terminal) -> int:
    """Return the number of bytes of output that wait to be read."""
    count = fcntl.ioctl(terminal.master, termios.FIONREAD, bytes(4))
    return int.from_bytes(count, sys.byteorder)


ENDING = [
    *(signal.SIGTERM, signal.SIGHUP, signal.SIGINT, signal.SIGQUIT),
    *(signal.SIGALRM, signal.SIGUSR1, signal.SIGUSR2, signal.SIGXCPU, signal.SIGABRT),
]


@pytest.mark.parametrize("number", ENDING)
def test_signal_restores_the_terminal_and_ends(terminal, number):
    os.kill(terminal.program.pid, number)
    assert terminal.exit_code() == 128 + number
    assert is_restored(terminal)
    assert terminal.seen.endswith(b"\x1b[?25h")


@pytest.mark.parametrize("terminal", [("busy",)], indirect=True)
def test_nothing_is_drawn_after_the_terminal_was_restored(terminal):
    os.kill(terminal.program.pid, signal.SIGTERM)
    assert terminal.exit_code() == 143
    assert is_restored(terminal)
    assert terminal.seen.endswith(b"\x1b[?25h")


@pytest.mark.parametrize("terminal", [("busy",)], indirect=True)
def test_signal_ends_it_when_the_terminal_takes_nothing(terminal):
    # Wait until the terminal's buffer is full: the program's writer waits for the terminal, and the
    # program waits for its writer.
    before, waiting = -1, 0
    until = time.monotonic() + 60
    while waiting != before or waiting < 1000:
        assert time.monotonic() < until, waiting
        before = waiting
        time.sleep(0.5)
        waiting = unread(terminal)
    os.kill(terminal.program.pid, signal.SIGTERM)
    assert terminal.program.wait(60) == 143


def test_signal_that_reaches_another_thread_is_heeded_at_once(terminal):
    # The system may deliver a signal to any thread, and does so after a stop.
    os.write(terminal.master, b"t")
    assert terminal.exit_code() == 143
    assert is_restored(terminal)


@pytest.mark.campaign
@pytest.mark.parametrize("seed", range(100))
def test_signal_at_any_moment_restores_the_terminal(seed):
    """A signal at any moment, from before the first frame on and also while the program draws,
    resets every mode of the terminal, and nothing is drawn afterwards."""
    rng = Random(seed)
    number = rng.choice(ENDING)
    terminal = Terminal(*(["busy"] if seed % 2 else []))
    try:
        terminal.wait_for(b"\x1b[?1049h")
        time.sleep(rng.random() / 2)
        os.kill(terminal.program.pid, number)
        assert terminal.exit_code() == 128 + number
        assert is_restored(terminal)
    finally:
        terminal.close()


def test_leaving_restores_the_terminal_and_the_signals(terminal):
    os.write(terminal.master, b"q")
    assert terminal.exit_code() == 0
    assert b"handlers same" in terminal.seen
    assert b"\x1b[?1049l" in terminal.seen
    assert termios.tcgetattr(terminal.master)[:4] == terminal.modes[:4]


def test_crash_restores_the_terminal_and_the_signals(terminal):
    os.write(terminal.master, b"c")
    terminal.exit_code()
    assert b"handlers same" in terminal.seen
    assert b"\x1b[?1049l" in terminal.seen
    assert b"Traceback" not in terminal.seen, "whoever runs the app says a sentence"
    assert termios.tcgetattr(terminal.master)[:4] == terminal.modes[:4]


@pytest.mark.parametrize("terminal", [("deaf",)], indirect=True)
def test_a_program_that_cannot_read_its_keys_ends_as_one_that_has_failed(terminal):
    os.write(terminal.master, b"x")
    terminal.exit_code()
    assert b"failure ZeroDivisionError('division by zero') code 1" in terminal.seen
    assert b"handlers same" in terminal.seen
    assert b"Traceback" not in terminal.seen
    assert termios.tcgetattr(terminal.master)[:4] == terminal.modes[:4]


ODD = [
    *(bytes([number]) for number in range(256)),
    *("é".encode()[:1], b"\x1b[M \xc8\xf0", b"\x1b\xe9", b"\x1b[200~\xff\xc3\x1b[201~"),
    *(b"\x1b[99999999999;1u", b"\x1b[1114112;1u", b"\x1b[48;24;80;0;0t\x1b[<0;9;9M"),
    *(b"\xed\xa0\x80", b"\xf8\x88\x80\x80\x80", b"\x00\xff\xfe"),
]
"""Every single byte, and sequences that no terminal should send."""


def test_no_bytes_that_a_terminal_sends_make_it_deaf(terminal):
    """After each odd sequence and many random bytes, the program still accepts a key.

    The keys of the demonstration program and Ctrl+Q are left out.
    """
    rng = Random(0)
    storm = [rng.randbytes(rng.randrange(1, 40)) for _ in range(300)]
    for piece in (*ODD, *storm):
        os.write(terminal.master, piece.translate(None, b"qtch\x11"))
        terminal.read(0.0)
    # The random bytes may have begun a paste or a sequence: end the paste, and send h many times.
    os.write(terminal.master, b"\x1b[201~" + b"h" * 40)
    terminal.wait_for(b"heeded")
    os.write(terminal.master, b"q")
    assert terminal.exit_code() == 0
    assert b"failure None" in terminal.seen
    assert b"handlers same" in terminal.seen


def test_stop_restores_and_continue_comes_back(terminal):
    for _ in range(2):
        os.kill(terminal.program.pid, signal.SIGTSTP)
        terminal.wait_state("T")
        terminal.settle()
        assert is_restored(terminal)
        terminal.seen = b""
        os.kill(terminal.program.pid, signal.SIGCONT)
        terminal.wait_for(b"\x1b[?1049h")
        terminal.wait_for(b"naturalist")
        terminal.settle()
    os.kill(terminal.program.pid, signal.SIGTERM)
    assert terminal.exit_code() == 143
    assert is_restored(terminal)


def test_uncaught_stop_comes_back(terminal):
    os.kill(terminal.program.pid, signal.SIGSTOP)
    terminal.wait_state("T")
    terminal.seen = b""
    os.kill(terminal.program.pid, signal.SIGCONT)
    terminal.wait_for(b"\x1b[?1049h")
    terminal.wait_for(b"naturalist")
    terminal.settle()
    os.write(terminal.master, b"q")
    assert terminal.exit_code() == 0
    assert b"handlers same" in terminal.seen
    assert termios.tcgetattr(terminal.master)[:4] == terminal.modes[:4]


@pytest.mark.parametrize("terminal", [("continued",)], indirect=True)
def test_continued_while_it_takes_the_terminal_over_it_has_one_reader(terminal):
    terminal.settle()
    terminal.seen = b""
    os.write(terminal.master, b"n")
    terminal.wait_for(b"readers 1")
    os.write(terminal.master, b"q")
    assert terminal.exit_code() == 0
    assert b"handlers same" in terminal.seen
    assert termios.tcgetattr(terminal.master)[:4] == terminal.modes[:4]


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP])
def test_signal_ends_it_while_stopped(terminal, number):
    os.kill(terminal.program.pid, signal.SIGTSTP)
    terminal.wait_state("T")
    terminal.settle()
    terminal.seen = b""
    os.kill(terminal.program.pid, number)
    os.kill(terminal.program.pid, signal.SIGCONT)
    assert terminal.exit_code() in (-number, 128 + number)
    assert termios.tcgetattr(terminal.master)[:4] == terminal.modes[:4]


SPINNING = 1.0
"""Processor seconds; a program that spins on a dead terminal needs more before it ends."""


@pytest.mark.parametrize("terminal", [(), ("ignore",)], indirect=True)
def test_closed_terminal_ends_it_without_spinning(terminal):
    pid = terminal.program.pid
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    before = (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
    os.close(terminal.master)
    terminal.master = -1
    until = time.monotonic() + 60
    ended = 0
    while not ended:
        assert time.monotonic() < until, "the program goes on"
        time.sleep(0.02)
        ended, status, usage = os.wait4(pid, os.WNOHANG)
    terminal.program.returncode = os.waitstatus_to_exitcode(status)
    assert terminal.program.returncode == 129
    assert usage.ru_utime + usage.ru_stime - before < SPINNING
