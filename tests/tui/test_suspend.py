"""Ctrl+Z returns the terminal to the shell, and ``fg`` returns it to the program.

The tests run a shell with job control on a pseudo-terminal.
"""

import os
import pty
import select
import shutil
import subprocess
import sys
import termios
import time
from collections.abc import Iterator

import pytest
from home import here, own
from tui.scenes import DarwinApp

from darwin_tui import settings
from darwin_tui.commands import by_name, clashing, holder
from darwin_tui.settings import Settings

SUSPEND = by_name()["app.suspend"]
PROGRAM = f"{sys.executable} -m darwin_tui"
WITHOUT_A_SHELL = [sys.executable, "-m", "darwin_tui"]
SHELL = ["bash", "--norc", "--noprofile", "--noediting", "-i"]
CONTROLLING = (
    "import fcntl, os, sys, termios; fcntl.ioctl(0, termios.TIOCSCTTY, 0); "
    "os.execvp(sys.argv[1], sys.argv[1:])"
)
"""A program that makes its terminal the controlling terminal, and then runs a command."""


class Terminal:
    """A terminal of 100 × 50 with a program in it."""

    def __init__(self, run: list[str]) -> None:
        self.master, slave = pty.openpty()
        termios.tcsetwinsize(slave, (50, 100))
        self.modes = termios.tcgetattr(slave)
        self.program = subprocess.Popen(
            [sys.executable, "-c", CONTROLLING, *run],
            stdin=slave,
            stdout=slave,
            stderr=slave,
            start_new_session=True,
            env={**os.environ, "TERM": "xterm-256color", "LC_ALL": "C.UTF-8", "PS1": "ready$ "},
        )
        os.close(slave)
        self.seen = b""

    def type(self, text: str) -> None:
        self.seen = b""
        os.write(self.master, text.encode())

    def wait_for(self, *texts: bytes) -> None:
        """Read until these texts have come one after the other, and drop the output up to them."""
        until = time.monotonic() + 60
        for text in texts:
            while text not in self.seen:
                assert time.monotonic() < until, f"{text!r} not in {self.seen[-2000:]!r}"
                if select.select((self.master,), (), (), 0.05)[0]:
                    self.seen += os.read(self.master, 65536)
            self.seen = self.seen.partition(text)[2]

    def local_modes(self) -> int:
        return int(termios.tcgetattr(self.master)[3])

    def close(self) -> None:
        os.close(self.master)
        self.program.wait(60)


@pytest.fixture
def shell() -> Iterator[Terminal]:
    if not shutil.which("bash"):  # pragma: no cover
        pytest.skip("there is no shell that controls jobs")
    terminal = Terminal(SHELL)
    try:
        terminal.wait_for(b"ready$ ")
        yield terminal
    finally:
        terminal.close()


BEGUN, ENDED = b"\x1b[?1049h", b"\x1b[?1049l"
IN_FRONT = b"Darwin"


@pytest.mark.parametrize("command", [PROGRAM, f"env {PROGRAM}", f"sh -c '{PROGRAM}; exit'"])
def test_ctrl_z_returns_to_the_shell_and_fg_to_the_program(shell, command):
    shell.type(f"{command}\n")
    shell.wait_for(BEGUN, IN_FRONT)
    for key in ("\x1a", "?\x1a"):
        shell.type(key)
        shell.wait_for(ENDED, b"Stopped", b"ready$ ")
        shell.type("echo in the shel''l\n")
        shell.wait_for(b"in the shell")
        assert shell.local_modes() & termios.ECHO
        shell.type("fg\n")
        shell.wait_for(BEGUN, IN_FRONT)
        assert not shell.local_modes() & termios.ECHO
    # The page of keys is open, and names the key that suspends.
    shell.type("\x1b[B\x1a")
    shell.wait_for(ENDED, b"Stopped", b"ready$ ")
    shell.type("fg\n")
    shell.wait_for(BEGUN, b"Ctrl+z")
    shell.type("qq")
    shell.wait_for(ENDED, b"ready$ ")
    shell.type("echo $?$?\n")
    shell.wait_for(b"00")


def test_another_key_can_be_chosen_for_it(shell):
    settings.write(Settings(keys={"app.suspend": "f9"}), here())
    shell.type(f"{PROGRAM}\n")
    shell.wait_for(BEGUN, IN_FRONT)
    shell.type("\x1a\x1b[20~")
    shell.wait_for(ENDED, b"Stopped", b"ready$ ")
    shell.type("fg\n")
    shell.wait_for(BEGUN, IN_FRONT)
    shell.type("q")
    shell.wait_for(ENDED, b"ready$ ")


def test_without_a_shell_the_program_goes_on():
    terminal = Terminal(WITHOUT_A_SHELL)
    try:
        terminal.wait_for(BEGUN, IN_FRONT)
        terminal.type("\x1a")
        terminal.wait_for(ENDED, BEGUN, IN_FRONT)
        terminal.type("q")
        terminal.wait_for(ENDED)
        assert terminal.program.wait(60) == 0
    finally:
        terminal.close()


async def test_where_there_is_no_terminal_of_its_own_it_does_nothing_and_is_not_listed():
    app = DarwinApp(own())
    async with app.run_test() as pilot:
        await pilot.press("ctrl+z")
        titles = {command.title for command in app.get_system_commands(app.screen)}
        assert not any(title.startswith("Suspend") for title in titles)
        assert app.is_running


def test_its_key_is_no_other_command_s_on_any_screen():
    hint = by_name()["play.hint"]
    assert holder("ctrl+z", hint, {}) is SUSPEND
    taken = holder("H", SUSPEND, {})
    assert taken is not None
    assert taken.keys == hint.keys
    assert holder("f9", SUSPEND, {}) is None
    assert clashing({"app.suspend": "H"}) == [SUSPEND]
    assert clashing({"replay.forward": "ctrl+z"}) == [by_name()["replay.forward"]]
    assert clashing({"app.suspend": "f9"}) == []
