"""A run of the tests starts its programs in the same environment, however it was started."""

import subprocess
import sys
from pathlib import Path

TESTS = Path(__file__).parents[1]
STARTED = """
import os, signal
ignored = {n for n in signal.valid_signals() if signal.getsignal(n) is signal.SIG_IGN}
held_back = signal.pthread_sigmask(signal.SIG_BLOCK, ())
print(sorted(ignored - {signal.SIGPIPE, signal.SIGXFSZ}), sorted(held_back))
print(os.environ["LOGNAME"], os.environ["LANG"], "NO_COLOR" in os.environ)
"""
STARTING = f"""
import signal, subprocess, sys
for number in signal.valid_signals() - {{signal.SIGKILL, signal.SIGSTOP, signal.SIGCHLD}}:
    signal.signal(number, signal.SIG_IGN)
signal.pthread_sigmask(signal.SIG_SETMASK, {{signal.SIGTERM, signal.SIGUSR1}})
import environment
environment.settle()
subprocess.run([sys.executable, "-c", {STARTED!r}], check=True)
"""


def test_programs_inherit_no_ignored_signals_and_no_names_of_the_user() -> None:
    """As below ``nohup``, by a user with a German terminal without colours."""
    foreign = {"LOGNAME": "mmmm", "LC_ALL": "de_DE.UTF-8", "LANG": "de", "NO_COLOR": "1"}
    done = subprocess.run(
        [sys.executable, "-c", STARTING],
        cwd=TESTS,
        env=foreign,
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout == "[] []\nrobert C.UTF-8 False\n"
