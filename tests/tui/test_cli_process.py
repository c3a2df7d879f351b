"""The command line as a process: closed and full streams, Ctrl-C, and dumb terminals."""

import json
import os
import pty
import re
import resource
import select
import shlex
import signal
import subprocess
import sys
import termios
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from darwin_tui.cli import main
from darwin_tui.library import saves

BOTS = "bot:random,bot:greedy"
PROGRAM = [sys.executable, "-m", "darwin_tui"]


def process(args: str, **more: object) -> subprocess.CompletedProcess[str]:
    options: dict[str, Any] = {"capture_output": True, "text": True, "timeout": 120, **more}
    return subprocess.run([*PROGRAM, *shlex.split(args)], **options)


def shell(command: str) -> subprocess.CompletedProcess[str]:
    program = shlex.join(PROGRAM)
    command = command.replace("darwin-tui", program)
    return subprocess.run(["bash", "-c", command], capture_output=True, text=True, timeout=120)


def test_module_runs_as_the_program_does():
    done = process("games --json")
    assert (done.returncode, done.stderr) == (0, "")
    assert json.loads(done.stdout)[0]["slug"] == "dice"


def test_full_disk_stops_bots_with_a_sentence(tmp_path):
    path = tmp_path / "m.jsonl"
    limit = 1500
    done = process(
        f"play dice --seats {BOTS} --save {path}",
        # The limit on file sizes would also cut off the compiled modules that the process writes.
        env={**os.environ, "PYTHONDONTWRITEBYTECODE": "1"},
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit)),
    )
    assert done.returncode == 1
    (line,) = done.stderr.splitlines()
    assert str(path) in line
    assert path.stat().st_size <= limit
    assert saves.verify(path) is None
    assert CliRunner().invoke(main, ["play", "--resume", str(path)]).exit_code == 0
    verified = CliRunner().invoke(main, ["verify", str(path)])
    assert verified.stdout == f"{path}: ok (72 actions)\n"


@pytest.mark.parametrize(
    ("command", "code", "message"),
    [
        (
            "darwin-tui games > /dev/full",
            1,
            r"The output cannot be used: No space left on device\.",
        ),
        ("darwin-tui games | true; exit ${PIPESTATUS[0]}", 1, ""),
        ("darwin-tui --help | true; exit ${PIPESTATUS[0]}", 1, ""),
        (f"darwin-tui play dice --seats {BOTS} | true; exit ${{PIPESTATUS[0]}}", 1, ""),
        ("darwin-tui games >&-", 0, ""),
        ("darwin-tui games 2>&-", 0, ""),
        ("darwin-tui play chess 2>&-", 2, ""),
        ("darwin-tui play dice --plain <&-", 0, ""),
        (f"darwin-tui play dice --seats {BOTS} <&- >&- 2>&-", 0, ""),
        ("darwin-tui <&-", 2, "The full screen needs a terminal.*"),
    ],
)
def test_closed_and_full_streams(command, code, message, state_home):
    done = shell(command)
    assert re.fullmatch(message, done.stderr.strip())
    if "| true" in command:
        # The other end may be closed before or after the program writes.
        assert done.returncode in (0, code)
    else:
        assert done.returncode == code
    for path in state_home.glob("*/*/*.jsonl"):
        assert saves.verify(path) is None


def test_ctrl_c_says_that_the_match_is_saved():
    program = subprocess.Popen(
        [*PROGRAM, "play", "dice", "--plain"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert program.stdout
    while not program.stdout.readline().startswith("1. "):
        assert program.poll() is None
    program.send_signal(signal.SIGINT)
    try:
        out, err = program.communicate(timeout=60)
    finally:
        program.kill()
        program.communicate()
    assert program.returncode == 130
    assert "The match is saved; continue with:" in out
    assert err.strip() == ""


def test_on_windows_one_sentence_names_the_systems_that_it_runs_on():
    """Start the program without the modules for terminals and users that only POSIX has."""
    lacking = ("fcntl", "grp", "pty", "pwd", "resource", "termios", "tty")
    code = (
        f"import sys; sys.modules.update(dict.fromkeys({lacking})); sys.platform = 'win32'\n"
        "sys.modules['_winapi'] = sys\n"
        "from darwin_tui.cli import main"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert done.returncode == 1
    assert done.stderr == (
        "darwin-tui runs on Linux or macOS. On Windows, start it in WSL, or play over SSH.\n"
    )


def test_first_screen_imports_no_games_boards_commands_or_dialogs():
    code = (
        "import asyncio, sys; from darwin_tui.cli import main, process; "
        "process.load_full_screen(); from darwin_tui.app import DarwinApp\n"
        "async def show():\n"
        "    async with DarwinApp(process.begin_own_session()).run_test() as pilot:\n"
        "        await pilot.pause(); return type(pilot.app.screen).__name__\n"
        "print(asyncio.run(show()))\n"
        "late = ('darwin_core.games', 'darwin_tui.boards', 'darwin_tui.text_mode', "
        "'darwin_tui.cli.', "
        "'darwin_core.analysis', 'darwin_core.workers.pool', 'darwin_core.teaching.lessons', "
        "'darwin_tui.play.lesson', 'darwin_tui.play', "
        "'darwin_tui.library.statistics', 'darwin_tui.widgets.dialogs', 'openskill')\n"
        "print(sorted(name for name in sys.modules if name.startswith(late)))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    started = ["darwin_tui.cli.process", "darwin_tui.cli.program"]
    assert done.stdout.split("\n") == ["HomeScreen", str(started), ""]


class Dumb:
    """The program on a dumb terminal; it ignores the signal that its terminal is gone.

    ``first`` is code that runs before the program.
    """

    def __init__(self, args: str, *, term: str = "dumb", first: str = "pass") -> None:
        code = (
            "import fcntl, signal, termios; fcntl.ioctl(0, termios.TIOCSCTTY, 0); "
            "signal.signal(signal.SIGHUP, signal.SIG_IGN); "
            f"{first}; from darwin_tui.cli import main; main()"
        )
        self.master, slave = pty.openpty()
        self.program = subprocess.Popen(
            [sys.executable, "-c", code, *shlex.split(args)],
            stdin=slave,
            stdout=slave,
            stderr=slave,
            start_new_session=True,
            env={**os.environ, "TERM": term},
        )
        termios.tcsetwinsize(slave, (24, 80))
        os.close(slave)

    def read_until(self, text: bytes) -> bytes:
        seen = b""
        while text not in seen:
            assert select.select((self.master,), (), (), 60)[0], seen
            seen += os.read(self.master, 4096)
        return seen


def test_dumb_terminal_gets_lines_only():
    dumb = Dumb("play dice")
    os.write(dumb.master, b"hint\n1\nquit\n")
    seen = dumb.read_until(b"--resume")
    dumb.program.wait(60)
    os.close(dumb.master)
    assert dumb.program.returncode == 0
    assert b"\x1b" not in seen
    assert b"> " in seen


def test_plain_program_ends_with_its_terminal(state_home):
    dumb = Dumb("play dice")
    dumb.read_until(b"1. ")
    os.close(dumb.master)
    assert dumb.program.wait(60) in (0, 1)
    (path,) = state_home.glob("*/*/*.jsonl")
    assert saves.verify(path) is None


def test_full_screen_that_cannot_read_its_keys_ends_in_a_sentence_with_1():
    fails = "lambda _, data: data and 1 / 0"
    deaf = f"from darwin_tui.terminal.input import OwnInput; OwnInput.feed = {fails}"
    shown = Dumb("play dice", term="xterm-256color", first=deaf)
    shown.read_until(b"Dice")
    os.write(shown.master, b"x")
    seen = shown.read_until(b"are saved")
    assert shown.program.wait(60) == 1
    assert b"The program has failed (ZeroDivisionError" in seen
    assert b"Traceback" not in seen


def test_bytes_that_are_no_text_do_not_end_the_full_screen():
    shown = Dumb("play dice", term="xterm-256color")
    shown.read_until(b"Dice")
    os.write(shown.master, b"\xff\xfc\x1b[M \xc8\xf0q")
    shown.read_until(b"Saved")
    assert shown.program.wait(60) == 0


@pytest.mark.parametrize("name", ["bash", "zsh", "fish"])
def test_shells_complete_games(name):
    program = str(Path(sys.executable).parent / "darwin-tui")

    def asked(wish: str, **more: str) -> str:
        env = {**os.environ, **more, "_DARWIN_TUI_COMPLETE": f"{name}_{wish}"}
        done = subprocess.run([program], env=env, capture_output=True, text=True, check=True)
        return done.stdout

    assert f"_DARWIN_TUI_COMPLETE={name}_complete" in asked("source")
    at = "darw" if name == "fish" else "2"
    games = asked("complete", COMP_WORDS="darwin-tui play darw", COMP_CWORD=at).split()
    assert any("darwinning" in line for line in games)
    assert not any("evo" in line for line in games)
