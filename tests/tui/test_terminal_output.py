"""The program's output for terminals without colour or without Unicode."""

import os
import re
import sys
from dataclasses import replace

import pyte
import pytest
from home import own

from darwin_tui.settings import Settings
from darwin_tui.terminal.facts import TerminalFacts
from darwin_tui.terminal.painter import to_ascii

COLOUR = re.compile(rb"\x1b\[(?:[0-9;:]*[;:])?(?:3[0-8]|4[0-8]|9[0-7]|10[0-7])(?:[;:][0-9;:]*)?m")


def test_ascii_is_as_wide_and_below_128():
    text = "╭─trump─╮ ● Ada −4½ × é ▒ … ★ 漢"
    assert to_ascii(text).isascii()
    assert len(to_ascii(text)) == len(text)
    assert "Ada" in to_ascii(text)
    assert to_ascii("é ø ß") == "e o s"
    assert "-4h" in to_ascii(text), "half, not 41"


@pytest.mark.parametrize(
    ("no_color", "colour", "shown"),
    [(False, "auto", "truecolor"), (False, "none", "none"), (True, "auto", "none")],
)
def test_no_color_of_the_players_own_terminal_is_heeded(no_color, colour, shown, monkeypatch):
    monkeypatch.setenv("NO_COLOR", "" if no_color else "1")
    player = replace(own(), detected=TerminalFacts(no_color=no_color))
    player.settings.now = Settings(colour=colour)
    assert player.terminal.colour == shown


PROGRAM = "from darwin_tui.cli import main; main()"


def seen(*arguments: str, **environment: str) -> bytes:
    """Return the whole output of a program that shows a match and then the page of its keys."""
    import pty
    import select
    import subprocess
    import time

    master, slave = pty.openpty()
    import fcntl
    import struct
    import termios

    fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", 30, 120, 0, 0))
    command = [sys.executable, "-c", PROGRAM, *arguments]
    command += ["play", "dice", "--seats", "human:Ada,bot:random:Bo", "--seed", "1"]
    # The tests' own environment may have COLUMNS and LINES, which would override the terminal's
    # size.
    inherited = {k: v for k, v in os.environ.items() if k not in ("COLUMNS", "LINES")}
    program = subprocess.Popen(
        command,
        stdin=slave,
        stdout=slave,
        stderr=slave,
        env={**inherited, "TERM": "xterm-256color", **environment},
        start_new_session=True,
    )
    os.close(slave)
    # Only changed cells are sent, so that only an emulated screen knows the whole text.
    screen = pyte.Screen(120, 30)
    stream = pyte.ByteStream(screen)
    output = b""
    until = time.monotonic() + 60
    try:
        # The first Enter closes the primer of a first match; the keys are the third page.
        steps = ("trump", b"\r\r?"), ("Goal", b"\t\t"), ("all commands", b"")
        for wanted, keys in steps:
            while not any(wanted in row for row in screen.display):
                assert time.monotonic() < until, screen.display
                if select.select([master], [], [], 1)[0]:
                    sent = os.read(master, 65536)
                    output += sent
                    stream.feed(sent)
            os.write(master, keys)
    finally:
        program.kill()
        program.wait()
        os.close(master)
    return output


def test_ascii_terminal_is_sent_no_byte_above_127():
    output = seen("--ascii")
    assert b"trump" in output
    assert max(output) < 128


def test_c_locale_is_ascii_by_itself():
    output = seen(LC_ALL="C")
    assert b"trump" in output
    assert max(output) < 128


def test_no_color_terminal_is_sent_no_colour():
    output = seen(NO_COLOR="1")
    assert b"trump" in output
    assert not COLOUR.findall(output)


def test_other_terminals_are_sent_both():
    output = seen(COLORTERM="truecolor", LC_ALL="C.UTF-8")
    assert max(output) > 127
    assert COLOUR.findall(output)
